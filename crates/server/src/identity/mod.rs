//! Who somebody is: the name others see, and what proves it without being told to anybody.

pub(crate) mod names;
pub(crate) mod tokens;

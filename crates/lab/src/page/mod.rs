//! Reports as pages: HTML with pictures in it, drawn from the data alone, without a line of script.

pub(crate) mod axis;
mod charts;
mod figure;
mod html;
mod svg;

pub use figure::drawing;
pub use html::{Styled, contents, page, style};

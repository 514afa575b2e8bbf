//! The properties that every game's tests call.

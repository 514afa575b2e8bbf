//! Long work at the terminal: all cores, and a bar that tells how far it is.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) use lab::series::{run, threads};

/// A progress bar on the terminal, if there is one and nobody asked for JSON.
pub(crate) fn progress(length: u64, json: bool, what: &str) -> ProgressBar {
    if json {
        return ProgressBar::hidden();
    }
    let style = "{bar:40} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is well formed");
    ProgressBar::new(length).with_style(style).with_message(what.to_owned())
}

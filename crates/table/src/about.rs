//! How a game introduces itself.

use serde::Serialize;

/// A game's name, seats, options and rules in words.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// The short name used in commands and records.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// One sentence that makes people want to play.
    pub pitch: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// What a host can choose.
    pub options: &'static [OptionAbout],
    /// The rules in our own words, as Markdown.
    #[serde(skip)]
    pub rules: &'static str,
}

/// One thing a host can choose.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts"))]
pub struct OptionAbout {
    /// Its name in commands and records.
    pub key: &'static str,
    /// What it does, in plain words.
    pub about: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
}

/// The values an option takes.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts"))]
pub enum OptionKind {
    /// Yes or no.
    Flag,
    /// A whole number in a range.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
    /// A seat, or nobody in particular (`null`).
    Seat,
    /// One of a few words.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A composition given as data; `form` shows how to write it.
    Data {
        /// An example.
        form: &'static str,
    },
}

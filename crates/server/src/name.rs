//! Names and chat: plain text, brought into one Unicode form, and no longer than fits.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

const NAME: usize = 24;
const CHAT: usize = 300;
/// More marks than this on one letter climb over the lines around.
const MARKS: usize = 2;

/// A text that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadWords {
    /// Nothing is left of it.
    #[error("write something")]
    Empty,
    /// It is too long.
    #[error("write at most {0} characters")]
    TooLong(usize),
    /// It holds something other than text.
    #[error("write plain text, without control characters")]
    NotText,
}

/// A name as it will be shown.
pub(crate) fn clean_name(text: &str) -> Result<String, BadWords> {
    clean(text, NAME)
}

/// A line of chat as it will be shown.
pub(crate) fn clean_chat(text: &str) -> Result<String, BadWords> {
    clean(text, CHAT)
}

fn clean(text: &str, most: usize) -> Result<String, BadWords> {
    // Normalising can make a text longer, but never of so short a text one much longer.
    if text.len() > 8 * most {
        return Err(BadWords::TooLong(most));
    }
    let mut words = String::new();
    let (mut count, mut marks) = (0, 0);
    for letter in text.nfkc() {
        if letter.is_whitespace() {
            if !words.is_empty() && !words.ends_with(' ') {
                words.push(' ');
                count += 1;
            }
            continue;
        }
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        if is_invisible(letter) || marks > MARKS {
            return Err(BadWords::NotText);
        }
        words.push(letter);
        count += 1;
    }
    if words.ends_with(' ') {
        words.pop();
        count -= 1;
    }
    match count {
        0 => Err(BadWords::Empty),
        count if count > most => Err(BadWords::TooLong(most)),
        _ => Ok(words),
    }
}

/// Controls, and marks that turn the direction of what follows or take no room at all.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}'
            | '\u{e000}'..='\u{f8ff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_has_one_form() {
        assert_eq!(clean_name("  Ha\u{301}zel \t  Nut ").as_deref(), Ok("Házel Nut"));
        assert_eq!(clean_name("Ｈａｚｅｌ").as_deref(), Ok("Hazel"));
        assert_eq!(clean_name("榛子").as_deref(), Ok("榛子"));
    }

    #[test]
    fn empty_long_and_hidden_names_are_refused() {
        assert_eq!(clean_name(" \u{3000} "), Err(BadWords::Empty));
        assert_eq!(clean_name(&"x".repeat(25)), Err(BadWords::TooLong(24)));
        assert_eq!(clean_name(&"x".repeat(100_000)), Err(BadWords::TooLong(24)));
        assert_eq!(
            clean_name("\u{fdfa}\u{fdfa}"),
            Err(BadWords::TooLong(24)),
            "two letters that stand for 36"
        );
        for text in
            ["a\0b", "a\u{202e}b", "a\u{200b}b", "a\u{1b}[31m", "\u{feff}a", "a\u{301}\u{302}\u{303}\u{304}"]
        {
            assert_eq!(clean_name(text), Err(BadWords::NotText), "{text:?}");
        }
    }

    #[test]
    fn markup_is_only_text() {
        assert_eq!(clean_chat("<b>1 < 2 & 3</b>").as_deref(), Ok("<b>1 < 2 & 3</b>"));
    }
}

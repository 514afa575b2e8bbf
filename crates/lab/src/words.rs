//! Numbers as people read them.

use crate::{report::Unit, stats::Estimate};

/// A number as people read it.
pub(crate) fn told(unit: Unit, x: f64) -> String {
    match unit {
        Unit::Share => format!("{:.1}%", x * 100.0),
        Unit::Points => signed(x * 100.0, 1),
        Unit::Number => plain(x),
        Unit::Minutes => format!("{x:.1}"),
        Unit::Difference => signed(x, if x.abs() < 10.0 { 2 } else { 1 }),
    }
}

fn signed(x: f64, digits: usize) -> String {
    let text = format!("{x:+.digits$}");
    // What rounds to nothing has no sign.
    if text.chars().any(|c| c.is_ascii_digit() && c != '0') {
        text.replace('-', "−")
    } else {
        text[1..].to_owned()
    }
}

/// A plain number with as many digits as are worth reading.
pub(crate) fn plain(x: f64) -> String {
    let digits = match x.abs() {
        a if a >= 100.0 || x.fract() == 0.0 => 0,
        a if a >= 10.0 => 1,
        _ => 2,
    };
    format!("{x:.digits$}").replace('-', "−")
}

/// A number and its interval, as in `27.4% [26.9, 27.9]`.
pub(crate) fn with_interval(unit: Unit, e: &Estimate) -> String {
    let bare = |x: f64| told(unit, x).replace('%', "");
    format!("{} [{}, {}]", told(unit, e.value), bare(e.low), bare(e.high))
}

/// A whole number with its thousands apart.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as a word, where there is one.
pub(crate) fn share_in_words(share: f64) -> String {
    let words =
        [(0.5, "half"), (1.0 / 3.0, "third"), (0.25, "quarter"), (0.2, "fifth"), (1.0 / 6.0, "sixth")];
    let found = words.iter().find(|(value, _)| (share - value).abs() < 1e-9);
    found.map_or_else(|| format!("{:.0}%", share * 100.0), |(_, word)| (*word).to_owned())
}

/// The first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Words one after the other, as in "a, b and c".
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The groups of a list in the order they come.
pub(crate) fn groups<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    all.for_each(|group| {
        if !found.contains(&group) {
            found.push(group);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        let e = Estimate { value: 0.274, low: 0.269, high: 0.279 };
        assert_eq!(with_interval(Unit::Share, &e), "27.4% [26.9, 27.9]");
        assert_eq!(told(Unit::Points, -0.0312), "−3.1");
        assert_eq!(told(Unit::Points, -0.0001), "0.0");
        assert_eq!(told(Unit::Number, 42.0), "42");
    }

    #[test]
    fn words_are_listed_as_people_list_them() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&words), "a, b and c");
        assert_eq!((listed(&words[..1]), listed(&[])), ("a".to_owned(), String::new()));
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}

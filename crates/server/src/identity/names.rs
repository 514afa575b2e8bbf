//! Names and chat: plain text that can be seen, in one Unicode form, no longer than fits; and names that nobody mistakes.

use std::sync::LazyLock;
use table::Seat;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeEmoji as _, UnicodeGeneralCategory as _};
use unicode_security::confusable_detection::skeleton;

const NAME: usize = 24;
const CHAT: usize = 300;
/// More marks than this on one letter climb over the lines around.
const MARKS: usize = 2;

/// The bots' names by seat, and those they take when somebody here has that name.
const BOTS: [[&str; 2]; table::MAX_SEATS] = [
    ["Ash", "Alder"],
    ["Birch", "Beech"],
    ["Cedar", "Cypress"],
    ["Elm", "Elder"],
    ["Fir", "Fig"],
    ["Larch", "Linden"],
];
/// What the house calls bots, itself and people by what they do; no name may read as one of these.
const LABELS: [&str; 20] = [
    "bot",
    "boteasy",
    "botmedium",
    "bothard",
    "botsteady",
    "botsharp",
    "easybot",
    "mediumbot",
    "hardbot",
    "steadybot",
    "sharpbot",
    "thebot",
    "abot",
    "house",
    "thehouse",
    "stackhouse",
    "host",
    "thehost",
    "you",
    "nobody",
];

/// A text that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadWords {
    /// Nothing is left of it.
    #[error("write something that can be seen")]
    Empty,
    /// It is too long.
    #[error("write at most {0} characters")]
    TooLong(usize),
    /// It holds something other than text.
    #[error("write plain text, without characters that cannot be seen")]
    NotText,
    /// It reads as a bot, or as the house itself.
    #[error("that name would be taken for a bot or for the house: choose another")]
    Label,
}

/// A name as it will be shown.
pub(crate) fn clean_name(text: &str) -> Result<String, BadWords> {
    let name = clean(text, NAME)?;
    if is_label(&name) { Err(BadWords::Label) } else { Ok(name) }
}

/// A line of chat as it will be shown.
pub(crate) fn clean_chat(text: &str) -> Result<String, BadWords> {
    clean(text, CHAT)
}

/// Whether a text shows all it holds: nothing unseen, and nothing that turns the direction of what follows.
pub(crate) fn is_seen(text: &str) -> bool {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !may_follow(letter, before, letters.peek().copied()) {
            return false;
        }
        before = letter;
    }
    true
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
        if marks > MARKS {
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
        _ if is_seen(&words) => Ok(words),
        _ => Err(BadWords::NotText),
    }
}

/// Whether a letter shows something in this place.
fn may_follow(letter: char, before: char, after: Option<char>) -> bool {
    match letter {
        // How the emoji before is drawn.
        '\u{fe0e}' | '\u{fe0f}' => before.is_emoji_char(),
        // Joins emoji into one, and letters of the scripts that are written so.
        '\u{200c}' | '\u{200d}' => {
            let is_emoji = |letter: char| letter.is_emoji_char_or_emoji_component() && !letter.is_ascii();
            let is_joined = |letter| is_joining(letter) || (letter != ' ' && is_emoji(letter));
            is_joined(before) && after.is_some_and(is_joined)
        }
        _ if is_unseen(letter) => false,
        // A mark needs a letter to sit on.
        _ if is_combining_mark(letter) => !before.is_whitespace(),
        _ => true,
    }
}

/// Whether a letter is of a script in which a joiner decides how its neighbours are written: from Arabic to Sinhala,
/// Myanmar, Khmer, Mongolian.
fn is_joining(letter: char) -> bool {
    matches!(letter, '\u{620}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}')
}

/// Controls, what is not assigned, and what shows nothing or turns the direction of what follows.
fn is_unseen(letter: char) -> bool {
    use GeneralCategory as C;
    let category = letter.general_category();
    matches!(category, C::Control | C::Format | C::Surrogate | C::PrivateUse | C::Unassigned)
        || matches!(letter,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2028}'
            | '\u{2029}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fffc}' | '\u{fffd}'
            | '\u{13441}' | '\u{13442}' | '\u{16fe4}' | '\u{1d159}' | '\u{e0000}'..='\u{e0fff}')
}

/// What a name looks like: names whose likenesses meet are taken for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Likeness {
    /// As it is written: a capital I looks like a small l.
    written: String,
    /// As it is said: the same in capitals.
    said: String,
}

impl Likeness {
    pub(crate) fn of(name: &str) -> Self {
        // Capitals are told apart by some confusables and not by others, so both ways are looked at.
        let shape = |text: &str| {
            let shape: String = skeleton(text).flat_map(char::to_lowercase).collect();
            let letters: String = shape.chars().filter(|letter| !is_between(*letter)).collect();
            if letters.is_empty() { shape } else { letters }
        };
        Self { written: shape(name), said: shape(&name.to_lowercase()) }
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.written == other.written || self.said == other.said
    }
}

/// Whether a name reads as one of the house's own words, with a number or without.
fn is_label(name: &str) -> bool {
    let plain: String = name.nfd().filter(|letter| !is_combining_mark(*letter)).collect();
    let word = plain.trim_end_matches(|letter: char| letter.is_numeric() || letter == ' ');
    let likenesses = [&plain, word].map(Likeness::of);
    // What they look like is worked out once.
    static LABELS_SEEN: LazyLock<[Likeness; LABELS.len()]> = LazyLock::new(|| LABELS.map(Likeness::of));
    LABELS_SEEN.iter().any(|label| likenesses.iter().any(|name| name.meets(label)))
}

/// What stands between letters and is overlooked.
fn is_between(letter: char) -> bool {
    use unicode_properties::GeneralCategoryGroup as G;
    matches!(letter.general_category_group(), G::Separator | G::Punctuation | G::Other)
}

/// The name, or if it would be taken for one of the others the first with a number that is not.
pub(crate) fn unlike<'a>(name: &str, others: impl Iterator<Item = &'a Likeness> + Clone) -> String {
    let is_free = |name: &str| {
        let likeness = Likeness::of(name);
        !others.clone().any(|other| other.meets(&likeness))
    };
    if is_free(name) {
        return name.into();
    }
    let numbered = |number: u32| {
        let number = format!(" {number}");
        let mut stem: String = name.chars().take(NAME - number.chars().count()).collect();
        while !stem.is_empty() && (stem.ends_with(['\u{200c}', '\u{200d}', ' ']) || !is_seen(&stem)) {
            stem.pop();
        }
        stem + &number
    };
    (2..).map(numbered).find(|name| is_free(name)).expect("there are more numbers than people")
}

/// How the bot in a seat is called where these people are or were.
pub(crate) fn bot_name<'a>(seat: Seat, people: impl Iterator<Item = &'a Likeness> + Clone) -> String {
    let [first, second] = BOTS[seat.index()];
    let likeness = Likeness::of(first);
    match people.clone().any(|person| person.meets(&likeness)) {
        false => first.into(),
        true => unlike(second, people),
    }
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
    fn what_shows_nothing_is_no_name() {
        let unseen = [
            "\u{200d}",
            "\u{200c}\u{200c}",
            "\u{fe0f}",
            "\u{fe00}",
            "\u{2800}\u{2800}",
            "\u{1bca0}",
            "\u{301}",
            "\u{301}\u{302}",
            "\u{20dd}",
            "\u{378}",
            "\u{e0100}",
            "\u{115f}\u{1160}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{13441}",
            "\u{1d159}",
            "\u{fffc}",
            "\u{2066}x\u{2069}",
            "\u{e0041}",
            "\u{fdd0}",
            "a \u{301}b",
            "Ha\u{200d}zel",
            "Ha\u{fe0f}zel",
            "\u{1f98a}\u{200d}",
            "\u{1f98a}\u{200d}x",
            "1\u{200d}2",
        ];
        for text in unseen {
            assert_eq!(clean_name(text), Err(BadWords::NotText), "{text:?}");
            assert_eq!(clean_chat(text), Err(BadWords::NotText), "{text:?}");
        }
    }

    #[test]
    fn names_of_all_scripts_and_emoji_are_taken() {
        let seen = [
            "Zoë",
            "Łukasz",
            "Нина",
            "שירה",
            "فاطمه‌زهرا",
            "क्‍षमा",
            "ශ්‍රී",
            "สมชาย",
            "榛子",
            "한별",
            "🦊",
            "👩‍🚀",
            "❤️ Ana",
            "🏳️‍🌈",
            "1️⃣",
            "👍🏽",
            "🇵🇹",
            "Talbot",
            "Botond",
            "Abbott",
            "Hostia",
            "Yousef",
            "Guest",
            "Ash",
            "J.",
            "-_-",
        ];
        for text in seen {
            assert!(clean_name(text).is_ok(), "{text:?} {:?}", clean_name(text));
        }
    }

    #[test]
    fn nobody_reads_as_a_bot_or_as_the_house() {
        let labels = [
            "Bot",
            "bot",
            "B0T",
            "Bοt",
            "Вot",
            "b.o.t",
            "Bot (hard)",
            "Bot (easy)",
            "bot (medium)",
            "Bot 3",
            "Sharp bot",
            "Easy  Bot",
            "STEADY BOT",
            "𝐁𝐨𝐭",
            "ḃot",
            "Host",
            "HOST",
            "house",
            "Stackhouse",
            "You",
            "b o t",
        ];
        for text in labels {
            assert_eq!(clean_name(text), Err(BadWords::Label), "{text}");
        }
    }

    /// What the client writes beside or instead of a name.
    #[test]
    fn no_name_reads_as_what_the_client_calls_bots_and_people() {
        let page = include_str!("../../../../web/src/text.ts");
        let line = page.lines().find(|line| line.trim_start().starts_with("bot: (level")).unwrap();
        let levels: Vec<_> = line.split('\'').skip(1).step_by(2).collect();
        assert_eq!(levels.len(), 3, "{line}");
        let grammar = include_str!("../../../../web/src/text/grammar.ts");
        let labelled = |page: &str, key: &str| {
            let line = page.lines().find(|line| line.trim_start().starts_with(key)).unwrap();
            line.split('\'').nth(1).unwrap().to_owned()
        };
        let labels = levels.iter().map(|level| format!("{level} bot"));
        for label in labels.chain([labelled(page, "host: '"), labelled(grammar, "export const YOU = '")]) {
            assert_eq!(clean_name(&label), Err(BadWords::Label), "{label}");
        }
    }

    #[test]
    fn names_that_look_alike_are_told_apart_by_a_number() {
        let hazel = [Likeness::of("Hazel")];
        for text in
            ["Hazel", "HAZEL", "hazel", "Наzеl", "Haze1", "HazeI", "Ha zel", "H.azel", "Ｈazel", "ꓧazel"]
        {
            let name = unlike(&clean_name(text).unwrap(), hazel.iter());
            assert_eq!(name, format!("{} 2", clean_name(text).unwrap()), "{text}");
        }
        assert_eq!(unlike("Hazél", hazel.iter()), "Hazél");
        assert_eq!(unlike("Iris", [Likeness::of("lris")].iter()), "Iris 2");
        assert_eq!(unlike("Marna", [Likeness::of("Mama")].iter()), "Marna 2");
        let both = [Likeness::of("Hazel"), Likeness::of("Hazel 2")];
        assert_eq!(unlike("Hazel", both.iter()), "Hazel 3");
        let long = "x".repeat(24);
        let other = [Likeness::of(&long)];
        assert_eq!(unlike(&long, other.iter()), format!("{} 2", "x".repeat(22)));
        let foxes = "👩‍🚀".repeat(8);
        let name = unlike(&foxes, [Likeness::of(&foxes)].iter());
        assert!(name.ends_with("👩‍🚀👩 2") && is_seen(&name), "{name}");
    }

    #[test]
    fn a_bot_steps_aside_for_a_persons_name() {
        let seat = Seat::new(0).unwrap();
        let [ash, alder] = [Likeness::of("ash"), Likeness::of("Alder")];
        assert_eq!(bot_name(seat, [].iter()), "Ash");
        assert_eq!(bot_name(seat, std::slice::from_ref(&ash).iter()), "Alder");
        assert_eq!(bot_name(seat, [ash, alder].iter()), "Alder 2");
    }

    #[test]
    fn markup_is_only_text() {
        assert_eq!(clean_chat("<b>1 < 2 & 3</b>").as_deref(), Ok("<b>1 < 2 & 3</b>"));
    }
}

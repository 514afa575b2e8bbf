//! What a seat can do, what nature can do, and what neither may do.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use table::{BadText, Seat};

use crate::cards::{Card, Drawn, Number, Nut};

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Move {
    /// A Squirrel draws the free card at the start of its turn.
    FreeDraw,
    /// Draw a card as an action.
    Scavenge,
    /// Put one card, or two of the same nut, on the team's stash; one alone where an event allows it.
    Stash(Lot),
    /// The Raccoon tries to steal from a Squirrel.
    Steal(Seat),
    /// The robbed Squirrel lays a card face down.
    Lay(Card),
    /// The Raccoon says what the laid card is.
    Guess(Guess),
    /// A Squirrel shows a card to the other Squirrels.
    Show(Card),
    /// A Squirrel gives a card, face up, to another.
    Share {
        /// The card.
        card: Card,
        /// Who gets it.
        to: Seat,
    },
    /// Finish the turn.
    EndTurn,
    /// Draw the one card that is allowed after dropping a hand.
    Redraw,
    /// Do without that card.
    Decline,
}

/// One card, or two of the same nut, lower number first; a list in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", as = "Vec<Card>"))]
pub struct Lot {
    first: Card,
    second: Option<Card>,
}

impl Lot {
    /// One card.
    pub fn one(card: Card) -> Lot {
        Lot { first: card, second: None }
    }

    /// Two cards, which are stashed together only if their nut is the same.
    pub fn two(a: Card, b: Card) -> Lot {
        Lot { first: a.min(b), second: Some(a.max(b)) }
    }

    /// Its cards.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// Its only card, if it is one.
    pub fn single(self) -> Option<Card> {
        if self.second.is_none() { Some(self.first) } else { None }
    }

    /// Whether its cards may lie down together.
    pub fn is_of_one_nut(self) -> bool {
        self.second.is_none_or(|second| second.nut() == self.first.nut())
    }
}

/// What the Raccoon says of the laid card: its nut or its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Guess {
    /// Which nut.
    Nut(Nut),
    /// How many nuts.
    Number(Number),
}

impl Guess {
    /// How many guesses there are.
    pub const COUNT: usize = 8;

    /// All guesses: five nuts and three numbers.
    pub fn all() -> impl Iterator<Item = Guess> + Clone {
        Nut::ALL.into_iter().map(Guess::Nut).chain(Number::ALL.into_iter().map(Guess::Number))
    }

    /// The guess at that place of all.
    #[inline]
    pub(crate) fn at(place: usize) -> Guess {
        if place < 5 { Guess::Nut(Nut::ALL[place]) } else { Guess::Number(Number::ALL[place - 5]) }
    }

    /// Its place among all.
    #[inline]
    pub(crate) fn index(self) -> usize {
        match self {
            Guess::Nut(nut) => nut as usize,
            Guess::Number(number) => 4 + usize::from(u8::from(number)),
        }
    }

    /// Whether it is true of a card.
    #[inline]
    pub fn is_right(self, card: Card) -> bool {
        match self {
            Guess::Nut(nut) => card.nut() == nut,
            Guess::Number(number) => card.number() == number,
        }
    }
}

/// The card or event that comes off the pile next, or the card that slips out of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Fate(pub Drawn);

/// Why a move or a fate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Foul {
    /// Somebody else decides.
    #[error("it is not your turn; wait until you are asked")]
    NotYourTurn,
    /// The game has ended.
    #[error("the game is over; open a new table to play again")]
    GameIsOver,
    /// Something else has to be decided first.
    #[error("not now; first draw a new card or decline it")]
    RedrawFirst,
    /// Something else has to be decided first.
    #[error("not now; first stash one card for the event you drew")]
    StashOneFirst,
    /// Something else has to be decided first.
    #[error("not now; first lay a card face down for the Raccoon to guess")]
    LayFirst,
    /// Something else has to be decided first.
    #[error("not now; first guess the nut or the number of the laid card")]
    GuessFirst,
    /// The move answers a question that nobody asked.
    #[error("nothing calls for that now; choose an action or end your turn")]
    NotAsked,
    /// The free draw comes first, and is for Squirrels.
    #[error("a free draw is for Squirrels, once, before anything else in the turn")]
    NoFreeDraw,
    /// All actions are used.
    #[error("you have no action left; end your turn")]
    NoActionLeft,
    /// There is nothing to draw.
    #[error("the draw pile is empty; choose something else")]
    PileIsEmpty,
    /// The seat does not hold the card.
    #[error("you do not hold {0}; choose a card of your hand")]
    NotInYourHand(Card),
    /// The seat does not hold both cards.
    #[error("you hold only one {0}; stash it alone or with another card of that nut")]
    OnlyOneInYourHand(Card),
    /// Two cards are stashed together only if their nut is the same.
    #[error("two cards stashed together must be of the same nut; stash one")]
    NotTheSameNut,
    /// An event stashes one card.
    #[error("the event lets you stash one card, not two")]
    OneCardOnly,
    /// Squirrels do not steal.
    #[error("only the Raccoon steals")]
    OnlyTheRaccoonSteals,
    /// The named seat cannot be robbed.
    #[error("{0} is no Squirrel; steal from a Squirrel that holds a card")]
    NotASquirrel(Seat),
    /// The named Squirrel has nothing.
    #[error("{0} holds no card; steal from somebody else")]
    NothingToSteal(Seat),
    /// An event protects the named Squirrel.
    #[error("nobody steals from {0} before its next turn; choose somebody else")]
    Watched(Seat),
    /// An event forbids the Raccoon to steal.
    #[error("you cannot steal before your next turn; choose another action")]
    YouAreWatched,
    /// The Raccoon neither shows nor shares.
    #[error("only Squirrels show and share cards")]
    OnlySquirrelsShare,
    /// A card has been shown this turn.
    #[error("you have shown a card this turn; once is all")]
    AlreadyShown,
    /// A card has been shared this turn.
    #[error("you have shared a card this turn; once is all")]
    AlreadyShared,
    /// The named seat cannot be given a card.
    #[error("{0} is not another Squirrel; share with one")]
    NotAnotherSquirrel(Seat),
    /// A seat decides now, nature draws nothing.
    #[error("nothing is drawn now; a seat decides")]
    NothingIsDrawn,
    /// That card cannot come up.
    #[error("{0} cannot come up now")]
    CannotComeUp(Drawn),
}

impl TryFrom<Vec<Card>> for Lot {
    type Error = String;
    fn try_from(cards: Vec<Card>) -> Result<Lot, String> {
        match cards[..] {
            [card] => Ok(Lot::one(card)),
            [a, b] => Ok(Lot::two(a, b)),
            _ => Err(format!("one card or two are stashed, not {}", cards.len())),
        }
    }
}

impl From<Lot> for Vec<Card> {
    fn from(lot: Lot) -> Vec<Card> {
        lot.cards().collect()
    }
}

impl fmt::Display for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            None => self.first.fmt(f),
            Some(second) => write!(f, "{}+{second}", self.first),
        }
    }
}

impl FromStr for Lot {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Lot, BadText> {
        match text.split_once('+') {
            None => text.parse().map(Lot::one),
            Some((a, b)) => Ok(Lot::two(a.parse()?, b.parse()?)),
        }
    }
}

impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guess::Nut(nut) => nut.fmt(f),
            Guess::Number(number) => number.fmt(f),
        }
    }
}

impl FromStr for Guess {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Guess, BadText> {
        let guess = text.parse().map(Guess::Nut).or_else(|_| text.parse().map(Guess::Number));
        guess.map_err(|_| BadText::new(text, "a guess is a nut or a number, as in `walnut` or `2`"))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::FreeDraw => f.write_str("free-draw"),
            Move::Scavenge => f.write_str("scavenge"),
            Move::Stash(lot) => write!(f, "stash {lot}"),
            Move::Steal(seat) => write!(f, "steal {}", seat.index()),
            Move::Lay(card) => write!(f, "lay {card}"),
            Move::Guess(guess) => write!(f, "guess {guess}"),
            Move::Show(card) => write!(f, "show {card}"),
            Move::Share { card, to } => write!(f, "share {card} to {}", to.index()),
            Move::EndTurn => f.write_str("end-turn"),
            Move::Redraw => f.write_str("redraw"),
            Move::Decline => f.write_str("decline"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        let bad = || {
            let expected = "a move is `free-draw`, `scavenge`, `stash acorn-1` or `stash acorn-1+acorn-2`, \
                `steal 2`, `lay acorn-1`, `guess acorn` or `guess 1`, `show acorn-1`, `share acorn-1 to 2`, \
                `redraw`, `decline` or `end-turn`";
            BadText::new(text, expected)
        };
        let seat = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Seat::new(digit - b'0').ok_or_else(bad),
            _ => Err(bad()),
        };
        match text {
            "free-draw" => return Ok(Move::FreeDraw),
            "scavenge" => return Ok(Move::Scavenge),
            "end-turn" => return Ok(Move::EndTurn),
            "redraw" => return Ok(Move::Redraw),
            "decline" => return Ok(Move::Decline),
            _ => {}
        }
        let (verb, what) = text.split_once(' ').ok_or_else(bad)?;
        match verb {
            "stash" => what.parse().map(Move::Stash),
            "steal" => seat(what).map(Move::Steal),
            "lay" => what.parse().map(Move::Lay),
            "guess" => what.parse().map(Move::Guess),
            "show" => what.parse().map(Move::Show),
            "share" => {
                let (card, to) = what.split_once(" to ").ok_or_else(bad)?;
                Ok(Move::Share { card: card.parse()?, to: seat(to)? })
            }
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Fate {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Fate, BadText> {
        text.parse().map(Fate)
    }
}

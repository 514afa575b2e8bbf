//! What a seat can do, what nature can do, and what neither may do.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use table::{BadText, Seat};

use crate::{
    cards::{Card, Colour, Face},
    piles::MOST_STACKS,
};

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Move {
    /// Draw a card: the first of the turn or another one.
    Draw,
    /// Give up playing cards this turn and bank all Bench cards of a colour.
    Bank(Colour),
    /// Play the card just drawn to a stack; the number of stacks there are starts a new one.
    Place(u8),
    /// Draw no more cards this turn.
    Stop,
    /// Take that stack of those that are left.
    Collect(u8),
}

impl Move {
    const COUNT: usize = 2 + Colour::COUNT + 2 * MOST_STACKS;

    #[inline]
    fn at(index: usize) -> Move {
        const PLACE: usize = 2 + Colour::COUNT;
        const COLLECT: usize = PLACE + MOST_STACKS;
        match index {
            0 => Move::Draw,
            1 => Move::Stop,
            2..PLACE => Move::Bank(Colour::ALL[index - 2]),
            PLACE..COLLECT => Move::Place((index - PLACE) as u8),
            _ => Move::Collect((index - COLLECT) as u8),
        }
    }

    #[inline]
    fn index(self) -> usize {
        match self {
            Move::Draw => 0,
            Move::Stop => 1,
            Move::Bank(colour) => 2 + colour.index(),
            Move::Place(n) => 2 + Colour::COUNT + n as usize,
            Move::Collect(n) => 2 + Colour::COUNT + MOST_STACKS + n as usize,
        }
    }
}

/// A set of moves; goes through them in a fixed order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves(u16);

impl Moves {
    #[inline]
    pub(crate) fn add(&mut self, mv: Move) {
        debug_assert!(mv.index() < Move::COUNT);
        self.0 |= 1 << mv.index();
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Move::at(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

/// What nature does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Fate {
    /// That seat has the first turn.
    Begins(Seat),
    /// That card comes from the deck.
    Card(Card),
    /// The die shows that face.
    Die(Face),
}

/// Why a move or a fate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Foul {
    /// The game has ended.
    #[error("the game is over; open a new table to play again")]
    GameIsOver,
    /// Somebody else decides, or a card or the die is on its way.
    #[error("it is not for you to act now; wait until you are asked")]
    NotYourTurn,
    /// A card has been drawn this turn, so it is no turn for banking.
    #[error("banking takes the whole turn; choose it before you draw a card")]
    BankBeforeDrawing,
    /// There is nothing of that colour in the Bench.
    #[error("you have no {0} card in your Bench to bank; choose a colour you have")]
    NothingToBank(Colour),
    /// Nobody may pass.
    #[error("you cannot stop before you have drawn a card; draw one or bank a colour")]
    NothingDrawnYet,
    /// The deck is used up.
    #[error("the deck is empty; you must stop")]
    DeckIsEmpty,
    /// A card lies in the hand and waits.
    #[error("first play the {0} you drew to a stack")]
    PlaceTheCard(Card),
    /// There is no drawn card to play.
    #[error("you have no drawn card to play; draw one first")]
    NothingToPlace,
    /// A stack has a card of the same number or colour, or a Roll card already.
    #[error("stack {stack} has a card that clashes with {card}; choose another stack")]
    Clashes {
        /// The card to play.
        card: Card,
        /// Where it cannot go.
        stack: u8,
    },
    /// Three stacks are all a turn can have.
    #[error("there are three stacks already; play the card to one of them")]
    NoFourthStack,
    /// No stack has that number.
    #[error("there is no stack {0}; stacks are numbered from 0")]
    NoSuchStack(u8),
    /// Stacks must be taken.
    #[error("first collect one of the stacks")]
    CollectAStack,
    /// Stacks are taken after a stop or a push too far.
    #[error("stacks are collected only when the seat whose turn it is has stopped or pushed too far")]
    NothingToCollect,
    /// A seat decides now.
    #[error("nothing is drawn or rolled now; a seat has to act first")]
    NatureWaits,
    /// Another kind of fate is due.
    #[error("that is not what is due now: {0}")]
    NotDue(&'static str),
    /// That seat is not at this table.
    #[error("there is no {0} at this table")]
    NoSuchSeat(Seat),
    /// All cards of that face are out.
    #[error("no {0} is left in the deck")]
    NoSuchCardLeft(Card),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw => f.write_str("draw"),
            Move::Bank(colour) => write!(f, "bank {colour}"),
            Move::Place(n) => write!(f, "place {n}"),
            Move::Stop => f.write_str("stop"),
            Move::Collect(n) => write!(f, "collect {n}"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        let read = || match text.split_once(' ') {
            None => match text {
                "draw" => Some(Move::Draw),
                "stop" => Some(Move::Stop),
                _ => None,
            },
            Some(("bank", colour)) => colour.parse().ok().map(Move::Bank),
            Some(("place", n)) => n.parse().ok().map(Move::Place),
            Some(("collect", n)) => n.parse().ok().map(Move::Collect),
            Some(_) => None,
        };
        read().ok_or_else(|| {
            BadText::new(text, "a move is `draw`, `stop`, `bank red`, `place 0` or `collect 0`, for example")
        })
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fate::Begins(seat) => write!(f, "begins {}", seat.index()),
            Fate::Card(card) => write!(f, "card {card}"),
            Fate::Die(face) => write!(f, "die {face}"),
        }
    }
}

impl FromStr for Fate {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Fate, BadText> {
        let expected = "a fate is `begins 0`, `card red-4` or `die star`, for example";
        match text.split_once(' ') {
            Some(("card", card)) => card.parse().map(Fate::Card),
            Some(("die", face)) => face.parse().map(Fate::Die),
            Some(("begins", seat)) => {
                let seat = seat.parse().ok().and_then(Seat::new);
                seat.map(Fate::Begins).ok_or_else(|| BadText::new(text, expected))
            }
            _ => Err(BadText::new(text, expected)),
        }
    }
}

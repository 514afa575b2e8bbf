//! What a seat can do, what nature can do, and what neither may do.
//!
//! A Call and a pass name the play they answer, counted over the whole game from 1, so that one that comes too
//! late is known to be late.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use table::BadText;

use crate::{
    cards::{Card, Handful},
    state::MOST_BID,
};

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub enum Move {
    /// Put cards on the own Stack and say what it is worth now.
    Play {
        /// One or two cards of the hand.
        cards: Handful,
        /// The Bid.
        bid: i16,
    },
    /// Give up this round.
    Fold,
    /// Say that a play's Bid is not true.
    Call {
        /// The number of the play.
        play: u32,
    },
    /// Let a play stand for the moment.
    Pass {
        /// The number of the play.
        play: u32,
    },
}

/// The card that nature deals or draws next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct Fate(pub Card);

/// Why a move or a fate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Foul {
    /// Nobody sits there.
    #[error("nobody sits in that seat; take one of the table's seats")]
    NoSuchSeat,
    /// Another play or the end of the round came first.
    #[error("too late: play {0} has been settled or overtaken; look at the table again")]
    TooLate(u32),
    /// There was no such play yet.
    #[error("there has been no play {0}; name the last one")]
    NoSuchPlay(u32),
    /// The game has ended.
    #[error("the game is over; open a new table to play again")]
    GameIsOver,
    /// The seat has folded.
    #[error("you have folded; wait for the next round")]
    YouHaveFolded,
    /// Only others can call.
    #[error("the last play is yours; only the others may call it or let it pass")]
    YourOwnPlay,
    /// A card is on its way.
    #[error("a card is being drawn; wait for it")]
    WaitForTheCard,
    /// The seat has let this play pass.
    #[error("you have let this play pass; you may still call it until the next play")]
    YouHavePassed,
    /// Nobody is asked any more.
    #[error("there is nothing to pass now; you may still call")]
    NothingToPass,
    /// Somebody else plays or folds.
    #[error("it is not your turn; wait until a card has been drawn for you")]
    NotYourTurn,
    /// A play without cards.
    #[error("play one or two of your cards")]
    NoCardsPlayed,
    /// A Bid that no Stack could be worth.
    #[error("a Bid goes from -{MOST_BID} to {MOST_BID}")]
    BidOutOfRange,
    /// A Bid must rise.
    #[error("the last Bid is {0}; bid more")]
    BidTooLow(i16),
    /// The cards are not in that hand.
    #[error("you do not hold these cards")]
    NotInYourHand,
    /// A seat decides now, nature draws nothing.
    #[error("no card is drawn now; a seat has to move")]
    NoCardIsDrawn,
    /// All cards of that value are out.
    #[error("no {0} is left in the deck")]
    NoSuchCardLeft(Card),
}

impl fmt::Display for Handful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cards() {
            [] => f.write_str("nothing"),
            [card] => card.fmt(f),
            [a, b, ..] => write!(f, "{a}+{b}"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play { cards, bid } => write!(f, "play {cards} bid {bid}"),
            Move::Fold => f.write_str("fold"),
            Move::Call { play } => write!(f, "call {play}"),
            Move::Pass { play } => write!(f, "pass {play}"),
        }
    }
}

fn card(text: &str) -> Option<Card> {
    text.parse().ok().and_then(Card::new)
}

fn handful(text: &str) -> Option<Handful> {
    match text.split_once('+') {
        _ if text == "nothing" => Some(Handful::default()),
        None => card(text).map(Handful::one),
        Some((a, b)) => Some(Handful::two(card(a)?, card(b)?)),
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        let read = || match text.split_once(' ') {
            None => (text == "fold").then_some(Move::Fold),
            Some(("call", play)) => play.parse().ok().map(|play| Move::Call { play }),
            Some(("pass", play)) => play.parse().ok().map(|play| Move::Pass { play }),
            Some(("play", what)) => {
                let (cards, bid) = what.split_once(" bid ")?;
                Some(Move::Play { cards: handful(cards)?, bid: bid.parse().ok()? })
            }
            Some(_) => None,
        };
        read().ok_or_else(|| {
            BadText::new(
                text,
                "a move is `play 3 bid 7`, `play 3+4 bid 7`, `fold`, or `call 12` or `pass 12` for play 12",
            )
        })
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
        card(text).map(Fate).ok_or_else(|| BadText::new(text, "a card is a number from -10 to 10"))
    }
}

//! What a game is: a pure value changed by moves of seats and fates of nature.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    about::About,
    event::{BadText, Event},
    nature::{Rng, below},
    seat::{BadTable, Seat, SeatSet, Seating},
    standings::Standings,
};

/// Who may act now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nature draws the next fate.
    Nature,
    /// Any of these seats may move; the first to do so is heard.
    Seats(SeatSet),
    /// Nobody: the game has ended.
    Over,
}

/// Who is looking at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The person in a seat.
    Seat(Seat),
    /// Somebody who watches.
    Spectator,
    /// The screen in the middle of the room.
    Screen,
}

impl Viewer {
    /// Everybody who can look at a table of so many seats.
    pub fn all(seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Screen])
    }

    /// The seat of a viewer who has one.
    pub fn seat(self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self { Some(seat) } else { None }
    }

    /// Whether the viewer sits in that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// A limit that the rules themselves set to a seat's time.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit<M> {
    /// The turn it is for; the time runs on as long as this number stays the same.
    pub turn: u32,
    /// How many seconds the seat that is asked has in that turn.
    pub seconds: u32,
    /// The move that is made for the seat when the time is up.
    pub late: M,
}

/// Has a TypeScript form, which tells the browser what its JSON form is.
#[cfg(feature = "ts")]
pub trait Typed: ts_rs::TS + 'static {}

#[cfg(feature = "ts")]
impl<T: ts_rs::TS + 'static> Typed for T {}

/// Has a TypeScript form; only the feature `ts` asks for it.
#[cfg(not(feature = "ts"))]
pub trait Typed {}

#[cfg(not(feature = "ts"))]
impl<T> Typed for T {}

/// Something with a stable text form and a stable JSON form, kept for ever in records.
pub trait Form:
    Clone
    + PartialEq
    + Debug
    + Display
    + FromStr<Err = BadText>
    + Serialize
    + DeserializeOwned
    + Typed
    + Send
    + Sync
    + 'static
{
}

impl<T> Form for T where
    T: Clone
        + PartialEq
        + Debug
        + Display
        + FromStr<Err = BadText>
        + Serialize
        + DeserializeOwned
        + Typed
        + Send
        + Sync
        + 'static
{
}

/// An event of a game.
pub type EventOf<G> = Event<<G as Game>::Move, <G as Game>::Fate>;

/// The rules of a game, and the state of one table of it.
///
/// A state changes by [`apply`](Game::apply) alone. Rules know no clock, no files and no generator: whatever
/// no player decides is a fate that somebody hands in.
pub trait Game: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What a host can choose before the game.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Typed + Send + Sync;
    /// What a seat can do.
    type Move: Form;
    /// What nature can do.
    type Fate: Form;
    /// The rule that a refused move or fate breaks; its variant name in kebab case is its code.
    type Foul: std::error::Error + Clone + PartialEq + Into<&'static str> + Send + Sync;
    /// What a viewer sees of the table; reads as a picture in text.
    type View: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Typed + Send + Sync;
    /// What a viewer is shown of an event; reads as one line.
    type Shown: Clone + PartialEq + Debug + Display + Serialize + DeserializeOwned + Typed + Send + Sync;

    /// The game's name, seats, options and rules in words.
    const ABOUT: About;

    /// Whether `legal_moves` lists every legal move; a game with continuous moves lists only some.
    const LISTS_ALL_MOVES: bool = true;

    /// Whether `legal_moves` takes long because it searches for moves; `moves_at_hand` never does.
    const NEEDS_SEARCH: bool = false;

    /// Whether nature is a simulation, which takes long and leaves nothing to chance.
    const IS_NATURE_SLOW: bool = false;

    /// Whether others may answer a play within a window of time.
    const HAS_WINDOW: bool = false;

    /// Whether every seat that watched from the beginning knows the whole state.
    const HIDES_NOTHING: bool = false;

    /// Whether all may see what a seat tries before it moves: in Stacket, where a piece is held over the structure.
    const SHOWS_TRIES: bool = false;

    /// Opens a table.
    fn open(options: &Self::Options, seating: &Seating) -> Result<Self, BadTable>;

    /// Options and seating with which seat 0 begins, where the sheet lets age or choice decide who begins.
    fn seat_zero_begins(seats: usize) -> Result<(Self::Options, Seating), BadTable>;

    /// Who sits here, and how old.
    fn seating(&self) -> &Seating;

    /// Who may act now.
    fn turn(&self) -> Turn;

    /// The seat that is asked for a move next; other seats of the turn may move without being asked.
    fn asked(&self) -> Option<Seat> {
        if let Turn::Seats(seats) = self.turn() { seats.first() } else { None }
    }

    /// The move by which a seat lets the open window go by; `None` where no window is open for it.
    fn pass(&self, _seat: Seat) -> Option<Self::Move> {
        None
    }

    /// The limit the rules set to the present turn, if they set one.
    fn limit(&self) -> Option<Limit<Self::Move>> {
        None
    }

    /// Whether a move made now may show another seat something hidden; only a move that shows nothing can be taken back.
    fn reveals(&self, _mv: &Self::Move) -> bool {
        true
    }

    /// What a seat may do now, each move once.
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Self::Move>;

    /// Whether the only move a seat has may be made for it, because there is nothing to decide.
    fn is_forced(&self, _seat: Seat) -> bool {
        false
    }

    /// The legal moves that need no search; `legal_moves` may search for more.
    fn moves_at_hand(&self, seat: Seat) -> Vec<Self::Move> {
        self.legal_moves(seat).collect()
    }

    /// A legal move at random, each equally likely; `None` when the seat has none.
    #[inline]
    fn pick(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Option<Self::Move> {
        let mut moves = self.legal_moves(seat);
        match moves.len() {
            0 => None,
            1 => moves.next(),
            n => moves.nth(below(rng, n as u32) as usize),
        }
    }

    /// Whether a seat may make a move now, or the rule that forbids it.
    fn check(&self, seat: Seat, mv: &Self::Move) -> Result<(), Self::Foul>;

    /// Whether nature may do this now, or the rule that forbids it.
    fn check_fate(&self, fate: &Self::Fate) -> Result<(), Self::Foul>;

    /// Carries out an event that has been checked; one that would be refused leaves the state unspecified.
    fn apply(&mut self, event: &EventOf<Self>);

    /// Draws what nature does next; only when it is nature's turn.
    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Self::Fate;

    /// What a viewer sees now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What a viewer is shown of an event that is about to happen in this state.
    fn show(&self, event: &EventOf<Self>, viewer: Viewer) -> Self::Shown;

    /// The result, once the game is over.
    fn standings(&self) -> Option<Standings>;

    /// The team a seat plays for now; a seat that plays alone is a team of its own.
    fn team_of(&self, seat: Seat) -> u8 {
        seat.into()
    }
}

/// A game whose fates can be counted.
pub trait Odds: Game {
    /// Every fate nature may draw now, with the number of equally likely ways it can come about; empty when it is not
    /// nature's turn.
    fn fates(&self) -> impl Iterator<Item = (Self::Fate, u32)>;

    /// As [`fates`](Odds::fates), for games whose nature is slow; `None` when `has_time` says that time is up.
    fn fates_within(&self, _has_time: &(dyn Fn() -> bool + Sync)) -> Option<Vec<(Self::Fate, u32)>> {
        Some(self.fates().collect())
    }

    /// Whether a move that claims something about hidden cards, as a guess or a Call does, is right; `None` for other
    /// moves.
    fn comes_right(&self, _mv: &Self::Move) -> Option<bool> {
        None
    }
}

/// A game whose hidden part can be imagined.
pub trait Imagine: Game {
    /// What an attentive seat remembers that its view no longer shows.
    type Notes: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// What a seat that watched from the beginning remembers now.
    fn notes(&self, seat: Seat) -> Self::Notes;

    /// For a move that claims something about hidden cards: in how many ways it is right, and how many equally likely
    /// ways there are, for all a view tells; `None` where that cannot be counted.
    fn right_ways(_view: &Self::View, _notes: Option<&Self::Notes>, _mv: &Self::Move) -> Option<(u64, u64)> {
        None
    }

    /// A full state drawn at random among those that fit a view, and the notes if there are any.
    fn imagine(view: &Self::View, notes: Option<&Self::Notes>, rng: &mut (impl Rng + ?Sized)) -> Self;
}

/// A list of moves that are made only when asked for, so that any of them is reached in one step.
#[derive(Clone)]
pub struct Numbered<F> {
    next: usize,
    end: usize,
    make: F,
}

impl<M, F: Fn(usize) -> M> Numbered<F> {
    /// The moves `make(0)` to `make(count - 1)`.
    pub fn new(count: usize, make: F) -> Numbered<F> {
        Numbered { next: 0, end: count, make }
    }
}

impl<M, F: Fn(usize) -> M> Iterator for Numbered<F> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<M> {
        let at = self.next.saturating_add(n);
        if at < self.end {
            self.next = at + 1;
            Some((self.make)(at))
        } else {
            self.next = self.end;
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl<M, F: Fn(usize) -> M> ExactSizeIterator for Numbered<F> {}

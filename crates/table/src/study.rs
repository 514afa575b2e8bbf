//! What a game tells those who study it, beyond its rules: turns, endings, and what is worth watching.
//!
//! Each game answers in a file of its own, `study.rs`. Nothing here decides anything in play.

use crate::{
    game::{EventOf, Game},
    seat::{PerSeat, Seat},
    standings::Standings,
};

/// How a seat's result is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// A seat has its part of the victory, and each team as much as another by right.
    Share,
    /// All but one win: what counts is not to lose.
    Survival,
}

impl Victory {
    /// What a result is worth to a seat, from 0 to 1.
    pub fn of(self, standings: &Standings, seat: Seat) -> f64 {
        match self {
            Victory::Share => standings.share(seat),
            Victory::Survival => f64::from(u8::from(standings.winners.has(seat))),
        }
    }

    /// What it would be worth if nobody had an edge, at a table of so many seats in so many teams.
    pub fn fair(self, seats: usize, teams: usize) -> f64 {
        match self {
            Victory::Share => 1.0 / teams as f64,
            Victory::Survival => (seats - 1) as f64 / seats as f64,
        }
    }
}

/// How long people take, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// To decide and to move.
    pub decision: f64,
    /// To turn up a card, to roll a die or to watch a piece come to rest.
    pub fate: f64,
}

/// Something that seats do or get, counted for each of them.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// What it is called, as in "cards banked".
    pub name: &'static str,
}

/// Something that a bot can be denied, to see what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Denial {
    /// The word by which it is asked for.
    pub key: &'static str,
    /// What the bot does not do, as in "never banks".
    pub about: &'static str,
}

/// A game that can be studied.
pub trait Study: Game {
    /// The two strengths of a default report, as the arena writes bots: the best for which there is time.
    const STRENGTHS: [&'static str; 2];
    /// How many games a default report plays at each.
    const GAMES: [u64; 2];
    /// How many sets each table of a default sweep has at most at each strength; 0 where there is no time for it.
    const SWEPT: [u64; 2];
    /// The hard bot of the ladder: its iterations, and how many sets of games it plays.
    const HARD: (u32, u64);
    /// What seats can be, where they differ by more than the order of turns.
    const ROLES: &'static [&'static str] = &[];
    /// How games end.
    const ENDINGS: &'static [&'static str];
    /// How long people take.
    const PACE: Pace;
    /// What is worth counting.
    const MARKS: &'static [Mark];
    /// What a bot can be denied.
    const DENIALS: &'static [Denial] = &[];
    /// Which values of the options a default report tries, written as `--sweep` takes them.
    const SWEEPS: &'static [&'static str];

    /// How a seat's result is counted at this table.
    fn victory(&self) -> Victory {
        Victory::Share
    }

    /// What a seat is, as a place in `ROLES`.
    fn role(&self, _seat: Seat) -> usize {
        0
    }

    /// The round, where there are rounds, and whose turn it is; nothing before the first turn and after the last.
    fn current_turn(&self) -> Option<(u32, Seat)>;

    /// The points each seat or its team would have if the game ended here; nothing where there are no points.
    fn points_now(&self) -> Option<PerSeat<i32>>;

    /// How an ended game ended, as a place in `ENDINGS`.
    fn ending(&self) -> usize {
        0
    }

    /// Tells for an event that is about to happen whose count of which mark goes up, and by how much.
    fn mark(&self, event: &EventOf<Self>, count: &mut impl FnMut(Seat, usize, u16));

    /// Whether a bot that is denied something may not make a move.
    fn is_denied(&self, _denial: usize, _seat: Seat, _mv: &Self::Move) -> bool {
        false
    }
}

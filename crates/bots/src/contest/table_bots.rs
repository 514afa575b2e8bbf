//! The bots of one table: each with dice of its own, and with what its seat has been shown so far.
//!
//! Whoever drives a game tells the company of every event and asks it for moves. Nature's dice never reach a bot.

use table::{
    EventOf, Seat, Viewer,
    nature::{Dice, dice},
};

use crate::{Bot, Budget, Level, Played, Sight, hint::Hint};

/// Bots of one level, one for every seat.
pub struct Company<G: Played> {
    seats: Vec<Member<G>>,
    budget: Budget,
}

struct Member<G: Played> {
    bot: Box<dyn Bot<G>>,
    mind: Dice,
    shown: Vec<G::Shown>,
}

impl<G: Played> Company<G> {
    /// A company for game number `game` of a seed; `think` replaces the level's own budget.
    pub fn new(seats: usize, level: Level, think: Option<Budget>, seed: u64, game: u64) -> Company<G> {
        let member = |seat: u64| Member {
            bot: G::bot(level),
            mind: dice(!seed, game * table::MAX_SEATS as u64 + seat),
            shown: Vec::new(),
        };
        let budget = think.unwrap_or_else(|| G::budget(level));
        Company { seats: (0..seats as u64).map(member).collect(), budget }
    }

    /// What the bot of a seat does now.
    pub fn decide(&mut self, table: &G, seat: Seat) -> G::Move {
        let Member { bot, mind, shown } = &mut self.seats[seat.index()];
        bot.decide(&Sight::of(table, seat, shown), &self.budget, mind)
    }

    /// What each move of a seat is worth, as hard sees it.
    pub fn hints(&mut self, table: &G, seat: Seat) -> Vec<Hint<G::Move>> {
        let Member { mind, shown, .. } = &mut self.seats[seat.index()];
        G::hints(&Sight::of(table, seat, shown), &G::budget(Level::Hard), mind)
    }

    /// Shows every seat its part of an event that is about to happen.
    pub fn watch(&mut self, table: &G, event: &EventOf<G>) {
        for (seat, member) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            member.shown.push(table.show(event, Viewer::Seat(seat)));
        }
    }
}

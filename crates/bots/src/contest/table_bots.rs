//! The bots of one table: each with dice of its own, and with what its seat has been shown so far.
//!
//! Whoever runs the game tells them of every event and asks them for moves. Nature's dice never reach a bot.

use table::{
    EventOf, MAX_SEATS, Seat, Viewer,
    nature::{Dice, dice},
};

use crate::{Bot, Budget, Level, Played, Sight, hint::MoveHint};

/// Bots of one level, one for every seat of a table.
pub struct TableBots<G: Played> {
    seats: Vec<SeatedBot<G>>,
    budget: Budget,
}

struct SeatedBot<G: Played> {
    bot: Box<dyn Bot<G>>,
    mind: Dice,
    shown: Vec<G::Shown>,
}

impl<G: Played> TableBots<G> {
    /// Seats bots for the game of that number in a series with one seed; `think` replaces the level's own budget.
    pub fn new(seats: usize, level: Level, think: Option<Budget>, seed: u64, game: u64) -> TableBots<G> {
        let seated = |seat: u64| SeatedBot {
            bot: G::bot(level),
            mind: dice(!seed, game * MAX_SEATS as u64 + seat),
            shown: Vec::new(),
        };
        let budget = think.unwrap_or_else(|| G::budget(level));
        TableBots { seats: (0..seats as u64).map(seated).collect(), budget }
    }

    /// Asks the bot of a seat for a move.
    pub fn decide(&mut self, table: &G, seat: Seat) -> G::Move {
        let SeatedBot { bot, mind, shown } = &mut self.seats[seat.index()];
        bot.decide(&Sight::of(table, seat, shown), &self.budget, mind)
    }

    /// What each legal move of a seat is worth, by the budget of hard.
    pub fn hints(&mut self, table: &G, seat: Seat) -> Vec<MoveHint<G::Move>> {
        let SeatedBot { mind, shown, .. } = &mut self.seats[seat.index()];
        G::hints(&Sight::of(table, seat, shown), &G::budget(Level::Hard), mind)
    }

    /// Shows every seat its part of an event that is about to happen.
    pub fn watch(&mut self, table: &G, event: &EventOf<G>) {
        for (seat, seated) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            seated.shown.push(table.show(event, Viewer::Seat(seat)));
        }
    }
}

//! What people who stay together keep: who they are, how they look, and how their games ended.

use super::Room;
use super::facts::SentAway;
use super::people::{Chair, Person};
use super::state::State;
use crate::protocol::{COLOURS, Look, MAX_PAST, PastGame, PastSeat};
use table::Seat;

impl State {
    /// How many seats there can be before the game.
    pub fn most_seats(&self) -> u8 {
        let count = self.chairs.len() as u8;
        self.limit.map_or(count, |limit| limit.max(count))
    }

    fn taken(&self) -> impl Iterator<Item = u8> {
        self.people.values().filter(|person| !person.is_gone).map(|person| person.look.colour)
    }

    /// The look with its colour, or with the first that nobody else has.
    pub(super) fn free_look(&self, wanted: Look) -> Look {
        let is_free = |colour: &u8| self.taken().all(|taken| taken != *colour);
        let colour = std::iter::once(wanted.colour).chain(0..COLOURS).find(is_free);
        Look { colour: colour.unwrap_or(wanted.colour), ..wanted }
    }

    /// The colour of the bot in a seat: those that people leave are given out by seat, from the last one on.
    pub fn bot_colour(&self, seat: Seat) -> u8 {
        let is_bot = |seat: &Seat| matches!(self.chairs[seat.index()], Chair::Bot(_));
        let before = Seat::all(seat.index()).filter(is_bot).count();
        let free = (0..COLOURS).rev().filter(|colour| self.taken().all(|taken| taken != *colour));
        free.chain((0..COLOURS).rev()).nth(before).unwrap_or_default()
    }

    /// Whom the host has sent away since these people met.
    pub(super) fn all_sent_away(&self) -> Vec<SentAway> {
        let kicked = self.people.values().filter(|person| person.is_kicked);
        let devices: Vec<_> = kicked.filter_map(|person| person.secret).collect();
        let (table, secret, barred) = (self.id, self.secret, self.barred.clone());
        let here = SentAway { table, secret, devices, barred };
        let is_any = !here.devices.is_empty() || !here.barred.is_empty();
        let mut all: Vec<_> = self.sent_away.iter().cloned().chain(is_any.then_some(here)).collect();
        all.drain(..all.len().saturating_sub(MAX_PAST));
        all
    }

    /// The number the next person gets among those of the evening.
    pub(super) fn next_member(&self) -> u32 {
        let before = self.evening.iter().flat_map(|game| &game.seats).filter_map(|seat| seat.member);
        let here = self.people.values().map(|person| person.member);
        before.chain(here).max().map_or(0, |last| last + 1)
    }
}

impl Room {
    /// The games of these people, with this one once it is over.
    pub(super) fn evening(&self) -> Vec<PastGame> {
        let mut games = self.state.evening.clone();
        games.extend(self.ended());
        games.drain(..games.len().saturating_sub(MAX_PAST));
        games
    }

    fn ended(&self) -> Option<PastGame> {
        let standings = self.state.play.as_ref()?.standings()?;
        let seat = |seat: Seat| {
            let person = self.state.person_in(seat).map(|(_, person)| person);
            let name = person.map_or_else(|| self.bot_name(seat), |Person { name, .. }| name.clone());
            let (member, score) = (person.map(|person| person.member), standings.scores[seat]);
            PastSeat { member, name, score, has_won: standings.winners.has(seat) }
        };
        let seats = Seat::all(self.state.chairs.len()).map(seat).collect();
        Some(PastGame { game: self.state.game.clone(), seats })
    }
}

//! The next game of the same people, at a table of its own.

use super::facts::{Fact, Opened, PersonId, What};
use super::state::Chair;
use super::{Output, Room, Tokens, send};
use crate::fairness::Bits;
use crate::identity::tokens::{new_code, new_token};
use crate::protocol::{BotLevel, Message};
use journal::TableId;
use std::collections::BTreeMap;
use table::{Rng as _, Seat};

/// How far the next table is.
#[derive(Default)]
pub(super) enum Rematch {
    #[default]
    NotAsked,
    /// It is being opened.
    Opening,
    /// It is open, with these tokens for the people of this one; the log of this table does not say so yet.
    Made(TableId, Tokens),
}

impl Room {
    /// Sets the next table up once everybody who is still here wants it.
    pub(super) fn drive_rematch(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        if self.state.next.is_some() {
            return;
        }
        match self.rematch {
            Rematch::Made(next, _) => {
                self.store(now_ms, vec![What::RematchMade { next }.into()], None, out);
            }
            Rematch::NotAsked if self.is_rematch_wanted() => {
                self.rematch = Rematch::Opening;
                let (facts, tokens) = self.rematch_facts(now_ms);
                out.push(Output::Rematch { facts, tokens });
            }
            Rematch::NotAsked | Rematch::Opening => {}
        }
    }

    fn is_rematch_wanted(&self) -> bool {
        let here = |id: &PersonId| !self.absent.contains_key(id);
        let mut seated = self.state.people.iter().filter(|(id, person)| person.seat.is_some() && here(id));
        self.state.people.values().any(|person| person.wants_rematch)
            && seated.all(|(_, person)| person.wants_rematch)
    }

    /// The next table: everybody who wants it, one seat further on; who does not is replaced by a bot.
    fn rematch_facts(&mut self, now_ms: u64) -> (Vec<Fact>, Tokens) {
        let state = &self.state;
        let count = state.chairs.len();
        let mut secret = [0; 32];
        self.rng.fill_bytes(&mut secret);
        let opened = Opened {
            game: state.game.clone(),
            seats: count as u8,
            options: state.options.clone(),
            visibility: state.visibility,
            clocks: state.clocks,
            code: new_code(&mut self.rng),
            secret: Bits(secret),
        };
        let mut whats = vec![What::Opened(Box::new(opened))];
        let mut tokens = BTreeMap::new();
        let mut people: Vec<_> = state.people.iter().filter(|(_, person)| person.wants_rematch).collect();
        people.sort_by_key(|(id, _)| (**id != state.host, **id));
        for (number, (id, person)) in people.into_iter().enumerate() {
            let (token, hash) = new_token(&mut self.rng);
            let seat = person.seat.map(|seat| seat.left(count));
            let (name, person) = (person.name.clone(), number as PersonId);
            let (seed, secret, lead) = Default::default();
            whats.push(What::Entered { person, name, seat, token: hash, seed, secret, lead });
            tokens.insert(*id, token);
        }
        for seat in Seat::all(count) {
            let level = match state.chairs[seat.index()] {
                Chair::Bot(level) => level,
                Chair::Person(id) if !state.people[&id].wants_rematch => BotLevel::Medium,
                _ => continue,
            };
            whats.push(What::BotSet { seat: seat.left(count), bot: Some(level) });
        }
        let order = state.seniority.iter().map(|seat| seat.left(count)).collect();
        whats.push(What::Seniority { order });
        (whats.into_iter().map(|what| Fact { at_ms: now_ms, by: None, what }).collect(), tokens)
    }

    /// Takes in that the next table was opened, or could not be.
    pub(super) fn rematch_made(
        &mut self,
        now_ms: u64,
        made: Option<(TableId, Tokens)>,
        out: &mut Vec<Output>,
    ) {
        self.rematch = match made {
            Some((next, tokens)) => Rematch::Made(next, tokens),
            None => {
                self.retry(now_ms, out);
                Rematch::NotAsked
            }
        };
    }

    /// Tells everybody where the next game is, now that it is stored.
    pub(super) fn tell_rematch(&mut self, next: TableId, out: &mut Vec<Output>) {
        let tokens = match std::mem::take(&mut self.rematch) {
            Rematch::Made(made, tokens) if made == next => tokens,
            _ => Tokens::new(),
        };
        for (connection, guest) in &self.guests {
            let token = guest.person.and_then(|person| tokens.get(&person).cloned());
            send(vec![*connection], &Message::Rematch { table: self.state.id, next, token }, out);
        }
    }
}

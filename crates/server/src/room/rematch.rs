//! The next game of the same people, at a table of its own: the same again, or another one that the host chose.
//!
//! The next table has the code of this one, and everybody has a place there by a token that follows from a key in the
//! log of this table. So whoever comes back here later is led on, also after a restart.

use super::facts::{Fact, Opened, PersonId, What};
use super::people::{Chair, Person};
use super::{ConnectionId, Output, Room, send};
use crate::fairness::Bits;
use crate::identity::tokens::linked_token;
use crate::protocol::{BotLevel, Json, Message, Phase, Refusal, RefusalCode};
use crate::room::checks::{check_table, known};
use crate::room::commands::{Decided, store};
use crate::room::refuse;
use journal::TableId;
use serde_json::json;
use table::{Rng as _, Seat};

/// How far the next table is.
#[derive(Default)]
pub(super) enum Rematch {
    #[default]
    NotAsked,
    /// It is being opened; the key makes everybody's tokens there.
    Opening(Bits),
    /// It is open; the log of this table does not say so yet.
    Made(TableId, Bits),
}

/// What the next table is like.
struct Plan {
    game: String,
    options: Json,
    seats: usize,
    limit: Option<u8>,
}

impl Room {
    /// The host takes everybody to another game.
    pub(super) fn choose_next(&self, from: ConnectionId, game: &str) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting, Phase::Over])?;
        if self.state.next.is_some() {
            return Err(refuse(
                RefusalCode::WrongPhase,
                "everybody has gone on to another game: use the code",
            ));
        }
        self.plan(game)?;
        store(What::NextChosen { game: game.into() })
    }

    /// Sets the next table up once the host has chosen its game, or everybody who is still here wants to play again.
    pub(super) fn drive_rematch(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        if self.state.next.is_some() {
            return;
        }
        match self.rematch {
            Rematch::Made(next, key) => {
                self.store(now_ms, vec![What::RematchMade { next, key: Some(key) }.into()], None, out);
            }
            Rematch::NotAsked if self.state.chosen.is_some() || self.is_rematch_wanted() => {
                let mut key = Bits([0; 32]);
                self.rng.fill_bytes(&mut key.0);
                let game = self.state.chosen.as_ref().unwrap_or(&self.state.game);
                // A game that was chosen was found to fit, and the one that was played fits.
                let Ok(plan) = self.plan(game) else { return };
                let facts = self.next_facts(now_ms, plan, &key);
                self.rematch = Rematch::Opening(key);
                out.push(Output::Rematch(facts));
            }
            Rematch::NotAsked | Rematch::Opening(_) => {}
        }
    }

    /// Whether everybody who sits here and is not away wants to play again, and somebody does.
    fn is_rematch_wanted(&self) -> bool {
        let sits = |id, person: &Person| person.seat.is_some() && !self.absent.contains_key(id);
        let mut seated = self.state.people.iter().filter(|(id, person)| sits(id, person)).peekable();
        seated.peek().is_some() && seated.all(|(_, person)| person.wants_rematch)
    }

    /// What a next table of a game is like: the same again, or the game as it is usually played, for as many as are here.
    fn plan(&self, game: &str) -> Result<Plan, Refusal> {
        let state = &self.state;
        let (fewest, most) = known(game)?.players;
        let is_same = game == state.game;
        // Bots come along, and so do people; seats that nobody took do not.
        let taken = state.chairs.iter().filter(|chair| **chair != Chair::Free).count();
        let seats = if is_same { state.chairs.len() } else { taken.clamp(fewest, most) };
        let given = if is_same { state.options.value() } else { json!({}) };
        let options = check_table(game, &given, seats as u8)?;
        let had_all = known(&state.game)?.players.1 as u8;
        let limit = state.limit.map(|limit| match limit {
            _ if is_same => limit,
            all if all >= had_all => most as u8,
            some => some.clamp(seats as u8, most as u8),
        });
        Ok(Plan { game: game.into(), options, seats, limit })
    }

    /// The next table: everybody one seat further on, so that others begin. Whoever is away keeps the seat, and a bot plays
    /// there until they are back.
    fn next_facts(&mut self, now_ms: u64, plan: Plan, key: &Bits) -> Vec<Fact> {
        let mut secret = Bits([0; 32]);
        self.rng.fill_bytes(&mut secret.0);
        let Plan { game, options, seats, limit } = plan;
        let state = &self.state;
        let opened = Opened {
            game,
            seats: seats as u8,
            options,
            visibility: state.visibility,
            clocks: state.clocks,
            manners: state.manners,
            code: state.code.clone(),
            secret,
            limit,
            evening: self.evening(),
            sent_away: state.all_sent_away(),
        };
        let mut whats = vec![What::Opened(Box::new(opened))];
        // Where everybody of this table sits next, in order.
        let is_same = seats == state.chairs.len();
        let moved: Vec<Option<Seat>> = {
            let mut next = Seat::all(seats).map(|seat| seat.left(seats));
            let chairs = state.chairs.iter().zip(Seat::all(state.chairs.len()));
            let place = |(chair, seat): (&Chair, Seat)| match chair {
                _ if is_same => Some(seat.left(seats)),
                Chair::Free => None,
                Chair::Person(_) | Chair::Bot(_) => next.next(),
            };
            chairs.map(place).collect()
        };
        let mut people: Vec<_> = state.people.iter().filter(|(_, person)| !person.is_gone).collect();
        people.sort_by_key(|(id, _)| (**id != state.host, **id));
        let mut away = Vec::new();
        for (number, (id, person)) in people.into_iter().enumerate() {
            let seat = person.seat.and_then(|seat| moved[seat.index()]);
            let (_, token) = linked_token(key, *id);
            let (look, member) = (Some(person.look), Some(person.member));
            let (name, new_id) = (person.name.clone(), number as PersonId);
            let (seed, secret, lead) = Default::default();
            whats.push(What::Entered { person: new_id, name, seat, token, seed, secret, lead, look, member });
            if let Some(seat) = seat.filter(|_| self.absent.contains_key(id) && !person.wants_rematch) {
                away.push(What::Ready { person: new_id, is_ready: true, seed: None });
                away.push(What::StandIn { seat, bot: Some(BotLevel::Medium), is_imposed: true });
            }
        }
        for (chair, seat) in state.chairs.iter().zip(&moved) {
            if let (Chair::Bot(level), Some(seat)) = (chair, seat) {
                whats.push(What::BotSet { seat: *seat, bot: Some(*level) });
            }
        }
        if is_same {
            let order = state.seniority.iter().map(|seat| seat.left(seats)).collect();
            whats.push(What::Seniority { order });
        }
        whats.extend(away);
        whats.into_iter().map(|what| Fact { at_ms: now_ms, by: None, what }).collect()
    }

    /// Takes in that the next table was opened, or could not be.
    pub(super) fn rematch_made(&mut self, now_ms: u64, made: Option<TableId>, out: &mut Vec<Output>) {
        self.rematch = match (made, std::mem::take(&mut self.rematch)) {
            (Some(next), Rematch::Opening(key)) => Rematch::Made(next, key),
            _ => {
                self.retry(now_ms, out);
                Rematch::NotAsked
            }
        };
    }

    /// Tells everybody where the next game is, now that it is stored.
    pub(super) fn tell_rematch(&mut self, out: &mut Vec<Output>) {
        self.rematch = Rematch::NotAsked;
        let here: Vec<_> = self.guests.keys().copied().collect();
        here.into_iter().for_each(|connection| self.lead_on(connection, out));
    }

    /// Tells a connection where the next game is, if it is known, and with what token it has its place there.
    pub(super) fn lead_on(&self, to: ConnectionId, out: &mut Vec<Output>) {
        let (Some(next), Some(guest)) = (self.state.next, self.guests.get(&to)) else { return };
        let token = |person| self.state.link.as_ref().map(|key| linked_token(key, person).0);
        let (table, is_again) = (self.state.id, self.state.chosen.is_none());
        let token = guest.person.and_then(token);
        send(vec![to], &Message::Rematch { table, next, token, is_again }, out);
    }
}

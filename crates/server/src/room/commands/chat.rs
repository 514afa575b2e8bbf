//! Talking at the table, and asking for advice.

use super::{Decided, Verdict};
use crate::identity::names::clean_chat;
use crate::identity::tokens::hash_token;
use crate::protocol::{BotLevel, ChatLine, Message, Outcome, Phase, Reaction, Refusal, RefusalCode};
use crate::room::facts::By;
use crate::room::people::Person;
use crate::room::{Asked, ConnectionId, Output, Position, Room, refuse, send};
use table::Seat;

impl Room {
    pub(super) fn say(&self, now_ms: u64, asked: &Asked, text: &str) -> Decided {
        let person = self.present(asked.from)?;
        let text = clean_chat(text).map_err(|error| refuse(RefusalCode::BadText, &error.to_string()))?;
        let Person { name, seat, .. } = &*self.state.people[&person];
        let line = ChatLine { at_ms: now_ms, name: name.clone(), seat: *seat, text };
        let by = By { person, command: asked.id.clone(), digest: Some(asked.digest) };
        Ok(self.speak(by, line))
    }

    /// Tells everybody how somebody with a place here feels; nothing of it is kept.
    pub(super) fn react(&self, from: ConnectionId, reaction: Reaction, out: &mut Vec<Output>) -> Decided {
        let person = self.present(from)?;
        allowed(self.state.manners.reactions)?;
        let Person { name, seat, .. } = &*self.state.people[&person];
        let to = self.guests.keys().copied().collect();
        let (table, name, seat) = (self.state.id, name.clone(), *seat);
        send(to, &Message::Reacted { table, name, seat, reaction }, out);
        Ok(Verdict::Now(Outcome::Done))
    }

    pub(super) fn hint(&mut self, from: ConnectionId, id: &str, out: &mut Vec<Output>) -> Decided {
        allowed(self.state.manners.hints)?;
        let position = self.own_position(from)?;
        out.push(Output::Hint { to: from, id: id.into(), position });
        Ok(Verdict::Later)
    }

    pub(super) fn odds(&mut self, from: ConnectionId, id: &str, out: &mut Vec<Output>) -> Decided {
        allowed(self.state.manners.odds)?;
        let position = self.own_position(from)?;
        out.push(Output::Odds { to: from, id: id.into(), position });
        Ok(Verdict::Later)
    }

    /// The position of whoever a token stands for; the token is not used up.
    ///
    /// A token that was handed over lets its device come here once, and is good for nothing else.
    pub fn position_of(&mut self, token: &str) -> Result<Position, Refusal> {
        allowed(self.state.manners.hints)?;
        let owner = self.state.owner(&hash_token(token));
        let seat = owner.and_then(|person| self.state.people[&person].seat);
        self.asked_position(
            seat.ok_or_else(|| refuse(RefusalCode::BadToken, "this token is good for no seat here"))?,
        )
    }

    /// The position of whoever asks.
    fn own_position(&mut self, from: ConnectionId) -> Result<Position, Refusal> {
        let (_, _, seat) = self.seated(from)?;
        self.asked_position(seat)
    }

    /// The position of a seat that has something to decide.
    fn asked_position(&mut self, seat: Seat) -> Result<Position, Refusal> {
        self.in_phase(&[Phase::Playing])?;
        if self.decisions.moves(seat).is_empty() {
            return Err(refuse(RefusalCode::Nothing, "there is nothing to decide now"));
        }
        let since = self.decisions.since(seat);
        Ok(self.position(seat, BotLevel::Hard, since))
    }
}

/// Refuses what the host has switched off.
fn allowed(is_on: bool) -> Result<(), Refusal> {
    let off = || refuse(RefusalCode::SwitchedOff, "the host has switched that off at this table");
    is_on.then_some(()).ok_or_else(off)
}

//! What each command asks of a table: checked against its state, turned into drafts of facts or refused.
//!
//! One file a group of commands; this one leads to them and has the checks they share.

mod chat;
mod enter;
mod host;
mod play;

use super::facts::{PersonId, What};
use super::people::{Chair, Person};
use super::repeats::Asked;
use super::replies::{Then, Verdict};
use super::{ConnectionId, Output, Room, refuse};
use crate::protocol::{Command, Outcome, Phase, Refusal, RefusalCode};
use table::Seat;

pub(super) use enter::sent_away;

pub(in crate::room) type Decided = Result<Verdict, Refusal>;

pub(in crate::room) fn store(what: What) -> Decided {
    Ok(Verdict::Store { drafts: vec![what.into()], then: Then::Stored })
}

impl Room {
    pub(super) fn decide(&mut self, now_ms: u64, asked: &Asked, out: &mut Vec<Output>) -> Decided {
        let Asked { from, id, command, .. } = asked;
        let from = *from;
        match command {
            Command::Join { .. } | Command::QuickMatch { .. } => self.join(now_ms, asked),
            Command::Attend { .. } => self.attend(now_ms, asked, out),
            Command::Detach { .. } => {
                self.detach(now_ms, from, out);
                out.push(Output::Release(from));
                Ok(Verdict::Now(Outcome::Done))
            }
            Command::Leave { .. } => self.leave(from),
            Command::Sit { seat, .. } => self.sit(from, *seat),
            Command::Another { game, .. } => self.choose_next(from, game),
            Command::HandOver { seat, .. } => self.hand_over(now_ms, from, *seat),
            Command::Rename { name, look, .. } => self.rename(from, name, *look),
            Command::Ready { ready, seed, .. } => self.ready(from, *ready, seed.as_deref()),
            Command::Play { after, r#move, .. } => self.play(now_ms, from, *after, r#move),
            Command::Check { r#move, .. } => self.would(from, r#move, out),
            Command::Takeback { after, .. } => self.take_back(from, *after),
            Command::Stand { bot, .. } => self.stand_in(from, *bot),
            Command::Rematch { .. } => self.want_rematch(from),
            Command::Chat { text, .. } => self.say(now_ms, asked, text),
            Command::React { reaction, .. } => self.react(from, *reaction, out),
            Command::Hint { .. } => self.hint(from, id, out),
            Command::Odds { .. } => self.odds(from, id, out),
            Command::Start { fill, .. } => self.start(from, *fill),
            Command::Configure { options, clocks, visibility, seats, limit, .. } => {
                self.configure(from, options.as_ref(), *clocks, *visibility, (*seats, *limit))
            }
            Command::Manners { manners, .. } => self.set_manners(from, *manners),
            Command::SetBot { seat, bot, .. } => self.set_bot(from, *seat, *bot),
            Command::Seniority { order, .. } => self.seniority(from, order),
            Command::Kick { seat, .. } => self.kick(from, *seat),
            Command::MakeHost { seat, .. } => self.make_host(from, *seat),
            Command::Close { .. } => self.close(from),
            // Whoever opened a table is known there.
            Command::Ping | Command::Lobby { .. } | Command::Create(_) | Command::Analyse { .. } => {
                Err(refuse(RefusalCode::BadMessage, "that is not asked of a table"))
            }
        }
    }

    pub(in crate::room) fn in_phase(&self, phases: &[Phase]) -> Result<(), Refusal> {
        match self.state.phase() {
            // Whoever waits here waits elsewhere by now.
            Phase::Waiting if self.state.next.is_some() && !phases.contains(&Phase::Over) => {
                Err(refuse(RefusalCode::WrongPhase, "everybody has gone on to another game: use the code"))
            }
            phase if phases.contains(&phase) => Ok(()),
            Phase::Waiting => Err(refuse(RefusalCode::WrongPhase, "the game has not started yet")),
            Phase::Playing => Err(refuse(RefusalCode::WrongPhase, "the game is under way")),
            Phase::Over => Err(refuse(RefusalCode::WrongPhase, "the game is over")),
            Phase::Closed => Err(refuse(RefusalCode::WrongPhase, "the table is closed")),
        }
    }

    /// Who asks, if somebody with a place here does.
    fn present(&self, from: ConnectionId) -> Result<PersonId, Refusal> {
        let guest = self
            .guests
            .get(&from)
            .ok_or_else(|| refuse(RefusalCode::NotAttending, "attend the table first"))?;
        guest.person.ok_or_else(|| {
            refuse(RefusalCode::NotSeated, "only somebody with a seat can do this: join first")
        })
    }

    fn seated(&self, from: ConnectionId) -> Result<(PersonId, &Person, Seat), Refusal> {
        let id = self.present(from)?;
        let person = &self.state.people[&id];
        let seat = person.seat.ok_or_else(|| refuse(RefusalCode::NotSeated, "take a seat first"))?;
        Ok((id, person, seat))
    }

    pub(in crate::room) fn hosting(&self, from: ConnectionId) -> Result<PersonId, Refusal> {
        match self.present(from) {
            Ok(person) if person == self.state.host => Ok(person),
            Ok(_) | Err(Refusal { code: RefusalCode::NotSeated, .. }) => {
                Err(refuse(RefusalCode::NotHost, "only the host can do this"))
            }
            Err(refusal) => Err(refusal),
        }
    }

    fn person_at(&self, seat: Seat) -> Result<(PersonId, &Person), Refusal> {
        let nobody = || refuse(RefusalCode::NoSuchSeat, "nobody sits there");
        self.state.person_in(seat).ok_or_else(nobody)
    }

    fn free(&self, seat: Seat) -> Result<(), Refusal> {
        match self.state.chairs.get(seat.index()) {
            None => Err(refuse(RefusalCode::NoSuchSeat, "this table has no such seat")),
            Some(Chair::Free) => Ok(()),
            Some(_) => Err(refuse(RefusalCode::SeatTaken, "that seat is taken: choose another")),
        }
    }
}

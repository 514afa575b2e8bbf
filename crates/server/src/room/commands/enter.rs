//! Coming to a table and going: who takes which place, by what right, and who does not come back.

use super::{Decided, store};
use crate::fairness::Bits;
use crate::identity::names::unlike;
use crate::identity::tokens::{hash_household, hash_secret, hash_token, new_token, own_log};
use crate::protocol::{AttendAs, Command, Phase, Refusal, RefusalCode};
use crate::room::checks::{read_name, read_seed};
use crate::room::facts::{PersonId, What};
use crate::room::repeats::Asked;
use crate::room::replies::{Then, Verdict};
use crate::room::state::Person;
use crate::room::{ConnectionId, Output, Room, refuse};
use journal::Seq;
use std::net::IpAddr;
use table::{Seat, Viewer};

/// How long a token for another device is good.
const HANDED_OVER_MS: u64 = 10 * 60 * 1000;

pub(in crate::room) fn sent_away() -> Refusal {
    refuse(RefusalCode::SentAway, "the host asked you to leave this table: watch, or find another")
}

impl Room {
    /// Takes a free seat for somebody new; a quick match leads to one as well.
    pub(super) fn join(&mut self, now_ms: u64, asked: &Asked) -> Decided {
        let (name, seat, seed, secret, is_match) = match &asked.command {
            Command::Join { name, seat, seed, secret, .. } => (name, *seat, seed, secret, false),
            Command::QuickMatch { name, seed, secret, .. } => (name, None, seed, secret, true),
            _ => return Err(refuse(RefusalCode::BadMessage, "join the table first")),
        };
        let seed = read_seed(seed.as_deref())?;
        let name = self.free_name(&read_name(name)?, None);
        if self.turns_away(now_ms, asked.from, secret.as_deref(), asked.household) {
            return Err(sent_away());
        }
        self.in_phase(&[Phase::Waiting])?;
        let seat = match seat {
            Some(seat) => {
                self.free(seat)?;
                seat
            }
            None => self
                .state
                .free_seat()
                .ok_or_else(|| refuse(RefusalCode::Full, "no seat is free: watch instead"))?,
        };
        let person = self.state.next_person();
        let (token, hash) = new_token(&mut self.rng);
        let lead = secret.as_deref().filter(|_| is_match).map(|secret| own_log(secret, &asked.id));
        let secret = secret.as_deref().map(|secret| hash_secret(self.state.id, secret));
        let came = What::Entered { person, name, seat: Some(seat), token: hash, seed, secret, lead };
        let viewer = Viewer::Seat(seat);
        Ok(Verdict::Store {
            drafts: vec![came.into()],
            then: Then::Enter { person, token, viewer, after: None },
        })
    }

    /// The name, or one like it that nobody else at the table is taken for.
    pub(in crate::room) fn free_name(&self, name: &str, of: Option<PersonId>) -> String {
        let others = self.state.people.iter().filter(|(id, person)| Some(**id) != of && !person.is_gone);
        unlike(name, others.map(|(_, person)| &person.likeness))
    }

    /// Whether the host's word keeps somebody out: whoever was sent away, and for an hour their household, unless it is
    /// that of somebody who has a place here.
    pub fn turns_away(
        &self,
        now_ms: u64,
        from: ConnectionId,
        secret: Option<&str>,
        household: Option<IpAddr>,
    ) -> bool {
        let secret = secret.map(|secret| hash_secret(self.state.id, secret));
        let is_theirs = |person: &super::Person| secret.is_some() && person.secret == secret;
        let had_it = |id| self.former.contains(&(from, id));
        let mut kicked = self.state.people.iter().filter(|(_, person)| person.is_kicked);
        if kicked.any(|(id, person)| is_theirs(person) || had_it(*id)) {
            return true;
        }
        let Some(household) = household.map(|household| self.household(household)) else { return false };
        let is_barred = |(barred, until_ms): &(Bits, u64)| *barred == household && now_ms < *until_ms;
        let is_here = |id| self.state.people.get(id).is_some_and(|person| !person.is_gone);
        self.state.barred.iter().any(is_barred)
            && !self.households.iter().any(|(person, from)| *from == household && is_here(person))
    }

    /// What the table calls a household.
    pub(in crate::room) fn household(&self, household: IpAddr) -> Bits {
        hash_household(&self.state.secret, household)
    }

    pub(super) fn attend(&mut self, now_ms: u64, asked: &Asked, out: &mut Vec<Output>) -> Decided {
        let Command::Attend { r#as: role, token, after, secret, .. } = &asked.command else {
            return Err(refuse(RefusalCode::BadMessage, "attend the table first"));
        };
        self.in_phase(&[Phase::Waiting, Phase::Playing, Phase::Over])?;
        let Some(token) = token else {
            let viewer = match role {
                AttendAs::Place => {
                    return Err(refuse(RefusalCode::BadToken, "a place is taken with its token"));
                }
                AttendAs::Spectator => Viewer::Spectator,
                AttendAs::Screen => Viewer::Screen,
            };
            return Ok(Verdict::Now(self.watch(asked.from, viewer, *after, out)));
        };
        let device = secret.as_deref().map(|secret| hash_secret(self.state.id, secret));
        let (person, keep) = self.shown(now_ms, &hash_token(token), device.as_ref(), asked)?;
        let viewer = match (role, self.state.people[&person].seat) {
            (AttendAs::Place, Some(seat)) => Viewer::Seat(seat),
            (AttendAs::Place | AttendAs::Spectator, _) => Viewer::Spectator,
            (AttendAs::Screen, None) => Viewer::Screen,
            (AttendAs::Screen, Some(_)) => {
                return Err(refuse(
                    RefusalCode::BadToken,
                    "a screen shows no seat: attend without the token",
                ));
            }
        };
        Ok(self.take_place(person, keep, device, viewer, *after))
    }

    /// Whose place a token that is shown stands for, and the token that is used up by it.
    fn shown(
        &self,
        now_ms: u64,
        token: &Bits,
        device: Option<&Bits>,
        asked: &Asked,
    ) -> Result<(PersonId, Bits), Refusal> {
        if let Some(person) = self.state.owner(token).or_else(|| self.state.giver(token, now_ms)) {
            return Ok((person, *token));
        }
        // A token that was handed over is good once; the device that used it may have lost the answer.
        let is_claimed = |person: &Person| {
            let claim = person.claim.as_ref().filter(|claim| claim.token == *token && !person.is_gone);
            claim.is_some_and(|claim| {
                let is_same = claim.by.command == asked.id && claim.by.digest == Some(asked.digest);
                is_same && device == Some(&claim.device)
            })
        };
        let again = self.state.find(is_claimed).map(|person| (person, self.state.people[&person].tokens[0]));
        again.ok_or_else(|| refuse(RefusalCode::BadToken, "this token is no longer good: join or watch"))
    }

    /// Gives a person's place to a connection, with a new token in return for `keep`.
    pub(in crate::room) fn take_place(
        &mut self,
        person: PersonId,
        keep: Bits,
        device: Option<Bits>,
        viewer: Viewer,
        after: Option<Seq>,
    ) -> Verdict {
        let (token, hash) = new_token(&mut self.rng);
        let known = &self.state.people[&person];
        // A device is known by its secret once a place was handed over to it, or was given to nobody's before.
        let is_handed = known.handed.as_ref().is_some_and(|handed| handed.token == keep);
        let device = device.filter(|_| is_handed || known.secret.is_none());
        let mut drafts = vec![What::TokenChanged { person, token: hash, keep, device }.into()];
        if let (Some(seat), Some(stand_in)) = (known.seat, known.stand_in)
            && stand_in.is_imposed
        {
            drafts.push(What::StandIn { seat, bot: None, is_imposed: false }.into());
        }
        Verdict::Store { drafts, then: Then::Enter { person, token, viewer, after } }
    }

    pub(super) fn leave(&mut self, from: ConnectionId) -> Decided {
        let person = self.present(from)?;
        let left = What::Left { person, is_kicked: false, household: None };
        Ok(Verdict::Store { drafts: vec![left.into()], then: Then::Leave { person } })
    }

    pub(super) fn sit(&mut self, from: ConnectionId, seat: Seat) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting])?;
        self.free(seat)?;
        let keep = self.state.people[&person].tokens[0];
        // The seat decides what one sees, so the connection enters anew.
        let (token, hash) = new_token(&mut self.rng);
        let changed = What::TokenChanged { person, token: hash, keep, device: None };
        Ok(Verdict::Store {
            drafts: vec![What::Sat { person, seat }.into(), changed.into()],
            then: Then::Enter { person, token, viewer: Viewer::Seat(seat), after: None },
        })
    }

    pub(super) fn hand_over(&mut self, now_ms: u64, from: ConnectionId) -> Decided {
        let person = self.present(from)?;
        Ok(self.hand_out(person, now_ms + HANDED_OVER_MS))
    }

    pub(in crate::room) fn hand_out(&mut self, person: PersonId, until_ms: u64) -> Verdict {
        let (token, hash) = new_token(&mut self.rng);
        let handed = What::HandedOver { person, token: hash, until_ms };
        Verdict::Store { drafts: vec![handed.into()], then: Then::HandOver { token } }
    }

    pub(super) fn rename(&self, from: ConnectionId, name: &str) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let name = self.free_name(&read_name(name)?, Some(person));
        store(What::Renamed { person, name })
    }
}

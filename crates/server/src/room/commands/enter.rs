//! Coming to a table and going: who takes which place, by what right, and who does not come back.

use super::{Decided, store};
use crate::fairness::Bits;
use crate::identity::names::unlike;
use crate::identity::tokens::{hash_household, hash_secret, hash_token, new_token, own_log};
use crate::protocol::{AttendAs, Command, Look, Phase, Refusal, RefusalCode};
use crate::room::checks::{check_look, check_table, read_name, read_seed};
use crate::room::drafts::Draft;
use crate::room::facts::{PersonId, What};
use crate::room::people::{Chair, Person};
use crate::room::repeats::Asked;
use crate::room::replies::{Then, Verdict};
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
        let (name, seat, seed, secret, look, is_match) = match &asked.command {
            Command::Join { name, seat, seed, secret, look, .. } => (name, *seat, seed, secret, *look, false),
            Command::QuickMatch { name, seed, secret, .. } => (name, None, seed, secret, None, true),
            _ => return Err(refuse(RefusalCode::BadMessage, "join the table first")),
        };
        let seed = read_seed(seed.as_deref())?;
        let name = self.free_name(&read_name(name)?, None);
        if self.turns_away(now_ms, asked.from, secret.as_deref(), asked.household) {
            return Err(sent_away());
        }
        self.in_phase(&[Phase::Waiting])?;
        let look = check_look(look)?;
        let (seat, mut drafts) = self.place_for(seat)?;
        let person = self.state.next_person();
        let (token, hash) = new_token(&mut self.rng);
        let lead = secret.as_deref().filter(|_| is_match).map(|secret| own_log(secret, &asked.id));
        let secret = secret.as_deref().map(|secret| hash_secret(self.state.id, secret));
        let (seat, viewer, member) = (Some(seat), Viewer::Seat(seat), None);
        drafts
            .push(What::Entered { person, name, seat, token: hash, seed, secret, lead, look, member }.into());
        Ok(Verdict::Store { drafts, then: Then::Enter { person, token, viewer, after: None } })
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
        let known = |table, device: &Bits| secret.is_some_and(|secret| hash_secret(table, secret) == *device);
        let is_theirs =
            |person: &super::Person| person.secret.is_some_and(|device| known(self.state.id, &device));
        let had_it = |id| self.former.contains(&(from, id));
        let mut kicked = self.state.people.iter().filter(|(_, person)| person.is_kicked);
        if kicked.any(|(id, person)| is_theirs(person) || had_it(*id)) {
            return true;
        }
        let earlier = &self.state.sent_away;
        if earlier.iter().any(|from| from.devices.iter().any(|device| known(from.table, device))) {
            return true;
        }
        let Some(household) = household else { return false };
        let is_barred = |secret: &Bits, barred: &[(Bits, u64)]| {
            let known = hash_household(secret, household);
            barred.iter().any(|(barred, until_ms)| *barred == known && now_ms < *until_ms)
        };
        let own = self.household(household);
        let is_here = |id| self.state.people.get(id).is_some_and(|person| !person.is_gone);
        (is_barred(&self.state.secret, &self.state.barred)
            || earlier.iter().any(|from| is_barred(&from.secret, &from.barred)))
            && !self.households.iter().any(|(person, from)| *from == own && is_here(person))
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

    /// Moves to a seat, or stands up and is the screen in the middle of the room.
    pub(super) fn sit(&mut self, from: ConnectionId, seat: Option<Seat>) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let mut drafts = match seat {
            Some(_) => self.place_for(seat)?.1,
            None => Vec::new(),
        };
        let keep = self.state.people[&person].tokens[0];
        // The seat decides what one sees, so the connection enters anew.
        let (token, hash) = new_token(&mut self.rng);
        let changed = What::TokenChanged { person, token: hash, keep, device: None };
        drafts.extend([What::Sat { person, seat }.into(), changed.into()]);
        let viewer = seat.map_or(Viewer::Screen, Viewer::Seat);
        Ok(Verdict::Store { drafts, then: Then::Enter { person, token, viewer, after: None } })
    }

    /// Where somebody can sit, and what has to happen before: a table that grows gets one seat more, or a bot goes.
    pub(super) fn place_for(&self, wanted: Option<Seat>) -> Result<(Seat, Vec<Draft>), Refusal> {
        let count = self.state.chairs.len();
        let more = Seat::new(count as u8).filter(|_| {
            let fits = |seats| check_table(&self.state.game, &self.state.options.value(), seats).is_ok();
            count < usize::from(self.state.most_seats()) && fits(count as u8 + 1)
        });
        let grow = |seat| (seat, vec![What::Grown { seats: count as u8 + 1 }.into()]);
        if let Some(seat) = wanted {
            return match more {
                Some(more) if more == seat => Ok(grow(seat)),
                _ => self.free(seat).map(|()| (seat, Vec::new())),
            };
        }
        if let Some(seat) = self.state.free_seat() {
            return Ok((seat, Vec::new()));
        }
        let is_bot = |seat: &Seat| matches!(self.state.chairs[seat.index()], Chair::Bot(_));
        let last_bot = Seat::all(count).rev().find(is_bot).filter(|_| self.state.limit.is_some());
        let instead = |seat| (seat, vec![What::BotSet { seat, bot: None }.into()]);
        more.map(grow)
            .or_else(|| last_bot.map(instead))
            .ok_or_else(|| refuse(RefusalCode::Full, "no seat is free: watch instead"))
    }

    /// Lets another device take over a place: one's own or, for the host, that of somebody whose device is gone.
    pub(super) fn hand_over(&mut self, now_ms: u64, from: ConnectionId, seat: Option<Seat>) -> Decided {
        let person = match seat {
            None => self.present(from)?,
            Some(seat) => {
                self.hosting(from)?;
                let (person, _) = self.person_at(seat)?;
                // Whoever is here shows their cards to nobody but whom they choose.
                if !self.absent.contains_key(&person) {
                    let text = "they are here: they can hand their seat over themselves";
                    return Err(refuse(RefusalCode::SeatTaken, text));
                }
                person
            }
        };
        Ok(self.hand_out(person, now_ms + HANDED_OVER_MS))
    }

    pub(in crate::room) fn hand_out(&mut self, person: PersonId, until_ms: u64) -> Verdict {
        let (token, hash) = new_token(&mut self.rng);
        let handed = What::HandedOver { person, token: hash, until_ms };
        Verdict::Store { drafts: vec![handed.into()], then: Then::HandOver { token } }
    }

    pub(super) fn rename(&self, from: ConnectionId, name: &str, look: Option<Look>) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting, Phase::Over])?;
        let name = self.free_name(&read_name(name)?, Some(person));
        let look = check_look(look)?;
        let others = self.state.people.iter().filter(|(id, other)| **id != person && !other.is_gone);
        if look
            .is_some_and(|look| others.map(|(_, other)| other.look.colour).any(|taken| taken == look.colour))
        {
            return Err(refuse(RefusalCode::BadName, "somebody here has that colour: choose another"));
        }
        store(What::Renamed { person, name, look })
    }
}

//! Playing: being ready, moving, trying a move out, taking one back, letting a bot play, playing again.

use super::{Decided, Verdict, store};
use crate::protocol::{BotLevel, Json, Message, Outcome, Phase, Refusal, RefusalCode};
use crate::room::checks::read_seed;
use crate::room::drafts::{Draft, draw_fates};
use crate::room::facts::{PersonId, What};
use crate::room::people::Chair;
use crate::room::replies::Then;
use crate::room::{ConnectionId, Output, Room, refuse, send};
use journal::Seq;
use table::Seat;

impl Room {
    pub(super) fn ready(&self, from: ConnectionId, is_ready: bool, seed: Option<&str>) -> Decided {
        let (person, _, _) = self.seated(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let seed = read_seed(seed)?;
        let mut drafts = vec![What::Ready { person, is_ready, seed }.into()];
        let are_others_ready = self.state.chairs.iter().all(|chair| match chair {
            Chair::Free => false,
            Chair::Bot(_) => true,
            Chair::Person(other) => *other == person || self.state.people[other].is_ready,
        });
        if is_ready && are_others_ready {
            drafts.extend(self.first_events(seed.map(|seed| (person, seed)))?);
        }
        Ok(Verdict::Store { drafts, then: Then::Stored })
    }

    pub(super) fn play(&self, now_ms: u64, from: ConnectionId, after: Seq, mv: &Json) -> Decided {
        let has_place = |person: &PersonId| self.state.people.get(person).is_some_and(|known| !known.is_gone);
        if !self.guests.contains_key(&from) && self.person_of(from).as_ref().is_some_and(has_place) {
            let text = "your place was taken on another connection: attend again";
            return Err(Refusal { now: Some(self.state.seq), ..refuse(RefusalCode::Stale, text) });
        }
        let (_, person, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        if person.stand_in.is_some() {
            return Err(refuse(RefusalCode::WrongPhase, "a bot plays your seat: take it back first"));
        }
        let drafts = self.moved(seat, after, mv.text(), false)?;
        if self.held_until_ms(seat, &drafts).is_some_and(|until_ms| now_ms < until_ms) {
            return Ok(Verdict::Held);
        }
        Ok(Verdict::Store { drafts, then: Then::Stored })
    }

    /// Makes a move and what nature does after it, to be stored: the only place where a move is read and checked.
    pub(in crate::room) fn moved(
        &self,
        seat: Seat,
        after: Seq,
        mv: &str,
        is_bot: bool,
    ) -> Result<Vec<Draft>, Refusal> {
        let now = self.state.seq;
        let late = |text: &str| Refusal { now: Some(now), ..refuse(RefusalCode::Stale, text) };
        if after > now {
            return Err(late("you are ahead of the table: attend it again"));
        }
        if after < self.decisions.since(seat) {
            return Err(late("the table has moved on: look again and decide anew"));
        }
        let mut play = self.state.play.as_ref().expect("the game has started").copy();
        let step = play.play_move(seat, mv).map_err(|foul| fouled(&foul, now))?;
        let mut drafts = vec![Draft::played(step, is_bot)];
        draw_fates(&mut *play, self.state.events + 1, &mut drafts, |number| self.state.nature(number));
        Ok(drafts)
    }

    /// Whether a move could be made now; nothing happens, but where all see what is tried they are told.
    pub(super) fn would(&self, from: ConnectionId, mv: &Json, out: &mut Vec<Output>) -> Decided {
        let (_, _, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        let play = self.state.play.as_ref().expect("the game has started");
        play.check_move(seat, mv.text()).map_err(|foul| fouled(&foul, self.state.seq))?;
        let others: Vec<_> = self.guests.keys().copied().filter(|guest| *guest != from).collect();
        if !others.is_empty()
            && let Some(tried) = play.tried(seat, mv.text())
        {
            let (table, seq, r#move) = (self.state.id, self.state.seq, Json::from_text(tried));
            send(others, &Message::Tried { table, seq, seat, r#move }, out);
        }
        Ok(Verdict::Now(Outcome::Done))
    }

    pub(super) fn take_back(&self, from: ConnectionId, after: Seq) -> Decided {
        let (_, _, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        let is_seen = (self.state.last_event()..=self.state.seq).contains(&after);
        if !is_seen || !self.may_take_back(seat) {
            return Err(refuse(
                RefusalCode::NoTakeback,
                "that cannot be taken back: it was seen or answered",
            ));
        }
        store(What::TakenBack { seat })
    }

    /// Lets a bot play for whoever asks, or no longer.
    pub(super) fn stand_in(&self, from: ConnectionId, bot: Option<BotLevel>) -> Decided {
        let (_, _, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        store(What::StandIn { seat, bot, is_imposed: false })
    }

    pub(super) fn want_rematch(&self, from: ConnectionId) -> Decided {
        let (person, _, _) = self.seated(from)?;
        self.in_phase(&[Phase::Over])?;
        store(What::RematchWanted { person })
    }
}

fn fouled(foul: &shelf::AnyFoul, now: Seq) -> Refusal {
    // What cannot be read is not told back.
    let text = match foul.code {
        "unreadable" => "that is no move of this game: look at those that are listed",
        _ => &foul.text,
    };
    Refusal { foul: Some(foul.code.into()), now: Some(now), ..refuse(RefusalCode::Foul, text) }
}

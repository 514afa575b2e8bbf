//! What the host decides: how the table is set up, who sits there, when it starts and when it closes.

use super::{Decided, Verdict, store};
use crate::fairness::{self, Bits};
use crate::protocol::Refusal;
use crate::protocol::{BotLevel, ClockSettings, Json, Manners, Phase, RefusalCode, Visibility};
use crate::room::checks::{check_clocks, check_limit, check_table, no_table};
use crate::room::drafts::{Draft, draw_fates};
use crate::room::facts::{PersonId, What};
use crate::room::people::Chair;
use crate::room::replies::Then;
use crate::room::{ConnectionId, Room, refuse};
use table::{Seat, SeatSet, Seating};

impl Room {
    pub(super) fn start(&self, from: ConnectionId, fill: Option<BotLevel>) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let mut drafts = Vec::new();
        for seat in Seat::all(self.state.chairs.len()) {
            if self.state.chairs[seat.index()] == Chair::Free {
                let bot =
                    fill.ok_or_else(|| refuse(RefusalCode::NotReady, "a seat is free: fill it with a bot"))?;
                drafts.push(What::BotSet { seat, bot: Some(bot) }.into());
            }
        }
        drafts.extend(self.first_events(None)?);
        Ok(Verdict::Store { drafts, then: Then::Stored })
    }

    /// The start of the game and what nature does first; `last` is a seed given with the command that starts it.
    pub(super) fn first_events(&self, last: Option<(PersonId, Bits)>) -> Result<Vec<Draft>, Refusal> {
        let seating = Seating::new(&self.state.seniority).map_err(no_table)?;
        let mut play =
            shelf::open(&self.state.game, &self.state.options.value(), &seating).map_err(no_table)?;
        let seeds = self.state.given_seeds(last);
        let mut drafts = vec![What::Started.into()];
        draw_fates(&mut *play, 0, &mut drafts, |number| fairness::nature(&self.state.secret, &seeds, number));
        Ok(drafts)
    }

    pub(super) fn configure(
        &self,
        from: ConnectionId,
        options: Option<&Json>,
        clocks: Option<ClockSettings>,
        visibility: Option<Visibility>,
        (seats, limit): (Option<u8>, Option<u8>),
    ) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting])?;
        if let Some(seats) = seats
            && self.state.chairs.iter().skip(usize::from(seats)).any(|chair| *chair != Chair::Free)
        {
            return Err(refuse(RefusalCode::SeatTaken, "somebody sits in a seat that would go"));
        }
        let count = seats.unwrap_or(self.state.chairs.len() as u8);
        let options =
            options.map(|options| check_table(&self.state.game, &options.value(), count)).transpose()?;
        if options.is_none() {
            check_table(&self.state.game, &self.state.options.value(), count)?;
        }
        check_clocks(clocks.as_ref().unwrap_or(&self.state.clocks))?;
        check_limit(&self.state.game, count, limit)?;
        // Whoever takes more seats than there may be takes the limit along.
        let limit = limit.or_else(|| self.state.limit.map(|limit| limit.max(count)));
        store(What::Configured { options, clocks, visibility, seats, limit })
    }

    pub(super) fn set_manners(&self, from: ConnectionId, manners: Manners) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting, Phase::Playing, Phase::Over])?;
        store(What::MannersSet { manners })
    }

    pub(super) fn set_bot(&self, from: ConnectionId, seat: Seat, bot: Option<BotLevel>) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting, Phase::Playing])?;
        let is_waiting = self.state.phase() == Phase::Waiting;
        match self.state.chairs.get(seat.index()) {
            None if is_waiting && bot.is_some() => {
                let mut drafts = self.place_for(Some(seat))?.1;
                drafts.push(What::BotSet { seat, bot }.into());
                Ok(Verdict::Store { drafts, then: Then::Stored })
            }
            None => Err(refuse(RefusalCode::NoSuchSeat, "this table has no such seat")),
            Some(Chair::Person(_)) if is_waiting => {
                Err(refuse(RefusalCode::SeatTaken, "somebody sits there"))
            }
            Some(Chair::Person(_)) => store(What::StandIn { seat, bot, is_imposed: false }),
            Some(_) if !is_waiting && bot.is_none() => {
                Err(refuse(RefusalCode::WrongPhase, "a game goes on with all its seats"))
            }
            Some(_) => store(What::BotSet { seat, bot }),
        }
    }

    pub(super) fn seniority(&self, from: ConnectionId, order: &[Seat]) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let count = self.state.chairs.len();
        if order.len() != count || order.iter().copied().collect::<SeatSet>() != SeatSet::all(count) {
            return Err(refuse(RefusalCode::BadTable, "name every seat once, the youngest first"));
        }
        store(What::Seniority { order: order.to_vec() })
    }

    pub(super) fn kick(&self, from: ConnectionId, seat: Seat) -> Decided {
        self.hosting(from)?;
        let (person, _) = self.person_at(seat)?;
        let household = self.households.get(&person).copied();
        store(What::Left { person, is_kicked: true, household })
    }

    pub(super) fn make_host(&self, from: ConnectionId, seat: Seat) -> Decided {
        self.hosting(from)?;
        let (person, _) = self.person_at(seat)?;
        store(What::HostChanged { person })
    }

    pub(super) fn close(&self, from: ConnectionId) -> Decided {
        self.hosting(from)?;
        store(What::Closed)
    }
}

//! The decisions now asked for, and when each must have come.
//!
//! Every deadline is worked out from the times of stored facts, so it is the same whoever works it out.

use super::drafts::Draft;
use super::state::State;
use super::{Output, Room};
use crate::protocol::Json;
use journal::Seq;
use table::{Seat, Turn, Viewer};

/// The decisions now asked for, by seat.
#[derive(Default)]
pub(super) struct Decisions {
    /// One for each seat of the game, once it has started.
    pub(super) seats: Vec<Decision>,
    pub(super) nature: SlowNature,
    now_ms: u64,
}

/// What a seat is asked, and how far it is answered.
#[derive(Default)]
pub(super) struct Decision {
    /// The sequence since which the seat may act without having acted: older commands are stale.
    since: Seq,
    /// The sequence since which it is asked in this form.
    pub(super) posed: Seq,
    pub(super) at_ms: u64,
    /// The moves that are known without a search.
    at_hand: Vec<Json>,
    pub(super) search: Search,
    pub(super) pass: Option<String>,
    pub(super) bot: BotSeat,
}

/// Whether the workers look for more moves of a seat.
#[derive(Default)]
pub(super) enum Search {
    #[default]
    NotAsked,
    Asked,
    Found(Vec<Json>),
}

/// What the bot in a seat is about.
#[derive(Default)]
pub(super) enum BotSeat {
    #[default]
    NotAsked,
    Thinking,
    /// It has chosen this move, or knows no better than the first it may make.
    Decided(Option<String>),
}

/// A fate that the workers simulate, named by the number of the event it will be.
#[derive(Default)]
pub(super) enum SlowNature {
    #[default]
    NotAsked,
    Drawing(u64),
    Drawn(u64, String),
}

impl Decision {
    /// All moves that are known.
    fn moves(&self) -> &[Json] {
        match &self.search {
            Search::Found(moves) => moves,
            _ => &self.at_hand,
        }
    }
}

impl Decisions {
    /// Works all decisions out anew: each is asked for since the last event, whatever else the log tells after it.
    pub(super) fn renew(&mut self, state: &State, now_ms: u64) {
        self.change(state, state.last_event(), true, None, now_ms);
    }

    /// Works out what is asked for after some events: a decision that stayed the same is not asked for anew.
    pub(super) fn change(
        &mut self,
        state: &State,
        seq: Seq,
        is_fate: bool,
        mover: Option<Seat>,
        now_ms: u64,
    ) {
        self.now_ms = now_ms;
        let Some(play) = &state.play else { return };
        let turn = play.turn();
        self.seats.resize_with(state.chairs.len(), Decision::default);
        for seat in Seat::all(state.chairs.len()) {
            let may_act = matches!(turn, Turn::Seats(seats) if seats.has(seat));
            let at_hand = if may_act { play.moves_at_hand(seat) } else { Vec::new() };
            let at_hand: Vec<Json> = at_hand.into_iter().map(Json::from).collect();
            let decision = &mut self.seats[seat.index()];
            if mover == Some(seat) || (may_act && decision.at_hand.is_empty()) {
                decision.since = seq;
            }
            let is_same = at_hand.iter().map(Json::text).eq(decision.at_hand.iter().map(Json::text));
            if is_fate || mover == Some(seat) || !is_same {
                let (pass, since) = (play.pass(seat), decision.since);
                *decision =
                    Decision { since, posed: seq, at_ms: now_ms, at_hand, pass, ..Decision::default() };
            }
        }
        if turn != Turn::Nature {
            self.nature = SlowNature::NotAsked;
        }
    }

    /// Takes in what a bot has decided, unless it was asked something else since.
    pub(super) fn thought(&mut self, seat: Seat, posed: Seq, mv: Option<String>) {
        if let Some(decision) = self.seats.get_mut(seat.index()).filter(|decision| decision.posed == posed) {
            decision.bot = BotSeat::Decided(mv);
        }
    }

    /// Takes in what nature has done; kept until it has happened, for the store may refuse it once.
    pub(super) fn drawn(&mut self, number: u64, event: String) {
        self.nature = SlowNature::Drawn(number, event);
    }

    pub(super) fn since(&self, seat: Seat) -> Seq {
        self.seats[seat.index()].since
    }

    pub(super) fn moves(&self, seat: Seat) -> &[Json] {
        self.seats[seat.index()].moves()
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    pub(super) fn set_now_ms(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// When the decision now asked for must have come, by the table's clock or by the rules.
    pub(super) fn turn_ends_at_ms(&self, state: &State) -> Option<u64> {
        [patience_ends_at_ms(state), state.limit_ends_at_ms()].into_iter().flatten().min()
    }

    /// When the window that is open closes.
    pub(super) fn window_ends_at_ms(&self, state: &State) -> Option<u64> {
        state.window_since_ms.map(|since_ms| since_ms + u64::from(state.clocks.window_s) * 1000)
    }
}

/// When a bot takes over from a person who takes too long.
fn patience_ends_at_ms(state: &State) -> Option<u64> {
    state.on_the_clock()?;
    Some(state.posed_at_ms + u64::from(state.clocks.turn_s?) * 1000)
}

/// When the seat asked has used up its time for the whole game.
fn game_ends_at_ms(state: &State) -> Option<(Seat, u64)> {
    let (seat, limit_s) = (state.on_the_clock()?, state.clocks.game_s?);
    let left_ms = (u64::from(limit_s) * 1000).saturating_sub(state.used_ms[seat.index()]);
    Some((seat, state.asked_at_ms + left_ms))
}

impl Room {
    /// Until when a move must wait that would end a window early by letting it go by: a window lasts as long whatever
    /// anyone does or holds. Where one person plays against bots there is nobody who could learn anything by it.
    pub(super) fn held_until_ms(&self, seat: Seat, drafts: &[Draft]) -> Option<u64> {
        let decisions = &self.decisions;
        let may_pass = decisions.seats[seat.index()].pass.is_some();
        let is_pass = drafts.first().is_some_and(Draft::is_pass);
        let people = Seat::all(self.state.chairs.len()).filter(|seat| self.state.bot_of(*seat).is_none());
        let is_alone = people.count() == 1;
        let is_last = decisions.seats.iter().filter(|decision| decision.pass.is_some()).count() == 1;
        decisions
            .window_ends_at_ms(&self.state)
            .filter(|_| self.pace.fills_windows() && may_pass && is_pass && is_last && !is_alone)
    }

    /// When a bot takes over from the person in a seat who must decide.
    pub(super) fn stand_in_at_ms(&self, seat: Seat) -> u64 {
        let state = &self.state;
        // Within a window nobody is waited for: whoever is gone lets it go by.
        if state.window_since_ms.is_some() {
            return u64::MAX;
        }
        let absent_ms = state.person_in(seat).and_then(|(person, _)| {
            self.absent.get(&person).map(|since_ms| since_ms + u64::from(state.clocks.grace_s) * 1000)
        });
        let is_asked = state.asked() == Some(seat);
        let turn_ms = patience_ends_at_ms(state).filter(|_| is_asked);
        let game_ms = game_ends_at_ms(state).filter(|(asked, _)| *asked == seat).map(|(_, ms)| ms);
        [absent_ms.filter(|_| is_asked), turn_ms, game_ms].into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    /// Takes the answer of a search in, and tells whose move it is what was found.
    pub(super) fn found(&mut self, seat: Seat, posed: Seq, moves: Vec<String>, out: &mut Vec<Output>) {
        let decision = self.decisions.seats.get_mut(seat.index());
        let Some(decision) = decision.filter(|decision| decision.posed == posed) else { return };
        let moves: Vec<_> = moves.into_iter().map(Json::from_text).collect();
        let is_news = moves != decision.at_hand;
        decision.search = Search::Found(moves);
        if is_news {
            self.tell_moment(Viewer::Seat(seat), Vec::new(), out);
        }
    }
}

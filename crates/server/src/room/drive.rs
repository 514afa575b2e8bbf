//! What goes on at a table by itself: bots decide, clocks run out, absent people are stood in for, nature is simulated.
//!
//! Every deadline is worked out from the times of stored facts, so it is the same whoever works it out.

use super::decide::{draw_fates, is_simulated};
use super::state::{Chair, State};
use super::{Output, Room, Tokens, send};
use crate::fact::{Fact, Opened, PersonId, What};
use crate::fair::Bits;
use crate::token::{new_code, new_token};
use crate::wire::{BotLevel, Json, Message, Phase};
use journal::{Seq, TableId};
use std::collections::BTreeMap;
use table::{MAX_SEATS, Rng as _, Seat, Turn, Viewer};

/// How long a bot takes, whatever it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// At least this long, in milliseconds.
    pub least_ms: u64,
    /// And up to this much longer.
    pub spread_ms: u64,
}

impl Pace {
    /// As fast as the bot can.
    pub const AT_ONCE: Self = Self { least_ms: 0, spread_ms: 0 };
    /// As fast as a person who knows the game, and slower than the longest thought about hidden cards (550 ms), so
    /// that an answer tells nothing of how much there was to think about.
    pub const HUMAN: Self = Self { least_ms: 650, spread_ms: 500 };

    /// As long as people look at what an answer within a window turned up, before bots go on.
    const REVEAL_MS: u64 = 3800;

    /// Whether a window stays open to its end though all have let it go by; only a house in a hurry goes on at once.
    fn fills_windows(self) -> bool {
        self.least_ms > 0
    }

    /// The delay of one decision: drawn from its number, not from what the bot sees.
    fn delay_ms(self, seat: Seat, since: Seq) -> u64 {
        let drawn = (since ^ (seat.index() as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        self.least_ms + drawn % (self.spread_ms + 1)
    }
}

/// The decisions now asked for, by seat.
#[derive(Default)]
pub(super) struct Decisions {
    seats: [Decision; MAX_SEATS],
    drawing: Option<u64>,
    drawn: Option<(u64, String)>,
    now_ms: u64,
}

#[derive(Default)]
struct Decision {
    /// The sequence since which the seat may act without having acted: older commands are stale.
    since: Seq,
    /// The sequence since which it is asked in this form.
    posed: Seq,
    at_ms: u64,
    /// The moves at hand, and all that are known once a search has ended.
    moves: Vec<String>,
    found: Option<Vec<String>>,
    is_searching: bool,
    pass: Option<String>,
    is_thinking: bool,
    thought: Option<Option<String>>,
}

impl Decisions {
    /// Works all decisions out anew.
    pub(super) fn renew(&mut self, state: &State, now_ms: u64) {
        self.change(state, state.seq, true, None, now_ms);
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
        for seat in Seat::all(state.chairs.len()) {
            let may_act = matches!(turn, Turn::Seats(seats) if seats.has(seat));
            let moves = if may_act { play.moves_at_hand(seat) } else { Vec::new() };
            let decision = &mut self.seats[seat.index()];
            if mover == Some(seat) || (may_act && decision.moves.is_empty()) {
                decision.since = seq;
            }
            if is_fate || mover == Some(seat) || moves != decision.moves {
                let (pass, since) = (play.pass(seat), decision.since);
                *decision = Decision { since, posed: seq, at_ms: now_ms, moves, pass, ..Decision::default() };
            }
        }
        if turn != Turn::Nature {
            (self.drawing, self.drawn) = (None, None);
        }
    }

    pub(super) fn thought(&mut self, seat: Seat, since: Seq, mv: Option<String>) {
        let decision = &mut self.seats[seat.index()];
        if decision.posed == since {
            decision.thought = Some(mv);
        }
    }

    pub(super) fn since(&self, seat: Seat) -> Seq {
        self.seats[seat.index()].since
    }

    pub(super) fn moves(&self, seat: Seat) -> &[String] {
        let decision = &self.seats[seat.index()];
        decision.found.as_ref().unwrap_or(&decision.moves)
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// When the decision now asked for must have come, by the table's clock or by the rules.
    pub(super) fn turn_ends_at_ms(&self, state: &State) -> Option<u64> {
        [Self::patience_ends_at_ms(state), state.limit_ends_at_ms()].into_iter().flatten().min()
    }

    /// When a bot takes over from a person who takes too long.
    fn patience_ends_at_ms(state: &State) -> Option<u64> {
        state.on_the_clock()?;
        Some(state.posed_at_ms + u64::from(state.clocks.turn_s?) * 1000)
    }

    pub(super) fn window_ends_at_ms(&self, state: &State) -> Option<u64> {
        state.window_since_ms.map(|since_ms| since_ms + u64::from(state.clocks.window_s) * 1000)
    }

    /// Until when a pass must wait that would end a window early: it is as long whatever anyone does or holds.
    pub(super) fn held_until_ms(&self, state: &State, pace: Pace, seat: Seat, mv: &str) -> Option<u64> {
        let play = state.play.as_ref().filter(|_| pace.fills_windows())?;
        let pass = self.seats[seat.index()].pass.as_ref()?;
        let is_last = self.seats.iter().filter(|decision| decision.pass.is_some()).count() == 1;
        let is_pass = || play.check_move(seat, mv).ok() == play.check_move(seat, pass).ok();
        self.window_ends_at_ms(state).filter(|_| is_last && is_pass())
    }

    /// When the seat asked has used up its time for the whole game.
    fn game_ends_at_ms(state: &State) -> Option<(Seat, u64)> {
        let (seat, limit_s) = (state.on_the_clock()?, state.clocks.game_s?);
        let left_ms = (u64::from(limit_s) * 1000).saturating_sub(state.used_ms[seat.index()]);
        Some((seat, state.asked_at_ms + left_ms))
    }
}

impl Room {
    /// Does what is due, and asks to be woken when something will be.
    pub(super) fn drive(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        self.decisions.now_ms = now_ms;
        if self.pending.is_some() || self.is_reading || now_ms < self.retry_at_ms {
            return;
        }
        if !self.held.is_empty()
            && self.decisions.window_ends_at_ms(&self.state).is_none_or(|ms| now_ms >= ms)
        {
            self.waiting.extend(self.held.drain(..));
            self.serve_waiting(now_ms, out);
            if self.pending.is_some() {
                return;
            }
        }
        match self.state.phase() {
            Phase::Playing => self.drive_game(now_ms, out),
            Phase::Over => self.drive_rematch(now_ms, out),
            Phase::Waiting | Phase::Closed => {}
        }
    }

    fn drive_game(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let play = self.state.play.as_ref().expect("the game has started");
        let seats = match play.turn() {
            Turn::Nature => return self.drive_nature(now_ms, out),
            Turn::Seats(seats) => seats,
            Turn::Over => return,
        };
        let mut wake_ms = u64::MAX;
        if let Some(end_ms) = self.state.limit_ends_at_ms() {
            if now_ms >= end_ms {
                let facts = self.time_up();
                return self.store(now_ms, facts, None, out);
            }
            wake_ms = end_ms;
        }
        if let Some(end_ms) = self.decisions.window_ends_at_ms(&self.state) {
            if now_ms >= end_ms {
                let facts = self.pass_all();
                return self.store(now_ms, facts, None, out);
            }
            wake_ms = wake_ms.min(end_ms);
        }
        if let Some(seat) = self.state.asked().filter(|_| !play.lists_all_moves()) {
            let decision = &mut self.decisions.seats[seat.index()];
            if !std::mem::replace(&mut decision.is_searching, true) {
                out.push(Output::Search { seat, since: decision.posed, table: play.copy() });
            }
        }
        for seat in seats.iter() {
            let is_asked =
                self.state.asked() == Some(seat) || self.decisions.seats[seat.index()].pass.is_some();
            let due_ms = match self.state.bot_of(seat) {
                // A bot that may act out of turn is asked within the window, and not again after it.
                Some(_) if !is_asked => u64::MAX,
                Some(level) => match self.drive_bot(now_ms, seat, level, out) {
                    Some(due_ms) => due_ms,
                    None => return,
                },
                None => self.stand_in_at_ms(seat),
            };
            if now_ms >= due_ms {
                let fact = What::StandIn { seat, bot: Some(BotLevel::Medium), is_imposed: true };
                return self.store(now_ms, vec![fact], None, out);
            }
            wake_ms = wake_ms.min(due_ms);
        }
        if wake_ms < u64::MAX {
            out.push(Output::Wake { at_ms: wake_ms });
        }
    }

    /// When a bot takes over from the person in a seat who must decide.
    fn stand_in_at_ms(&self, seat: Seat) -> u64 {
        let state = &self.state;
        // Within a window nobody is waited for: whoever is gone lets it go by.
        if state.window_since_ms.is_some() {
            return u64::MAX;
        }
        let absent_ms = state.person_in(seat).and_then(|(person, _)| {
            self.absent.get(&person).map(|since_ms| since_ms + u64::from(state.clocks.grace_s) * 1000)
        });
        let is_asked = state.asked() == Some(seat);
        let turn_ms = Decisions::patience_ends_at_ms(state).filter(|_| is_asked);
        let game_ms = Decisions::game_ends_at_ms(state).filter(|(asked, _)| *asked == seat).map(|(_, ms)| ms);
        [absent_ms.filter(|_| is_asked), turn_ms, game_ms].into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    /// How much longer bots wait while people may call too: a race against a machine is none.
    fn head_start_ms(&self) -> u64 {
        let may_call = |seat: Seat| {
            self.decisions.seats[seat.index()].pass.is_some() && self.state.bot_of(seat).is_none()
        };
        let is_race = self.state.window_since_ms.is_some() && self.pace.fills_windows();
        if !is_race || !Seat::all(self.state.chairs.len()).any(may_call) {
            return 0;
        }
        // Half of what is left of the window when the slowest bot would have answered.
        let window_ms = u64::from(self.state.clocks.window_s) * 1000;
        window_ms.saturating_sub(self.pace.least_ms + self.pace.spread_ms) / 2
    }

    /// Lets a bot think or play; returns when there will be more to do, or none when its move is on its way.
    fn drive_bot(&mut self, now_ms: u64, seat: Seat, level: BotLevel, out: &mut Vec<Output>) -> Option<u64> {
        let head_start_ms = self.head_start_ms();
        let answered_at_ms = self.state.answered_at_ms.filter(|_| self.pace.fills_windows());
        let answer_seen_ms = answered_at_ms.map_or(0, |at_ms| at_ms + Pace::REVEAL_MS);
        let goes_on = self.state.goes_on(seat);
        let decision = &mut self.decisions.seats[seat.index()];
        // Where nothing is hidden, the steps of one turn follow each other quickly.
        let delay_ms = self.pace.delay_ms(seat, decision.posed) / if goes_on { 2 } else { 1 };
        let due_ms = (decision.at_ms + delay_ms + head_start_ms).max(answer_seen_ms);
        let since = decision.posed;
        match &decision.thought {
            None => {
                if !std::mem::replace(&mut decision.is_thinking, true) {
                    out.push(Output::Think(self.think(seat, level, since)));
                }
                Some(u64::MAX)
            }
            Some(_) if now_ms < due_ms => Some(due_ms),
            Some(None) if decision.is_searching && decision.found.is_none() => Some(u64::MAX),
            Some(thought) => {
                // A bot that found nothing, or nothing legal, plays the first thing it may.
                let thought = thought.clone();
                let wanted = thought.or_else(|| self.decisions.moves(seat).first().cloned())?;
                let held_until_ms = self.decisions.held_until_ms(&self.state, self.pace, seat, &wanted);
                if let Some(until_ms) = held_until_ms.filter(|until_ms| now_ms < *until_ms) {
                    return Some(until_ms);
                }
                let now = self.state.seq;
                let facts = match self.moved(seat, now, &wanted, true) {
                    Ok(facts) => facts,
                    Err(_) => {
                        let first = self.decisions.moves(seat).first().cloned()?;
                        self.moved(seat, now, &first, true).ok()?
                    }
                };
                self.store(now_ms, facts, None, out);
                None
            }
        }
    }

    /// The facts of the seat asked having used up the time the rules give it.
    fn time_up(&self) -> Vec<What> {
        let play = self.state.play.as_ref().expect("the game has started");
        let late = play.limit().zip(play.asked()).map(|(limit, seat)| (seat, limit.late));
        let facts = late.and_then(|(seat, late)| self.moved(seat, self.state.seq, &late, false).ok());
        facts.expect("who is asked and has a limit can be late")
    }

    /// The facts of everybody letting the window go by.
    fn pass_all(&self) -> Vec<What> {
        let mut play = self.state.play.as_ref().expect("the game has started").copy();
        let mut facts = Vec::new();
        while let Turn::Seats(seats) = play.turn() {
            let asked = play.asked().into_iter().chain(seats.iter());
            let passed = asked.into_iter().find_map(|seat| {
                let pass = play.pass(seat)?;
                play.check_move(seat, &pass).ok().map(|event| (seat, event))
            });
            let Some((seat, event)) = passed else { break };
            play.apply(&event).expect("a checked move can be made");
            facts.push(What::Played { seat, event: Json::from_text(event), is_bot: false });
        }
        let number = self.state.events + facts.len() as u64;
        draw_fates(&mut *play, number, &mut facts, |number| self.state.nature(number));
        facts
    }

    /// Has nature simulated where that takes long, and stores what came of it.
    fn drive_nature(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let number = self.state.events;
        let play = self.state.play.as_ref().expect("the game has started");
        // It is kept until it has happened: the store may refuse it once.
        if let Some((drawn, event)) = &self.decisions.drawn
            && *drawn == number
        {
            let mut next = play.copy();
            if next.apply(event).is_ok() {
                let mut facts = vec![What::Drawn { event: Json::from_text(event.clone()) }];
                draw_fates(&mut *next, number + 1, &mut facts, |number| self.state.nature(number));
                return self.store(now_ms, facts, None, out);
            }
        }
        if !is_simulated(&**play) {
            // The house stopped between a move and nature's answer.
            let (mut next, mut facts) = (play.copy(), Vec::new());
            draw_fates(&mut *next, number, &mut facts, |number| self.state.nature(number));
            return self.store(now_ms, facts, None, out);
        }
        if self.decisions.drawing != Some(number) {
            self.decisions.drawing = Some(number);
            out.push(Output::Draw { number, table: play.copy(), rng: Box::new(self.state.nature(number)) });
        }
    }

    /// Takes the answer of a search in, and tells whose move it is what was found.
    pub(super) fn found(&mut self, seat: Seat, since: Seq, moves: Vec<String>, out: &mut Vec<Output>) {
        let decision = &mut self.decisions.seats[seat.index()];
        if decision.posed != since {
            return;
        }
        let is_news = moves != decision.moves;
        decision.found = Some(moves);
        if is_news {
            self.tell_moment(Viewer::Seat(seat), Vec::new(), out);
        }
    }

    pub(super) fn drawn(&mut self, _now_ms: u64, number: u64, event: String, _out: &mut Vec<Output>) {
        self.decisions.drawn = Some((number, event));
    }

    /// Sets the next table up once everybody who is still here wants it.
    fn drive_rematch(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        if self.state.next.is_some() {
            return;
        }
        if let Some((next, _)) = self.rematch {
            return self.store(now_ms, vec![What::RematchMade { next }], None, out);
        }
        let here = |id: &PersonId| !self.absent.contains_key(id);
        let mut seated = self.state.people.iter().filter(|(id, person)| person.seat.is_some() && here(id));
        let is_wanted = self.state.people.values().any(|person| person.wants_rematch)
            && seated.all(|(_, person)| person.wants_rematch);
        if !is_wanted || self.is_rematching {
            return;
        }
        self.is_rematching = true;
        let (facts, tokens) = self.rematch_facts(now_ms);
        out.push(Output::Rematch { facts, tokens });
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
            options: Json::from(&state.options),
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
            whats.push(What::Entered { person, name, seat, token: hash, seed: None });
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

    pub(super) fn rematch_made(
        &mut self,
        now_ms: u64,
        made: Option<(TableId, Tokens)>,
        out: &mut Vec<Output>,
    ) {
        if made.is_none() {
            self.is_rematching = false;
            self.retry(now_ms, out);
        }
        self.rematch = made;
    }

    /// Tells everybody where the next game is, now that it is stored.
    pub(super) fn tell_rematch(&mut self, next: TableId, out: &mut Vec<Output>) {
        let made = self.rematch.take().filter(|(made, _)| *made == next);
        for (connection, guest) in &self.guests {
            let tokens = made.as_ref().map(|(_, tokens)| tokens);
            let token = guest.person.and_then(|person| tokens?.get(&person).cloned());
            send(vec![*connection], &Message::Rematch { table: self.state.id, next, token }, out);
        }
    }
}

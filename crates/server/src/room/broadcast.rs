//! What each viewer is told: built from what that viewer may know, by the game's own views.

use super::people::Chair;
use super::state::{LENGTH, LastMove, Line, State};
use super::{ConnectionId, Guest, Output, Room, send};
use crate::fairness;
use crate::identity::names::bot_name;
use crate::protocol::{
    Clocks, Displaced, Fairness, Happened, Holder, Json, LobbySeat, LobbyTable, MAX_MISSED, MAX_MOVES,
    Message, Moment, Moves, Phase, SeatClock, SeatInfo, SeatSeed, Snapshot, TableInfo, TurnInfo, Visibility,
};
use crate::room::facts::{Fact, What};
use journal::Seq;
use shelf::{AnyStep, AnyTable, ShownEvent};
use std::sync::Arc;
use table::{Seat, Turn, Viewer};

/// What some facts changed, gathered while they are taken in.
#[derive(Default)]
pub(super) struct Told {
    /// What each kind of viewer present was shown.
    shown: Vec<(Viewer, Vec<Json>)>,
    is_info_changed: bool,
    is_game_changed: bool,
}

impl Told {
    fn for_viewers(viewers: impl Iterator<Item = Viewer>) -> Self {
        let mut viewers: Vec<Viewer> = viewers.collect();
        viewers.sort_by_key(|viewer| rank(*viewer));
        viewers.dedup();
        let shown = viewers.into_iter().map(|viewer| (viewer, Vec::new())).collect();
        Self { shown, ..Self::default() }
    }

    /// Shows every viewer a step: what the first of them is shown is copied for those who are shown the same.
    fn show(&mut self, step: &dyn AnyStep, line: &Line) {
        let Some(((first, list), others)) = self.shown.split_first_mut() else { return };
        let told = |viewer| Json::of(&happened(step, line, viewer));
        let shown = told(*first);
        for (viewer, list) in others {
            let is_same = step.shows_alike(*first, *viewer);
            list.push(if is_same { shown.clone() } else { told(*viewer) });
        }
        list.push(shown);
    }
}

impl Room {
    /// Takes stored facts in, and gathers what the viewers present are shown of them. `steps` are those of the facts
    /// that are events, in order; without them the events are played here.
    pub(super) fn take_in(
        &mut self,
        now_ms: u64,
        facts: &[Fact],
        steps: Vec<Arc<dyn AnyStep>>,
        out: &mut Vec<Output>,
    ) -> Told {
        let mut told = Told::for_viewers(self.guests.values().map(|guest| guest.viewer));
        let mut steps = steps.into_iter();
        for fact in facts {
            match &fact.what {
                What::Played { .. } | What::Drawn { .. } | What::TakenBack { .. } => {
                    told.is_game_changed = true;
                }
                What::Paused | What::Resumed => told.is_game_changed = true,
                What::Started => (told.is_game_changed, told.is_info_changed) = (true, true),
                What::TokenChanged { .. } | What::HandedOver { .. } => {}
                _ => told.is_info_changed = true,
            }
            let step = if fact.what.is_event() { steps.next() } else { None };
            let step = self.state.apply(fact, step).expect("what this room had stored fits its state");
            self.see(&fact.what, step, &mut told);
            self.after_fact(fact, out);
        }
        if told.is_game_changed {
            let since = self.state.seq;
            let is_fate = facts.iter().any(|fact| matches!(fact.what, What::Drawn { .. } | What::Started));
            let mover = facts.iter().find_map(|fact| match fact.what {
                What::Played { seat, .. } | What::TakenBack { seat } => Some(seat),
                _ => None,
            });
            self.decisions.change(&self.state, since, is_fate, mover, now_ms);
            told.is_info_changed |= self.state.phase() == Phase::Over;
        }
        if told.is_info_changed {
            out.push(Output::Listed);
        }
        told
    }

    /// Shows the viewers present what has just happened, and adds it to what seats have seen.
    fn see(&mut self, what: &What, step: Option<Arc<dyn AnyStep>>, told: &mut Told) {
        let line = || self.state.lines.last().expect("what has happened has a line");
        if let Some(step) = step {
            told.show(&*step, line());
            self.seen.iter_mut().for_each(|(seat, seen)| step.add_to(seen, *seat));
        } else if matches!(what, What::TakenBack { .. }) {
            let taken_back = Json::of(&taken_back(line()));
            told.shown.iter_mut().for_each(|(_, list)| list.push(taken_back.clone()));
            // Worked out again when somebody asks: moves are seldom taken back.
            self.seen.clear();
        }
    }

    /// Frees connections of people a fact sent away.
    fn after_fact(&mut self, fact: &Fact, out: &mut Vec<Output>) {
        let (person, why) = match &fact.what {
            What::RematchMade { .. } => return self.tell_rematch(out),
            What::Left { person, is_kicked: true, .. } => (Some(*person), Displaced::Kicked),
            What::Closed if self.state.seq > LENGTH => (None, Displaced::TooLong),
            What::Closed => (None, Displaced::Closed),
            _ => return,
        };
        let leaves = |guest: &Guest| person.is_none() || guest.person == person;
        let gone: Vec<ConnectionId> =
            self.guests.iter().filter(|(_, guest)| leaves(guest)).map(|(id, _)| *id).collect();
        send(gone.clone(), &Message::Displaced { table: self.state.id, why }, out);
        for connection in gone {
            if let Some(Guest { person: Some(person), .. }) = self.guests.remove(&connection) {
                self.let_go(connection, person);
            }
            out.push(Output::Release(connection));
        }
    }

    /// Tells everybody present what was gathered.
    pub(super) fn tell(&self, told: Told, out: &mut Vec<Output>) {
        if told.is_info_changed {
            self.tell_info(out);
        }
        if !told.is_game_changed {
            return;
        }
        for (viewer, events) in told.shown {
            self.tell_moment(viewer, events, out);
        }
    }

    /// Tells the viewers of one kind how the game is now, and what they are shown of how it came about.
    pub(super) fn tell_moment(&self, viewer: Viewer, events: Vec<Json>, out: &mut Vec<Output>) {
        let to: Vec<_> =
            self.guests.iter().filter(|(_, guest)| guest.viewer == viewer).map(|(id, _)| *id).collect();
        if !to.is_empty()
            && let Some(moment) = self.moment(viewer, events, true)
        {
            send(to, &Message::Moment(Box::new(moment)), out);
        }
    }

    /// Tells everybody present how the table is apart from the game.
    pub(super) fn tell_info(&self, out: &mut Vec<Output>) {
        if !self.guests.is_empty() {
            send(self.guests.keys().copied().collect(), &Message::Table(Box::new(self.info())), out);
        }
    }

    fn moment(&self, viewer: Viewer, events: Vec<Json>, is_gapless: bool) -> Option<Moment> {
        let play = self.state.play.as_ref()?;
        let moves = match viewer {
            Viewer::Seat(seat) => self.moves(&**play, seat),
            _ => Moves { is_complete: true, ..Moves::default() },
        };
        Some(Moment {
            table: self.state.id,
            seq: self.state.seq,
            events,
            is_gapless,
            view: Json::from(play.view(viewer)),
            turn: turn(&**play),
            moves,
            may_take_back: viewer.seat().is_some_and(|seat| self.may_take_back(seat)),
            clocks: self.clocks(),
            standings: play.standings(),
        })
    }

    fn moves(&self, play: &dyn AnyTable, seat: Seat) -> Moves {
        let legal = self.decisions.moves(seat);
        let is_complete = play.lists_all_moves() && legal.len() <= MAX_MOVES;
        let list = legal.iter().take(MAX_MOVES).cloned().collect();
        Moves { list, is_complete, is_forced: play.is_forced(seat) }
    }

    /// A move can be taken back while nobody has answered it and it showed nobody anything hidden.
    pub(super) fn may_take_back(&self, seat: Seat) -> bool {
        let (Some(play), Some(LastMove { step, .. })) = (&self.state.play, &self.state.last_move) else {
            return false;
        };
        step.seat() == Some(seat) && play.turn() == Turn::Seats(table::SeatSet::only(seat)) && !step.reveals()
    }

    fn clocks(&self) -> Clocks {
        let state = &self.state;
        let now_ms = self.decisions.now_ms();
        let running = state.on_the_clock();
        let seats = match state.clocks.game_s {
            None => Vec::new(),
            Some(limit_s) => Seat::all(state.chairs.len())
                .map(|seat| {
                    let is_running = running == Some(seat);
                    let since = if is_running { now_ms.saturating_sub(state.asked_at_ms) } else { 0 };
                    let used = state.used_ms[seat.index()] + since;
                    SeatClock { left_ms: (u64::from(limit_s) * 1000).saturating_sub(used), is_running }
                })
                .collect(),
        };
        Clocks {
            now_ms,
            turn_ends_at_ms: self.decisions.turn_ends_at_ms(state),
            window_ends_at_ms: self.decisions.window_ends_at_ms(state),
            seats,
        }
    }

    /// The table as somebody receives it who knew it up to `after`.
    pub(super) fn snapshot(&self, guest: &Guest, after: Option<Seq>) -> Snapshot {
        let (missed, is_gapless) =
            after.map_or_else(Default::default, |after| self.missed(guest.viewer, after));
        Snapshot {
            info: self.info(),
            seat: guest.viewer.seat(),
            is_host: guest.person == Some(self.state.host),
            moment: self.moment(guest.viewer, missed, is_gapless),
            chat: self.talk.lines().cloned().collect(),
        }
    }

    /// What a viewer missed since a sequence, and whether that is all: of too much only the end is told, and nothing
    /// since a sequence that never was.
    fn missed(&self, viewer: Viewer, after: Seq) -> (Vec<Json>, bool) {
        let lines = &self.state.lines;
        let known = lines.partition_point(|line| line.seq <= after);
        let first = known.max(lines.len().saturating_sub(MAX_MISSED));
        let mut found = Vec::new();
        let Some(from) = lines.get(first) else { return (found, after <= self.state.seq) };
        if let Some(opened) = self.state.opened() {
            play_again(opened, lines, |line, tell, _| {
                if line.seq >= from.seq {
                    found.push(Json::of(&tell(viewer)));
                }
            });
        }
        (found, first == known)
    }

    /// How the table is apart from the game.
    pub fn info(&self) -> TableInfo {
        let state = &self.state;
        let name = |person| state.people.get(person).map_or(String::new(), |person| person.name.clone());
        TableInfo {
            table: state.id,
            code: state.code.clone(),
            game: state.game.clone(),
            phase: state.phase(),
            visibility: state.visibility,
            options: state.options.clone(),
            clocks: state.clocks,
            manners: state.manners,
            seats: Seat::all(state.chairs.len())
                .map(|seat| SeatInfo { seat, holder: self.holder(seat) })
                .collect(),
            limit: state.most_seats(),
            seniority: state.seniority.clone(),
            host: name(&state.host),
            spectators: self.count(Viewer::Spectator),
            screens: self.count(Viewer::Screen),
            fairness: fairness(state),
            standings: state.play.as_ref().and_then(|play| play.standings()),
            rematch: state
                .people
                .values()
                .filter(|person| person.wants_rematch)
                .filter_map(|p| p.seat)
                .collect(),
            evening: self.evening(),
            opened_at_ms: state.opened_at_ms,
        }
    }

    fn count(&self, viewer: Viewer) -> u32 {
        self.guests.values().filter(|guest| guest.viewer == viewer).count() as u32
    }

    fn holder(&self, seat: Seat) -> Holder {
        match self.state.chairs[seat.index()] {
            Chair::Free => Holder::Free,
            Chair::Bot(level) => {
                Holder::Bot { level, name: self.bot_name(seat), colour: self.state.bot_colour(seat) }
            }
            Chair::Person(id) => match self.state.people.get(&id) {
                None => Holder::Free,
                Some(person) => Holder::Person {
                    name: person.name.clone(),
                    look: person.look,
                    member: person.member,
                    is_host: self.state.host == id,
                    is_ready: person.is_ready,
                    is_connected: !self.absent.contains_key(&id),
                    moves: person.moves,
                    stand_in: person.stand_in.map(|stand_in| stand_in.level),
                },
            },
        }
    }

    /// How the bot in a seat is called: like nobody who is or was at the table.
    pub(super) fn bot_name(&self, seat: Seat) -> String {
        bot_name(seat, self.state.people.values().map(|person| &person.likeness))
    }

    /// The table as the lobby lists it, if it does.
    pub fn listed(&self) -> Option<LobbyTable> {
        let state = &self.state;
        let is_listed = state.visibility == Visibility::Open
            && state.next.is_none()
            && matches!(state.phase(), Phase::Waiting | Phase::Playing);
        // Seats that the table grows by when somebody comes are as good as free.
        let more = match state.phase() {
            Phase::Waiting => usize::from(state.most_seats()) - state.chairs.len(),
            _ => 0,
        };
        is_listed.then(|| LobbyTable {
            table: state.id,
            game: state.game.clone(),
            phase: state.phase(),
            seats: Seat::all(state.chairs.len())
                .map(|seat| self.listed_seat(seat))
                .chain(std::iter::repeat_n(LobbySeat::Free, more))
                .collect(),
            options: state.options.clone(),
            clocks: state.clocks,
            spectators: self.count(Viewer::Spectator),
            opened_at_ms: state.opened_at_ms,
        })
    }

    fn listed_seat(&self, seat: Seat) -> LobbySeat {
        match self.holder(seat) {
            Holder::Free => LobbySeat::Free,
            Holder::Bot { level, .. } => LobbySeat::Bot { level },
            Holder::Person { name, .. } => LobbySeat::Person { name },
        }
    }
}

fn rank(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => table::MAX_SEATS,
        Viewer::Screen => table::MAX_SEATS + 1,
    }
}

pub(super) fn turn(play: &dyn AnyTable) -> TurnInfo {
    match play.turn() {
        Turn::Nature => TurnInfo::Nature,
        Turn::Seats(seats) => TurnInfo::Seats { seats: seats.iter().collect(), asked: play.asked() },
        Turn::Over => TurnInfo::Over,
    }
}

/// A step as a viewer is shown it.
fn happened(step: &dyn AnyStep, line: &Line, viewer: Viewer) -> Happened {
    let ShownEvent { json, text } = step.show(viewer);
    let Line { seq, at_ms, seat, is_bot, .. } = *line;
    Happened { seq, at_ms, seat, by_bot: is_bot, is_takeback: false, shown: Json::from(json), text }
}

/// How a line is told that takes the one before it back.
fn taken_back(line: &Line) -> Happened {
    let Line { seq, at_ms, seat, is_bot, .. } = *line;
    let text = "the last move was taken back".into();
    Happened { seq, at_ms, seat, by_bot: is_bot, is_takeback: true, shown: Json::null(), text }
}

/// Plays lines again from an opened table on. `see` gets each line, a way to have it told to a viewer, and the table
/// after it.
pub(super) fn play_again(
    opened: Box<dyn AnyTable>,
    lines: &[Line],
    mut see: impl FnMut(&Line, &dyn Fn(Viewer) -> Happened, &dyn AnyTable),
) {
    let mut play = opened;
    let mut before = play.copy();
    for line in lines {
        match &line.event {
            Some(event) => {
                let step = play.play(event).expect("a stored event fits the state it was stored for");
                before = step.before();
                see(line, &|viewer| happened(&*step, line, viewer), &*play);
            }
            None => {
                play = before.copy();
                see(line, &|_| taken_back(line), &*play);
            }
        }
    }
}

/// What makes nature fair, as far as it may be known now.
pub(super) fn fairness(state: &State) -> Fairness {
    let has_started = state.play.is_some();
    let seeds = &state.seeds;
    Fairness {
        promise: fairness::promise(&state.secret).to_string(),
        seeds: seeds.iter().map(|(seat, seed)| SeatSeed { seat: *seat, seed: seed.to_string() }).collect(),
        commitment: has_started.then(|| fairness::commitment(&state.secret, seeds).to_string()),
        secret: state.has_ended().then(|| state.secret.to_string()),
    }
}

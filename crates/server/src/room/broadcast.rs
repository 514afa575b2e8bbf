//! What each viewer is told: built from what that viewer may know, by the game's own views.

use super::state::{Before, Chair, Line, State};
use super::{ConnectionId, Guest, Output, Room, send};
use crate::fact::{Fact, What};
use crate::fair;
use crate::wire::{
    Clocks, Displaced, Fairness, Happened, Holder, Json, LobbySeat, LobbyTable, MAX_MISSED, MAX_MOVES,
    Message, Moment, Moves, Phase, SeatClock, SeatInfo, SeatSeed, Snapshot, TableInfo, TurnInfo, Visibility,
};
use journal::Seq;
use shelf::AnyTable;
use table::{Seat, Turn, Viewer};

/// What some facts changed, gathered while they are taken in.
#[derive(Default)]
pub(super) struct Told {
    /// What each kind of viewer present was shown.
    shown: Vec<(Viewer, Vec<Happened>)>,
    is_info_changed: bool,
    is_game_changed: bool,
}

impl Room {
    /// Takes stored facts in, and gathers what the viewers present are shown of them.
    pub(super) fn take_in(&mut self, now_ms: u64, facts: &[Fact], out: &mut Vec<Output>) -> Told {
        let mut told = Told::default();
        let mut viewers: Vec<Viewer> = self.guests.values().map(|guest| guest.viewer).collect();
        viewers.sort_by_key(|viewer| rank(*viewer));
        viewers.dedup();
        told.shown = viewers.into_iter().map(|viewer| (viewer, Vec::new())).collect();
        for fact in facts {
            match &fact.what {
                What::Played { event, .. } | What::Drawn { event } => {
                    told.is_game_changed = true;
                    self.show(event, &mut told);
                }
                What::TakenBack { .. } | What::Paused | What::Resumed => told.is_game_changed = true,
                What::Started => (told.is_game_changed, told.is_info_changed) = (true, true),
                What::TokenChanged { .. } | What::HandedOver { .. } => {}
                _ => told.is_info_changed = true,
            }
            self.state.apply(fact).expect("what this room had stored fits its state");
            self.finish_shown(fact, &mut told);
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

    /// Asks the game, still before the event, what each viewer is shown of it.
    fn show(&self, event: &Json, told: &mut Told) {
        let Some(play) = &self.state.play else { return };
        let viewers: Vec<_> = told.shown.iter().map(|(viewer, _)| *viewer).collect();
        let all =
            play.show_to(event.text(), &viewers).expect("a stored event fits the state it was stored for");
        for ((_, list), shown) in told.shown.iter_mut().zip(all) {
            let (shown, text) = (Json::from_text(shown.json), shown.text);
            list.push(Happened {
                seq: 0,
                at_ms: 0,
                seat: None,
                by_bot: false,
                is_takeback: false,
                shown,
                text,
            });
        }
    }

    /// Adds what the state knows of the event now that it was taken in.
    fn finish_shown(&self, fact: &Fact, told: &mut Told) {
        let is_takeback = matches!(fact.what, What::TakenBack { .. });
        if !is_takeback && !matches!(fact.what, What::Played { .. } | What::Drawn { .. }) {
            return;
        }
        let Some(line) = self.state.lines.last() else { return };
        for (_, list) in &mut told.shown {
            if is_takeback {
                list.push(takeback(line));
            } else if let Some(happened) = list.last_mut() {
                stamp(happened, line);
            }
        }
    }

    /// Frees connections of people a fact sent away.
    fn after_fact(&mut self, fact: &Fact, out: &mut Vec<Output>) {
        let (person, why) = match &fact.what {
            What::RematchMade { next } => return self.tell_rematch(*next, out),
            What::Left { person, is_kicked: true } => (Some(*person), Displaced::Kicked),
            What::Closed => (None, Displaced::Closed),
            _ => return,
        };
        let leaves = |guest: &Guest| person.is_none() || guest.person == person;
        let gone: Vec<ConnectionId> =
            self.guests.iter().filter(|(_, guest)| leaves(guest)).map(|(id, _)| *id).collect();
        send(gone.clone(), &Message::Displaced { table: self.state.id, why }, out);
        for connection in gone {
            self.guests.remove(&connection);
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
    pub(super) fn tell_moment(&self, viewer: Viewer, events: Vec<Happened>, out: &mut Vec<Output>) {
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

    fn moment(&self, viewer: Viewer, events: Vec<Happened>, is_gapless: bool) -> Option<Moment> {
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
            view: Json::from_text(play.view(viewer)),
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
        let list = legal.iter().take(MAX_MOVES).map(|mv| Json::from_text(mv.clone())).collect();
        Moves { list, is_complete, is_forced: play.is_forced(seat) }
    }

    /// A move can be taken back while nobody has answered it and it showed nobody anything hidden.
    pub(super) fn may_take_back(&self, seat: Seat) -> bool {
        let (Some(play), Some(Before { play: before, mover, .. })) = (&self.state.play, &self.state.before)
        else {
            return false;
        };
        if *mover != seat || play.turn() != Turn::Seats(table::SeatSet::only(seat)) {
            return false;
        }
        let event = self.state.lines.last().and_then(|line| line.event.as_ref());
        event.is_some_and(|event| !before.reveals(event))
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
            chat: self.chat.iter().cloned().collect(),
        }
    }

    /// What a viewer missed since a sequence, and whether that is all: of too much only the end is told, and nothing
    /// since a sequence that never was.
    fn missed(&self, viewer: Viewer, after: Seq) -> (Vec<Happened>, bool) {
        let lines = &self.state.lines;
        let known = lines.partition_point(|line| line.seq <= after);
        let first = known.max(lines.len().saturating_sub(MAX_MISSED));
        let mut found = Vec::new();
        let Some(from) = lines.get(first) else { return (found, after <= self.state.seq) };
        replay(&self.state, |play, line| {
            if line.seq >= from.seq {
                found.push(happened(play, line, viewer));
            }
        });
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
            options: Json::from(&state.options),
            clocks: state.clocks,
            seats: Seat::all(state.chairs.len())
                .map(|seat| SeatInfo { seat, holder: self.holder(seat) })
                .collect(),
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
            opened_at_ms: state.opened_at_ms,
        }
    }

    fn count(&self, viewer: Viewer) -> u32 {
        self.guests.values().filter(|guest| guest.viewer == viewer).count() as u32
    }

    fn holder(&self, seat: Seat) -> Holder {
        match self.state.chairs[seat.index()] {
            Chair::Free => Holder::Free,
            Chair::Bot(level) => Holder::Bot { level },
            Chair::Person(id) => match self.state.people.get(&id) {
                None => Holder::Free,
                Some(person) => Holder::Person {
                    name: person.name.clone(),
                    is_host: self.state.host == id,
                    is_ready: person.is_ready,
                    is_connected: !self.absent.contains_key(&id),
                    stand_in: person.stand_in.map(|stand_in| stand_in.level),
                },
            },
        }
    }

    /// The table as the lobby lists it, if it does.
    pub fn listed(&self) -> Option<LobbyTable> {
        let state = &self.state;
        let is_listed =
            state.visibility == Visibility::Open && matches!(state.phase(), Phase::Waiting | Phase::Playing);
        is_listed.then(|| LobbyTable {
            table: state.id,
            game: state.game.clone(),
            phase: state.phase(),
            seats: Seat::all(state.chairs.len()).map(|seat| self.listed_seat(seat)).collect(),
            options: Json::from(&state.options),
            clocks: state.clocks,
            spectators: self.count(Viewer::Spectator),
            opened_at_ms: state.opened_at_ms,
        })
    }

    fn listed_seat(&self, seat: Seat) -> LobbySeat {
        match self.holder(seat) {
            Holder::Free => LobbySeat::Free,
            Holder::Bot { level } => LobbySeat::Bot { level },
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

fn takeback(line: &Line) -> Happened {
    let text = "the last move was taken back".into();
    let mut happened = Happened {
        seq: 0,
        at_ms: 0,
        seat: None,
        by_bot: false,
        is_takeback: true,
        shown: Json::null(),
        text,
    };
    stamp(&mut happened, line);
    happened
}

fn stamp(happened: &mut Happened, line: &Line) {
    (happened.seq, happened.at_ms, happened.seat, happened.by_bot) =
        (line.seq, line.at_ms, line.seat, line.is_bot);
}

/// A line as a viewer is shown it, in the state before it.
pub(super) fn happened(play: &dyn AnyTable, line: &Line, viewer: Viewer) -> Happened {
    let Some(event) = &line.event else { return takeback(line) };
    let shown = play.show(event, viewer).expect("a stored event fits the state it was stored for");
    let (shown, text) = (Json::from_text(shown.json), shown.text);
    let mut happened =
        Happened { seq: 0, at_ms: 0, seat: None, by_bot: false, is_takeback: false, shown, text };
    stamp(&mut happened, line);
    happened
}

/// Plays a game's lines again, showing each with the state before it.
pub(super) fn replay(state: &State, mut see: impl FnMut(&dyn AnyTable, &Line)) {
    let Some(mut play) = state.opened() else { return };
    let mut before = play.copy();
    for line in &state.lines {
        see(&*play, line);
        match &line.event {
            Some(event) => {
                before = play.copy();
                play.apply(event).expect("a stored event fits the state it was stored for");
            }
            None => play = before.copy(),
        }
    }
}

/// What makes nature fair, as far as it may be known now.
pub(super) fn fairness(state: &State) -> Fairness {
    let has_started = state.play.is_some();
    let seeds = &state.seeds;
    Fairness {
        promise: fair::promise(&state.secret).to_string(),
        seeds: seeds.iter().map(|(seat, seed)| SeatSeed { seat: *seat, seed: seed.to_string() }).collect(),
        commitment: has_started.then(|| fair::commitment(&state.secret, seeds).to_string()),
        secret: state.has_ended().then(|| state.secret.to_string()),
    }
}

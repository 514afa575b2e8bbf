//! What each command asks of a table: checked against its state, turned into facts or refused.

use super::ask::{Decision, Then};
use super::state::{Chair, Person};
use super::{ConnectionId, Output, Room, Think, refuse, send};
use crate::fact::{PersonId, What};
use crate::fair::Bits;
use crate::name::{clean_chat, clean_name};
use crate::token::{hash_token, new_token};
use crate::wire::{
    AttendAs, BotLevel, ChatLine, ClockSettings, Command, Json, Message, Outcome, Phase, Refusal, RefusalCode,
};
use journal::Seq;
use shelf::AnyTable;
use table::{Rng as _, Seat, SeatSet, Seating, Turn, Viewer};

/// How long a token for another device is good.
const HANDED_OVER_MS: u64 = 10 * 60 * 1000;

type Decided = Result<Decision, Refusal>;

fn fouled(foul: &shelf::Refusal, now: Seq) -> Refusal {
    // What cannot be read is not told back.
    let text = match foul.code {
        "unreadable" => "that is no move of this game: look at those that are listed",
        _ => &foul.text,
    };
    Refusal { foul: Some(foul.code.into()), now: Some(now), ..refuse(RefusalCode::Foul, text) }
}

fn no_table(error: table::BadTable) -> Refusal {
    match error {
        table::BadTable::Options(_) => {
            refuse(RefusalCode::BadTable, "these options cannot be read: /api/games tells what there is")
        }
        error => refuse(RefusalCode::BadTable, &error.to_string()),
    }
}

fn store(what: What) -> Decided {
    Ok(Decision::Store { facts: vec![what], then: Then::Stored })
}

impl Room {
    pub(super) fn decide(
        &mut self,
        now_ms: u64,
        from: ConnectionId,
        id: &str,
        command: &Command,
        out: &mut Vec<Output>,
    ) -> Decided {
        match command {
            Command::Join { name, seat, seed, .. } => self.join(id, name, *seat, seed.as_deref()),
            Command::Attend { r#as, token, after, .. } => {
                self.attend(now_ms, from, *r#as, token.as_deref(), *after, out)
            }
            Command::Detach { .. } => {
                self.lose(now_ms, from, out);
                out.push(Output::Release(from));
                Ok(Decision::Now(Outcome::Done))
            }
            Command::Leave { .. } => self.leave(from),
            Command::Sit { seat, .. } => self.sit(from, *seat),
            Command::HandOver { .. } => self.hand_over(now_ms, from),
            Command::Rename { name, .. } => self.rename(from, name),
            Command::Ready { ready, seed, .. } => self.ready(from, *ready, seed.as_deref()),
            Command::Start { fill, .. } => self.start(from, *fill),
            Command::Play { after, r#move, .. } => self.play(now_ms, from, *after, r#move),
            Command::Check { r#move, .. } => self.would(from, r#move, out),
            Command::Takeback { after, .. } => self.take_back(from, *after),
            Command::Stand { bot, .. } => {
                let (_, _, seat) = self.seated(from)?;
                self.in_phase(&[Phase::Playing])?;
                store(What::StandIn { seat, bot: *bot, is_imposed: false })
            }
            Command::Rematch { .. } => self.rematch(from),
            Command::Chat { text, .. } => self.say(now_ms, from, text, out),
            Command::Hint { .. } => {
                let think = self.pondered(from)?;
                out.push(Output::Hint { to: from, id: id.into(), think });
                Ok(Decision::Later)
            }
            Command::Odds { .. } => {
                let think = self.pondered(from)?;
                out.push(Output::Odds { to: from, id: id.into(), think });
                Ok(Decision::Later)
            }
            Command::Configure { options, clocks, visibility, seats, .. } => {
                self.configure(from, options.as_ref(), *clocks, *visibility, *seats)
            }
            Command::SetBot { seat, bot, .. } => self.set_bot(from, *seat, *bot),
            Command::Seniority { order, .. } => self.seniority(from, order),
            Command::Kick { seat, .. } => {
                self.hosting(from)?;
                let (person, _) = self.person_at(*seat)?;
                store(What::Left { person, is_kicked: true })
            }
            Command::MakeHost { seat, .. } => {
                self.hosting(from)?;
                let (person, _) = self.person_at(*seat)?;
                store(What::HostChanged { person })
            }
            Command::Close { .. } => {
                self.hosting(from)?;
                store(What::Closed)
            }
            Command::Ping
            | Command::Lobby { .. }
            | Command::Create(_)
            | Command::QuickMatch { .. }
            | Command::Analyse { .. } => Err(refuse(RefusalCode::BadMessage, "that is not asked of a table")),
        }
    }

    fn in_phase(&self, phases: &[Phase]) -> Result<(), Refusal> {
        match self.state.phase() {
            phase if phases.contains(&phase) => Ok(()),
            Phase::Waiting => Err(refuse(RefusalCode::WrongPhase, "the game has not started yet")),
            Phase::Playing => Err(refuse(RefusalCode::WrongPhase, "the game is under way")),
            Phase::Over => Err(refuse(RefusalCode::WrongPhase, "the game is over")),
            Phase::Closed => Err(refuse(RefusalCode::WrongPhase, "the table is closed")),
        }
    }

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

    fn hosting(&self, from: ConnectionId) -> Result<PersonId, Refusal> {
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

    fn join(&mut self, id: &str, name: &str, seat: Option<Seat>, seed: Option<&str>) -> Decided {
        let seed = read_seed(seed)?;
        let name = read_name(name)?;
        // Whoever sends the same command with the same seed again did not get the answer.
        let again = self.state.people.iter().find(|(person, known)| {
            seed.is_some() && known.seed == seed && self.state.answered(**person, id).is_some()
        });
        if let Some((person, known)) = again {
            let (person, viewer) = (*person, known.seat.map_or(Viewer::Spectator, Viewer::Seat));
            let keep = known.tokens[0];
            let (token, hash) = new_token(&mut self.rng);
            let facts = vec![What::TokenChanged { person, token: hash, keep }];
            return Ok(Decision::Store { facts, then: Then::Enter { person, token, viewer, after: None } });
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
        let facts = vec![What::Entered { person, name, seat: Some(seat), token: hash, seed }];
        let viewer = Viewer::Seat(seat);
        Ok(Decision::Store { facts, then: Then::Enter { person, token, viewer, after: None } })
    }

    fn attend(
        &mut self,
        now_ms: u64,
        from: ConnectionId,
        role: AttendAs,
        token: Option<&str>,
        after: Option<Seq>,
        out: &mut Vec<Output>,
    ) -> Decided {
        self.in_phase(&[Phase::Waiting, Phase::Playing, Phase::Over])?;
        let Some(token) = token else {
            let viewer = match role {
                AttendAs::Place => {
                    return Err(refuse(RefusalCode::BadToken, "a place is taken with its token"));
                }
                AttendAs::Spectator => Viewer::Spectator,
                AttendAs::Screen => Viewer::Screen,
            };
            return Ok(Decision::Now(self.watch(from, viewer, after, out)));
        };
        let keep = hash_token(token);
        let person = self
            .state
            .owner(&keep, now_ms)
            .ok_or_else(|| refuse(RefusalCode::BadToken, "this token is no longer good: join or watch"))?;
        let seat = self.state.people[&person].seat;
        let viewer = match (role, seat) {
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
        let (token, hash) = new_token(&mut self.rng);
        let mut facts = vec![What::TokenChanged { person, token: hash, keep }];
        if let (Some(seat), Some(stand_in)) = (seat, self.state.people[&person].stand_in)
            && stand_in.is_imposed
        {
            facts.push(What::StandIn { seat, bot: None, is_imposed: false });
        }
        Ok(Decision::Store { facts, then: Then::Enter { person, token, viewer, after } })
    }

    fn leave(&mut self, from: ConnectionId) -> Decided {
        let person = self.present(from)?;
        Ok(Decision::Store { facts: vec![What::Left { person, is_kicked: false }], then: Then::Leave })
    }

    fn sit(&mut self, from: ConnectionId, seat: Seat) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting])?;
        self.free(seat)?;
        let keep = self.state.people[&person].tokens[0];
        // The seat decides what one sees, so the connection enters anew.
        let (token, hash) = new_token(&mut self.rng);
        let facts = vec![What::Sat { person, seat }, What::TokenChanged { person, token: hash, keep }];
        Ok(Decision::Store {
            facts,
            then: Then::Enter { person, token, viewer: Viewer::Seat(seat), after: None },
        })
    }

    fn hand_over(&mut self, now_ms: u64, from: ConnectionId) -> Decided {
        let person = self.present(from)?;
        let (token, hash) = new_token(&mut self.rng);
        let facts = vec![What::HandedOver { person, token: hash, until_ms: now_ms + HANDED_OVER_MS }];
        Ok(Decision::Store { facts, then: Then::HandOver { token } })
    }

    fn rename(&self, from: ConnectionId, name: &str) -> Decided {
        let person = self.present(from)?;
        self.in_phase(&[Phase::Waiting])?;
        store(What::Renamed { person, name: read_name(name)? })
    }

    fn ready(&self, from: ConnectionId, is_ready: bool, seed: Option<&str>) -> Decided {
        let (person, _, _) = self.seated(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let seed = read_seed(seed)?;
        let mut facts = vec![What::Ready { person, is_ready, seed }];
        let are_others_ready = self.state.chairs.iter().all(|chair| match chair {
            Chair::Free => false,
            Chair::Bot(_) => true,
            Chair::Person(other) => *other == person || self.state.people[other].is_ready,
        });
        if is_ready && are_others_ready {
            facts.extend(self.opening_facts(seed.map(|seed| (person, seed)))?);
        }
        Ok(Decision::Store { facts, then: Then::Stored })
    }

    fn start(&self, from: ConnectionId, fill: Option<BotLevel>) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let mut facts = Vec::new();
        for seat in Seat::all(self.state.chairs.len()) {
            if self.state.chairs[seat.index()] == Chair::Free {
                let bot =
                    fill.ok_or_else(|| refuse(RefusalCode::NotReady, "a seat is free: fill it with a bot"))?;
                facts.push(What::BotSet { seat, bot: Some(bot) });
            }
        }
        facts.extend(self.opening_facts(None)?);
        Ok(Decision::Store { facts, then: Then::Stored })
    }

    /// The start of the game and what nature does first; `last` is a seed given with the command that starts it.
    fn opening_facts(&self, last: Option<(PersonId, Bits)>) -> Result<Vec<What>, Refusal> {
        let seating = Seating::new(&self.state.seniority).map_err(no_table)?;
        let mut play = shelf::open(&self.state.game, &self.state.options, &seating).map_err(no_table)?;
        let mut facts = vec![What::Started];
        let seeds = self.state.given_seeds(last);
        draw_fates(&mut *play, 0, &mut facts, |number| {
            crate::fair::nature(&self.state.secret, &seeds, number)
        });
        Ok(facts)
    }

    fn play(&self, now_ms: u64, from: ConnectionId, after: Seq, mv: &Json) -> Decided {
        if !self.guests.contains_key(&from) && self.person_of(from).is_some() {
            let text = "your place was taken on another connection: attend again";
            return Err(Refusal { now: Some(self.state.seq), ..refuse(RefusalCode::Stale, text) });
        }
        let (_, person, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        if person.stand_in.is_some() {
            return Err(refuse(RefusalCode::WrongPhase, "a bot plays your seat: take it back first"));
        }
        let facts = self.moved(seat, after, mv.text(), false)?;
        let held_until_ms = self.decisions.held_until_ms(&self.state, self.pace, seat, mv.text());
        if held_until_ms.is_some_and(|until_ms| now_ms < until_ms) {
            return Ok(Decision::Held);
        }
        Ok(Decision::Store { facts, then: Then::Stored })
    }

    /// Whether a move could be made now; nothing happens, but where all see what is tried they are told.
    fn would(&self, from: ConnectionId, mv: &Json, out: &mut Vec<Output>) -> Decided {
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
        Ok(Decision::Now(Outcome::Done))
    }

    /// The facts of a move and of what nature does after it.
    pub(super) fn moved(&self, seat: Seat, after: Seq, mv: &str, is_bot: bool) -> Result<Vec<What>, Refusal> {
        let now = self.state.seq;
        let late = |text: &str| Refusal { now: Some(now), ..refuse(RefusalCode::Stale, text) };
        if after > now {
            return Err(late("you are ahead of the table: attend it again"));
        }
        if after < self.decisions.since(seat) {
            return Err(late("the table has moved on: look again and decide anew"));
        }
        let play = self.state.play.as_ref().expect("the game has started");
        let event = play.check_move(seat, mv).map_err(|foul| fouled(&foul, now))?;
        let mut next = play.copy();
        next.apply(&event).expect("a checked move can be made");
        let mut facts = vec![What::Played { seat, event: Json::from_text(event), is_bot }];
        draw_fates(&mut *next, self.state.events + 1, &mut facts, |number| self.state.nature(number));
        Ok(facts)
    }

    fn take_back(&self, from: ConnectionId, after: Seq) -> Decided {
        let (_, _, seat) = self.seated(from)?;
        self.in_phase(&[Phase::Playing])?;
        if after != self.state.seq || !self.may_take_back(seat) {
            return Err(refuse(
                RefusalCode::NoTakeback,
                "that cannot be taken back: it was seen or answered",
            ));
        }
        store(What::TakenBack { seat })
    }

    fn rematch(&self, from: ConnectionId) -> Decided {
        let (person, _, _) = self.seated(from)?;
        self.in_phase(&[Phase::Over])?;
        store(What::RematchWanted { person })
    }

    fn say(&mut self, now_ms: u64, from: ConnectionId, text: &str, out: &mut Vec<Output>) -> Decided {
        let person = self.present(from)?;
        let text = clean_chat(text).map_err(|error| refuse(RefusalCode::BadText, &error.to_string()))?;
        let Person { name, seat, .. } = &self.state.people[&person];
        let line = ChatLine { at_ms: now_ms, name: name.clone(), seat: *seat, text };
        if self.chat.len() >= super::CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        out.push(Output::Chat(self.chat.iter().cloned().collect()));
        let to = self.guests.keys().copied().collect();
        send(to, &Message::Chat { table: self.state.id, line }, out);
        Ok(Decision::Now(Outcome::Done))
    }

    /// The decision somebody wants to know more of.
    fn pondered(&mut self, from: ConnectionId) -> Result<Think, Refusal> {
        let (_, _, seat) = self.seated(from)?;
        self.decision(seat)
    }

    /// The decision of whoever a token stands for; the token is not used up.
    pub fn decision_of(&mut self, now_ms: u64, token: &str) -> Result<Think, Refusal> {
        let owner = self.state.owner(&hash_token(token), now_ms);
        let seat = owner.and_then(|person| self.state.people[&person].seat);
        self.decision(
            seat.ok_or_else(|| refuse(RefusalCode::BadToken, "this token is good for no seat here"))?,
        )
    }

    /// What a bot is asked, and what it may draw on.
    pub(super) fn think(&mut self, seat: Seat, level: BotLevel, since: Seq) -> Think {
        let state = &self.state;
        let table = state.play.as_ref().expect("the game has started").copy();
        let opened = state.opened().expect("a game that has started can be opened");
        Think { seat, level, since, table, opened, events: state.kept(), seed: self.rng.next_u64() }
    }

    fn decision(&mut self, seat: Seat) -> Result<Think, Refusal> {
        self.in_phase(&[Phase::Playing])?;
        if self.decisions.moves(seat).is_empty() {
            return Err(refuse(RefusalCode::Nothing, "there is nothing to decide now"));
        }
        let since = self.decisions.since(seat);
        Ok(self.think(seat, BotLevel::Hard, since))
    }

    fn configure(
        &self,
        from: ConnectionId,
        options: Option<&Json>,
        clocks: Option<ClockSettings>,
        visibility: Option<crate::wire::Visibility>,
        seats: Option<u8>,
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
            check_table(&self.state.game, &self.state.options, count)?;
        }
        check_clocks(clocks.as_ref().unwrap_or(&self.state.clocks))?;
        store(What::Configured { options, clocks, visibility, seats })
    }

    fn set_bot(&self, from: ConnectionId, seat: Seat, bot: Option<BotLevel>) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting, Phase::Playing])?;
        let is_waiting = self.state.phase() == Phase::Waiting;
        match self.state.chairs.get(seat.index()) {
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

    fn seniority(&self, from: ConnectionId, order: &[Seat]) -> Decided {
        self.hosting(from)?;
        self.in_phase(&[Phase::Waiting])?;
        let count = self.state.chairs.len();
        if order.len() != count || order.iter().copied().collect::<SeatSet>() != SeatSet::all(count) {
            return Err(refuse(RefusalCode::BadTable, "name every seat once, the youngest first"));
        }
        store(What::Seniority { order: order.to_vec() })
    }
}

/// Adds what nature does from here on until somebody may decide; a simulated nature is left to the pool.
pub(super) fn draw_fates(
    play: &mut dyn AnyTable,
    mut number: u64,
    facts: &mut Vec<What>,
    rng: impl Fn(u64) -> rand_chacha::ChaCha20Rng,
) {
    while play.turn() == Turn::Nature && !is_simulated(play) {
        let event = play.draw(&mut rng(number)).expect("it is nature's turn");
        play.apply(&event).expect("nature keeps to the rules");
        facts.push(What::Drawn { event: Json::from_text(event) });
        number += 1;
    }
}

/// Whether nature takes so long to work out that it must not be done here.
pub(super) fn is_simulated(play: &dyn AnyTable) -> bool {
    !play.lists_all_moves()
}

/// The game of that short name.
pub fn known(game: &str) -> Result<&'static table::About, Refusal> {
    let unknown = |_| refuse(RefusalCode::UnknownGame, "there is no such game: /api/games lists them");
    shelf::about(game).map_err(unknown)
}

/// Checks a game, its options and its number of seats, and returns the options with their defaults filled in.
pub fn check_table(game: &str, options: &serde_json::Value, seats: u8) -> Result<Json, Refusal> {
    let about = known(game)?;
    let (fewest, most) = about.players;
    if !(fewest..=most).contains(&usize::from(seats)) {
        let text = format!("{} is played by {fewest} to {most}", about.title);
        return Err(refuse(RefusalCode::BadTable, &text));
    }
    let seating = Seating::ascending(usize::from(seats)).map_err(no_table)?;
    shelf::open(game, options, &seating).map_err(no_table)?;
    Ok(Json::from(&shelf::all_options(game, options).map_err(no_table)?))
}

/// Checks that clocks keep to their bounds.
pub fn check_clocks(clocks: &ClockSettings) -> Result<(), Refusal> {
    let is_within = clocks.turn_s.is_none_or(|s| (5..=600).contains(&s))
        && clocks.game_s.is_none_or(|s| (30..=7200).contains(&s))
        && (2..=30).contains(&clocks.window_s)
        && (5..=43_200).contains(&clocks.grace_s);
    if is_within {
        return Ok(());
    }
    let text = "turn: 5 to 600 s, game: 30 to 7200 s, window: 2 to 30 s, grace: 5 to 43200 s";
    Err(refuse(RefusalCode::BadTable, text))
}

/// Reads a name somebody gave.
pub fn read_name(name: &str) -> Result<String, Refusal> {
    clean_name(name).map_err(|error| refuse(RefusalCode::BadName, &error.to_string()))
}

/// Reads a seed somebody gave.
pub fn read_seed(seed: Option<&str>) -> Result<Option<Bits>, Refusal> {
    let bad = |error: crate::fair::BadBits| refuse(RefusalCode::BadSeed, &error.to_string());
    seed.map(str::parse).transpose().map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_who_is_gone_is_waited_for_half_a_day_at_most() {
        let clocks = |grace_s| ClockSettings { grace_s, ..ClockSettings::default() };
        assert_eq!(
            [4, 5, 43_200, 43_201].map(|s| check_clocks(&clocks(s)).is_ok()),
            [false, true, true, false]
        );
    }
}

//! Bots at the table: what they are asked, and how long they seem to think.

use super::deadlines::{BotSeat, Search};
use super::drafts::Draft;
use super::{Output, Room};
use crate::protocol::{BotLevel, Json};
use journal::Seq;
use shelf::{AnyTable, Seen};
use table::{Rng as _, Seat};

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
    pub(super) fn fills_windows(self) -> bool {
        self.least_ms > 0
    }

    /// The delay of one decision: drawn from its number, not from what the bot sees.
    fn delay_ms(self, seat: Seat, posed: Seq) -> u64 {
        let drawn = (posed ^ (seat.index() as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        self.least_ms + drawn % (self.spread_ms + 1)
    }
}

/// What a seat has to decide about, for a bot that plays it or advises it.
pub struct Position {
    /// The seat that decides.
    pub seat: Seat,
    /// How strong the bot is.
    pub level: BotLevel,
    /// The sequence since which the decision is asked for.
    pub since: Seq,
    /// The sequence of the table as it stands.
    pub seq: Seq,
    /// The table; the bot is given no more of it than its seat may see.
    pub table: Box<dyn AnyTable>,
    /// What the seat was shown since the game began.
    pub seen: Seen,
    /// Where the bot's own chance comes from.
    pub seed: u64,
}

impl Room {
    /// A seat's position as it is now.
    pub(super) fn position(&mut self, seat: Seat, level: BotLevel, since: Seq) -> Position {
        let seen = self.seen_by(seat);
        let table = self.state.play.as_ref().expect("the game has started").copy();
        Position { seat, level, since, seq: self.state.seq, table, seen, seed: self.rng.next_u64() }
    }

    /// What a seat was shown since the game began. The first question about a seat plays the game again; from then on
    /// every event is added as it happens.
    fn seen_by(&mut self, seat: Seat) -> Seen {
        let state = &self.state;
        let seen = self.seen.entry(seat).or_insert_with(|| {
            let mut play = state.opened().expect("a game that has started can be opened");
            let mut seen = play.nothing_seen();
            for (_, event) in state.kept() {
                play.play(&event).expect("a stored event fits its table").add_to(&mut seen, seat);
            }
            seen
        });
        seen.clone()
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

    /// When a bot that has decided may answer.
    fn due_ms(&self, seat: Seat) -> u64 {
        let decision = &self.decisions.seats[seat.index()];
        // Where nothing is hidden, the steps of one turn follow each other quickly.
        let parts = if self.state.goes_on(seat) { 2 } else { 1 };
        let delay_ms = self.pace.delay_ms(seat, decision.posed) / parts;
        let answered_at_ms = self.state.answered_at_ms.filter(|_| self.pace.fills_windows());
        let answer_seen_ms = answered_at_ms.map_or(0, |at_ms| at_ms + Pace::REVEAL_MS);
        (decision.at_ms + delay_ms + self.head_start_ms()).max(answer_seen_ms)
    }

    /// Lets a bot think or play; returns when there will be more to do, or none when its move is on its way.
    pub(super) fn drive_bot(
        &mut self,
        now_ms: u64,
        seat: Seat,
        level: BotLevel,
        out: &mut Vec<Output>,
    ) -> Option<u64> {
        let due_ms = self.due_ms(seat);
        let decision = &mut self.decisions.seats[seat.index()];
        let wanted = match &decision.bot {
            BotSeat::NotAsked => {
                decision.bot = BotSeat::Thinking;
                let posed = decision.posed;
                let position = self.position(seat, level, posed);
                out.push(Output::Think(position));
                return Some(u64::MAX);
            }
            BotSeat::Thinking => return Some(u64::MAX),
            BotSeat::Decided(_) if now_ms < due_ms => return Some(due_ms),
            BotSeat::Decided(None) if matches!(decision.search, Search::Asked) => return Some(u64::MAX),
            BotSeat::Decided(wanted) => wanted.clone(),
        };
        let drafts = self.bot_move(seat, wanted)?;
        if let Some(until_ms) = self.held_until_ms(seat, &drafts).filter(|until_ms| now_ms < *until_ms) {
            return Some(until_ms);
        }
        self.store(now_ms, drafts, None, out);
        None
    }

    /// The move a bot wants; one that found nothing, or nothing legal, makes the first it may.
    fn bot_move(&self, seat: Seat, wanted: Option<String>) -> Option<Vec<Draft>> {
        let first = self.decisions.moves(seat).first();
        let mut choices = wanted.as_deref().into_iter().chain(first.map(Json::text));
        choices.find_map(|mv| self.moved(seat, self.state.seq, mv, true).ok())
    }
}

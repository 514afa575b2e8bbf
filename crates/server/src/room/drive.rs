//! What goes on at a table by itself: bots decide, clocks run out, absent people are stood in for, nature is simulated.

use super::deadlines::{Search, SlowNature};
use super::drafts::{Draft, draw_fates};
use super::facts::What;
use super::{Output, Room};
use crate::protocol::{BotLevel, Phase};
use table::Turn;

impl Room {
    /// Does what is due, and asks to be woken when something will be.
    pub(super) fn drive(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        self.decisions.set_now_ms(now_ms);
        if !self.is_at_rest() {
            return;
        }
        if now_ms < self.retry_at_ms {
            return out.push(Output::Wake { at_ms: self.retry_at_ms });
        }
        self.come_back(now_ms, out);
        if !self.is_at_rest() {
            return;
        }
        if self.state.is_too_long() {
            return self.store(now_ms, vec![What::Closed.into()], None, out);
        }
        if !self.held.is_empty()
            && self.decisions.window_ends_at_ms(&self.state).is_none_or(|ms| now_ms >= ms)
        {
            self.waiting.extend(self.held.drain(..));
            self.serve_waiting(now_ms, out);
            if !self.is_at_rest() {
                return;
            }
        }
        match self.state.phase() {
            Phase::Playing => self.drive_game(now_ms, out),
            Phase::Waiting | Phase::Over => self.drive_rematch(now_ms, out),
            Phase::Closed => {}
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
                let drafts = self.time_up();
                return self.store(now_ms, drafts, None, out);
            }
            wake_ms = end_ms;
        }
        if let Some(end_ms) = self.decisions.window_ends_at_ms(&self.state) {
            if now_ms >= end_ms {
                let drafts = self.pass_all();
                return self.store(now_ms, drafts, None, out);
            }
            wake_ms = wake_ms.min(end_ms);
        }
        if let Some(seat) = self.state.asked().filter(|_| play.needs_search()) {
            let decision = &mut self.decisions.seats[seat.index()];
            if matches!(decision.search, Search::NotAsked) {
                decision.search = Search::Asked;
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
                return self.store(now_ms, vec![fact.into()], None, out);
            }
            wake_ms = wake_ms.min(due_ms);
        }
        if wake_ms < u64::MAX {
            out.push(Output::Wake { at_ms: wake_ms });
        }
    }

    /// What is done for the seat asked when it has used up the time the rules give it.
    fn time_up(&self) -> Vec<Draft> {
        let play = self.state.play.as_ref().expect("the game has started");
        let late = play.limit().zip(play.asked()).map(|(limit, seat)| (seat, limit.late));
        let drafts = late.and_then(|(seat, late)| self.moved(seat, self.state.seq, &late, false).ok());
        drafts.expect("who is asked and has a limit can be late")
    }

    /// Everybody lets the window go by.
    fn pass_all(&self) -> Vec<Draft> {
        let mut play = self.state.play.as_ref().expect("the game has started").copy();
        let mut drafts = Vec::new();
        while let Turn::Seats(seats) = play.turn() {
            let asked: Vec<_> = play.asked().into_iter().chain(seats.iter()).collect();
            let passed = asked.into_iter().find_map(|seat| {
                let pass = play.pass(seat)?;
                play.play_move(seat, &pass).ok()
            });
            let Some(step) = passed else { break };
            drafts.push(Draft::played(step, false));
        }
        let number = self.state.events + drafts.len() as u64;
        draw_fates(&mut *play, number, &mut drafts, |number| self.state.nature(number));
        drafts
    }

    /// Has nature simulated where that takes long, and stores what came of it.
    fn drive_nature(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let number = self.state.events;
        let mut play = self.state.play.as_ref().expect("the game has started").copy();
        let mut drafts = Vec::new();
        match &self.decisions.nature {
            SlowNature::Drawn(drawn, event) if *drawn == number => {
                drafts.extend(play.play(event).map(Draft::drawn));
            }
            SlowNature::Drawing(drawing) if *drawing == number => return,
            _ => {}
        }
        if drafts.is_empty() && play.is_nature_slow() {
            self.decisions.nature = SlowNature::Drawing(number);
            let rng = Box::new(self.state.nature(number));
            return out.push(Output::Draw { number, table: play, rng });
        }
        // Where nature is quick it is nature's turn only if the house stopped between a move and nature's answer.
        let next = number + drafts.len() as u64;
        draw_fates(&mut *play, next, &mut drafts, |number| self.state.nature(number));
        self.store(now_ms, drafts, None, out);
    }
}

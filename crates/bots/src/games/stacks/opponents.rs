//! What the opponents of a game of Stacks have shown of themselves: how often they lie, and what they call.
//!
//! Every reading begins at what most players do. Kinds of callers are weighed against each other by what each of
//! them would have called; the leading one never gets so far ahead that a few surprises would not undo it, so
//! that nobody gains much by playing one way for a while and then another.

use stacks::{RoundEnd, Shown, State};
use table::{
    PerSeat, Seat,
    nature::{Dice, unit},
};

use crate::blueprint::{ACTIONS, CALL, FOLD, is_lie};

/// A kind of caller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Caller {
    /// Calls so many times as readily as the blueprint.
    Usual(f64),
    /// Calls whatever claims more than so much a card, and nothing else.
    Above(f64),
}

/// All kinds of callers, with how common they are taken to be.
const CALLERS: [(Caller, f64); 11] = [
    (Caller::Usual(1.0), 0.5),
    (Caller::Usual(0.3), 0.12),
    (Caller::Usual(2.5), 0.08),
    (Caller::Above(-99.0), 0.03),
    (Caller::Above(1.5), 0.02),
    (Caller::Above(2.0), 0.04),
    (Caller::Above(2.5), 0.04),
    (Caller::Above(3.0), 0.05),
    (Caller::Above(3.5), 0.04),
    (Caller::Above(4.0), 0.04),
    (Caller::Above(99.0), 0.04),
];

/// How much likelier than the usual caller, at most, another is held to be: e to this.
const MOST_AHEAD: f64 = 3.0;

impl Default for Caller {
    fn default() -> Caller {
        CALLERS[0].0
    }
}

impl Caller {
    /// How likely such a caller is to call a claim of so much a card before the next play.
    fn calls(self, each: f64) -> f64 {
        match self {
            Caller::Usual(readiness) => (readiness * ((each - 2.0) / 4.0).clamp(0.04, 0.9)).min(0.95),
            Caller::Above(above) if each > above => 0.93,
            Caller::Above(_) => 0.03,
        }
    }
}

/// What is known of a player's ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    bared: f64,
    lies: f64,
    /// How well each kind of caller explains what was called and what was not, as logarithms.
    fits: [f64; CALLERS.len()],
}

impl Default for Reading {
    /// What most players do, as if seen in a round or two.
    fn default() -> Reading {
        Reading { bared: 4.0, lies: 0.8, fits: CALLERS.map(|(_, share)| share.ln()) }
    }
}

impl Reading {
    /// Somebody who calls as usual, or not before three points a card are claimed.
    pub fn patient() -> Reading {
        let fits = CALLERS.map(|(caller, _)| match caller {
            Caller::Above(each) if (3.0..99.0).contains(&each) => 0.0,
            caller if caller == Caller::default() => 0.0,
            _ => f64::NEG_INFINITY,
        });
        Reading { fits, ..Reading::default() }
    }

    /// How many of its Bids are lies.
    pub fn lies(&self) -> f64 {
        (self.lies / self.bared).clamp(0.04, 0.9)
    }

    fn bare(&mut self, bid: Option<i16>, sum: i32) {
        if let Some(bid) = bid {
            self.bared += 1.0;
            self.lies += f64::from(u8::from(sum != i32::from(bid)));
        }
    }

    fn answer(&mut self, each: f64, called: bool) {
        for ((caller, _), fit) in CALLERS.iter().zip(&mut self.fits) {
            let calls = caller.calls(each);
            *fit += if called { calls } else { 1.0 - calls }.ln();
        }
        let best = self.fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.fits[0] = self.fits[0].max(best - MOST_AHEAD);
    }

    /// How likely each kind of caller is, against the usual one.
    fn weights(&self) -> [f64; CALLERS.len()] {
        self.fits.map(|fit| (fit - self.fits[0]).exp())
    }

    /// How likely this player is to call nothing at all.
    pub fn never_calls(&self) -> f64 {
        let weights = self.weights();
        weights[CALLERS.len() - 1] / weights.iter().sum::<f64>()
    }

    /// A kind of caller this player may be, each as often as it is likely.
    pub fn caller(&self, rng: &mut Dice) -> Caller {
        let weights = self.weights();
        let mut left = unit(rng) * weights.iter().sum::<f64>();
        for ((caller, _), weight) in CALLERS.iter().zip(weights) {
            left -= weight;
            if left < 0.0 {
                return *caller;
            }
        }
        Caller::default()
    }

    /// Bends what a player does in a situation towards its ways, as a caller of some kind.
    pub fn colour(&self, plays: &mut [f64; ACTIONS], caller: Caller, each: Option<f64>) {
        let lies = self.lies() / Reading::default().lies();
        (0..FOLD).filter(|action| is_lie(*action)).for_each(|action| plays[action] *= lies);
        // Whoever neither lies nor calls folds, and in a window lets the play stand.
        plays[FOLD] += 1e-3;
        match (caller, each) {
            (Caller::Usual(readiness), _) => plays[CALL] *= readiness,
            (Caller::Above(_), Some(each)) => {
                plays[CALL] = 0.0;
                let calls = caller.calls(each);
                plays[CALL] = calls / (1.0 - calls) * plays.iter().sum::<f64>();
            }
            _ => {}
        }
    }
}

/// How much a card the last play claims.
pub fn claim(state: &State) -> Option<f64> {
    let last = state.last_play()?;
    Some(f64::from(last.bid) / state.stack(last.seat).len().max(1) as f64)
}

/// Reads what was shown in a game so far.
pub fn read(shown: &[Shown], seats: usize) -> PerSeat<Reading> {
    let mut all = PerSeat::from_fn(seats, |_| Reading::default());
    let mut round = Round::new(seats);
    for event in shown {
        let ends: Option<&RoundEnd> = match event {
            Shown::Played { seat, bid, count, .. } => {
                round.settle(&mut all, None);
                round.bids[*seat] = Some(*bid);
                round.cards[*seat] += f64::from(*count);
                round.each = f64::from(*bid) / round.cards[*seat];
                None
            }
            Shown::Folded { seat, stack, ends, .. } => {
                all[*seat].bare(round.bids[*seat].take(), stack.sum());
                ends.as_ref()
            }
            Shown::Called { seat, ends, .. } => {
                round.settle(&mut all, Some(*seat));
                ends.as_ref()
            }
            Shown::Passed { seat, .. } => {
                round.passed[*seat] = true;
                None
            }
            Shown::Drew { ends, .. } => ends.as_ref(),
            Shown::Dealt { .. } => None,
        };
        if let Some(end) = ends {
            round.settle(&mut all, None);
            for seat in Seat::all(seats) {
                all[seat].bare(round.bids[seat].take(), end.stacks[seat].sum());
            }
            round = Round::new(seats);
        }
    }
    all
}

/// A round as it is read.
struct Round {
    bids: PerSeat<Option<i16>>,
    cards: PerSeat<f64>,
    /// How much a card the last play claims, and who has let it pass so far.
    each: f64,
    passed: PerSeat<bool>,
}

impl Round {
    fn new(seats: usize) -> Round {
        let (bids, cards, passed) = (PerSeat::new(seats), PerSeat::new(seats), PerSeat::new(seats));
        Round { bids, cards, each: 0.0, passed }
    }

    /// The last play was called, or can no longer be: whoever passed may still have called after a draw.
    fn settle(&mut self, all: &mut PerSeat<Reading>, caller: Option<Seat>) {
        for seat in Seat::all(self.passed.len()) {
            let passed = std::mem::take(&mut self.passed[seat]);
            if caller == Some(seat) || passed {
                all[seat].answer(self.each, caller == Some(seat));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::nature::dice;

    fn seat(n: u8) -> Seat {
        Seat::new(n).unwrap()
    }

    /// So many plays of one card by seat 0, each said to be worth 3, all passed by seat 1.
    fn passes(plays: u32) -> Vec<Shown> {
        let play = |play| {
            let bid = 3 * play as i16;
            [
                Shown::Played { seat: seat(0), play, count: 1, cards: None, bid },
                Shown::Passed { seat: seat(1), play },
            ]
        };
        (1..=plays).flat_map(play).collect()
    }

    #[test]
    fn whoever_lets_everything_pass_is_taken_to_call_nothing() {
        let before = Reading::default().never_calls();
        let few = read(&passes(3), 2)[seat(1)].never_calls();
        let many = read(&passes(12), 2)[seat(1)].never_calls();
        assert!(before < few && few < many, "{before} {few} {many}");
    }

    #[test]
    fn three_calls_undo_what_any_number_of_passes_said() {
        let mut shown = passes(200);
        let trusting = read(&shown, 2)[seat(1)].never_calls();
        for play in 201..204 {
            let played = Shown::Played { seat: seat(0), play, count: 1, cards: None, bid: 3 * play as i16 };
            shown.extend([played, Shown::Called { seat: seat(1), play, ends: None }]);
        }
        let warned = read(&shown, 2)[seat(1)].never_calls();
        assert!(trusting > 0.1 && warned < 0.05, "{trusting}, then {warned}");
    }

    #[test]
    fn a_threshold_is_played_as_it_was_read() {
        let mut plays = [0.0; ACTIONS];
        plays[FOLD] = 1.0;
        let mut low = plays;
        Reading::default().colour(&mut plays, Caller::Above(3.0), Some(3.5));
        Reading::default().colour(&mut low, Caller::Above(3.0), Some(3.0));
        assert!(plays[CALL] > 10.0 * plays[FOLD] && low[FOLD] > 10.0 * low[CALL]);
        assert_eq!(Reading::default().caller(&mut dice(1, 0)), Reading::default().caller(&mut dice(1, 0)));
    }
}

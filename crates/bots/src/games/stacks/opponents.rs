//! Models of the opponents in a game of Stacks: how often they lie, and what they call.
//!
//! Every model begins at what most players do and follows what a player was seen to do. How likely each kind of caller
//! is, is updated by Bayes' rule, within bounds: a few surprises always undo what went before, so nobody gains much by
//! playing one way for a while and then another.

use stacks::{RoundEnd, Shown, State};
use table::{PerSeat, Seat, nature::Dice};

use super::blueprint::{ACTIONS, CALL, FOLD, is_lie};
use crate::methods::stats::draw_weighted;

/// A kind of caller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Caller {
    /// Calls this many times as often as the blueprint.
    Usual(f64),
    /// Calls whatever claims more than this many points a card, and nothing else.
    Above(f64),
}

/// All kinds of callers, with their prior probabilities.
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

/// The most by which another kind of caller can be likelier than the usual one, as a logarithm.
const MOST_AHEAD: f64 = 3.0;

impl Default for Caller {
    fn default() -> Caller {
        CALLERS[0].0
    }
}

impl Caller {
    /// How likely such a caller is to call a claim of `each` points a card before the next play.
    fn calls(self, each: f64) -> f64 {
        match self {
            Caller::Usual(readiness) => (readiness * ((each - 2.0) / 4.0).clamp(0.04, 0.9)).min(0.95),
            Caller::Above(above) if each > above => 0.93,
            Caller::Above(_) => 0.03,
        }
    }
}

/// What a player is expected to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpponentModel {
    /// How many of its Bids were revealed, and how many of those were lies.
    revealed: f64,
    lies: f64,
    /// The log-likelihood of each kind of caller, given what the player called and what not.
    log_likelihoods: [f64; CALLERS.len()],
}

impl Default for OpponentModel {
    /// What most players do, counted like four Bids seen.
    fn default() -> OpponentModel {
        OpponentModel { revealed: 4.0, lies: 0.8, log_likelihoods: CALLERS.map(|(_, share)| share.ln()) }
    }
}

impl OpponentModel {
    /// A player who calls as usual, or only what claims three points a card or more.
    pub(super) fn patient() -> OpponentModel {
        let log_likelihoods = CALLERS.map(|(caller, _)| match caller {
            Caller::Above(each) if (3.0..99.0).contains(&each) => 0.0,
            caller if caller == Caller::default() => 0.0,
            _ => f64::NEG_INFINITY,
        });
        OpponentModel { log_likelihoods, ..OpponentModel::default() }
    }

    /// The share of its Bids that are lies.
    pub(super) fn lies(&self) -> f64 {
        (self.lies / self.revealed).clamp(0.04, 0.9)
    }

    /// Learns from a Bid whose cards are revealed.
    fn observe_bid(&mut self, bid: Option<i16>, sum: i32) {
        if let Some(bid) = bid {
            self.revealed += 1.0;
            self.lies += f64::from(u8::from(sum != i32::from(bid)));
        }
    }

    /// Learns from a claim of `each` points a card that the player called or let pass.
    fn observe_claim(&mut self, each: f64, called: bool) {
        for ((caller, _), likelihood) in CALLERS.iter().zip(&mut self.log_likelihoods) {
            let calls = caller.calls(each);
            *likelihood += if called { calls } else { 1.0 - calls }.ln();
        }
        let best = self.log_likelihoods.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.log_likelihoods[0] = self.log_likelihoods[0].max(best - MOST_AHEAD);
    }

    /// How likely each kind of caller is, relative to the usual one.
    fn weights(&self) -> [f64; CALLERS.len()] {
        self.log_likelihoods.map(|one| (one - self.log_likelihoods[0]).exp())
    }

    /// How likely the player never calls at all.
    pub(super) fn never_calls(&self) -> f64 {
        let weights = self.weights();
        weights[CALLERS.len() - 1] / weights.iter().sum::<f64>()
    }

    /// Draws a kind of caller by how likely the player is of that kind.
    pub(super) fn draw_caller(&self, rng: &mut Dice) -> Caller {
        let callers = CALLERS.iter().zip(self.weights()).map(|((caller, _), weight)| (*caller, weight));
        draw_weighted(callers, rng).unwrap_or_default()
    }

    /// Adjusts how likely each action is in a situation to how the player lies, and calls as a caller of some kind.
    pub(super) fn adjust(&self, plays: &mut [f64; ACTIONS], caller: Caller, each: Option<f64>) {
        let lies = self.lies() / OpponentModel::default().lies();
        (0..FOLD).filter(|action| is_lie(*action)).for_each(|action| plays[action] *= lies);
        // Where nothing else is left, the player folds, or passes in a window.
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

/// The points a card that the last play claims.
pub(super) fn claim_per_card(state: &State) -> Option<f64> {
    let last = state.last_play()?;
    Some(f64::from(last.bid) / state.stack(last.seat).len().max(1) as f64)
}

/// Learns a model of every seat from what was shown in a game so far.
pub(super) fn read_opponents(shown: &[Shown], seats: usize) -> PerSeat<OpponentModel> {
    let mut all = PerSeat::from_fn(seats, |_| OpponentModel::default());
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
                all[*seat].observe_bid(round.bids[*seat].take(), stack.sum());
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
                all[seat].observe_bid(round.bids[seat].take(), end.stacks[seat].sum());
            }
            round = Round::new(seats);
        }
    }
    all
}

/// The round that is being read.
struct Round {
    bids: PerSeat<Option<i16>>,
    cards: PerSeat<f64>,
    /// The points a card that the last play claims.
    each: f64,
    /// Who has let the last play pass so far.
    passed: PerSeat<bool>,
}

impl Round {
    fn new(seats: usize) -> Round {
        let (bids, cards, passed) = (PerSeat::new(seats), PerSeat::new(seats), PerSeat::new(seats));
        Round { bids, cards, each: 0.0, passed }
    }

    /// Learns from a play that was called or no longer can be. A pass counts only then, because the seat could still have
    /// called after its draw.
    fn settle(&mut self, all: &mut PerSeat<OpponentModel>, caller: Option<Seat>) {
        for seat in Seat::all(self.passed.len()) {
            let passed = std::mem::take(&mut self.passed[seat]);
            if caller == Some(seat) || passed {
                all[seat].observe_claim(self.each, caller == Some(seat));
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
        let before = OpponentModel::default().never_calls();
        let few = read_opponents(&passes(3), 2)[seat(1)].never_calls();
        let many = read_opponents(&passes(12), 2)[seat(1)].never_calls();
        assert!(before < few && few < many, "{before} {few} {many}");
    }

    #[test]
    fn three_calls_undo_what_any_number_of_passes_said() {
        let mut shown = passes(200);
        let trusting = read_opponents(&shown, 2)[seat(1)].never_calls();
        for play in 201..204 {
            let played = Shown::Played { seat: seat(0), play, count: 1, cards: None, bid: 3 * play as i16 };
            shown.extend([played, Shown::Called { seat: seat(1), play, ends: None }]);
        }
        let warned = read_opponents(&shown, 2)[seat(1)].never_calls();
        assert!(trusting > 0.1 && warned < 0.05, "{trusting}, then {warned}");
    }

    #[test]
    fn a_threshold_is_played_as_it_was_read() {
        let mut plays = [0.0; ACTIONS];
        plays[FOLD] = 1.0;
        let mut low = plays;
        OpponentModel::default().adjust(&mut plays, Caller::Above(3.0), Some(3.5));
        OpponentModel::default().adjust(&mut low, Caller::Above(3.0), Some(3.0));
        assert!(plays[CALL] > 10.0 * plays[FOLD] && low[FOLD] > 10.0 * low[CALL]);
        assert_eq!(
            OpponentModel::default().draw_caller(&mut dice(1, 0)),
            OpponentModel::default().draw_caller(&mut dice(1, 0))
        );
    }
}

//! What Stacks tells those who study it.

use table::{Denial, Event, EventOf, Mark, Pace, PerSeat, Seat, Study};

use crate::{
    moves::Move,
    state::{Ending, Phase, State},
};

const TRUE_PLAYS: usize = 0;
const LIES: usize = 1;
const RIGHT_CALLS: usize = 2;
const WRONG_CALLS: usize = 3;
const FOLDS: usize = 4;

impl State {
    /// Whether a play would name the true worth of the Stack it makes.
    fn is_true(&self, seat: Seat, mv: &Move) -> bool {
        let Move::Play { cards, bid } = mv else { return true };
        let added: i32 = cards.cards().iter().map(|card| card.value()).sum();
        self.stacks[seat].sum() + added == i32::from(*bid)
    }
}

impl Study for State {
    const STRENGTHS: [&'static str; 2] = ["easy", "medium"];
    const GAMES: [u64; 2] = [8_000, 1_120];
    const SWEPT: [u64; 2] = [4_000, 320];
    const HARD: (u32, u64) = (8, 16);
    const ENDINGS: &'static [&'static str] =
        &["a right Call ended the last round", "a wrong Call", "the deck ran out", "all others folded"];
    const PACE: Pace = Pace { decision: 4.0, fate: 2.0 };
    const MARKS: &'static [Mark] = &[
        Mark { name: "true plays" },
        Mark { name: "lies" },
        Mark { name: "Calls that were right" },
        Mark { name: "Calls that were wrong" },
        Mark { name: "rounds folded" },
    ];
    const DENIALS: &'static [Denial] = &[
        Denial { key: "lies", about: "never bids what is not true" },
        Denial { key: "calls", about: "never calls" },
        Denial { key: "folds", about: "never folds" },
    ];
    const SWEEPS: &'static [&'static str] = &["goal=25,60"];

    fn current_turn(&self) -> Option<(u32, Seat)> {
        matches!(self.phase, Phase::Draw | Phase::Choose | Phase::Window(_))
            .then(|| (self.round, self.seat()))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        Some(self.scores)
    }

    fn ending(&self) -> usize {
        match self.last_round.map(|round| round.ending) {
            Some(Ending::Call { truth: false, .. }) | None => 0,
            Some(Ending::Call { .. }) => 1,
            Some(Ending::EmptyDeck) => 2,
            Some(Ending::OneLeft { .. }) => 3,
        }
    }

    fn mark(&self, event: &EventOf<State>, count: &mut impl FnMut(Seat, usize, u16)) {
        let Event::Move { seat, mv } = event else { return };
        match mv {
            Move::Play { .. } => count(*seat, if self.is_true(*seat, mv) { TRUE_PLAYS } else { LIES }, 1),
            Move::Fold => count(*seat, FOLDS, 1),
            Move::Call { .. } => {
                let is_right = table::Odds::comes_right(self, mv) == Some(true);
                count(*seat, if is_right { RIGHT_CALLS } else { WRONG_CALLS }, 1);
            }
            Move::Pass { .. } => {}
        }
    }

    fn is_denied(&self, denial: usize, seat: Seat, mv: &Move) -> bool {
        match Self::DENIALS[denial].key {
            "lies" => !self.is_true(seat, mv),
            "calls" => matches!(mv, Move::Call { .. }),
            _ => *mv == Move::Fold,
        }
    }
}

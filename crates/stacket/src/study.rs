//! What Stacket tells those who study it.
//!
//! Every turn is the same: pick a piece and place it. So there is no move that a bot could be denied.

use table::{Event, EventOf, Mark, Pace, PerSeat, Seat, Study, Victory};

use crate::{
    moves::Move,
    rules::Verdict,
    state::{Phase, State},
};

const PLACED: usize = 0;
const TRIES: usize = 1;
const TOUCHES: usize = 2;

impl Study for State {
    const STRENGTHS: [&'static str; 2] = ["random", "easy"];
    const GAMES: [u64; 2] = [256, 64];
    const SWEPT: [u64; 2] = [128, 0];
    const HARD: (u32, u64) = (1, 0);
    const ENDINGS: &'static [&'static str] = &["something fell or a seat gave up", "every piece was placed"];
    const PACE: Pace = Pace { decision: 12.0, fate: 3.0 };
    const MARKS: &'static [Mark] = &[
        Mark { name: "pieces placed" },
        Mark { name: "pieces let go in vain" },
        Mark { name: "pieces touched" },
    ];
    const SWEEPS: &'static [&'static str] = &["touch_move=true", "one_hand=true", "few=8"];

    fn victory(&self) -> Victory {
        if self.options.points { Victory::Share } else { Victory::Survival }
    }

    fn current_turn(&self) -> Option<(u32, Seat)> {
        (!matches!(self.phase, Phase::Over { .. })).then_some((u32::from(self.rounds), self.seat))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        self.options.points.then_some(self.scores)
    }

    fn ending(&self) -> usize {
        usize::from(self.left.is_empty())
    }

    fn mark(&self, event: &EventOf<State>, count: &mut impl FnMut(Seat, usize, u16)) {
        let Event::Fate(fate) = event else {
            return;
        };
        if !matches!(self.phase, Phase::Released(_)) {
            return;
        }
        match self.verdict(fate) {
            Verdict::Placed { touching } => {
                count(self.seat, PLACED, 1);
                count(self.seat, TOUCHES, touching.into());
            }
            Verdict::TryAgain | Verdict::NotPlaced => count(self.seat, TRIES, 1),
            _ => {}
        }
    }

    fn is_denied(&self, _: usize, _: Seat, _: &Move) -> bool {
        false
    }
}

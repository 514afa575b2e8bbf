//! What Push tells those who study it.

use table::{Denial, Event, EventOf, Mark, Pace, PerSeat, Seat, Study};

use crate::{
    moves::{Fate, Move},
    state::{Phase, State},
};

const BANKS: usize = 0;
const TOO_FAR: usize = 1;
const ROLLS: usize = 2;
const LOST: usize = 3;
const OTHERS: usize = 4;

impl Study for State {
    const STRENGTHS: [&'static str; 2] = ["medium", "hard@8"];
    const GAMES: [u64; 2] = [8_000, 480];
    const SWEPT: [u64; 2] = [4_000, 128];
    const HARD: (u32, u64) = (8, 64);
    const ENDINGS: &'static [&'static str] = &["the deck ran out"];
    const PACE: Pace = Pace { decision: 3.0, fate: 2.0 };
    const MARKS: &'static [Mark] = &[
        Mark { name: "colours banked" },
        Mark { name: "turns pushed too far" },
        Mark { name: "stacks with a Roll card taken" },
        Mark { name: "points lost to the die" },
        Mark { name: "stacks taken in others' turns" },
    ];
    const DENIALS: &'static [Denial] = &[
        Denial { key: "banking", about: "never banks" },
        Denial { key: "rolls", about: "takes no stack with a Roll card if there is another" },
        Denial { key: "nerve", about: "never draws once there are three stacks" },
    ];
    const SWEEPS: &'static [&'static str] = &["riskier_star", "unplayed=40"];

    fn current_turn(&self) -> Option<(u32, Seat)> {
        (!matches!(self.phase, Phase::Begin | Phase::Over)).then_some((0, self.seat))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        Some(PerSeat::from_fn(self.seating.seats(), |seat| self.points(seat)))
    }

    fn mark(&self, event: &EventOf<State>, count: &mut impl FnMut(Seat, usize, u16)) {
        match *event {
            Event::Move { seat, mv: Move::Bank(_) } => count(seat, BANKS, 1),
            Event::Move { seat, mv: Move::Collect(n) } => {
                if self.stacks[usize::from(n)].has_roll() {
                    count(seat, ROLLS, 1);
                }
                if seat != self.seat {
                    count(seat, OTHERS, 1);
                }
            }
            Event::Fate(Fate::Die(face)) => {
                let roller = self.roller();
                if self.phase == Phase::TooFar {
                    count(roller, TOO_FAR, 1);
                }
                let of = |colour| self.bench[roller].of(colour);
                let points = |counts: [u8; 6]| {
                    counts.iter().zip(1u16..).map(|(n, face)| u16::from(*n) * face).sum::<u16>()
                };
                let lost: u16 = self.loses(face).iter().map(|colour| points(of(*colour))).sum();
                if lost > 0 {
                    count(roller, LOST, lost);
                }
            }
            _ => {}
        }
    }

    fn is_denied(&self, denial: usize, _: Seat, mv: &Move) -> bool {
        match (Self::DENIALS[denial].key, *mv) {
            ("banking", Move::Bank(_)) => true,
            ("rolls", Move::Collect(n)) => {
                self.stacks.get(usize::from(n)).is_some_and(|stack| stack.has_roll())
                    && self.stacks.iter().any(|stack| !stack.has_roll())
            }
            ("nerve", Move::Draw) => self.phase == Phase::Choose && self.stacks.len() == 3,
            _ => false,
        }
    }
}

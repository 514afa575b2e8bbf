//! What Stack Nabbit tells those who study it.

use table::{Denial, Event, EventOf, Mark, Pace, PerSeat, Seat, Study};

use crate::{
    moves::{Move, Number},
    state::{Phase, State},
};

const ZEROES: usize = 0;
const SIXES: usize = 1;
const BANKS: usize = 2;
const STOLEN: usize = 3;
const FLIPS: usize = 4;

impl Study for State {
    const STRENGTHS: [&'static str; 2] = ["medium", "hard@50"];
    const GAMES: [u64; 2] = [20_000, 1_000];
    const SWEPT: [u64; 2] = [10_000, 256];
    const HARD: (u32, u64) = (50, 96);
    const ENDINGS: &'static [&'static str] = &["the most zeroes decided", "the faces decided"];
    const PACE: Pace = Pace { decision: 3.0, fate: 2.0 };
    const MARKS: &'static [Mark] = &[
        Mark { name: "zeroes kept" },
        Mark { name: "sixes kept" },
        Mark { name: "numbers banked" },
        Mark { name: "cards taken from others" },
        Mark { name: "cards flipped and not kept" },
    ];
    const DENIALS: &'static [Denial] = &[
        Denial { key: "zeroes", about: "never stops on a zero" },
        Denial { key: "banking", about: "never stops on a number it has face up" },
        Denial { key: "patience", about: "never flips a second card" },
    ];
    const SWEEPS: &'static [&'static str] = &["zero_bonus=0,15,45,60", "unplayed=30"];

    fn current_turn(&self) -> Option<(u32, Seat)> {
        matches!(self.phase, Phase::Draw | Phase::Choose).then_some((0, self.seat))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        Some(self.points_if_over())
    }

    fn ending(&self) -> usize {
        let scores = self.points_if_over();
        let best = scores.iter().max().copied().unwrap_or(0);
        let bonus = i32::from(self.options.zero_bonus);
        let most = Seat::all(scores.len()).map(|seat| self.has_in_all(seat, Number::ZERO)).max().unwrap_or(0);
        let has_bonus = |seat: Seat| most > 0 && self.has_in_all(seat, Number::ZERO) == most;
        // Without the bonus of its winner, somebody else would have come out on top.
        let without = |seat: Seat| scores[seat] - if has_bonus(seat) { bonus } else { 0 };
        let faces = Seat::all(scores.len()).map(without).max().unwrap_or(0);
        let decided = Seat::all(scores.len()).any(|seat| scores[seat] == best && without(seat) < faces);
        usize::from(!decided)
    }

    fn mark(&self, event: &EventOf<State>, count: &mut impl FnMut(Seat, usize, u16)) {
        let kept = match *event {
            Event::Move { mv: Move::Stop, .. } => self.flips.last().copied(),
            Event::Move { mv: Move::Flip, .. } => return count(self.seat, FLIPS, 1),
            Event::Fate(_) => return,
        };
        let Some(kept) = kept else { return };
        if kept == Number::ZERO {
            count(self.seat, ZEROES, 1);
        }
        if kept.points() == 6 {
            count(self.seat, SIXES, 1);
        }
        if self.face_up[self.seat].has(kept.kind()) {
            count(self.seat, BANKS, 1);
        }
        let [left, right] = self.neighbours();
        let theirs = |seat: Seat| u16::from(self.face_up[seat].count(kept.kind()));
        let stolen = theirs(left) + if left == right { 0 } else { theirs(right) };
        if stolen > 0 {
            count(self.seat, STOLEN, stolen);
        }
    }

    fn is_denied(&self, denial: usize, seat: Seat, mv: &Move) -> bool {
        let Some(last) = self.flips.last() else { return false };
        match Self::DENIALS[denial].key {
            "zeroes" => *mv == Move::Stop && *last == Number::ZERO,
            "banking" => *mv == Move::Stop && self.face_up[seat].has(last.kind()),
            _ => *mv == Move::Flip,
        }
    }
}

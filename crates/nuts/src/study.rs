//! What Nuts for Nuts tells those who study it.

use table::{Denial, Event, EventOf, Mark, Pace, PerSeat, Seat, Study};

use crate::{
    cards::Drawn,
    moves::{Fate, Move},
    state::{Phase, State, Team},
};

const PAIRS: usize = 0;
const SINGLES: usize = 1;
const RIGHT_GUESSES: usize = 2;
const WRONG_GUESSES: usize = 3;
const SHOWN: usize = 4;
const SHARED: usize = 5;
const EVENTS: usize = 6;

impl Study for State {
    const STRENGTHS: [&'static str; 2] = ["medium", "hard@20"];
    const GAMES: [u64; 2] = [16_000, 480];
    const SWEPT: [u64; 2] = [8_000, 192];
    const HARD: (u32, u64) = (20, 48);
    const ROLES: &'static [&'static str] = &["Raccoon", "Squirrels"];
    const ENDINGS: &'static [&'static str] = &["the pile and a hand ran out", "nothing moved any more"];
    const PACE: Pace = Pace { decision: 4.0, fate: 2.0 };
    const MARKS: &'static [Mark] = &[
        Mark { name: "pairs stashed" },
        Mark { name: "single cards stashed" },
        Mark { name: "thefts guessed right" },
        Mark { name: "thefts guessed wrong" },
        Mark { name: "cards shown" },
        Mark { name: "cards shared" },
        Mark { name: "events drawn" },
    ];
    const DENIALS: &'static [Denial] = &[
        Denial { key: "stealing", about: "as the Raccoon, never steals" },
        Denial { key: "pairs", about: "never stashes two cards at once" },
        Denial { key: "showing", about: "never shows a card" },
        Denial { key: "sharing", about: "never shares a card" },
    ];
    const SWEEPS: &'static [&'static str] = &["seats=3", "events=[]", "unplayed=8"];

    fn role(&self, seat: Seat) -> usize {
        self.team(seat) as usize
    }

    fn current_turn(&self) -> Option<(u32, Seat)> {
        (self.has_begun && self.phase != Phase::Over).then_some((0, self.seat))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        let points = |seat| self.stash(self.team(seat)).nuts() as i32;
        Some(PerSeat::from_fn(self.seating.seats(), points))
    }

    fn ending(&self) -> usize {
        usize::from(!self.has_ended())
    }

    fn mark(&self, event: &EventOf<State>, count: &mut impl FnMut(Seat, usize, u16)) {
        match *event {
            Event::Move { seat, mv: Move::Stash(lot) } => {
                count(seat, if lot.single().is_some() { SINGLES } else { PAIRS }, 1);
            }
            Event::Move { seat, mv: Move::Guess(guess) } => {
                let is_right = self.laid.is_some_and(|card| guess.is_right(card));
                count(seat, if is_right { RIGHT_GUESSES } else { WRONG_GUESSES }, 1);
            }
            Event::Move { seat, mv: Move::Show(_) } => count(seat, SHOWN, 1),
            Event::Move { seat, mv: Move::Share { .. } } => count(seat, SHARED, 1),
            Event::Fate(Fate(Drawn::Event(_))) => {
                if let Phase::Draw(seat) = self.phase {
                    count(seat, EVENTS, 1);
                }
            }
            _ => {}
        }
    }

    fn is_denied(&self, denial: usize, seat: Seat, mv: &Move) -> bool {
        match (Self::DENIALS[denial].key, mv) {
            ("stealing", Move::Steal(_)) => self.team(seat) == Team::Raccoon,
            ("pairs", Move::Stash(lot)) => lot.single().is_none(),
            ("showing", Move::Show(_)) | ("sharing", Move::Share { .. }) => true,
            _ => false,
        }
    }
}

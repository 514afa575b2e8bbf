//! What a seat may do, counted before it is listed, so that any move is reached at once.

use table::{Seat, SeatSet};

use crate::{
    cards::{Faces, Pairs},
    moves::{Guess, Lot, Move},
    state::{Phase, State, Team},
};

/// The legal moves of a seat.
#[derive(Clone, Copy)]
pub(crate) enum Menu {
    Nothing,
    Act(Actions),
    Redraw,
    StashOne(Faces),
    Lay(Faces),
    Guess,
}

/// What is left of a turn, in the order of the sheet.
#[derive(Clone, Copy)]
pub(crate) struct Actions {
    hand: Faces,
    faces: usize,
    free_draw: bool,
    scavenge: bool,
    stash: bool,
    stash_two: Pairs,
    steal: SeatSet,
    show: bool,
    share: bool,
    friends: SeatSet,
}

impl Menu {
    #[inline]
    pub(crate) fn of(state: &State, seat: Seat) -> Menu {
        match state.phase {
            Phase::Act if seat == state.seat => Menu::Act(Actions::of(state, seat)),
            Phase::Redraw(dropper) if seat == dropper => Menu::Redraw,
            Phase::StashOne(drawer) if seat == drawer => Menu::StashOne(state.hands[seat].faces()),
            Phase::Lay(robbed) if seat == robbed => Menu::Lay(state.hands[seat].faces()),
            Phase::Guess(_) if seat == state.seat => Menu::Guess,
            _ => Menu::Nothing,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            Menu::Nothing => 0,
            Menu::Act(actions) => actions.len(),
            Menu::Redraw => 2,
            Menu::StashOne(faces) | Menu::Lay(faces) => faces.len(),
            Menu::Guess => Guess::COUNT,
        }
    }

    #[inline]
    pub(crate) fn nth(&self, n: usize) -> Move {
        match self {
            Menu::Act(actions) => actions.nth(n),
            Menu::StashOne(faces) => Move::Stash(Lot::one(faces.nth(n))),
            Menu::Lay(faces) => Move::Lay(faces.nth(n)),
            Menu::Guess => Move::Guess(Guess::at(n)),
            Menu::Redraw | Menu::Nothing => [Move::Redraw, Move::Decline][n],
        }
    }
}

impl Actions {
    #[inline]
    fn of(state: &State, seat: Seat) -> Actions {
        let (hand, left) = (state.hands[seat], state.left);
        let (may_draw, may_act) = (!state.is_spent(), left.actions > 0);
        let steals = may_act && state.team(seat) == Team::Raccoon;
        Actions {
            hand: hand.faces(),
            faces: hand.faces().len(),
            free_draw: left.free_draw && may_draw,
            scavenge: may_act && may_draw,
            stash: may_act,
            stash_two: if may_act { hand.pairs() } else { Pairs::default() },
            steal: if steals { state.open_to_theft() } else { SeatSet::NONE },
            show: left.show,
            share: left.share,
            friends: state.squirrels().without(seat),
        }
    }

    /// How many moves each section has; the turn can always be ended.
    #[inline]
    fn sections(&self) -> [usize; 7] {
        let each_face = |may: bool| if may { self.faces } else { 0 };
        [
            self.free_draw.into(),
            self.scavenge.into(),
            each_face(self.stash),
            self.stash_two.len(),
            self.steal.len(),
            each_face(self.show),
            each_face(self.share) * self.friends.len(),
        ]
    }

    #[inline]
    fn len(&self) -> usize {
        self.sections().iter().sum::<usize>() + 1
    }

    #[inline]
    fn nth(&self, mut n: usize) -> Move {
        for (section, count) in self.sections().into_iter().enumerate() {
            if n < count {
                return self.nth_of(section, n);
            }
            n -= count;
        }
        Move::EndTurn
    }

    #[inline]
    fn nth_of(&self, section: usize, n: usize) -> Move {
        match section {
            0 => Move::FreeDraw,
            1 => Move::Scavenge,
            2 => Move::Stash(Lot::one(self.hand.nth(n))),
            3 => {
                let [a, b] = self.stash_two.nth(n);
                Move::Stash(Lot::two(a, b))
            }
            4 => Move::Steal(nth_seat(self.steal, n)),
            5 => Move::Show(self.hand.nth(n)),
            _ => {
                let friends = self.friends.len();
                Move::Share { card: self.hand.nth(n / friends), to: nth_seat(self.friends, n % friends) }
            }
        }
    }
}

#[inline]
fn nth_seat(mut seats: SeatSet, k: usize) -> Seat {
    for _ in 0..k {
        seats = seats.first().map_or(seats, |first| seats.without(first));
    }
    seats.first().expect("a set is asked for seats it has")
}

//! What a seat may do: the moves are counted first and made only when asked for.

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

/// What a seat may still do in its turn, in the order of the sheet.
#[derive(Clone, Copy)]
pub(crate) struct Actions {
    hand: Faces,
    pairs: Pairs,
    /// The Squirrels that can be robbed.
    open_to_theft: SeatSet,
    /// The other Squirrels.
    friends: SeatSet,
    /// How many moves there are of each kind that [`Actions::nth_of`] knows.
    counts: [u8; 7],
    /// How many there are in all: counted while the counts are at hand, for a sum over what was just written waits.
    len: u8,
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
        let (hand, remaining) = (state.hands[seat], state.remaining);
        let (may_draw, may_act) = (!state.is_spent(), remaining.actions > 0);
        let steals = may_act && state.team(seat) == Team::Raccoon;
        let pairs = if may_act { hand.pairs() } else { Pairs::default() };
        let open_to_theft = if steals { state.open_to_theft() } else { SeatSet::NONE };
        let friends = state.squirrels().without(seat);
        let hand = hand.faces();
        let faces = hand.len() as u8;
        let each_face = |may: bool| if may { faces } else { 0 };
        let counts = [
            (remaining.free_draw && may_draw).into(),
            (may_act && may_draw).into(),
            each_face(may_act),
            pairs.len() as u8,
            open_to_theft.len() as u8,
            each_face(remaining.show),
            each_face(remaining.share) * friends.len() as u8,
        ];
        // The turn can always be ended.
        let len = 1 + counts.iter().sum::<u8>();
        Actions { hand, pairs, open_to_theft, friends, counts, len }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len.into()
    }

    #[inline]
    fn nth(&self, mut n: usize) -> Move {
        for (kind, count) in self.counts.into_iter().enumerate() {
            if n < count.into() {
                return self.nth_of(kind, n);
            }
            n -= usize::from(count);
        }
        Move::EndTurn
    }

    #[inline]
    fn nth_of(&self, kind: usize, n: usize) -> Move {
        match kind {
            0 => Move::FreeDraw,
            1 => Move::Scavenge,
            2 => Move::Stash(Lot::one(self.hand.nth(n))),
            3 => {
                let [a, b] = self.pairs.nth(n);
                Move::Stash(Lot::two(a, b))
            }
            4 => Move::Steal(nth_seat(self.open_to_theft, n)),
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

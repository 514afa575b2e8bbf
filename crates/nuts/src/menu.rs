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
    free_draw: bool,
    scavenge: bool,
    stash_one: Faces,
    stash_two: Pairs,
    steal: SeatSet,
    show: Faces,
    share: Faces,
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
        let may_draw = !state.pile.is_empty();
        let mut actions = Actions {
            free_draw: left.free_draw && may_draw,
            scavenge: left.actions > 0 && may_draw,
            stash_one: Faces::default(),
            stash_two: Pairs::default(),
            steal: SeatSet::NONE,
            show: if left.show { hand.faces() } else { Faces::default() },
            share: if left.share { hand.faces() } else { Faces::default() },
            friends: state.squirrels().without(seat),
        };
        if left.actions > 0 {
            actions.stash_one = hand.faces();
            actions.stash_two = hand.pairs();
            if state.team(seat) == Team::Raccoon {
                actions.steal = state.open_to_theft();
            }
        }
        actions
    }

    #[inline]
    fn len(&self) -> usize {
        usize::from(self.free_draw)
            + usize::from(self.scavenge)
            + self.stash_one.len()
            + self.stash_two.len()
            + self.steal.len()
            + self.show.len()
            + self.share.len() * self.friends.len()
            + 1
    }

    #[inline]
    fn nth(&self, mut n: usize) -> Move {
        // Finds the section the n-th move lies in, and counts on from its beginning.
        let mut within = |count: usize| {
            let found = n < count;
            n = if found { n } else { n - count };
            found.then_some(n)
        };
        if within(self.free_draw.into()).is_some() {
            Move::FreeDraw
        } else if within(self.scavenge.into()).is_some() {
            Move::Scavenge
        } else if let Some(k) = within(self.stash_one.len()) {
            Move::Stash(Lot::one(self.stash_one.nth(k)))
        } else if let Some(k) = within(self.stash_two.len()) {
            let [a, b] = self.stash_two.nth(k);
            Move::Stash(Lot::two(a, b))
        } else if let Some(k) = within(self.steal.len()) {
            Move::Steal(nth_seat(self.steal, k))
        } else if let Some(k) = within(self.show.len()) {
            Move::Show(self.show.nth(k))
        } else if let Some(k) = within(self.share.len() * self.friends.len()) {
            let friends = self.friends.len();
            Move::Share { card: self.share.nth(k / friends), to: nth_seat(self.friends, k % friends) }
        } else {
            Move::EndTurn
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

//! What a bot is, and what it is told: what its seat knows, and nothing else.

use table::{Imagine, Rng, Seat, Viewer, nature::Dice};

use crate::budget::Budget;

/// Everything a seat knows when it is asked to move.
///
/// Whoever runs the game builds it. A bot gets full states only from [`imagine`](Sight::imagine), which draws one
/// among those that fit what the seat knows.
#[derive(Clone, Debug)]
pub struct Sight<'a, G: Imagine> {
    seat: Seat,
    view: G::View,
    notes: G::Notes,
    moves: Vec<G::Move>,
    shown: &'a [G::Shown],
}

impl<'a, G: Imagine> Sight<'a, G> {
    /// Takes from a table what a seat knows; `shown` is what it was shown of all events so far.
    pub fn of(table: &G, seat: Seat, shown: &'a [G::Shown]) -> Sight<'a, G> {
        Sight {
            seat,
            view: table.view(Viewer::Seat(seat)),
            notes: table.notes(seat),
            moves: table.legal_moves(seat).collect(),
            shown,
        }
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees now.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// What the seat remembers beyond what it sees, if it watched from the beginning.
    pub fn notes(&self) -> &G::Notes {
        &self.notes
    }

    /// The legal moves of the seat.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// What the seat was shown so far, in order; empty where nobody kept it.
    pub fn shown(&self) -> &'a [G::Shown] {
        self.shown
    }

    /// Draws a full state among those that fit what the seat knows.
    pub fn imagine(&self, rng: &mut (impl Rng + ?Sized)) -> G {
        G::imagine(&self.view, Some(&self.notes), rng)
    }
}

/// Chooses moves for a seat.
pub trait Bot<G: Imagine>: Send {
    /// Chooses one of the legal moves of a sight, which offers at least one.
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move;
}

impl<G: Imagine, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move {
        (**self).decide(sight, budget, rng)
    }
}

//! The boundary between a table and a bot: what the bot's seat knows, and nothing else.

use table::{Imagine, Rng, Seat, Viewer, nature::Dice};

use crate::budget::Budget;

/// Everything a seat knows when it is asked to move; built by whoever drives the game.
///
/// A bot never meets the true state: full states come only from [`imagine`](Sight::imagine), which draws one among
/// those that fit.
#[derive(Clone, Debug)]
pub struct Sight<'a, G: Imagine> {
    seat: Seat,
    view: G::View,
    notes: G::Notes,
    moves: Vec<G::Move>,
    shown: &'a [G::Shown],
}

impl<'a, G: Imagine> Sight<'a, G> {
    /// What a seat knows at a table, given the events it was shown so far.
    pub fn of(table: &G, seat: Seat, shown: &'a [G::Shown]) -> Sight<'a, G> {
        Sight {
            seat,
            view: table.view(Viewer::Seat(seat)),
            notes: table.notes(seat),
            moves: table.legal_moves(seat).collect(),
            shown,
        }
    }

    /// The seat that looks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it sees now.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// What it remembers beyond what it sees.
    pub fn notes(&self) -> &G::Notes {
        &self.notes
    }

    /// What it may do now.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// What it was shown so far, in order; empty when the driver keeps no history.
    pub fn shown(&self) -> &'a [G::Shown] {
        self.shown
    }

    /// A full state drawn among those that fit what the seat knows.
    pub fn imagine(&self, rng: &mut (impl Rng + ?Sized)) -> G {
        G::imagine(&self.view, Some(&self.notes), rng)
    }
}

/// A player.
pub trait Bot<G: Imagine>: Send {
    /// Chooses a move; the sight always offers at least one.
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move;
}

impl<G: Imagine, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move {
        (**self).decide(sight, budget, rng)
    }
}

//! One event carried out at a table of any game, and what each seat was shown of all of them.
//!
//! A step is made once, by parsing, checking and applying its event. Whoever stores, shows or remembers the event uses
//! the step and never reads the event again.

use std::{any::Any, sync::Arc};

use serde_json::value::RawValue;
use table::{Event, EventOf, Game, Imagine, Odds, Seat, Viewer};

use crate::any::{AnyTable, Seated, ShownEvent, raw};

/// An event that was carried out, with the table before and after it.
pub trait AnyStep: Send + Sync {
    /// The seat that moved; `None` when nature drew.
    fn seat(&self) -> Option<Seat>;
    /// The event as JSON.
    fn event(&self) -> &RawValue;
    /// Whether the move let a window go by.
    fn is_pass(&self) -> bool;
    /// Whether others may learn something hidden from it; nature's events always count as such.
    fn reveals(&self) -> bool;
    /// What a viewer is shown of it.
    fn show(&self, viewer: Viewer) -> ShownEvent;
    /// Whether two viewers are shown the same of it.
    fn shows_alike(&self, one: Viewer, other: Viewer) -> bool;
    /// Adds what a seat is shown of it to what the seat has seen.
    fn add_to(&self, seen: &mut Seen, seat: Seat);
    /// The table before it.
    fn before(&self) -> Box<dyn AnyTable>;
    /// The table after it.
    fn after(&self) -> Box<dyn AnyTable>;
}

/// What one seat was shown since the game began, in the types of its game.
///
/// A copy is cheap: the list is shared until one of the copies grows.
#[derive(Clone)]
pub struct Seen(Arc<dyn Any + Send + Sync>);

impl Seen {
    /// What a seat has seen of a game of `G` in which nothing has happened yet.
    pub fn nothing<G: Game>() -> Seen {
        Seen(Arc::new(Vec::<G::Shown>::new()))
    }

    /// The events of a game of `G` as the seat was shown them, in order; `None` for another game.
    pub fn events<G: Game>(&self) -> Option<&[G::Shown]> {
        self.0.downcast_ref::<Vec<G::Shown>>().map(Vec::as_slice)
    }

    fn push<G: Game>(&mut self, shown: G::Shown) {
        let list = std::mem::replace(&mut self.0, Arc::new(()));
        let mut list = list.downcast::<Vec<G::Shown>>().expect("a table adds to what was seen at it");
        Arc::make_mut(&mut list).push(shown);
        self.0 = list;
    }
}

/// A step of game `G`.
pub(crate) struct Step<G: Game> {
    pub(crate) before: Arc<G>,
    pub(crate) event: EventOf<G>,
    pub(crate) json: Box<RawValue>,
    pub(crate) after: Arc<G>,
}

impl<G: Game> Step<G> {
    /// Carries out an event that was checked.
    pub(crate) fn make(table: &mut Seated<G>, event: EventOf<G>) -> Step<G> {
        let before = table.0.clone();
        let json = raw(&event);
        Arc::make_mut(&mut table.0).apply(&event);
        Step { before, event, json, after: table.0.clone() }
    }
}

impl<G: Game + Odds + Imagine> AnyStep for Step<G> {
    fn seat(&self) -> Option<Seat> {
        match self.event {
            Event::Move { seat, .. } => Some(seat),
            Event::Fate(_) => None,
        }
    }

    fn event(&self) -> &RawValue {
        &self.json
    }

    fn is_pass(&self) -> bool {
        match &self.event {
            Event::Move { seat, mv } => self.before.pass(*seat).as_ref() == Some(mv),
            Event::Fate(_) => false,
        }
    }

    fn reveals(&self) -> bool {
        match &self.event {
            Event::Move { mv, .. } => self.before.reveals(mv),
            Event::Fate(_) => true,
        }
    }

    fn show(&self, viewer: Viewer) -> ShownEvent {
        let shown = self.before.show(&self.event, viewer);
        ShownEvent { json: raw(&shown), text: shown.to_string() }
    }

    fn shows_alike(&self, one: Viewer, other: Viewer) -> bool {
        self.before.show(&self.event, one) == self.before.show(&self.event, other)
    }

    fn add_to(&self, seen: &mut Seen, seat: Seat) {
        seen.push::<G>(self.before.show(&self.event, Viewer::Seat(seat)));
    }

    fn before(&self) -> Box<dyn AnyTable> {
        Box::new(Seated(self.before.clone()))
    }

    fn after(&self) -> Box<dyn AnyTable> {
        Box::new(Seated(self.after.clone()))
    }
}

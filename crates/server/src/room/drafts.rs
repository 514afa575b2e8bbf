//! What is about to be stored: facts to be, and for events of the game the step that was already made.
//!
//! An event is read, checked and applied once, when its step is made on a copy of the table. The step waits beside its
//! fact until the store has answered; then the table after it takes the place of the one before.

use super::facts::What;
use crate::protocol::Json;
use shelf::{AnyStep, AnyTable};
use std::sync::Arc;
use table::Turn;

/// Something to be stored.
pub(super) struct Draft {
    pub(super) what: What,
    pub(super) step: Option<Arc<dyn AnyStep>>,
}

impl From<What> for Draft {
    fn from(what: What) -> Self {
        Self { what, step: None }
    }
}

impl Draft {
    /// A move that was made.
    pub(super) fn played(step: Box<dyn AnyStep>, is_bot: bool) -> Self {
        let seat = step.seat().expect("a seat made this move");
        let event = Json::from(step.event().to_owned());
        Self { what: What::Played { seat, event, is_bot }, step: Some(step.into()) }
    }

    /// What nature drew.
    pub(super) fn drawn(step: Box<dyn AnyStep>) -> Self {
        let event = Json::from(step.event().to_owned());
        Self { what: What::Drawn { event }, step: Some(step.into()) }
    }

    /// Whether it lets a window go by.
    pub(super) fn is_pass(&self) -> bool {
        self.step.as_ref().is_some_and(|step| step.is_pass())
    }
}

/// Adds what nature does from here on until somebody may decide; a slow nature is left to the workers.
pub(super) fn draw_fates(
    play: &mut dyn AnyTable,
    mut number: u64,
    drafts: &mut Vec<Draft>,
    rng: impl Fn(u64) -> rand_chacha::ChaCha20Rng,
) {
    while play.turn() == Turn::Nature
        && !play.is_nature_slow()
        && let Some(step) = play.play_nature(&mut rng(number))
    {
        drafts.push(Draft::drawn(step));
        number += 1;
    }
}

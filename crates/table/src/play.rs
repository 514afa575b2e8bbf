//! Random play: the baseline of every measurement and the engine of every property test.

use crate::{
    event::Event,
    game::{EventOf, Game, Turn},
    nature::Rng,
};

/// The next event when nature and all seats act at random; `None` when the game is over.
#[inline]
pub fn random_event<G: Game>(state: &G, rng: &mut (impl Rng + ?Sized)) -> Option<EventOf<G>> {
    match state.turn() {
        Turn::Over => None,
        Turn::Nature => Some(Event::Fate(state.draw(rng))),
        Turn::Seats(_) => {
            let seat = state.asked().expect("a game that waits for seats asks one of them");
            let mv = state.pick(seat, rng).expect("a seat that is asked has a legal move");
            Some(Event::Move { seat, mv })
        }
    }
}

/// Plays to the end at random and counts the events.
#[inline]
pub fn play_at_random<G: Game>(state: &mut G, rng: &mut (impl Rng + ?Sized)) -> u64 {
    let mut events = 0;
    while let Some(event) = random_event(state, rng) {
        state.apply(&event);
        events += 1;
    }
    events
}

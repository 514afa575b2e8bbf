//! Small decks, strategies drawn at random, and a best response that knows nothing but the rules.
#![allow(dead_code)]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use std::{collections::BTreeMap, sync::Arc};

use solve::{deck::Deck, player::open_table, private::Privates, rows::Rows, strategy::Strategy};
use stacks::{Card, Move, State};
use table::{
    Event, Game, Odds, Turn,
    nature::{dice, unit},
};

pub(crate) fn small_deck(cards: &[(i64, u64)]) -> stacks::Deck {
    stacks::Deck::new(cards.iter().copied()).unwrap()
}

/// A strategy that plays everything with random weights, and many things never.
pub(crate) fn random_strategy(deck: &stacks::Deck, memory: usize, seed: u64) -> Strategy {
    let deck = Deck::new(deck).unwrap();
    let privates = Privates::new(&deck);
    let rows = Arc::new(Rows::new(&deck, &privates, memory));
    let mut rng = dice(seed, 0);
    let numbers: Vec<f32> = (0..rows.len).map(|_| unit(&mut rng).powi(4) as f32).collect();
    Strategy::round(&deck, &privates, rows, &numbers, 0.02)
}

fn checked(state: &mut State, seat: table::Seat, mv: Move) {
    state.check(seat, &mv).unwrap();
    state.apply(&Event::Move { seat, mv });
}

/// A deal as it really is: a table, how likely it is, and all cards the responder was given, in order.
#[derive(Clone)]
struct World {
    state: State,
    weight: f64,
    drawn: Vec<Card>,
}

/// What a responder with every legal move and a perfect memory wins, found by trying everything at real tables.
pub(crate) struct Flat<'a> {
    pub(crate) strategy: &'a Strategy,
    pub(crate) privates: Privates,
    pub(crate) seat: usize,
}

impl Flat<'_> {
    pub(crate) fn of(strategy: &Strategy, deck: &stacks::Deck, seat: usize) -> f64 {
        let flat = Flat { strategy, privates: Privates::new(&strategy.deck), seat };
        flat.value(vec![World { state: open_table(deck).unwrap(), weight: 1.0, drawn: Vec::new() }])
    }

    /// All worlds look the same to somebody who sees no card.
    fn value(&self, worlds: Vec<World>) -> f64 {
        let Some(World { state, .. }) = worlds.first() else { return 0.0 };
        if state.last_round().is_some() {
            return worlds.iter().map(|world| world.weight * self.margin(&world.state)).sum();
        }
        match state.turn() {
            Turn::Nature => self.value(worlds.iter().flat_map(|world| self.fates(world)).collect()),
            _ if state.asked().unwrap().index() == self.seat => self.respond(worlds),
            _ => self.follow(worlds),
        }
    }

    fn margin(&self, state: &State) -> f64 {
        let points: Vec<i32> = state.last_round().unwrap().points.iter().copied().collect();
        f64::from(points[self.seat] - points[1 - self.seat])
    }

    fn fates(&self, world: &World) -> Vec<World> {
        let held = |state: &State| table::Seat::all(2).map(|seat| state.hand(seat).len()).collect::<Vec<_>>();
        let ways: u32 = world.state.fates().map(|(_, ways)| ways).sum();
        let fates = world.state.fates().map(|(fate, count)| {
            let mut next = world.clone();
            next.weight *= f64::from(count) / f64::from(ways);
            next.state.apply(&Event::Fate(fate));
            if next.state.last_round().is_none()
                && held(&next.state)[self.seat] > held(&world.state)[self.seat]
            {
                next.drawn.push(fate.0);
            }
            next
        });
        fates.collect()
    }

    fn respond(&self, worlds: Vec<World>) -> f64 {
        let mut by_cards: BTreeMap<Vec<Card>, Vec<World>> = BTreeMap::new();
        worlds.into_iter().for_each(|world| by_cards.entry(world.drawn.clone()).or_default().push(world));
        let best = |worlds: &Vec<World>| {
            let seat = worlds[0].state.asked().unwrap();
            let moves: Vec<Move> = worlds[0].state.legal_moves(seat).collect();
            let play = |mv: Move| {
                let mut next = worlds.clone();
                next.iter_mut().for_each(|world| checked(&mut world.state, seat, mv));
                self.value(next)
            };
            moves.into_iter().map(play).fold(f64::NEG_INFINITY, f64::max)
        };
        by_cards.values().map(best).sum()
    }

    fn follow(&self, worlds: Vec<World>) -> f64 {
        let mut by_move: BTreeMap<String, Vec<World>> = BTreeMap::new();
        for world in worlds {
            let seat = world.state.asked().unwrap();
            for (mv, weight) in self.strategy.moves(&self.privates, &world.state, seat) {
                let seen = match mv {
                    Move::Play { cards, bid } => format!("{} cards, {bid}", cards.len()),
                    other => other.to_string(),
                };
                let mut next = world.clone();
                next.weight *= f64::from(weight) / 255.0;
                checked(&mut next.state, seat, mv);
                by_move.entry(seen).or_default().push(next);
            }
        }
        by_move.into_values().map(|worlds| self.value(worlds)).sum()
    }
}

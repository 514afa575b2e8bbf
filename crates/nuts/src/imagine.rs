//! Full states that fit what a seat knows.
//!
//! Hidden are the other hands and the order of the pile. The unseen cards are dealt out at random, again and again,
//! until no Squirrel holds too many nuts and every wrong guess stays wrong. With notes, the dropped batches lie where
//! they fell, and what nobody has drawn of the top batch is still in the pile.
//!
//! Two things are forgotten, so that notes stay small. When a card leaves a hand and the top batch had one of that
//! face, nobody knows whether it came from the batch: the hand then surely holds one card less of it. When a batch
//! is used up, people forget which hands drew from it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Imagine, PerSeat, Rng, Seat, nature::below};

use crate::{
    cards::{Card, Cards, Drawn},
    memory::{Doubts, Memory},
    state::{JustSeen, MOST_NUTS, Phase, Pile, State, Team},
    view::View,
};

/// What an attentive seat remembers beyond its view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// The dropped batches that lie under the top one, in order.
    pub under: ArrayVec<Cards, { Pile::MOST_BATCHES }>,
    /// What the batch on top was made of when it was dropped; nothing for the shuffled pile.
    #[serde(rename = "batch")]
    pub top_batch: Cards,
    /// What this seat has drawn from it.
    #[serde(rename = "drawn")]
    pub drawn_from_batch: Cards,
    /// How many cards of it each hand surely still holds, not counting those seen by all.
    #[serde(rename = "kept")]
    pub kept_from_batch: PerSeat<u8>,
    /// The guesses for which each hand surely holds a card that proves them wrong.
    pub doubts: PerSeat<Doubts>,
}

impl Notes {
    /// What somebody who comes to the table now can tell: cards that have just fallen are the last of the pile.
    fn of_newcomer(view: &View) -> Notes {
        let seats = view.seating.seats();
        let mut notes = Notes {
            under: ArrayVec::new(),
            top_batch: Cards::EMPTY,
            drawn_from_batch: Cards::EMPTY,
            kept_from_batch: PerSeat::new(seats),
            doubts: PerSeat::new(seats),
        };
        match view.just_seen {
            JustSeen::Fell(fell) if fell.len() == usize::from(view.pile) => notes.top_batch = fell,
            JustSeen::Fell(fell) => notes.under.push(fell),
            _ => {}
        }
        notes
    }
}

impl Imagine for State {
    type Notes = Notes;

    fn notes(&self, seat: Seat) -> Notes {
        Notes {
            under: self.pile.under.clone(),
            top_batch: self.memory.top_batch,
            drawn_from_batch: self.memory.drawn_from_batch[seat],
            kept_from_batch: self.memory.kept_from_batch,
            doubts: self.memory.doubts,
        }
    }

    fn imagine(view: &View, notes: Option<&Notes>, rng: &mut (impl Rng + ?Sized)) -> State {
        let seats = view.seating.seats();
        let newcomer;
        let notes = match notes {
            Some(notes) => notes,
            None => {
                newcomer = Notes::of_newcomer(view);
                &newcomer
            }
        };
        let hidden = Hidden::of(view, notes);
        let dealt = hidden.deal(rng);
        let mut memory = Memory {
            seen_by_all: PerSeat::from_fn(seats, |seat| view.places[seat].open),
            shown_to_squirrels: PerSeat::from_fn(seats, |seat| view.places[seat].shown),
            doubts: notes.doubts,
            top_batch: notes.top_batch,
            drawn_from_batch: dealt.from_batch,
            kept_from_batch: notes.kept_from_batch,
        };
        if let Some(viewer) = hidden.viewer {
            memory.drawn_from_batch[viewer] = notes.drawn_from_batch;
        }
        let mut state = State {
            options: Arc::clone(&view.options),
            seating: view.seating,
            raccoon_draws: view.raccoon_draws,
            raccoon: view.raccoon.unwrap_or_default(),
            pile: Pile { top: dealt.top, under: notes.under.clone() },
            hands: dealt.hands,
            stashes: [Cards::EMPTY; 2],
            events_out: view.events_out,
            phase: view.phase,
            has_begun: view.has_begun,
            seat: view.seat,
            remaining: view.remaining,
            draws_to_come: view.draws_to_come,
            laid: view.laid,
            watched: view.watched,
            progress: view.progress,
            still_turns: view.still_turns,
            turns_without_stash: view.turns_without_stash,
            just_seen: view.just_seen,
            memory,
        };
        state.stashes[Team::Raccoon as usize] = view.raccoon_stash;
        state.stashes[Team::Squirrels as usize] = view.squirrel_stash;
        if let (Phase::Guess(robbed), None) = (view.phase, view.laid) {
            state.laid = Some(draw_nut(state.hands[robbed], rng));
        }
        if let JustSeen::Showed(None) = view.just_seen {
            let card = draw_nut(state.hands[view.seat], rng);
            state.memory.is_shown(view.seat, card);
            state.just_seen = JustSeen::Showed(Some(card));
        }
        state
    }
}

/// What is to be handed out, and to whom.
struct Hidden<'a> {
    notes: &'a Notes,
    viewer: Option<Seat>,
    /// The nut cards that the viewer cannot place.
    unseen: Cards,
    /// Those of them that can be what is left of the batch on top.
    of_batch: Cards,
    /// The events that are in the pile.
    events: Cards,
    /// How many nut cards the top batch has.
    top: usize,
    /// What is known of each hand.
    seen: PerSeat<Cards>,
    /// How many more cards each hand has, and how many of those at least come from the batch on top.
    more: PerSeat<(usize, usize)>,
    /// The most nuts each hand can have.
    limit: PerSeat<Option<u32>>,
}

/// One way to hand the unseen cards out.
struct Dealt {
    top: Cards,
    hands: PerSeat<Cards>,
    from_batch: PerSeat<Cards>,
}

impl<'a> Hidden<'a> {
    fn of(view: &View, notes: &'a Notes) -> Hidden<'a> {
        let seats = view.seating.seats();
        let seen = PerSeat::from_fn(seats, |seat| {
            let place = view.places[seat];
            place.hand.unwrap_or_else(|| both(place.open, place.shown))
        });
        let mut unseen = Cards::ALL_NUTS;
        let in_sight = seen
            .iter()
            .chain(&notes.under)
            .chain([&view.aside, &view.raccoon_stash, &view.squirrel_stash])
            .copied();
        for cards in in_sight {
            assert!(unseen.take_all(cards), "a view shows no more cards than the deck has");
        }
        let mut events = Cards::EMPTY;
        if !matches!(view.phase, Phase::Raccoon { .. } | Phase::Deal) {
            events = Cards::events(view.options.events.len());
            assert!(events.take_all(view.events_out), "events out are of the event deck");
        }
        let under: usize = notes.under.iter().map(|batch| batch.len()).sum();
        let mut of_batch = notes.top_batch;
        notes.drawn_from_batch.common(of_batch).iter().for_each(|drawn| of_batch.take(drawn));
        Hidden {
            notes,
            viewer: Seat::all(seats).find(|seat| view.places[*seat].hand.is_some()),
            unseen,
            of_batch: of_batch.common(unseen),
            events,
            top: usize::from(view.pile) - under - events.len(),
            seen,
            more: PerSeat::from_fn(seats, |seat| {
                let more = usize::from(view.places[seat].cards) - seen[seat].len();
                let shown_of_batch = view.places[seat].shown.common(notes.top_batch).len();
                let kept = usize::from(notes.kept_from_batch[seat]).saturating_sub(shown_of_batch);
                (more, kept.min(more))
            }),
            limit: PerSeat::from_fn(seats, |seat| has_limit(view, seat).then_some(MOST_NUTS)),
        }
    }

    /// Deals the cards out, each way that fits equally likely.
    fn deal(&self, rng: &mut (impl Rng + ?Sized)) -> Dealt {
        const TRIES: u32 = 20_000;
        let mut tries = 0;
        loop {
            // A view that hardly any deal fits gets ever lighter cards, and after all tries whatever comes.
            let lightest_of = 1 + tries / (TRIES / 4);
            if let Some(dealt) = self.try_to_deal(lightest_of, tries < TRIES, rng) {
                return dealt;
            }
            tries += 1;
        }
    }

    fn try_to_deal(&self, lightest_of: u32, must_fit: bool, rng: &mut (impl Rng + ?Sized)) -> Option<Dealt> {
        let seats = self.seen.len();
        let (mut unseen, mut of_batch) = (self.unseen, self.of_batch);
        let mut dealt = Dealt { top: self.events, hands: self.seen, from_batch: PerSeat::new(seats) };
        if !self.notes.top_batch.is_empty() {
            for _ in 0..self.top {
                let card = draw_nut(of_batch, rng);
                of_batch.take(card);
                unseen.take(card);
                dealt.top.add(card);
            }
            for seat in Seat::all(seats) {
                for _ in 0..self.more[seat].1.min(of_batch.len()) {
                    let card = lightest(of_batch, lightest_of, rng);
                    of_batch.take(card);
                    unseen.take(card);
                    dealt.hands[seat].add(card);
                    dealt.from_batch[seat].add(card);
                }
            }
        }
        // Hands with a limit first: most tries that fail do so early.
        let (limited, free): (ArrayVec<Seat, 6>, ArrayVec<Seat, 6>) =
            Seat::all(seats).partition(|seat| self.limit[*seat].is_some());
        for seat in limited.into_iter().chain(free) {
            let hand = &mut dealt.hands[seat];
            while hand.len() < self.seen[seat].len() + self.more[seat].0 {
                let card = lightest(unseen, lightest_of, rng);
                unseen.take(card);
                hand.add(card);
            }
            let fits = self.limit[seat].is_none_or(|limit| hand.nuts() <= limit);
            if must_fit && !(fits && self.notes.doubts[seat].fit(*hand)) {
                return None;
            }
        }
        if self.notes.top_batch.is_empty() {
            unseen.iter().for_each(|card| dealt.top.add(card));
        }
        Some(dealt)
    }
}

/// Whether a hand is surely within the limit: a Squirrel's, once the hands are dealt and looked at.
fn has_limit(view: &View, seat: Seat) -> bool {
    let Some(raccoon) = view.raccoon.filter(|raccoon| *raccoon != seat) else { return false };
    let seats = view.seating.seats();
    let place = |seat: Seat| (seat.index() + seats - raccoon.index()) % seats;
    match view.phase {
        Phase::Deal => false,
        _ => view.has_begun || place(seat) <= place(view.seat),
    }
}

/// The cards of two piles together.
fn both(a: Cards, b: Cards) -> Cards {
    let mut both = a;
    assert!(both.add_all(b), "a view shows no more cards than the deck has");
    both
}

fn draw_nut(cards: Cards, rng: &mut (impl Rng + ?Sized)) -> Card {
    match cards.nth(below(rng, cards.len() as u32) as usize) {
        Drawn::Card(card) => card,
        Drawn::Event(_) => unreachable!("events are neither unseen nor in hands"),
    }
}

/// The lightest of so many cards drawn at random.
fn lightest(cards: Cards, of: u32, rng: &mut (impl Rng + ?Sized)) -> Card {
    let first = draw_nut(cards, rng);
    (1..of).map(|_| draw_nut(cards, rng)).fold(first, |a, b| if b.number() < a.number() { b } else { a })
}

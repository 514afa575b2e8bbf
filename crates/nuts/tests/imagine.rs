//! What a seat imagines, against exact enumeration of all that it cannot tell apart.
//!
//! The observer keeps every state that fits what it was shown, with its exact weight. Players are taken to part
//! with any card of their hand alike; which card a robbed Squirrel lays is not guessed at.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use nuts::{Card, Cards, Drawn, Move, Notes, Options, Phase, State};
use serde_json::json;
use table::{
    Event, EventOf, Game, Imagine, Odds, Seat, Seating, Viewer, check_event, kit::frequencies_match,
    nature::dice,
};

/// All that is hidden at a table.
type Secret = (Vec<Cards>, Vec<Cards>, Option<Card>);

fn secret(state: &State) -> Secret {
    let hands = Seat::all(state.seating().seats()).map(|seat| state.hand(seat)).collect();
    (hands, state.pile().batches().collect(), state.laid())
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn cards(faces: &str) -> Vec<Card> {
    faces.split_whitespace().map(|face| face.parse().unwrap()).collect()
}

/// The turn of seat 1 of three, the Raccoon in seat 0; what is in no hand and not in the pile is stashed.
fn position(hands: [&[Card]; 3], pile: &[Card]) -> State {
    let options = Options { raccoon: Some(seat(0)), events: vec![], unplayed: 0 };
    let mut state = State::open(&options, &Seating::ascending(3).unwrap()).unwrap();
    let light = "almond-1 peanut-1 walnut-1 almond-1 peanut-1 walnut-1 acorn-1 acorn-1 acorn-1 almond-1";
    for face in cards(light) {
        state.apply(&Event::Fate(nuts::Fate(Drawn::Card(face))));
    }
    let mut stash = Cards::ALL_NUTS;
    for pile in hands.into_iter().chain([pile]) {
        assert!(stash.take_all(pile.iter().copied().collect()));
    }
    let mut form = serde_json::to_value(state).unwrap();
    form["hands"] = json!(hands);
    form["pile"] = json!({ "top": pile, "under": [] });
    form["stashes"] = json!([stash, []]);
    serde_json::from_value(form).unwrap()
}

/// An observer in a seat, with all states it thinks possible.
struct Observer {
    seat: Seat,
    truth: State,
    possible: HashMap<Secret, (State, f64)>,
}

impl Observer {
    /// Knows the position but for what is unseen: those cards may lie in any order behind its own hand.
    fn new(seat: Seat, hands: [&str; 3], pile: &str) -> Observer {
        let sizes = hands.map(|hand| cards(hand).len());
        let mut unseen: Vec<Card> = Vec::new();
        for (index, hand) in hands.into_iter().chain([pile]).enumerate() {
            if index != seat.index() {
                unseen.extend(cards(hand));
            }
        }
        let own = cards(hands[seat.index()]);
        let build = |order: &[Card]| {
            let mut rest = order;
            let mut next = |count: usize| {
                let (taken, left) = rest.split_at(count);
                rest = left;
                taken.to_vec()
            };
            let dealt: Vec<_> =
                (0..3).map(|h| if h == seat.index() { own.clone() } else { next(sizes[h]) }).collect();
            position([&dealt[0], &dealt[1], &dealt[2]], rest)
        };
        let truth = build(&unseen);
        let mut observer = Observer { seat, truth, possible: HashMap::new() };
        permute(&mut unseen, 0, &mut |order| {
            let state = build(order);
            let fits = (1..3).all(|squirrel| state.hand(self::seat(squirrel)).nuts() <= 6);
            if fits {
                observer.possible.entry(secret(&state)).or_insert((state, 0.0)).1 += 1.0;
            }
        });
        observer
    }

    fn play(&mut self, script: &str) {
        for line in script.split(';') {
            let event: EventOf<State> = line.trim().parse().unwrap();
            check_event(&self.truth, &event).unwrap_or_else(|foul| panic!("{line}: {foul}"));
            self.see(&event);
        }
    }

    fn see(&mut self, event: &EventOf<State>) {
        let viewer = Viewer::Seat(self.seat);
        let shown = self.truth.show(event, viewer);
        let mut after: HashMap<Secret, (State, f64)> = HashMap::new();
        for (state, weight) in self.possible.values() {
            let candidates: Vec<(EventOf<State>, f64)> = match *event {
                Event::Fate(_) => {
                    let all: u32 = state.fates().map(|(_, ways)| ways).sum();
                    let share = |ways: u32| f64::from(ways) / f64::from(all);
                    state.fates().map(|(fate, ways)| (Event::Fate(fate), share(ways))).collect()
                }
                Event::Move { seat, mv: Move::Lay(_) | Move::Show(_) } => {
                    state.legal_moves(seat).map(|mv| (Event::Move { seat, mv }, 1.0)).collect()
                }
                Event::Move { seat, mv } => {
                    let hand = state.hand(seat);
                    let left = match mv {
                        Move::Stash(lot) => lot.single(),
                        Move::Share { card, .. } => Some(card),
                        _ => None,
                    };
                    let share = left.map_or(1.0, |card| f64::from(hand.count(card)) / hand.len() as f64);
                    vec![(*event, share)]
                }
            };
            for (candidate, share) in candidates {
                if check_event(state, &candidate).is_err() || state.show(&candidate, viewer) != shown {
                    continue;
                }
                let mut next = state.clone();
                next.apply(&candidate);
                let merged = after.entry(secret(&next)).or_insert((next, 0.0));
                match event {
                    Event::Fate(_) => merged.1 += weight * share,
                    Event::Move { .. } => merged.1 = merged.1.max(weight * share),
                }
            }
        }
        self.truth.apply(event);
        self.possible = after;
    }

    /// The exact chance of each secret.
    fn chances(&self) -> HashMap<Secret, f64> {
        let all: f64 = self.possible.values().map(|(_, weight)| weight).sum();
        self.possible.iter().map(|(secret, (_, weight))| (secret.clone(), weight / all)).collect()
    }

    fn notes(&self) -> Notes {
        self.truth.notes(self.seat)
    }

    fn imagines_exactly(&self) {
        let (view, notes) = (self.truth.view(Viewer::Seat(self.seat)), self.notes());
        let mut rng = dice(8, 1);
        frequencies_match(&self.chances(), 40_000, || secret(&State::imagine(&view, Some(&notes), &mut rng)))
            .unwrap();
        for (state, _) in self.possible.values() {
            assert_eq!(state.notes(self.seat), notes, "notes tell apart what the seat cannot");
            assert_eq!(state.view(Viewer::Seat(self.seat)), view);
        }
    }
}

fn permute(list: &mut [Card], from: usize, see: &mut impl FnMut(&[Card])) {
    if from == list.len() {
        return see(list);
    }
    for i in from..list.len() {
        list.swap(from, i);
        permute(list, from + 1, see);
        list.swap(from, i);
    }
}

#[test]
fn hidden_hands_are_any_unseen_cards_that_no_squirrel_would_have_to_drop() {
    let hands = ["acorn-1", "almond-3 peanut-1 walnut-2", "peanut-3 walnut-1"];
    let raccoon = Observer::new(seat(0), hands, "almond-2 hazelnut-3");
    assert!(raccoon.chances().len() > 100);
    raccoon.imagines_exactly();
    Observer::new(seat(2), hands, "almond-2 hazelnut-3").imagines_exactly();
}

#[test]
fn a_wrong_guess_rules_out_hands_without_another_card() {
    let hands = ["acorn-1", "almond-3 peanut-1", "almond-2"];
    let mut raccoon = Observer::new(seat(0), hands, "almond-1 hazelnut-3");
    raccoon.play("1 end-turn; 2 end-turn; 0 steal 2; 2 lay almond-2; 0 guess 3; 0 steal 1; 1 lay peanut-1");
    assert!(matches!(raccoon.truth.phase(), Phase::Guess(_)));
    raccoon.play("0 guess almond");
    assert!(!raccoon.notes().doubts[seat(1)].is_empty());
    raccoon.imagines_exactly();
}

#[test]
fn a_card_that_leaves_takes_its_doubts_along() {
    let hands = ["acorn-1", "almond-3 peanut-1", "almond-2"];
    let mut raccoon = Observer::new(seat(0), hands, "almond-1 hazelnut-3");
    raccoon.play("1 end-turn; 2 end-turn; 0 steal 1; 1 lay peanut-1; 0 guess almond; 0 end-turn");
    let mut other = Observer { possible: raccoon.possible.clone(), truth: raccoon.truth.clone(), ..raccoon };
    raccoon.play("1 stash peanut-1");
    assert!(raccoon.notes().doubts[seat(1)].is_empty(), "the peanut may be what was laid");
    other.play("1 stash almond-3");
    assert!(!other.notes().doubts[seat(1)].is_empty(), "what is left is no almond");
    let (view, notes) = (other.truth.view(Viewer::Seat(seat(0))), other.notes());
    let mut rng = dice(9, 9);
    for _ in 0..1000 {
        let hand = State::imagine(&view, Some(&notes), &mut rng).hand(seat(1));
        assert!(hand.cards().all(|card| card.nut() != nuts::Nut::Almond), "{hand:?}");
    }
}

#[test]
fn shown_cards_stay_where_squirrels_saw_them() {
    let hands = ["acorn-1 acorn-2", "almond-3 peanut-1", "walnut-2"];
    let mut squirrel = Observer::new(seat(2), hands, "almond-1 hazelnut-3");
    squirrel.play("1 show almond-3");
    squirrel.imagines_exactly();
    let mut raccoon = Observer::new(seat(0), hands, "almond-1 hazelnut-3");
    raccoon.play("1 show almond-3");
    raccoon.imagines_exactly();
}

#[test]
fn shared_cards_are_known_to_all_until_they_leave() {
    let hands = ["acorn-1 acorn-2", "almond-3 peanut-1", "walnut-2"];
    let mut raccoon = Observer::new(seat(0), hands, "almond-1 hazelnut-3");
    raccoon.play("1 share almond-3 to 2; 1 end-turn");
    raccoon.imagines_exactly();
    raccoon.play("2 stash walnut-2");
    raccoon.imagines_exactly();
}

#[test]
fn a_dropped_batch_is_remembered_while_it_is_drawn() {
    let hands = ["acorn-1 acorn-2", "almond-3 peanut-3", "walnut-1"];
    for watcher in 0..3 {
        let mut observer = Observer::new(seat(watcher), hands, "peanut-1 walnut-3");
        observer.play("1 free-draw; * peanut-1");
        observer.imagines_exactly();
        observer.play("1 redraw; * walnut-3; 1 end-turn");
        observer.imagines_exactly();
        observer.play("2 free-draw; * peanut-1; 2 end-turn");
        observer.imagines_exactly();
        observer.play("0 scavenge; * almond-3");
        observer.imagines_exactly();
        observer.play("0 end-turn; 1 end-turn; 2 stash peanut-1");
        observer.imagines_exactly();
    }
}

#[test]
fn a_newcomer_knows_no_more_than_the_table_shows() {
    let hands = ["acorn-1 acorn-2", "almond-3 peanut-1", "walnut-2"];
    let observer = Observer::new(seat(1), hands, "almond-1 hazelnut-3");
    let view = observer.truth.view(Viewer::Seat(seat(1)));
    let mut rng = dice(4, 4);
    frequencies_match(&observer.chances(), 40_000, || secret(&State::imagine(&view, None, &mut rng)))
        .unwrap();
}

#[test]
fn notes_never_rule_out_the_truth() {
    for seed in table::kit::seeds(0..400) {
        let seats = 3 + seed as usize % 2;
        let (options, seating) = State::seat_zero_begins(seats).unwrap();
        let mut state = State::open(&options, &seating).unwrap();
        let mut rng = dice(11, seed);
        while let Some(event) = table::random_event(&state, &mut rng) {
            state.apply(&event);
            let top = state.pile().batches().next().unwrap();
            for observer in Seat::all(seats) {
                let (view, notes) = (state.view(Viewer::Seat(observer)), state.notes(observer));
                let mut of_batch = notes.top_batch;
                assert!(of_batch.take_all(notes.drawn_from_batch), "a seat draws from the batch what it has");
                assert!(
                    notes.top_batch.is_empty() || of_batch.common(top) == top,
                    "the rest of the batch is on top"
                );
                for other in Seat::all(seats).filter(|other| *other != observer) {
                    assert!(notes.doubts[other].fit(state.hand(other)), "a wrong guess was right");
                    let mut hidden = state.hand(other);
                    assert!(
                        hidden.take_all(view.places[other].open) && hidden.take_all(view.places[other].shown)
                    );
                    let shown = view.places[other].shown.common(notes.top_batch).len();
                    let kept = usize::from(notes.kept_from_batch[other]).saturating_sub(shown);
                    let candidates = hidden.common(of_batch).len();
                    assert!(candidates >= kept, "{other} holds {candidates} of the batch, not {kept}");
                }
            }
        }
    }
}

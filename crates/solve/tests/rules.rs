//! The solver's round is the round of the rules: the same actions, the same points, play by play.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{random_strategy, small_deck};
use solve::{player::open_table, private::Privates, public::Public, round::Round, rows::Rows};
use stacks::{Card, Fate, Move, Phase, State};
use table::{
    Event, Game, Turn,
    nature::{Dice, below, dice},
};

/// All classes in which the rules let the seat that is asked bid with one card, and with both.
fn legal_classes(state: &State, deck: &solve::deck::Deck) -> [Vec<u8>; 2] {
    let seat = state.asked().unwrap();
    let mut classes = [Vec::new(), Vec::new()];
    for mv in state.legal_moves(seat) {
        if let Move::Play { cards, bid } = mv {
            let all = (state.stack(seat).len() + cards.len()) as u8;
            classes[cards.len() - 1].push(Public::class_of(deck, all, bid.into()));
        }
    }
    for list in &mut classes {
        list.sort_unstable();
        list.dedup();
    }
    classes
}

fn random_event(state: &State, rng: &mut Dice) -> table::EventOf<State> {
    match state.asked() {
        None => Event::Fate(state.draw(rng)),
        Some(seat) => {
            let moves: Vec<Move> = state.legal_moves(seat).collect();
            // Low Bids and passes keep a round going.
            let mv = match below(rng, 8) {
                0 => moves[below(rng, moves.len() as u32) as usize],
                _ => moves[below(rng, 12.min(moves.len() as u32)) as usize],
            };
            let calls = matches!(mv, Move::Call { .. }) && below(rng, 3) > 0;
            let pass = state.pass(seat).filter(|_| calls);
            Event::Move { seat, mv: pass.unwrap_or(mv) }
        }
    }
}

/// Wherever a random round comes, the strategy has a row with exactly the classes the rules allow, and only legal moves.
#[test]
fn rounds_go_the_same_way() {
    let table_deck = stacks::Deck::default();
    let strategy = random_strategy(&small_deck(&[(-10, 1), (2, 3), (3, 2), (4, 2)]), 2, 1);
    for (deck, rounds) in [(small_deck(&[(-10, 1), (2, 3), (3, 2), (4, 2)]), 400), (table_deck, 400)] {
        let counted = solve::deck::Deck::new(&deck).unwrap();
        let privates = Privates::new(&counted);
        let rows = Rows::new(&counted, &privates, 2);
        for seed in table::kit::seeds(0..rounds) {
            let mut rng = dice(seed, 1);
            let mut state = open_table(&deck).unwrap();
            let mut public = Public::new(2);
            let mut exact = true;
            while state.last_round().is_none() {
                let is_window = matches!(state.phase(), Phase::Window(_));
                if state.phase() == Phase::Choose {
                    let row = &rows.rows[rows.find(&public).unwrap()];
                    assert!(!public.is_last(&counted));
                    // After a Bid known by its class only, the strategy counts on the highest of the class.
                    if exact {
                        assert_eq!(legal_classes(&state, &counted), row.classes);
                    }
                    if counted == strategy.deck {
                        let seat = state.asked().unwrap();
                        for (mv, _) in strategy.moves(&privates, &state, seat) {
                            state.check(seat, &mv).unwrap();
                        }
                    }
                } else if is_window {
                    assert_eq!(public.is_last(&counted), state.deck().len() == 1);
                }
                let event = random_event(&state, &mut rng);
                if let Event::Move { seat, mv: Move::Play { cards, bid } } = event {
                    let all = (state.stack(seat).len() + cards.len()) as u8;
                    let class = Public::class_of(&counted, all, bid.into());
                    let open = public.classes(&counted, cards.len() == 2).contains(&class);
                    assert!(open || !exact);
                    // A Bid above a high one, or a second low one: a strategy makes neither.
                    if !open {
                        break;
                    }
                    public = public.after(&counted, cards.len() == 2, class);
                    exact = public.beat == i32::from(bid);
                }
                state.apply(&event);
            }
        }
    }
}

/// Two seats that know everything of each other: each holds one Stack for sure. What ends are worth to them is what the
/// rules pay.
#[test]
fn ends_pay_what_the_rules_pay() {
    let deck = stacks::Deck::default();
    let round: Round<f64> = Round::new(solve::deck::Deck::new(&deck).unwrap());
    let cards = |values: [i8; 4]| values.map(|value| Fate(Card::new(value).unwrap()));
    for (fates, bid) in [
        (cards([-10, 2, 1, 3]), 4),
        (cards([3, -10, 1, 2]), 4),
        (cards([3, 2, 1, 4]), 4),
        (cards([3, 2, 1, 4]), 5),
    ] {
        // The opener plays both cards; the second seat plays both too, and is called or not.
        let mut state = open_table(&deck).unwrap();
        let mut public = Public::new(1);
        let mut fates = fates.into_iter();
        for bid in [bid, bid + 2] {
            while state.turn() == Turn::Nature {
                state.apply(&Event::Fate(fates.next().unwrap()));
            }
            let seat = state.asked().unwrap();
            let cards = *state.hand(seat);
            state.apply(&Event::Move { seat, mv: Move::Play { cards, bid } });
            public = public.after(&round.deck, true, Public::class_of(&round.deck, 2, bid.into()));
            let caller = state.asked().unwrap();
            let mut called = state.clone();
            called.apply(&Event::Move { seat: caller, mv: Move::Call { play: state.play_number() } });
            let points = called.last_round().unwrap().points;
            let margin = f64::from(points[caller] - points[seat]);
            let mut reach = vec![0.0; round.before(&public, seat.index()).states.len()];
            let kind =
                |card: Card| round.deck.values.iter().position(|value| *value == card.value()).unwrap();
            let stack = cards.cards().iter().fold(0, |stack, card| round.deck.with(stack, kind(*card)));
            let at = round.before(&public, seat.index()).states.iter().position(|state| state.stack == stack);
            reach[at.unwrap()] = 1.0;
            let [folds, calls] = round.answers(&public, &reach);
            // The chance of both seats' cards is in the value; a fold tells how large it is.
            let held = state.hand(caller).cards().first().map(|card| kind(*card) as u8);
            let mine = round.after(&public).states.iter().zip(&folds).position(|(one, fold)| {
                let same_hand = held.is_none_or(|kind| one.hand.contains(&Some(kind)));
                *fold != 0.0 && same_hand && is_stack_of(&round, one.stack, &state, caller)
            });
            let mine = mine.unwrap();
            let lost = -f64::from(state.stack(seat).sum());
            assert!((calls[mine] / folds[mine] * lost - margin).abs() < 1e-9, "{state:?}");
            state.apply(&Event::Move { seat: caller, mv: Move::Pass { play: state.play_number() } });
        }
    }
}

/// Whether a Stack is the one a seat has at the table.
fn is_stack_of(round: &Round<f64>, stack: u32, state: &State, seat: table::Seat) -> bool {
    let kind = |card: Card| round.deck.values.iter().position(|value| *value == card.value()).unwrap();
    state.stack(seat).cards().fold(0, |stack, card| round.deck.with(stack, kind(card))) == stack
}

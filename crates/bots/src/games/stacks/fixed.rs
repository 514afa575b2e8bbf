//! Fixed ways to play Stacks: what easy does, and what hard must not lose to.

use stacks::{Card, Handful, Move, Phase, State};
use table::Seat;

use crate::{
    blueprint::{CALL, FOLD, Menu, TRUTHS, menu},
    claims::{is_too_much, unseen, ways},
    greedy::Greedy,
    level::Maker,
    random::Random,
    reading::claim,
    rule::rule,
};

/// Tells the truth with as many cards as possible; otherwise does something else.
pub(crate) fn honest(state: &State, seat: Seat, otherwise: impl Fn(&Menu) -> Option<Move>) -> Move {
    let menu = menu(state, seat);
    let truth = TRUTHS.into_iter().rev().find_map(|action| menu[action]);
    truth.or_else(|| otherwise(&menu)).or(menu[FOLD]).expect("one can always fold or pass")
}

pub(crate) fn smallest_lie(menu: &Menu) -> Option<Move> {
    let [lower, _, both] = TRUTHS;
    [both + 1, both + 2, lower + 1, lower + 2].into_iter().find_map(|action| menu[action])
}

/// Takes the lies away that everybody sees through, unless the -10 waits for whoever calls them.
pub(crate) fn plausible(state: &State, seat: Seat, mut menu: Menu) -> Menu {
    let sees_through = |mv: Move| match mv {
        Move::Play { cards, bid } => {
            let trap = cards.cards().contains(&Card::MINUS_TEN) || state.stack(seat).has(Card::MINUS_TEN);
            !trap && is_too_much(state, state.stack(seat).len() + cards.len(), bid.into())
        }
        _ => false,
    };
    menu.iter_mut().filter(|mv| mv.is_some_and(sees_through)).for_each(|mv| *mv = None);
    menu
}

pub(crate) fn in_window(state: &State) -> bool {
    matches!(state.phase(), Phase::Window(_))
}

pub(crate) fn call(state: &State, seat: Seat) -> Option<Move> {
    menu(state, seat)[CALL]
}

pub(crate) fn pass(state: &State) -> Move {
    Move::Pass { play: state.plays() }
}

/// Calls what it suspects, and otherwise plays in its own way.
fn suspicious(state: &State, seat: Seat, suspects: bool, plays: impl Fn() -> Move) -> Move {
    match call(state, seat) {
        Some(call) if suspects => call,
        _ if in_window(state) => pass(state),
        _ => plays(),
    }
}

fn claims_above(state: &State, each: f64) -> bool {
    claim(state).is_some_and(|claimed| claimed > each)
}

/// Calls what is above so much a card, tells the truth, and otherwise lies as little as possible or folds.
pub(crate) fn threshold(state: &State, seat: Seat, each: f64, lies: bool) -> Move {
    suspicious(state, seat, claims_above(state, each), || truth_or(state, seat, lies))
}

fn truth_or(state: &State, seat: Seat, lies: bool) -> Move {
    honest(state, seat, |menu| if lies { smallest_lie(menu) } else { None })
}

/// Plays the whole hand with a Bid, if it may be made.
fn all_in(state: &State, seat: Seat, bid: i32) -> Option<Move> {
    let bid = i16::try_from(bid).ok().filter(|bid| (state.lowest_bid()..=stacks::MOST_BID).contains(bid))?;
    Some(Move::Play { cards: *state.hand(seat), bid })
}

/// Says that all its cards are worth so much each, whatever they are.
fn boast(state: &State, seat: Seat, each: i32) -> Move {
    let cards = state.stack(seat).len() + state.hand(seat).len();
    all_in(state, seat, each * cards as i32).unwrap_or_else(|| truth_or(state, seat, true))
}

/// Lays the -10 as soon as it has it, under a modest Bid, and hopes to be called.
fn trap(state: &State, seat: Seat) -> Move {
    let bid = state.last_play().map_or(3, |last| last.bid + 2);
    match state.hand(seat).cards().contains(&Card::MINUS_TEN) && bid <= stacks::MOST_BID {
        true => Move::Play { cards: Handful::one(Card::MINUS_TEN), bid },
        false => truth_or(state, seat, false),
    }
}

/// Whether the last Bid is true in less than one of so many ways the cards out of sight can lie.
fn unlikely(state: &State, seat: Seat, one_in: u64) -> bool {
    state.last_play().is_some_and(|last| {
        let (true_ways, all) = ways(&unseen(state, seat), state.stack(last.seat).len(), last.bid.into());
        one_in * true_ways < all
    })
}

/// Every fixed strategy by name.
pub(crate) fn all() -> Vec<(&'static str, Maker<State>)> {
    vec![
        ("random", || Box::new(Random)),
        ("greedy", || Box::new(Greedy { depth: 0, samples: 8 })),
        ("always call", || {
            rule(|state, seat, _| call(state, seat).unwrap_or_else(|| honest(state, seat, smallest_lie)))
        }),
        ("never call, truth or fold", || rule(|state, seat, _| threshold(state, seat, 99.0, false))),
        ("never call, truth or lie", || rule(|state, seat, _| threshold(state, seat, 99.0, true))),
        ("call above 2 a card, lie", || rule(|state, seat, _| threshold(state, seat, 2.0, true))),
        ("call above 3 a card, lie", || rule(|state, seat, _| threshold(state, seat, 3.0, true))),
        ("call above 3 a card, fold", || rule(|state, seat, _| threshold(state, seat, 3.0, false))),
        ("call above 4 a card, fold", || rule(|state, seat, _| threshold(state, seat, 4.0, false))),
        ("open at 7, call above 3 a card", || {
            rule(|state, seat, _| {
                let opens = || all_in(state, seat, 7).filter(|_| state.bids().is_empty());
                let plays = || opens().unwrap_or_else(|| truth_or(state, seat, true));
                suspicious(state, seat, claims_above(state, 3.0), plays)
            })
        }),
        ("always 4 a card", || {
            rule(|state, seat, _| suspicious(state, seat, false, || boast(state, seat, 4)))
        }),
        ("always 3 a card, call above", || {
            rule(|state, seat, _| suspicious(state, seat, claims_above(state, 3.0), || boast(state, seat, 3)))
        }),
        ("always 99", || {
            rule(|state, seat, _| {
                let plays = || all_in(state, seat, 99).unwrap_or(Move::Fold);
                suspicious(state, seat, state.lowest_bid() > stacks::MOST_BID, plays)
            })
        }),
        ("trap with the -10", || {
            rule(|state, seat, _| suspicious(state, seat, claims_above(state, 3.0), || trap(state, seat)))
        }),
        ("call what is unlikely, fold", || {
            rule(|state, seat, _| {
                suspicious(state, seat, unlikely(state, seat, 8), || truth_or(state, seat, false))
            })
        }),
        ("call what is unlikely, lie", || {
            rule(|state, seat, _| {
                suspicious(state, seat, unlikely(state, seat, 8), || truth_or(state, seat, true))
            })
        }),
        ("call with nothing to lose", || {
            rule(|state, seat, _| {
                let suspects = state.stack(seat).is_empty() || claims_above(state, 3.5);
                suspicious(state, seat, suspects, || truth_or(state, seat, false))
            })
        }),
    ]
}

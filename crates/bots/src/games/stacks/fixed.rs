//! Fixed strategies of Stacks: what easy does, and what hard must not lose to.

use stacks::{Card, Handful, Move, Phase, State};
use table::Seat;

use super::{
    bid_counts::{is_too_much, unseen, ways},
    blueprint::{ActionMenu, CALL, FOLD, TRUTHS, action_menu},
    opponents::claim_per_card,
};
use crate::{
    games::MakeBot,
    methods::{fixed::fixed, greedy::Greedy, random::Random},
};

/// Bids the truth with as many cards as possible; where it cannot, does what `otherwise` says, or folds.
pub(super) fn honest(state: &State, seat: Seat, otherwise: impl Fn(&ActionMenu) -> Option<Move>) -> Move {
    let menu = action_menu(state, seat);
    let truth = TRUTHS.into_iter().rev().find_map(|action| menu[action]);
    truth.or_else(|| otherwise(&menu)).or(menu[FOLD]).expect("one can always fold or pass")
}

pub(super) fn smallest_lie(menu: &ActionMenu) -> Option<Move> {
    let [lower, _, both] = TRUTHS;
    [both + 1, both + 2, lower + 1, lower + 2].into_iter().find_map(|action| menu[action])
}

/// Strikes the lies that everybody sees through from a menu, unless the -10 waits for whoever calls them.
pub(super) fn plausible(state: &State, seat: Seat, mut menu: ActionMenu) -> ActionMenu {
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

pub(super) fn in_window(state: &State) -> bool {
    matches!(state.phase(), Phase::Window(_))
}

pub(super) fn call(state: &State, seat: Seat) -> Option<Move> {
    action_menu(state, seat)[CALL]
}

pub(super) fn pass(state: &State) -> Move {
    Move::Pass { play: state.play_number() }
}

/// Calls the last play if it suspects it, and otherwise passes or plays as `plays` says.
fn suspicious(state: &State, seat: Seat, suspects: bool, plays: impl Fn() -> Move) -> Move {
    match call(state, seat) {
        Some(call) if suspects => call,
        _ if in_window(state) => pass(state),
        _ => plays(),
    }
}

/// Whether the last play claims more points a card.
fn claims_above(state: &State, each: f64) -> bool {
    claim_per_card(state).is_some_and(|claimed| claimed > each)
}

/// Calls what claims more than `each` points a card, bids the truth, and otherwise lies as little as possible or folds.
pub(super) fn threshold(state: &State, seat: Seat, each: f64, lies: bool) -> Move {
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

/// Lays its whole hand and claims `each` points a card.
fn boast(state: &State, seat: Seat, each: i32) -> Move {
    let cards = state.stack(seat).len() + state.hand(seat).len();
    all_in(state, seat, each * cards as i32).unwrap_or_else(|| truth_or(state, seat, true))
}

/// Lays the -10 as soon as it has it, with a modest Bid, so that it may be called.
fn trap(state: &State, seat: Seat) -> Move {
    let bid = state.last_play().map_or(3, |last| last.bid + 2);
    match state.hand(seat).cards().contains(&Card::MINUS_TEN) && bid <= stacks::MOST_BID {
        true => Move::Play { cards: Handful::one(Card::MINUS_TEN), bid },
        false => truth_or(state, seat, false),
    }
}

/// Whether the last Bid is true in less than one of `one_in` ways the cards it cannot see can lie.
fn unlikely(state: &State, seat: Seat, one_in: u64) -> bool {
    state.last_play().is_some_and(|last| {
        let (true_ways, all) = ways(&unseen(state, seat), state.stack(last.seat).len(), last.bid.into());
        one_in * true_ways < all
    })
}

/// Every fixed strategy by name.
pub(super) fn all() -> Vec<(&'static str, MakeBot<State>)> {
    vec![
        ("random", || Box::new(Random)),
        ("greedy", || Box::new(Greedy { depth: 0, samples: 8 })),
        ("always call", || {
            fixed(|state, seat, _| call(state, seat).unwrap_or_else(|| honest(state, seat, smallest_lie)))
        }),
        ("never call, truth or fold", || fixed(|state, seat, _| threshold(state, seat, 99.0, false))),
        ("never call, truth or lie", || fixed(|state, seat, _| threshold(state, seat, 99.0, true))),
        ("call above 2 a card, lie", || fixed(|state, seat, _| threshold(state, seat, 2.0, true))),
        ("call above 3 a card, lie", || fixed(|state, seat, _| threshold(state, seat, 3.0, true))),
        ("call above 3 a card, fold", || fixed(|state, seat, _| threshold(state, seat, 3.0, false))),
        ("call above 4 a card, fold", || fixed(|state, seat, _| threshold(state, seat, 4.0, false))),
        ("open at 7, call above 3 a card", || {
            fixed(|state, seat, _| {
                let opens = || all_in(state, seat, 7).filter(|_| state.plays().is_empty());
                let plays = || opens().unwrap_or_else(|| truth_or(state, seat, true));
                suspicious(state, seat, claims_above(state, 3.0), plays)
            })
        }),
        ("always 4 a card", || {
            fixed(|state, seat, _| suspicious(state, seat, false, || boast(state, seat, 4)))
        }),
        ("always 3 a card, call above", || {
            fixed(|state, seat, _| {
                suspicious(state, seat, claims_above(state, 3.0), || boast(state, seat, 3))
            })
        }),
        ("always 99", || {
            fixed(|state, seat, _| {
                let plays = || all_in(state, seat, 99).unwrap_or(Move::Fold);
                suspicious(state, seat, state.lowest_bid() > stacks::MOST_BID, plays)
            })
        }),
        ("trap with the -10", || {
            fixed(|state, seat, _| suspicious(state, seat, claims_above(state, 3.0), || trap(state, seat)))
        }),
        ("call what is unlikely, fold", || {
            fixed(|state, seat, _| {
                suspicious(state, seat, unlikely(state, seat, 8), || truth_or(state, seat, false))
            })
        }),
        ("call what is unlikely, lie", || {
            fixed(|state, seat, _| {
                suspicious(state, seat, unlikely(state, seat, 8), || truth_or(state, seat, true))
            })
        }),
        ("call with nothing to lose", || {
            fixed(|state, seat, _| {
                let suspects = state.stack(seat).is_empty() || claims_above(state, 3.5);
                suspicious(state, seat, suspects, || truth_or(state, seat, false))
            })
        }),
    ]
}

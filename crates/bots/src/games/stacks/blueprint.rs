//! A mixed strategy for rounds of Stacks, trained beforehand over an abstraction of the game.
//!
//! Information sets that differ little share one situation: the hand, the seat's own Stack, the Bid to beat, and how
//! believable the last play is. Moves are reduced to a menu of actions: which cards, with the truth or a Bid a little
//! above the last one. The strategy is a table sorted by situation and is read where it lies in the program.

use stacks::{Card, Handful, Move, Phase, State};
use table::{Game, Seat};

/// How many Bids there are for each choice of cards: the truth, then lies.
const KINDS: usize = 6;
/// The actions that bid the truth: with the lower card, with the higher card, and with both.
pub const TRUTHS: [usize; 3] = [0, KINDS, 2 * KINDS];
/// The action that folds, or passes in a window.
pub const FOLD: usize = 3 * KINDS;
/// The action that calls the last play.
pub const CALL: usize = FOLD + 1;
/// How many actions there are.
pub const ACTIONS: usize = CALL + 1;

/// How far above the Bid to beat the lies are.
const LIES: [i32; KINDS - 1] = [1, 2, 3, 5, 8];
/// The lies that open a round, by the number of cards: everything one card can be worth, and the higher half of what two
/// can; so no first Bid is always the truth.
const OPENING_LIES: [&[i32]; 2] = [&[1, 2, 3, 4], &[4, 5, 6, 7, 8]];

/// Whether an action is a Bid that is not true.
pub(super) fn is_lie(action: usize) -> bool {
    action < FOLD && !action.is_multiple_of(KINDS)
}

/// The move of each action that a seat may take.
pub type ActionMenu = [Option<Move>; ACTIONS];

/// The actions that a seat may take now.
pub fn action_menu(state: &State, seat: Seat) -> ActionMenu {
    let mut menu = [None; ACTIONS];
    let play = state.play_number();
    match state.phase() {
        Phase::Window(_) => {
            menu[FOLD] = Some(Move::Pass { play });
            menu[CALL] = Some(Move::Call { play });
        }
        _ => {
            let beat = state.last_play().map(|last| i32::from(last.bid));
            for (choice, cards) in choices(state.hand(seat)) {
                let truth = state.stack(seat).sum() + cards.sum();
                let mut offer = |kind: usize, bid: i32| {
                    if bid <= 99 {
                        menu[choice * KINDS + kind] = Some(Move::Play { cards, bid: bid as i16 });
                    }
                };
                if beat.is_none_or(|beat| truth > beat) {
                    offer(0, truth);
                }
                let lies = if beat.is_some() { &LIES } else { OPENING_LIES[cards.len() - 1] };
                for (i, lie) in lies.iter().enumerate() {
                    let bid = beat.unwrap_or(0) + lie;
                    if bid != truth {
                        offer(i + 1, bid);
                    }
                }
            }
            menu[FOLD] = Some(Move::Fold);
            if state.callers().has(seat) {
                menu[CALL] = Some(Move::Call { play });
            }
        }
    }
    menu
}

/// The cards a hand can lay, each with its index: the lower card, the higher card, both.
pub(super) fn choices(hand: &Handful) -> impl Iterator<Item = (usize, Handful)> {
    let all = match *hand.cards() {
        [a] => [Some(Handful::one(a)), None, None],
        [a, b] if a == b => [Some(Handful::one(a)), None, Some(*hand)],
        [a, b] => [Some(Handful::one(a.min(b))), Some(Handful::one(a.max(b))), Some(*hand)],
        _ => [None; 3],
    };
    all.into_iter().enumerate().filter_map(|(i, cards)| cards.map(|cards| (i, cards)))
}

/// The value of a card in the abstraction.
fn rank(card: Card) -> u32 {
    card.value().clamp(0, 4) as u32
}

/// The key of the situation a seat is in: the information set it belongs to in the abstraction.
pub fn situation(state: &State, seat: Seat) -> u32 {
    let hand = match *state.hand(seat).cards() {
        [a] => rank(a),
        [a, b] => {
            let (low, high) = (rank(a.min(b)), rank(a.max(b)));
            5 + high * (high + 1) / 2 + low
        }
        _ => 20,
    };
    let stack = state.stack(seat);
    let trapped = stack.has(Card::MINUS_TEN);
    let sum = (stack.sum() + if trapped { 10 } else { 0 }).clamp(0, 12) as u32;
    let (beat, cards, tale) = match state.last_play() {
        None => (15, 0, 0),
        Some(last) => {
            let before = state.plays().iter().rev().skip(1).find(|play| play.seat == last.seat);
            let rise = last.bid - before.map_or(0, |bid| bid.bid);
            let count = i16::from(last.cards);
            let believable = (count..=4 * count).contains(&rise);
            let tale = u32::from(!believable) + if before.is_some() { 2 } else { 0 };
            (last.bid.clamp(0, 14) as u32, state.stack(last.seat).len().min(6) as u32, tale)
        }
    };
    let mine = state.plays().iter().rev().find(|play| play.seat == seat);
    let lied = mine.is_some_and(|bid| i32::from(bid.bid) != stack.sum());
    let left = match state.deck().len() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let window = matches!(state.phase(), Phase::Window(_));
    // Among several it matters how many may call without risk: whoever has no Stack loses nothing by a Call.
    let (rivals, free) = match state.seating().seats() {
        2 => (0, 0),
        _ => {
            let others = || state.still_in().without(seat).iter();
            let free = others().filter(|other| state.stack(*other).is_empty()).count();
            (others().count().min(3) as u32, free.min(2) as u32)
        }
    };
    let hand = if window && rivals > 0 { 20 } else { hand };
    [
        (rivals, 4),
        (free, 3),
        (hand, 21),
        (sum, 13),
        (trapped.into(), 2),
        (beat, 16),
        (cards, 7),
        (tale, 4),
        (lied.into(), 2),
        (left, 3),
        (window.into(), 2),
    ]
    .into_iter()
    .fold(0, |number, (value, size)| number * size + value)
}

/// The bytes of one situation: its key, and how likely each action is, in 255ths.
pub const ROW: usize = 4 + ACTIONS;

/// A table of situations, sorted by their keys.
#[derive(Clone, Copy, Debug)]
pub struct Blueprint<'a>(pub &'a [u8]);

/// The strategy for two seats.
const DUEL: Blueprint<'static> = Blueprint(include_bytes!("../../../data/stacks.blueprint"));
/// The strategy for three to five seats.
const CROWD: Blueprint<'static> = Blueprint(include_bytes!("../../../data/stacks-crowd.blueprint"));

impl Blueprint<'static> {
    /// The strategy for a table, if it plays with the deck of the training.
    pub fn of(state: &State) -> Option<Blueprint<'static>> {
        let blueprint = if state.seating().seats() == 2 { DUEL } else { CROWD };
        (state.options().deck == stacks::Deck::default()).then_some(blueprint)
    }
}

impl Blueprint<'_> {
    /// How many situations it knows.
    pub fn len(&self) -> usize {
        self.0.len() / ROW
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How likely each action is in a situation, in 255ths, if the situation is known.
    pub fn find(&self, situation: u32) -> Option<&[u8]> {
        let number = |row: usize| {
            let bytes = &self.0[row * ROW..row * ROW + 4];
            u32::from_le_bytes(bytes.try_into().expect("a number has four bytes"))
        };
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            match number(middle).cmp(&situation) {
                std::cmp::Ordering::Equal => return Some(&self.0[middle * ROW + 4..(middle + 1) * ROW]),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// How likely each action of a menu is, if the situation is known.
    pub fn plays(&self, state: &State, seat: Seat, menu: &ActionMenu) -> Option<[f64; ACTIONS]> {
        let row = self.find(situation(state, seat))?;
        let mut plays = [0.0; ACTIONS];
        for (play, (weight, mv)) in plays.iter_mut().zip(row.iter().zip(menu)) {
            *play = if mv.is_some() { f64::from(*weight) } else { 0.0 };
        }
        let total: f64 = plays.iter().sum();
        plays.iter_mut().for_each(|play| *play /= total.max(1.0));
        (total > 0.0).then_some(plays)
    }
}

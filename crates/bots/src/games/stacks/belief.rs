//! What hidden cards of Stacks are likely to be, given who bid what.
//!
//! Every opponent's round is dealt again from the cards out of sight and followed play by play: a way to have
//! come here counts by how likely a reasonable player with those cards was to play as many and to bid as much. The
//! truth is told mostly where it can be; a Bid that few cards can back is then a lie by itself.

use stacks::{Bid, Card, Cards, Handful, State, View};
use table::{
    Imagine, Rng, Seat,
    nature::{Dice, below, unit},
};

use crate::Sight;

/// How a player bids, as far as beliefs go.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How often it lies where it could tell the truth.
    pub wanton: f64,
    /// How often it lies, rather than folds or calls, where it cannot.
    pub forced: f64,
}

impl Manner {
    /// The manner of a player so many of whose Bids are lies.
    pub fn of_liar(lies: f64) -> Manner {
        // Whoever lies nearly always does so for no need.
        let wanton = lies * (0.5 + ((lies - 0.4) / 0.8).clamp(0.0, 0.5));
        Manner { wanton, forced: (1.2 * lies).min(0.9) }
    }

    /// How likely this player is to lay each choice of `count` cards with this Bid, and the choices.
    fn plays(
        &self,
        hand: &[Card],
        (laid, stack): (usize, i32),
        beat: Option<i16>,
        play: &Bid,
    ) -> impl Iterator<Item = (f64, Handful)> + use<> {
        let choices = choices(hand);
        let is_open = |truth: i32| beat.is_none_or(|beat| truth > beat.into());
        let truths =
            || choices.iter().flatten().map(|cards| stack + cards.sum()).filter(|truth| is_open(*truth));
        let most = truths().max();
        let taste = move |truth: i32| if Some(truth) == most { 3.0 } else { 1.0 };
        let tastes: f64 = truths().map(taste).sum();
        let lie = if most.is_some() { self.wanton } else { self.forced };
        let bold = move |cards: &Handful| if cards.cards().contains(&Card::MINUS_TEN) { 0.15 } else { 1.0 };
        let boldness: f64 = choices.iter().flatten().map(bold).sum();
        let (bid, count) = (i32::from(play.bid), usize::from(play.cards));
        let lied = lie * likely_lie(beat, bid, laid + count) / boldness.max(1e-9);
        choices.into_iter().flatten().filter(move |cards| cards.len() == count).map(move |cards| {
            let truth = stack + cards.sum();
            let likely = if truth == bid { (1.0 - lie) * taste(truth) / tastes } else { lied * bold(&cards) };
            (likely, cards)
        })
    }
}

/// How often a lie about so many cards is this Bid: mostly a little above the one to beat, and otherwise anything
/// that good cards could be worth.
fn likely_lie(beat: Option<i16>, bid: i32, cards: usize) -> f64 {
    let most = 4 * cards as i32;
    match beat.map(i32::from) {
        None if (1..=most).contains(&bid) => 0.95 / f64::from(most),
        None => 0.003,
        Some(beat) => {
            let credible = if bid <= most { 0.15 / f64::from((most - beat).max(1)) } else { 0.002 };
            0.37 * 0.56f64.powi(bid - beat - 1) + credible
        }
    }
}

/// Each different card, and both together.
fn choices(hand: &[Card]) -> [Option<Handful>; 3] {
    match *hand {
        [a] => [Some(Handful::one(a)), None, None],
        [a, b] if a == b => [Some(Handful::one(a)), None, Some(Handful::two(a, b))],
        [a, b] => [Some(Handful::one(a)), Some(Handful::one(b)), Some(Handful::two(a, b))],
        _ => [None; 3],
    }
}

/// What a seat believes.
pub struct Belief<'a> {
    view: &'a View,
    unseen: Vec<Card>,
    others: Vec<Other>,
}

/// An opponent whose cards are hidden: its plays of this round with the Bids they had to beat, and how it bids.
struct Other {
    seat: Seat,
    plays: Vec<(Option<i16>, Bid)>,
    manner: Manner,
}

/// A way the hidden cards may lie: hand and Stack of each opponent.
type Way = Vec<(Handful, Cards)>;

impl<'a> Belief<'a> {
    /// How many ways are weighed against each other for each one believed.
    const WAYS: usize = 12;

    /// The beliefs of a sight about players of whom so many Bids are lies.
    pub fn of(sight: &'a Sight<'_, State>, lies: impl Fn(Seat) -> f64) -> Belief<'a> {
        let view = sight.view();
        let mut unseen: Vec<Card> = view.options.deck.cards().cards().collect();
        let mut others = Vec::new();
        for seat in Seat::all(view.seating.seats()) {
            let place = &view.places[seat];
            match (place.hand_cards, place.stack_cards) {
                (Some(hand), Some(stack)) => {
                    for card in hand.cards().iter().copied().chain(stack.cards()) {
                        let at = unseen.iter().position(|one| *one == card);
                        unseen.swap_remove(at.expect("a card in sight is one of the deck"));
                    }
                }
                _ => {
                    let beat = |n: usize| n.checked_sub(1).map(|before| view.bids[before].bid);
                    let plays = view.bids.iter().enumerate().filter(|(_, bid)| bid.seat == seat);
                    let plays = plays.map(|(n, bid)| (beat(n), *bid)).collect();
                    others.push(Other { seat, plays, manner: Manner::of_liar(lies(seat)) });
                }
            }
        }
        Belief { view, unseen, others }
    }

    /// A full state, drawn about as often as it is likely.
    pub fn draw(&self, rng: &mut Dice) -> State {
        let mut deck = self.unseen.clone();
        let mut kept = None;
        let mut total = 0.0;
        for _ in 0..Self::WAYS {
            let (way, weight) = self.follow(&mut deck, rng);
            total += weight;
            if kept.is_none() || unit(rng) * total < weight {
                kept = Some(way);
            }
        }
        let mut view = self.view.clone();
        for (Other { seat, .. }, (hand, stack)) in self.others.iter().zip(kept.unwrap_or_default()) {
            view.places[*seat].hand_cards = Some(hand);
            view.places[*seat].stack_cards = Some(stack);
        }
        State::imagine(&view, None, rng)
    }

    /// Deals one way out of the cards unseen and says how likely what was bid is that way.
    fn follow(&self, deck: &mut [Card], rng: &mut Dice) -> (Way, f64) {
        let mut left = deck.len();
        let mut next = |rng: &mut Dice| {
            let at = below(rng, left as u32) as usize;
            left -= 1;
            deck.swap(at, left);
            deck[left]
        };
        let mut weight = 1.0;
        let mut way = Vec::with_capacity(self.others.len());
        for Other { seat, plays, manner } in &self.others {
            let mut hand = vec![next(rng)];
            let (mut stack, mut sum) = (Vec::with_capacity(8), 0);
            for (beat, play) in plays {
                hand.push(next(rng));
                let (likely, cards) = choose(manner.plays(&hand, (stack.len(), sum), *beat, play), rng);
                weight *= likely;
                for card in cards.cards() {
                    let at = hand.iter().position(|held| held == card);
                    stack.push(hand.swap_remove(at.expect("what is played is held")));
                    sum += card.value();
                }
            }
            while hand.len() < usize::from(self.view.places[*seat].hand) {
                hand.push(next(rng));
            }
            let hand = Handful::of(&hand).expect("a hand has at most two cards");
            way.push((hand, stack.into_iter().collect()));
        }
        (way, weight)
    }
}

/// The likelihood of all plays together, and one of them drawn.
fn choose(plays: impl Iterator<Item = (f64, Handful)>, rng: &mut (impl Rng + ?Sized)) -> (f64, Handful) {
    let mut total = 0.0;
    let mut drawn = Handful::default();
    for (likely, cards) in plays {
        total += likely;
        if drawn.is_empty() || unit(rng) * total < likely {
            drawn = cards;
        }
    }
    (total, drawn)
}

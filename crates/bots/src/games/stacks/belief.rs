//! What hidden cards of Stacks are likely to be, given who bid what: importance sampling.
//!
//! The cards a seat cannot see are dealt to the opponents again, and their plays are followed one by one. Such a deal
//! is weighted by how likely a reasonable player with those cards would have laid as many and bid as much. Players
//! mostly bid the truth where they can, so a Bid that few cards can make true is likely a lie.

use stacks::{Card, Cards, Handful, Play, State, View};
use table::{
    Imagine, Rng, Seat,
    nature::{Dice, below, unit},
};

use crate::Sight;

/// How often a player is believed to lie.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// How often it lies where it could bid the truth.
    wanton: f64,
    /// How often it lies, rather than folds or calls, where it cannot bid the truth.
    forced: f64,
}

impl Manner {
    /// The manner of a player, given the share of its Bids that are lies.
    fn of_liar(lies: f64) -> Manner {
        // Whoever lies nearly always also lies without need.
        let wanton = lies * (0.5 + ((lies - 0.4) / 0.8).clamp(0.0, 0.5));
        Manner { wanton, forced: (1.2 * lies).min(0.9) }
    }

    /// Each choice of cards this play may have been, with its likelihood. `laid` and `stack` are the number and the sum of
    /// the cards already on its Stack, and `beat` is the Bid it had to beat.
    fn plays(
        &self,
        hand: &[Card],
        (laid, stack): (usize, i32),
        beat: Option<i16>,
        play: &Play,
    ) -> impl Iterator<Item = (f64, Handful)> + use<> {
        let choices = choices(hand);
        let may_bid = |truth: i32| beat.is_none_or(|beat| truth > beat.into());
        let truths =
            || choices.iter().flatten().map(|cards| stack + cards.sum()).filter(|truth| may_bid(*truth));
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

/// How likely a lie about a Stack of `cards` cards is this Bid: mostly a little above the Bid to beat, and otherwise
/// anything that good cards could be worth.
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

/// The cards a hand can lay: each different card, and both together.
fn choices(hand: &[Card]) -> [Option<Handful>; 3] {
    match *hand {
        [a] => [Some(Handful::one(a)), None, None],
        [a, b] if a == b => [Some(Handful::one(a)), None, Some(Handful::two(a, b))],
        [a, b] => [Some(Handful::one(a)), Some(Handful::one(b)), Some(Handful::two(a, b))],
        _ => [None; 3],
    }
}

/// What a seat believes about the hidden cards.
pub(super) struct Belief<'a> {
    view: &'a View,
    unseen: Vec<Card>,
    others: Vec<Other>,
}

/// An opponent whose cards are hidden: its plays of this round with the Bids they had to beat, and how it bids.
struct Other {
    seat: Seat,
    plays: Vec<(Option<i16>, Play)>,
    manner: Manner,
}

/// One way the hidden cards may lie: hand and Stack of each opponent.
type Way = Vec<(Handful, Cards)>;

impl<'a> Belief<'a> {
    /// How many ways are dealt for each sample.
    const WAYS: usize = 12;

    /// The beliefs of a sight; `lies` is the share of a seat's Bids that are lies.
    pub(super) fn of(sight: &'a Sight<'_, State>, lies: impl Fn(Seat) -> f64) -> Belief<'a> {
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
                    let beat = |n: usize| n.checked_sub(1).map(|before| view.plays[before].bid);
                    let plays = view.plays.iter().enumerate().filter(|(_, play)| play.seat == seat);
                    let plays = plays.map(|(n, bid)| (beat(n), *bid)).collect();
                    others.push(Other { seat, plays, manner: Manner::of_liar(lies(seat)) });
                }
            }
        }
        Belief { view, unseen, others }
    }

    /// Draws a full state, about as often as it is likely.
    pub(super) fn sample(&self, rng: &mut Dice) -> State {
        let mut deck = self.unseen.clone();
        let mut kept = None;
        let mut total = 0.0;
        for _ in 0..Self::WAYS {
            let (way, weight) = self.deal(&mut deck, rng);
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

    /// Deals the unseen cards in one way, and says how likely the Bids are that way.
    fn deal(&self, deck: &mut [Card], rng: &mut Dice) -> (Way, f64) {
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

/// The sum of the likelihoods, and one of the choices drawn by them.
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

//! What a seat of Nuts for Nuts does without thinking ahead.
//!
//! A habit looks at the seat's own hand, at what all have seen, and, for Squirrels, at what friends have shown. So a
//! habit that plays another seat of an imagined state knows no more than that seat would.

use nuts::{Card, Cards, Guess, Lot, Move, Number, Nut, Phase, State, Team};
use table::{Game, Rng, Seat, nature::below};

/// The number of nuts on a card.
pub(super) fn nuts_on(card: Card) -> u32 {
    u8::from(card.number()).into()
}

/// The one or two cards of a nut that stash the most at once.
fn lot_of(hand: Cards, nut: Nut) -> Option<(Lot, u32)> {
    let mut held = Number::ALL.into_iter().rev().flat_map(|number| {
        let card = Card::new(nut, number);
        std::iter::repeat_n(card, hand.count(card) as usize)
    });
    match (held.next(), held.next()) {
        (Some(one), Some(two)) => Some((Lot::two(one, two), nuts_on(one) + nuts_on(two))),
        (Some(one), None) => Some((Lot::one(one), nuts_on(one))),
        _ => None,
    }
}

/// The best lot of every nut of a hand.
pub(super) fn lots(hand: Cards) -> impl Iterator<Item = (Lot, u32)> {
    Nut::ALL.into_iter().filter_map(move |nut| lot_of(hand, nut))
}

/// The one or two cards of a hand that stash the most nuts at once; the first of several.
fn best_lot(hand: Cards) -> Option<(Lot, u32)> {
    lots(hand).reduce(|best, lot| if lot.1 > best.1 { lot } else { best })
}

fn best_card(hand: Cards) -> Option<Card> {
    hand.cards().max_by_key(|card| nuts_on(*card))
}

fn any_card(hand: Cards, rng: &mut (impl Rng + ?Sized)) -> Option<Card> {
    let cards = hand.cards().count() as u32;
    if cards == 0 { None } else { hand.cards().nth(below(rng, cards) as usize) }
}

/// How many cards of a nut there are.
fn count_of(cards: Cards, nut: Nut) -> u32 {
    Number::ALL.into_iter().map(|number| cards.count(Card::new(nut, number))).sum()
}

/// The first cards, less those of the second that are among them.
fn without(mut all: Cards, cards: Cards) -> Cards {
    all.common(cards).iter().for_each(|card| all.take(card));
    all
}

/// A fixed way to play either side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    /// The most nuts in hand with which a Squirrel still draws.
    pub(super) draws_with: u32,
    /// The fewest nuts that a Squirrel stashes rather than draw more.
    pub(super) stashes: u32,
    /// The fewest nuts that the Raccoon stashes rather than draw more.
    pub(super) hoards: u32,
    /// Whether the Raccoon stashes only two cards at once, as long as there is time.
    pub(super) pairs: bool,
    /// How many cards the Raccoon expects to be drawn in a round.
    pub(super) round: usize,
    /// Whether Squirrels show what they hold and make pairs in each other's hands.
    pub(super) shares: bool,
    /// Whether the Raccoon counts the cards it has not seen before it guesses.
    pub(super) counts: bool,
}

impl Habit {
    /// Draws as long as it may.
    pub(super) const GREEDY: Habit =
        Habit { draws_with: 6, stashes: 2, hoards: 9, pairs: false, round: 7, ..Habit::TIDY };
    /// Stashes whatever it can.
    pub(super) const TIDY: Habit =
        Habit { draws_with: 3, stashes: 1, hoards: 2, pairs: true, round: 2, shares: false, counts: false };
    /// Stashes two nuts or more, and counts before it guesses.
    pub(super) const STEADY: Habit = Habit { stashes: 2, counts: true, ..Habit::TIDY };
    /// Tidy, shows and shares, and counts before it guesses.
    pub(super) const SOCIABLE: Habit = Habit { shares: true, counts: true, ..Habit::TIDY };

    fn squirrel(&self, state: &State, seat: Seat) -> Move {
        let (hand, left) = (state.hand(seat), state.remaining());
        let drawable = !state.is_spent();
        if left.free_draw && drawable && hand.nuts() <= self.draws_with {
            return Move::FreeDraw;
        }
        match best_lot(hand) {
            _ if left.actions == 0 => self.speak(state, seat),
            Some((lot, nuts)) if nuts >= self.stashes || hand.nuts() > self.draws_with || !drawable => {
                Move::Stash(lot)
            }
            _ if drawable => Move::Scavenge,
            _ => self.speak(state, seat),
        }
    }

    /// Helps friends when nothing else is left to do: makes a pair in the hand of one, or shows what could become one.
    fn speak(&self, state: &State, seat: Seat) -> Move {
        if !self.shares {
            return Move::EndTurn;
        }
        let left = state.remaining();
        let gift = if left.share { gift(state, seat) } else { None };
        let news = if left.show { news(state, seat) } else { None };
        gift.or(news.map(Move::Show)).unwrap_or(Move::EndTurn)
    }

    fn raccoon(&self, state: &State, seat: Seat) -> Move {
        let drawable = !state.is_spent();
        let hand = state.hand(seat);
        let pays = |lot: &Lot, nuts: u32| nuts >= self.hoards && (!self.pairs || lot.cards().count() == 2);
        match best_lot(hand) {
            _ if state.remaining().actions == 0 => Move::EndTurn,
            Some((lot, nuts)) if pays(&lot, nuts) || !drawable || self.is_late(state, hand) => {
                Move::Stash(lot)
            }
            _ if drawable => Move::Scavenge,
            _ => steal(state, seat).unwrap_or(Move::EndTurn),
        }
    }

    /// Whether the Raccoon needs all the actions it can still expect to stash what it holds.
    fn is_late(&self, state: &State, hand: Cards) -> bool {
        let lots: u32 = Nut::ALL.into_iter().map(|nut| count_of(hand, nut).div_ceil(2)).sum();
        let rounds = state.to_draw() / self.round;
        lots as usize >= usize::from(state.remaining().actions) + rounds * (1 + state.squirrels().len())
    }

    /// The move in the present phase.
    pub(super) fn act(&self, state: &State, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        match state.phase() {
            Phase::Redraw(_) => Move::Redraw,
            Phase::StashOne(_) => {
                Move::Stash(Lot::one(best_card(state.hand(seat)).expect("there is a card to stash")))
            }
            Phase::Lay(_) => Move::Lay(any_card(state.hand(seat), rng).expect("a robbed hand has a card")),
            Phase::Guess(robbed) if self.counts => Move::Guess(likeliest(state, robbed)),
            Phase::Guess(_) => {
                let number = if below(rng, 5) < 4 { Number::ALL[0] } else { Number::ALL[1] };
                Move::Guess(Guess::Number(number))
            }
            _ if state.team(seat) == Team::Squirrels => self.squirrel(state, seat),
            _ => self.raccoon(state, seat),
        }
    }
}

/// The theft from the fullest hand.
pub(super) fn steal(state: &State, seat: Seat) -> Option<Move> {
    let robbable = state.legal_moves(seat).filter(|mv| matches!(mv, Move::Steal(_)));
    robbable.max_by_key(|mv| if let Move::Steal(from) = mv { state.hand(*from).len() } else { 0 })
}

/// The lone card that makes the best pair with the lone card of its nut that a friend is known to hold; only if the
/// friend is sure to have room for it.
fn gift(state: &State, seat: Seat) -> Option<Move> {
    /// How many nuts an unknown card counts for.
    const UNKNOWN: u32 = 2;
    let hand = state.hand(seat);
    let mut best = None;
    let mut most = 0;
    let seats = state.seating().seats();
    // Friends are looked at in the order of their turns.
    for to in (1..seats).scan(seat, |at, _| {
        *at = at.left(seats);
        Some(*at)
    }) {
        if state.team(to) == Team::Raccoon {
            continue;
        }
        let (open, shown) = (state.seen_by_all(to), state.shown_to_squirrels(to));
        let unknown = (state.hand(to).len() - open.len() - shown.len()) as u32;
        let held = open.nuts() + shown.nuts() + UNKNOWN * unknown;
        for nut in Nut::ALL {
            if count_of(open, nut) + count_of(shown, nut) != 1 || count_of(hand, nut) != 1 {
                continue;
            }
            let lone = Number::ALL.into_iter().map(|number| Card::new(nut, number));
            let Some(card) = lone.into_iter().find(|card| hand.has(*card)) else { continue };
            if nuts_on(card) > most && held + nuts_on(card) <= nuts::MOST_NUTS {
                most = nuts_on(card);
                best = Some(Move::Share { card, to });
            }
        }
    }
    best
}

/// The best lone card that friends do not know of yet, or else the best card.
fn news(state: &State, seat: Seat) -> Option<Card> {
    let hand = state.hand(seat);
    let untold = without(without(hand, state.seen_by_all(seat)), state.shown_to_squirrels(seat));
    untold.cards().max_by_key(|card| (count_of(hand, card.nut()) == 1, nuts_on(*card)))
}

/// The guess that takes the most nuts if the robbed Squirrel lays any of its cards.
fn likeliest(state: &State, robbed: Seat) -> Guess {
    let raccoon = state.seat();
    let mut unseen = Cards::ALL_NUTS;
    let seen = [state.hand(raccoon), state.stash(Team::Raccoon), state.stash(Team::Squirrels)];
    let open = state.squirrels().iter().map(|seat| state.seen_by_all(seat));
    for cards in seen.into_iter().chain(open).chain(state.pile().batches().skip(1)) {
        unseen = without(unseen, cards);
    }
    let open = state.seen_by_all(robbed);
    let hidden = (state.hand(robbed).len() - open.len()) as f32 / unseen.len().max(1) as f32;
    let takes = |guess: Guess| {
        let of = |card: Card| {
            (open.count(card) as f32 + hidden * unseen.count(card) as f32) * nuts_on(card) as f32
        };
        Card::all().filter(|card| guess.is_right(*card)).map(of).sum::<f32>()
    };
    Guess::all().max_by(|a, b| takes(*a).total_cmp(&takes(*b))).expect("there are eight guesses")
}

//! What each viewer sees: everything but the faces of other seats' banked piles, until the game is over.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, PerSeat, Seat, Seating, Standings, Viewer};

use crate::{
    cards::{Card, Colour, Face, Number},
    moves::{Fate, Move},
    piles::{Cards, Discards, MOST_STACKS, Stack},
    state::{Deck, Direction, Options, Phase, State},
};

/// A table of Push as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub struct View {
    /// What the host chose.
    pub options: Options,
    /// Who sits here.
    pub seating: Seating,
    /// What happens next: it names the drawn card, the seat that collects and the seat that rolls.
    pub phase: Phase,
    /// Whose turn it is; seat 0 before it is known who begins.
    pub seat: Seat,
    /// How many cards lie in the deck.
    pub deck: u8,
    /// How many of them can still be drawn; the others stay unplayed.
    pub to_draw: u8,
    /// The discard pile.
    pub discards: Discards,
    /// The stacks in the middle, their cards in the order they were played.
    pub stacks: ArrayVec<Stack, MOST_STACKS>,
    /// How many Switch cards were laid aside this turn.
    pub switches: u8,
    /// Which way stacks are collected because of them.
    pub direction: Direction,
    /// What lies in front of each seat.
    pub places: PerSeat<Place>,
    /// How likely the next card fits nowhere, for all that this viewer sees; nothing when none can be drawn.
    pub risk: Option<f64>,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

/// What lies in front of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub struct Place {
    /// Its face-up cards.
    pub bench: Cards,
    /// How many cards its banked pile holds.
    pub banked: u8,
    /// Which cards those are: for their owner, and for all once the game is over.
    pub banked_cards: Option<Cards>,
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> View {
        let over = state.phase == Phase::Over;
        let mut view = View {
            options: state.options.clone(),
            seating: state.seating,
            phase: state.phase,
            seat: state.seat,
            deck: state.deck.len() as u8,
            to_draw: state.to_draw() as u8,
            discards: state.discards,
            stacks: state.stacks.clone(),
            switches: state.switches,
            direction: state.direction(),
            places: PerSeat::from_fn(state.seating.seats(), |seat| Place {
                bench: state.bench[seat],
                banked: state.banked[seat].len() as u8,
                banked_cards: (over || viewer.is(seat)).then_some(state.banked[seat]),
            }),
            risk: None,
            standings: state.standings(),
        };
        view.risk = view.chance_of_too_far(|card| state.fits(card));
        view
    }

    /// The cards that may still lie in the deck or face down somewhere, given the banked piles that are known.
    pub(crate) fn unseen(&self, known: impl Fn(Seat) -> Option<Cards>) -> Deck {
        let seats = self.seating.seats();
        let mut unseen = self.options.deck(seats);
        let mut see = |card: Card, count: u8| {
            assert!(unseen.count(card.kind()) >= count, "a view shows no more cards than the deck has");
            (0..count).for_each(|_| unseen.take(card.kind()));
        };
        let by_colour = Seat::all(seats).filter_map(known).chain(self.places.iter().map(|place| place.bench));
        for cards in by_colour.chain([self.discards.cards]) {
            cards.iter().for_each(|(colour, number, count)| see(Card::Number(colour, number), count));
        }
        self.stacks.iter().flat_map(Stack::cards).for_each(|card| see(*card, 1));
        match self.phase {
            Phase::Place(card) => see(card, 1),
            Phase::Roll(_) => see(Card::Roll, 1),
            _ => {}
        }
        see(Card::Roll, self.discards.rolls);
        see(Card::Switch, self.discards.switches + self.switches);
        unseen
    }

    /// How likely the next card fits nowhere.
    ///
    /// Face-down piles hold number cards only, so a number card out of sight is less likely to be in the deck than a
    /// Roll or Switch card.
    fn chance_of_too_far(&self, fits: impl Fn(Card) -> bool) -> Option<f64> {
        let draws = matches!(self.phase, Phase::Start | Phase::Choose | Phase::Draw);
        if !draws || self.to_draw == 0 {
            return None;
        }
        let unseen = self.unseen(|seat| self.places[seat].banked_cards);
        let number = |card: Card| matches!(card, Card::Number(..));
        let (mut numbers, mut too_far, mut numbers_too_far) = (0u32, 0u32, 0u32);
        for (kind, count) in unseen.iter() {
            let (card, count) = (Card::at(kind), u32::from(count));
            let misfit = card != Card::Switch && !fits(card);
            numbers += if number(card) { count } else { 0 };
            match (misfit, number(card)) {
                (true, true) => numbers_too_far += count,
                (true, false) => too_far += count,
                _ => {}
            }
        }
        let deck = f64::from(self.deck);
        let specials = unseen.len() as u32 - numbers;
        let in_deck = deck - f64::from(specials);
        let share = if numbers == 0 { 0.0 } else { f64::from(numbers_too_far) / f64::from(numbers) };
        Some((f64::from(too_far) + share * in_deck) / deck)
    }
}

/// What everybody is shown of an event; there is nothing to hide at the moment it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Shown {
    /// The first player is known.
    Begins {
        /// Who.
        seat: Seat,
    },
    /// The seat wants a card, the first of its turn or another one.
    Draws {
        /// Who.
        seat: Seat,
    },
    /// The seat gives up its turn and its Bench cards of a colour turn face down.
    Banked {
        /// Who.
        seat: Seat,
        /// Which colour.
        colour: Colour,
        /// How many cards of 1 to 6.
        cards: [u8; Number::COUNT],
    },
    /// A card comes from the deck.
    Drawn {
        /// For whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether it fits nowhere.
        too_far: bool,
    },
    /// The card goes to a stack.
    Placed {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The stack's number.
        stack: u8,
        /// Whether the card starts that stack.
        new: bool,
    },
    /// The seat draws no more.
    Stopped {
        /// Who.
        seat: Seat,
    },
    /// A seat takes a stack.
    Collected {
        /// Who.
        seat: Seat,
        /// Its number before it was taken; of stacks that are alike the first.
        stack: u8,
        /// Its cards.
        cards: Stack,
        /// How many stacks nobody takes: they are discarded now.
        left_over: u8,
    },
    /// The die is rolled.
    Rolled {
        /// For whom.
        seat: Seat,
        /// What it shows.
        face: Face,
        /// What the seat loses from its Bench.
        lost: Cards,
        /// How many stacks nobody takes: they are discarded now.
        left_over: u8,
    },
}

impl Shown {
    pub(crate) fn of(state: &State, event: &EventOf<State>) -> Shown {
        match *event {
            Event::Fate(Fate::Begins(seat)) => Shown::Begins { seat },
            Event::Move { seat, mv: Move::Draw } => Shown::Draws { seat },
            Event::Move { seat, mv: Move::Stop } => Shown::Stopped { seat },
            Event::Move { seat, mv: Move::Bank(colour) } => {
                Shown::Banked { seat, colour, cards: state.bench[seat].of(colour) }
            }
            Event::Fate(Fate::Card(card)) => {
                let too_far = card != Card::Switch && !state.fits(card);
                Shown::Drawn { seat: state.seat, card, too_far }
            }
            Event::Move { seat, mv: Move::Place(stack) } => {
                let Phase::Place(card) = state.phase else { unreachable!("a checked event") };
                Shown::Placed { seat, card, stack, new: usize::from(stack) == state.stacks.len() }
            }
            Event::Move { seat, mv: Move::Collect(n) } => {
                let cards = state.stacks[usize::from(n)].clone();
                let stack = state.stacks.iter().take_while(|stack| **stack != cards).count() as u8;
                Shown::Collected {
                    seat,
                    stack,
                    cards,
                    left_over: state.left_over(event, state.stacks.len() - 1),
                }
            }
            Event::Fate(Fate::Die(face)) => {
                let seat = state.roller();
                let (mut kept, mut lost) = (state.bench[seat], Cards::default());
                state.loses(face).iter().for_each(|colour| kept.give(*colour, &mut lost));
                Shown::Rolled { seat, face, lost, left_over: state.left_over(event, state.stacks.len()) }
            }
        }
    }
}

impl State {
    /// How many of these stacks are discarded by an event because nobody takes them.
    fn left_over(&self, event: &EventOf<State>, stacks: usize) -> u8 {
        let mut after = self.clone();
        after.apply(event);
        (stacks - after.stacks.len()) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Seating;

    fn open() -> State {
        let options = Options { first: Seat::new(0), ..Options::default() };
        State::open(&options, &Seating::ascending(3).unwrap()).unwrap()
    }

    #[test]
    fn the_risk_is_nothing_while_a_new_stack_can_be_started() {
        let state = open();
        assert_eq!(View::of(&state, Viewer::Spectator).risk, Some(0.0));
    }

    #[test]
    fn the_risk_counts_the_cards_left_that_fit_no_stack() {
        let mut state = open();
        for (n, number) in [1, 2, 3].into_iter().enumerate() {
            let card = Card::Number(Colour::Red, Number::new(number).unwrap());
            state.deck.take(card.kind());
            state.stacks.push(Stack::default());
            state.stacks[n].play(card);
        }
        state.phase = Phase::Choose;
        // Every other red card clashes with all three stacks: 15 are left of 117 cards in the deck.
        let risk = View::of(&state, Viewer::Spectator).risk.unwrap();
        assert!((risk - 15.0 / 117.0).abs() < 1e-9, "{risk}");
    }
}

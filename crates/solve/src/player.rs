//! A strategy at a table: from a state of the game to the moves it plays.

use stacks::{Card, Handful, Move, Phase, State};
use table::{Game, Seat};

use crate::{
    file::bid_of,
    private::{Private, Privates},
    public::Public,
    rows::{CALL, PASS},
    strategy::{Strategy, WHOLE},
};

impl Strategy {
    /// The public situation of a table of two, as the strategy reads it.
    pub fn read(&self, state: &State) -> Public {
        state.plays().iter().fold(Public::new(self.rows.memory), |public, play| {
            let cards = public.cards[public.mover()] + play.cards;
            let class = Public::class_of(&self.deck, cards, play.bid.into());
            public.after(&self.deck, play.cards == 2, class)
        })
    }

    /// The moves of the seat that is asked, with weights that add up to 255. The table must have two seats and the deck
    /// of the strategy.
    pub fn moves(&self, privates: &Privates, state: &State, seat: Seat) -> Vec<(Move, u8)> {
        let play = state.play_number();
        let public = self.read(state);
        let is_window = matches!(state.phase(), Phase::Window(_));
        if is_window && !public.is_last(&self.deck) {
            // The play can still be called after the next draw.
            return vec![(Move::Pass { play }, WHOLE as u8)];
        }
        let (row, weights) = self.row(&public).expect("a strategy has a row for every situation");
        let place = self.place(privates, &public, state, seat);
        let hand = state.hand(seat).cards();
        let played = (0..row.actions()).map(|action| (action, weights[action * row.states + place]));
        let as_move = |(action, weight): (usize, u8)| {
            let mv = match (action, row.choice_of(action)) {
                (PASS, _) if is_window => Move::Pass { play },
                (PASS, _) => Move::Fold,
                (CALL, _) => Move::Call { play },
                (_, None) => unreachable!("other actions lay cards"),
                (_, Some((choice, class))) => {
                    let cards = match choice {
                        0 => Handful::one(hand[0]),
                        1 => Handful::one(hand[1]),
                        _ => *state.hand(seat),
                    };
                    Move::Play { cards, bid: bid_of(class) as i16 }
                }
            };
            (mv, weight)
        };
        played.filter(|(_, weight)| *weight > 0).map(as_move).collect()
    }

    /// The place of a seat's Stack and hand among the private states of its row.
    fn place(&self, privates: &Privates, public: &Public, state: &State, seat: Seat) -> usize {
        let kind = |card: Card| self.deck.values.binary_search(&card.value()).expect("a card of the deck");
        let stack = state.stack(seat).cards().fold(0, |stack, card| self.deck.with(stack, kind(card)));
        let mut hand = [None; 2];
        for (held, card) in hand.iter_mut().zip(state.hand(seat).cards()) {
            *held = Some(kind(*card) as u8);
        }
        let (cards, doubled) = (public.cards[public.mover()], public.doubled[public.mover()]);
        let states: &[Private] = match public.is_last(&self.deck) {
            true => &privates.before(cards, doubled).states,
            false => &privates.after(cards, doubled).states,
        };
        states
            .binary_search_by_key(&(stack, hand), |state| (state.stack, state.hand))
            .expect("every Stack and hand is listed")
    }
}

/// A table of two that plays with a deck, about to deal.
pub fn open_table(deck: &stacks::Deck) -> Result<State, table::BadTable> {
    let options = stacks::Options { deck: *deck, ..stacks::Options::default() };
    State::open(&options, &table::Seating::ascending(2)?)
}

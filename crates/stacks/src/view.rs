//! What each viewer sees: the own hand and Stack, how many cards the others have, every Bid, and whatever was
//! turned face up by folding or by the end of the last round.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, PerSeat, Seat, SeatSet, Seating, Standings, Viewer};

use crate::{
    cards::{Card, Cards, Handful},
    moves::{Fate, Move},
    options::Options,
    state::{MOST_PLAYS, Phase, Play, RoundEnd, State},
};

/// A table of Stacks as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct View {
    /// What the host chose.
    pub options: Options,
    /// Who sits here, and how old.
    pub seating: Seating,
    /// What happens next.
    pub phase: Phase,
    /// Which round this is, counted from 1.
    pub round: u32,
    /// The seats in the order they take turns in this round.
    pub order: PerSeat<Seat>,
    /// Whose turn it is; in a window it is the seat that just played.
    pub seat: Seat,
    /// The seats that have not folded in this round.
    pub still_in: SeatSet,
    /// How many cards are left in the deck.
    pub deck: u8,
    /// The points of each seat.
    pub scores: PerSeat<i32>,
    /// What each seat has in hand and on its Stack.
    pub places: PerSeat<Place>,
    /// The plays of this round, in order; the last one can be called.
    #[serde(rename = "bids")]
    pub plays: ArrayVec<Play, MOST_PLAYS>,
    /// The number of the last play, counted over the whole game from 1; 0 before the first.
    #[serde(rename = "plays")]
    pub play_number: u32,
    /// How the round before this one ended.
    pub last_round: Option<RoundEnd>,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

/// What a seat has in hand and on its Stack; the faces are shown to their owner, and to all after a fold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct Place {
    /// How many cards are in the hand.
    pub hand: u8,
    /// How many cards are on the Stack.
    pub stack: u8,
    /// The cards in the hand.
    pub hand_cards: Option<Handful>,
    /// The cards on the Stack.
    pub stack_cards: Option<Cards>,
    /// What the Stack is worth.
    pub stack_sum: Option<i32>,
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> View {
        View {
            options: state.options.clone(),
            seating: state.seating,
            phase: state.phase,
            round: state.round,
            order: state.order,
            seat: state.seat(),
            still_in: state.still_in,
            deck: state.deck.len() as u8,
            scores: state.scores,
            places: PerSeat::from_fn(state.seating.seats(), |seat| {
                let (hand, stack) = (state.hands[seat], state.stacks[seat]);
                let open = viewer.is(seat) || !state.still_in.has(seat);
                Place {
                    hand: hand.len() as u8,
                    stack: stack.len() as u8,
                    hand_cards: open.then_some(hand),
                    stack_cards: open.then_some(stack),
                    stack_sum: open.then(|| stack.sum()),
                }
            }),
            plays: state.plays.clone(),
            play_number: state.play_number,
            last_round: state.last_round,
            standings: state.standings(),
        }
    }
}

/// What a viewer is shown of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub enum Shown {
    /// A card is dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The card, for its owner.
        card: Option<Card>,
    },
    /// A card is drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// The card, for its owner; the one that ends the round is set aside unseen.
        card: Option<Card>,
        /// The end of the round, when it was the last card.
        ends: Option<RoundEnd>,
    },
    /// Cards are played face down.
    Played {
        /// By whom.
        seat: Seat,
        /// The number of the play.
        play: u32,
        /// How many cards.
        count: u8,
        /// The cards, for their owner.
        cards: Option<Handful>,
        /// The Bid.
        bid: i16,
    },
    /// A seat gives up the round and turns its cards face up.
    Folded {
        /// Who.
        seat: Seat,
        /// Its hand.
        hand: Handful,
        /// Its Stack.
        stack: Cards,
        /// The end of the round, when only one seat is left.
        ends: Option<RoundEnd>,
    },
    /// A seat calls, and the round ends.
    Called {
        /// Who.
        seat: Seat,
        /// The number of the play.
        play: u32,
        /// The end of the round.
        ends: Option<RoundEnd>,
    },
    /// A seat lets a play stand.
    Passed {
        /// Who.
        seat: Seat,
        /// The number of the play.
        play: u32,
    },
}

impl Shown {
    pub(crate) fn of(state: &State, event: &EventOf<State>, viewer: Viewer) -> Shown {
        let ends = || {
            let mut after = state.clone();
            after.apply(event);
            after.last_round.filter(|end| end.round == state.round)
        };
        match (*event, state.phase) {
            (Event::Fate(Fate(card)), Phase::Deal(dealt)) => {
                let seat = state.seat_at(dealt);
                Shown::Dealt { seat, card: viewer.is(seat).then_some(card) }
            }
            (Event::Fate(Fate(card)), _) => {
                let (seat, ends) = (state.seat(), ends());
                Shown::Drew { seat, card: (viewer.is(seat) && ends.is_none()).then_some(card), ends }
            }
            (Event::Move { seat, mv: Move::Play { cards, bid } }, _) => Shown::Played {
                seat,
                play: state.play_number + 1,
                count: cards.len() as u8,
                cards: viewer.is(seat).then_some(cards),
                bid,
            },
            (Event::Move { seat, mv: Move::Fold }, _) => {
                Shown::Folded { seat, hand: state.hands[seat], stack: state.stacks[seat], ends: ends() }
            }
            (Event::Move { seat, mv: Move::Call { play } }, _) => Shown::Called { seat, play, ends: ends() },
            (Event::Move { seat, mv: Move::Pass { play } }, _) => Shown::Passed { seat, play },
        }
    }
}

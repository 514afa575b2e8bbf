//! What each viewer sees: its own hand, what was shown to it, and everything that lies open.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, PerSeat, Seat, SeatSet, Seating, Standings, Viewer};

use crate::{
    cards::{Card, Cards, Drawn, EventId},
    events::Effect,
    moves::{Fate, Guess, Lot, Move},
    state::{JustSeen, MOST_NUTS, Options, Phase, Progress, Remaining, State, Team},
};

/// A table of Nuts for Nuts as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct View {
    /// What the host chose.
    pub options: Arc<Options>,
    /// Who sits here, and how old.
    pub seating: Seating,
    /// What happens next.
    pub phase: Phase,
    /// The Raccoon, once that is settled.
    pub raccoon: Option<Seat>,
    /// The card each seat drew last to become the Raccoon.
    #[serde(rename = "lots")]
    pub raccoon_draws: PerSeat<Option<Card>>,
    /// All cards that lie open while the Raccoon is being found.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub aside: Cards,
    /// Whether the turns have begun.
    #[serde(rename = "begun")]
    pub has_begun: bool,
    /// Whose turn it is; before the turns, who is dealt to or whose hand is looked at.
    pub seat: Seat,
    /// What that seat may still do in its turn.
    #[serde(rename = "left")]
    pub remaining: Remaining,
    /// How many more cards the seat that draws now draws after this one.
    #[serde(rename = "owed")]
    pub draws_to_come: u8,
    /// How many cards lie in the draw pile.
    pub pile: u8,
    /// How many of them can still be drawn; the others stay unplayed.
    pub to_draw: u8,
    /// The events that lie face up.
    pub events_out: Cards,
    /// What each seat holds.
    pub places: PerSeat<Place>,
    /// The Raccoon's stash.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub raccoon_stash: Cards,
    /// The Squirrels' stash.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub squirrel_stash: Cards,
    /// The card that was laid face down, for its owner.
    pub laid: Option<Card>,
    /// Squirrels that cannot be robbed before their next turn, and the Raccoon if it cannot steal.
    pub watched: SeatSet,
    /// How far this turn has moved the game on.
    #[serde(rename = "stir")]
    pub progress: Progress,
    /// How many turns in a row ended with [`Progress::Still`].
    #[serde(rename = "still")]
    pub still_turns: u8,
    /// How many turns in a row went by without a stashed card.
    #[serde(rename = "unstashed")]
    pub turns_without_stash: u8,
    /// What all have just seen and will see no more after the next event.
    #[serde(rename = "trace")]
    pub just_seen: JustSeen,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

/// What a seat holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Place {
    /// How many cards, a laid one included.
    pub cards: u8,
    /// Which cards: for their owner, and for all once the game is over.
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Card>>"))]
    pub hand: Option<Cards>,
    /// How many nuts those cards show.
    pub nuts: Option<u8>,
    /// The most nuts this seat can hold.
    pub limit: Option<u8>,
    /// What all have seen come into this hand and is still there.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub open: Cards,
    /// What only the Squirrels have been shown beyond that and is still there; nothing for other viewers.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub shown: Cards,
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> View {
        let over = state.phase == Phase::Over;
        let raccoon = state.raccoon();
        let is_squirrel = raccoon.is_some() && viewer.seat().is_some_and(|seat| state.squirrels().has(seat));
        let mut aside = Cards::EMPTY;
        if raccoon.is_none() {
            aside = Cards::ALL_NUTS;
            let _all_there = aside.take_all(state.pile.top);
        }
        View {
            options: Arc::clone(&state.options),
            seating: state.seating,
            phase: state.phase,
            raccoon,
            raccoon_draws: state.raccoon_draws,
            aside,
            has_begun: state.has_begun,
            seat: state.seat,
            remaining: state.remaining,
            draws_to_come: state.draws_to_come,
            pile: state.pile.len() as u8,
            to_draw: state.to_draw() as u8,
            events_out: state.events_out,
            places: PerSeat::from_fn(state.seating.seats(), |seat| {
                let hand = (over || viewer.is(seat)).then_some(state.hands[seat]);
                let has_limit = raccoon.is_some_and(|raccoon| seat != raccoon);
                Place {
                    cards: state.hands[seat].len() as u8,
                    hand,
                    nuts: hand.map(|hand| hand.nuts() as u8),
                    limit: has_limit.then_some(MOST_NUTS as u8),
                    open: state.memory.seen_by_all[seat],
                    shown: if is_squirrel { state.memory.shown_to_squirrels[seat] } else { Cards::EMPTY },
                }
            }),
            raccoon_stash: state.stash(Team::Raccoon),
            squirrel_stash: state.stash(Team::Squirrels),
            laid: match state.phase {
                Phase::Guess(robbed) if viewer.is(robbed) => state.laid,
                _ => None,
            },
            watched: state.watched,
            progress: state.progress,
            still_turns: state.still_turns,
            turns_without_stash: state.turns_without_stash,
            just_seen: match state.just_seen {
                JustSeen::Showed(_) if !is_squirrel => JustSeen::Showed(None),
                just_seen => just_seen,
            },
            standings: state.standings(),
        }
    }
}

/// What a viewer is shown of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Shown {
    /// What happened.
    pub what: Happened,
    /// The hand that somebody had to drop by it.
    pub dropped: Option<Dropped>,
}

/// A hand that was too heavy, seen by all before it goes under the pile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Dropped {
    /// Whose it was.
    pub seat: Seat,
    /// The cards.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub cards: Cards,
}

/// What happened, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`seat` acts, `card` is nothing where the viewer does not see it")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Happened {
    /// An open card is drawn to become the Raccoon; `raccoon` once that settles it.
    #[serde(rename = "drew-lot")]
    DrewForRaccoon { seat: Seat, card: Card, raccoon: Option<Seat> },
    /// A card is dealt.
    Dealt { seat: Seat, card: Option<Card> },
    /// A card is drawn.
    Drew { seat: Seat, card: Option<Card> },
    /// An event is drawn and read out; `lost` goes under the pile.
    Event {
        seat: Seat,
        event: EventId,
        name: String,
        story: String,
        #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
        lost: Cards,
    },
    /// A card slips out of a hand.
    Lost { seat: Seat, card: Card },
    /// The free card is wanted.
    FreeDraw { seat: Seat },
    /// A card is wanted for an action.
    Scavenge { seat: Seat },
    /// Cards are stashed.
    Stash { seat: Seat, cards: Lot },
    /// The Raccoon wants to steal.
    Steal { seat: Seat, from: Seat },
    /// A card is laid face down.
    Lay { seat: Seat, card: Option<Card> },
    /// The Raccoon guesses; the card it gets if it is right.
    Guess { seat: Seat, from: Seat, guess: Guess, taken: Option<Card> },
    /// A card is shown to the other Squirrels.
    Show { seat: Seat, card: Option<Card> },
    /// A card is given away face up.
    Share { seat: Seat, card: Card, to: Seat },
    /// The turn is finished.
    EndTurn { seat: Seat },
    /// A card is wanted after dropping a hand.
    Redraw { seat: Seat },
    /// No card is wanted after dropping a hand.
    Decline { seat: Seat },
}

impl Shown {
    pub(crate) fn of(state: &State, event: &EventOf<State>, viewer: Viewer) -> Shown {
        let mut after = state.clone();
        after.apply(event);
        // A hand has been dropped whenever somebody is asked about a new card.
        let dropped = match after.phase {
            Phase::Redraw(seat) => {
                let cards = after.pile.under.last().copied().unwrap_or(after.pile.top);
                Some(Dropped { seat, cards })
            }
            _ => None,
        };
        let what = match *event {
            Event::Fate(Fate(drawn)) => Happened::fate(state, &after, drawn, viewer),
            Event::Move { seat, mv } => Happened::by_move(state, seat, mv, viewer),
        };
        Shown { what, dropped }
    }
}

impl Happened {
    fn fate(state: &State, after: &State, drawn: Drawn, viewer: Viewer) -> Happened {
        let seat = match state.phase {
            Phase::Raccoon { next, .. } => next,
            Phase::Draw(seat) | Phase::Lose(seat) => seat,
            _ => state.seat,
        };
        match (state.phase, drawn) {
            (_, Drawn::Event(event)) => {
                let card = &state.options.events[event.index()];
                let lost = if card.effect == Effect::DropHand { state.hands[seat] } else { Cards::EMPTY };
                Happened::Event { seat, event, name: card.name.clone(), story: card.story.clone(), lost }
            }
            (Phase::Raccoon { .. }, Drawn::Card(card)) => {
                Happened::DrewForRaccoon { seat, card, raccoon: after.raccoon() }
            }
            (Phase::Lose(_), Drawn::Card(card)) => Happened::Lost { seat, card },
            (Phase::Deal, Drawn::Card(card)) => {
                Happened::Dealt { seat, card: viewer.is(seat).then_some(card) }
            }
            (_, Drawn::Card(card)) => Happened::Drew { seat, card: viewer.is(seat).then_some(card) },
        }
    }

    fn by_move(state: &State, seat: Seat, mv: Move, viewer: Viewer) -> Happened {
        match mv {
            Move::FreeDraw => Happened::FreeDraw { seat },
            Move::Scavenge => Happened::Scavenge { seat },
            Move::Stash(cards) => Happened::Stash { seat, cards },
            Move::Steal(from) => Happened::Steal { seat, from },
            Move::Lay(card) => Happened::Lay { seat, card: viewer.is(seat).then_some(card) },
            Move::Guess(guess) => {
                let from = if let Phase::Guess(robbed) = state.phase { robbed } else { seat };
                let taken = state.laid.filter(|card| guess.is_right(*card));
                Happened::Guess { seat, from, guess, taken }
            }
            Move::Show(card) => {
                let sees = viewer.seat().is_some_and(|viewer| state.squirrels().has(viewer));
                Happened::Show { seat, card: sees.then_some(card) }
            }
            Move::Share { card, to } => Happened::Share { seat, card, to },
            Move::EndTurn => Happened::EndTurn { seat },
            Move::Redraw => Happened::Redraw { seat },
            Move::Decline => Happened::Decline { seat },
        }
    }
}

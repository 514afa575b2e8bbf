//! Where all cards are, and what happens next.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{BadTable, OptionAbout, OptionKind, PerSeat, Seat, SeatSet, Seating};

use crate::{
    cards::{Card, Cards, Drawn},
    events::{EventCard, MOST_EVENTS},
    memory::Memory,
    moves::Guess,
};

/// The most nuts a Squirrel can hold.
pub const MOST_NUTS: u32 = 6;

/// After so many rounds without a stashed card the game ends.
pub const ROUNDS_WITHOUT_STASH: usize = 10;

/// What a host can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Options {
    /// Who is the Raccoon; where nobody is named, the highest card drawn decides.
    pub raccoon: Option<Seat>,
    /// The event deck.
    pub events: Vec<EventCard>,
    /// How many cards of the draw pile stay unplayed, for a shorter game.
    pub unplayed: u8,
}

impl Options {
    /// The most cards that can stay unplayed: four seats without events still draw one.
    pub const MOST_UNPLAYED: u8 = 15;

    pub(crate) const IN_WORDS: &[OptionAbout] = &[
        OptionAbout {
            key: "raccoon",
            about: "who is the Raccoon; left open, the highest card drawn decides",
            kind: OptionKind::Seat,
        },
        OptionAbout {
            key: "events",
            about: "the event deck, 0 to 8 cards; effects are drop-hand, {\"draw\":2}, end-turn, stash-one, \
                lose-random, no-steal and nothing",
            kind: OptionKind::Data {
                form: r#"[{"name":"Windfall","story":"It rains nuts.","effect":{"draw":2}}]"#,
            },
        },
        OptionAbout {
            key: "unplayed",
            about: "for a shorter game: the draw pile counts as empty when so many cards are left in it",
            kind: OptionKind::Number { min: 0, max: Options::MOST_UNPLAYED as i32 },
        },
    ];

    pub(crate) fn check(&self, seats: usize) -> Result<(), BadTable> {
        if let Some(seat) = self.raccoon.filter(|seat| seat.index() >= seats) {
            let problem = format!("nobody sits in {seat}; choose a seat from 0 to {}", seats - 1);
            return Err(BadTable::Option { key: "raccoon", problem });
        }
        let problem = "leave too few to draw";
        BadTable::check_range("unplayed", self.unplayed, 0..=Self::MOST_UNPLAYED, problem)?;
        EventCard::check_deck(&self.events)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { raccoon: None, events: EventCard::default_deck(), unplayed: 0 }
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Phase {
    /// The seats in question draw open cards; the highest is the Raccoon.
    Raccoon {
        /// Who draws in this go.
        tied: SeatSet,
        /// Who is next.
        next: Seat,
    },
    /// A card is dealt to the seat whose turn it would be.
    Deal,
    /// The seat whose turn it is acts.
    Act,
    /// A card is drawn for that seat.
    Draw(Seat),
    /// That Squirrel has dropped its hand and may draw one card.
    Redraw(Seat),
    /// That seat stashes one card because of an event.
    StashOne(Seat),
    /// A random card slips out of that hand because of an event.
    Lose(Seat),
    /// That Squirrel is robbed and lays a card face down.
    Lay(Seat),
    /// The Raccoon guesses what that Squirrel has laid.
    Guess(Seat),
    /// The game has ended.
    Over,
}

/// The draw pile: batches of cards, each in an order that nobody knows.
///
/// The shuffled pile comes first; every dropped batch lies under all that was there before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pile {
    /// The batch on top; empty only if the pile is.
    pub(crate) top: Cards,
    /// The batches below it.
    pub(crate) under: ArrayVec<Cards, { Pile::MOST_BATCHES }>,
}

impl Pile {
    // A Squirrel over its limit drops three cards or more; a smaller batch takes an event. So at most 8 cards
    // lie alone and the other 22 in batches of three.
    pub(crate) const MOST_BATCHES: usize = MOST_EVENTS + 22 / 3 + 1;

    /// How many cards it has.
    pub fn len(&self) -> usize {
        self.top.len() + self.under.iter().map(|batch| batch.len()).sum::<usize>()
    }

    /// Whether nothing is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.top.is_empty()
    }

    /// The batches, the top one first.
    pub fn batches(&self) -> impl Iterator<Item = Cards> {
        std::iter::once(self.top).chain(self.under.iter().copied())
    }

    /// Takes a card off the top batch; after its last card the batch below is the top one.
    #[inline]
    pub(crate) fn take(&mut self, drawn: Drawn) {
        self.top.take(drawn);
        if self.top.is_empty() && !self.under.is_empty() {
            self.top = self.under.remove(0);
        }
    }

    /// Puts a batch under the pile; it is the top one where there was no pile.
    #[inline]
    pub(crate) fn put_under(&mut self, batch: Cards) {
        if self.top.is_empty() {
            self.top = batch;
        } else {
            self.under.push(batch);
        }
    }
}

/// What the seat whose turn it is may still do in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct Remaining {
    /// Whether it may take the free draw.
    pub free_draw: bool,
    /// How many actions it has.
    pub actions: u8,
    /// Whether it may show a card.
    pub show: bool,
    /// Whether it may share a card.
    pub share: bool,
}

/// What all have just seen and will see no more after the next event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum JustSeen {
    /// Nothing but what still lies there.
    #[default]
    Nothing,
    /// Cards that went under the pile.
    Fell(#[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))] Cards),
    /// What the Raccoon guessed.
    Guessed(Guess),
    /// The card that the seat whose turn it is has shown; nothing for viewers who are no Squirrels.
    Showed(Option<Card>),
}

/// How far a turn has moved the game on; each variant counts for more than those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Progress {
    /// The pile was empty from the start, and no card was stashed, shared or stolen.
    Still,
    /// There were cards to draw, or one was shared or stolen.
    Moved,
    /// A card was stashed.
    Stashed,
}

/// A table of Nuts for Nuts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Arc<Options>,
    pub(crate) seating: Seating,
    /// The card each seat drew last to become the Raccoon.
    #[serde(rename = "lots")]
    pub(crate) raccoon_draws: PerSeat<Option<Card>>,
    /// Who is the Raccoon, once that is settled.
    pub(crate) raccoon: Seat,
    pub(crate) pile: Pile,
    pub(crate) hands: PerSeat<Cards>,
    /// The stashes of the Raccoon and of the Squirrels.
    pub(crate) stashes: [Cards; 2],
    /// The events that lie face up.
    #[serde(rename = "out")]
    pub(crate) events_out: Cards,
    pub(crate) phase: Phase,
    /// Whether the turns have begun; before that, cards are dealt and hands that are too heavy are dropped.
    #[serde(rename = "begun")]
    pub(crate) has_begun: bool,
    /// Whose turn it is; before the turns, who is dealt to or whose hand is looked at.
    pub(crate) seat: Seat,
    #[serde(rename = "left")]
    pub(crate) remaining: Remaining,
    /// How many more cards the seat that draws now draws after this one.
    #[serde(rename = "owed")]
    pub(crate) draws_to_come: u8,
    /// The card laid face down; it still counts as held.
    pub(crate) laid: Option<Card>,
    /// Squirrels that cannot be robbed before their next turn, and the Raccoon if it cannot steal.
    pub(crate) watched: SeatSet,
    /// How far this turn has moved the game on.
    #[serde(rename = "stir")]
    pub(crate) progress: Progress,
    /// How many turns in a row ended with [`Progress::Still`].
    #[serde(rename = "still")]
    pub(crate) still_turns: u8,
    /// How many turns in a row went by without a stashed card.
    #[serde(rename = "unstashed")]
    pub(crate) turns_without_stash: u8,
    #[serde(rename = "trace")]
    pub(crate) just_seen: JustSeen,
    #[serde(rename = "known")]
    pub(crate) memory: Memory,
}

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Team {
    /// One against all.
    Raccoon,
    /// The other two or three.
    Squirrels,
}

impl State {
    /// A table where nothing has been drawn or dealt.
    pub(crate) fn undealt(options: &Options, seating: Seating) -> State {
        let seats = seating.seats();
        State {
            options: Arc::new(options.clone()),
            seating,
            raccoon_draws: PerSeat::new(seats),
            raccoon: Seat::default(),
            pile: Pile { top: Cards::ALL_NUTS, under: ArrayVec::new() },
            hands: PerSeat::new(seats),
            stashes: [Cards::EMPTY; 2],
            events_out: Cards::EMPTY,
            phase: Phase::Raccoon { tied: SeatSet::all(seats), next: Seat::default() },
            has_begun: false,
            seat: Seat::default(),
            remaining: Remaining::default(),
            draws_to_come: 0,
            laid: None,
            watched: SeatSet::NONE,
            progress: Progress::Moved,
            still_turns: 0,
            turns_without_stash: 0,
            just_seen: JustSeen::Nothing,
            memory: Memory::new(seats),
        }
    }

    /// The cards of which nature draws one now.
    #[inline]
    pub(crate) fn drawn_from(&self) -> Option<Cards> {
        match self.phase {
            Phase::Raccoon { .. } | Phase::Deal | Phase::Draw(_) => Some(self.pile.top),
            Phase::Lose(seat) => Some(self.hands[seat]),
            _ => None,
        }
    }

    /// The Raccoon, once that is settled.
    pub fn raccoon(&self) -> Option<Seat> {
        if matches!(self.phase, Phase::Raccoon { .. }) { None } else { Some(self.raccoon) }
    }

    /// Which side a seat is on.
    #[inline]
    pub fn team(&self, seat: Seat) -> Team {
        if seat == self.raccoon { Team::Raccoon } else { Team::Squirrels }
    }

    /// The Squirrels.
    #[inline]
    pub fn squirrels(&self) -> SeatSet {
        SeatSet::all(self.seating.seats()).without(self.raccoon)
    }

    /// The draw pile.
    pub fn pile(&self) -> &Pile {
        &self.pile
    }

    /// Whether nothing can be drawn: the pile is empty, or holds only what stays unplayed.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.pile.is_empty() || self.options.unplayed > 0 && self.to_draw() == 0
    }

    /// How many cards of the pile can still be drawn.
    pub fn to_draw(&self) -> usize {
        self.pile.len().saturating_sub(self.options.unplayed.into())
    }

    /// A seat's hand, a laid card included.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The cards of a hand that all have seen come into it.
    #[inline]
    pub fn seen_by_all(&self, seat: Seat) -> Cards {
        self.memory.seen_by_all[seat]
    }

    /// The cards of a Squirrel's hand that the other Squirrels have been shown and not everybody has seen.
    #[inline]
    pub fn shown_to_squirrels(&self, seat: Seat) -> Cards {
        self.memory.shown_to_squirrels[seat]
    }

    /// A team's stash.
    #[inline]
    pub fn stash(&self, team: Team) -> Cards {
        self.stashes[team as usize]
    }

    /// The events that lie face up, by their place in the event deck.
    pub fn events_out(&self) -> Cards {
        self.events_out
    }

    /// What happens next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What that seat may still do in its turn.
    pub fn remaining(&self) -> Remaining {
        self.remaining
    }

    /// The card laid face down.
    pub fn laid(&self) -> Option<Card> {
        self.laid
    }
}

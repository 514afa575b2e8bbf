//! Where all cards are, and what happens next.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{BadTable, OptionAbout, OptionKind, PerSeat, Seat, SeatSet, Seating};

use crate::{
    cards::{Card, Cards, Drawn},
    events::{EventCard, MOST_EVENTS},
    known::Known,
    moves::Guess,
};

/// The most nuts a Squirrel can hold.
pub const MOST_NUTS: u32 = 6;

/// How many rounds may go by without a card being stashed before the game is called off.
pub const ROUNDS_WITHOUT_STASH: usize = 10;

/// What a host can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Who is the Raccoon; nobody in particular: the highest card drawn decides.
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
        if self.unplayed > Self::MOST_UNPLAYED {
            let problem =
                format!("{} leave too few to draw; choose 0 to {}", self.unplayed, Self::MOST_UNPLAYED);
            return Err(BadTable::Option { key: "unplayed", problem });
        }
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

    /// Takes a card off the top batch; the batch below, if it comes up by this.
    #[inline]
    pub(crate) fn take(&mut self, drawn: Drawn) -> Option<Cards> {
        self.top.take(drawn);
        if !self.top.is_empty() {
            return None;
        }
        self.top = if self.under.is_empty() { Cards::EMPTY } else { self.under.remove(0) };
        Some(self.top)
    }

    /// Puts a batch under the pile and says whether it is on top, because there was nothing else.
    #[inline]
    pub(crate) fn put_under(&mut self, batch: Cards) -> bool {
        if self.top.is_empty() {
            self.top = batch;
            return true;
        }
        self.under.push(batch);
        false
    }
}

/// What the seat whose turn it is may still do in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// Whether the free draw is still to be had.
    pub free_draw: bool,
    /// How many actions are left.
    pub actions: u8,
    /// Whether a card may be shown.
    pub show: bool,
    /// Whether a card may be shared.
    pub share: bool,
}

/// What all have just seen and will see no more after the next event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trace {
    /// Nothing but what still lies there.
    #[default]
    Nothing,
    /// Cards that went under the pile.
    Fell(Cards),
    /// What the Raccoon guessed.
    Guessed(Guess),
    /// The card that the seat whose turn it is has shown; nothing for viewers who are no Squirrels.
    Showed(Option<Card>),
}

/// What a turn does to keep the game going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stir {
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
    pub(crate) lots: PerSeat<Option<Card>>,
    /// Who is the Raccoon, once that is settled.
    pub(crate) raccoon: Seat,
    pub(crate) pile: Pile,
    pub(crate) hands: PerSeat<Cards>,
    /// The stashes of the Raccoon and of the Squirrels.
    pub(crate) stashes: [Cards; 2],
    /// The events that lie face up.
    pub(crate) out: Cards,
    pub(crate) phase: Phase,
    /// Whether the turns have begun; before that hands are dealt and checked.
    pub(crate) begun: bool,
    /// Whose turn it is; before the turns, who is dealt to or whose hand is checked.
    pub(crate) seat: Seat,
    pub(crate) left: Left,
    /// How many cards the seat of a draw has still to draw after it.
    pub(crate) owed: u8,
    /// The card laid face down; it still counts as held.
    pub(crate) laid: Option<Card>,
    /// Squirrels that cannot be robbed before their next turn, and the Raccoon if it cannot steal.
    pub(crate) watched: SeatSet,
    /// What has happened in this turn that keeps the game going.
    pub(crate) stir: Stir,
    /// How many turns in a row were still.
    pub(crate) still: u8,
    /// How many turns in a row no card was stashed in.
    pub(crate) unstashed: u8,
    pub(crate) trace: Trace,
    pub(crate) known: Known,
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
            lots: PerSeat::new(seats),
            raccoon: Seat::default(),
            pile: Pile { top: Cards::ALL_NUTS, under: ArrayVec::new() },
            hands: PerSeat::new(seats),
            stashes: [Cards::EMPTY; 2],
            out: Cards::EMPTY,
            phase: Phase::Raccoon { tied: SeatSet::all(seats), next: Seat::default() },
            begun: false,
            seat: Seat::default(),
            left: Left::default(),
            owed: 0,
            laid: None,
            watched: SeatSet::NONE,
            stir: Stir::Moved,
            still: 0,
            unstashed: 0,
            trace: Trace::Nothing,
            known: Known::new(seats),
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
        self.known.open[seat]
    }

    /// The cards of a Squirrel's hand that only its friends have been shown beyond the open ones.
    #[inline]
    pub fn shown_to_friends(&self, seat: Seat) -> Cards {
        self.known.shown[seat]
    }

    /// A team's stash.
    #[inline]
    pub fn stash(&self, team: Team) -> Cards {
        self.stashes[team as usize]
    }

    /// The events that lie face up, by their place in the event deck.
    pub fn events_out(&self) -> Cards {
        self.out
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
    pub fn left(&self) -> Left {
        self.left
    }

    /// The card laid face down.
    pub fn laid(&self) -> Option<Card> {
        self.laid
    }
}

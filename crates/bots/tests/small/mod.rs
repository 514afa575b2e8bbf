//! Kuhn poker and Leduc poker: small games with known solutions, by one set of rules.
//!
//! Each seat antes one chip and is dealt a card. In turn they call, raise, or fold to a raise; a round ends when
//! both have called. Leduc turns up a board card before its second round; a pair with it wins, then the high card.

use std::{fmt, str::FromStr};

use bots::Heuristics;
use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};
use table::{
    About, BadTable, BadText, Bag, Event, EventOf, Game, Imagine, Odds, PerSeat, Rng, Seat, SeatSet, Seating,
    Standings, Turn, Viewer,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum Rules {
    #[default]
    Kuhn,
    Leduc,
}

impl Rules {
    fn copies(self) -> u8 {
        if self == Rules::Kuhn { 1 } else { 2 }
    }
    fn bets(self) -> &'static [i32] {
        if self == Rules::Kuhn { &[1] } else { &[2, 4] }
    }
    fn most_raises(self) -> u8 {
        if self == Rules::Kuhn { 1 } else { 2 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, EnumIter, IntoStaticStr)]
pub(crate) enum Move {
    Fold,
    Call,
    Raise,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Card(pub(crate) u8);

#[derive(Clone, Debug, PartialEq, thiserror::Error, IntoStaticStr)]
pub(crate) enum Foul {
    #[error("not now")]
    NotNow,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Poker {
    rules: Rules,
    seating: Seating,
    deck: Bag<1>,
    hands: [Option<u8>; 2],
    board: Option<u8>,
    round: u8,
    raises: u8,
    calls: u8,
    seat: Seat,
    paid: [i32; 2],
    folded: bool,
}

/// What a viewer sees: the table without the hands it may not know, and without the deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct View(Poker);

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Poker {
    fn over(&self) -> bool {
        self.folded || usize::from(self.round) == self.rules.bets().len()
    }
    fn strength(&self, seat: usize) -> u8 {
        let hand = self.hands[seat].expect("hands are dealt");
        if self.board == Some(hand) { 100 } else { hand }
    }
}

impl Game for Poker {
    type Options = Rules;
    type Move = Move;
    type Fate = Card;
    type Foul = Foul;
    type View = View;
    type Shown = String;

    const ABOUT: About =
        About { id: "poker", title: "Poker", pitch: "Small.", players: (2, 2), options: &[], rules: "" };

    fn open(rules: &Rules, seating: &Seating) -> Result<Poker, BadTable> {
        Ok(Poker {
            rules: *rules,
            seating: *seating,
            deck: Bag::of(&[rules.copies(); 3]).expect("a small deck"),
            hands: [None; 2],
            board: None,
            round: 0,
            raises: 0,
            calls: 0,
            seat: Seat::default(),
            paid: [1, 1],
            folded: false,
        })
    }

    fn seat_zero_begins(seats: usize) -> Result<(Rules, Seating), BadTable> {
        Ok((Rules::Kuhn, Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    fn turn(&self) -> Turn {
        if self.over() {
            Turn::Over
        } else if self.hands.contains(&None) || (self.round > 0 && self.board.is_none()) {
            Turn::Nature
        } else {
            Turn::Seats(SeatSet::only(self.seat))
        }
    }

    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let moves: Vec<_> = Move::iter().filter(|mv| self.check(seat, mv).is_ok()).collect();
        moves.into_iter()
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Foul> {
        let allowed = match mv {
            Move::Fold => self.paid[0] != self.paid[1],
            Move::Call => true,
            Move::Raise => self.raises < self.rules.most_raises(),
        };
        let turn = self.turn() == Turn::Seats(SeatSet::only(seat));
        if turn && allowed { Ok(()) } else { Err(Foul::NotNow) }
    }

    fn check_fate(&self, card: &Card) -> Result<(), Foul> {
        let there = self.turn() == Turn::Nature && card.0 < 3 && self.deck.has(card.0.into());
        if there { Ok(()) } else { Err(Foul::NotNow) }
    }

    fn apply(&mut self, event: &EventOf<Poker>) {
        let me = self.seat.index();
        match *event {
            Event::Fate(Card(rank)) => {
                self.deck.take(rank.into());
                match self.hands.iter_mut().find(|hand| hand.is_none()) {
                    Some(hand) => *hand = Some(rank),
                    None => self.board = Some(rank),
                }
                return;
            }
            Event::Move { mv: Move::Fold, .. } => self.folded = true,
            Event::Move { mv: Move::Call, .. } => {
                self.paid[me] = self.paid[1 - me];
                self.calls += 1;
            }
            Event::Move { mv: Move::Raise, .. } => {
                self.paid[me] = self.paid[1 - me] + self.rules.bets()[usize::from(self.round)];
                self.raises += 1;
                self.calls = 1;
            }
        }
        self.seat = self.seat.left(2);
        if self.calls == 2 {
            (self.round, self.raises, self.calls, self.seat) = (self.round + 1, 0, 0, Seat::default());
        }
    }

    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Card {
        Card(self.deck.draw(rng) as u8)
    }

    fn view(&self, viewer: Viewer) -> View {
        let mut seen = self.clone();
        seen.deck = Bag::EMPTY;
        for seat in Seat::all(2) {
            if !viewer.is(seat) && (self.folded || !self.over()) {
                seen.hands[seat.index()] = None;
            }
        }
        View(seen)
    }

    fn show(&self, event: &EventOf<Poker>, viewer: Viewer) -> String {
        match event {
            Event::Fate(card) => match self.hands.iter().position(Option::is_none) {
                Some(seat) if viewer.seat().map(Seat::index) != Some(seat) => {
                    format!("{seat} is dealt a card")
                }
                _ => format!("{card}"),
            },
            Event::Move { seat, mv } => format!("{seat} {mv}"),
        }
    }

    fn standings(&self) -> Option<Standings> {
        let winner = match () {
            () if !self.over() => return None,
            () if self.folded => Some(self.seat.index()),
            () => match self.strength(0).cmp(&self.strength(1)) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            },
        };
        Some(Standings::by_score(PerSeat::from_fn(2, |seat| match winner {
            Some(winner) if winner == seat.index() => self.paid[1 - winner],
            Some(_) => -self.paid[seat.index()],
            None => 0,
        })))
    }
}

impl Odds for Poker {
    fn fates(&self) -> impl Iterator<Item = (Card, u32)> {
        self.deck.iter().map(|(rank, count)| (Card(rank as u8), count.into()))
    }
}

impl Imagine for Poker {
    type Notes = ();

    fn notes(&self, _: Seat) {}

    fn imagine(view: &View, _: Option<&()>, rng: &mut (impl Rng + ?Sized)) -> Poker {
        let mut state = view.0.clone();
        state.deck = Bag::of(&[state.rules.copies(); 3]).expect("a small deck");
        for card in state.hands.iter().chain([&state.board]).flatten() {
            state.deck.take((*card).into());
        }
        let dealt =
            view.0.calls + view.0.raises + view.0.round > 0 || view.0.hands.iter().any(Option::is_some);
        for hand in &mut state.hands {
            if hand.is_none() && dealt {
                let rank = state.deck.draw(rng);
                state.deck.take(rank);
                *hand = Some(rank as u8);
            }
        }
        state
    }
}

impl Heuristics for Poker {
    fn information_set_key(&self, seat: Seat) -> u64 {
        self.hands[seat.index()].unwrap_or(9).into()
    }

    fn rewards(standings: &Standings) -> PerSeat<f32> {
        PerSeat::from_fn(2, |seat| 0.5 + standings.scores[seat] as f32 / 26.0)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.into())
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        Move::iter()
            .find(|mv| mv.to_string() == text)
            .ok_or_else(|| BadText::new(text, "Fold, Call or Raise"))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Card {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Card, BadText> {
        text.parse().map(Card).map_err(|_| BadText::new(text, "a rank from 0 to 2"))
    }
}

/// The opening position.
pub(crate) fn poker(rules: Rules) -> Poker {
    let seating = Seating::ascending(2).expect("two can sit down");
    Poker::open(&rules, &seating).expect("two can play")
}

/// All positions of a game, with the chips of seat 0.
pub(crate) fn tree(rules: Rules) -> bots::methods::cfr::tree::GameTree {
    let chips = |state: &Poker| state.standings().map(|standings| standings.scores[Seat::default()].into());
    let tree = bots::methods::cfr::tree::GameTree::of(
        &poker(rules),
        100_000,
        |state, seat| state.legal_moves(seat).collect(),
        chips,
    );
    tree.expect("a small game is laid out")
}

//! A count of all that can happen ends, however long luck can draw the game out.

#![allow(clippy::unwrap_used)]

use bots::methods::exact::win_chances;
use nabbit::{Fate, Foul, Move, Number};
use serde::{Deserialize, Serialize};
use table::{
    About, BadTable, Event, EventOf, Game, Odds, PerSeat, Rng, Seat, SeatSet, Seating, Standings, Turn,
    Viewer, nature::below,
};

/// Seat 0 flips until the card is a 1, which wins, or until it has flipped as often as it may, which loses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flips {
    seating: Seating,
    left: Option<u32>,
    has_flipped: bool,
    has_won: bool,
}

fn fate(number: u8) -> Fate {
    Fate(Number::new(number).unwrap())
}

impl Game for Flips {
    /// How often seat 0 may flip; none sets no end.
    type Options = Option<u32>;
    type Move = Move;
    type Fate = Fate;
    type Foul = Foul;
    type View = String;
    type Shown = String;

    const ABOUT: About =
        About { id: "flips", title: "Flips", pitch: "Long.", players: (2, 2), options: &[], rules: "" };

    fn open(left: &Option<u32>, seating: &Seating) -> Result<Flips, BadTable> {
        Ok(Flips { seating: *seating, left: *left, has_flipped: false, has_won: false })
    }

    fn seat_zero_begins(seats: usize) -> Result<(Option<u32>, Seating), BadTable> {
        Ok((None, Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    fn turn(&self) -> Turn {
        match self {
            Flips { has_flipped: true, .. } => Turn::Nature,
            Flips { has_won: true, .. } | Flips { left: Some(0), .. } => Turn::Over,
            _ => Turn::Seats(SeatSet::only(Seat::default())),
        }
    }

    fn legal_moves(&self, _: Seat) -> impl ExactSizeIterator<Item = Move> {
        [Move::Flip].into_iter()
    }

    fn check(&self, _: Seat, _: &Move) -> Result<(), Foul> {
        Ok(())
    }

    fn check_fate(&self, _: &Fate) -> Result<(), Foul> {
        Ok(())
    }

    fn apply(&mut self, event: &EventOf<Flips>) {
        self.has_flipped = matches!(event, Event::Move { .. });
        if let Event::Fate(drawn) = event {
            self.has_won = *drawn == fate(1);
            self.left = self.left.map(|left| left - 1);
        }
    }

    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Fate {
        fate(1 + below(rng, 2) as u8)
    }

    fn view(&self, _: Viewer) -> String {
        String::new()
    }

    fn show(&self, _: &EventOf<Flips>, _: Viewer) -> String {
        String::new()
    }

    fn standings(&self) -> Option<Standings> {
        let scores = [i32::from(self.has_won), i32::from(!self.has_won)];
        (self.turn() == Turn::Over)
            .then(|| Standings::by_score(PerSeat::from_fn(2, |seat| scores[seat.index()])))
    }
}

impl Odds for Flips {
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        [(fate(1), 1), (fate(2), 1)].into_iter()
    }
}

fn chance(left: Option<u32>) -> Option<f64> {
    let seating = Seating::ascending(2).unwrap();
    let state = Flips::open(&left, &seating).unwrap();
    win_chances(&state, Seat::default(), &[Move::Flip]).map(|chances| chances[0])
}

#[test]
fn a_game_of_up_to_400_events_is_counted_out_and_a_longer_one_is_not() {
    assert_eq!(chance(Some(1)), Some(0.5));
    assert_eq!(chance(Some(3)), Some(0.875));
    // Each flip is a move and a fate.
    assert_eq!(chance(Some(200)), Some(1.0 - 0.5_f64.powi(200)));
    assert_eq!(chance(Some(201)), None);
}

#[test]
fn a_game_that_luck_can_prolong_for_ever_is_given_up_and_not_followed_out_of_stack() {
    assert_eq!(chance(None), None);
}

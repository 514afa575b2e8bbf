//! How the table asks the rules: the `Game` trait, answered by the functions of `rules.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Numbered, Odds, OptionAbout, OptionKind, Rng, Seat, SeatSet,
    Seating, Standings, Turn, Viewer,
};

use crate::{
    moves::{Fate, Foul, Move, Number},
    state::{Cards, Options, Phase, State},
    view::{Shown, View},
};

impl Game for State {
    type Options = Options;
    type Move = Move;
    type Fate = Fate;
    type Foul = Foul;
    type View = View;
    type Shown = Shown;

    const ABOUT: About = About {
        id: "nabbit",
        title: "Stack Nabbit",
        pitch: "Flip, stop at the right card, grab every match in reach, and bank before it is grabbed back.",
        players: (2, 6),
        options: &[
            OptionAbout {
                key: "zero_bonus",
                about: "points for the seat with the most zeroes; every seat tied for most gets them",
                kind: OptionKind::Number { min: 0, max: Options::MOST_ZERO_BONUS as i32 },
            },
            OptionAbout {
                key: "unplayed",
                about: "for a shorter game: so many cards stay at the bottom of the pile, unseen and unplayed",
                kind: OptionKind::Number { min: 0, max: Options::MOST_UNPLAYED as i32 },
            },
        ],
        rules: include_str!("rules.md"),
    };

    const HIDES_NOTHING: bool = true;

    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        State::set_up(options, seating)
    }

    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        Ok((Options::default(), Seating::descending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal(_) | Phase::Draw => Turn::Nature,
            Phase::Choose => Turn::Seats(SeatSet::only(self.seat)),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn asked(&self) -> Option<Seat> {
        (self.phase == Phase::Choose).then_some(self.seat)
    }

    /// Nobody holds anything hidden: what lies on the table is all there is, and the deck's order only nature shows.
    fn reveals(&self, _mv: &Move) -> bool {
        false
    }

    /// After a flip the seat whose turn it is may flip again or stop.
    #[inline]
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let count = if self.phase == Phase::Choose && seat == self.seat { 2 } else { 0 };
        Numbered::new(count, |n| if n == 0 { Move::Flip } else { Move::Stop })
    }

    fn check(&self, seat: Seat, _: &Move) -> Result<(), Foul> {
        match self.phase {
            Phase::Over => Err(Foul::GameIsOver),
            Phase::Choose if seat == self.seat => Ok(()),
            _ => Err(Foul::NotYourTurn),
        }
    }

    fn check_fate(&self, Fate(number): &Fate) -> Result<(), Foul> {
        match self.phase {
            Phase::Over => Err(Foul::GameIsOver),
            Phase::Choose => Err(Foul::NoCardIsDrawn),
            _ if !self.pile.has(number.kind()) => Err(Foul::NoSuchCardLeft(*number)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<State>) {
        match *event {
            Event::Fate(Fate(number)) => {
                self.pile.take(number.kind());
                match self.phase {
                    Phase::Deal(dealt) => self.deal(number, dealt),
                    _ => self.flip(number),
                }
            }
            Event::Move { mv: Move::Flip, .. } => self.phase = Phase::Draw,
            Event::Move { mv: Move::Stop, .. } => self.keep_last_flip(),
        }
    }

    #[inline]
    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Fate {
        Fate(Number::at(self.pile.draw(rng)))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(&self, event: &EventOf<State>, _: Viewer) -> Shown {
        Shown::of(self, event)
    }

    fn standings(&self) -> Option<Standings> {
        self.final_score()
    }
}

impl Odds for State {
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        let pile = if self.turn() == Turn::Nature { self.pile } else { Cards::EMPTY };
        pile.iter().map(|(kind, count)| (Fate(Number::at(kind)), count.into()))
    }
}

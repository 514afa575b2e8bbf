//! A game with a known truth: a coin with a bias, or a race in which whoever is first to hit wins.

use std::{fmt, str::FromStr};

use bots::{
    Bot, Budget, Heuristics, Level, Played, Sight, games::MakeBot, hint::MoveHint, methods::random::Random,
};
use serde::{Deserialize, Serialize};
use table::{
    About, BadTable, BadText, Denial, Event, EventOf, Game, Imagine, Mark, Odds, OptionAbout, OptionKind,
    Pace, PerSeat, Rng, Seat, SeatSet, Seating, Standings, Study, Turn, Viewer,
    nature::{Dice, below},
};

/// What can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// Whether it is a race; otherwise a coin.
    pub race: bool,
    /// The coin: in how many of 1,000 tosses seat 0 wins. The race: how many of 1,000 throws hit.
    pub bias: u16,
    /// Added to every toss, modulo 1,000: other luck, the same chances.
    pub shift: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { race: false, bias: 500, shift: 0 }
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toy {
    options: Options,
    seating: Seating,
    /// Cards worth nothing that have been dealt, one toss a seat.
    dealt: u8,
    duds: PerSeat<u8>,
    seat: Seat,
    tosses: u8,
    is_thrown: bool,
    winner: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Say(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toss(pub u16);

macro_rules! form {
    ($type:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
        impl FromStr for $type {
            type Err = BadText;
            fn from_str(text: &str) -> Result<$type, BadText> {
                text.parse().map($type).map_err(|_| BadText::new(text, "a number"))
            }
        }
    };
}
form!(Say);
form!(Toss);

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("not now")]
pub(crate) struct NotNow;

impl From<NotNow> for &'static str {
    fn from(_: NotNow) -> &'static str {
        "not-now"
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen(Toy);

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shown;

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something")
    }
}

impl Game for Toy {
    type Options = Options;
    type Move = Say;
    type Fate = Toss;
    type Foul = NotNow;
    type View = Seen;
    type Shown = Shown;
    const ABOUT: About = About {
        id: "toy",
        title: "A <Toy> & more",
        pitch: "",
        players: (2, 4),
        options: &[
            OptionAbout { key: "race", about: "", kind: OptionKind::Flag },
            OptionAbout { key: "bias", about: "", kind: OptionKind::Number { min: 0, max: 1000 } },
            OptionAbout { key: "shift", about: "", kind: OptionKind::Number { min: 0, max: 999 } },
        ],
        rules: "",
    };
    const HIDES_NOTHING: bool = true;

    fn open(options: &Options, seating: &Seating) -> Result<Toy, BadTable> {
        BadTable::check_range("bias", options.bias, 0..=1000, "is too much")?;
        let seats = seating.seats();
        let (seat, duds) = (Seat::default(), PerSeat::new(seats));
        Ok(Toy {
            options: options.clone(),
            seating: *seating,
            dealt: 0,
            duds,
            seat,
            tosses: 0,
            is_thrown: false,
            winner: None,
        })
    }

    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        Ok((Options::default(), Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    fn turn(&self) -> Turn {
        match () {
            () if self.winner.is_some() => Turn::Over,
            () if usize::from(self.dealt) < self.duds.len() || self.is_thrown => Turn::Nature,
            () => Turn::Seats(SeatSet::only(self.seat)),
        }
    }

    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Say> {
        let count = if self.asked() == Some(seat) { 2u8 } else { 0 };
        (0..count).map(Say)
    }

    fn check(&self, seat: Seat, mv: &Say) -> Result<(), NotNow> {
        if self.asked() == Some(seat) && mv.0 < 2 { Ok(()) } else { Err(NotNow) }
    }

    fn check_fate(&self, fate: &Toss) -> Result<(), NotNow> {
        if self.turn() == Turn::Nature && fate.0 < 1000 { Ok(()) } else { Err(NotNow) }
    }

    fn apply(&mut self, event: &EventOf<Toy>) {
        let seats = self.duds.len();
        match event {
            Event::Move { .. } => self.is_thrown = true,
            Event::Fate(Toss(value)) if usize::from(self.dealt) < seats => {
                let seat = Seat::all(seats).nth(self.dealt.into()).expect("a card for every seat");
                self.duds[seat] += u8::from(value % 2 == 0);
                self.dealt += 1;
            }
            Event::Fate(Toss(value)) => {
                let hits = (value + self.options.shift) % 1000 < self.options.bias;
                self.is_thrown = false;
                self.tosses += 1;
                // A race that nobody wins for long is won by whoever throws then.
                if self.options.race {
                    if hits || self.tosses > 100 {
                        self.winner = Some(self.seat);
                    }
                    self.seat = self.seat.left(seats);
                } else {
                    let other = 1 + usize::from(value % 7) % (seats - 1);
                    self.winner = Seat::all(seats).nth(if hits { 0 } else { other });
                }
            }
        }
    }

    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Toss {
        Toss(below(rng, 1000) as u16)
    }

    fn view(&self, _: Viewer) -> Seen {
        Seen(self.clone())
    }

    fn show(&self, _: &EventOf<Toy>, _: Viewer) -> Shown {
        Shown
    }

    fn standings(&self) -> Option<Standings> {
        let winner = self.winner?;
        Some(Standings::by_score(PerSeat::from_fn(self.duds.len(), |seat| i32::from(seat == winner) * 10)))
    }
}

impl Odds for Toy {
    fn fates(&self) -> impl Iterator<Item = (Toss, u32)> {
        let count = if self.turn() == Turn::Nature { 1000 } else { 0 };
        (0..count).map(|value| (Toss(value), 1))
    }
}

impl Imagine for Toy {
    type Notes = ();
    fn notes(&self, _: Seat) {}
    fn imagine(view: &Seen, _: Option<&()>, _: &mut (impl Rng + ?Sized)) -> Toy {
        view.0.clone()
    }
}

impl Heuristics for Toy {}

impl Study for Toy {
    const STRENGTHS: [&'static str; 2] = ["random", "easy"];
    const GAMES: [u64; 2] = [2_048, 256];
    const SWEPT: [u64; 2] = [1_024, 128];
    const HARD: (u32, u64) = (1, 0);
    const ENDINGS: &'static [&'static str] = &["somebody won"];
    const PACE: Pace = Pace { decision: 1.0, fate: 1.0 };
    const MARKS: &'static [Mark] = &[Mark { name: "duds" }];
    const DENIALS: &'static [Denial] = &[Denial { key: "one", about: "never says one" }];
    const SWEEPS: &'static [&'static str] = &["shift=500"];

    fn current_turn(&self) -> Option<(u32, Seat)> {
        (self.winner.is_none() && usize::from(self.dealt) == self.duds.len())
            .then(|| (self.tosses.into(), self.seat))
    }

    fn points_now(&self) -> Option<PerSeat<i32>> {
        Some(PerSeat::from_fn(self.duds.len(), |seat| self.duds[seat].into()))
    }

    fn mark(&self, event: &EventOf<Toy>, count: &mut impl FnMut(Seat, usize, u16)) {
        let seats = self.duds.len();
        if let Event::Fate(Toss(value)) = event
            && usize::from(self.dealt) < seats
            && value % 2 == 0
        {
            count(Seat::all(seats).nth(self.dealt.into()).expect("a card for every seat"), 0, 1);
        }
    }

    fn is_denied(&self, _: usize, _: Seat, mv: &Say) -> bool {
        mv.0 == 1
    }
}

impl Played for Toy {
    fn bot(_: Level) -> Box<dyn Bot<Toy>> {
        Box::new(Random)
    }

    fn character(_: Level) -> &'static str {
        "says anything"
    }

    fn hints(_: &Sight<'_, Toy>, _: &Budget, _: &mut Dice) -> Vec<MoveHint<Say>> {
        Vec::new()
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<Toy>)> {
        Vec::new()
    }
}

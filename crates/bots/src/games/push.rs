//! Push: the chance of pushing too far is counted, and a stop is priced by who then takes which stack.
//!
//! A [`Board`] is the middle of the table boiled down to what decides: what each stack is worth and what it no
//! longer takes. Collectors are taken to pick what is best for themselves.

use push::{Colour, Direction, Fate, Move, Phase, State};
use table::{Event, EventOf, Game, Rng, Seat, nature::Dice};

use crate::{
    Bot, Budget, Level, Played, Sight, Tactics,
    greedy::{Greedy, best},
    hint::Hint,
    level::Maker,
    random::Random,
    rule::rule,
    search::Search,
};

/// What points mean beyond their number.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// How often a seat rolls the die between two of its turns.
    pub rolls: f32,
    /// The points a turn of playing brings, given up by banking.
    pub turn: f32,
    /// What part of what the others collect counts as lost, shared out among them.
    pub spite: f32,
    /// The points one more card brings when it fits.
    pub step: f32,
    /// The points at stake in each chance of pushing too far when a card is placed.
    pub fear: f32,
}

impl Eye {
    /// The prices that won most in play against others.
    pub const KEEN: Eye = Eye { rolls: 0.6, turn: 4.5, spite: 1.0, step: 1.4, fear: 19.0 };
    /// Sees only its own points.
    pub const PLAIN: Eye = Eye { rolls: 0.0, turn: 1000.0, spite: 0.0, step: 2.0, fear: 0.0 };
}

/// A stack: what it no longer takes, and the points in it.
#[derive(Clone, Copy, Debug, Default)]
struct Heap {
    marks: u16,
    points: f32,
}

const ROLL: u16 = 1 << 11;

/// One bit for a card's colour and one for its number, or one for Roll.
const fn marks(kind: usize) -> u16 {
    if kind >= 30 { ROLL } else { 1 << (kind / 6) | 1 << (5 + kind % 6) }
}

const MARKS: [u16; 31] = {
    let mut all = [0; 31];
    let mut kind = 0;
    while kind < 31 {
        all[kind] = marks(kind);
        kind += 1;
    }
    all
};

fn points(kind: usize) -> f32 {
    if kind < 30 { (kind % 6 + 1) as f32 } else { 0.0 }
}

/// The middle of the table, and what the seats have at stake.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    state: &'a State,
    eye: Eye,
    heaps: [Heap; 3],
    count: usize,
    /// What part of an open card's points is kept to the end.
    keep: f32,
    /// What part of a Bench a roll costs.
    toll: f32,
    turned: bool,
}

impl<'a> Board<'a> {
    /// What lies in the middle now.
    pub fn of(state: &'a State, eye: Eye) -> Board<'a> {
        let mut heaps = [Heap::default(); 3];
        for (heap, stack) in heaps.iter_mut().zip(state.stacks()) {
            for card in stack.cards() {
                heap.marks |= MARKS[card.kind()];
                heap.points += points(card.kind());
            }
        }
        let rounds = state.to_draw() as f32 / (5 * state.seating().seats()) as f32;
        let riskier = state.options().riskier_star;
        let toll: f32 = if riskier { 2.0 / 6.0 } else { 1.0 / 6.0 };
        Board {
            state,
            eye,
            heaps,
            count: state.stacks().len(),
            keep: (1.0 - toll * eye.rolls * rounds.min(6.0)).max(0.4),
            toll,
            turned: state.direction() == Direction::CounterClockwise,
        }
    }

    /// How many of the cards left would push too far, and how many are left.
    pub fn too_far(&self) -> (u32, u32) {
        let deck = self.state.deck();
        let all = deck.len() as u32;
        if self.count < 3 {
            return (0, all);
        }
        let fits_nowhere = |kind: &usize| self.heaps.iter().all(|heap| heap.marks & MARKS[*kind] != 0);
        ((0..31).filter(fits_nowhere).map(|kind| u32::from(deck.count(kind))).sum(), all)
    }

    fn bench(&self, seat: Seat) -> f32 {
        self.state.bench(seat).points() as f32
    }

    /// What a heap brings a seat: its points, less what its Roll card may cost.
    fn gain(&self, seat: Seat, heap: &Heap) -> f32 {
        let roll = if heap.marks & ROLL != 0 { (self.bench(seat) + heap.points) * self.toll } else { 0.0 };
        heap.points * self.keep - roll
    }

    /// What a seat gains when the stacks are collected from a seat on, counting what the others get against it.
    fn collected(&self, me: Seat, first: Seat) -> f32 {
        let seats = self.state.seating().seats();
        let mut heaps = self.heaps;
        let mut left = self.count;
        let mut seat = first;
        let mut value = 0.0;
        let spite = self.eye.spite / (seats - 1) as f32;
        for turn in 0..seats {
            if left == 0 || (turn > 0 && seat == self.state.seat()) {
                break;
            }
            let (pick, gain) = (0..left)
                .map(|n| (n, self.gain(seat, &heaps[n])))
                .fold((0, f32::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best });
            left -= 1;
            heaps.swap(pick, left);
            value += if seat == me { gain } else { -spite * gain };
            seat = if self.turned { seat.right(seats) } else { seat.left(seats) };
        }
        value
    }

    /// What stopping now is worth to the seat whose turn it is.
    pub fn stop(&self) -> f32 {
        self.collected(self.state.seat(), self.state.seat())
    }

    /// What pushing too far is worth: a roll, nothing collected, and stacks for the others.
    pub fn pushed(&self) -> f32 {
        let me = self.state.seat();
        let seats = self.state.seating().seats();
        let next = if self.turned { me.right(seats) } else { me.left(seats) };
        self.collected(me, next) - self.bench(me) * self.toll
    }

    /// The board after a card is placed.
    fn with(&self, kind: usize, n: usize) -> Board<'a> {
        let mut board = *self;
        board.heaps[n].marks |= MARKS[kind];
        board.heaps[n].points += points(kind);
        board.count = board.count.max(n + 1);
        board
    }

    fn places(&self, kind: usize) -> impl Iterator<Item = usize> {
        let (count, heaps) = (self.count, self.heaps);
        (0..3).filter(move |n| *n == count || *n < count && heaps[*n].marks & MARKS[kind] == 0)
    }

    /// What a placement is worth: stopping after it, less the risk of the next card.
    fn placed(&self, kind: usize, n: usize) -> f32 {
        let board = self.with(kind, n);
        let (bad, all) = board.too_far();
        board.stop() - self.eye.fear * bad as f32 / all.max(1) as f32
    }

    /// What drawing one more card and then stopping is worth, counted over the cards left.
    pub fn draw(&self) -> f32 {
        let deck = self.state.deck();
        let stop = self.stop();
        let value = |kind: usize| {
            if kind == 31 {
                return Board { turned: !self.turned, ..*self }.stop();
            }
            let worth = |n: usize| self.with(kind, n).stop();
            let best = self.places(kind).map(worth).fold(f32::NEG_INFINITY, f32::max);
            // A card that fits but helps nobody still lets one stop as before, nearly.
            if best > f32::NEG_INFINITY { best } else { self.pushed() }
        };
        let sum: f32 = deck.iter().map(|(kind, count)| f32::from(count) * value(kind)).sum();
        if self.state.to_draw() == 0 { stop } else { sum / deck.len() as f32 }
    }

    /// The colour most worth banking and what that is worth beyond a turn of playing.
    fn bank(&self) -> Option<(Colour, f32)> {
        let bench = self.state.bench(self.state.seat());
        let worth = |colour: &Colour| {
            let points: u8 = bench.of(*colour).iter().zip(1..).map(|(count, number)| count * number).sum();
            f32::from(points) * (1.0 - self.keep) - self.eye.turn
        };
        let colours = Colour::ALL.iter().filter(|colour| bench.has(**colour));
        colours.map(|colour| (*colour, worth(colour))).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// What is best by these prices; `looks` counts the next card out instead of estimating it.
    pub fn choose(&self, seat: Seat, looks: bool) -> Move {
        match self.state.phase() {
            Phase::Start => match self.bank() {
                Some((colour, worth)) if worth > 0.0 => Move::Bank(colour),
                _ => Move::Draw,
            },
            Phase::Place(card) => {
                let kind = card.kind();
                let places = self.places(kind).map(|n| (n, self.placed(kind, n)));
                let best =
                    places.fold((0, f32::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best });
                Move::Place(best.0 as u8)
            }
            Phase::Collect(_) => {
                let gains: Vec<f64> =
                    self.heaps[..self.count].iter().map(|heap| self.gain(seat, heap).into()).collect();
                Move::Collect(best(&gains) as u8)
            }
            _ if self.state.to_draw() == 0 => Move::Stop,
            _ if self.count == 0 => Move::Draw,
            _ if looks => {
                if self.draw() > self.stop() {
                    Move::Draw
                } else {
                    Move::Stop
                }
            }
            _ => {
                let (bad, all) = self.too_far();
                let risk = bad as f32 / all as f32;
                let loss = self.stop() - self.pushed();
                if (1.0 - risk) * self.eye.step > risk * loss { Move::Draw } else { Move::Stop }
            }
        }
    }
}

impl Tactics for State {
    /// Every card lies open before it is banked.
    const OPEN: bool = true;

    #[inline]
    fn clue(&self, event: &EventOf<State>, _: Seat) -> u64 {
        match *event {
            Event::Fate(Fate::Card(card)) => card.kind() as u64,
            Event::Fate(Fate::Die(face)) => {
                40 + if let push::Face::Colour(colour) = face { colour.index() as u64 } else { 5 }
            }
            Event::Fate(Fate::Begins(seat)) => 50 + seat.index() as u64,
            Event::Move { mv: Move::Draw, .. } => 60,
            Event::Move { mv: Move::Stop, .. } => 61,
            Event::Move { mv: Move::Bank(colour), .. } => 70 + colour.index() as u64,
            Event::Move { mv: Move::Place(n), .. } => 80 + u64::from(n),
            Event::Move { mv: Move::Collect(n), .. } => 90 + u64::from(n),
        }
    }

    fn whose_turn(&self) -> Option<Seat> {
        match self.phase() {
            Phase::Roll(seat) | Phase::Collect(seat) => Some(seat),
            _ => Some(self.seat()),
        }
    }

    fn worth(&self, seat: Seat) -> f64 {
        self.points(seat).into()
    }

    #[inline]
    fn playout(&self, seat: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        Board::of(self, Eye::KEEN).choose(seat, false)
    }

    fn thumb(&self, seat: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        Board::of(self, Eye::KEEN).choose(seat, true)
    }
}

/// Plays to the first place that fits, takes the stack of the most points, never banks, and stops by a rule.
fn simply(state: &State, seat: Seat, stops: impl Fn(&Board<'_>) -> bool) -> Move {
    let board = Board::of(state, Eye::PLAIN);
    match state.phase() {
        Phase::Start => Move::Draw,
        Phase::Place(card) => {
            Move::Place(board.places(card.kind()).next().expect("a card to place fits") as u8)
        }
        Phase::Choose if state.to_draw() == 0 || board.count > 0 && stops(&board) => Move::Stop,
        Phase::Choose => Move::Draw,
        _ => board.choose(seat, false),
    }
}

fn risk(board: &Board<'_>) -> f32 {
    let (bad, all) = board.too_far();
    bad as f32 / all.max(1) as f32
}

fn highest(board: &Board<'_>) -> f32 {
    board.heaps[..board.count].iter().map(|heap| heap.points).fold(0.0, f32::max)
}

/// Banks a colour of ten points or more, and stops when one card in five would push too far.
fn careful(state: &State, seat: Seat, _: &mut Dice) -> Move {
    let bench = state.bench(state.seat());
    let points = |colour: &Colour| bench.of(*colour).iter().zip(1..).map(|(count, n)| count * n).sum::<u8>();
    match Colour::ALL.iter().max_by_key(|colour| points(colour)) {
        Some(colour) if state.phase() == Phase::Start && points(colour) >= 15 => Move::Bank(*colour),
        _ => simply(state, seat, |board| risk(board) > 0.2),
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 1, samples: 1 }),
            Level::Easy => rule(|state, seat, _| simply(state, seat, |board| risk(board) > 0.4)),
            Level::Medium => rule(careful),
            Level::Hard => Box::new(Search { curiosity: 2.0, doubt: 2.0, ..Search::default() }),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "does anything",
            Level::Greedy => "plays every card for its own points",
            Level::Easy => "a daredevil: one more card, always one more card",
            Level::Medium => "a saver: banks what has grown and stops in good time",
            Level::Hard => "a card counter: knows what is left and what you would get",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        let seat = sight.seat();
        Search { curiosity: 2.0, doubt: 2.0, ..Search::default() }
            .hints(sight, budget, rng, |state, mv| why(state, seat, mv))
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 1, samples: 1 })),
            ("stop with one stack", || rule(|state, seat, _| simply(state, seat, |_| true))),
            ("stop at three stacks", || rule(|state, seat, _| simply(state, seat, |board| board.count == 3))),
            ("never stop", || rule(|state, seat, _| simply(state, seat, |_| false))),
            ("stop at risk 1/10", || rule(|state, seat, _| simply(state, seat, |board| risk(board) > 0.1))),
            ("stop at risk 1/5", || rule(|state, seat, _| simply(state, seat, |board| risk(board) > 0.2))),
            ("stop at risk 1/3", || rule(|state, seat, _| simply(state, seat, |board| risk(board) > 0.33))),
            ("stop at 10 points", || {
                rule(|state, seat, _| simply(state, seat, |board| highest(board) >= 10.0))
            }),
            ("save", || rule(careful)),
        ]
    }
}

fn why(state: &State, seat: Seat, mv: &Move) -> String {
    let board = Board::of(state, Eye::KEEN);
    let would = |board: &Board<'_>| match board.too_far() {
        (0, _) => "no card can push you too far yet".to_owned(),
        (bad, all) => {
            let unseen = if state.options().unplayed == 0 { "left" } else { "nobody has seen" };
            format!("{bad} of the {all} cards {unseen} would push you too far")
        }
    };
    let heap_says = |n: usize| {
        let heap = &board.heaps[n];
        let roll = if heap.marks & ROLL != 0 { ", but its Roll card puts your Bench at risk" } else { "" };
        format!("worth {} points{roll}", heap.points)
    };
    match *mv {
        Move::Draw => would(&board),
        Move::Stop if board.count == 0 => "there is nothing to collect yet".to_owned(),
        Move::Stop => {
            let gains: Vec<f64> =
                (0..board.count).map(|n| board.gain(seat, &board.heaps[n]).into()).collect();
            format!("your best stack is {}", heap_says(best(&gains)))
        }
        Move::Bank(colour) => {
            let points: u8 = state.bench(seat).of(colour).iter().zip(1..).map(|(count, n)| count * n).sum();
            format!("makes {points} {colour} points safe for good, and costs the turn")
        }
        Move::Place(n) => match state.phase() {
            Phase::Place(card) => format!("after that {}", would(&board.with(card.kind(), n.into()))),
            _ => String::new(),
        },
        Move::Collect(n) => heap_says(n.into()),
    }
}

//! Push: the chance of pushing too far is counted, and a stop is priced by who then takes which stack.
//!
//! A `Board` holds what decides about the middle of the table: the points of each stack, and which cards it no
//! longer takes. Every seat is expected to collect the stack that is best for itself.

use push::{Cards, Colour, Direction, Fate, Move, Phase, State};
use table::{Event, EventOf, Game, Rng, Seat, nature::Dice};

use crate::{
    Bot, Budget, Heuristics, Level, Played, Sight,
    games::MakeBot,
    hint::MoveHint,
    methods::{fixed::fixed, greedy::Greedy, ismcts::Ismcts, random::Random, stats::argmax},
};

/// What points are worth beyond their number.
#[derive(Clone, Copy, Debug)]
struct Prices {
    /// How often a seat rolls the die between two of its turns.
    rolls: f32,
    /// The points a turn of playing brings; banking gives them up.
    turn: f32,
    /// The part of what the others collect on average that counts as lost.
    spite: f32,
    /// The points one more card brings when it fits.
    step: f32,
    /// The points at stake when a card is placed: they are multiplied with the chance that the next one pushes too far.
    fear: f32,
}

impl Prices {
    /// The prices that won most in contests.
    const KEEN: Prices = Prices { rolls: 0.6, turn: 4.5, spite: 1.0, step: 1.4, fear: 19.0 };
    /// Counts only its own points.
    const PLAIN: Prices = Prices { rolls: 0.0, turn: 1000.0, spite: 0.0, step: 2.0, fear: 0.0 };
}

/// A stack: the colours and numbers it no longer takes, as bits, and the points in it.
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

/// The stack of the highest value; the first of several.
fn first_best(stacks: impl Iterator<Item = (usize, f32)>) -> (usize, f32) {
    stacks.fold((0, f32::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best })
}

/// The points of all cards of a colour.
fn colour_points(cards: &Cards, colour: Colour) -> u8 {
    cards.of(colour).iter().zip(1..).map(|(count, number)| count * number).sum()
}

/// The middle of the table, and what the seats have at stake.
#[derive(Clone, Copy, Debug)]
struct Board<'a> {
    state: &'a State,
    prices: Prices,
    heaps: [Heap; 3],
    count: usize,
    /// The part of its points that a card on the Bench keeps to the end.
    keep: f32,
    /// The part of a Bench that a roll costs on average.
    toll: f32,
    /// Whether play goes counter-clockwise.
    turned: bool,
}

impl<'a> Board<'a> {
    /// What lies in the middle now.
    fn of(state: &'a State, prices: Prices) -> Board<'a> {
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
            prices,
            heaps,
            count: state.stacks().len(),
            keep: (1.0 - toll * prices.rolls * rounds.min(6.0)).max(0.4),
            toll,
            turned: state.direction() == Direction::CounterClockwise,
        }
    }

    /// How many of the cards left would push too far, and how many are left.
    fn too_far(&self) -> (u32, u32) {
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

    /// What a seat gains when collecting begins at some seat, less what the others get.
    fn collected(&self, me: Seat, first: Seat) -> f32 {
        let seats = self.state.seating().seats();
        let mut heaps = self.heaps;
        let mut left = self.count;
        let mut seat = first;
        let mut value = 0.0;
        let spite = self.prices.spite / (seats - 1) as f32;
        for turn in 0..seats {
            if left == 0 || (turn > 0 && seat == self.state.seat()) {
                break;
            }
            let (pick, gain) = first_best((0..left).map(|n| (n, self.gain(seat, &heaps[n]))));
            left -= 1;
            heaps.swap(pick, left);
            value += if seat == me { gain } else { -spite * gain };
            seat = if self.turned { seat.right(seats) } else { seat.left(seats) };
        }
        value
    }

    /// What stopping now is worth to the seat whose turn it is.
    fn stop_value(&self) -> f32 {
        self.collected(self.state.seat(), self.state.seat())
    }

    /// What pushing too far is worth: the seat rolls and collects nothing, and the others take the stacks.
    fn too_far_value(&self) -> f32 {
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
    fn place_value(&self, kind: usize, n: usize) -> f32 {
        let board = self.with(kind, n);
        let (bad, all) = board.too_far();
        board.stop_value() - self.prices.fear * bad as f32 / all.max(1) as f32
    }

    /// What drawing one more card and then stopping is worth, counted over the cards left.
    fn draw_value(&self) -> f32 {
        let deck = self.state.deck();
        let stop = self.stop_value();
        let value = |kind: usize| {
            if kind == 31 {
                return Board { turned: !self.turned, ..*self }.stop_value();
            }
            let worth = |n: usize| self.with(kind, n).stop_value();
            let best = self.places(kind).map(worth).fold(f32::NEG_INFINITY, f32::max);
            if best > f32::NEG_INFINITY { best } else { self.too_far_value() }
        };
        let sum: f32 = deck.iter().map(|(kind, count)| f32::from(count) * value(kind)).sum();
        if self.state.to_draw() == 0 { stop } else { sum / deck.len() as f32 }
    }

    /// The colour most worth banking, and by how much that beats a turn of playing.
    fn best_bank(&self) -> Option<(Colour, f32)> {
        let bench = self.state.bench(self.state.seat());
        let worth =
            |colour: &Colour| f32::from(colour_points(bench, *colour)) * (1.0 - self.keep) - self.prices.turn;
        let colours = Colour::ALL.iter().filter(|colour| bench.has(**colour));
        colours.map(|colour| (*colour, worth(colour))).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The best move by these prices; `counts` counts the next card out instead of estimating it.
    fn choose(&self, seat: Seat, counts: bool) -> Move {
        match self.state.phase() {
            Phase::Start => match self.best_bank() {
                Some((colour, worth)) if worth > 0.0 => Move::Bank(colour),
                _ => Move::Draw,
            },
            Phase::Place(card) => {
                let kind = card.kind();
                let places = self.places(kind).map(|n| (n, self.place_value(kind, n)));
                Move::Place(first_best(places).0 as u8)
            }
            Phase::Collect(_) => {
                let gains: Vec<f64> =
                    self.heaps[..self.count].iter().map(|heap| self.gain(seat, heap).into()).collect();
                Move::Collect(argmax(&gains) as u8)
            }
            _ if self.state.to_draw() == 0 => Move::Stop,
            _ if self.count == 0 => Move::Draw,
            _ if counts => {
                if self.draw_value() > self.stop_value() {
                    Move::Draw
                } else {
                    Move::Stop
                }
            }
            _ => {
                let (bad, all) = self.too_far();
                let risk = bad as f32 / all as f32;
                let loss = self.stop_value() - self.too_far_value();
                if (1.0 - risk) * self.prices.step > risk * loss { Move::Draw } else { Move::Stop }
            }
        }
    }
}

/// The search of hard and of the hints.
const SEARCH: Ismcts = Ismcts { exploration: 2.0, doubt: 2.0, ..Ismcts::USUAL };

impl Heuristics for State {
    #[inline]
    fn observation_key(&self, event: &EventOf<State>, _: Seat) -> u64 {
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

    fn evaluate(&self, seat: Seat) -> f64 {
        self.points(seat).into()
    }

    #[inline]
    fn default_policy(&self, seat: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        Board::of(self, Prices::KEEN).choose(seat, false)
    }

    fn rule_of_thumb(&self, seat: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        Board::of(self, Prices::KEEN).choose(seat, true)
    }
}

/// Places each card where it fits first, collects the stack of the most points, never banks, and stops by a rule.
fn simply(state: &State, seat: Seat, stops: impl Fn(&Board<'_>) -> bool) -> Move {
    let board = Board::of(state, Prices::PLAIN);
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

/// Banks a colour of 15 points or more, and stops when more than one card in five would push too far.
fn careful(state: &State, seat: Seat, _: &mut Dice) -> Move {
    let bench = state.bench(state.seat());
    match Colour::ALL.iter().max_by_key(|colour| colour_points(bench, **colour)) {
        Some(colour) if state.phase() == Phase::Start && colour_points(bench, *colour) >= 15 => {
            Move::Bank(*colour)
        }
        _ => simply(state, seat, |board| risk(board) > 0.2),
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 1, samples: 1 }),
            Level::Easy => fixed(|state, seat, _| simply(state, seat, |board| risk(board) > 0.4)),
            Level::Medium => fixed(careful),
            Level::Hard => Box::new(SEARCH),
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

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
        let seat = sight.seat();
        SEARCH.hints(sight, budget, rng, |state, mv| why(state, seat, mv))
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 1, samples: 1 })),
            ("stop with one stack", || fixed(|state, seat, _| simply(state, seat, |_| true))),
            ("stop at three stacks", || {
                fixed(|state, seat, _| simply(state, seat, |board| board.count == 3))
            }),
            ("never stop", || fixed(|state, seat, _| simply(state, seat, |_| false))),
            ("stop at risk 1/10", || fixed(|state, seat, _| simply(state, seat, |board| risk(board) > 0.1))),
            ("stop at risk 1/5", || fixed(|state, seat, _| simply(state, seat, |board| risk(board) > 0.2))),
            ("stop at risk 1/3", || fixed(|state, seat, _| simply(state, seat, |board| risk(board) > 0.33))),
            ("stop at 10 points", || {
                fixed(|state, seat, _| simply(state, seat, |board| highest(board) >= 10.0))
            }),
            ("save", || fixed(careful)),
        ]
    }
}

fn why(state: &State, seat: Seat, mv: &Move) -> String {
    let board = Board::of(state, Prices::KEEN);
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
            format!("your best stack is {}", heap_says(argmax(&gains)))
        }
        Move::Bank(colour) => {
            let points = colour_points(state.bench(seat), colour);
            format!("makes {points} {colour} points safe for good, and costs the turn")
        }
        Move::Place(n) => match state.phase() {
            Phase::Place(card) => format!("after that {}", would(&board.with(card.kind(), n.into()))),
            _ => String::new(),
        },
        Move::Collect(n) => heap_says(n.into()),
    }
}

//! Stack Nabbit: when to stop is counted out.
//!
//! `Prices` say what keeping a card brings: banked cards count in full, open cards in part, cards taken from a
//! neighbour a little more, and a zero for its share of the bonus. Flipping on is worth the best that the cards left
//! in the pile allow, if every later flip is kept or passed by the same prices.

use nabbit::{Fate, MOST_FLIPS, Move, Number, State};
use table::{Event, EventOf, Game, Rng, Seat, nature::Dice};

use crate::{
    Bot, Budget, Heuristics, Level, Played, Sight,
    games::MakeBot,
    hint::{MoveHint, count},
    methods::{fixed::fixed, greedy::Greedy, ismcts::Ismcts, random::Random},
};

/// What cards are worth beyond their numbers.
#[derive(Clone, Copy, Debug)]
struct Prices {
    /// How sure a lead in zeroes is of the bonus; 0 ignores the bonus.
    zero: f32,
    /// The part of its points that an open card counts while the end of the game is far.
    open: f32,
    /// The part of a robbed neighbour's loss that counts as gained, in a game of two.
    robbed: f32,
    /// The number of cards a seat left in the pile from which on open cards count more and more.
    late: f32,
}

impl Prices {
    /// The prices that won most in contests.
    const KEEN: Prices = Prices { zero: 0.3, open: 0.45, robbed: 0.6, late: 1.7 };
    /// Knows that open cards may be lost and zeroes may pay, but makes less of it.
    const SOBER: Prices = Prices { zero: 0.15, open: 0.85, robbed: 0.0, late: 1.7 };
    /// Counts only the points.
    const PLAIN: Prices = Prices { zero: 0.0, open: 1.0, robbed: 0.0, late: 0.0 };

    /// What keeping a card of each number would bring now.
    #[inline]
    fn gains(&self, state: &State) -> [f32; Number::COUNT] {
        let seats = state.seating().seats();
        let ahead = state.to_draw() as f32 / (self.late * seats as f32 + 0.01);
        let open = 1.0 - (1.0 - self.open) * ahead.min(1.0);
        let robbed = if seats == 2 { self.robbed } else { 0.0 };
        std::array::from_fn(|kind| {
            let number = Number::new(kind as u8).expect("kinds are numbers");
            let haul = state.haul(number);
            let stolen = f32::from(haul.left + haul.right);
            let got = 1.0 + stolen + f32::from(haul.vault);
            let had = f32::from(state.face_up(state.seat()).count(kind));
            let kept = if haul.banked > 0 { got + had * (1.0 - open) } else { got * open };
            if number == Number::ZERO {
                self.bonus(state, kept, stolen)
            } else {
                kind as f32 * (kept + robbed * stolen)
            }
        })
    }

    /// What `kept` more zeroes, of which `stolen` are a neighbour's, add to the expected bonus.
    fn bonus(&self, state: &State, kept: f32, stolen: f32) -> f32 {
        let zeroes = |seat: Seat| f32::from(state.face_up(seat).count(0) + state.banked(seat).count(0));
        let seats = state.seating().seats();
        let most = Seat::all(seats).filter(|seat| *seat != state.seat()).map(zeroes).fold(0.0, f32::max);
        let loose = f32::from(state.pile().count(0) + state.vault().count(0))
            + Seat::all(seats).map(|seat| f32::from(state.face_up(seat).count(0))).sum::<f32>();
        let lead = zeroes(state.seat()) - most;
        let sure = |lead: f32| {
            let x = self.zero * lead / (0.3 + loose.sqrt());
            0.5 + 0.5 * x / (0.3 + x.abs())
        };
        let rival = if stolen > 0.0 { 0.5 * stolen } else { 0.0 };
        f32::from(state.options().zero_bonus) * (sure(lead + kept + rival) - sure(lead))
    }

    /// What flipping on is worth: the best use of the flips left, by the cards of the pile.
    #[inline]
    fn flip_on(&self, state: &State, gains: &[f32; Number::COUNT]) -> f32 {
        let cards = state.pile().len();
        let flips = (MOST_FLIPS - state.flips().len()).min(state.to_draw());
        let chances: [f32; Number::COUNT] =
            std::array::from_fn(|kind| f32::from(state.pile().count(kind)) / cards as f32);
        let mut value = f32::NEG_INFINITY;
        for _ in 0..flips {
            value = (0..Number::COUNT).map(|kind| chances[kind] * gains[kind].max(value)).sum();
        }
        value
    }

    /// Whether to stop now.
    #[inline]
    fn stops(&self, state: &State) -> bool {
        let gains = self.gains(state);
        let last = state.flips().last().expect("a seat chooses only after a flip");
        gains[last.points() as usize] >= self.flip_on(state, &gains)
    }
}

/// The search of hard and of the hints.
const SEARCH: Ismcts = Ismcts { exploration: 2.0, doubt: 2.0, ..Ismcts::USUAL };

impl Heuristics for State {
    #[inline]
    fn observation_key(&self, event: &EventOf<State>, _: Seat) -> u64 {
        match event {
            Event::Fate(Fate(number)) => u8::from(*number).into(),
            Event::Move { mv: Move::Flip, .. } => 7,
            Event::Move { mv: Move::Stop, .. } => 8,
        }
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn evaluate(&self, seat: Seat) -> f64 {
        let cards = |kind| self.face_up(seat).count(kind) + self.banked(seat).count(kind);
        (0..Number::COUNT).map(|kind| kind as f64 * f64::from(cards(kind))).sum()
    }

    #[inline]
    fn default_policy(&self, _: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        if Prices::KEEN.stops(self) { Move::Stop } else { Move::Flip }
    }
}

fn stop_if(stop: bool) -> Move {
    if stop { Move::Stop } else { Move::Flip }
}

fn last(state: &State) -> Number {
    *state.flips().last().expect("a seat chooses only after a flip")
}

/// Keeps a high card, anything that takes cards from a neighbour, and whatever comes third.
fn grabs(state: &State, _: Seat, _: &mut Dice) -> Move {
    let haul = state.haul(last(state));
    stop_if(last(state).points() >= 4 || haul.left + haul.right > 0 || state.flips().len() >= 3)
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 4, samples: 1 }),
            Level::Easy => fixed(grabs),
            Level::Medium => fixed(|state, _, _| stop_if(Prices::SOBER.stops(state))),
            Level::Hard => Box::new(SEARCH),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "flips a coin",
            Level::Greedy => "plays every turn for the most points",
            Level::Easy => "a magpie: grabs the first thing that shines, and forgets the bank",
            Level::Medium => "a squirrel: counts the pile and plays each turn for its points",
            Level::Hard => "a fox: remembers every card, guards its stacks, and plays for the end",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
        SEARCH.hints(sight, budget, rng, |state, mv| match mv {
            Move::Stop => why_stop(state),
            Move::Flip => why_flip(state),
        })
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 4, samples: 1 })),
            ("stop at the 1st flip", || fixed(|_, _, _| Move::Stop)),
            ("stop at the 2nd flip", || fixed(|state, _, _| stop_if(state.flips().len() >= 2))),
            ("stop at the 3rd flip", || fixed(|state, _, _| stop_if(state.flips().len() >= 3))),
            ("never stop", || fixed(|_, _, _| Move::Flip)),
            ("stop at 4 or more", || fixed(|state, _, _| stop_if(last(state).points() >= 4))),
            ("stop at a match", || fixed(|state, _, _| stop_if(state.haul(last(state)).banked > 0))),
            ("stop at 8 points", || {
                fixed(|state, _, _| stop_if(Prices::PLAIN.gains(state)[last(state).points() as usize] >= 8.0))
            }),
            ("grab", || fixed(grabs)),
        ]
    }
}

fn why_stop(state: &State) -> String {
    let number = last(state);
    let haul = state.haul(number);
    let taken = haul.left + haul.right + haul.vault;
    let with = if taken > 0 { format!(" and takes {taken} more") } else { String::new() };
    let then = match haul.banked {
        0 => "they lie open until you keep another".to_owned(),
        banked => format!(
            "{} worth {} points go to the bank",
            count(banked.into(), "card"),
            number.points() * i32::from(banked)
        ),
    };
    format!("keeps the {number}{with}; {then}")
}

fn why_flip(state: &State) -> String {
    let gains = Prices::KEEN.gains(state);
    let now = gains[last(state).points() as usize];
    let better = (0..Number::COUNT).filter(|kind| gains[*kind] > now);
    let cards: u32 = better.map(|kind| u32::from(state.pile().count(kind))).sum();
    let flips = (MOST_FLIPS - state.flips().len()).min(state.to_draw()) as u32;
    let all = state.pile().len();
    let unseen = if state.options().unplayed == 0 { "left" } else { "nobody has seen" };
    if cards == 0 {
        return format!(
            "no card {unseen} would bring more than the {} by itself, but flipping on leaves it in the Vault and brings the end nearer",
            last(state)
        );
    }
    format!(
        "{cards} of the {all} cards {unseen} would bring more than the {}, and you have {}",
        last(state),
        count(flips, "flip")
    )
}

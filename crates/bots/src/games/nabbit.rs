//! Stack Nabbit: when to stop is counted out.
//!
//! What keeping a card brings is priced by an [`Eye`]: cards that are banked count in full, cards that lie open
//! in part, cards taken from a neighbour a little more, a zero for its share of the bonus. Flipping on is worth the
//! best that the cards left in the pile allow when every later flip is kept or passed by the same prices.

use nabbit::{Fate, MOST_FLIPS, Move, Number, State};
use table::{Event, EventOf, Game, Rng, Seat, nature::Dice};

use crate::{
    Bot, Budget, Level, Played, Sight, Tactics,
    greedy::Greedy,
    hint::{Hint, count},
    level::Maker,
    random::Random,
    rule::rule,
    search::Search,
};

/// What cards are worth beyond their faces.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// How sure a lead in zeroes is of the bonus; 0 sees no bonus.
    pub zero: f32,
    /// What part of a card's points counts while it lies open and the game goes on for long.
    pub open: f32,
    /// What part of a robbed neighbour's points counts as gained when there is one opponent.
    pub robbed: f32,
    /// With how many cards a seat left in the pile open cards begin to be safe.
    pub late: f32,
}

impl Eye {
    /// The prices that won most in play against others.
    pub const KEEN: Eye = Eye { zero: 0.3, open: 0.45, robbed: 0.6, late: 1.7 };
    /// Sees that open cards may be lost and zeroes may pay, but makes less of it.
    pub const SOBER: Eye = Eye { zero: 0.15, open: 0.85, robbed: 0.0, late: 1.7 };
    /// Sees only the points.
    pub const PLAIN: Eye = Eye { zero: 0.0, open: 1.0, robbed: 0.0, late: 0.0 };

    /// What keeping a card of each number would bring now.
    #[inline]
    pub fn gains(&self, state: &State) -> [f32; Number::COUNT] {
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

    /// What so many more zeroes, some of them a neighbour's, add to the expected bonus.
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

    /// What flipping on is worth: the best use of the flips left, counting the cards of the pile.
    #[inline]
    pub fn flip_on(&self, state: &State, gains: &[f32; Number::COUNT]) -> f32 {
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
    pub fn stops(&self, state: &State) -> bool {
        let gains = self.gains(state);
        let last = state.flips().last().expect("a seat chooses only after a flip");
        gains[last.points() as usize] >= self.flip_on(state, &gains)
    }
}

impl Tactics for State {
    /// Every card lies open before it is banked.
    const OPEN: bool = true;

    #[inline]
    fn clue(&self, event: &EventOf<State>, _: Seat) -> u64 {
        match event {
            Event::Fate(Fate(number)) => u8::from(*number).into(),
            Event::Move { mv: Move::Flip, .. } => 7,
            Event::Move { mv: Move::Stop, .. } => 8,
        }
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn worth(&self, seat: Seat) -> f64 {
        let cards = |kind| self.face_up(seat).count(kind) + self.banked(seat).count(kind);
        (0..Number::COUNT).map(|kind| kind as f64 * f64::from(cards(kind))).sum()
    }

    #[inline]
    fn playout(&self, _: Seat, _: &mut (impl Rng + ?Sized)) -> Move {
        if Eye::KEEN.stops(self) { Move::Stop } else { Move::Flip }
    }
}

fn stop_if(stop: bool) -> Move {
    if stop { Move::Stop } else { Move::Flip }
}

fn last(state: &State) -> Number {
    *state.flips().last().expect("a seat chooses only after a flip")
}

/// Takes whatever shines: a high card, or anything that can be grabbed from a neighbour.
fn grabs(state: &State, _: Seat, _: &mut Dice) -> Move {
    let haul = state.haul(last(state));
    stop_if(last(state).points() >= 4 || haul.left + haul.right > 0 || state.flips().len() >= 3)
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 4, samples: 1 }),
            Level::Easy => rule(grabs),
            Level::Medium => rule(|state, _, _| stop_if(Eye::SOBER.stops(state))),
            Level::Hard => Box::new(Search { curiosity: 2.0, doubt: 2.0, ..Search::default() }),
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

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        Search { curiosity: 2.0, doubt: 2.0, ..Search::default() }.hints(sight, budget, rng, |state, mv| {
            match mv {
                Move::Stop => why_stop(state),
                Move::Flip => why_flip(state),
            }
        })
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 4, samples: 1 })),
            ("stop at the 1st flip", || rule(|_, _, _| Move::Stop)),
            ("stop at the 2nd flip", || rule(|state, _, _| stop_if(state.flips().len() >= 2))),
            ("stop at the 3rd flip", || rule(|state, _, _| stop_if(state.flips().len() >= 3))),
            ("never stop", || rule(|_, _, _| Move::Flip)),
            ("stop at 4 or more", || rule(|state, _, _| stop_if(last(state).points() >= 4))),
            ("stop at a match", || rule(|state, _, _| stop_if(state.haul(last(state)).banked > 0))),
            ("stop at 8 points", || {
                rule(|state, _, _| stop_if(Eye::PLAIN.gains(state)[last(state).points() as usize] >= 8.0))
            }),
            ("grab", || rule(grabs)),
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
    let gains = Eye::KEEN.gains(state);
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

//! An arm of an experiment: one table, who sits there, and what they may not do; and how its games are played.
//!
//! A set is one deal of luck. Where the seats are played by different bots it has a game for every rotation of them around
//! the table; where all play alike the rotations are one and the same game, and the set has one. Arms of one seed have the
//! same luck set by set, so that they are compared in pairs.

use std::time::Duration;

use bots::{
    Budget, Level, Played, Sight,
    contest::{
        arena::{Contest, Contestant, Player},
        contestant, table_of,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{
    BadTable, Seat, Seating,
    nature::{Dice, below, dice},
    random_event,
};

use crate::{
    error::BadLab,
    row::{Counter, Row},
};

/// What is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arm {
    /// How many sit at the table.
    pub seats: usize,
    /// Options that differ from the defaults.
    pub options: Map<String, Value>,
    /// One bot a seat.
    pub bots: Vec<String>,
    /// What the first of them may not do, as a place in the game's list.
    pub denial: Option<usize>,
    /// Whether the bots move around the table; not where all play alike.
    pub rotate: bool,
    /// The seed of all luck.
    pub seed: u64,
    /// How many playouts look once a round for the chances of all seats; 0 looks at none.
    pub playouts: u32,
    /// Whether most games are only counted, and one in [`CLOSELY`] is looked at closely: for random seats, whose games take
    /// microseconds.
    pub counted: bool,
}

impl Arm {
    /// A table where all play alike.
    pub fn alike(seats: usize, options: &Map<String, Value>, bot: &str, seed: u64) -> Arm {
        let bots = vec![bot.to_owned(); seats];
        Arm { seats, options: options.clone(), bots, seed, ..Arm::default() }
    }

    /// The same table with one bot among others, which moves around it.
    pub fn among(&self, one: &str, others: &str) -> Arm {
        let bots = (0..self.seats).map(|seat| if seat == 0 { one } else { others }.to_owned()).collect();
        Arm { bots, rotate: true, ..self.clone() }
    }

    /// Its name in the file of results: everything that its games depend on.
    pub fn key(&self) -> String {
        let Arm { seats, options, bots, denial, rotate, seed, playouts, counted } = self;
        let options = Value::Object(options.clone());
        serde_json::json!([seats, options, bots, denial, rotate, seed, playouts, counted]).to_string()
    }

    /// How many games a set has.
    pub fn games_a_set(&self) -> u64 {
        if self.rotate { self.seats as u64 } else { 1 }
    }

    /// How many sets are one job.
    pub fn sets_a_job(&self) -> u64 {
        if self.counted { 2_048 } else { 16 }
    }

    /// The same table, most of whose games are only counted, if nobody thinks there.
    pub fn counted<G: Played>(self) -> Arm {
        let counted = !G::NEEDS_SEARCH && self.bots.iter().all(|bot| bot == "random");
        Arm { counted, ..self }
    }
}

/// Of random games one in so many is looked at closely.
pub const CLOSELY: u64 = 64;

/// Results of games of which nothing but the result is kept: sums of shares, in sixtieths, and of their squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// How many games.
    pub games: u64,
    /// For each seat.
    pub won: Vec<u64>,
    /// For each seat.
    pub squares: Vec<u64>,
}

/// What every seat's chance to win was when a turn began, in thousandths.
pub type Chances = Vec<Vec<u16>>;

/// What came of one job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The sets, game by game.
    pub sets: Vec<Vec<Row>>,
    /// The games that were only counted.
    #[serde(default)]
    pub sums: Sums,
    /// For each game how the chances went, where somebody looked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Chances>,
}

/// An arm ready to be played.
pub struct Ready<'a, G: Played> {
    arm: &'a Arm,
    contest: Contest<'a, G>,
    opened: G,
}

impl<'a, G: Played> Ready<'a, G> {
    /// Opens the table and reads who plays, or says what is wrong.
    pub fn new(arm: &'a Arm) -> Result<Ready<'a, G>, BadLab> {
        let (options, seating) = table_of_arm::<G>(arm)?;
        let opened = G::open(&options, &seating).map_err(BadLab::Table)?;
        let mut contestants = arm.bots.iter().map(|bot| entrant::<G>(bot)).collect::<Result<Vec<_>, _>>()?;
        if let Some(denial) = arm.denial {
            let Contestant { name, make } = contestants.remove(0);
            let denied = move || Box::new(Denied { inner: make(), denial }) as Box<dyn Player<G>>;
            contestants.insert(0, Contestant::new(name, denied));
        }
        let contest = Contest {
            options,
            seating,
            contestants,
            games: 0,
            seed: arm.seed,
            threads: 1,
            rotate: arm.rotate,
        };
        Ok(Ready { arm, contest, opened })
    }

    /// Plays some sets.
    pub fn play(&self, sets: std::ops::Range<u64>) -> Part {
        if self.arm.counted {
            return self.play_at_random(sets);
        }
        let mut part = Part::default();
        let mut players = self.contest.players();
        for set in sets {
            let mut seen: Chances = Vec::new();
            let mut look = |table: &G, turn: usize| {
                // Once a round is enough to see a chance grow.
                if !turn.is_multiple_of(self.arm.seats) {
                    return;
                }
                let mut rng = dice(self.arm.seed ^ 0x5eed, set * 4_096 + seen.len() as u64);
                let shares = chances(table, self.arm.playouts, &mut rng);
                seen.push(shares.iter().map(|share| (share * 1000.0).round() as u16).collect());
            };
            let mut counter = Counter::default();
            if self.arm.playouts > 0 {
                counter.at_turn = Some(&mut look);
            }
            self.contest.play_deal(&self.opened, set, &mut players, &mut counter);
            part.sets.push(counter.rows);
            if self.arm.playouts > 0 {
                part.chances.push(seen);
            }
        }
        part
    }

    /// Random seats: nothing but the rules, as in self-play.
    fn play_at_random(&self, sets: std::ops::Range<u64>) -> Part {
        let seats = self.arm.seats;
        let sums = Sums { games: 0, won: vec![0; seats], squares: vec![0; seats] };
        let mut part = Part { sums, ..Part::default() };
        let mut counter = Counter::<G>::default();
        let victory = self.opened.victory();
        for set in sets {
            let mut rng = dice(self.arm.seed, set);
            let mut state = self.opened.clone();
            let is_close = set % CLOSELY == 0;
            if is_close {
                while let Some(event) = random_event(&state, &mut rng) {
                    counter.count(&state, &event);
                    state.apply(&event);
                }
            } else {
                while let Some(event) = random_event(&state, &mut rng) {
                    state.apply(&event);
                }
            }
            let standings = state.standings().expect("a finished game has standings");
            if is_close {
                counter.finish(&state, &standings, false);
                part.sets.push(std::mem::take(&mut counter.rows));
                continue;
            }
            part.sums.games += 1;
            for seat in Seat::all(seats) {
                let won = (victory.of(&standings, seat) * crate::row::WHOLE).round() as u64;
                part.sums.won[seat.index()] += won;
                part.sums.squares[seat.index()] += won * won;
            }
        }
        part
    }
}

/// Every seat's chance, by playouts that see all cards.
fn chances<G: Played>(table: &G, playouts: u32, rng: &mut Dice) -> Vec<f64> {
    let (seats, victory) = (table.seating().seats(), table.victory());
    let mut sums = vec![0.0; seats];
    for _ in 0..playouts {
        let standings = table.rollout(rng);
        Seat::all(seats)
            .for_each(|seat| sums[seat.index()] += victory.of(&standings, seat) / f64::from(playouts));
    }
    sums
}

/// The options and the seating of an arm's table, where seat 0 begins.
pub(crate) fn table_of_arm<G: Played>(arm: &Arm) -> Result<(G::Options, Seating), BadLab> {
    let known: Vec<_> = G::ABOUT.options.iter().map(|option| option.key).collect();
    if let Some(key) = arm.options.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(BadLab::Option(G::ABOUT.title, key.clone(), known.join(", ")));
    }
    let (min, max) = G::ABOUT.players;
    if !(min..=max).contains(&arm.seats) {
        let problem = format!("{} is played by {min} to {max}, not by {}", G::ABOUT.title, arm.seats);
        return Err(BadLab::Table(BadTable::Seating(problem)));
    }
    Ok(table_of::<G>(&Value::Object(arm.options.clone()), arm.seats)?)
}

/// A bot by its name. What it does must not depend on the clock, or no report could be made again.
pub fn entrant<G: Played>(name: &str) -> Result<Contestant<'static, G>, BadLab> {
    let is_hard = name.parse::<Level>() == Ok(Level::Hard);
    let is_timed = name.split_once('@').is_some_and(|(_, think)| think.ends_with('s'));
    if is_hard || is_timed || name.starts_with("exec:") {
        return Err(BadLab::Clock(name.chars().take(40).collect()));
    }
    Ok(contestant::<G>(name, Some(Budget::iterations(1)), Duration::ZERO)?)
}

/// A player that is denied something: where it would do it, it does what the hints say is best of the rest.
struct Denied<G: Played> {
    inner: Box<dyn Player<G>>,
    denial: usize,
}

/// What a denied bot may think about what to do instead.
const INSTEAD: Budget = Budget::iterations(16);

impl<G: Played> Player<G> for Denied<G> {
    fn ask(&mut self, sight: &Sight<'_, G>, rng: &mut Dice) -> Result<G::Move, String> {
        // Dice of its own: until something is denied the game is the one that it is compared with.
        let mut aside = rng.clone();
        let mv = self.inner.ask(sight, rng)?;
        let state = sight.imagine(&mut aside);
        let is_denied = |mv: &G::Move| state.is_denied(self.denial, sight.seat(), mv);
        let allowed: Vec<&G::Move> = sight.moves().iter().filter(|mv| !is_denied(mv)).collect();
        if allowed.is_empty() || !is_denied(&mv) {
            return Ok(mv);
        }
        let hints = G::hints(sight, &INSTEAD, &mut aside);
        let best = hints
            .into_iter()
            .filter(|hint| allowed.contains(&&hint.mv))
            .max_by(|a, b| a.value.total_cmp(&b.value));
        let any = || allowed[below(&mut aside.clone(), allowed.len() as u32) as usize].clone();
        Ok(best.map_or_else(any, |hint| hint.mv))
    }

    fn watches(&self) -> bool {
        self.inner.watches()
    }
}

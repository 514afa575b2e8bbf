//! The search for options that come nearest to a wish.
//!
//! Up to 200 combinations are all tried: the worse half is given up, the rest is played twice as much, until few are left. Beyond
//! that an N-tuple bandit (NTBEA) walks from neighbour to neighbour and learns what single values and pairs of values bring. The
//! search has luck of its own; what is reported of the winner was played afterwards with other luck, so that a lucky cell
//! does not flatter itself.

use std::collections::HashMap;

use bots::Played;
use table::nature::{Dice, below, dice};

use crate::{
    bench::{Bench, Outcome},
    error::BadLab,
    measure::SKILL,
    setup::Setup,
    stats::{Estimate, Sample},
    sweep::{Cell, MOST_CELLS, Sweep, grid},
};

/// How many sets a cell is first tried with.
const FIRST: u64 = 64;
/// How many tries the bandit has.
const TRIES: u64 = 240;
/// How many neighbours it looks at before each.
const NEIGHBOURS: usize = 40;
/// How gladly it tries what it knows little of.
const CURIOSITY: f64 = 0.15;

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The cell that comes nearest.
    pub cell: Cell,
    /// For each wish what it gives, played anew.
    pub levels: Vec<Estimate>,
    /// The same for the table as it is.
    pub as_it_is: Vec<Estimate>,
    /// How many combinations there were, and how many were tried.
    pub cells: (usize, usize),
    /// How many sets the last comparison has.
    pub sets: u64,
}

/// Searches the sweeps for the cell that comes nearest to the wishes.
pub(crate) fn search<G: Played>(
    bench: &mut Bench<'_>,
    setup: &Setup,
    bot: &str,
    most: u64,
) -> Result<Found, BadLab> {
    let count =
        setup.sweeps.iter().map(|sweep| sweep.values.len()).fold(1usize, |all, n| all.saturating_mul(n));
    let mut hunt = Hunt::<G> { bench, setup, bot, game: std::marker::PhantomData };
    let (cell, tried) = if count <= MOST_CELLS {
        (hunt.halve(grid(&setup.sweeps), most)?, count)
    } else {
        hunt.walk(&setup.sweeps)?
    };
    let plain = Cell { changes: Vec::new() };
    let (found, base) = (hunt.levels(&cell, setup.seed, most)?, hunt.levels(&plain, setup.seed, most)?);
    Ok(Found { cell, levels: found, as_it_is: base, cells: (count, tried), sets: most })
}

struct Hunt<'a, 'b, 'c, G> {
    bench: &'a mut Bench<'b>,
    setup: &'c Setup,
    bot: &'c str,
    game: std::marker::PhantomData<G>,
}

impl<G: Played> Hunt<'_, '_, '_, G> {
    /// The seed of the search, which no report uses.
    fn seed(&self) -> u64 {
        !self.setup.seed ^ 0x7ea5_e7ed
    }

    fn arms(&self, cell: &Cell, seed: u64) -> [crate::arm::Arm; 2] {
        let alike = cell.arm(self.setup, self.bot, seed);
        let strong = self.setup.strengths.last().map_or(self.bot, String::as_str);
        let mixed = alike.among(strong, &self.setup.strengths[0]);
        [alike, mixed]
    }

    /// What cells give for each wish.
    fn play(&mut self, cells: &[Cell], seed: u64, sets: u64) -> Result<Vec<Vec<Estimate>>, BadLab> {
        let needs = |skill: bool| self.setup.wishes.iter().any(|wish| (wish.measure.key == SKILL) == skill);
        let kinds: Vec<usize> =
            [needs(false), needs(true)].iter().enumerate().filter(|(_, n)| **n).map(|(k, _)| k).collect();
        let mut work = Vec::new();
        for cell in cells {
            let arms = self.arms(cell, seed);
            work.extend(kinds.iter().map(|kind| (arms[*kind].clone(), sets)));
        }
        let outcomes = self.bench.play::<G>(&work)?;
        let of = |outcomes: &[Outcome]| {
            let level = |wish: &crate::setup::Wish| {
                let kind = usize::from(wish.measure.key == SKILL);
                let outcome = &outcomes[kinds.iter().position(|k| *k == kind).expect("its kind was played")];
                let values: Vec<f64> =
                    outcome.sets.iter().filter_map(|set| wish.measure.of_set::<G>(set)).collect();
                Sample::of(&values).interval(0.05)
            };
            self.setup.wishes.iter().map(level).collect()
        };
        Ok(outcomes.chunks(kinds.len()).map(of).collect())
    }

    fn levels(&mut self, cell: &Cell, seed: u64, sets: u64) -> Result<Vec<Estimate>, BadLab> {
        Ok(self.play(std::slice::from_ref(cell), seed, sets)?.remove(0))
    }

    fn loss(&self, levels: &[Estimate]) -> f64 {
        self.setup.wishes.iter().zip(levels).map(|(wish, level)| wish.distance(level.value)).sum()
    }

    /// Gives up the worse half until few are left.
    fn halve(&mut self, mut cells: Vec<Cell>, most: u64) -> Result<Cell, BadLab> {
        let mut sets = FIRST.min(most);
        loop {
            let levels = self.play(&cells, self.seed(), sets)?;
            let mut ranked: Vec<_> = cells.into_iter().zip(levels.iter().map(|l| self.loss(l))).collect();
            ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
            if sets >= most || ranked.len() == 1 {
                return Ok(ranked.remove(0).0);
            }
            let keep = if ranked.len() > 3 { ranked.len().div_ceil(2) } else { ranked.len() };
            cells = ranked.into_iter().take(keep).map(|(cell, _)| cell).collect();
            sets = (sets * 2).min(most);
        }
    }

    /// The N-tuple bandit; returns the cell it believes in and how many it tried.
    fn walk(&mut self, sweeps: &[Sweep]) -> Result<(Cell, usize), BadLab> {
        let mut rng = dice(self.seed(), 0);
        let mut model = Model::default();
        let mut at: Vec<usize> = sweeps.iter().map(|sweep| sweep.values.len() / 2).collect();
        for number in 0..TRIES {
            // Fresh luck for every try: a cell that is tried again tells something new.
            let levels = self.levels(&cell_at(sweeps, &at), self.seed() ^ (number + 1) << 20, 32)?;
            model.learn(&at, -self.loss(&levels));
            let candidates: Vec<_> = (0..NEIGHBOURS).map(|_| neighbour(sweeps, &at, &mut rng)).collect();
            let worth = |place: &Vec<usize>| model.hope(place, CURIOSITY);
            at = candidates
                .into_iter()
                .max_by(|a, b| worth(a).total_cmp(&worth(b)))
                .expect("there are neighbours");
        }
        let mut tried: Vec<_> = model.tried.keys().cloned().collect();
        tried.sort();
        let trust = |place: &Vec<usize>| model.hope(place, 0.0);
        let best = tried.iter().max_by(|a, b| trust(a).total_cmp(&trust(b))).expect("something was tried");
        Ok((cell_at(sweeps, best), tried.len()))
    }
}

fn cell_at(sweeps: &[Sweep], at: &[usize]) -> Cell {
    let change = |(sweep, n): (&Sweep, &usize)| (sweep.key.clone(), sweep.values[*n].clone());
    Cell { changes: sweeps.iter().zip(at).map(change).collect() }
}

/// A cell that differs in one value, now and then in more.
fn neighbour(sweeps: &[Sweep], at: &[usize], rng: &mut Dice) -> Vec<usize> {
    let mut place = at.to_vec();
    loop {
        let n = below(rng, sweeps.len() as u32) as usize;
        place[n] = below(rng, sweeps[n].values.len() as u32) as usize;
        if below(rng, 3) > 0 {
            return place;
        }
    }
}

/// What single values, pairs of values and whole cells have brought so far.
#[derive(Default)]
struct Model {
    tuples: HashMap<Vec<(usize, usize)>, (f64, f64)>,
    tried: HashMap<Vec<usize>, u32>,
    all: f64,
}

impl Model {
    fn tuples_of(at: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let values: Vec<_> = at.iter().copied().enumerate().collect();
        let mut all: Vec<Vec<_>> = values.iter().map(|one| vec![*one]).collect();
        for (n, one) in values.iter().enumerate() {
            all.extend(values[n + 1..].iter().map(|other| vec![*one, *other]));
        }
        if values.len() > 2 {
            all.push(values);
        }
        all
    }

    fn learn(&mut self, at: &[usize], value: f64) {
        for tuple in Self::tuples_of(at) {
            let (n, sum) = self.tuples.entry(tuple).or_default();
            *n += 1.0;
            *sum += value;
        }
        *self.tried.entry(at.to_vec()).or_default() += 1;
        self.all += 1.0;
    }

    /// The mean over all tuples that are known, and a bonus for those that are not.
    fn hope(&self, at: &[usize], curiosity: f64) -> f64 {
        let tuples = Self::tuples_of(at);
        let (mut sum, mut known, mut bonus) = (0.0, 0.0f64, 0.0);
        for tuple in &tuples {
            let (n, total) = self.tuples.get(tuple).copied().unwrap_or_default();
            if n > 0.0 {
                sum += total / n;
                known += 1.0;
            }
            bonus += ((1.0 + self.all).ln() / (n + 0.5)).sqrt();
        }
        sum / known.max(1.0) + curiosity * bonus / tuples.len() as f64
    }
}

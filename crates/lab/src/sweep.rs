//! Sweeps: what the options do.
//!
//! Every cell is played with the same luck as the table as it is, set by set, and compared with it in pairs. There are a few
//! looks at growing numbers of sets; a cell is played on only while its interval is wider than wanted and nothing is sure. Each
//! look spends its part of the doubt, so that stopping early costs no honesty; over all comparisons false discoveries are kept
//! under 5% by the procedure of Benjamini and Hochberg.

use bots::Played;
use serde_json::Value;
use table::{About, OptionKind};

use crate::{
    arm::{Arm, table_of_arm},
    bench::{Bench, Outcome},
    error::BadLab,
    measure::Measure,
    setup::Setup,
    stats::{Estimate, Sample, discoveries, look_weight},
};

/// How many sets have been played when a sweep looks, as parts of the most.
const LOOKS: [u64; 4] = [8, 4, 2, 1];
/// The most cells that are all played.
pub const MOST_CELLS: usize = 200;
/// The share of false discoveries.
const FALSE: f64 = 0.05;

/// Values to try for one option.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The option, or `seats`.
    pub key: String,
    /// Its values.
    pub values: Vec<Value>,
}

impl Sweep {
    /// Reads `key=0..60:10`, `key=1,2,5`, `key=[…]` or the name of a flag.
    pub fn parse(text: &str, about: &About) -> Result<Sweep, BadLab> {
        let bad = || BadLab::Sweep(text.chars().take(80).collect());
        let (key, values) = text.split_once('=').map_or((text, None), |(key, values)| (key, Some(values)));
        let option = about.options.iter().find(|option| option.key == key);
        if option.is_none() && key != "seats" {
            let known: Vec<_> = about.options.iter().map(|option| option.key).collect();
            return Err(BadLab::Option(about.title, key.chars().take(40).collect(), known.join(", ")));
        }
        let values = match (values, option.map(|option| option.kind)) {
            (None, Some(OptionKind::Flag)) => vec![Value::Bool(false), Value::Bool(true)],
            (None, Some(OptionKind::Choice { words })) => {
                words.iter().map(|word| Value::from(*word)).collect()
            }
            (None, _) => return Err(bad()),
            (Some(range), _) if range.contains("..") => steps(range).ok_or_else(bad)?,
            (Some(list), _) => list_of(list),
        };
        if values.is_empty() || values.len() > 1_000 {
            return Err(bad());
        }
        Ok(Sweep { key: key.to_owned(), values })
    }
}

/// The numbers of `0..60:10`, both ends included.
fn steps(range: &str) -> Option<Vec<Value>> {
    let (from, rest) = range.split_once("..")?;
    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (from, to, step): (i64, i64, i64) = (from.parse().ok()?, to.parse().ok()?, step.parse().ok()?);
    (step > 0 && from <= to && (to - from) / step < 1_000)
        .then(|| (0..=(to - from) / step).map(|n| Value::from(from + n * step)).collect())
}

/// Values between commas; one that begins as JSON is taken whole.
fn list_of(list: &str) -> Vec<Value> {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    match list.starts_with(['[', '{']) {
        true => vec![read(list)],
        false => list.split(',').filter(|word| !word.is_empty()).map(read).collect(),
    }
}

/// A table to try: the values that differ from the table as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// One value for each sweep, in their order; nothing leaves it as it is.
    pub changes: Vec<(String, Value)>,
}

impl Cell {
    /// In words, as in `zero_bonus=45`.
    pub fn label(&self) -> String {
        let word = |value: &Value| match value {
            Value::String(word) => word.clone(),
            value => value.to_string(),
        };
        let all: Vec<_> = self.changes.iter().map(|(key, value)| format!("{key}={}", word(value))).collect();
        if all.is_empty() { "as it is".into() } else { all.join(" ") }
    }

    /// The table of this cell, all seats played alike.
    pub fn arm(&self, setup: &Setup, bot: &str, seed: u64) -> Arm {
        let (mut seats, mut options) = (setup.seats, setup.options.clone());
        for (key, value) in &self.changes {
            match value.as_u64().filter(|_| key == "seats") {
                Some(count) => seats = count as usize,
                None => drop(options.insert(key.clone(), value.clone())),
            }
        }
        Arm::alike(seats, &options, bot, seed)
    }
}

/// Every combination of all values.
pub fn grid(sweeps: &[Sweep]) -> Vec<Cell> {
    let mut cells = vec![Cell { changes: Vec::new() }];
    for sweep in sweeps {
        let with = |cell: &Cell, value: &Value| {
            let mut changes = cell.changes.clone();
            changes.push((sweep.key.clone(), value.clone()));
            Cell { changes }
        };
        cells =
            cells.iter().flat_map(|cell| sweep.values.iter().map(move |value| with(cell, value))).collect();
    }
    cells
}

/// Each value of each sweep alone.
pub fn one_by_one(sweeps: &[Sweep]) -> Vec<Cell> {
    let alone = |sweep: &Sweep, value: &Value| Cell { changes: vec![(sweep.key.clone(), value.clone())] };
    sweeps
        .iter()
        .flat_map(|sweep| sweep.values.iter().map(|value| alone(sweep, value)).collect::<Vec<_>>())
        .collect()
}

/// What one cell does to one measure.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The measure itself, with its interval.
    pub level: Estimate,
    /// How far it differs from the table as it is, with an interval that early stopping does not spoil.
    pub difference: Estimate,
    /// Whether it surely differs, all comparisons considered.
    pub sure: bool,
    p: f64,
}

/// A sweep that has been played.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The cells.
    pub cells: Vec<Cell>,
    /// For each cell how many sets were played.
    pub sets: Vec<u64>,
    /// For each cell and measure what it does; nothing where the measure says nothing.
    pub effects: Vec<Vec<Option<Effect>>>,
    /// The levels of the table as it is.
    pub base: Vec<Option<Estimate>>,
    /// How many games were played in all.
    pub games: u64,
    /// For each cell whether it is the table as it is.
    same: Vec<bool>,
}

impl Swept {
    /// Whether a cell is nothing but the table as it is.
    pub fn is_base(&self, cell: usize) -> bool {
        self.same[cell]
    }

    /// What a measure is in a cell, and whether that surely differs from the table as it is.
    pub fn level(&self, cell: usize, m: usize) -> Option<(Estimate, bool)> {
        match self.is_base(cell) {
            true => self.base[m].map(|level| (level, false)),
            false => self.effects[cell][m].map(|effect| (effect.level, effect.sure)),
        }
    }
}

/// Who sits at the tables of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Everywhere the same bot.
    Alike,
    /// One bot of the last strength among bots of the first.
    Skill,
    /// One bot that is denied something among its equals.
    Denied(usize),
}

impl Tables {
    fn arm(self, cell: &Cell, setup: &Setup, bot: &str) -> Arm {
        let arm = cell.arm(setup, bot, setup.seed);
        match self {
            Tables::Alike => arm,
            Tables::Skill => {
                arm.among(setup.strengths.last().map_or(bot, String::as_str), &setup.strengths[0])
            }
            Tables::Denied(denial) => Arm { denial: Some(denial), ..arm.among(bot, bot) },
        }
    }
}

/// How many sets have been played at each look.
fn looks(most: u64) -> Vec<u64> {
    let mut sizes: Vec<u64> = LOOKS.iter().map(|part| (most / part).div_ceil(16).max(4) * 16).collect();
    sizes.dedup();
    sizes
}

/// How narrow an interval must be for its cell to be played no more: half its width.
fn is_narrow(measure: &Measure, difference: &Estimate, level: f64) -> bool {
    let wanted = if measure.unit == crate::report::Unit::Share { 0.01 } else { 0.02 * level.abs().max(1.0) };
    (difference.high - difference.low) / 2.0 <= wanted
}

/// A table as it is opened, as data: two cells that open the same table are one.
fn opened<G: Played>(arm: &Arm) -> Result<Value, BadLab> {
    let (options, seating) = table_of_arm::<G>(arm)?;
    Ok(serde_json::json!([options, seating]))
}

/// The numbers of one cell's sets.
fn numbers<G: Played>(measure: &Measure, outcome: &Outcome) -> Vec<Option<f64>> {
    outcome.sets.iter().map(|set| measure.of_set::<G>(set)).collect()
}

/// Plays cells against the table as it is.
pub fn play<G: Played>(
    bench: &mut Bench<'_>,
    setup: &Setup,
    (bot, tables): (&str, Tables),
    cells: Vec<Cell>,
    measures: &[&Measure],
    most: u64,
) -> Result<Swept, BadLab> {
    let arm_of = |cell: &Cell| tables.arm(cell, setup, bot);
    let as_it_is = Cell { changes: Vec::new() };
    let base = opened::<G>(&arm_of(&as_it_is))?;
    let same =
        cells.iter().map(|cell| Ok(opened::<G>(&arm_of(cell))? == base)).collect::<Result<_, BadLab>>()?;
    let mut swept = Swept {
        sets: vec![0; cells.len()],
        effects: vec![vec![None; measures.len()]; cells.len()],
        base: vec![None; measures.len()],
        games: 0,
        same,
        cells,
    };
    let looks = looks(most);
    let mut open: Vec<usize> = (0..swept.cells.len()).filter(|cell| !swept.same[*cell]).collect();
    for (look, &sets) in looks.iter().enumerate() {
        let mut work: Vec<_> = open.iter().map(|place| (arm_of(&swept.cells[*place]), sets)).collect();
        work.push((arm_of(&as_it_is), sets));
        let mut outcomes = bench.play::<G>(&work)?;
        let base = outcomes.pop().expect("the table as it is was played last");
        for (m, measure) in measures.iter().enumerate() {
            let theirs = numbers::<G>(measure, &base);
            let known: Vec<f64> = theirs.iter().flatten().copied().collect();
            swept.base[m] = (!known.is_empty()).then(|| level(measure, &Sample::of(&known)));
            for (place, outcome) in open.iter().zip(&outcomes) {
                let before = swept.effects[*place][m].map_or(1.0, |effect| effect.p);
                let found = compare(measure, &numbers::<G>(measure, outcome), &theirs, look, looks.len());
                swept.effects[*place][m] = found.map(|effect| Effect { p: effect.p.min(before), ..effect });
                swept.sets[*place] = sets;
            }
        }
        let rough = FALSE / (swept.cells.len() * measures.len()) as f64;
        let is_done = |place: usize| {
            measures.iter().zip(&swept.effects[place]).all(|(measure, effect)| {
                effect.is_none_or(|e| e.p < rough || is_narrow(measure, &e.difference, e.level.value))
            })
        };
        open.retain(|place| !is_done(*place));
        if open.is_empty() {
            break;
        }
    }
    let games = |cell: &Cell, sets: u64| sets * arm_of(cell).games_a_set();
    swept.games = swept.cells.iter().zip(&swept.sets).map(|(cell, sets)| games(cell, *sets)).sum::<u64>()
        + games(&as_it_is, swept.sets.iter().max().copied().unwrap_or(0));
    name_the_sure(&mut swept);
    Ok(swept)
}

fn level(measure: &Measure, sample: &Sample) -> Estimate {
    if measure.unit == crate::report::Unit::Share { sample.share(0.05) } else { sample.interval(0.05) }
}

/// Compares a cell with the table as it is, in pairs of the same luck.
fn compare(
    measure: &Measure,
    mine: &[Option<f64>],
    theirs: &[Option<f64>],
    look: usize,
    looks: usize,
) -> Option<Effect> {
    let pairs = mine.iter().zip(theirs).filter_map(|(a, b)| Some((*a)? - (*b)?));
    let differences = Sample::of(&pairs.collect::<Vec<_>>());
    let known: Vec<f64> = mine.iter().flatten().copied().collect();
    if differences.n < 2.0 {
        return None;
    }
    let weight = look_weight(look, looks);
    Some(Effect {
        level: level(measure, &Sample::of(&known)),
        difference: differences.interval(0.05 * weight),
        sure: false,
        p: (differences.p_value() / weight).min(1.0),
    })
}

fn name_the_sure(swept: &mut Swept) {
    let all: Vec<f64> = swept.effects.iter().flatten().flatten().map(|effect| effect.p).collect();
    let sure = discoveries(&all, FALSE);
    let effects = swept.effects.iter_mut().flatten().flatten();
    effects.zip(sure).for_each(|(effect, sure)| effect.sure = sure);
}

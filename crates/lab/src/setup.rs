//! What the lab is asked for.

use serde_json::{Map, Value};
use table::{About, Study};

use crate::{
    error::BadLab,
    measure::{self, Measure},
    sweep::Sweep,
};

/// What to study, and how.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many sit at the table.
    pub seats: usize,
    /// Options that differ from the defaults.
    pub options: Map<String, Value>,
    /// The strengths everything is played at, the weaker first.
    pub strengths: Vec<String>,
    /// How many games at each strength; by the game where nothing is said.
    pub games: Option<u64>,
    /// The seed of all luck.
    pub seed: u64,
    /// Values to try.
    pub sweeps: Vec<Sweep>,
    /// What a sweep measures.
    pub measures: Vec<&'static Measure>,
    /// What is wished for.
    pub wishes: Vec<Wish>,
    /// What to deny; all the game knows where nothing is said.
    pub denials: Option<Vec<usize>>,
    /// The command that asked.
    pub command: String,
}

/// A measure and the value it should have.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The measure.
    pub measure: &'static Measure,
    /// The value.
    pub value: f64,
}

impl Wish {
    /// Reads `first_share=0.25`.
    pub fn parse(text: &str) -> Result<Wish, BadLab> {
        let bad = || BadLab::Target(text.chars().take(60).collect(), measure::names());
        let (key, value) = text.split_once('=').ok_or_else(bad)?;
        let value = value.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(bad)?;
        Ok(Wish { measure: measure::named(key)?, value })
    }

    /// How far a value is from the wish, as a part of it.
    pub fn distance(&self, value: f64) -> f64 {
        (value - self.value).abs() / self.value.abs().max(0.05)
    }
}

impl Setup {
    /// What a default report of a game asks for.
    pub fn usual<G: Study>() -> Setup {
        let (min, max) = G::ABOUT.players;
        Setup {
            seats: 4.clamp(min, max),
            options: Map::new(),
            strengths: G::STRENGTHS.map(str::to_owned).to_vec(),
            games: None,
            seed: 1,
            sweeps: Vec::new(),
            measures: ["first_share", "turns", "comeback"]
                .map(|key| measure::named(key).expect("it is listed"))
                .to_vec(),
            wishes: Vec::new(),
            denials: None,
            command: format!("stackhouse lab {}", G::ABOUT.id),
        }
    }

    /// How many games are played at the strength of that place.
    pub fn games_at<G: Study>(&self, place: usize) -> u64 {
        self.games.unwrap_or(G::GAMES[place.min(1)]).max(16)
    }

    /// How many sets a cell of a default sweep has at most, at the strength of that place; 0 where there is no time.
    pub fn swept_at<G: Study>(&self, place: usize) -> u64 {
        self.games.map_or(G::SWEPT[place.min(1)], |games| games / 2)
    }

    /// Reads what to deny.
    pub fn denials_named<G: Study>(names: &[String]) -> Result<Vec<usize>, BadLab> {
        let known: Vec<_> = G::DENIALS.iter().map(|denial| denial.key).collect();
        let hint = if known.is_empty() {
            "every move of it is needed".to_owned()
        } else {
            format!("choose from {}", known.join(", "))
        };
        let find = |name: &String| {
            known
                .iter()
                .position(|key| key == name)
                .ok_or_else(|| BadLab::Denial(name.chars().take(40).collect(), hint.clone()))
        };
        names.iter().map(find).collect()
    }

    /// The sweeps of a default report, those that change something.
    pub fn usual_sweeps<G: Study>(&self) -> Vec<Sweep> {
        let about: &About = &G::ABOUT;
        let mut sweeps: Vec<Sweep> = G::SWEEPS
            .iter()
            .map(|text| Sweep::parse(text, about).expect("a game names sweeps that can be read"))
            .collect();
        for sweep in &mut sweeps {
            let now = if sweep.key == "seats" {
                Value::from(self.seats)
            } else {
                self.options.get(&sweep.key).cloned().unwrap_or(Value::Bool(false))
            };
            sweep.values.retain(|value| *value != now);
        }
        sweeps.retain(|sweep| !sweep.values.is_empty());
        sweeps
    }
}

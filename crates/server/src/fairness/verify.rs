//! Checks an ended game's record as a suspicious player would: `docs/fairness.md`, step by step.

use crate::fairness::{self, Bits};
use crate::protocol::{Fairness, RecordInfo};
use serde_json::Value;
use table::{Record, Seat, Turn};

/// What was found to be in order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// The game's short name.
    pub game: String,
    /// How many events were replayed.
    pub events: usize,
    /// How many of them nature drew, each drawn again.
    pub fates: usize,
    /// The seats whose seeds went into nature's seed.
    pub seeds: Vec<Seat>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Wrong {
    /// The secret is missing.
    #[error("the house's secret is not in it: download the record again after the end of the game")]
    NoSecret,
    /// A number is not 64 hexadecimal digits.
    #[error("the {0} is not 64 hexadecimal digits")]
    Unreadable(&'static str),
    /// The seeds are not listed once a seat, in order.
    #[error("the seeds are not listed by seat, each seat once")]
    Seeds,
    /// The secret is not the promised one.
    #[error("the secret is not the one that was promised: it hashes to {found}, the promise is {promised}")]
    Promise {
        /// What was promised.
        promised: String,
        /// What the secret hashes to.
        found: Bits,
    },
    /// The commitment was to something else.
    #[error(
        "secret and seeds are not those committed to: they hash to {found}, the commitment is {committed}"
    )]
    Commitment {
        /// What was committed to.
        committed: String,
        /// What they hash to.
        found: Bits,
    },
    /// It is no record that can be replayed.
    #[error("{0}")]
    Record(String),
    /// An event breaks a rule.
    #[error("event {number} breaks the rules: {problem}")]
    Illegal {
        /// Its number, counted from 0.
        number: usize,
        /// The rule.
        problem: String,
    },
    /// Nature did something else than its generator gives.
    #[error("event {number} is not what the generator gives: {recorded} was recorded, {drawn} is drawn")]
    Fate {
        /// Its number, counted from 0.
        number: usize,
        /// What the record says.
        recorded: String,
        /// What the generator gives.
        drawn: String,
    },
    /// The game is not over, or its result is another.
    #[error("the events do not lead to the recorded result")]
    Standings,
}

impl Wrong {
    /// The number of the event that is wrong, if it is one.
    pub fn event(&self) -> Option<usize> {
        match self {
            Wrong::Illegal { number, .. } | Wrong::Fate { number, .. } => Some(*number),
            _ => None,
        }
    }
}

/// Checks everything there is to check about an ended game.
pub fn verify(info: &RecordInfo) -> Result<Verified, Wrong> {
    let (secret, seeds) = hashes(&info.fairness)?;
    let record = Record::from_line(info.record.text()).map_err(|error| Wrong::Record(error.to_string()))?;
    let mut table = shelf::open(&record.game, &record.options, &record.seating)
        .map_err(|error| Wrong::Record(error.to_string()))?;
    let mut fates = 0;
    for (number, event) in record.events.iter().enumerate() {
        if table.turn() == Turn::Nature {
            let drawn = table.draw(&mut fairness::nature(&secret, &seeds, number as u64));
            let drawn = drawn.and_then(|text| serde_json::from_str::<Value>(&text).ok()).unwrap_or_default();
            if drawn != *event {
                let (recorded, drawn) = (short(event), short(&drawn));
                return Err(Wrong::Fate { number, recorded, drawn });
            }
            fates += 1;
        }
        table.play(&event.to_string()).map_err(|refusal| Wrong::Illegal { number, problem: refusal.text })?;
    }
    if table.standings().is_none() || table.standings() != record.standings {
        return Err(Wrong::Standings);
    }
    let seeds = seeds.into_iter().map(|(seat, _)| seat).collect();
    Ok(Verified { game: record.game, events: record.events.len(), fates, seeds })
}

/// The secret and the seeds, once they hash to the promise and the commitment.
fn hashes(fairness: &Fairness) -> Result<(Bits, Vec<(Seat, Bits)>), Wrong> {
    let read = |text: &str, what| text.parse::<Bits>().map_err(|_| Wrong::Unreadable(what));
    let secret = read(fairness.secret.as_deref().ok_or(Wrong::NoSecret)?, "secret")?;
    let seeds: Vec<_> = fairness
        .seeds
        .iter()
        .map(|given| Ok((given.seat, read(&given.seed, "seed")?)))
        .collect::<Result<_, Wrong>>()?;
    if !seeds.windows(2).all(|pair| pair[0].0 < pair[1].0) {
        return Err(Wrong::Seeds);
    }
    let found = fairness::promise(&secret);
    if found.to_string() != fairness.promise {
        return Err(Wrong::Promise { promised: fairness.promise.clone(), found });
    }
    let found = fairness::commitment(&secret, &seeds);
    let committed = fairness.commitment.clone().unwrap_or_default();
    if found.to_string() != committed {
        return Err(Wrong::Commitment { committed, found });
    }
    Ok((secret, seeds))
}

/// An event in few words: a simulation can be long.
fn short(event: &Value) -> String {
    let text = event.to_string();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

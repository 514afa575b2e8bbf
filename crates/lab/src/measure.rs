//! What can be measured of a set of games: the numbers that sweeps compare and wishes name.

use table::{Pace, Study};

use crate::{error::BadLab, report::Unit, row::Row};

/// A number that a set of games gives.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name in commands.
    pub key: &'static str,
    /// What it is, in plain words; some games have words of their own for it.
    about: &'static str,
    /// What its numbers are.
    pub unit: Unit,
    /// The number a game gives; nothing where it has none.
    of: fn(&Row, &Pace) -> Option<f64>,
}

/// The measure of how much skill pays; it needs tables of its own.
pub const SKILL: &str = "skill";
const FIRST_SHARE: &str = "first_share";
const ENDING: &str = "ending";

/// What a bot wins that is denied something; it needs tables of its own, too, and is asked for by `--deny`.
pub const DENIED: Measure =
    Measure { key: "denied", about: "what a bot wins that is denied it", unit: Unit::Share, of: |_, _| None };

/// All measures, the usual ones first.
pub const MEASURES: &[Measure] = &[
    Measure {
        key: FIRST_SHARE,
        about: "what seat 1 wins",
        unit: Unit::Share,
        of: |row, _| {
            let first = row.roles.iter().position(|role| *role == 0).unwrap_or(0);
            let has_roles = row.roles.iter().any(|role| *role != 0);
            Some(row.share(if has_roles { first } else { 0 }))
        },
    },
    Measure { key: "turns", about: "turns a game", unit: Unit::Number, of: |row, _| Some(row.turns()) },
    Measure {
        key: "minutes",
        about: "minutes a game at a human pace",
        unit: Unit::Minutes,
        of: |row, pace| Some(minutes(row, pace)),
    },
    Measure {
        key: "comeback",
        about: "what whoever is last at half-time wins",
        unit: Unit::Share,
        of: |row, _| {
            let last = row.last_at_half();
            (!last.is_empty())
                .then(|| last.iter().map(|seat| row.share(*seat)).sum::<f64>() / last.len() as f64)
        },
    },
    Measure {
        key: "lead_changes",
        about: "how often somebody else takes the lead",
        unit: Unit::Number,
        of: |row, _| (!row.half.is_empty()).then(|| f64::from(row.lead_changes)),
    },
    Measure {
        key: "margin",
        about: "how far the winner is ahead, as a part of the winner's points",
        unit: Unit::Share,
        of: |row, _| row.margin(),
    },
    Measure {
        key: "ties",
        about: "games in which rivals tie for the victory",
        unit: Unit::Share,
        of: |row, _| Some(f64::from(u8::from(row.won.iter().any(|won| *won != 0 && *won != 60)))),
    },
    Measure {
        key: ENDING,
        about: "games with the first ending of the game's list",
        unit: Unit::Share,
        of: |row, _| (!row.forfeit).then(|| f64::from(u8::from(row.ending == 0))),
    },
    Measure {
        key: "forced",
        about: "decisions with one legal move only",
        unit: Unit::Share,
        of: |row, _| {
            let forced: f64 = row.parts.iter().map(|part| f64::from(part.1)).sum();
            Some(forced / f64::from(row.decisions.max(1)))
        },
    },
    Measure {
        key: SKILL,
        about: "what one bot of the second strength wins among bots of the first",
        unit: Unit::Share,
        of: |_, _| None,
    },
];

/// How long people would have played this game.
pub fn minutes(row: &Row, pace: &Pace) -> f64 {
    (f64::from(row.decisions) * pace.decision + f64::from(row.fates) * pace.fate) / 60.0
}

/// The names of all measures.
pub fn names() -> String {
    MEASURES.iter().map(|measure| measure.key).collect::<Vec<_>>().join(", ")
}

/// The measure of that name.
pub fn named(key: &str) -> Result<&'static Measure, BadLab> {
    let unknown = || BadLab::Measure(key.chars().take(40).collect(), names());
    MEASURES.iter().find(|measure| measure.key == key).ok_or_else(unknown)
}

impl Measure {
    /// The number of a set: the mean of its games.
    pub fn of_set<G: Study>(&self, set: &[Row]) -> Option<f64> {
        let values: Vec<f64> = if self.needs_one_among() {
            // The first contestant moves one seat to the left each game.
            set.iter().enumerate().map(|(rotation, row)| row.share(rotation)).collect()
        } else {
            set.iter().filter_map(|row| (self.of)(row, &G::PACE)).collect()
        };
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// Whether it tells of one bot among others, which moves around the table.
    pub fn needs_one_among(&self) -> bool {
        [SKILL, DENIED.key].contains(&self.key)
    }

    /// What it is, in plain words.
    pub fn about<G: Study>(&self) -> String {
        match (self.key, G::ROLES) {
            (FIRST_SHARE, [first, ..]) => format!("what the {first} wins"),
            (ENDING, _) => format!("games that end so: {}", G::ENDINGS[0]),
            _ => self.about.to_owned(),
        }
    }

    /// The unit of differences.
    pub fn difference(&self) -> Unit {
        if self.unit == Unit::Share { Unit::Points } else { Unit::Difference }
    }
}

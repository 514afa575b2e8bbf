//! `--option key=value`, and the table it leads to.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use table::{About, BadTable, Game, Seat, Seating};

/// Options given on the command line, still without a game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct TableArgs {
    /// How many sit at the table [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,
    /// Set a table option; `stackhouse games` lists them. Values are JSON, or plain words
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl TableArgs {
    /// How many seats were asked for, or the game's usual number.
    pub(crate) fn seats(&self, about: &About) -> Result<usize> {
        let (min, max) = about.players;
        match self.seats {
            Some(seats) if !(min..=max).contains(&seats) => {
                bail!(
                    "{} is played by {min} to {max}, not by {seats}; choose --seats {min} to {max}",
                    about.title
                )
            }
            Some(seats) => Ok(seats),
            None => Ok(4.clamp(min, max)),
        }
    }

    /// The table asked for, where seat 0 begins unless an option says otherwise.
    pub(crate) fn table<G: Game>(&self) -> Result<(G::Options, Seating)> {
        let (defaults, seating) = G::seat_zero_begins(self.seats(&G::ABOUT)?)?;
        let mut options = serde_json::to_value(defaults)?;
        let all = options.as_object_mut().context("options are a JSON object")?;
        self.merge_into(all, &G::ABOUT)?;
        let options: G::Options =
            serde_json::from_value(options).map_err(|e| BadTable::Options(e.to_string()))?;
        G::open(&options, &seating)?;
        Ok((options, seating))
    }

    fn merge_into(&self, all: &mut Map<String, Value>, about: &About) -> Result<()> {
        for given in &self.options {
            let (key, value) = key_value(given)?;
            if !all.contains_key(key) {
                let known: Vec<_> = about.options.iter().map(|option| option.key).collect();
                bail!("{} has no option `{key}`; its options are {}", about.title, known.join(", "));
            }
            all.insert(key.to_owned(), value);
        }
        Ok(())
    }
}

/// An option and its value, which is JSON or a plain word.
pub(crate) fn key_value(given: &str) -> Result<(&str, Value)> {
    let (key, value) =
        given.split_once('=').with_context(|| format!("--option {given}: write it as KEY=VALUE"))?;
    Ok((key, serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()))))
}

/// The seat of that number at a table of so many.
pub(crate) fn seat_at(number: u8, seats: usize) -> Result<Seat> {
    Seat::new(number)
        .filter(|seat| seat.index() < seats)
        .with_context(|| format!("there is no seat {number}; seats are numbered 0 to {}", seats - 1))
}

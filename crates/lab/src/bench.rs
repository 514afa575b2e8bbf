//! Where experiments are played: jobs on all cores, their results kept as they come.
//!
//! What comes of a job depends on its arm and its number alone. So a report is the same whatever the number of threads and
//! however often the work was interrupted: results that are in the file are read, the others are played.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{File, OpenOptions},
    io::{Read, Write},
    path::{Path, PathBuf},
};

use bots::Played;
use serde::{Deserialize, Serialize};

use crate::{
    arm::{Arm, Chances, Part, Ready, Sums},
    error::BadLab,
    row::Row,
    series,
};

/// Told after every job: how many games are played and how many there will be; `false` stops the work.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Results of jobs, and where they are kept.
pub struct Bench<'a> {
    threads: usize,
    parts: HashMap<(String, u64), Part>,
    file: Option<(PathBuf, File)>,
    progress: Progress<'a>,
    /// Games asked for so far and played so far.
    asked: u64,
    played: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    arm: String,
    job: u64,
    part: Part,
}

impl<'a> Bench<'a> {
    /// A bench without a file.
    pub fn new(threads: usize, progress: Progress<'a>) -> Bench<'a> {
        Bench { threads: threads.max(1), parts: HashMap::new(), file: None, progress, asked: 0, played: 0 }
    }

    /// Keeps results in a file, and reads those of the same work that are there already.
    ///
    /// `program` tells one build from another: what a changed program would have played is not known, so results of the
    /// one are never taken for the other's.
    pub fn keep_in(&mut self, path: &Path, work: &str, program: &str) -> Result<(), BadLab> {
        let failed = |error| BadLab::File(path.display().to_string(), error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let heading = serde_json::json!({ "lab": work, "program": program });
        let written = heading.to_string();
        // A line that was not finished was never kept.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            None => {
                file.set_len(0).map_err(failed)?;
                file.write_all(format!("{written}\n").as_bytes()).map_err(failed)?;
            }
            Some(first) if first == written => {
                file.set_len(whole as u64).map_err(failed)?;
                for line in lines {
                    let Ok(line) = serde_json::from_str::<Line>(line) else { continue };
                    self.parts.insert((line.arm, line.job), line.part);
                }
            }
            Some(first) => {
                let first: serde_json::Value = serde_json::from_str(first).unwrap_or_default();
                let name = path.display().to_string();
                let is_ours = first["lab"] == heading["lab"] && first["program"].is_string();
                return Err(if is_ours { BadLab::Changed(name) } else { BadLab::Unfinished(name) });
            }
        }
        self.file = Some((path.to_owned(), file));
        Ok(())
    }

    /// Removes the file once the report is written.
    pub fn close(self) -> Result<(), BadLab> {
        let Some((path, _)) = self.file else { return Ok(()) };
        std::fs::remove_file(&path).map_err(|error| BadLab::File(path.display().to_string(), error))
    }

    /// How many games there are results of.
    pub fn games(&self) -> u64 {
        self.parts
            .values()
            .map(|part| part.sums.games + part.sets.iter().map(Vec::len).sum::<usize>() as u64)
            .sum()
    }

    /// Says how many games will be asked for beside those asked for already, for an honest estimate of the time left.
    pub fn expect(&mut self, games: u64) {
        self.asked += games;
    }

    /// Plays the first sets of some arms, as many as each is given, and returns what came of each.
    ///
    /// Jobs of all arms are mixed, so that slow and fast ones come evenly and the time left can be told.
    pub fn play<G: Played>(&mut self, work: &[(Arm, u64)]) -> Result<Vec<Outcome>, BadLab> {
        let ready = work.iter().map(|(arm, _)| Ready::<G>::new(arm)).collect::<Result<Vec<_>, _>>()?;
        let mut jobs = Vec::new();
        for (place, (arm, sets)) in work.iter().enumerate() {
            let key = arm.key();
            for job in 0..sets.div_ceil(arm.sets_a_job()) {
                let games = arm.sets_a_job() * arm.games_a_set();
                if self.parts.contains_key(&(key.clone(), job)) {
                    self.played += games;
                } else {
                    jobs.push((place, job, games));
                }
            }
        }
        jobs.sort_by_key(|(place, job, _)| (mixed(*place as u64, *job), *place, *job));
        jobs.dedup_by_key(|(place, job, _)| (work[*place].0.key(), *job));
        let play = |number: u64| {
            let (place, job, _) = jobs[number as usize];
            let size = work[place].0.sets_a_job();
            ready[place].play(job * size..(job + 1) * size)
        };
        let mut turn = 0;
        let Bench { parts, file, progress, asked, played, .. } = self;
        series::run(jobs.len() as u64, self.threads, play, |part| {
            let (place, job, games) = jobs[turn];
            turn += 1;
            let arm = work[place].0.key();
            if let Some((path, file)) = file {
                let line = Line { arm: arm.clone(), job, part };
                let text = serde_json::to_string(&line).expect("results have a JSON form") + "\n";
                file.write_all(text.as_bytes())
                    .map_err(|error| BadLab::File(path.display().to_string(), error))?;
                parts.insert((arm, job), line.part);
            } else {
                parts.insert((arm, job), part);
            }
            *played += games;
            if progress(*played, (*asked).max(*played)) { Ok(()) } else { Err(BadLab::Stopped) }
        })?;
        Ok(work.iter().map(|(arm, sets)| self.gather(arm, *sets)).collect())
    }

    fn gather(&self, arm: &Arm, sets: u64) -> Outcome {
        let key = arm.key();
        let parts = (0..sets.div_ceil(arm.sets_a_job())).map(|job| &self.parts[&(key.clone(), job)]);
        let mut all = Outcome { arm: arm.clone(), ..Outcome::default() };
        for part in parts {
            all.add(part);
        }
        if !arm.counted {
            all.sets.truncate(sets as usize);
            all.chances.truncate(sets as usize);
        }
        all
    }
}

/// A fixed order that has nothing to do with arms.
fn mixed(a: u64, b: u64) -> u64 {
    use table::Rng;
    table::nature::dice(a, b).next_u64()
}

/// What came of an arm.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The arm.
    pub arm: Arm,
    /// Its sets, game by game.
    pub sets: Vec<Vec<Row>>,
    /// Games that were only counted.
    pub sums: Sums,
    /// How the chances went, game by game.
    pub chances: Vec<Chances>,
}

impl Outcome {
    fn add(&mut self, part: &Part) {
        self.sets.extend(part.sets.iter().cloned());
        self.chances.extend(part.chances.iter().cloned());
        if self.sums.won.is_empty() {
            self.sums = part.sums.clone();
            return;
        }
        self.sums.games += part.sums.games;
        let both = |all: &mut Vec<u64>, more: &[u64]| all.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
        both(&mut self.sums.won, &part.sums.won);
        both(&mut self.sums.squares, &part.sums.squares);
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.sums.games + self.sets.iter().map(Vec::len).sum::<usize>() as u64
    }

    /// Every game that was looked at closely.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sets.iter().flatten()
    }

    /// Who played, in words.
    pub fn who(&self) -> String {
        let mut counts: BTreeMap<usize, (&str, usize)> = BTreeMap::new();
        for (place, bot) in self.arm.bots.iter().enumerate() {
            let first = self.arm.bots.iter().position(|other| other == bot).unwrap_or(place);
            counts.entry(first).or_insert((bot, 0)).1 += 1;
        }
        let words: Vec<_> = counts.values().map(|(bot, count)| format!("{count} × {bot}")).collect();
        words.join(" and ")
    }
}

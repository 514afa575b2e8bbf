//! What a solver knows, kept in a file so that it can go on after an interruption.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
};

use crate::{
    deck::Deck,
    file::{deck_text, parse_deck},
    solver::{Method, Plan, Solver},
};

const MAGIC: &str = "stacks-checkpoint 1";

impl Solver {
    /// Writes everything beside the file first, so that an interruption leaves the old one whole.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let beside = path.with_extension("part");
        let mut out = BufWriter::new(File::create(&beside)?);
        let Plan { memory, method, walks, shards, seed } = self.plan;
        let method = u8::from(method == Method::Predictive);
        writeln!(out, "{MAGIC}\n{}", deck_text(&self.round.deck))?;
        writeln!(out, "{memory} {method} {walks} {shards} {seed} {}", self.epochs)?;
        for numbers in [&self.regrets, &self.sums, &self.predictions] {
            numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
        }
        self.predicted.iter().try_for_each(|is| out.write_all(&[u8::from(*is)]))?;
        out.into_inner()?.sync_all()?;
        fs::rename(beside, path)
    }

    /// Goes on from a file.
    pub fn load(path: &Path) -> io::Result<Solver> {
        let mut input = BufReader::new(File::open(path)?);
        let bad =
            || io::Error::new(io::ErrorKind::InvalidData, "this is no checkpoint of the solver; begin anew");
        let mut line = || -> io::Result<String> {
            let mut text = Vec::new();
            while text.len() < 200 && text.last() != Some(&b'\n') {
                let mut byte = [0];
                input.read_exact(&mut byte)?;
                text.push(byte[0]);
            }
            String::from_utf8(text).map(|text| text.trim_end().to_owned()).map_err(|_| bad())
        };
        if line()? != MAGIC {
            return Err(bad());
        }
        let deck = parse_deck(&line()?).and_then(|deck| Deck::new(&deck).ok()).ok_or_else(bad)?;
        let numbers: Vec<u64> =
            line()?.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| bad())?;
        let &[memory @ 1..=7, method @ 0..=1, walks, shards @ 1..=64, seed, epochs] = numbers.as_slice()
        else {
            return Err(bad());
        };
        let method = if method == 1 { Method::Predictive } else { Method::Discounted };
        let walks = u32::try_from(walks).map_err(|_| bad())?;
        let plan = Plan { memory: memory as usize, method, walks, shards: shards as u32, seed };
        let mut solver = Solver::new(deck, plan);
        solver.epochs = epochs;
        let mut word = [0; 4];
        for numbers in [&mut solver.regrets, &mut solver.sums, &mut solver.predictions] {
            for number in numbers.iter_mut() {
                input.read_exact(&mut word)?;
                *number = f32::from_le_bytes(word);
            }
        }
        for is in &mut solver.predicted {
            let mut byte = [0];
            input.read_exact(&mut byte)?;
            *is = byte[0] == 1;
        }
        Ok(solver)
    }
}

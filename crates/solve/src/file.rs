//! The strategy file: what is played, in a form that a stranger can read with a few lines of code.
//!
//! Compressed with gzip it holds four lines of text (`stacks-strategy 1`, `deck -10:1 1:5 ...`, `memory 3`, `rows 1234`), then
//! the rows. A row is the turn (from 1), who has doubled (1 the opener, 2 the other seat, added), the number of remembered
//! plays, and each of them, the latest first, as its class, plus 128 when both cards were played. Then come the mover's
//! private states, by Stack (counts of the lowest value first), then hand: for each the number of its actions and the
//! actions. An action is 0 (fold; where the next draw ends the round, let it end), 1 (call), or 2, 3 or 4 (the lower card,
//! the higher card, both) and the class of the Bid; then its weight in 255ths. Everything is one byte. Rows and states that
//! the strategy itself never reaches have no actions, and rows without any are left out.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::Arc,
};

use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};

use crate::{
    deck::Deck,
    private::Privates,
    public::{HIGH, LOW, MOST_MEMORY, Play, Public},
    rows::Rows,
    strategy::{Strategy, WHOLE},
};

/// Why a file is no strategy.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be read, or ends too early.
    #[error("the file cannot be read to its end: {0}; make it again or download it again")]
    Unreadable(#[from] io::Error),
    /// A line of text is not as it should be.
    #[error("the line {0:?} should read {1:?}; is this a strategy file?")]
    Line(String, &'static str),
    /// A row that no round reaches, or one that was there before.
    #[error("row {0} is no situation of this deck, or is there twice; the file is damaged")]
    Row(usize),
    /// An action that the strategy may not take.
    #[error("private state {state} of row {row} has an action it cannot take; the file is damaged")]
    Action {
        /// The row, counted from 0.
        row: usize,
        /// The private state, counted from 0.
        state: usize,
    },
    /// Somewhere the strategy does not say what it plays.
    #[error("in turn {turn} the weights of a private state add up to {sum}, not 255; the file is damaged")]
    Weights {
        /// The turn.
        turn: u8,
        /// What the weights add up to.
        sum: u32,
    },
}

impl Strategy {
    /// Writes the file.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        let mut out = GzEncoder::new(to, Compression::best());
        let kept: Vec<_> = (self.rows.rows.iter())
            .filter(|row| self.weights[row.offset..row.offset + row.len()].iter().any(|weight| *weight > 0))
            .collect();
        let deck = deck_text(&self.deck);
        write!(out, "stacks-strategy 1\ndeck {deck}\nmemory {}\nrows {}\n", self.rows.memory, kept.len())?;
        for row in kept {
            let public = &row.public;
            let doubled = u8::from(public.doubled[0]) + 2 * u8::from(public.doubled[1]);
            out.write_all(&[public.turn, doubled, public.plays().len() as u8])?;
            for play in public.plays() {
                out.write_all(&[play.class + 128 * u8::from(play.both)])?;
            }
            for state in 0..row.states {
                let weight = |action: usize| self.weights[row.offset + action * row.states + state];
                let played: Vec<usize> = (0..row.actions()).filter(|action| weight(*action) > 0).collect();
                out.write_all(&[played.len() as u8])?;
                for action in played {
                    match row.choice_of(action) {
                        None => out.write_all(&[action as u8, weight(action)])?,
                        Some((choice, class)) => out.write_all(&[choice as u8 + 2, class, weight(action)])?,
                    }
                }
            }
        }
        out.finish()?.flush()
    }

    /// Reads a file, and refuses one that is not a whole strategy.
    pub fn read_file(from: impl Read) -> Result<Strategy, BadFile> {
        let mut input = BufReader::new(GzDecoder::new(BufReader::new(from)));
        let mut line = |what: &'static str| -> Result<String, BadFile> {
            let mut text = String::new();
            input.by_ref().take(200).read_line(&mut text)?;
            let rest = text.trim_end().strip_prefix(what.split(' ').next().unwrap_or(what)).map(str::trim);
            rest.map(str::to_owned).ok_or(BadFile::Line(text, what))
        };
        let version = line("stacks-strategy 1")?;
        if version != "1" {
            return Err(BadFile::Line(version, "stacks-strategy 1"));
        }
        const DECK: &str = "deck -10:1 1:5 2:4 3:3 4:2";
        let text = line(DECK)?;
        let deck =
            parse_deck(&text).and_then(|deck| Deck::new(&deck).ok()).ok_or(BadFile::Line(text, DECK))?;
        const MEMORY: &str = "memory 3";
        let text = line(MEMORY)?;
        let memory = text.parse().ok().filter(|memory| (1..=MOST_MEMORY).contains(memory));
        let memory = memory.ok_or(BadFile::Line(text, MEMORY))?;
        let text = line("rows 1234")?;
        let count: usize = text.parse().map_err(|_| BadFile::Line(text, "rows 1234"))?;
        let privates = Privates::new(&deck);
        let rows = Arc::new(Rows::new(&deck, &privates, memory));
        let weights = vec![0; rows.len];
        let mut strategy = Strategy { deck, rows, weights };
        let mut is_known = vec![false; strategy.rows.rows.len()];
        for row in 0..count {
            strategy.read_row(&privates, &mut input, row, &mut is_known)?;
        }
        strategy.check(&privates)?;
        Ok(strategy)
    }

    fn read_row(
        &mut self,
        privates: &Privates,
        input: &mut impl Read,
        number: usize,
        is_known: &mut [bool],
    ) -> Result<(), BadFile> {
        let mut byte = || -> io::Result<u8> {
            let mut one = [0];
            input.read_exact(&mut one)?;
            Ok(one[0])
        };
        let (turn, doubled, known) = (byte()?, byte()?, byte()?);
        let mut plays = Vec::new();
        for _ in 0..known {
            let play = byte()?;
            plays.push(Play { both: play >= 128, class: play % 128 });
        }
        let public = Public::recalled(turn, [doubled % 2 == 1, doubled / 2 == 1], &plays);
        let place = public.filter(|_| doubled < 4).and_then(|key| self.rows.find_key(key));
        let place = place.filter(|place| !std::mem::replace(&mut is_known[*place], true));
        let rows = self.rows.clone();
        let row = &rows.rows[place.ok_or(BadFile::Row(number))?];
        for state in 0..row.states {
            for _ in 0..byte()? {
                let bad = || BadFile::Action { row: number, state };
                let action = match byte()? {
                    action @ 0..2 => usize::from(action),
                    choice @ 2..5 => {
                        let class = byte()?;
                        let choice = usize::from(choice - 2);
                        let classes = row.classes.get(choice / 2).filter(|_| choice < row.choices());
                        let n = classes.and_then(|classes| classes.iter().position(|one| *one == class));
                        row.action(choice, n.filter(|_| class != LOW).ok_or_else(bad)?)
                    }
                    _ => return Err(bad()),
                };
                if !row.has(&self.deck, privates, action, state) {
                    return Err(bad());
                }
                self.weights[row.offset + action * row.states + state] = byte()?;
            }
        }
        Ok(())
    }

    /// Wherever the strategy can come by its own choices, its weights are whole.
    fn check(&self, privates: &Privates) -> Result<(), BadFile> {
        let mut bad = None;
        self.visit_reached(privates, |row, state, reached| {
            let weights =
                (0..row.actions()).map(|action| self.weights[row.offset + action * row.states + state]);
            let sum: u32 = weights.map(u32::from).sum();
            if reached && sum != WHOLE {
                bad.get_or_insert(BadFile::Weights { turn: row.public.turn, sum });
            }
        });
        bad.map_or(Ok(()), Err)
    }
}

/// A deck as in `-10:1 1:5`.
pub fn deck_text(deck: &Deck) -> String {
    let kinds = deck.values.iter().zip(&deck.counts).map(|(value, count)| format!("{value}:{count}"));
    kinds.collect::<Vec<_>>().join(" ")
}

/// Reads a deck as in `-10:1 1:5`.
pub fn parse_deck(text: &str) -> Option<stacks::Deck> {
    let kind = |kind: &str| {
        let (value, count) = kind.split_once(':')?;
        Some((value.parse().ok()?, count.parse().ok()?))
    };
    stacks::Deck::new(text.split_whitespace().map(kind).collect::<Option<Vec<_>>>()?).ok()
}

/// The Bid that a strategy makes in a class.
pub fn bid_of(class: u8) -> i32 {
    if class == HIGH { crate::public::MOST_BID } else { class.into() }
}

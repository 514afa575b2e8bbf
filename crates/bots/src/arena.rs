//! Many games between bots: every rotation of the seats equally often, each with the same nature.
//!
//! Games come in deals. A deal is played once for every rotation of the bots around the table, each time with
//! nature's generator begun afresh, so that luck falls on all alike. Games are independent of one another and of
//! the number of threads.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use serde::Serialize;
use table::{Event, Imagine, PerSeat, Seat, Seating, Standings, Turn, Viewer, nature::dice};

use crate::{Bot, Budget, Sight, elo};

/// Somebody who plays in the arena: a bot, or a program that may fail to answer.
pub trait Player<G: Imagine> {
    /// A move, or the reason why there is none.
    fn ask(&mut self, table: &Sight<'_, G>, rng: &mut table::nature::Dice) -> Result<G::Move, String>;

    /// A game begins for this player in that seat.
    fn begin(&mut self, _seat: Seat, _seating: &Seating, _options: &G::Options) {}

    /// Something happened, as this player's seat is shown it.
    fn show(&mut self, _shown: &G::Shown) {}

    /// The game has ended.
    fn end(&mut self, _standings: Option<&Standings>) {}

    /// Whether it wants to be shown events.
    fn watches(&self) -> bool {
        false
    }
}

/// A bot with its time to think.
pub struct Thinker<G: Imagine>(pub Box<dyn Bot<G>>, pub Budget);

impl<G: Imagine> Player<G> for Thinker<G> {
    fn ask(&mut self, sight: &Sight<'_, G>, rng: &mut table::nature::Dice) -> Result<G::Move, String> {
        Ok(self.0.decide(sight, &self.1, rng))
    }

    fn watches(&self) -> bool {
        true
    }
}

/// Makes a player for one thread's games.
pub type Maker<'a, G> = Box<dyn Fn() -> Box<dyn Player<G>> + Sync + 'a>;

/// One who takes a seat.
pub struct Entry<'a, G: Imagine> {
    /// The name it is reported under; entries of one name are counted together.
    pub name: String,
    /// Makes the player.
    pub make: Maker<'a, G>,
}

impl<'a, G: Imagine> Entry<'a, G> {
    /// An entry of that name.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player<G>> + Sync + 'a) -> Entry<'a, G> {
        Entry { name: name.into(), make: Box::new(make) }
    }
}

/// What is played, how often and by which seed.
pub struct Contest<'a, G: Imagine> {
    /// The options of every table.
    pub options: G::Options,
    /// The seating of every table.
    pub seating: Seating,
    /// One entry a seat.
    pub entries: Vec<Entry<'a, G>>,
    /// How many games at least; rounded up to whole deals.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// Whether the bots move around the table; otherwise each keeps its seat.
    pub rotate: bool,
}

/// The most moves a seat may make before another is asked: in Stacket a piece can be picked and put back for ever.
const MOST_IN_A_ROW: u32 = 500;

/// A game that somebody forfeited.
#[derive(Clone, Debug, Serialize)]
pub struct Forfeit {
    /// Which game, counted from 0.
    pub game: u64,
    /// Who.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// How one bot did.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// In how many seats of how many games it sat, counted together.
    pub seat_games: u64,
    /// Its mean share of the victory.
    pub win_share: f64,
    /// The 95% interval of that share.
    pub ci95: [f64; 2],
    /// Its mean score, forfeited games left out.
    pub mean_score: f64,
    /// Its win share in each seat.
    pub by_seat: Vec<f64>,
    /// How many games it forfeited.
    pub forfeits: u64,
    /// Its rating, 0 being the mean of all.
    pub elo: f64,
    /// The 95% interval of the rating, to either side.
    pub elo_error: f64,
}

/// What came of a contest.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's short name.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The bots in the order they were entered.
    pub bots: Vec<Row>,
    /// The first forfeits, at most twenty.
    pub forfeits: Vec<Forfeit>,
}

/// The result of a game that a seat forfeits: its team loses, and all others share the victory.
fn forfeited<G: Imagine>(table: &G, loser: Seat) -> Standings {
    let seats = table.seating().seats();
    let teams = PerSeat::from_fn(seats, |seat| table.team_of(seat));
    let winners = Seat::all(seats).filter(|seat| teams[*seat] != teams[loser]).collect();
    Standings { scores: PerSeat::new(seats), teams, winners }
}

/// One game's result by entry: share of the victory and score, and who forfeited.
struct Outcome {
    game: u64,
    share: Vec<f64>,
    score: Vec<Option<i32>>,
    seat: Vec<u8>,
    forfeit: Option<(usize, String)>,
}

impl<G: Imagine> Contest<'_, G> {
    /// Plays all games; `progress` is told the number of games finished so far.
    pub fn run(&self, progress: &(dyn Fn(u64) + Sync)) -> Report {
        let rotations = self.rotations();
        let deals = self.games.div_ceil(rotations).max(1);
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let work = || {
            let mut players: Vec<_> = self.entries.iter().map(|entry| (entry.make)()).collect();
            let mut outcomes = Vec::new();
            loop {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal >= deals {
                    return outcomes;
                }
                for rotation in 0..rotations {
                    outcomes.push(self.play(deal, rotation, &mut players));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            }
        };
        let mut outcomes: Vec<Outcome> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a game does not panic")).collect()
        });
        outcomes.sort_by_key(|outcome| outcome.game);
        self.report(&outcomes)
    }

    /// How many games a deal has.
    fn rotations(&self) -> u64 {
        if self.rotate { self.entries.len() as u64 } else { 1 }
    }

    fn play(&self, deal: u64, rotation: u64, players: &mut [Box<dyn Player<G>>]) -> Outcome {
        let seats = players.len();
        let game = deal * self.rotations() + rotation;
        let seat_of = |entry: usize| (entry + rotation as usize) % seats;
        let entry_at = |seat: Seat| (seat.index() + seats - rotation as usize) % seats;
        let mut nature = dice(self.seed, deal);
        let mut minds: Vec<_> = (0..seats as u64).map(|i| dice(!self.seed, game * 8 + i)).collect();
        let mut table = G::open(&self.options, &self.seating).expect("the table was opened before");
        for seat in Seat::all(seats) {
            players[entry_at(seat)].begin(seat, &self.seating, &self.options);
        }
        let mut forfeit = None;
        let mut shown: Vec<Vec<G::Shown>> = vec![Vec::new(); seats];
        let mut in_a_row = (None, 0);
        loop {
            let event = match table.turn() {
                Turn::Over => break,
                Turn::Nature => Event::Fate(table.draw(&mut nature)),
                Turn::Seats(_) => {
                    let seat = table.asked().expect("a game that waits asks a seat");
                    let entry = entry_at(seat);
                    in_a_row =
                        if in_a_row.0 == Some(seat) { (in_a_row.0, in_a_row.1 + 1) } else { (Some(seat), 1) };
                    if in_a_row.1 > MOST_IN_A_ROW {
                        forfeit = Some((
                            entry,
                            format!("it moved {MOST_IN_A_ROW} times in a row and ended no turn"),
                        ));
                        break;
                    }
                    let sight = Sight::of(&table, seat, &shown[seat.index()]);
                    let answer = players[entry].ask(&sight, &mut minds[entry]).and_then(|mv| {
                        let legal = table.check(seat, &mv);
                        legal.map(|()| mv.clone()).map_err(|foul| format!("illegal move `{mv}`: {foul}"))
                    });
                    match answer {
                        Ok(mv) => Event::Move { seat, mv },
                        Err(reason) => {
                            forfeit = Some((entry, reason));
                            break;
                        }
                    }
                }
            };
            for seat in Seat::all(seats) {
                let player = &mut players[entry_at(seat)];
                if player.watches() {
                    let seen = table.show(&event, Viewer::Seat(seat));
                    player.show(&seen);
                    shown[seat.index()].push(seen);
                }
            }
            table.apply(&event);
        }
        let standings = table.standings().filter(|_| forfeit.is_none());
        players.iter_mut().for_each(|player| player.end(standings.as_ref()));
        let at = |entry: usize| Seat::new(seat_of(entry) as u8).expect("entries are as many as seats");
        let result = standings.unwrap_or_else(|| {
            let (loser, _) = forfeit.as_ref().expect("a game that nobody forfeits is played to its end");
            forfeited(&table, at(*loser))
        });
        Outcome {
            game,
            share: (0..seats).map(|entry| result.share(at(entry))).collect(),
            score: (0..seats).map(|entry| standings.map(|standings| standings.scores[at(entry)])).collect(),
            seat: (0..seats).map(|entry| at(entry).into()).collect(),
            forfeit,
        }
    }

    fn report(&self, outcomes: &[Outcome]) -> Report {
        let seats = self.entries.len();
        let mut names: Vec<&str> = Vec::new();
        self.entries.iter().for_each(|entry| {
            if !names.contains(&entry.name.as_str()) {
                names.push(&entry.name);
            }
        });
        let bot_of = |entry: usize| {
            names.iter().position(|name| *name == self.entries[entry].name).expect("every entry has a name")
        };
        // The victory comes first, and then the points.
        let result = |outcome: &Outcome, entry: usize| {
            outcome.share[entry] * 1e6 + f64::from(outcome.score[entry].unwrap_or(0))
        };
        let results = outcomes.iter().map(|outcome| {
            (0..seats).map(|entry| (bot_of(entry), result(outcome, entry))).collect::<Vec<_>>()
        });
        let ratings = elo::rate(names.len(), results);
        let row = |(index, name): (usize, &&str)| {
            let mine: Vec<usize> = (0..seats).filter(|entry| self.entries[*entry].name == **name).collect();
            let shares = |outcome: &Outcome| mine.iter().map(|entry| outcome.share[*entry]).sum::<f64>();
            // A deal is one observation: its games share their luck.
            let deals: Vec<f64> = outcomes
                .chunks(self.rotations() as usize)
                .map(|deal| deal.iter().map(shares).sum::<f64>() / (mine.len() * deal.len()) as f64)
                .collect();
            // Where all but one share a victory nobody can have all of it.
            let most = outcomes.iter().map(|outcome| {
                let mut shares = outcome.share.clone();
                shares.sort_by(|a, b| b.total_cmp(a));
                shares[..mine.len()].iter().sum::<f64>() / mine.len() as f64
            });
            let most = most.fold(0.0, f64::max);
            let seat_games = (outcomes.len() * mine.len()) as u64;
            let win_share = deals.iter().sum::<f64>() / deals.len() as f64;
            let scores: Vec<f64> = outcomes
                .iter()
                .flat_map(|outcome| mine.iter().filter_map(|entry| outcome.score[*entry]))
                .map(f64::from)
                .collect();
            let by_seat = (0..seats as u8).map(|seat| {
                let here = outcomes.iter().flat_map(|outcome| {
                    mine.iter()
                        .filter(|entry| outcome.seat[**entry] == seat)
                        .map(|entry| outcome.share[*entry])
                });
                let (sum, count) = here.fold((0.0, 0.0f64), |(sum, count), share| (sum + share, count + 1.0));
                sum / count.max(1.0)
            });
            let forfeits = outcomes
                .iter()
                .filter(|outcome| outcome.forfeit.as_ref().is_some_and(|(entry, _)| mine.contains(entry)));
            Row {
                name: (*name).to_string(),
                seat_games,
                win_share,
                ci95: interval(&deals, outcomes.len() as f64, most),
                mean_score: scores.iter().fold(0.0, |sum, score| sum + score)
                    / (scores.len() as f64).max(1.0),
                by_seat: by_seat.collect(),
                forfeits: forfeits.count() as u64,
                elo: ratings[index].elo,
                elo_error: ratings[index].error,
            }
        };
        Report {
            game: G::ABOUT.id.to_owned(),
            games: outcomes.len() as u64,
            seed: self.seed,
            bots: names.iter().enumerate().map(row).collect(),
            forfeits: outcomes
                .iter()
                .filter_map(|outcome| {
                    let (entry, reason) = outcome.forfeit.as_ref()?;
                    let name = self.entries[*entry].name.clone();
                    Some(Forfeit { game: outcome.game, name, reason: reason.clone() })
                })
                .take(20)
                .collect(),
        }
    }
}

/// Wilson's 95% interval of a mean share between nothing and the `most` that was won in one game, its number of
/// observations corrected for games that share their luck.
fn interval(deals: &[f64], games: f64, most: f64) -> [f64; 2] {
    const Z: f64 = 1.96;
    if most == 0.0 {
        return [0.0, 1.0];
    }
    let count = deals.len() as f64;
    let mean = deals.iter().sum::<f64>() / count / most;
    let spread =
        deals.iter().map(|deal| (deal / most - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0) / count;
    let alone = mean * (1.0 - mean);
    let n = if spread > 0.0 && alone > 0.0 && count > 1.0 { alone / spread } else { games };
    let middle = (mean + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * (alone.max(0.0) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    [middle - half, middle + half].map(|end| end.clamp(0.0, 1.0) * most)
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn an_interval_ends_at_the_most_one_can_win() {
        // Sixteen games of four, none lost, where three share each victory.
        let [low, high] = interval(&[1.0 / 3.0; 4], 16.0, 1.0 / 3.0);
        assert!((0.268..0.270).contains(&low), "{low}");
        assert!((high - 1.0 / 3.0).abs() < 1e-9, "{high}");
        // Wilson's interval of 16 in 16, and of 8 in 16.
        let [low, high] = interval(&[1.0; 16], 16.0, 1.0);
        assert!((0.805..0.807).contains(&low) && high == 1.0, "{low} {high}");
        let halves: Vec<f64> = (0..16).map(|n| f64::from(n % 2)).collect();
        let [low, high] = interval(&halves, 16.0, 1.0);
        assert!((0.27..0.29).contains(&low) && (0.71..0.73).contains(&high), "{low} {high}");
    }

    #[test]
    fn games_that_share_their_luck_narrow_an_interval() {
        let mirrored = interval(&[0.5, 0.5, 0.5, 0.75], 16.0, 1.0);
        let apart = interval(&[0.0, 1.0, 1.0, 0.25], 16.0, 1.0);
        assert!(mirrored[1] - mirrored[0] < apart[1] - apart[0]);
    }
}

//! What came of a contest: shares of the victory with their confidence intervals, ratings and forfeits.

use serde::Serialize;

use super::rating::{self, Rating};

/// A game that a bot forfeited.
#[derive(Clone, Debug, Serialize)]
pub struct Forfeit {
    /// The number of the game, counted from 0.
    pub game: u64,
    /// The name of the bot.
    pub name: String,
    /// Why it forfeited.
    pub reason: String,
}

/// How one bot did.
#[derive(Clone, Debug, Serialize)]
pub struct BotResult {
    /// The name it was entered under.
    pub name: String,
    /// In how many games it sat, each of its seats counted.
    pub seat_games: u64,
    /// Its mean share of the victory.
    pub win_share: f64,
    /// The 95% confidence interval of that share.
    pub ci95: [f64; 2],
    /// Its mean score, forfeited games left out.
    pub mean_score: f64,
    /// Its mean share of the victory in each seat.
    pub by_seat: Vec<f64>,
    /// How many games it forfeited.
    pub forfeits: u64,
    /// Its rating; the mean of all bots is 0.
    pub elo: f64,
    /// Half of the 95% confidence interval of the rating.
    pub elo_error: f64,
}

/// What came of a contest.
#[derive(Clone, Debug, Serialize)]
pub struct ContestReport {
    /// The game's short name.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// The seed of the contest.
    pub seed: u64,
    /// The bots in the order they were entered.
    pub bots: Vec<BotResult>,
    /// The first forfeits, at most twenty.
    pub forfeits: Vec<Forfeit>,
}

/// How many forfeits a report tells of.
const MOST_FORFEITS: usize = 20;

/// One game's result; the lists go by contestants.
pub(super) struct GameResult {
    pub(super) game: u64,
    pub(super) shares: Vec<f64>,
    /// The final scores; none in a game that was forfeited.
    pub(super) scores: Vec<Option<i32>>,
    pub(super) seats: Vec<u8>,
    /// Which contestant forfeited, and why.
    pub(super) forfeit: Option<(usize, String)>,
}

/// The results of all games in order, and whose they are.
pub(super) struct Results<'a> {
    /// The name of each contestant; contestants of one name count as one bot.
    pub(super) names: Vec<&'a str>,
    /// How many games in a row share their luck.
    pub(super) games_a_deal: usize,
    pub(super) games: Vec<GameResult>,
}

impl Results<'_> {
    pub(super) fn report(&self, game: &str, seed: u64) -> ContestReport {
        let mut bots: Vec<&str> = Vec::new();
        for name in &self.names {
            if !bots.contains(name) {
                bots.push(name);
            }
        }
        let ratings = self.ratings(&bots);
        ContestReport {
            game: game.to_owned(),
            games: self.games.len() as u64,
            seed,
            bots: bots.iter().zip(ratings).map(|(name, rating)| self.result(name, rating)).collect(),
            forfeits: self.forfeits().take(MOST_FORFEITS).collect(),
        }
    }

    /// Rates the bots: in each game the victory counts first, and then the points.
    fn ratings(&self, bots: &[&str]) -> Vec<Rating> {
        let bot_of = |contestant: usize| {
            let name = self.names[contestant];
            bots.iter().position(|bot| *bot == name).expect("every contestant is one of the bots")
        };
        let rank = |game: &GameResult, contestant: usize| {
            game.shares[contestant] * 1e6 + f64::from(game.scores[contestant].unwrap_or(0))
        };
        let ranks = self
            .games
            .iter()
            .map(|game| (0..self.names.len()).map(|one| (bot_of(one), rank(game, one))).collect::<Vec<_>>());
        rating::rate(bots.len(), ranks)
    }

    fn result(&self, name: &str, rating: Rating) -> BotResult {
        let mine: Vec<usize> = (0..self.names.len()).filter(|one| self.names[*one] == name).collect();
        // A deal is one observation, because its games share their luck.
        let share_of = |game: &GameResult| mine.iter().map(|one| game.shares[*one]).sum::<f64>();
        let deals: Vec<f64> = self
            .games
            .chunks(self.games_a_deal)
            .map(|deal| deal.iter().map(share_of).sum::<f64>() / (mine.len() * deal.len()) as f64)
            .collect();
        let scores: Vec<f64> = self
            .games
            .iter()
            .flat_map(|game| mine.iter().filter_map(|one| game.scores[*one]))
            .map(f64::from)
            .collect();
        let is_mine = |game: &&GameResult| game.forfeit.as_ref().is_some_and(|(one, _)| mine.contains(one));
        BotResult {
            name: name.to_owned(),
            seat_games: (self.games.len() * mine.len()) as u64,
            win_share: deals.iter().sum::<f64>() / deals.len() as f64,
            ci95: interval(&deals, self.games.len() as f64, self.most_won_by(mine.len())),
            mean_score: scores.iter().fold(0.0, |sum, score| sum + score) / (scores.len() as f64).max(1.0),
            by_seat: (0..self.names.len() as u8).map(|seat| self.share_in(seat, &mine)).collect(),
            forfeits: self.games.iter().filter(is_mine).count() as u64,
            elo: rating.elo,
            elo_error: rating.error,
        }
    }

    /// The highest mean share that this many contestants had in any game: where all but one share a victory, nobody can
    /// have all of it.
    fn most_won_by(&self, contestants: usize) -> f64 {
        let highest = |game: &GameResult| {
            let mut shares = game.shares.clone();
            shares.sort_by(|a, b| b.total_cmp(a));
            shares[..contestants].iter().sum::<f64>() / contestants as f64
        };
        self.games.iter().map(highest).fold(0.0, f64::max)
    }

    /// The mean share of the victory of some contestants in one seat.
    fn share_in(&self, seat: u8, contestants: &[usize]) -> f64 {
        let here = self.games.iter().flat_map(|game| {
            contestants.iter().filter(|one| game.seats[**one] == seat).map(|one| game.shares[*one])
        });
        let (sum, count) = here.fold((0.0, 0.0f64), |(sum, count), share| (sum + share, count + 1.0));
        sum / count.max(1.0)
    }

    fn forfeits(&self) -> impl Iterator<Item = Forfeit> {
        self.games.iter().filter_map(|game| {
            let (contestant, reason) = game.forfeit.as_ref()?;
            let name = self.names[*contestant].to_owned();
            Some(Forfeit { game: game.game, name, reason: reason.clone() })
        })
    }
}

/// Wilson's 95% confidence interval of a mean share between 0 and `most`, the highest share won in one game.
///
/// Games of one deal share their luck, so the number of independent games is estimated from how far deals differ.
fn interval(deals: &[f64], games: f64, most: f64) -> [f64; 2] {
    let count = deals.len() as f64;
    let mean = deals.iter().sum::<f64>() / count;
    let spread = deals.iter().map(|deal| (deal - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0) / count;
    wilson(mean, if count > 1.0 { spread } else { 0.0 }, games, most, 1.96)
}

/// Wilson's confidence interval of a mean between 0 and `most`, `z` standard errors to each side.
///
/// `spread` is the variance of the mean as measured; where nothing differed, `games` count as independent.
pub fn wilson(mean: f64, spread: f64, games: f64, most: f64, z: f64) -> [f64; 2] {
    if most == 0.0 {
        return [0.0, 1.0];
    }
    let (mean, spread) = (mean / most, spread / most / most);
    let alone = mean * (1.0 - mean);
    let n = if spread > 0.0 && alone > 0.0 { alone / spread } else { games };
    let middle = (mean + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (alone.max(0.0) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
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

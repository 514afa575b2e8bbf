//! What the scores after a round of Stacks are worth: how likely a seat is to win the game from there.
//!
//! Points are not all, because the last one opens the next round, and among players who call at once only the opener
//! scores. So half of the answer is how far ahead a seat is. The other half are simulated games: rounds drawn again and
//! again from those seen in this game and from rollouts made beforehand, each by places in the turn order.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use stacks::{RoundEnd, Shown, State, first_order, later_order};
use table::{
    Game, PerSeat, Rng, Seat, Seating, Standings, Turn,
    nature::{Dice, below, dice},
};

use super::{opponents::OpponentModel, rollouts::roll_out_round};

/// How many rounds are rolled out beforehand.
const ROUNDS: usize = 64;
/// How many times a round that was seen counts.
const SEEN: usize = 1;
/// How many times more it counts for the place that the seat had in it.
const SEEN_FROM_THERE: usize = 2;
/// How many games are simulated from some scores.
const GAMES: u32 = 64;
/// The most rounds of a simulated game.
const MOST_ROUNDS: usize = 200;

/// The points of a round by places in the turn order.
type Points = PerSeat<i32>;

/// Estimates how likely a seat is to win the game from some scores.
pub(super) struct MatchValue {
    seat: Seat,
    seating: Seating,
    goal: i32,
    /// The points of typical rounds, by the place of the seat in the turn order.
    rounds: Vec<Vec<Points>>,
    seed: u64,
    /// Chances that were worked out before, by scores.
    known: Mutex<HashMap<PerSeat<i32>, f64>>,
}

impl MatchValue {
    pub(super) fn new(
        state: &State,
        seat: Seat,
        models: &PerSeat<OpponentModel>,
        shown: &[Shown],
        rng: &mut Dice,
    ) -> MatchValue {
        let seating = *state.seating();
        let mut rounds = vec![Vec::new(); seating.seats()];
        let mut table = state.clone();
        // The present round is finished first; when the simulated game is over, it begins there again.
        for _ in 0..ROUNDS {
            if table.round() == state.round() || table.turn() == Turn::Over {
                table = state.clone();
                roll_out_round(&mut table, seat, models, rng);
            }
            let order = PerSeat::from_fn(seating.seats(), |place| table.order()[place.index()]);
            roll_out_round(&mut table, seat, models, rng);
            if let Some(end) = table.last_round() {
                rounds[place_of(seat, &order)].push(by_place(end, &order));
            }
        }
        for (place, points) in seen(shown, &seating, seat) {
            rounds.iter_mut().for_each(|rounds| rounds.extend([points; SEEN]));
            rounds[place].extend([points; SEEN_FROM_THERE]);
        }
        let (goal, seed) = (state.options().goal, rng.next_u64());
        MatchValue { seat, seating, goal, rounds, seed, known: Mutex::default() }
    }

    /// The chance of the seat to win the game, scaled to points: at an even start one point more is worth 1.
    pub(super) fn of(&self, state: &State) -> f64 {
        let seats = self.seating.seats() as f64;
        let chance = match state.standings() {
            Some(standings) => standings.share(self.seat),
            None => 0.5 * (self.by_lead(state.scores()) + self.by_rounds(state.scores())),
        };
        chance * spread(self.goal.into()) * seats * seats / (seats - 1.0)
    }

    /// The chance of the seat by its lead alone, as if all rounds were alike.
    fn by_lead(&self, scores: &PerSeat<i32>) -> f64 {
        let most = scores.iter().copied().max().map_or(0.0, f64::from);
        let spread = spread((f64::from(self.goal) - most).max(1.0));
        let weight = |score: i32| ((f64::from(score) - most) / spread).exp();
        weight(scores[self.seat]) / scores.iter().map(|score| weight(*score)).sum::<f64>()
    }

    /// The share of simulated games that the seat wins; the same luck for all scores makes them comparable.
    fn by_rounds(&self, scores: &PerSeat<i32>) -> f64 {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chance) = known().get(scores) {
            return *chance;
        }
        let mut rng = dice(self.seed, 0);
        let won: f64 = (0..GAMES).map(|_| self.simulate(*scores, &mut rng)).sum();
        let chance = won / f64::from(GAMES);
        known().insert(*scores, chance);
        chance
    }

    fn simulate(&self, mut scores: PerSeat<i32>, rng: &mut Dice) -> f64 {
        for _ in 0..MOST_ROUNDS {
            let order = later_order(&self.seating, &scores);
            let rounds = &self.rounds[place_of(self.seat, &order)];
            // No round is known from that place.
            if rounds.is_empty() {
                return self.by_lead(&scores);
            }
            let points = rounds[below(rng, rounds.len() as u32) as usize];
            order.iter().zip(points.iter()).for_each(|(seat, points)| scores[*seat] += points);
            let standings = Standings::by_score(scores);
            if scores.iter().any(|score| *score >= self.goal) && standings.winners.len() == 1 {
                return standings.share(self.seat);
            }
        }
        self.by_lead(&scores)
    }
}

/// How far scores spread while `left` points are still to be made.
fn spread(left: f64) -> f64 {
    2.75 * (left / 2.0 + 1.0).sqrt()
}

fn place_of(seat: Seat, order: &PerSeat<Seat>) -> usize {
    order.iter().position(|other| *other == seat).expect("everybody has a place in the order")
}

fn by_place(end: &RoundEnd, order: &PerSeat<Seat>) -> Points {
    PerSeat::from_fn(order.len(), |place| end.points[order[place]])
}

/// The rounds of this game so far, with the place of a seat in them.
fn seen(shown: &[Shown], seating: &Seating, seat: Seat) -> impl Iterator<Item = (usize, Points)> {
    let ends = shown.iter().filter_map(|event| match event {
        Shown::Folded { ends, .. } | Shown::Called { ends, .. } | Shown::Drew { ends, .. } => ends.as_ref(),
        _ => None,
    });
    let (mut order, mut scores) = (first_order(seating), PerSeat::new(seating.seats()));
    ends.map(move |end| {
        let round = (place_of(seat, &order), by_place(end, &order));
        scores.iter_mut().zip(end.points.iter()).for_each(|(score, points)| *score += points);
        order = later_order(seating, &scores);
        round
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stacks::Options;

    /// A game of four in which only the opener scores, always 4 points.
    fn catching_up() -> MatchValue {
        let seating = Seating::ascending(4).unwrap();
        let state = State::open(&Options::default(), &seating).unwrap();
        let models = PerSeat::from_fn(4, |_| OpponentModel::default());
        let mut value = MatchValue::new(&state, Seat::new(0).unwrap(), &models, &[], &mut dice(1, 0));
        let opener = PerSeat::from_fn(4, |place| if place.index() == 0 { 4 } else { 0 });
        value.rounds = vec![vec![opener]; 4];
        value
    }

    fn scores(of: [i32; 4]) -> PerSeat<i32> {
        PerSeat::from_fn(4, |seat| of[seat.index()])
    }

    #[test]
    fn whoever_opens_wins_from_behind_where_only_the_opener_scores() {
        let value = catching_up();
        assert_eq!(value.by_rounds(&scores([36, 37, 38, 39])), 1.0);
        assert_eq!(value.by_rounds(&scores([39, 37, 38, 36])), 0.0);
        assert!(value.by_lead(&scores([36, 37, 38, 39])) < 0.25);
    }

    #[test]
    fn nobody_is_ahead_at_the_start_by_lead() {
        assert!((catching_up().by_lead(&scores([0; 4])) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn rounds_that_were_seen_are_told_by_places_in_their_turn_order() {
        let seating = Seating::descending(3).unwrap();
        let seat = |n| Seat::new(n).unwrap();
        let ends = |round, points: [i32; 3]| Shown::Drew {
            seat: seat(0),
            card: None,
            ends: Some(RoundEnd {
                round,
                ending: stacks::Ending::EmptyDeck,
                folded: Default::default(),
                stacks: PerSeat::new(3),
                points: PerSeat::from_fn(3, |seat| points[seat.index()]),
            }),
        };
        // The youngest is seat 2: it opens, then 0 and 1. Afterwards the lowest opens: 1, 0, 2.
        let shown = [ends(1, [3, 1, 5]), ends(2, [7, 8, 9])];
        let rounds: Vec<_> =
            seen(&shown, &seating, seat(0)).map(|(place, points)| (place, points.to_vec())).collect();
        assert_eq!(rounds, [(1, vec![5, 3, 1]), (1, vec![8, 7, 9])]);
    }
}

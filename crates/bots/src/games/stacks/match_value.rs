//! How a game of Stacks goes on after a round: how likely a seat is to win from some scores.
//!
//! Points are not all: the last one opens, and among players who call at once nobody but the opener scores. So half of
//! the answer is how far ahead a seat is, and half are games of rounds drawn again and again from those that
//! were seen in this game and from some that were played out beforehand, each by places in the turn order.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use stacks::{RoundEnd, Shown, State, first_order, later_order};
use table::{
    Game, PerSeat, Rng, Seat, Seating, Standings, Turn,
    nature::{Dice, below, dice},
};

use crate::{reading::Reading, weigh::play_round_out};

/// How many rounds are played out beforehand.
const ROUNDS: usize = 64;
/// How often a round that was seen counts for one played out, and how much more where the seat had the same place.
const SEEN: usize = 1;
const SEEN_FROM_THERE: usize = 2;
/// How many games are played on from some scores.
const GAMES: u32 = 64;
/// The most rounds a game is played on.
const LONGEST: usize = 200;

/// The points of a round by places in the turn order.
type Points = PerSeat<i32>;

/// The rest of a game as a seat expects it.
pub(crate) struct Season {
    seat: Seat,
    seating: Seating,
    goal: i32,
    /// Rounds as they go, by the place of the seat in the turn order.
    rounds: Vec<Vec<Points>>,
    seed: u64,
    /// Chances from scores that were asked before.
    known: Mutex<HashMap<PerSeat<i32>, f64>>,
}

impl Season {
    pub(crate) fn new(
        state: &State,
        seat: Seat,
        readings: &PerSeat<Reading>,
        shown: &[Shown],
        rng: &mut Dice,
    ) -> Season {
        let seating = *state.seating();
        let mut rounds = vec![Vec::new(); seating.seats()];
        let mut table = state.clone();
        // The round that is being played is over soon; if the game is, it begins anew.
        for _ in 0..ROUNDS {
            if table.round() == state.round() || table.turn() == Turn::Over {
                table = state.clone();
                play_round_out(&mut table, seat, readings, rng);
            }
            let order = PerSeat::from_fn(seating.seats(), |place| table.order()[place.index()]);
            play_round_out(&mut table, seat, readings, rng);
            if let Some(end) = table.last_round() {
                rounds[place_of(seat, &order)].push(by_place(end, &order));
            }
        }
        for (place, points) in seen(shown, &seating, seat) {
            rounds.iter_mut().for_each(|rounds| rounds.extend([points; SEEN]));
            rounds[place].extend([points; SEEN_FROM_THERE]);
        }
        let (goal, seed) = (state.options().goal, rng.next_u64());
        Season { seat, seating, goal, rounds, seed, known: Mutex::default() }
    }

    /// About how likely the seat is to win the game from here, in points: a point more at an even start counts 1.
    pub(crate) fn prospects(&self, state: &State) -> f64 {
        let seats = self.seating.seats() as f64;
        let chance = match state.standings() {
            Some(standings) => standings.share(self.seat),
            None => 0.5 * (self.by_lead(state.scores()) + self.by_rounds(state.scores())),
        };
        chance * spread(self.goal.into()) * seats * seats / (seats - 1.0)
    }

    /// The chance of whoever is so far ahead or behind, as if all rounds were alike.
    fn by_lead(&self, scores: &PerSeat<i32>) -> f64 {
        let most = scores.iter().copied().max().map_or(0.0, f64::from);
        let spread = spread((f64::from(self.goal) - most).max(1.0));
        let weight = |score: i32| ((f64::from(score) - most) / spread).exp();
        weight(scores[self.seat]) / scores.iter().map(|score| weight(*score)).sum::<f64>()
    }

    /// The share of games won that are played on; with the same luck from all scores, so that they can be compared.
    fn by_rounds(&self, scores: &PerSeat<i32>) -> f64 {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chance) = known().get(scores) {
            return *chance;
        }
        let mut rng = dice(self.seed, 0);
        let won: f64 = (0..GAMES).map(|_| self.play_on(*scores, &mut rng)).sum();
        let chance = won / f64::from(GAMES);
        known().insert(*scores, chance);
        chance
    }

    fn play_on(&self, mut scores: PerSeat<i32>, rng: &mut Dice) -> f64 {
        for _ in 0..LONGEST {
            let order = later_order(&self.seating, &scores);
            let rounds = &self.rounds[place_of(self.seat, &order)];
            // Nobody has been there yet.
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

/// How far scores spread while so many points are still to be made.
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

    /// A season of four in which only the opener scores, always 4 points.
    fn catching_up() -> Season {
        let seating = Seating::ascending(4).unwrap();
        let state = State::open(&Options::default(), &seating).unwrap();
        let readings = PerSeat::from_fn(4, |_| Reading::default());
        let mut season = Season::new(&state, Seat::new(0).unwrap(), &readings, &[], &mut dice(1, 0));
        let opener = PerSeat::from_fn(4, |place| if place.index() == 0 { 4 } else { 0 });
        season.rounds = vec![vec![opener]; 4];
        season
    }

    fn scores(of: [i32; 4]) -> PerSeat<i32> {
        PerSeat::from_fn(4, |seat| of[seat.index()])
    }

    #[test]
    fn whoever_opens_wins_from_behind_where_only_the_opener_scores() {
        let season = catching_up();
        assert_eq!(season.by_rounds(&scores([36, 37, 38, 39])), 1.0);
        assert_eq!(season.by_rounds(&scores([39, 37, 38, 36])), 0.0);
        assert!(season.by_lead(&scores([36, 37, 38, 39])) < 0.25);
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

//! The steal as a small game of its own, solved by regret matching.
//!
//! The Squirrel lays one of its cards, and the Raccoon guesses a nut or a number. The Raccoon does not know the hand, so
//! hands that fit what it knows are imagined, and the game is solved between all of those hands and the guesses. Both
//! sides then draw their move from the solution.

use nuts::{Card, Cards, Guess, State};
use table::{Game, Imagine, Seat, Viewer, nature::Dice};

use super::habit::nuts_on;
use crate::{Sight, methods::cfr::match_regrets};

/// The solution of a steal: how often each guess is made, and how often each hand lays each of its cards.
pub(super) struct StealSolution {
    pub(super) guesses: [f64; Guess::COUNT],
    pub(super) lays: Vec<Vec<(Card, f64)>>,
    /// The nuts the Raccoon takes on average.
    pub(super) value: f64,
}

impl StealSolution {
    /// How likely a laid card is guessed.
    pub(super) fn chance_guessed(&self, card: Card) -> f64 {
        chance_guessed(&self.guesses, card)
    }

    /// How often the first hand lays a card.
    pub(super) fn laid(&self, card: Card) -> f64 {
        self.lays[0].iter().filter(|(laid, _)| *laid == card).map(|(_, chance)| chance).sum()
    }
}

/// How likely a laid card is guessed, given how often each guess is made.
fn chance_guessed(guesses: &[f64; Guess::COUNT], card: Card) -> f64 {
    let right = Guess::all().zip(guesses).filter(|(guess, _)| guess.is_right(card));
    right.map(|(_, chance)| chance).sum()
}

/// Solves the steal for hands that are all equally likely.
fn solve(hands: &[Cards]) -> StealSolution {
    const ROUNDS: u32 = 300;
    let all: Vec<Guess> = Guess::all().collect();
    let faces: Vec<Vec<Card>> =
        hands.iter().map(|hand| Card::all().filter(|card| hand.has(*card)).collect()).collect();
    let mut guess_regrets = [0.0; Guess::COUNT];
    let mut guess_sums = [0.0; Guess::COUNT];
    let mut lay_regrets: Vec<Vec<f64>> = faces.iter().map(|faces| vec![0.0; faces.len()]).collect();
    let mut lay_sums = lay_regrets.clone();
    let mut value = 0.0;
    for _ in 0..ROUNDS {
        let mut guesses = [0.0; Guess::COUNT];
        match_regrets(&guess_regrets, &mut guesses);
        let mut takes = [0.0; Guess::COUNT];
        for ((faces, regrets), sums) in faces.iter().zip(&mut lay_regrets).zip(&mut lay_sums) {
            let mut lays = vec![0.0; faces.len()];
            match_regrets(regrets, &mut lays);
            let cost = |card: &Card| f64::from(nuts_on(*card)) * chance_guessed(&guesses, *card);
            let costs: Vec<f64> = faces.iter().map(cost).collect();
            let mean: f64 = costs.iter().zip(&lays).map(|(cost, lay)| cost * lay).sum();
            for i in 0..faces.len() {
                regrets[i] = (regrets[i] + mean - costs[i]).max(0.0);
                sums[i] += lays[i];
                for (guess, take) in all.iter().zip(&mut takes) {
                    if guess.is_right(faces[i]) {
                        *take += lays[i] * f64::from(nuts_on(faces[i])) / hands.len() as f64;
                    }
                }
            }
        }
        let mean: f64 = takes.iter().zip(guesses).map(|(take, guess)| take * guess).sum();
        for i in 0..Guess::COUNT {
            guess_regrets[i] = (guess_regrets[i] + takes[i] - mean).max(0.0);
            guess_sums[i] += guesses[i];
        }
        value += mean;
    }
    let lays = faces.into_iter().zip(lay_sums).map(|(faces, sums)| {
        let total: f64 = sums.iter().sum::<f64>().max(1e-9);
        faces.into_iter().zip(sums.into_iter().map(|sum| sum / total)).collect()
    });
    StealSolution {
        guesses: guess_sums.map(|sum| sum / f64::from(ROUNDS)),
        lays: lays.collect(),
        value: value / f64::from(ROUNDS),
    }
}

/// How many hands are imagined for a steal.
const HANDS: usize = 40;

/// Solves the steal as the Raccoon sees it.
pub(super) fn solve_as_raccoon(sight: &Sight<'_, State>, robbed: Seat, rng: &mut Dice) -> StealSolution {
    let hands: Vec<Cards> = (0..HANDS).map(|_| sight.imagine(rng).hand(robbed)).collect();
    solve(&hands)
}

/// Solves the steal as the robbed Squirrel thinks the Raccoon sees it; its own hand comes first.
pub(super) fn solve_as_squirrel(sight: &Sight<'_, State>, rng: &mut Dice) -> StealSolution {
    let mine = sight.imagine(rng);
    let raccoon = mine.raccoon().expect("nobody is robbed before the Raccoon is known");
    let mut hands = vec![mine.hand(sight.seat())];
    for _ in 1..HANDS {
        let guess = sight.imagine(rng);
        let seen = guess.view(Viewer::Seat(raccoon));
        hands.push(State::imagine(&seen, Some(&guess.notes(raccoon)), rng).hand(sight.seat()));
    }
    solve(&hands)
}

#[cfg(test)]
mod tests {
    use nuts::{Number, Nut};

    use super::*;

    #[test]
    fn a_raccoon_that_knows_the_hand_finds_a_lone_card_for_sure() {
        let mut hand = Cards::EMPTY;
        hand.add(Card::new(Nut::Acorn, Number::ALL[2]));
        assert!((solve(&[hand]).value - 3.0).abs() < 0.1);
    }

    #[test]
    fn two_cards_that_no_guess_joins_are_laid_so_that_either_costs_the_same() {
        let mut hand = Cards::EMPTY;
        hand.add(Card::new(Nut::Acorn, Number::ALL[2]));
        hand.add(Card::new(Nut::Almond, Number::ALL[0]));
        let theft = solve(&[hand]);
        // Laid with chances p and 1 - p, guesses take 3p or 1 - p: equal at p = 1/4, worth 3/4.
        assert!((theft.value - 0.75).abs() < 0.03, "{}", theft.value);
        let acorn = theft.lays[0].iter().find(|(card, _)| card.nut() == Nut::Acorn).unwrap().1;
        assert!((acorn - 0.25).abs() < 0.05, "{acorn}");
    }
}

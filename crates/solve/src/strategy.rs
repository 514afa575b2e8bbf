//! A strategy as it is played, measured and kept: whole weights, 255 for each private state.

use std::sync::Arc;

use crate::{
    deck::Deck,
    private::{NONE, Privates},
    public::{LOW, Public},
    rows::{PASS, Row, Rows},
};

/// What the weights of a private state add up to.
pub const WHOLE: u32 = 255;

/// A strategy for both seats.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The deck it is for.
    pub deck: Deck,
    /// Its rows.
    pub rows: Arc<Rows>,
    /// The weight of each action in each private state.
    pub weights: Vec<u8>,
}

impl Strategy {
    /// Rounds numbers to weights. What is played with a probability below `least` is dropped, and low Bids always; where
    /// nothing is left the strategy passes.
    pub fn round(deck: &Deck, privates: &Privates, rows: Arc<Rows>, numbers: &[f32], least: f32) -> Strategy {
        let mut weights = vec![0; rows.len];
        for row in &rows.rows {
            for state in 0..row.states {
                let at = |action: usize| row.offset + action * row.states + state;
                let open = |action: usize| {
                    row.choice_of(action).is_none_or(|(_, class)| class != LOW)
                        && row.has(deck, privates, action, state)
                };
                let mut plays: Vec<f32> = (0..row.actions())
                    .map(|action| if open(action) { numbers[at(action)].max(0.0) } else { 0.0 })
                    .collect();
                share_out(&mut plays, least);
                for (action, weight) in round_plays(&plays).into_iter().enumerate() {
                    weights[at(action)] = weight;
                }
            }
        }
        let mut strategy = Strategy { deck: deck.clone(), rows, weights };
        strategy.prune(privates);
        strategy
    }

    /// Forgets what it would play where it never comes by its own choices.
    fn prune(&mut self, privates: &Privates) {
        let mut idle = Vec::new();
        self.visit_reached(privates, |row, state, reached| {
            if !reached {
                idle.push((row.offset, row.actions(), row.states, state));
            }
        });
        for (offset, actions, states, state) in idle {
            (0..actions).for_each(|action| self.weights[offset + action * states + state] = 0);
        }
    }

    /// Tells for each private state of each row whether the mover's own choices can lead there, whatever the other does.
    pub(crate) fn visit_reached(&self, privates: &Privates, mut tell: impl FnMut(&Row, usize, bool)) {
        let before = |public: &Public, seat: usize| privates.before(public.cards[seat], public.doubled[seat]);
        // For each row and seat, which private states before a draw can be reached; rows of earlier turns come first.
        let mut reached: Vec<[Vec<bool>; 2]> = self
            .rows
            .rows
            .iter()
            .map(|row| [0, 1].map(|seat| vec![false; before(&row.public, seat).states.len()]))
            .collect();
        reached[0].iter_mut().for_each(|states| states.fill(true));
        for (place, row) in self.rows.rows.iter().enumerate() {
            let (public, mover) = (&row.public, row.public.mover());
            let here = std::mem::take(&mut reached[place]);
            if public.is_last(&self.deck) {
                here[mover].iter().enumerate().for_each(|(state, reached)| tell(row, state, *reached));
                continue;
            }
            let after = privates.after(public.cards[mover], public.doubled[mover]);
            let comes = |from: u32| from != NONE && here[mover][from as usize];
            let drawn: Vec<bool> =
                (0..row.states).map(|n| after.from.iter().any(|from| comes(from[n]))).collect();
            drawn.iter().enumerate().for_each(|(state, reached)| tell(row, state, *reached));
            for action in 2..row.actions() {
                let Some((choice, class)) = row.choice_of(action) else { continue };
                let next = self
                    .rows
                    .find(&public.after(&self.deck, choice == 2, class))
                    .expect("all situations have rows");
                let [mine, theirs] = if mover == 0 { [0, 1] } else { [1, 0] };
                reached[next][theirs].iter_mut().zip(&here[theirs]).for_each(|(there, here)| *there |= *here);
                for (state, to) in after.to[choice].iter().enumerate() {
                    let weight = self.weights[row.offset + action * row.states + state];
                    if *to != NONE && drawn[state] && weight > 0 {
                        reached[next][mine][*to as usize] = true;
                    }
                }
            }
        }
    }

    /// The weights of a row, by action.
    pub fn row(&self, public: &Public) -> Option<(&Row, &[u8])> {
        let row = &self.rows.rows[self.rows.find(public)?];
        Some((row, &self.weights[row.offset..row.offset + row.len()]))
    }
}

/// Divides numbers by their sum, dropping shares below `least`.
fn share_out(plays: &mut [f32], least: f32) {
    let total: f32 = plays.iter().sum();
    let kept: f32 = plays.iter().filter(|play| **play >= least * total).sum();
    if total > 0.0 && kept > 0.0 {
        plays.iter_mut().for_each(|play| *play = if *play >= least * total { *play / kept } else { 0.0 });
    } else {
        plays.fill(0.0);
        plays[PASS] = 1.0;
    }
}

/// Whole weights nearest to shares; what is left over goes to those that lost most by rounding down.
fn round_plays(plays: &[f32]) -> Vec<u8> {
    let mut weights: Vec<u8> = plays.iter().map(|play| (play * WHOLE as f32) as u8).collect();
    let given: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
    let lost = |action: usize, weights: &[u8]| plays[action] * WHOLE as f32 - f32::from(weights[action]);
    for _ in given..WHOLE {
        let most = (0..plays.len()).filter(|action| plays[*action] > 0.0);
        let most = most.max_by(|a, b| lost(*a, &weights).total_cmp(&lost(*b, &weights)));
        weights[most.unwrap_or(PASS)] += 1;
    }
    weights
}

//! The exact best response to a strategy: what a perfect opponent who knows it wins.
//!
//! The responder may make every Bid and remembers everything; the strategy reads Bids in classes. So all Bids of a class
//! are alike but for being true or false, and the walk visits every sequence of classes.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use crate::{
    private::NONE,
    public::{HIGH, LOW, Public},
    round::{Answered, Round, is_true},
    rows::Row,
    strategy::{Strategy, WHOLE},
};

/// What the best response of a seat found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The points a round that the responder wins.
    pub points: f64,
    /// How many public situations were visited.
    pub visited: u64,
}

/// The best response of a seat to a strategy of the other, by so many threads.
pub fn best_response(strategy: &Strategy, seat: usize, threads: usize) -> Response {
    let round = Round::new(strategy.deck.clone());
    let played = strategy.rows.rows.iter().map(|row| played(strategy, row)).collect();
    let walk = Walk { round: &round, strategy, played, seat };
    let root = Public::new(strategy.rows.memory);
    let reach = vec![1.0; round.before(&root, 1 - seat).states.len()];
    // The first plays lead to branches of their own; each is a job.
    let jobs = walk.first_jobs(&root, &reach, 2);
    let next = AtomicUsize::new(0);
    let done: Vec<_> = thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some((public, reach)) = jobs.get(job) else { return found };
                let mut visited = 0;
                let values = walk.value(public, reach, &mut visited, &mut |_, _| None);
                found.push((job, values, visited));
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no walk panics")).collect()
    });
    let mut visited = done.iter().map(|(_, _, visited)| visited).sum();
    let mut ready = done;
    ready.sort_by_key(|(job, _, _)| *job);
    let mut ready = ready.into_iter().map(|(_, values, _)| values);
    let values = walk.value(&root, &reach, &mut visited, &mut |public, _| {
        (public.turn == 3).then(|| ready.next().expect("every branch was a job"))
    });
    Response { points: values.iter().sum(), visited }
}

struct Walk<'a> {
    round: &'a Round<f64>,
    strategy: &'a Strategy,
    /// For each row, the actions that are ever played, each with the private states that play it and how often.
    played: Vec<Vec<Played>>,
    seat: usize,
}

/// An action, and the private states that play it, each with its share.
type Played = (usize, Vec<(u32, f64)>);

/// What a strategy plays in a row, without all it never plays.
fn played(strategy: &Strategy, row: &Row) -> Vec<Played> {
    let weights = &strategy.weights[row.offset..row.offset + row.len()];
    let share = |(state, weight): (usize, &u8)| (state as u32, f64::from(*weight) / f64::from(WHOLE));
    let states = |weights: &[u8]| {
        weights.iter().enumerate().filter(|(_, weight)| **weight > 0).map(share).collect::<Vec<_>>()
    };
    let all = weights.chunks_exact(row.states.max(1)).map(states).enumerate();
    all.filter(|(_, states)| !states.is_empty()).collect()
}

/// Gives the values of a branch that are known already.
type Known<'a> = dyn FnMut(&Public, &[f64]) -> Option<Vec<f64>> + 'a;

impl Walk<'_> {
    /// The branches after so many plays, in the order in which they are visited.
    fn first_jobs(&self, root: &Public, reach: &[f64], plays: u8) -> Vec<(Public, Vec<f64>)> {
        let mut jobs = Vec::new();
        self.value(root, reach, &mut 0, &mut |public, reach| {
            (public.turn == plays + 1).then(|| {
                jobs.push((*public, reach.to_vec()));
                vec![0.0; self.round.before(public, self.seat).states.len()]
            })
        });
        jobs
    }

    /// What the responder wins from a situation on, in each of its private states before a draw.
    fn value(&self, public: &Public, reach: &[f64], visited: &mut u64, known: &mut Known<'_>) -> Vec<f64> {
        if reach.iter().all(|weight| *weight == 0.0) {
            return vec![0.0; self.round.before(public, self.seat).states.len()];
        }
        if let Some(values) = known(public, reach) {
            return values;
        }
        *visited += 1;
        match public.mover() == self.seat {
            true => self.respond(public, reach, visited, known),
            false => self.follow(public, reach, visited, known),
        }
    }

    /// The responder takes the best action of each private state.
    fn respond(&self, public: &Public, reach: &[f64], visited: &mut u64, known: &mut Known<'_>) -> Vec<f64> {
        let [mut best, call] = self.round.answers(public, reach);
        if public.last().is_some() {
            best.iter_mut().zip(call).for_each(|(best, call)| *best = best.max(call));
        }
        if public.is_last(&self.round.deck) {
            return best;
        }
        let after = self.round.after(public);
        for both in [false, true] {
            let choices = if both { 2..3 } else { 0..2 };
            for class in public.classes(&self.round.deck, both) {
                let next = public.after(&self.round.deck, both, class);
                let values = self.value(&next, reach, visited, known);
                for to in &after.to[choices.clone()] {
                    for (best, to) in best.iter_mut().zip(to) {
                        if *to != NONE {
                            *best = best.max(values[*to as usize]);
                        }
                    }
                }
            }
        }
        let mut out = vec![0.0; self.round.before(public, self.seat).states.len()];
        self.round.undraw(after, &best, &mut out);
        out
    }

    /// The strategy acts as it does.
    fn follow(&self, public: &Public, reach: &[f64], visited: &mut u64, known: &mut Known<'_>) -> Vec<f64> {
        let last = public.is_last(&self.round.deck);
        let drawn = if last { reach.to_vec() } else { self.round.draw(self.round.after(public), reach) };
        let number = self.strategy.rows.find(public).expect("a strategy has a row for every situation");
        let row = &self.strategy.rows.rows[number];
        let mut answers = [vec![0.0; row.states], vec![0.0; row.states]];
        // The reach of each branch that is played, in the order in which branches are visited.
        let mut branches: Vec<(bool, u8, Vec<f64>)> = Vec::new();
        for (action, played) in &self.played[number] {
            let Some((choice, class)) = row.choice_of(*action) else {
                played.iter().for_each(|(state, share)| {
                    answers[*action][*state as usize] = share * drawn[*state as usize];
                });
                continue;
            };
            let both = choice == 2;
            let found = branches.iter().position(|(other, one, _)| (*other, *one) == (both, class));
            let found = found.unwrap_or_else(|| {
                let seat = public.mover();
                let cards = public.cards[seat] + 1 + u8::from(both);
                let states = self.round.privates.before(cards, public.doubled[seat] || both).states.len();
                branches.push((both, class, vec![0.0; states]));
                branches.len() - 1
            });
            let to = &self.round.after(public).to[choice];
            for (state, share) in played {
                branches[found].2[to[*state as usize] as usize] += share * drawn[*state as usize];
            }
        }
        let [pass, call] = &answers;
        debug_assert!(public.last().is_some() || call.iter().all(|reach| *reach == 0.0));
        let answered = self.round.answered(public, [pass, call]);
        let mut values = self.choose_bid(public, answered);
        for (both, class, reach) in branches {
            let more = self.value(&public.after(&self.round.deck, both, class), &reach, visited, known);
            values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
        }
        values
    }

    /// Where the last Bid is known only by its class, the responder made it true or false, whichever is better.
    fn choose_bid(&self, public: &Public, answered: Answered<f64>) -> Vec<f64> {
        let states = &self.round.before(public, self.seat).states;
        let Answered { mut passed, truth, lie } = answered;
        let Some(last) = public.last() else { return passed };
        for (place, state) in states.iter().enumerate() {
            let (truth, lie) = (truth[place], lie[place]);
            passed[place] += match last.class {
                LOW => match public.low_choices(state.sum) {
                    (true, true) => truth.max(lie),
                    (true, false) => truth,
                    _ => lie,
                },
                HIGH => lie,
                class if is_true(class, state.sum) => truth,
                _ => lie,
            };
        }
        passed
    }
}

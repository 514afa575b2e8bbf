//! Training the blueprint: Monte-Carlo counterfactual regret minimisation over rounds of Stacks.
//!
//! The seats learn in turn. Where the learner acts, a few of its actions are tried and the others taken at their running
//! mean (a baseline that lowers the variance of the regrets); everybody else's actions are sampled. Later walks count
//! for more. The same walks against a fixed strategy learn an approximate best response to it.

use std::{collections::HashMap, ops::RangeInclusive};

use stacks::{Phase, State};
use table::{
    Event, Game, Seat, Seating, Turn,
    nature::{Dice, below, dice, unit},
};

use super::{
    blueprint::{ACTIONS, ActionMenu, Blueprint, FOLD, action_menu, situation},
    rollouts::{ahead, fallback},
};
use crate::methods::cfr::match_regrets;

/// How many actions of the learner are tried at each of its decisions.
const TRIED: usize = 3;

/// What was learnt of a situation.
#[derive(Clone, Copy, Default)]
struct Lesson {
    regrets: [f32; ACTIONS],
    /// How much each action was played so far: the average strategy, not yet divided.
    sums: [f32; ACTIONS],
    /// The running mean of what each action brought.
    means: [f32; ACTIONS],
    visits: u32,
}

/// Learns to play rounds of Stacks.
pub struct Trainer {
    /// A table of each number of seats, taken in turn.
    starts: Vec<State>,
    /// The index of the lesson of each situation.
    rows: HashMap<u32, u32>,
    lessons: Vec<Lesson>,
    walks: u64,
    rng: Dice,
}

/// The points of a seat in a finished round, less the mean of the others'.
fn margin(state: &State, seat: Seat) -> Option<f64> {
    state.last_round().map(|end| ahead(&end.points, seat))
}

/// Whether it is a window between two seats: there the play can still be called after the seat's next draw, which is better
/// unless that draw ends the round.
pub(super) fn is_better_called_later(state: &State) -> bool {
    matches!(state.phase(), Phase::Window(_)) && state.still_in().len() == 2 && state.deck().len() > 1
}

impl Trainer {
    /// A trainer for the deck of these options and each of these numbers of seats.
    pub fn new(options: &stacks::Options, seats: RangeInclusive<usize>, seed: u64) -> Trainer {
        let open = |seats| {
            let seating = Seating::ascending(seats).expect("so many can sit down");
            State::open(options, &seating).expect("so many can play these options")
        };
        Trainer {
            starts: seats.map(open).collect(),
            rows: HashMap::new(),
            lessons: Vec::new(),
            walks: 0,
            rng: dice(seed, 0),
        }
    }

    /// How many situations were met.
    pub fn situations(&self) -> usize {
        self.lessons.len()
    }

    /// Makes this many walks for each seat, all seats learning.
    pub fn learn(&mut self, walks: u64) {
        self.go(None, walks);
    }

    /// Learns an approximate best response to a fixed strategy by this many walks for each seat.
    pub fn learn_response(&mut self, fixed: Blueprint<'_>, walks: u64) {
        self.go(Some(fixed), walks);
    }

    fn go(&mut self, fixed: Option<Blueprint<'_>>, walks: u64) {
        for _ in 0..walks {
            let start = self.starts[self.walks as usize % self.starts.len()].clone();
            self.walks += 1;
            for seat in Seat::all(start.seating().seats()) {
                self.walk(start.clone(), seat, fixed);
            }
        }
    }

    /// The mean points a round that what was learnt wins from a fixed strategy, over all seats, and their standard error.
    pub fn measure_response(&mut self, fixed: Blueprint<'_>, rounds: u64) -> (f64, f64) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for round in 0..rounds {
            let tables = self.starts.len() as u64;
            let mut state = self.starts[(round % tables) as usize].clone();
            let seats = state.seating().seats() as u64;
            let learner =
                Seat::new((round / tables % seats) as u8).expect("a round has a seat for the learner");
            let points = loop {
                if let Some(points) = margin(&state, learner) {
                    break points;
                }
                let event = self.event(&state, |trainer, state, seat, menu| match seat == learner {
                    true => trainer.best_response(fixed, state, seat, menu),
                    false => trainer.fixed(fixed, state, seat, menu),
                });
                state.apply(&event);
            };
            sum += points;
            squares += points * points;
        }
        let n = rounds as f64;
        (sum / n, ((squares / n - (sum / n).powi(2)) / n).sqrt())
    }

    /// The next event when the seat that is asked chooses by `choose`.
    fn event(
        &mut self,
        state: &State,
        choose: impl Fn(&mut Trainer, &State, Seat, &ActionMenu) -> usize,
    ) -> table::EventOf<State> {
        if state.turn() == Turn::Nature {
            return Event::Fate(state.draw(&mut self.rng));
        }
        let seat = state.asked().expect("a game that waits asks a seat");
        let menu = action_menu(state, seat);
        let action = if is_better_called_later(state) { FOLD } else { choose(self, state, seat, &menu) };
        Event::Move { seat, mv: menu[action].expect("a chosen action is on the menu") }
    }

    fn lesson(&mut self, situation: u32) -> usize {
        let fresh = self.lessons.len() as u32;
        let row = *self.rows.entry(situation).or_insert(fresh);
        if row == fresh {
            self.lessons.push(Lesson::default());
        }
        row as usize
    }

    /// How likely each action of a menu is played, by regret matching.
    fn plays(&self, row: usize, menu: &ActionMenu) -> [f64; ACTIONS] {
        let mut regrets = [0.0; ACTIONS];
        let mut plays = [0.0; ACTIONS];
        let mut open = [0; ACTIONS];
        let mut count = 0;
        for (action, _) in menu.iter().enumerate().filter(|(_, mv)| mv.is_some()) {
            open[count] = action;
            regrets[count] = f64::from(self.lessons[row].regrets[action]);
            count += 1;
        }
        let mut matched = [0.0; ACTIONS];
        match_regrets(&regrets[..count], &mut matched[..count]);
        open[..count].iter().zip(matched).for_each(|(action, play)| plays[*action] = play);
        plays
    }

    fn draw_action(&mut self, plays: &[f64; ACTIONS], menu: &ActionMenu) -> usize {
        let mut left = unit(&mut self.rng) * plays.iter().sum::<f64>();
        let mut last = FOLD;
        for (action, play) in plays.iter().enumerate().filter(|(action, _)| menu[*action].is_some()) {
            left -= play;
            last = action;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    fn fixed(&mut self, fixed: Blueprint<'_>, state: &State, seat: Seat, menu: &ActionMenu) -> usize {
        let plays = fixed.plays(state, seat, menu).unwrap_or_else(|| fallback(menu));
        self.draw_action(&plays, menu)
    }

    /// The action of the highest regret; in a situation hardly met, what the fixed strategy itself would do.
    fn best_response(&mut self, fixed: Blueprint<'_>, state: &State, seat: Seat, menu: &ActionMenu) -> usize {
        let row = self.lesson(situation(state, seat));
        let lesson = &self.lessons[row];
        if lesson.visits < 30 {
            return self.fixed(fixed, state, seat, menu);
        }
        let open = (0..ACTIONS).filter(|action| menu[*action].is_some());
        open.max_by(|a, b| lesson.regrets[*a].total_cmp(&lesson.regrets[*b])).unwrap_or(FOLD)
    }

    /// The value of a position to the learner: plays on until the learner acts or the round is over.
    fn walk(&mut self, mut state: State, learner: Seat, fixed: Option<Blueprint<'_>>) -> f64 {
        loop {
            if let Some(points) = margin(&state, learner) {
                return points;
            }
            if state.asked() == Some(learner) && !is_better_called_later(&state) {
                return self.try_actions(&state, learner, fixed);
            }
            let weight = self.walks as f32;
            let event = self.event(&state, |trainer, state, seat, menu| {
                if let Some(fixed) = fixed {
                    return trainer.fixed(fixed, state, seat, menu);
                }
                let row = trainer.lesson(situation(state, seat));
                let plays = trainer.plays(row, menu);
                for (sum, play) in trainer.lessons[row].sums.iter_mut().zip(plays) {
                    *sum += weight * play as f32;
                }
                trainer.lessons[row].visits += 1;
                trainer.draw_action(&plays, menu)
            });
            state.apply(&event);
        }
    }

    /// The value of a position where the learner acts: tries a few actions, and updates the regrets of all.
    fn try_actions(&mut self, state: &State, learner: Seat, fixed: Option<Blueprint<'_>>) -> f64 {
        let menu = action_menu(state, learner);
        let row = self.lesson(situation(state, learner));
        let plays = self.plays(row, &menu);
        let mut open = [0; ACTIONS];
        let mut count = 0;
        for (action, _) in menu.iter().enumerate().filter(|(_, mv)| mv.is_some()) {
            open[count] = action;
            count += 1;
        }
        let tried = TRIED.min(count);
        for i in 0..tried {
            open.swap(i, i + below(&mut self.rng, (count - i) as u32) as usize);
        }
        let scale = count as f64 / tried as f64;
        let mut values = self.lessons[row].means.map(f64::from);
        for action in &open[..tried] {
            let mut next = state.clone();
            next.apply(&Event::Move {
                seat: learner,
                mv: menu[*action].expect("an open action is on the menu"),
            });
            let value = self.walk(next, learner, fixed);
            let lesson = &mut self.lessons[row];
            let mean = f64::from(lesson.means[*action]);
            values[*action] = mean + scale * (value - mean);
            let pace = if fixed.is_some() { 0.01 } else { 0.05 };
            lesson.means[*action] += (pace * (value - mean)) as f32;
        }
        if fixed.is_some() {
            self.lessons[row].visits += 1;
        }
        let value: f64 = open[..count].iter().map(|action| plays[*action] * values[*action]).sum();
        for action in &open[..count] {
            let regret = &mut self.lessons[row].regrets[*action];
            *regret = (*regret + (values[*action] - value) as f32).max(-500.0);
        }
        value
    }

    /// The average strategy as a table, situations met less than `least` times left out.
    pub fn table(&self, least: u32) -> Vec<u8> {
        let mut rows: Vec<_> = self
            .rows
            .iter()
            .map(|(situation, row)| (*situation, &self.lessons[*row as usize]))
            .filter(|(_, lesson)| lesson.visits >= least)
            .collect();
        rows.sort_by_key(|(situation, _)| *situation);
        let mut table = Vec::new();
        for (situation, lesson) in rows {
            let total: f32 = lesson.sums.iter().sum();
            table.extend(situation.to_le_bytes());
            // What is played less than once in fifty times is noise.
            let clean = lesson.sums.map(|sum| if sum < 0.02 * total { 0.0 } else { sum });
            let total: f32 = clean.iter().sum();
            table.extend(clean.map(|sum| (255.0 * sum / total.max(1e-9)).round() as u8));
        }
        table
    }
}

//! Training the blueprint: Monte-Carlo regret minimisation over rounds of Stacks.
//!
//! One seat in turn learns. Where it acts, a few of its actions are tried and the others taken at their running
//! mean, which keeps chance out of the regrets; everybody else's actions are sampled. Later walks count for more.
//! The same walks against a fixed strategy measure how much a learner can win from it.

use std::{collections::HashMap, ops::RangeInclusive};

use stacks::{Phase, State};
use table::{
    Event, Game, Seat, Seating, Turn,
    nature::{Dice, below, dice, unit},
};

use crate::{
    blueprint::{ACTIONS, Blueprint, FOLD, Menu, menu, situation},
    cfr::match_regrets,
};

/// How many actions of the learner are tried at each of its decisions.
const TRIED: usize = 3;

/// What is known of a situation.
#[derive(Clone, Copy, Default)]
struct Lesson {
    regrets: [f32; ACTIONS],
    sums: [f32; ACTIONS],
    means: [f32; ACTIONS],
    visits: u32,
}

/// Learns to play rounds of Stacks.
pub struct Trainer {
    /// A table of each number of seats, taken in turn.
    starts: Vec<State>,
    rows: HashMap<u32, u32>,
    lessons: Vec<Lesson>,
    walks: u64,
    rng: Dice,
}

/// A finished round, as points of one seat less the mean of the others'.
fn margin(state: &State, seat: Seat) -> Option<f64> {
    let end = state.last_round()?;
    let all: i32 = end.points.iter().sum();
    let own = f64::from(end.points[seat]);
    Some(own - (f64::from(all) - own) / (end.points.len() - 1) as f64)
}

/// Between two a play is better called after the own draw, unless that draw ends the round.
pub(crate) fn waits(state: &State) -> bool {
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

    /// Makes so many walks for each seat, all learning.
    pub fn learn(&mut self, walks: u64) {
        self.go(None, walks);
    }

    /// Learns to answer a fixed strategy by so many walks for each seat.
    pub fn answer(&mut self, fixed: Blueprint<'_>, walks: u64) {
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

    /// The mean points a round, over all seats, that what was learnt wins from a fixed strategy.
    pub fn measure(&mut self, fixed: Blueprint<'_>, rounds: u64) -> (f64, f64) {
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
                    true => trainer.best(fixed, state, seat, menu),
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
        choose: impl Fn(&mut Trainer, &State, Seat, &Menu) -> usize,
    ) -> table::EventOf<State> {
        if state.turn() == Turn::Nature {
            return Event::Fate(state.draw(&mut self.rng));
        }
        let seat = state.asked().expect("a game that waits asks a seat");
        let menu = menu(state, seat);
        let action = if waits(state) { FOLD } else { choose(self, state, seat, &menu) };
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

    /// What a seat plays now: in proportion to its regrets over the menu.
    fn plays(&self, row: usize, menu: &Menu) -> [f64; ACTIONS] {
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

    fn draw_action(&mut self, plays: &[f64; ACTIONS], menu: &Menu) -> usize {
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

    fn fixed(&mut self, fixed: Blueprint<'_>, state: &State, seat: Seat, menu: &Menu) -> usize {
        let plays = fixed.plays(state, seat, menu).unwrap_or_else(|| crate::weigh::by_own_lights(menu));
        self.draw_action(&plays, menu)
    }

    /// The action most regretted; in a situation hardly met, what the fixed strategy itself would do.
    fn best(&mut self, fixed: Blueprint<'_>, state: &State, seat: Seat, menu: &Menu) -> usize {
        let row = self.lesson(situation(state, seat));
        let lesson = &self.lessons[row];
        if lesson.visits < 30 {
            return self.fixed(fixed, state, seat, menu);
        }
        let open = (0..ACTIONS).filter(|action| menu[*action].is_some());
        open.max_by(|a, b| lesson.regrets[*a].total_cmp(&lesson.regrets[*b])).unwrap_or(FOLD)
    }

    /// Plays on until the learner acts or the round is over; the value of the position to the learner.
    fn walk(&mut self, mut state: State, learner: Seat, fixed: Option<Blueprint<'_>>) -> f64 {
        loop {
            if let Some(points) = margin(&state, learner) {
                return points;
            }
            if state.asked() == Some(learner) && !waits(&state) {
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

    fn try_actions(&mut self, state: &State, learner: Seat, fixed: Option<Blueprint<'_>>) -> f64 {
        let menu = menu(state, learner);
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

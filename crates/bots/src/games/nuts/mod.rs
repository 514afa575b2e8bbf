//! Nuts for Nuts: turns by paired trials of the sensible moves, steals by a mixed strategy.

mod habit;
mod theft;

use nuts::{Cards, Guess, MOST_NUTS, Move, Phase, State, Team};
use table::{
    Game, Rng, Seat, Standings,
    nature::{Dice, below},
};

use self::{
    habit::{Habit, lots, nuts_on, steal},
    theft::{StealSolution, solve_as_raccoon, solve_as_squirrel},
};
use crate::{
    Bot, Budget, Heuristics, Level, Played, Sight,
    games::MakeBot,
    hint::{HintUnit, MoveHint, count},
    methods::{
        fixed::fixed,
        greedy::Greedy,
        paired_trials,
        random::Random,
        stats::{RunningStats, draw_weighted},
    },
};

impl Heuristics for State {
    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn evaluate(&self, seat: Seat) -> f64 {
        let team = self.team(seat);
        f64::from(self.stash(team).nuts()) + 0.5 * f64::from(self.hand(seat).nuts())
    }

    fn default_policy(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        Habit::SOCIABLE.act(self, seat, rng)
    }
}

/// Plays turns by paired trials, and steals by a mixed strategy.
struct Sly;

/// How many standard errors better than the habit a move must be: of several moves one is always lucky, and a turn has
/// several actions to be misled in.
const DOUBT: f64 = 2.0;

/// The moves worth a trial: of each nut only the best lot to stash, and no card to show.
fn sensible(sight: &Sight<'_, State>) -> Vec<Move> {
    let hand = sight.view().places[sight.seat()].hand.unwrap_or_default();
    let best: Vec<Move> = lots(hand).map(|(lot, _)| Move::Stash(lot)).collect();
    let acts = sight.view().phase == Phase::Act;
    let is_sensible = |mv: &&Move| match mv {
        Move::Show(_) => false,
        Move::Stash(_) if acts => best.contains(mv),
        _ => true,
    };
    sight.moves().iter().filter(is_sensible).copied().collect()
}

/// What a result is worth: mostly the victory, and a little the margin, which takes fewer trials to tell.
fn reward(standings: &Standings, seat: Seat) -> f64 {
    const VICTORY: f64 = 0.7;
    /// How many nuts more make a victory e times as likely.
    const NUTS: f64 = 4.0;
    let own = standings.scores[seat];
    let rival = Seat::all(standings.scores.len())
        .find(|other| standings.teams[*other] != standings.teams[seat])
        .map_or(own, |other| standings.scores[other]);
    let margin = f64::from(own - rival) / NUTS;
    VICTORY * standings.share(seat) + (1.0 - VICTORY) / (1.0 + (-margin).exp())
}

/// What the habit does.
fn usual_move(sight: &Sight<'_, State>, rng: &mut Dice) -> Move {
    Habit::SOCIABLE.act(&sight.imagine(rng), sight.seat(), rng)
}

fn by_trials(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
    let usual = usual_move(sight, rng);
    let moves = sensible(sight);
    // Showing tells friends something and costs nothing, so it needs no trial.
    if let ([_] | [], _) | (_, Move::Show(_)) = (&moves[..], usual) {
        return usual;
    }
    let trials = paired_trials::compare(sight, &moves, budget, rng, reward);
    moves[trials.choose(moves.iter().position(|mv| *mv == usual), DOUBT)]
}

impl Bot<State> for Sly {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        if let [only] = sight.moves() {
            return *only;
        }
        let mixed = match sight.view().phase {
            Phase::Lay(_) => {
                draw_weighted(solve_as_squirrel(sight, rng).lays.swap_remove(0).into_iter(), rng)
                    .map(Move::Lay)
            }
            Phase::Guess(robbed) => {
                let theft = solve_as_raccoon(sight, robbed, rng);
                draw_weighted(Guess::all().zip(theft.guesses), rng).map(Move::Guess)
            }
            _ => None,
        };
        mixed.unwrap_or_else(|| by_trials(sight, budget, rng))
    }
}

/// The first steal from a hand of one card.
fn lone_theft(state: &State, seat: Seat) -> Option<Move> {
    let is_lone = |mv: &Move| matches!(mv, Move::Steal(from) if state.hand(*from).len() == 1);
    state.legal_moves(seat).find(is_lone)
}

/// Plays by a steady habit; but one action in eight it steals from a hand of one card, where there is one.
fn hoards(state: &State, seat: Seat, rng: &mut Dice) -> Move {
    let is_tempted = state.phase() == Phase::Act && below(rng, 8) == 0;
    let theft = if is_tempted { lone_theft(state, seat) } else { None };
    theft.unwrap_or_else(|| Habit::STEADY.act(state, seat, rng))
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 0, samples: 4 }),
            Level::Easy => fixed(|state, seat, rng| Habit::GREEDY.act(state, seat, rng)),
            Level::Medium => fixed(hoards),
            Level::Hard => Box::new(Sly),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "scurries about",
            Level::Greedy => "stashes whatever it holds",
            Level::Easy => "a young squirrel: draws until its cheeks burst",
            Level::Medium => "a hoarder: stashes in good time, and now and then cannot resist a theft",
            Level::Hard => "an old raccoon: counts every nut and cannot be guessed",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
        match sight.view().phase {
            Phase::Guess(robbed) => guess_hints(sight, robbed, rng),
            Phase::Lay(_) => lay_hints(sight, rng),
            _ => turn_hints(sight, budget, rng),
        }
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 0, samples: 4 })),
            ("stash at once", || fixed(|state, seat, rng| Habit::TIDY.act(state, seat, rng))),
            ("stash pairs", || {
                fixed(|state, seat, rng| {
                    Habit { stashes: 3, hoards: 4, pairs: false, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
            ("stash great pairs", || {
                fixed(|state, seat, rng| {
                    Habit { stashes: 4, hoards: 5, pairs: false, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
            ("draw on", || fixed(|state, seat, rng| Habit::GREEDY.act(state, seat, rng))),
            ("never draw", || {
                fixed(|state, seat, rng| Habit { draws_with: 0, ..Habit::TIDY }.act(state, seat, rng))
            }),
            ("always steal", || {
                fixed(|state, seat, rng| match state.phase() {
                    Phase::Act => steal(state, seat).unwrap_or_else(|| Habit::TIDY.act(state, seat, rng)),
                    _ => Habit::TIDY.act(state, seat, rng),
                })
            }),
            ("steal lone cards", || {
                fixed(|state, seat, rng| {
                    let habit = Habit { counts: true, ..Habit::TIDY };
                    lone_theft(state, seat).unwrap_or_else(|| habit.act(state, seat, rng))
                })
            }),
            ("show and share", || {
                fixed(|state, seat, rng| {
                    Habit { shares: true, counts: true, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
            ("empty the pile first", || {
                fixed(|state, seat, rng| {
                    Habit { hoards: 9, round: 4, shares: true, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
        ]
    }
}

/// The chance to win after every move, also after those that hard does not try.
fn turn_hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
    let (seat, moves) = (sight.seat(), sight.moves());
    let (usual, state) = (usual_move(sight, rng), sight.imagine(rng));
    let trials = paired_trials::compare(sight, moves, budget, rng, |standings, seat| standings.share(seat));
    let best = match usual {
        Move::Show(_) => usual,
        _ => moves[trials.choose(moves.iter().position(|mv| *mv == usual), DOUBT)],
    };
    let mut hint = |(mv, won): (&Move, &RunningStats)| {
        let mut why = why(&state, seat, mv);
        if let Move::Steal(from) = mv {
            let nuts = solve_as_raccoon(sight, *from, rng).value;
            why = format!("{why}; a steal takes {nuts:.1} nuts on average");
        }
        let (value, error) = won.chance();
        MoveHint { mv: *mv, value, error, unit: HintUnit::Chance, best: *mv == best, why }
    };
    moves.iter().zip(&trials.each).map(&mut hint).collect()
}

/// How likely each guess is right if every card of the hand is laid as often.
fn guess_hints(sight: &Sight<'_, State>, robbed: Seat, rng: &mut Dice) -> Vec<MoveHint<Move>> {
    let theft = solve_as_raccoon(sight, robbed, rng);
    let hands: Vec<Cards> = (0..200).map(|_| sight.imagine(rng).hand(robbed)).collect();
    let most = theft.guesses.iter().copied().fold(0.0, f64::max);
    let hint = |(guess, often): (Guess, f64)| {
        let fits = |hand: &Cards| {
            let right = hand.cards().filter(|card| guess.is_right(*card)).count();
            right as f64 / hand.len().max(1) as f64
        };
        let n = hands.len() as f64;
        let chance = hands.iter().map(fits).sum::<f64>() / n;
        let spread = hands.iter().map(|hand| (fits(hand) - chance).powi(2)).sum::<f64>() / n;
        MoveHint {
            mv: Move::Guess(guess),
            value: chance,
            error: 1.96 * (spread / n).sqrt(),
            unit: HintUnit::Chance,
            best: often == most,
            why: format!("right about {:.0} times in 100 if any card is laid alike", 100.0 * chance),
        }
    };
    Guess::all().zip(theft.guesses).map(hint).collect()
}

/// How likely each card is kept when it is laid, if the Raccoon guesses as well as it can.
fn lay_hints(sight: &Sight<'_, State>, rng: &mut Dice) -> Vec<MoveHint<Move>> {
    /// How often the steal is solved, each time with other imagined hands.
    const TIMES: usize = 5;
    /// Student's factor of a 95% interval for five values.
    const FACTOR: f64 = 2.78;
    let thefts: Vec<StealSolution> = (0..TIMES).map(|_| solve_as_squirrel(sight, rng)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / TIMES as f64;
    let judged = |mv: &Move| {
        let Move::Lay(card) = *mv else { return (0.0, 0.0, 0.0) };
        let kept: Vec<f64> = thefts.iter().map(|theft| 1.0 - theft.chance_guessed(card)).collect();
        let laid: Vec<f64> = thefts.iter().map(|theft| theft.laid(card)).collect();
        let value = mean(&kept);
        let spread = kept.iter().map(|kept| (kept - value).powi(2)).sum::<f64>() / (TIMES - 1) as f64;
        (value, FACTOR * (spread / TIMES as f64).sqrt(), mean(&laid))
    };
    let all: Vec<(f64, f64, f64)> = sight.moves().iter().map(judged).collect();
    let most = all.iter().map(|(_, _, laid)| *laid).fold(0.0, f64::max);
    let state = sight.imagine(rng);
    let hint = |(mv, (value, error, laid)): (&Move, &(f64, f64, f64))| MoveHint {
        mv: *mv,
        value: *value,
        error: *error,
        unit: HintUnit::Chance,
        best: *laid == most,
        why: format!(
            "{}; a Squirrel nobody can read lays it {:.0} times in 100",
            why(&state, sight.seat(), mv),
            100.0 * laid
        ),
    };
    sight.moves().iter().zip(&all).map(hint).collect()
}

fn why(state: &State, seat: Seat, mv: &Move) -> String {
    let hand = state.hand(seat);
    match mv {
        Move::FreeDraw | Move::Scavenge | Move::Redraw => {
            let room = MOST_NUTS.saturating_sub(hand.nuts());
            match state.team(seat) {
                Team::Squirrels => {
                    format!("you hold {} nuts and may hold {MOST_NUTS}: room for {room}", hand.nuts())
                }
                Team::Raccoon => {
                    format!("{} cards are left to draw, and your hand has no limit", state.to_draw())
                }
            }
        }
        Move::Stash(lot) => {
            let nuts: u32 = lot.cards().map(nuts_on).sum();
            format!("{} safe for good", count(nuts, "nut"))
        }
        Move::Steal(from) => {
            format!("{from} holds {}", count(state.hand(*from).len() as u32, "card"))
        }
        Move::Lay(card) => format!("costs you {} if it is guessed", count(nuts_on(*card), "nut")),
        Move::Guess(_) => String::new(),
        Move::Show(_) => "your friends will know it, and the Raccoon will not".to_owned(),
        Move::Share { to, .. } => format!("{to} may need it more, and all see it"),
        Move::EndTurn => "nothing more to do".to_owned(),
        Move::Decline => "do without a card".to_owned(),
    }
}

//! Stacks: hard plays a mixed strategy, so that nobody can read its Bids and Calls.
//!
//! The strategy begins as a [`blueprint`] trained beforehand. For each decision `rollouts` of the round are played
//! from hidden cards that fit what everybody bid (`belief`), against models of the `opponents`; moves that turn
//! out better are then played more often.

mod belief;
mod bid_counts;
pub mod blueprint;
mod fixed;
mod match_value;
mod opponents;
mod rollouts;
pub mod train;

use stacks::{Card, Fate, MOST_BID, Move, Phase, State};
use table::{
    Event, EventOf, Game, PerSeat, Rng, Seat,
    nature::{Dice, below},
};

use self::{
    belief::Belief,
    bid_counts::{unseen, ways},
    blueprint::{ActionMenu, CALL, TRUTHS, action_menu, choices},
    fixed::{honest, in_window, pass, plausible, smallest_lie, threshold},
    match_value::MatchValue,
    opponents::{OpponentModel, read_opponents},
    rollouts::{draw_action, error, lead, mixed_strategy, roll_out_moves},
    train::is_better_called_later,
};
use crate::{
    Bot, Budget, Heuristics, Level, Played, Sight,
    games::MakeBot,
    hint::{HintUnit, MoveHint, count},
    methods::{
        fixed::fixed as fixed_bot,
        greedy::Greedy,
        random::Random,
        stats::{RunningStats, argmax, draw_weighted},
    },
};

/// A number for some cards in order; different cards have different numbers.
fn code(cards: impl Iterator<Item = Card>) -> u64 {
    cards.fold(1, |code, card| code * 23 + (card.value() + 10) as u64)
}

impl Heuristics for State {
    fn observation_key(&self, event: &EventOf<State>, viewer: Seat) -> u64 {
        match *event {
            Event::Fate(Fate(card)) => {
                let owner = if let Phase::Deal(n) = self.phase() {
                    self.order()[usize::from(n)]
                } else {
                    self.seat()
                };
                if owner == viewer { 1 + (card.value() + 10) as u64 } else { 0 }
            }
            Event::Move { seat, mv: Move::Play { cards, bid } } => {
                let seen =
                    if seat == viewer { code(cards.cards().iter().copied()) } else { cards.len() as u64 };
                100 + (seen * 200 + (bid + 99) as u64)
            }
            Event::Move { seat, mv: Move::Fold } => {
                30 + 1_000_000 * code(self.hand(seat).cards().iter().copied().chain(self.stack(seat).cards()))
            }
            Event::Move { mv: Move::Call { .. }, seat } => 30 + seat.index() as u64,
            Event::Move { mv: Move::Pass { .. }, seat } => 40 + seat.index() as u64,
        }
    }

    fn information_set_key(&self, seat: Seat) -> u64 {
        code(self.hand(seat).cards().iter().copied()) * 100 + (self.stack(seat).sum() + 20) as u64
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn evaluate(&self, seat: Seat) -> f64 {
        f64::from(self.scores()[seat] + if self.still_in().has(seat) { self.stack(seat).sum() } else { 0 })
    }

    fn default_policy(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        let menu = action_menu(self, seat);
        draw_action(&mixed_strategy(self, seat, &menu).0, &menu, rng)
    }
}

/// Plays the blueprint, but more often what turns out better in rollouts; always mixed.
struct Unreadable;

/// How many points better a move must be to be played e times as often; several opponents can read a seat less well.
fn temperature(seats: usize) -> f64 {
    if seats == 2 { 0.3 } else { 0.25 }
}

/// What is added to each probability of the blueprint, so that moves it never plays can be played; more where it does
/// not know the situation.
fn floor(known: bool) -> f64 {
    if known { 0.03 } else { 0.1 }
}

/// How likely it must be that no opponent ever calls before the highest Bid of all is considered.
const LEAST_UNCALLED: f64 = 0.01;

/// The moves that hard considers: those of its menu, and the highest Bid of all where nobody seems to call. Nobody can go
/// above that Bid, so whoever does not call it folds.
fn considered(state: &State, seat: Seat, menu: &ActionMenu, models: &PerSeat<OpponentModel>) -> Vec<Move> {
    if is_better_called_later(state) {
        // The same play can still be called after the draw.
        return vec![pass(state)];
    }
    let mut moves: Vec<Move> = menu.iter().copied().flatten().collect();
    let rivals = state.still_in().without(seat);
    let uncalled: f64 = rivals.iter().map(|rival| models[rival].never_calls()).product();
    if uncalled > LEAST_UNCALLED && !in_window(state) && state.lowest_bid() <= MOST_BID {
        moves.extend(choices(state.hand(seat)).map(|(_, cards)| Move::Play { cards, bid: MOST_BID }));
    }
    moves
}

/// The weights by which moves are drawn: as the blueprint says, times e to how far they are behind the best.
fn adjusted(
    state: &State,
    seat: Seat,
    menu: &ActionMenu,
    moves: &[Move],
    found: &[RunningStats],
) -> Vec<f64> {
    let (prepared, known) = mixed_strategy(state, seat, menu);
    let (temperature, floor) = (temperature(state.seating().seats()), floor(known));
    let most = found.iter().map(RunningStats::mean).fold(f64::NEG_INFINITY, f64::max);
    let share = |(mv, sum): (&Move, &RunningStats)| {
        let action = menu.iter().position(|one| one.as_ref() == Some(mv));
        // A move within one standard error of the best keeps its share.
        let behind = (most - sum.mean() - error(sum)).max(0.0);
        (action.map_or(0.0, |action| prepared[action]) + floor) * (-behind / temperature).exp()
    };
    moves.iter().zip(found).map(share).collect()
}

impl Bot<State> for Unreadable {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let (state, seat) = (sight.imagine(rng), sight.seat());
        let menu = action_menu(&state, seat);
        let models = read_opponents(sight.shown(), state.seating().seats());
        let moves = considered(&state, seat, &menu, &models);
        if let [only] = moves[..] {
            return only;
        }
        let value = MatchValue::new(&state, seat, &models, sight.shown(), rng);
        let found = roll_out_moves(sight, &moves, budget, rng, &models, |state, _| value.of(state));
        let weights = adjusted(&state, seat, &menu, &moves, &found);
        draw_weighted(moves.into_iter().zip(weights), rng).expect("the best move has weight")
    }
}

/// Calls only what it believes to be a lie, and otherwise chooses by a few rollouts against opponents as patient as it is.
struct Patient;

impl Patient {
    /// How many rollouts each move gets.
    const ROLLOUTS: Budget = Budget::iterations(4);
    /// How many ways the hidden cards may lie it imagines before a Call.
    const WAYS: usize = 15;
    /// In how many of them the last Bid must be a lie to be called.
    const LIES: usize = 10;
    /// It opens with a lie at most once in this many rounds, because an opening is easily called: a seat without a Stack
    /// risks nothing by a Call.
    const OPENS_WITH_LIE_IN: u32 = 4;

    /// Whether it believes the last Bid to be a lie.
    fn doubts(sight: &Sight<'_, State>, rng: &mut Dice) -> bool {
        let belief = Belief::of(sight, |_| OpponentModel::default().lies());
        let is_lie = |state: &State| {
            state.last_play().is_some_and(|last| state.stack(last.seat).sum() != i32::from(last.bid))
        };
        (0..Self::WAYS).filter(|_| is_lie(&belief.sample(rng))).count() >= Self::LIES
    }
}

impl Bot<State> for Patient {
    fn decide(&mut self, sight: &Sight<'_, State>, _: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let mut menu = plausible(&state, sight.seat(), action_menu(&state, sight.seat()));
        if menu[CALL].is_some() && !Self::doubts(sight, rng) {
            menu[CALL] = None;
        }
        let can_be_true = TRUTHS.iter().any(|truth| menu[*truth].is_some());
        if can_be_true && state.plays().is_empty() && below(rng, Self::OPENS_WITH_LIE_IN) > 0 {
            (0..menu.len()).filter(|action| !TRUTHS.contains(action)).for_each(|action| menu[action] = None);
        }
        let moves: Vec<Move> = menu.into_iter().flatten().collect();
        if let [only] = moves[..] {
            return only;
        }
        let others = PerSeat::from_fn(sight.view().seating.seats(), |_| OpponentModel::patient());
        let found = roll_out_moves(sight, &moves, &Self::ROLLOUTS, rng, &others, lead);
        moves[argmax(&found.iter().map(RunningStats::mean).collect::<Vec<_>>())]
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 0, samples: 8 }),
            Level::Easy => fixed_bot(|state, seat, rng| match below(rng, 4) {
                0 if !in_window(state) => {
                    honest(state, seat, |menu| smallest_lie(&plausible(state, seat, *menu)))
                }
                _ => threshold(state, seat, 3.5, false),
            }),
            Level::Medium => Box::new(Patient),
            Level::Hard => Box::new(Unreadable),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "says anything",
            Level::Greedy => "piles up cards",
            Level::Easy => "an honest soul: tells the truth or folds, and rarely dares a small lie",
            Level::Medium => "a talker: bluffs boldly, and calls only what is likely a lie",
            Level::Hard => "a stone face: bluffs and calls at rates that give nothing away",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
        let (state, seat, moves) = (sight.imagine(rng), sight.seat(), sight.moves());
        let models = read_opponents(sight.shown(), state.seating().seats());
        let found = roll_out_moves(sight, moves, budget, rng, &models, lead);
        let menu = action_menu(&state, seat);
        let considered = considered(&state, seat, &menu, &models);
        let mut weights = adjusted(&state, seat, &menu, moves, &found);
        weights
            .iter_mut()
            .zip(moves)
            .filter(|(_, mv)| !considered.contains(mv))
            .for_each(|(weight, _)| *weight = 0.0);
        let all: f64 = weights.iter().sum();
        // Nothing is advised that is surely worth less than something else.
        let bound = |n: usize, side: f64| found[n].mean() + side * 1.96 * error(&found[n]);
        let least = (0..moves.len()).map(|n| bound(n, -1.0)).fold(f64::NEG_INFINITY, f64::max);
        let by_weight = |a: &usize, b: &usize| {
            weights[*a].total_cmp(&weights[*b]).then(found[*a].mean().total_cmp(&found[*b].mean()))
        };
        let best = (0..moves.len()).filter(|n| bound(*n, 1.0) >= least).max_by(by_weight);
        let hint = |n: usize| MoveHint {
            mv: moves[n],
            value: found[n].mean(),
            error: 1.96 * error(&found[n]),
            unit: HintUnit::Points,
            best: best == Some(n),
            why: why(&state, seat, &moves[n], weights[n] / all.max(f64::MIN_POSITIVE)),
        };
        (0..moves.len()).map(hint).collect()
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<State>)> {
        fixed::all()
    }
}

fn why(state: &State, seat: Seat, mv: &Move, likely: f64) -> String {
    let rate = match (likely * 100.0).round() as u32 {
        0 => "a careful player does not do this here".to_owned(),
        percent => format!("a player nobody can read does this {percent} times in 100"),
    };
    let says = match mv {
        Move::Play { cards, bid } => {
            let sum = state.stack(seat).sum() + cards.sum();
            match i32::from(*bid) == sum {
                true => format!("{bid} would be the truth"),
                false => format!("your Stack would be worth {sum}, so {bid} would be a lie"),
            }
        }
        Move::Fold => "you score nothing this round and lose nothing".to_owned(),
        Move::Call { .. } | Move::Pass { .. } => match state.last_play() {
            Some(last) => {
                let laid = state.stack(last.seat).len();
                let (true_ways, all) = ways(&unseen(state, seat), laid, last.bid.into());
                let cards = count(laid as u32, "card");
                let true_ways = if true_ways == 0 { "none".to_owned() } else { true_ways.to_string() };
                format!("{true_ways} of the {all} ways the {cards} you cannot see may be make {}", last.bid)
            }
            None => "there is nothing to call".to_owned(),
        },
    };
    format!("{says}; {rate}")
}

//! Stacks: hard plays a mixed strategy worked out beforehand, so that its Bids and Calls cannot be read.
//!
//! It is bent towards what turns out better when rounds are played out from hidden cards that fit what everybody
//! bid, against opponents who lie and call as they have shown; always mixed.

use stacks::{Card, Fate, MOST_BID, Move, Phase, State};
use table::{
    Event, EventOf, Game, PerSeat, Rng, Seat,
    nature::{Dice, below},
};

use crate::{
    Bot, Budget, Level, Played, Sight, Tactics,
    belief::Belief,
    blueprint::{CALL, Menu, TRUTHS, choices, menu},
    claims::{unseen, ways},
    greedy::{Greedy, best},
    habits::{self, honest, in_window, pass, plausible, smallest_lie, threshold},
    hint::{Hint, Unit},
    level::Maker,
    random::Random,
    reading::{Reading, read},
    rule::rule,
    season::Season,
    sum::Sum,
    train::waits,
    weigh::{draw, draw_action, error, lead, plays, weigh},
};

fn code(cards: impl Iterator<Item = Card>) -> u64 {
    cards.fold(1, |code, card| code * 23 + (card.value() + 10) as u64)
}

impl Tactics for State {
    fn clue(&self, event: &EventOf<State>, viewer: Seat) -> u64 {
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

    fn secret(&self, seat: Seat) -> u64 {
        code(self.hand(seat).cards().iter().copied()) * 100 + (self.stack(seat).sum() + 20) as u64
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn worth(&self, seat: Seat) -> f64 {
        f64::from(self.scores()[seat] + if self.still_in().has(seat) { self.stack(seat).sum() } else { 0 })
    }

    fn playout(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        let menu = menu(self, seat);
        draw_action(&plays(self, seat, &menu).0, &menu, rng)
    }
}

/// Plays the blueprint, bent towards what turns out better when rounds are played out; always mixed.
struct Unreadable;

/// How many points better an action must be to be played e times as often; several opponents read one less.
fn bend(seats: usize) -> f64 {
    if seats == 2 { 0.3 } else { 0.25 }
}

/// How often at least what the blueprint leaves out is looked at, where it knows the situation and where not.
fn floor(known: bool) -> f64 {
    if known { 0.03 } else { 0.1 }
}

/// How likely it must be that nobody would call anything before a Bid that nobody can go above is looked at.
const SURE_ENOUGH: f64 = 0.01;

/// What hard looks at: its menu, and the highest Bid of all where nobody seems to call. Whoever does not call that one
/// folds.
fn considered(state: &State, seat: Seat, menu: &Menu, readings: &PerSeat<Reading>) -> Vec<Move> {
    if waits(state) {
        // The same play can still be called after the draw.
        return vec![pass(state)];
    }
    let mut moves: Vec<Move> = menu.iter().copied().flatten().collect();
    let rivals = state.still_in().without(seat);
    let unwatched: f64 = rivals.iter().map(|rival| readings[rival].never_calls()).product();
    if unwatched > SURE_ENOUGH && !in_window(state) && state.lowest_bid() <= MOST_BID {
        moves.extend(choices(state.hand(seat)).map(|(_, cards)| Move::Play { cards, bid: MOST_BID }));
    }
    moves
}

/// How often moves are made: as the blueprint says, bent towards what turned out better.
fn bent(state: &State, seat: Seat, menu: &Menu, moves: &[Move], weighed: &[Sum]) -> Vec<f64> {
    let (prepared, known) = plays(state, seat, menu);
    let (bend, floor) = (bend(state.seating().seats()), floor(known));
    let most = weighed.iter().map(Sum::mean).fold(f64::NEG_INFINITY, f64::max);
    let share = |(mv, sum): (&Move, &Sum)| {
        let action = menu.iter().position(|one| one.as_ref() == Some(mv));
        // What is not known to be worse keeps its share.
        let behind = (most - sum.mean() - error(sum)).max(0.0);
        (action.map_or(0.0, |action| prepared[action]) + floor) * (-behind / bend).exp()
    };
    moves.iter().zip(weighed).map(share).collect()
}

impl Bot<State> for Unreadable {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let (state, seat) = (sight.imagine(rng), sight.seat());
        let menu = menu(&state, seat);
        let readings = read(sight.shown(), state.seating().seats());
        let moves = considered(&state, seat, &menu, &readings);
        if let [only] = moves[..] {
            return only;
        }
        let season = Season::new(&state, seat, &readings, sight.shown(), rng);
        let weighed = weigh(sight, &moves, budget, rng, &readings, |state, _| season.prospects(state));
        let shares = bent(&state, seat, &menu, &moves, &weighed);
        draw(moves.into_iter().zip(shares), rng).expect("something is always worth looking at")
    }
}

/// Calls only what it holds for a lie, and otherwise plays a few rounds out as if all others were as patient.
struct Patient;

impl Patient {
    /// How often it plays an action out.
    const ROUNDS: Budget = Budget::iterations(4);
    /// How many ways to have made the last play it thinks of, and how many of them must be lies.
    const WAYS: usize = 15;
    const LIES: usize = 10;
    /// It opens with a lie at most once in so many times: whoever has laid nothing calls for nothing.
    const OPENS: u32 = 4;

    fn doubts(sight: &Sight<'_, State>, rng: &mut Dice) -> bool {
        let belief = Belief::of(sight, |_| Reading::default().lies());
        let is_lie = |state: &State| {
            state.last_play().is_some_and(|last| state.stack(last.seat).sum() != i32::from(last.bid))
        };
        (0..Self::WAYS).filter(|_| is_lie(&belief.draw(rng))).count() >= Self::LIES
    }
}

impl Bot<State> for Patient {
    fn decide(&mut self, sight: &Sight<'_, State>, _: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let mut menu = plausible(&state, sight.seat(), menu(&state, sight.seat()));
        if menu[CALL].is_some() && !Self::doubts(sight, rng) {
            menu[CALL] = None;
        }
        let can_tell = TRUTHS.iter().any(|truth| menu[*truth].is_some());
        if can_tell && state.bids().is_empty() && below(rng, Self::OPENS) > 0 {
            (0..menu.len()).filter(|action| !TRUTHS.contains(action)).for_each(|action| menu[action] = None);
        }
        let moves: Vec<Move> = menu.into_iter().flatten().collect();
        if let [only] = moves[..] {
            return only;
        }
        let others = PerSeat::from_fn(sight.view().seating.seats(), |_| Reading::patient());
        let weighed = weigh(sight, &moves, &Self::ROUNDS, rng, &others, lead);
        moves[best(&weighed.iter().map(Sum::mean).collect::<Vec<_>>())]
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 0, samples: 8 }),
            Level::Easy => rule(|state, seat, rng| match below(rng, 4) {
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

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        let (state, seat, moves) = (sight.imagine(rng), sight.seat(), sight.moves());
        let readings = read(sight.shown(), state.seating().seats());
        let weighed = weigh(sight, moves, budget, rng, &readings, lead);
        let menu = menu(&state, seat);
        let looked_at = considered(&state, seat, &menu, &readings);
        let mut shares = bent(&state, seat, &menu, moves, &weighed);
        shares
            .iter_mut()
            .zip(moves)
            .filter(|(_, mv)| !looked_at.contains(mv))
            .for_each(|(share, _)| *share = 0.0);
        let all: f64 = shares.iter().sum();
        // Nothing is recommended that is surely worth less than something else.
        let surely = |n: usize, side: f64| weighed[n].mean() + side * 1.96 * error(&weighed[n]);
        let least = (0..moves.len()).map(|n| surely(n, -1.0)).fold(f64::NEG_INFINITY, f64::max);
        let by_share = |a: &usize, b: &usize| {
            shares[*a].total_cmp(&shares[*b]).then(weighed[*a].mean().total_cmp(&weighed[*b].mean()))
        };
        let best = (0..moves.len()).filter(|n| surely(*n, 1.0) >= least).max_by(by_share);
        let hint = |n: usize| Hint {
            mv: moves[n],
            value: weighed[n].mean(),
            error: 1.96 * error(&weighed[n]),
            unit: Unit::Points,
            best: best == Some(n),
            why: why(&state, seat, &moves[n], shares[n] / all.max(f64::MIN_POSITIVE)),
        };
        (0..moves.len()).map(hint).collect()
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        habits::all()
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
                let count = state.stack(last.seat).len();
                let (true_ways, all) = ways(&unseen(state, seat), count, last.bid.into());
                let cards = crate::hint::count(count as u32, "card");
                let true_ways = if true_ways == 0 { "none".to_owned() } else { true_ways.to_string() };
                format!("{true_ways} of the {all} ways the {cards} you cannot see may be make {}", last.bid)
            }
            None => "there is nothing to call".to_owned(),
        },
    };
    format!("{says}; {rate}")
}

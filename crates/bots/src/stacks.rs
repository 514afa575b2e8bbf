//! Stacks: hard plays a mixed strategy worked out beforehand, so that its Bids and Calls cannot be read.
//!
//! Where a play must be weighed rather than drawn (hints, medium, calls between several seats), hidden cards are
//! imagined so that a Bid is true about as often as people and bots tell the truth, and rounds are played out.

use stacks::{Card, Fate, Move, Phase, State};
use table::{
    Event, EventOf, Game, PerSeat, Rng, Seat, Turn,
    nature::{Dice, below, unit},
};

use crate::{
    Bot, Budget, Clock, Level, Played, Sight, Tactics,
    belief::Belief,
    blueprint::{ACTIONS, CALL, FOLD, Menu, full_deck, menu},
    greedy::{Greedy, best},
    hint::{Hint, Unit},
    level::Maker,
    random::Random,
    reading::{Reading, read},
    rule::rule,
    train::waits,
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
        draw(&plays(self, seat, &menu), &menu, rng)
    }
}

/// What to play in a situation nobody prepared: the truth if it can be told, otherwise fold, call or lie.
pub fn by_own_lights(menu: &Menu) -> [f64; ACTIONS] {
    let mut plays = [0.0; ACTIONS];
    match (0..15).rev().step_by(5).map(|last| last - 4).find(|truth| menu[*truth].is_some()) {
        Some(truth) => plays[truth] = 1.0,
        None => {
            plays[FOLD] = 0.6;
            plays[CALL] = 0.2;
            plays[1] = 0.2;
        }
    }
    plays
}

/// How readily a play is called in its window: hardly at two points a card, mostly at four.
fn doubts(state: &State) -> [f64; ACTIONS] {
    let mut plays = [0.0; ACTIONS];
    let each = |last: &stacks::Bid| f64::from(last.bid) / state.stack(last.seat).len().max(1) as f64;
    let call = state.last_play().map_or(0.0, |last| ((each(last) - 2.0) / 2.5).clamp(0.03, 0.9));
    (plays[CALL], plays[FOLD]) = (call, 1.0 - call);
    plays
}

/// Whether the last Bid is more than its cards can be worth.
fn impossible(state: &State, seat: Seat) -> bool {
    let Some(last) = state.last_play().filter(|last| last.seat != seat) else { return false };
    let (hand, stack) = (state.hand(seat), state.stack(seat));
    let mut most = 0;
    let mut cards = state.stack(last.seat).len();
    for (card, count) in
        state.options().deck.cards().counts().collect::<arrayvec::ArrayVec<_, 21>>().into_iter().rev()
    {
        let mine = hand.cards().iter().filter(|held| **held == card).count() + usize::from(stack.count(card));
        let taken = cards.min(usize::from(count).saturating_sub(mine));
        most += card.value() * taken as i32;
        cards -= taken;
    }
    i32::from(last.bid) > most
}

fn plays(state: &State, seat: Seat, menu: &Menu) -> [f64; ACTIONS] {
    if menu[CALL].is_some() && impossible(state, seat) {
        let mut plays = [0.0; ACTIONS];
        plays[CALL] = 1.0;
        return plays;
    }
    let prepared = full_deck(state.seating().seats()).plays(state, seat, menu);
    prepared.unwrap_or_else(|| if in_window(state) { doubts(state) } else { by_own_lights(menu) })
}

fn draw(plays: &[f64; ACTIONS], menu: &Menu, rng: &mut (impl Rng + ?Sized)) -> Move {
    let open = || (0..ACTIONS).filter_map(|action| menu[action].map(|mv| (mv, plays[action])));
    let mut left = unit(rng) * open().map(|(_, play)| play).sum::<f64>();
    let mut drawn = menu[FOLD].expect("one can always fold or pass");
    for (mv, play) in open().filter(|(_, play)| *play > 0.0) {
        drawn = mv;
        left -= play;
        if left < 0.0 {
            break;
        }
    }
    drawn
}

/// Plays a round to its end; the others lie and call as readily as they were read to.
fn play_round_out(state: &mut State, me: Seat, readings: &PerSeat<Reading>, rng: &mut Dice) {
    let round = state.round();
    while state.round() == round && state.turn() != Turn::Over {
        let event = match state.asked() {
            None => Event::Fate(state.draw(rng)),
            Some(seat) => {
                let menu = menu(state, seat);
                let mut plays = plays(state, seat, &menu);
                if seat != me {
                    readings[seat].colour(&mut plays);
                }
                Event::Move { seat, mv: draw(&plays, &menu, rng) }
            }
        };
        state.apply(&event);
    }
}

/// The points a seat has more than the others on average.
fn lead(state: &State, seat: Seat) -> f64 {
    let own = f64::from(state.scores()[seat]);
    let all: i32 = state.scores().iter().sum();
    own - (f64::from(all) - own) / (state.seating().seats() - 1) as f64
}

/// About how likely a seat is to win the game from here, in points: a point more at an even start counts 1.
fn prospects(state: &State, seat: Seat) -> f64 {
    let seats = state.seating().seats() as f64;
    let slope = (seats - 1.0) / (seats * seats);
    let spread = |left: f64| 2.75 * (left / 2.0 + 1.0).sqrt();
    let goal = f64::from(state.options().goal);
    let even = spread(goal);
    if let Some(standings) = state.standings() {
        return standings.share(seat) * even / slope;
    }
    let most = state.scores().iter().copied().max().map_or(0.0, f64::from);
    let spread = spread((goal - most).max(1.0));
    let weight = |score: i32| ((f64::from(score) - most) / spread).exp();
    let all: f64 = state.scores().iter().map(|score| weight(*score)).sum();
    weight(state.scores()[seat]) / all * even / slope
}

/// The mean of what moves are worth and its standard error.
type Weighed = (f64, f64);

/// What moves are worth, each played out to the end of the round from the same imagined states.
fn weigh(
    sight: &Sight<'_, State>,
    moves: &[Move],
    budget: &Budget,
    rng: &mut Dice,
    readings: &PerSeat<Reading>,
    worth: impl Fn(&State, Seat) -> f64,
) -> Vec<Weighed> {
    let belief = Belief::of(sight, |seat| readings[seat].lies());
    let mut sums = vec![Sum::default(); moves.len()];
    let mut clock = Clock::start_slow(budget.share());
    let now = worth(&sight.imagine(rng), sight.seat());
    let mut rounds = 0;
    while clock.goes_on() {
        let state = belief.draw(rng);
        for (mv, sum) in moves.iter().zip(&mut sums).filter(|(_, sum)| !sum.out) {
            let mut next = state.clone();
            next.apply(&Event::Move { seat: sight.seat(), mv: *mv });
            play_round_out(&mut next, sight.seat(), readings, rng);
            sum.add(worth(&next, sight.seat()) - now);
        }
        rounds += 1;
        if rounds % 16 == 0 {
            let surely = |sum: &Sum, side: f64| sum.weighed().0 + side * 2.5 * sum.weighed().1;
            let least = sums.iter().map(|sum| surely(sum, -1.0)).fold(f64::NEG_INFINITY, f64::max);
            sums.iter_mut().for_each(|sum| sum.out |= surely(sum, 1.0) < least);
        }
    }
    sums.iter().map(Sum::weighed).collect()
}

/// What a move has brought so far.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f64,
    sum: f64,
    squares: f64,
    /// Whether it is surely not the best, and no longer tried.
    out: bool,
}

impl Sum {
    fn add(&mut self, gain: f64) {
        self.count += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn weighed(&self) -> Weighed {
        let mean = self.sum / self.count;
        (mean, ((self.squares / self.count - mean * mean).max(0.0) / self.count).sqrt())
    }
}

/// Plays the blueprint, bent towards what turns out better when rounds are played out; always mixed.
struct Unreadable;

/// How many points better an action must be to be played e times as often, and how often at least what the
/// blueprint leaves out is looked at; several opponents read one less.
fn bend(seats: usize) -> (f64, f64) {
    if seats == 2 { (0.7, 0.01) } else { (0.25, 0.02) }
}

impl Bot<State> for Unreadable {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let menu = menu(&state, sight.seat());
        if waits(&state) {
            // The same play can still be called after the draw.
            return pass(&state);
        }
        let (actions, moves): (Vec<usize>, Vec<Move>) =
            menu.iter().enumerate().filter_map(|(action, mv)| mv.map(|mv| (action, mv))).unzip();
        let prepared = plays(&state, sight.seat(), &menu);
        let seats = state.seating().seats();
        let weighed = weigh(sight, &moves, budget, rng, &read(sight.shown(), seats), prospects);
        let most = weighed.iter().map(|(mean, _)| *mean).fold(f64::NEG_INFINITY, f64::max);
        let (bend, floor) = bend(seats);
        let mut bent = [0.0; ACTIONS];
        for (action, (mean, error)) in actions.iter().zip(weighed) {
            // What is not known to be worse keeps its share.
            let behind = (most - mean - error).max(0.0);
            bent[*action] = (prepared[*action] + floor) * (-behind / bend).exp();
        }
        draw(&bent, &menu, rng)
    }
}

/// Plays out every action on its menu a few times and takes the best.
struct Weighs;

/// How often medium plays an action out.
const A_FEW: u32 = 6;

impl Bot<State> for Weighs {
    fn decide(&mut self, sight: &Sight<'_, State>, _: &Budget, rng: &mut Dice) -> Move {
        let moves: Vec<Move> = menu(&sight.imagine(rng), sight.seat()).into_iter().flatten().collect();
        let readings = read(&[], sight.view().seating.seats());
        let weighed = weigh(sight, &moves, &Budget::iterations(A_FEW), rng, &readings, lead);
        moves[best(&weighed.iter().map(|(mean, _)| *mean).collect::<Vec<_>>())]
    }
}

/// Tells the truth with as many cards as possible; otherwise does something else.
fn honest(state: &State, seat: Seat, otherwise: impl Fn(&Menu) -> Option<Move>) -> Move {
    let menu = menu(state, seat);
    let truth = [10, 5, 0].into_iter().find_map(|action| menu[action]);
    truth.or_else(|| otherwise(&menu)).or(menu[FOLD]).expect("one can always fold or pass")
}

fn smallest_lie(menu: &Menu) -> Option<Move> {
    [11, 12, 1, 2].into_iter().find_map(|action| menu[action])
}

/// Whether the last Bid is more than its cards are likely to be worth.
fn suspects(state: &State, each: f64) -> bool {
    state.last_play().is_some_and(|last| f64::from(last.bid) > each * state.stack(last.seat).len() as f64)
}

fn in_window(state: &State) -> bool {
    matches!(state.phase(), Phase::Window(_))
}

fn call(state: &State, seat: Seat) -> Option<Move> {
    menu(state, seat)[CALL]
}

fn pass(state: &State) -> Move {
    Move::Pass { play: state.plays() }
}

/// Calls what is above so much a card, tells the truth, and otherwise lies as little as possible or folds.
fn threshold(state: &State, seat: Seat, each: f64, lies: bool) -> Move {
    match call(state, seat) {
        Some(call) if suspects(state, each) => call,
        _ if in_window(state) => pass(state),
        _ => honest(state, seat, |menu| if lies { smallest_lie(menu) } else { None }),
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 0, samples: 8 }),
            Level::Easy => rule(|state, seat, rng| match below(rng, 4) {
                0 if !in_window(state) => honest(state, seat, smallest_lie),
                _ => threshold(state, seat, 3.5, false),
            }),
            Level::Medium => Box::new(Weighs),
            Level::Hard => Box::new(Unreadable),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "says anything",
            Level::Greedy => "piles up cards",
            Level::Easy => "an honest soul: tells the truth or folds, and rarely dares a small lie",
            Level::Medium => "a reasoner: works out what is likely, and can be read by those who watch",
            Level::Hard => "a stone face: bluffs and calls at rates that give nothing away",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        let readings = read(sight.shown(), sight.view().seating.seats());
        let weighed = weigh(sight, sight.moves(), budget, rng, &readings, lead);
        let state = sight.imagine(rng);
        let menu = menu(&state, sight.seat());
        let plays = plays(&state, sight.seat(), &menu);
        let likely = |mv: &Move| {
            let action = menu.iter().position(|one| one.as_ref() == Some(mv));
            action.map_or(0.0, |action| plays[action])
        };
        let most = sight.moves().iter().map(likely).fold(0.0, f64::max);
        let hint = |(mv, (mean, error)): (&Move, (f64, f64))| Hint {
            mv: *mv,
            value: mean,
            error: 1.96 * error,
            unit: Unit::Points,
            best: most > 0.0 && likely(mv) == most,
            why: why(&state, sight.seat(), mv, likely(mv)),
        };
        sight.moves().iter().zip(weighed).map(hint).collect()
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 0, samples: 8 })),
            ("always call", || {
                rule(|state, seat, _| call(state, seat).unwrap_or_else(|| honest(state, seat, smallest_lie)))
            }),
            ("never call, truth or fold", || rule(|state, seat, _| threshold(state, seat, 99.0, false))),
            ("never call, truth or lie", || rule(|state, seat, _| threshold(state, seat, 99.0, true))),
            ("call above 2 a card, lie", || rule(|state, seat, _| threshold(state, seat, 2.0, true))),
            ("call above 3 a card, lie", || rule(|state, seat, _| threshold(state, seat, 3.0, true))),
            ("call above 3 a card, fold", || rule(|state, seat, _| threshold(state, seat, 3.0, false))),
            ("call above 4 a card, fold", || rule(|state, seat, _| threshold(state, seat, 4.0, false))),
        ]
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
            Some(last) => format!(
                "{} are said to be worth {}",
                crate::hint::count(state.stack(last.seat).len() as u32, "card"),
                last.bid
            ),
            None => "there is nothing to call".to_owned(),
        },
    };
    format!("{says}; {rate}")
}

//! Nuts for Nuts: search for the turns, a mixed strategy for the steal.
//!
//! A steal is a small game of its own: the Squirrel lays one of its cards, the Raccoon names a nut or a number. The
//! Raccoon does not know the hand, so hands that fit what it knows are imagined and the game between all of them
//! and the guesses is solved by regret matching. Both sides then play their part of the solution at random.

use std::hash::{DefaultHasher, Hash, Hasher};

use nuts::{Card, Cards, Drawn, Fate, Guess, Lot, MOST_NUTS, Move, Number, Nut, Phase, State, Team};
use table::{
    Event, EventOf, Game, Imagine, Rng, Seat, Viewer,
    nature::{Dice, below, unit},
};

use crate::{
    Bot, Budget, Level, Played, Sight, Tactics,
    cfr::match_regrets,
    greedy::Greedy,
    hint::{Hint, Unit},
    level::Maker,
    random::Random,
    rule::rule,
    search::Search,
};

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn worth(card: Card) -> u32 {
    u8::from(card.number()).into()
}

/// The one or two cards of a hand that stash the most nuts at once.
fn best_lot(hand: Cards) -> Option<(Lot, u32)> {
    let mut best = None;
    for nut in Nut::ALL {
        let mut held = Number::ALL.into_iter().rev().flat_map(|number| {
            let card = Card::new(nut, number);
            std::iter::repeat_n(card, hand.count(card) as usize)
        });
        let lot = match (held.next(), held.next()) {
            (Some(one), Some(two)) => (Lot::two(one, two), worth(one) + worth(two)),
            (Some(one), None) => (Lot::one(one), worth(one)),
            _ => continue,
        };
        if best.is_none_or(|(_, nuts)| lot.1 > nuts) {
            best = Some(lot);
        }
    }
    best
}

fn best_card(hand: Cards) -> Option<Card> {
    hand.cards().max_by_key(|card| worth(*card))
}

fn any_card(hand: Cards, rng: &mut (impl Rng + ?Sized)) -> Option<Card> {
    let cards = hand.cards().count() as u32;
    if cards == 0 { None } else { hand.cards().nth(below(rng, cards) as usize) }
}

/// What a seat does without thinking.
#[derive(Clone, Copy, Debug)]
struct Habit {
    /// With how many nuts in hand a Squirrel still draws.
    draws_with: u32,
    /// How many nuts a Squirrel puts away at once rather than draw more.
    stashes: u32,
    /// The same for the Raccoon.
    hoards: u32,
    /// Whether the Raccoon spends an action only on two cards at once, as long as there is time.
    pairs: bool,
    /// How many cards of the pile the Raccoon takes for a round.
    round: usize,
}

impl Habit {
    /// Draws until its cheeks burst.
    const GREEDY: Habit = Habit { draws_with: 6, stashes: 2, hoards: 9, pairs: false, round: 7 };
    /// Puts everything away in good time.
    const TIDY: Habit = Habit { draws_with: 3, stashes: 1, hoards: 2, pairs: true, round: 2 };
    /// Likes to have two nuts or more to put away.
    const STEADY: Habit = Habit { stashes: 2, ..Habit::TIDY };

    fn squirrel(&self, state: &State, seat: Seat) -> Move {
        let (hand, left) = (state.hand(seat), state.left());
        let drawable = !state.is_spent();
        if left.free_draw && drawable && hand.nuts() <= self.draws_with {
            return Move::FreeDraw;
        }
        match best_lot(hand) {
            _ if left.actions == 0 => Move::EndTurn,
            Some((lot, nuts)) if nuts >= self.stashes || hand.nuts() > self.draws_with || !drawable => {
                Move::Stash(lot)
            }
            _ if drawable => Move::Scavenge,
            _ => Move::EndTurn,
        }
    }

    fn raccoon(&self, state: &State, seat: Seat) -> Move {
        let drawable = !state.is_spent();
        let hand = state.hand(seat);
        let pays = |lot: &Lot, nuts: u32| nuts >= self.hoards && (!self.pairs || lot.cards().count() == 2);
        match best_lot(hand) {
            _ if state.left().actions == 0 => Move::EndTurn,
            Some((lot, nuts)) if pays(&lot, nuts) || !drawable || self.is_late(state, hand) => {
                Move::Stash(lot)
            }
            _ if drawable => Move::Scavenge,
            _ => steal(state, seat).unwrap_or(Move::EndTurn),
        }
    }

    /// Whether the Raccoon needs all actions that it can still count on to stash what it holds.
    fn is_late(&self, state: &State, hand: Cards) -> bool {
        let of = |nut: Nut| hand.cards().filter(|card| card.nut() == nut).count();
        let lots: usize = Nut::ALL.into_iter().map(|nut| of(nut).div_ceil(2)).sum();
        let rounds = state.to_draw() / self.round;
        lots >= usize::from(state.left().actions) + rounds * (1 + state.squirrels().len())
    }

    /// What is done in every phase.
    fn act(&self, state: &State, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        match state.phase() {
            Phase::Redraw(_) => Move::Redraw,
            Phase::StashOne(_) => {
                Move::Stash(Lot::one(best_card(state.hand(seat)).expect("there is a card to stash")))
            }
            Phase::Lay(_) => Move::Lay(any_card(state.hand(seat), rng).expect("a robbed hand has a card")),
            Phase::Guess(_) => {
                let number = if below(rng, 5) < 4 { Number::ALL[0] } else { Number::ALL[1] };
                Move::Guess(Guess::Number(number))
            }
            _ if state.team(seat) == Team::Squirrels => self.squirrel(state, seat),
            _ => self.raccoon(state, seat),
        }
    }
}

fn steal(state: &State, seat: Seat) -> Option<Move> {
    let robbable = state.legal_moves(seat).filter(|mv| matches!(mv, Move::Steal(_)));
    robbable.max_by_key(|mv| if let Move::Steal(from) = mv { state.hand(*from).len() } else { 0 })
}

impl Tactics for State {
    fn clue(&self, event: &EventOf<State>, viewer: Seat) -> u64 {
        match *event {
            Event::Fate(Fate(drawn)) => {
                let drawer = match self.phase() {
                    Phase::Draw(seat) => seat,
                    Phase::Deal => self.seat(),
                    _ => return hash(drawn),
                };
                let Drawn::Card(card) = drawn else { return hash(drawn) };
                let squirrel = self.team(drawer) == Team::Squirrels;
                let dropped = squirrel && self.hand(drawer).nuts() + worth(card) > MOST_NUTS;
                match () {
                    () if dropped => hash((drawn, self.hand(drawer))),
                    () if drawer == viewer => hash(drawn),
                    () => 0,
                }
            }
            Event::Move { seat, mv: Move::Lay(card) } => hash((1, (viewer == seat).then_some(card))),
            Event::Move { mv: Move::Show(card), .. } => {
                hash((2, (self.team(viewer) == Team::Squirrels).then_some(card)))
            }
            Event::Move { mv: Move::Guess(guess), .. } => {
                // A right guess lays the card open.
                let right = self.laid().filter(|card| guess.is_right(*card));
                hash((guess, right))
            }
            Event::Move { mv, .. } => hash(mv),
        }
    }

    fn secret(&self, seat: Seat) -> u64 {
        // Hands are too many to tell apart; what counts is how full they are.
        self.hand(seat).nuts().into()
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn worth(&self, seat: Seat) -> f64 {
        let team = self.team(seat);
        f64::from(self.stash(team).nuts()) + 0.5 * f64::from(self.hand(seat).nuts())
    }

    fn playout(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Move {
        Habit::TIDY.act(self, seat, rng)
    }

    fn skips(&self, _: Seat, mv: &Move) -> bool {
        matches!(mv, Move::Show(_))
    }
}

/// The solution of a steal: how often each guess is made, and how often each hand lays each of its cards.
struct Theft {
    guesses: [f64; Guess::COUNT],
    lays: Vec<Vec<(Card, f64)>>,
    /// The nuts the Raccoon takes on average.
    value: f64,
}

/// Solves the steal between the guesses and hands that are all as likely.
fn solve(hands: &[Cards]) -> Theft {
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
            let costs: Vec<f64> = faces
                .iter()
                .map(|card| {
                    let found = all.iter().zip(guesses).filter(|(guess, _)| guess.is_right(*card));
                    f64::from(worth(*card)) * found.map(|(_, chance)| chance).sum::<f64>()
                })
                .collect();
            let mean: f64 = costs.iter().zip(&lays).map(|(cost, lay)| cost * lay).sum();
            for i in 0..faces.len() {
                regrets[i] = (regrets[i] + mean - costs[i]).max(0.0);
                sums[i] += lays[i];
                for (guess, take) in all.iter().zip(&mut takes) {
                    if guess.is_right(faces[i]) {
                        *take += lays[i] * f64::from(worth(faces[i])) / hands.len() as f64;
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
    Theft {
        guesses: guess_sums.map(|sum| sum / f64::from(ROUNDS)),
        lays: lays.collect(),
        value: value / f64::from(ROUNDS),
    }
}

/// How many hands are imagined for a steal.
const HANDS: usize = 40;

/// The steal as the Raccoon sees it.
fn theft_by_raccoon(sight: &Sight<'_, State>, robbed: Seat, rng: &mut Dice) -> Theft {
    let hands: Vec<Cards> = (0..HANDS).map(|_| sight.imagine(rng).hand(robbed)).collect();
    solve(&hands)
}

/// The steal as the robbed Squirrel thinks the Raccoon sees it; its own hand comes first.
fn theft_by_squirrel(sight: &Sight<'_, State>, rng: &mut Dice) -> Theft {
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

fn draw<T: Copy>(choices: impl Iterator<Item = (T, f64)>, rng: &mut Dice) -> Option<T> {
    let mut left = unit(rng);
    let mut drawn = None;
    for (choice, chance) in choices.filter(|(_, chance)| *chance > 0.0) {
        drawn = Some(choice);
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    drawn
}

/// Searches its turns and mixes its steals.
struct Sly;

/// The Raccoon dares more; the habits of a Squirrel are hard to better.
fn search(sight: &Sight<'_, State>) -> Search {
    let doubt = if sight.view().raccoon == Some(sight.seat()) { 2.0 } else { 4.0 };
    Search { curiosity: 1.0, doubt, ..Search::USUAL }
}

impl Bot<State> for Sly {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let mixed = match sight.view().phase {
            _ if sight.moves().len() == 1 => None,
            Phase::Lay(_) => {
                draw(theft_by_squirrel(sight, rng).lays.swap_remove(0).into_iter(), rng).map(Move::Lay)
            }
            Phase::Guess(robbed) => {
                let theft = theft_by_raccoon(sight, robbed, rng);
                draw(Guess::all().zip(theft.guesses), rng).map(Move::Guess)
            }
            _ => None,
        };
        mixed.unwrap_or_else(|| search(sight).decide(sight, budget, rng))
    }
}

impl Played for State {
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy => Box::new(Greedy { depth: 0, samples: 4 }),
            Level::Easy => rule(|state, seat, rng| Habit::GREEDY.act(state, seat, rng)),
            Level::Medium => rule(|state, seat, rng| Habit::STEADY.act(state, seat, rng)),
            Level::Hard => Box::new(Sly),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "scurries about",
            Level::Greedy => "stashes whatever it holds",
            Level::Easy => "a young squirrel: draws until its cheeks burst",
            Level::Medium => "a hoarder: stashes in good time, and never thinks of theft",
            Level::Hard => "an old raccoon: counts every nut and cannot be guessed",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        match sight.view().phase {
            Phase::Guess(robbed) => {
                let theft = theft_by_raccoon(sight, robbed, rng);
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
                    Hint {
                        mv: Move::Guess(guess),
                        value: chance,
                        error: 1.96 * (spread / n).sqrt(),
                        unit: Unit::Chance,
                        best: often == most,
                        why: format!(
                            "right about {:.0} times in 100 if any card is laid alike",
                            100.0 * chance
                        ),
                    }
                };
                Guess::all().zip(theft.guesses).map(hint).collect()
            }
            _ => {
                let seat = sight.seat();
                let thefts: Vec<(Seat, f64)> = sight
                    .moves()
                    .iter()
                    .filter_map(|mv| if let Move::Steal(from) = mv { Some(*from) } else { None })
                    .map(|from| (from, theft_by_raccoon(sight, from, rng).value))
                    .collect();
                search(sight).hints(sight, budget, rng, |state, mv| {
                    let theft = thefts.iter().find(|(from, _)| *mv == Move::Steal(*from));
                    match theft {
                        Some((_, nuts)) => {
                            format!("{}; a steal takes {nuts:.1} nuts on average", why(state, seat, mv))
                        }
                        None => why(state, seat, mv),
                    }
                })
            }
        }
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("greedy", || Box::new(Greedy { depth: 0, samples: 4 })),
            ("stash at once", || rule(|state, seat, rng| Habit::TIDY.act(state, seat, rng))),
            ("stash pairs", || {
                rule(|state, seat, rng| {
                    Habit { stashes: 3, hoards: 4, pairs: false, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
            ("stash great pairs", || {
                rule(|state, seat, rng| {
                    Habit { stashes: 4, hoards: 5, pairs: false, ..Habit::TIDY }.act(state, seat, rng)
                })
            }),
            ("draw on", || rule(|state, seat, rng| Habit::GREEDY.act(state, seat, rng))),
            ("never draw", || {
                rule(|state, seat, rng| Habit { draws_with: 0, ..Habit::TIDY }.act(state, seat, rng))
            }),
            ("always steal", || {
                rule(|state, seat, rng| match state.phase() {
                    Phase::Act => steal(state, seat).unwrap_or_else(|| Habit::TIDY.act(state, seat, rng)),
                    _ => Habit::TIDY.act(state, seat, rng),
                })
            }),
        ]
    }
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
            let nuts: u32 = lot.cards().map(worth).sum();
            format!("{} safe for good", crate::hint::count(nuts, "nut"))
        }
        Move::Steal(from) => {
            format!("{from} holds {}", crate::hint::count(state.hand(*from).len() as u32, "card"))
        }
        Move::Lay(card) => format!("costs you {} if it is guessed", crate::hint::count(worth(*card), "nut")),
        Move::Guess(_) => String::new(),
        Move::Show(_) => "your friends will know it, and the Raccoon will not".to_owned(),
        Move::Share { to, .. } => format!("{to} may need it more, and all see it"),
        Move::EndTurn => "nothing more to do".to_owned(),
        Move::Decline => "do without a card".to_owned(),
    }
}

#[cfg(test)]
mod tests {
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

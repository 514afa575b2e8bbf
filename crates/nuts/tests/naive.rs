//! Random play compared with a second program that shares nothing with the rules but the sheet.
//!
//! It shuffles real decks, lets draws call each other, and lists moves as tuples; slow, plain and short.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, VecDeque};

use nuts::{State, Team};
use table::{
    Game,
    nature::{Dice, below, dice, shuffle},
    play_at_random,
};

type Nut = (u8, u8);

#[derive(Clone, Copy, PartialEq)]
enum Paper {
    Nut(Nut),
    Hole,
    Windfall,
    Hawk,
    Log,
    Branch,
    Owl,
}

struct Naive {
    rng: Dice,
    pile: VecDeque<Paper>,
    /// The Raccoon is the last seat; seat 0 begins.
    hands: Vec<Vec<Nut>>,
    stash: [u32; 2],
    owl: Vec<bool>,
    turn: Option<usize>,
    turn_ends: bool,
    moved: bool,
}

fn nuts(hand: &[Nut]) -> u32 {
    hand.iter().map(|nut| u32::from(nut.1)).sum()
}

impl Naive {
    fn new(seats: usize, seed: u64, game: u64) -> Naive {
        let mut rng = dice(seed, game);
        let mut deck: Vec<Nut> =
            (0..5).flat_map(|kind| [1, 1, 1, 2, 2, 3].map(|number| (kind, number))).collect();
        shuffle(&mut deck, &mut rng);
        let raccoon = seats - 1;
        let hands = (0..seats).map(|seat| {
            let count = if seat == raccoon { 2 + raccoon } else { 3 };
            deck.split_off(deck.len() - count)
        });
        let hands = hands.collect();
        let mut pile: Vec<Paper> = deck.into_iter().map(Paper::Nut).collect();
        pile.extend([Paper::Hole, Paper::Windfall, Paper::Hawk, Paper::Log, Paper::Branch, Paper::Owl]);
        shuffle(&mut pile, &mut rng);
        let (owl, turn_ends, moved) = (vec![false; seats], false, false);
        let mut game =
            Naive { rng, pile: pile.into(), hands, stash: [0; 2], owl, turn: None, turn_ends, moved };
        for squirrel in 0..raccoon {
            game.weigh(squirrel);
        }
        game
    }

    fn raccoon(&self) -> usize {
        self.hands.len() - 1
    }

    fn one_of(&mut self, count: usize) -> usize {
        below(&mut self.rng, count as u32) as usize
    }

    fn over(&self) -> bool {
        let r = self.raccoon();
        self.pile.is_empty() && (self.hands[r].is_empty() || self.hands[..r].iter().all(Vec::is_empty))
    }

    fn drop_hand(&mut self, seat: usize) {
        let mut dropped = std::mem::take(&mut self.hands[seat]);
        shuffle(&mut dropped, &mut self.rng);
        self.pile.extend(dropped.into_iter().map(Paper::Nut));
    }

    fn weigh(&mut self, seat: usize) {
        if seat != self.raccoon() && nuts(&self.hands[seat]) > 6 {
            self.drop_hand(seat);
            if self.one_of(2) == 0 {
                self.draw(seat);
            }
        }
    }

    fn stash(&mut self, seat: usize, nut: Nut) {
        let at = self.hands[seat].iter().position(|held| *held == nut).unwrap();
        self.hands[seat].remove(at);
        self.stash[usize::from(seat != self.raccoon())] += u32::from(nut.1);
        self.moved = true;
    }

    fn draw(&mut self, seat: usize) {
        let Some(paper) = self.pile.pop_front() else { return };
        match paper {
            Paper::Nut(nut) => {
                self.hands[seat].push(nut);
                self.weigh(seat);
            }
            Paper::Hole => self.drop_hand(seat),
            Paper::Windfall => {
                for _ in 0..2 {
                    if !self.turn_ends {
                        self.draw(seat);
                    }
                }
            }
            Paper::Hawk => self.turn_ends = self.turn == Some(seat),
            Paper::Log => {
                let faces: Vec<Nut> = self.faces(seat);
                if !faces.is_empty() {
                    let nut = faces[self.one_of(faces.len())];
                    self.stash(seat, nut);
                }
            }
            Paper::Branch => {
                if !self.hands[seat].is_empty() {
                    let at = self.one_of(self.hands[seat].len());
                    let lost = self.hands[seat].remove(at);
                    self.pile.push_back(Paper::Nut(lost));
                }
            }
            Paper::Owl => self.owl[seat] = true,
        }
    }

    fn faces(&self, seat: usize) -> Vec<Nut> {
        self.hands[seat].iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn pairs(&self, seat: usize) -> Vec<[Nut; 2]> {
        let mut pairs = BTreeSet::new();
        let hand = &self.hands[seat];
        for a in 0..hand.len() {
            for b in 0..hand.len() {
                if a != b && hand[a].0 == hand[b].0 {
                    pairs.insert([hand[a].min(hand[b]), hand[a].max(hand[b])]);
                }
            }
        }
        pairs.into_iter().collect()
    }

    fn steal(&mut self, from: usize) {
        let faces = self.faces(from);
        let laid = faces[self.one_of(faces.len())];
        let guess = self.one_of(8) as u8;
        if guess == laid.0 || guess == laid.1 + 4 {
            let at = self.hands[from].iter().position(|held| *held == laid).unwrap();
            self.hands[from].remove(at);
            let raccoon = self.raccoon();
            self.hands[raccoon].push(laid);
            self.moved = true;
        }
    }

    /// Plays the turn; the verbs are free draw, draw, stash, pair, steal, show, share, end.
    fn play_turn(&mut self, seat: usize) {
        let (raccoon, seats) = (self.raccoon(), self.hands.len());
        let is_squirrel = seat != raccoon;
        let mut actions = if is_squirrel { 1 } else { 1 + raccoon };
        let (mut free, mut show, mut share) = (is_squirrel, is_squirrel, is_squirrel);
        (self.turn, self.turn_ends, self.owl[seat]) = (Some(seat), false, false);
        self.moved = !self.pile.is_empty();
        while !self.turn_ends && !self.over() {
            let (faces, pairs) = (self.faces(seat), self.pairs(seat));
            let mut moves: Vec<(&str, usize, usize)> = vec![("end", 0, 0)];
            if free && !self.pile.is_empty() {
                moves.push(("free", 0, 0));
            }
            if actions > 0 {
                if !self.pile.is_empty() {
                    moves.push(("draw", 0, 0));
                }
                moves.extend((0..faces.len()).map(|face| ("stash", face, 0)));
                moves.extend((0..pairs.len()).map(|pair| ("pair", pair, 0)));
                if !is_squirrel && !self.owl[seat] {
                    let victims = (0..raccoon).filter(|s| !self.owl[*s] && !self.hands[*s].is_empty());
                    moves.extend(victims.map(|from| ("steal", from, 0)));
                }
            }
            if show {
                moves.extend((0..faces.len()).map(|face| ("show", face, 0)));
            }
            if share {
                let others = (0..seats).filter(|other| *other != seat && *other != raccoon);
                moves.extend(others.flat_map(|to| (0..faces.len()).map(move |face| ("share", face, to))));
            }
            let (verb, what, to) = moves[self.one_of(moves.len())];
            free = false;
            match verb {
                "free" => self.draw(seat),
                "draw" => {
                    actions -= 1;
                    self.draw(seat);
                }
                "stash" => {
                    actions -= 1;
                    self.stash(seat, faces[what]);
                }
                "pair" => {
                    actions -= 1;
                    pairs[what].into_iter().for_each(|nut| self.stash(seat, nut));
                }
                "steal" => {
                    actions -= 1;
                    self.steal(what);
                }
                "show" => show = false,
                "share" => {
                    share = false;
                    let at = self.hands[seat].iter().position(|held| *held == faces[what]).unwrap();
                    let given = self.hands[seat].remove(at);
                    self.hands[to].push(given);
                    self.moved = true;
                    self.weigh(to);
                }
                _ => break,
            }
        }
    }

    fn play(mut self) -> [u32; 2] {
        let mut still = 0;
        for turn in 0.. {
            self.play_turn(turn % self.hands.len());
            still = if self.moved { 0 } else { still + 1 };
            if self.over() || still == self.hands.len() {
                break;
            }
        }
        self.stash
    }
}

type Measure = fn(&[u32; 2]) -> f64;

/// Mean and variance of the mean.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n / n)
}

#[test]
fn random_play_scores_as_a_second_program_does() {
    const GAMES: u64 = 10_000;
    for seats in [3, 4] {
        let (options, seating) = State::seat_zero_begins(seats).unwrap();
        let table = State::open(&options, &seating).unwrap();
        let mut rng = dice(21, seats as u64);
        let played = (0..GAMES).map(|_| {
            let mut state = table.clone();
            play_at_random(&mut state, &mut rng);
            [state.stash(Team::Raccoon).nuts(), state.stash(Team::Squirrels).nuts()]
        });
        let played: Vec<_> = played.collect();
        let naive: Vec<_> = (0..GAMES).map(|game| Naive::new(seats, 22, game).play()).collect();
        let measures: [(&str, Measure); 4] = [
            ("Raccoon's nuts", |stash| stash[0].into()),
            ("Squirrels' nuts", |stash| stash[1].into()),
            ("Raccoon wins", |stash| f64::from(stash[0] > stash[1])),
            ("draws", |stash| f64::from(stash[0] == stash[1])),
        ];
        for (what, measure) in measures {
            let of = |games: &[[u32; 2]]| mean(&games.iter().map(measure).collect::<Vec<_>>());
            let ((a, va), (b, vb)) = (of(&played), of(&naive));
            assert!((a - b).abs() < 4.5 * (va + vb).sqrt(), "{what} of {seats}: {a:.3} against {b:.3}");
        }
    }
}

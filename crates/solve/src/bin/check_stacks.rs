//! An independent check of a strategy for the two-player round of Stacks: what does the best answer to it win?
//!
//! It knows the rules by itself, uses nothing but the standard library, and shares no line with the solver. Read it in one
//! go, compile it with `rustc -O check_stacks.rs`, and run `gzip -dc FILE | ./check_stacks`.
//!
//! The round: one card each; in turn draw one, then fold, call the last Bid, or play one card or both and bid higher. The
//! draw that empties the deck ends the round; before it the last Bid can still be called. A Call wins the other Stack if
//! the Bid is not exactly the sum of it, and otherwise loses the own Stack but for the -10. Cards in hand count nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;

type Counts = [u8; 8];

/// A Stack, by kinds, and the kinds in hand, counted from 1.
type Secret = (Counts, [u8; 2]);

/// All secrets of a seat with so many cards, side by side with what is known of each.
#[derive(Default)]
struct Book {
    secrets: Vec<Secret>,
    /// What the Stack is worth, and the -10 on it.
    sums: Vec<f64>,
    tens: Vec<f64>,
    /// The place of all its cards among the multisets of that many.
    totals: Vec<usize>,
    drawn: usize,
    /// For a seat that has drawn: the secrets before, and those after playing the lower card, the higher one, or both.
    from: Vec<Vec<usize>>,
    to: Vec<[Option<usize>; 3]>,
}

/// What everybody sees. `said` is the range in which the last Bid lies, as far as the strategy can tell.
#[derive(Clone, Default)]
struct Scene {
    turn: usize,
    cards: [usize; 2],
    doubled: [bool; 2],
    said: Option<(i32, i32)>,
    heard: Vec<u8>,
}

/// Kind, class of the Bid, probability.
type Action = (u8, u8, f64);

#[derive(Default)]
struct Checker {
    values: Vec<i32>,
    counts: Vec<u8>,
    size: usize,
    memory: usize,
    multisets: Vec<Vec<Counts>>,
    /// By the cards on the Stack, whether both were played once, and whether a card was drawn for this turn.
    books: BTreeMap<(usize, bool, bool), Book>,
    /// By how many cards each seat has drawn.
    chances: HashMap<(usize, usize), Vec<f64>>,
    strategy: HashMap<Vec<u8>, Vec<Vec<Action>>>,
}

fn fail(text: &str) -> ! {
    eprintln!("error: {text}");
    std::process::exit(1)
}

fn add(set: &Counts, kinds: &[u8]) -> Counts {
    let mut more = *set;
    kinds.iter().filter(|kind| **kind > 0).for_each(|kind| more[usize::from(*kind) - 1] += 1);
    more
}

impl Checker {
    /// The class in which the strategy reads a Bid: 0 is less than so many positive cards are worth, 100 more than any are.
    fn class(&self, cards: usize, bid: i32) -> u8 {
        let each = self.values.iter().zip(&self.counts);
        let all: Vec<i32> = each.flat_map(|(value, count)| vec![*value; usize::from(*count)]).collect();
        let least: i32 = all.iter().filter(|value| **value > 0).take(cards).sum();
        match bid {
            _ if bid < least.max(1) => 0,
            _ if bid > all.iter().rev().take(cards).sum() => 100,
            _ => bid as u8,
        }
    }

    fn prepare(&mut self) {
        let kinds = self.values.len() as u8;
        self.multisets.push(vec![Counts::default()]);
        for size in 0..self.size {
            let more = |set| (1..=kinds).map(move |kind| add(set, &[kind]));
            let mut next: BTreeSet<Counts> = self.multisets[size].iter().flat_map(more).collect();
            next.retain(|set| set.iter().zip(&self.counts).all(|(count, most)| count <= most));
            self.multisets.push(next.into_iter().collect());
        }
        for (doubled, drew) in [(false, false), (true, false), (false, true), (true, true)] {
            let held = usize::from(!doubled) + usize::from(drew);
            for cards in 0..=(self.size / 2 + 1).min(self.size - held) {
                self.books.insert((cards, doubled, drew), self.book(cards, held, doubled, drew));
            }
        }
        for turn in 1..self.size - 1 {
            let (mover, other) = (1 + (turn - 1) / 2 + usize::from(turn < self.size - 2), 1 + turn / 2);
            for (a, b) in [(mover, other), (other, mover)] {
                let of = |x| self.multisets[b].iter().map(|y| self.chance(x, y)).collect::<Vec<_>>();
                let table = self.multisets[a].iter().flat_map(of).collect();
                self.chances.insert((a, b), table);
            }
        }
    }

    fn book(&self, cards: usize, held: usize, doubled: bool, drew: bool) -> Book {
        let mut book = Book { drawn: cards + held, ..Book::default() };
        let kinds = self.values.len() as u8;
        let place = |cards: usize, doubled: bool, stack: Counts, kept: u8| {
            let book = self.books.get(&(cards, doubled, false))?;
            book.secrets.binary_search(&(stack, [kept, 0])).ok()
        };
        for stack in &self.multisets[cards] {
            for a in if held == 0 { 0..=0 } else { 1..=kinds } {
                for b in if held == 2 { a..=kinds } else { 0..=0 } {
                    let total = self.multisets[book.drawn].binary_search(&add(stack, &[a, b]));
                    let Ok(total) = total else { continue };
                    let worth = |kind: usize| f64::from(self.values[kind] * i32::from(stack[kind]));
                    let ten = |kind: &usize| self.values[*kind] == -10;
                    book.secrets.push((*stack, [a, b]));
                    book.sums.push((0..self.values.len()).map(worth).sum());
                    book.tens.push((0..self.values.len()).filter(ten).map(worth).sum());
                    book.totals.push(total);
                    if drew && doubled {
                        book.from.push(place(cards, true, *stack, 0).into_iter().collect());
                        book.to.push([place(cards + 1, true, add(stack, &[a]), 0), None, None]);
                    } else if drew {
                        let other = place(cards, false, *stack, b).filter(|_| a != b);
                        book.from.push(place(cards, false, *stack, a).into_iter().chain(other).collect());
                        let low = place(cards + 1, false, add(stack, &[a]), b);
                        let high = place(cards + 1, false, add(stack, &[b]), a).filter(|_| a != b);
                        book.to.push([low, high, place(cards + 2, true, add(stack, &[a, b]), 0)]);
                    }
                }
            }
        }
        book
    }

    /// The chance that one seat is given some order of the first cards and the other some order of the second.
    fn chance(&self, x: &Counts, y: &Counts) -> f64 {
        let both = x.iter().zip(y).map(|(x, y)| x + y);
        let left = self.counts.iter().zip(both.clone());
        let ways = left.flat_map(|(all, taken)| (0..taken).map(|n| f64::from(all.saturating_sub(n))));
        let taken: usize = both.map(usize::from).sum();
        ways.product::<f64>() / (0..taken).map(|n| (self.size - n) as f64).product::<f64>()
    }

    fn is_last(&self, scene: &Scene) -> bool {
        scene.turn == self.size - 2
    }
    /// The secrets of a seat before a draw, and of the mover when it decides.
    fn waiting(&self, scene: &Scene, seat: usize) -> &Book {
        &self.books[&(scene.cards[seat], scene.doubled[seat], false)]
    }
    fn deciding(&self, scene: &Scene, seat: usize) -> &Book {
        &self.books[&(scene.cards[seat], scene.doubled[seat], !self.is_last(scene))]
    }

    /// For each multiset of one seat, what the other's weights add up to by chance.
    fn expect(&self, mine: &Book, theirs: &Book, weights: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut by_total = vec![0.0; self.multisets[theirs.drawn].len()];
        theirs.totals.iter().zip(weights).for_each(|(total, weight)| by_total[*total] += weight);
        let width = self.multisets[mine.drawn].len();
        let mut out = vec![0.0; width];
        for (row, weight) in self.chances[&(theirs.drawn, mine.drawn)].chunks(width).zip(by_total) {
            if weight != 0.0 {
                out.iter_mut().zip(row).for_each(|(sum, chance)| *sum += weight * chance);
            }
        }
        out
    }

    fn next(&self, scene: &Scene, both: bool, class: u8, said: (i32, i32)) -> Scene {
        let mover = (scene.turn + 1) % 2;
        let mut next = Scene { turn: scene.turn + 1, said: Some(said), ..scene.clone() };
        next.cards[mover] += 1 + usize::from(both);
        next.doubled[mover] |= both;
        next.heard.insert(0, class + 128 * u8::from(both));
        next.heard.truncate(self.memory);
        next
    }

    /// What the best answer of a seat wins from here, for each of its secrets, before anybody draws.
    fn best(&self, seat: usize, scene: &Scene, reach: &[f64]) -> Vec<f64> {
        if (scene.turn + 1) % 2 == seat {
            self.answer(seat, scene, reach)
        } else {
            self.obey(seat, scene, reach)
        }
    }

    fn answer(&self, seat: usize, scene: &Scene, reach: &[f64]) -> Vec<f64> {
        let (mine, theirs) = (self.deciding(scene, seat), self.waiting(scene, 1 - seat));
        let bid = scene.said.map_or(f64::NAN, |(bid, _)| f64::from(bid));
        let each = || reach.iter().zip(&theirs.sums);
        let all = self.expect(mine, theirs, reach.iter().copied());
        let worth = self.expect(mine, theirs, each().map(|(weight, sum)| weight * sum));
        let honest =
            self.expect(mine, theirs, each().map(|(weight, sum)| if *sum == bid { *weight } else { 0.0 }));
        let value = |n: usize| {
            let (sum, kept, total) = (mine.sums[n], mine.tens[n], mine.totals[n]);
            let (all, worth, honest) = (all[total], worth[total], honest[total]);
            let pass = if self.is_last(scene) { sum * all - worth } else { -worth };
            let call = sum * (all - honest) + worth - bid * honest + honest * (kept - (bid + sum - kept));
            if scene.said.is_some() { pass.max(call) } else { pass }
        };
        let mut best: Vec<f64> = (0..mine.secrets.len()).map(value).collect();
        if self.is_last(scene) {
            return best;
        }
        let beat = scene.said.map_or(-100, |(_, most)| most);
        for both in [false, true].into_iter().filter(|both| !(*both && scene.doubled[seat])) {
            let mut classes: BTreeMap<u8, (i32, i32)> = BTreeMap::new();
            for bid in beat + 1..=99 {
                let class = self.class(scene.cards[seat] + 1 + usize::from(both), bid);
                classes.entry(class).or_insert((bid, bid)).1 = bid;
            }
            for (class, said) in classes {
                let values = self.best(seat, &self.next(scene, both, class, said), reach);
                for (to, best) in mine.to.iter().zip(&mut best) {
                    let choices = if both { &to[2..] } else { &to[..2] };
                    choices.iter().flatten().for_each(|to| *best = best.max(values[*to]));
                }
            }
        }
        let mut out = vec![0.0; self.waiting(scene, seat).secrets.len()];
        mine.from.iter().zip(best).for_each(|(from, value)| from.iter().for_each(|from| out[*from] += value));
        out
    }

    fn obey(&self, seat: usize, scene: &Scene, reach: &[f64]) -> Vec<f64> {
        let (mine, theirs) = (self.waiting(scene, seat), self.deciding(scene, 1 - seat));
        let doubled = u8::from(scene.doubled[0]) + 2 * u8::from(scene.doubled[1]);
        let mut key = vec![scene.turn as u8, doubled, scene.heard.len() as u8];
        key.extend(&scene.heard);
        let row = self.strategy.get(&key);
        let (mut passes, mut calls) = (vec![0.0; theirs.secrets.len()], vec![0.0; theirs.secrets.len()]);
        let mut plays: BTreeMap<(bool, u8), Vec<f64>> = BTreeMap::new();
        for at in 0..theirs.secrets.len() {
            let drawn = || theirs.from[at].iter().map(|from| reach[*from]).sum();
            let come: f64 = if self.is_last(scene) { reach[at] } else { drawn() };
            let actions = row.map_or(&[][..], |row| &row[at]);
            if come > 0.0 && (actions.iter().map(|action| action.2).sum::<f64>() - 1.0).abs() > 1e-9 {
                fail("the strategy does not say what it plays in a situation that it reaches");
            }
            for (kind, class, share) in actions.iter().filter(|_| come > 0.0) {
                match kind {
                    0 => passes[at] += come * share,
                    1 if scene.said.is_some() => calls[at] += come * share,
                    2..5 if !self.is_last(scene) => {
                        let to = theirs.to[at][usize::from(*kind) - 2];
                        let next = self.next(scene, *kind == 4, *class, (0, 0));
                        let reach = plays.entry((*kind == 4, *class));
                        let size = self.waiting(&next, 1 - seat).secrets.len();
                        let to = to.unwrap_or_else(|| fail("the strategy plays a card it does not hold"));
                        reach.or_insert_with(|| vec![0.0; size])[to] += come * share;
                    }
                    _ => fail("the strategy does what the rules do not allow"),
                }
            }
        }
        let sum = |n: usize| theirs.sums[n];
        let lost = |n: usize| theirs.sums[n] - 2.0 * theirs.tens[n];
        let stays = |n: usize| if self.is_last(scene) { theirs.sums[n] } else { 0.0 };
        let times = |weights: &[f64], of: &dyn Fn(usize) -> f64| {
            self.expect(mine, theirs, weights.iter().enumerate().map(|(n, weight)| weight * of(n)))
        };
        let [passed, rest] = [times(&passes, &|_| 1.0), times(&passes, &stays)];
        let [called, taken, gained] = [times(&calls, &|_| 1.0), times(&calls, &sum), times(&calls, &lost)];
        let worth = |n: usize| {
            let (sum, total) = (mine.sums[n], mine.totals[n]);
            let (liar, honest) = (-sum * called[total] - taken[total], sum * called[total] + gained[total]);
            let bids = scene.said.unwrap_or((-100, -100));
            let may_be_true = (bids.0..=bids.1).contains(&(sum as i32));
            // A Bid known only by its class was true or false, whichever is better.
            let free = if bids.0 < bids.1 { liar } else { honest };
            sum * passed[total] - rest[total] + if may_be_true { honest.max(free) } else { liar }
        };
        let mut values: Vec<f64> = (0..mine.secrets.len()).map(worth).collect();
        for ((both, class), reach) in plays {
            let bid = if class == 100 { 99 } else { i32::from(class) };
            if class == 0 || scene.said.is_some_and(|(_, most)| bid <= most) {
                fail("the strategy makes a Bid that may be too low");
            }
            let more = self.best(seat, &self.next(scene, both, class, (bid, bid)), &reach);
            values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
        }
        values
    }

    /// Reads the four lines and the rows of the file.
    fn read(bytes: &[u8]) -> Option<Checker> {
        let mut parts = bytes.splitn(5, |byte| *byte == b'\n');
        let mut line = |name: &str| std::str::from_utf8(parts.next()?).ok()?.strip_prefix(name);
        line("stacks-strategy 1")?;
        let kind =
            |kind: &str| kind.split_once(':').and_then(|(v, n)| Some((v.parse().ok()?, n.parse().ok()?)));
        let kinds: Vec<(i32, u8)> = line("deck ")?.split(' ').map(kind).collect::<Option<_>>()?;
        let (values, counts): (_, Vec<u8>) = kinds.into_iter().unzip();
        let size = counts.iter().map(|count| usize::from(*count)).sum();
        let memory = line("memory ")?.parse().ok()?;
        let mut checker = Checker { values, counts, size, memory, ..Checker::default() };
        checker.prepare();
        let rows: usize = line("rows ")?.parse().ok()?;
        let mut bytes = parts.next()?.iter().copied();
        for _ in 0..rows {
            let mut key = vec![bytes.next()?, bytes.next()?, bytes.next()?];
            key.extend(bytes.by_ref().take(key[2].into()));
            let (turn, mover) = (usize::from(key[0]), (key[0] + 1) % 2);
            let doubled = key[1] >> mover & 1 == 1;
            let cards = turn.checked_sub(1)? / 2 + usize::from(doubled);
            let book = checker.books.get(&(cards, doubled, turn < size - 2))?;
            let mut row = vec![Vec::new(); book.secrets.len()];
            for actions in &mut row {
                for _ in 0..bytes.next()? {
                    let kind = bytes.next()?;
                    let class = if kind > 1 { bytes.next()? } else { 0 };
                    actions.push((kind, class, f64::from(bytes.next()?) / 255.0));
                }
            }
            checker.strategy.insert(key, row);
        }
        Some(checker)
    }
}

fn main() {
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes).ok().and_then(|_| Checker::read(&bytes));
    let checker =
        read.unwrap_or_else(|| fail("this is no whole strategy file; run gzip -dc FILE | check_stacks"));
    let begin = Scene { turn: 1, ..Scene::default() };
    let reach = vec![1.0; checker.values.len()];
    let win = |seat: usize| -> f64 { checker.best(seat, &begin, &reach).iter().sum() };
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| win(1));
        (win(0), second.join().unwrap_or_else(|_| fail("the check did not end")))
    });
    println!("best response as opener {first:.9}\nbest response as second {second:.9}");
    println!("exploitability {:.9}", (first + second) / 2.0);
}

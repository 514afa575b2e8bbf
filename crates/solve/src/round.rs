//! The two-player round as both the solver and the best response walk through it.
//!
//! Values and reaches are vectors over private states. A reach counts, for each private state, how likely its owner's own
//! choices lead there, summed over the orders in which its cards can come. Nature enters once, at an end, by the chance of
//! both seats' cards; that depends on what each seat has drawn in all, not on what lies where. So what an end is worth
//! takes a few products of a small matrix with a vector.
//!
//! A Call before the own draw is left out where one after it is possible: between the two nobody else acts, so waiting
//! costs nothing and shows a card.

use crate::{
    deck::Deck,
    private::{After, Before, NONE, Privates},
    public::{HIGH, LOW, Public},
};

/// A number that is fast (solving) or precise (measuring).
pub trait Real:
    Copy
    + Default
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::AddAssign
    + Send
    + Sync
{
    /// From a double.
    fn of(number: f64) -> Self;
}

impl Real for f32 {
    fn of(number: f64) -> f32 {
        number as f32
    }
}

impl Real for f64 {
    fn of(number: f64) -> f64 {
        number
    }
}

/// The chances of all pairs of multisets of two sizes, by the first.
struct Chances<R> {
    columns: usize,
    chances: Vec<R>,
}

impl<R: Real> Chances<R> {
    fn new(deck: &Deck, privates: &Privates, rows: usize, columns: usize) -> Chances<R> {
        let (rows, columns) = (&privates.totals[rows], &privates.totals[columns]);
        let all = rows.iter().flat_map(|one| columns.iter().map(|other| R::of(deck.chance(*one, *other))));
        Chances { columns: columns.len(), chances: all.collect() }
    }

    /// Adds up the columns, weighted by the rows.
    fn weigh(&self, weights: &[R]) -> Vec<R> {
        let mut out = vec![R::default(); self.columns];
        for (row, weight) in self.chances.chunks_exact(self.columns).zip(weights) {
            if *weight != R::default() {
                out.iter_mut().zip(row).for_each(|(sum, chance)| *sum += *weight * *chance);
            }
        }
        out
    }
}

/// A deck with everything that is counted beforehand.
pub struct Round<R> {
    /// The deck.
    pub deck: Deck,
    /// The private states.
    pub privates: Privates,
    /// For each turn: chances by the other seat's cards, and by the mover's.
    chances: Vec<[Chances<R>; 2]>,
    /// The chance of each multiset alone, by size.
    priors: Vec<Vec<R>>,
}

impl<R: Real> Round<R> {
    /// Counts everything for a deck.
    pub fn new(deck: Deck) -> Round<R> {
        let privates = Privates::new(&deck);
        let last = usize::from(deck.last_turn()) + 1;
        let chances = (1..=last)
            .map(|turn| {
                // Before the draw that would empty the deck the mover has not drawn.
                let drawn = usize::from(turn != last);
                let (mover, other) = (1 + (turn - 1) / 2 + drawn, 1 + turn / 2);
                let of = |rows, columns| Chances::new(&deck, &privates, rows, columns);
                [of(other, mover), of(mover, other)]
            })
            .collect();
        let alone = |sets: &Vec<u32>| sets.iter().map(|set| R::of(deck.chance(*set, 0))).collect();
        let priors = privates.totals.iter().map(alone).collect();
        Round { deck, privates, chances, priors }
    }

    /// The private states of a seat before a draw.
    pub fn before(&self, public: &Public, seat: usize) -> &Before {
        self.privates.before(public.cards[seat], public.doubled[seat])
    }

    /// The private states of the mover after its draw.
    pub fn after(&self, public: &Public) -> &After {
        let mover = public.mover();
        self.privates.after(public.cards[mover], public.doubled[mover])
    }

    /// How likely each of the mover's private states after its draw is, if nothing is known of the other seat.
    pub fn prior(&self, public: &Public) -> Vec<R> {
        let after = self.after(public);
        let chances = &self.priors[after.drawn];
        after.states.iter().map(|state| chances[state.total as usize]).collect()
    }

    /// The reach of the mover after its draw, from that before it.
    pub fn draw(&self, after: &After, before: &[R]) -> Vec<R> {
        let both = after.from[0].iter().zip(&after.from[1]);
        both.map(|(one, other)| {
            let more = if *other == NONE { R::default() } else { before[*other as usize] };
            before[*one as usize] + more
        })
        .collect()
    }

    /// The values before a draw, from those after it.
    pub fn undraw(&self, after: &After, values: &[R], out: &mut [R]) {
        for from in &after.from {
            for (place, value) in from.iter().zip(values) {
                if *place != NONE {
                    out[*place as usize] += *value;
                }
            }
        }
    }

    /// What the learner's answers to a play are worth in each of its private states: to fold (or, at the end, to let the
    /// round end), and to call. `reach` is that of the seat that played.
    pub fn answers(&self, public: &Public, reach: &[R]) -> [Vec<R>; 2] {
        let mover = public.mover();
        let other = self.before(public, 1 - mover);
        let chances = &self.chances[usize::from(public.turn) - 1][0];
        let size = self.privates.totals[other.drawn].len();
        let [mut truths, mut lies, mut false_sums] = [(); 3].map(|()| vec![R::default(); size]);
        let bid = public.last().map(|last| last.class);
        for (state, weight) in other.states.iter().zip(reach) {
            let total = state.total as usize;
            if bid.is_some_and(|bid| is_true(bid, state.sum)) {
                truths[total] += *weight;
            } else {
                lies[total] += *weight;
                false_sums[total] += *weight * R::of(state.sum.into());
            }
        }
        let [truths, lies, false_sums] = [truths, lies, false_sums].map(|weights| chances.weigh(&weights));
        let bid = R::of(f64::from(public.beat));
        let mine = if public.is_last(&self.deck) {
            &self.before(public, mover).states
        } else {
            &self.after(public).states
        };
        let rest = if public.is_last(&self.deck) { R::of(1.0) } else { R::default() };
        let minus = R::of(-1.0);
        let mut values = [Vec::with_capacity(mine.len()), Vec::with_capacity(mine.len())];
        for state in mine {
            let total = state.total as usize;
            let sum = R::of(state.sum.into());
            let (truth, lie, false_sum) = (truths[total], lies[total], false_sums[total]);
            // A seat that folds gets nothing; one that lets the last draw come keeps its Stack.
            values[0].push((bid * truth + false_sum) * minus + rest * sum * (truth + lie));
            let lost = bid + R::of(f64::from(state.sum + 2 * state.tens));
            values[1].push(truth * lost * minus + lie * sum + false_sum);
        }
        values
    }

    /// What it is worth to the learner, before a draw, that the other seat answers its play: by folding (or letting the
    /// round end), and by calling a true or a false Bid. `reaches` are those of the mover's private states that fold and
    /// that call.
    pub fn answered(&self, public: &Public, reaches: [&[R]; 2]) -> Answered<R> {
        let mover = public.mover();
        let last = public.is_last(&self.deck);
        let (theirs, drawn) = match last {
            true => (&self.before(public, mover).states, self.before(public, mover).drawn),
            false => (&self.after(public).states, self.after(public).drawn),
        };
        let chances = &self.chances[usize::from(public.turn) - 1][1];
        let size = self.privates.totals[drawn].len();
        let [mut folds, mut rests, mut calls, mut sums, mut losses] =
            [(); 5].map(|()| vec![R::default(); size]);
        for ((state, fold), call) in theirs.iter().zip(reaches[0]).zip(reaches[1]) {
            let total = state.total as usize;
            folds[total] += *fold;
            if last {
                rests[total] += *fold * R::of(state.sum.into());
            }
            calls[total] += *call;
            sums[total] += *call * R::of(state.sum.into());
            losses[total] += *call * R::of(f64::from(state.sum + 2 * state.tens));
        }
        let [folds, rests, calls, sums, losses] =
            [folds, rests, calls, sums, losses].map(|weights| chances.weigh(&weights));
        let mine = &self.before(public, 1 - mover).states;
        let mut answered = Answered {
            passed: Vec::with_capacity(mine.len()),
            truth: Vec::with_capacity(mine.len()),
            lie: Vec::with_capacity(mine.len()),
        };
        let minus = R::of(-1.0);
        for state in mine {
            let total = state.total as usize;
            let sum = R::of(state.sum.into());
            answered.passed.push(sum * folds[total] + rests[total] * minus);
            answered.truth.push(sum * calls[total] + losses[total]);
            answered.lie.push((sum * calls[total] + sums[total]) * minus);
        }
        answered
    }
}

/// What answers to the learner's play are worth to it, in each of its private states.
pub struct Answered<R> {
    /// Where the mover folds, or lets the round end.
    pub passed: Vec<R>,
    /// Where the mover calls and the Bid is true.
    pub truth: Vec<R>,
    /// Where the mover calls and the Bid is false.
    pub lie: Vec<R>,
}

/// Whether a Bid of a class is taken to be true: one that is known only by its class counts as a lie.
pub fn is_true(class: u8, sum: i32) -> bool {
    class != LOW && class != HIGH && sum == i32::from(class)
}

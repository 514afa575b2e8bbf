//! Who is served next by the threads that think, and how much of its time a thought is given.
//!
//! Thoughts about cards are quick and hidden behind an even pace, so they come first, and one thread is always left to
//! them. The others take what is slower: bots that look for places and nature that is simulated, questions of people,
//! and last the analysis of ended games. Nobody starves: after some of the quick ones a slower one has its turn, and
//! after some slower ones a question. Questions are asked in turn by household, and within one by connection.
//!
//! When more waits than can be done in time, each gets less of it. With `t` threads and `w` thoughts in line, a thought
//! that takes `t / (t + w)` of its time leaves the line as long as the time of one thought, however many come.

use crate::room::ConnectionId;
use std::collections::VecDeque;
use std::net::IpAddr;

/// Who asks: the household, as far as its address is known, and the connection.
pub(crate) type Asker = (Option<IpAddr>, ConnectionId);

/// How many quick thoughts come before one that is slower, and how many slower ones before a question.
const QUICK: u32 = 8;
const SLOW: u32 = 3;
/// The most questions that wait, in all and of one household.
const QUESTIONS: usize = 256;
const QUESTIONS_OF_ONE: usize = 16;
/// The least of its time that a thought is given.
const LEAST: f64 = 0.05;

/// What kind of work something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A bot's thought about cards.
    Quick,
    /// A bot that looks for places, or nature that is simulated.
    Slow,
    /// Something a person wants to know.
    Question(Asker),
    /// What is done when nothing else waits.
    Spare,
}

/// A piece of work that was taken.
pub(crate) struct Taken<J> {
    pub(crate) job: J,
    pub(crate) kind: Kind,
    /// How much of its time it is given, above 0 and at most 1.
    pub(crate) share: f64,
    /// When it was put in.
    pub(crate) since_ms: u64,
}

/// What waits, in the order it is served.
pub(crate) struct Schedule<J> {
    threads: usize,
    /// How long a quick thought takes that is given all its time, in milliseconds.
    thought_ms: u64,
    quick: VecDeque<(u64, J)>,
    slow: VecDeque<(u64, J)>,
    questions: Questions<J>,
    spare: VecDeque<(u64, J)>,
    /// How many threads are at something slower than a quick thought.
    busy: usize,
    /// How many quick thoughts went before something slower that waits, and how many slower ones before a question.
    quick_before: u32,
    slow_before: u32,
}

impl<J> Schedule<J> {
    pub(crate) fn new(threads: usize, thought_ms: u64) -> Self {
        Self {
            threads,
            thought_ms,
            quick: VecDeque::new(),
            slow: VecDeque::new(),
            questions: Questions::default(),
            spare: VecDeque::new(),
            busy: 0,
            quick_before: 0,
            slow_before: 0,
        }
    }

    /// Adds work, or gives it back when too many questions wait.
    pub(crate) fn put(&mut self, now_ms: u64, kind: Kind, job: J) -> Result<(), J> {
        match kind {
            Kind::Quick => self.quick.push_back((now_ms, job)),
            Kind::Slow => self.slow.push_back((now_ms, job)),
            Kind::Spare => self.spare.push_back((now_ms, job)),
            Kind::Question(asker) => return self.questions.put(now_ms, asker, job),
        }
        Ok(())
    }

    /// How many quick thoughts wait.
    pub(crate) fn thoughts(&self) -> usize {
        self.quick.len()
    }

    /// How many threads may be at something slower at once.
    fn slots(&self) -> usize {
        (self.threads - 1).max(1)
    }

    /// The next piece of work there is a thread for.
    pub(crate) fn take(&mut self, now_ms: u64) -> Option<Taken<J>> {
        let is_slot_free = self.busy < self.slots();
        let waits = is_slot_free && (!self.slow.is_empty() || self.questions.has_next());
        if waits && (self.quick.is_empty() || self.quick_before >= QUICK) {
            self.quick_before = 0;
            return self.take_slower();
        }
        if let Some((since_ms, job)) = self.quick.pop_front() {
            self.quick_before += u32::from(waits);
            let share = self.quick_share(now_ms.saturating_sub(since_ms));
            return Some(Taken { job, kind: Kind::Quick, share, since_ms });
        }
        let (since_ms, job) = self.spare.pop_front_if(|_| is_slot_free)?;
        self.busy += 1;
        Some(Taken { job, kind: Kind::Spare, share: 1.0, since_ms })
    }

    fn take_slower(&mut self) -> Option<Taken<J>> {
        let is_question = self.questions.has_next() && (self.slow.is_empty() || self.slow_before >= SLOW);
        let (kind, since_ms, job) = if is_question {
            self.slow_before = 0;
            let (asker, since_ms, job) = self.questions.take()?;
            (Kind::Question(asker), since_ms, job)
        } else {
            self.slow_before += u32::from(self.questions.has_next());
            let (since_ms, job) = self.slow.pop_front()?;
            (Kind::Slow, since_ms, job)
        };
        self.busy += 1;
        let waiting = self.slow.len() + self.questions.count;
        Some(Taken { job, kind, share: share(self.slots(), waiting), since_ms })
    }

    /// How much of its time a quick thought gets that has waited so long: what is left of it, and no more than lets
    /// those behind it be in time as well.
    fn quick_share(&self, waited_ms: u64) -> f64 {
        let left = 1.0 - waited_ms as f64 / self.thought_ms as f64;
        share((self.threads - self.busy).max(1), self.quick.len()).min(left).max(LEAST)
    }

    /// Gives the thread back that was at something.
    pub(crate) fn done(&mut self, kind: Kind) {
        match kind {
            Kind::Quick => return,
            Kind::Question(asker) => self.questions.done(asker),
            Kind::Slow | Kind::Spare => {}
        }
        self.busy -= 1;
    }
}

/// The share of its time that each gets when so many more wait.
fn share(threads: usize, waiting: usize) -> f64 {
    (threads as f64 / (threads + waiting) as f64).max(LEAST)
}

/// Questions in line: each household in turn, and in it each connection.
struct Questions<J> {
    households: VecDeque<Household<J>>,
    /// Whose are being answered.
    answering: Vec<Asker>,
    count: usize,
}

/// The connections of a household that wait, and what each has asked since when.
struct Household<J> {
    address: Option<IpAddr>,
    people: VecDeque<(ConnectionId, VecDeque<(u64, J)>)>,
}

impl<J> Default for Questions<J> {
    fn default() -> Self {
        Self { households: VecDeque::new(), answering: Vec::new(), count: 0 }
    }
}

impl<J> Questions<J> {
    fn put(&mut self, now_ms: u64, (address, person): Asker, job: J) -> Result<(), J> {
        // Connections without an address, as in a simulation, are households of their own.
        let is_theirs = |one: &Household<J>| {
            one.address == address && (address.is_some() || one.people.iter().any(|(id, _)| *id == person))
        };
        let place = self.households.iter().position(is_theirs);
        let asked = place.map_or(0, |place| self.households[place].count());
        if self.count >= QUESTIONS || asked >= QUESTIONS_OF_ONE {
            return Err(job);
        }
        let place = place.unwrap_or_else(|| {
            self.households.push_back(Household { address, people: VecDeque::new() });
            self.households.len() - 1
        });
        let people = &mut self.households[place].people;
        match people.iter_mut().find(|(id, _)| *id == person) {
            Some((_, asked)) => asked.push_back((now_ms, job)),
            None => people.push_back((person, VecDeque::from([(now_ms, job)]))),
        }
        self.count += 1;
        Ok(())
    }

    /// The first household and connection in line none of whose questions is being answered.
    fn next(&self) -> Option<(usize, usize)> {
        self.households.iter().enumerate().find_map(|(at, household)| {
            let is_idle =
                |(person, _): &(ConnectionId, _)| !self.answering.contains(&(household.address, *person));
            household.people.iter().position(is_idle).map(|person| (at, person))
        })
    }

    fn has_next(&self) -> bool {
        self.next().is_some()
    }

    /// The next question; its household and its connection go to the end of their lines.
    fn take(&mut self) -> Option<(Asker, u64, J)> {
        let (at, person) = self.next()?;
        let mut household = self.households.remove(at)?;
        let (id, mut asked) = household.people.remove(person)?;
        let (since_ms, job) = asked.pop_front()?;
        let asker = (household.address, id);
        if !asked.is_empty() {
            household.people.push_back((id, asked));
        }
        if !household.people.is_empty() {
            self.households.push_back(household);
        }
        self.count -= 1;
        self.answering.push(asker);
        Some((asker, since_ms, job))
    }

    fn done(&mut self, asker: Asker) {
        if let Some(place) = self.answering.iter().position(|one| *one == asker) {
            self.answering.swap_remove(place);
        }
    }
}

impl<J> Household<J> {
    fn count(&self) -> usize {
        self.people.iter().map(|(_, asked)| asked.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Pace;
    use crate::workers::bots::HARD_MS;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    fn household(number: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    /// The order in which everything in line is served when one thing is done after the other.
    fn order(schedule: &mut Schedule<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| {
            let taken = schedule.take(0)?;
            schedule.done(taken.kind);
            Some(taken.job)
        })
        .collect()
    }

    #[test]
    fn one_persons_questions_delay_nobody_by_more_than_a_turn() {
        let mut schedule = Schedule::new(2, HARD_MS);
        let (greedy, other) = (household(1), household(2));
        for (asker, job) in [
            ((greedy, 1), "a1"),
            ((greedy, 1), "a2"),
            ((greedy, 1), "a3"),
            ((greedy, 7), "b1"),
            ((greedy, 7), "b2"),
            ((other, 2), "c1"),
            ((other, 2), "c2"),
        ] {
            schedule.put(0, Kind::Question(asker), job).unwrap();
        }
        assert_eq!(order(&mut schedule), ["a1", "c1", "b1", "c2", "a2", "b2", "a3"]);
    }

    #[test]
    fn one_question_of_a_connection_is_answered_at_a_time_and_one_thread_is_left() {
        let mut schedule = Schedule::new(3, HARD_MS);
        for job in ["a1", "a2"] {
            schedule.put(0, Kind::Question((household(1), 1)), job).unwrap();
        }
        for (connection, job) in [(2, "b"), (3, "c")] {
            schedule.put(0, Kind::Question((household(1), connection)), job).unwrap();
        }
        let mut take = || schedule.take(0).map(|taken| taken.job);
        assert_eq!([take(), take(), take()], [Some("a1"), Some("b"), None]);
        schedule.put(0, Kind::Quick, "thought").unwrap();
        assert_eq!(schedule.take(0).map(|taken| taken.job), Some("thought"));
        schedule.done(Kind::Question((household(1), 2)));
        assert_eq!(schedule.take(0).map(|taken| taken.job), Some("c"), "a1 is not answered yet");
    }

    #[test]
    fn a_household_has_only_so_many_questions_in_line_and_leaves_room_to_others() {
        let mut schedule = Schedule::new(2, HARD_MS);
        let mut put = |number: u8, connection| {
            schedule.put(0, Kind::Question((household(number), connection)), "").is_ok()
        };
        assert_eq!((0..40).filter(|connection| put(1, *connection)).count(), QUESTIONS_OF_ONE);
        assert!(put(2, 99));
    }

    #[test]
    fn thoughts_come_first_but_nothing_starves() {
        let mut schedule = Schedule::new(2, HARD_MS);
        for _ in 0..20 {
            schedule.put(0, Kind::Quick, "thought").unwrap();
        }
        for job in ["draw1", "draw2", "draw3", "draw4", "draw5"] {
            schedule.put(0, Kind::Slow, job).unwrap();
        }
        schedule.put(0, Kind::Question((household(1), 1)), "question").unwrap();
        schedule.put(0, Kind::Spare, "analysis").unwrap();
        let order = order(&mut schedule);
        let slower: Vec<_> = order.iter().copied().filter(|job| *job != "thought").collect();
        assert_eq!(slower, ["draw1", "draw2", "draw3", "question", "draw4", "draw5", "analysis"]);
        assert_eq!(order.iter().position(|job| *job == "draw1"), Some(QUICK as usize));
        assert_eq!(order.iter().position(|job| *job == "draw2"), Some(2 * QUICK as usize + 1));
    }

    /// Tables of hard bots on simulated threads and in simulated time: the times from being asked to the answer.
    ///
    /// Every answer is told after the bot's delay, and the next bot of that table is asked then.
    fn simulate(tables: usize, threads: usize, is_shedding: bool) -> Vec<u64> {
        let mut schedule: Schedule<usize> = Schedule::new(threads, HARD_MS);
        // Tables that ask at a time, and threads that are free again at one.
        let mut asks: BinaryHeap<Reverse<(u64, usize)>> =
            (0..tables).map(|table| Reverse((table as u64 * 37, table))).collect();
        let mut works: BinaryHeap<Reverse<(u64, usize, u64)>> = BinaryHeap::new();
        let mut answers = Vec::new();
        while answers.len() < 2000 {
            let next_ask = asks.peek().map(|ask| ask.0.0);
            let next_end = works.peek().map(|work| work.0.0);
            let now_ms = next_ask.into_iter().chain(next_end).min().unwrap();
            while let Some(Reverse((_, table))) = asks.peek().copied().filter(|ask| ask.0.0 == now_ms) {
                asks.pop();
                schedule.put(now_ms, Kind::Quick, table).unwrap();
            }
            while let Some(Reverse((_, table, since_ms))) =
                works.peek().copied().filter(|work| work.0.0 == now_ms)
            {
                works.pop();
                let took_ms = now_ms - since_ms;
                answers.push(took_ms);
                let delay_ms = Pace::HUMAN.least_ms + (answers.len() as u64 * 7919) % Pace::HUMAN.spread_ms;
                asks.push(Reverse((since_ms + delay_ms.max(took_ms), table)));
            }
            while works.len() < threads
                && let Some(taken) = schedule.take(now_ms)
            {
                let share = if is_shedding { taken.share } else { 1.0 };
                let end_ms = now_ms + (HARD_MS as f64 * share).ceil() as u64;
                works.push(Reverse((end_ms, taken.job, taken.since_ms)));
            }
        }
        answers
    }

    #[test]
    fn ten_tables_of_bots_on_two_threads_keep_their_pace() {
        for tables in [1, 4, 10, 40] {
            let latest = simulate(tables, 2, true).into_iter().max().unwrap();
            assert!(latest <= Pace::HUMAN.least_ms, "{tables} tables: an answer came after {latest} ms");
        }
        let latest = simulate(10, 2, false).into_iter().max().unwrap();
        assert!(latest > 2 * Pace::HUMAN.least_ms, "without shedding this proves nothing: {latest} ms");
    }

    #[test]
    fn a_bot_alone_has_all_its_time() {
        let mut schedule = Schedule::new(2, HARD_MS);
        schedule.put(5, Kind::Quick, ()).unwrap();
        assert_eq!(schedule.take(5).unwrap().share, 1.0);
    }
}

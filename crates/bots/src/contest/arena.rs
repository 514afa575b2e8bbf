//! Many games between bots.
//!
//! Games come in deals. A deal is played once for every rotation of the bots around the table, each time with
//! nature's dice begun afresh, so that luck falls on all alike. What a game brings depends neither on other games nor
//! on the number of threads.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use table::{
    Event, EventOf, Imagine, PerSeat, Seat, Seating, Standings, Turn, Viewer,
    nature::{Dice, dice},
};

use super::report::{ContestReport, GameResult, Results};
use crate::{Bot, Budget, Sight};

/// Somebody who plays in the arena: a bot, or a program that may fail to answer.
pub trait Player<G: Imagine> {
    /// Chooses a move, or says why it cannot.
    fn ask(&mut self, sight: &Sight<'_, G>, rng: &mut Dice) -> Result<G::Move, String>;

    /// Hears that a game begins, and in which seat it plays.
    fn begin(&mut self, _seat: Seat, _seating: &Seating, _options: &G::Options) {}

    /// Hears what its seat is shown of an event.
    fn show(&mut self, _shown: &G::Shown) {}

    /// Hears that the game has ended; a forfeited game has no standings.
    fn end(&mut self, _standings: Option<&Standings>) {}

    /// Whether it wants to be shown events.
    fn watches(&self) -> bool {
        false
    }
}

/// A bot with its budget.
pub struct BotPlayer<G: Imagine>(pub Box<dyn Bot<G>>, pub Budget);

impl<G: Imagine> Player<G> for BotPlayer<G> {
    fn ask(&mut self, sight: &Sight<'_, G>, rng: &mut Dice) -> Result<G::Move, String> {
        Ok(self.0.decide(sight, &self.1, rng))
    }

    fn watches(&self) -> bool {
        true
    }
}

/// Somebody who looks on and counts.
pub trait Watcher<G: Imagine> {
    /// Sees an event that is about to happen.
    fn sees(&mut self, table: &G, event: &EventOf<G>);

    /// Sees how the game ended; a forfeited one was broken off there.
    fn sees_end(&mut self, table: &G, standings: &Standings, is_forfeited: bool);
}

/// Nobody looks on.
impl<G: Imagine> Watcher<G> for () {
    fn sees(&mut self, _: &G, _: &EventOf<G>) {}
    fn sees_end(&mut self, _: &G, _: &Standings, _: bool) {}
}

/// Makes a player for one thread's games.
pub type MakePlayer<'a, G> = Box<dyn Fn() -> Box<dyn Player<G>> + Sync + 'a>;

/// One who takes a seat in a contest.
pub struct Contestant<'a, G: Imagine> {
    /// The name it is reported under; contestants of one name are counted together.
    pub name: String,
    /// Makes the player.
    pub make: MakePlayer<'a, G>,
}

impl<'a, G: Imagine> Contestant<'a, G> {
    /// A contestant of that name.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player<G>> + Sync + 'a,
    ) -> Contestant<'a, G> {
        Contestant { name: name.into(), make: Box::new(make) }
    }
}

/// What is played, how often and by which seed.
pub struct Contest<'a, G: Imagine> {
    /// The options of every table.
    pub options: G::Options,
    /// The seating of every table.
    pub seating: Seating,
    /// One contestant a seat.
    pub contestants: Vec<Contestant<'a, G>>,
    /// How many games at least; rounded up to whole deals.
    pub games: u64,
    /// The seed of nature and of the bots' dice.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// Whether the bots move around the table; otherwise each keeps its seat.
    pub rotate: bool,
}

/// The most moves a seat may make in a row: in Stacket a piece can be picked and put back for ever.
const MOST_IN_A_ROW: u32 = 500;

/// The result of a game that a seat forfeits: its team loses, and all others share the victory.
fn forfeited<G: Imagine>(table: &G, loser: Seat) -> Standings {
    let seats = table.seating().seats();
    let teams = PerSeat::from_fn(seats, |seat| table.team_of(seat));
    let winners = Seat::all(seats).filter(|seat| teams[*seat] != teams[loser]).collect();
    Standings { scores: PerSeat::new(seats), teams, winners }
}

impl<G: Imagine> Contest<'_, G> {
    /// Plays all games; `progress` is told the number of games finished so far.
    pub fn run(&self, progress: &(dyn Fn(u64) + Sync)) -> ContestReport {
        let rotations = self.rotations();
        let deals = self.games.div_ceil(rotations).max(1);
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let opened = G::open(&self.options, &self.seating).expect("the table was opened before");
        let work = || {
            let mut players = self.players();
            let mut games = Vec::new();
            loop {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal >= deals {
                    return games;
                }
                for rotation in 0..rotations {
                    games.push(self.play(&opened, deal, rotation, &mut players, &mut ()));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            }
        };
        let mut games: Vec<GameResult> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a game does not panic")).collect()
        });
        games.sort_by_key(|result| result.game);
        let names = self.contestants.iter().map(|one| one.name.as_str()).collect();
        Results { names, games_a_deal: rotations as usize, games }.report(G::ABOUT.id, self.seed)
    }

    /// The players of all contestants, for one thread's games.
    pub fn players(&self) -> Vec<Box<dyn Player<G>>> {
        self.contestants.iter().map(|one| (one.make)()).collect()
    }

    /// Plays all games of one deal, begun at the opened table, before a watcher: contestant 0 moves one seat to the left each
    /// time.
    pub fn play_deal(
        &self,
        opened: &G,
        deal: u64,
        players: &mut [Box<dyn Player<G>>],
        watcher: &mut impl Watcher<G>,
    ) {
        for rotation in 0..self.rotations() {
            self.play(opened, deal, rotation, players, watcher);
        }
    }

    /// How many games a deal has.
    fn rotations(&self) -> u64 {
        if self.rotate { self.contestants.len() as u64 } else { 1 }
    }

    fn play(
        &self,
        opened: &G,
        deal: u64,
        rotation: u64,
        players: &mut [Box<dyn Player<G>>],
        watcher: &mut impl Watcher<G>,
    ) -> GameResult {
        let seats = players.len();
        let game = deal * self.rotations() + rotation;
        let seat_of = |contestant: usize| {
            let seat = (contestant + rotation as usize) % seats;
            Seat::new(seat as u8).expect("there are as many seats as contestants")
        };
        let mut playing = Playing {
            contestant_at: PerSeat::from_fn(seats, |seat| (seat.index() + seats - rotation as usize) % seats),
            table: opened.clone(),
            players,
            watching: Vec::new(),
            minds: (0..seats as u64).map(|i| dice(!self.seed, game * 8 + i)).collect(),
            shown: vec![Vec::new(); seats],
            last: None,
            in_a_row: 0,
        };
        let mut nature = dice(self.seed, deal);
        let forfeit = playing.play(&self.seating, &self.options, &mut nature, watcher).err();
        let Playing { table, players, .. } = playing;
        let standings = table.standings().filter(|_| forfeit.is_none());
        players.iter_mut().for_each(|player| player.end(standings.as_ref()));
        let result = standings.unwrap_or_else(|| {
            let (loser, _) = forfeit.as_ref().expect("a game that nobody forfeits is played to its end");
            forfeited(&table, seat_of(*loser))
        });
        watcher.sees_end(&table, &result, forfeit.is_some());
        GameResult {
            game,
            shares: (0..seats).map(|one| result.share(seat_of(one))).collect(),
            scores: (0..seats).map(|one| standings.map(|standings| standings.scores[seat_of(one)])).collect(),
            seats: (0..seats).map(|one| seat_of(one).into()).collect(),
            forfeit,
        }
    }
}

/// A game under way.
struct Playing<'a, G: Imagine> {
    table: G,
    contestant_at: PerSeat<usize>,
    /// The players and their dice, by contestants.
    players: &'a mut [Box<dyn Player<G>>],
    minds: Vec<Dice>,
    /// The seats whose players want to be shown what happens.
    watching: Vec<Seat>,
    /// What each seat was shown so far.
    shown: Vec<Vec<G::Shown>>,
    /// The seat that moved last, and how often in a row.
    last: Option<Seat>,
    in_a_row: u32,
}

impl<G: Imagine> Playing<'_, G> {
    /// Plays to the end, or until a contestant forfeits for some reason.
    fn play(
        &mut self,
        seating: &Seating,
        options: &G::Options,
        nature: &mut Dice,
        watcher: &mut impl Watcher<G>,
    ) -> Result<(), (usize, String)> {
        for seat in Seat::all(seating.seats()) {
            let player = &mut self.players[self.contestant_at[seat]];
            player.begin(seat, seating, options);
            if player.watches() {
                self.watching.push(seat);
            }
        }
        loop {
            let event = match self.table.turn() {
                Turn::Over => return Ok(()),
                Turn::Nature => Event::Fate(self.table.draw(nature)),
                Turn::Seats(_) => {
                    let seat = self.table.asked().expect("a game that waits asks a seat");
                    let mv = self.ask(seat).map_err(|reason| (self.contestant_at[seat], reason))?;
                    Event::Move { seat, mv }
                }
            };
            self.show(&event);
            watcher.sees(&self.table, &event);
            self.table.apply(&event);
        }
    }

    /// Asks a seat for a legal move.
    fn ask(&mut self, seat: Seat) -> Result<G::Move, String> {
        self.in_a_row = if self.last == Some(seat) { self.in_a_row + 1 } else { 1 };
        self.last = Some(seat);
        if self.in_a_row > MOST_IN_A_ROW {
            return Err(format!("it moved {MOST_IN_A_ROW} times in a row and ended no turn"));
        }
        let sight = Sight::of(&self.table, seat, &self.shown[seat.index()]);
        let contestant = self.contestant_at[seat];
        let mv = self.players[contestant].ask(&sight, &mut self.minds[contestant])?;
        match self.table.check(seat, &mv) {
            Ok(()) => Ok(mv),
            Err(foul) => Err(format!("illegal move `{mv}`: {foul}")),
        }
    }

    /// Shows an event that is about to happen to all who watch.
    fn show(&mut self, event: &EventOf<G>) {
        for seat in &self.watching {
            let seen = self.table.show(event, Viewer::Seat(*seat));
            self.players[self.contestant_at[*seat]].show(&seen);
            self.shown[seat.index()].push(seen);
        }
    }
}

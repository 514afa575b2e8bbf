//! The properties that every game's tests call.
//!
//! A [`Kit`] plays random games at the given tables and looks at every state on the way. Each property answers
//! with what it found wrong, so that a test can also plant a defect and see it caught.

mod seeds;

use std::{collections::HashMap, fmt::Debug, hash::Hash};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngSeed, TestRunner},
};
use serde::{Serialize, de::DeserializeOwned};

pub use seeds::{Seeds, again, is_one_seed, seeds};

use crate::{
    BadText, Event, EventOf, Game, Imagine, Odds, Record, Seat, Seating, Turn, Viewer, check_event,
    nature::{Dice, below, dice},
    random_event,
};
use seeds::is_wanted;

/// The answer of a property: `Ok`, or what is wrong and where.
pub type Finding = Result<(), String>;

/// Tables to try a game at, and moves of every kind to try on it.
pub struct Kit<G: Game> {
    tables: Vec<(G::Options, Seating)>,
    moves: Vec<G::Move>,
    games: u64,
}

/// Fails with the formatted text unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => {
        if $holds {
        } else {
            return Err(format!($($text)*));
        }
    };
}

impl<G: Game> Kit<G> {
    /// Tries the game at these tables, with moves drawn from the whole move type.
    pub fn new(tables: Vec<(G::Options, Seating)>, any_move: impl Strategy<Value = G::Move>) -> Kit<G> {
        let mut runner = TestRunner::deterministic();
        let mut draw = || any_move.new_tree(&mut runner).expect("a move can be drawn").current();
        Kit { tables, moves: (0..300).map(|_| draw()).collect(), games: 12 }
    }

    /// Plays so many games at each table instead of twelve.
    #[must_use]
    pub fn games(self, games: u64) -> Kit<G> {
        Kit { games, ..self }
    }

    /// Visits every state of random games, and the event that follows it, if any.
    pub fn visit(&self, mut look: impl FnMut(&G, Option<&EventOf<G>>, &mut Dice) -> Finding) -> Finding {
        for (number, (options, seating)) in self.tables.iter().enumerate() {
            for game in 0..self.games {
                let seed = format!("{number}.{game}");
                if !is_wanted(&seed) {
                    continue;
                }
                let mut rng = dice(number as u64, game);
                let mut state = G::open(options, seating).map_err(|e| format!("table {number}: {e}"))?;
                let mut events = 0;
                loop {
                    let event = random_event(&state, &mut rng);
                    look(&state, event.as_ref(), &mut rng).map_err(|e| {
                        let again = again(&seed);
                        format!("table {number}, game {game}, event {events}: {e}\n{state:?}\n{again}")
                    })?;
                    let Some(event) = event else { break };
                    state.apply(&event);
                    events += 1;
                    ensure!(events < 1_000_000, "table {number}, game {game} does not end");
                }
            }
        }
        Ok(())
    }

    /// Legal moves are exactly what `check` accepts, each listed once, and only seats of the turn have any.
    pub fn legal_moves_are_what_check_accepts(&self) -> Finding {
        self.visit(|state, _, rng| {
            let may = if let Turn::Seats(may) = state.turn() { Some(may) } else { None };
            ensure!(may.is_none_or(|may| !may.is_empty()), "it is the turn of nobody");
            ensure!(
                state.asked().is_some() == may.is_some(),
                "somebody is asked out of turn, or nobody in turn"
            );
            if let (Some(may), Some(asked)) = (may, state.asked()) {
                ensure!(may.has(asked), "{asked} is asked but may not act");
            }
            for seat in Seat::all(state.seating().seats()) {
                let listed: Vec<_> = state.legal_moves(seat).collect();
                ensure!(
                    listed.len() == state.legal_moves(seat).len(),
                    "the length told is not the length listed"
                );
                ensure!(
                    listed.is_empty() != may.is_some_and(|may| may.has(seat)),
                    "{seat} has {} moves in {:?}",
                    listed.len(),
                    state.turn()
                );
                // Long lists are looked at in places drawn at random.
                for at in 0..listed.len().min(20) {
                    let at = if listed.len() > 20 { below(rng, listed.len() as u32) as usize } else { at };
                    let mv = &listed[at];
                    ensure!(
                        state.legal_moves(seat).nth(at).as_ref() == Some(mv),
                        "move {at} is not reached at once"
                    );
                    ensure!(listed.iter().filter(|other| *other == mv).count() == 1, "{mv} is listed twice");
                    if let Err(foul) = state.check(seat, mv) {
                        return Err(format!("{seat} is offered {mv}, which is refused: {foul}"));
                    }
                }
                let first = below(rng, self.moves.len() as u32) as usize;
                for mv in self.moves.iter().cycle().skip(first).take(40) {
                    let accepted = state.check(seat, mv).is_ok();
                    ensure!(!accepted || may.is_some_and(|may| may.has(seat)), "{seat} may {mv} out of turn");
                    if G::LISTS_ALL_MOVES {
                        ensure!(
                            accepted == listed.contains(mv),
                            "{seat}, {mv}: listed or accepted, not both"
                        );
                    }
                }
            }
            Ok(())
        })
    }

    /// A count of all cards or pieces never changes.
    pub fn conserves<C: PartialEq + Debug>(&self, census: impl Fn(&G) -> C) -> Finding {
        let mut first = HashMap::new();
        self.visit(|state, _, _| {
            let table = format!("{:?}", state.seating());
            let count = census(state);
            let before = first.entry(table).or_insert_with(|| census(state));
            ensure!(*before == count, "there were {before:?}, and now {count:?}");
            Ok(())
        })
    }

    /// Play always ends, and exactly then there are standings, with a winner.
    pub fn ends(&self) -> Finding {
        self.visit(|state, event, _| {
            let over = state.turn() == Turn::Over;
            ensure!(over == event.is_none(), "the game is over, or goes on, but not both");
            ensure!(over == state.standings().is_some(), "standings exist exactly when the game is over");
            ensure!(state.standings().is_none_or(|s| !s.winners.is_empty()), "nobody has won");
            Ok(())
        })
    }

    /// A record replays to the very state that was played, through its line of JSON, and so does a saved state.
    pub fn replays(&self) -> Finding {
        for (number, (options, seating)) in self.tables.iter().enumerate() {
            for game in 0..self.games {
                let seed = format!("{number}.{game}");
                if is_wanted(&seed) {
                    let replayed = replay_one::<G>(options, seating, &mut dice(number as u64, game));
                    replayed.map_err(|e| format!("{e}\n{}", again(&seed)))?;
                }
            }
        }
        Ok(())
    }

    /// Every move, fate, event, view and shown event survives its text and its JSON.
    pub fn forms_round_trip(&self) -> Finding {
        for mv in &self.moves {
            round_trip(mv)?;
            reread(mv)?;
        }
        self.visit(|state, event, _| {
            for viewer in Viewer::all(state.seating().seats()) {
                round_trip(&state.view(viewer))?;
                if let Some(event) = event {
                    round_trip(&state.show(event, viewer))?;
                }
            }
            if let Some(event) = event {
                round_trip(event)?;
                reread(event)?;
            }
            Ok(())
        })
    }
}

/// The settings of a property whose cases are the same in every run, unless `PROPTEST_RNG_SEED` asks for others.
pub fn cases(cases: u32) -> Config {
    let told = Config::default();
    let rng_seed = if told.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { told.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..told }
}

fn replay_one<G: Game>(options: &G::Options, seating: &Seating, rng: &mut Dice) -> Finding {
    let mut state = G::open(options, seating).map_err(|e| e.to_string())?;
    let mut record = Record::begin::<G>(options, seating);
    while let Some(event) = random_event(&state, rng) {
        check_event(&state, &event).map_err(|e| format!("{event} was drawn but is refused: {e}"))?;
        record.push::<G>(&event);
        if below(rng, 10) == 0 {
            state = round_trip(&state)?;
        }
        state.apply(&event);
    }
    record.standings = state.standings();
    let read = Record::from_line(&record.to_line()).map_err(|e| e.to_string())?;
    ensure!(read == record, "the line reads differently");
    let replayed = read.replay::<G>(|_, _| {}).map_err(|e| e.to_string())?;
    ensure!(replayed == state, "replayed {replayed:?}\nplayed {state:?}");
    Ok(())
}

impl<G: Odds> Kit<G> {
    /// A slow nature leaves nothing to chance: it draws the one fate it enumerates, whatever the dice.
    pub fn a_slow_nature_leaves_nothing_to_chance(&self) -> Finding {
        ensure!(G::IS_NATURE_SLOW, "nature is said to be quick");
        self.visit(|state, event, rng| {
            if let Some(Event::Fate(drawn)) = event {
                ensure!(state.draw(rng) == *drawn, "other dice draw something else than {drawn}");
                ensure!(
                    state.fates().map(|(fate, _)| fate).eq([drawn.clone()]),
                    "{drawn} is not the only fate"
                );
            }
            Ok(())
        })
    }

    /// Enumerated fates are distinct, allowed, and drawn as often as their share says.
    pub fn fates_are_drawn_as_often_as_enumerated(&self) -> Finding {
        self.visit(|state, event, rng| {
            let fates: Vec<_> = state.fates().collect();
            ensure!(fates.is_empty() != matches!(event, Some(Event::Fate(_))), "{} fates now", fates.len());
            for (index, (fate, ways)) in fates.iter().enumerate() {
                ensure!(*ways > 0, "{fate} can come about in no way");
                ensure!(fates[..index].iter().all(|(other, _)| other != fate), "{fate} is enumerated twice");
                state.check_fate(fate).map_err(|foul| format!("{fate} is enumerated but refused: {foul}"))?;
            }
            if let Some(Event::Fate(drawn)) = event {
                ensure!(fates.iter().any(|(fate, _)| fate == drawn), "{drawn} is drawn but not enumerated");
            }
            // A full comparison now and then: five standard deviations leave no room for luck.
            if !fates.is_empty() && below(rng, 97) == 0 {
                let all: u32 = fates.iter().map(|(_, ways)| ways).sum();
                let draws = 4_000;
                let mut seen = vec![0u32; fates.len()];
                for _ in 0..draws {
                    let drawn = state.draw(rng);
                    let at = fates.iter().position(|(fate, _)| *fate == drawn);
                    seen[at.ok_or_else(|| format!("{drawn} is drawn but not enumerated"))?] += 1;
                }
                for ((fate, ways), seen) in fates.iter().zip(seen) {
                    let p = f64::from(*ways) / f64::from(all);
                    close(seen, draws, p).map_err(|e| format!("fate {fate}: {e}"))?;
                }
            }
            Ok(())
        })
    }
}

impl<G: Imagine> Kit<G> {
    /// Whatever is hidden from a viewer may change without changing a byte of what `see` gives that viewer.
    pub fn nothing_hidden_leaks(&self, see: impl Fn(&Self, &G, Viewer) -> String) -> Finding {
        self.visit(|state, event, rng| {
            for viewer in Viewer::all(state.seating().seats()) {
                let swapped = G::imagine(&state.view(viewer), None, rng);
                let (seen, after) = (see(self, state, viewer), see(self, &swapped, viewer));
                ensure!(seen == after, "{viewer:?} can tell from\n{swapped:?}\nby\n{seen}\nagainst\n{after}");
                if let Some(event @ Event::Move { seat, mv }) = event
                    && !viewer.is(*seat)
                {
                    ensure!(
                        state.reveals(mv) || looks_alike(state, &swapped, event, viewer),
                        "{viewer:?} learns something by {mv}, which is said to reveal nothing"
                    );
                    same_view_means_same_show(state, viewer, state.legal_moves(*seat).take(60), |mv| {
                        Event::Move { seat: *seat, mv }
                    })?;
                }
            }
            Ok(())
        })
    }

    /// All that a viewer can get out of a table: the view as JSON and text, legal moves, and fouls.
    pub fn everything(&self, state: &G, viewer: Viewer) -> String {
        let view = state.view(viewer);
        let mut seen = json(&view) + &view.to_string() + &json(&state.standings());
        if let Some(seat) = viewer.seat() {
            for mv in state.legal_moves(seat) {
                seen += &json(&mv);
            }
            for mv in self.moves.iter().take(80) {
                if let Err(foul) = state.check(seat, mv) {
                    seen += &format!("{mv}: {foul} ({})\n", Into::<&str>::into(foul.clone()));
                }
            }
        }
        seen
    }

    /// An imagined state looks, to the seat that imagines it, exactly like the true one, and can be played on; where a
    /// game hides nothing, it is the true one.
    pub fn imagines_what_fits(&self) -> Finding {
        self.visit(|state, _, rng| {
            if below(rng, 8) > 0 {
                return Ok(());
            }
            for seat in Seat::all(state.seating().seats()) {
                let (view, notes) = (state.view(Viewer::Seat(seat)), state.notes(seat));
                round_trip(&notes)?;
                let seed = u64::from(below(rng, 1000));
                let mut imagined = G::imagine(&view, Some(&notes), &mut dice(seed, 0));
                let again = G::imagine(&view, Some(&notes), &mut dice(seed, 0));
                ensure!(imagined == again, "the same seed imagines two different states");
                ensure!(
                    imagined.view(Viewer::Seat(seat)) == view,
                    "{seat} sees something else in {imagined:?}"
                );
                ensure!(imagined.notes(seat) == notes, "{seat} remembers something else in {imagined:?}");
                ensure!(
                    !G::HIDES_NOTHING || imagined == *state,
                    "{seat} does not know all in a game that says it hides nothing: {imagined:?}"
                );
                ensure!(
                    state.legal_moves(seat).eq(imagined.legal_moves(seat)) && imagined.turn() == state.turn(),
                    "{seat} may do something else in {imagined:?}"
                );
                let mut events = 0;
                while let Some(event) = random_event(&imagined, rng) {
                    check_event(&imagined, &event)
                        .map_err(|e| format!("imagined, {event} is refused: {e}"))?;
                    imagined.apply(&event);
                    events += 1;
                    ensure!(events < 1_000_000, "an imagined game does not end");
                }
            }
            Ok(())
        })
    }
}

impl<G: Imagine + Odds> Kit<G> {
    /// Fates that leave a viewer with the same view are shown to that viewer alike.
    pub fn hidden_fates_are_shown_alike(&self) -> Finding {
        self.visit(|state, event, _| {
            if let Some(Event::Fate(_)) = event {
                for viewer in Viewer::all(state.seating().seats()) {
                    same_view_means_same_show(
                        state,
                        viewer,
                        state.fates().map(|(fate, _)| fate),
                        Event::Fate,
                    )?;
                }
            }
            Ok(())
        })
    }
}

/// Whether an event looks the same to a viewer in both states.
fn looks_alike<G: Game>(one: &G, two: &G, event: &EventOf<G>, viewer: Viewer) -> bool {
    let seen = |state: &G| {
        let mut after = state.clone();
        after.apply(event);
        (state.show(event, viewer), after.view(viewer))
    };
    check_event(two, event).is_ok() && seen(one) == seen(two)
}

/// Of two events after which a viewer sees the same table, that viewer must be shown the same.
fn same_view_means_same_show<G: Game, T>(
    state: &G,
    viewer: Viewer,
    choices: impl Iterator<Item = T>,
    event: impl Fn(T) -> EventOf<G>,
) -> Finding {
    let mut shown: HashMap<String, (EventOf<G>, String)> = HashMap::new();
    for event in choices.map(event) {
        let mut after = state.clone();
        after.apply(&event);
        let show = state.show(&event, viewer);
        let told = json(&show) + &show.to_string();
        let (other, before) =
            shown.entry(json(&after.view(viewer))).or_insert_with(|| (event.clone(), told.clone()));
        ensure!(*before == told, "{viewer:?} can tell {other} from {event}: {before} against {told}");
    }
    Ok(())
}

/// Fails when samples do not come as often as expected; anything not expected must not come at all.
pub fn frequencies_match<T: Eq + Hash + Debug>(
    expected: &HashMap<T, f64>,
    samples: u32,
    mut sample: impl FnMut() -> T,
) -> Finding {
    let sum: f64 = expected.values().sum();
    ensure!((sum - 1.0).abs() < 1e-9, "the expected shares sum to {sum}");
    let mut seen: HashMap<T, u32> = HashMap::new();
    for _ in 0..samples {
        *seen.entry(sample()).or_default() += 1;
    }
    for what in seen.keys() {
        ensure!(expected.contains_key(what), "{what:?} was not expected at all");
    }
    for (what, p) in expected {
        close(seen.get(what).copied().unwrap_or(0), samples, *p).map_err(|e| format!("{what:?}: {e}"))?;
    }
    Ok(())
}

/// Fails when a count is more than five standard deviations from its mean.
fn close(seen: u32, draws: u32, p: f64) -> Finding {
    let (mean, draws) = (p * f64::from(draws), f64::from(draws));
    let allowed = 5.0 * (draws * p * (1.0 - p)).sqrt() + 1.0;
    ensure!((f64::from(seen) - mean).abs() <= allowed, "came {seen} times of {draws}, expected {mean:.1}");
    Ok(())
}

/// Fails unless the table of rules in a crate's docs and the tests of its rulebook name each other.
///
/// The docs hold a Markdown table whose last column names tests in backticks.
pub fn rulebook_agrees(docs: &str, rulebook: &str) -> Finding {
    let mut listed: Vec<&str> = docs
        .lines()
        .filter_map(|line| line.strip_prefix("//! |"))
        .filter_map(|row| row.trim().trim_end_matches('|').rsplit('|').next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let mut tests: Vec<&str> = rulebook
        .split("#[test]")
        .skip(1)
        .filter_map(|rest| rest.split_once("fn ")?.1.split_once('('))
        .map(|(name, _)| name)
        .collect();
    ensure!(!tests.is_empty(), "there are no tests");
    listed.sort_unstable();
    listed.dedup();
    tests.sort_unstable();
    for name in &listed {
        ensure!(tests.contains(name), "the docs name `{name}`, which is no test of the rulebook");
    }
    for name in &tests {
        ensure!(listed.contains(name), "the docs do not name the test `{name}`");
    }
    Ok(())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("everything has a JSON form")
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<T, String> {
    let text = json(value);
    let read: T = serde_json::from_str(&text).map_err(|e| format!("{text} cannot be read: {e}"))?;
    ensure_same(value, &read, &text)?;
    Ok(read)
}

fn reread<T: ToString + std::str::FromStr<Err = BadText> + PartialEq + Debug>(value: &T) -> Finding {
    let text = value.to_string();
    let read: T = text.parse().map_err(|e| format!("{text} cannot be read: {e}"))?;
    ensure_same(value, &read, &text)
}

fn ensure_same<T: PartialEq + Debug>(value: &T, read: &T, text: &str) -> Finding {
    ensure!(value == read, "{value:?} became {read:?} by way of {text}");
    Ok(())
}

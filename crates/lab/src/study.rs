//! Makes reports: plays what the questions need, asks them in their order, and puts the answers together.

use bots::Played;
use table::Victory;

use crate::{
    arm::Arm,
    bench::{Bench, Outcome},
    error::BadLab,
    measure::{self, DENIED, Measure, SKILL},
    questions::{catch_up, decide, ending, exciting, fair, length, matters, options, skill},
    report::{Report, Section},
    setup::Setup,
    sweep::{self, MOST_CELLS, Tables, grid, one_by_one},
    target,
};

/// How many playouts look once a round, and in how many games at most.
const PLAYOUTS: u32 = 64;
const WATCHED: u64 = 192;
/// The form of the data.
const FORMAT: u32 = 1;

/// Studies a game: the nine questions, or the sweep or the search that was asked for.
pub fn study<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Report, BadLab> {
    if setup.strengths.is_empty() || setup.strengths.len() > 6 {
        return Err(BadLab::Strengths);
    }
    let sections = match () {
        () if !setup.wishes.is_empty() => search::<G>(setup, bench)?,
        () if !setup.sweeps.is_empty() => sweeps::<G>(setup, bench)?,
        () => questions::<G>(setup, bench)?,
    };
    let report = Report {
        format: FORMAT,
        game: G::ABOUT.id.into(),
        title: G::ABOUT.title.into(),
        seats: setup.seats,
        options: setup.options.clone(),
        strengths: setup.strengths.clone(),
        games: bench.games(),
        seed: setup.seed,
        command: setup.command.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        sections,
    };
    Ok(report.rounded())
}

/// Everything that the nine questions need, and what came of it.
struct Work {
    arms: Vec<(Arm, u64)>,
    ends: Vec<usize>,
}

impl Work {
    fn add(&mut self, more: impl IntoIterator<Item = (Arm, u64)>) {
        self.arms.extend(more);
        self.ends.push(self.arms.len());
    }

    /// The outcomes of what was added, in that order.
    fn apart<'a>(&self, outcomes: &'a [Outcome]) -> Vec<Vec<&'a Outcome>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| outcomes[start..*end].iter().collect()).collect()
    }
}

fn questions<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Vec<Section>, BadLab> {
    let places = 0..setup.strengths.len();
    let base = |place: usize| Arm::alike(setup.seats, &setup.options, &setup.strengths[place], setup.seed);
    let (opened, seating) = crate::arm::table_of_arm::<G>(&base(0))?;
    let victory = G::open(&opened, &seating).map_err(BadLab::Table)?.victory();
    let watch = |place: usize| {
        let arm = Arm { playouts: PLAYOUTS, ..base(place) };
        (arm, WATCHED.min(setup.games_at::<G>(place) / 4).max(16))
    };
    let mut work = Work { arms: Vec::new(), ends: Vec::new() };
    work.add(places.clone().map(|place| (base(place).counted::<G>(), setup.games_at::<G>(place))));
    // Nobody is ahead where one seat loses and all others win: there are no chances to follow.
    let is_followed = victory != Victory::Survival;
    work.add(places.clone().filter(|_| is_followed).map(watch));
    work.add(skill::ladder::<G>(setup));
    places.clone().for_each(|place| work.add(matters::arms::<G>(setup, place)));
    let cells = one_by_one(&setup.usual_sweeps::<G>());
    let swept: u64 = places.clone().map(|place| cells.len() as u64 * setup.swept_at::<G>(place) / 2).sum();
    bench.expect(work.arms.iter().map(|(arm, sets)| sets * arm.games_a_set()).sum::<u64>() + swept);
    let outcomes = bench.play::<G>(&work.arms)?;

    let apart = work.apart(&outcomes);
    let [games, watched, climbed, denials @ ..] = &apart[..] else { unreachable!("three lots were added") };
    let mut played = Vec::new();
    let mut unplayed = Vec::new();
    for place in places {
        let bot = setup.strengths[place].clone();
        let most = setup.swept_at::<G>(place);
        if most == 0 {
            unplayed.push(bot);
            continue;
        }
        let swept =
            sweep::play::<G>(bench, setup, (&bot, Tables::Alike), cells.clone(), &setup.measures, most)?;
        played.push(options::Played { bot, swept });
    }
    Ok(vec![
        fair::ask::<G>(games, victory),
        length::ask::<G>(games),
        ending::ask::<G>(games),
        decide::ask::<G>(games),
        exciting::ask::<G>(games, watched, victory),
        catch_up::ask::<G>(games, victory),
        skill::ask::<G>(climbed, games, victory),
        matters::ask::<G>(games, denials),
        options::ask::<G>(&played, &setup.measures, &unplayed),
    ])
}

/// A sweep over all combinations: what is measured where all play alike, what one better bot wins, and what one that is denied
/// something wins.
fn sweeps<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Vec<Section>, BadLab> {
    let cells = grid(&setup.sweeps);
    if cells.len() > MOST_CELLS {
        return Err(BadLab::TooManyCells(cells.len(), MOST_CELLS));
    }
    let (skills, plain): (Vec<&Measure>, Vec<&Measure>) =
        setup.measures.iter().copied().partition(|measure| measure.key == SKILL);
    let denials = setup.denials.clone().unwrap_or_default();
    let games = |place: usize| setup.games_at::<G>(place);
    let strengths: Vec<usize> = (0..setup.strengths.len()).collect();
    let kinds = u64::from(!plain.is_empty()) + denials.len() as u64;
    let all: u64 = strengths.iter().map(|place| games(*place) * kinds).sum::<u64>()
        + games(strengths.len() - 1) * skills.len() as u64;
    bench.expect(all * (cells.len() as u64 + 1));
    let mut run =
        |tables: Tables, measures: &[&Measure], places: &[usize]| -> Result<Vec<options::Played>, BadLab> {
            let mut played = Vec::new();
            for place in places {
                let bot = setup.strengths[*place].clone();
                let (name, games_a_set) = match tables {
                    Tables::Alike => (bot.clone(), 1),
                    Tables::Skill => {
                        let strong = &setup.strengths[setup.strengths.len() - 1];
                        (format!("one {strong} among {bot}"), setup.seats as u64)
                    }
                    Tables::Denied(_) => (format!("one {bot} among its equals"), setup.seats as u64),
                };
                // Where a strong bot sits among weak ones, there is time for as many games as it plays.
                let slowest = if tables == Tables::Skill { strengths[strengths.len() - 1] } else { *place };
                let most = games(slowest) / games_a_set;
                let swept = sweep::play::<G>(bench, setup, (&bot, tables), cells.clone(), measures, most)?;
                played.push(options::Played { bot: name, swept });
            }
            Ok(played)
        };
    let mut sections = Vec::new();
    if !plain.is_empty() {
        let played = run(Tables::Alike, &plain, &strengths)?;
        sections.extend(options::ask_sweep::<G>(&played, setup, &plain, None));
    }
    if !skills.is_empty() {
        let played = run(Tables::Skill, &skills, &strengths[..1])?;
        sections.extend(options::ask_sweep::<G>(&played, setup, &skills, None));
    }
    for denial in denials {
        let played = run(Tables::Denied(denial), &[&DENIED], &strengths)?;
        let question = format!("What a bot wins that {}", G::DENIALS[denial].about);
        sections.extend(options::ask_sweep::<G>(&played, setup, &[&DENIED], Some(question)));
    }
    Ok(sections)
}

/// A search for options, by the stronger bots.
fn search<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Vec<Section>, BadLab> {
    if setup.sweeps.is_empty() {
        return Err(BadLab::NothingMayChange);
    }
    let place = setup.strengths.len() - 1;
    let bot = &setup.strengths[place];
    let found = target::search::<G>(bench, setup, bot, setup.games_at::<G>(place))?;
    let mut sections = vec![options::ask_target(&found, setup, bot)];
    // What the change does to everything else, at every strength.
    let wished: Vec<_> = setup.wishes.iter().map(|wish| wish.measure.key).collect();
    let others: Vec<&Measure> =
        measure::MEASURES.iter().filter(|m| m.key != SKILL && !wished.contains(&m.key)).collect();
    let mut played = Vec::new();
    for (place, bot) in setup.strengths.iter().enumerate() {
        let cells = vec![found.cell.clone()];
        let swept =
            sweep::play::<G>(bench, setup, (bot, Tables::Alike), cells, &others, setup.games_at::<G>(place))?;
        played.push(options::Played { bot: bot.clone(), swept });
    }
    let mut rest = options::ask::<G>(&played, &others, &[]);
    rest.question = "What else would change?".into();
    sections.push(rest);
    Ok(sections)
}

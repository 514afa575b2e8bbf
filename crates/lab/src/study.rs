//! Makes reports: plays what the questions need, asks them in their order, and puts the answers together.

use bots::Played;

use crate::{
    arm::Arm,
    bench::{Bench, Outcome},
    error::BadLab,
    measure::{self, Measure, SKILL},
    questions::{catch_up, decide, ending, exciting, fair, length, matters, options, skill},
    report::{Report, Section},
    setup::Setup,
    sweep::{self, MOST_CELLS, Swept, grid, one_by_one},
    target,
};

/// How many playouts look once a round, and in how many games at most.
const PLAYOUTS: u32 = 16;
const WATCHED: u64 = 48;
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

fn questions<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Vec<Section>, BadLab> {
    let places = 0..setup.strengths.len();
    let base = |place: usize| Arm::alike(setup.seats, &setup.options, &setup.strengths[place], setup.seed);
    let mut work: Vec<(Arm, u64)> =
        places.clone().map(|place| (base(place), setup.games_at::<G>(place))).collect();
    let looked = |place: usize| {
        let arm = Arm { playouts: PLAYOUTS, ..base(place) };
        (arm, WATCHED.min(setup.games_at::<G>(place) / 4).max(16))
    };
    work.extend(places.clone().map(looked));
    let ladder = skill::ladder::<G>(setup);
    let steps = ladder.len();
    work.extend(ladder);
    let denied: Vec<_> = places.clone().map(|place| matters::arms::<G>(setup, place)).collect();
    let counts: Vec<usize> = denied.iter().map(Vec::len).collect();
    work.extend(denied.into_iter().flatten());
    let cells = one_by_one(&setup.usual_sweeps::<G>());
    let most = |place: usize| setup.games_at::<G>(place) / 2;
    let swept: u64 = places.clone().map(|place| (cells.len() as u64 + 1) * most(place) / 2).sum();
    bench.expect(work.iter().map(|(arm, sets)| sets * arm.games_a_set()).sum::<u64>() + swept);
    let outcomes = bench.play::<G>(&work)?;

    let n = setup.strengths.len();
    let games: Vec<&Outcome> = outcomes[..n].iter().collect();
    let watched: Vec<&Outcome> = outcomes[n..2 * n].iter().collect();
    let climbed: Vec<&Outcome> = outcomes[2 * n..2 * n + steps].iter().collect();
    let mut rest = outcomes[2 * n + steps..].iter().cloned();
    let denials: Vec<Vec<Outcome>> =
        counts.iter().map(|count| rest.by_ref().take(*count).collect()).collect();
    let (opened, seating) = crate::arm::table_of_arm::<G>(&base(0))?;
    let victory = G::open(&opened, &seating).map_err(BadLab::Table)?.victory();
    let measures: Vec<&Measure> = setup.measures.clone();
    let mut played = Vec::new();
    for place in places {
        let bot = setup.strengths[place].clone();
        let swept = sweep::play::<G>(bench, setup, &bot, cells.clone(), &measures, most(place))?;
        played.push(options::Played { bot, swept });
    }
    Ok(vec![
        fair::ask::<G>(&games, victory),
        length::ask::<G>(&games),
        ending::ask::<G>(&games),
        decide::ask::<G>(&games),
        exciting::ask::<G>(&games, &watched),
        catch_up::ask::<G>(&games, victory),
        skill::ask::<G>(&climbed, victory),
        matters::ask::<G>(&games, &denials),
        options::ask(&played, &measures),
    ])
}

/// A sweep over all combinations, once for each strength.
fn sweeps<G: Played>(setup: &Setup, bench: &mut Bench<'_>) -> Result<Vec<Section>, BadLab> {
    let cells = grid(&setup.sweeps);
    if cells.len() > MOST_CELLS {
        return Err(BadLab::TooManyCells(cells.len(), MOST_CELLS));
    }
    let (skills, plain): (Vec<&Measure>, Vec<&Measure>) =
        setup.measures.iter().copied().partition(|measure| measure.key == SKILL);
    let games = |place: usize| setup.games_at::<G>(place);
    let all: u64 = (0..setup.strengths.len()).map(games).sum();
    bench.expect(all * (cells.len() as u64 + 1));
    let mut sections = Vec::new();
    let mut run = |bench: &mut Bench<'_>,
                   measures: &[&Measure],
                   places: &[usize],
                   games_a_set: u64|
     -> Result<(), BadLab> {
        if measures.is_empty() {
            return Ok(());
        }
        let mut played = Vec::new();
        for place in places {
            let bot = setup.strengths[*place].clone();
            let swept: Swept =
                sweep::play::<G>(bench, setup, &bot, cells.clone(), measures, games(*place) / games_a_set)?;
            let name = if games_a_set > 1 {
                format!("one {} among {}", setup.strengths[setup.strengths.len() - 1], setup.strengths[0])
            } else {
                bot
            };
            played.push(options::Played { bot: name, swept });
        }
        sections.extend(options::ask_sweep(&played, setup, measures, games_a_set));
        Ok(())
    };
    let places: Vec<usize> = (0..setup.strengths.len()).collect();
    run(bench, &plain, &places, 1)?;
    run(bench, &skills, &places[..1], setup.seats as u64)?;
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
        let swept = sweep::play::<G>(bench, setup, bot, cells, &others, setup.games_at::<G>(place))?;
        played.push(options::Played { bot: bot.clone(), swept });
    }
    let mut rest = options::ask(&played, &others);
    rest.question = "What else would change?".into();
    sections.push(rest);
    Ok(sections)
}

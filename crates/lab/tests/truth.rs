//! The lab finds what is known to be true, and claims nothing where there is nothing.

mod toys;

use lab::{
    Setup, Wish,
    bench::Bench,
    measure,
    report::{Chart, Report},
    stats::Estimate,
    study,
    sweep::Sweep,
};
use serde_json::json;
use table::Game;
use toys::Toy;

fn setup(seed: u64, options: serde_json::Value) -> Setup {
    let options = options.as_object().expect("options are an object").clone();
    Setup {
        seats: 2,
        seed,
        options,
        strengths: vec!["random".into()],
        games: Some(64),
        ..Setup::usual::<Toy>()
    }
}

fn report(setup: &Setup) -> Report {
    let mut go_on = |_: u64, _: u64| true;
    study::<Toy>(setup, &mut Bench::new(2, &mut go_on)).expect("the toy is studied")
}

/// The numbers of a figure.
fn numbers(report: &Report, id: &str) -> Vec<(String, Estimate)> {
    let figure = report.sections.iter().flat_map(|section| &section.figures).find(|figure| figure.id == id);
    let figure = figure.unwrap_or_else(|| panic!("there is a figure {id}"));
    figure.chart.numbers().into_iter().map(|(_, label, e)| (label, e)).collect()
}

/// How many claims a report makes in its dots.
fn claims(report: &Report) -> usize {
    let figures = report.sections.iter().flat_map(|section| &section.figures);
    let dots = figures
        .filter_map(|figure| if let Chart::Dots { dots, .. } = &figure.chart { Some(dots) } else { None });
    dots.flatten().filter(|dot| dot.sure == Some(true)).count()
}

#[test]
fn intervals_cover_the_truth_in_93_to_97_of_100_reports() {
    const REPORTS: u64 = 1000;
    let (mut seat, mut dud, mut denied, mut turns) = (0, 0, 0, 0);
    for seed in 0..REPORTS {
        let report = report(&setup(seed, json!({ "bias": 300 })));
        let holds = |id: &str, label: &str, truth: f64| {
            let found = numbers(&report, id);
            let (_, e) = found.iter().find(|(l, _)| l == label).unwrap_or_else(|| panic!("{found:?}"));
            u64::from(!e.excludes(truth))
        };
        seat += holds("share_by_seat", "Seat 1, begins", 0.3);
        dud += holds("marks", "Duds", 0.0);
        denied += holds("denied", "never says one", 0.0);
        // A sweep's interval pays for its looks, so it covers more.
        turns += holds("options_first_share", "shift=500", 0.0);
    }
    for (name, covered) in [("a seat's share", seat), ("a card worth nothing", dud)] {
        assert!((930..=970).contains(&covered), "{name}: {covered} of {REPORTS}");
    }
    assert!(denied >= 930 && turns >= 950, "denial {denied}, sweep {turns} of {REPORTS}");
}

#[test]
fn where_nothing_differs_at_most_one_sweep_in_twenty_claims_something() {
    const SWEEPS: u64 = 1000;
    let mut wrong = 0;
    for seed in 0..SWEEPS {
        let mut setup = setup(seed, json!({ "race": true, "bias": 400 }));
        setup.strengths = vec!["easy".into()];
        setup.games = Some(256);
        setup.sweeps = vec![Sweep::parse("shift=100,300,500,800", &Toy::ABOUT).unwrap()];
        setup.measures = ["first_share", "turns"].map(|key| measure::named(key).unwrap()).to_vec();
        wrong += u64::from(claims(&report(&setup)) > 0);
    }
    assert!(wrong <= SWEEPS / 20, "{wrong} of {SWEEPS}");
}

#[test]
fn the_edge_of_whoever_begins_a_race_is_found() {
    let mut setup = setup(5, json!({ "race": true, "bias": 500 }));
    setup.games = Some(60_000);
    let report = report(&setup);
    let found = numbers(&report, "share_by_seat");
    // Two seats that hit with one half: the first wins two races in three.
    assert!(!found[0].1.excludes(2.0 / 3.0) && found[0].1.excludes(0.65), "{found:?}");
    assert!(
        report.sections[0].answer.starts_with("Seat 1 wins 66.")
            || report.sections[0].answer.starts_with("Seat 2 wins 33."),
        "{}",
        report.sections[0].answer
    );
}

#[test]
fn a_sweep_finds_what_an_option_does_and_stops_early_where_it_is_sure() {
    let mut setup = setup(3, json!({}));
    setup.strengths = vec!["easy".into()];
    setup.games = Some(2_048);
    setup.sweeps = vec![Sweep::parse("bias=300,500,900", &Toy::ABOUT).unwrap()];
    setup.measures = vec![measure::named("first_share").unwrap()];
    let report = report(&setup);
    let found = numbers(&report, "tornado_first_share");
    let of = |label: &str| found.iter().find(|(l, _)| l == label).unwrap().1;
    assert!(!of("bias=900").excludes(0.4) && !of("bias=300").excludes(-0.2), "{found:?}");
    assert!(
        found.iter().all(|(label, _)| label != "bias=500"),
        "the table as it is is not compared with itself"
    );
    let levels = numbers(&report, "levels_first_share");
    assert!(levels.iter().any(|(label, e)| label == "bias=500, as it is" && !e.excludes(0.5)), "{levels:?}");
    assert_eq!(claims(&report), 4, "two cells differ, and both pictures say so");
    assert!(report.games < 4 * 2_048, "{}", report.games);
}

#[test]
fn a_wish_is_found_among_few_and_among_many_combinations() {
    let mut setup = setup(9, json!({}));
    setup.strengths = vec!["easy".into()];
    setup.games = Some(1_024);
    setup.wishes = vec![Wish::parse("first_share=0.7").unwrap()];
    setup.sweeps = vec![Sweep::parse("bias=0..1000:100", &Toy::ABOUT).unwrap()];
    let answer = report(&setup).sections[0].answer.clone();
    assert!(answer.starts_with("Bias=700 comes nearest of 11"), "{answer}");

    setup.sweeps =
        ["bias=0..1000:20", "shift=0..990:90"].map(|text| Sweep::parse(text, &Toy::ABOUT).unwrap()).to_vec();
    let found = numbers(&report(&setup), "target_first_share");
    assert!((0.62..0.78).contains(&found[1].1.value), "{found:?}");
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_played() {
    let mut go_on = |_: u64, _: u64| panic!("nothing is played");
    let mut bench = Bench::new(1, &mut go_on);
    let mut refuse = |change: &dyn Fn(&mut Setup), word: &str| {
        let mut setup = setup(1, json!({}));
        change(&mut setup);
        let error = study::<Toy>(&setup, &mut bench).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    };
    refuse(&|setup| setup.strengths = vec!["hard".into()], "iterations");
    refuse(&|setup| setup.strengths = vec!["hard@50ms".into()], "iterations");
    refuse(&|setup| setup.strengths = vec!["exec:./bot".into()], "iterations");
    refuse(&|setup| setup.strengths = vec!["genius".into()], "genius");
    refuse(&|setup| setup.seats = 7, "2 to 4");
    refuse(&|setup| drop(setup.options.insert("colour".into(), json!(1))), "colour");
    refuse(&|setup| drop(setup.options.insert("bias".into(), json!(2000))), "too much");
    refuse(&|setup| setup.wishes = vec![Wish::parse("turns=3").unwrap()], "--sweep");
    for (text, word) in
        [("bias", "--sweep"), ("bias=5..1", "--sweep"), ("colour=1", "colour"), ("bias=0..9:0", "--sweep")]
    {
        let error = Sweep::parse(text, &Toy::ABOUT).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
    assert!(
        Wish::parse("beauty=1").is_err()
            && Wish::parse("turns").is_err()
            && Wish::parse("turns=nan").is_err()
    );
}

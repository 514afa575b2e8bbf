//! All five games: every option can be swept, teams and shared victories add up, and what is kept is whole.

use bots::{
    Played,
    registry::{PlayedVisitor, with_bots},
};
use lab::{
    Setup,
    arm::Ready,
    bench::Bench,
    kept, measure,
    page::{Styled, drawing, page},
    report::Report,
    study,
    sweep::{Sweep, grid},
};
use table::{OptionAbout, OptionKind};

const GAMES: [&str; 5] = ["nabbit", "push", "stacks", "nuts", "stacket"];

fn report<G: Played>(setup: &Setup, threads: usize) -> Report {
    let mut go_on = |_: u64, _: u64| true;
    study::<G>(setup, &mut Bench::new(threads, &mut go_on)).expect("the game is studied")
}

/// A report that is made fast.
fn quick<G: Played>() -> Setup {
    Setup { games: Some(16), strengths: vec!["random".into()], ..Setup::usual::<G>() }
}

struct OnThreads;

impl PlayedVisitor for OnThreads {
    type Out = ();

    fn visit<G: Played>(self) {
        let setup = quick::<G>();
        let bytes = |threads| {
            let report = report::<G>(&setup, threads);
            page(&report, Styled::Inside) + &report.to_json() + &report.to_csv()
        };
        assert_eq!(bytes(1), bytes(2), "{}", G::ABOUT.id);
    }
}

#[test]
fn a_game_of_cards_and_one_of_teams_give_the_same_report_on_one_thread_and_on_two() {
    ["nabbit", "nuts"].iter().for_each(|game| with_bots(game, OnThreads).unwrap());
}

/// Two values of an option, or all it has.
fn values(option: &OptionAbout) -> String {
    let key = option.key;
    match option.kind {
        OptionKind::Number { min, max } => format!("{key}={min},{}", max.min(min + 4)),
        OptionKind::Seat => format!("{key}=0,1"),
        OptionKind::Data { form } => format!("{key}={form}"),
        OptionKind::Flag | OptionKind::Choice { .. } => key.to_owned(),
    }
}

struct EveryOption;

impl PlayedVisitor for EveryOption {
    type Out = ();

    fn visit<G: Played>(self) {
        for option in G::ABOUT.options {
            let mut setup = quick::<G>();
            let sweep = Sweep::parse(&values(option), &G::ABOUT).expect("the option can be swept");
            for cell in grid(std::slice::from_ref(&sweep)) {
                let arm = cell.arm(&Setup::usual::<G>(), "random", 1);
                assert!(Ready::<G>::new(&arm).is_ok(), "{} {}", G::ABOUT.id, cell.label());
            }
            // Pieces take long to come to rest.
            if G::NEEDS_SEARCH {
                continue;
            }
            setup.sweeps = vec![sweep];
            setup.measures = vec![measure::named("first_share").expect("it is listed")];
            let found = report::<G>(&setup, 2);
            let tables = found.sections[0].figures[0].chart.numbers().len();
            let least = setup.sweeps[0].values.len();
            assert!(tables >= least, "{} {}: {tables} of {least}", G::ABOUT.id, option.key);
        }
    }
}

#[test]
fn every_option_of_every_game_can_be_swept() {
    GAMES.iter().for_each(|game| with_bots(game, EveryOption).unwrap());
}

/// The numbers of a figure at one strength.
fn sum(report: &Report, id: &str, group: &str) -> f64 {
    let figure = report.sections.iter().flat_map(|section| &section.figures).find(|figure| figure.id == id);
    let numbers = figure.unwrap_or_else(|| panic!("there is a figure {id}")).chart.numbers();
    numbers.iter().filter(|(of, _, _)| of == group).map(|(_, _, e)| e.value).sum()
}

#[test]
fn what_is_kept_is_whole_and_victories_add_up() {
    assert!(!kept().is_empty(), "`cargo xtask lab` makes them");
    assert!(kept().iter().all(|report| GAMES.contains(&report.game.as_str())));
    for report in kept() {
        assert_eq!(report.sections.len(), 9, "{}", report.game);
        assert_eq!(report.strengths.len(), 2, "{}: every claim at two strengths", report.game);
        for strength in &report.strengths {
            let seats = sum(report, "share_by_seat", strength);
            let seats_win = match report.game.as_str() {
                // One loses, the others win.
                "stacket" => 3.0,
                // The Squirrels win together: each of them has the whole victory.
                "nuts" => seats,
                _ => 1.0,
            };
            assert!((seats - seats_win).abs() < 1e-5, "{} {strength}: {seats}", report.game);
        }
        assert!(page(report, Styled::Inside).len() < 400_000, "{} is a page to send", report.game);
    }
    let nuts = kept().iter().find(|report| report.game == "nuts").unwrap();
    for strength in &nuts.strengths {
        let sides = sum(nuts, "share_by_side", strength);
        assert!((sides - 1.0).abs() < 1e-6, "one side or the other wins: {sides}");
    }
}

#[test]
fn every_dot_line_and_bar_that_is_kept_lies_in_its_interval() {
    for report in kept() {
        for figure in report.sections.iter().flat_map(|section| &section.figures) {
            for (group, label, e) in figure.chart.numbers() {
                let is_inside = e.low <= e.value && e.value <= e.high;
                let name = format!("{} {} {group} {label}: {e:?}", report.game, figure.id);
                assert!(is_inside && e.low.is_finite() && e.high.is_finite(), "{name}");
            }
            assert!(figure.who.contains("games"), "{} {}", report.game, figure.id);
            let alone = drawing(report, figure);
            assert!(alone.contains(&format!("seed {}", report.seed)) && alone.contains(&report.command));
            assert_eq!(alone.matches("<svg").count(), alone.matches("</svg>").count());
        }
    }
}

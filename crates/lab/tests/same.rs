//! The same seed gives the same report, whatever the threads and however often the work was interrupted.

mod toys;

use lab::{
    BadLab, Setup,
    bench::Bench,
    page::{Styled, page},
    report::Report,
    study,
};
use toys::Toy;

fn setup() -> Setup {
    Setup { strengths: vec!["random".into(), "easy".into()], games: Some(300), ..Setup::usual::<Toy>() }
}

fn on_threads(threads: usize) -> Report {
    let mut go_on = |_: u64, _: u64| true;
    study::<Toy>(&setup(), &mut Bench::new(threads, &mut go_on)).expect("the toy is studied")
}

fn bytes(report: &Report) -> String {
    page(report, Styled::Inside) + &report.to_json() + &report.to_csv()
}

#[test]
fn one_thread_and_two_and_five_make_the_same_report() {
    let one = bytes(&on_threads(1));
    assert_eq!(one, bytes(&on_threads(2)));
    assert_eq!(one, bytes(&on_threads(5)));
}

#[test]
fn work_that_was_interrupted_again_and_again_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("toy.unfinished");
    let mut stops = 0;
    let report = loop {
        let mut jobs = 0;
        let mut stop_soon = |_: u64, _: u64| {
            jobs += 1;
            jobs < 7
        };
        let mut bench = Bench::new(2, &mut stop_soon);
        bench.keep_in(&file, "toy", "build").unwrap();
        match study::<Toy>(&setup(), &mut bench) {
            Ok(report) => {
                bench.close().unwrap();
                break report;
            }
            Err(BadLab::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        drop(bench);
        // A kill in the middle of a line leaves half of it.
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, &text[..text.len() - 20]).unwrap();
    };
    assert!(stops > 5, "{stops}");
    assert_eq!(bytes(&report), bytes(&on_threads(1)));
    assert!(!file.exists());
}

#[test]
fn the_results_of_another_command_or_another_build_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("toy.unfinished");
    let mut go_on = |_: u64, _: u64| true;
    Bench::new(1, &mut go_on).keep_in(&file, "one", "build").unwrap();
    let before = std::fs::read(&file).unwrap();
    let mut other = Bench::new(1, &mut go_on);
    assert!(matches!(other.keep_in(&file, "another", "build"), Err(BadLab::Unfinished(_))));
    assert!(matches!(other.keep_in(&file, "one", "a changed build"), Err(BadLab::Changed(_))));
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_report_comes_back_from_its_data_and_draws_the_same_page() {
    let report = on_threads(2);
    let again: Report = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(again, report);
    assert_eq!(page(&again, Styled::Inside), page(&report, Styled::Inside));
}

#[test]
fn a_page_stands_alone_and_no_name_can_break_it() {
    let text = page(&on_threads(1), Styled::Inside);
    assert!(text.contains("A &lt;Toy&gt; &amp; more") && !text.contains("<Toy>"));
    assert!(!text.contains("<script") && !text.contains("http://") && !text.contains("https://"));
    assert!(!text.contains("NaN") && !text.contains("inf"), "every number is one");
    assert_eq!(text.matches("<section").count(), 9);
    assert_eq!(text.matches("<figure>").count(), text.matches("<svg").count());
}

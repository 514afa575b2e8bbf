//! The page around the figures.

use super::{axis::escape, figure::figure, svg::COLOURS};
use crate::{report::Report, words::thousands};

/// How every page looks: by day, by night, on a phone and on paper.
pub fn style() -> String {
    format!("{COLOURS}{}", include_str!("style.css"))
}

/// Where a page finds its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styled<'a> {
    /// In itself: one file that can be sent to anybody.
    Inside,
    /// At an address of the house, whose pages hold no style of their own; with links to its other pages.
    At(&'a str),
}

/// The report as one page.
pub fn page(report: &Report, styled: Styled<'_>) -> String {
    let (title, seats) = (escape(&report.title), report.seats);
    let sections: String = report
        .sections
        .iter()
        .enumerate()
        .map(|(place, section)| {
            let figures: String = section.figures.iter().map(|one| figure(one, report.seed)).collect();
            let note = if section.note.is_empty() { String::new() } else { format!("<p class=\"note\">{}</p>", escape(&section.note)) };
            format!(
                "<section id=\"q{0}\"><h2><span>{0}</span>{1}</h2><p class=\"answer\">{2}</p>{note}{figures}</section>\n",
                place + 1,
                escape(&section.question),
                escape(&section.answer),
            )
        })
        .collect();
    let options = if report.options.is_empty() {
        "the printed rules".to_owned()
    } else {
        let each = report.options.iter().map(|(key, value)| format!("{key}={value}"));
        escape(&each.collect::<Vec<_>>().join(", "))
    };
    let questions: String = report
        .sections
        .iter()
        .enumerate()
        .map(|(place, section)| {
            format!("<li><a href=\"#q{}\">{}</a></li>", place + 1, escape(&section.question))
        })
        .collect();
    let body = format!(
        "<header><p class=\"kind\">The lab</p><h1>{title}</h1>\
         <p>{seats} at the table, {options}. {} games among bots ({}), seed {}, played by</p>\
         <pre>{}</pre>\
         <p class=\"how\">Numbers in brackets are 95% intervals. Beside a dashed line, a hollow dot may be chance and a filled one surely differs from it.</p>\
         </header>\n<nav class=\"questions\" aria-label=\"Questions\"><ol>{questions}</ol></nav>\n{sections}\
         <footer><p>Made by Stackhouse {}. The same command makes the same report, to the byte.</p></footer>",
        thousands(report.games),
        escape(&report.strengths.join(" and ")),
        report.seed,
        escape(&report.command),
        escape(&report.version),
    );
    document(&format!("{title}: the lab"), styled, &body)
}

/// The page that leads to all reports.
pub fn contents(reports: &[&Report], styled: Styled<'_>) -> String {
    let items: String = reports
        .iter()
        .map(|report| {
            let answer = report.sections.first().map_or("", |section| section.answer.as_str());
            let (game, title) = (escape(&report.game), escape(&report.title));
            format!("<li><a href=\"/lab/{game}\">{title}</a><p>{}</p></li>", escape(answer))
        })
        .collect();
    let body = format!(
        "<header><p class=\"kind\">Stackhouse</p><h1>The lab</h1><p>Is it better to begin? How long does it take? Does skill pay? \
         Bots have played each game many thousand times; here is what came of it.</p></header>\
         <ul class=\"contents\">{items}</ul>"
    );
    document("The lab", styled, &body)
}

fn document(title: &str, styled: Styled<'_>, body: &str) -> String {
    let (style, way) = match styled {
        Styled::Inside => (format!("<style>\n{}</style>", style()), String::new()),
        Styled::At(address) => (
            format!("<link rel=\"stylesheet\" href=\"{}\">", escape(address)),
            "<nav><a href=\"/\">Stackhouse</a><a href=\"/lab\">The lab</a></nav>".to_owned(),
        ),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title>{style}</head>\n\
         <body>{way}<main>{body}</main></body></html>\n"
    )
}

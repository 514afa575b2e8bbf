//! A figure on a page: its title, who played, the picture, the key to its colours, and its numbers as a table.

use super::{
    axis::escape,
    charts::{dots, fan, heat, histogram, lines, stacked},
    svg::{alone, tone},
};
use crate::{
    report::{Bins, Chart, Figure, Report, Stack, Unit},
    words::{groups, listed, plain, told, with_interval},
};

/// A figure as HTML.
pub(super) fn figure(figure: &Figure, seed: u64) -> String {
    let (title, who) = (escape(&figure.title), escape(&figure.who));
    format!(
        "<figure><figcaption><b>{title}</b><span>{who}; seed {seed}</span></figcaption>{}{}{}</figure>\n",
        key(&figure.chart),
        picture(figure),
        numbers(&figure.chart)
    )
}

/// The picture of a figure.
fn picture(figure: &Figure) -> String {
    match &figure.chart {
        Chart::Dots { unit, line, dots: all } => dots(&figure.title, *unit, *line, all),
        Chart::Histogram { axis, series, .. } => histogram(&figure.title, axis, series),
        Chart::Stacked { bars } => stacked(&figure.title, bars),
        Chart::Lines { axis, ends, line, series } => lines(&figure.title, axis, ends, *line, series),
        Chart::Fan { axis, bands } => fan(&figure.title, axis, bands),
        Chart::Heat { unit, across, down, cells } => heat(&figure.title, *unit, across, down, cells),
    }
}

/// The picture as a file of its own, with its title, its key, who played and the command.
pub fn drawing(report: &Report, figure: &Figure) -> String {
    let names = names(&figure.chart);
    let under = format!("{}; seed {}", figure.who, report.seed);
    alone(&picture(figure), &figure.title, &names, [&under, &report.command])
}

/// What the colours stand for, where there is more than one; parts of a whole and histograms have their numbers there.
fn names(chart: &Chart) -> Vec<String> {
    let plain = |names: Vec<&str>| {
        if names.len() < 2 { Vec::new() } else { names.into_iter().map(str::to_owned).collect() }
    };
    match chart {
        Chart::Dots { dots, .. } => plain(groups(dots.iter().map(|dot| dot.group.as_str()))),
        Chart::Lines { series, .. } => plain(series.iter().map(|one| one.group.as_str()).collect()),
        Chart::Histogram { unit, series, .. } => series.iter().map(|bins| within(*unit, bins)).collect(),
        Chart::Stacked { bars } => {
            let labels = groups(bars.iter().flat_map(|bar| bar.parts.iter().map(|part| part.label.as_str())));
            labels.into_iter().map(|label| parts(bars, label)).collect()
        }
        Chart::Fan { .. } | Chart::Heat { .. } => Vec::new(),
    }
}

fn within(unit: Unit, bins: &Bins) -> String {
    let [median, most] = [&bins.median, &bins.most].map(|e| with_interval(unit, e));
    format!("{}: median {median} (line), 95 of 100 within {most} (dashed)", bins.group)
}

fn parts(bars: &[Stack], label: &str) -> String {
    let told = |bar: &Stack| {
        let part = bar.parts.iter().find(|part| part.label == label)?;
        Some(format!("{} ({})", with_interval(Unit::Share, &part.estimate), bar.group))
    };
    format!("{label}: {}", listed(&bars.iter().filter_map(told).collect::<Vec<_>>()))
}

fn key(chart: &Chart) -> String {
    let item = |(place, name): (usize, &String)| {
        format!("<li><i class=\"key {}\"></i>{}</li>", tone(place), escape(name))
    };
    let items: String = names(chart).iter().enumerate().map(item).collect();
    if items.is_empty() { items } else { format!("<ul class=\"keys\">{items}</ul>") }
}

/// The numbers, for those who want to read them and for those who cannot see the picture.
fn numbers(chart: &Chart) -> String {
    let mut rows = String::new();
    let mut add = |group: &str, label: &str, text: &str, more: &str| {
        let (group, label, more) = (escape(group), escape(label), escape(more));
        rows +=
            &format!("<tr><td>{label}</td><td>{group}</td><td class=\"n\">{text}</td><td>{more}</td></tr>");
    };
    match chart {
        Chart::Dots { unit, dots, .. } => dots.iter().for_each(|dot| {
            let sure = match dot.sure {
                Some(true) => "surely differs",
                Some(false) => "not sure",
                None => "",
            };
            let more = [sure, &dot.more]
                .iter()
                .filter(|word| !word.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join("; ");
            add(&dot.group, &dot.label, &with_interval(*unit, &dot.estimate), &more);
        }),
        Chart::Histogram { unit, series, .. } => {
            for bins in series {
                add(&bins.group, "median", &with_interval(*unit, &bins.median), "");
                add(&bins.group, "95 of 100 games within", &with_interval(*unit, &bins.most), "");
                let share = |bin: usize| with_interval(Unit::Share, &bins.share(bin));
                (0..bins.shares.len()).for_each(|bin| add(&bins.group, &bins.range(bin), &share(bin), ""));
            }
        }
        Chart::Fan { bands, .. } => {
            for (place, band) in bands.iter().enumerate() {
                let part = plain(place as f64 * 100.0 / (bands.len() - 1).max(1) as f64);
                let [low, high] = band.most.map(|share| told(Unit::Share, share));
                let text = with_interval(Unit::Share, &band.middle);
                add(
                    "",
                    &format!("{part}% of the game"),
                    &text,
                    &format!("four in five games: {low} to {high}"),
                );
            }
        }
        Chart::Heat { unit, .. } => {
            chart.numbers().iter().for_each(|(_, label, e)| add("", label, &with_interval(*unit, e), ""));
        }
        _ => chart
            .numbers()
            .iter()
            .for_each(|(group, label, e)| add(group, label, &with_interval(Unit::Share, e), "")),
    }
    format!(
        "<details><summary>The numbers</summary><div class=\"scroll\"><table>{rows}</table></div></details>"
    )
}

//! A figure on a page: its title, who played, the picture, the key to its colours, and its numbers as a table.

use super::{
    axis::{escape, plain, told, with_interval},
    charts::{dots, fan, groups, heat, histogram, lines, stacked},
};
use crate::report::{Chart, Figure, Unit};

/// A figure as HTML.
pub(super) fn figure(figure: &Figure) -> String {
    let (title, who) = (escape(&figure.title), escape(&figure.who));
    let picture = match &figure.chart {
        Chart::Dots { unit, line, dots: all } => dots(&figure.title, *unit, *line, all),
        Chart::Histogram { axis, series } => histogram(&figure.title, axis, series),
        Chart::Stacked { bars } => stacked(&figure.title, bars),
        Chart::Lines { axis, ends, line, series } => lines(&figure.title, axis, ends, *line, series),
        Chart::Fan { axis, bands } => fan(&figure.title, axis, bands),
        Chart::Heat { unit, across, down, cells } => heat(&figure.title, *unit, across, down, cells),
    };
    format!(
        "<figure><figcaption><b>{title}</b><span>{who}</span></figcaption>{}{picture}{}</figure>\n",
        key(&figure.chart),
        numbers(&figure.chart)
    )
}

/// What the colours mean, where there is more than one.
fn key(chart: &Chart) -> String {
    let names: Vec<&str> = match chart {
        Chart::Dots { dots, .. } => groups(dots.iter().map(|dot| dot.group.as_str())),
        Chart::Histogram { series, .. } => series.iter().map(|bins| bins.group.as_str()).collect(),
        Chart::Lines { series, .. } => series.iter().map(|one| one.group.as_str()).collect(),
        Chart::Stacked { bars } => {
            groups(bars.iter().flat_map(|bar| bar.parts.iter().map(|part| part.label.as_str())))
        }
        Chart::Fan { .. } | Chart::Heat { .. } => Vec::new(),
    };
    if names.len() < 2 {
        return String::new();
    }
    let tones = ["a", "b", "c", "d", "e", "f"];
    let items = names
        .iter()
        .enumerate()
        .map(|(place, name)| format!("<li><i class=\"key {}\"></i>{}</li>", tones[place % 6], escape(name)));
    format!("<ul class=\"keys\">{}</ul>", items.collect::<String>())
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
        Chart::Histogram { series, .. } => series.iter().for_each(|bins| {
            add(&bins.group, "median", &with_interval(Unit::Number, &bins.median), "");
            add(&bins.group, "95 of 100 games have less than", &with_interval(Unit::Number, &bins.most), "");
        }),
        Chart::Fan { bands, .. } => {
            for (place, [a, _, m, _, d]) in bands.iter().enumerate() {
                let text = format!(
                    "{} ({} to {})",
                    told(Unit::Share, *m),
                    told(Unit::Share, *a),
                    told(Unit::Share, *d)
                );
                add(
                    "",
                    &format!(
                        "{}% of the game",
                        plain(place as f64 * 100.0 / (bands.len() - 1).max(1) as f64)
                    ),
                    &text,
                    "",
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

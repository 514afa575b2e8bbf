//! A report as data: questions, answers in words, and figures. The pages are drawn from it and from nothing else.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    stats::{Estimate, Sample, round},
    words::plain,
};

/// A whole report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The form of this data.
    pub format: u32,
    /// The game's short name.
    pub game: String,
    /// The name on the box.
    pub title: String,
    /// How many sat at the table.
    pub seats: usize,
    /// Options that differ from the defaults.
    pub options: Map<String, Value>,
    /// The strengths everything was played at.
    pub strengths: Vec<String>,
    /// How many games were played in all.
    pub games: u64,
    /// The seed of all luck.
    pub seed: u64,
    /// The command that makes this report again.
    pub command: String,
    /// The release that made it.
    pub version: String,
    /// The questions in their order.
    pub sections: Vec<Section>,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The question.
    pub question: String,
    /// The answer in plain words.
    pub answer: String,
    /// What to keep in mind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The pictures.
    pub figures: Vec<Figure>,
}

/// A picture and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// A short name, for the table of all figures.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Who played, and how many games.
    pub who: String,
    /// The picture.
    #[serde(flatten)]
    pub chart: Chart,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share, told in percent.
    Share,
    /// A difference of shares, told in points of a percent.
    Points,
    /// A plain number.
    Number,
    /// A difference of plain numbers.
    Difference,
    /// Minutes.
    Minutes,
}

/// The picture itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "chart", rename_all = "kebab-case")]
pub enum Chart {
    /// Dots with intervals, one below the other, beside a line that means fair or nothing.
    Dots {
        /// What the numbers are.
        unit: Unit,
        /// The line.
        line: Option<f64>,
        /// The dots.
        dots: Vec<Dot>,
    },
    /// How often each size came.
    Histogram {
        /// What the numbers are.
        unit: Unit,
        /// What is counted.
        axis: String,
        /// One a strength.
        series: Vec<Bins>,
    },
    /// Parts of a whole, one bar a strength.
    Stacked {
        /// The bars.
        bars: Vec<Stack>,
    },
    /// Lines over something that goes on.
    Lines {
        /// What goes on.
        axis: String,
        /// What is told at its ends.
        ends: [String; 2],
        /// A line that means fair.
        line: Option<f64>,
        /// One a strength.
        series: Vec<Series>,
    },
    /// Bands in which half of all games lie, and four in five.
    Fan {
        /// What goes on.
        axis: String,
        /// One a moment.
        bands: Vec<Band>,
    },
    /// Two options at once.
    Heat {
        /// What the numbers are.
        unit: Unit,
        /// The option across, and its values.
        across: (String, Vec<String>),
        /// The option down, and its values.
        down: (String, Vec<String>),
        /// Row by row.
        cells: Vec<Cell>,
    },
}

/// A number in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dot {
    /// Whose.
    pub label: String,
    /// At which strength, or of which option.
    pub group: String,
    /// The number.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Whether it surely differs from the line, all comparisons of the report considered; nothing where that was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<bool>,
    /// A word more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more: String,
}

/// A histogram of one strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bins {
    /// At which strength.
    pub group: String,
    /// Where the first bin begins.
    pub from: f64,
    /// How wide a bin is.
    pub width: f64,
    /// The share of games in each bin.
    pub shares: Vec<f64>,
    /// How many games there were.
    pub games: u64,
    /// Whether only whole numbers were counted.
    pub is_whole: bool,
    /// The middle one of all games.
    pub median: Estimate,
    /// Nineteen of twenty games have less.
    pub most: Estimate,
}

/// Parts of a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// At which strength.
    pub group: String,
    /// The parts.
    pub parts: Vec<Dot>,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// At which strength.
    pub group: String,
    /// Its points from left to right; nothing where no game has one.
    pub points: Vec<Option<Estimate>>,
}

/// How games stood at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The median, with its interval.
    pub middle: Estimate,
    /// Half of all games lie between these.
    pub half: [f64; 2],
    /// Four in five lie between these.
    pub most: [f64; 2],
}

impl Bins {
    /// The share of games in a bin, with its interval.
    pub fn share(&self, bin: usize) -> Estimate {
        let n = self.games as f64;
        let mean = self.shares[bin];
        let variance = mean * (1.0 - mean) * n / (n - 1.0).max(1.0);
        Sample { n, mean, variance, nonzero: n }.share(0.05)
    }

    /// What a bin holds, in words.
    pub fn range(&self, bin: usize) -> String {
        let from = self.from + self.width * bin as f64;
        match self.is_whole {
            true if self.width == 1.0 => plain(from),
            true => format!("{} to {}", plain(from), plain(from + self.width - 1.0)),
            false => format!("{} to {}", plain(from), plain(from + self.width)),
        }
    }
}

/// A cell of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The number.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Whether it surely differs from the table as it is.
    pub sure: bool,
}

impl Report {
    /// The report as it is stored: numbers with seven digits after the point.
    #[must_use]
    pub fn rounded(mut self) -> Report {
        self.sections
            .iter_mut()
            .flat_map(|section| &mut section.figures)
            .for_each(|figure| figure.chart.round());
        self
    }

    /// As JSON, the same bytes for the same report.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report has a JSON form") + "\n"
    }

    /// All figures as one table.
    pub fn to_csv(&self) -> String {
        let mut csv = String::from("figure,group,label,value,low,high,who,seed,command\n");
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        for figure in self.sections.iter().flat_map(|section| &section.figures) {
            for (group, label, Estimate { value, low, high }) in figure.chart.numbers() {
                let (id, group, label) = (quoted(&figure.id), quoted(&group), quoted(&label));
                let (who, command) = (quoted(&figure.who), quoted(&self.command));
                csv += &format!("{id},{group},{label},{value},{low},{high},{who},{},{command}\n", self.seed);
            }
        }
        csv
    }
}

impl Chart {
    fn round(&mut self) {
        match self {
            Chart::Dots { dots, line, .. } => {
                *line = line.map(round);
                dots.iter_mut().for_each(|dot| dot.estimate = dot.estimate.rounded());
            }
            Chart::Histogram { series, .. } => {
                for bins in series {
                    bins.shares.iter_mut().for_each(|share| *share = round(*share));
                    (bins.median, bins.most) = (bins.median.rounded(), bins.most.rounded());
                }
            }
            Chart::Stacked { bars } => {
                let parts = bars.iter_mut().flat_map(|bar| &mut bar.parts);
                parts.for_each(|part| part.estimate = part.estimate.rounded());
            }
            Chart::Lines { series, line, .. } => {
                *line = line.map(round);
                let points = series.iter_mut().flat_map(|one| &mut one.points).flatten();
                points.for_each(|point| *point = point.rounded());
            }
            Chart::Fan { bands, .. } => {
                for band in bands {
                    band.middle = band.middle.rounded();
                    band.half.iter_mut().chain(&mut band.most).for_each(|x| *x = round(*x));
                }
            }
            Chart::Heat { cells, .. } => {
                cells.iter_mut().for_each(|cell| cell.estimate = cell.estimate.rounded());
            }
        }
    }

    /// Every number of it: its group, its label, and what it is.
    pub fn numbers(&self) -> Vec<(String, String, Estimate)> {
        match self {
            Chart::Dots { dots, .. } => {
                dots.iter().map(|dot| (dot.group.clone(), dot.label.clone(), dot.estimate)).collect()
            }
            Chart::Histogram { series, .. } => {
                let mut all = Vec::new();
                for bins in series {
                    let group = || bins.group.clone();
                    all.push((group(), "median".into(), bins.median));
                    all.push((group(), "95 of 100 within".into(), bins.most));
                    let each = |bin: usize| (group(), bins.range(bin), bins.share(bin));
                    all.extend((0..bins.shares.len()).map(each));
                }
                all
            }
            Chart::Stacked { bars } => {
                let parts = bars.iter().flat_map(|bar| bar.parts.iter().map(|part| (&bar.group, part)));
                parts.map(|(group, part)| (group.clone(), part.label.clone(), part.estimate)).collect()
            }
            Chart::Lines { series, .. } => {
                let points =
                    series.iter().flat_map(|one| one.points.iter().enumerate().map(|p| (&one.group, p)));
                let known = |(group, (at, point)): (&String, (usize, &Option<Estimate>))| {
                    point.map(|point| (group.clone(), format!("point {}", at + 1), point))
                };
                points.filter_map(known).collect()
            }
            Chart::Fan { bands, .. } => {
                let each = |(at, band): (usize, &Band)| {
                    let between = |[low, high]: [f64; 2]| Estimate { value: band.middle.value, low, high };
                    [
                        ("median", band.middle),
                        ("half of games", between(band.half)),
                        ("4 in 5", between(band.most)),
                    ]
                    .map(|(group, e)| (group.to_owned(), format!("point {}", at + 1), e))
                };
                bands.iter().enumerate().flat_map(each).collect()
            }
            Chart::Heat { across, down, cells, .. } => {
                let label = |place: usize| {
                    let (x, y) = (place % across.1.len(), place / across.1.len());
                    format!("{}={} {}={}", across.0, across.1[x], down.0, down.1[y])
                };
                cells.iter().enumerate().map(|(at, cell)| (String::new(), label(at), cell.estimate)).collect()
            }
        }
    }
}

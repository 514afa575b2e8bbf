//! What can be wrong with what the lab is asked for.

use bots::contest::BadContest;
use table::BadTable;

/// Why the lab cannot do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum BadLab {
    /// The table cannot be opened.
    #[error(transparent)]
    Table(BadTable),
    /// The game has no such option.
    #[error("{0} has no option `{1}`; its options are {2}, and `seats` can be swept too")]
    Option(&'static str, String, String),
    /// A bot cannot be entered.
    #[error(transparent)]
    Bot(#[from] BadContest),
    /// What a bot does would depend on the clock.
    #[error(
        "`{0}` would play by the clock, and no report could be made again; name iterations instead, as in `hard@200`"
    )]
    Clock(String),
    /// A sweep cannot be read.
    #[error("cannot read --sweep {0}: write `key=0..60:10`, `key=1,2,5`, or the name of a yes-or-no option")]
    Sweep(String),
    /// More cells than can be played.
    #[error(
        "{0} combinations are too many to play one by one; keep them under {1}, or name a --target to search them"
    )]
    TooManyCells(usize, usize),
    /// A wish cannot be read.
    #[error("cannot read --target {0}: write `measure=value`; the measures are {1}")]
    Target(String, String),
    /// A search needs something that may change.
    #[error("name what may change: --target needs at least one --sweep")]
    NothingMayChange,
    /// There are too few or too many strengths.
    #[error("name one to six bots, as in --bots medium,hard@200")]
    Strengths,
    /// There is no such measure.
    #[error("there is no measure `{0}`; the measures are {1}")]
    Measure(String, String),
    /// The game has no such denial.
    #[error("nothing called `{0}` can be denied here; {1}")]
    Denial(String, String),
    /// What was begun belongs to another command.
    #[error(
        "{0} holds the unfinished results of another command; finish that, remove the file, or write to another place with -o"
    )]
    Unfinished(String),
    /// What was begun belongs to another build of the program.
    #[error(
        "{0} was begun by another build of this program, which may have played otherwise; remove the file to begin anew, or finish with that build"
    )]
    Changed(String),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// Somebody asked to stop.
    #[error("stopped; the same command goes on where it was")]
    Stopped,
}

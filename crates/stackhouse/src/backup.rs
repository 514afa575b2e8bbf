//! `stackhouse backup` and `stackhouse restore`: everything a house keeps, copied log by log and checked against its chains.

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Copied, Sqlite};
use server::net::local::{self, Order, Report};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Copy everything a house keeps into a new directory, whether it is open or not: nobody has to stop playing.
///
/// The copy is a data directory of its own. Every log is checked against its chain on the way; a damaged one is named and
/// left out.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// The directory to make.
    to: PathBuf,
    /// Where the house keeps its tables.
    #[arg(long, default_value = "data", value_name = "DIRECTORY")]
    data: PathBuf,
}

/// Make a data directory of a backup, checked log by log.
#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    /// The directory of the backup.
    from: PathBuf,
    /// The data directory to make; it must not be there yet.
    #[arg(long, default_value = "data", value_name = "DIRECTORY")]
    data: PathBuf,
}

pub(crate) fn back_up(args: &BackupArgs) -> anyhow::Result<()> {
    let BackupArgs { to, data } = args;
    refuse_present(to)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        // The house has another working directory, perhaps.
        let order = Order::Backup { to: std::path::absolute(to)? };
        let bar = progress();
        let told = |report: &Report| {
            if let Report::Step { logs, events } = report {
                show(&bar, *logs, *events);
            }
        };
        let copied = match local::ask(data, &order, told).await {
            Ok(Report::Copied { logs, events, damaged }) => Copied { logs, events, damaged },
            Ok(Report::Failed { text }) => bail!(text),
            Ok(_) => bail!("the house does not know what a backup is: is it of an earlier release?"),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
                copy(data, to, &bar).await?
            }
            Err(error) => return Err(error).context("the house that has these data does not answer"),
        };
        bar.finish_and_clear();
        report(&copied, to)
    })
}

pub(crate) fn restore(args: &RestoreArgs) -> anyhow::Result<()> {
    let RestoreArgs { from, data } = args;
    refuse_present(data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = progress();
    let copied = runtime.block_on(copy(from, data, &bar))?;
    bar.finish_and_clear();
    report(&copied, data)
}

/// Copies a data directory that no house has open.
async fn copy(from: &Path, to: &Path, bar: &ProgressBar) -> anyhow::Result<Copied> {
    let file = from.join("journal.db");
    if !file.exists() {
        bail!("there is no house in {}: name its data directory", from.display());
    }
    let (from, to) = (Sqlite::open(&file)?, Sqlite::open(to.join("journal.db"))?);
    Ok(journal::copy(&from, &to, |copied| show(bar, copied.logs, copied.events)).await?)
}

fn refuse_present(to: &Path) -> anyhow::Result<()> {
    if to.join("journal.db").exists() {
        bail!("there is a house in {} already: choose another directory", to.display());
    }
    Ok(())
}

fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn show(bar: &ProgressBar, logs: u64, events: u64) {
    bar.set_message(format!("{logs} logs, {events} events"));
}

fn report(copied: &Copied, to: &Path) -> anyhow::Result<()> {
    let Copied { logs, events, damaged } = copied;
    anstream::println!(
        "{} holds {logs} logs with {events} events, each checked against its chain.",
        to.display()
    );
    if damaged.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = damaged.iter().map(ToString::to_string).collect();
    bail!("damaged, and left out: {}", names.join(", "))
}

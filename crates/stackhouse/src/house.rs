//! `stackhouse house`: what somebody who runs a house asks of it while it is open.

use anyhow::{Context as _, bail};
use clap::Subcommand;
use journal::TableId;
use server::net::local::{self, Order, Report, Seen};
use server::protocol::Holder;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Look after a house that is open: through a socket in its data directory, for its owner alone.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the house keeps its tables.
    #[arg(long, default_value = "data", value_name = "DIRECTORY", global = true)]
    data: PathBuf,
    /// Print for programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List the open tables, those looked at now first.
    List,
    /// Show one open table.
    Show {
        /// Its id, as `list` shows it.
        table: TableId,
    },
    /// Print the record of an ended game.
    Export {
        /// The table's id.
        table: TableId,
    },
    /// Close a table, whatever goes on there; its record stays.
    Close {
        /// The table's id.
        table: TableId,
    },
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let order = match args.what {
        What::List => Order::List,
        What::Show { table } => Order::Show { table },
        What::Export { table } => Order::Export { table },
        What::Close { table } => Order::Close { table },
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(local::ask(&args.data, &order, |_| {}));
    let report = match report {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            bail!("no house is open in {}: start one there, or name its --data", args.data.display())
        }
        report => report.context("the house does not answer")?,
    };
    match report {
        Report::Failed { text } => bail!(text),
        Report::Tables { tables } if args.json => anstream::println!("{}", serde_json::to_string(&tables)?),
        Report::Tables { tables } if tables.is_empty() => anstream::println!("No table is open."),
        Report::Tables { tables } if matches!(args.what, What::List) => {
            tables.iter().for_each(|table| anstream::println!("{}", line(table)));
        }
        Report::Tables { tables } => anstream::println!("{}", serde_json::to_string_pretty(&tables)?),
        Report::Record { record } => anstream::println!("{}", serde_json::to_string(&record)?),
        _ => anstream::println!("Done."),
    }
    Ok(())
}

/// A table in a line: its id and code, its game and where it stands, who sits there, and whether anybody looks.
fn line(seen: &Seen) -> String {
    let Seen { info, is_attended, quiet_s } = seen;
    let names = info.seats.iter().filter_map(|seat| match &seat.holder {
        Holder::Person { name, .. } => Some(name.clone()),
        Holder::Bot { .. } => Some("bot".into()),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    let since = match (is_attended, quiet_s) {
        (true, _) => "now".into(),
        (_, 0..120) => format!("{quiet_s} s ago"),
        (_, 120..7200) => format!("{} min ago", quiet_s / 60),
        _ => format!("{} h ago", quiet_s / 3600),
    };
    let phase = format!("{:?}", info.phase).to_lowercase();
    format!("{}  {}  {:<8} {phase:<8} {since:<12} {}", info.table, info.code, info.game, names.join(", "))
}

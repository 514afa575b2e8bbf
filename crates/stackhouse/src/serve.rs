//! `stackhouse serve`: the house in a browser.

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use clap::Args as _;
use journal::{Journal, Memory, Sqlite, SqliteSettings};
use server::net::{Hosts, Server, ServerSettings, lan_address};
use server::room::Pace;
use server::{House, HouseBots, Limits, RealEnvironment};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Serve the house to browsers: open tables, seat people and bots, play.
///
/// What the house says of itself goes to stderr. STACKHOUSE_LOG chooses how much of it: warn, info (unless told otherwise),
/// debug, trace, or levels by part, such as warn,server=debug.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Let the local network in, and show an address that phones in the room can reach.
    #[arg(long)]
    lan: bool,
    /// The port to listen at; 0 takes any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Where tables are kept.
    #[arg(long, default_value = "data", value_name = "DIRECTORY")]
    data: PathBuf,
    /// Keep tables in memory only: they end with the server.
    #[arg(long)]
    in_memory: bool,
    /// Open a data directory that is not whole, and give up what it lacks.
    #[arg(long)]
    accept_loss: bool,
    /// A name the house goes by, besides its addresses; can be given several times.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Take as many connections, commands and tables from one address as come, as a load test does.
    #[arg(long)]
    no_limits: bool,
    /// Ask a silent connection after so many milliseconds whether it is there, for tests that have no minute.
    #[arg(long, hide = true, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    quiet_ms: Option<u64>,
    /// Let bots answer as fast as they can.
    #[arg(long)]
    fast_bots: bool,
}

impl Default for Args {
    fn default() -> Self {
        let matches = Args::augment_args(clap::Command::new("serve")).get_matches_from(["serve"]);
        <Args as clap::FromArgMatches>::from_arg_matches(&matches).expect("every argument has a default")
    }
}

/// Names the variable that says how much is said.
const LOG: &str = "STACKHOUSE_LOG";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    listen_to_house()?;
    allow_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args))
}

/// Lets what the house says appear on stderr.
fn listen_to_house() -> anyhow::Result<()> {
    let asked = std::env::var(LOG).unwrap_or_else(|_| "info".into());
    let filter: Targets = asked
        .parse()
        .with_context(|| format!("{LOG} takes a level, or levels by part: warn,server=debug"))?;
    let has_colours = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(has_colours)
        // The log may lie on the disk that is full, and no panic about that may end anything.
        .log_internal_errors(false)
        .with_filter(filter);
    tracing_subscriber::registry().with(lines).init();
    Ok(())
}

/// Lets the process open as many files, and so sockets, as the system allows without asking anybody.
fn allow_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    // Where that is refused, fewer people fit in, and those are told so.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

async fn serve(args: &Args) -> anyhow::Result<()> {
    outlive_file_limits()?;
    let journal: Arc<dyn Journal> =
        if args.in_memory { Arc::new(Memory::new()) } else { Arc::new(open_journal(args)?) };
    let players = Arc::new(HouseBots);
    let pace = if args.fast_bots { Pace::AT_ONCE } else { Pace::HUMAN };
    let house = House::open(journal, players.clone(), Arc::new(RealEnvironment), pace).await?;
    let ip = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listen = SocketAddr::new(IpAddr::V4(ip), args.port);
    let mut limits = if args.no_limits { Limits::none() } else { Limits::default() };
    limits.quiet_ms = args.quiet_ms.unwrap_or(limits.quiet_ms);
    let settings = ServerSettings { listen, hosts: Hosts(args.host.clone()), limits };
    let server = Server::bind(house, players, settings)
        .await
        .with_context(|| format!("cannot listen at {listen}: choose another --port"))?;
    announce(server.address()?.port(), args.lan)?;
    let stop = server.stopper();
    tokio::spawn(async move {
        wait_for_signal().await;
        stop.cancel();
    });
    server.run().await;
    Ok(())
}

/// A file that may not grow is a disk that is full, and no reason to end.
fn outlive_file_limits() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    // Nobody needs to hear of the signal: with a handler the write itself fails instead.
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

fn open_journal(args: &Args) -> anyhow::Result<Sqlite> {
    let settings = SqliteSettings {
        accepts_loss: args.accept_loss,
        ..SqliteSettings::new(args.data.join("journal.db"))
    };
    let journal = Sqlite::with(&settings)?;
    for remark in journal.remarks() {
        tracing::warn!("{remark}");
    }
    Ok(journal)
}

fn announce(port: u16, lan: bool) -> anyhow::Result<()> {
    anstream::println!("Stackhouse is open at http://localhost:{port}");
    if !lan {
        return Ok(());
    }
    match lan_address() {
        Some(address) => {
            let link = format!("http://{address}:{port}");
            let code = qrcode::QrCode::new(&link)?;
            let picture = code.render::<qrcode::render::unicode::Dense1x2>().build();
            anstream::println!("In this room: {link}\n{picture}");
        }
        None => anstream::println!("No address of the local network was found: is this machine on it?"),
    }
    Ok(())
}

async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

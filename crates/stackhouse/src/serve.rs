//! `stackhouse serve`: the house in a browser.

use crate::settings;
use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use clap::{ArgMatches, Args as _};
use ipnet::IpNet;
use journal::{Journal, Memory, Sqlite, SqliteSettings};
use server::net::{Certificate, Hosts, Proxies, Server, ServerSettings, lan_address, local};
use server::room::Pace;
use server::{House, HouseBots, Keeping, Limits, RealEnvironment};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Serve the house to browsers: open tables, seat people and bots, play.
///
/// Every setting can also be given as a variable (STACKHOUSE_PORT for --port, lists with commas) or in a file of settings
/// (port = 8080). A flag comes before a variable, and a variable before the file. docs/hosting.md says how a house is hosted.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Let the local network in, and show an address that phones in the room can reach.
    #[arg(long, conflicts_with = "listen")]
    lan: bool,
    /// The address to listen at: that of one network, or 0.0.0.0 or :: for all; this machine alone unless told otherwise.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
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
    /// Forget closed tables so long after the last thing happened there, such as 90d, 12w or 36h; they are kept for ever
    /// unless told otherwise.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    keep: Option<Duration>,
    /// Where records of ended games go before --keep forgets their tables, one file each.
    #[arg(long, value_name = "DIRECTORY", requires = "keep")]
    archive: Option<PathBuf>,
    /// A name the house goes by, besides its addresses; can be given several times.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A proxy that is believed what it says of visitors, such as 127.0.0.1/32; can be given several times.
    #[arg(long, value_name = "CIDR")]
    trust_proxy: Vec<IpNet>,
    /// Speak HTTPS with this certificate and those that vouch for it (PEM); read again when it changes.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of that certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// How much the house says of itself on stderr: warn, info, debug, trace, or levels by part, such as warn,server=debug.
    #[arg(long, value_name = "LEVELS", default_value = "info")]
    log: Targets,
    /// For whom it says so: a line to read, or a line of JSON.
    #[arg(long, value_name = "FORM", default_value = "people")]
    log_form: LogForm,
    /// Take as many connections, commands and tables from one address as come, as a load test does.
    #[arg(long)]
    no_limits: bool,
    /// Ask a silent connection after so many milliseconds whether it is there, for tests that have no minute.
    #[arg(long, hide = true, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    quiet_ms: Option<u64>,
    /// Let bots answer as fast as they can.
    #[arg(long)]
    fast_bots: bool,
    /// A file with settings, one a line, named as the flags are: port = 8080.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Print every setting, what holds and where it comes from, and serve nothing.
    #[arg(long)]
    show_settings: bool,
}

/// For whom the log is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LogForm {
    People,
    Json,
}

/// Serves as flags, variables and the file of settings say; without a word about it, as these alone say.
pub(crate) fn run(given: Option<&ArgMatches>) -> anyhow::Result<()> {
    let command = Args::augment_args(clap::Command::new("serve"));
    let bare;
    let given = match given {
        Some(given) => given,
        None => {
            bare = command.clone().try_get_matches_from(["serve"])?;
            &bare
        }
    };
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())));
    let settings = settings::complete(command, given, variables)?;
    if given.get_flag("show_settings") {
        anstream::print!("{}", settings.show());
        return Ok(());
    }
    let args = <Args as clap::FromArgMatches>::from_arg_matches(&settings.matches)?;
    listen_to_house(&args);
    allow_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(&args))
}

/// Lets what the house says appear on stderr.
fn listen_to_house(args: &Args) {
    let has_colours = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(has_colours)
        // The log may lie on the disk that is full, and no panic about that may end anything.
        .log_internal_errors(false);
    let lines = match args.log_form {
        LogForm::People => lines.with_filter(args.log.clone()).boxed(),
        LogForm::Json => lines.json().flatten_event(true).with_filter(args.log.clone()).boxed(),
    };
    tracing_subscriber::registry().with(lines).init();
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
    if let Some(keep) = args.keep {
        house.keep_for(Keeping { keep, archive: args.archive.clone() });
    }
    if !args.in_memory {
        let door = local::open(&args.data, &house);
        door.unwrap_or_else(
            |error| tracing::warn!(%error, "`stackhouse house` and `backup` cannot reach this house"),
        );
    }
    let ip = if args.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listen = SocketAddr::new(args.listen.unwrap_or(IpAddr::V4(ip)), args.port);
    let mut limits = if args.no_limits { Limits::none() } else { Limits::default() };
    limits.quiet_ms = args.quiet_ms.unwrap_or(limits.quiet_ms);
    let certificate = match (&args.tls_cert, &args.tls_key) {
        (Some(chain), Some(key)) => Some(Certificate::open(chain.clone(), key.clone())?),
        _ => None,
    };
    let scheme = if certificate.is_some() { "https" } else { "http" };
    let (hosts, proxies) = (Hosts(args.host.clone()), Proxies(args.trust_proxy.clone()));
    let settings = ServerSettings { listen, hosts, proxies, certificate, limits };
    let server = Server::bind(house, players, settings)
        .await
        .with_context(|| format!("cannot listen at {listen}: choose another --port or --listen"))?;
    announce(scheme, server.address()?.port(), args)?;
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

/// A time as people write it: a number, and h, d or w.
fn read_time(text: &str) -> Result<Duration, String> {
    let wrong = || "write hours, days or weeks, such as 36h, 90d or 12w".to_owned();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let hours = match &text[number.len()..] {
        "h" => 1,
        "d" => 24,
        "w" => 7 * 24,
        _ => return Err(wrong()),
    };
    let count: u64 = number.parse().map_err(|_| wrong())?;
    let hours = count.checked_mul(hours).filter(|hours| (1..=876_000).contains(hours)).ok_or_else(wrong)?;
    Ok(Duration::from_secs(hours * 3600))
}

fn announce(scheme: &str, port: u16, args: &Args) -> anyhow::Result<()> {
    let name = match (&args.host[..], args.listen) {
        // A certificate is for a name.
        ([name, ..], _) if scheme == "https" => name.clone(),
        (_, Some(ip)) if !ip.is_loopback() && !ip.is_unspecified() => SocketAddr::new(ip, port).to_string(),
        _ => "localhost".into(),
    };
    let name = if name.ends_with(&format!(":{port}")) { name } else { format!("{name}:{port}") };
    anstream::println!("Stackhouse is open at {scheme}://{name}");
    if !args.lan {
        return Ok(());
    }
    match lan_address() {
        Some(address) => {
            let link = format!("{scheme}://{address}:{port}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_and_its_measure() {
        for (text, hours) in [("36h", 36), ("90d", 2160), ("12w", 2016)] {
            assert_eq!(read_time(text), Ok(Duration::from_secs(hours * 3600)));
        }
        for text in ["", "90", "d", "0d", "-1d", "1.5d", "9999999999d", "90 d", "90m", "5dd"] {
            assert!(read_time(text).is_err_and(|why| why.contains("90d")), "{text}");
        }
    }
}

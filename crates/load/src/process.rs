//! The server as another process: started on a free port, watched from outside, killed.

use anyhow::{Context as _, Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server; it is killed when this is dropped.
pub struct Server {
    child: Child,
    /// Where it listens, on this machine.
    pub port: u16,
}

impl Server {
    /// Starts `stackhouse serve` with its tables in `data` and waits until it listens.
    pub fn start(binary: &Path, data: &Path) -> Result<Self> {
        Self::start_with(binary, data, &["--no-limits"])
    }

    /// The same with other arguments, such as none.
    pub fn start_with(binary: &Path, data: &Path, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(binary);
        command.args(["serve", "--port", "0", "--data"]).arg(data).args(arguments);
        Self::of(command)
    }

    /// Starts a command that serves, and waits until it listens.
    pub fn of(mut command: Command) -> Result<Self> {
        let spawned = command.stdout(Stdio::piped()).spawn();
        let mut child =
            spawned.with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let out = child.stdout.take().context("the server prints its address")?;
        let mut lines = BufReader::new(out).lines();
        let said = lines.next().context("the server ended before it listened")??;
        let Some(port) = said.trim().rsplit(':').next().and_then(|port| port.parse().ok()) else {
            bail!("the server said {said:?} instead of its address")
        };
        // Whatever else it says is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, port })
    }

    /// The process, for whoever wants to do something to it.
    pub fn process(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Ends the process at once, as a power cut would.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// User and system time it has used, in seconds.
    pub fn cpu_seconds(&self) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok());
        let (user, system) = ticks(11).zip(ticks(12)).context("/proc tells the time a process has used")?;
        Ok((user + system) / rustix::param::clock_ticks_per_second() as f64)
    }

    /// Its resident memory in KiB.
    pub fn resident_kib(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok());
        kib.context("/proc tells the memory of a process")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.kill());
    }
}

/// Lets this process open as many files as it may, and fails when that is too few.
pub fn allow_files(needed: u64) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })?;
    if limit.maximum.is_some_and(|most| most < needed) {
        bail!("{needed} open files are needed: raise the hard limit first (`ulimit -Hn {needed}` as root)");
    }
    Ok(())
}

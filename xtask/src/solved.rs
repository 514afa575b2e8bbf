//! `cargo xtask solve` and `cargo xtask certify`: the two-player round of Stacks.

use std::{fs, process::Stdio};

use anyhow::{Context, Result, bail};

use crate::shell::{self, cargo, command, root};

/// The strategy of the repository, and beside it what was measured of it.
const STRATEGY: &str = "crates/solve/data/stacks.strategy.gz";
const CERTIFICATE: &str = "crates/solve/data/stacks.certificate";

/// Runs the solver.
pub(crate) fn solve(arguments: &[String]) -> Result<()> {
    let mut solve = cargo(&["run", "--release", "--package", "solve", "--example", "solve_stacks", "--"]);
    solve.args(arguments);
    shell::run(solve)
}

/// Measures the strategy of the repository by the independent checker and by ours; both must give its certificate.
pub(crate) fn certify() -> Result<()> {
    let claimed = fs::read_to_string(root().join(CERTIFICATE)).context("the certificate cannot be read")?;
    let ours =
        ["run", "--release", "--package", "solve", "--example", "solve_stacks", "--", "--certify", STRATEGY];
    let theirs = ["run", "--release", "--package", "solve", "--bin", "check_stacks"];
    let mut unpack = command("gzip", &["-dc", STRATEGY]).stdout(Stdio::piped()).spawn()?;
    let mut theirs = cargo(&theirs);
    theirs.stdin(unpack.stdout.take().context("gzip has no output")?);
    for (name, program) in [("the independent checker", theirs), ("our measure", cargo(&ours))] {
        let said = shell::output(program)?;
        eprint!("{name}:\n{said}");
        agree(&claimed, &said).with_context(|| format!("{name} disagrees with {CERTIFICATE}"))?;
    }
    unpack.wait()?;
    Ok(())
}

/// Both texts end their lines in numbers that are the same but for rounding.
fn agree(claimed: &str, said: &str) -> Result<()> {
    let numbers = |text: &str| -> Result<Vec<f64>> {
        let last = |line: &str| line.rsplit(' ').next().unwrap_or("").parse();
        text.lines().map(last).collect::<Result<_, _>>().context("a line does not end in a number")
    };
    let (claimed, said) = (numbers(claimed)?, numbers(said)?);
    let near = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-6;
    if claimed.is_empty() || claimed.len() != said.len() || !claimed.iter().zip(&said).all(near) {
        bail!("{said:?} was measured, {claimed:?} is claimed");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::agree;

    #[test]
    fn numbers_that_differ_are_no_certificate() {
        assert!(agree("a 0.5\nb 0.25\n", "a 0.5000000004\nb 0.25\n").is_ok());
        assert!(agree("a 0.5\nb 0.25\n", "a 0.50001\nb 0.25\n").is_err());
        assert!(agree("a 0.5\n", "a 0.5\nb 0.25\n").is_err());
        assert!(agree("", "").is_err());
    }
}

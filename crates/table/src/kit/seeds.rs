//! Seeds that a test tries in turn, and how to run the one that failed again.

use std::ops::Range;

/// Seeds to try in turn, or the one that `SEED` names. When the test fails on the way, it tells how to run the seed
/// it was at again.
///
/// ```
/// for seed in table::kit::seeds(0..20) {
///     let mut rng = table::nature::dice(seed, 0);
///     assert!(table::nature::below(&mut rng, 6) < 6);
/// }
/// ```
pub fn seeds(all: Range<u64>) -> Seeds {
    let one = wanted().and_then(|seed| seed.parse().ok()).map(|seed: u64| seed..seed + 1);
    Seeds { left: one.unwrap_or(all), now: None }
}

/// What [`seeds`] returns.
pub struct Seeds {
    left: Range<u64>,
    now: Option<u64>,
}

impl Iterator for Seeds {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.now = self.left.next();
        self.now
    }
}

impl Drop for Seeds {
    fn drop(&mut self) {
        if std::thread::panicking()
            && let Some(seed) = self.now
        {
            eprintln!("{}", again(&seed.to_string()));
        }
    }
}

fn wanted() -> Option<String> {
    std::env::var("SEED").ok()
}

/// Whether one seed alone is run again: then what a test says of all seeds together need not hold.
pub fn is_one_seed() -> bool {
    wanted().is_some()
}

/// Whether a seed is to be tried: all are, unless `SEED` names one.
pub(super) fn is_wanted(seed: &str) -> bool {
    wanted().is_none_or(|wanted| wanted == seed)
}

/// How to run the present test again for one seed alone.
pub fn again(seed: &str) -> String {
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let program = std::env::current_exe().unwrap_or_default();
    let file = program.file_stem().and_then(|stem| stem.to_str()?.rsplit_once('-')).map(|(file, _)| file);
    let target = match file.unwrap_or_default() {
        own if own == package => "--lib".into(),
        file => format!("--test {file}"),
    };
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").unwrap_or_default();
    format!("run it again: SEED={seed} cargo test -p {package} {target} {test}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_package_the_target_and_the_test() {
        let told = "run it again: SEED=7 cargo test -p table --lib \
                    kit::seeds::tests::the_command_names_the_package_the_target_and_the_test";
        assert_eq!(again("7"), told);
    }
}

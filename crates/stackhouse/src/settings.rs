//! Settings of the house: flags, variables and a file, in this order, each checked as a flag is.
//!
//! What a setting may be is said once, by the flags of `serve`. A variable or a line of the file is read as the flag of
//! its name, so that all three take the same values and complain in the same words.

use anyhow::{Context as _, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Variables begin with this.
const PREFIX: &str = "STACKHOUSE_";
/// Variables that mean something to others of the house.
const OTHERS: [&str; 2] = ["STACKHOUSE_BIN", "STACKHOUSE_URL"];

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Flag,
    Variable(String),
    File(PathBuf, usize),
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag => f.write_str("the command line"),
            Origin::Variable(name) => f.write_str(name),
            Origin::File(path, line) => write!(f, "{}, line {line}", path.display()),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// A setting as somebody wrote it.
struct Given {
    values: Vec<String>,
    origin: Origin,
}

/// All settings, and where each comes from.
pub(crate) struct Settings {
    command: Command,
    pub(crate) matches: ArgMatches,
    origins: BTreeMap<String, Origin>,
}

/// A command whose flags are settings, and what of them can be set elsewhere: all but `settings` and what only shows.
fn settable(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_setting = |arg: &&Arg| {
        let name = arg.get_id().as_str();
        !matches!(name, "settings" | "show_settings" | "help" | "version")
    };
    command.get_arguments().filter(is_setting)
}

/// Adds variables and the file to what the command line says.
pub(crate) fn complete(
    command: Command,
    given: &ArgMatches,
    variables: impl IntoIterator<Item = (String, String)>,
) -> anyhow::Result<Settings> {
    let variables: BTreeMap<String, String> = variables.into_iter().collect();
    let file = given.get_one::<PathBuf>("settings").cloned();
    let file = file.or_else(|| variables.get("STACKHOUSE_SETTINGS").map(PathBuf::from));
    let mut layers = match &file {
        Some(path) => from_file(&command, path)?,
        None => BTreeMap::new(),
    };
    layers.extend(from_variables(&command, &variables)?);
    for (name, given) in &layers {
        check(&command, name, given)?;
    }
    let mut words = vec![String::from("serve")];
    let mut origins = BTreeMap::new();
    for arg in settable(&command) {
        let name = arg.get_id().as_str();
        let given = if given.value_source(name) == Some(ValueSource::CommandLine) {
            Some(Given { values: raw(arg, given), origin: Origin::Flag })
        } else {
            layers.remove(name)
        };
        if let Some(Given { values, origin }) = given {
            words.extend(as_flags(arg, &values));
            origins.insert(name.to_owned(), origin);
        }
    }
    let matches = command.clone().try_get_matches_from(words).map_err(|error| {
        let said: Vec<_> = origins.iter().filter(|(_, origin)| **origin != Origin::Flag).collect();
        let said: Vec<_> =
            said.iter().map(|(name, origin)| format!("{} is from {origin}", flag(name))).collect();
        anyhow::anyhow!(
            "{}{}",
            told(&error),
            said.iter().map(|line| format!("\n  {line}")).collect::<String>()
        )
    })?;
    Ok(Settings { command, matches, origins })
}

impl Settings {
    /// Every setting with what holds and where it comes from, as a file that says the same.
    pub(crate) fn show(&self) -> String {
        let lines = settable(&self.command).filter(|arg| !arg.is_hide_set()).map(|arg| {
            let name = arg.get_id().as_str();
            let origin = self.origins.get(name).unwrap_or(&Origin::Default);
            let values = raw(arg, &self.matches);
            let line = match arg.get_action() {
                ArgAction::SetTrue => format!("{} = {}", key(name), self.matches.get_flag(name)),
                ArgAction::Append => format!(
                    "{} = [{}]",
                    key(name),
                    values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")
                ),
                _ => match values.first() {
                    Some(value) if value.parse::<i64>().is_ok() => format!("{} = {value}", key(name)),
                    Some(value) => format!("{} = {}", key(name), quoted(value)),
                    None => format!("# {} =", key(name)),
                },
            };
            format!("{line:<32} # {origin}\n")
        });
        lines.collect()
    }
}

fn quoted(value: &str) -> String {
    format!("{value:?}")
}

/// A setting's name in the file and among the flags, where words are parted by dashes.
fn key(name: &str) -> String {
    name.replace('_', "-")
}

fn flag(name: &str) -> String {
    format!("--{}", key(name))
}

fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.to_uppercase())
}

fn raw(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let name = arg.get_id().as_str();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return vec![matches.get_flag(name).to_string()];
    }
    let values = matches.get_raw(name).into_iter().flatten();
    values.map(|value| value.to_string_lossy().into_owned()).collect()
}

fn as_flags(arg: &Arg, values: &[String]) -> Vec<String> {
    let flag = flag(arg.get_id().as_str());
    match arg.get_action() {
        ArgAction::SetTrue => values.iter().filter(|value| *value == "true").map(|_| flag.clone()).collect(),
        _ => values.iter().map(|value| format!("{flag}={value}")).collect(),
    }
}

/// Whether a setting alone is what its flag takes; what it needs beside it is seen when all are there.
fn check(command: &Command, name: &str, given: &Given) -> anyhow::Result<()> {
    let Given { values, origin } = given;
    let arg = settable(command).find(|arg| arg.get_id() == name).expect("only known settings are read");
    if matches!(arg.get_action(), ArgAction::SetTrue)
        && !matches!(&values[..], [value] if value == "true" || value == "false")
    {
        bail!("{origin}: {} takes true or false", key(name));
    }
    if !matches!(arg.get_action(), ArgAction::Append) && values.len() != 1 {
        bail!("{origin}: {} takes one value", key(name));
    }
    let words = std::iter::once("serve".to_owned()).chain(as_flags(arg, values));
    match command.clone().try_get_matches_from(words) {
        Ok(_) => Ok(()),
        Err(error)
            if matches!(error.kind(), ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict) =>
        {
            Ok(())
        }
        Err(error) => bail!("{origin}: {}", told(&error)),
    }
}

/// What is wrong, without the usage of a command line that nobody wrote.
fn told(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n").trim_start_matches("error: ").to_owned()
}

fn from_variables(
    command: &Command,
    variables: &BTreeMap<String, String>,
) -> anyhow::Result<BTreeMap<String, Given>> {
    let mut found = BTreeMap::new();
    for arg in settable(command) {
        let name = arg.get_id().as_str();
        let origin = variable(name);
        let Some(value) = variables.get(&origin) else { continue };
        let values = match arg.get_action() {
            ArgAction::Append => value.split(',').map(|part| part.trim().to_owned()).collect(),
            _ => vec![value.clone()],
        };
        found.insert(name.to_owned(), Given { values, origin: Origin::Variable(origin) });
    }
    for name in variables.keys().filter(|name| name.starts_with(PREFIX)) {
        let is_known = *name == format!("{PREFIX}SETTINGS")
            || OTHERS.contains(&name.as_str())
            || settable(command).any(|arg| variable(arg.get_id().as_str()) == *name);
        if !is_known {
            let meant = nearest(command, &name[PREFIX.len()..].to_lowercase());
            bail!(
                "{name} is no setting{}",
                meant.map_or(String::new(), |meant| format!(": did you mean {}?", variable(&meant)))
            );
        }
    }
    Ok(found)
}

fn from_file(command: &Command, path: &Path) -> anyhow::Result<BTreeMap<String, Given>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let line_of = |place: usize| 1 + text[..place].matches('\n').count();
    let at = |place: usize| Origin::File(path.to_owned(), line_of(place));
    let table = DeTable::parse(&text).map_err(|error| {
        let place = error.span().map_or(0, |span| span.start);
        anyhow::anyhow!("{}: {}", at(place), error.message())
    })?;
    let mut found = BTreeMap::new();
    for (written, value) in table.get_ref() {
        let origin = at(written.span().start);
        let word: &str = written.get_ref();
        let name = word.replace('-', "_");
        if !settable(command).any(|arg| arg.get_id() == name.as_str()) {
            let meant = nearest(command, &name);
            bail!(
                "{origin}: {word} is no setting{}",
                meant.map_or(String::new(), |meant| format!(": did you mean {}?", key(&meant)))
            );
        }
        let values = match value.get_ref() {
            DeValue::Array(values) => values.iter().map(|value| scalar(value.get_ref())).collect(),
            value => scalar(value).map(|value| vec![value]),
        };
        let Some(values) = values else {
            bail!("{origin}: {word} takes a text, a number, true or false, or a list of them");
        };
        found.insert(name, Given { values, origin });
    }
    Ok(found)
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Boolean(is_so) => Some(is_so.to_string()),
        _ => None,
    }
}

/// The setting somebody most likely meant, as the command line guesses it.
fn nearest(command: &Command, name: &str) -> Option<String> {
    let error = command.clone().try_get_matches_from(["serve", &flag(name)]).err()?;
    match error.get(ContextKind::SuggestedArg)? {
        ContextValue::String(meant) => Some(meant.trim_start_matches('-').replace('-', "_")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::Args;
    use clap::Args as _;

    fn complete_with(
        words: &[&str],
        variables: &[(&str, &str)],
        file: Option<&str>,
    ) -> anyhow::Result<Settings> {
        let command = Args::augment_args(Command::new("serve"));
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("house.toml");
        let mut words: Vec<String> =
            std::iter::once("serve").chain(words.iter().copied()).map(Into::into).collect();
        if let Some(file) = file {
            std::fs::write(&path, file)?;
            words.extend(["--settings".into(), path.display().to_string()]);
        }
        let matches = command.clone().try_get_matches_from(words)?;
        let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        complete(command, &matches, variables).map_err(|error| {
            let text = format!("{error:#}").replace(&format!("{}/", directory.path().display()), "");
            anyhow::anyhow!(text)
        })
    }

    fn complaint(words: &[&str], variables: &[(&str, &str)], file: &str) -> String {
        complete_with(words, variables, Some(file)).err().expect("it must be refused").to_string()
    }

    #[test]
    fn flags_come_before_variables_and_these_before_the_file() {
        let file = "port = 1\ndata = \"of the file\"\nlan = true\nhost = [\"a.example\", \"b.example\"]\n";
        let variables = [("STACKHOUSE_PORT", "2"), ("STACKHOUSE_DATA", "of the variable")];
        let settings = complete_with(&["--port", "3"], &variables, Some(file)).unwrap();
        let matches = &settings.matches;
        assert_eq!(matches.get_one::<u16>("port"), Some(&3));
        assert_eq!(matches.get_one::<PathBuf>("data"), Some(&PathBuf::from("of the variable")));
        assert!(matches.get_flag("lan") && !matches.get_flag("in_memory"));
        assert_eq!(
            matches.get_many::<String>("host").unwrap().collect::<Vec<_>>(),
            ["a.example", "b.example"]
        );
        let shown = settings.show();
        for (setting, origin) in [
            ("port = 3", "the command line"),
            ("data = \"of the variable\"", "STACKHOUSE_DATA"),
            ("lan = true", "house.toml, line 3"),
            ("in-memory = false", "default"),
        ] {
            let line = shown
                .lines()
                .find(|line| line.starts_with(setting))
                .unwrap_or_else(|| panic!("{setting}: {shown}"));
            assert!(line.ends_with(origin), "{line}");
        }
        // What is shown can be used as a file.
        let again = complete_with(&[], &[], Some(&shown)).unwrap();
        let bare = |text: &str| {
            text.lines().map(|line| line.split(" # ").next().unwrap().trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(bare(&again.show()), bare(&shown));
    }

    #[test]
    fn a_variable_may_hold_a_list_and_say_no() {
        let variables = [("STACKHOUSE_HOST", "a.example, b.example"), ("STACKHOUSE_LAN", "false")];
        let settings = complete_with(&[], &variables, Some("lan = true\n")).unwrap();
        assert_eq!(settings.matches.get_many::<String>("host").unwrap().count(), 2);
        assert!(!settings.matches.get_flag("lan"));
    }

    #[test]
    fn a_wrong_setting_names_its_place_and_what_would_do() {
        let told = complaint(&[], &[], "data = \"x\"\nport = 70000\n");
        assert!(told.starts_with("house.toml, line 2: ") && told.contains("0..=65535"), "{told}");
        let told = complaint(&[], &[], "\nprot = 1\n");
        assert_eq!(told, "house.toml, line 2: prot is no setting: did you mean port?");
        assert_eq!(complaint(&[], &[], "lan = \"yes\"\n"), "house.toml, line 1: lan takes true or false");
        assert_eq!(complaint(&[], &[], "port = [1, 2]\n"), "house.toml, line 1: port takes one value");
        assert!(complaint(&[], &[], "[port]\nx = 1\n").contains("line 1: port takes a text, a number"));
        assert!(complaint(&[], &[], "port = \n").starts_with("house.toml, line 1: "));
        let told = complaint(&[], &[("STACKHOUSE_PORT", "many")], "");
        assert!(told.starts_with("STACKHOUSE_PORT: invalid value 'many'"), "{told}");
        let told = complaint(&[], &[("STACKHOUSE_PROT", "1")], "");
        assert_eq!(told, "STACKHOUSE_PROT is no setting: did you mean STACKHOUSE_PORT?");
        // Also where something else holds.
        assert!(complaint(&["--port", "3"], &[], "port = 70000\n").contains("line 1"));
        // What does not go together names where it comes from.
        let told = complaint(&["--in-memory"], &[], "tls-cert = \"house.pem\"\n");
        assert!(told.contains("--tls-key") && told.contains("house.toml, line 1"), "{told}");
    }
}

//! The games' own types in TypeScript, for the browser.
//!
//! Each game's types go to a file of its own, `push.ts` for Push, and what games share to `table.ts`. `games.ts` lists
//! them by the game's short name: `Games["push"]["view"]`, or `View<"push">`, and `View` for that of any game. The
//! types named here stand for those lists, so that messages which carry any game's JSON can name them.

use std::path::PathBuf;

use table::{EventOf, Game, Imagine, Odds};
use ts_rs::{Config, ExportError, TS};

use crate::{GAMES, Visit, with_game};

/// The file that lists the types of all games.
const LIST: &str = "games.ts";

/// Writes the types of every game, and the list of them.
pub fn export(config: &Config) -> Result<(), ExportError> {
    struct Export<'a>(&'a Config);
    impl Visit for Export<'_> {
        type Out = Result<(), ExportError>;
        fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
            G::Options::export_all(self.0)?;
            G::Move::export_all(self.0)?;
            G::Fate::export_all(self.0)?;
            G::View::export_all(self.0)?;
            G::Shown::export_all(self.0)?;
            EventOf::<G>::export_all(self.0)
        }
    }
    for about in GAMES {
        with_game(about.id, Export(config)).expect("a game of the list has its name")?;
    }
    Games::export_all(config)?;
    GameId::export_all(config)?;
    Options::export_all(config)?;
    SomeOptions::export_all(config)?;
    Move::export_all(config)?;
    Fate::export_all(config)?;
    View::export_all(config)?;
    Shown::export_all(config)?;
    Event::export_all(config)?;
    table::Record::export_all(config)
}

/// One line of the list: a game's short name and where its types are.
fn line(id: &'static str, config: &Config) -> String {
    fn named<T: TS>(config: &Config) -> String {
        let file = T::output_path().expect("a game's own type has a file");
        format!("import(\"./{}\").{}", file.with_extension("").display(), T::name(config))
    }
    struct Line<'a>(&'static str, &'a Config);
    impl Visit for Line<'_> {
        type Out = String;
        fn visit<G: Game + Odds + Imagine>(self) -> String {
            format!(
                "{}: {{ options: {}, move: {}, fate: {}, view: {}, shown: {} }},",
                self.0,
                named::<G::Options>(self.1),
                named::<G::Move>(self.1),
                named::<G::Fate>(self.1),
                named::<G::View>(self.1),
                named::<G::Shown>(self.1),
            )
        }
    }
    with_game(id, Line(id, config)).expect("a game of the list has its name")
}

fn list(config: &Config) -> String {
    let lines: Vec<_> = GAMES.iter().map(|about| line(about.id, config)).collect();
    format!("{{\n{}\n}}", lines.join("\n"))
}

/// Names a type of the list, with its parameters and its form.
macro_rules! listed {
    ($(#[doc = $doc:literal] $name:ident $parameters:literal = $form:expr;)*) => {$(
        #[doc = $doc]
        pub enum $name {}

        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                Some(format!("/**\n *{}\n */\n", $doc))
            }

            fn name(_: &Config) -> String {
                stringify!($name).to_owned()
            }

            fn inline(config: &Config) -> String {
                let form: fn(&Config) -> String = $form;
                form(config)
            }

            fn decl(config: &Config) -> String {
                format!("type {}{} = {};", stringify!($name), $parameters, Self::inline(config))
            }

            fn output_path() -> Option<PathBuf> {
                Some(PathBuf::from(LIST))
            }
        }
    )*};
}

listed! {
    /// Every game's own types, by its short name.
    Games "" = list;
    /// The short name of a game.
    GameId "" = |_| "keyof Games".into();
    /// What a host can choose.
    Options "<G extends GameId = GameId>" = |_| r#"Games[G]["options"]"#.into();
    /// Some of what a host can choose; the rest has its defaults.
    SomeOptions "<G extends GameId = GameId>" = |_| r#"Partial<Games[G]["options"]>"#.into();
    /// What a seat can do.
    Move "<G extends GameId = GameId>" = |_| r#"Games[G]["move"]"#.into();
    /// What nature can do.
    Fate "<G extends GameId = GameId>" = |_| r#"Games[G]["fate"]"#.into();
    /// What a viewer sees of the table.
    View "<G extends GameId = GameId>" = |_| r#"Games[G]["view"]"#.into();
    /// What a viewer is shown of an event.
    Shown "<G extends GameId = GameId>" = |_| r#"Games[G]["shown"]"#.into();
    /// Something that happened at a table.
    Event "<G extends GameId = GameId>" = |_| r#"import("./table").Event<Move<G>, Fate<G>>"#.into();
}

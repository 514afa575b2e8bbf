//! A table of any game: rules behind an object, everything said in JSON.

use std::{any::Any, sync::Arc};

use serde_json::{Value, value::RawValue};
use table::{
    About, BadTable, Event, EventOf, Game, Imagine, Limit, Odds, Rng, Seat, Seating, Standings, Turn, Viewer,
    check_event,
};

use crate::step::{AnyStep, Seen, Step};
use crate::{UnknownGame, Visit, with_game};

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct AnyFoul {
    /// The foul's name, in kebab case; `unreadable` for what is no move or event at all.
    pub code: &'static str,
    /// What is wrong and what to do, in words.
    pub text: String,
}

/// An event as a viewer is shown it.
#[derive(Clone, Debug)]
pub struct ShownEvent {
    /// Its JSON form.
    pub json: Box<RawValue>,
    /// It in one line, seats called `seat 0` and so on.
    pub text: String,
}

/// A table of some game. Moves, events, views and states go in and out as JSON text.
pub trait AnyTable: Send + Sync {
    /// How the game introduces itself.
    fn about(&self) -> &'static About;
    /// Who sits here.
    fn seating(&self) -> &Seating;
    /// Who may act now.
    fn turn(&self) -> Turn;
    /// The seat the game waits for.
    fn asked(&self) -> Option<Seat>;
    /// In a window, the move by which a seat lets it go by, as JSON.
    fn pass(&self, seat: Seat) -> Option<String>;
    /// Whether a window is open: somebody may let something go by.
    fn is_window(&self) -> bool;
    /// The limit the rules set to the present turn; what is done when it has passed is a move as JSON.
    fn limit(&self) -> Option<Limit<String>>;
    /// What a seat may do now, each move as JSON.
    fn legal_moves(&self, seat: Seat) -> Vec<String>;
    /// Those of them that are known without a search.
    fn moves_at_hand(&self, seat: Seat) -> Vec<Box<RawValue>>;
    /// Whether `legal_moves` lists every legal move.
    fn lists_all_moves(&self) -> bool;
    /// Whether it takes a search to list more moves than those at hand.
    fn needs_search(&self) -> bool;
    /// Whether drawing what nature does takes long.
    fn is_nature_slow(&self) -> bool;
    /// Whether the one move a seat has leaves it nothing to decide.
    fn is_forced(&self, seat: Seat) -> bool;
    /// Whether every seat that watched from the beginning knows the whole state.
    fn hides_nothing(&self) -> bool;
    /// Checks a move and turns it into an event.
    fn check_move(&self, seat: Seat, mv: &str) -> Result<String, AnyFoul>;
    /// A legal move that a seat tries without making it, as all may see it; none where trying is nobody's business.
    fn tried(&self, seat: Seat, mv: &str) -> Option<String>;
    /// The text form of a move given as JSON.
    fn move_text(&self, mv: &str) -> Result<String, AnyFoul>;
    /// Checks a move and makes it; a refused one changes nothing.
    fn play_move(&mut self, seat: Seat, mv: &str) -> Result<Box<dyn AnyStep>, AnyFoul>;
    /// Checks an event and carries it out; a refused one changes nothing.
    fn play(&mut self, event: &str) -> Result<Box<dyn AnyStep>, AnyFoul>;
    /// Draws what nature does next and carries it out; `None` when it is not nature's turn.
    fn play_nature(&mut self, rng: &mut dyn Rng) -> Option<Box<dyn AnyStep>>;
    /// Draws what nature does next, as an event, without carrying it out; `None` when it is not nature's turn.
    fn draw(&self, rng: &mut dyn Rng) -> Option<String>;
    /// A legal move of a seat at random, as JSON.
    fn pick(&self, seat: Seat, rng: &mut dyn Rng) -> Option<String>;
    /// Every event nature may draw now, as JSON, as text, and with its number of equally likely ways.
    fn fates(&self) -> Vec<(String, String, u32)>;
    /// What a viewer sees, as JSON.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    /// What a viewer sees, as a picture in text.
    fn view_text(&self, viewer: Viewer) -> String;
    /// What a seat has seen before the first event.
    fn nothing_seen(&self) -> Seen;
    /// The result, once the game is over.
    fn standings(&self) -> Option<Standings>;
    /// The full state as JSON, secrets included.
    fn state(&self) -> String;
    /// The full state in its game's own type, secrets included; [`state_of`] reads it.
    fn any_state(&self) -> &dyn Any;
    /// Another table in the same state.
    fn copy(&self) -> Box<dyn AnyTable>;
}

/// Opens a table of the game of that name; options left out have their defaults.
pub fn open(game: &str, options: &Value, seating: &Seating) -> Result<Box<dyn AnyTable>, BadTable> {
    struct Open<'a>(&'a Value, &'a Seating);
    impl Visit for Open<'_> {
        type Out = Result<Box<dyn AnyTable>, BadTable>;
        fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
            let options =
                serde_json::from_value(self.0.clone()).map_err(|e| BadTable::Options(e.to_string()))?;
            Ok(Box::new(Seated(Arc::new(G::open(&options, self.1)?))))
        }
    }
    with_game(game, Open(options, seating)).map_err(|e: UnknownGame| BadTable::Options(e.to_string()))?
}

/// All options of a table of the game of that name: those given, and the defaults of those left out.
pub fn all_options(game: &str, given: &Value) -> Result<Value, BadTable> {
    struct Complete<'a>(&'a Value);
    impl Visit for Complete<'_> {
        type Out = serde_json::Result<Value>;
        fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
            serde_json::to_value(serde_json::from_value::<G::Options>(self.0.clone())?)
        }
    }
    let complete = with_game(game, Complete(given)).map_err(|e| BadTable::Options(e.to_string()))?;
    complete.map_err(|e| BadTable::Options(e.to_string()))
}

/// The state of a table as the game `G` has it; `None` for a table of another game.
pub fn state_of<G: Game>(table: &dyn AnyTable) -> Option<&G> {
    table.any_state().downcast_ref()
}

/// A table of game `G`. Copies share the state until one of them changes.
pub(crate) struct Seated<G>(pub(crate) Arc<G>);

fn unreadable(error: serde_json::Error) -> AnyFoul {
    AnyFoul { code: "unreadable", text: format!("cannot be read: {error}") }
}

fn refusal(foul: impl std::error::Error + Into<&'static str>) -> AnyFoul {
    AnyFoul { text: foul.to_string(), code: foul.into() }
}

/// JSON that goes on as it is, without being read again.
pub(crate) fn raw<T: serde::Serialize>(value: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("everything at a table has a JSON form")
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("everything at a table has a JSON form")
}

impl<G: Game + Odds + Imagine> AnyTable for Seated<G> {
    fn about(&self) -> &'static About {
        &const { G::ABOUT }
    }

    fn seating(&self) -> &Seating {
        self.0.seating()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn asked(&self) -> Option<Seat> {
        self.0.asked()
    }

    fn pass(&self, seat: Seat) -> Option<String> {
        self.0.pass(seat).map(|mv| json(&mv))
    }

    fn is_window(&self) -> bool {
        G::HAS_WINDOW && Seat::all(self.0.seating().seats()).any(|seat| self.0.pass(seat).is_some())
    }

    fn limit(&self) -> Option<Limit<String>> {
        self.0.limit().map(|Limit { turn, seconds, late }| Limit { turn, seconds, late: json(&late) })
    }

    fn legal_moves(&self, seat: Seat) -> Vec<String> {
        self.0.legal_moves(seat).map(|mv| json(&mv)).collect()
    }

    fn moves_at_hand(&self, seat: Seat) -> Vec<Box<RawValue>> {
        self.0.moves_at_hand(seat).iter().map(raw).collect()
    }

    fn lists_all_moves(&self) -> bool {
        G::LISTS_ALL_MOVES
    }

    fn needs_search(&self) -> bool {
        G::NEEDS_SEARCH
    }

    fn is_nature_slow(&self) -> bool {
        G::IS_NATURE_SLOW
    }

    fn is_forced(&self, seat: Seat) -> bool {
        self.0.is_forced(seat)
    }

    fn hides_nothing(&self) -> bool {
        G::HIDES_NOTHING
    }

    fn check_move(&self, seat: Seat, mv: &str) -> Result<String, AnyFoul> {
        let mv: G::Move = serde_json::from_str(mv).map_err(unreadable)?;
        self.0.check(seat, &mv).map_err(refusal)?;
        Ok(json::<EventOf<G>>(&Event::Move { seat, mv }))
    }

    fn tried(&self, seat: Seat, mv: &str) -> Option<String> {
        let mv: G::Move = serde_json::from_str(mv).ok()?;
        let is_seen = G::SHOWS_TRIES && self.0.asked() == Some(seat) && self.0.check(seat, &mv).is_ok();
        is_seen.then(|| json(&mv))
    }

    fn move_text(&self, mv: &str) -> Result<String, AnyFoul> {
        serde_json::from_str(mv).map(|mv: G::Move| mv.to_string()).map_err(unreadable)
    }

    fn play_move(&mut self, seat: Seat, mv: &str) -> Result<Box<dyn AnyStep>, AnyFoul> {
        let mv: G::Move = serde_json::from_str(mv).map_err(unreadable)?;
        self.0.check(seat, &mv).map_err(refusal)?;
        Ok(Box::new(Step::make(self, Event::Move { seat, mv })))
    }

    fn play(&mut self, event: &str) -> Result<Box<dyn AnyStep>, AnyFoul> {
        let event = serde_json::from_str(event).map_err(unreadable)?;
        check_event(&*self.0, &event).map_err(refusal)?;
        Ok(Box::new(Step::make(self, event)))
    }

    fn play_nature(&mut self, rng: &mut dyn Rng) -> Option<Box<dyn AnyStep>> {
        if self.0.turn() != Turn::Nature {
            return None;
        }
        let fate = self.0.draw(rng);
        Some(Box::new(Step::make(self, Event::Fate(fate))))
    }

    fn draw(&self, rng: &mut dyn Rng) -> Option<String> {
        (self.0.turn() == Turn::Nature).then(|| json::<EventOf<G>>(&Event::Fate(self.0.draw(rng))))
    }

    fn pick(&self, seat: Seat, rng: &mut dyn Rng) -> Option<String> {
        self.0.pick(seat, rng).map(|mv| json(&mv))
    }

    fn fates(&self) -> Vec<(String, String, u32)> {
        let event = |fate: G::Fate| json::<EventOf<G>>(&Event::Fate(fate));
        self.0.fates().map(|(fate, ways)| (event(fate.clone()), fate.to_string(), ways)).collect()
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        raw(&self.0.view(viewer))
    }

    fn view_text(&self, viewer: Viewer) -> String {
        self.0.view(viewer).to_string()
    }

    fn nothing_seen(&self) -> Seen {
        Seen::nothing::<G>()
    }

    fn standings(&self) -> Option<Standings> {
        self.0.standings()
    }

    fn state(&self) -> String {
        json(&*self.0)
    }

    fn any_state(&self) -> &dyn Any {
        &*self.0
    }

    fn copy(&self) -> Box<dyn AnyTable> {
        Box::new(Seated(self.0.clone()))
    }
}

//! A table of any game: rules behind an object, everything said in JSON.

use serde_json::Value;
use table::{
    About, BadTable, Event, EventOf, Game, Imagine, Limit, Odds, Rng, Seat, Seating, Standings, Turn, Viewer,
    check_event,
};

use crate::{UnknownGame, Visit, with_game};

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The foul's name, in kebab case; `unreadable` for what is no move or event at all.
    pub code: &'static str,
    /// What is wrong and what to do, in words.
    pub text: String,
}

/// An event as a viewer is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownEvent {
    /// Its JSON form.
    pub json: String,
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
    fn moves_at_hand(&self, seat: Seat) -> Vec<String>;
    /// Whether `legal_moves` lists every legal move.
    fn lists_all_moves(&self) -> bool;
    /// Whether the one move a seat has leaves it nothing to decide.
    fn is_forced(&self, seat: Seat) -> bool;
    /// Whether who watched knows all that any seat knows.
    fn is_open(&self) -> bool;
    /// Checks a move and turns it into an event.
    fn check_move(&self, seat: Seat, mv: &str) -> Result<String, Refusal>;
    /// A legal move that a seat tries without making it, as all may see it; none where trying is nobody's business.
    fn tried(&self, seat: Seat, mv: &str) -> Option<String>;
    /// The text form of a move given as JSON.
    fn move_text(&self, mv: &str) -> Result<String, Refusal>;
    /// Checks an event and carries it out; a refused one changes nothing.
    fn apply(&mut self, event: &str) -> Result<(), Refusal>;
    /// Draws what nature does next, as an event; `None` when it is not nature's turn.
    fn draw(&self, rng: &mut dyn Rng) -> Option<String>;
    /// A legal move of a seat at random, as JSON.
    fn pick(&self, seat: Seat, rng: &mut dyn Rng) -> Option<String>;
    /// Every event nature may draw now, as JSON, as text, and with its number of equally likely ways.
    fn fates(&self) -> Vec<(String, String, u32)>;
    /// What a viewer sees, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// What a viewer sees, as a picture in text.
    fn view_text(&self, viewer: Viewer) -> String;
    /// What each of some viewers is shown of an event that is about to happen.
    fn show_to(&self, event: &str, viewers: &[Viewer]) -> Result<Vec<ShownEvent>, Refusal>;
    /// What a viewer is shown of an event that is about to happen.
    fn show(&self, event: &str, viewer: Viewer) -> Result<ShownEvent, Refusal> {
        Ok(self.show_to(event, &[viewer])?.swap_remove(0))
    }
    /// Whether others may learn something hidden from an event about to happen; nature's always count as such.
    fn reveals(&self, event: &str) -> bool;
    /// The result, once the game is over.
    fn standings(&self) -> Option<Standings>;
    /// The full state, secrets included.
    fn state(&self) -> String;
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
            Ok(Box::new(Seated(G::open(&options, self.1)?)))
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

#[derive(Clone)]
struct Seated<G>(G);

impl<G: Game> Seated<G> {
    fn read_event(&self, event: &str) -> Result<EventOf<G>, Refusal> {
        serde_json::from_str(event).map_err(unreadable)
    }
}

fn unreadable(error: serde_json::Error) -> Refusal {
    Refusal { code: "unreadable", text: format!("cannot be read: {error}") }
}

fn refusal(foul: impl std::error::Error + Into<&'static str>) -> Refusal {
    Refusal { text: foul.to_string(), code: foul.into() }
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

    fn moves_at_hand(&self, seat: Seat) -> Vec<String> {
        self.0.moves_at_hand(seat).iter().map(json).collect()
    }

    fn lists_all_moves(&self) -> bool {
        G::LISTS_ALL_MOVES
    }

    fn is_forced(&self, seat: Seat) -> bool {
        self.0.is_forced(seat)
    }

    fn is_open(&self) -> bool {
        G::IS_OPEN
    }

    fn check_move(&self, seat: Seat, mv: &str) -> Result<String, Refusal> {
        let mv: G::Move = serde_json::from_str(mv).map_err(unreadable)?;
        self.0.check(seat, &mv).map_err(refusal)?;
        Ok(json::<EventOf<G>>(&Event::Move { seat, mv }))
    }

    fn tried(&self, seat: Seat, mv: &str) -> Option<String> {
        let mv: G::Move = serde_json::from_str(mv).ok()?;
        let is_seen = G::SHOWS_TRIES && self.0.asked() == Some(seat) && self.0.check(seat, &mv).is_ok();
        is_seen.then(|| json(&mv))
    }

    fn move_text(&self, mv: &str) -> Result<String, Refusal> {
        serde_json::from_str(mv).map(|mv: G::Move| mv.to_string()).map_err(unreadable)
    }

    fn apply(&mut self, event: &str) -> Result<(), Refusal> {
        let event = self.read_event(event)?;
        check_event(&self.0, &event).map_err(refusal)?;
        self.0.apply(&event);
        Ok(())
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

    fn view(&self, viewer: Viewer) -> String {
        json(&self.0.view(viewer))
    }

    fn view_text(&self, viewer: Viewer) -> String {
        self.0.view(viewer).to_string()
    }

    fn show_to(&self, event: &str, viewers: &[Viewer]) -> Result<Vec<ShownEvent>, Refusal> {
        let event = self.read_event(event)?;
        check_event(&self.0, &event).map_err(refusal)?;
        let shown = viewers.iter().map(|viewer| self.0.show(&event, *viewer));
        Ok(shown.map(|shown| ShownEvent { json: json(&shown), text: shown.to_string() }).collect())
    }

    fn reveals(&self, event: &str) -> bool {
        match self.read_event(event) {
            Ok(Event::Move { mv, .. }) => self.0.reveals(&mv),
            _ => true,
        }
    }

    fn standings(&self) -> Option<Standings> {
        self.0.standings()
    }

    fn state(&self) -> String {
        json(&self.0)
    }

    fn copy(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}

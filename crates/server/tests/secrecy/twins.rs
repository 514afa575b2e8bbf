//! Two games that one viewer cannot tell apart: wherever something happens unseen, something else happens in the twin.

use shelf::Visit;
use table::nature::{Dice, below, dice};
use table::{Event, EventOf, Game, Imagine, Odds, Seat, Seating, Turn, Viewer, check_event, random_event};

/// What happens between two decisions, in both games; the first is what nature does at the opening.
#[derive(Debug, Default)]
pub(crate) struct Twins {
    /// Who cannot tell them apart.
    pub(crate) viewer: Option<Viewer>,
    pub(crate) steps: Vec<Step>,
    /// How many events differ.
    pub(crate) swapped: usize,
}

/// A move and what nature does after it, in both games, as JSON.
#[derive(Debug, Default)]
pub(crate) struct Step {
    pub(crate) events: [Vec<(Option<Seat>, String)>; 2],
    /// Moves of all seats at the end of it, legal or not for whoever tries them.
    pub(crate) moves: Vec<String>,
    /// Which of them the viewer may not make, in either game.
    pub(crate) fouls: Vec<String>,
}

/// Asks a game for twins.
pub(crate) struct Play {
    pub(crate) seats: usize,
    pub(crate) viewer: Viewer,
    pub(crate) seed: u64,
    pub(crate) most: usize,
    /// Of 40 events that could differ, so many do not.
    pub(crate) tamely: u32,
}

impl Visit for Play {
    type Out = Twins;

    fn visit<G: Game + Odds + Imagine>(self) -> Twins {
        let seating = Seating::ascending(self.seats).unwrap();
        let state = G::open(&G::Options::default(), &seating).unwrap();
        let mut games = [state.clone(), state];
        let (mut rng, mut twins, mut step, mut swapped) =
            (dice(self.seed, 0), Twins { viewer: Some(self.viewer), ..Twins::default() }, Step::default(), 0);
        if games[0].turn() != Turn::Nature {
            list_moves(&games, self.viewer, &mut step);
            twins.steps.push(std::mem::take(&mut step));
        }
        while twins.steps.len() < self.most {
            let Some(event) = random_event(&games[0], &mut rng) else { break };
            let is_tame = below(&mut rng, 40) < self.tamely;
            let Some(twin) = twin(&games, &event, self.viewer, is_tame, &mut rng) else { break };
            swapped += usize::from(twin != event);
            for ((game, event), list) in games.iter_mut().zip([event, twin]).zip(&mut step.events) {
                check_event(game, &event).unwrap();
                let seat = if let Event::Move { seat, .. } = event { Some(seat) } else { None };
                list.push((seat, serde_json::to_string(&event).unwrap()));
                game.apply(&event);
            }
            match games[0].turn() {
                Turn::Nature => {}
                Turn::Seats(_) => {
                    list_moves(&games, self.viewer, &mut step);
                    twins.swapped = swapped;
                    twins.steps.push(std::mem::take(&mut step));
                }
                // What was hidden is shown at the end.
                Turn::Over => break,
            }
        }
        twins
    }
}

/// An event in the second game that the viewer cannot tell from this one in the first; another one if there is any.
fn twin<G: Game + Odds>(
    [first, second]: &[G; 2],
    event: &EventOf<G>,
    viewer: Viewer,
    is_tame: bool,
    rng: &mut Dice,
) -> Option<EventOf<G>> {
    let choices: Vec<EventOf<G>> = match event {
        Event::Fate(_) if !G::IS_NATURE_SLOW => second.fates().map(|(fate, _)| Event::Fate(fate)).collect(),
        Event::Move { seat, .. } if !viewer.is(*seat) => {
            second.legal_moves(*seat).map(|mv| Event::Move { seat: *seat, mv }).collect()
        }
        _ => vec![event.clone()],
    };
    let after = |game: &G, event: &EventOf<G>| {
        let mut next = game.clone();
        next.apply(event);
        (game.show(event, viewer), next.view(viewer))
    };
    let seen = after(first, event);
    let alike: Vec<_> = choices.into_iter().filter(|choice| after(second, choice) == seen).collect();
    let other: Vec<_> = alike.iter().filter(|choice| *choice != event).collect();
    match (other.len() as u32, alike.contains(event)) {
        (0, is_same) => is_same.then(|| event.clone()),
        (_, true) if is_tame => Some(event.clone()),
        (count, _) => Some(other[below(rng, count) as usize].clone()),
    }
}

fn list_moves<G: Game>(games: &[G; 2], viewer: Viewer, step: &mut Step) {
    for seat in Seat::all(games[0].seating().seats()) {
        for mv in games.iter().flat_map(|game| game.legal_moves(seat).take(12)) {
            let text = serde_json::to_string(&mv).unwrap();
            if step.moves.contains(&text) {
                continue;
            }
            if viewer.seat().is_some_and(|own| games.iter().all(|game| game.check(own, &mv).is_err())) {
                step.fouls.push(text.clone());
            }
            step.moves.push(text);
        }
    }
}

//! What the methods need to know of a game beyond its rules.

use std::hash::{DefaultHasher, Hasher};

use table::{Event, EventOf, Odds, PerSeat, Rng, Seat, Standings, Turn, Viewer};

/// How a game is looked at by the methods; everything has a default that is right, if slow.
pub trait Tactics: Odds {
    /// Whether a seat that watched everything knows everything but what nature will draw.
    const OPEN: bool = false;

    /// A number for what a seat is shown of an event: equal exactly when the seat cannot tell two events apart.
    fn clue(&self, event: &EventOf<Self>, seat: Seat) -> u64 {
        let shown = self.show(event, Viewer::Seat(seat));
        let mut hasher = DefaultHasher::new();
        hasher.write(&serde_json::to_vec(&shown).expect("what is shown has a JSON form"));
        hasher.finish()
    }

    /// A number for what a seat knows and the others do not; coarse, so that search can tell its cases apart.
    fn secret(&self, _seat: Seat) -> u64 {
        0
    }

    /// Whose turn it is while nature draws, where that can be said.
    fn whose_turn(&self) -> Option<Seat> {
        self.asked()
    }

    /// The points a seat would have if the game ended here.
    fn worth(&self, seat: Seat) -> f64 {
        self.standings().map_or(0.0, |standings| standings.scores[seat].into())
    }

    /// A sensible move, cheaply chosen, for playing a position out.
    #[inline]
    fn playout(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Self::Move {
        self.pick(seat, rng).expect("a seat that is asked has a legal move")
    }

    /// The best move a rule of thumb finds; search overrules it only where it is sure.
    fn thumb(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Self::Move {
        self.playout(seat, rng)
    }

    /// How the game may end if it goes on from here: played out once by the rule of thumb.
    fn play_on(&self, rng: &mut (impl Rng + ?Sized)) -> Standings {
        let mut state = self.clone();
        loop {
            let event = match state.turn() {
                Turn::Nature => Event::Fate(state.draw(rng)),
                Turn::Seats(_) => {
                    let seat = state.asked().expect("a game that waits asks a seat");
                    Event::Move { seat, mv: state.playout(seat, rng) }
                }
                Turn::Over => return state.standings().expect("a game played out has standings"),
            };
            state.apply(&event);
        }
    }

    /// What a result is worth to each seat, from 0 to 1: mostly the victory, a little the margin.
    fn rewards(standings: &Standings) -> PerSeat<f32> {
        let seats = standings.scores.len();
        PerSeat::from_fn(seats, |seat| {
            let own = standings.scores[seat];
            let rival = Seat::all(seats)
                .filter(|other| standings.teams[*other] != standings.teams[seat])
                .map(|other| standings.scores[other])
                .max()
                .unwrap_or(own);
            let margin = (own - rival) as f32 / (own.abs() + rival.abs()).max(1) as f32;
            0.8 * standings.share(seat) as f32 + 0.1 + 0.1 * margin
        })
    }
}

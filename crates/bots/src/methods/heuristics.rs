//! What the methods need to know of a game beyond its rules.

use std::hash::{DefaultHasher, Hasher};

use table::{Event, EventOf, Odds, PerSeat, Rng, Seat, Standings, Turn, Viewer};

/// What a game tells the methods; every default is right, though some are slow.
pub trait Heuristics: Odds {
    /// A number for what a seat is shown of an event: equal exactly when the seat cannot tell two events apart.
    fn observation_key(&self, event: &EventOf<Self>, seat: Seat) -> u64 {
        let shown = self.show(event, Viewer::Seat(seat));
        let mut hasher = DefaultHasher::new();
        hasher.write(&serde_json::to_vec(&shown).expect("what is shown has a JSON form"));
        hasher.finish()
    }

    /// A number for what a seat knows and the others do not. States of equal keys share an information set of the
    /// search, so a coarse key lets it learn more from each of them.
    fn information_set_key(&self, _seat: Seat) -> u64 {
        0
    }

    /// The seat whose turn it is, also while nature draws; `None` where that cannot be said.
    fn whose_turn(&self) -> Option<Seat> {
        self.asked()
    }

    /// About how many points a seat would have if the game ended here.
    fn evaluate(&self, seat: Seat) -> f64 {
        self.standings().map_or(0.0, |standings| standings.scores[seat].into())
    }

    /// The default policy: a sensible move, cheaply chosen, that plays positions out.
    #[inline]
    fn default_policy(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Self::Move {
        self.pick(seat, rng).expect("a seat that is asked has a legal move")
    }

    /// The best move that is known without a search; a search overrules it only where it is sure.
    fn rule_of_thumb(&self, seat: Seat, rng: &mut (impl Rng + ?Sized)) -> Self::Move {
        self.default_policy(seat, rng)
    }

    /// Plays the game to its end once by the default policy.
    fn rollout(&self, rng: &mut (impl Rng + ?Sized)) -> Standings {
        let mut state = self.clone();
        loop {
            let event = match state.turn() {
                Turn::Nature => Event::Fate(state.draw(rng)),
                Turn::Seats(_) => {
                    let seat = state.asked().expect("a game that waits asks a seat");
                    Event::Move { seat, mv: state.default_policy(seat, rng) }
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

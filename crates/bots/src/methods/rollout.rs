//! Everyone's chance to win from a full state, by rollouts.
//!
//! The full state shows hidden cards too, so this is for games that have ended.

use table::{PerSeat, Rng, Seat, Standings};

use crate::Heuristics;

/// Each seat's expected share of the victory, over rollouts from a state.
pub fn win_shares<G: Heuristics>(state: &G, rollouts: u32, rng: &mut (impl Rng + ?Sized)) -> PerSeat<f64> {
    let seats = state.seating().seats();
    let share = |standings: Standings| PerSeat::from_fn(seats, |seat| standings.share(seat));
    if let Some(standings) = state.standings() {
        return share(standings);
    }
    let mut sums = PerSeat::new(seats);
    for _ in 0..rollouts {
        let won = share(state.rollout(rng));
        Seat::all(seats).for_each(|seat| sums[seat] += won[seat] / f64::from(rollouts));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Game, nature::dice, play_at_random, random_event};

    fn opened<G: Game>(seats: usize) -> G {
        let (options, seating) = G::seat_zero_begins(seats).unwrap();
        G::open(&options, &seating).unwrap()
    }

    fn holds_for<G: Heuristics>(seats: usize) {
        let mut state = opened::<G>(seats);
        let mut rng = dice(5, 0);
        let open = win_shares(&state, 200, &mut rng);
        assert!((open.iter().sum::<f64>() - 1.0).abs() < 1e-9 || G::ABOUT.id == "nuts", "{open:?}");
        assert!(open.iter().all(|chance| (0.05..0.95).contains(chance)), "nobody has won yet: {open:?}");
        play_at_random(&mut state, &mut rng);
        let standings = state.standings().unwrap();
        let end = win_shares(&state, 200, &mut rng);
        assert!(Seat::all(seats).all(|seat| end[seat] == standings.share(seat)), "the end is known");
    }

    #[test]
    fn an_open_game_is_everybodys_and_an_ended_one_the_winners() {
        holds_for::<nabbit::State>(4);
        holds_for::<push::State>(3);
        holds_for::<stacks::State>(3);
        holds_for::<nuts::State>(4);
    }

    #[test]
    fn the_later_winner_is_seen_coming() {
        let mut found = 0.0;
        for game in 0..10 {
            let mut rng = dice(3, game);
            let mut states = vec![opened::<nabbit::State>(4)];
            while let Some(event) = random_event(states.last().unwrap(), &mut rng) {
                let mut next = states.last().unwrap().clone();
                next.apply(&event);
                states.push(next);
            }
            let winner = states.last().unwrap().standings().unwrap().winners.first().unwrap();
            found += win_shares(&states[states.len() * 9 / 10], 100, &mut rng)[winner] / 10.0;
        }
        assert!(found > 0.5, "nine tenths into the game the winner has {found:.2} on average");
    }

    #[test]
    fn in_stacket_whoever_must_build_next_is_in_danger() {
        let state = opened::<stacket::State>(3);
        let found = win_shares(&state, 4000, &mut dice(1, 0));
        assert!(found[Seat::new(0).unwrap()] < found[Seat::new(2).unwrap()], "{found:?}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

//! How many random rollouts the tree search makes per CPU-second: Stack Nabbit, four seats, from the opening.
//!
//! `cargo run --release -p bots --example search_speed`

use bots::{
    Budget, Sight,
    methods::ismcts::{DefaultPolicy, Ismcts},
};
use nabbit::State;
use table::{Event, Game, Turn, nature::dice};

fn main() {
    let (options, seating) = State::seat_zero_begins(4).expect("four can play");
    let mut state = State::open(&options, &seating).expect("the table opens");
    let mut rng = dice(1, 0);
    while state.turn() == Turn::Nature {
        let fate = state.draw(&mut rng);
        state.apply(&Event::Fate(fate));
    }
    let seat = state.asked().expect("the first seat chooses");
    let sight = Sight::of(&state, seat, &[]);
    let search = Ismcts { default_policy: DefaultPolicy::Random, ..Ismcts::default() };
    for _ in 0..3 {
        let found = search.search(&sight, &Budget::cpu_ms(1000), &mut rng);
        let rollouts: u32 = found.iter().map(|found| found.visits).sum();
        println!("{rollouts} rollouts per CPU-second   {found:?}");
    }
}

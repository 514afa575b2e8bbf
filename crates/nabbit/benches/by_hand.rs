//! Random games of four seats through the `Game` trait, against a program written by hand for this one job.
//!
//! The hand-written program shuffles 105 bytes once and plays on arrays; it knows no trait, no event, no seat
//! count but four. `cargo bench -p nabbit` prints both speeds and their ratio, measured in turns.

use nabbit::State;
use rustix::time::{ClockId, clock_gettime};
use table::{
    Game,
    nature::{below, dice},
    play_at_random,
};

const GAMES: u64 = 100_000;
const ROUNDS: u64 = 5;

fn main() {
    let (options, seating) = State::seat_zero_begins(4).expect("four seats can play");
    let table = State::open(&options, &seating).expect("the default options are good");
    let (mut trait_s, mut hand_s) = (0.0, 0.0);
    let (mut trait_points, mut hand_points) = (0, 0);
    for round in 0..ROUNDS {
        let mut rng = dice(round, 0);
        trait_s += cpu_seconds(|| {
            for _ in 0..GAMES {
                let mut state = table.clone();
                play_at_random(&mut state, &mut rng);
                let standings = state.standings().expect("a finished game has standings");
                trait_points += standings.scores.iter().sum::<i32>();
            }
        });
        hand_s += cpu_seconds(|| {
            for _ in 0..GAMES {
                hand_points += by_hand(&mut rng).iter().sum::<i32>();
            }
        });
    }
    let per_s = |seconds: f64| (GAMES * ROUNDS) as f64 / seconds;
    let mean = |points: i32| f64::from(points) / (4 * GAMES * ROUNDS) as f64;
    println!(
        "Game trait:      {:>9.0} games a CPU-second, mean score {:.2}",
        per_s(trait_s),
        mean(trait_points)
    );
    println!(
        "written by hand: {:>9.0} games a CPU-second, mean score {:.2}",
        per_s(hand_s),
        mean(hand_points)
    );
    println!("ratio: {:.2}", hand_s / trait_s);
}

fn cpu_seconds(work: impl FnOnce()) -> f64 {
    let now = || {
        let t = clock_gettime(ClockId::ProcessCPUTime);
        t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
    };
    let start = now();
    work();
    now() - start
}

fn by_hand(rng: &mut table::nature::Dice) -> [i32; 4] {
    let mut deck: [u8; 105] = std::array::from_fn(|i| (i % 7) as u8);
    table::nature::shuffle(&mut deck, rng);
    let (mut up, mut bank, mut vault) = ([[0u8; 7]; 4], [[0u8; 7]; 4], [0u8; 7]);
    let mut top = 0;
    let mut deal = || {
        top += 1;
        deck[top - 1] as usize
    };
    vault[deal()] += 1;
    vault[deal()] += 1;
    for seat in &mut up {
        seat[deal()] += 1;
        seat[deal()] += 1;
    }
    let mut next = 10;
    let mut me = 0;
    while next < 105 {
        let start = next;
        let kept = loop {
            let card = deck[next] as usize;
            next += 1;
            if next - start == 5 || next == 105 || below(rng, 2) == 1 {
                break card;
            }
        };
        let had = up[me][kept] > 0;
        let (left, right) = ((me + 1) % 4, (me + 3) % 4);
        let stolen = up[left][kept] + up[right][kept] + vault[kept];
        up[left][kept] = 0;
        up[right][kept] = 0;
        vault[kept] = 0;
        up[me][kept] += stolen + 1;
        for card in &deck[start..next - 1] {
            vault[*card as usize] += 1;
        }
        if had {
            bank[me][kept] += up[me][kept];
            up[me][kept] = 0;
        }
        me = left;
    }
    let zeroes: [u8; 4] = std::array::from_fn(|seat| up[seat][0] + bank[seat][0]);
    let most = zeroes.iter().max().copied().unwrap_or(0);
    std::array::from_fn(|seat| {
        let faces: i32 = (0..7).map(|n| n as i32 * i32::from(up[seat][n] + bank[seat][n])).sum();
        faces + if most > 0 && zeroes[seat] == most { 30 } else { 0 }
    })
}

//! scratch
use bots::{Bot, Budget, Sight, arena::*, greedy::Greedy, nabbit::Eye, random::Random, search::*};
use nabbit::{Move, State};
use table::{Game, nature::Dice};
struct E(Eye);
impl Bot<State> for E {
    fn decide(&mut self, s: &Sight<'_, State>, _: &Budget, r: &mut Dice) -> Move {
        if self.0.stops(&s.imagine(r)) { Move::Stop } else { Move::Flip }
    }
}
fn entry(spec: &str) -> Entry<'static, State> {
    let s = spec.to_owned();
    Entry::new(spec, move || {
        let b: Box<dyn Bot<State>> = match s.split(':').collect::<Vec<_>>()[..] {
            ["random"] => Box::new(Random),
            ["greedy"] => Box::new(Greedy { depth: 4, samples: 1 }),
            ["search", n, c, g, d] => {
                return Box::new(Thinker(
                    Box::new(Search {
                        playout: if g == "g" { Playout::Guided } else { Playout::Random },
                        curiosity: c.parse().unwrap(),
                        doubt: d.parse().unwrap(),
                        victory: false,
                    }),
                    Budget::iterations(n.parse().unwrap()),
                ));
            }
            ["eye", z, o, r, l] => Box::new(E(Eye {
                zero: z.parse().unwrap(),
                open: o.parse().unwrap(),
                robbed: r.parse().unwrap(),
                late: l.parse().unwrap(),
            })),
            _ => panic!(),
        };
        Box::new(Thinker(b, Budget::iterations(1)))
    })
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let games = a[0].parse().unwrap();
    let entries: Vec<_> = a[1..].iter().map(|s| entry(s)).collect();
    let (options, seating) = State::seat_zero_begins(entries.len()).unwrap();
    let r = Contest { options, seating, entries, games, seed: 1, threads: 1 }.run(&|_| ());
    for b in r.bots {
        println!(
            "{:30} {:.4} [{:.4} {:.4}] score {:.1} elo {:.0}",
            b.name, b.win_share, b.ci95[0], b.ci95[1], b.mean_score, b.elo
        );
    }
}

//! scratch
use bots::{Bot, Budget, Sight, arena::*, greedy::Greedy, push::*, random::Random, search::*};
use push::{Move, State};
use table::{Game, nature::Dice};
struct E(Eye, bool);
impl Bot<State> for E {
    fn decide(&mut self, s: &Sight<'_, State>, _: &Budget, r: &mut Dice) -> Move {
        Board::of(&s.imagine(r), self.0).choose(s.seat(), self.1)
    }
}
fn entry(spec: &str) -> Entry<'static, State> {
    let s = spec.to_owned();
    Entry::new(spec, move || {
        let f = |x: &str| x.parse::<f32>().unwrap();
        let b: Box<dyn Bot<State>> = match s.split(':').collect::<Vec<_>>()[..] {
            ["random"] => Box::new(Random),
            ["greedy"] => Box::new(Greedy { depth: 2, samples: 1 }),
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
            ["eye", l, r, t, sp, st, fe] => {
                Box::new(E(Eye { rolls: f(r), turn: f(t), spite: f(sp), step: f(st), fear: f(fe) }, l == "1"))
            }
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

//! `stackhouse play`: a person against bots in the terminal.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::Result;
use bots::{
    Budget, Level, Played, TableBots,
    hint::HintUnit,
    registry::{PlayedVisitor, with_bots},
};
use shelf::UnknownGame;
use table::{Event, Game, Seat, Standings, Turn, Viewer, nature::dice};

use crate::options::{TableArgs, seat_at};

/// Play a game in the terminal against bots
///
/// Choices are numbered; type a number, or the move itself. `?` shows the rules, `h` gives a hint, `q` leaves the
/// table.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game, by its short name
    game: String,
    #[command(flatten)]
    table: TableArgs,
    /// Where the random numbers start [default: somewhere new each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Which seat is yours
    #[arg(long, default_value_t = 0, value_name = "SEAT")]
    seat: u8,
    /// Who plays the other seats: random, greedy, easy, medium or hard
    #[arg(long, default_value = "random", value_name = "LEVEL")]
    bot: Level,
    /// How long a bot may think, such as 200ms of CPU time or 5000 iterations [default: by level]
    #[arg(long, value_name = "BUDGET")]
    think: Option<Budget>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    with_bots(&args.game, Terminal(args)).ok_or_else(|| UnknownGame(args.game.clone()))?
}

/// How a person's turn ended.
enum Answer<M> {
    Move(M),
    Leave,
}

struct Terminal<'a>(&'a Args);

impl PlayedVisitor for Terminal<'_> {
    type Out = Result<()>;

    fn visit<G: Played>(self) -> Result<()> {
        let args = self.0;
        let (options, seating) = args.table.table::<G>()?;
        let me = seat_at(args.seat, seating.seats())?;
        let seed = args.seed.unwrap_or_else(rand_seed);
        let mut rng = dice(seed, 0);
        let mut state = G::open(&options, &seating)?;
        let mut bots = TableBots::new(seating.seats(), args.bot, args.think, seed, 0);
        anstream::println!("{BOLD}{}{BOLD:#}, seed {seed}. You are {me}.", G::ABOUT.title);
        println!("? for the rules, h for a hint, q to leave.");
        let mut input = std::io::stdin().lock();
        loop {
            let event = match state.turn() {
                Turn::Over => break,
                Turn::Nature => Event::Fate(state.draw(&mut rng)),
                Turn::Seats(_) => {
                    let seat = state.asked().expect("a game that waits for seats asks one of them");
                    let mv = if seat == me {
                        match ask(&state, me, &mut input, &mut bots)? {
                            Answer::Move(mv) => mv,
                            Answer::Leave => {
                                println!("\nYou leave the table.");
                                return Ok(());
                            }
                        }
                    } else {
                        bots.decide(&state, seat)
                    };
                    Event::Move { seat, mv }
                }
            };
            let told = state.show(&event, Viewer::Seat(me)).to_string();
            anstream::println!("{DIM}- {told}{DIM:#}");
            bots.watch(&state, &event);
            state.apply(&event);
        }
        println!("\n{}", state.view(Viewer::Seat(me)));
        finish(&state.standings().expect("a finished game has standings"), me);
        Ok(())
    }
}

/// Asks until the answer is a legal move or the person leaves; the end of input leaves too.
fn ask<G: Played>(
    state: &G,
    me: Seat,
    input: &mut impl BufRead,
    bots: &mut TableBots<G>,
) -> Result<Answer<G::Move>> {
    println!("\n{}", state.view(Viewer::Seat(me)));
    let choices = choices::<G>(state.legal_moves(me));
    loop {
        for (i, choice) in choices.iter().enumerate() {
            anstream::println!("  {BOLD}{}{BOLD:#} {}", i + 1, choice.label);
        }
        let Some(line) = prompt("your move> ", input)? else { return Ok(Answer::Leave) };
        match line.as_str() {
            "" => continue,
            "q" | "quit" => return Ok(Answer::Leave),
            "?" => {
                println!("\n{}", G::ABOUT.rules);
                continue;
            }
            "h" | "hint" => {
                hint(state, me, bots);
                continue;
            }
            _ => {}
        }
        let picked = line.parse().ok().and_then(|n: usize| choices.get(n.checked_sub(1)?));
        let wanted = match picked {
            Some(Choice { moves, label }) if moves.len() > 1 => {
                match prompt(&format!("{label}: which? "), input)? {
                    Some(number) => moves.iter().find(|mv| last_word(&mv.to_string()) == number).cloned(),
                    None => return Ok(Answer::Leave),
                }
            }
            Some(choice) => choice.moves.first().cloned(),
            None => line.parse::<G::Move>().ok(),
        };
        match wanted.map(|mv| (state.check(me, &mv), mv)) {
            Some((Ok(()), mv)) => return Ok(Answer::Move(mv)),
            Some((Err(foul), _)) => println!("not possible: {foul}"),
            None => println!("type the number of a choice, or the move as it is written"),
        }
    }
}

/// Prints what the best moves are worth and why; the bot's own choice is marked.
fn hint<G: Played>(state: &G, me: Seat, bots: &mut TableBots<G>) {
    let mut hints = bots.hints(state, me);
    hints.sort_by(|a, b| b.best.cmp(&a.best).then(b.value.total_cmp(&a.value)));
    for hint in hints.iter().take(6) {
        let mark = if hint.best { '*' } else { ' ' };
        let worth = match hint.unit {
            HintUnit::Chance | HintUnit::Success if hint.error > 0.0 => {
                format!("{:.0}% +- {:.0}", hint.value * 100.0, hint.error * 100.0)
            }
            HintUnit::Chance | HintUnit::Success => format!("{:.0}%", hint.value * 100.0),
            HintUnit::Points if hint.error > 0.0 => format!("{:+.1} +- {:.1} points", hint.value, hint.error),
            HintUnit::Points => format!("{:+.1} points", hint.value),
        };
        println!("  {mark} {:24} {worth:22} {}", hint.mv.to_string(), hint.why);
    }
}

/// One numbered line: a move, or many that differ only in their last number.
struct Choice<M> {
    label: String,
    moves: Vec<M>,
}

/// Gathers long runs of moves that differ only in their last number, such as bids, into one choice.
fn choices<G: Game>(moves: impl Iterator<Item = G::Move>) -> Vec<Choice<G::Move>> {
    let mut choices: Vec<Choice<G::Move>> = Vec::new();
    for mv in moves {
        let label = mv.to_string();
        let same_stem = |choice: &&mut Choice<G::Move>| {
            stem(&label).is_some_and(|s| choice.moves.last().is_some_and(|m| stem(&m.to_string()) == Some(s)))
        };
        match choices.last_mut().filter(same_stem) {
            Some(choice) => choice.moves.push(mv),
            None => choices.push(Choice { label, moves: vec![mv] }),
        }
    }
    let short = |choice: Choice<G::Move>| -> Vec<Choice<G::Move>> {
        let Choice { label, moves } = choice;
        match (stem(&label), moves.first(), moves.last()) {
            (Some(stem), Some(first), Some(last)) if moves.len() > 6 => {
                let (first, last) = (first.to_string(), last.to_string());
                let label = format!("{stem} {} to {}", last_word(&first), last_word(&last));
                vec![Choice { label, moves }]
            }
            _ => moves.into_iter().map(|mv| Choice { label: mv.to_string(), moves: vec![mv] }).collect(),
        }
    };
    choices.into_iter().flat_map(short).collect()
}

/// A move's text without its last word, if that word is a number.
fn stem(text: &str) -> Option<&str> {
    let (stem, number) = text.rsplit_once(' ')?;
    number.parse::<i64>().ok().map(|_| stem)
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// Prints a prompt and reads a line; `None` at the end of input.
fn prompt(text: &str, input: &mut impl BufRead) -> Result<Option<String>> {
    print!("{text}");
    std::io::stdout().flush()?;
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !std::io::stdin().is_terminal() {
        println!();
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

fn finish(standings: &Standings, me: Seat) {
    for seat in Seat::all(standings.scores.len()) {
        let won = if standings.winners.has(seat) { "  wins" } else { "" };
        let who = if seat == me { "you".to_owned() } else { seat.to_string() };
        anstream::println!("  {who:8} {:>4}{BOLD}{won}{BOLD:#}", standings.scores[seat]);
    }
    println!("{}", if standings.winners.has(me) { "You win!" } else { "Better luck next time." });
}

/// A seed that differs each time.
fn rand_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 1_000_000
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();

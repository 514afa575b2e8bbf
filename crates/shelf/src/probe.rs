//! Hostile input: whatever bytes come in, nothing panics and nothing refused leaves a trace.
//!
//! The fuzz targets and a property test call these functions; each panics when its promise is broken.

use table::{
    EventOf, Game, Imagine, Odds, Record, Seat, Viewer,
    nature::{below, dice},
    random_event,
};

use crate::{GAMES, Visit, open, with_game};

/// Text is read back the way it was understood, or refused.
pub fn text(text: &str) {
    for about in GAMES {
        with_game(about.id, Text(text)).expect("the game is on the shelf");
    }
}

struct Text<'a>(&'a str);

impl Visit for Text<'_> {
    type Out = ();
    fn visit<G: Game + Odds + Imagine>(self) {
        if let Ok(event) = self.0.parse::<EventOf<G>>() {
            assert_eq!(event.to_string().parse::<EventOf<G>>().as_ref(), Ok(&event));
        }
    }
}

/// A line of JSON is a record that replays, or refused; its parts likewise.
pub fn json(text: &str) {
    if let Ok(record) = Record::from_line(text) {
        assert_eq!(Record::from_line(&record.to_line()).as_ref(), Ok(&record));
        let _ = with_game(&record.game, Replay(&record));
    }
    for about in GAMES {
        with_game(about.id, Json(text)).expect("the game is on the shelf");
    }
}

struct Replay<'a>(&'a Record);

impl Visit for Replay<'_> {
    type Out = ();
    fn visit<G: Game + Odds + Imagine>(self) {
        let _ = self.0.replay::<G>(|_, _| {});
    }
}

struct Json<'a>(&'a str);

impl Visit for Json<'_> {
    type Out = ();
    fn visit<G: Game + Odds + Imagine>(self) {
        if let Ok(event) = serde_json::from_str::<EventOf<G>>(self.0) {
            let again = serde_json::to_string(&event).expect("events have a JSON form");
            assert_eq!(serde_json::from_str::<EventOf<G>>(&again).ok(), Some(event));
        }
        if let Ok(options) = serde_json::from_str::<G::Options>(self.0)
            && let Ok((_, seating)) = G::seat_zero_begins(G::ABOUT.players.1)
            && let Ok(mut state) = G::open(&options, &seating)
        {
            let mut rng = dice(0, 0);
            for _ in 0..50 {
                let Some(event) = random_event(&state, &mut rng) else { break };
                state.apply(&event);
            }
        }
    }
}

/// A table fed with events of which some are wrong: what is refused changes nothing, and the rest plays on.
pub fn events(data: &[u8]) {
    let [game, seats, seed, data @ ..] = data else { return };
    let about = GAMES[usize::from(*game) % GAMES.len()];
    let (min, max) = about.players;
    let seats = min + usize::from(*seats) % (max - min + 1);
    with_game(about.id, Events { seats, seed: (*seed).into(), data }).expect("the game is on the shelf");
}

struct Events<'a> {
    seats: usize,
    seed: u64,
    data: &'a [u8],
}

impl Visit for Events<'_> {
    type Out = ();
    fn visit<G: Game + Odds + Imagine>(self) {
        let (options, seating) = G::seat_zero_begins(self.seats).expect("the number of seats fits the game");
        let options = serde_json::to_value(options).expect("options have a JSON form");
        let mut table = open(G::ABOUT.id, &options, &seating).expect("the default options are good");
        let mut rng = dice(self.seed, 1);
        let mut earlier: Vec<String> = Vec::new();
        // A game of physics takes a thousand times as long.
        let most = if G::IS_NATURE_SLOW { 6 } else { self.data.len() };
        for byte in self.data.iter().take(most) {
            let event = match (byte % 4, table.asked()) {
                (0, _) if !earlier.is_empty() => {
                    earlier[below(&mut rng, earlier.len() as u32) as usize].clone()
                }
                (1, _) => {
                    let seat = Seat::all(self.seats).nth(usize::from(byte / 4) % self.seats);
                    let mv = seat.and_then(|seat| table.pick(seat, &mut rng).map(|mv| (seat, mv)));
                    let Some((seat, mv)) = mv else { continue };
                    table.check_move(seat, &mv).expect("a move that was picked is legal")
                }
                (_, Some(seat)) => {
                    let mv = table.pick(seat, &mut rng).expect("a seat that is asked has a move");
                    table.check_move(seat, &mv).expect("a move that was picked is legal")
                }
                _ => match table.draw(&mut rng) {
                    Some(event) => event,
                    None => return,
                },
            };
            let before = table.state();
            match table.play(&event) {
                Ok(_) => earlier.push(event),
                Err(_) => assert_eq!(table.state(), before, "a refused event left a trace"),
            }
            for viewer in Viewer::all(self.seats) {
                let _ = table.view(viewer);
            }
        }
    }
}

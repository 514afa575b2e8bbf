//! Short ways to set a table and to dictate what happens at it.

use push::{Card, Cards, Fate, Foul, Options, State};
use table::{EventOf, Game, Odds, Seat, SeatSet, Turn, check_event};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A table where seat 0 begins.
pub(crate) fn table(seats: usize) -> State {
    table_with(seats, |_| {})
}

/// A table where seat 0 begins, with other options.
pub(crate) fn table_with(seats: usize, choose: impl FnOnce(&mut Options)) -> State {
    let (mut options, seating) = State::seat_zero_begins(seats).unwrap();
    choose(&mut options);
    State::open(&options, &seating).unwrap()
}

/// Number cards written like `red-4 red-4 blue-1`.
pub(crate) fn cards(text: &str) -> Cards {
    let mut counts = [[0u8; 6]; 5];
    for text in text.split_whitespace() {
        let Card::Number(colour, number) = card(text) else { panic!("{text} is no number card") };
        counts[colour.index()][number.index()] += 1;
    }
    serde_json::from_value(serde_json::to_value(counts).unwrap()).unwrap()
}

/// The same table, where a seat has these cards in its Bench.
pub(crate) fn with_bench(state: State, seat: u8, bench: &str) -> State {
    let mut json = serde_json::to_value(&state).unwrap();
    json["bench"][usize::from(seat)] = serde_json::to_value(cards(bench)).unwrap();
    serde_json::from_value(json).unwrap()
}

/// The same table, with only these cards left in the deck.
pub(crate) fn with_deck(state: State, deck: &str) -> State {
    let mut full = table(6);
    play(&mut full, "0 draw");
    let left: Vec<Fate> = deck.split_whitespace().map(|text| Fate::Card(card(text))).collect();
    let counts = full.fates().map(|(fate, _)| left.iter().filter(|other| **other == fate).count());
    let mut json = serde_json::to_value(&state).unwrap();
    json["deck"] = counts.collect();
    serde_json::from_value(json).unwrap()
}

/// Makes these events happen, written as in `0 stop, 0 collect 1, * die red`.
pub(crate) fn play(state: &mut State, script: &str) {
    for text in script.split(", ") {
        let event: EventOf<State> = text.parse().unwrap();
        check_event(state, &event).unwrap_or_else(|foul| panic!("{text}: {foul}"));
        state.apply(&event);
    }
}

/// Lets the active seat draw these cards and play them to stacks, written as in `red-4:0 switch blue-4:1`.
pub(crate) fn draw(state: &mut State, script: &str) {
    for text in script.split_whitespace() {
        let active = state.seat().index();
        let (card, stack) = text.split_once(':').map_or((text, None), |(card, n)| (card, Some(n)));
        play(state, &format!("{active} draw, * card {card}"));
        if let Some(n) = stack {
            play(state, &format!("{active} place {n}"));
        }
    }
}

pub(crate) fn moves(state: &State, number: u8) -> Vec<String> {
    state.legal_moves(seat(number)).map(|mv| mv.to_string()).collect()
}

pub(crate) fn refused(state: &State, number: u8, text: &str) -> Foul {
    state.check(seat(number), &text.parse().unwrap()).expect_err(text)
}

pub(crate) fn refused_fate(state: &State, text: &str) -> Foul {
    state.check_fate(&text.parse().unwrap()).expect_err(text)
}

pub(crate) fn turn_of(number: u8) -> Turn {
    Turn::Seats(SeatSet::only(seat(number)))
}

pub(crate) fn stacks(state: &State) -> Vec<Vec<String>> {
    state.stacks().iter().map(|stack| stack.cards().iter().map(Card::to_string).collect()).collect()
}

/// Three stacks on which no red 4 fits.
pub(crate) const FULL: &str = "red-1:0 red-2:1 red-3:2";

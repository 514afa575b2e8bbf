//! How the table and its events read in a terminal.

use std::fmt;

use table::Seat;

use crate::{
    cards::{Card, Colour, Face, Number},
    piles::{Cards, Stack},
    state::Phase,
    view::{Shown, View},
};

/// Joins what is there with commas.
fn listed<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// A colour's cards as `red 1 4 4`.
fn of_colour(colour: Colour, counts: &[u8; Number::COUNT]) -> String {
    let numbers = Number::all().zip(counts).flat_map(|(n, count)| std::iter::repeat_n(n, (*count).into()));
    numbers.fold(colour.to_string(), |text, number| format!("{text} {number}"))
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = Colour::ALL.iter().filter(|colour| self.has(**colour));
        let text = listed(colours.map(|colour| of_colour(*colour, &self.of(*colour))));
        f.pad(if text.is_empty() { "nothing" } else { &text })
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(self.cards()))
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "deck {:3} cards   discarded {:3}", self.to_draw, self.discards.len())?;
        for (n, stack) in self.stacks.iter().enumerate() {
            writeln!(f, "  stack {n}: {stack}")?;
        }
        if self.switches > 0 {
            writeln!(f, "  switches: {}, stacks are collected {}", self.switches, self.direction)?;
        }
        let active = Some(self.seat).filter(|_| !matches!(self.phase, Phase::Begin | Phase::Over));
        for seat in Seat::all(self.seating.seats()) {
            let place = &self.places[seat];
            let mark = match self.phase {
                Phase::Collect(collector) | Phase::Roll(collector) if collector == seat => '+',
                _ if active == Some(seat) => '>',
                _ => ' ',
            };
            write!(f, "{mark} {seat}: {:32} banked {}", place.bench, place.banked)?;
            if let Some(cards) = place.banked_cards.filter(|cards| !cards.is_empty()) {
                write!(f, " ({cards})")?;
            }
            writeln!(f)?;
        }
        match self.phase {
            Phase::Place(card) => writeln!(f, "drawn: {card}"),
            Phase::TooFar => writeln!(f, "{} has pushed too far and rolls the die", self.seat),
            Phase::Roll(seat) => writeln!(f, "{seat} has collected a roll card and rolls the die"),
            Phase::Collect(seat) => writeln!(f, "{seat} collects a stack"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Begins { seat } => write!(f, "{seat} begins"),
            Shown::Draws { seat } => write!(f, "{seat} reaches for the deck"),
            Shown::Banked { seat, colour, cards } => write!(f, "{seat} banks {}", of_colour(*colour, cards)),
            Shown::Drawn { seat, card, too_far: true } => {
                write!(f, "{seat} draws {card}, which fits nowhere: pushed too far")
            }
            Shown::Drawn { card: Card::Switch, seat, .. } => write!(f, "{seat} draws a switch"),
            Shown::Drawn { seat, card, .. } => write!(f, "{seat} draws {card}"),
            Shown::Placed { seat, card, stack, new: true } => {
                write!(f, "{seat} starts stack {stack} with {card}")
            }
            Shown::Placed { seat, card, stack, new: false } => {
                write!(f, "{seat} plays {card} to stack {stack}")
            }
            Shown::Stopped { seat } => write!(f, "{seat} stops"),
            Shown::Collected { seat, cards, left_over, .. } => {
                write!(f, "{seat} collects {cards}{}", LeftOver(*left_over))
            }
            Shown::Rolled { seat, face, lost, left_over } => {
                let left_over = LeftOver(*left_over);
                match face {
                    _ if !lost.is_empty() => write!(f, "{seat} rolls {face} and loses {lost}{left_over}"),
                    Face::Star => write!(f, "{seat} rolls a star{left_over}"),
                    Face::Colour(_) => write!(f, "{seat} rolls {face} and loses nothing{left_over}"),
                }
            }
        }
    }
}

/// What happens to stacks that nobody takes.
struct LeftOver(u8);

impl fmt::Display for LeftOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            1 => f.write_str("; the last stack is discarded"),
            n => write!(f, "; the last {n} stacks are discarded"),
        }
    }
}

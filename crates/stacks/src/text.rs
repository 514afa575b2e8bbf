//! How the table and its events read in a terminal.

use std::fmt;

use table::Seat;

use crate::{
    cards::{Cards, Handful},
    state::{Ending, Phase, Play, RoundEnd},
    view::{Place, Shown, View},
};

/// Cards as `1 1 4`, or `nothing`.
struct Faces<I>(I);

impl<I: Iterator<Item = C> + Clone, C: fmt::Display> fmt::Display for Faces<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards = self.0.clone();
        match cards.next() {
            None => f.write_str("nothing"),
            Some(first) => {
                write!(f, "{first}")?;
                cards.try_for_each(|card| write!(f, " {card}"))
            }
        }
    }
}

fn hand_faces(hand: &Handful) -> String {
    Faces(hand.cards().iter()).to_string()
}

fn stack_faces(stack: &Cards) -> String {
    match stack.len() {
        0 | 1 => Faces(stack.cards()).to_string(),
        _ => format!("{} = {}", Faces(stack.cards()), stack.sum()),
    }
}

fn number_of_cards(count: u8) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = self.hand_cards.as_ref().map_or(number_of_cards(self.hand), hand_faces);
        let stack = self.stack_cards.as_ref().map_or(number_of_cards(self.stack), stack_faces);
        write!(f, "hand: {hand:8} Stack: {stack}")
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = &self.last_round {
            writeln!(f, "round {}: {end}", end.round)?;
        }
        let over = self.phase == Phase::Over;
        if !over {
            let cards = number_of_cards(self.deck);
            writeln!(f, "round {}   deck {cards}   first to {}", self.round, self.options.goal)?;
        }
        for seat in self.order.iter().copied() {
            let mark = if !over && seat == self.seat { '>' } else { ' ' };
            write!(f, "{mark} {seat}: {:3} points", self.scores[seat])?;
            match over {
                true => writeln!(f)?,
                false if self.still_in.has(seat) => writeln!(f, "   {}", self.places[seat])?,
                false => writeln!(f, "   folded, {}", self.places[seat])?,
            }
        }
        for (i, Play { seat, cards, bid }) in self.plays.iter().enumerate() {
            let cards = number_of_cards(*cards);
            let number = self.play_number as usize + 1 + i - self.plays.len();
            writeln!(f, "play {number}: {seat} plays {cards} and bids {bid}")?;
        }
        Ok(())
    }
}

impl fmt::Display for RoundEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Ending::Call { caller, accused, bid, truth } => {
                let verdict = if truth { "the truth" } else { "a bluff" };
                write!(f, "{caller} called {accused} on {bid}: {verdict}")?;
            }
            Ending::EmptyDeck => f.write_str("the deck ran out")?,
            Ending::OneLeft { seat } => write!(f, "only {seat} stayed in")?,
        }
        for seat in Seat::all(self.points.len()) {
            let faces = stack_faces(&self.stacks[seat]);
            match self.folded.has(seat) {
                true => write!(f, "; {seat} had folded ({faces})")?,
                false => write!(f, "; {seat} had {faces} and scores {}", self.points[seat])?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = match self {
            Shown::Dealt { seat, card: None } => return write!(f, "{seat} is dealt a card"),
            Shown::Dealt { seat, card: Some(card) } => return write!(f, "{seat} is dealt a {card}"),
            Shown::Passed { seat, play } => return write!(f, "{seat} lets play {play} pass"),
            Shown::Played { seat, play, count, cards, bid } => {
                let what = cards.as_ref().map_or(number_of_cards(*count), hand_faces);
                return write!(f, "play {play}: {seat} plays {what} and bids {bid}");
            }
            Shown::Drew { seat, card, ends } => {
                match card {
                    None => write!(f, "{seat} draws a card")?,
                    Some(card) => write!(f, "{seat} draws a {card}")?,
                }
                ends
            }
            Shown::Folded { seat, hand, stack, ends } => {
                write!(f, "{seat} folds; hand: {}, Stack: {}", hand_faces(hand), stack_faces(stack))?;
                ends
            }
            Shown::Called { seat, play, ends } => {
                write!(f, "{seat} calls play {play}")?;
                ends
            }
        };
        ends.as_ref().map_or(Ok(()), |end| write!(f, "; {end}"))
    }
}

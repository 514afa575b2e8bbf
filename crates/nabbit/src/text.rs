//! How the table and its events read in a terminal.

use std::fmt;

use table::Seat;

use crate::{
    moves::Number,
    state::{Cards, Phase},
    view::{Haul, Shown, View},
};

/// Stacks as `2x4 5`: two 4s and a 5.
struct Stacks<'a>(&'a Cards);

impl fmt::Display for Stacks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        for (i, (kind, count)) in self.0.iter().enumerate() {
            let gap = if i > 0 { "  " } else { "" };
            match count {
                1 => write!(f, "{gap}{}", Number::at(kind))?,
                _ => write!(f, "{gap}{count}x{}", Number::at(kind))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "draw pile {:3} cards   Vault: {}", self.to_draw, Stacks(&self.vault))?;
        let seats = self.seating.seats();
        let (left, right) = (self.seat.left(seats), self.seat.right(seats));
        for seat in Seat::all(seats) {
            let place = &self.places[seat];
            let mark = match seat {
                _ if self.phase == Phase::Over => ' ',
                seat if seat == self.seat => '>',
                seat if seat == left || seat == right => '~',
                _ => ' ',
            };
            write!(f, "{mark} {seat}: {:24} banked {}", Stacks(&place.face_up).to_string(), place.banked)?;
            if let Some(cards) = place.banked_cards.filter(|cards| !cards.is_empty()) {
                write!(f, " ({})", Stacks(&cards))?;
            }
            writeln!(f)?;
        }
        if !self.flips.is_empty() {
            let flips: Vec<_> = self.flips.iter().map(Number::to_string).collect();
            writeln!(f, "flipped: {}", flips.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Dealt { number, seat: None } => write!(f, "a {number} is dealt to the Vault"),
            Shown::Dealt { number, seat: Some(seat) } => write!(f, "{seat} is dealt a {number}"),
            Shown::Flipped { seat, number, kept: None } => write!(f, "{seat} flips a {number}"),
            Shown::Flipped { seat, number, kept: Some(haul) } => {
                write!(f, "{seat} flips a {number} and must keep it{haul}")
            }
            Shown::FlipsAgain { seat } => write!(f, "{seat} flips again"),
            Shown::Stopped { seat, number, kept } => write!(f, "{seat} stops and keeps the {number}{kept}"),
        }
    }
}

impl fmt::Display for Haul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, whence) in
            [(self.left, "from the left"), (self.right, "from the right"), (self.vault, "from the Vault")]
        {
            if count > 0 {
                write!(f, ", takes {count} {whence}")?;
            }
        }
        if self.banked > 0 { write!(f, ", banks {}", self.banked) } else { Ok(()) }
    }
}

//! How the table and its events read in a terminal.

use std::fmt;

use table::Seat;

use crate::draw::sketch::sketch;
use crate::rules::Verdict;
use crate::state::Phase;
use crate::view::{Shown, View};

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = &self.options.pieces;
        f.write_str(&sketch(set, &self.structure))?;
        for (n, touch) in self.touches.iter().enumerate() {
            let seen = if touch.seen { "" } else { ", out of sight" };
            let comma = if n > 0 { "; " } else { "touching: " };
            write!(f, "{comma}{} - {}{seen}", set.name(touch.a), set.name(Some(touch.b)))?;
        }
        if !self.touches.is_empty() {
            writeln!(f)?;
        }
        let left: Vec<String> = self.left.iter().map(|&p| format!("{p} {}", set.name(Some(p)))).collect();
        writeln!(f, "in the box: {}", left.join(", "))?;
        if self.options.points {
            let scores = Seat::all(self.seating.seats()).map(|s| format!("{s}: {}", self.scores[s]));
            writeln!(f, "round {}   {}", self.rounds + 1, scores.collect::<Vec<_>>().join("   "))?;
        }
        if let Phase::Over { .. } = self.phase {
            return Ok(());
        }
        let previous = set.name(self.placed.last().copied());
        match self.held {
            Some(held) => write!(f, "{} holds {}", self.seat, set.name(Some(held.piece)))?,
            None => write!(f, "{} picks a piece", self.seat)?,
        }
        if !self.options.points {
            write!(f, " to touch {previous}")?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Picked { seat, name, .. } => write!(f, "{seat} picks {name}"),
            Shown::PutBack { seat, name } => write!(f, "{seat} puts {name} back"),
            Shown::Released { seat, name, pose: crate::Pose { at: [x, y, z], .. }, .. } => {
                write!(f, "{seat} lets {name} go at {x:.2} {y:.2} {z:.2}")
            }
            Shown::GaveUp { seat } => write!(f, "{seat} gives up"),
            Shown::TimeUp { seat } => write!(f, "{seat} has run out of time"),
            Shown::Shook { seat, strength } => write!(f, "{seat} shakes the table ({strength})"),
            Shown::Settled { seat, verdict, name, fallen, touching, points, .. } => {
                let name = name.as_deref().unwrap_or("the structure");
                match verdict {
                    Verdict::Placed { touching: count } if *points => {
                        write!(f, "{name} is placed, touching {}: {count} for {seat}", touching.join(", "))
                    }
                    Verdict::Placed { .. } => write!(f, "{name} is placed, touching {}", touching.join(", ")),
                    Verdict::TryAgain => write!(f, "{name} falls; {seat} may try again"),
                    Verdict::NotPlaced => write!(f, "{name} is not placed and is lifted off"),
                    Verdict::LiftedOff => write!(f, "{name} is lifted off and nothing falls"),
                    Verdict::NothingFell => f.write_str("the structure sways and stands"),
                    Verdict::Loss => write!(f, "{} on the ground: {seat} loses", fallen.join(", ")),
                }
            }
        }
    }
}

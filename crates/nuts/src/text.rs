//! How the table and its events read in a terminal.

use std::fmt;

use table::Seat;

use crate::{
    cards::{Card, Cards, Drawn},
    state::Phase,
    view::{Dropped, Happened, Place, Shown, View},
};

/// Cards as `acorn-1 2x peanut-2`.
struct List(Cards);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let faces = Card::all().map(|card| (card, self.0.count(card))).filter(|(_, count)| *count > 0);
        for (i, (card, count)) in faces.enumerate() {
            let gap = if i > 0 { "  " } else { "" };
            match count {
                1 => write!(f, "{gap}{card}")?,
                _ => write!(f, "{gap}{count}x {card}")?,
            }
        }
        Ok(())
    }
}

/// A card the viewer sees, or `a card`.
struct Perhaps(Option<Card>);

impl fmt::Display for Perhaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("a card"),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "draw pile {:2} cards   events out:", self.to_draw)?;
        let mut names = self.events_out.iter().filter_map(|drawn| match drawn {
            Drawn::Event(event) => self.options.events.get(event.index()).map(|event| event.name.as_str()),
            Drawn::Card(_) => None,
        });
        match names.next() {
            None => writeln!(f, " none")?,
            Some(first) => {
                write!(f, " {first}")?;
                names.try_for_each(|name| write!(f, ", {name}"))?;
                writeln!(f)?;
            }
        }
        for (team, stash) in [("Raccoon", self.raccoon_stash), ("Squirrels", self.squirrel_stash)] {
            writeln!(f, "  {team:9} {:2} nuts stashed: {}", stash.nuts(), List(stash))?;
        }
        for seat in Seat::all(self.seating.seats()) {
            self.fmt_seat(f, seat, &self.places[seat])?;
        }
        match self.phase {
            Phase::Act => {
                let free = if self.remaining.free_draw { "a free draw and " } else { "" };
                let plural = if self.remaining.actions == 1 { "" } else { "s" };
                writeln!(f, "{} has {free}{} action{plural} left", self.seat, self.remaining.actions)
            }
            Phase::Redraw(seat) => writeln!(f, "{seat} dropped its hand and may draw a card"),
            Phase::StashOne(seat) => writeln!(f, "{seat} stashes a card for free"),
            Phase::Lay(seat) => writeln!(f, "{seat} is robbed and lays a card face down"),
            Phase::Guess(seat) => {
                writeln!(f, "the Raccoon guesses what {seat} has laid: {}", Perhaps(self.laid))
            }
            _ => Ok(()),
        }
    }
}

impl View {
    fn fmt_seat(&self, f: &mut fmt::Formatter<'_>, seat: Seat, place: &Place) -> fmt::Result {
        let acts = match self.phase {
            Phase::Raccoon { next, .. } => seat == next,
            Phase::Redraw(who) | Phase::StashOne(who) | Phase::Lay(who) => seat == who,
            Phase::Draw(who) | Phase::Lose(who) => seat == who,
            Phase::Over => false,
            _ => seat == self.seat,
        };
        let mark = if acts { '>' } else { ' ' };
        let role = match self.raccoon {
            None => "?",
            Some(raccoon) if raccoon == seat => "Raccoon",
            Some(_) => "Squirrel",
        };
        let owl = if self.watched.has(seat) { " (watched)" } else { "" };
        write!(f, "{mark} {seat} {role:8} {:2} cards{owl}", place.cards)?;
        if let (None, Some(card)) = (self.raccoon, self.raccoon_draws[seat]) {
            write!(f, ", drew {card}")?;
        }
        if let (Some(hand), Some(nuts)) = (place.hand, place.nuts) {
            write!(f, ": {}, {nuts}", List(hand))?;
            place.limit.map_or(Ok(()), |limit| write!(f, " of {limit}"))?;
            write!(f, " nuts")?;
        }
        for (cards, by) in [(place.open, "seen by all"), (place.shown, "shown to Squirrels")] {
            if !cards.is_empty() {
                write!(f, " [{by}: {}]", List(cards))?;
            }
        }
        writeln!(f)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)?;
        match self.dropped {
            Some(Dropped { seat, cards }) => {
                write!(f, "; {seat} is over the limit and drops {}", List(cards))
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Happened::DrewForRaccoon { seat, card, raccoon: None } => write!(f, "{seat} draws {card}"),
            Happened::DrewForRaccoon { seat, card, raccoon: Some(raccoon) } => {
                write!(f, "{seat} draws {card}; {raccoon} is the Raccoon")
            }
            Happened::Dealt { seat, card } => write!(f, "{seat} is dealt {}", Perhaps(*card)),
            Happened::Drew { seat, card } => write!(f, "{seat} gets {}", Perhaps(*card)),
            Happened::Event { seat, name, story, lost, .. } => {
                write!(f, "{seat} draws an event, {name}: {story}")?;
                if lost.is_empty() { Ok(()) } else { write!(f, " {} go under the pile", List(*lost)) }
            }
            Happened::Lost { seat, card } => write!(f, "{seat} loses {card}"),
            Happened::FreeDraw { seat } => write!(f, "{seat} takes the free card"),
            Happened::Scavenge { seat } => write!(f, "{seat} scavenges"),
            Happened::Stash { seat, cards } => write!(f, "{seat} stashes {cards}"),
            Happened::Steal { seat, from } => write!(f, "{seat} wants to steal from {from}"),
            Happened::Lay { seat, card } => write!(f, "{seat} lays {} face down", Perhaps(*card)),
            Happened::Guess { seat, guess, taken: Some(card), .. } => {
                write!(f, "{seat} guesses {guess} and takes {card}")
            }
            Happened::Guess { seat, from, guess, taken: None } => {
                write!(f, "{seat} guesses {guess}, and {from} keeps the card")
            }
            Happened::Show { seat, card } => write!(f, "{seat} shows {} to the Squirrels", Perhaps(*card)),
            Happened::Share { seat, card, to } => write!(f, "{seat} gives {card} to {to}"),
            Happened::EndTurn { seat } => write!(f, "{seat} ends its turn"),
            Happened::Redraw { seat } => write!(f, "{seat} draws a new card"),
            Happened::Decline { seat } => write!(f, "{seat} draws no new card"),
        }
    }
}

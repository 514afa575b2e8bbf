//! What is kept of a game: how it ended, and what was counted while it was played.

use bots::contest::arena::Watcher;
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Imagine, Seat, Standings, Study};

/// Into how many parts a game is cut to see how it changes.
pub const PARTS: usize = 10;

/// What counts of one part of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part(
    /// Decisions.
    pub u16,
    /// Decisions with one legal move only.
    pub u16,
    /// Turns.
    pub u16,
    /// Turns without anything to decide.
    pub u16,
);

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What the result is worth to each seat, in sixtieths, so that sums are exact in any order.
    pub won: Vec<u8>,
    /// The role of each seat.
    pub roles: Vec<u8>,
    /// The final points of each seat.
    pub scores: Vec<i32>,
    /// How it ended.
    pub ending: u8,
    /// Whether a bot forfeited.
    pub forfeit: bool,
    /// Fates of nature.
    pub fates: u32,
    /// Decisions of seats.
    pub decisions: u32,
    /// The sum over all decisions of how many moves there were to choose from.
    pub options: u64,
    /// How often somebody else took the lead.
    pub lead_changes: u16,
    /// The points of each seat at half-time; empty where there are none.
    pub half: Vec<i32>,
    /// The game in parts.
    pub parts: Vec<Part>,
    /// Seats after each other: how often each mark was counted.
    pub marks: Vec<u16>,
}

/// A whole victory in sixtieths.
pub const WHOLE: f64 = 60.0;

impl Row {
    /// What the game was worth to a seat.
    pub fn share(&self, seat: usize) -> f64 {
        f64::from(self.won[seat]) / WHOLE
    }

    /// How many turns were taken.
    pub fn turns(&self) -> f64 {
        self.parts.iter().map(|part| f64::from(part.2)).sum()
    }

    /// The seats whose team had the fewest points at half-time; none where all had the same.
    pub fn last_at_half(&self) -> Vec<usize> {
        let least = self.half.iter().min().copied().unwrap_or(0);
        let last: Vec<usize> = (0..self.half.len()).filter(|seat| self.half[*seat] == least).collect();
        if last.len() == self.half.len() { Vec::new() } else { last }
    }

    /// How far the winner was ahead of the best of the others, as a share of the winner's points; nothing where points
    /// do not say so.
    pub fn margin(&self) -> Option<f64> {
        let best = self.scores.iter().max().copied()?;
        let is_winner = |seat: &usize| self.won[*seat] > 0;
        let other =
            (0..self.scores.len()).filter(|seat| !is_winner(seat)).map(|seat| self.scores[seat]).max();
        let other = other.unwrap_or(best);
        (best > 1).then(|| f64::from(best - other) / f64::from(best))
    }
}

/// One turn, as it goes by.
#[derive(Clone, Copy, Default)]
struct Passing {
    decisions: u16,
    forced: u16,
}

/// Looks at a table where a turn begins.
pub type Look<'a, G> = &'a mut dyn FnMut(&G, usize);

/// Counts a game while it is played.
pub struct Counter<'a, G: Study> {
    /// The games seen so far.
    pub rows: Vec<Row>,
    /// Called with every state in which a turn begins, and the number of the turn.
    pub at_turn: Option<Look<'a, G>>,
    row: Row,
    turn: Option<(u32, Seat)>,
    turns: Vec<Passing>,
    points: Vec<i32>,
    leader: Option<usize>,
}

impl<G: Study> Default for Counter<'_, G> {
    fn default() -> Self {
        let row = Row::default();
        Counter {
            rows: Vec::new(),
            at_turn: None,
            row,
            turn: None,
            turns: Vec::new(),
            points: Vec::new(),
            leader: None,
        }
    }
}

impl<G: Study> Counter<'_, G> {
    /// Counts an event that is about to happen.
    pub fn count(&mut self, table: &G, event: &EventOf<G>) {
        let seats = table.seating().seats();
        if self.row.marks.is_empty() {
            self.row.marks = vec![0; seats * G::MARKS.len()];
        }
        let now = table.current_turn();
        if now != self.turn {
            self.turn = now;
            if now.is_some() {
                self.begin_turn(table, seats);
            }
        }
        match event {
            Event::Fate(_) => self.row.fates += 1,
            Event::Move { seat, .. } => {
                let options = if G::NEEDS_SEARCH {
                    table.moves_at_hand(*seat).len()
                } else {
                    table.legal_moves(*seat).len()
                };
                self.row.decisions += 1;
                self.row.options += options as u64;
                if let Some(turn) = self.turns.last_mut() {
                    turn.decisions += 1;
                    turn.forced += u16::from(options <= 1);
                }
            }
        }
        let marks = &mut self.row.marks;
        table.mark(event, &mut |seat, mark, by| {
            let place = &mut marks[seat.index() * G::MARKS.len() + mark];
            *place = place.saturating_add(by);
        });
    }

    fn begin_turn(&mut self, table: &G, seats: usize) {
        self.turns.push(Passing::default());
        if let Some(points) = table.points_now() {
            self.points.extend_from_slice(&points);
            self.follow_lead(table, seats);
        }
        if let Some(look) = &mut self.at_turn {
            look(table, self.turns.len() - 1);
        }
    }

    /// Notes when another team leads alone.
    fn follow_lead(&mut self, table: &G, seats: usize) {
        let points = &self.points[self.points.len() - seats..];
        let best = points.iter().max().copied().unwrap_or(0);
        let team = |seat: usize| table.team_of(Seat::new(seat as u8).expect("seats are few"));
        let mut leading = (0..seats).filter(|seat| points[*seat] == best).map(team);
        let Some(first) = leading.next() else { return };
        if leading.any(|other| other != first) {
            return;
        }
        if self.leader.is_some_and(|leader| leader != usize::from(first)) {
            self.row.lead_changes = self.row.lead_changes.saturating_add(1);
        }
        self.leader = Some(first.into());
    }

    /// Closes the row of a game that has ended.
    pub fn finish(&mut self, table: &G, standings: &Standings, is_forfeited: bool) {
        let seats = standings.scores.len();
        let mut row = std::mem::take(&mut self.row);
        let victory = table.victory();
        // The lists are used again by the next game.
        let Counter { turns, points, .. } = self;
        row.won = Seat::all(seats).map(|seat| (victory.of(standings, seat) * WHOLE).round() as u8).collect();
        row.roles = Seat::all(seats).map(|seat| table.role(seat) as u8).collect();
        row.scores = standings.scores.to_vec();
        row.forfeit = is_forfeited;
        row.ending = if is_forfeited { u8::MAX } else { table.ending() as u8 };
        row.parts = vec![Part::default(); PARTS];
        for (place, turn) in turns.iter().enumerate() {
            let part = &mut row.parts[place * PARTS / turns.len()];
            part.0 += turn.decisions;
            part.1 += turn.forced;
            part.2 += 1;
            part.3 += u16::from(turn.decisions == turn.forced);
        }
        if points.len() >= seats {
            let half = points.len() / seats / 2 * seats;
            row.half = points[half..half + seats].to_vec();
        }
        turns.clear();
        points.clear();
        (self.turn, self.leader) = (None, None);
        self.rows.push(row);
    }
}

impl<G: Study + Imagine> Watcher<G> for Counter<'_, G> {
    fn sees(&mut self, table: &G, event: &EventOf<G>) {
        self.count(table, event);
    }

    fn sees_end(&mut self, table: &G, standings: &Standings, is_forfeited: bool) {
        self.finish(table, standings, is_forfeited);
    }
}

//! The rules, in the order of the sheet: set up; on your turn; when placing a piece; rulings; points.

pub mod judge;

use table::{BadTable, PerSeat, Seat, Seating, Standings};

use crate::geometry::pose::Pose;
use crate::geometry::touch::Touch;
use crate::moves::{Foul, Move};
use crate::physics::settle::{End, Fate};
use crate::pieces::boxes::PieceId;
use crate::state::{Held, Options, Phase, State};

/// What became of a turn, or of a shake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum Verdict {
    /// The piece is placed, and earns so many points where points count.
    Placed {
        /// The visible contacts with other pieces and the base.
        touching: u8,
    },
    /// The player's own piece fell; it may be tried again.
    TryAgain,
    /// The piece stands but does not visibly touch the previous one, or does not come to rest: it is lifted off.
    NotPlaced,
    /// The piece has been lifted off and the rest stands.
    LiftedOff,
    /// The table was shaken and nothing fell.
    NothingFell,
    /// A piece fell that must not fall.
    Loss,
}

impl State {
    /// Set up: the base alone, and a full box.
    pub(crate) fn set_up(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        options.check(seating.seats())?;
        Ok(State {
            seat: options.first.unwrap_or_else(|| Seat::new(0).expect("every table has a seat 0")),
            phase: Phase::Choose,
            left: options.played().collect(),
            held: None,
            structure: Vec::new(),
            touches: Vec::new(),
            placed: Vec::new(),
            scores: PerSeat::new(seating.seats()),
            rounds: 0,
            options: options.clone(),
            seating: *seating,
        })
    }

    /// On your turn: any piece that is still in the box, held in any orientation.
    pub(crate) fn check_pick(&self, piece: PieceId, grip: [f64; 4]) -> Result<(), Foul> {
        let held = Pose { at: [0.0; 3], turn: grip };
        match () {
            () if !self.left.contains(&piece) => Err(Foul::NotInTheBox(piece)),
            () if !held.is_finite() => Err(Foul::NotFinite),
            () if !held.is_unit() => Err(Foul::NotUnit),
            () => Ok(()),
        }
    }

    /// On your turn: a piece is picked, put back or let go. Giving up, or running out of time, loses.
    pub(crate) fn carry_out(&mut self, seat: Seat, mv: &Move) {
        match *mv {
            Move::Pick { piece, grip } => self.held = Some(Held { piece, grip }),
            Move::PutBack => self.held = None,
            Move::Place(pose) => self.phase = Phase::Released(pose),
            Move::GiveUp | Move::TimeUp => self.lose(seat),
            Move::Shake(strength) => self.phase = Phase::Shaken { by: seat, strength },
        }
    }

    /// What a fate means by the rules.
    pub fn verdict(&self, fate: &Fate) -> Verdict {
        let own = self.held.map(|held| held.piece);
        match self.phase {
            Phase::Shaken { .. } if fate.ground.is_empty() => Verdict::NothingFell,
            Phase::LiftedOff if fate.ground.is_empty() => Verdict::LiftedOff,
            Phase::Released(_) => {
                let own = own.expect("a released piece was held");
                if fate.has_felled(Some(own)) {
                    return Verdict::Loss;
                }
                if fate.has_fallen(own) {
                    // The very first turn of the game is the only one that one's own piece loses.
                    let loses = self.is_first_turn() && !self.options.points;
                    return if loses { Verdict::Loss } else { Verdict::TryAgain };
                }
                let seen = |t: &&Touch| t.seen && t.involves(own);
                let touching = fate.touches.iter().filter(seen).count() as u8;
                let previous = |t: &Touch| t.seen && t.is_between(self.previous(), own);
                let holds_on = self.options.points || fate.touches.iter().any(previous);
                if fate.end == End::Rest && holds_on {
                    Verdict::Placed { touching }
                } else {
                    Verdict::NotPlaced
                }
            }
            _ => Verdict::Loss,
        }
    }

    /// Nature has moved: the turn goes on, passes to the next seat, or ends the game or the round.
    pub(crate) fn settled(&mut self, fate: &Fate) {
        let verdict = self.verdict(fate);
        let by = if let Phase::Shaken { by, .. } = self.phase { by } else { self.seat };
        self.phase = Phase::Choose;
        if verdict == Verdict::Loss {
            return self.lose(by);
        }
        self.structure.clone_from(&fate.rest);
        if fate.end == End::Rest {
            self.touches.clone_from(&fate.touches);
        }
        match verdict {
            Verdict::NotPlaced => self.phase = Phase::LiftedOff,
            Verdict::Placed { touching } => self.count_placed(touching),
            _ => {}
        }
    }

    /// The held piece is placed: it may earn points, and the next seat is on turn.
    fn count_placed(&mut self, touching: u8) {
        let held = self.held.take().expect("the placed piece was held");
        self.placed.push(held.piece);
        self.left.retain(|&piece| piece != held.piece);
        if self.options.points {
            self.scores[self.seat] += i32::from(touching);
        }
        self.seat = self.seat.left(self.seating.seats());
        if self.left.is_empty() {
            // Nothing is left to place: the next seat loses, or the round ends.
            if self.options.points { self.end_round() } else { self.lose(self.seat) }
        }
    }

    /// A seat has let something fall, given up or run out of time.
    fn lose(&mut self, seat: Seat) {
        if !self.options.points {
            self.phase = Phase::Over { loser: Some(seat) };
            return;
        }
        // One for each piece that stood, one for the base, one for the piece in play if there is one.
        let in_play = i32::from(seat == self.seat);
        self.scores[seat] -= self.placed.len() as i32 + 1 + in_play;
        self.seat = self.seat.left(self.seating.seats());
        self.end_round();
    }

    /// Clears the base; the highest seat wins if it has reached the target and nobody is level with it.
    fn end_round(&mut self) {
        self.rounds += 1;
        self.held = None;
        self.structure.clear();
        self.touches.clear();
        self.placed.clear();
        self.left = self.options.played().collect();
        let best = self.scores.iter().copied().max().unwrap_or(0);
        let leaders = self.scores.iter().filter(|&&score| score == best).count();
        let over = best >= i32::from(self.options.target) && leaders == 1;
        self.phase = if over { Phase::Over { loser: None } } else { Phase::Choose };
    }

    /// One seat loses and all others win; with points the highest at the end of a round wins.
    pub(crate) fn final_score(&self) -> Option<Standings> {
        let Phase::Over { loser } = self.phase else { return None };
        let scores = match loser {
            Some(loser) => PerSeat::from_fn(self.seating.seats(), |seat| i32::from(seat != loser)),
            None => self.scores,
        };
        Some(Standings::by_score(scores))
    }
}

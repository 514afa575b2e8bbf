//! The rules, in the order of the sheet: set up; on your turn; when placing a piece; rulings; points.

use table::{
    About, BadTable, Event, EventOf, Game, Limit, Odds, OptionAbout, OptionKind, PerSeat, Rng, Seat, SeatSet,
    Seating, Standings, Turn, Viewer,
};

use crate::boxes::{MAX_PIECES, PieceId};
use crate::judge;
use crate::moves::{AS_IN_THE_BOX, Foul, Move};
use crate::place;
use crate::scene::Scene;
use crate::settle::{End, Fate, settle};
use crate::state::{Held, Options, Phase, State};
use crate::view::{Shown, View};

impl Game for State {
    type Options = Options;
    type Move = Move;
    type Fate = Fate;
    type Foul = Foul;
    type View = View;
    type Shown = Shown;

    const ABOUT: About = About {
        id: "stacket",
        title: "Stacket",
        pitch: "Add a piece to the tower so that it touches the last one, and pray that nothing falls.",
        players: (2, 6),
        options: &[
            OptionAbout { key: "first", about: "the seat that begins", kind: OptionKind::Seat },
            OptionAbout {
                key: "touch_move",
                about: "a piece that has been picked must be placed",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "one_hand",
                about: "a piece keeps the tilt it was picked with; only turns about the vertical are free",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "one_minute",
                about: "a turn that takes longer than a minute is lost",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "points",
                about: "play for points over several rounds: one for each piece touched",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "target",
                about: "the points that win at the end of a round",
                kind: OptionKind::Number { min: 1, max: Options::MOST_TARGET as i32 },
            },
            OptionAbout {
                key: "pieces",
                about: "a box of pieces of your own; nothing means the classic box",
                kind: OptionKind::Data { form: include_str!("example.json") },
            },
            OptionAbout {
                key: "few",
                about: "for a shorter game: only the first so many pieces of the box; 0 means all of them",
                kind: OptionKind::Number { min: 0, max: MAX_PIECES as i32 },
            },
        ],
        rules: include_str!("rules.md"),
    };

    const LISTS_ALL_MOVES: bool = false;

    const SHOWS_TRIES: bool = true;

    /// Set up: the base alone, and a full box.
    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
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

    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        Ok((Options::default(), Seating::descending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    /// While a seat chooses, all others can shake the table.
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Choose => Turn::Seats(SeatSet::all(self.seating.seats())),
            Phase::Over { .. } => Turn::Over,
            _ => Turn::Nature,
        }
    }

    fn asked(&self) -> Option<Seat> {
        (self.phase == Phase::Choose).then_some(self.seat)
    }

    /// One minute: for the whole turn, however often a piece is picked and tried.
    fn limit(&self) -> Option<Limit<Move>> {
        let turn = u32::from(self.rounds) << 8 | self.placed.len() as u32;
        self.options.one_minute.then_some(Limit { turn, seconds: 60, late: Move::TimeUp })
    }

    /// A few places for the piece that is held, and what is at hand.
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let held = self.held.filter(|_| self.phase == Phase::Choose && seat == self.seat);
        let mut moves: Vec<Move> =
            held.map(|held| place::suggest(self, held)).into_iter().flatten().map(Move::Place).collect();
        moves.extend(self.moves_at_hand(seat));
        moves.into_iter()
    }

    /// The pieces that can be picked, or putting the held one back, and giving up; for others, shaking.
    fn moves_at_hand(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.phase == Phase::Choose && seat == self.seat {
            if self.held.is_none() {
                let pick = |&piece: &PieceId| Move::Pick { piece, grip: AS_IN_THE_BOX };
                moves.extend(self.left.iter().map(pick));
            } else if !self.options.touch_move {
                moves.push(Move::PutBack);
            }
            moves.push(Move::GiveUp);
        } else if self.phase == Phase::Choose && seat.index() < self.seating.seats() {
            moves.extend([0.1, 1.0].map(Move::Shake));
        }
        moves
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Foul> {
        match self.phase {
            Phase::Over { .. } => return Err(Foul::GameIsOver),
            Phase::Choose => {}
            _ => return Err(Foul::StillMoving),
        }
        if let Move::Shake(strength) = *mv {
            return match () {
                () if seat == self.seat => Err(Foul::YourOwnTurn),
                () if strength > 0.0 && strength <= 1.0 => Ok(()),
                () => Err(Foul::Strength(strength)),
            };
        }
        if seat != self.seat {
            return Err(Foul::NotYourTurn);
        }
        match (*mv, self.held) {
            (Move::Pick { .. }, Some(held)) => Err(Foul::HandsFull(self.name(held.piece))),
            (Move::Pick { piece, grip }, None) => self.check_pick(piece, grip),
            (Move::PutBack | Move::Place(_), None) => Err(Foul::HandsEmpty),
            (Move::PutBack, Some(held)) if self.options.touch_move => {
                Err(Foul::TouchMove(self.name(held.piece)))
            }
            (Move::Place(pose), Some(held)) => {
                judge::judge(&Scene::new(self.set(), &self.structure), held.piece, &pose)?;
                if self.options.one_hand { judge::one_hand(held.grip, &pose) } else { Ok(()) }
            }
            (Move::TimeUp, _) if !self.options.one_minute => Err(Foul::NoClock),
            _ => Ok(()),
        }
    }

    fn check_fate(&self, fate: &Fate) -> Result<(), Foul> {
        if let Phase::Over { .. } = self.phase {
            return Err(Foul::GameIsOver);
        }
        let cause = self.cause().ok_or(Foul::NothingMoves)?;
        fate.check(self.set(), &self.structure, &cause).map_err(Foul::Impossible)
    }

    fn apply(&mut self, event: &EventOf<State>) {
        match event {
            Event::Fate(fate) => self.settled(fate),
            Event::Move { seat, mv } => self.moved(*seat, mv),
        }
    }

    /// Nature needs no dice: what happens follows from the structure and the release.
    fn draw(&self, _: &mut (impl Rng + ?Sized)) -> Fate {
        let cause = self.cause().expect("nature draws only when something moves");
        settle(self.set(), &self.structure, &cause)
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn show(&self, event: &EventOf<State>, _: Viewer) -> Shown {
        Shown::of(self, event)
    }

    /// One seat loses and all others win; with points the highest at the end of a round wins.
    fn standings(&self) -> Option<Standings> {
        let Phase::Over { loser } = self.phase else { return None };
        let scores = match loser {
            Some(loser) => PerSeat::from_fn(self.seating.seats(), |seat| i32::from(seat != loser)),
            None => self.scores,
        };
        Some(Standings::by_score(scores))
    }
}

/// What became of a turn, or of a shake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    fn name(&self, piece: PieceId) -> String {
        self.set().name(Some(piece)).to_owned()
    }

    fn check_pick(&self, piece: PieceId, grip: [f64; 4]) -> Result<(), Foul> {
        let held = crate::pose::Pose { at: [0.0; 3], turn: grip };
        match () {
            () if !self.left.contains(&piece) => Err(Foul::NotInTheBox(piece)),
            () if !held.is_finite() => Err(Foul::NotFinite),
            () if !held.is_unit() => Err(Foul::NotUnit),
            () => Ok(()),
        }
    }

    fn moved(&mut self, seat: Seat, mv: &Move) {
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
                let seen = |t: &&crate::touch::Touch| t.seen && t.involves(own);
                let touching = fate.touches.iter().filter(seen).count() as u8;
                let previous = |t: &crate::touch::Touch| t.seen && t.is_between(self.previous(), own);
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

    fn settled(&mut self, fate: &Fate) {
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
}

impl Odds for State {
    /// Physics leaves nothing to chance: one fate, in one way.
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        self.cause().map(|cause| (settle(self.set(), &self.structure, &cause), 1)).into_iter()
    }
}

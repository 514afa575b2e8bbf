//! How the table asks the rules: the `Game` trait, answered by the functions of `rules.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Limit, Odds, OptionAbout, OptionKind, Rng, Seat, SeatSet, Seating,
    Standings, Turn, Viewer,
};

use crate::geometry::scene::Scene;
use crate::moves::{AS_IN_THE_BOX, Foul, Move};
use crate::physics::settle::{Fate, settle, settle_within};
use crate::physics::world::World;
use crate::pieces::boxes::{MAX_PIECES, PieceId};
use crate::rules::judge;
use crate::search::place;
use crate::state::{Options, Phase, State};
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

    const NEEDS_SEARCH: bool = true;

    const IS_NATURE_SLOW: bool = true;

    const HIDES_NOTHING: bool = true;

    const SHOWS_TRIES: bool = true;

    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        State::set_up(options, seating)
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
                if self.options.one_hand { judge::check_one_hand(held.grip, &pose) } else { Ok(()) }
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
            Event::Move { seat, mv } => self.carry_out(*seat, mv),
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

    fn standings(&self) -> Option<Standings> {
        self.final_score()
    }
}

impl Odds for State {
    /// Physics leaves nothing to chance: one fate, in one way.
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        self.cause().map(|cause| (settle(self.set(), &self.structure, &cause), 1)).into_iter()
    }

    fn fates_within(&self, has_time: &(dyn Fn() -> bool + Sync)) -> Option<Vec<(Fate, u32)>> {
        let Some(cause) = self.cause() else { return Some(Vec::new()) };
        let world = World::new(self.set(), &self.structure);
        let fate = settle_within(world, self.set(), &self.structure, &cause, has_time)?;
        Some(vec![(fate, 1)])
    }
}

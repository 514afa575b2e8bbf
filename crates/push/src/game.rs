//! How the table asks the rules: the `Game` trait, answered by the functions of `rules.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Odds, OptionAbout, OptionKind, Rng, Seat, SeatSet, Seating,
    Standings, Turn, Viewer, nature::below,
};

use crate::{
    cards::{Card, Colour, Face},
    moves::{Fate, Foul, Move, Moves},
    state::{Options, Phase, State},
    view::{Shown, View},
};

impl Game for State {
    type Options = Options;
    type Move = Move;
    type Fate = Fate;
    type Foul = Foul;
    type View = View;
    type Shown = Shown;

    const ABOUT: About = About {
        id: "push",
        title: "Push",
        pitch: "Draw one more card for your three stacks, or stop while one of them is still yours to take.",
        players: (2, 6),
        options: &[
            OptionAbout {
                key: "first",
                about: "the seat that has the first turn; drawn by lot when nobody is named",
                kind: OptionKind::Seat,
            },
            OptionAbout {
                key: "riskier_star",
                about: "a rolled star costs all cards that are not banked",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "two_player_switches",
                about: "leave the Switch cards in a game of two; they are discarded as they come",
                kind: OptionKind::Flag,
            },
            OptionAbout {
                key: "unplayed",
                about: "for a shorter game: so many cards stay at the bottom of the deck, unseen and unplayed",
                kind: OptionKind::Number { min: 0, max: Options::MOST_UNPLAYED as i32 },
            },
        ],
        rules: include_str!("rules.md"),
    };

    const HIDES_NOTHING: bool = true;

    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        State::set_up(options, seating)
    }

    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        let options = Options { first: Some(Seat::default()), ..Options::default() };
        Ok((options, Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Begin | Phase::Draw | Phase::TooFar | Phase::Roll(_) => Turn::Nature,
            Phase::Start | Phase::Place(_) | Phase::Choose => Turn::Seats(SeatSet::only(self.seat)),
            Phase::Collect(seat) => Turn::Seats(SeatSet::only(seat)),
            Phase::Over => Turn::Over,
        }
    }

    /// Nothing hidden is held in a hand; but a move after the last card may end the game and turn the banked piles up.
    fn reveals(&self, _mv: &Move) -> bool {
        self.to_draw() == 0
    }

    /// A card that fits one place only and the only stack left; to draw or to stop is always for the player.
    fn is_forced(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::Place(_) | Phase::Collect(_)) && self.legal_moves(seat).len() == 1
    }

    #[inline]
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let mut moves = Moves::default();
        if self.asked() != Some(seat) {
            return moves;
        }
        match self.phase {
            Phase::Start => {
                moves.add(Move::Draw);
                let bench = &self.bench[seat];
                Colour::ALL.iter().filter(|c| bench.has(**c)).for_each(|c| moves.add(Move::Bank(*c)));
            }
            Phase::Place(card) => self.places(card).for_each(|n| moves.add(Move::Place(n))),
            Phase::Choose => {
                if self.to_draw() > 0 {
                    moves.add(Move::Draw);
                }
                moves.add(Move::Stop);
            }
            Phase::Collect(_) => (0..self.stacks.len() as u8).for_each(|n| moves.add(Move::Collect(n))),
            Phase::Begin | Phase::Draw | Phase::TooFar | Phase::Roll(_) | Phase::Over => {}
        }
        moves
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Foul> {
        if self.phase == Phase::Over {
            return Err(Foul::GameIsOver);
        }
        if self.asked() != Some(seat) {
            return Err(Foul::NotYourTurn);
        }
        match (self.phase, *mv) {
            (Phase::Place(card), Move::Place(n)) => self.check_place(card, n),
            (Phase::Place(card), _) => Err(Foul::PlaceTheCard(card)),
            (Phase::Collect(_), Move::Collect(n)) if usize::from(n) < self.stacks.len() => Ok(()),
            (Phase::Collect(_), Move::Collect(n)) => Err(Foul::NoSuchStack(n)),
            (Phase::Collect(_), _) => Err(Foul::CollectAStack),
            (_, Move::Place(_)) => Err(Foul::NothingToPlace),
            (_, Move::Collect(_)) => Err(Foul::NothingToCollect),
            (Phase::Start, Move::Bank(colour)) if self.bench[seat].has(colour) => Ok(()),
            (Phase::Start, Move::Bank(colour)) => Err(Foul::NothingToBank(colour)),
            (Phase::Start, Move::Stop) => Err(Foul::NothingDrawnYet),
            (_, Move::Bank(_)) => Err(Foul::BankBeforeDrawing),
            (_, Move::Draw) if self.to_draw() == 0 => Err(Foul::DeckIsEmpty),
            (_, Move::Draw | Move::Stop) => Ok(()),
        }
    }

    fn check_fate(&self, fate: &Fate) -> Result<(), Foul> {
        match (self.phase, *fate) {
            (Phase::Over, _) => Err(Foul::GameIsOver),
            (Phase::Start | Phase::Place(_) | Phase::Choose | Phase::Collect(_), _) => Err(Foul::NatureWaits),
            (Phase::Begin, Fate::Begins(seat)) if seat.index() < self.seating.seats() => Ok(()),
            (Phase::Begin, Fate::Begins(seat)) => Err(Foul::NoSuchSeat(seat)),
            (Phase::Begin, _) => Err(Foul::NotDue("draw who begins")),
            (Phase::Draw, Fate::Card(card)) if self.deck.has(card.kind()) => Ok(()),
            (Phase::Draw, Fate::Card(card)) => Err(Foul::NoSuchCardLeft(card)),
            (Phase::Draw, _) => Err(Foul::NotDue("draw a card")),
            (Phase::TooFar | Phase::Roll(_), Fate::Die(_)) => Ok(()),
            (Phase::TooFar | Phase::Roll(_), _) => Err(Foul::NotDue("roll the die")),
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<State>) {
        match *event {
            Event::Fate(Fate::Begins(seat)) => self.begin(seat),
            Event::Move { mv: Move::Draw, .. } => self.phase = Phase::Draw,
            Event::Fate(Fate::Card(card)) => self.draw_card(card),
            Event::Move { mv: Move::Place(n), .. } => self.place(n),
            Event::Move { mv: Move::Stop, .. } => self.stop(),
            Event::Move { seat, mv: Move::Collect(n) } => self.collect(seat, n),
            Event::Fate(Fate::Die(face)) => self.roll(face),
            Event::Move { mv: Move::Bank(colour), .. } => self.bank(colour),
        }
    }

    #[inline]
    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Fate {
        match self.phase {
            Phase::Draw => Fate::Card(Card::at(self.deck.draw(rng))),
            Phase::Begin => {
                let seat = below(rng, self.seating.seats() as u32) as u8;
                Fate::Begins(Seat::new(seat).expect("below the number of seats"))
            }
            _ => Fate::Die(Face::at(below(rng, Face::COUNT as u32) as usize)),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(&self, event: &EventOf<State>, _: Viewer) -> Shown {
        Shown::of(self, event)
    }

    fn standings(&self) -> Option<Standings> {
        self.final_score()
    }
}

impl Odds for State {
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        let seats = if self.phase == Phase::Begin { self.seating.seats() } else { 0 };
        let deck = if self.phase == Phase::Draw { self.deck } else { Default::default() };
        let rolls = matches!(self.phase, Phase::TooFar | Phase::Roll(_));
        let cards = deck.iter().map(|(kind, count)| (Fate::Card(Card::at(kind)), count.into()));
        let faces = Face::all().filter(move |_| rolls).map(|face| (Fate::Die(face), 1));
        Seat::all(seats).map(|seat| (Fate::Begins(seat), 1)).chain(cards).chain(faces)
    }
}

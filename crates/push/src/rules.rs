//! The rules, in the order of the sheet: setup; playing cards; stopping or pushing; Switch cards; Roll cards;
//! banking; ending; scoring; the riskier game.

use table::{
    About, BadTable, Event, EventOf, Game, Odds, OptionAbout, OptionKind, PerSeat, Rng, Seat, SeatSet,
    Seating, Standings, Turn, Viewer, nature::below,
};

use crate::{
    cards::{Card, Colour, Face},
    moves::{Fate, Foul, Move, Moves},
    piles::MOST_STACKS,
    state::{Direction, Options, Phase, State},
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

    const IS_OPEN: bool = true;

    /// Setup: a shuffled deck and a first player.
    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        options.check(seating)?;
        let seats = seating.seats();
        Ok(State {
            options: options.clone(),
            seating: *seating,
            deck: options.deck(seats),
            discards: Default::default(),
            stacks: Default::default(),
            switches: 0,
            bench: PerSeat::new(seats),
            banked: PerSeat::new(seats),
            seat: options.first.unwrap_or_default(),
            phase: if options.first.is_some() { Phase::Start } else { Phase::Begin },
        })
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

    /// Scoring: the numbers on all cards in a Bench and its Banked pile; ties share the victory.
    fn standings(&self) -> Option<Standings> {
        let scores = || PerSeat::from_fn(self.seating.seats(), |seat| self.points(seat));
        (self.phase == Phase::Over).then(|| Standings::by_score(scores()))
    }
}

impl State {
    /// Setup: the seat that nature drew has the first turn.
    fn begin(&mut self, seat: Seat) {
        self.seat = seat;
        self.phase = Phase::Start;
    }

    /// Playing cards: a Switch is laid aside; another card waits for its stack, or was pushed too far.
    #[inline]
    fn draw_card(&mut self, card: Card) {
        self.deck.take(card.kind());
        if card == Card::Switch {
            self.lay_aside();
        } else if self.fits(card) {
            self.phase = Phase::Place(card);
        } else {
            self.discards.add(card);
            self.phase = Phase::TooFar;
        }
    }

    /// Playing cards: a stack must not have the same number, the same colour or a second Roll card, and a new
    /// stack is started only while there are fewer than three.
    #[inline]
    pub fn places(&self, card: Card) -> impl Iterator<Item = u8> {
        let stacks = self.stacks.len();
        let played = (0..stacks).filter(move |n| self.stacks[*n].takes(card));
        let started = (stacks < MOST_STACKS).then_some(stacks);
        played.chain(started).map(|n| n as u8)
    }

    /// Whether a number or Roll card could be played now; drawing one that does not fit is pushing too far.
    #[inline]
    pub fn fits(&self, card: Card) -> bool {
        self.stacks.len() < MOST_STACKS || self.stacks.iter().any(|stack| stack.takes(card))
    }

    fn check_place(&self, card: Card, n: u8) -> Result<(), Foul> {
        match self.stacks.get(usize::from(n)) {
            Some(stack) if stack.takes(card) => Ok(()),
            Some(_) => Err(Foul::Clashes { card, stack: n }),
            None if usize::from(n) > self.stacks.len() => Err(Foul::NoSuchStack(n)),
            None if self.stacks.len() == MOST_STACKS => Err(Foul::NoFourthStack),
            None => Ok(()),
        }
    }

    /// Playing cards: the seat decides where; with an empty deck all it can do after that is stop.
    #[inline]
    fn place(&mut self, n: u8) {
        let Phase::Place(card) = self.phase else { unreachable!("a card is placed only after it was drawn") };
        let n = usize::from(n);
        if n == self.stacks.len() {
            self.stacks.push(Default::default());
        }
        self.stacks[n].play(card);
        self.phase = Phase::Choose;
    }

    /// Stopping: the seat whose turn it is takes a stack first, if there is any.
    #[inline]
    fn stop(&mut self) {
        if self.stacks.is_empty() {
            self.end_turn();
        } else {
            self.phase = Phase::Collect(self.seat);
        }
    }

    /// Stopping: a seat takes a stack to its Bench, and rolls the die if there was a Roll card in it.
    #[inline]
    fn collect(&mut self, seat: Seat, n: u8) {
        let stack = self.stacks.remove(n.into());
        for card in stack.cards() {
            if let Card::Number(colour, number) = *card {
                self.bench[seat].add(colour, number);
            }
        }
        if stack.has_roll() {
            self.phase = Phase::Roll(seat);
        } else {
            self.next_collects(seat);
        }
    }

    /// Stopping or pushing: the others take a stack each until none is left or it is back at the active seat.
    #[inline]
    fn next_collects(&mut self, after: Seat) {
        let seats = self.seating.seats();
        let next = match self.direction() {
            Direction::Clockwise => after.left(seats),
            Direction::CounterClockwise => after.right(seats),
        };
        if self.stacks.is_empty() || next == self.seat {
            self.end_turn();
        } else {
            self.phase = Phase::Collect(next);
        }
    }

    /// Stopping or pushing: what nobody collected is discarded, and so are the Switch cards; play passes left.
    ///
    /// Ending the game: it is over after the turn in which the deck ran out.
    #[inline]
    fn end_turn(&mut self) {
        for stack in self.stacks.drain(..) {
            stack.cards().iter().for_each(|card| self.discards.add(*card));
        }
        self.discards.switches += std::mem::take(&mut self.switches);
        self.seat = self.seat.left(self.seating.seats());
        self.phase = if self.to_draw() == 0 { Phase::Over } else { Phase::Start };
    }

    /// Switch cards: laid beside the discard pile until the end of the turn; with two players discarded at once.
    #[inline]
    fn lay_aside(&mut self) {
        if self.seating.seats() == 2 {
            self.discards.add(Card::Switch);
        } else {
            self.switches += 1;
        }
        self.phase = Phase::Choose;
    }

    /// Switch cards: each one drawn this turn turns the direction of collecting, never that of play.
    #[inline]
    pub fn direction(&self) -> Direction {
        if self.switches.is_multiple_of(2) { Direction::Clockwise } else { Direction::CounterClockwise }
    }

    /// Pushing too far and Roll cards: the die takes from the roller's Bench, and then the next seat collects.
    #[inline]
    fn roll(&mut self, face: Face) {
        let roller = self.roller();
        for colour in self.loses(face) {
            self.bench[roller].give(*colour, &mut self.discards.cards);
        }
        if self.phase != Phase::TooFar {
            self.discards.add(Card::Roll);
        }
        self.next_collects(roller);
    }

    /// Who rolls the die, when it is rolled.
    #[inline]
    pub(crate) fn roller(&self) -> Seat {
        if let Phase::Roll(seat) = self.phase { seat } else { self.seat }
    }

    /// The colours a face of the die takes: its own; a star takes none, or all of them in the riskier game.
    #[inline]
    pub(crate) fn loses(&self, face: Face) -> &'static [Colour] {
        match face {
            Face::Colour(colour) => &Colour::ALL[colour.index()..=colour.index()],
            Face::Star if self.options.riskier_star => Colour::ALL,
            Face::Star => &[],
        }
    }

    /// Banking: instead of playing, all Bench cards of one colour are safe for the rest of the game.
    #[inline]
    fn bank(&mut self, colour: Colour) {
        self.bench[self.seat].give(colour, &mut self.banked[self.seat]);
        self.end_turn();
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

//! The rules, in the order of the sheet: setup; playing cards; stopping or pushing; Switch cards; Roll cards;
//! banking; ending; scoring; the riskier game.

use table::{BadTable, PerSeat, Seat, Seating, Standings};

use crate::{
    cards::{Card, Colour, Face},
    moves::Foul,
    piles::MOST_STACKS,
    state::{Direction, Options, Phase, State},
};

impl State {
    /// Setup: a shuffled deck and a first player.
    pub(crate) fn set_up(options: &Options, seating: &Seating) -> Result<State, BadTable> {
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

    /// Setup: the seat that nature drew has the first turn.
    pub(crate) fn begin(&mut self, seat: Seat) {
        self.seat = seat;
        self.phase = Phase::Start;
    }

    /// Playing cards: a Switch is laid aside; another card waits for its stack, or was pushed too far.
    #[inline]
    pub(crate) fn draw_card(&mut self, card: Card) {
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

    /// Playing cards: which rule keeps a card from a stack.
    pub(crate) fn check_place(&self, card: Card, n: u8) -> Result<(), Foul> {
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
    pub(crate) fn place(&mut self, n: u8) {
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
    pub(crate) fn stop(&mut self) {
        if self.stacks.is_empty() {
            self.end_turn();
        } else {
            self.phase = Phase::Collect(self.seat);
        }
    }

    /// Stopping: a seat takes a stack to its Bench, and rolls the die if there was a Roll card in it.
    #[inline]
    pub(crate) fn collect(&mut self, seat: Seat, n: u8) {
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
    pub(crate) fn next_collects(&mut self, after: Seat) {
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
    pub(crate) fn end_turn(&mut self) {
        for stack in self.stacks.drain(..) {
            stack.cards().iter().for_each(|card| self.discards.add(*card));
        }
        self.discards.switches += std::mem::take(&mut self.switches);
        self.seat = self.seat.left(self.seating.seats());
        self.phase = if self.to_draw() == 0 { Phase::Over } else { Phase::Start };
    }

    /// Switch cards: laid beside the discard pile until the end of the turn; with two players discarded at once.
    #[inline]
    pub(crate) fn lay_aside(&mut self) {
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
    pub(crate) fn roll(&mut self, face: Face) {
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
    pub(crate) fn bank(&mut self, colour: Colour) {
        self.bench[self.seat].give(colour, &mut self.banked[self.seat]);
        self.end_turn();
    }

    /// Scoring: the numbers on all cards in a Bench and its Banked pile; ties share the victory.
    pub(crate) fn final_score(&self) -> Option<Standings> {
        let scores = || PerSeat::from_fn(self.seating.seats(), |seat| self.points(seat));
        (self.phase == Phase::Over).then(|| Standings::by_score(scores()))
    }
}

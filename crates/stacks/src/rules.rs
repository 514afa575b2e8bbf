//! The rules, in the order of the sheet: setup; turn order, deal; draw, play, fold; call; end of the round;
//! winning.

use table::{
    About, BadTable, Event, EventOf, Game, Numbered, Odds, OptionAbout, OptionKind, PerSeat, Rng, Seat,
    SeatSet, Seating, Standings, Turn, Viewer,
};

use crate::{
    cards::{Card, Cards, Handful},
    moves::{Fate, Foul, Move},
    options::Options,
    state::{Bid, Ending, MOST_BID, Phase, RoundEnd, State},
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
        id: "stacks",
        title: "Stacks",
        pitch: "Build a secret Stack, say what it is worth, and be believed, or catch the one who lies.",
        players: (2, 5),
        options: &[
            OptionAbout {
                key: "goal",
                about: "points that win the game",
                kind: OptionKind::Number { min: 1, max: Options::MOST_GOAL },
            },
            OptionAbout {
                key: "deck",
                about: "how many cards there are of each value",
                kind: OptionKind::Data { form: r#"{"-10":1,"1":5,"2":4,"3":3,"4":2}"# },
            },
        ],
        rules: include_str!("rules.md"),
    };

    const HAS_WINDOW: bool = true;

    /// Setup: nobody has points, and all cards are in the deck.
    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        let seats = seating.seats();
        let (least, most) = Self::ABOUT.players;
        if !(least..=most).contains(&seats) {
            return Err(BadTable::Seating(format!("Stacks is for {least} to {most} players, not {seats}")));
        }
        options.check(seats)?;
        Ok(State {
            options: options.clone(),
            seating: *seating,
            phase: Phase::Deal(0),
            scores: PerSeat::new(seats),
            round: 1,
            order: first_order(seating),
            at: 0,
            still_in: SeatSet::all(seats),
            deck: *options.deck.cards(),
            hands: PerSeat::new(seats),
            stacks: PerSeat::new(seats),
            bids: Default::default(),
            plays: 0,
            last_round: None,
        })
    }

    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        Ok((Options::default(), Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal(_) | Phase::Draw => Turn::Nature,
            Phase::Choose => Turn::Seats(self.callers().with(self.seat())),
            Phase::Window(_) => Turn::Seats(self.callers()),
            Phase::Over => Turn::Over,
        }
    }

    /// In a window the seats are asked once, in turn order, beginning after the one that played.
    #[inline]
    fn asked(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choose => Some(self.seat()),
            Phase::Window(waiting) => Some(self.seat_at(self.next_of(waiting))),
            _ => None,
        }
    }

    fn pass(&self, seat: Seat) -> Option<Move> {
        let is_asked = matches!(self.phase, Phase::Window(waiting) if waiting.has(seat));
        is_asked.then_some(Move::Pass { play: self.plays })
    }

    #[inline]
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let play = self.plays;
        let hand = self.hands[seat];
        let lowest = self.lowest_bid();
        let (mut bids, mut plays, mut folds, mut calls, mut passes) = (0, 0, 0, 0, 0);
        match self.phase {
            Phase::Choose => {
                if seat == self.seat() {
                    bids = (MOST_BID + 1 - lowest) as usize;
                    plays = hand.choices() * bids;
                    folds = 1;
                }
                calls = usize::from(self.callers().has(seat));
            }
            Phase::Window(waiting) => {
                calls = usize::from(self.callers().has(seat));
                passes = usize::from(waiting.has(seat));
            }
            _ => {}
        }
        Numbered::new(plays + folds + calls + passes, move |n| match n {
            n if n < plays => {
                let (n, bids) = (n as u32, bids as u32);
                Move::Play { cards: hand.choice((n / bids) as usize), bid: lowest + (n % bids) as i16 }
            }
            n if n < plays + folds => Move::Fold,
            n if n < plays + folds + calls => Move::Call { play },
            _ => Move::Pass { play },
        })
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Foul> {
        if seat.index() >= self.seating.seats() {
            return Err(Foul::NoSuchSeat);
        }
        if let Move::Call { play } | Move::Pass { play } = *mv {
            self.check_play_named(play)?;
        }
        match self.phase {
            Phase::Over => return Err(Foul::GameIsOver),
            _ if !self.still_in.has(seat) => return Err(Foul::YouHaveFolded),
            Phase::Deal(_) | Phase::Draw => return Err(Foul::WaitForTheCard),
            Phase::Choose | Phase::Window(_) => {}
        }
        match *mv {
            Move::Play { cards, bid } => self.check_turn(seat).and_then(|()| self.check_play(&cards, bid)),
            Move::Fold => self.check_turn(seat),
            Move::Call { .. } | Move::Pass { .. } if !self.callers().has(seat) => Err(Foul::YourOwnPlay),
            Move::Call { .. } => Ok(()),
            Move::Pass { .. } => match self.phase {
                Phase::Window(waiting) if waiting.has(seat) => Ok(()),
                Phase::Window(_) => Err(Foul::YouHavePassed),
                _ => Err(Foul::NothingToPass),
            },
        }
    }

    fn check_fate(&self, Fate(card): &Fate) -> Result<(), Foul> {
        match self.phase {
            Phase::Over => Err(Foul::GameIsOver),
            Phase::Choose | Phase::Window(_) => Err(Foul::NoCardIsDrawn),
            _ if !self.deck.has(*card) => Err(Foul::NoSuchCardLeft(*card)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<State>) {
        match *event {
            Event::Fate(Fate(card)) => {
                self.deck.take(card);
                match self.phase {
                    Phase::Deal(dealt) => self.deal(card, dealt),
                    _ => self.draw_card(card),
                }
            }
            Event::Move { mv: Move::Play { cards, bid }, .. } => self.play(&cards, bid),
            Event::Move { mv: Move::Fold, .. } => self.fold(),
            Event::Move { seat, mv: Move::Call { .. } } => self.call(seat),
            Event::Move { seat, mv: Move::Pass { .. } } => self.pass(seat),
        }
    }

    #[inline]
    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Fate {
        Fate(self.deck.draw(rng))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(&self, event: &EventOf<State>, viewer: Viewer) -> Shown {
        Shown::of(self, event, viewer)
    }

    fn standings(&self) -> Option<Standings> {
        (self.phase == Phase::Over).then(|| Standings::by_score(self.scores))
    }
}

/// Turn order of the first round: the youngest, then clockwise.
pub fn first_order(seating: &Seating) -> PerSeat<Seat> {
    let seats = seating.seats();
    let mut next = seating.youngest();
    PerSeat::from_fn(seats, |_| {
        let seat = next;
        next = seat.left(seats);
        seat
    })
}

/// Turn order of every later round: the lowest score first, and the younger first where scores are equal.
pub fn later_order(seating: &Seating, scores: &PerSeat<i32>) -> PerSeat<Seat> {
    let youngest_first = seating.seniority();
    let mut order = PerSeat::from_fn(youngest_first.len(), |place| youngest_first[place.index()]);
    // A stable sort: equal scores stay in the order of age.
    order.sort_by_key(|seat| scores[*seat]);
    order
}

impl State {
    /// The place in the turn order of the next seat of a set after the one whose turn it is.
    #[inline]
    fn next_of(&self, seats: SeatSet) -> u8 {
        let mut at = self.at;
        loop {
            at = if usize::from(at) + 1 == self.order.len() { 0 } else { at + 1 };
            if seats.has(self.seat_at(at)) || at == self.at {
                return at;
            }
        }
    }

    /// Deal cards: one to each seat, in turn order.
    #[inline]
    fn deal(&mut self, card: Card, dealt: u8) {
        let seat = self.seat_at(dealt);
        self.hands[seat].add(card);
        let all = self.seating.seats() as u8;
        self.phase = if dealt + 1 == all { Phase::Draw } else { Phase::Deal(dealt + 1) };
    }

    /// Draw a card: it joins the hand; the last of the deck ends the round, and the turn is cancelled.
    #[inline]
    fn draw_card(&mut self, card: Card) {
        let seat = self.seat();
        self.hands[seat].add(card);
        if self.deck.is_empty() {
            self.end_round(self.stacks, Ending::EmptyDeck);
        } else {
            self.phase = Phase::Choose;
        }
    }

    /// Play or Fold: only on the own turn.
    fn check_turn(&self, seat: Seat) -> Result<(), Foul> {
        if self.phase == Phase::Choose && seat == self.seat() { Ok(()) } else { Err(Foul::NotYourTurn) }
    }

    /// Play: one or both cards of the hand, and a Bid above the last one.
    fn check_play(&self, cards: &Handful, bid: i16) -> Result<(), Foul> {
        if cards.is_empty() {
            return Err(Foul::NoCardsPlayed);
        }
        if !(-MOST_BID..=MOST_BID).contains(&bid) {
            return Err(Foul::BidOutOfRange);
        }
        if let Some(last) = self.last_play().filter(|last| bid <= last.bid) {
            return Err(Foul::BidTooLow(last.bid));
        }
        self.hands[self.seat()].without(cards).map(|_| ()).ok_or(Foul::NotInYourHand)
    }

    /// The lowest Bid that may be made now; beyond the highest when none may.
    #[inline]
    pub fn lowest_bid(&self) -> i16 {
        self.last_play().map_or(-MOST_BID, |last| last.bid + 1)
    }

    /// Play: the cards go face down onto the Stack, and everybody else may call.
    #[inline]
    fn play(&mut self, cards: &Handful, bid: i16) {
        let seat = self.seat();
        self.hands[seat] = self.hands[seat].without(cards).expect("a checked play is in the hand");
        for card in cards.cards() {
            self.stacks[seat].add(*card);
        }
        self.bids.push(Bid { seat, cards: cards.len() as u8, bid });
        self.plays += 1;
        self.phase = Phase::Window(self.callers());
    }

    /// Fold: hand and Stack stay where they are, face up; the Bid to beat and the play to call stay too.
    #[inline]
    fn fold(&mut self) {
        self.still_in = self.still_in.without(self.seat());
        match self.still_in.first() {
            Some(seat) if self.still_in.len() == 1 => self.end_round(self.stacks, Ending::OneLeft { seat }),
            _ => self.next_turn(),
        }
    }

    #[inline]
    fn next_turn(&mut self) {
        self.at = self.next_of(self.still_in);
        self.phase = Phase::Draw;
    }

    /// Call: everyone still in the round, except the seat that played last.
    #[inline]
    pub fn callers(&self) -> SeatSet {
        self.last_play().map_or(SeatSet::NONE, |last| self.still_in.without(last.seat))
    }

    /// Call: it counts only against the play it was meant for.
    fn check_play_named(&self, play: u32) -> Result<(), Foul> {
        match play {
            _ if play == 0 || play > self.plays => Err(Foul::NoSuchPlay(play)),
            _ if play < self.plays || self.bids.is_empty() => Err(Foul::TooLate(play)),
            _ => Ok(()),
        }
    }

    /// Nobody has to call: when all have let the play pass, the next turn begins.
    #[inline]
    fn pass(&mut self, seat: Seat) {
        let Phase::Window(waiting) = self.phase else {
            unreachable!("a checked pass is made in a window");
        };
        let waiting = waiting.without(seat);
        if waiting.is_empty() {
            self.next_turn();
        } else {
            self.phase = Phase::Window(waiting);
        }
    }

    /// Call: a Stack worth exactly the Bid costs the caller the own Stack except the -10; any other goes to the
    /// caller whole.
    #[inline]
    fn call(&mut self, caller: Seat) {
        let Bid { seat: accused, bid, .. } = *self.last_play().expect("a checked call has a play to call");
        let revealed = self.stacks;
        let truth = revealed[accused].sum() == i32::from(bid);
        let (winner, loser) = if truth { (accused, caller) } else { (caller, accused) };
        let mut taken = std::mem::take(&mut self.stacks[loser]);
        if truth {
            let kept = taken.take_all(Card::MINUS_TEN);
            self.stacks[loser].add_many(Card::MINUS_TEN, kept);
        }
        self.stacks[winner].add_pile(&taken);
        self.end_round(revealed, Ending::Call { caller, accused, bid, truth });
    }

    /// End of the round: whoever did not fold gets the value of the own Stack, and all cards go back.
    fn end_round(&mut self, revealed: PerSeat<Cards>, ending: Ending) {
        let seats = self.seating.seats();
        let points = PerSeat::from_fn(seats, |seat| match self.still_in.has(seat) {
            true => self.stacks[seat].sum(),
            false => 0,
        });
        for seat in Seat::all(seats) {
            self.scores[seat] += points[seat];
        }
        let folded = SeatSet::all(seats).minus(self.still_in);
        self.last_round = Some(RoundEnd { round: self.round, ending, folded, stacks: revealed, points });
        self.still_in = SeatSet::all(seats);
        self.deck = *self.options.deck.cards();
        self.hands = PerSeat::new(seats);
        self.stacks = PerSeat::new(seats);
        self.bids.clear();
        self.at = 0;
        if self.has_winner() {
            self.phase = Phase::Over;
        } else {
            self.round += 1;
            self.order = later_order(&self.seating, &self.scores);
            self.phase = Phase::Deal(0);
        }
    }

    /// Goal: somebody has enough points, and nobody else has as many.
    fn has_winner(&self) -> bool {
        let best = self.scores.iter().max().copied().unwrap_or(0);
        best >= self.options.goal && self.scores.iter().filter(|score| **score == best).count() == 1
    }
}

impl Odds for State {
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        let draws = self.turn() == Turn::Nature;
        self.deck.counts().filter(move |_| draws).map(|(card, count)| (Fate(card), count.into()))
    }

    fn comes_right(&self, mv: &Move) -> Option<bool> {
        let Move::Call { .. } = mv else { return None };
        self.last_play().map(|last| i32::from(last.bid) != self.stack(last.seat).sum())
    }
}

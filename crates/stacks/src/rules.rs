//! The rules, in the order of the sheet: setup; turn order, deal; draw, play, fold; call; end of the round;
//! winning.

use table::{BadTable, Game as _, PerSeat, Seat, SeatSet, Seating, Standings};

use crate::{
    cards::{Card, Cards, Handful},
    moves::Foul,
    options::Options,
    state::{Ending, MOST_BID, Phase, Play, RoundEnd, State},
};

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
    /// Setup: nobody has points, and all cards are in the deck.
    pub(crate) fn set_up(options: &Options, seating: &Seating) -> Result<State, BadTable> {
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
            plays: Default::default(),
            play_number: 0,
            last_round: None,
        })
    }

    /// Deal cards: one to each seat, in turn order.
    #[inline]
    pub(crate) fn deal(&mut self, card: Card, dealt: u8) {
        let seat = self.seat_at(dealt);
        self.hands[seat].add(card);
        let all = self.seating.seats() as u8;
        self.phase = if dealt + 1 == all { Phase::Draw } else { Phase::Deal(dealt + 1) };
    }

    /// Draw a card: it joins the hand; the last of the deck ends the round, and the turn is cancelled.
    #[inline]
    pub(crate) fn draw_card(&mut self, card: Card) {
        let seat = self.seat();
        self.hands[seat].add(card);
        if self.deck.is_empty() {
            self.end_round(self.stacks, Ending::EmptyDeck);
        } else {
            self.phase = Phase::Choose;
        }
    }

    /// Play or Fold: only on the own turn.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Foul> {
        if self.phase == Phase::Choose && seat == self.seat() { Ok(()) } else { Err(Foul::NotYourTurn) }
    }

    /// Play: one or both cards of the hand, and a Bid above the last one.
    pub(crate) fn check_play(&self, cards: &Handful, bid: i16) -> Result<(), Foul> {
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
    pub(crate) fn play(&mut self, cards: &Handful, bid: i16) {
        let seat = self.seat();
        self.hands[seat] = self.hands[seat].without(cards).expect("a checked play is in the hand");
        for card in cards.cards() {
            self.stacks[seat].add(*card);
        }
        self.plays.push(Play { seat, cards: cards.len() as u8, bid });
        self.play_number += 1;
        self.phase = Phase::Window(self.callers());
    }

    /// Fold: hand and Stack stay where they are, face up; the Bid to beat and the play to call stay too.
    #[inline]
    pub(crate) fn fold(&mut self) {
        self.still_in = self.still_in.without(self.seat());
        match self.still_in.first() {
            Some(seat) if self.still_in.len() == 1 => self.end_round(self.stacks, Ending::OneLeft { seat }),
            _ => self.next_turn(),
        }
    }

    /// Turn order: the next seat still in the round draws.
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

    /// Call: it counts only against the play it names, and only until the next play.
    pub(crate) fn check_play_named(&self, play: u32) -> Result<(), Foul> {
        match play {
            _ if play == 0 || play > self.play_number => Err(Foul::NoSuchPlay(play)),
            _ if play < self.play_number || self.plays.is_empty() => Err(Foul::TooLate(play)),
            _ => Ok(()),
        }
    }

    /// Nobody has to call: when all have let the play pass, the next turn begins.
    #[inline]
    pub(crate) fn let_pass(&mut self, seat: Seat) {
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

    /// Call: when the called Stack is worth exactly the Bid, the caller's Stack goes to the other seat, except a -10.
    /// Otherwise the caller gets the whole called Stack.
    #[inline]
    pub(crate) fn call(&mut self, caller: Seat) {
        let Play { seat: accused, bid, .. } = *self.last_play().expect("a checked call has a play to call");
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
        self.plays.clear();
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

    /// Goal: the highest score wins.
    pub(crate) fn final_score(&self) -> Option<Standings> {
        (self.phase == Phase::Over).then(|| Standings::by_score(self.scores))
    }
}

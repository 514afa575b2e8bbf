//! The rules, in the order of the sheet: getting ready, the deal, the order of turns, the hand, actions, scavenge,
//! stash, steal, show, share, event cards, the end of the game, and the score.
//!
//! What people remember of hidden cards is no rule: `memory.rs` watches the events from outside. A function named
//! `check_…` only looks, and says which rule forbids a move.

use table::{BadTable, PerSeat, Seat, SeatSet, Seating, Standings};

use crate::{
    cards::{Card, Cards, Drawn, EventId},
    events::Effect,
    moves::{Foul, Guess, Lot, Move},
    state::{JustSeen, MOST_NUTS, Options, Phase, Progress, ROUNDS_WITHOUT_STASH, Remaining, State, Team},
};

/// Getting ready.
impl State {
    /// The nut cards are shuffled without the events; every seat will draw one, unless the host names the Raccoon.
    pub(crate) fn set_up(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        let seats = seating.seats();
        if !(3..=4).contains(&seats) {
            let problem = format!("Nuts for Nuts is played by 3 or 4, not by {seats}");
            return Err(BadTable::Seating(problem));
        }
        options.check(seats)?;
        let mut state = State::undealt(options, *seating);
        if let Some(raccoon) = options.raccoon {
            state.make_raccoon(raccoon);
        }
        Ok(state)
    }

    /// A seat draws an open card. When all have drawn, the highest number is the Raccoon; tied seats draw again.
    pub(crate) fn draw_for_raccoon(&mut self, tied: SeatSet, next: Seat, card: Card) {
        self.pile.take(card.into());
        self.raccoon_draws[next] = Some(card);
        if let Some(next) = tied.iter().find(|seat| *seat > next) {
            self.phase = Phase::Raccoon { tied, next };
            return;
        }
        let number = |seat: Seat| self.raccoon_draws[seat].map(Card::number);
        let highest = tied.iter().map(number).max().flatten();
        let tied: SeatSet = tied.iter().filter(|seat| number(*seat) == highest).collect();
        let next = tied.first().expect("somebody drew the highest number");
        if tied.len() == 1 {
            return self.make_raccoon(next);
        }
        if self.pile.len() < tied.len() {
            self.pile.top = Cards::ALL_NUTS;
        }
        self.phase = Phase::Raccoon { tied, next };
    }

    /// One seat is the Raccoon; all cards go back to be dealt, first to the Raccoon's left.
    fn make_raccoon(&mut self, raccoon: Seat) {
        self.raccoon = raccoon;
        self.pile.top = Cards::ALL_NUTS;
        self.seat = raccoon.left(self.seating.seats());
        self.phase = Phase::Deal;
    }
}

/// Deal cards.
impl State {
    /// Three to each Squirrel; to the Raccoon two, and one more for each Squirrel.
    fn cards_dealt_to(&self, seat: Seat) -> usize {
        match self.team(seat) {
            Team::Squirrels => 3,
            Team::Raccoon => 2 + self.squirrels().len(),
        }
    }

    /// Deals one card; after the last one the events are shuffled into the pile and heavy hands are dropped.
    pub(crate) fn deal(&mut self, card: Card) {
        self.pile.take(card.into());
        self.hands[self.seat].add(card);
        if self.hands[self.seat].len() < self.cards_dealt_to(self.seat) {
            return;
        }
        let all_dealt = self.seat == self.raccoon;
        self.seat = self.seat.left(self.seating.seats());
        if all_dealt {
            Cards::events(self.options.events.len()).iter().for_each(|event| self.pile.top.add(event));
            self.limit_dealt_hands();
        }
    }

    /// Squirrels dealt too many nuts drop their hands, one after the other from the Raccoon's left; then the first
    /// turn begins there.
    fn limit_dealt_hands(&mut self) {
        while self.seat != self.raccoon {
            if self.is_over_limit(self.seat) {
                return self.drop_hand_over_limit(self.seat);
            }
            self.seat = self.seat.left(self.seating.seats());
        }
        self.has_begun = true;
        self.begin_turn(self.raccoon.left(self.seating.seats()));
    }
}

/// The game: turns go clockwise from the Raccoon's left.
impl State {
    /// A Squirrel gets a free draw, one action, a Show and a Share; the Raccoon one action, and one more for each
    /// Squirrel.
    #[inline]
    fn begin_turn(&mut self, seat: Seat) {
        self.seat = seat;
        self.phase = Phase::Act;
        self.watched = self.watched.without(seat);
        self.progress = if self.is_spent() { Progress::Still } else { Progress::Moved };
        self.remaining = match self.team(seat) {
            Team::Squirrels => Remaining { free_draw: true, actions: 1, show: true, share: true },
            Team::Raccoon => Remaining { actions: 1 + self.squirrels().len() as u8, ..Remaining::default() },
        };
    }

    /// The next seat clockwise has its turn, unless the game ends with this one.
    #[inline]
    fn end_turn(&mut self) {
        self.draws_to_come = 0;
        self.still_turns = if self.progress == Progress::Still { self.still_turns + 1 } else { 0 };
        self.turns_without_stash =
            if self.progress == Progress::Stashed { 0 } else { self.turns_without_stash + 1 };
        if self.has_ended() || self.has_stalled() {
            self.phase = Phase::Over;
        } else {
            self.begin_turn(self.seat.left(self.seating.seats()));
        }
    }

    /// What comes after a draw and all it led to: the end of the game, more draws of that seat, or the turn.
    #[inline]
    pub(crate) fn go_on(&mut self, seat: Seat) {
        if self.has_ended() {
            self.phase = Phase::Over;
        } else if self.draws_to_come > 0 && !self.is_spent() {
            self.draws_to_come -= 1;
            self.phase = Phase::Draw(seat);
        } else {
            self.draws_to_come = 0;
            if self.has_begun {
                self.phase = Phase::Act;
            } else {
                self.seat = self.seat.left(self.seating.seats());
                self.limit_dealt_hands();
            }
        }
    }
}

/// Hand.
impl State {
    /// A Squirrel cannot hold more than six nuts; the Raccoon can hold any number.
    #[inline]
    fn is_over_limit(&self, seat: Seat) -> bool {
        self.team(seat) == Team::Squirrels && self.hands[seat].nuts() > MOST_NUTS
    }

    /// A card has come into a hand: one that is too heavy now is dropped at once.
    #[inline]
    fn limit_hand(&mut self, seat: Seat) {
        if self.is_over_limit(seat) {
            self.drop_hand_over_limit(seat);
        } else {
            self.go_on(seat);
        }
    }

    /// The whole hand is dropped; then its owner may draw one card.
    fn drop_hand_over_limit(&mut self, seat: Seat) {
        self.drop_hand(seat);
        self.phase = Phase::Redraw(seat);
    }

    /// All cards of a hand go under the pile.
    fn drop_hand(&mut self, seat: Seat) {
        let dropped = std::mem::take(&mut self.hands[seat]);
        self.put_under(dropped);
    }

    /// Cards go under the pile, seen by all, in an order nobody knows.
    fn put_under(&mut self, cards: Cards) {
        if cards.is_empty() {
            return;
        }
        self.pile.put_under(cards);
        let mut fell = cards;
        if let JustSeen::Fell(before) = self.just_seen {
            assert!(fell.add_all(before), "no card falls twice in one event");
        }
        self.just_seen = JustSeen::Fell(fell);
    }

    /// The one card after a dropped hand is drawn; a seat in the middle of several draws has one more.
    pub(crate) fn redraw(&mut self, seat: Seat) {
        self.draws_to_come += 1;
        self.go_on(seat);
    }
}

/// Actions.
impl State {
    /// Whatever is done first, the free draw is over with it.
    #[inline(always)] // mostly called with a move of a known kind, of which little is left then
    pub(crate) fn act(&mut self, seat: Seat, mv: Move) {
        self.remaining.free_draw = false;
        match mv {
            Move::FreeDraw => self.phase = Phase::Draw(seat),
            Move::Scavenge => self.scavenge(seat),
            Move::Stash(lot) => self.stash_lot(seat, lot),
            Move::Steal(from) => self.steal(from),
            Move::Show(card) => self.show_card(card),
            Move::Share { card, to } => self.share(seat, card, to),
            _ => self.end_turn(),
        }
    }

    #[inline]
    fn check_has_action(&self) -> Result<(), Foul> {
        if self.remaining.actions > 0 { Ok(()) } else { Err(Foul::NoActionLeft) }
    }

    #[inline]
    pub(crate) fn check_holds(&self, seat: Seat, card: Card) -> Result<(), Foul> {
        if self.hands[seat].has(card) { Ok(()) } else { Err(Foul::NotInYourHand(card)) }
    }

    pub(crate) fn check_free_draw(&self) -> Result<(), Foul> {
        match self.remaining.free_draw {
            false => Err(Foul::NoFreeDraw),
            true if self.is_spent() => Err(Foul::PileIsEmpty),
            true => Ok(()),
        }
    }
}

/// Scavenge.
impl State {
    pub(crate) fn check_scavenge(&self) -> Result<(), Foul> {
        self.check_has_action()?;
        if self.is_spent() { Err(Foul::PileIsEmpty) } else { Ok(()) }
    }

    #[inline]
    fn scavenge(&mut self, seat: Seat) {
        self.remaining.actions -= 1;
        self.phase = Phase::Draw(seat);
    }

    /// The card off the pile goes to the hand; an event takes effect instead.
    #[inline]
    pub(crate) fn draw_card(&mut self, seat: Seat, drawn: Drawn) {
        self.pile.take(drawn);
        match drawn {
            Drawn::Card(card) => {
                self.hands[seat].add(card);
                self.limit_hand(seat);
            }
            Drawn::Event(event) => self.event(seat, event),
        }
    }
}

/// Stash.
impl State {
    pub(crate) fn check_stash(&self, seat: Seat, lot: Lot) -> Result<(), Foul> {
        self.check_has_action()?;
        if !lot.is_of_one_nut() {
            return Err(Foul::NotTheSameNut);
        }
        let mut hand = self.hands[seat];
        for card in lot.cards() {
            if !hand.has(card) {
                let twice = self.hands[seat].has(card);
                return Err(if twice { Foul::OnlyOneInYourHand(card) } else { Foul::NotInYourHand(card) });
            }
            hand.take(card);
        }
        Ok(())
    }

    #[inline]
    fn stash_lot(&mut self, seat: Seat, lot: Lot) {
        self.remaining.actions -= 1;
        self.put_on_stash(seat, lot);
    }

    /// One card, or two of the same nut, go face up on the team's stash.
    #[inline]
    pub(crate) fn put_on_stash(&mut self, seat: Seat, lot: Lot) {
        for card in lot.cards() {
            self.hands[seat].take(card);
            self.stashes[self.team(seat) as usize].add(card);
        }
        self.progress = Progress::Stashed;
        self.go_on(seat);
    }
}

/// Steal.
impl State {
    /// The Squirrels that the Raccoon can try to steal from.
    #[inline]
    pub(crate) fn open_to_theft(&self) -> SeatSet {
        if self.watched.has(self.raccoon) {
            return SeatSet::NONE;
        }
        let mut open = self.squirrels().minus(self.watched);
        for seat in Seat::all(self.seating.seats()) {
            if self.hands[seat].is_empty() {
                open = open.without(seat);
            }
        }
        open
    }

    pub(crate) fn check_steal(&self, seat: Seat, from: Seat) -> Result<(), Foul> {
        if self.team(seat) != Team::Raccoon {
            return Err(Foul::OnlyTheRaccoonSteals);
        }
        self.check_has_action()?;
        if self.watched.has(seat) {
            return Err(Foul::YouAreWatched);
        }
        if !self.squirrels().has(from) {
            return Err(Foul::NotASquirrel(from));
        }
        if self.watched.has(from) {
            return Err(Foul::Watched(from));
        }
        if self.hands[from].is_empty() { Err(Foul::NothingToSteal(from)) } else { Ok(()) }
    }

    #[inline]
    fn steal(&mut self, from: Seat) {
        self.remaining.actions -= 1;
        self.phase = Phase::Lay(from);
    }

    /// The robbed Squirrel chooses a card and lays it face down.
    #[inline]
    pub(crate) fn lay(&mut self, robbed: Seat, card: Card) {
        self.laid = Some(card);
        self.phase = Phase::Guess(robbed);
    }

    /// A right guess takes the laid card, seen by all; after a wrong one it goes back to the hand unseen.
    #[inline]
    pub(crate) fn guess(&mut self, guess: Guess) {
        let (Phase::Guess(robbed), Some(card)) = (self.phase, self.laid.take()) else { return };
        if guess.is_right(card) {
            self.hands[robbed].take(card);
            self.hands[self.raccoon].add(card);
            self.progress = self.progress.max(Progress::Moved);
        }
        self.just_seen = JustSeen::Guessed(guess);
        self.go_on(self.raccoon);
    }
}

/// Show.
impl State {
    pub(crate) fn check_show(&self, seat: Seat, card: Card) -> Result<(), Foul> {
        if self.team(seat) != Team::Squirrels {
            return Err(Foul::OnlySquirrelsShare);
        }
        if !self.remaining.show {
            return Err(Foul::AlreadyShown);
        }
        self.check_holds(seat, card)
    }

    /// The other Squirrels look at the card; it stays in the hand.
    #[inline]
    fn show_card(&mut self, card: Card) {
        self.remaining.show = false;
        self.just_seen = JustSeen::Showed(Some(card));
    }
}

/// Share.
impl State {
    pub(crate) fn check_share(&self, seat: Seat, card: Card, to: Seat) -> Result<(), Foul> {
        if self.team(seat) != Team::Squirrels {
            return Err(Foul::OnlySquirrelsShare);
        }
        if !self.remaining.share {
            return Err(Foul::AlreadyShared);
        }
        if !self.squirrels().without(seat).has(to) {
            return Err(Foul::NotAnotherSquirrel(to));
        }
        self.check_holds(seat, card)
    }

    /// The card is given face up; the hand limit then applies to whoever gets it.
    #[inline]
    fn share(&mut self, seat: Seat, card: Card, to: Seat) {
        self.remaining.share = false;
        self.progress = self.progress.max(Progress::Moved);
        self.hands[seat].take(card);
        self.hands[to].add(card);
        self.limit_hand(to);
    }
}

/// Event cards.
impl State {
    /// An event is read out, takes effect on whoever drew it, and stays face up beside the pile.
    fn event(&mut self, seat: Seat, event: EventId) {
        self.events_out.add(event);
        let holds_any = !self.hands[seat].is_empty();
        match self.options.events[event.index()].effect {
            Effect::DropHand => self.drop_hand(seat),
            Effect::Draw(count) => self.draws_to_come += count,
            Effect::EndTurn if self.has_begun && seat == self.seat => return self.end_turn(),
            Effect::StashOne if holds_any => return self.phase = Phase::StashOne(seat),
            Effect::LoseRandom if holds_any => return self.phase = Phase::Lose(seat),
            Effect::NoSteal => self.watched = self.watched.with(seat),
            Effect::EndTurn | Effect::StashOne | Effect::LoseRandom | Effect::Nothing => {}
        }
        self.go_on(seat);
    }

    /// A card slips out of a hand and goes under the pile, seen by all.
    pub(crate) fn lose(&mut self, seat: Seat, card: Card) {
        self.hands[seat].take(card);
        self.put_under([card].into_iter().collect());
        self.go_on(seat);
    }
}

/// End of the game.
impl State {
    /// The draw pile is empty and one team holds no cards.
    #[inline]
    fn has_ended(&self) -> bool {
        self.is_spent()
            && (self.hands[self.raccoon].is_empty()
                || self.squirrels().iter().all(|seat| self.hands[seat].is_empty()))
    }

    /// A whole round was still, or nobody has stashed a card for ten rounds.
    #[inline]
    fn has_stalled(&self) -> bool {
        let seats = self.seating.seats();
        usize::from(self.still_turns) == seats
            || usize::from(self.turns_without_stash) == seats * ROUNDS_WITHOUT_STASH
    }
}

/// Score.
impl State {
    /// The nuts on each team's stash; the team with more wins together, and equal teams share the victory.
    pub(crate) fn final_score(&self) -> Option<Standings> {
        if self.phase != Phase::Over {
            return None;
        }
        let nuts = |team| self.stash(team).nuts() as i32;
        let best = nuts(Team::Raccoon).max(nuts(Team::Squirrels));
        let seats = self.seating.seats();
        Some(Standings {
            scores: PerSeat::from_fn(seats, |seat| nuts(self.team(seat))),
            teams: PerSeat::from_fn(seats, |seat| self.team(seat) as u8),
            winners: Seat::all(seats).filter(|seat| nuts(self.team(*seat)) == best).collect(),
        })
    }
}

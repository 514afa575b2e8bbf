//! What can be done in a turn, in the order of the sheet: scavenge, stash, steal, show and share; and what event
//! cards do.

use table::{Seat, SeatSet};

use crate::{
    cards::{Card, Drawn, EventId},
    events::Effect,
    moves::{Foul, Guess, Lot},
    state::{Phase, State, Stir, Team, Trace},
};

/// Scavenge.
impl State {
    pub(crate) fn check_scavenge(&self) -> Result<(), Foul> {
        self.check_has_action()?;
        if self.is_spent() { Err(Foul::PileIsEmpty) } else { Ok(()) }
    }

    #[inline]
    pub(crate) fn scavenge(&mut self, seat: Seat) {
        self.left.actions -= 1;
        self.phase = Phase::Draw(seat);
    }

    /// The card off the pile goes to the hand; an event takes effect instead.
    #[inline]
    pub(crate) fn draw_card(&mut self, seat: Seat, drawn: Drawn) {
        let came_up = self.pile.take(drawn);
        if let Drawn::Card(card) = drawn {
            self.hands[seat].add(card);
            self.known.draws(seat, card);
        }
        if let Some(batch) = came_up {
            self.known.comes_up(batch);
        }
        match drawn {
            Drawn::Card(_) => self.check_limit(seat),
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

    /// One card, or two of the same nut, go face up on the team's stash.
    #[inline]
    pub(crate) fn put_on_stash(&mut self, seat: Seat, lot: Lot) {
        for card in lot.cards() {
            self.give_up(seat, card);
            self.stashes[self.team(seat) as usize].add(card);
        }
        self.stir = Stir::Stashed;
        self.go_on(seat);
    }

    /// A card leaves a hand in sight of all.
    #[inline]
    fn give_up(&mut self, seat: Seat, card: Card) {
        self.hands[seat].take(card);
        self.known.leaves(seat, card);
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
    pub(crate) fn steal(&mut self, from: Seat) {
        self.left.actions -= 1;
        self.phase = Phase::Lay(from);
    }

    #[inline]
    pub(crate) fn lay(&mut self, robbed: Seat, card: Card) {
        self.laid = Some(card);
        self.phase = Phase::Guess(robbed);
    }

    /// A right guess takes the card, seen by all; a wrong one tells all what it is not.
    #[inline]
    pub(crate) fn guess(&mut self, guess: Guess) {
        let (Phase::Guess(robbed), Some(card)) = (self.phase, self.laid.take()) else { return };
        if guess.is_right(card) {
            self.give_up(robbed, card);
            self.hands[self.raccoon].add(card);
            self.known.arrives(self.raccoon, card);
            self.stir = self.stir.max(Stir::Moved);
        } else {
            self.known.is_not(robbed, guess);
        }
        self.trace = Trace::Guessed(guess);
        self.go_on(self.raccoon);
    }
}

/// Show and share.
impl State {
    pub(crate) fn check_show(&self, seat: Seat, card: Card) -> Result<(), Foul> {
        if self.team(seat) != Team::Squirrels {
            return Err(Foul::OnlySquirrelsShare);
        }
        if !self.left.show {
            return Err(Foul::AlreadyShown);
        }
        self.check_holds(seat, card)
    }

    #[inline]
    pub(crate) fn show_card(&mut self, seat: Seat, card: Card) {
        self.left.show = false;
        self.known.shows(seat, card);
        self.trace = Trace::Showed(Some(card));
    }

    pub(crate) fn check_share(&self, seat: Seat, card: Card, to: Seat) -> Result<(), Foul> {
        if self.team(seat) != Team::Squirrels {
            return Err(Foul::OnlySquirrelsShare);
        }
        if !self.left.share {
            return Err(Foul::AlreadyShared);
        }
        if !self.squirrels().without(seat).has(to) {
            return Err(Foul::NotAnotherSquirrel(to));
        }
        self.check_holds(seat, card)
    }

    /// The card is given face up; the hand limit then applies to whoever gets it.
    #[inline]
    pub(crate) fn share(&mut self, seat: Seat, card: Card, to: Seat) {
        self.left.share = false;
        self.stir = self.stir.max(Stir::Moved);
        self.give_up(seat, card);
        self.hands[to].add(card);
        self.known.arrives(to, card);
        self.check_limit(to);
    }
}

/// Event cards.
impl State {
    /// An event is read out, takes effect on whoever drew it, and stays beside the pile.
    fn event(&mut self, seat: Seat, event: EventId) {
        self.out.add(event);
        let holds_any = !self.hands[seat].is_empty();
        match self.options.events[event.index()].effect {
            Effect::DropHand => self.drop_hand(seat),
            Effect::Draw(count) => self.owed += count,
            Effect::EndTurn if self.begun && seat == self.seat => return self.end_turn(),
            Effect::StashOne if holds_any => return self.phase = Phase::StashOne(seat),
            Effect::LoseRandom if holds_any => return self.phase = Phase::Lose(seat),
            Effect::NoSteal => self.watched = self.watched.with(seat),
            Effect::EndTurn | Effect::StashOne | Effect::LoseRandom | Effect::Nothing => {}
        }
        self.go_on(seat);
    }

    /// A card slips out of a hand and goes under the pile, seen by all.
    pub(crate) fn lose(&mut self, seat: Seat, card: Card) {
        self.give_up(seat, card);
        self.put_under([card].into_iter().collect());
        self.go_on(seat);
    }
}

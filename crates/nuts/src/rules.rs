//! The rules, in the order of the sheet: getting ready, the deal; hand and turns; end and score. What can be done
//! in a turn is in `acts.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Numbered, Odds, PerSeat, Rng, Seat, SeatSet, Seating, Standings,
    Turn, Viewer,
};

use crate::{
    cards::{Card, Cards, Drawn},
    menu::Menu,
    moves::{Fate, Foul, Move},
    state::{Left, MOST_NUTS, Options, Phase, ROUNDS_WITHOUT_STASH, State, Stir, Team, Trace},
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
        id: "nuts",
        title: "Nuts for Nuts",
        pitch: "Two or three Squirrels hide nuts together while one Raccoon stuffs its face and robs them.",
        players: (3, 4),
        options: Options::IN_WORDS,
        rules: include_str!("rules.md"),
    };

    /// Getting ready: the nut cards are shuffled; all seats will draw for the Raccoon unless it is named.
    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        let seats = seating.seats();
        if !(3..=4).contains(&seats) {
            let problem = format!("Nuts for Nuts is played by 3 or 4, not by {seats}");
            return Err(BadTable::Seating(problem));
        }
        options.check(seats)?;
        let mut state = State::undealt(options, *seating);
        if let Some(raccoon) = options.raccoon {
            state.settle_raccoon(raccoon);
        }
        Ok(state)
    }

    /// The sheet leaves nothing to age here: the Raccoon is drawn, and its left neighbour begins.
    fn seat_zero_begins(seats: usize) -> Result<(Options, Seating), BadTable> {
        Ok((Options::default(), Seating::ascending(seats)?))
    }

    fn seating(&self) -> &Seating {
        &self.seating
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Raccoon { .. } | Phase::Deal | Phase::Draw(_) | Phase::Lose(_) => Turn::Nature,
            Phase::Over => Turn::Over,
            _ => Turn::Seats(self.asked().map_or(SeatSet::NONE, SeatSet::only)),
        }
    }

    /// The seat whose turn it is, or the Squirrel that has to answer out of turn.
    #[inline]
    fn asked(&self) -> Option<Seat> {
        match self.phase {
            Phase::Act | Phase::Guess(_) => Some(self.seat),
            Phase::Redraw(seat) | Phase::StashOne(seat) | Phase::Lay(seat) => Some(seat),
            _ => None,
        }
    }

    #[inline]
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let menu = Menu::of(self, seat);
        Numbered::new(menu.len(), move |n| menu.nth(n))
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Foul> {
        if self.phase == Phase::Over {
            return Err(Foul::GameIsOver);
        }
        if self.asked() != Some(seat) {
            return Err(Foul::NotYourTurn);
        }
        match (self.phase, *mv) {
            (Phase::Redraw(_), Move::Redraw | Move::Decline) => Ok(()),
            (Phase::Redraw(_), _) => Err(Foul::RedrawFirst),
            (Phase::StashOne(_), Move::Stash(lot)) => {
                lot.single().ok_or(Foul::OneCardOnly).and_then(|card| self.check_holds(seat, card))
            }
            (Phase::StashOne(_), _) => Err(Foul::StashOneFirst),
            (Phase::Lay(_), Move::Lay(card)) => self.check_holds(seat, card),
            (Phase::Lay(_), _) => Err(Foul::LayFirst),
            (Phase::Guess(_), Move::Guess(_)) => Ok(()),
            (Phase::Guess(_), _) => Err(Foul::GuessFirst),
            (_, Move::FreeDraw) => self.check_free_draw(),
            (_, Move::Scavenge) => self.check_scavenge(),
            (_, Move::Stash(lot)) => self.check_stash(seat, lot),
            (_, Move::Steal(from)) => self.check_steal(seat, from),
            (_, Move::Show(card)) => self.check_show(seat, card),
            (_, Move::Share { card, to }) => self.check_share(seat, card, to),
            (_, Move::EndTurn) => Ok(()),
            (_, Move::Lay(_) | Move::Guess(_) | Move::Redraw | Move::Decline) => Err(Foul::NotAsked),
        }
    }

    fn check_fate(&self, Fate(drawn): &Fate) -> Result<(), Foul> {
        match self.drawn_from() {
            _ if self.phase == Phase::Over => Err(Foul::GameIsOver),
            None => Err(Foul::NothingIsDrawn),
            Some(from) if from.has(*drawn) => Ok(()),
            Some(_) => Err(Foul::CannotComeUp(*drawn)),
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<State>) {
        self.trace = Trace::Nothing;
        match *event {
            Event::Fate(Fate(drawn)) => match (self.phase, drawn) {
                (Phase::Raccoon { tied, next }, Drawn::Card(card)) => self.draw_lot(tied, next, card),
                (Phase::Deal, Drawn::Card(card)) => self.deal(card),
                (Phase::Lose(seat), Drawn::Card(card)) => self.lose(seat, card),
                (Phase::Draw(seat), drawn) => self.draw_card(seat, drawn),
                _ => {}
            },
            Event::Move { seat, mv } => match mv {
                Move::Redraw => self.redraw(seat),
                Move::Decline => self.go_on(seat),
                Move::Lay(card) => self.lay(seat, card),
                Move::Guess(guess) => self.guess(guess),
                Move::Stash(lot) if self.phase == Phase::StashOne(seat) => self.put_on_stash(seat, lot),
                _ => self.act(seat, mv),
            },
        }
    }

    #[inline]
    fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Fate {
        Fate(self.drawn_from().expect("nature draws only when something is drawn").draw(rng))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn show(&self, event: &EventOf<State>, viewer: Viewer) -> Shown {
        Shown::of(self, event, viewer)
    }

    /// Score: the nuts on each team's stash; the team with more wins together, equal teams share the victory.
    fn standings(&self) -> Option<Standings> {
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

    fn team_of(&self, seat: Seat) -> u8 {
        self.team(seat) as u8
    }
}

/// Getting ready.
impl State {
    /// A seat draws an open card; when all have, the highest is the Raccoon, and the tied draw again.
    fn draw_lot(&mut self, tied: SeatSet, next: Seat, card: Card) {
        self.pile.take(card.into());
        self.lots[next] = Some(card);
        if let Some(next) = tied.iter().find(|seat| *seat > next) {
            self.phase = Phase::Raccoon { tied, next };
            return;
        }
        let number = |seat: Seat| self.lots[seat].map(Card::number);
        let highest = tied.iter().map(number).max().flatten();
        let tied: SeatSet = tied.iter().filter(|seat| number(*seat) == highest).collect();
        let next = tied.first().expect("somebody drew the highest number");
        if tied.len() == 1 {
            return self.settle_raccoon(next);
        }
        if self.pile.len() < tied.len() {
            self.pile.top = Cards::ALL_NUTS;
        }
        self.phase = Phase::Raccoon { tied, next };
    }

    /// All cards go back to be dealt, first to the Raccoon's left.
    fn settle_raccoon(&mut self, raccoon: Seat) {
        self.raccoon = raccoon;
        self.pile.top = Cards::ALL_NUTS;
        self.seat = raccoon.left(self.seating.seats());
        self.phase = Phase::Deal;
    }

    /// How many cards a seat is dealt: 3, or 2 and as many as there are Squirrels.
    pub(crate) fn dealt_to(&self, seat: Seat) -> usize {
        match self.team(seat) {
            Team::Squirrels => 3,
            Team::Raccoon => 2 + self.squirrels().len(),
        }
    }

    /// Deals a card; after the last one the events are shuffled into the pile and the hands are checked.
    fn deal(&mut self, card: Card) {
        self.pile.take(card.into());
        self.hands[self.seat].add(card);
        if self.hands[self.seat].len() < self.dealt_to(self.seat) {
            return;
        }
        let all_dealt = self.seat == self.raccoon;
        self.seat = self.seat.left(self.seating.seats());
        if all_dealt {
            Cards::events(self.options.events.len()).iter().for_each(|event| self.pile.top.add(event));
            self.check_dealt_hands();
        }
    }

    /// Checks the hand limit of each Squirrel, from the Raccoon's left on; then the first turn begins there.
    fn check_dealt_hands(&mut self) {
        while self.seat != self.raccoon {
            if self.is_over_limit(self.seat) {
                return self.drop_hand_over_limit(self.seat);
            }
            self.seat = self.seat.left(self.seating.seats());
        }
        self.begun = true;
        self.begin_turn(self.raccoon.left(self.seating.seats()));
    }
}

/// Hand.
impl State {
    /// A Squirrel cannot hold more than six nuts; the Raccoon can hold any number.
    #[inline]
    fn is_over_limit(&self, seat: Seat) -> bool {
        self.team(seat) == Team::Squirrels && self.hands[seat].nuts() > MOST_NUTS
    }

    /// Over the limit the whole hand is dropped at once; then its owner may draw one card.
    fn drop_hand_over_limit(&mut self, seat: Seat) {
        self.drop_hand(seat);
        self.phase = Phase::Redraw(seat);
    }

    /// All cards of a hand go under the pile, seen by all, in an order nobody knows.
    pub(crate) fn drop_hand(&mut self, seat: Seat) {
        let dropped = std::mem::take(&mut self.hands[seat]);
        self.known.leaves_all(seat);
        self.put_under(dropped);
    }

    pub(crate) fn put_under(&mut self, cards: Cards) {
        if cards.is_empty() {
            return;
        }
        if self.pile.put_under(cards) {
            self.known.comes_up(cards);
        }
        let mut fell = cards;
        if let Trace::Fell(before) = self.trace {
            assert!(fell.add_all(before), "no card falls twice in one event");
        }
        self.trace = Trace::Fell(fell);
    }

    fn redraw(&mut self, seat: Seat) {
        self.owed += 1;
        self.go_on(seat);
    }

    /// After a card has come into a hand: the limit, then whatever comes next.
    #[inline]
    pub(crate) fn check_limit(&mut self, seat: Seat) {
        if self.is_over_limit(seat) {
            self.drop_hand_over_limit(seat);
        } else {
            self.go_on(seat);
        }
    }

    /// After a draw and all it led to: the end of the game, cards still to be drawn, or back to the turn.
    #[inline]
    pub(crate) fn go_on(&mut self, seat: Seat) {
        if self.has_ended() {
            self.phase = Phase::Over;
        } else if self.owed > 0 && !self.is_spent() {
            self.owed -= 1;
            self.phase = Phase::Draw(seat);
        } else {
            self.owed = 0;
            if self.begun {
                self.phase = Phase::Act;
            } else {
                self.seat = self.seat.left(self.seating.seats());
                self.check_dealt_hands();
            }
        }
    }
}

/// Actions.
impl State {
    /// A Squirrel has a free draw, one action, and may show and share; the Raccoon has an action more than there
    /// are Squirrels.
    #[inline]
    fn begin_turn(&mut self, seat: Seat) {
        self.seat = seat;
        self.phase = Phase::Act;
        self.watched = self.watched.without(seat);
        self.stir = if self.is_spent() { Stir::Still } else { Stir::Moved };
        self.left = match self.team(seat) {
            Team::Squirrels => Left { free_draw: true, actions: 1, show: true, share: true },
            Team::Raccoon => Left { actions: 1 + self.squirrels().len() as u8, ..Left::default() },
        };
    }

    /// Whatever is done first, the free draw is over with it.
    #[inline]
    fn act(&mut self, seat: Seat, mv: Move) {
        self.left.free_draw = false;
        match mv {
            Move::FreeDraw => self.phase = Phase::Draw(seat),
            Move::Scavenge => self.scavenge(seat),
            Move::Stash(lot) => {
                self.left.actions -= 1;
                self.put_on_stash(seat, lot);
            }
            Move::Steal(from) => self.steal(from),
            Move::Show(card) => self.show_card(seat, card),
            Move::Share { card, to } => self.share(seat, card, to),
            _ => self.end_turn(),
        }
    }

    #[inline]
    pub(crate) fn end_turn(&mut self) {
        let seats = self.seating.seats();
        self.owed = 0;
        self.still = if self.stir == Stir::Still { self.still + 1 } else { 0 };
        self.unstashed = if self.stir == Stir::Stashed { 0 } else { self.unstashed + 1 };
        if self.has_ended() || self.has_stalled() {
            self.phase = Phase::Over;
        } else {
            self.begin_turn(self.seat.left(seats));
        }
    }

    #[inline]
    pub(crate) fn check_has_action(&self) -> Result<(), Foul> {
        if self.left.actions > 0 { Ok(()) } else { Err(Foul::NoActionLeft) }
    }

    #[inline]
    pub(crate) fn check_holds(&self, seat: Seat, card: Card) -> Result<(), Foul> {
        if self.hands[seat].has(card) { Ok(()) } else { Err(Foul::NotInYourHand(card)) }
    }

    fn check_free_draw(&self) -> Result<(), Foul> {
        match self.left.free_draw {
            false => Err(Foul::NoFreeDraw),
            true if self.is_spent() => Err(Foul::PileIsEmpty),
            true => Ok(()),
        }
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

    /// A whole round was still, or nobody has stashed anything for very long.
    #[inline]
    fn has_stalled(&self) -> bool {
        let seats = self.seating.seats();
        usize::from(self.still) == seats || usize::from(self.unstashed) == seats * ROUNDS_WITHOUT_STASH
    }
}

impl Odds for State {
    fn fates(&self) -> impl Iterator<Item = (Fate, u32)> {
        let from = self.drawn_from().unwrap_or_default();
        let faces = Card::all().map(move |card| (Fate(card.into()), from.count(card)));
        let events = from.iter().filter(|drawn| matches!(drawn, Drawn::Event(_)));
        faces.filter(|(_, ways)| *ways > 0).chain(events.map(|event| (Fate(event), 1)))
    }

    fn comes_right(&self, mv: &Move) -> Option<bool> {
        let Move::Guess(guess) = mv else { return None };
        self.laid.map(|card| guess.is_right(card))
    }
}

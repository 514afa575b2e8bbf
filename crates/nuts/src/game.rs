//! How the table asks the rules: the `Game` trait, answered by the functions of `rules.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Numbered, Odds, Rng, Seat, SeatSet, Seating, Standings, Turn,
    Viewer,
};

use crate::{
    cards::{Card, Drawn},
    menu::Menu,
    moves::{Fate, Foul, Move},
    state::{JustSeen, Options, Phase, State},
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

    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        State::set_up(options, seating)
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

    /// Each rule is carried out first; then memory looks at what everybody has seen of it.
    #[inline]
    fn apply(&mut self, event: &EventOf<State>) {
        self.just_seen = JustSeen::Nothing;
        match *event {
            Event::Fate(Fate(drawn)) => match (self.phase, drawn) {
                (Phase::Raccoon { tied, next }, Drawn::Card(card)) => self.draw_for_raccoon(tied, next, card),
                (Phase::Deal, Drawn::Card(card)) => self.deal(card),
                (Phase::Lose(seat), Drawn::Card(card)) => {
                    let was_spent = self.pile.is_empty();
                    self.lose(seat, card);
                    self.remember_loss(seat, card, was_spent);
                }
                (Phase::Draw(seat), drawn) => {
                    let was_last = self.pile.top.len() == 1;
                    self.draw_card(seat, drawn);
                    self.remember_draw(seat, drawn, was_last);
                }
                _ => {}
            },
            Event::Move { seat, mv } => match mv {
                Move::Redraw => self.redraw(seat),
                Move::Decline => self.go_on(seat),
                Move::Lay(card) => self.lay(seat, card),
                Move::Guess(guess) => {
                    let (phase, laid) = (self.phase, self.laid);
                    self.guess(guess);
                    self.memory.sees_guess(seat, guess, phase, laid);
                }
                Move::Stash(lot) => {
                    match self.phase == Phase::StashOne(seat) {
                        true => self.put_on_stash(seat, lot),
                        false => self.act(seat, mv),
                    }
                    self.memory.sees_stashed(seat, lot);
                }
                Move::Show(card) => {
                    self.act(seat, mv);
                    self.memory.is_shown(seat, card);
                }
                Move::Share { card, to } => {
                    let was_spent = self.pile.is_empty();
                    self.act(seat, mv);
                    self.remember_share(seat, card, to, was_spent);
                }
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

    fn standings(&self) -> Option<Standings> {
        self.final_score()
    }

    fn team_of(&self, seat: Seat) -> u8 {
        self.team(seat) as u8
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

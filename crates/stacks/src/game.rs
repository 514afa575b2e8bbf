//! How the table asks the rules: the `Game` trait, answered by the functions of `rules.rs`.

use table::{
    About, BadTable, Event, EventOf, Game, Numbered, Odds, OptionAbout, OptionKind, Rng, Seat, Seating,
    Standings, Turn, Viewer,
};

use crate::{
    moves::{Fate, Foul, Move},
    options::Options,
    state::{MOST_BID, Phase, State},
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

    fn open(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        State::set_up(options, seating)
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
        is_asked.then_some(Move::Pass { play: self.play_number })
    }

    #[inline]
    fn legal_moves(&self, seat: Seat) -> impl ExactSizeIterator<Item = Move> {
        let play = self.play_number;
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
            Event::Move { seat, mv: Move::Pass { .. } } => self.let_pass(seat),
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
        self.final_score()
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

//! The rules, in the order of the sheet: setup; draw, steal, bank; game end and scoring.

use table::{BadTable, PerSeat, Seat, Seating, Standings};

use crate::{
    moves::Number,
    state::{COPIES, Cards, MOST_FLIPS, Options, Phase, State},
};

impl State {
    /// Setup: a shuffled deck; nature then deals two cards to the Vault and two to each seat.
    pub(crate) fn set_up(options: &Options, seating: &Seating) -> Result<State, BadTable> {
        options.check()?;
        Ok(State {
            options: options.clone(),
            seating: *seating,
            pile: Cards::of(&[COPIES; Number::COUNT]).expect("105 cards fit a bag"),
            vault: Cards::EMPTY,
            face_up: PerSeat::new(seating.seats()),
            banked: PerSeat::new(seating.seats()),
            seat: seating.oldest(),
            flips: Default::default(),
            phase: Phase::Deal(0),
        })
    }

    /// Setup: the first two cards go to the Vault, then two to each seat, clockwise from the first player.
    pub(crate) fn deal(&mut self, number: Number, dealt: u8) {
        match dealt {
            0 | 1 => self.vault.add(number.kind()),
            _ => {
                self.face_up[self.seat].add(number.kind());
                if dealt % 2 == 1 {
                    self.pass_on();
                }
            }
        }
        let all = 2 + 2 * self.seating.seats() as u8;
        self.phase = if dealt + 1 == all { Phase::Draw } else { Phase::Deal(dealt + 1) };
    }

    /// Step 1: a card is flipped; the fifth, or the last to draw, is kept without a choice.
    #[inline]
    pub(crate) fn flip(&mut self, number: Number) {
        self.flips.push(number);
        if self.flips.len() == MOST_FLIPS || self.to_draw() == 0 {
            self.keep_last_flip();
        } else {
            self.phase = Phase::Choose;
        }
    }

    /// Steps 2 and 3 for the card flipped last, and on to the next seat.
    #[inline]
    pub(crate) fn keep_last_flip(&mut self) {
        let kept = self.flips.pop().expect("a seat keeps a card only after a flip");
        let already_had = self.face_up[self.seat].has(kept.kind());
        self.steal(kept);
        for unkept in &self.flips {
            self.vault.add(unkept.kind());
        }
        self.flips.clear();
        if already_had {
            self.bank(kept);
        }
        self.pass_on();
        self.phase = if self.to_draw() == 0 { Phase::Over } else { Phase::Draw };
    }

    /// Step 2: all matching cards from the left, from the right and from the Vault join the kept one.
    #[inline]
    fn steal(&mut self, kept: Number) {
        let [left, right] = self.neighbours();
        let kind = kept.kind();
        let mut gained = self.face_up[left].split(kind);
        // With two players both neighbours are the same seat; the second robbery finds nothing.
        gained.add_bag(&self.face_up[right].split(kind));
        gained.add_bag(&self.vault.split(kind));
        gained.add(kind);
        self.face_up[self.seat].add_bag(&gained);
    }

    /// Step 3: all face-up cards of the kept number turn face down.
    #[inline]
    fn bank(&mut self, kept: Number) {
        let cards = self.face_up[self.seat].split(kept.kind());
        self.banked[self.seat].add_bag(&cards);
    }

    /// Turns go clockwise.
    #[inline]
    fn pass_on(&mut self) {
        self.seat = self.seat.left(self.seating.seats());
    }

    /// The seats that can be robbed by the seat whose turn it is.
    #[inline]
    pub fn neighbours(&self) -> [Seat; 2] {
        let seats = self.seating.seats();
        [self.seat.left(seats), self.seat.right(seats)]
    }

    /// How many cards of a number a seat has, face up and banked.
    pub(crate) fn has_in_all(&self, seat: Seat, number: Number) -> u8 {
        self.face_up[seat].count(number.kind()) + self.banked[seat].count(number.kind())
    }

    /// Game end: face values of all cards a seat has, and a bonus for the most zeroes; ties share both.
    pub(crate) fn final_score(&self) -> Option<Standings> {
        (self.phase == Phase::Over).then(|| Standings::by_score(self.points_if_over()))
    }

    /// What every seat would score if the game ended here.
    pub(crate) fn points_if_over(&self) -> PerSeat<i32> {
        let seats = self.seating.seats();
        let zeroes = PerSeat::from_fn(seats, |seat| self.has_in_all(seat, Number::ZERO));
        let most = zeroes.iter().max().copied().unwrap_or(0);
        PerSeat::from_fn(seats, |seat| {
            let faces: i32 = (0..Number::COUNT)
                .map(Number::at)
                .map(|number| number.points() * i32::from(self.has_in_all(seat, number)))
                .sum();
            let bonus = most > 0 && zeroes[seat] == most;
            faces + if bonus { i32::from(self.options.zero_bonus) } else { 0 }
        })
    }
}

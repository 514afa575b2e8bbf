//! Seats, sets of seats, one value a seat, and the seating of a table.
//!
//! Seats are numbered clockwise from 0; the left neighbour is the next seat clockwise.

use std::{fmt, ops};

use serde::{Deserialize, Serialize, Serializer};

/// The most seats a table can have.
pub const MAX_SEATS: usize = 6;

/// A place at the table, numbered clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts", as = "u8"))]
pub struct Seat(u8);

impl Seat {
    /// The seat of that number, if a table can have it.
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < MAX_SEATS { Some(Seat(number)) } else { None }
    }

    /// Its number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table with so many, clockwise from 0.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        debug_assert!(seats <= MAX_SEATS);
        (0..seats as u8).map(Seat)
    }

    /// The next seat clockwise.
    pub const fn left(self, seats: usize) -> Seat {
        if self.0 as usize + 1 == seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The next seat counter-clockwise.
    pub const fn right(self, seats: usize) -> Seat {
        if self.0 == 0 { Seat(seats as u8 - 1) } else { Seat(self.0 - 1) }
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(number: u8) -> Result<Seat, String> {
        Seat::new(number).ok_or_else(|| format!("there is no seat {number}; seats are numbered 0 to 5"))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "Vec<Seat>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts", as = "Vec<Seat>"))]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const NONE: SeatSet = SeatSet(0);

    /// The set of one seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// All seats of a table with so many.
    pub const fn all(seats: usize) -> SeatSet {
        SeatSet(((1u16 << seats) - 1) as u8)
    }

    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with that seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set without that seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The seats that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat in it.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// Its seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS).filter(move |seat| self.has(*seat))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(u8::from)).finish()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> SeatSet {
        seats.into_iter().collect()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One value for each seat of a table; a list in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<T>", bound(deserialize = "T: Copy + Default + Deserialize<'de>"))]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "table.ts", type = "T[]", bound = "T: ts_rs::TS")
)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// The default value for each of so many seats.
    pub fn new(seats: usize) -> PerSeat<T> {
        PerSeat::from_fn(seats, |_| T::default())
    }

    /// A value made for each seat.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> PerSeat<T> {
        assert!(seats <= MAX_SEATS, "a table has at most {MAX_SEATS} seats");
        let mut values = [T::default(); MAX_SEATS];
        for seat in Seat::all(seats) {
            values[seat.index()] = value(seat);
        }
        PerSeat { values, seats: seats as u8 }
    }
}

impl<T> PerSeat<T> {
    /// How many seats there are.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a table always has seats")]
    pub const fn len(&self) -> usize {
        self.seats as usize
    }
}

impl<T> ops::Deref for PerSeat<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.values[..self.seats as usize]
    }
}

impl<T> ops::DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.seats as usize]
    }
}

impl<T> ops::Index<Seat> for PerSeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> ops::IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default> TryFrom<Vec<T>> for PerSeat<T> {
    type Error = String;
    fn try_from(values: Vec<T>) -> Result<PerSeat<T>, String> {
        if values.len() > MAX_SEATS {
            return Err(format!("a list of {} values for at most {MAX_SEATS} seats", values.len()));
        }
        Ok(PerSeat::from_fn(values.len(), |seat| values[seat.index()]))
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Who sits at a table: how many seats, and their order from youngest to oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "SeatingForm")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts"))]
pub struct Seating {
    seniority: PerSeat<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatingForm {
    seniority: Vec<Seat>,
}

impl Seating {
    /// A table whose seats, 2 to 6 of them, are listed from youngest to oldest.
    pub fn new(seniority: &[Seat]) -> Result<Seating, BadTable> {
        let seats = seniority.len();
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(BadTable::Seating(format!("a table has 2 to 6 seats, not {seats}")));
        }
        if seniority.iter().copied().collect::<SeatSet>() != SeatSet::all(seats) {
            return Err(BadTable::Seating(format!("seniority must name each of the {seats} seats once")));
        }
        Ok(Seating { seniority: PerSeat::from_fn(seats, |seat| seniority[seat.index()]) })
    }

    /// A table of 2 to 6 seats where seat 0 is the youngest and the last seat the oldest.
    pub fn ascending(seats: usize) -> Result<Seating, BadTable> {
        Seating::new(&(0..seats.min(MAX_SEATS + 1) as u8).map(Seat).collect::<Vec<_>>())
    }

    /// A table of 2 to 6 seats where seat 0 is the oldest and the last seat the youngest.
    pub fn descending(seats: usize) -> Result<Seating, BadTable> {
        Seating::new(&(0..seats.min(MAX_SEATS + 1) as u8).map(Seat).rev().collect::<Vec<_>>())
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seniority.len()
    }

    /// The seats from youngest to oldest.
    pub fn seniority(&self) -> &[Seat] {
        &self.seniority
    }

    /// The youngest seat.
    pub fn youngest(&self) -> Seat {
        self.seniority[Seat(0)]
    }

    /// The oldest seat.
    pub fn oldest(&self) -> Seat {
        self.seniority[Seat(self.seats() as u8 - 1)]
    }
}

impl TryFrom<SeatingForm> for Seating {
    type Error = BadTable;
    fn try_from(form: SeatingForm) -> Result<Seating, BadTable> {
        Seating::new(&form.seniority)
    }
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// The seats do not make a table, or not one of this game.
    #[error("{0}")]
    Seating(String),
    /// An option has a value the game cannot take.
    #[error("option `{key}`: {problem}")]
    Option {
        /// Which option.
        key: &'static str,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The options cannot be read at all.
    #[error("options: {0}")]
    Options(String),
}

impl BadTable {
    /// Refuses an option that is out of its range; `problem` goes on after the value, as in "is too much".
    pub fn check_range<T: PartialOrd + fmt::Display>(
        key: &'static str,
        value: T,
        range: ops::RangeInclusive<T>,
        problem: &str,
    ) -> Result<(), BadTable> {
        if range.contains(&value) {
            return Ok(());
        }
        let problem = format!("{value} {problem}; choose {} to {}", range.start(), range.end());
        Err(BadTable::Option { key, problem })
    }
}

//! The id of a table: 128 bits that nobody can guess when they were drawn at random, written as 26 letters and digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use std::str::FromStr;

/// Crockford's alphabet in lower case: no i, l, o, u, which are misread.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 26;

/// What each byte stands for.
const DIGITS: [u8; 256] = {
    let (mut digits, mut digit) = ([NONE; 256], 0);
    while digit < ALPHABET.len() {
        digits[ALPHABET[digit] as usize] = digit as u8;
        digit += 1;
    }
    digits
};
const NONE: u8 = u8::MAX;

/// The id of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId([u8; 16]);

/// A text that is no table id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table id has {LENGTH} letters and digits")]
pub struct BadTableId;

impl TableId {
    /// Makes an id of 16 bytes, which should come from a secure generator.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    fn with_text<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        let number = u128::from_be_bytes(self.0);
        let mut text = [0; LENGTH];
        for (place, letter) in text.iter_mut().rev().enumerate() {
            *letter = ALPHABET[(number >> (5 * place)) as usize % 32];
        }
        read(std::str::from_utf8(&text).expect("the alphabet is ASCII"))
    }
}

impl From<u128> for TableId {
    fn from(number: u128) -> Self {
        Self(number.to_be_bytes())
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for TableId {
    type Err = BadTableId;

    fn from_str(text: &str) -> Result<Self, BadTableId> {
        // 26 letters hold 130 bits: the first may only be 0 to 7.
        if text.len() != LENGTH || text.as_bytes()[0] > b'7' {
            return Err(BadTableId);
        }
        let mut number = 0_u128;
        for letter in text.bytes() {
            let digit = DIGITS[usize::from(letter)];
            if digit == NONE {
                return Err(BadTableId);
            }
            number = number << 5 | u128::from(digit);
        }
        Ok(Self::from(number))
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_text(|text| serializer.serialize_str(text))
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_id_reads_as_the_same_id() {
        for number in [0, 1, 31, 32, u128::MAX, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef] {
            let id = TableId::from(number);
            assert_eq!(id.to_string().len(), LENGTH);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn a_text_that_is_no_id_is_refused() {
        for text in [
            "",
            "0",
            "80000000000000000000000000",
            "0000000000000000000000000u",
            "../../../../../../../etc/p",
        ] {
            assert_eq!(text.parse::<TableId>(), Err(BadTableId));
        }
    }
}

//! Why nobody need trust the house: nature's seed is promised before the game and shown after it.
//!
//! When a table is opened the house draws a secret of 256 bits and shows its hash, the promise. Then each person
//! gives a seed of their own. When the game starts, the commitment, a hash over the secret and all seeds, is shown;
//! the key of nature's generator is another hash over the same. Every fate is drawn from ChaCha20 with that key, and
//! the number of the event in the game's record is the stream. `docs/fairness.md` says it byte by byte.

pub mod verify;

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use table::Seat;

/// 256 bits: a secret, a seed, or a hash; written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits(pub [u8; 32]);

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write 64 hexadecimal digits")]
pub struct BadBits;

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 64];
        for (digits, byte) in text.chunks_exact_mut(2).zip(self.0) {
            digits.copy_from_slice(
                &[byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]),
            );
        }
        f.write_str(std::str::from_utf8(&text).expect("digits are text"))
    }
}

impl fmt::Debug for Bits {
    /// Shows nothing: a secret must not reach a log by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bits(..)")
    }
}

impl FromStr for Bits {
    type Err = BadBits;

    fn from_str(text: &str) -> Result<Self, BadBits> {
        if text.len() != 64 || !text.bytes().all(|letter| letter.is_ascii_hexdigit()) {
            return Err(BadBits);
        }
        let mut bits = [0; 32];
        for (place, byte) in bits.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| BadBits)?;
        }
        Ok(Self(bits))
    }
}

impl serde::Serialize for Bits {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Bits {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The promise: shown when the table is opened, before anyone gives a seed.
pub fn promise(secret: &Bits) -> Bits {
    hash("stackhouse promise 1", secret, &[])
}

/// The commitment: shown when the game starts.
pub fn commitment(secret: &Bits, seeds: &[(Seat, Bits)]) -> Bits {
    hash("stackhouse commitment 1", secret, seeds)
}

/// The generator of the fate that is event `number` of the record, counted from 0.
pub fn nature(secret: &Bits, seeds: &[(Seat, Bits)], number: u64) -> ChaCha20Rng {
    let mut rng = ChaCha20Rng::from_seed(hash("stackhouse nature 1", secret, seeds).0);
    rng.set_stream(number);
    rng
}

/// SHA-256 over the label, the secret, and for each seed its seat's number as one byte and the seed, by seat.
fn hash(label: &str, secret: &Bits, seeds: &[(Seat, Bits)]) -> Bits {
    let mut digest = Sha256::new();
    digest.update(label);
    digest.update(secret.0);
    for (seat, seed) in seeds {
        digest.update([u8::from(*seat)]);
        digest.update(seed.0);
    }
    Bits(digest.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Rng as _;

    fn seeds() -> Vec<(Seat, Bits)> {
        [0, 2].map(|seat| (Seat::new(seat).unwrap(), Bits([seat + 1; 32]))).into()
    }

    /// Worked out with another program, as a stranger would.
    #[test]
    fn a_known_secret_has_known_hashes() {
        let secret = Bits([7; 32]);
        assert_eq!(
            promise(&secret).to_string(),
            "f5b62f91a380859c7db9995eb57a8bc2df3298b4dc9a36a5c7168496518ef0df"
        );
        assert_eq!(
            commitment(&secret, &seeds()).to_string(),
            "203687c409f1282ee6d2bb62fc0df5fa0dcb81648de3f41aed646cbd9125a91c"
        );
    }

    #[test]
    fn every_seed_and_every_event_changes_what_nature_draws() {
        let draw = |secret: u8, seeds: &[(Seat, Bits)], number| {
            nature(&Bits([secret; 32]), seeds, number).next_u64()
        };
        let base = draw(7, &seeds(), 3);
        assert_eq!(draw(7, &seeds(), 3), base);
        assert_ne!(draw(8, &seeds(), 3), base);
        assert_ne!(draw(7, &seeds()[..1], 3), base);
        assert_ne!(draw(7, &seeds(), 4), base);
    }

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        assert_eq!(format!("{:?}", Bits([7; 32])), "Bits(..)");
    }

    #[test]
    fn only_64_digits_are_a_seed() {
        assert_eq!("07".repeat(32).parse(), Ok(Bits([7; 32])));
        for text in ["", "07", &"0g".repeat(32), &"é".repeat(32)] {
            assert_eq!(text.parse::<Bits>(), Err(BadBits));
        }
    }
}

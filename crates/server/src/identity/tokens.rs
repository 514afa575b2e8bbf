//! Secrets that stand for a place at a table, and the codes people tell each other.
//!
//! A token has 160 random bits. The house keeps only its hash; of those by which people come from one game to the next it
//! keeps what they are made of. A code is short, because people say it aloud: it opens a table to those who try few
//! times, and the house counts the tries.

use crate::fairness::Bits;
use journal::TableId;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use table::Rng;

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const TOKEN: usize = 32;
const CODE: usize = 6;

fn draw(rng: &mut (impl Rng + ?Sized), length: usize) -> String {
    (0..length).map(|_| char::from(LETTERS[rng.next_u32() as usize % 32])).collect()
}

/// Draws a token; what is kept of it is its hash.
pub(crate) fn new_token(rng: &mut (impl Rng + ?Sized)) -> (String, Bits) {
    let token = draw(rng, TOKEN);
    let hash = hash_token(&token);
    (token, hash)
}

/// The token by which a person of one table has a place at the next, and its hash; the key is in the log of the first.
pub(crate) fn linked_token(key: &Bits, person: u32) -> (String, Bits) {
    let Bits(seed) = hash("stackhouse link 1", &[&key.0, &person.to_be_bytes()]);
    new_token(&mut ChaCha20Rng::from_seed(seed))
}

/// The hash of a token.
pub(crate) fn hash_token(token: &str) -> Bits {
    hash("stackhouse token 1", &[token.as_bytes()])
}

fn hash(label: &str, parts: &[&[u8]]) -> Bits {
    let mut digest = Sha256::new();
    digest.update(label);
    parts.iter().for_each(|part| digest.update(part));
    Bits(digest.finalize().into())
}

/// Whether a text is a secret of a device: hard to guess, and of letters that need no care.
pub(crate) fn is_secret(text: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    (32..=64).contains(&text.len()) && text.bytes().all(is_letter)
}

/// What a table keeps of a device's secret: bound to the table, so that nobody can tell who is the same at two of them.
pub(crate) fn hash_secret(table: TableId, secret: &str) -> Bits {
    hash("stackhouse secret 1", &[table.as_bytes(), secret.as_bytes()])
}

/// The log that a device's command opens: the same for the same command, and nobody else's.
pub(crate) fn own_log(secret: &str, command: &str) -> TableId {
    let Bits(hash) = hash("stackhouse table 1", &[secret.as_bytes(), &[0], command.as_bytes()]);
    TableId::from_bytes(std::array::from_fn(|place| hash[place]))
}

/// What a table keeps of where somebody came from: no address, and another at every table.
pub(crate) fn hash_household(table: &Bits, household: IpAddr) -> Bits {
    hash("stackhouse household 1", &[&table.0, household.to_string().as_bytes()])
}

/// Draws a code.
pub(crate) fn new_code(rng: &mut (impl Rng + ?Sized)) -> String {
    draw(rng, CODE).to_uppercase()
}

/// The code somebody meant: any case, spaces and dashes left out, misread letters put right.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').take(CODE + 1);
    let code: String = letters
        .map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    let is_known = |letter: char| LETTERS.contains(&(letter.to_ascii_lowercase() as u8)) && letter.is_ascii();
    (code.len() == CODE && code.chars().all(is_known)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_known_by_their_hash() {
        let mut rng = table::nature::dice(1, 1);
        let (first, hash) = new_token(&mut rng);
        let (second, _) = new_token(&mut rng);
        assert_ne!(first, second);
        assert_eq!(hash_token(&first), hash);
        assert_ne!(hash_token(&second), hash);
        assert_eq!(first.len(), TOKEN);
    }

    #[test]
    fn a_secret_is_long_and_plain() {
        assert!(is_secret(&"aZ0-_".repeat(10)) && is_secret(&"x".repeat(32)) && is_secret(&"x".repeat(64)));
        for text in ["", &"x".repeat(31), &"x".repeat(65), &"é".repeat(20), &format!("{} ", "x".repeat(40))]
        {
            assert!(!is_secret(text), "{text}");
        }
    }

    #[test]
    fn what_is_kept_of_a_secret_links_no_tables_and_no_commands() {
        let [one, two] = [1, 2].map(|n| TableId::from_bytes([n; 16]));
        let secret = "s".repeat(32);
        assert_eq!(hash_secret(one, &secret), hash_secret(one, &secret));
        assert_ne!(hash_secret(one, &secret), hash_secret(two, &secret));
        assert_eq!(own_log(&secret, "1"), own_log(&secret, "1"));
        assert_ne!(own_log(&secret, "1"), own_log(&secret, "2"));
        assert_ne!(own_log(&secret, "1"), own_log(&"t".repeat(32), "1"));
    }

    #[test]
    fn a_code_is_understood_however_it_is_typed() {
        for text in ["k7wq10", " K7W-Q1O", "k7wqio", "K7WQL0"] {
            assert_eq!(read_code(text).as_deref(), Some("K7WQ10"), "{text}");
        }
        for text in ["", "k7wq1", "k7wq100", "k7wq1!", "k7wq1é", "k7wq1U"] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }
}

//! Secrets that stand for a place at a table, and the codes people tell each other.
//!
//! A token has 160 random bits. The house keeps only its hash. A code is short, because people say it aloud: it
//! opens a table to those who try few times, and the house counts the tries.

use crate::fair::Bits;
use sha2::{Digest, Sha256};
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

/// The hash of a token.
pub(crate) fn hash_token(token: &str) -> Bits {
    let mut digest = Sha256::new();
    digest.update("stackhouse token 1");
    digest.update(token);
    Bits(digest.finalize().into())
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
    fn a_code_is_understood_however_it_is_typed() {
        for text in ["k7wq10", " K7W-Q1O", "k7wqio", "K7WQL0"] {
            assert_eq!(read_code(text).as_deref(), Some("K7WQ10"), "{text}");
        }
        for text in ["", "k7wq1", "k7wq100", "k7wq1!", "k7wq1é", "k7wq1U"] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }
}

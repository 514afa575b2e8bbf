//! Where randomness comes from.
//!
//! The way from random words to numbers is spelt out here and never changes, because players check it
//! afterwards with programs of their own.

pub use rand_core::Rng;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of simulations: fast, portable, the same on every machine.
pub type Dice = Xoshiro256PlusPlus;

/// A whole number from 0 up to but not including `n`, each equally likely; `n` must not be 0.
///
/// Multiplies a random 32-bit word by `n` and keeps the upper half; words whose lower half falls below
/// `2^32 mod n` are thrown away, so that no number is likelier than another.
#[inline]
pub fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    debug_assert!(n > 0, "nothing to choose from");
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let unfair = n.wrapping_neg() % n;
        while (product as u32) < unfair {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// A number from 0 up to but not including 1, in steps of 2^-53.
pub fn unit(rng: &mut (impl Rng + ?Sized)) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Puts a list into a random order, each equally likely.
pub fn shuffle<T>(list: &mut [T], rng: &mut (impl Rng + ?Sized)) {
    for i in (1..list.len()).rev() {
        list.swap(i, below(rng, i as u32 + 1) as usize);
    }
}

/// The generator of the `index`-th game of a series; it does not depend on the other games.
pub fn dice(seed: u64, index: u64) -> Dice {
    // Mixing keeps neighbouring games and neighbouring seeds apart.
    let mut mixed = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Dice::seed_from_u64(mixed ^ (mixed >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_n_is_equally_likely() {
        let mut rng = dice(1, 2);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[below(&mut rng, 6) as usize] += 1;
        }
        for count in seen {
            assert!((9_600..10_400).contains(&count), "{seen:?}");
        }
    }

    #[test]
    fn the_dice_of_a_seed_never_change() {
        let mut rng = dice(7, 0);
        let rolled: Vec<_> = (0..8).map(|_| below(&mut rng, 100)).collect();
        assert_eq!(rolled, [91, 39, 57, 75, 63, 45, 50, 20]);
    }
}

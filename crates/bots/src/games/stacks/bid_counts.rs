//! What a Bid of Stacks can be: counted over all cards out of a seat's sight.

use stacks::{Card, Cards, State};
use table::{Game, Seat};

/// The cards a seat cannot see: neither its own nor those of anybody who has folded.
pub fn unseen(state: &State, seat: Seat) -> Vec<Card> {
    let mut seen = Cards::default();
    let open = |other: &Seat| *other == seat || !state.still_in().has(*other);
    for place in Seat::all(state.seating().seats()).filter(open) {
        seen = seen
            .cards()
            .chain(state.hand(place).cards().iter().copied())
            .chain(state.stack(place).cards())
            .collect();
    }
    let hidden = |(card, count): (Card, u8)| {
        let hidden = count.saturating_sub(seen.count(card));
        std::iter::repeat_n(card, hidden.into())
    };
    state.options().deck.cards().counts().flat_map(hidden).collect()
}

/// How many choices of so many of these cards make a sum, and how many choices there are.
pub fn ways(cards: &[Card], count: usize, sum: i32) -> (u64, u64) {
    // No Stack is worth more than a Bid may say, either way; a deck has few enough cards for whole numbers.
    const MOST: i32 = stacks::MOST_BID as i32;
    const SUMS: usize = 2 * MOST as usize + 1;
    let mut found = vec![[0u64; SUMS]; count + 1];
    found[0][MOST as usize] = 1;
    for card in cards {
        for taken in (0..count).rev() {
            for at in 0..SUMS {
                let with = at as i32 + card.value();
                if found[taken][at] > 0 && (0..SUMS as i32).contains(&with) {
                    found[taken + 1][with as usize] += found[taken][at];
                }
            }
        }
    }
    let at = usize::try_from(sum + MOST).ok().filter(|at| *at < SUMS);
    (at.map_or(0, |at| found[count][at]), found[count].iter().sum())
}

/// Whether no choice of so many cards of the deck is worth as much as a Bid, as everybody knows.
pub fn is_too_much(state: &State, count: usize, bid: i32) -> bool {
    let mut values: Vec<i32> = state.options().deck.cards().cards().map(Card::value).collect();
    values.sort_unstable_by_key(|value| -value);
    bid > values.iter().take(count).sum()
}

/// Whether no choice of cards out of a seat's sight is worth what the last play is said to be.
pub fn impossible(state: &State, seat: Seat) -> bool {
    let Some(last) = state.last_play().filter(|last| last.seat != seat) else { return false };
    let count = state.stack(last.seat).len();
    // Which sums so many cards can make, as bits around one that stands for 0.
    const ZERO: i32 = 100;
    let mut sums = vec![[0u128; 2]; count + 1];
    sums[0] = shifted([1, 0], ZERO);
    for card in unseen(state, seat) {
        for taken in (0..count).rev() {
            let [low, high] = shifted(sums[taken], card.value());
            sums[taken + 1][0] |= low;
            sums[taken + 1][1] |= high;
        }
    }
    let at = i32::from(last.bid) + ZERO;
    sums[count][(at / 128) as usize] >> (at % 128) & 1 == 0
}

/// Bits moved up, or down where `by` is negative.
fn shifted([low, high]: [u128; 2], by: i32) -> [u128; 2] {
    match by {
        0 => [low, high],
        1.. => [low << by, high << by | low >> (128 - by)],
        _ => [low >> -by | high << (128 + by), high >> -by],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(values: &[i8]) -> Vec<Card> {
        values.iter().map(|value| Card::new(*value).unwrap()).collect()
    }

    #[test]
    fn ways_are_counted_card_by_card() {
        let deck: Vec<Card> = stacks::Deck::default().cards().cards().collect();
        // Three 3s with each of two 4s, of 15 cards two by two.
        assert_eq!(ways(&deck, 2, 7), (6, 105));
        assert_eq!(ways(&deck, 1, 0), (0, 15));
        assert_eq!(ways(&deck, 2, -9), (5, 105));
        assert_eq!(ways(&cards(&[1, 1]), 3, 2), (0, 0));
    }

    #[test]
    fn bits_move_both_ways_across_the_middle() {
        assert_eq!(shifted(shifted([1, 0], 100), 40), [0, 1 << 12]);
        assert_eq!(shifted(shifted([1, 0], 100), -10), [1 << 90, 0]);
        assert_eq!(shifted(shifted([1, 0], 130 - 10), 20), [0, 1 << 12]);
        assert_eq!(shifted([0, 1 << 12], -40), [1 << 100, 0]);
        assert_eq!(shifted([1, 0], 0), [1, 0]);
    }
}

//! How a Bid of Stacks can be true: counted over all cards that a seat cannot see.

pub(super) use stacks::ways;
use stacks::{Card, Cards, State};
use table::{Game, Seat};

/// The cards a seat cannot see: neither its own nor those of anybody who has folded.
pub(super) fn unseen(state: &State, seat: Seat) -> Vec<Card> {
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

/// Whether everybody knows that a Bid is a lie: no `count` cards of the deck are worth as much.
pub(super) fn is_too_much(state: &State, count: usize, bid: i32) -> bool {
    let mut values: Vec<i32> = state.options().deck.cards().cards().map(Card::value).collect();
    values.sort_unstable_by_key(|value| -value);
    bid > values.iter().take(count).sum()
}

/// Whether a seat knows that the last Bid is a lie: no choice of cards it cannot see is worth as much.
pub(super) fn is_impossible(state: &State, seat: Seat) -> bool {
    let Some(last) = state.last_play().filter(|last| last.seat != seat) else { return false };
    let count = state.stack(last.seat).len();
    // Which sums can be made of each number of cards, one bit a sum; bit `ZERO` stands for the sum 0.
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

//! Stacks: build a secret Stack, say what it is worth, and be believed, or catch the one who lies.
//!
//! After every play a window opens: each seat still in the round, except the one that played, calls the play or
//! lets it pass. When all have let it pass, the next seat draws. A seat that has let a play pass may still call it
//! until the next play. Calls and passes name the play they answer, counted over the whole game from 1, so that one that comes
//! after a further play is refused as late.
//!
//! ```
//! use stacks::{Card, Fate, Move, State};
//! use table::{Event, Game, Seat};
//!
//! let (options, seating) = State::seat_zero_begins(2)?;
//! let mut table = State::open(&options, &seating)?;
//! let [zero, one] = [0, 1].map(|number| Seat::new(number).unwrap());
//! for value in [2, 3, 4] {
//!     table.apply(&Event::Fate(Fate(Card::new(value).unwrap())));
//! }
//! let both = *table.hand(zero);
//! table.apply(&Event::Move { seat: zero, mv: Move::Play { cards: both, bid: 7 } });
//! table.apply(&Event::Move { seat: one, mv: Move::Call { play: 1 } });
//! assert_eq!(table.scores()[one], 6, "it was a bluff, so seat 1 takes the 2 and the 4");
//! # Ok::<(), table::BadTable>(())
//! ```
//!
//! # The rules and the tests that hold them
//!
//! Where the sheet and the rulings are silent: only cards of value -10 are kept by a wrong caller, whatever
//! other negative cards a deck has; a deck must have two cards more than there are seats, because the draw that
//! empties it cancels its turn; the card of that draw is set aside unseen.
//!
//! | sheet | rule | ruling | test |
//! |---|---|---|---|
//! | Contents | fifteen cards, one of them the -10; the composition is an option | deck | `the_deck_has_fifteen_cards_and_one_of_them_is_the_minus_ten`, `the_deck_is_an_option_with_bounds` |
//! | (box) | two to five players | players | `two_to_five_can_play` |
//! | Setup | nobody has points; points can fall below zero | 2 | `everybody_begins_with_no_points`, `the_minus_ten_goes_to_the_caller_with_a_bluffers_stack` |
//! | Goal | first to 40 or another goal, a tie plays on | 9 | `the_only_seat_on_top_with_the_goal_wins`, `a_tie_at_the_top_plays_on`, `the_goal_is_an_option_with_bounds` |
//! | Turn Order | the youngest, then clockwise | 1 | `the_youngest_begins_the_first_round_and_turns_go_clockwise` |
//! | Turn Order | then by ascending score, younger first | 1 | `later_rounds_go_from_the_lowest_score_to_the_highest`, `between_equal_scores_the_younger_goes_first` |
//! | Turn Order | the order repeats until the round ends | 1 | `the_turn_order_repeats_until_the_round_ends` |
//! | Deal Cards | one card each from all cards | 2 | `each_seat_is_dealt_one_card_in_turn_order`, `every_round_is_dealt_from_the_full_deck` |
//! | Deal Cards | hands are secret, Stacks face down | 10 | `only_its_owner_sees_a_hand_or_a_stack` |
//! | Draw a Card | draw one, then Play or Fold | 3 | `a_turn_draws_one_card_and_then_plays_or_folds`, `a_card_that_is_out_cannot_be_drawn` |
//! | Play | one or both cards onto the Stack | 4 | `one_or_both_cards_are_played`, `two_equal_cards_are_one_choice`, `after_both_cards_were_played_there_is_one_to_play` |
//! | Play | a Bid higher than the last, the first is free | 4 | `each_bid_is_higher_than_the_one_before`, `the_first_bid_of_a_round_may_be_anything_from_minus_99_to_99`, `after_a_bid_of_99_the_next_seat_folds_or_calls` |
//! | Play, Fold | only on the own turn | 3 | `nobody_plays_or_folds_out_of_turn` |
//! | Fold | hand and Stack face up, not into the deck | 5 | `folding_turns_hand_and_stack_face_up_for_all` |
//! | Fold | no turns, no points, no Calls, not called | 5, 6 | `who_has_folded_takes_no_turns_and_scores_nothing`, `who_has_folded_can_neither_call_nor_pass`, `the_play_to_call_is_never_by_a_seat_that_folded_or_is_to_move` |
//! | Fold | Bid and last play stay; also before any play | 5, 6 | `the_bid_to_beat_and_the_play_to_call_stay_after_a_fold`, `seats_may_fold_before_any_play` |
//! | Call | anybody else still in, in turn or not | 6 | `everybody_else_in_the_round_may_call_in_and_out_of_turn`, `nobody_calls_the_own_play` |
//! | Call | everybody is asked once, and may still call later | race | `after_a_play_the_others_are_asked_once_in_turn_order`, `passes_may_come_in_any_order`, `who_let_a_play_pass_may_still_call_it_while_others_think`, `who_let_a_play_pass_may_still_call_it_during_the_next_turn` |
//! | Call | only the last play; the first Call counts | 6 | `a_call_after_a_further_play_is_late_and_never_meant_for_that_one`, `the_first_of_two_calls_counts_and_the_other_is_late` |
//! | Call, bluff | not exactly the Bid: the caller takes all | 7 | `a_call_comes_right_exactly_when_the_stack_is_not_worth_the_bid`, `a_bluffers_stack_goes_to_the_caller`, `a_stack_worth_more_than_the_bid_is_a_bluff_too`, `the_minus_ten_goes_to_the_caller_with_a_bluffers_stack` |
//! | Call, truth | the accused takes all but the -10 | 7 | `exactly_the_bid_is_the_truth_and_wins_the_callers_stack`, `a_caller_who_was_wrong_keeps_the_minus_ten`, `the_minus_ten_counts_in_the_truth`, `only_minus_tens_are_kept_by_a_wrong_caller` |
//! | End of the Round | a Call, an empty deck, one seat left | 3, 8 | `a_call_ends_the_round_and_everybody_in_it_scores_the_own_stack`, `the_draw_that_empties_the_deck_cancels_the_turn`, `the_last_seat_in_scores_its_stack_unchallenged` |
//! | End of the Round 1 | hands aside, Stacks revealed | 8, 10 | `all_stacks_are_revealed_and_the_hands_set_aside_unseen` |
//! | End of the Round 2 | Stacks score, hands do not | 8 | `cards_in_hand_count_nothing` |

mod cards;
mod game;
mod imagine;
mod moves;
mod options;
mod rules;
mod state;
mod study;
mod text;
mod view;

pub use cards::{Card, Cards, Handful};
pub use imagine::{Notes, ways};
pub use moves::{Fate, Foul, Move};
pub use options::{BadDeck, Deck, Options};
pub use rules::{first_order, later_order};
pub use state::{Ending, MOST_BID, MOST_PLAYS, Phase, Play, RoundEnd, State};
pub use view::{Place, Shown, View};

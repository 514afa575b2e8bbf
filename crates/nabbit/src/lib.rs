//! Stack Nabbit: flip cards, keep one, grab every match in reach, and bank before it is grabbed back.
//!
//! ```
//! use nabbit::{Fate, Move, Number, State};
//! use table::{Event, Game, Turn};
//!
//! let (options, seating) = State::seat_zero_begins(2)?;
//! let mut table = State::open(&options, &seating)?;
//! for face in [1, 1, 2, 3, 4, 4, 4] {
//!     table.apply(&Event::Fate(Fate(Number::new(face).unwrap())));
//! }
//! assert!(matches!(table.turn(), Turn::Seats(_)), "seat 0 has flipped a 4 and may stop");
//! table.apply(&Event::Move { seat: table.seat(), mv: Move::Stop });
//! assert_eq!(table.face_up(table.neighbours()[0]).count(4), 3, "both 4s of seat 1 are stolen");
//! # Ok::<(), table::BadTable>(())
//! ```
//!
//! # The rules and the tests that hold them
//!
//! | sheet | rule | ruling | test |
//! |---|---|---|---|
//! | Components | 105 cards, fifteen each of 0 to 6 | | `the_deck_has_fifteen_of_each_number`, `a_sixteenth_card_of_a_number_cannot_be_drawn` |
//! | (box) | two to six players | | `two_to_six_can_play` |
//! | Setup 2, 3 | two cards to the Vault, two to each seat | 1 | `the_vault_gets_two_cards_and_then_each_seat_two` |
//! | Gameplay | the oldest begins, then clockwise | 1 | `the_oldest_seat_is_dealt_to_first_and_begins`, `turns_pass_clockwise`, `others_and_nature_wait_while_a_seat_chooses` |
//! | 1 Draw A, B | flip, then stop or flip on; the fifth must be kept | 2 | `after_each_flip_a_seat_flips_again_or_stops`, `only_the_last_flip_is_kept` |
//! | 2 Steal A | matches come from left, right and Vault | 3 | `matches_are_stolen_from_both_neighbours_and_the_vault`, `the_seat_opposite_is_safe`, `with_two_players_the_one_opponent_is_robbed_once`, `with_three_players_both_opponents_are_neighbours` |
//! | 2 Steal B | unkept flips go to the Vault after the theft | 4 | `an_unkept_flip_equal_to_the_kept_card_stays_in_the_vault` |
//! | 3 Bank | a match had before banks all of that number | 5 | `a_match_in_front_at_the_start_of_the_turn_banks_them_all`, `banking_needs_no_theft`, `banked_cards_cannot_be_stolen` |
//! | 3 Bank | banked piles lie face down | 6 | `only_its_owner_sees_which_cards_a_banked_pile_holds` |
//! | Game End | the turn of the last card is finished | 2, 7 | `the_turn_of_the_last_card_is_finished_in_full` |
//! | (option) | some cards stay unplayed, for a shorter game | | `unplayed_cards_end_the_game_as_an_empty_pile_does`, `unplayed_cards_are_as_likely_to_come_as_any_other`, `how_many_cards_stay_unplayed_has_bounds` |
//! | Game End | face values count, the Vault does not | 7, 8 | `faces_count_face_up_and_banked_and_the_vault_counts_for_nobody` |
//! | Game End | 30 for the most zeroes, to all who tie | 8 | `most_zeroes_earn_the_bonus`, `seats_tied_for_most_zeroes_all_get_the_bonus`, `without_a_zero_nobody_gets_the_bonus`, `the_bonus_is_an_option_with_bounds` |
//! | Game End | the highest score wins, ties share | 9 | `a_tie_for_the_highest_score_is_shared` |

mod game;
mod imagine;
mod moves;
mod rules;
mod state;
mod study;
mod text;
mod view;

pub use imagine::Notes;
pub use moves::{Fate, Foul, Move, Number};
pub use state::{COPIES, Cards, MOST_FLIPS, Options, Phase, State};
pub use view::{Haul, Place, Shown, View};

//! Push: draw one more card for your three stacks, or stop while one of them is still yours to take.
//!
//! ```
//! use push::State;
//! use table::{EventOf, Game, Seat};
//!
//! let (options, seating) = State::seat_zero_begins(3)?;
//! let mut table = State::open(&options, &seating)?;
//! for event in ["0 draw", "* card red-4", "0 place 0", "0 stop", "0 collect 0"] {
//!     let event: EventOf<State> = event.parse().unwrap();
//!     table.apply(&event);
//! }
//! assert_eq!(table.points(Seat::default()), 4);
//! # Ok::<(), table::BadTable>(())
//! ```
//!
//! Stacks are numbered from 0 in the order they were started; when one is collected, those behind it move up.
//! Lists of cards by colour run red, blue, green, yellow, purple, and from 1 to 6 in each.
//!
//! # The rules and the tests that hold them
//!
//! | sheet | rule | ruling | test |
//! |---|---|---|---|
//! | Contents | 120 cards: five colours of 1 to 6 three times, 18 Roll, 12 Switch | deck | `the_deck_has_three_of_each_number_card_eighteen_rolls_and_twelve_switches`, `a_fourth_copy_of_a_card_cannot_be_drawn` |
//! | Contents | one die: five colours and a star | deck | `the_die_has_five_colours_and_a_star` |
//! | (box) | two to six players | deck | `two_to_six_can_play` |
//! | Setup | somebody begins: named by the host or drawn by nature | deck | `the_host_names_who_begins`, `nature_draws_who_begins_when_nobody_is_named` |
//! | On your turn | play cards or bank, then the left neighbour's turn | 1 | `a_turn_begins_with_drawing_or_banking`, `play_passes_to_the_left`, `others_and_nature_wait_while_a_seat_decides` |
//! | Playing cards | no stack has a number or a colour twice | 2 | `a_stack_takes_no_second_card_of_a_number_or_colour` |
//! | Playing cards | at most three stacks, fewer are allowed | 2 | `there_are_at_most_three_stacks`, `the_player_starts_a_new_stack_or_adds_to_one`, `a_card_that_can_be_played_must_be_played` |
//! | Playing cards | one Roll card a stack | 2 | `a_stack_takes_only_one_roll_card` |
//! | Playing cards | a Switch is laid aside, and the turn goes on or not | 2, 3 | `a_switch_goes_to_no_stack_and_drawing_goes_on_or_stops` |
//! | Stopping or pushing | stop after any card | 3 | `after_each_card_a_seat_draws_on_or_stops`, `stopping_with_only_switches_drawn_collects_nothing` |
//! | Stopping or pushing | who stops takes a stack, then the others clockwise | 5 | `whoever_stops_takes_a_stack_first`, `the_others_collect_clockwise_until_no_stack_is_left` |
//! | Stopping or pushing | what is left then is discarded | 5 | `stacks_left_when_all_have_chosen_are_discarded` |
//! | Stopping or pushing | a card that fits nowhere is discarded, and the die costs a colour | 4 | `a_card_that_fits_nowhere_is_discarded_and_the_die_is_rolled`, `a_number_that_fits_nowhere_is_too_far_whatever_its_colour`, `a_roll_card_that_fits_nowhere_is_too_far`, `the_die_is_rolled_even_for_an_empty_bench` |
//! | Stopping or pushing | who pushed too far collects nothing, the others must | 4, 5 | `who_pushes_too_far_collects_nothing_but_the_others_must` |
//! | Switch cards | each one turns the direction of collecting | 5 | `one_switch_turns_collecting_counter_clockwise`, `two_switches_turn_it_back`, `switches_count_after_a_push_too_far` |
//! | Switch cards | discarded at the end of the turn; play still passes left | 9 | `switches_are_discarded_at_the_end_of_the_turn_and_never_turn_play` |
//! | Switch cards | two players take them out or ignore them | 10 | `two_players_play_without_switches`, `two_players_may_leave_switches_in_and_discard_them_as_they_come` |
//! | Roll cards | the collector benches, rolls, loses the colour, discards the Roll card | 6 | `a_collected_roll_card_costs_the_rolled_colour_new_cards_included`, `on_another_players_turn_the_collector_rolls_before_the_next_chooses`, `a_stack_that_is_only_a_roll_card_must_be_taken` |
//! | Roll cards, Stopping or pushing | a star is safe | 7 | `a_star_is_safe` |
//! | Banking cards | instead of playing, all of one colour | 1, 8 | `banking_takes_all_bench_cards_of_one_colour_and_the_turn`, `banking_needs_a_bench_card_of_the_colour`, `nobody_banks_after_drawing` |
//! | Banking cards | banked cards are safe, later ones are not | 7, 8 | `banked_cards_are_safe_from_every_roll`, `new_cards_of_a_banked_colour_stay_in_the_bench_until_banked` |
//! | Banking cards | banked piles lie face down | 8 | `only_its_owner_sees_which_cards_a_banked_pile_holds` |
//! | Ending the game | the turn of the last card is finished, stacks and all | 11 | `after_the_last_card_the_seat_must_stop_and_stacks_are_collected`, `a_single_card_left_is_another_turn`, `a_last_card_that_fits_nowhere_is_too_far`, `a_last_switch_is_followed_by_a_stop` |
//! | (option) | some cards stay unplayed, for a shorter game | | `unplayed_cards_end_the_game_as_an_empty_deck_does`, `unplayed_cards_are_as_likely_to_come_as_any_other`, `how_many_cards_stay_unplayed_has_bounds` |
//! | Scoring | numbers in Bench and Banked pile; the highest total wins, ties share | 12 | `bench_and_banked_cards_count_their_numbers`, `a_tie_for_the_highest_score_is_shared` |
//! | Variant | a star costs the whole Bench, banked cards are safe | 7 | `in_the_riskier_game_a_star_costs_the_whole_bench`, `in_the_riskier_game_banked_cards_and_other_colours_are_safe` |

mod cards;
mod game;
mod imagine;
mod moves;
mod piles;
mod rules;
mod state;
mod study;
mod text;
mod view;

pub use cards::{Card, Colour, Face, Number};
pub use imagine::Notes;
pub use moves::{Fate, Foul, Move};
pub use piles::{Cards, Discards, MOST_IN_STACK, MOST_STACKS, Stack};
pub use state::{COPIES, Deck, Direction, Options, Phase, ROLLS, SWITCHES, State};
pub use view::{Place, Shown, View};

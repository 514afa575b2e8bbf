//! Nuts for Nuts: two or three Squirrels hide nuts together; one Raccoon gathers alone, and robs them.
//!
//! ```
//! use nuts::{Options, State, Team};
//! use table::{Game, Seat, Seating};
//!
//! let options = Options { raccoon: Seat::new(0), ..Options::default() };
//! let mut table = State::open(&options, &Seating::ascending(3)?)?;
//! let deal = "walnut-2 acorn-1 acorn-1  peanut-1 peanut-1 peanut-2  almond-1 almond-2 almond-3 acorn-3";
//! for card in deal.split_whitespace() {
//!     table.apply(&format!("* {card}").parse()?);
//! }
//! for event in ["1 stash acorn-1+acorn-1", "1 end-turn", "2 end-turn", "0 steal 1", "1 lay walnut-2", "0 guess 2"] {
//!     table.apply(&event.parse()?);
//! }
//! assert_eq!(table.stash(Team::Squirrels).nuts(), 2);
//! assert_eq!(table.hand(Seat::default()).len(), 5, "the Raccoon guessed right and has the walnuts");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the sheet and the rulings leave open
//!
//! - Every turn ends with the move `end-turn`, or by an event; nobody passes on unasked.
//! - An event that ends the turn ends a draw of several cards with it. Off turn the draw goes on.
//! - After a drop in the middle of a draw of several cards, the dropper first decides about its new card.
//! - A card that an event lets its drawer stash must be stashed; the choice is which.
//! - A card lost by chance is seen by all, as dropped ones are.
//! - Draws that find the pile empty are lost. An event drawn as the last card is carried out before the end of the
//!   game is looked for: a hand it drops makes a new pile.
//! - The still round that ends a game with an empty pile is one turn of each seat in a row, all begun with the pile
//!   empty. Showing a card or guessing wrong moves no card.
//! - With cards in the pile, people who neither draw nor stash would sit for ever, and so would Squirrels who draw
//!   and drop or pass a card to and fro. When nobody has stashed a card for ten rounds, the stashes are counted.
//!   Random play never gets near it.
//!
//! # The rules and the tests that hold them
//!
//! | sheet | rule | ruling | test |
//! |---|---|---|---|
//! | Components | 30 nut cards, each nut with three 1s, two 2s and one 3; six events | | `the_deck_has_thirty_nut_cards_and_six_events` |
//! | Components | one Raccoon, two or three Squirrels | | `three_or_four_can_play` |
//! | Getting Ready | the highest open card makes the Raccoon; ties draw again | 1 | `the_highest_open_card_makes_the_raccoon`, `tied_seats_draw_again_from_the_cards_left`, `when_too_few_cards_are_left_for_a_tie_all_go_back`, `all_cards_go_back_before_the_deal`, `the_host_can_name_the_raccoon` |
//! | Deal cards | 3 to each Squirrel, 2 and one a Squirrel to the Raccoon; then the events are shuffled in | 2 | `squirrels_get_three_cards_and_the_raccoon_two_and_one_a_squirrel`, `events_are_shuffled_into_the_pile_after_the_deal` |
//! | The Game | the Raccoon's left begins, clockwise | 3 | `the_raccoons_left_begins_and_play_goes_clockwise` |
//! | Hand | a Squirrel over 6 nuts drops its hand under the pile at once and may draw one card | 4 | `a_squirrel_over_six_nuts_drops_its_whole_hand`, `dropped_cards_lie_under_the_pile_in_an_order_nobody_knows`, `all_see_what_is_dropped_at_that_moment`, `after_a_drop_the_squirrel_may_draw_one_card`, `dealt_hands_are_checked_from_the_raccoons_left`, `a_shared_card_can_make_its_receiver_drop_out_of_turn`, `a_squirrel_can_draw_back_what_it_dropped_on_an_empty_pile` |
//! | Hand | the Raccoon has no limit | 4 | `the_raccoon_has_no_limit` |
//! | Actions | Squirrels: a free draw first, one action, show and share once | 5 | `a_squirrel_has_one_action_and_shows_and_shares_once`, `the_free_draw_comes_before_anything_else` |
//! | Actions | Raccoon: one action and one a Squirrel | 6 | `the_raccoon_has_an_action_more_than_there_are_squirrels` |
//! | Scavenge | draw one, if there is one | 7 | `nobody_draws_from_an_empty_pile` |
//! | Stash | one card, or two of the same nut, face up on the team's stash | 8 | `one_card_or_two_of_the_same_nut_are_stashed`, `squirrels_stash_together_and_the_raccoon_alone` |
//! | Steal | a Squirrel that holds a card lays one face down; the Raccoon names nut or number | 9 | `the_raccoon_steals_from_a_squirrel_that_holds_a_card`, `the_robbed_squirrel_chooses_what_to_lay_out_of_turn`, `only_its_owner_sees_a_laid_card`, `a_guess_comes_right_when_the_laid_card_has_that_nut_or_number`, `a_right_guess_takes_the_card_seen_by_all`, `a_wrong_guess_costs_the_action_and_the_card_goes_back_unseen`, `the_same_squirrel_can_be_tried_again` |
//! | Show | to the other Squirrels only | 10 | `only_squirrels_see_a_shown_card_and_only_while_it_is_held` |
//! | Share | face up, to another Squirrel | 10 | `a_shared_card_is_seen_by_all` |
//! | Event cards | read out, applied to the drawer, left beside the pile | 11 | `an_event_uses_up_the_draw_and_lies_face_up`, `an_event_is_read_out_to_all`, `an_event_inside_a_windfall_takes_effect_and_the_windfall_goes_on` |
//! | Event cards | the six events | 11 | `a_hole_in_the_pouch_drops_the_hand_and_no_card_is_drawn_for_it`, `a_windfall_draws_two_cards_with_the_limit_checked_after_each`, `a_windfall_takes_only_what_the_pile_has`, `a_hawk_ends_the_turn_at_once`, `a_hawk_off_turn_ends_nothing`, `a_hollow_log_stashes_one_card_for_free`, `a_hollow_log_off_turn_is_used_by_whoever_drew_it`, `a_slippery_branch_takes_a_random_card_seen_by_all`, `an_owl_guards_a_squirrel_until_its_next_turn`, `an_owl_keeps_the_raccoon_from_stealing_until_its_next_turn` |
//! | Event cards | owners can enter their own | 11 | `owners_can_write_their_own_events`, `an_event_deck_that_cannot_be_played_is_refused` |
//! | End of the game | the pile is empty and one team holds nothing | 12 | `the_game_ends_when_the_pile_is_empty_and_one_team_holds_no_cards`, `an_event_as_the_last_card_is_carried_out_before_the_end` |
//! | (option) | some cards stay unplayed, for a shorter game | | `unplayed_cards_count_as_an_empty_pile`, `a_hand_dropped_on_unplayed_cards_can_be_drawn_for`, `how_many_cards_stay_unplayed_has_bounds` |
//! | (silent) | a game that stands still ends | 12 | `a_still_round_with_an_empty_pile_ends_the_game`, `a_card_stashed_shared_or_stolen_keeps_the_game_going`, `ten_rounds_without_a_stash_end_the_game` |
//! | End, Score | nuts in the stash; the team wins together; hands count nothing | 13 | `the_team_with_more_nuts_in_its_stash_wins_together`, `the_raccoon_can_win_alone`, `equal_stashes_share_the_victory` |
//! | (silent) | who sees what | 14 | `a_seat_sees_its_own_hand_and_only_the_number_of_other_cards`, `hands_are_open_once_the_game_is_over` |
//! | Game round example | the round as told | | `the_round_of_the_sheet` |

mod cards;
mod events;
mod game;
mod imagine;
mod memory;
mod menu;
mod moves;
mod rules;
mod state;
mod study;
mod text;
mod view;

pub use cards::{Card, Cards, Drawn, EventId, Number, Nut};
pub use events::{Effect, EventCard, MOST_EVENTS};
pub use imagine::Notes;
pub use memory::{Doubts, Memory};
pub use moves::{Fate, Foul, Guess, Lot, Move};
pub use state::{
    JustSeen, MOST_NUTS, Options, Phase, Pile, Progress, ROUNDS_WITHOUT_STASH, Remaining, State, Team,
};
pub use view::{Dropped, Happened, Place, Shown, View};

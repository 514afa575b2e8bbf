//! Stacket: take turns putting wooden pieces on one structure; whoever lets another piece fall loses.
//!
//! ```
//! use stacket::{AS_IN_THE_BOX, Move, PieceBox, Pose, State};
//! use table::{Event, Game, nature::dice};
//!
//! let (options, seating) = State::seat_zero_begins(2)?;
//! let mut table = State::open(&options, &seating)?;
//! let tile = PieceBox::classic().named("the tile").unwrap();
//! let seat = table.seat();
//! table.apply(&Event::Move { seat, mv: Move::Pick { piece: tile, grip: AS_IN_THE_BOX } });
//! table.apply(&Event::Move { seat, mv: Move::Place(Pose::at(0.0, 0.4, 0.0)) });
//! let fate = table.draw(&mut dice(0, 0));
//! table.apply(&Event::Fate(fate));
//! assert_eq!(table.previous(), Some(tile), "it lies on the base, and the next piece must touch it");
//! # Ok::<(), table::BadTable>(())
//! ```
//!
//! Lengths are in units of about 3 cm, the size of a piece; y points up and the table's top is y = 0. Nature is
//! [`settle`]: a simulation that is a pure function of the structure and the release. Between turns the poses
//! are the whole state.
//!
//! # The rules and the tests that hold them
//!
//! | sheet | rule | ruling | test |
//! |---|---|---|---|
//! | Set up | two to six players, any of them begins | | `two_to_six_can_play_and_any_seat_may_begin` |
//! | Your turn | any piece of the box, on the structure | | `any_piece_in_the_box_can_be_picked_and_a_placed_one_is_gone` |
//! | Your turn | it touches the piece before; the first the base | 3 | `the_first_piece_touches_the_base_and_each_later_one_the_piece_before`, `a_piece_that_does_not_touch_the_previous_one_is_lifted_off_and_tried_again`, `whatever_falls_when_a_piece_is_lifted_off_is_the_players_loss` |
//! | Your turn | it may touch others | | `a_piece_may_touch_others_as_well` |
//! | Your turn | another piece on the ground loses | 1, 7 | `another_piece_on_the_ground_loses_at_once_even_if_the_own_fell_too` |
//! | Your turn | then the next player | | `once_a_piece_is_placed_the_next_seat_is_on_turn`, `nobody_moves_while_the_structure_does` |
//! | Placing | the own piece may fall, but on the first turn | 2 | `the_own_piece_on_the_ground_is_tried_again_as_often_as_one_likes`, `on_the_very_first_turn_the_own_piece_on_the_ground_loses` |
//! | Placing | others may move | 5 | `others_moving_without_falling_is_fine` |
//! | Rulings | ten seconds at rest | | `a_piece_that_never_comes_to_rest_is_not_placed`, `fates_that_cannot_have_happened_are_refused` |
//! | Rulings | no way to touch, or an empty box, loses | 6 | `giving_up_loses`, `whoever_is_on_turn_with_an_empty_box_loses` |
//! | (option) | fewer pieces, for a shorter game | | `a_shorter_game_takes_the_first_pieces_of_the_box`, `a_box_has_no_more_pieces_than_it_has` |
//! | Rulings | touching must be seen | 4 | `touching_counts_only_where_it_can_be_seen` |
//! | Rulings | shaking the table | 8 | `shaking_the_table_out_of_turn_loses_if_a_piece_falls`, `shaking_the_table_without_a_fall_changes_nothing_but_places` |
//! | Advanced | a selected piece must be placed | 9 | `touch_move_binds_a_picked_piece_even_after_it_fell`, `a_picked_piece_may_go_back_to_the_box_until_it_is_placed` |
//! | Advanced | one hand | | `one_hand_keeps_the_tilt_and_may_turn_about_the_vertical` |
//! | Advanced | one minute | | `with_one_minute_a_turn_that_takes_longer_is_lost` |
//! | Points | a point for each piece touched | | `with_points_a_piece_earns_one_for_each_other_it_visibly_touches` |
//! | Points | what a fall costs | | `with_points_a_fall_costs_the_pieces_that_stood_the_base_and_the_own_piece`, `with_points_a_shake_that_fells_a_piece_costs_the_structure_and_the_base`, `with_points_the_own_piece_may_fall_on_the_first_turn_too` |
//! | Points | an empty box ends the round | | `with_points_an_empty_box_ends_the_round_without_loss` |
//! | Points | 50 at the end of a round | | `with_points_the_target_wins_only_at_the_end_of_a_round_and_a_tie_plays_on`, `the_target_is_an_option_with_bounds` |

mod draw;
mod game;
mod geometry;
mod imagine;
mod moves;
mod physics;
mod pieces;
mod rules;
mod search;
mod state;
mod study;
mod text;
mod view;

pub use draw::render;
pub use geometry::{pose, scene, sight, touch};
pub use physics::{film, settle, world};
pub use pieces::{boxes, outline, shape, stance};
pub use rules::judge;
pub use search::{hand, place};

pub use boxes::{BadBox, BoxData, Piece, PieceBox, PieceData, PieceId};
pub use moves::{AS_IN_THE_BOX, Foul, Move};
pub use pose::{Pose, Standing};
pub use rules::Verdict;
pub use settle::{Cause, End, Fate, settle, settle_within};
pub use state::{Held, Options, Phase, State};
pub use view::{Shown, View};
pub use world::{STEPS_PER_SECOND, World};

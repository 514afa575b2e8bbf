//! The event deck: data that a host can write anew.

use serde::{Deserialize, Serialize};
use table::BadTable;

/// The most events a deck can have.
pub const MOST_EVENTS: usize = 8;

/// An event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub struct EventCard {
    /// Its name.
    pub name: String,
    /// What is read out.
    #[serde(default)]
    pub story: String,
    /// What it does to whoever draws it.
    pub effect: Effect,
}

/// What an event does to whoever draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Effect {
    /// The whole hand goes under the pile, and no new card is drawn for it.
    DropHand,
    /// So many cards are drawn.
    Draw(u8),
    /// The turn ends at once; off turn it ends nothing.
    EndTurn,
    /// One card of choice is stashed for free, if any is held.
    StashOne,
    /// One random card of the hand goes under the pile, and no new card is drawn for it.
    LoseRandom,
    /// Until the drawer's next turn nobody steals from it; a Raccoon does not steal.
    NoSteal,
    /// Only the story is read out.
    Nothing,
}

impl EventCard {
    /// The most cards an event can make its drawer draw.
    pub const MOST_DRAWS: u8 = 5;
    const LONGEST_NAME: usize = 40;
    const LONGEST_STORY: usize = 300;

    /// The six events played where the host has none of their own.
    pub fn default_deck() -> Vec<EventCard> {
        let event =
            |name: &str, story: &str, effect| EventCard { name: name.into(), story: story.into(), effect };
        vec![
            event(
                "Hole in the pouch",
                "You hear a soft patter behind you. It has been following you for a while.",
                Effect::DropHand,
            ),
            event("Windfall", "A gust shakes the old tree, and it rains nuts.", Effect::Draw(2)),
            event(
                "Hawk overhead",
                "A shadow crosses the clearing. You freeze until it is gone.",
                Effect::EndTurn,
            ),
            event(
                "Hollow log",
                "Dry, dark, and nobody is looking: a perfect place for one nut.",
                Effect::StashOne,
            ),
            event("Slippery branch", "You catch yourself. What you carried does not.", Effect::LoseRandom),
            event(
                "Watchful owl",
                "Two round eyes follow every paw. Nobody dares to be a thief.",
                Effect::NoSteal,
            ),
        ]
    }

    /// Whether the cards make an event deck.
    pub(crate) fn check_deck(deck: &[EventCard]) -> Result<(), BadTable> {
        let bad = |problem| Err(BadTable::Option { key: "events", problem });
        if deck.len() > MOST_EVENTS {
            return bad(format!("{} events are too many; use at most {MOST_EVENTS}", deck.len()));
        }
        for (place, event) in deck.iter().enumerate() {
            let is_text =
                |text: &str, longest| text.chars().count() <= longest && !text.chars().any(char::is_control);
            if event.name.trim().is_empty() || !is_text(&event.name, Self::LONGEST_NAME) {
                let longest = Self::LONGEST_NAME;
                return bad(format!("event {place} needs a name of 1 to {longest} letters on one line"));
            }
            if !is_text(&event.story, Self::LONGEST_STORY) {
                let longest = Self::LONGEST_STORY;
                return bad(format!(
                    "the story of event {place} must be one line of at most {longest} letters"
                ));
            }
            if let Effect::Draw(count) = event.effect
                && !(1..=Self::MOST_DRAWS).contains(&count)
            {
                let most = Self::MOST_DRAWS;
                return bad(format!("event {place} draws {count} cards; let it draw 1 to {most}"));
            }
        }
        Ok(())
    }
}

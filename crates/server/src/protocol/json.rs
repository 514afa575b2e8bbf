//! JSON of a game's own form: made and read by the game, passed on as it is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::borrow::Cow;

/// A JSON value kept as text.
#[derive(Clone, Debug)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Takes a text that is JSON.
    ///
    /// # Panics
    ///
    /// Panics when the text is no JSON; what a game writes always is.
    pub fn from_text(text: String) -> Self {
        Self(RawValue::from_string(text).expect("a game writes JSON"))
    }

    /// The JSON of anything that has one.
    pub fn of(value: &impl Serialize) -> Self {
        Self(to_raw_value(value).expect("what is told has a JSON form"))
    }

    /// The JSON `null`.
    pub fn null() -> Self {
        Self::from_text("null".into())
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The text with all fields in order: the same for equal values.
    pub fn in_order(&self) -> Cow<'_, str> {
        match self.text() {
            word if is_word(word) => Cow::Borrowed(word),
            _ => Cow::Owned(in_order(self.value())),
        }
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).expect("raw JSON is JSON")
    }
}

/// Whether a text is a bare word, as many moves are: there is one way to write it.
fn is_word(text: &str) -> bool {
    let letters = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    letters.is_some_and(|letters| letters.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-'))
}

fn in_order(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

impl Default for Json {
    fn default() -> Self {
        Self::null()
    }
}

impl From<Box<RawValue>> for Json {
    fn from(raw: Box<RawValue>) -> Self {
        Self(raw)
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        Self::from_text(value.to_string())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text() || self.value() == other.value()
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Tagged messages are buffered while they are read, which raw JSON does not survive.
        Ok(Self::from_text(in_order(Value::deserialize(deserializer)?)))
    }
}

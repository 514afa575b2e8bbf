//! JSON of a game's own form: made and read by the game, passed on as it is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, value::RawValue};

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

    /// The JSON `null`.
    pub fn null() -> Self {
        Self::from_text("null".into())
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).expect("raw JSON is JSON")
    }
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
        // Tagged messages are buffered while they are read, which raw JSON does not survive. Put in order, equal values
        // have equal texts.
        let mut value = Value::deserialize(deserializer)?;
        value.sort_all_objects();
        Ok(Self::from(&value))
    }
}

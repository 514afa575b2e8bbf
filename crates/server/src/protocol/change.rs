//! What differs between two JSON values, as a JSON Patch (RFC 6902).

use super::Json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One step from a JSON value to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Change {
    /// A value is put in: a new field, or an element before the one that has that number.
    Add {
        /// Where, as a JSON Pointer.
        path: String,
        /// What.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Value))]
        value: Json,
    },
    /// A field or an element is taken out.
    Remove {
        /// Which, as a JSON Pointer.
        path: String,
    },
    /// A value takes the place of another.
    Replace {
        /// Where, as a JSON Pointer.
        path: String,
        /// What.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Value))]
        value: Json,
    },
}

/// What makes one value into another.
pub fn changes(from: &Value, to: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(from, to, &mut String::new(), &mut found);
    found
}

fn compare(from: &Value, to: &Value, path: &mut String, found: &mut Vec<Change>) {
    let first = found.len();
    compare_parts(from, to, path, found);
    let whole = Change::Replace { path: path.clone(), value: to.into() };
    // Many small changes take more words than the whole of something small.
    if found.len() > first + 1 && words(&found[first..]) > words(&whole) {
        found.truncate(first);
        found.push(whole);
    }
}

fn words(told: &(impl Serialize + ?Sized)) -> usize {
    serde_json::to_string(told).map_or(0, |text| text.len())
}

fn compare_parts(from: &Value, to: &Value, path: &mut String, found: &mut Vec<Change>) {
    match (from, to) {
        _ if from == to => {}
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                within(path, key, |path| found.push(Change::Remove { path: path.clone() }));
            }
            for (key, value) in new {
                within(path, key, |path| match old.get(key) {
                    Some(before) => compare(before, value, path, found),
                    None => found.push(Change::Add { path: path.clone(), value: value.into() }),
                });
            }
        }
        (Value::Array(old), Value::Array(new)) => compare_lists(old, new, path, found),
        _ => found.push(Change::Replace { path: path.clone(), value: to.into() }),
    }
}

/// What begins and ends alike stays; in between, elements are changed in place, then put in or taken out.
fn compare_lists(old: &[Value], new: &[Value], path: &mut String, found: &mut Vec<Change>) {
    let shorter = old.len().min(new.len());
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let behind =
        old.iter().rev().zip(new.iter().rev()).take(shorter - before).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[before..old.len() - behind], &new[before..new.len() - behind]);
    for (place, (a, b)) in old.iter().zip(new).enumerate() {
        within(path, &(before + place).to_string(), |path| compare(a, b, path, found));
    }
    let next = before + old.len().min(new.len());
    for _ in new.len()..old.len() {
        within(path, &next.to_string(), |path| found.push(Change::Remove { path: path.clone() }));
    }
    for (place, value) in new.iter().enumerate().skip(old.len()) {
        let add = |path: &mut String| found.push(Change::Add { path: path.clone(), value: value.into() });
        within(path, &(before + place).to_string(), add);
    }
}

/// Acts with a path that goes one step further.
fn within(path: &mut String, step: &str, act: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(&step.replace('~', "~0").replace('/', "~1"));
    act(path);
    path.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The changes in one part of something large.
    fn told(from: &Value, to: &Value) -> Value {
        let rest = "so much stays that telling all of it again is not worth while ".repeat(9);
        let all = changes(&json!({"it": from, "rest": rest}), &json!({"it": to, "rest": rest}));
        serde_json::to_value(all).unwrap()
    }

    #[test]
    fn the_whole_is_told_where_that_takes_fewer_words() {
        let expected = json!([{"op": "replace", "path": "/it", "value": [5, 6, 7, 8]}]);
        assert_eq!(told(&json!([1, 2, 3, 4]), &json!([5, 6, 7, 8])), expected);
    }

    #[test]
    fn what_stays_is_not_told() {
        let long = "x".repeat(99);
        let view = json!({"deck": 9, "long": long, "places": [{"hand": 2, "long": long}, {"hand": 3, "long": long}]});
        assert_eq!(told(&view, &view), json!([]));
        let next = json!({"deck": 8, "long": long, "places": [{"hand": 2, "long": long}, {"hand": 4, "long": long}]});
        let expected = json!([
            {"op": "replace", "path": "/it/deck", "value": 8},
            {"op": "replace", "path": "/it/places/1/hand", "value": 4}
        ]);
        assert_eq!(told(&view, &next), expected);
    }

    #[test]
    fn fields_come_and_go_and_null_is_a_value() {
        let long = "x".repeat(199);
        let (from, to) =
            (json!({"gone": 1, "a/b~": 2, "c": long}), json!({"a/b~": null, "new": null, "c": long}));
        let expected = json!([
            {"op": "remove", "path": "/it/gone"},
            {"op": "replace", "path": "/it/a~1b~0", "value": null},
            {"op": "add", "path": "/it/new", "value": null}
        ]);
        assert_eq!(told(&from, &to), expected);
    }

    #[test]
    fn lists_change_where_they_differ() {
        let long = "x".repeat(99);
        let from = json!([1, 2, long, 9]);
        let changed = |to: Value| told(&from, &to);
        assert_eq!(changed(json!([1, 2, long, 4, 9])), json!([{"op": "add", "path": "/it/3", "value": 4}]));
        let remove = json!({"op": "remove", "path": "/it/0"});
        assert_eq!(changed(json!([long, 9])), json!([remove, remove]));
        assert_eq!(changed(json!([1, 5, long, 9])), json!([{"op": "replace", "path": "/it/1", "value": 5}]));
        assert_eq!(told(&json!([1, 1]), &json!([1])), json!([{"op": "remove", "path": "/it/1"}]));
    }
}

//! Items of a list that must not be equal: those of a set, and those of a map in their keys.
//!
//! Knows lists that were made; must not know what is wanted of their items.

use std::collections::BTreeSet;

use crdls_go::regexp;
use crdls_manifest::model::Schema;

use super::value::Value;

/// Makes equal items differ, where their schema has room for that.
pub(super) fn make(items: &mut [Value], list: Schema<'_>) {
    let Some(schema) = list.item_schema() else { return };
    match list.list_type() {
        Some("set") => scalars(items.iter_mut().collect(), schema),
        Some("map") => keyed(items, list, schema),
        _ if list.unique_items() => scalars(items.iter_mut().collect(), schema),
        _ => {}
    }
}

/// Changes the first key that has room.
fn keyed(items: &mut [Value], list: Schema<'_>, schema: Schema<'_>) {
    let keys: Vec<&str> = list.list_map_keys().map(|(name, _)| name).collect();
    let mut seen = BTreeSet::new();
    let all_differ = items
        .iter()
        .all(|item| seen.insert(keys.iter().map(|key| text(member(item, key))).collect::<Vec<_>>()));
    if all_differ {
        return;
    }
    let mut open = keys.into_iter().filter_map(|key| Some((key, schema.property(key)?)));
    let Some((key, of_key)) = open.find(|(_, schema)| schema.enum_values().len() == 0) else { return };
    let of_items = items.iter_mut().filter_map(|item| match item {
        Value::Map(members) => members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value),
        _ => None,
    });
    scalars(of_items.collect(), of_key);
}

fn member<'v>(item: &'v Value, key: &str) -> Option<&'v Value> {
    match item {
        Value::Map(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
        _ => None,
    }
}

fn text(value: Option<&Value>) -> String {
    value.map(Value::flow).unwrap_or_default()
}

/// Gives each value that occurred before another number, or another end or beginning of the text.
fn scalars(values: Vec<&mut Value>, schema: Schema<'_>) {
    let mut seen = BTreeSet::new();
    let mut next = 0;
    let pattern =
        Some(schema.pattern()).filter(|text| !text.is_empty()).and_then(|text| regexp::compile(text).ok());
    let most = schema.max_length().and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    let fits = |text: &str| {
        text.chars().count() <= most && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
    };
    for value in values {
        if seen.insert(value.flow()) {
            continue;
        }
        for _ in 0..MOST_TRIES {
            next += 1;
            let other = match &*value {
                Value::Int(number) => number.checked_add(next).map(Value::Int),
                Value::Str(text) => {
                    let letters = letters(next);
                    let made = [format!("{text}{letters}"), letters.clone(), format!("{letters}{text}")];
                    made.into_iter().find(|text| fits(text)).map(Value::Str)
                }
                _ => None,
            };
            let Some(other) = other else { break };
            if seen.insert(other.flow()) {
                *value = other;
                break;
            }
        }
    }
}

/// So many other values are tried for one.
const MOST_TRIES: usize = 4;

/// A number in letters.
fn letters(mut number: i64) -> String {
    let mut text = String::new();
    while number > 0 {
        let digit = u8::try_from(number % 26).unwrap_or_default();
        text.push(char::from(b'a' + digit));
        number /= 26;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_letters_differ() {
        let all: BTreeSet<_> = (1..1_000).map(letters).collect();
        assert_eq!(all.len(), 999);
        assert!(all.iter().all(|text| text.chars().all(|c| c.is_ascii_lowercase())));
    }
}

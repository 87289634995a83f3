//! What has no JSON: keys that are no strings and cannot be made ones (sigs.k8s.io/yaml
//! `convertToJSONableObject`), then numbers that are none (encoding/json).
//!
//! Go goes through a map in an order of chance, so that with several such keys it is chance which
//! one it names; here it is the outermost, then the first.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::resolve::{Scalar, format_g, go_lossy, key_text};

use super::go_syntax;
use super::values::{Entry, Leaf, Value, ValueId, Values};
use super::{Checked, Refusal};

pub(super) fn check(values: &Values<'_>) -> Checked {
    check_keys(values)?;
    check_numbers(values)
}

fn check_keys(values: &Values<'_>) -> Checked {
    let mut walk = ValueReader::new(values);
    while let Some(id) = walk.next() {
        match values.get(id) {
            Some(Value::Sequence(items)) => walk.push(items.iter().copied()),
            Some(Value::Mapping(entries)) => {
                if let Some(entry) = entries.iter().find(|entry| json_key(values, entry).is_none()) {
                    return Err(unsupported_key(values, entry));
                }
                walk.push(entries.iter().map(|entry| entry.value));
            }
            Some(Value::Leaf(_)) | None => {}
        }
    }
    Ok(())
}

fn check_numbers(values: &Values<'_>) -> Checked {
    let mut walk = ValueReader::new(values);
    while let Some(id) = walk.next() {
        match values.get(id) {
            Some(Value::Sequence(items)) => walk.push(items.iter().copied()),
            Some(Value::Mapping(entries)) => walk.push(in_json_order(values, entries).into_values()),
            Some(Value::Leaf(Leaf::Scalar(Scalar::Float(number)))) if !number.is_finite() => {
                let message = format!("json: unsupported value: {}", format_g(*number));
                return Err(Refusal::boxed(values.at(id), message));
            }
            Some(Value::Leaf(_)) | None => {}
        }
    }
    Ok(())
}

/// Values in their order, each once: one that has nothing to refuse has nothing at its next place.
struct ValueReader {
    work: Vec<ValueId>,
    seen: Vec<bool>,
}

impl ValueReader {
    fn new(values: &Values<'_>) -> Self {
        Self { work: vec![values.root()], seen: vec![false; values.len()] }
    }

    fn next(&mut self) -> Option<ValueId> {
        loop {
            let id = self.work.pop()?;
            let seen = self.seen.get_mut(id)?;
            if !std::mem::replace(seen, true) {
                return Some(id);
            }
        }
    }

    fn push(&mut self, children: impl DoubleEndedIterator<Item = ValueId>) {
        self.work.extend(children.rev());
    }
}

/// encoding/json sorts keys. Of two that become one, `1` and `"1"`, chance decides in Go.
fn in_json_order<'a>(values: &'a Values<'_>, entries: &[Entry]) -> BTreeMap<Cow<'a, str>, ValueId> {
    entries.iter().filter_map(|entry| Some((json_key(values, entry)?, entry.value))).collect()
}

fn json_key<'a>(values: &'a Values<'_>, entry: &Entry) -> Option<Cow<'a, str>> {
    match values.leaf(entry.key)? {
        Leaf::Scalar(scalar) => key_text(scalar),
        Leaf::Bytes(bytes) => Some(Cow::Owned(go_lossy(bytes))),
    }
}

fn unsupported_key(values: &Values<'_>, entry: &Entry) -> Box<Refusal> {
    let kind = match values.leaf(entry.key) {
        Some(Leaf::Scalar(Scalar::Uint(_))) => "uint64",
        _ => "%!s(<nil>)",
    };
    let key = go_syntax::print_alone(values, entry.key);
    let value = go_syntax::print_alone(values, entry.value);
    let message = format!("unsupported map key of type: {kind}, key: {key}, value: {value}");
    Refusal::boxed(values.at(entry.key), message)
}

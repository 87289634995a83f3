//! What a document decodes to: `interface{}` and `map[interface{}]interface{}` of Go. A value that
//! aliases bring to several places is there once.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::resolve::Scalar;

pub(super) type ValueId = usize;

#[derive(Debug)]
pub(super) enum Leaf<'t> {
    Scalar(Scalar<'t>),
    /// A string of bytes that are not UTF-8; only `!!binary` makes one.
    Bytes(Vec<u8>),
}

#[derive(Debug)]
pub(super) enum Value<'t> {
    Leaf(Leaf<'t>),
    Sequence(Vec<ValueId>),
    Mapping(Vec<Entry>),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub key: ValueId,
    pub value: ValueId,
}

#[derive(Debug, Default)]
pub(super) struct Values<'t> {
    values: Vec<(usize, Value<'t>)>,
    root: ValueId,
    /// One value for all that are the same key; none for NaN, which is no key's equal.
    same_key: HashMap<ValueId, Option<ValueId>>,
    keys: HashMap<Identity<'t>, ValueId>,
    places: HashMap<(ValueId, ValueId), usize>,
}

impl<'t> Values<'t> {
    pub(super) fn add(&mut self, at: usize, value: Value<'t>) -> ValueId {
        self.values.push((at, value));
        self.values.len() - 1
    }

    pub(super) fn get(&self, id: ValueId) -> Option<&Value<'t>> {
        self.values.get(id).map(|(_, value)| value)
    }

    pub(super) fn leaf(&self, id: ValueId) -> Option<&Leaf<'t>> {
        match self.get(id) {
            Some(Value::Leaf(leaf)) => Some(leaf),
            _ => None,
        }
    }

    /// Where the value is written.
    pub(super) fn at(&self, id: ValueId) -> usize {
        self.values.get(id).map_or(0, |(at, _)| *at)
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn root(&self) -> ValueId {
        self.root
    }

    pub(super) fn set_root(&mut self, id: ValueId) {
        self.root = id;
    }

    /// An assignment to a Go map: the last one of a key counts.
    pub(super) fn assign(&mut self, mapping: ValueId, entry: Entry) {
        let same = self.same_key(entry.key);
        let Some((_, Value::Mapping(entries))) = self.values.get_mut(mapping) else { return };
        let place = match same {
            Some(key) => *self.places.entry((mapping, key)).or_insert(entries.len()),
            None => entries.len(),
        };
        match entries.get_mut(place) {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
    }

    fn same_key(&mut self, key: ValueId) -> Option<ValueId> {
        if let Some(&same) = self.same_key.get(&key) {
            return same;
        }
        let identity = self.leaf(key).and_then(identity);
        let same = identity.map(|identity| *self.keys.entry(identity).or_insert(key));
        self.same_key.insert(key, same);
        same
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity<'t> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(u64),
    Str(Cow<'t, str>),
    Bytes(Vec<u8>),
}

fn identity<'t>(key: &Leaf<'t>) -> Option<Identity<'t>> {
    Some(match key {
        Leaf::Scalar(Scalar::Null) => Identity::Null,
        Leaf::Scalar(Scalar::Bool(value)) => Identity::Bool(*value),
        Leaf::Scalar(Scalar::Int(value)) => Identity::Int(*value),
        Leaf::Scalar(Scalar::Uint(value)) => Identity::Uint(*value),
        Leaf::Scalar(Scalar::Float(value)) if value.is_nan() => return None,
        // The sum makes one zero of the two.
        Leaf::Scalar(Scalar::Float(value)) => Identity::Float((value + 0.0).to_bits()),
        Leaf::Scalar(Scalar::Str(text)) => Identity::Str(text.clone()),
        Leaf::Bytes(bytes) => Identity::Bytes(bytes.clone()),
    })
}

//! When two values are the same to the server.
//!
//! Mirrors `apiequality.Semantic.DeepEqual` of k8s.io/apimachinery
//! (third_party/forked/golang/reflect/deep_equal.go) on the decoded structs: a nil list or map equals an
//! empty one, a field that is not written equals the zero value unless it is a pointer. Places do not count.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Entry, FieldValue, Item, Object, Value};

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        let (mut ours, mut theirs) = (self.fields().iter().peekable(), other.fields().iter().peekable());
        // Both are sorted by name.
        loop {
            let order = match (ours.peek(), theirs.peek()) {
                (Some(a), Some(b)) => a.def.name.cmp(b.def.name),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return true,
            };
            let a = if order.is_le() { ours.next() } else { None };
            let b = if order.is_ge() { theirs.next() } else { None };
            let same = match (a, b) {
                (Some(a), Some(b)) => a == b,
                (Some(one), None) | (None, Some(one)) => one.is_zero(),
                (None, None) => true,
            };
            if !same {
                return false;
            }
        }
    }
}

impl PartialEq for FieldValue {
    fn eq(&self, other: &Self) -> bool {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => true,
            (false, false) => self.value == other.value,
            _ => false,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Json(a), Self::Json(b)) => a == b,
            (a, b) => a.holds_nothing() && b.holds_nothing(),
        }
    }
}

/// Numbers that two objects have in common where they are the same.
impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for field in self.fields().iter().filter(|field| !field.is_zero()) {
            (field.def.name, &field.value).hash(state);
        }
        state.write_u8(u8::MAX);
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.holds_nothing() {
            std::mem::discriminant(self).hash(state);
        }
        match self {
            Self::Null | Self::Nothing => state.write_u8(u8::MAX),
            Self::Bool(value) => value.hash(state),
            Self::Int(value) => value.hash(state),
            // Both zeros are the same.
            Self::Float(value) => (value + 0.0).to_bits().hash(state),
            Self::Str(text) => text.hash(state),
            Self::Bytes(bytes) => bytes.hash(state),
            Self::List(items) => items.hash(state),
            Self::Map(entries) => entries.hash(state),
            Self::Object(object) => object.hash(state),
            Self::Json(json) => json.hash(state),
        }
    }
}

impl Hash for Item {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.value).hash(state);
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

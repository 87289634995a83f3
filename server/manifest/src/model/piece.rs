//! Pieces of a manifest that are copied from one into another: a field, an item of a list, a member of a map.
//!
//! Must not know what a piece means.

use super::{Entry, FieldValue, Item, Object, Value};
use crdls_report::PathStep;

/// Something that is written, with where it is written.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A field of a struct.
    Field(FieldValue),
    /// An item of a list.
    Item(Item),
    /// A member of a map.
    Entry(Entry),
}

impl Piece {
    const fn value_mut(&mut self) -> &mut Value {
        match self {
            Self::Field(field) => &mut field.value,
            Self::Item(item) => &mut item.value,
            Self::Entry(entry) => &mut entry.value,
        }
    }

    /// The same list or map without its elements; `None` for other values.
    pub fn emptied(mut self) -> Option<Self> {
        match self.value_mut() {
            Value::List(items) => items.clear(),
            Value::Map(entries) => entries.clear(),
            _ => return None,
        }
        Some(self)
    }
}

impl Object {
    /// The piece at a path; `None` where nothing is written.
    pub fn piece(&self, path: &[PathStep]) -> Option<Piece> {
        let (last, around) = path.split_last()?;
        let field = |object: &Self| object.field_named(last).cloned().map(Piece::Field);
        let Some((first, inner)) = around.split_first() else { return field(self) };
        let start = &self.field_named(first)?.value;
        match inner.iter().try_fold(start, |value, step| value.at(step))? {
            Value::Object(object) => field(object),
            Value::List(items) => items.get(last.index()?).cloned().map(Piece::Item),
            Value::Map(entries) => {
                entries.iter().find(|entry| Some(&*entry.name) == last.member()).cloned().map(Piece::Entry)
            }
            _ => None,
        }
    }

    /// Writes a piece at a path, in place of what was there, or removes what was there. An item whose number is past the
    /// end of its list becomes the last one. False where nothing is written around the path, or something else.
    pub fn put(&mut self, path: &[PathStep], piece: Option<Piece>) -> bool {
        let Some((last, around)) = path.split_last() else { return false };
        let Some((first, inner)) = around.split_first() else { return self.put_field(last, piece) };
        let start = self.fields_mut().iter_mut().find(|field| Some(field.def.name) == first.member());
        let Some(start) = start.map(|field| &mut field.value) else { return false };
        let container = inner.iter().try_fold(start, |value, step| value.at_mut(step));
        match (container, piece) {
            (Some(Value::Object(object)), piece) => object.put_field(last, piece),
            (Some(Value::List(items)), None) => {
                let at = last.index().filter(|at| *at < items.len());
                at.map(|at| items.remove(at)).is_some()
            }
            (Some(Value::List(items)), Some(Piece::Item(item))) => {
                match last.index().and_then(|at| items.get_mut(at)) {
                    Some(its) => *its = item,
                    None => items.push(item),
                }
                true
            }
            (Some(Value::Map(entries)), piece) => {
                entries.retain(|entry| Some(&*entry.name) != last.member());
                if let Some(Piece::Entry(entry)) = piece {
                    entries.push(entry);
                    entries.sort_by(|a, b| a.name.cmp(&b.name));
                }
                true
            }
            _ => false,
        }
    }

    fn put_field(&mut self, step: &PathStep, piece: Option<Piece>) -> bool {
        match (piece, self.field_named(step).map(FieldValue::id)) {
            (Some(Piece::Field(field)), _) => self.set(field),
            (None, Some(field)) => self.unset(field),
            _ => return false,
        }
        true
    }

    fn field_named(&self, step: &PathStep) -> Option<&FieldValue> {
        self.fields().iter().find(|field| Some(field.def.name) == step.member())
    }
}

impl Value {
    fn at(&self, step: &PathStep) -> Option<&Self> {
        match self {
            Self::Object(object) => object.field_named(step).map(|field| &field.value),
            Self::List(items) => items.get(step.index()?).map(|item| &item.value),
            Self::Map(entries) => {
                entries.iter().find(|entry| Some(&*entry.name) == step.member()).map(|entry| &entry.value)
            }
            _ => None,
        }
    }

    fn at_mut(&mut self, step: &PathStep) -> Option<&mut Self> {
        match self {
            Self::Object(object) => {
                let mut fields = object.fields_mut().iter_mut();
                fields.find(|field| Some(field.def.name) == step.member()).map(|field| &mut field.value)
            }
            Self::List(items) => items.get_mut(step.index()?).map(|item| &mut item.value),
            Self::Map(entries) => {
                let mut entries = entries.iter_mut();
                entries.find(|entry| Some(&*entry.name) == step.member()).map(|entry| &mut entry.value)
            }
            _ => None,
        }
    }
}

//! Incremental decoding: of a model that was decoded before, the smallest value around an edit is decoded again, and
//! the ranges after it are moved.
//!
//! That is sound where a value depends on its own text alone: see [`crdls_yaml::Tree::is_plain`]; where nothing was
//! wrong before and nothing is now; and where each entry on the way to the edit stands in the new tree at the place
//! that the model has of it. In all other cases the manifest is decoded from scratch. A property test holds the two
//! to the same result.

use crdls_text::{TextChange, TextRange};
use crdls_yaml::Node;

use super::Decoded;
use super::context::DecodeContext;
use super::walk::{Decoder, or_zero};
use super::{ranges, sizes};
use crate::fields::{Elem, JSON_SCHEMA_PROPS, Ty, TypeDef};
use crate::model::{Entry, FieldValue, Item, Object, Span, Value};
use crdls_report::{Advice, Config, FieldValidation, Path};
use crdls_values::json::Raw;

impl Decoded {
    /// Whether nothing is wrong with the manifest, so that it may be updated by an edit.
    pub(super) fn is_flawless(&self) -> bool {
        self.findings.is_empty() && self.dropped.is_empty() && !self.hides_keys
    }

    /// Whether an edit makes something wrong with a manifest with which nothing was wrong, as far as the value around
    /// the edit alone shows it: false says nothing. `root` is its node now, which no key of its text hides.
    pub fn is_broken_by(&self, root: Node<'_>, change: TextChange, config: &Config) -> bool {
        if !self.is_flawless() || change.moved(self.object.range).is_some() {
            return false;
        }
        let updated = Update::new(change, config).object(&mut around(&self.object, change), root);
        matches!(updated, Err(NotUpdated::Faulty))
    }

    /// What became of the manifest by an edit; `root` is its node now. `None` where it has to be decoded anew.
    pub(super) fn updated(mut self, root: Node<'_>, change: TextChange, config: &Config) -> Option<Self> {
        if !self.is_flawless() {
            return None;
        }
        if let Some(moved) = change.moved(self.object.range) {
            if moved != root.range() {
                return None;
            }
            if change.is_before(self.object.range) {
                Shift(change.shift()).object(&mut self.object);
            }
            return Some(self);
        }
        let mut update = Update::new(change, config);
        update.object(&mut self.object, root).ok()?;
        let grown = |size: usize| usize::try_from(i64::try_from(size).ok()? + update.grown).ok();
        self.json_size = match update.asks_size() {
            true => Some(self.json_size.and_then(grown)?),
            false => None,
        };
        Some(self)
    }
}

/// A copy of a struct that has only the values around an edit.
fn around(object: &Object, change: TextChange) -> Object {
    fn value(of: &Value, range: TextRange, change: TextChange) -> Value {
        match of {
            _ if !change.is_in(range) => Value::Null,
            Value::Object(object) => Value::Object(around(object, change)),
            Value::Map(entries) => {
                let entry = |entry: &Entry| {
                    let value = value(&entry.value, entry.range, change);
                    Entry { name: entry.name.clone(), value, ..*entry }
                };
                Value::Map(entries.iter().map(entry).collect())
            }
            Value::List(items) => {
                let item = |item: &Item| Item { value: value(&item.value, item.range, change), ..*item };
                Value::List(items.iter().map(item).collect())
            }
            // It is decoded anew.
            _ => Value::Null,
        }
    }
    object.with_values(|field| value(&field.value, field.span.value, change))
}

/// Why a value was not updated.
enum NotUpdated {
    /// The entry contains the edit and is decoded anew.
    Here,
    /// Something is wrong with it.
    Faulty,
    /// One cannot know.
    Whole,
}

struct Update<'a> {
    change: TextChange,
    config: &'a Config,
    /// By how many bytes the JSON grew, where that is asked.
    grown: i64,
    /// See [`DecodeContext::custom`].
    custom: bool,
}

/// What the edit is to an entry.
enum Touch {
    /// The entry is before or after the edit.
    None,
    Value,
}

impl<'a> Update<'a> {
    const fn new(change: TextChange, config: &'a Config) -> Self {
        Self { change, config, grown: 0, custom: false }
    }

    /// Whether the size of the JSON is needed. Of some values it cannot be known what they had.
    fn asks_size(&self) -> bool {
        self.config.advice == Advice::All
    }

    fn object(&mut self, object: &mut Object, node: Node<'_>) -> Result<(), NotUpdated> {
        let fields = object.fields_mut();
        let mut seen = 0;
        for entry in node.entries() {
            let name = entry.key.str().ok_or(NotUpdated::Here)?;
            let field = fields.iter_mut().find(|field| field.def.name == name).ok_or(NotUpdated::Here)?;
            seen += 1;
            let FieldValue { def, span, value } = field;
            match self.touch(*span, &entry).ok_or(NotUpdated::Here)? {
                Touch::None => self.shift(span.value).value(value),
                Touch::Value => {
                    self.value(value, entry.value, def.ty, def.go, sizes::of_value)?;
                }
            }
            *span = Span { key: entry.key.range(), value: entry.value.range() };
            keyed(value, span.key);
        }
        // A field that is in no entry of its own was merged, or is gone. Without fields, it or the node may be null.
        if seen != fields.len() || fields.is_empty() {
            return Err(NotUpdated::Here);
        }
        object.note_fields();
        object.range = node.range();
        Ok(())
    }

    fn map(&mut self, entries: &mut [Entry], node: Node<'_>, elem: &'static Elem) -> Result<(), NotUpdated> {
        let mut seen = 0;
        for entry in node.entries() {
            let name = entry.key.str().ok_or(NotUpdated::Here)?;
            let at =
                entries.binary_search_by(|known| (*known.name).cmp(&name)).map_err(|_| NotUpdated::Here)?;
            let known = entries.get_mut(at).ok_or(NotUpdated::Here)?;
            seen += 1;
            let span = Span { key: known.key, value: known.range };
            match self.touch(span, &entry).ok_or(NotUpdated::Here)? {
                Touch::None => self.shift(span.value).value(&mut known.value),
                Touch::Value => self.element(&mut known.value, known.range, entry.value, elem)?,
            }
            (known.key, known.range) = (entry.key.range(), entry.value.range());
            keyed(&mut known.value, known.key);
        }
        if seen == entries.len() && node.kind().is_map() { Ok(()) } else { Err(NotUpdated::Here) }
    }

    fn list(&mut self, items: &mut [Item], node: Node<'_>, elem: &'static Elem) -> Result<(), NotUpdated> {
        let mut known = items.iter_mut();
        for node in node.items() {
            let item = known.next().ok_or(NotUpdated::Here)?;
            match self.change.moved(item.range) {
                Some(moved) if moved == node.range() => self.shift(item.range).value(&mut item.value),
                None if self.change.is_in(item.range) && item.range.start == node.range().start => {
                    self.element(&mut item.value, item.range, node, elem)?;
                }
                _ => return Err(NotUpdated::Here),
            }
            item.range = node.range();
        }
        if known.next().is_none() && node.kind().is_seq() { Ok(()) } else { Err(NotUpdated::Here) }
    }

    fn touch(&self, span: Span, entry: &crdls_yaml::Entry<'_>) -> Option<Touch> {
        let (key, value) = (entry.key.range(), entry.value.range());
        let same_key = self.change.moved(span.key) == Some(key);
        match self.change.moved(TextRange::new(span.key.start, span.value.end)) {
            Some(_) if same_key && self.change.moved(span.value) == Some(value) => Some(Touch::None),
            None if same_key && self.change.is_in(span.value) && span.value.start == value.start => {
                Some(Touch::Value)
            }
            _ => None,
        }
    }

    /// What stood behind the edit has to be moved.
    fn shift(&self, old: TextRange) -> Shift {
        Shift(if self.change.is_before(old) { self.change.shift() } else { 0 })
    }

    /// An item of a list, a member of a map.
    fn element(
        &mut self,
        value: &mut Value,
        range: TextRange,
        node: Node<'_>,
        elem: &'static Elem,
    ) -> Result<(), NotUpdated> {
        self.value(value, node, elem.ty, elem.go, |value| sizes::of_element(value, range))?;
        let decoded = std::mem::replace(value, Value::Null);
        *value = or_zero(decoded, elem.ty, node.range());
        Ok(())
    }

    /// `size` is of the JSON that the value was.
    fn value(
        &mut self,
        value: &mut Value,
        node: Node<'_>,
        ty: Ty,
        go: &'static str,
        size: impl FnOnce(&Value) -> Option<usize>,
    ) -> Result<(), NotUpdated> {
        let custom = self.custom;
        self.custom |= matches!(ty, Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings);
        let inside = match (&mut *value, ty) {
            (Value::Object(object), _) => self.object(object, node),
            (Value::Map(entries), Ty::Map(elem)) => self.map(entries, node, elem),
            (Value::List(items), Ty::List(elem)) => self.list(items, node, elem),
            _ => Err(NotUpdated::Here),
        };
        self.custom = custom;
        match inside {
            Err(NotUpdated::Here) => {
                let before = if self.asks_size() { size(value).ok_or(NotUpdated::Whole)? } else { 0 };
                self.anew(value, before, node, ty, go)
            }
            done => done,
        }
    }

    fn anew(
        &mut self,
        value: &mut Value,
        before: usize,
        node: Node<'_>,
        ty: Ty,
        go: &'static str,
    ) -> Result<(), NotUpdated> {
        if self.breaks_at_once(node, ty) {
            return Err(NotUpdated::Faulty);
        }
        let mut decoder = Decoder::new(&Path::EMPTY, self.config).briefly();
        let context = DecodeContext { custom: self.custom, ..DecodeContext::of_root(&Path::EMPTY) };
        *value = decoder.value(node, ty, go, context);
        let decoded = decoder.finish(Object::empty(&JSON_SCHEMA_PROPS, node.range()));
        if !decoded.findings.is_empty() {
            return Err(NotUpdated::Faulty);
        }
        if !decoded.dropped.is_empty() || decoded.hides_keys {
            return Err(NotUpdated::Whole);
        }
        self.grown += decoded.json_size.unwrap_or_default() as i64 - before as i64;
        Ok(())
    }
}

impl Update<'_> {
    /// Whether a look at the members of a value shows that something is wrong with it: a field that its type does not have,
    /// a scalar where a struct is to be.
    fn breaks_at_once(&self, node: Node<'_>, ty: Ty) -> bool {
        let asks = !self.custom && self.config.field_validation != FieldValidation::Ignore;
        let is_unknown = |ty: &TypeDef, name: &str| {
            ty.field(name).is_none_or(|field| !field.known_in(self.config.kubernetes))
        };
        let is_scalar = |node: Node<'_>| matches!(Raw::of(node), Raw::Bool(_) | Raw::Number(_) | Raw::Str(_));
        let mut entries = node.entries().filter(|entry| entry.key.source() != "<<");
        match ty {
            Ty::Object(ty) if asks => {
                entries.any(|entry| entry.key.str().is_some_and(|name| is_unknown(ty, &name)))
            }
            Ty::Map(Elem { ty: Ty::Object(_), .. }) => entries.any(|entry| is_scalar(entry.value)),
            _ => false,
        }
    }
}

fn keyed(value: &mut Value, key: TextRange) {
    if let Value::Object(object) = value {
        object.key = Some(key);
    }
}

/// Moves all places of a value.
#[derive(Clone, Copy)]
struct Shift(i64);

impl Shift {
    fn range(self, range: &mut TextRange) {
        let by = |offset: u32| (i64::from(offset) + self.0) as u32;
        *range = TextRange { start: by(range.start), end: by(range.end) };
    }

    fn value(self, value: &mut Value) {
        if self.0 != 0 {
            ranges::of_value(value, &mut |range| self.range(range));
        }
    }

    fn object(self, object: &mut Object) {
        ranges::of_object(object, &mut |range| self.range(range));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_edits_are_one() {
        let text = "0123456789";
        let apply = |text: &str, change: TextChange| {
            let (before, rest) = text.split_at(change.old.start as usize);
            let (_, after) = rest.split_at(change.old.len() as usize);
            format!("{before}{}{after}", "x".repeat(change.inserted as usize))
        };
        for (a, b, inserted) in [(2, 4, 3), (0, 0, 2), (5, 9, 0)] {
            let first = TextChange { old: TextRange::new(a, b), inserted };
            let between = apply(text, first);
            for start in 0..between.len() as u32 {
                for end in start..=between.len() as u32 {
                    let next = TextChange { old: TextRange::new(start, end), inserted: 1 };
                    let both = first.then(next);
                    let (twice, once) = (apply(&between, next), apply(text, both));
                    assert_eq!(twice.len(), once.len(), "{first:?} {next:?}");
                    let untouched = |text: &str| text.bytes().filter(|b| *b != b'x').count();
                    assert!(untouched(&once) <= untouched(&twice), "{first:?} {next:?}");
                    assert!(once.starts_with(text.split_at(both.old.start as usize).0));
                }
            }
        }
    }
}

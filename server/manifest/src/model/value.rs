//! Values as they are written, and structs, which are values by field.
//!
//! Knows the types of fields; must not know which struct it is, which is for the views.

use crdls_text::TextRange;

use super::field_set::FieldSet;
use crate::fields::{Field, FieldDef, TypeDef};
use crdls_values::Json;

/// Where a key and its value are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The bytes of the key.
    pub key: TextRange,
    /// The bytes of the value, as written: of an alias, the alias.
    pub value: TextRange,
}

/// A field that is written.
#[derive(Clone, Debug)]
pub struct FieldValue {
    /// Which field it is.
    pub def: &'static FieldDef,
    /// Where it is written.
    pub span: Span,
    /// What it holds.
    pub value: Value,
}

/// What a field, an item or an entry holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// A null that is written: the zero value, or nil where there is one.
    Null,
    /// Something is written and decoded to nothing: it has the wrong type, or the server drops it.
    Nothing,
    /// A boolean.
    Bool(bool),
    /// A whole number of 32 or 64 bits.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text, or a time as it is written.
    Str(String),
    /// What base64 text says.
    Bytes(Box<[u8]>),
    /// A list, in its order.
    List(Vec<Item>),
    /// Sorted by name, each name once.
    Map(Vec<Entry>),
    /// A struct.
    Object(Object),
    /// A value of no type: a default, an example, a value of an enum.
    Json(Json),
}

/// An item of a list.
#[derive(Clone, Debug)]
pub struct Item {
    /// The bytes of the item.
    pub range: TextRange,
    /// What it holds.
    pub value: Value,
}

/// A member of a map.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key, decoded.
    pub name: Box<str>,
    /// The bytes of the key.
    pub key: TextRange,
    /// The bytes of the value.
    pub range: TextRange,
    /// What it holds.
    pub value: Value,
}

impl FieldValue {
    /// Which field it is.
    #[inline]
    pub fn id(&self) -> Field {
        self.def.id
    }

    /// Whether Go's value is the one of a field that is not written: nil, or zero where the field is no
    /// pointer. An empty list or map counts as nil, as in `apiequality.Semantic`.
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Null => true,
            _ if self.def.pointer => false,
            value => value.is_zero(),
        }
    }
}

impl Value {
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Null | Self::Nothing => true,
            Self::Bool(value) => !value,
            Self::Int(value) => *value == 0,
            Self::Float(value) => *value == 0.0,
            Self::Str(text) => text.is_empty(),
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Map(entries) => entries.is_empty(),
            Self::Object(object) => object.is_zero(),
            Self::Json(json) => json.is_null(),
        }
    }

    /// The fields of all structs in it.
    fn within(&self) -> FieldSet {
        let values =
            |of: &mut dyn Iterator<Item = &Self>| of.fold(FieldSet::NONE, |all, it| all.with(it.within()));
        match self {
            Self::Object(object) => object.within,
            Self::List(items) => values(&mut items.iter().map(|item| &item.value)),
            Self::Map(entries) => values(&mut entries.iter().map(|entry| &entry.value)),
            _ => FieldSet::NONE,
        }
    }

    pub(super) fn holds_nothing(&self) -> bool {
        matches!(self, Self::Null | Self::Nothing)
    }

    /// The text of a string; `None` for other values.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The struct; `None` for other values.
    #[inline]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }
}

/// A value of a struct type.
#[derive(Clone, Debug)]
pub struct Object {
    /// The type of the struct.
    pub ty: &'static TypeDef,
    /// The bytes of the mapping; empty at 0 where it is not written.
    pub range: TextRange,
    /// The key that leads to it, where one does and not a place in a list.
    pub key: Option<TextRange>,
    /// The fields that are set, sorted by name.
    fields: Vec<FieldValue>,
    /// Which fields those are, a bit each: most that are asked for are not written.
    written: FieldSet,
    /// The same of this struct and of all in it; more where they may have been changed.
    within: FieldSet,
}

impl Object {
    /// A struct without fields.
    pub const fn empty(ty: &'static TypeDef, range: TextRange) -> Self {
        Self { ty, range, key: None, fields: Vec::new(), written: FieldSet::NONE, within: FieldSet::NONE }
    }

    /// `fields` sorted by name, each once.
    pub fn new(ty: &'static TypeDef, range: TextRange, fields: Vec<FieldValue>) -> Self {
        let mut its = Self { fields, ..Self::empty(ty, range) };
        its.note_fields();
        its
    }

    /// Notes which fields are written, after they were changed.
    pub(crate) fn note_fields(&mut self) {
        self.written = FieldSet::of(self.fields.iter().map(FieldValue::id));
        self.within = self.fields.iter().fold(self.written, |all, field| all.with(field.value.within()));
    }

    /// The fields that are written, sorted by name; also null ones.
    pub fn fields(&self) -> &[FieldValue] {
        &self.fields
    }

    /// To change places or values, not names.
    pub(crate) fn fields_mut(&mut self) -> &mut [FieldValue] {
        self.within = FieldSet::ALL;
        &mut self.fields
    }

    /// To change places alone.
    pub(crate) fn places_mut(&mut self) -> &mut [FieldValue] {
        &mut self.fields
    }

    /// The same fields with other values.
    pub(crate) fn with_values(&self, value: impl Fn(&FieldValue) -> Value) -> Self {
        let fields = self.fields.iter().map(|field| FieldValue { value: value(field), ..*field }).collect();
        Self { fields, within: FieldSet::ALL, ..*self }
    }

    /// Writes a field, in place of the one that was there.
    pub fn set(&mut self, field: FieldValue) {
        self.fields.retain(|other| other.def.id != field.def.id);
        self.fields.push(field);
        self.fields.sort_by_key(|field| field.def.name);
        self.note_fields();
    }

    /// The same struct in no more room than it needs.
    #[must_use]
    pub fn shrunk(mut self) -> Self {
        self.fields.shrink_to_fit();
        self
    }

    /// Takes a field out.
    pub fn unset(&mut self, field: Field) {
        self.fields.retain(|other| other.def.id != field);
        self.note_fields();
    }

    /// The value of a field that is written.
    pub fn value_mut(&mut self, field: Field) -> Option<&mut Value> {
        self.fields_mut().iter_mut().find(|found| found.def.id == field).map(|found| &mut found.value)
    }

    /// A field that is written.
    #[inline]
    pub fn get(&self, field: Field) -> Option<&FieldValue> {
        if self.written.has(field) { self.find(field) } else { None }
    }

    #[inline]
    fn find(&self, field: Field) -> Option<&FieldValue> {
        self.fields.iter().find(|found| found.def.id == field)
    }

    /// Whether one of the fields may be written.
    pub(crate) fn writes(&self, fields: FieldSet) -> bool {
        self.written.meets(fields)
    }

    /// Whether a field may be written in it or in a struct in it: false only where it is in none.
    #[inline]
    pub(crate) fn may_write_within(&self, field: Field) -> bool {
        self.within.has(field)
    }

    /// Whether a field is written and not null.
    #[inline]
    pub fn has(&self, field: Field) -> bool {
        self.get(field).is_some_and(|found| !matches!(found.value, Value::Null))
    }

    /// Where a field is written, be it null.
    #[inline]
    pub fn span(&self, field: Field) -> Option<Span> {
        self.get(field).map(|found| found.span)
    }

    /// Whether all fields are as if they were not written.
    pub fn is_zero(&self) -> bool {
        self.fields.iter().all(FieldValue::is_zero)
    }

    #[inline]
    fn value(&self, field: Field) -> Option<&Value> {
        self.get(field).map(|found| &found.value)
    }

    /// A field of a string; empty where it is not written.
    #[inline]
    pub fn str(&self, field: Field) -> &str {
        self.opt_str(field).unwrap_or("")
    }

    /// A field of a string; `None` where it is not written.
    #[inline]
    pub fn opt_str(&self, field: Field) -> Option<&str> {
        self.value(field)?.as_str()
    }

    /// A field of a boolean; false where it is not written.
    #[inline]
    pub fn bool(&self, field: Field) -> bool {
        self.opt_bool(field).unwrap_or(false)
    }

    /// A field of a boolean; `None` where it is not written.
    #[inline]
    pub(crate) fn opt_bool(&self, field: Field) -> Option<bool> {
        match self.value(field)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A field of a whole number; `None` where it is not written.
    #[inline]
    pub fn opt_int(&self, field: Field) -> Option<i64> {
        match self.value(field)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// A field of a number; `None` where it is not written.
    #[inline]
    pub(crate) fn opt_float(&self, field: Field) -> Option<f64> {
        match self.value(field)? {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// A field of any value; `None` where it is not written.
    #[inline]
    pub fn json(&self, field: Field) -> Option<&Json> {
        match self.value(field)? {
            Value::Json(json) => Some(json),
            _ => None,
        }
    }

    /// A field of a struct; `None` where it is not written.
    #[inline]
    pub fn object(&self, field: Field) -> Option<&Object> {
        self.value(field)?.as_object()
    }

    /// A field of a list; empty where it is not written.
    #[inline]
    pub fn list(&self, field: Field) -> &[Item] {
        match self.value(field) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    /// A field of a map, sorted by name; empty where it is not written.
    #[inline]
    pub fn map(&self, field: Field) -> &[Entry] {
        match self.value(field) {
            Some(Value::Map(entries)) => entries,
            _ => &[],
        }
    }

    /// The structs of a list.
    #[inline]
    pub fn objects(&self, field: Field) -> impl ExactSizeIterator<Item = &Object> + Clone + use<'_> {
        objects(self.list(field))
    }

    /// The texts of a list, each with its place; what is no text is the empty one, as for Go.
    #[inline]
    pub fn strings(
        &self,
        field: Field,
    ) -> impl ExactSizeIterator<Item = (&str, TextRange)> + Clone + use<'_> {
        self.list(field).iter().map(|item| (item.value.as_str().unwrap_or(""), item.range))
    }

    /// The texts of a map.
    pub(crate) fn string_map(
        &self,
        field: Field,
    ) -> impl ExactSizeIterator<Item = (&Entry, &str)> + Clone + use<'_> {
        self.map(field).iter().map(|entry| (entry, entry.value.as_str().unwrap_or("")))
    }
}

/// The structs of a list: the decoder puts nothing else into a list of structs.
#[inline]
pub(super) fn objects(items: &[Item]) -> impl ExactSizeIterator<Item = &Object> + Clone {
    static OTHER: Object = Object::empty(&crate::fields::JSON_SCHEMA_PROPS, TextRange { start: 0, end: 0 });
    items.iter().map(|item| item.value.as_object().unwrap_or(&OTHER))
}

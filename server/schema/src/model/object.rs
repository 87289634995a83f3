//! A struct that is written, and its fields.

use crdls_text::TextRange;

use super::{Entry, FieldValue, Item, Span, Value};
use crate::fields::{Field, TypeDef};
use crdls_values::Json;

/// A value of a struct type.
#[derive(Clone, Debug)]
pub struct Object {
    pub ty: &'static TypeDef,
    pub range: TextRange,
    /// The key that leads to it, where one does and not a place in a list.
    pub key: Option<TextRange>,
    /// Those that are written, sorted by name.
    fields: Vec<FieldValue>,
    /// Which fields those are, a bit each: most that are asked for are not written.
    written: Written,
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written([u64; 2]);

impl Written {
    const NONE: Self = Self([0; 2]);

    const fn bit(field: Field) -> (bool, u64) {
        const { assert!(Field::COUNT <= 2 * u64::BITS as usize) };
        (field as u8 >= 64, 1 << (field as u8 % 64))
    }

    pub const fn any_of(fields: &[Field]) -> Self {
        let ([mut low, mut high], mut rest) = (Self::NONE.0, fields);
        while let [field, others @ ..] = rest {
            let (upper, bit) = Self::bit(*field);
            *(if upper { &mut high } else { &mut low }) |= bit;
            rest = others;
        }
        Self([low, high])
    }

    fn of(fields: &[FieldValue]) -> Self {
        let [mut low, mut high] = Self::NONE.0;
        for field in fields {
            let (upper, bit) = Self::bit(field.def.id);
            *(if upper { &mut high } else { &mut low }) |= bit;
        }
        Self([low, high])
    }

    fn has(self, field: Field) -> bool {
        let ([low, high], (upper, bit)) = (self.0, Self::bit(field));
        (if upper { high } else { low }) & bit != 0
    }
}

impl Object {
    pub const fn empty(ty: &'static TypeDef, range: TextRange) -> Self {
        Self { ty, range, key: None, fields: Vec::new(), written: Written::NONE }
    }

    /// `fields` sorted by name, each once.
    pub fn new(ty: &'static TypeDef, range: TextRange, fields: Vec<FieldValue>) -> Self {
        let written = Written::of(&fields);
        Self { ty, range, key: None, fields, written }
    }

    /// The fields that are written, sorted by name; also null ones.
    pub fn fields(&self) -> &[FieldValue] {
        &self.fields
    }

    /// To change places or values, not names.
    pub fn fields_mut(&mut self) -> &mut [FieldValue] {
        &mut self.fields
    }

    /// Writes a field, in place of the one that was there.
    pub fn set(&mut self, field: FieldValue) {
        self.fields.retain(|other| other.def.id != field.def.id);
        self.fields.push(field);
        self.fields.sort_by_key(|field| field.def.name);
        self.written = Written::of(&self.fields);
    }

    /// The value of a field that is written.
    pub fn value_mut(&mut self, field: Field) -> Option<&mut Value> {
        self.fields.iter_mut().find(|found| found.def.id == field).map(|found| &mut found.value)
    }

    /// A field that is written.
    pub fn get(&self, field: Field) -> Option<&FieldValue> {
        if !self.written.has(field) {
            return None;
        }
        self.fields.iter().find(|found| found.def.id == field)
    }

    /// Whether one of the fields is written.
    pub fn writes(&self, fields: Written) -> bool {
        let ([low, high], [some, others]) = (self.written.0, fields.0);
        low & some != 0 || high & others != 0
    }

    /// Whether a field is written and not null.
    pub fn has(&self, field: Field) -> bool {
        self.get(field).is_some_and(|found| !matches!(found.value, Value::Null))
    }

    /// Where a field is written, be it null.
    pub fn span(&self, field: Field) -> Option<Span> {
        self.get(field).map(|found| found.span)
    }

    /// Whether all fields are as if they were not written.
    pub fn is_zero(&self) -> bool {
        self.fields.iter().all(FieldValue::is_zero)
    }

    /// Whether no fields but these differ from what they are when not written.
    pub fn sets_only(&self, fields: &[Field]) -> bool {
        self.fields.iter().all(|found| fields.contains(&found.def.id) || found.is_zero())
    }

    fn value(&self, field: Field) -> Option<&Value> {
        self.get(field).map(|found| &found.value)
    }

    pub fn str(&self, field: Field) -> &str {
        self.opt_str(field).unwrap_or("")
    }

    pub fn opt_str(&self, field: Field) -> Option<&str> {
        self.value(field)?.as_str()
    }

    pub fn bool(&self, field: Field) -> bool {
        self.opt_bool(field).unwrap_or(false)
    }

    pub fn opt_bool(&self, field: Field) -> Option<bool> {
        match self.value(field)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn opt_int(&self, field: Field) -> Option<i64> {
        match self.value(field)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn opt_float(&self, field: Field) -> Option<f64> {
        match self.value(field)? {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    pub fn json(&self, field: Field) -> Option<&Json> {
        match self.value(field)? {
            Value::Json(json) => Some(json),
            _ => None,
        }
    }

    pub fn object(&self, field: Field) -> Option<&Object> {
        self.value(field)?.as_object()
    }

    pub fn list(&self, field: Field) -> &[Item] {
        match self.value(field) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    pub fn map(&self, field: Field) -> &[Entry] {
        match self.value(field) {
            Some(Value::Map(entries)) => entries,
            _ => &[],
        }
    }

    /// The structs of a list.
    pub fn objects(&self, field: Field) -> impl ExactSizeIterator<Item = &Object> + Clone + use<'_> {
        objects(self.list(field))
    }

    /// The texts of a list, each with its place; what is no text is the empty one, as for Go.
    pub fn strings(
        &self,
        field: Field,
    ) -> impl ExactSizeIterator<Item = (&str, TextRange)> + Clone + use<'_> {
        self.list(field).iter().map(|item| (item.value.as_str().unwrap_or(""), item.range))
    }

    /// The texts of a map.
    pub fn string_map(
        &self,
        field: Field,
    ) -> impl ExactSizeIterator<Item = (&Entry, &str)> + Clone + use<'_> {
        self.map(field).iter().map(|entry| (entry, entry.value.as_str().unwrap_or("")))
    }
}

/// The structs of a list: the decoder puts nothing else into a list of structs.
pub(super) fn objects(items: &[Item]) -> impl ExactSizeIterator<Item = &Object> + Clone {
    static OTHER: Object = Object::empty(&crate::fields::JSON_SCHEMA_PROPS, TextRange { start: 0, end: 0 });
    items.iter().map(|item| item.value.as_object().unwrap_or(&OTHER))
}

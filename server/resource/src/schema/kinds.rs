//! Types, formats of numbers and enums.
//!
//! Mirrors `typeValidator` (type.go), `formatValidator` (formats.go) and `basicCommonValidator`
//! (validator.go).

use super::fault::{Fault, Problem};
use super::floats::{is_whole, truncated};
use super::{Node, Origin, Outcome, Validator};
use crdls_go::go_quote;
use crdls_manifest::model::{Schema, TYPES};
use crdls_report::Path;
use crdls_values::{Json, JsonValue};

/// The types of a schema. One that there is not is a type that no default has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Types<'m> {
    Any,
    One(&'m str),
    IntOrString,
}

impl Types<'_> {
    fn contains(self, type_: &str) -> bool {
        match self {
            Self::Any => false,
            Self::One(one) => one == type_,
            Self::IntOrString => matches!(type_, "integer" | "string"),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Any => String::new(),
            Self::One(one) => one.to_owned(),
            Self::IntOrString => "integer,string".to_owned(),
        }
    }
}

impl<'m> Validator<'m> {
    /// The types that a schema allows; none where any is.
    pub(super) fn types(&self, schema: Schema<'m>) -> Types<'m> {
        match schema.type_() {
            _ if self.origin == Origin::Resource && schema.int_or_string() => Types::IntOrString,
            "" => Types::Any,
            // No server has a CRD with a type that there is not: what is meant shows when it is mended.
            type_ if self.origin == Origin::Resource && !TYPES.contains(&type_) => Types::Any,
            type_ => Types::One(type_),
        }
    }

    pub(super) fn has_type(&self, schema: Schema<'m>) -> bool {
        self.types(schema) != Types::Any || !self.known_format(schema).is_empty()
    }

    pub(super) fn null(&self, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let types = self.types(node.schema);
        let mut outcome = Outcome { matches: 1, ..Outcome::default() };
        if types != Types::Any && !types.contains("null") && !node.schema.nullable() {
            let problem = Problem::Type { expected: types.name(), found: "null" };
            let fault = Fault::new(problem, Some(go_quote("null")), path, self.base);
            outcome = Outcome::one(Fault { got: "null".to_owned(), ..fault });
        }
        outcome
    }

    pub(super) fn of_type(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let (types, format) = (self.types(node.schema), self.known_format(node.schema));
        let (found, found_format) = kind(value);
        let is_float_int = matches!(value.value, JsonValue::Float(number) if is_whole(number, self.minor))
            && types.contains("integer");
        let is_int_float = found == "integer" && types.contains("number");
        let fits = types.contains(found) || is_float_int || is_int_float;
        let has_text = matches!(value.value, JsonValue::Str(_) | JsonValue::List(_));
        let wrong = |expected: String, found: &'static str| {
            let quoted = Some(go_quote(found));
            Outcome::one(Fault::new(Problem::Type { expected, found }, quoted, path, self.base).of(value))
        };
        if !(has_text || format.is_empty() || fits || found_format == format) {
            return wrong(format.to_owned(), found_format);
        }
        let of_numbers = types.contains("number") || types.contains("integer");
        let by_format = !of_numbers && !format.is_empty() && has_text;
        if by_format || fits {
            return Outcome { matches: 1, ..Outcome::default() };
        }
        wrong(types.name(), found)
    }

    /// `enum`
    pub(super) fn allowed_values(&self, value: &Json, schema: Schema<'m>, path: &Path<'_>) -> Outcome {
        let mut allowed = schema.enum_values();
        if allowed.len() == 0 || allowed.any(|allowed| converts_to(&value.value, &allowed.value)) {
            return Outcome::default();
        }
        let shown = |value: &Json| value.as_str().map_or_else(|| value.to_json(), str::to_owned);
        let allowed = schema.enum_values().map(shown).collect();
        let listed = schema.enum_values().map(Json::quoted).collect();
        Outcome::one(self.fault(Problem::Enum { allowed, listed }, value, path))
    }

    pub(super) fn format(&self, schema: Schema<'m>) -> Option<&'m str> {
        let format = self.known_format(schema);
        let is_checked = crdls_minors::format_since(format).is_some()
            && crdls_minors::is_known_to_defaults(format, self.minor);
        is_checked.then_some(format)
    }

    pub(super) fn of_format(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let (Some(format), Some(text)) = (self.format(node.schema), value.as_str()) else {
            return Outcome::default();
        };
        if crdls_values::formats::is_valid(format, text) {
            return Outcome::default();
        }
        let problem = Problem::Format { format: format.to_owned(), text: text.to_owned() };
        Outcome::one(self.fault(problem, value, path))
    }
}

/// What a value is: a type of schemas, and the format that it has by itself.
fn kind(value: &Json) -> (&'static str, &'static str) {
    match value.value {
        JsonValue::Null => ("null", ""),
        JsonValue::Bool(_) => ("boolean", ""),
        JsonValue::Int(_) => ("integer", "int64"),
        JsonValue::Float(_) => ("number", "float64"),
        JsonValue::Str(_) => ("string", ""),
        JsonValue::List(_) => ("array", ""),
        JsonValue::Map(_) => ("object", ""),
    }
}

/// Whether a value, converted to the Go type of an allowed one, is that one: an integer is a character.
fn converts_to(value: &JsonValue, allowed: &JsonValue) -> bool {
    match (value, allowed) {
        (JsonValue::Null, _) | (_, JsonValue::Null) => false,
        (JsonValue::Int(value), JsonValue::Float(allowed)) => *value as f64 == *allowed,
        (JsonValue::Float(value), JsonValue::Int(allowed)) => truncated(*value) == *allowed,
        (JsonValue::Int(value), JsonValue::Str(allowed)) => {
            let code = u32::try_from(*value).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
            let mut chars = allowed.chars();
            chars.next() == Some(code) && chars.next().is_none()
        }
        (value, allowed) => value == allowed,
    }
}

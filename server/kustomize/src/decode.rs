//! Decoding as encoding/json does it: names of fields in any letter case, unknown fields refused where kustomize asks
//! for that.
//!
//! Knows values; must not know what they configure.

use crdls_text::TextRange;
use crdls_values::{Json, JsonValue, go_quote};

/// Why a value is not what a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The message of encoding/json.
    pub(crate) message: String,
    /// The key or the value.
    pub(crate) at: TextRange,
    /// An unknown field: its name, and those that are known there.
    pub(crate) unknown: Option<(String, Vec<&'static str>)>,
}

/// A value and where it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spelled<T> {
    pub(crate) value: T,
    pub(crate) at: TextRange,
}

/// Decodes the values of one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoder {
    target: &'static str,
    strict: bool,
}

type Decoded<T> = Result<T, Refused>;

impl Decoder {
    /// Refuses unknown fields.
    pub(crate) const fn strict(target: &'static str) -> Self {
        Self { target, strict: true }
    }

    /// Ignores unknown fields.
    pub(crate) const fn lenient(target: &'static str) -> Self {
        Self { target, strict: false }
    }

    /// The fields of a struct that are set.
    pub(crate) fn fields<'j>(
        self,
        value: &'j Json,
        known: &[&'static str],
    ) -> Decoded<Vec<(&'static str, &'j Json)>> {
        let members = match &value.value {
            JsonValue::Null => return Ok(Vec::new()),
            JsonValue::Map(members) => members,
            _ => return Err(self.mismatch(value, "", self.target)),
        };
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let exact = known.iter().find(|name| **name == &*member.name);
            match exact.or_else(|| known.iter().find(|name| name.eq_ignore_ascii_case(&member.name))) {
                Some(name) if member.value.is_null() => {
                    fields.retain(|(known, _)| known != name);
                }
                Some(name) => fields.push((*name, &member.value)),
                None if self.strict => {
                    let message = format!("json: unknown field {}", go_quote(&member.name));
                    let unknown = Some((member.name.to_string(), known.to_vec()));
                    return Err(Refused { message, at: member.key, unknown });
                }
                None => {}
            }
        }
        Ok(fields)
    }

    #[cold]
    fn mismatch(self, value: &Json, field: &str, wanted: &str) -> Refused {
        let found = match &value.value {
            JsonValue::Null => "null",
            JsonValue::Bool(_) => "bool",
            JsonValue::Int(_) | JsonValue::Float(_) => "number",
            JsonValue::Str(_) => "string",
            JsonValue::List(_) => "array",
            JsonValue::Map(_) => "object",
        };
        let message = match field {
            "" => format!("json: cannot unmarshal {found} into Go value of type {wanted}"),
            _ => format!(
                "json: cannot unmarshal {found} into Go struct field {}.{field} of type {wanted}",
                self.target
            ),
        };
        Refused { message, at: value.range, unknown: None }
    }

    pub(crate) fn string(self, value: &Json, field: &str) -> Decoded<String> {
        match &value.value {
            JsonValue::Str(text) => Ok(text.to_string()),
            JsonValue::Null => Ok(String::new()),
            _ => Err(self.mismatch(value, field, "string")),
        }
    }

    pub(crate) fn spelled(self, value: &Json, field: &str) -> Decoded<Spelled<String>> {
        Ok(Spelled { value: self.string(value, field)?, at: value.range })
    }

    pub(crate) fn bool(self, value: &Json, field: &str) -> Decoded<bool> {
        match value.value {
            JsonValue::Bool(value) => Ok(value),
            JsonValue::Null => Ok(false),
            _ => Err(self.mismatch(value, field, "bool")),
        }
    }

    pub(crate) fn int(self, value: &Json, field: &str) -> Decoded<i64> {
        match value.value {
            JsonValue::Int(value) => Ok(value),
            JsonValue::Null => Ok(0),
            _ => Err(self.mismatch(value, field, "int64")),
        }
    }

    pub(crate) fn list<T>(
        self,
        value: &Json,
        field: &str,
        item: impl Fn(&Self, &Json) -> Decoded<T>,
    ) -> Decoded<Vec<T>> {
        match &value.value {
            JsonValue::List(items) => items.iter().map(|value| item(&self, value)).collect(),
            JsonValue::Null => Ok(Vec::new()),
            _ => Err(self.mismatch(value, field, "[]")),
        }
    }

    pub(crate) fn strings(self, value: &Json, field: &str) -> Decoded<Vec<Spelled<String>>> {
        self.list(value, field, |decoder, item| decoder.spelled(item, field))
    }

    /// A map of strings, sorted by key.
    pub(crate) fn string_map(self, value: &Json, field: &str) -> Decoded<Vec<(String, Spelled<String>)>> {
        match &value.value {
            JsonValue::Map(members) => members
                .iter()
                .map(|member| Ok((member.name.to_string(), self.spelled(&member.value, field)?)))
                .collect(),
            JsonValue::Null => Ok(Vec::new()),
            _ => Err(self.mismatch(value, field, "map[string]string")),
        }
    }
}

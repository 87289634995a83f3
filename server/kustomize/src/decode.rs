//! Decoding as encoding/json does it: names of fields in any letter case, unknown fields refused where kustomize asks
//! for that.
//!
//! Knows values; must not know what they configure.

use std::ops::Deref;

use crdls_go::go_quote;
use crdls_text::{TextRange, nearest};
use crdls_values::{Json, JsonMember, JsonValue};
use crdls_yaml::resolve;

use crate::id::Gvk;
use crate::node::{LONG_PATH, MAX_DEPTH, Origin};
use crate::problem::{Problem, ProblemKind, Step};

/// A value and where it is written; of one that is not, the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spelled<T = String> {
    pub(crate) value: T,
    pub(crate) at: Origin,
}

impl Spelled {
    /// Whether Go sees it as set.
    pub(crate) const fn is_set(&self) -> bool {
        !self.value.is_empty()
    }
}

impl<T> Spelled<T> {
    /// Where it is written, or the place of what it is missing in.
    pub(crate) fn at_or(&self, around: Origin) -> Origin {
        if self.at == Origin::default() { around } else { self.at }
    }
}

/// Decodes the values of one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoder {
    file: u32,
    target: &'static str,
    strict: bool,
}

/// A map of strings, sorted by key.
pub(crate) type Pairs = std::collections::BTreeMap<String, Spelled>;

impl Decoder {
    /// Refuses unknown fields.
    pub(crate) const fn strict(file: u32, target: &'static str) -> Self {
        Self { file, target, strict: true }
    }

    /// Ignores unknown fields, and takes booleans and numbers for strings, as sigs.k8s.io/yaml does.
    pub(crate) const fn lenient(file: u32, target: &'static str) -> Self {
        Self { file, target, strict: false }
    }

    /// A range of the file.
    pub(crate) const fn at(self, range: TextRange) -> Origin {
        Origin { file: self.file, range }
    }

    /// The fields of a struct that are set.
    pub(crate) fn fields<'j>(
        self,
        value: &'j Json,
        known: &[&'static str],
    ) -> Step<Vec<(&'static str, &'j Json)>> {
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
                    let problem = Problem::new(ProblemKind::UnknownField, message, self.at(member.key));
                    return Err(problem.suggesting(nearest(&member.name, known.iter().copied())));
                }
                None => {}
            }
        }
        Ok(fields)
    }

    #[cold]
    fn mismatch(self, value: &Json, field: &str, wanted: &str) -> Box<Problem> {
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
        Problem::new(ProblemKind::InvalidField, message, self.at(value.range))
    }
}

/// A value that a field takes.
pub(crate) trait Read: Default {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self>;
}

impl Read for String {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        match &value.value {
            JsonValue::Str(text) => Ok(text.to_string()),
            JsonValue::Null => Ok(Self::new()),
            JsonValue::Bool(value) if !decoder.strict => Ok(value.to_string()),
            JsonValue::Int(value) if !decoder.strict => Ok(value.to_string()),
            JsonValue::Float(value) if !decoder.strict => Ok(resolve::format_g(*value)),
            _ => Err(decoder.mismatch(value, field, "string")),
        }
    }
}

/// The path of a field; of a bounded length, since each field of it may be created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldPath(pub(crate) String);

impl Deref for FieldPath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Read for FieldPath {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        let path = String::read(decoder, value, field)?;
        match path.split(['.', '/']).count() {
            ..=MAX_DEPTH => Ok(Self(path)),
            _ => Err(Problem::new(ProblemKind::NotEvaluated, LONG_PATH, decoder.at(value.range))),
        }
    }
}

impl Read for bool {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        match value.value {
            JsonValue::Bool(value) => Ok(value),
            JsonValue::Null => Ok(false),
            _ => Err(decoder.mismatch(value, field, "bool")),
        }
    }
}

impl Read for i64 {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        match value.value {
            JsonValue::Int(value) => Ok(value),
            JsonValue::Null => Ok(0),
            _ => Err(decoder.mismatch(value, field, "int64")),
        }
    }
}

impl<T: Read> Read for Spelled<T> {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        Ok(Self { value: T::read(decoder, value, field)?, at: decoder.at(value.range) })
    }
}

impl<T: Read> Read for Option<T> {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        T::read(decoder, value, field).map(Some)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        match &value.value {
            JsonValue::List(items) => items.iter().map(|value| T::read(decoder, value, field)).collect(),
            JsonValue::Null => Ok(Self::new()),
            _ => Err(decoder.mismatch(value, field, "[]")),
        }
    }
}

impl Read for Pairs {
    fn read(decoder: Decoder, value: &Json, field: &str) -> Step<Self> {
        let pair = |member: &JsonMember| {
            Ok((member.name.to_string(), Spelled::read(decoder, &member.value, field)?))
        };
        match &value.value {
            JsonValue::Map(members) => members.iter().map(pair).collect(),
            JsonValue::Null => Ok(Self::new()),
            _ => Err(decoder.mismatch(value, field, "map[string]string")),
        }
    }
}

/// A value of any type that nothing needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anything;

impl Read for Anything {
    fn read(_: Decoder, _: &Json, _: &str) -> Step<Self> {
        Ok(Self)
    }
}

/// A struct whose fields are set one by one, perhaps as those of the struct around it.
pub(crate) trait Fields: Default {
    /// The names of the fields.
    const NAMES: &'static [&'static str];

    /// Sets the field of a name, if it has it.
    fn set(&mut self, decoder: Decoder, name: &str, value: &Json) -> Step;
}

impl Fields for Gvk {
    const NAMES: &'static [&'static str] = &["group", "version", "kind"];

    fn set(&mut self, decoder: Decoder, name: &str, value: &Json) -> Step {
        match name {
            "group" => self.group = Read::read(decoder, value, name)?,
            "version" => self.version = Read::read(decoder, value, name)?,
            "kind" => self.kind = Read::read(decoder, value, name)?,
            _ => {}
        }
        Ok(())
    }
}

/// Structs that are decoded: each field after its name in the text, those of an `inline` one among them. They know their
/// range.
macro_rules! records {
    ($($(#[$about:meta])* $record:ident {
        $(inline $inline:ident: $inlined:ty,)?
        $($name:literal $field:ident: $type:ty,)*
    })*) => {$(
        $(#[$about])*
        // Some fields are decoded only for the errors in them.
        #[allow(dead_code)]
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $record {
            pub(crate) at: crate::node::Origin,
            $(pub(crate) $inline: $inlined,)?
            $(pub(crate) $field: $type,)*
        }

        impl $crate::decode::Fields for $record {
            const NAMES: &'static [&'static str] = &[$($name),*];

            fn set(
                &mut self,
                decoder: $crate::decode::Decoder,
                name: &str,
                value: &crdls_values::Json,
            ) -> $crate::problem::Step {
                match name {
                    $($name => self.$field = $crate::decode::Read::read(decoder, value, name)?,)*
                    _ => {}
                }
                $($crate::decode::Fields::set(&mut self.$inline, decoder, name, value)?;)?
                Ok(())
            }
        }

        impl $crate::decode::Read for $record {
            fn read(
                decoder: $crate::decode::Decoder,
                value: &crdls_values::Json,
                _: &str,
            ) -> $crate::problem::Step<Self> {
                let mut record = Self { at: decoder.at(value.range), ..Self::default() };
                let inlined: &[&[&str]] = &[$(<$inlined as $crate::decode::Fields>::NAMES,)?];
                let names = [inlined.concat().as_slice(), <Self as $crate::decode::Fields>::NAMES].concat();
                for (name, value) in decoder.fields(value, &names)? {
                    $crate::decode::Fields::set(&mut record, decoder, name, value)?;
                }
                Ok(record)
            }
        }
    )*};
}
pub(crate) use records;

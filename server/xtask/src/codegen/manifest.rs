//! What the TOML files say: types, their fields, and the grammar of a field's type.

use std::collections::BTreeSet;

use serde::Deserialize;

/// All of `schemas/manifest`.
pub struct Manifest {
    pub files: Vec<File>,
}

/// One file of it.
pub struct File {
    pub name: String,
    pub types: Vec<Type>,
}

/// What a file holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Types {
    #[serde(rename = "type")]
    pub types: Vec<Type>,
}

/// A Go struct.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Type {
    pub name: String,
    pub doc: String,
    #[serde(rename = "field", default)]
    pub fields: Vec<Field>,
    /// Names that are no fields and that people write all the same.
    #[serde(rename = "mistake", default)]
    pub mistakes: Vec<KeyMistake>,
}

/// A field of a type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    /// The Go type, where it is not the one that `type` implies.
    pub go: Option<String>,
    #[serde(default)]
    pub required: bool,
    pub doc: String,
    #[serde(default)]
    pub values: Vec<Value>,
    pub default: Option<String>,
    pub since: Option<u8>,
    pub snippet: Option<String>,
    pub order: Option<u8>,
    #[serde(default)]
    pub structural_only: bool,
    /// The values of `type` that the keyword says something of, where it is not all.
    #[serde(default)]
    pub only_for: Vec<String>,
    /// Whether the server takes no value of it.
    #[serde(default)]
    pub refused: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    pub value: String,
    pub doc: String,
    /// The `type` that the value is for, where it is for one only.
    pub only_for: Option<String>,
    pub since: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyMistake {
    pub name: String,
    pub doc: String,
}

/// The grammar of `type`: a word, `*T`, `list(T)`, `map(T)` or the name of a type.
#[derive(Debug, PartialEq)]
pub enum Ty {
    Word(&'static Word),
    List(Box<Ty>),
    Map(Box<Ty>),
    Type(String),
}

/// A type that is no struct: how it is called here, in `Ty` and in Go.
#[derive(Debug, PartialEq)]
pub struct Word {
    pub name: &'static str,
    pub variant: &'static str,
    pub go: &'static str,
}

const WORDS: &[Word] = &[
    Word { name: "string", variant: "String", go: "string" },
    Word { name: "bool", variant: "Bool", go: "bool" },
    Word { name: "int32", variant: "Int32", go: "int32" },
    Word { name: "int64", variant: "Int64", go: "int64" },
    Word { name: "float64", variant: "Float64", go: "float64" },
    Word { name: "bytes", variant: "Bytes", go: "[]uint8" },
    Word { name: "time", variant: "Time", go: "v1.Time" },
    Word { name: "json", variant: "Json", go: "v1.JSON" },
    Word { name: "SchemaOrArray", variant: "SchemaOrArray", go: "v1.JSONSchemaPropsOrArray" },
    Word { name: "SchemaOrBool", variant: "SchemaOrBool", go: "v1.JSONSchemaPropsOrBool" },
    Word { name: "SchemaOrStrings", variant: "SchemaOrStrings", go: "v1.JSONSchemaPropsOrStringArray" },
];

impl Ty {
    /// Reads a type; whether it is a pointer comes first.
    pub fn parse(text: &str) -> (bool, Self) {
        match text.strip_prefix('*') {
            Some(rest) => (true, Self::parse_plain(rest)),
            None => (false, Self::parse_plain(text)),
        }
    }

    fn parse_plain(text: &str) -> Self {
        let inside = |word: &str| text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')');
        if let Some(item) = inside("list") {
            return Self::List(Box::new(Self::parse_plain(item)));
        }
        if let Some(item) = inside("map") {
            return Self::Map(Box::new(Self::parse_plain(item)));
        }
        match WORDS.iter().find(|word| word.name == text) {
            Some(word) => Self::Word(word),
            None => Self::Type(text.to_owned()),
        }
    }

    /// How Go's reflect calls it.
    pub fn go(&self) -> String {
        match self {
            Self::Word(word) => word.go.to_owned(),
            Self::List(item) => format!("[]{}", item.go()),
            Self::Map(item) => format!("map[string]{}", item.go()),
            Self::Type(name) => format!("v1.{name}"),
        }
    }

    /// The struct that it holds in the end, where it holds one.
    fn type_name(&self) -> Option<&str> {
        match self {
            Self::Word(_) => None,
            Self::List(item) | Self::Map(item) => item.type_name(),
            Self::Type(name) => Some(name),
        }
    }
}

impl Manifest {
    /// All types, in the order of the files.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.files.iter().flat_map(|file| &file.types)
    }

    /// The file that declares a type.
    pub fn file_of(&self, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.types.iter().any(|ty| ty.name == name))
    }

    /// Says what no later step would notice.
    pub fn check(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        for ty in self.types() {
            if !names.insert(&ty.name) {
                return Err(format!("type {} is declared twice", ty.name));
            }
            let mut fields = BTreeSet::new();
            for field in &ty.fields {
                let here = format!("{}.{}", ty.name, field.name);
                if !fields.insert(&field.name) {
                    return Err(format!("{here} is declared twice"));
                }
                if field.doc.trim().is_empty() {
                    return Err(format!("{here} has no doc"));
                }
                let (_, shape) = Ty::parse(&field.ty);
                if let Some(name) = shape.type_name()
                    && self.file_of(name).is_none()
                {
                    return Err(format!("{here}: no type `{name}`"));
                }
            }
            if let Some(mistake) = ty.mistakes.iter().find(|s| fields.contains(&s.name)) {
                return Err(format!("{}.{} is a field and a mistake", ty.name, mistake.name));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_nest() {
        let (pointer, ty) = Ty::parse("*list(map(JSONSchemaProps))");
        assert!(pointer);
        assert_eq!(ty.go(), "[]map[string]v1.JSONSchemaProps");
        assert_eq!(Ty::parse("bytes").1.go(), "[]uint8");
    }
}

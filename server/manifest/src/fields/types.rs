//! What a table of fields is made of: types, fields, values, and keys that are written by mistake.

use std::fmt;

use super::names::Field;
use crdls_minors::{Minor, Minors};

/// A Go struct of the manifest.
pub struct TypeDef {
    /// The struct's name, as Go's sentences about its fields have it.
    pub name: &'static str,
    /// The name with its package.
    pub go: &'static str,
    /// What it is for, in Markdown.
    pub doc: &'static str,
    /// Sorted by name.
    pub fields: &'static [FieldDef],
    /// Keys that people write here though they are no fields.
    pub mistakes: &'static [KeyMistake],
}

/// The first eight bytes of a name as a number that sorts as they do: most names differ in them.
const fn head(name: &str) -> u64 {
    let mut rest = name.as_bytes();
    if let Some(first) = rest.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let (mut head, mut left) = (0, u64::BITS);
    while let (Some((first, tail)), true) = (rest.split_first(), left > 0) {
        left -= u8::BITS;
        head |= (*first as u64) << left;
        rest = tail;
    }
    head
}

/// A field of a struct.
#[derive(Debug)]
pub struct FieldDef {
    /// The field.
    pub id: Field,
    /// The key in JSON.
    pub name: &'static str,
    /// The [`head`] of the key.
    pub(super) head: u64,
    /// What it holds.
    pub ty: Ty,
    /// The type as Go's sentences call it.
    pub go: &'static str,
    /// Whether not written differs from the zero value.
    pub pointer: bool,
    /// Whether the server refuses an object without it.
    pub required: bool,
    /// Markdown.
    pub doc: &'static str,
    /// The values that it may have; empty where it takes any of its type.
    pub values: &'static [ValueDef],
    /// What the server takes where it is not written; empty where that is nothing worth a word.
    pub default: &'static str,
    /// The Kubernetes minor that brought it, where that is recent. To an older one it is unknown.
    pub since: Option<Minor>,
    /// What completion writes behind `key:`, in the snippet syntax of editors: from the space or the line
    /// break on, indented by what comes on top of the key's own. Empty for a plain value.
    pub snippet: &'static str,
    /// Place among the completions; small ones first.
    pub order: u8,
    /// Not allowed inside `allOf`, `anyOf`, `oneOf` and `not`.
    pub structural_only: bool,
    /// The values of `type` beside it that the keyword says something of; empty where it is all.
    pub only_for: &'static [&'static str],
    /// The server decodes the field and takes no value of it.
    pub refused: bool,
}

/// A value that a field may have.
#[derive(Debug)]
pub struct ValueDef {
    /// The value as it is written.
    pub value: &'static str,
    /// What it means, in Markdown.
    pub doc: &'static str,
    /// The `type` that it is for, where it is for one only.
    pub only_for: &'static str,
    /// The minor that brought it, where that is recent.
    pub since: Option<Minor>,
}

/// A key that people write though it is no field, and why it is none.
#[derive(Debug)]
pub struct KeyMistake {
    /// The key.
    pub name: &'static str,
    /// What to write in its place, in Markdown.
    pub doc: &'static str,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Ty {
    /// `true` or `false`
    Bool,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A number.
    Float64,
    /// A text.
    String,
    /// Base64 text.
    Bytes,
    /// metav1.Time: RFC 3339.
    Time,
    /// Anything.
    Json,
    /// A list.
    List(&'static Elem),
    /// A map with strings as keys.
    Map(&'static Elem),
    /// A struct.
    Object(&'static TypeDef),
    /// `items`: one schema, or one for each place.
    SchemaOrArray,
    /// `additionalProperties`: a schema, or whether any value is allowed.
    SchemaOrBool,
    /// `dependencies`: a schema, or names of properties.
    SchemaOrStrings,
}

/// What a list or a map holds.
#[derive(Debug)]
pub struct Elem {
    /// The type of each.
    pub ty: Ty,
    /// The name in Go's error messages.
    pub go: &'static str,
}

impl FieldDef {
    /// A field of which nothing more is said.
    pub const fn of(id: Field) -> Self {
        Self {
            id,
            name: id.name(),
            head: head(id.name()),
            ty: Ty::Json,
            go: "",
            pointer: false,
            required: false,
            doc: "",
            values: &[],
            default: "",
            since: None,
            snippet: "",
            order: 50,
            structural_only: false,
            only_for: &[],
            refused: false,
        }
    }

    /// Whether clusters of all these minors know the field.
    pub fn known_in_all(&self, minors: Minors) -> bool {
        known_in_all(self.since, minors)
    }

    /// Whether a cluster of this minor knows the field.
    pub fn known_in(&self, minor: Minor) -> bool {
        self.since.is_none_or(|since| minor.reaches(since))
    }
}

/// Asks without a note: see `minors::trace`.
fn known_in_all(since: Option<Minor>, minors: Minors) -> bool {
    since.is_none_or(|since| minors.iter().all(|minor| since <= minor))
}

impl ValueDef {
    /// A row of the tables.
    pub const fn new(
        value: &'static str,
        doc: &'static str,
        only_for: &'static str,
        since: Option<Minor>,
    ) -> Self {
        Self { value, doc, only_for, since }
    }

    /// Whether clusters of all these minors know the value.
    pub fn known_in_all(&self, minors: Minors) -> bool {
        known_in_all(self.since, minors)
    }

    /// Whether a cluster of this minor knows the value.
    pub fn known_in(&self, minor: Minor) -> bool {
        self.since.is_none_or(|since| minor.reaches(since))
    }
}

impl KeyMistake {
    /// A row of the tables.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc }
    }
}

impl TypeDef {
    /// The field with a name; upper and lower case differ, as for the server.
    pub fn field(&self, name: &str) -> Option<&'static FieldDef> {
        let head = head(name);
        let first = self.fields.partition_point(|field| field.head < head);
        let mut alike = self.fields.iter().skip(first).take_while(|field| field.head == head);
        alike.find(|field| field.name == name)
    }

    /// What is known of a key that is no field.
    pub fn mistake(&self, name: &str) -> Option<&'static KeyMistake> {
        self.mistakes.iter().find(|mistake| mistake.name == name)
    }
}

/// Types lead to each other in circles: the name says enough.
impl fmt::Debug for TypeDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for TypeDef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for TypeDef {}

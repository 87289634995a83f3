//! What the cursor is in: which struct of the manifest, at a key or at a value.
//!
//! Works on text that is half there: a blank line belongs to the mapping at its column, a lone word
//! below `items:` is a key that is being typed.

use crdls_crd::document::{self, Kind};
use crdls_crd::fields::{CUSTOM_RESOURCE_DEFINITION, FieldDef, JSON_SCHEMA_PROPS, Ty, TypeDef};
use crdls_text::TextRange;
use crdls_yaml::{Entry, Node};

use crate::File;

/// What a node of the manifest may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A struct. `nested`: inside allOf, anyOf, oneOf or not.
    Struct {
        ty: &'static TypeDef,
        nested: bool,
    },
    /// Names of the user's own, each with such a value.
    Map {
        value: Ty,
        nested: bool,
    },
    List {
        item: Ty,
        field: &'static FieldDef,
        nested: bool,
    },
    /// A value of a field.
    Value(&'static FieldDef),
    Anything,
}

/// Where the cursor is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'t> {
    /// At a key of a struct, which may already have some.
    Key { ty: &'static TypeDef, nested: bool, map: Option<Node<'t>> },
    /// At the value of a field.
    Value { field: &'static FieldDef, owner: Option<Node<'t>> },
}

/// The word that is being typed, and the column where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) offset: u32,
    pub(crate) word: TextRange,
    line: u32,
    column: u32,
}

impl Cursor {
    pub(crate) fn at(file: &File, offset: u32) -> Self {
        let text = file.text();
        let mut offset = offset.min(text.len() as u32);
        while !text.is_char_boundary(offset as usize) {
            offset -= 1;
        }
        let before = text.get(..offset as usize).unwrap_or_default();
        let behind = text.get(offset as usize..).unwrap_or_default();
        let start = before.trim_end_matches(is_word).len() as u32;
        let end = offset + (behind.len() - behind.trim_start_matches(is_word).len()) as u32;
        let at = file.lines().line_col(start);
        Self { offset, word: TextRange::new(start, end), line: at.line, column: at.col }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '$' | '/')
}

impl Shape {
    pub(crate) fn of(ty: Ty, field: &'static FieldDef, nested: bool) -> Self {
        let nested = nested || matches!(field.name, "allOf" | "anyOf" | "oneOf" | "not");
        match ty {
            Ty::Object(ty) => Self::Struct { ty, nested },
            Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => {
                Self::Struct { ty: &JSON_SCHEMA_PROPS, nested }
            }
            Ty::List(item) => Self::List { item: item.ty, field, nested },
            Ty::Map(value) => Self::Map { value: value.ty, nested },
            Ty::Json => Self::Anything,
            _ => Self::Value(field),
        }
    }

    /// What the value of an entry may hold.
    pub(crate) fn entry(self, key: &str) -> Self {
        match self {
            Self::Struct { ty, nested } => {
                ty.field(key).map_or(Self::Anything, |field| Self::of(field.ty, field, nested))
            }
            Self::Map { value: Ty::Object(ty), nested } => Self::Struct { ty, nested },
            Self::Map { value: Ty::SchemaOrStrings, nested } => {
                Self::Struct { ty: &JSON_SCHEMA_PROPS, nested }
            }
            _ => Self::Anything,
        }
    }

    /// What an item of a list may hold.
    pub(crate) fn item(self) -> Self {
        match self {
            Self::List { item, field, nested } => match Self::of(item, field, nested) {
                Self::List { .. } => Self::Anything,
                shape => shape,
            },
            Self::Struct { .. } => self, // `items` as a list of schemas
            _ => Self::Anything,
        }
    }

    fn place<'t>(self, map: Option<Node<'t>>) -> Option<Place<'t>> {
        match self {
            Self::Struct { ty, nested } => Some(Place::Key { ty, nested, map }),
            Self::Value(field) => Some(Place::Value { field, owner: None }),
            _ => None,
        }
    }
}

/// The objects of a document that are CRDs: itself, or items of a list.
pub(crate) fn crds<'t>(file: &'t File, number: usize) -> Vec<Node<'t>> {
    let Some(document) = file.tree().documents().get(number) else { return Vec::new() };
    let Some(root) = file.tree().root(file.text(), document) else { return Vec::new() };
    let candidates = match document::kind(root) {
        Kind::List => root.get("items").map(|entry| entry.value).into_iter().flat_map(Node::items).collect(),
        _ => vec![root],
    };
    candidates.into_iter().filter(|node| matches!(document::kind(*node), Kind::Crd | Kind::OldCrd)).collect()
}

/// The place of the cursor in a CRD.
pub(crate) fn find<'t>(file: &'t File, cursor: Cursor) -> Option<Place<'t>> {
    let crds = crds(file, file.document_at(cursor.offset));
    let root = crds.iter().rev().find(|node| node.range().start <= cursor.word.start).or(crds.first())?;
    let shape = Shape::Struct { ty: &CUSTOM_RESOURCE_DEFINITION, nested: false };
    Finder { file, cursor }.node(*root, shape)
}

struct Finder<'t> {
    file: &'t File,
    cursor: Cursor,
}

impl<'t> Finder<'t> {
    fn node(&self, node: Node<'t>, shape: Shape) -> Option<Place<'t>> {
        match node.kind() {
            kind if kind.is_map() => self.map(node, shape),
            kind if kind.is_seq() => self.list(node, shape),
            _ => shape.place(None),
        }
    }

    fn map(&self, map: Node<'t>, shape: Shape) -> Option<Place<'t>> {
        let cursor = self.cursor;
        let Some(entry) = map.entries().take_while(|e| e.key.range().start <= cursor.word.start).last()
        else {
            return shape.place(Some(map));
        };
        if entry.key.range().touches(cursor.offset)
            || (entry.broken && entry.key.range().touches(cursor.word.start))
        {
            return shape.place(Some(map));
        }
        if self.is_in_value(map, entry) {
            let value = self.node(entry.value, shape.entry(&entry.key.str().unwrap_or_default()));
            return match value {
                Some(Place::Value { field, owner: None }) => Some(Place::Value { field, owner: Some(map) }),
                place => place,
            };
        }
        shape.place(Some(map))
    }

    /// Whether the cursor is behind an entry's colon, on its line or deeper below.
    fn is_in_value(&self, map: Node<'t>, entry: Entry<'t>) -> bool {
        let cursor = self.cursor;
        let key = self.file.lines().line_col(entry.key.range().start);
        if map.kind() == crdls_yaml::Kind::FlowMap {
            let between = TextRange::new(entry.key.range().end, cursor.word.start).of(self.file.text());
            return entry.value.range().touches(cursor.offset)
                || (between.contains(':') && !between.contains(','));
        }
        cursor.line == key.line || cursor.column > key.col || entry.value.range().contains(cursor.word.start)
    }

    fn list(&self, list: Node<'t>, shape: Shape) -> Option<Place<'t>> {
        let before = |item: &(Node<'t>, TextRange)| item.1.start <= self.cursor.word.start;
        let Some((item, _)) = list.item_ranges().take_while(before).last() else {
            return shape.item().place(None);
        };
        self.node(item, shape.item())
    }
}

//! Where in a CRD's manifest, or in a ConversionReview, the cursor is: the levels around it, each with what it may hold.
//!
//! Must not know what is suggested there.

use std::borrow::Cow;

use crdls_manifest::fields::{CONVERSION_REVIEW, FieldDef, JSON_SCHEMA_PROPS, Ty, TypeDef};
use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_yaml::cursor::{self, Cursor, Slot};
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
        field: &'static FieldDef,
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

/// A node around the cursor, or the one that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Level<'t> {
    /// The key that it is the value of; none for items of a list.
    pub(crate) name: Option<Cow<'t, str>>,
    pub(crate) node: Node<'t>,
    pub(crate) shape: Shape,
}

/// Where the cursor is.
#[derive(Clone, Debug)]
pub(crate) struct ManifestPosition<'t> {
    /// From the CRD or the review inwards; the last one is what the cursor is in: at a key of a struct or a map, at a new
    /// item of a list, at a value.
    pub(crate) way: Vec<Level<'t>>,
}

impl Shape {
    /// What an object may hold whose fields are in the tables; nothing of other kinds.
    pub(crate) fn of_object(object: &DocumentObject<'_>) -> Option<Self> {
        let ty = match object.kind {
            Kind::Crd(kind) => kind.ty,
            Kind::Review => &CONVERSION_REVIEW,
            Kind::Kustomization | Kind::ChainsawTest | Kind::ClusterServiceVersion | Kind::Other => {
                return None;
            }
            Kind::Suite | Kind::Unknown | Kind::List => return None,
        };
        Some(Self::Struct { ty, nested: false })
    }

    pub(crate) fn of(ty: Ty, field: &'static FieldDef, nested: bool) -> Self {
        let nested = nested || is_junctor(field.name);
        match ty {
            Ty::Object(ty) => Self::Struct { ty, nested },
            Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => {
                Self::Struct { ty: &JSON_SCHEMA_PROPS, nested }
            }
            Ty::List(item) => Self::List { item: item.ty, field, nested },
            Ty::Map(value) => Self::Map { value: value.ty, field, nested },
            _ => Self::Value(field),
        }
    }

    /// What the value of an entry may hold.
    pub(crate) fn entry(self, key: &str) -> Self {
        match self {
            Self::Struct { ty, nested } => {
                ty.field(key).map_or(Self::Anything, |field| Self::of(field.ty, field, nested))
            }
            Self::Map { value: Ty::Object(ty), nested, .. } => Self::Struct { ty, nested },
            Self::Map { value: Ty::SchemaOrStrings, nested, .. } => {
                Self::Struct { ty: &JSON_SCHEMA_PROPS, nested }
            }
            _ => Self::Anything,
        }
    }

    /// What the node of a level directly below may hold.
    pub(crate) fn level(self, level: &cursor::Level<'_>) -> Option<Self> {
        Some(if level.entry.is_some() { self.entry(&level.name()?) } else { self.item() })
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

    pub(crate) fn is_schema(self) -> bool {
        matches!(self, Self::Struct { ty, .. } if *ty == JSON_SCHEMA_PROPS)
    }
}

/// Whether what stands below a keyword checks values and shapes none.
pub(crate) fn is_junctor(keyword: &str) -> bool {
    matches!(keyword, "allOf" | "anyOf" | "oneOf" | "not")
}

impl<'t> ManifestPosition<'t> {
    /// What the cursor is in.
    pub(crate) fn here(&self) -> Option<&Level<'t>> {
        self.way.last()
    }

    /// The nth level outwards, 0 being what the cursor is in.
    pub(crate) fn outwards(&self, n: usize) -> Option<&Level<'t>> {
        self.way.iter().rev().nth(n)
    }

    /// The mapping that a value belongs to, directly or by a list.
    pub(crate) fn owner(&self) -> Option<Node<'t>> {
        let mut outwards = self.way.iter().rev().skip(1);
        outwards.find(|level| matches!(level.shape, Shape::Struct { .. })).map(|level| level.node)
    }

    /// The innermost struct of a type around the cursor.
    pub(crate) fn within(&self, ty: &'static TypeDef) -> Option<Node<'t>> {
        let is_it = |level: &&Level<'t>| matches!(level.shape, Shape::Struct { ty: its, .. } if its == ty);
        self.way.iter().rev().find(is_it).map(|level| level.node)
    }

    /// The field that the list around the cursor belongs to.
    pub(crate) fn field(&self) -> Option<&'static FieldDef> {
        match self.here()?.shape {
            Shape::List { field, .. } => Some(field),
            _ => None,
        }
    }
}

/// The place of the cursor in a CRD or a review.
pub(crate) fn find<'t>(file: &'t File, cursor: Cursor) -> Option<ManifestPosition<'t>> {
    let objects = file.objects_of(file.document_at(cursor.offset));
    let known: Vec<_> =
        objects.filter_map(|object| Some((object.node, Shape::of_object(&object)?))).collect();
    let begun = known.iter().rev().find(|(node, _)| node.range().start <= cursor.word.start);
    let (root, shape) = *begun.or_else(|| known.first())?;
    if is_in_comment(file, cursor.offset) {
        return None;
    }
    let found = cursor.way(root, file.lines());
    let mut around = shape;
    let level = |level: &cursor::Level<'t>| {
        around = around.level(level)?;
        Some(Level { name: level.name(), node: level.node, shape: around })
    };
    let mut way = vec![Level { name: None, node: root, shape }];
    way.extend(found.levels.iter().skip(1).map(level).collect::<Option<Vec<_>>>()?);
    let fits = match (way.last()?.shape, found.slot) {
        (Shape::Struct { .. } | Shape::Map { .. }, Slot::Key) | (Shape::List { .. }, Slot::Item) => true,
        (shape, slot) => slot == Slot::Value && !matches!(shape, Shape::Anything),
    };
    fits.then_some(ManifestPosition { way })
}

/// The list directly above a key's place whose dashes stand in the cursor's column: there a new item can
/// begin as well as a new key.
pub(crate) fn list_above<'t>(
    file: &'t File,
    cursor: Cursor,
    place: &ManifestPosition<'t>,
) -> Option<ManifestPosition<'t>> {
    let here = place.here()?;
    let before = |entry: &Entry<'t>| entry.key.range().start < cursor.word.start;
    let above = here.node.entries().take_while(before).last()?;
    let column = file.lines().line_col(above.value.range().start).col;
    let is_list = above.value.kind() == crdls_yaml::Kind::BlockSeq && column == cursor.column;
    let name = above.key.str().filter(|_| is_list)?;
    let shape = here.shape.entry(&name);
    let mut way = place.way.clone();
    way.push(Level { name: Some(name), node: above.value, shape });
    Some(ManifestPosition { way })
}

fn is_in_comment(file: &File, offset: u32) -> bool {
    let comments = file.tree().comments();
    let before = comments.partition_point(|comment| comment.start < offset);
    let last = before.checked_sub(1).and_then(|at| comments.get(at));
    last.is_some_and(|comment| comment.touches(offset))
}

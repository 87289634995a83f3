//! What the cursor is in: which field of which kind, at a key, at a value or at an item of a list.
//!
//! The way to the cursor is that of `crdls_yaml::cursor`; what its nodes may hold is a CRD's to say.

use std::cell::Cell;

use crdls_conversion::review_object_at;
use crdls_manifest::model::Schema;
use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_resource::{Index, ServedVersion};
use crdls_text::LineIndex;
use crdls_yaml::cursor::Slot;
use crdls_yaml::{Entry, Kind as YamlKind, Node};

use super::Request;
use crate::instance::{RESOURCE_FIELDS, member};

/// The place of the cursor in an object.
pub(super) struct CompletionPosition<'t, 'i> {
    /// Nothing where the document is empty.
    pub(super) object: Option<Node<'t>>,
    pub(super) by: Option<ServedVersion<'i>>,
    pub(super) target: Target<'t, 'i>,
}

pub(super) enum Target<'t, 'i> {
    /// At the value of the object's `apiVersion`.
    ApiVersion(Option<Node<'t>>),
    /// At the value of its `kind`.
    Kind(Option<Node<'t>>),
    /// At a key of a mapping, which may have some already.
    Keys { holder: Holder<'i>, map: Option<Node<'t>> },
    /// At a value of a field of that name.
    Value { schema: Schema<'i>, node: Option<Node<'t>>, name: String },
    /// Where a new item of a list begins.
    Item { schema: Schema<'i>, name: String },
}

/// What a mapping holds.
#[derive(Clone, Copy)]
pub(super) enum Holder<'i> {
    /// A custom resource; nothing is known of it before its kind is.
    Root(Option<Schema<'i>>),
    /// What a schema says; a resource in a resource has more than that.
    Object(Schema<'i>),
    /// The metadata of a resource, of which a schema may say something.
    Metadata(Option<Schema<'i>>),
}

/// What a value may be.
#[derive(Clone, Copy)]
enum ValueShape<'i> {
    Holder(Holder<'i>),
    Schema(Schema<'i>),
    ApiVersion,
    Kind,
    Anything,
}

pub(super) fn find<'t, 'i>(request: &Request<'t>, crds: &'i Index) -> Option<CompletionPosition<'t, 'i>> {
    let file = request.file;
    let cursor = request.cursor;
    let number = file.document_at(cursor.offset);
    let document = file.tree().documents().get(number)?;
    let root = file.tree().root(file.text(), document).filter(|root| !root.is_empty());
    let objects = || file.objects_of(number).filter(|_| root.is_some());
    let object = objects().rev().find(|object| object.node.range().start <= cursor.word.start);
    let Some(DocumentObject { node: object, kind, .. }) = object.or_else(|| objects().next()) else {
        let target = Target::Keys { holder: Holder::Root(None), map: None };
        return (root.is_none() && cursor.column == 0).then_some(CompletionPosition {
            object: None,
            by: None,
            target,
        });
    };
    // What is in a review is a custom resource, be its kind written or not.
    let in_review = kind == Kind::Review;
    if !kind.is_resource() && !in_review {
        return None;
    }
    let object = if in_review { review_object_at(object, cursor.word.start)? } else { object };
    let named = ["apiVersion", "kind"].iter().any(|name| object.get(name).is_some());
    // Of a word alone nobody knows what it becomes.
    let begun = object.kind().is_scalar() && cursor.column == 0;
    if !(named || begun || in_review) {
        return None;
    }
    let by = served_version(object, request.context.file, crds);
    let finder = TargetFinder { request, crds: Some(crds), inner: Cell::new((object, by)) };
    let schema = by.and_then(|by| by.version.schema());
    let target = finder.find(object, ValueShape::Holder(Holder::Root(schema)), ParentKey::default())?;
    let (object, by) = finder.inner.get();
    Some(CompletionPosition { object: Some(object), by, target })
}

/// What the cursor is in, inside the default of an object or a list; nothing where it is outside of it.
pub(super) fn in_default<'t, 'i>(
    request: &Request<'t>,
    map: Node<'t>,
    entry: Entry<'t>,
    schema: Schema<'i>,
) -> Option<Target<'t, 'i>> {
    let finder = TargetFinder { request, crds: None, inner: Cell::new((map, None)) };
    let is_inside = request.cursor.is_in_value(map, entry, request.file.lines());
    finder.find(entry.value, ValueShape::of(schema), is_inside.then(|| finder.parent_key(map, entry))?)
}

/// What the cursor is in, inside an object that has the schema as it is.
pub(super) fn in_root<'t, 'i>(
    request: &Request<'t>,
    root: Node<'t>,
    schema: Schema<'i>,
) -> Option<Target<'t, 'i>> {
    let finder = TargetFinder { request, crds: None, inner: Cell::new((root, None)) };
    finder.find(root, ValueShape::of(schema), ParentKey::default())
}

/// What judges an object; one whose version is not written yet, or is none, as clients would like it.
fn served_version<'i>(object: Node<'_>, file: &str, crds: &'i Index) -> Option<ServedVersion<'i>> {
    if let Some(found) = crds.served_version(object, file) {
        return Some(found);
    }
    let kind = object.get("kind")?.value.str()?;
    let api_version = object.get("apiVersion").and_then(|entry| entry.value.str()).unwrap_or_default();
    let written = api_version.split_once('/').map(|(group, _)| group);
    let group = match written {
        Some(group) => group.to_owned(),
        None => crds.groups_of(&kind).next()?.to_owned(),
    };
    let known = crds.first_of_kind(&group, &kind, file)?;
    let version = *known.crd().served_versions().first()?;
    Some(ServedVersion { indexed: known, version })
}

/// How a node was come to.
#[derive(Clone, Debug, Default)]
struct ParentKey {
    /// The field that it is the value of.
    name: String,
    /// The cursor stands on the line of the key that leads to it, or in flow style: no mapping begins there without
    /// braces.
    on_line: bool,
}

struct TargetFinder<'r, 't, 'i> {
    request: &'r Request<'t>,
    /// The CRDs of resources in resources; in a default none is looked up.
    crds: Option<&'i Index>,
    /// The innermost resource around the cursor, and what judges it.
    inner: Cell<(Node<'t>, Option<ServedVersion<'i>>)>,
}

impl<'t, 'i> TargetFinder<'_, 't, 'i> {
    fn find(&self, root: Node<'t>, shape: ValueShape<'i>, parent: ParentKey) -> Option<Target<'t, 'i>> {
        let found = self.request.cursor.way(root, self.lines());
        let (mut map, mut shape, mut parent) = (root, shape, parent);
        for level in &found.levels {
            if let Some(entry) = level.entry {
                parent = self.parent_key(map, entry);
                shape = shape.entry(&parent.name);
            } else if level.node != root {
                parent.on_line = self.request.point.style().json;
                shape = shape.item();
            }
            map = level.node;
            if map.kind().is_map() {
                shape = self.embedded(map, shape);
            }
        }
        match found.slot {
            Slot::Key => self.keys(map, shape),
            Slot::Item => self.item(map, shape, parent),
            Slot::Value if matches!(map.kind(), YamlKind::Literal | YamlKind::Folded | YamlKind::Alias) => {
                None
            }
            Slot::Value => self.leaf(Some(map), shape, &parent),
        }
    }

    fn lines(&self) -> &LineIndex {
        self.request.file.lines()
    }

    /// What a mapping holds by the CRD of its kind, where it is an embedded resource.
    fn embedded(&self, map: Node<'t>, shape: ValueShape<'i>) -> ValueShape<'i> {
        let ValueShape::Holder(Holder::Object(schema)) = shape else { return shape };
        if !schema.embedded_resource() {
            return shape;
        }
        let by = self.crds.and_then(|crds| served_version(map, self.request.context.file, crds));
        self.inner.set((map, by));
        by.map_or(shape, |by| ValueShape::Holder(Holder::Root(by.version.schema())))
    }

    /// A place where no mapping or list is written yet.
    fn leaf(&self, node: Option<Node<'t>>, shape: ValueShape<'i>, way: &ParentKey) -> Option<Target<'t, 'i>> {
        let written = node.filter(|node| !node.is_empty());
        if written.is_some_and(|node| !node.range().touches(self.request.cursor.offset)) {
            return None;
        }
        match shape {
            ValueShape::ApiVersion => Some(Target::ApiVersion(written)),
            ValueShape::Kind => Some(Target::Kind(written)),
            ValueShape::Holder(holder) => (!way.on_line).then_some(Target::Keys { holder, map: None }),
            ValueShape::Schema(schema) => match schema.type_() {
                "object" => None,
                "array" => (!way.on_line && written.is_none())
                    .then(|| Target::Item { schema, name: way.name.clone() }),
                _ => Some(Target::Value { schema, node: written, name: way.name.clone() }),
            },
            ValueShape::Anything => None,
        }
    }

    fn parent_key(&self, map: Node<'t>, entry: Entry<'t>) -> ParentKey {
        let name = entry.key.str().unwrap_or_default().into_owned();
        let is_on_line = || self.lines().line_col(entry.key.range().start).line == self.request.cursor.line;
        ParentKey { name, on_line: map.kind() == YamlKind::FlowMap || is_on_line() }
    }

    /// A new key, where its column is that of the others.
    fn keys(&self, map: Node<'t>, shape: ValueShape<'i>) -> Option<Target<'t, 'i>> {
        let ValueShape::Holder(holder) = shape else { return None };
        let column = |offset| self.lines().line_col(offset).col;
        let first = map.entries().next().map(|entry| column(entry.key.range().start));
        let fits = map.kind() == YamlKind::FlowMap
            || first.is_none_or(|first| first == column(self.request.start()));
        fits.then_some(Target::Keys { holder, map: Some(map) })
    }

    /// A new item, where its column is that of the others.
    fn item(&self, list: Node<'t>, shape: ValueShape<'i>, parent: ParentKey) -> Option<Target<'t, 'i>> {
        let ValueShape::Schema(schema) = shape else { return None };
        if list.kind() == YamlKind::FlowSeq {
            let inside = ParentKey { on_line: self.request.point.style().json, ..parent };
            return self.leaf(None, shape.item(), &inside);
        }
        let (_, first) = list.item_ranges().next()?;
        let is_below = self.lines().line_col(first.start).col == self.request.cursor.column;
        is_below.then_some(Target::Item { schema, name: parent.name })
    }
}

impl<'i> ValueShape<'i> {
    fn of(schema: Schema<'i>) -> Self {
        match schema.type_() {
            "object" => Self::Holder(Holder::Object(schema)),
            _ => Self::Schema(schema),
        }
    }

    fn entry(self, name: &str) -> Self {
        let Self::Holder(holder) = self else { return Self::Anything };
        let (schema, resource) = match holder {
            Holder::Root(_) if name == "apiVersion" => return Self::ApiVersion,
            Holder::Root(_) if name == "kind" => return Self::Kind,
            Holder::Root(schema) => (schema, true),
            // Kinds that a CRD defines, unless the schema says which.
            Holder::Object(schema) if schema.embedded_resource() && member(schema, name).is_none() => {
                match name {
                    "apiVersion" => return Self::ApiVersion,
                    "kind" => return Self::Kind,
                    _ => (Some(schema), true),
                }
            }
            Holder::Object(schema) => (Some(schema), schema.embedded_resource()),
            Holder::Metadata(schema) => (schema, false),
        };
        let inner = schema.and_then(|schema| member(schema, name)).map(|(schema, _)| schema);
        match inner {
            inner if resource && name == "metadata" => Self::Holder(Holder::Metadata(inner)),
            None if resource && RESOURCE_FIELDS.contains(&name) => Self::Anything,
            Some(schema) => Self::of(schema),
            None => Self::Anything,
        }
    }

    fn item(self) -> Self {
        match self {
            Self::Schema(schema) => schema.item_schema().map_or(Self::Anything, Self::of),
            _ => Self::Anything,
        }
    }
}

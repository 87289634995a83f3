//! What is written in a mapping of the manifest, read without decoding any of it.
//!
//! Knows the keys by which one gets around in a CRD; must not know what is suggested.

use std::borrow::Cow;

use crdls_yaml::{Node, Scalar};

/// A value of the manifest, or that there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManifestValue<'t>(pub(super) Option<Node<'t>>);

/// A property of a schema.
#[derive(Clone, Debug)]
pub(super) struct SchemaProperty<'t> {
    pub(super) name: Cow<'t, str>,
    /// The name as it is written.
    pub(super) source: &'t str,
    pub(super) schema: ManifestValue<'t>,
}

impl<'t> ManifestValue<'t> {
    /// The value of a key, its own or a merged one; the node that an alias stands for.
    pub(super) fn get(self, key: &str) -> Self {
        Self(self.0.and_then(|node| found(node, key, MAX_MERGES)))
    }

    /// The value at the end of some keys.
    pub(super) fn at(self, keys: &[&str]) -> Self {
        keys.iter().fold(self, |at, key| at.get(key))
    }

    /// Whether a key is written with a value that is not null.
    pub(super) fn has(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn is_some(self) -> bool {
        self.0.is_some_and(|node| !matches!(node.scalar(), Some(Scalar::Null)))
    }

    pub(super) fn is_map(self) -> bool {
        self.0.is_some_and(|node| node.kind().is_map())
    }

    /// The text of a scalar; empty where there is none.
    pub(super) fn str(self, key: &str) -> Cow<'t, str> {
        self.get(key).text()
    }

    pub(super) fn text(self) -> Cow<'t, str> {
        self.0.filter(|node| node.kind().is_scalar()).and_then(Node::str).unwrap_or_default()
    }

    pub(super) fn is_true(self, key: &str) -> bool {
        matches!(self.get(key).0.and_then(Node::scalar), Some(Scalar::Bool(true)))
    }

    pub(super) fn items(self) -> impl Iterator<Item = Node<'t>> {
        self.0.into_iter().flat_map(Node::items)
    }

    /// The texts of a list of scalars.
    pub(super) fn texts(self, key: &str) -> Vec<Cow<'t, str>> {
        self.get(key)
            .items()
            .map(|item| ManifestValue(Some(item)).text())
            .filter(|text| !text.is_empty())
            .collect()
    }

    pub(super) fn keys(self) -> impl Iterator<Item = Cow<'t, str>> {
        self.0.into_iter().flat_map(Node::entries).filter_map(|entry| entry.key.str())
    }

    /// The properties that are written here; those of a merged `properties` as a whole too.
    pub(super) fn properties(self) -> impl Iterator<Item = SchemaProperty<'t>> {
        self.get("properties").0.into_iter().flat_map(Node::entries).filter(|entry| !entry.broken).filter_map(
            |entry| {
                let (name, source) = (entry.key.str()?, entry.key.source());
                Some(SchemaProperty { name, source, schema: ManifestValue(Some(entry.value)) })
            },
        )
    }

    pub(super) fn property(self, name: &str) -> Self {
        self.get("properties").get(name)
    }

    /// Of the schema of a list the properties by which its items can be told apart: scalar, never null, never absent.
    pub(super) fn list_map_keys(self) -> impl Iterator<Item = SchemaProperty<'t>> {
        let required = self.get("items").texts("required");
        self.scalar_item_properties().filter(move |property| required.contains(&property.name))
    }

    /// Of the schema of a list the properties of its items that are scalar and never null.
    pub(super) fn scalar_item_properties(self) -> impl Iterator<Item = SchemaProperty<'t>> {
        let items = self.get("items");
        let told_apart = items.type_() == "object" && !items.is_true("nullable");
        let is_one = move |property: &SchemaProperty<'_>| {
            told_apart && is_scalar(&property.schema.type_()) && !property.schema.is_true("nullable")
        };
        items.properties().filter(is_one)
    }

    /// Whether two values are written with the same keys and scalars, in any style; both may be absent.
    pub(super) fn is_same(self, other: ManifestValue<'_>) -> bool {
        let (here, there) = (self.0.and_then(Node::resolved), other.0.and_then(Node::resolved));
        let (Some(here), Some(there)) = (here, there) else {
            return self.0.is_none() && other.0.is_none();
        };
        if here.kind().is_map() && there.kind().is_map() {
            let of_key = |entry: crdls_yaml::Entry<'_>| {
                let other = entry.key.str().and_then(|key| there.get(&key)).map(|other| other.value);
                other.is_some() && ManifestValue(Some(entry.value)).is_same(ManifestValue(other))
            };
            return here.entries().count() == there.entries().count() && here.entries().all(of_key);
        }
        if here.kind().is_seq() && there.kind().is_seq() {
            let pair = |(one, other)| ManifestValue(Some(one)).is_same(ManifestValue(Some(other)));
            return here.items().count() == there.items().count()
                && here.items().zip(there.items()).all(pair);
        }
        here.scalar().is_some() && here.scalar() == there.scalar()
    }

    /// The value of a schema's `type`.
    pub(super) fn type_(self) -> Cow<'t, str> {
        self.str("type")
    }
}

/// Merges of what merges; nobody writes more, and anchors can lead in circles.
const MAX_MERGES: u32 = 8;

fn found<'t>(node: Node<'t>, key: &str, merges: u32) -> Option<Node<'t>> {
    let node = node.resolved()?;
    if let Some(entry) = node.get(key) {
        return entry.value.resolved();
    }
    let merges = merges.checked_sub(1)?;
    let merged = node.get("<<")?.value.resolved()?;
    let list = merged.items().find_map(|one| found(one, key, merges));
    list.or_else(|| found(merged, key, merges))
}

/// Whether values of a type have no parts.
pub(super) fn is_scalar(type_: &str) -> bool {
    matches!(type_, "string" | "integer" | "number" | "boolean")
}

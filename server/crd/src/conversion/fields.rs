//! Fields that the schema of a version keeps and that of another version prunes.
//!
//! Walks the schema of the version that is written, next to what pruning makes of its values in the other
//! (`PruneWithOptions` of k8s.io/apiextensions-apiserver, pkg/apiserver/schema/pruning/algorithm.go). Must not know objects.

use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, Schema, Version};
use crdls_report::{FieldPath, Path, PathStep};
use crdls_resource::{Member, Structural, is_resource_field};
use crdls_text::TextRange;

/// What of a schema is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossyPart {
    /// A property.
    Property,
    /// The entries of a map.
    Entries,
    /// The fields that no schema names, where one version keeps them.
    Unknown,
}

/// A field that one version keeps and another one prunes. What is in it is lost too.
#[derive(Clone, Debug)]
pub struct LossyField {
    /// What of the schema it is.
    pub part: LossyPart,
    /// Where it is in an object: the first item of lists, the entry `key` of maps, the field `unknown` of what is open;
    /// the last two as keys.
    pub path: FieldPath,
    /// Where the schema of the version that keeps it says so.
    pub manifest: FieldPath,
    /// The key there.
    pub key: TextRange,
}

impl LossyField {
    /// The path as authors write it: `spec.items[*].name`, `spec.labels.*`.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        for step in self.path.steps() {
            match step {
                PathStep::Index(_) => text.push_str("[*]"),
                PathStep::Key(_) => text.push_str(".*"),
                PathStep::Name(name) if text.is_empty() => text.push_str(name),
                PathStep::Name(name) => text.extend([".", name]),
            }
        }
        text
    }
}

/// The entry that stands for all of a map, and the field for all that no schema names.
const ENTRY: &str = "key";
const UNKNOWN: &str = "unknown";

/// What becomes of the values of a schema in the other version.
#[derive(Clone, Copy)]
enum Reading<'m> {
    /// Pruned by a schema; `None` keeps no member at all.
    Pruned(Option<Structural<'m>>),
    /// All that it has is kept.
    Kept,
}

/// The fields of a version, by its number, that another version prunes.
pub(super) fn lost(from: Version<'_>, number: usize, to: Version<'_>) -> Vec<LossyField> {
    let Some(schema) = from.schema() else { return Vec::new() };
    let spec = Path::EMPTY.child("spec");
    let versions = spec.child("versions");
    let version = versions.index(number);
    let manifest = version.child("schema");
    let mut fields = LossyFields { found: Vec::new() };
    let place =
        NodePath { path: Path::EMPTY, manifest: manifest.child("openAPIV3Schema"), is_resource: true };
    fields.schema(schema, Reading::Pruned(Some(Structural::of_version(to.schema()).as_resource())), &place);
    fields.found
}

/// Where a schema is, and its values.
struct NodePath<'p> {
    path: Path<'p>,
    manifest: Path<'p>,
    is_resource: bool,
}

struct LossyFields {
    found: Vec<LossyField>,
}

impl LossyFields {
    fn schema(&mut self, schema: Schema<'_>, to: Reading<'_>, at: &NodePath<'_>) {
        if matches!(to, Reading::Kept) {
            return;
        }
        for property in schema.properties() {
            if at.is_resource && is_resource_field(property.name) {
                continue;
            }
            let properties = at.manifest.child("properties");
            let below = NodePath {
                path: at.path.child(property.name),
                manifest: properties.key(property.name),
                is_resource: property.schema.embedded_resource(),
            };
            match member(to, property.name) {
                Some(to) => self.schema(property.schema, to, &below),
                None => self.add(LossyPart::Property, &below, property.key),
            }
        }
        self.entries(schema, to, at);
        if let Some(items) = schema.item_schema() {
            let below = NodePath {
                path: at.path.index(0),
                manifest: at.manifest.child("items"),
                is_resource: items.embedded_resource(),
            };
            self.schema(items, self::items(to), &below);
        }
        self.unknown(schema, to, at);
    }

    fn entries(&mut self, schema: Schema<'_>, to: Reading<'_>, at: &NodePath<'_>) {
        let Some(values) = schema.additional_properties() else { return };
        let below = |is_resource| NodePath {
            path: at.path.key(ENTRY),
            manifest: at.manifest.child("additionalProperties"),
            is_resource,
        };
        match (member(to, ENTRY), values) {
            (Some(to), OrBool::Schema(values)) => {
                self.schema(values, to, &below(values.embedded_resource()));
            }
            (Some(_), OrBool::Bool(_)) => {}
            (None, _) => {
                let key = schema.span(Field::AdditionalProperties).map(|span| span.key);
                key.into_iter().for_each(|key| self.add(LossyPart::Entries, &below(false), key));
            }
        }
    }

    /// Where the schema keeps what it does not name.
    fn unknown(&mut self, schema: Schema<'_>, to: Reading<'_>, at: &NodePath<'_>) {
        let keeps = schema.preserve_unknown_fields() == Some(true);
        let Some(span) = schema.span(Field::XPreserveUnknownFields).filter(|_| keeps) else { return };
        if member(to, UNKNOWN).is_none() {
            let manifest = at.manifest.child(Field::XPreserveUnknownFields.name());
            let place = NodePath { path: at.path.key(UNKNOWN), manifest, is_resource: false };
            self.add(LossyPart::Unknown, &place, span.key);
        }
    }

    fn add(&mut self, part: LossyPart, place: &NodePath<'_>, key: TextRange) {
        let [path, manifest] = [&place.path, &place.manifest].map(FieldPath::from);
        self.found.push(LossyField { part, path, manifest, key });
    }
}

/// What becomes of a member; `None` where it is pruned.
fn member<'m>(to: Reading<'m>, name: &str) -> Option<Reading<'m>> {
    let schema = match to {
        Reading::Kept => return Some(Reading::Kept),
        Reading::Pruned(schema) => schema?,
    };
    match schema.member(name) {
        _ if schema.resource && is_resource_field(name) => Some(Reading::Kept),
        Member::Property(property) => Some(Reading::Pruned(Some(property))),
        Member::Additional(values) => Some(Reading::Pruned(values)),
        Member::Unknown => schema.preserves().then_some(Reading::Kept),
    }
}

fn items(to: Reading<'_>) -> Reading<'_> {
    match to {
        Reading::Pruned(Some(schema)) if schema.preserves() => {
            schema.items().map_or(Reading::Kept, |items| Reading::Pruned(Some(items)))
        }
        Reading::Pruned(schema) => Reading::Pruned(schema.and_then(Structural::items)),
        Reading::Kept => Reading::Kept,
    }
}

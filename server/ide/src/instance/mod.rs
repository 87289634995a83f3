//! The thing under the cursor in a custom resource, by the schema of its CRD.

mod completion;
mod markdown;
mod metadata;
mod others;
pub(crate) mod pointer;
mod rules;
mod steps;
mod stored;
mod suite;

use crdls_conversion::review_object_at;
use crdls_manifest::fields::{Field, OBJECT_META};
use crdls_manifest::model::{Schema, SchemaStep};
use crdls_manifest::objects::Kind;
use crdls_report::{Config, PathStep, Unit};
use crdls_resource::{Index, IndexedCrd, ServedVersion};
use crdls_text::TextRange;
use crdls_yaml::Node;
use crdls_yaml::cursor::around;

use crate::manifest_help::field;
use crate::manifest_position::Shape;
use crate::targets::Property;
use crate::version::OwnedStep;
use crate::{Definition, File, FileContext, Hover, Meaning, field_page};
pub(crate) use completion::{completions, documents, in_default};
pub(crate) use suite::{completions as in_suite, hover as suite_hover, is_in_suite};

const RESOURCE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// What an offset of a custom resource is about.
struct ResourcePosition<'t, 'i> {
    object: Node<'t>,
    /// The key that is marked.
    range: TextRange,
    steps: Vec<PathStep>,
    by: ServedVersion<'i>,
    found: PositionKind<'t>,
}

enum PositionKind<'t> {
    /// `kind` or `apiVersion`.
    Kind,
    /// A field, and where the schema has it, unless that is one of every resource.
    Field { written: Option<TextRange> },
    /// It is in the metadata, and the schema does not speak of it.
    Metadata(Node<'t>),
    /// Nothing that the schema has.
    Unknown,
}

/// Explains a field or the kind of a custom resource.
pub(crate) fn hover(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Hover> {
    let position = position(file, offset, context.file, context.crds?)?;
    let ResourcePosition { object, range, steps, by, found } = position;
    let markdown = match found {
        PositionKind::Kind => kind(by, context.file, context.crds?)?,
        PositionKind::Metadata(node) => {
            return metadata::hover(node, offset, by).or_else(|| {
                field(
                    &around(node, offset),
                    Shape::Struct { ty: &OBJECT_META, nested: false },
                    offset,
                    config,
                )
            });
        }
        PositionKind::Field { .. } => {
            let page = field_page(by.indexed, by.version, &steps::names(&steps)).ok()?;
            let above = by.version.schema().map(|root| rules::above(root, &steps)).unwrap_or_default();
            let stored = stored(object, by, &steps, config);
            markdown::field(&steps::shown(&steps), &page, &above, stored.as_deref())
        }
        PositionKind::Unknown => {
            markdown::unknown(&steps::shown(&steps), &stored(object, by, &steps, config)?)
        }
    };
    Some(Hover { range, markdown })
}

/// What the server makes of a place, where that is not what is written.
fn stored(object: Node<'_>, by: ServedVersion<'_>, steps: &[PathStep], config: &Config) -> Option<String> {
    let unit = Unit::Written(object);
    stored::note(&unit.value(), &crdls_resource::stored(unit, by, config)?, steps)
}

/// Explains the kind of a CRD.
pub(crate) fn kind_page(known: &IndexedCrd, file: &str, crds: &Index) -> Option<String> {
    let version = *known.crd().versions_by_priority().first()?;
    kind(ServedVersion { indexed: known, version }, file, crds)
}

fn kind(by: ServedVersion<'_>, file: &str, crds: &Index) -> Option<String> {
    let page = markdown::kind(&field_page(by.indexed, by.version, &[]).ok()?, by.indexed);
    let spec = by.indexed.header().spec();
    let all = others::list(&crds.of_kind(spec.group(), spec.names().kind(), file));
    Some(page + &all.map(|all| format!("\n\n{all}")).unwrap_or_default())
}

/// Where the CRD defines a field, or the kind, of a custom resource.
pub(crate) fn definition(file: &File, offset: u32, name: &str, crds: &Index) -> Option<Definition> {
    let position = position(file, offset, name, crds)?;
    let known: &IndexedCrd = position.by.indexed;
    let range = match position.found {
        PositionKind::Kind => known.header().spec().names().span(Field::Kind)?.value,
        PositionKind::Field { written } => written?,
        PositionKind::Metadata(_) | PositionKind::Unknown => return None,
    };
    Some(Definition { source: known.source.to_string(), range })
}

/// Where the CRD defines the kind of the custom resource that an offset is in.
pub(crate) fn type_definition(file: &File, offset: u32, name: &str, crds: &Index) -> Option<Definition> {
    let object = object_at(file, offset)?;
    let by = crds.served_version(object, name).or_else(|| unserved(object, name, crds))?;
    let range = by.indexed.header().spec().names().span(Field::Kind)?.value;
    Some(Definition { source: by.indexed.source.to_string(), range })
}

/// The kind or the property that is meant in a custom resource; the keys of a map are nobody's property.
pub(crate) fn meaning(file: &File, offset: u32, name: &str, crds: &Index) -> Option<Meaning> {
    let ResourcePosition { steps, by, found, .. } = position(file, offset, name, crds)?;
    let property = match found {
        PositionKind::Kind => None,
        PositionKind::Field { written: Some(_) } => {
            let route = route(by.version.schema()?, &steps)?;
            let version = by.version.name().to_owned();
            matches!(route.last(), Some(OwnedStep::Property(_)))
                .then_some(Property { version, route })
                .map(Some)?
        }
        PositionKind::Field { written: None } | PositionKind::Metadata(_) | PositionKind::Unknown => {
            return None;
        }
    };
    let spec = by.indexed.header().spec();
    let (group, kind) = (spec.group().to_owned(), spec.names().kind().to_owned());
    Some(Meaning { source: by.indexed.source.to_string(), group, kind, property })
}

/// The key at an offset of a custom resource that names a property of the schema.
pub(crate) fn key_at(file: &File, offset: u32, name: &str, crds: &Index) -> Option<TextRange> {
    let found = position(file, offset, name, crds)?;
    let is_property = matches!(found.found, PositionKind::Field { written: Some(_) });
    (is_property && found.range.touches(offset)).then_some(found.range)
}

/// The way through the schema that a way through an object takes.
fn route(root: Schema<'_>, steps: &[PathStep]) -> Option<Vec<OwnedStep>> {
    let (mut schema, mut route) = (root, Vec::new());
    for step in steps {
        let below = match step.member() {
            None => SchemaStep::Item,
            Some(name) if schema.property(name).is_some() => SchemaStep::Property(name),
            Some(_) => SchemaStep::Value,
        };
        let (inner, step) = below.below(schema)?;
        schema = inner;
        route.push(step.owned());
    }
    Some(route)
}

fn position<'t, 'i>(
    file: &'t File,
    offset: u32,
    name: &str,
    crds: &'i Index,
) -> Option<ResourcePosition<'t, 'i>> {
    position_in(object_at(file, offset)?, offset, name, crds)
}

/// The object that an offset is in; of a ConversionReview that inside of it.
fn object_at(file: &File, offset: u32) -> Option<Node<'_>> {
    let object = file.object_at(offset)?;
    if object.kind == Kind::Review { review_object_at(object.node, offset) } else { Some(object.node) }
}

/// What an offset of an object is about; of a resource inside of it whose kind a CRD defines, by that CRD.
fn position_in<'t, 'i>(
    object: Node<'t>,
    offset: u32,
    name: &str,
    crds: &'i Index,
) -> Option<ResourcePosition<'t, 'i>> {
    let entry = object.entries().find(|entry| entry.range.touches(offset))?;
    let key = entry.key.str()?;
    if matches!(&*key, "kind" | "apiVersion") {
        let range = if entry.key.range().touches(offset) { entry.key.range() } else { entry.value.range() };
        let by = crds.served_version(object, name).or_else(|| unserved(object, name, crds))?;
        return Some(ResourcePosition { object, range, steps: Vec::new(), by, found: PositionKind::Kind });
    }
    let by = crds.served_version(object, name)?;
    let below = FieldSearch { object, offset, by, name, crds };
    below.find(object, by.version.schema(), Vec::new())
}

/// The CRD of an object whose version it does not serve, by the version that clients prefer.
pub(crate) fn unserved<'i>(object: Node<'_>, name: &str, crds: &'i Index) -> Option<ServedVersion<'i>> {
    let (api_version, kind) = (object.get("apiVersion")?.value.str()?, object.get("kind")?.value.str()?);
    let (group, _) = api_version.split_once('/')?;
    let known = crds.first_of_kind(group, &kind, name)?;
    let version = *known.crd().versions_by_priority().first()?;
    Some(ServedVersion { indexed: known, version })
}

struct FieldSearch<'t, 'i, 'n> {
    object: Node<'t>,
    offset: u32,
    by: ServedVersion<'i>,
    /// What the file is called.
    name: &'n str,
    crds: &'i Index,
}

impl<'t, 'i> FieldSearch<'t, 'i, '_> {
    /// The innermost key at the offset.
    fn find(
        &self,
        node: Node<'t>,
        mut schema: Option<Schema<'i>>,
        mut steps: Vec<PathStep>,
    ) -> Option<ResourcePosition<'t, 'i>> {
        let Self { object, offset, by, name: file, crds } = *self;
        let mut above = node;
        for level in around(node, offset).iter().skip(1) {
            let is_embedded = schema.is_some_and(Schema::embedded_resource);
            let is_inside = !steps.is_empty() && is_embedded;
            if is_inside && let Some(found) = position_in(above, offset, file, crds) {
                return Some(found);
            }
            above = level.node;
            let Some(entry) = level.entry else {
                steps.push(PathStep::Index(level.index));
                schema = schema.and_then(Schema::item_schema);
                continue;
            };
            let name = entry.key.str()?;
            let inner = schema.and_then(|schema| member(schema, &name));
            let resource = steps.is_empty() || is_embedded;
            steps.push(PathStep::name(&name));
            schema = inner.map(|(schema, _)| schema);
            let on_key = level.is_at_key(offset) || entry.value.kind().is_scalar();
            if name == "metadata" && resource && !on_key {
                return self.metadata(entry.value, schema, steps);
            }
            if on_key {
                let found = match inner {
                    Some((schema, key)) => {
                        PositionKind::Field { written: Some(key.unwrap_or_else(|| schema.range())) }
                    }
                    None if resource && RESOURCE_FIELDS.contains(&&*name) => {
                        PositionKind::Field { written: None }
                    }
                    None => PositionKind::Unknown,
                };
                return Some(ResourcePosition { object, range: entry.key.range(), steps, by, found });
            }
        }
        None
    }

    /// What the schema says of the metadata, else what is known of that of all resources.
    fn metadata(
        &self,
        node: Node<'t>,
        schema: Option<Schema<'i>>,
        steps: Vec<PathStep>,
    ) -> Option<ResourcePosition<'t, 'i>> {
        let Self { object, by, .. } = *self;
        let own = schema.and_then(|schema| self.find(node, Some(schema), steps.clone()));
        let own = own.filter(|position| matches!(position.found, PositionKind::Field { .. }));
        own.or(Some(ResourcePosition {
            object,
            range: node.range(),
            steps,
            by,
            found: PositionKind::Metadata(node),
        }))
    }
}

/// The schema of a member, and where its name is written.
fn member<'i>(schema: Schema<'i>, name: &str) -> Option<(Schema<'i>, Option<TextRange>)> {
    if let Some(property) = schema.find_property(name) {
        return Some((property.schema, Some(property.key)));
    }
    schema.value_schema().map(|values| (values, values.key()))
}

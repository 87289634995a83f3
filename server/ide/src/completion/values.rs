//! The values that can stand after a key, or as an item of its list.
//!
//! Knows what follows from the text next to them; the fixed values and their meaning are in `schemas/manifest`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crdls_manifest::fields::{Field, FieldDef, Ty, VALIDATION_RULE, ValueDef};
use crdls_resource::IndexedCrd;
use crdls_yaml::{Kind, Node, Scalar};

use super::context::{CompletionContext, ItemText};
use super::manifest_value::{ManifestValue, SchemaProperty, is_scalar};
use super::names::{self, Names};
use super::paths::{self, Leaf};
use super::target_schema::{SchemaRole, TargetSchema};
use crate::Completion;
use crate::suggestion::Template;

/// The types that a field most often has, the commonest first.
pub(super) const TYPES_OF_FIELDS: [&str; 6] = ["string", "integer", "boolean", "object", "array", "number"];

/// A value and what is said of it.
struct Choice {
    value: String,
    detail: Option<String>,
    doc: String,
}

impl Choice {
    fn new(value: impl Into<String>, detail: &str, doc: &str) -> Self {
        let detail = (!detail.is_empty()).then(|| detail.to_owned());
        Self { value: value.into(), detail, doc: doc.to_owned() }
    }

    fn plain(value: impl Into<String>) -> Self {
        Self::new(value, "", "")
    }

    fn leaf(leaf: Leaf) -> Self {
        Self::new(paths::quoted(&leaf.path), &leaf.type_, &leaf.description)
    }
}

pub(super) fn all(context: &CompletionContext<'_>, field: &'static FieldDef) -> Vec<Completion> {
    if context.place.here().is_some_and(|here| is_block_text(here.node)) {
        return Vec::new();
    }
    let choices = by_place(context, field).unwrap_or_else(|| by_table(context, field));
    let alone = choices.len() == 1;
    let made = choices.into_iter().enumerate().map(|(rank, choice)| {
        let Choice { value, detail, doc } = choice;
        let words = ItemText { label: value, detail, documentation: doc, rank };
        let mut made = context.value(words);
        made.preselect = alone;
        made
    });
    made.collect()
}

fn is_block_text(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::Literal | Kind::Folded)
}

/// The values that the place decides; `None` where the tables know them.
fn by_place(context: &CompletionContext<'_>, field: &FieldDef) -> Option<Vec<Choice>> {
    let owner = ManifestValue(context.place.owner());
    let crd = Names::of(context.root());
    let one = |text: Option<String>| text.into_iter().map(Choice::plain).collect::<Vec<_>>();
    let ty = owner_type(context)?;
    Some(match (ty, field.id) {
        ("JSONSchemaProps", id) => return of_schema(context, field, id),
        ("ObjectMeta", Field::Name) => one(crd.whole()),
        ("CustomResourceDefinitionSpec", Field::Group) => one(crd.group()),
        ("CustomResourceDefinitionNames", Field::Kind) => one(crd.kind()),
        ("CustomResourceDefinitionNames", Field::Plural) => one(crd.plural()),
        ("CustomResourceDefinitionNames", Field::Singular) => one(crd.singular()),
        ("CustomResourceDefinitionNames", Field::ListKind) => one(crd.list_kind()),
        ("CustomResourceDefinitionVersion", Field::Name) => new_versions(context, field),
        ("CustomResourceDefinitionVersion", Field::Storage) => vec![Choice::plain(storage(context))],
        ("CustomResourceDefinitionVersion", Field::DeprecationWarning) => {
            vec![Choice::plain(crd.warning(&owner.str("name")))]
        }
        ("CustomResourceDefinitionStatus", Field::StoredVersions) => {
            unlisted(owner.texts("storedVersions"), version_names(context)).map(Choice::plain).collect()
        }
        ("CustomResourceConversion", Field::Strategy) if owner.has("webhook") => {
            vec![Choice::plain("Webhook")]
        }
        ("CustomResourceSubresourceScale", id) => {
            scale_paths(context, id).into_iter().map(Choice::leaf).collect()
        }
        ("SelectableField", Field::JsonPath) => {
            selectable_paths(context).into_iter().map(Choice::leaf).collect()
        }
        ("CustomResourceColumnDefinition", Field::JsonPath) => {
            column_paths(context, owner).into_iter().map(Choice::leaf).collect()
        }
        ("CustomResourceColumnDefinition", Field::Type) => {
            let types = column_types(context, owner);
            let known = |type_: &&str| field.values.iter().find(|def| def.value == *type_);
            types.iter().filter_map(|type_| known(&type_.as_str())).map(of_table).collect()
        }
        ("ConversionRequest", Field::DesiredAPIVersion) => desired_versions(context),
        ("ValidationRule", Field::FieldPath) => field_paths(context).into_iter().map(Choice::leaf).collect(),
        _ => return None,
    })
}

/// The versions that the objects of a request can be converted to: those that their CRDs serve, where no object is of
/// that version already. Without such objects, what all known CRDs serve.
fn desired_versions(context: &CompletionContext<'_>) -> Vec<Choice> {
    let Some(crds) = context.crds else { return Vec::new() };
    let objects = context.root().at(&["request", "objects"]);
    let types = objects.items().map(|node| {
        let object = ManifestValue(Some(node));
        (object.str("apiVersion").into_owned(), object.str("kind").into_owned())
    });
    let types: BTreeSet<_> = types.collect();
    let is_in_request = |known: &&IndexedCrd| {
        let spec = known.header().spec();
        types.iter().any(|(api_version, kind)| {
            let group = api_version.split_once('/').map(|(group, _)| group);
            group == Some(spec.group()) && kind == spec.names().kind()
        })
    };
    let named: Vec<_> = crds.all().filter(is_in_request).collect();
    let known = if named.is_empty() { crds.all().collect() } else { named };
    let mut found: Vec<Choice> = Vec::new();
    for header in known.iter().map(|known| known.header()) {
        let spec = header.spec();
        for version in header.served_versions() {
            let name = format!("{}/{}", spec.group(), version.name());
            let is_taken = types.iter().any(|(api_version, _)| *api_version == name);
            if !is_taken && !found.iter().any(|other| other.value == name) {
                found.push(Choice::new(name, spec.names().kind(), ""));
            }
        }
    }
    found
}

/// The struct that the value belongs to.
fn owner_type(context: &CompletionContext<'_>) -> Option<&'static str> {
    use crate::manifest_position::Shape;
    context.place.way.iter().rev().find_map(|level| match level.shape {
        Shape::Struct { ty, .. } => Some(ty.name),
        _ => None,
    })
}

fn of_schema(context: &CompletionContext<'_>, field: &FieldDef, id: Field) -> Option<Vec<Choice>> {
    let target = TargetSchema::of(context)?;
    let among = |values: Vec<&'static str>| {
        let def = |value: &&str| field.values.iter().find(|def| def.value == *value);
        values.iter().filter_map(def).map(of_table).collect()
    };
    Some(match id {
        Field::Type if target.nested => among(clause_types(context, &target)),
        Field::Type => among(types(&target)),
        Field::XListType => among(list_types(&target)),
        Field::XMapType => among(map_types(&target)),
        Field::Required => {
            let cursor = context.cursor.offset;
            required(&target, Some(cursor)).into_iter().map(Choice::plain).collect()
        }
        Field::XListMapKeys => map_keys(&target, context.cursor.offset),
        Field::Default => defaults(target.schema),
        Field::Enum => Vec::new(),
        _ => return None,
    })
}

/// The values of the tables: those of the type next to them, and of this minor; what some of the named minors lack
/// comes last.
fn by_table(context: &CompletionContext<'_>, field: &'static FieldDef) -> Vec<Choice> {
    if matches!(field.ty, Ty::Bool) && field.values.is_empty() {
        return ["true", "false"].map(Choice::plain).into();
    }
    let owner = ManifestValue(context.place.owner());
    let written = owner.texts(field.name);
    let target = TargetSchema::of(context).filter(|target| target.nested);
    let type_ = target.map_or_else(|| owner.type_(), |target| target.restricted.type_());
    let fits = |def: &&ValueDef| {
        (def.only_for.is_empty() || type_.is_empty() || def.only_for == type_)
            && def.known_in(context.config.kubernetes)
            && !written.iter().any(|value| value == def.value)
    };
    let (all, some): (Vec<_>, Vec<_>) =
        field.values.iter().filter(fits).partition(|def| def.known_in_all(context.config.minors));
    all.into_iter().chain(some).map(of_table).collect()
}

fn of_table(def: &ValueDef) -> Choice {
    let detail = def.since.map(|since| format!("since Kubernetes {since}")).unwrap_or_default();
    Choice::new(def.value, &detail, def.doc)
}

fn unlisted<'t>(written: Vec<Cow<'t, str>>, all: Vec<Cow<'t, str>>) -> impl Iterator<Item = Cow<'t, str>> {
    all.into_iter().filter(move |name| !written.contains(name))
}

/// The types that a schema can be of, by what is written in it and around it.
pub(super) fn types(target: &TargetSchema<'_>) -> Vec<&'static str> {
    const ALL: [&str; 6] = ["object", "array", "string", "integer", "number", "boolean"];
    let TargetSchema { schema, .. } = target;
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| schema.has(keyword));
    let is_object = target.is_root()
        || has(&["properties", "additionalProperties", "x-kubernetes-map-type"])
        || schema.is_true("x-kubernetes-embedded-resource")
        || target.is_item_of(&["map"]);
    let is_array = has(&["items", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"]);
    let fits = |type_: &&'static str| match *type_ {
        "object" => !target.is_item_of(&["set"]) || schema.str("x-kubernetes-map-type") == "atomic",
        "array" => true,
        _ => !is_object && !is_array,
    };
    let scalar_only = target.is_list_map_key();
    let meta = match (&target.role, &target.in_meta) {
        (SchemaRole::SchemaProperty(name), Some(field)) if name == field => {
            Some(if field == "metadata" { "object" } else { "string" })
        }
        _ => None,
    };
    let default = schema.get("default").0;
    ALL.into_iter()
        .filter(fits)
        .filter(|type_| !(is_object && *type_ != "object" || is_array && *type_ != "array"))
        .filter(|type_| !scalar_only || is_scalar(type_))
        .filter(|type_| meta.is_none_or(|meta| meta == *type_))
        .filter(|type_| default.is_none_or(|value| is_of_type(value, type_)))
        .collect()
}

fn is_of_type(value: Node<'_>, type_: &str) -> bool {
    match value.scalar() {
        None => (type_ == "object") == value.kind().is_map() && (type_ == "array") == value.kind().is_seq(),
        Some(Scalar::Null) => true,
        Some(Scalar::Bool(_)) => type_ == "boolean",
        Some(Scalar::Int(_) | Scalar::Uint(_)) => matches!(type_, "integer" | "number"),
        Some(Scalar::Float(_)) => type_ == "number",
        Some(Scalar::Str(_)) => type_ == "string",
    }
}

/// Inside of anyOf types stand in one pattern only: an integer, then a string.
fn clause_types(context: &CompletionContext<'_>, target: &TargetSchema<'_>) -> Vec<&'static str> {
    let lists: Vec<_> =
        context.place.way.iter().filter(|level| level.name.as_deref() == Some("anyOf")).collect();
    let [any_of] = lists.as_slice() else { return Vec::new() };
    if !target.restricted.is_true("x-kubernetes-int-or-string") {
        return Vec::new();
    }
    let before = any_of.node.items().take_while(|item| item.range().end < context.cursor.word.start).count();
    ["integer", "string"].into_iter().skip(before).take(1).collect()
}

/// How a list can be merged, by keys first where the items have some.
pub(super) fn list_types(target: &TargetSchema<'_>) -> Vec<&'static str> {
    let TargetSchema { schema, .. } = target;
    if target.is_item_of(&["set"]) {
        return vec!["atomic"];
    }
    let items = schema.get("items");
    let nullable = items.is_true("nullable");
    let set = match &*items.type_() {
        "object" => items.str("x-kubernetes-map-type") == "atomic",
        "array" => matches!(&*items.str("x-kubernetes-list-type"), "" | "atomic"),
        _ => true,
    };
    let map = items.0.is_none() || items.type_() == "object";
    let by_keys = schema.has("x-kubernetes-list-map-keys");
    let likely = by_keys || schema.list_map_keys().next().is_some();
    let ways = [
        ("map", map && likely && !nullable),
        ("atomic", !by_keys),
        ("set", set && !by_keys && !nullable),
        ("map", map && !likely && !nullable),
    ];
    ways.into_iter().filter(|(_, fits)| *fits).map(|(way, _)| way).collect()
}

pub(super) fn map_types(target: &TargetSchema<'_>) -> Vec<&'static str> {
    if target.is_item_of(&["set"]) { vec!["atomic"] } else { vec!["granular", "atomic"] }
}

/// The names in a list of the schema, but the one that is being typed.
fn listed<'t>(list: ManifestValue<'t>, cursor: Option<u32>) -> Vec<Cow<'t, str>> {
    let is_typed = |item: &Node<'_>| cursor.is_some_and(|cursor| item.range().touches(cursor));
    list.items().filter(|item| !is_typed(item)).map(|item| ManifestValue(Some(item)).text()).collect()
}

/// The names of properties that are not required yet.
pub(super) fn required(target: &TargetSchema<'_>, cursor: Option<u32>) -> Vec<String> {
    let written = listed(target.schema.get("required"), cursor);
    let schema = if target.nested { target.restricted } else { target.schema };
    let new = schema.properties().filter(|property| !written.contains(&property.name));
    // One that has a default is never missing.
    let (without, with): (Vec<_>, Vec<_>) = new.partition(|property| !property.schema.has("default"));
    without.into_iter().chain(with).map(|property| property.source.to_owned()).collect()
}

/// Those that no item lacks first; the others have to become required.
fn map_keys(target: &TargetSchema<'_>, cursor: u32) -> Vec<Choice> {
    let written = listed(target.schema.get("x-kubernetes-list-map-keys"), Some(cursor));
    let is_new = |property: &SchemaProperty<'_>| !written.contains(&property.name);
    let ready: Vec<_> = target.schema.list_map_keys().filter(is_new).collect();
    let is_ready = |property: &SchemaProperty<'_>| ready.iter().any(|other| other.name == property.name);
    let later =
        target.schema.scalar_item_properties().filter(|property| is_new(property) && !is_ready(property));
    let choice = |property: &SchemaProperty<'_>, more: &str| {
        let detail = format!("{}{more}", property.schema.type_());
        Choice::new(property.source, &detail, &property.schema.str("description"))
    };
    let later: Vec<_> = later.map(|property| choice(&property, ", not required yet")).collect();
    ready.iter().map(|property| choice(property, "")).chain(later).collect()
}

fn defaults(schema: ManifestValue<'_>) -> Vec<Choice> {
    let allowed: Vec<_> = schema.get("enum").items().filter(|item| item.kind().is_scalar()).collect();
    if !allowed.is_empty() {
        return allowed.into_iter().map(|value| Choice::plain(value.source())).collect();
    }
    let values: &[&str] = match &*schema.type_() {
        "boolean" => &["false", "true"],
        "object" => &["{}"],
        "array" if !schema.has("minItems") => &["[]"],
        _ => &[],
    };
    values.iter().copied().map(Choice::plain).collect()
}

/// `default`: one of the values that are allowed.
pub(super) fn default(schema: ManifestValue<'_>) -> Template {
    match &*schema.type_() {
        "object" | "array" if !schema.has("enum") => Template::slot(""),
        _ => Template::choice(defaults(schema).into_iter().map(|choice| choice.value)),
    }
}

/// The names of the versions, but of the one that the cursor is in.
pub(super) fn version_names<'t>(context: &CompletionContext<'t>) -> Vec<Cow<'t, str>> {
    others(context).map(|version| version.str("name")).filter(|name| !name.is_empty()).collect()
}

fn others<'t>(context: &CompletionContext<'t>) -> impl Iterator<Item = ManifestValue<'t>> {
    let here = context.place.within(&crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION_VERSION);
    let versions = context.root().at(&["spec", "versions"]);
    versions.items().filter(move |version| Some(*version) != here).map(|version| ManifestValue(Some(version)))
}

fn new_versions(context: &CompletionContext<'_>, field: &FieldDef) -> Vec<Choice> {
    let doc = |name: &str| field.values.iter().find(|def| def.value == name).map_or("", |def| def.doc);
    let names = names::versions(&version_names(context)).into_iter();
    names.map(|name| Choice { doc: doc(&name).to_owned(), value: name, detail: None }).collect()
}

/// Whether this version is the one that is stored: exactly one is.
pub(super) fn storage(context: &CompletionContext<'_>) -> &'static str {
    if others(context).any(|version| version.is_true("storage")) { "false" } else { "true" }
}

/// What is written of the path that the cursor is in.
fn typed(context: &CompletionContext<'_>) -> Cow<'static, str> {
    let here = ManifestValue(context.place.here().map(|level| level.node)).text().into_owned();
    Cow::Owned(here)
}

/// Where `/scale` can find what a field is about.
pub(super) fn scale_paths(context: &CompletionContext<'_>, field: Field) -> Vec<Leaf> {
    let (type_, parts, likely): (_, &[&str], _) = match field {
        Field::SpecReplicasPath => ("integer", &["spec"], "replicas"),
        Field::StatusReplicasPath => ("integer", &["status"], "replicas"),
        Field::LabelSelectorPath => ("string", &["status", "spec"], "elector"),
        _ => return Vec::new(),
    };
    let root = context.version_schema();
    let mut found: Vec<_> = parts.iter().flat_map(|part| paths::below(root, &format!(".{part}"))).collect();
    found.retain(|leaf| {
        leaf.type_ == type_ && parts.iter().any(|part| leaf.path.starts_with(&format!(".{part}.")))
    });
    found.sort_by_key(|leaf| !leaf.path.ends_with(likely));
    found
}

/// The fields that can be selected by and are not yet.
pub(super) fn selectable_paths(context: &CompletionContext<'_>) -> Vec<Leaf> {
    let version =
        ManifestValue(context.place.within(&crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION_VERSION));
    let here = context.place.within(&crdls_manifest::fields::SELECTABLE_FIELD);
    let listed = version.get("selectableFields");
    let others = listed.items().filter(|item| Some(*item) != here);
    let written: Vec<_> = others.map(|item| ManifestValue(Some(item)).str("jsonPath")).collect();
    let mut found = paths::below(context.version_schema(), &typed(context));
    found.retain(|leaf| {
        matches!(&*leaf.type_, "string" | "integer" | "boolean")
            && !leaf.path.starts_with(".metadata.")
            && !written.contains(&Cow::Borrowed(leaf.path.as_str()))
    });
    found
}

fn column_paths(context: &CompletionContext<'_>, column: ManifestValue<'_>) -> Vec<Leaf> {
    let root = context.version_schema();
    let type_ = column.type_();
    let mut found = paths::conditions(root);
    found.extend(paths::below(root, &typed(context)));
    found.extend(paths::of_metadata());
    found.sort_by_key(|leaf| !type_.is_empty() && leaf.type_ != type_);
    found
}

/// The types that a column can have, that of its field first.
pub(super) fn column_types(context: &CompletionContext<'_>, column: ManifestValue<'_>) -> Vec<String> {
    const ALL: [&str; 5] = ["string", "integer", "number", "boolean", "date"];
    let path = column.str("jsonPath");
    let field = path.split('.').skip(1).fold(context.version_schema(), |at, name| at.property(name));
    let date = path == ".metadata.creationTimestamp" || matches!(&*field.str("format"), "date-time" | "date");
    let first = if date { Cow::Borrowed("date") } else { field.type_() };
    let mut types = ALL.map(str::to_owned).to_vec();
    types.sort_by_key(|type_| **type_ != first);
    types
}

/// The fields below a rule.
pub(super) fn field_paths(context: &CompletionContext<'_>) -> Vec<Leaf> {
    if context.place.within(&VALIDATION_RULE).is_none() {
        return Vec::new();
    }
    let Some(target) = TargetSchema::of(context) else { return Vec::new() };
    let mut found: Vec<_> = target
        .schema
        .properties()
        .filter(|property| property.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')))
        .map(|property| Leaf {
            path: format!(".{}", property.name),
            type_: property.schema.type_().into_owned(),
            description: property.schema.str("description").into_owned(),
        })
        .collect();
    let near: Vec<_> = found.iter().map(|leaf| leaf.path.clone()).collect();
    found.extend(
        paths::below(target.schema, &typed(context)).into_iter().filter(|leaf| !near.contains(&leaf.path)),
    );
    found
}

//! Defaults: what is not written, and nulls that are not allowed, become what the schema says.
//!
//! Mirrors `Default` and `PruneDefaults` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/defaulting/{algorithm,prune}.go). The server prunes all defaults of a CRD once;
//! here each is pruned where it is used.

use super::structural::{Structural, is_resource_field};
use super::{coerce, prune};
use crdls_manifest::fields::{Field, OBJECT_META};
use crdls_manifest::model::Schema;
use crdls_report::Path;
use crdls_values::{Json, JsonMember, JsonValue};

/// Fills in the defaults of a resource.
pub fn resource(value: &mut Json, schema: Structural<'_>) {
    apply(value, schema.as_resource(), ResourcePart::Resource);
}

/// Fills in the defaults of a value of a node; `resource` where it is a whole resource.
pub fn with_defaults(value: &mut Json, schema: Schema<'_>, resource: bool) {
    match resource {
        true => self::resource(value, Structural::new(schema)),
        false => apply(value, Structural::new(schema), ResourcePart::Other),
    }
}

/// Whether the defaults of a root schema have nothing that pruning would take.
pub fn are_pruned(schema: Structural<'_>) -> bool {
    below_are_pruned(schema.as_resource(), ResourcePart::Resource)
}

fn below_are_pruned(schema: Structural<'_>, place: ResourcePart) -> bool {
    if !schema.may_have_within(Field::Default) {
        return true;
    }
    let own = schema.default().is_none_or(|default| pruned(schema, place).as_ref() == Some(default));
    let below = |name: &str, schema| below_are_pruned(schema, place.below(name, schema));
    own && schema.additional_properties().is_none_or(|values| below("*", values))
        && schema.items().is_none_or(|items| below("", items))
        && schema.properties().all(|(name, property)| below(name, property))
}

/// Where defaults are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResourcePart {
    Resource,
    Metadata,
    /// In a field that all resources have: the schema does not prune there.
    ResourceField,
    Other,
}

impl ResourcePart {
    fn below(self, name: &str, schema: Structural<'_>) -> Self {
        match self {
            _ if schema.resource => Self::Resource,
            Self::Resource if name == "metadata" => Self::Metadata,
            Self::Resource if is_resource_field(name) => Self::ResourceField,
            Self::Metadata | Self::ResourceField => Self::ResourceField,
            Self::Resource | Self::Other => Self::Other,
        }
    }
}

fn apply(value: &mut Json, schema: Structural<'_>, place: ResourcePart) {
    if !schema.may_have_within(Field::Default) {
        return;
    }
    match &mut value.value {
        JsonValue::Map(members) => {
            insert(members, schema, place);
            let mut keywords = schema.members();
            for member in members {
                let Some(below) = keywords.find(&member.name).schema() else { continue };
                let place = place.below(&member.name, below);
                replace_null(&mut member.value, below, place);
                apply(&mut member.value, below, place);
            }
        }
        JsonValue::List(items) => {
            let Some(schema) = schema.items() else { return };
            let place = place.below("", schema);
            for item in items {
                replace_null(item, schema, place);
                apply(item, schema, place);
            }
        }
        _ => {}
    }
}

/// Adds the properties that are not there and have a default.
fn insert(members: &mut Vec<JsonMember>, schema: Structural<'_>, place: ResourcePart) {
    for (name, property) in schema.properties() {
        if property.default().is_none()
            || (place == ResourcePart::Metadata && OBJECT_META.field(name).is_none())
        {
            continue;
        }
        let Err(at) = members.binary_search_by(|member| (*member.name).cmp(name)) else { continue };
        if let Some(value) = pruned(property, place.below(name, property)) {
            members.insert(at, JsonMember { name: name.into(), key: value.range, value });
        }
    }
}

fn replace_null(value: &mut Json, schema: Structural<'_>, place: ResourcePart) {
    if value.is_null()
        && !schema.nullable()
        && let Some(default) = pruned(schema, place)
    {
        *value = default;
    }
}

/// The default of a node, without what its schema does not know.
fn pruned(schema: Structural<'_>, place: ResourcePart) -> Option<Json> {
    let mut value = schema.default()?.clone();
    match place {
        ResourcePart::Metadata => coerce::metadata_or_nothing(&mut value),
        ResourcePart::ResourceField => {}
        ResourcePart::Resource | ResourcePart::Other => {
            coerce::without_errors(&mut value, schema);
            prune::prune(&mut value, Some(schema), &Path::EMPTY, &mut |_, _, _| {});
        }
    }
    Some(value)
}

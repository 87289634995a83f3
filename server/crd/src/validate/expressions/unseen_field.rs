//! Why a rule does not see a field.
//!
//! Mirrors which parts of a schema `SchemaDeclType` of k8s.io/apiserver (pkg/cel/common/schemas.go) leaves out, and
//! what `WithTypeAndObjectMeta` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/cel/model/schemas.go) puts in
//! place of a resource's metadata.

use super::explanation::Explanation;
use crdls_manifest::model::{OrBool, Property, Schema, SchemaStep};
use crdls_minors::Minor;
use crdls_rules::{CelNode, Declaration, SELF_TYPE, escape};

/// A schema below a rule, and what it is to the server.
#[derive(Clone, Copy)]
struct Site<'m> {
    schema: Schema<'m>,
    /// The node is a resource.
    is_resource: bool,
    /// The node is the metadata of a resource.
    is_metadata: bool,
}

/// Why rules of a node do not see a field of an object, which is called as the checker calls it; nothing where the
/// schema has no such field, and rules see all that it has. `names`: what the field may be called in the schema.
pub(super) fn explain(
    object: &str,
    names: [&str; 2],
    node: &CelNode<'_, '_>,
    minor: Minor,
) -> Option<Explanation> {
    let site = site(object, node)?;
    let [field, _] = names;
    let declared = declared(site, names);
    if site.is_metadata {
        return Some(
            Explanation::new(format!("rules see only `name` and `generateName` of `metadata`, not `{field}`"))
                .why("the schema of a CRD cannot specify other fields of `metadata`, and rules see what the schema specifies")
                .help("keep the value in a field of the object, or check it with a ValidatingAdmissionPolicy"),
        );
    }
    if let Some(property) = declared.filter(|property| is_unseen(*property, minor)) {
        let name = property.name;
        let reason = reason(property.schema);
        return Some(
            Explanation::new(format!("rules do not see `{name}`: {reason}"))
                .why("a rule sees only what the schema gives a type")
                .help("declare its type"),
        );
    }
    if declared.is_some() {
        return None;
    }
    let help = format!("declare `{field}` under `properties`");
    if site.schema.preserve_unknown_fields() == Some(true) {
        let of = if site.is_resource { "of an embedded resource " } else { "" };
        return Some(
            Explanation::new(format!("rules do not see `{field}`: it is not under `properties`"))
                .why(format!(
                    "a rule sees no fields {of}that only `x-kubernetes-preserve-unknown-fields` keeps"
                ))
                .help(help),
        );
    }
    if site.is_resource && object != SELF_TYPE {
        return Some(
            Explanation::new(format!("rules do not see `{field}`: it is not under `properties`"))
                .why("of an embedded resource, a rule sees `apiVersion`, `kind`, `metadata` and the declared properties")
                .help(help),
        );
    }
    if site.schema.properties().next().is_none() && !site.is_resource {
        return Some(
            Explanation::new(format!("rules do not see `{field}`: the object has no `properties`"))
                .why("a rule sees only the fields that the schema declares")
                .help(help),
        );
    }
    let of_root = ["apiVersion", "kind", "metadata"].contains(&field);
    (of_root && object == SELF_TYPE && !site.is_resource).then(|| {
        Explanation::new(format!("`self` has no `{field}`: it is not the whole object"))
            .why("`self` is the value of the field that has the rule")
            .help("move the rule to the root of the schema")
    })
}

/// Whether the schema of an object has a field that rules do not see.
pub(super) fn is_declared(object: &str, names: [&str; 2], node: &CelNode<'_, '_>) -> bool {
    site(object, node).is_some_and(|site| declared(site, names).is_some())
}

fn declared<'m>(site: Site<'m>, names: [&str; 2]) -> Option<Property<'m>> {
    site.schema.properties().find(|property| names.contains(&property.name))
}

/// Why rules see nothing of a schema, as the end of a sentence.
pub(super) fn reason(schema: Schema<'_>) -> &'static str {
    match schema.type_() {
        "array" => "its items have no `type`",
        "object" => "its values have no `type`",
        _ if schema.preserve_unknown_fields() == Some(true) => {
            "it has no `type`, only `x-kubernetes-preserve-unknown-fields`"
        }
        _ => "it has no `type`",
    }
}

fn is_unseen(property: Property<'_>, minor: Minor) -> bool {
    Declaration::of(property.schema, property.schema.embedded_resource(), minor).is_none()
}

/// The schema that the name of an object stands for.
fn site<'m>(object: &str, node: &CelNode<'_, 'm>) -> Option<Site<'m>> {
    let is_resource = |schema: Schema<'_>| schema.embedded_resource();
    let schema = node.schema();
    let mut site = Site {
        schema,
        is_resource: node.parent().is_none() || is_resource(schema),
        is_metadata: node.parent().is_some_and(|(parent, step)| {
            let of_resource = parent.parent().is_none() || is_resource(parent.schema());
            of_resource && step == SchemaStep::Property("metadata")
        }),
    };
    for step in object.strip_prefix(SELF_TYPE)?.split('.').skip(1) {
        let below = match step {
            "@idx" => site.schema.item_schema(),
            "@elem" => match site.schema.additional_properties() {
                Some(OrBool::Schema(values)) => Some(values),
                _ => None,
            },
            name => {
                let is_it =
                    |property: &Property<'_>| escape(property.name).is_some_and(|escaped| escaped == name);
                site.schema.properties().find(is_it).map(|property| property.schema)
            }
        };
        let is_metadata = site.is_resource && step == "metadata";
        // The metadata of a resource is there whether its schema has it or not.
        let schema = if is_metadata { below.unwrap_or(site.schema) } else { below? };
        site = Site { schema, is_resource: is_resource(schema) && !is_metadata, is_metadata };
    }
    Some(site)
}

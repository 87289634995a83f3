//! The metadata of a resource: what its fields are for, where that differs from those of a CRD.
//!
//! Knows `ObjectMeta`; the tables in `schemas/manifest` speak of the CRD's own metadata.

use crdls_manifest::fields::OBJECT_META;
use crdls_resource::ServedVersion;
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::Hover;
use crate::manifest_help::type_words;

/// What all resources have, in addition to what their schemas say: name, type, meaning.
pub(super) const BUILT_IN: [(&str, &str, &str); 3] = [
    ("apiVersion", "string", "The group and the version that the resource is written in."),
    ("kind", "string", "What the resource is."),
    ("metadata", "ObjectMeta", "Name, namespace, labels and annotations."),
];

const NAMESPACE: &str = "The namespace that the resource is in. It cannot be changed; without it kubectl takes that of its context.";
const NO_NAMESPACE: &str =
    "The kind is cluster-scoped: the resource is in no namespace, and this value is dropped.";

const FIELDS: [(&str, &str); 6] = [
    ("name", "The name of the resource. Unique per kind and namespace. Immutable."),
    (
        "generateName",
        "A prefix: the server adds five characters to it where `name` is missing. For `kubectl create`, not for `kubectl apply`.",
    ),
    (
        "labels",
        "Names and values to select resources by. Values have at most 63 characters and are strings: put `true` and `1` into quotes.",
    ),
    ("annotations", "Arbitrary metadata for tools and users, at most 256 KiB in total. Values are strings."),
    ("finalizers", "Keys that block deletion until the responsible controller removes them."),
    (
        "ownerReferences",
        "The objects that own this resource: it is deleted after all of them are. Owners are in the same namespace, or in none.",
    ),
];

/// Whether resources that a version is for are in a namespace; they are where nothing is known.
pub(super) fn is_namespaced(by: Option<ServedVersion<'_>>) -> bool {
    by.is_none_or(|by| by.indexed.crd().spec().scope() != "Cluster")
}

/// What a field of the metadata is for; none where that is the same for all objects.
pub(super) fn about(name: &str, namespaced: bool) -> Option<&'static str> {
    match name {
        "namespace" => Some(if namespaced { NAMESPACE } else { NO_NAMESPACE }),
        name => FIELDS.iter().find(|(field, _)| *field == name).map(|(_, about)| *about),
    }
}

/// Explains the field of the metadata whose key is at an offset; none where that is the same for all objects.
pub(super) fn hover(metadata: Node<'_>, offset: u32, by: ServedVersion<'_>) -> Option<Hover> {
    let entry = metadata.entries().find(|entry| entry.key.range().touches(offset))?;
    let name = entry.key.str()?;
    let about = about(&name, is_namespaced(Some(by)))?;
    let field = OBJECT_META.field(&name)?;
    let range: TextRange = entry.key.range();
    Some(Hover { range, markdown: format!("**`metadata.{name}`** — {}\n\n{about}", type_words(field)) })
}

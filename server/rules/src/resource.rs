//! What rules see of every resource, whatever its schema says of it.
//!
//! Mirrors `WithTypeAndObjectMeta` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/model/schemas.go).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::declaration::{Declaration, DeclaredType, REQUEST, in_bytes};
use crdls_manifest::model::Schema;
use crdls_minors::{Difference, Minor};

/// `metadata.name`, and what of it can be generated: a suffix is added to `generateName`.
const NAMES: [(&str, i64); 2] = [("name", 253), ("generateName", 252)];

/// The properties that replace those of a resource's schema; none where it declares all of them itself.
pub fn implied(schema: Schema<'_>, minor: Minor) -> Vec<(&'static str, Declaration)> {
    if declares_all(schema) {
        return Vec::new();
    }
    let unbounded = || Declaration { bounded: false, ..Declaration::short_string(REQUEST - 2) };
    let metadata = Declaration {
        shape: DeclaredType::Object(names(schema, minor)),
        max_elements: 0,
        min_size: 2,
        bounded: true,
    };
    vec![("apiVersion", unbounded()), ("kind", unbounded()), ("metadata", metadata)]
}

fn names(schema: Schema<'_>, minor: Minor) -> BTreeMap<String, Arc<Declaration>> {
    let declared = schema.property("metadata");
    let name = |(name, longest): (&str, i64)| {
        let own = declared.and_then(|metadata| metadata.property(name)?.max_length());
        let characters = own.map_or(longest, |own| own.min(longest));
        // Who asks for the size notes it.
        let declaration = if minor >= Difference::BoundsResourceNames.since() {
            Declaration::short_string(in_bytes(characters))
        } else {
            Declaration { bounded: false, ..Declaration::short_string(REQUEST - 2) }
        };
        (name.to_owned(), Arc::new(declaration))
    };
    NAMES.into_iter().map(name).collect()
}

/// Whether a resource's schema declares all that rules see of every resource, and so replaces nothing of it.
pub fn declares_all(schema: Schema<'_>) -> bool {
    let is = |schema: Schema<'_>, name: &str, t: &str| schema.property(name).is_some_and(|p| p.type_() == t);
    is(schema, "kind", "string")
        && is(schema, "apiVersion", "string")
        && is(schema, "metadata", "object")
        && schema
            .property("metadata")
            .is_some_and(|metadata| NAMES.iter().all(|(name, _)| is(metadata, name, "string")))
}

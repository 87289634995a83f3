//! A required field that the schema does not name.
//!
//! The server prunes fields that the schema does not name before it looks for required ones
//! (`PruneWithOptions` of k8s.io/apiextensions-apiserver, pkg/apiserver/schema/pruning): such a
//! field is missing in every object.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_report::{Finding, Fix, code};
use crdls_text::{Edit, nearest};

code!(
    REQUIRED_WITHOUT_PROPERTY,
    "required-without-property",
    Warning,
    advice,
    "a required field is not a property of the schema"
);

/// What the server knows of a whole object without being told.
const KNOWN: [&str; 3] = ["apiVersion", "kind", "metadata"];

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let schema = place.schema;
    if schema.required().len() == 0 || place.clause || input.patch || schema.type_() != "object" {
        return;
    }
    if schema.preserve_unknown_fields() == Some(true) || schema.additional_properties().is_some() {
        return;
    }
    for (i, (name, range)) in schema.required().enumerate() {
        let known = place.resource && KNOWN.contains(&name);
        if known || name.is_empty() || schema.property(name).is_some() {
            continue;
        }
        let required = place.path.child("required");
        let near = nearest(name, schema.properties().map(|property| property.name));
        let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let message =
            format!("`{name}` is required, but not a property of {}{meant}", place.path.described());
        let mut finding = Finding::new(&REQUIRED_WITHOUT_PROPERTY, range, &required.index(i), message)
            .why("the server prunes unknown fields, and then rejects every object because the field is missing")
            .help(format!("add `{name}` to `properties`, or remove it from `required`"));
        if let Some(near) = near {
            let edits = vec![Edit { range, new_text: near.to_owned() }];
            finding = finding.fix(Fix { title: format!("replace with `{near}`"), safe: false, edits });
        }
        found.push(finding);
    }
}

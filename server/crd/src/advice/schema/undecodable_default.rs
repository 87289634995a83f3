//! Defaults that the server accepts by their format, and that the Go type for it cannot decode.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_resource::undecodable_values;
use crdls_schema::{FieldPath, Finding};

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    if let Some(default) = place.schema.default().filter(|_| !place.clause) {
        let path = FieldPath::from(&place.path.child("default"));
        undecodable_values(default, place.schema, &path, input.text, input.config.kubernetes, found);
    }
}

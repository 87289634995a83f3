//! Defaults that the server accepts by their format, and that the Go type for it cannot decode.

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_report::{FieldPath, Finding, Locator};
use crdls_resource::undecodable_values;

pub(super) fn check(place: &SchemaPosition<'_, '_>, input: &Input<'_>, found: &mut Vec<Finding>) {
    let Some(default) = place.schema.default().filter(|_| !place.clause) else { return };
    // Most are scalars, of no format.
    if default.members().is_empty() && default.items().is_empty() && place.schema.format().is_empty() {
        return;
    }
    let path = FieldPath::from(&place.path.child("default"));
    let located = Locator::new(input.root).find(path.steps());
    if let Some(located) = located.filter(|located| located.complete) {
        undecodable_values(located.value, place.schema, &path, input.config.kubernetes, found);
    }
}

//! The CRD that tests are about, where what they show is in its one version.

use crate::crd;

/// The CRD `tables.example.com` with a schema, whose lines get an indentation of 8. An empty one ends the text where the
/// schema begins.
pub fn table(schema: &str) -> String {
    crd(|c| c.schema(schema))
}

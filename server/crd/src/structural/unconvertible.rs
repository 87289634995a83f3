//! Keywords that no structural schema has.
//!
//! Mirrors what is reported of an error of `NewStructural` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/convert.go); [`convertible`] finds the keywords.

use crdls_manifest::convertible::{self, Obstacle};
use crdls_manifest::model::Schema;
use crdls_report::{Path, Report, code};

code!(
    UNCONVERTIBLE_SCHEMA,
    "unconvertible-schema",
    Error,
    server,
    "a keyword of JSON Schema that a structural schema cannot have"
);

/// The first keyword that keeps a schema from becoming structural.
#[derive(Clone, Copy)]
pub(crate) struct Unconvertible(Obstacle);

impl Unconvertible {
    /// Nothing where the schema can become structural. `path` is the schema's own.
    pub(crate) fn in_schema(schema: Schema<'_>, path: &Path<'_>) -> Option<Self> {
        let mut found = None;
        convertible::first(schema, path, &mut |obstacle, _| found = Some(Self(obstacle)));
        found
    }

    /// Says so at a path; what must change is below the schema's own.
    pub(crate) fn raise(self, schema: Schema<'_>, own: &Path<'_>, at: &Path<'_>, report: &mut Report) {
        let Self(Obstacle { keyword, words }) = self;
        let raised = report.invalid(&UNCONVERTIBLE_SCHEMA, at, "", words);
        raised
            .message(format!("`{keyword}` is not supported in CRDs"))
            .why("the server converts each schema to a structural schema, which has no such keyword")
            .help(format!("remove `{keyword}`"));
        convertible::first(schema, own, &mut |_, place| {
            raised.mark_key(place);
        });
    }
}

//! The rules in CEL of a schema, from its leaves to its root.
//!
//! Mirrors what `ValidateCustomResourceDefinitionOpenAPISchema` and
//! `validateCustomResourceDefinitionValidation` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go) do with `x-kubernetes-validations`. The server leaves
//! out rules of nodes that have other errors; here they are looked at, and what is found is shadowed.
//!
//! What the findings say is in `words`, what compiles and costs in [`crdls_rules`].

mod cost;
mod literals;
mod mend;
mod old_self;
mod refused;
mod shown;
mod walk;
mod words;

use std::collections::HashSet;

use crate::validate::Options;
use crdls_rules::{CelNode, Total};
use crdls_schema::model::Schema;
use crdls_schema::report::Report;
use crdls_schema::{Path, PathStep};
use walk::Walk;

pub use cost::{CEL_COST, CEL_TOTAL_COST};
pub use old_self::{CEL_OLD_SELF, CEL_OPTIONAL_OLD_SELF, correlates_fields, correlates_items};
pub use refused::{
    CEL_INVALID_LITERAL, CEL_MESSAGE_EXPRESSION, CEL_NOT_BOOL, CEL_SYNTAX, CEL_TYPE,
    CEL_UNDECLARED_REFERENCE, CEL_UNDEFINED_FIELD, CEL_UNSEEN,
};

/// What of a schema's check matters to its rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances<'a> {
    pub(super) options: &'a Options<'a>,
    /// The server looks at no rule of this schema.
    pub(super) skipped: bool,
    /// The rules stood in the CRD before, and none of them is too dear alone.
    pub(super) unchanged: bool,
    /// Where the findings about the schema begin in the report.
    pub(super) first_error: usize,
}

/// Checks the rules of a version's schema.
pub(super) fn check(schema: Schema<'_>, around: Circumstances<'_>, path: &Path<'_>, report: &mut Report) {
    let minor = around.options.kubernetes;
    let wrong = Wrong::of(report, around.first_error);
    let mut walk = Walk { around, wrong, root: path, total: Total::new(), report };
    walk.node(&CelNode::root(schema, minor), None, path);
    let Walk { total, report, .. } = walk;
    report.shadowed_if(around.skipped, |report| cost::total(&total, schema, minor, path, report));
}

/// The places at or below which something is wrong with the schema.
struct Wrong(HashSet<Vec<PathStep>>);

impl Wrong {
    fn of(report: &Report, first: usize) -> Self {
        let mut places = HashSet::new();
        for raised in report.errors.iter().skip(first) {
            let path = raised.node.as_ref().unwrap_or(&raised.path);
            places.extend(path.ancestors().map(<[_]>::to_vec));
        }
        Self(places)
    }

    fn at_or_below(&self, path: &Path<'_>) -> bool {
        !self.0.is_empty() && self.0.contains(path.manifest().steps())
    }
}

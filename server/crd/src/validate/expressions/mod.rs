//! The rules in CEL of a schema, from its leaves to its root.
//!
//! Mirrors what `ValidateCustomResourceDefinitionOpenAPISchema` and
//! `validateCustomResourceDefinitionValidation` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go) do with `x-kubernetes-validations`. The server leaves
//! out rules of nodes that have other errors; here they are looked at, and what is found is shadowed.
//!
//! What the findings say of types is in `type_errors`, what compiles and costs in [`crdls_rules`].

pub(crate) mod cost;
mod drivers;
mod explanation;
mod literals;
pub(crate) mod old_self;
pub(crate) mod refused;
mod rule;
mod shown;
mod type_errors;
mod walk;

use std::collections::HashSet;

use crate::validate::Options;
use crdls_rules::{CelNode, Total};
use crdls_schema::model::Schema;
use crdls_schema::report::Report;
use crdls_schema::{Path, PathStep};
use walk::RuleChecker;

pub use old_self::{correlates_fields, correlates_items};

/// What of a schema's check matters to its rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleCheckContext<'a> {
    pub(super) options: &'a Options<'a>,
    /// The server looks at no rule of this schema.
    pub(super) skipped: bool,
    /// The rules stood in the CRD before, and none of them is too dear alone.
    pub(super) unchanged: bool,
    /// Where the findings about the schema begin in the report.
    pub(super) first_error: usize,
}

/// Checks the rules of a version's schema.
pub(super) fn check(schema: Schema<'_>, around: RuleCheckContext<'_>, path: &Path<'_>, report: &mut Report) {
    let minor = around.options.kubernetes;
    let wrong = WrongNodes::of(report, around.first_error);
    let mut walk = RuleChecker { around, wrong, root: path, total: Total::new(), report };
    walk.node(&CelNode::root(schema, minor), None, path);
    let RuleChecker { total, report, .. } = walk;
    report.shadowed_if(around.skipped, |report| cost::total(&total, schema, minor, path, report));
}

/// The places at or below which something is wrong with the schema.
struct WrongNodes(HashSet<Vec<PathStep>>);

impl WrongNodes {
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

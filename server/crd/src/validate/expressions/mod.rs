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
mod optional_old_self;
pub(crate) mod refused;
mod rule;
mod shown;
mod type_errors;
mod unseen_field;
mod walk;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::validate::Options;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_report::{FieldError, Path, PathStep, Report};
use crdls_rules::{CelNode, Total};
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
    let refused = WrongNodes::of(report, around.first_error, |_| true);
    let wrong = WrongNodes::of(report, around.first_error, is_of_schema);
    let (total, all) = (Total::new(), Total::new());
    let mut walk = RuleChecker { around, refused, wrong, root: path, total, all, report };
    walk.node(&CelNode::root(schema, minor), None, path);
    let RuleChecker { total, all, report, .. } = walk;
    // What only rules exceed that the server leaves out now, it reports later.
    let (total, is_later) = if total.excess().is_some() { (total, false) } else { (all, true) };
    report.shadowed_if(around.skipped || is_later, |report| cost::total(&total, schema, minor, path, report));
}

/// Whether an error is of the schema itself. One of a rule's own fields, such as `reason`, hides the rules from the
/// server, but their expressions mean what they meant.
fn is_of_schema(error: &FieldError) -> bool {
    !error.path.steps().contains(&PathStep::name(Field::XValidations.name()))
}

/// The nodes at or below which there are errors of some sort. They are found when the first rule asks: most schemas have
/// none.
struct WrongNodes {
    errors: Range<usize>,
    counts: fn(&FieldError) -> bool,
    found: Option<WrongNode>,
}

/// A node at or below which there is an error, with those below it.
#[derive(Default)]
struct WrongNode(BTreeMap<PathStep, WrongNode>);

impl WrongNodes {
    /// `first`: where the findings about the schema begin in the report; they end where it ends now. `counts`: which of
    /// them do.
    fn of(report: &Report, first: usize, counts: fn(&FieldError) -> bool) -> Self {
        Self { errors: first..report.errors.len(), counts, found: None }
    }

    fn at_or_below(&mut self, path: &Path<'_>, report: &Report) -> bool {
        let errors = report.errors.get(self.errors.clone()).unwrap_or_default();
        if errors.is_empty() {
            return false;
        }
        let counted = errors.iter().filter(|error| (self.counts)(error));
        let found = self.found.get_or_insert_with(|| WrongNode::of(counted));
        let path = path.manifest();
        let mut steps = path.steps().iter();
        steps.try_fold(&*found, |node, step| node.0.get(step)).is_some()
    }
}

impl WrongNode {
    fn of<'e>(errors: impl Iterator<Item = &'e FieldError>) -> Self {
        let mut root = Self::default();
        for error in errors {
            let path = error.node.as_ref().unwrap_or(&error.path);
            path.steps().iter().fold(&mut root, |node, step| node.0.entry(step.clone()).or_default());
        }
        root
    }
}

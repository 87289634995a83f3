//! `oldSelf`: where it can be told which old value belongs to which new one.

use crdls_cel::ast::{ExprKind, Name};
use crdls_text::TextRange;

use super::rule::PlacedRule;
use crdls_manifest::model::Schema;
use crdls_report::{ErrorType, Report, code};
use crdls_rules::{Compiled, Good};

code!(
    CEL_OLD_SELF,
    "cel-old-self",
    Error,
    server,
    "`oldSelf` is used where old and new values cannot be correlated"
);
code!(
    CEL_OPTIONAL_OLD_SELF,
    "cel-optional-old-self",
    Error,
    server,
    "`optionalOldSelf` on a rule that does not use `oldSelf`"
);

/// Whether each field of an object has an old one (`MapIsCorrelatable`).
pub fn correlates_fields(schema: Schema<'_>) -> bool {
    matches!(schema.map_type(), None | Some("granular" | "atomic"))
}

/// Whether each item of a list has an old one: by its keys.
pub fn correlates_items(schema: Schema<'_>) -> bool {
    schema.list_type() == Some("map")
}

/// A rule that uses `oldSelf`.
pub(super) fn rule(rule: &PlacedRule<'_>, good: &Good, report: &mut Report) {
    let Some(list) = rule.uncorrelatable else { return };
    let words = format!(
        "oldSelf cannot be used on the uncorrelatable portion of the schema within {}",
        list.server()
    );
    let raised = report.invalid(&CEL_OLD_SELF, &rule.path.child("rule"), rule.rule.rule(), words);
    raised
        .predicate(format!("cannot use `oldSelf`: old and new values in {} cannot be matched", list.subject()))
        .help("add `x-kubernetes-list-type: map` and keys to the list, or move the rule to the list, where `oldSelf` is the whole old list")
        .related(list, "items of this list cannot be matched");
    if let Some(range) = old_self(good) {
        raised.inside(range);
    }
}

/// A rule that does not.
pub(super) fn unused(rule: &PlacedRule<'_>, compiled: &Compiled, report: &mut Report) {
    let Some(value) = rule.rule.optional_old_self() else { return };
    let raised = report
        .add(
            &CEL_OPTIONAL_OLD_SELF,
            ErrorType::Invalid,
            &rule.path.child("optionalOldSelf"),
            "may not be set if oldSelf is not used in rule",
        )
        .bad(value.to_string());
    // The server does not know what a rule uses that does not compile.
    match matches!(compiled, Compiled::Refused(_)) && rule.rule.rule().contains("oldSelf") {
        true => raised
            .predicate("is set, but the rule with `oldSelf` does not compile")
            .help("correct the rule, or remove the line"),
        false => raised
            .predicate("is set, but the rule does not use `oldSelf`")
            .help("remove the line, or use `oldSelf` in the rule"),
    };
}

/// The first time that the name stands in the expression.
fn old_self(good: &Good) -> Option<TextRange> {
    let ast = &good.checked.ast;
    let named = |kind: &ExprKind| matches!(kind, ExprKind::Ident(name) if *name == Name::Borrowed("oldSelf"));
    let ranges = ast.ids().filter(|id| named(ast.kind(*id))).map(|id| ast.expr(id).origin.range);
    ranges.min_by_key(|range| range.start)
}

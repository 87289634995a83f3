//! What is found in the objects of a case, at its places in the suite.
//!
//! Suites are run without field validation, and are given names: of what the server would say of the object as it is, those
//! findings count that are true of the case.

use crdls_fixes::Fixer;
use crdls_report::{Config, ErrorType, Finding, Fix, Server, Severity};
use crdls_resource::codes::UNCHECKED_RULES;
use crdls_suite::{Case, case_node, suite_root};

use crate::nested::InnerObject;
use crate::{File, FileContext, FileFinding, check};

/// The fields of `initial` and `updated` that the server drops silently, and where one of them is refused unexpectedly what it
/// is refused for. Fixes are proven on the object alone.
pub fn object_findings(
    file: &File,
    case: &Case,
    is_refused: bool,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Finding> {
    let Some(node) = suite_root(file.text(), file.tree()).and_then(|root| case_node(root, case)) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for entry in node.entries().filter(|entry| entry.is_named("initial") || entry.is_named("updated")) {
        let inner = InnerObject::of(entry.value);
        let found = check(inner.file(), context, config);
        let counts = |found: &&FileFinding| {
            let kind = found.finding.server.as_ref().map(|server| server.kind);
            let of_metadata =
                found.finding.path.steps().first().and_then(|step| step.member()) == Some("metadata");
            let dropped = kind == Some(ErrorType::StrictDecoding);
            !of_metadata && (dropped || is_refused && kind.is_some_and(ErrorType::refuses))
        };
        let mut counting: Vec<_> = found.iter().filter(counts).collect();
        // A name, which the object of a case may lack, keeps no rule from running.
        let keeps_rules = |found: &&FileFinding| {
            let is_it = |server: &Server| server.kind.refuses() && !server.shadowed;
            *found.finding.code != UNCHECKED_RULES && found.finding.server.as_ref().is_some_and(is_it)
        };
        if !counting.iter().any(keeps_rules) {
            counting.retain(|found| *found.finding.code != UNCHECKED_RULES);
        }
        let fixes = Fixer::new(inner.file(), &found, context, config).within(BUDGET).fixes(&counting);
        all.extend(
            counting.into_iter().zip(fixes).map(|(found, fixes)| outer(&found.finding, fixes, &inner)),
        );
    }
    all
}

/// The most bytes that are checked to prove the fixes of an object.
const BUDGET: u64 = 1 << 20;

fn outer(finding: &Finding, fixes: Vec<Fix>, inner: &InnerObject<'_>) -> Finding {
    let mut finding = finding.clone();
    if finding.is(ErrorType::StrictDecoding) {
        finding.severity = Severity::Warning;
        finding.server = None;
        finding.message = format!("the server silently drops this: {}", finding.message);
    }
    finding.fixes = fixes;
    finding.relocate(|range| inner.range(range), |edit| inner.edit(edit));
    finding
}

#[cfg(test)]
mod tests {
    use crdls_resource::Index;
    use crdls_sample::crd;

    use super::*;

    /// The codes of what is found in the object of a case with this `spec`.
    fn codes(spec: &str) -> Vec<&'static str> {
        let rule = "[{rule: 'self.a > 3'}]";
        let fields = "{a: {type: integer}, b: {type: string}}";
        let spec_schema = format!("{{type: object, properties: {fields}, x-kubernetes-validations: {rule}}}");
        let schema = format!("{{type: object, properties: {{spec: {spec_schema}}}}}");
        let crd = File::new(crd(|c| c.schema(&schema)));
        let text = format!(
            "name: tables\ncrdName: tables.example.com\ntests:\n  onCreate:\n  - name: a\n    initial: |\n      \
             apiVersion: example.com/v1\n      kind: Table\n      spec: {spec}\n"
        );
        let (file, config) = (File::new(text), Config::default());
        let mut index = Index::default();
        index.open("crd.yaml", Index::found("crd.yaml", 0, crd.text(), crd.tree(), &config));
        let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
        let suite = crate::suite(&file).expect("a suite");
        let case = suite.cases.first().expect("a case");
        object_findings(&file, case, true, context, &config).iter().map(|found| found.code.name).collect()
    }

    #[test]
    fn the_name_that_an_object_lacks_keeps_no_rule_from_running() {
        assert_eq!(codes("{a: 1}"), ["failed-rule"]);
        assert_eq!(codes("{a: 1, b: 2}"), ["unchecked-rules", "failed-rule", "invalid-type"]);
    }
}

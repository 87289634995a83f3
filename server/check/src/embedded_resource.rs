//! Resources inside of a custom resource (`x-kubernetes-embedded-resource`) whose kind a CRD defines.
//!
//! The server checks the name and the type of an embedded resource, and not its fields: whoever creates it later gets
//! the errors. It may be a part that is completed first, so that only what is written is judged, as of a patch.

use crdls_report::{Config, FieldPath, Finding, Note, PathStep, code};
use crdls_resource::{ServedVersion, Structural, judge};
use crdls_yaml::{Kind, Node};

use super::Source;
use crate::Form;

code!(
    EMBEDDED_RESOURCE_SCHEMA,
    "embedded-resource-schema",
    Warning,
    advice,
    "an embedded resource does not fit the CRD of its kind"
);

/// What is wrong with the resources inside of an object, by the CRDs of their kinds.
pub(super) fn find(
    root: Node<'_>,
    by: ServedVersion<'_>,
    source: Source<'_>,
    config: &Config,
) -> Vec<Finding> {
    let mut walk = EmbeddedCheck { source, config, found: Vec::new() };
    walk.below(root, Structural::of_version(by.version.schema()), &FieldPath::default());
    walk.found
}

struct EmbeddedCheck<'s> {
    source: Source<'s>,
    config: &'s Config,
    found: Vec<Finding>,
}

impl EmbeddedCheck<'_> {
    fn node(&mut self, node: Node<'_>, schema: Structural<'_>, path: &FieldPath) {
        let by = self.source.crds.filter(|_| schema.resource && node.kind().is_map());
        match by.and_then(|crds| crds.served_version(node, self.source.file)) {
            Some(by) => {
                self.judge(node, by, path);
                self.below(node, Structural::of_version(by.version.schema()), path);
            }
            None => self.below(node, schema, path),
        }
    }

    fn below(&mut self, node: Node<'_>, schema: Structural<'_>, path: &FieldPath) {
        for entry in node.entries() {
            let Some(key) = entry.key.str().filter(|_| entry.value.kind() != Kind::Alias) else { continue };
            let Some(below) = schema.member(&key).schema() else { continue };
            self.node(entry.value, below, &path.child(&key));
        }
        let Some(items) = schema.items() else { return };
        for (index, item) in node.items().enumerate() {
            self.node(item, items, &path.item(index));
        }
    }

    /// What the server checks of it in the resource around it is left out.
    fn judge(&mut self, node: Node<'_>, by: ServedVersion<'_>, path: &FieldPath) {
        let own = |finding: &Finding| {
            let first = finding.path.steps().first().and_then(PathStep::member);
            !matches!(first, None | Some("apiVersion" | "kind" | "metadata"))
        };
        let findings = judge(node.into(), self.source.file, by, self.config).findings;
        let findings =
            findings.into_iter().filter(|finding| own(finding) && Form::Patch.keeps(node, finding));
        self.found.extend(findings.map(|finding| advice(finding, by, path)));
    }
}

fn advice(finding: Finding, by: ServedVersion<'_>, path: &FieldPath) -> Finding {
    let kind = by.indexed.header().spec().names().kind();
    let message = format!("`{path}` does not fit the CRD of `{kind}`: {}", finding.message);
    let help = finding.notes.into_iter().filter(|note| matches!(note, Note::Help(_)));
    let place = finding.path.below(path);
    let mut advice = Finding::new(&EMBEDDED_RESOURCE_SCHEMA, finding.range, place, message)
        .why("the server does not check the fields of an embedded resource; it rejects them when the resource itself is created");
    advice.notes.extend(help);
    advice.related = finding.related;
    advice.fixes = finding.fixes;
    advice
}

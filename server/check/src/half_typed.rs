//! What follows from a key that has no colon yet.
//!
//! Its document is not YAML, and the server says no more than that. What an object lacks may be what is being typed.

use crate::unknown_kind::UNKNOWN_KIND;
use crdls_manifest::objects::DocumentObject;
use crdls_report::Finding;
use crdls_resource::codes::UNCHECKED_RULES;
use crdls_yaml::Node;

/// Codes of findings on a name that nothing has, or whose value is of another type.
const REFERENCES: [&str; 9] = [
    "cel-type",
    "cel-undefined-field",
    "rule-on-untyped-schema",
    "unknown-column-path",
    "name-mismatch",
    "required-without-property",
    "selectable-field-path",
    "status-without-schema",
    "storage-version",
];

/// What is below a key that is not finished may be known to the finished one.
const UNKNOWN_FIELD: &str = "unknown-field";

/// Whether a finding says that something is not there, or of another type, that is named elsewhere.
pub fn refers(finding: &Finding) -> bool {
    REFERENCES.contains(&finding.code.name)
}

/// Whether a finding on an object of a document that is not YAML says no more than that: that rules are not checked, or
/// that something is missing in a mapping that has a key without a colon, or unknown below such a key. Where the
/// document has such `keys`, or keys in place of items, also that something that is named elsewhere is not there or of
/// another type. Its path begins at the document.
pub(super) fn explains(object: &DocumentObject<'_>, finding: &Finding, keys: bool) -> bool {
    if keys && refers(finding) {
        return true;
    }
    if *finding.code == UNCHECKED_RULES {
        return true;
    }
    if finding.path.is_empty() {
        return *finding.code == UNKNOWN_KIND && is_half_typed(object.node);
    }
    let mut node = object.node;
    for step in finding.path.steps().iter().skip(object.prefix().steps().len()) {
        let entry = step.member().and_then(|name| node.get(name));
        if finding.code.name == UNKNOWN_FIELD && entry.is_some_and(|entry| entry.key.is_broken()) {
            return true;
        }
        let below = match step.index() {
            Some(index) => node.items().nth(index),
            None => entry.map(|entry| entry.value),
        };
        let Some(below) = below else { return is_half_typed(node) };
        node = below;
    }
    false
}

fn is_half_typed(map: Node<'_>) -> bool {
    map.entries().any(|entry| entry.key.is_broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_codes() {
        assert!(REFERENCES.iter().chain([&UNKNOWN_FIELD]).all(|code| crate::codes::by_code(code).is_some()));
    }
}

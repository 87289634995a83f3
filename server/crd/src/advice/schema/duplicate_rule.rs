//! The same rule twice at a node.
//!
//! Rules are a list of type `map` by `rule` (`x-kubernetes-validations` of `JSONSchemaProps`, k8s.io/apiextensions-apiserver,
//! pkg/apis/apiextensions/v1/types_jsonschema.go). The server does not check that when a CRD is created or replaced;
//! server-side apply does (`structuredMergeManager.Apply` of k8s.io/apimachinery,
//! pkg/util/managedfields/internal/structuredmerge.go; `tests/tests/apply_live.rs` runs it).

use std::collections::HashMap;

use crate::advice::Input;
use crate::advice::walk::schemas::SchemaPosition;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(DUPLICATE_RULE, "duplicate-rule", Warning, advice, "a schema has the same rule twice");

pub(super) fn check(place: &SchemaPosition<'_, '_>, _: &Input<'_>, found: &mut Vec<Finding>) {
    if place.schema.validations().len() < 2 {
        return;
    }
    let mut first = HashMap::new();
    let validations = place.path.child("x-kubernetes-validations");
    for (i, rule) in place.schema.validations().enumerate() {
        let range = rule.span(Field::Rule).map_or(rule.range(), |span| span.value);
        if rule.rule().trim().is_empty() {
            continue;
        }
        let Some(before) = first.insert(rule.rule(), range) else { continue };
        let path = validations.index(i);
        let path = path.child("rule");
        let message = format!("{} is the same as that of an earlier validation", path.subject());
        found.push(
            Finding::new(&DUPLICATE_RULE, range, &path, message)
                .why("the validations of a schema are a map by `rule`: server-side apply rejects a CRD that has one twice")
                .help("remove one of the two, or join their messages")
                .related(before, "the same rule is here"),
        );
    }
}

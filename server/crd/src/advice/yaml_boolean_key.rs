//! Names that YAML 1.1 reads as booleans: a property `on` is named `true`.

use std::collections::BTreeSet;

use crdls_yaml::Scalar;

use super::Input;
use super::written::{self, Written};
use crate::{Finding, Fix, rule};

rule!(YAML_BOOLEAN_KEY, "yaml-boolean-key", Warning, advice, "a key is a boolean to kubectl");

pub(super) fn find(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    // What an alias repeats is written once.
    let mut said = BTreeSet::new();
    written::each(input, &mut |seen, path| {
        let Written::Key { name: name @ ("true" | "false"), range } = seen else { return };
        let Some((source, Scalar::Bool(_))) = written::plain(input, range) else { return };
        if source == name || !said.insert(range.start) {
            return;
        }
        found.push(
            Finding::new(&YAML_BOOLEAN_KEY, range, path, format!("the key `{source}` is `{name}` to kubectl"))
                .why(format!(
                    "kubectl reads YAML 1.1, where `{source}` is the boolean {name}: the field is named `{name}`, and a rule that speaks of `{source}` fails with `undefined field`"
                ))
                .help(format!("put it into quotes: `\"{source}\"`"))
                .fix(Fix::quote(range, source)),
        );
    });
    found
}

//! What a value means that a table or a suggestion has as YAML, on one line.
//!
//! Knows YAML and JSON; must not know where the value is written.

use crdls_values::json::Reader;
use crdls_values::{Json, double_quoted};
use crdls_yaml::{Kind, Tree};

/// The text of a string; none where the value is no string.
pub(super) fn text_of(yaml: &str) -> Option<String> {
    json(yaml)?.as_str().map(str::to_owned)
}

/// The value as JSON; what is no value in YAML as a string.
pub(super) fn json_of(yaml: &str) -> String {
    json(yaml).map_or_else(|| double_quoted(yaml), |json| json.to_json())
}

/// A key as a string of JSON.
pub(super) fn json_key(yaml: &str) -> String {
    double_quoted(&text_of(yaml).unwrap_or_else(|| yaml.to_owned()))
}

fn json(yaml: &str) -> Option<Json> {
    let tree = Tree::parse(yaml);
    let root = tree.first_root(yaml)?;
    let is_value = root.kind().is_scalar() || matches!(root.kind(), Kind::FlowMap | Kind::FlowSeq);
    (is_value && !root.is_empty() && tree.errors().is_empty()).then(|| Reader::default().read(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_yaml() {
        for (yaml, json, key) in [
            ("x", "\"x\"", "\"x\""),
            ("'yes'", "\"yes\"", "\"yes\""),
            ("yes", "true", "\"yes\""),
            ("8080", "8080", "\"8080\""),
            ("[v1]", "[\"v1\"]", "\"[v1]\""),
            ("", "\"\"", "\"\""),
        ] {
            assert_eq!((json_of(yaml).as_str(), json_key(yaml).as_str()), (json, key), "{yaml}");
        }
    }
}

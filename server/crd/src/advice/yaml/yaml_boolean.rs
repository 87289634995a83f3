//! Values that YAML 1.1 reads as booleans where a text is meant: `enum: [on, off]`.

use crdls_yaml::Scalar;

use crate::advice::Input;
use crate::advice::walk::values::{self, AuthoredItem, Role};
use crate::validate::is_valid_type;
use crdls_manifest::model::Schema;
use crdls_report::{Finding, Fix, Path, code};
use crdls_values::JsonValue;

code!(
    YAML_BOOLEAN,
    "yaml-boolean",
    Warning,
    advice,
    "kubectl reads a word as a boolean where a string is expected"
);

pub(super) fn check(written: AuthoredItem<'_>, path: &Path<'_>, input: &Input<'_>) -> Option<Finding> {
    let AuthoredItem::Scalar { value, role, schema: Some(schema) } = written else { return None };
    let JsonValue::Bool(boolean) = value.value else { return None };
    let (source, Scalar::Bool(_)) = values::plain(input, value.range)? else { return None };
    if !is_text(source, role, schema) {
        return None;
    }
    let message = format!("{} is the boolean `{boolean}`, not the string `{source}`", path.subject());
    let why = match role {
        Role::Enum => "kubectl reads YAML 1.1, so no string can equal this value",
        Role::Default | Role::Example => {
            "kubectl reads YAML 1.1, where y, n, yes, no, on and off are booleans"
        }
    };
    Some(
        Finding::new(&YAML_BOOLEAN, value.range, path, message)
            .why(why)
            .help(format!("write `\"{source}\"` in quotes"))
            .fix(Fix::quote(value.range, source)),
    )
}

/// Whether a text is meant: the word is none that JSON has for a boolean, and none is to stand there.
fn is_text(source: &str, role: Role, schema: Schema<'_>) -> bool {
    if matches!(source, "true" | "false") {
        return false;
    }
    match (schema.type_(), role) {
        ("boolean", _) => false,
        ("string", _) => true,
        ("", Role::Enum) => !source.eq_ignore_ascii_case("true") && !source.eq_ignore_ascii_case("false"),
        ("", _) => schema.int_or_string(),
        (_, role) => role == Role::Enum && is_valid_type(schema),
    }
}

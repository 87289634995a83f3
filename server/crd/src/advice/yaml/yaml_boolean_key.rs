//! Names that YAML 1.1 reads as booleans: a property `on` is named `true`.

use crdls_yaml::Scalar;

use crate::advice::Input;
use crate::advice::walk::values::{self, AuthoredItem};
use crdls_report::{Finding, Fix, Path, code};

code!(YAML_BOOLEAN_KEY, "yaml-boolean-key", Warning, advice, "kubectl reads a key as a boolean");

pub(super) fn check(written: AuthoredItem<'_>, path: &Path<'_>, input: &Input<'_>) -> Option<Finding> {
    let AuthoredItem::Key { name: name @ ("true" | "false"), range } = written else { return None };
    let (source, Scalar::Bool(_)) = values::plain(input, range)? else { return None };
    if source == name {
        return None;
    }
    Some(
        Finding::new(&YAML_BOOLEAN_KEY, range, path, format!("the key `{source}` is read as the boolean `{name}`"))
            .why(format!(
                "kubectl reads YAML 1.1, so the field is named `{name}`, and rules that use `{source}` fail with `undefined field`"
            ))
            .help(format!("write `\"{source}\"` in quotes"))
            .fix(Fix::quote(range, source)),
    )
}

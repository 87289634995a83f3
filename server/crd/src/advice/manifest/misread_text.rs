//! Expressions, patterns and paths of which YAML silently reads another text than is written.

use crate::advice::Input;
use crate::misread;
use crdls_report::{FieldPath, Finding, Path, code};
use crdls_yaml::misread::Misreading;

code!(
    MISREAD_TEXT,
    "misread-text",
    Warning,
    advice,
    "YAML reads another text than is written, without an error"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let Some(versions) = input.root.get("spec").and_then(|spec| spec.value.get("versions")) else {
        return Vec::new();
    };
    let spec = Path::EMPTY.child("spec");
    let found = misread::silent(versions.value, &spec.child("versions"), input.config.kubernetes);
    let finding = |(path, found): (FieldPath, Misreading)| {
        let message = misread::headline(&path.subject(), &found, input.text);
        let help = misread::help(&found, input.text);
        Finding::new(&MISREAD_TEXT, found.at, path, message)
            .why("the server gets what YAML reads, and reports no error")
            .help(help)
            .fix(misread::fix(&found))
    };
    found.into_iter().map(finding).collect()
}

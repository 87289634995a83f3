//! A path of the scale subresource that leads to a value of the wrong type.
//!
//! From `scaleFromCustomResource` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/etcd.go): reading the scale fails then.

use super::json_path::{self, PathEnd};
use crate::advice::Input;
use crate::advice::walk::versions;
use crate::validate::accepts_scale_path;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Scale, Version};
use crdls_report::{Finding, Path, code};

code!(
    SCALE_OF_ANOTHER_TYPE,
    "scale-type-mismatch",
    Warning,
    advice,
    "a path of the scale subresource leads to a value of the wrong type"
);

/// The paths, the type that each should lead to, and what is told apart from it. A number may be whole,
/// and so is not.
const PATHS: [(Field, &str, &[&str]); 3] = [
    (Field::LabelSelectorPath, "string", &["array", "boolean", "integer", "number", "object"]),
    (Field::SpecReplicasPath, "integer", &["array", "boolean", "object", "string"]),
    (Field::StatusReplicasPath, "integer", &["array", "boolean", "object", "string"]),
];

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::scales(input, &mut |version, scale, path| {
        found.extend(PATHS.iter().filter_map(|wanted| look(version, scale, *wanted, path)));
    });
    found
}

fn look(
    version: Version<'_>,
    scale: Scale<'_>,
    (field, wanted, wrong): (Field, &str, &[&str]),
    path: &Path<'_>,
) -> Option<Finding> {
    let json_path = scale.object().opt_str(field).filter(|path| accepts_scale_path(field.name(), path))?;
    let PathEnd::At(schema) = json_path::follow(json_path, version.schema()?) else { return None };
    let type_ = schema.type_();
    if !wrong.contains(&type_) {
        return None;
    }
    let message = format!(
        "`{}` must lead to a field of type {wanted}, but `{json_path}` is of type {type_}",
        field.name()
    );
    let help = match field {
        Field::LabelSelectorPath => {
            "write the path of a field that holds the selector as a string, such as `app=web`"
        }
        _ => "write the path of the field that holds the number of replicas",
    };
    let mut finding = Finding::new(&SCALE_OF_ANOTHER_TYPE, scale.span(field)?.value, &path.child(field.name()), message)
        .why("the server cannot read the scale of an object that sets the field, so `kubectl scale` and autoscalers fail")
        .help(help);
    if let Some(span) = schema.span(Field::Type) {
        finding = finding.related(span.value, "the field's type is here");
    }
    Some(finding)
}

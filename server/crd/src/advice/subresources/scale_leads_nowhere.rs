//! A path of the scale subresource that leads to nothing that the schema has.
//!
//! From `scaleFromCustomResource` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/etcd.go): a number that is not there counts as 0.

use super::json_path::{self, PathEnd};
use crate::advice::Input;
use crate::advice::walk::versions;
use crate::validate::accepts_scale_path;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Scale, Version};
use crdls_report::{Finding, Path, code};

code!(
    SCALE_LEADS_NOWHERE,
    "unknown-scale-path",
    Warning,
    advice,
    "a path of the scale subresource does not exist in the schema"
);

/// The paths, and what becomes of scaling where one leads nowhere.
const PATHS: [(Field, &str); 3] = [
    (Field::LabelSelectorPath, "the server prunes unknown fields, so autoscalers find no Pods"),
    (Field::SpecReplicasPath, "the server prunes unknown fields, so `kubectl scale` has no effect"),
    (Field::StatusReplicasPath, "the server prunes unknown fields, so autoscalers always see 0 replicas"),
];

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::scales(input, &mut |version, scale, path| {
        found.extend(PATHS.iter().filter_map(|wanted| look(version, scale, *wanted, path, input)));
    });
    found
}

fn look(
    version: Version<'_>,
    scale: Scale<'_>,
    (field, why): (Field, &'static str),
    path: &Path<'_>,
    input: &Input<'_>,
) -> Option<Finding> {
    let json_path = scale.object().opt_str(field).filter(|path| accepts_scale_path(field.name(), path))?;
    let PathEnd::Nowhere(nowhere) = json_path::follow(json_path, version.schema()?) else { return None };
    if json_path::is_in_lost_status(json_path, version) {
        return None;
    }
    let written = scale.span(field)?.value;
    let range = nowhere.range(json_path, written, input);
    let message = format!("`{}` leads to no field: {}", field.name(), nowhere.words());
    let mut finding = Finding::new(&SCALE_LEADS_NOWHERE, range, &path.child(field.name()), message)
        .why(why)
        .help("write the path of a field in the schema, or add the field to the schema");
    finding.fixes.extend(nowhere.fix(json_path, written, input));
    Some(finding)
}

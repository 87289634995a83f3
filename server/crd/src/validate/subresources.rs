//! `subresources.scale`: where the replicas and the selector are.
//!
//! Mirrors `ValidateCustomResourceDefinitionSubresources` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go).

use crate::validate::columns::simple_json_path;
use crdls_manifest::model::Subresources;
use crdls_report::{Path, Report, code};

code!(SCALE_PATH, "scale-path", Error, server, "a path of the scale subresource is missing or not valid");

/// A path of scale: its field, where it may lead, and how the server says that.
struct PathRequirement {
    field: &'static str,
    below: &'static [&'static str],
    words: &'static str,
    example: &'static str,
}

const SPEC: PathRequirement = PathRequirement {
    field: "specReplicasPath",
    below: &[".spec"],
    words: "should be a json path under .spec",
    example: ".spec.replicas",
};
const STATUS: PathRequirement = PathRequirement {
    field: "statusReplicasPath",
    below: &[".status"],
    words: "should be a json path under .status",
    example: ".status.replicas",
};
const SELECTOR: PathRequirement = PathRequirement {
    field: "labelSelectorPath",
    below: &[".spec", ".status"],
    words: "should be a json path under either .spec or .status",
    example: ".status.selector",
};

/// Whether the server accepts a path as the value of a field of scale, whatever the schema.
pub(crate) fn accepts_scale_path(field: &str, json_path: &str) -> bool {
    [SPEC, STATUS, SELECTOR].iter().any(|wanted| wanted.field == field && wanted.accepts(json_path))
}

impl PathRequirement {
    fn accepts(&self, json_path: &str) -> bool {
        let is_below = |root: &&str| json_path.strip_prefix(*root).is_some_and(|rest| rest.starts_with('.'));
        self.below.iter().any(is_below)
    }
}

pub(super) fn check(subresources: Subresources<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(scale) = subresources.scale() else { return };
    let path = path.child("scale");
    required(scale.spec_replicas_path(), &SPEC, &path, report);
    required(scale.status_replicas_path(), &STATUS, &path, report);
    if let Some(selector) = scale.label_selector_path().filter(|selector| !selector.is_empty()) {
        leads_below(selector, &SELECTOR, &path, report);
    }
}

fn required(json_path: &str, wanted: &PathRequirement, path: &Path<'_>, report: &mut Report) {
    if !json_path.is_empty() {
        return leads_below(json_path, wanted, path, report);
    }
    let field = wanted.field;
    report
        .required(&SCALE_PATH, &path.child(wanted.field), "")
        .predicate("is missing")
        .why("`kubectl scale` and autoscalers find the number of replicas by this path")
        .help(format!("add `{field}: {}` or the path of another field", wanted.example));
}

fn leads_below(json_path: &str, wanted: &PathRequirement, path: &Path<'_>, report: &mut Report) {
    let path = path.child(wanted.field);
    if wanted.accepts(json_path) {
        return;
    }
    let wrong = simple_json_path(json_path);
    let predicate = match wrong {
        Some(_) => format!("must start with a dot, got `{json_path}`"),
        None => format!("must lead below `{}`, got `{json_path}`", wanted.below.join("` or `")),
    };
    report
        .invalid(&SCALE_PATH, &path, json_path, wrong.unwrap_or(wanted.words))
        .predicate(predicate)
        .help(format!("write a path such as `{}`", wanted.example));
}

//! A scale subresource that autoscalers cannot use, of a kind that has Pods.

use super::json_path::{self, PathEnd};
use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Scale, Schema, Version};
use crdls_report::{Finding, code};

code!(
    MISSING_LABEL_SELECTOR_PATH,
    "missing-label-selector-path",
    Hint,
    advice,
    "a scale subresource has no `labelSelectorPath`"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::scales(input, &mut |version, scale, path| {
        let Some(key) = scale.key().filter(|_| scale.label_selector_path().unwrap_or("").is_empty()) else {
            return;
        };
        if versions::is_deprecated(version) || !has_pods(version, scale) {
            return;
        }
        found.push(
            Finding::new(&MISSING_LABEL_SELECTOR_PATH, key, path, "`labelSelectorPath` of `scale` is missing: autoscalers cannot use the subresource")
                .why("a HorizontalPodAutoscaler finds the Pods that it measures by this selector")
                .help("add `labelSelectorPath: .status.selector`, and let the controller write the selector there as a string"),
        );
    });
    found
}

/// Whether the schema shows that what is scaled are Pods, which a HorizontalPodAutoscaler measures: the status has a
/// selector, or what is written next to the number of replicas has containers. Machines and tasks have neither.
fn has_pods(version: Version<'_>, scale: Scale<'_>) -> bool {
    let Some(schema) = version.schema() else { return false };
    let Some(path) = scale.object().opt_str(Field::SpecReplicasPath) else { return false };
    let holder = path.rsplit_once('.').map_or("", |(holder, _)| holder);
    let PathEnd::At(replicated) = json_path::follow(holder, schema) else { return false };
    schema.property("status").is_some_and(has_selector) || has_containers(replicated)
}

/// Whether a status has a label selector as a text.
fn has_selector(status: Schema<'_>) -> bool {
    let is_selector = |name: &str| name.to_ascii_lowercase().ends_with("selector");
    status.properties().any(|property| property.schema.type_() == "string" && is_selector(property.name))
}

/// Whether a schema has a list of containers, at most so deep as in a Pod template.
fn has_containers(schema: Schema<'_>) -> bool {
    let templates = ["template", "podTemplate"].into_iter().filter_map(|name| schema.property(name));
    let specs = templates.flat_map(|template| [Some(template), template.property("spec")]);
    let mut pods = specs.chain([Some(schema), schema.property("podSpec")]).flatten();
    pods.any(|pod| pod.property("containers").is_some_and(|list| list.type_() == "array"))
        || has_image(schema)
}

/// Whether a schema has an image and the resources of the container that runs it.
fn has_image(schema: Schema<'_>) -> bool {
    let resources = schema.property("resources");
    schema.property("image").is_some()
        && resources.is_some_and(|resources| resources.property("requests").is_some())
}

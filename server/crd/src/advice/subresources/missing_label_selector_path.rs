//! A scale subresource that autoscalers cannot use.

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

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
        if !version.served() || !scale.has(Field::SpecReplicasPath) {
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

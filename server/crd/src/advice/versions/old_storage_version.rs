//! Objects are stored in a version that is older than another one that is served.
//!
//! The order is `CompareKubeAwareVersionStrings` of k8s.io/apimachinery (pkg/version/helpers.go):
//! v10, v2, v1, v11beta2, v10beta3, v3alpha1.

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};
use crdls_values::version_order::priority;

code!(
    OLD_STORAGE_VERSION,
    "old-storage-version",
    Hint,
    advice,
    "the storage version is older than another served version, and a webhook converts"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let (crd, _) = input.as_applied();
    let input = &Input { crd, ..*input };
    // Without a webhook versions differ by their name alone.
    if input.crd.spec().webhook_conversion().is_none() {
        return found;
    }
    let served = input.crd.versions().filter(|version| version.served() && !version.deprecated());
    let Some(newest) =
        served.filter_map(|version| Some((priority(version.name())?, version))).max_by_key(|(p, _)| *p)
    else {
        return found;
    };
    versions::each(input, &mut |version, path| {
        let older = priority(version.name()).is_some_and(|priority| priority < newest.0);
        let Some(span) = version.span(Field::Storage).filter(|_| older && version.storage()) else { return };
        let (stored, newest) = (version.name(), newest.1);
        let message = format!("`storage` is true for `{stored}`, but clients prefer `{}`", newest.name());
        let finding = Finding::new(&OLD_STORAGE_VERSION, span.value, &path.child("storage"), message)
            .why("clients use the version with the highest priority, so the webhook converts each object on every read and write")
            .help(format!("move `storage: true` to `{0}` when every cluster has a release with `{0}`", newest.name()));
        found.push(match newest.span(Field::Name) {
            Some(span) => finding.related(span.value, "this version has a higher priority"),
            None => finding,
        });
    });
    found
}

//! Objects are stored in a version that nobody can ask for.

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, code};

code!(
    UNSERVED_STORAGE_VERSION,
    "unserved-storage-version",
    Information,
    advice,
    "the storage version is not served"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let served = input.crd.versions().any(|version| version.served());
    versions::each(input, &mut |version, path| {
        let span = version.span(Field::Served).filter(|_| served && version.storage() && !version.served());
        let Some(span) = span else { return };
        let message = format!("`served` is false for the storage version `{}`", version.name());
        found.push(
            Finding::new(&UNSERVED_STORAGE_VERSION, span.value, &path.child("served"), message)
                .why("each object is converted on every read and write, and no client can read the version that is stored")
                .help("move `storage: true` to a served version, then rewrite all objects before you remove this version"),
        );
    });
    found
}

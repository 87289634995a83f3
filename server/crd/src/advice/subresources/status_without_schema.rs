//! A status subresource, and a schema that has no status.

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Version;
use crdls_report::{Finding, code};

code!(
    STATUS_WITHOUT_SCHEMA,
    "status-without-schema",
    Information,
    advice,
    "the status subresource is on, and the schema has no `status`"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::each(input, &mut |version, path| {
        let span = version.subresources().and_then(|subresources| subresources.span(Field::Status));
        let Some(span) = span.filter(|_| applies(version) && !versions::is_deprecated(version)) else {
            return;
        };
        let subresources = path.child("subresources");
        found.push(
            Finding::new(
                &STATUS_WITHOUT_SCHEMA,
                span.key,
                &subresources.child("status"),
                "the schema has no `status`, but the status subresource is enabled",
            )
            .why("the server silently prunes everything that is written to the status")
            .help("add `status` to the properties at the root of the schema, or remove the subresource"),
        );
    });
    found
}

/// Whether all of the status is pruned.
pub(super) fn applies(version: Version<'_>) -> bool {
    let Some(schema) = version.schema() else { return false };
    let on = version.has_status();
    let open = schema.preserve_unknown_fields() == Some(true) || schema.additional_properties().is_some();
    on && !open && schema.property("status").is_none() && schema.type_() == "object"
}

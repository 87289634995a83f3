//! A schema with a status, and no status subresource.

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_report::{Finding, code};

code!(
    STATUS_WITHOUT_SUBRESOURCE,
    "status-without-subresource",
    Information,
    advice,
    "the schema has a `status`, and the status subresource is off"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    versions::each(input, &mut |version, path| {
        let on = version.has_status();
        let Some(schema) = version.schema().filter(|_| !on && !versions::is_deprecated(version)) else {
            return;
        };
        let Some(status) = schema.find_property("status") else { return };
        if status.schema.properties().len() == 0 {
            return;
        }
        let (schema, root) = (path.child("schema"), "openAPIV3Schema");
        let (root, properties) = (schema.child(root), "properties");
        let properties = root.child(properties);
        found.push(
            Finding::new(&STATUS_WITHOUT_SUBRESOURCE, status.key, &properties.key("status"), "the schema has a `status`, but the status subresource is disabled")
                .why("writes of the status increase `metadata.generation`, and writes to the subresource fail with `not found`")
                .help("add `subresources: {status: {}}` to the version"),
        );
    });
    found
}

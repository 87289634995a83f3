//! The versions and what stands beside their schemas, each with its path.

use crate::advice::Input;
use crdls_manifest::model::{Column, Scale, Schema, Version};
use crdls_report::Path;

/// A version that has a schema.
#[derive(Clone, Copy, Debug)]
pub(in crate::advice) struct VersionSchema<'m> {
    pub(in crate::advice) version: Version<'m>,
    pub(in crate::advice) schema: Schema<'m>,
}

/// Looks at each version, but not in a patch, where what is missing stands elsewhere.
pub(in crate::advice) fn each(input: &Input<'_>, look: &mut dyn FnMut(Version<'_>, &Path<'_>)) {
    if input.patch {
        return;
    }
    let spec = Path::EMPTY.child("spec");
    let versions = spec.child("versions");
    for (i, version) in input.crd.versions().enumerate() {
        look(version, &versions.index(i));
    }
}

/// Whether nobody changes a version any more: it is deprecated, or not served.
pub(in crate::advice) fn is_deprecated(version: Version<'_>) -> bool {
    version.deprecated() || !version.served()
}

/// Looks at each version's scale subresource.
pub(in crate::advice) fn scales(input: &Input<'_>, look: &mut dyn FnMut(Version<'_>, Scale<'_>, &Path<'_>)) {
    each(input, &mut |version, path| {
        let scale = version.subresources().and_then(|subresources| subresources.scale());
        if let Some(scale) = scale {
            look(version, scale, &path.child("subresources").child("scale"));
        }
    });
}

/// Looks at each printer column of a version that has a schema.
pub(in crate::advice) fn columns(
    input: &Input<'_>,
    look: &mut dyn FnMut(VersionSchema<'_>, Column<'_>, &Path<'_>),
) {
    each(input, &mut |version, path| {
        let Some(schema) = version.schema() else { return };
        let columns = path.child("additionalPrinterColumns");
        for (i, column) in version.columns().enumerate() {
            look(VersionSchema { version, schema }, column, &columns.index(i));
        }
    });
}

//! What is under the cursor, in a CRD or in a custom resource: a kind, or a property of one of its versions.

use crdls_report::Config;

use super::mention::{Mention, Sought};
use super::names::kind_name_at;
use super::version::Version;
use super::walk::mentions;
use crate::targets::{Property, group, kind_node};
use crate::{File, FileContext, Meaning, instance, nested};

/// The kind or the property that is meant at an offset of a CRD, of a custom resource, also inside of a test suite, or of
/// a document that names the CRD; nothing where none is.
pub fn meaning(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<Meaning> {
    let offset = file.boundary(offset);
    let Some(crd) = file.crd_at(offset) else {
        let crds = context.crds?;
        return nested::at(file, offset, |file, offset, _| {
            instance::meaning(file, offset, context.file, crds)
        })
        .or_else(|| kind_name_at(file, offset, context, |name, _| name.meaning()));
    };
    let (group, kind) = (group(crd)?, kind_node(crd)?);
    let property = match kind.range().touches(offset) {
        true => None,
        false => {
            let version = Version::at(file, offset)?;
            let found = mention_at(version, offset, config)?;
            Some(Property { version: version.name()?, route: found.route })
        }
    };
    Some(Meaning { source: context.file.to_owned(), group, kind: kind.str()?.into_owned(), property })
}

/// The kind of the CRD or the custom resource that an offset is in, or that is named there.
pub fn kind_at(file: &File, offset: u32, context: FileContext<'_>) -> Option<Meaning> {
    let offset = file.boundary(offset);
    if let Some(crd) = file.crd_at(offset) {
        let (group, kind) = (group(crd)?, kind_node(crd)?.str()?.into_owned());
        return Some(Meaning { source: context.file.to_owned(), group, kind, property: None });
    }
    let crds = context.crds?;
    nested::at(file, offset, |file, offset, _| {
        let object = file.object_at(offset)?.node;
        instance::meaning(file, object.get("kind")?.key.range().start, context.file, crds)
    })
    .or_else(|| kind_name_at(file, offset, context, |name, _| name.meaning()))
}

/// What a version says of a property at an offset.
pub(super) fn mention_at<'t>(version: Version<'t>, offset: u32, config: &Config) -> Option<Mention<'t>> {
    mentions(version, Sought::At(offset), config).into_iter().next()
}

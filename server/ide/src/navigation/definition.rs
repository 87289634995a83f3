//! Where something is defined.

use crdls_schema::Config;
use crdls_text::TextRange;

use super::mention::{Role, Sought};
use super::version::Version;
use super::walk::mentions;
use crate::{Beside, Definition, File, instance};

/// Where the schema defines a property that is mentioned in a CRD; for a custom resource where its CRD
/// defines a field or its kind.
pub fn definition(file: &File, offset: u32, beside: Beside<'_>, config: &Config) -> Option<Definition> {
    let here = |range| Definition { source: beside.file.to_owned(), range };
    if let Some(range) = property(file, offset, config) {
        return Some(here(range));
    }
    instance::definition(file, offset, beside.file, beside.crds?)
}

fn property(file: &File, offset: u32, config: &Config) -> Option<TextRange> {
    let version = Version::at(file, offset)?;
    let found = mentions(version, Sought::At(offset), config).into_iter().next()?;
    let all = mentions(version, Sought::Property(&found.route), config);
    all.into_iter().find(|mention| mention.role == Role::Definition).map(|mention| mention.range)
}

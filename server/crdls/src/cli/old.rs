//! `--old`: the CRDs and custom resources that those of the given files replace.
//!
//! Must not know how an update is judged.

use std::path::PathBuf;

use crdls_check::Old;
use crdls_report::Config;
use crdls_resource::update::Subresource;

use super::args::{OldArgs, SubresourceName};
use super::inputs::read;
use super::outcome::warn;
use crdls_system::files::{IgnoreFiles, collect};
use crdls_system::seen;

/// Reads them, where they are asked for; the message where they cannot be read, or there are none. Warns of what in a
/// file nothing can replace; folders have much that is no object.
pub(crate) fn find(args: &OldArgs, config: &Config) -> Result<Option<Old>, String> {
    let Some(path) = &args.old else { return Ok(None) };
    let found = collect(&[PathBuf::from(path)], IgnoreFiles::Disregarded);
    found.warnings.iter().for_each(warn);
    if let Some(error) = found.errors.into_iter().next() {
        return Err(error);
    }
    let mut old = Old::of_subresource(args.subresource.map(SubresourceName::subresource));
    for input in found.inputs {
        let source = read(input)?;
        let file = source.file();
        let unusable = old.read(file.text(), file.tree(), config);
        for unusable in unusable.iter().filter(|_| !seen::is_dir(path)) {
            let (name, number) = (&source.name, unusable.document + 1);
            warn(format_args!("{name}: document {number} cannot be used as an old object: {}", unusable.why));
        }
    }
    if old.is_empty() {
        return Err(format!("there is no CRD and no custom resource with a name in {}", path.display()));
    }
    if args.subresource.is_some() && !old.has_resources() {
        return Err(format!("there is no custom resource with a name in {}", path.display()));
    }
    Ok(Some(old))
}

impl SubresourceName {
    const fn subresource(self) -> Subresource {
        match self {
            Self::Status => Subresource::Status,
            Self::Scale => Subresource::Scale,
        }
    }
}

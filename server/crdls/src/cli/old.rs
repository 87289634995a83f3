//! `--old`: the CRDs that those of the checked files replace.
//!
//! Must not know how an update is judged.

use std::path::{Path, PathBuf};

use crdls_check::Old;
use crdls_schema::Config;

use super::inputs::read;
use super::outcome::warn;
use crate::files::{IgnoreFiles, collect};

/// Reads them; the message where they cannot be read, or there are none.
pub(crate) fn find(path: &Path, config: &Config) -> Result<Old, String> {
    let found = collect(&[PathBuf::from(path)], IgnoreFiles::Disregarded);
    found.warnings.iter().for_each(warn);
    if let Some(error) = found.errors.into_iter().next() {
        return Err(error);
    }
    let mut old = Old::default();
    for input in found.inputs {
        let source = read(input)?;
        let file = source.file();
        old.read(file.text(), file.tree(), config);
    }
    if old.is_empty() {
        return Err(format!("there is no CRD with a name in {}", path.display()));
    }
    Ok(old)
}

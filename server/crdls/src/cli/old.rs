//! `--old`: the CRDs that those of the checked files replace.

use std::path::{Path, PathBuf};

use crdls_crd::Config;
use crdls_crd::document::Old;

use super::sources::{Walk, collect, read};

/// Reads them; the trouble where they cannot be read, or are none.
pub(crate) fn find(path: &Path, config: &Config) -> Result<Old, String> {
    let (inputs, troubles) = collect(&[PathBuf::from(path)], Walk::Everything);
    if let Some(trouble) = troubles.into_iter().next() {
        return Err(trouble);
    }
    let mut old = Old::default();
    for input in inputs {
        let source = read(input)?;
        let file = source.file();
        old.read(file.text(), file.tree(), config);
    }
    if old.is_empty() {
        return Err(format!("there is no CRD with a name in {}", path.display()));
    }
    Ok(old)
}

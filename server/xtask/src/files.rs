//! Files of the repository, read and written with their names in errors.
//!
//! Must not know what is in a file.

use std::fs;
use std::path::Path;

/// The text of a file.
pub(crate) fn read(root: &Path, path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    fs::read_to_string(root.join(path)).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a file, and the folders around it.
pub(crate) fn write(root: &Path, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let (path, file) = (path.as_ref(), root.join(&path));
    let folder = file.parent().unwrap_or(root);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes));
    written.map_err(|e| format!("{}: {e}", path.display()))
}

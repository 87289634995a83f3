//! Files of the repository, read and written with their names in errors.
//!
//! Must not know what is in a file.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

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

/// The entries of a folder, by name.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    Ok(found)
}

/// All files in a folder and below it, by name.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let inside = |path: PathBuf| if path.is_dir() { below(&path) } else { Ok(vec![path]) };
    Ok(entries(folder)?.into_iter().map(inside).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The last name of a path.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The path of a temporary folder, which is removed in the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// The folder of this process with a name.
    pub(crate) fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("crdls-{name}-{}", std::process::id())))
    }
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

//! Texts that a client is to show as documents: files in a folder of their own, which ends with the session.
//!
//! Must not know what the texts are about.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use crdls_system::files::temporary_folder;

/// The folder of the pages; there is none before the first page.
#[derive(Debug, Default)]
pub(crate) struct Pages(OnceLock<PathBuf>);

impl Pages {
    /// Writes a page, over one of the same name. Returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.folder()?.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }

    fn folder(&self) -> io::Result<&PathBuf> {
        if let Some(folder) = self.0.get() {
            return Ok(folder);
        }
        let folder = temporary_folder()?;
        Ok(self.0.get_or_init(|| folder))
    }

    /// Removes the folder.
    pub(crate) fn remove(&self) {
        if let Some(folder) = self.0.get() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

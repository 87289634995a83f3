//! Writing a changed text back.
//!
//! Must not know what was changed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Replaces the content of a file, whole or not at all; a symbolic link stays one.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crdls-{}", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = write_new(&temporary, text)
        .and_then(|()| fs::set_permissions(&temporary, metadata.permissions()))
        .and_then(|()| fs::rename(&temporary, &path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// Writes a file that does not exist yet.
pub(crate) fn create(path: &Path, text: &str) -> io::Result<()> {
    write_new(path, text)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

//! Writing a changed text back.
//!
//! Must not know what was changed.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::reason;

/// Replaces the content of a file, whole or not at all; a symbolic link stays one.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crdls-{}", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = create(&temporary, text)
        .and_then(|()| fs::set_permissions(&temporary, metadata.permissions()))
        .and_then(|()| fs::rename(&temporary, &path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// Writes a file that does not exist yet.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Writes a file, and the folders that lead to it.
///
/// # Errors
/// A message that names the file.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|err| unwritten(path.display(), &err))
}

/// The message on a file that cannot be written.
pub fn unwritten(name: impl Display, err: &io::Error) -> String {
    format!("cannot write {name}: {}", reason(err))
}

/// Creates a folder in the temporary folder. It is new, so that nobody else's file is written over, and on Unix only its user
/// can read it.
pub fn temporary_folder() -> io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let folder = std::env::temp_dir().join(format!("crdls-{}-{now}", std::process::id()));
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder)?;
    Ok(folder)
}

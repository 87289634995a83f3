//! A mended text, written back.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts a text in a file's place, whole or not at all; a link stays one.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let about = fs::metadata(&path)?;
    if about.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crdls-{}", std::process::id()));
    let beside = path.with_file_name(name);
    let written = write_new(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, about.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

//! Files that only the program reads: it ends with a status of its own, says something where it is at fault, and never
//! panics.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::Seeds;
use crate::crd;

pub(super) fn kustomization(bytes: &[u8], seeds: &Seeds) {
    check(seeds, "kustomization.yaml", bytes);
}

pub(super) fn settings(bytes: &[u8], seeds: &Seeds) {
    check(seeds, "crdls.toml", bytes);
}

/// Runs `crdls check` in a folder with the file, a CRD and files that could be patches.
fn check(seeds: &Seeds, name: &str, bytes: &[u8]) {
    let Some(program) = &seeds.program else { return };
    let folder = Folder::new();
    let table = crd(|c| c);
    for (name, bytes) in [(name, bytes), ("a.yaml", table.as_bytes()), ("patch.yaml", b"spec: {}\n")] {
        fs::write(folder.0.join(name), bytes).expect("a file is written");
    }
    let ran = Command::new(program)
        .args(["check", "--no-cache", "--output-format", "concise"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    let ended = matches!(ran.status.code(), Some(0..=2)) && !errors.contains("panicked");
    assert!(ended, "{} on a {name}:\n{errors}", ran.status);
    assert!(ran.status.code() != Some(2) || !errors.trim().is_empty(), "status 2 without a word");
}

/// A folder that is removed again.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("crdls-torture-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder is made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(Path::new(&self.0));
    }
}

//! `cargo dev dist --twice`: whether the archive of a commit has the same bytes when it is built in another folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{ARCHIVES, archive, targets};
use crate::build::{Profile, call};

/// Builds the commit that is checked out in two clones, and compares their archives. The error names what differs.
pub(crate) fn compare(root: &Path, triples: &[String], profile: Profile) -> Result<(), String> {
    let top = root.join("target/twice");
    let _ = fs::remove_dir_all(&top);
    // Names of different lengths: no path may be in a program.
    let clones = ["one", "another-folder"].map(|name| top.join(name));
    let mut archives = Vec::new();
    for clone in &clones {
        call(Command::new("git").args(["clone", "--quiet", "--shared"]).arg(root).arg(clone))?;
        for target in targets(clone, triples)? {
            archives.push(archive(clone, &target, profile)?);
        }
        // What was built takes gigabytes.
        for entry in fs::read_dir(clone.join("target")).map_err(|e| e.to_string())?.flatten() {
            if entry.path() != clone.join(ARCHIVES) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
    let (one, another) = archives.split_at(archives.len() / 2);
    for (name, other) in one.iter().zip(another) {
        let [a, b] = &clones;
        let read =
            |clone: &Path, name: &str| fs::read(clone.join(ARCHIVES).join(name)).map_err(|e| e.to_string());
        let (a, b) = (read(a, name)?, read(b, other)?);
        if a != b {
            return Err(format!(
                "{name} differs: {} and {} bytes; both are in {}",
                a.len(),
                b.len(),
                top.display()
            ));
        }
        println!("{name}: two builds in two folders have the same {} bytes", a.len());
    }
    Ok(())
}

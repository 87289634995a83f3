//! `cargo dev dist --twice`: whether what is packed of a commit has the same bytes when it is built in another folder, and
//! those of `target/archives`, if these are of the same commit.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{ARCHIVES, is_of_commit, packed, targets};
use crate::build::{Profile, call};

/// Builds the commit that is checked out in two clones, and compares what they pack. The error names what differs.
pub(crate) fn compare(root: &Path, triples: &[String], profile: Profile) -> Result<(), String> {
    let top = root.join("target/twice");
    let _ = fs::remove_dir_all(&top);
    // Names of different lengths: no path may be in a program.
    let clones = ["one", "another-folder"].map(|name| top.join(name));
    let mut made = Vec::new();
    for clone in &clones {
        call(Command::new("git").args(["clone", "--quiet", "--shared"]).arg(root).arg(clone))?;
        for target in targets(clone, triples)? {
            made.extend(packed(clone, &target, profile)?);
        }
        // What was built takes gigabytes.
        for entry in fs::read_dir(clone.join("target")).map_err(|e| e.to_string())?.flatten() {
            if entry.path() != clone.join(ARCHIVES) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
    let (one, another) = made.split_at(made.len() / 2);
    for (name, other) in one.iter().zip(another) {
        let [a, b] = &clones;
        let (a, b) = (read(a, name)?, read(b, other)?);
        let top = top.display();
        if a != b {
            return Err(format!("{name} differs: {} and {} bytes; both are in {top}", a.len(), b.len()));
        }
        println!("{name}: two builds in two folders have the same {} bytes", a.len());
        match third(root, name).transpose()? {
            Some(third) if third == a => println!("{ARCHIVES}/{name}: a third build has the same bytes"),
            Some(_) => return Err(format!("{ARCHIVES}/{name} differs from those in {top}")),
            None => println!("{ARCHIVES} has no {name} of this commit"),
        }
    }
    Ok(())
}

/// The files that are packed in the checkout; `None` if it is of another commit, or there is nothing.
fn third(root: &Path, name: &str) -> Option<Result<Vec<u8>, String>> {
    let unpacked = root.join(ARCHIVES).join(name.trim_end_matches(".tar.gz").trim_end_matches(".vsix"));
    let programs = ["crdls", "crdls.exe"].map(|program| unpacked.join(program));
    programs.iter().any(|program| is_of_commit(root, program)).then(|| read(root, name))
}

fn read(checkout: &Path, name: &str) -> Result<Vec<u8>, String> {
    fs::read(checkout.join(ARCHIVES).join(name)).map_err(|e| format!("{name}: {e}"))
}

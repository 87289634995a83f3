//! The oracle with the code of a minor: `tests/oracle`, built against that minor's Go modules.
//!
//! Knows the patch releases that crdls mirrors. The checked-in go.mod stays as it is: a minor has its own in
//! `target/oracle/<minor>`, with only the modules of Kubernetes; what these require gives the other versions.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::build;

/// The patch release of each older minor that crdls mirrors.
pub(crate) const PATCHES: [(u8, u8); 6] = [(31, 14), (32, 13), (33, 13), (34, 13), (35, 10), (36, 6)];

/// The modules of Kubernetes that `tests/oracle` imports.
const MODULES: [&str; 6] =
    ["api", "apiextensions-apiserver", "apimachinery", "apiserver", "client-go", "kubectl"];

/// The first minors with an interface that `tests/oracle` uses; for those before it has another file, with the
/// build tag `before1.N`.
const INTERFACES_SINCE: [u8; 3] = [32, 35, 37];

/// Builds the oracle of each minor named, as `1.33`; `all` are all.
pub(crate) fn build(root: &Path, minors: &[String]) -> Result<(), String> {
    if *minors == ["all"] {
        return all(root).map(drop);
    }
    minors.iter().try_for_each(|name| {
        let number = name.strip_prefix("1.").and_then(|minor| minor.parse().ok());
        let found = PATCHES.iter().find(|(minor, _)| Some(*minor) == number);
        match found {
            Some((minor, patch)) => of_minor(root, *minor, *patch).map(drop),
            None if number == Some(NEWEST) => build::oracle(root).map(drop),
            None => Err(format!("{name}: the oracle can be built for 1.{} to 1.{NEWEST}", PATCHES[0].0)),
        }
    })
}

/// All minors, the newest first.
pub(crate) fn minors() -> impl Iterator<Item = String> {
    (PATCHES[0].0..=NEWEST).rev().map(|minor| format!("1.{minor}"))
}

/// The programs of all minors, the newest first, each with the minor's name.
pub(crate) fn all(root: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let mut found = vec![(format!("1.{NEWEST}"), build::oracle(root)?)];
    for (minor, patch) in PATCHES.iter().rev() {
        found.push((format!("1.{minor}"), of_minor(root, *minor, *patch)?));
    }
    Ok(found)
}

/// The minor of the checked-in go.mod.
pub(crate) const NEWEST: u8 = PATCHES[PATCHES.len() - 1].0 + 1;

fn of_minor(root: &Path, minor: u8, patch: u8) -> Result<PathBuf, String> {
    let folder = root.join(format!("target/oracle/1.{minor}"));
    let modules = folder.join("go.mod");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&modules, go_mod(minor, patch)))
        .map_err(|e| format!("{}: {e}", modules.display()))?;
    let before: Vec<_> = INTERFACES_SINCE.iter().filter(|since| minor < **since).collect();
    let tags: Vec<_> = before.iter().map(|since| format!("before1.{since}")).collect();
    let program = folder.join(format!("oracle{}", std::env::consts::EXE_SUFFIX));
    let flags = ["-mod=mod", "-modfile", &modules.to_string_lossy(), "-tags", &tags.join(",")];
    let program = build::oracle_with(root, program, &flags)?;
    println!("{}", program.display());
    Ok(program)
}

/// The go command adds what is missing.
fn go_mod(minor: u8, patch: u8) -> String {
    let mut text = String::from("module crdls/oracle\n\ngo 1.26.0\n\nrequire (\n");
    for module in MODULES {
        let _ = writeln!(text, "\tk8s.io/{module} v0.{minor}.{patch}");
    }
    text + ")\n"
}

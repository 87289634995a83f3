//! What `crdls check` reports of repositories because of their kustomizations, a line each.
//!
//! Must not know what a code means.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_check::KUSTOMIZATION_FILES;

/// Prints the findings that there are only with kustomizations (`+`) or only without (`-`), each after its folder.
pub(super) fn run(crdls: &Path, places: &[PathBuf]) -> Result<(), String> {
    let (mut more, mut fewer) = (0, 0);
    for place in places {
        let mut counted: BTreeMap<String, i64> = BTreeMap::new();
        for (excluded, number) in [([].as_slice(), 1), (KUSTOMIZATION_FILES.as_slice(), -1)] {
            for line in findings(crdls, place, excluded)?.lines() {
                *counted.entry(line.to_owned()).or_default() += number;
            }
        }
        let name = place.file_name().unwrap_or(place.as_os_str()).to_string_lossy();
        for (line, number) in counted {
            let (sign, total) = if number > 0 { ("+", &mut more) } else { ("-", &mut fewer) };
            *total += number.abs();
            (0..number.abs()).for_each(|_| println!("{sign}\t{name}\t{line}"));
        }
    }
    eprintln!("{more} findings because of kustomizations, {fewer} fewer");
    Ok(())
}

fn findings(crdls: &Path, place: &Path, excluded: &[&str]) -> Result<String, String> {
    let mut check = Command::new(crdls);
    // Go types only take time.
    check.args(["check", "--output-format", "concise", "--color", "never", "--exclude", "*.go"]);
    check.args(excluded.iter().flat_map(|name| ["--exclude", name]));
    let done = check.current_dir(place).output().map_err(|err| format!("{}: {err}", crdls.display()))?;
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

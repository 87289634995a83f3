//! What `crdls check` reports of repositories because of their kustomizations, and of components without their users, a
//! line each.
//!
//! Must not know what a code means.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_kustomize::Session;

use super::kustomizations::{OnDisk, folders};

/// Prints what is found in the files of components only without the kustomizations that use them.
pub(super) fn run_components(crdls: &Path, places: &[PathBuf]) -> Result<(), String> {
    let (mut number, mut unused, mut more) = (0, 0, 0);
    for place in places {
        let folders: Vec<String> =
            folders(place).iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
        let mut session = Session::new(&OnDisk);
        let components = session.components(&folders);
        if components.is_empty() {
            continue;
        }
        number += components.len();
        let roots = session.roots(&folders);
        let included = session.included(&roots);
        unused += components.iter().filter(|folder| !included.contains(*folder)).count();
        let files = session.included(&components);
        let root = place.to_string_lossy();
        let below = |path: &str| Some(path.strip_prefix(&*root)?.trim_matches('/').to_owned());
        let files: HashSet<String> = files.iter().filter_map(|path| below(path)).collect();
        let users = folders.iter().filter(|folder| !components.contains(folder));
        let users = users.filter_map(|folder| below(folder)).flat_map(|folder| {
            KUSTOMIZATION_FILES.map(|name| format!("/{folder}/{name}").replacen("//", "/", 1))
        });
        let users: Vec<String> = users.collect();
        let users: Vec<&str> = users.iter().map(String::as_str).collect();
        let with = findings(crdls, place, &[])?;
        let with: HashSet<&str> = with.lines().collect();
        let name = place.file_name().unwrap_or(place.as_os_str()).to_string_lossy();
        let is_of_component = |line: &&str| {
            let file = line.split(':').next().unwrap_or_default();
            files.contains(file.trim_start_matches("./"))
        };
        for line in findings(crdls, place, &users)?.lines().filter(is_of_component) {
            more += usize::from(!with.contains(line));
            println!("{}\t{name}\t{line}", if with.contains(line) { '=' } else { '+' });
        }
    }
    eprintln!("{number} components, {unused} of them without users; {more} findings that their users remove");
    Ok(())
}

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

/// Prints what `crdls diff` counts between two releases of each clone.
pub(super) fn run_releases(crdls: &Path, places: &[PathBuf], releases: &[String]) -> Result<(), String> {
    for place in places {
        let mut diff = Command::new(crdls);
        diff.arg("diff").args(releases).args(["--output-format", "concise", "--fail-on", "never"]);
        let done = crate::build::output(diff.current_dir(place))?;
        let [printed, errors] =
            [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let counts = printed.lines().chain(errors.lines()).rfind(|line| line.contains(" changes"));
        let counts = counts.ok_or_else(|| format!("{}: {errors}", place.display()))?;
        println!("{} {}: {counts}", place.display(), releases.join(" to "));
    }
    Ok(())
}

fn findings(crdls: &Path, place: &Path, excluded: &[&str]) -> Result<String, String> {
    let mut check = Command::new(crdls);
    // Go types only take time.
    check.args([
        "check",
        "--no-cache",
        "--output-format",
        "concise",
        "--color",
        "never",
        "--exclude",
        "*.go",
    ]);
    check.args(excluded.iter().flat_map(|name| ["--exclude", name]));
    let done = crate::build::output(check.current_dir(place))?;
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

//! Places in real repositories where controller-gen silently ignores a marker, and everything else that is found there
//! (needs the facts about markers, and the repositories in `CRDLS_REPOSITORIES`, each in a folder `OWNER+NAME`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_markers::findings::Settings;
use crdls_markers::registry::Version;
use crdls_tests::corpus;
use crdls_tests::go_project::{self, Placed};

/// The codes that name the reason of a group of places.
fn codes_of(group: &str) -> &'static [&'static str] {
    match group {
        "wrong form (: for =)" => &["marker-form"],
        "unknown kubebuilder marker, ignored" | "not the marker it looks like" => {
            &["unknown-marker", "marker-form"]
        }
        // What only packages have is the package's above a type, which has another one.
        "marker on the wrong target, ignored" => {
            &["misplaced-marker", "marker-without-effect", "unattached-marker", "duplicate-marker"]
        }
        _ => &["unattached-marker"],
    }
}

fn repositories() -> Option<PathBuf> {
    let dir = std::env::var_os("CRDLS_REPOSITORIES").map(PathBuf::from);
    if dir.is_none() {
        println!("ignored markers: skipped, set CRDLS_REPOSITORIES");
    }
    dir
}

fn settings() -> Settings {
    let version = std::env::var("CRDLS_CONTROLLER_GEN").ok().and_then(|version| Version::read(&version));
    Settings { version: version.unwrap_or(Version::NEWEST).known(), ..Settings::default() }
}

/// What is found in each repository.
fn found_in(dir: &Path) -> BTreeMap<String, Vec<Placed>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let started = std::time::Instant::now();
        let program = go_project::program(&entry.path(), settings());
        let read = started.elapsed();
        let found = go_project::findings(&program, settings());
        println!(
            "{name}: {} packages read in {read:?}, with findings in {:?}",
            program.packages().count(),
            started.elapsed()
        );
        all.insert(name, found);
    }
    all
}

#[test]
fn ignored_markers_are_found() {
    let (Some(facts), Some(dir)) = (corpus::markers_or_skip("ignored markers"), repositories()) else {
        return;
    };
    let all = found_in(&dir);
    let mut missing = Vec::new();
    let mut expected = 0;
    for row in corpus::read(&facts.join("ignored-markers.tsv")).lines() {
        let mut columns = row.split('\t');
        let (Some(name), Some(group), Some(place)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        let Some(found) = all.get(name) else { continue };
        expected += 1;
        let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let file = file.strip_prefix(&format!("repos/{name}/")).unwrap_or(file);
        let is_there = found.iter().any(|placed| {
            let here = placed.file == file && placed.line.to_string() == line;
            here && codes_of(group).contains(&placed.finding.code.name)
        });
        if !is_there {
            missing.push(row.to_owned());
        }
    }
    for (name, found) in &all {
        for placed in found {
            let code = placed.finding.code.name;
            println!(
                "{code}\t{name}\t{}:{}\t{}\t{}",
                placed.file,
                placed.line,
                placed.text.replace('\n', " "),
                placed.finding.message
            );
        }
    }
    println!("{} of {expected} ignored markers found", expected - missing.len());
    assert!(missing.len() * 50 <= expected, "{}", missing.join("\n"));
}

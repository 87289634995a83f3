//! What `crdls check` finds in Go types, next to what it finds in the CRDs that are generated of them.
//!
//! Must not know what a code means, nor how a finding gets its place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_tests::go_calls::{WrittenManifests, calls};
use crdls_tests::go_crds::{Call, CrdText, made};
use serde_json::Value;

use crate::build::output;
use crate::files::{Scratch, write};

/// How often each code is found.
type Counted = BTreeMap<String, usize>;

/// Prints of each repository how many findings on its generated CRDs are found in Go.
pub(super) fn run(crdls: &Path, places: &[PathBuf]) -> Result<(), String> {
    let (mut all, mut in_go, mut others) = (0, 0, 0);
    for place in places {
        let folder = place.canonicalize().map_err(|err| format!("{}: {err}", place.display()))?;
        let yaml = of_yaml(crdls, &folder)?;
        let go = of_go(crdls, &folder, &yaml)?;
        let number = |counted: &Counted, code: &String| counted.get(code).copied().unwrap_or_default();
        let codes: BTreeSet<&String> = yaml.keys().chain(go.keys()).collect();
        let same = |code: &&String| number(&yaml, code).min(number(&go, code));
        let (total, found): (usize, usize) = (yaml.values().sum(), codes.iter().map(same).sum());
        let more = go.values().sum::<usize>() - found;
        println!(
            "{}: {total} findings on generated CRDs, {found} in Go, {more} in Go alone",
            place.display()
        );
        for code in codes.iter().filter(|code| number(&yaml, code) != number(&go, code)) {
            println!("    {code}: {} on CRDs, {} in Go", number(&yaml, code), number(&go, code));
        }
        all += total;
        in_go += found;
        others += more;
    }
    let share = in_go as f64 * 100.0 / all.max(1) as f64;
    println!("all: {all} findings on generated CRDs, {in_go} in Go ({share:.1} %), {others} in Go alone");
    Ok(())
}

/// The findings in the CRDs that the Go types of a repository give, as files without anything around them.
fn of_yaml(crdls: &Path, folder: &Path) -> Result<Counted, String> {
    let out = Scratch::new("go-findings");
    std::fs::create_dir_all(&*out).map_err(|err| err.to_string())?;
    let manifests = WrittenManifests::of(folder);
    for (number, call) in calls(folder, &manifests).iter().enumerate() {
        let paths: Vec<&str> = call.paths.iter().map(String::as_str).collect();
        let of = Call { folder: &call.folder, paths: &paths, flags: &call.flags };
        for (name, text) in made(of, call.version.known()).0 {
            let Some(crd) = CrdText::read(&text) else { continue };
            if call.is_for(&crd.kind) {
                write(&out, format!("{number}-{name}"), text)?;
            }
        }
    }
    Ok(findings(crdls, &out)?.iter().fold(Counted::default(), counted))
}

/// The findings in the generated CRDs at the Go types. `yaml`: those on the CRDs.
fn of_go(crdls: &Path, folder: &Path, yaml: &Counted) -> Result<Counted, String> {
    // What is found in a marker itself has no path in a CRD, nor has what is found of a CRD as a whole.
    let is_of_crd = |found: &&Value| {
        let text = |key: &str| found[key].as_str().unwrap_or_default();
        let is_known = !text("path").is_empty() || yaml.contains_key(text("code"));
        text("file").ends_with(".go") && is_known && text("code") != "stale-copy"
    };
    Ok(findings(crdls, folder)?.iter().filter(is_of_crd).fold(Counted::default(), counted))
}

fn findings(crdls: &Path, folder: &Path) -> Result<Vec<Value>, String> {
    let args = ["check", "--no-cache", "--no-workspace", "--output-format", "json", "."];
    let done = output(Command::new(crdls).args(args).current_dir(folder))?;
    serde_json::from_slice(&done.stdout).map_err(|err| format!("{}: {err}", folder.display()))
}

/// Counts a finding, and the paths that its message adds: "(and at 5 more paths)".
fn counted(mut all: Counted, found: &Value) -> Counted {
    let text = |key: &str| found[key].as_str().unwrap_or_default();
    let more =
        text("message").rsplit_once("(and at ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    *all.entry(text("code").to_owned()).or_default() += 1 + more.unwrap_or(0);
    all
}

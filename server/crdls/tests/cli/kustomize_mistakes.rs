//! Mistakes in kustomizations, a folder each, with what kustomize does and where a user wants to see it (the folder
//! `kustomize/mistakes` of the shared data).

use std::fs;
use std::path::Path;

use crdls_tests::corpus;

use crate::run::Folder;

/// What is found in each: file, line, column and code. A folder that is not here is only compared with its text.
const FOUND: [(&str, &[&str]); 30] = [
    ("01-missing-resource", &["kustomization.yaml:6:3 kustomize-error"]),
    ("02-patch-sm-matches-nothing", &["patch.yaml:4:9 kustomize-error"]),
    ("03-patch-target-matches-nothing", &["kustomization.yaml:9:11 empty-target"]),
    ("04-patch-unknown-field", &["patch.yaml:6:3 unknown-field"]),
    ("06-sm-list-replaced", &["patch.yaml:8:5 replaced-list"]),
    ("09-json6902-removes-required", &["kustomization.yaml:11:13 missing-field"]),
    ("10-crd-patch-without-resource", &["kustomization.yaml:8:9 kustomize-error"]),
    ("11-patch-wrong-kind", &["patch.yaml:2:7 kustomize-error"]),
    ("12-patch-wrong-version", &["patch.yaml:1:13 kustomize-error"]),
    ("14-stale-patch", &["patches/webhook_in_widgets.yaml:2:7 incomplete-crd"]),
    ("15-duplicate-resource", &["copy.yaml:4:9 kustomize-error"]),
    ("16-wrong-relative-path", &["overlays/prod/kustomization.yaml:4:3 kustomize-error"]),
    ("17-load-restriction", &["overlay/kustomization.yaml:4:3 load-restriction"]),
    (
        "18-deprecated-fields",
        &[
            "kustomization.yaml:4:1 deprecated-kustomization-field",
            "kustomization.yaml:6:1 deprecated-kustomization-field",
            "kustomization.yaml:8:1 deprecated-kustomization-field",
            "kustomization.yaml:10:1 deprecated-kustomization-field",
        ],
    ),
    ("21-namespace-on-cluster-scoped-cr", &["kustomization.yaml:4:12 dropped-namespace"]),
    ("22-namespace-id-conflict", &["kustomization.yaml:4:12 kustomize-error"]),
    ("23-unknown-field-in-kustomization", &["kustomization.yaml:6:1 kustomize-error"]),
    ("25-sm-patch-on-versions", &["patch.yaml:6:3 storage-version", "patch.yaml:7:5 missing-schema"]),
    ("26-cainjection-var-unreplaced", &["kustomization.yaml:11:3 kustomize-error"]),
    ("27-replacement-source-missing", &["kustomization.yaml:7:18 kustomize-error"]),
    ("29-nothing-in-kustomization", &["kustomization.yaml:1:1 kustomize-error"]),
    ("30-duplicate-key-in-resource", &["widget.yaml:13:3 kustomize-error"]),
    ("31-anchors", &[]),
    ("32-json6902-remove-missing", &["kustomization.yaml:11:13 kustomize-error"]),
    ("34-json6902-without-target", &["kustomization.yaml:7:3 kustomize-error"]),
    ("36-remote-resource", &["kustomization.yaml:4:3 unevaluated-entry"]),
    ("37-patch-delete-resource", &[]),
    ("39-target-regex", &["kustomization.yaml:9:46 out-of-bounds"]),
    ("41-inline-json-patch-flow-yaml", &["kustomization.yaml:7:10 kustomize-error"]),
    (
        "45-json-patch-changes-date",
        &[
            "widget.yaml:13:3 unknown-field",
            "widget.yaml:13:10 retyped-value",
            "widget.yaml:14:3 unknown-field",
            "widget.yaml:14:8 retyped-value",
        ],
    ),
];

/// The position that `FILE:LINE:COLUMN` names.
type FilePosition = (String, i64, i64);

#[test]
fn mistakes_are_found_where_a_user_wants_to_see_them() {
    let Some(data) = corpus::kustomize_or_skip("mistakes in kustomizations") else { return };
    let crd = fs::read_to_string(data.join("widget-crd.yaml")).unwrap();
    let mut folders: Vec<_> =
        fs::read_dir(data.join("mistakes")).unwrap().map(|e| e.unwrap().path()).collect();
    folders.sort();
    let (mut differing, mut elsewhere) = (Vec::new(), Vec::new());
    for mistake in &folders {
        let name = mistake.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(mistake.join("expected.txt")).unwrap();
        let folder = Folder::new(&format!("kustomize-mistakes-{name}"), &[]);
        copy(mistake, "", &folder);
        if !corpus::files(mistake, &[""], &["yaml"]).iter().any(|file| has_crd(file)) {
            folder.write("crd/widgets.yaml", &crd);
        }
        let found = found(&folder);
        let by_kustomize = text.contains("\nexit: 1\n");
        let directory = text.lines().find_map(|line| line.strip_prefix("build directory: ")).unwrap();
        let built = folder.run(&["build", directory]).code != 0;
        // Without its flag kustomize does not read what is elsewhere, and what is remote is not known.
        let is_left_open =
            |found: &String| found.ends_with(" load-restriction") || found.ends_with(" unevaluated-entry");
        if built != by_kustomize && !found.iter().any(is_left_open) {
            differing.push(format!("{name}: kustomize fails: {by_kustomize}, `crdls build` fails: {built}"));
        }
        let own = FOUND.iter().find(|(known, _)| *known == name).map(|(_, found)| *found);
        if own.is_some_and(|own| own != found.as_slice()) {
            differing.push(format!("{name}: {found:?}"));
        }
        let places: Vec<FilePosition> =
            found.iter().filter_map(|found| place(found.split(' ').next()?)).collect();
        let wanted = wanted(&text);
        let is_found = wanted.iter().any(|wanted| places.iter().any(|place| is_near(place, wanted)));
        if !wanted.is_empty() && !is_found {
            elsewhere.push(format!("{name}: {wanted:?}, found {found:?}"));
        }
    }
    println!("{} mistakes, {} of them found elsewhere", folders.len(), elsewhere.len());
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(elsewhere.len() * 10 <= folders.len(), "{}", elsewhere.join("\n"));
}

fn copy(from: &Path, inside: &str, to: &Folder) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let name = format!("{inside}{}", entry.file_name().to_str().unwrap());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &format!("{name}/"), to),
            false if name != "expected.txt" => to.write(&name, fs::read(entry.path()).unwrap()),
            false => {}
        }
    }
}

/// Whether a file has a whole CRD.
fn has_crd(file: &Path) -> bool {
    fs::read_to_string(file).unwrap().contains("\n  names:\n")
}

/// File, line, column and code of each finding, apart from those of the CRD itself.
fn found(folder: &Folder) -> Vec<String> {
    folder.places(&["."], &["lossy-conversion", "unchecked-rules"])
}

/// The places that the text names.
fn wanted(text: &str) -> Vec<FilePosition> {
    let (_, wanted) = text.split_once("== what a user wants to see ==").unwrap_or_default();
    let (wanted, _) = wanted.split_once("\n== ").unwrap_or((wanted, ""));
    let words = wanted.split([' ', '\n', ',', ';', '(', ')']);
    words.filter_map(|word| place(word.trim_end_matches([':', '.']))).collect()
}

fn place(text: &str) -> Option<FilePosition> {
    let mut parts = text.rsplitn(3, ':');
    let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((parts.next()?.to_owned(), line, column))
}

/// Whether two places are one: those of the texts were counted by hand.
fn is_near(found: &FilePosition, wanted: &FilePosition) -> bool {
    found.0.ends_with(&wanted.0) && (found.1 - wanted.1).abs() <= 1 && (found.2 - wanted.2).abs() <= 2
}

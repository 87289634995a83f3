//! Planted faults and random markers, next to controller-gen itself (needs Go).

use std::path::Path;

use crdls_markers::findings::Settings;
use crdls_markers::grammar::{Value, ValueKind};
use crdls_markers::registry::{Target, Version, lookup};
use crdls_markers::{MarkerText, Parsed};
use crdls_report::{Note, Severity};
use crdls_tests::controller_gen::{self, Reported};
use crdls_tests::corpus;
use crdls_tests::go_project::{self, Placed};
use crdls_tests::oracle;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use serde_json::{Value as Json, json};

/// controller-gen's sentence of a finding.
fn sentence(placed: &Placed) -> Option<&str> {
    placed.finding.notes.iter().find_map(|note| match note {
        Note::Why(words) => {
            words.strip_prefix("controller-gen v")?.split_once(": ").map(|(_, sentence)| sentence)
        }
        Note::Help(_) => None,
    })
}

/// Whether a finding is what is reported at a line: of the second stage the line of the field below the marker, and of
/// fields of which one is set that of the struct.
fn is_that(placed: &Placed, (line, words): &Reported, text: &str) -> bool {
    if sentence(placed) != Some(words) {
        return false;
    }
    let between = (*line as usize).saturating_sub(placed.line as usize);
    let comments = text.lines().skip(placed.line as usize - 1).take(between);
    let at_line = placed.line <= *line && comments.clone().all(|line| line.trim_start().starts_with("//"));
    at_line || words.contains("OneOf")
}

/// What is found, and what is not: of what controller-gen reports, and of what crdls does.
fn compare(package: &str, version: Version, reported: &[Reported]) -> (usize, Vec<String>) {
    let settings = Settings { version, ..Settings::default() };
    let root = controller_gen::module();
    let program = go_project::program(&root, settings);
    let file = format!("{package}/types.go");
    let all = go_project::findings(&program, settings);
    let ours: Vec<&Placed> = all
        .iter()
        .filter(|placed| placed.file == file && placed.finding.severity == Severity::Error)
        .collect();
    let text = corpus::read(&root.join(&file));
    let mut wrong = Vec::new();
    let mut lines: Vec<u32> = reported.iter().map(|(line, _)| *line).collect();
    lines.dedup();
    // Of several errors of one marker, the first is the cause of the others.
    for line in &lines {
        let here = || reported.iter().filter(|(at, _)| at == line);
        if !here().any(|one| ours.iter().any(|placed| is_that(placed, one, &text))) {
            wrong.push(format!("{package} {version}:{line}: not found: {:?}", here().collect::<Vec<_>>()));
        }
    }
    for placed in ours.iter().filter(|placed| !reported.iter().any(|one| is_that(placed, one, &text))) {
        wrong.push(format!("{package} {version}:{}: not reported: {:?}", placed.line, sentence(placed)));
    }
    (lines.len(), wrong)
}

#[test]
fn planted_faults_are_controller_gens() {
    let mut wrong = Vec::new();
    let mut faults = 0;
    for (version, packages) in [
        (Version::new(21, 0), &["faults/parse", "faults/apply"][..]),
        (Version::new(23, 0), &["faults/parse", "faults/apply", "faults/types"][..]),
    ] {
        let Some(binary) = controller_gen::binary_or_skip("planted faults", version) else { return };
        for package in packages {
            let reported = controller_gen::reported(&binary, package);
            assert!(!reported.is_empty(), "{package} {version}: nothing is reported");
            let (lines, different) = compare(package, version, &reported);
            println!("{package} {version}: {lines} faults, {} different", different.len());
            faults += lines;
            wrong.extend(different);
        }
    }
    println!("{faults} faults");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pieces of which arguments are made.
const PIECES: &[&str] = &[
    "a",
    "b c",
    "true",
    "false",
    "1",
    "-2",
    "3.5",
    "0x1F",
    "087",
    "1e3",
    "100Mi",
    "\"q\"",
    "`r`",
    "'s'",
    "\"a\\\"b\"",
    "{",
    "}",
    "{}",
    ",",
    ";",
    ":",
    "=",
    " ",
    "-",
    ".",
    "/",
    "\\",
    "\"",
    "`",
    "é",
    "_x",
    "rule",
    "message",
    "name",
    "type",
    "JSONPath",
    "a:b",
    "{a:1}",
    "{1,2}",
    "self > 0",
    "#",
    "^[a-z]$",
    "ref(x)",
    "null",
    "[1]",
    "\"\\u00e9\"",
    "0b1",
    "1_0",
];
const NAMES: &[&str] = &[
    "kubebuilder:validation:MaxLength",
    "kubebuilder:validation:Maximum",
    "kubebuilder:validation:MaxItems",
    "kubebuilder:validation:MultipleOf",
    "kubebuilder:validation:UniqueItems",
    "kubebuilder:validation:Pattern",
    "kubebuilder:validation:Enum",
    "kubebuilder:validation:XValidation:rule",
    "kubebuilder:validation:XValidation",
    "kubebuilder:default",
    "kubebuilder:default:",
    "default",
    "kubebuilder:example",
    "optional",
    "listType",
    "kubebuilder:validation:items:Enum",
    "k8s:maxItems",
    "k8s:minimum",
    "kubebuilder:title",
    "nullable",
];
const NAMES_OF_TYPES: &[&str] = &[
    "kubebuilder:printcolumn:name",
    "kubebuilder:printcolumn",
    "kubebuilder:resource:shortName",
    "kubebuilder:resource:path",
    "kubebuilder:validation:ExactlyOneOf",
    "kubebuilder:storageversion",
    "kubebuilder:deprecatedversion:warning",
];

fn random_marker(random: &mut Random) -> (String, Target) {
    let on_type = random.below(4) == 0;
    let names = if on_type { NAMES_OF_TYPES } else { NAMES };
    let mut text = format!("+{}", names[random.below(names.len())]);
    if random.below(12) > 0 {
        text.push('=');
    }
    for _ in 0..random.below(7) {
        text.push_str(PIECES[random.below(PIECES.len())]);
    }
    (text.trim().to_owned(), if on_type { Target::Type } else { Target::Field })
}

/// A value as Go's encoding/json writes it.
fn go_json(value: &Value) -> Json {
    match &value.kind {
        ValueKind::Int(value) => json!(value),
        ValueKind::Number(value) => json!(value),
        ValueKind::Bool(value) => json!(value),
        ValueKind::String(text) | ValueKind::Raw(text) => json!(text.as_str()),
        ValueKind::List(items) => items.iter().map(go_json).collect(),
        ValueKind::Map(entries) => Json::Object(
            entries.iter().map(|(key, value)| (key.as_str().to_owned(), go_json(value))).collect(),
        ),
    }
}

/// Numbers alike, whether they have a point or not.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// The difference between an answer of controller-gen's parser and ours.
fn difference(marker: &str, target: Target, answer: &Json) -> Option<String> {
    let expected: Vec<&str> = answer["errors"].as_array()?.iter().filter_map(Json::as_str).collect();
    let name = answer["name"].as_str().unwrap_or_default();
    let Some(found) = lookup(marker, target, Version::new(23, 0)) else {
        return (!name.is_empty()).then(|| format!("{marker}: not known, there {name}"));
    };
    let parsed = Parsed::read(MarkerText { text: marker, start: 0 }, found, Version::new(23, 0));
    let ours: Vec<&str> = parsed.errors.iter().map(|error| error.sentence.as_str()).collect();
    let (mut a, mut b) = (ours.clone(), expected.clone());
    // Missing arguments come in the order of a map.
    a.sort_unstable();
    b.sort_unstable();
    if name != found.name || a != b {
        return Some(format!("{marker}: {ours:?}, there {expected:?}"));
    }
    let value = match &answer["value"] {
        Json::Object(value) if value.contains_key("Value") => value.get("Value")?,
        value => value,
    };
    let is_plain = found.anonymous && expected.is_empty() && !value.is_null();
    let ours = parsed.value.as_ref().map(go_json).filter(|_| is_plain)?;
    (!same(&ours, value)).then(|| format!("{marker}: {ours}, there {value}"))
}

pub(super) fn ask(binary: &Path, markers: &[(String, Target)]) -> Vec<Json> {
    let lines =
        markers.iter().map(|(marker, target)| json!({"marker": marker, "target": target.name()}).to_string());
    let input: String = lines.map(|line| line + "\n").collect();
    oracle::answers(binary, &[], &input).expect("answers")
}

#[test]
fn random_markers_are_read_as_by_controller_gen() {
    let Some(binary) = controller_gen::reader_or_skip("random markers") else { return };
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1));
    let markers: Vec<_> = (0..20_000).map(|_| random_marker(&mut random)).collect();
    let answers = ask(&binary, &markers);
    assert_eq!(answers.len(), markers.len());
    let different: Vec<String> = markers
        .iter()
        .zip(&answers)
        .filter_map(|((marker, target), answer)| difference(marker, *target, answer))
        .collect();
    println!("{} markers, {} read differently", markers.len(), different.len());
    assert!(different.is_empty(), "{}", different.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

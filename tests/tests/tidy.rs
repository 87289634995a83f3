//! The invariants of the tree that no compiler checks. See ARCHITECTURE.md.

use std::path::PathBuf;
use std::process::Command;

use crdls_minors::Minor;
use crdls_tests::corpus::{self, repository};
use crdls_tests::modules::Modules;
use crdls_tests::rust_source::RustSource;
use serde_json::Value;

/// Crates that only the binary may name.
const BINARY_ONLY: [&str; 5] = ["ls-types", "tokio", "clap", "anyhow", "rayon"];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(repository())
        .output()
        .expect("cargo metadata");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let root = repository();
    // A clone can be in the folder `target` of another one.
    let is_built = |path: &PathBuf| {
        path.strip_prefix(&root).is_ok_and(|path| path.components().any(|c| c.as_os_str() == "target"))
    };
    corpus::files(&root, folders, &["rs"]).into_iter().filter(|path| !is_built(path)).collect()
}

#[test]
fn only_the_binary_knows_protocol_runtime_and_arguments() {
    for package in metadata()["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or_default();
        // `wire` has the types of the protocol, nothing else of it, and `system` the threads.
        let may = |on| match name {
            "crdls" | "crdls-xtask" | "crdls-tests" => true,
            "crdls-wire" => on == "ls-types",
            "crdls-system" => on == "rayon",
            _ => false,
        };
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().unwrap_or_default();
            assert!(!BINARY_ONLY.contains(&on) || may(on), "{name} depends on {on}");
        }
    }
}

#[test]
fn cargo_run_means_the_program() {
    let metadata = metadata();
    let run: Vec<_> =
        metadata["packages"].as_array().expect("packages").iter().map(|p| &p["default_run"]).collect();
    let named: Vec<_> = run.iter().filter_map(|name| name.as_str()).collect();
    assert_eq!(named, ["crdls"], "cargo run takes the one `default-run` of the workspace");
}

/// The crates, each with those that it may name: the picture in ARCHITECTURE.md.
const ARROWS: [(&str, &[&str]); 30] = [
    ("text", &[]),
    ("go", &[]),
    ("go_source", &["text"]),
    ("yaml", &["go", "text"]),
    ("cel", &["go", "text"]),
    ("values", &["go", "text", "yaml"]),
    ("kustomize", &["go", "text", "values", "yaml"]),
    ("minors", &[]),
    ("report", &["go", "minors", "text", "values", "yaml"]),
    ("manifest", &["go", "minors", "report", "text", "values", "yaml"]),
    ("markers", &["go", "go_source", "report", "text", "yaml"]),
    ("generate", &["go", "go_source", "markers", "text", "values", "yaml"]),
    ("rules", &["cel", "go", "manifest", "minors", "report", "text", "values"]),
    ("resource", &["cel", "go", "manifest", "minors", "report", "rules", "text", "values", "yaml"]),
    (
        "witness",
        &["cel", "go", "manifest", "minors", "report", "resource", "rules", "text", "values", "yaml"],
    ),
    (
        "crd",
        &[
            "cel", "go", "manifest", "minors", "report", "resource", "rules", "text", "values", "witness",
            "yaml",
        ],
    ),
    (
        "change",
        &[
            "cel", "crd", "go", "manifest", "minors", "report", "resource", "rules", "text", "values",
            "witness", "yaml",
        ],
    ),
    ("publish", &["crd", "go", "manifest", "minors", "values"]),
    (
        "suite",
        &[
            "cel", "crd", "go", "manifest", "minors", "report", "resource", "rules", "text", "values",
            "witness", "yaml",
        ],
    ),
    ("conversion", &["go", "manifest", "report", "resource", "text", "values", "yaml"]),
    (
        "check",
        &[
            "conversion",
            "crd",
            "go",
            "kustomize",
            "manifest",
            "markers",
            "minors",
            "report",
            "resource",
            "rules",
            "suite",
            "text",
            "values",
            "yaml",
        ],
    ),
    (
        "fixes",
        &[
            "cel", "change", "check", "crd", "go", "manifest", "minors", "report", "resource", "rules",
            "text", "values", "witness", "yaml",
        ],
    ),
    (
        "ide",
        &[
            "cel",
            "check",
            "conversion",
            "crd",
            "fixes",
            "go",
            "manifest",
            "minors",
            "publish",
            "report",
            "resource",
            "rules",
            "suite",
            "text",
            "values",
            "witness",
            "yaml",
        ],
    ),
    (
        "render",
        &[
            "change", "check", "crd", "ide", "markers", "minors", "report", "resource", "rules", "suite",
            "text", "values", "witness",
        ],
    ),
    (
        "playground",
        &[
            "change", "check", "generate", "ide", "manifest", "markers", "minors", "publish", "render",
            "report", "resource", "suite", "text", "values", "witness",
        ],
    ),
    ("allocator", &[]),
    ("wire", &["ide", "text"]),
    ("system", &["check", "fixes", "kustomize", "manifest", "minors", "report", "text", "values", "yaml"]),
    (
        "crdls",
        &[
            "allocator",
            "change",
            "check",
            "conversion",
            "crd",
            "generate",
            "ide",
            "kustomize",
            "manifest",
            "markers",
            "minors",
            "publish",
            "render",
            "report",
            "resource",
            "suite",
            "system",
            "text",
            "values",
            "wire",
            "witness",
            "yaml",
        ],
    ),
    // But for `go_source` and `text` only with the feature `engine`.
    (
        "xtask",
        &[
            "check",
            "crd",
            "go_source",
            "ide",
            "kustomize",
            "manifest",
            "markers",
            "minors",
            "playground",
            "report",
            "resource",
            "suite",
            "tests",
            "text",
            "yaml",
        ],
    ),
];

#[test]
fn crates_name_only_those_below_them() {
    let own = |name: &str| name.strip_prefix("crdls-").unwrap_or(name).replace('-', "_");
    for package in metadata()["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, below)) = ARROWS.iter().find(|(known, _)| *known == own(name)) else { continue };
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().unwrap_or_default();
            let is_ours = on == "crdls" || on.starts_with("crdls-");
            let drawn = below.contains(&own(on).as_str());
            assert!(!is_ours || drawn || dependency["kind"] == "dev", "{name} depends on {on}");
        }
    }
}

#[test]
fn no_circle_in_a_crate() {
    let circles: Vec<String> = ARROWS
        .iter()
        .flat_map(|(name, _)| {
            let modules = Modules::read(&repository().join("server").join(name).join("src"));
            modules.circles().into_iter().map(move |circle| format!("{name} {circle}"))
        })
        .collect();
    assert!(circles.is_empty(), "{} arrows of circles:\n{}", circles.len(), circles.join("\n"));
}

#[test]
fn crates_are_not_too_large() {
    for (name, _) in ARROWS.iter().filter(|(name, _)| !matches!(*name, "cel" | "ide" | "crdls")) {
        let folder = format!("server/{name}");
        let lines: usize = sources(&[&folder]).iter().map(|path| corpus::read(path).lines().count()).sum();
        println!("{name}: {lines} lines");
        assert!(lines <= 12_000, "{name} has {lines} lines");
    }
}

#[test]
fn utf16_and_utf32_exist_in_one_file() {
    let mut found: Vec<_> = sources(&["server"])
        .into_iter()
        .filter(|path| {
            let text = corpus::read(path);
            text.contains("encode_utf16") || text.contains("len_utf16")
        })
        .collect();
    let known = |path: &PathBuf| {
        path.ends_with("wire/src/position.rs") || path.starts_with(repository().join("server/crdls/tests"))
    };
    found.retain(|path| !known(path));
    assert!(found.is_empty(), "{found:?}");
}

/// What differs by minor is generated from `schemas/`; the crate `minors` has which there are.
#[test]
fn minors_are_named_in_one_table() {
    let names_minor = |path: &PathBuf| {
        let source = RustSource::without_tests(&corpus::read(path));
        let texts: Vec<_> = source.tokens.iter().map(|(_, text)| text.as_str()).collect();
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        texts.windows(3).any(|run| run[..2] == ["Minor", "("] && is_number(run[2]))
    };
    let is_table = |path: &PathBuf| {
        path.ends_with("minors/src/lib.rs")
            || path.ends_with("tests.rs")
            || path
                .components()
                .any(|folder| matches!(folder.as_os_str().to_str(), Some("generated" | "tests")))
    };
    let mut found = sources(&["server"]);
    found.retain(|path| names_minor(path) && !is_table(path));
    assert!(found.is_empty(), "{found:?}");
}

/// The extension's manifest cannot ask the crate `minors`.
#[test]
fn the_extension_takes_the_minors_of_the_table() {
    let text = corpus::read(&repository().join("editors/vscode/package.json"));
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let setting = &manifest["contributes"]["configuration"]["properties"]["crdls.kubernetes"];
    assert_eq!(setting["default"], Minor::NEWEST.to_string());
    for described in ["patternErrorMessage", "markdownDescription"] {
        let text = setting[described].as_str().unwrap_or_default();
        let names = |minor: Minor| text.contains(&minor.to_string());
        assert!(names(Minor::OLDEST) && names(Minor::NEWEST), "{described}: {text}");
    }
    let pattern = setting["pattern"].as_str().expect("a pattern");
    let pattern = crdls_go::regexp::compile(pattern).expect("a regular expression");
    for minor in Minor::OLDEST.0 - 1..=Minor::NEWEST.0 + 1 {
        let known = Minor::all().any(|known| known.0 == minor);
        assert_eq!(pattern.is_match(&format!("1.{minor}")), known, "1.{minor}");
    }
}

#[test]
fn files_are_short() {
    let mut long: Vec<_> = sources(&["server", "tests/src", "tests/tests"])
        .into_iter()
        .map(|path| (corpus::read(&path).lines().count(), path))
        .collect();
    long.sort();
    let median = long[long.len() / 2].0;
    println!("{} files, median {median} lines", long.len());
    long.retain(|(lines, path)| *lines > 800 && !path.components().any(|c| c.as_os_str() == "generated"));
    assert!(long.is_empty(), "{long:?}");
    assert!(median <= 150, "the median is {median} lines");
}

#[test]
fn every_module_opens_with_what_it_knows() {
    let bare: Vec<_> = sources(&["server", "tests/src", "tests/tests", "tests/bench", "tests/peers"])
        .into_iter()
        .filter(|path| !path.ends_with("tests.rs") && !corpus::read(path).starts_with("//!"))
        .collect();
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn no_module_is_called_after_nothing() {
    let vague =
        ["utils.rs", "util.rs", "helpers.rs", "helper.rs", "manager.rs", "common.rs", "misc.rs", "words.rs"];
    let found: Vec<_> = sources(&["server", "tests"])
        .into_iter()
        .filter(|path| vague.iter().any(|name| path.ends_with(name)))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

/// Names that had many meanings: a type says what it is.
#[test]
fn no_type_is_called_after_nothing() {
    const VAGUE: [&str; 11] = [
        "Place",
        "Found",
        "Walk",
        "Written",
        "Beside",
        "Surroundings",
        "News",
        "Known",
        "Judgement",
        "Said",
        "Look",
    ];
    let vague = |path: PathBuf| {
        let source = RustSource::read(&corpus::read(&path));
        let names: Vec<_> = source.types().filter(|name| VAGUE.contains(name)).map(str::to_owned).collect();
        (!names.is_empty()).then_some((path, names))
    };
    let found: Vec<_> = sources(&["server"]).into_iter().filter_map(vague).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn generated_files_are_current() {
    assert_eq!(crdls_xtask::check_generated(), Ok(()));
}

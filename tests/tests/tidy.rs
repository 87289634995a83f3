//! The invariants of the tree that no compiler checks. See ARCHITECTURE.md.

use std::path::PathBuf;
use std::process::Command;

use crdls_tests::corpus::{self, repository};
use serde_json::Value;

/// Crates that only the binary may name.
const BINARY_ONLY: [&str; 5] = ["tower-lsp-server", "tokio", "clap", "anyhow", "rayon"];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(repository())
        .output()
        .expect("cargo metadata");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let files = corpus::files(&repository(), folders, &["rs"]);
    files.into_iter().filter(|path| !path.components().any(|c| c.as_os_str() == "target")).collect()
}

#[test]
fn only_the_binary_knows_protocol_runtime_and_arguments() {
    for package in metadata()["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or_default();
        if matches!(name, "crdls" | "crdls-xtask" | "crdls-tests") {
            continue;
        }
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().unwrap_or_default();
            assert!(!BINARY_ONLY.contains(&on), "{name} depends on {on}");
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

#[test]
fn arrows_between_crates_point_one_way() {
    const LAYERS: [&str; 6] = ["crdls-text", "crdls-yaml", "crdls-cel", "crdls-crd", "crdls-ide", "crdls"];
    for package in metadata()["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(layer) = LAYERS.iter().position(|l| *l == name) else { continue };
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().unwrap_or_default();
            let below = LAYERS.iter().position(|l| *l == on);
            assert!(below.is_none_or(|below| below < layer), "{name} depends on {on}");
        }
        if name == "crdls-cel" {
            let on: Vec<_> = package["dependencies"].as_array().expect("dependencies").iter().collect();
            assert!(on.iter().all(|d| d["name"] != "crdls-yaml"), "cel knows no YAML");
        }
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
        path.ends_with("crdls/src/lsp/protocol/position.rs")
            || path.starts_with(repository().join("server/crdls/tests"))
    };
    found.retain(|path| !known(path));
    assert!(found.is_empty(), "{found:?}");
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
    let bare: Vec<_> = sources(&["server", "tests/src", "tests/tests", "tests/bench"])
        .into_iter()
        .filter(|path| !path.ends_with("tests.rs") && !corpus::read(path).starts_with("//!"))
        .collect();
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn no_module_is_called_after_nothing() {
    let vague = ["utils.rs", "util.rs", "helpers.rs", "helper.rs", "manager.rs", "common.rs", "misc.rs"];
    let found: Vec<_> = sources(&["server", "tests"])
        .into_iter()
        .filter(|path| vague.iter().any(|name| path.ends_with(name)))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn generated_files_are_current() {
    let done = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "crdls-xtask", "--", "codegen", "--check"])
        .current_dir(repository())
        .output()
        .expect("cargo run");
    assert!(
        done.status.success(),
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
}

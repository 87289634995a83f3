//! What the server publishes of a CRD, and what clients make of it. `CRDLS_PUBLISHED_BY=1.31` asks the oracle of an older
//! minor, which `cargo dev oracle` has built.

mod explain;
mod openapi;

use std::path::{Path, PathBuf};

use crdls_ide::File;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd};
use crdls_tests::{corpus, oracle};
use serde_json::Value;

/// The minor whose code is asked.
fn minor() -> Minor {
    let name = std::env::var("CRDLS_PUBLISHED_BY").ok();
    name.map_or(Minor::NEWEST, |name| Minor::parse(&name).expect("a minor such as 1.31"))
}

fn program_or_skip(what: &str) -> Option<PathBuf> {
    oracle::of_minor_or_skip(what, minor())
}

/// Fails where something differs, and prints some of it.
fn conclude(wrong: &[String]) {
    let shown = wrong.iter().take(8).map(|line| line.chars().take(2_000).collect::<String>());
    let shown = shown.collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{shown}");
}

/// The CRDs of a document of a file.
fn crds(root: &Path, file: &str, document: usize) -> Vec<IndexedCrd> {
    let file = File::new(corpus::read(&root.join(file)));
    let mut found = Index::found("crd.yaml", 0, file.shared_text(), file.tree(), &Config::default());
    found.retain(|known| known.number() == document);
    found
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

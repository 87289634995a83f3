//! What the server publishes of a CRD, and what clients make of it.

mod explain;
mod openapi;

use std::path::Path;

use crdls_ide::File;
use crdls_resource::{Index, IndexedCrd};
use crdls_schema::Config;
use crdls_tests::corpus;
use serde_json::Value;

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

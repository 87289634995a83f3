//! Custom resources as they are written and as the server would store them, for programs.
//!
//! Must not know how an object is pruned and defaulted.

use crdls_ide::Effective;
use crdls_report::{Finding, Severity};
use crdls_values::Json;
use crdls_values::json::yaml;
use serde::Serialize;

use super::diff;

/// A custom resource as it is written and as the server would store it.
#[derive(Debug, Serialize)]
pub struct StoredObject {
    /// The number of its document, from 0.
    pub document: usize,
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// YAML of what is written.
    pub written: String,
    /// YAML of what would be stored; nothing where the server cannot decode it.
    pub stored: Option<String>,
    /// The lines of both, each marked with whose it is.
    pub diff: Option<String>,
    /// Why the server would not store it after all.
    pub refused: Vec<String>,
}

/// Objects, in their order.
pub fn stored_objects(found: Vec<Effective>) -> Vec<StoredObject> {
    found.into_iter().map(stored_object).collect()
}

fn stored_object(one: Effective) -> StoredObject {
    let text = |value: Option<&Json>| value.and_then(|value| value.as_str()).map(str::to_owned);
    let written = yaml(&one.written);
    let stored = one.stored.as_ref().map(yaml);
    let is_refusal = |finding: &&Finding| {
        finding.severity == Severity::Error && finding.server.as_ref().is_some_and(|its| !its.shadowed)
    };
    StoredObject {
        document: one.document,
        kind: text(one.written.get("kind")).unwrap_or_default(),
        name: text(one.written.get("metadata").and_then(|its| its.get("name"))).unwrap_or_default(),
        diff: stored.as_ref().map(|stored| diff(&written, stored)),
        refused: one.findings.iter().filter(is_refusal).map(|finding| finding.message.clone()).collect(),
        written,
        stored,
    }
}

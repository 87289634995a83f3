//! What the server warns of when it creates a custom resource.
//!
//! Mirrors `generateWarningsFromObj` and `validateKubeFinalizerName` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/{strategy,validator}.go) and `defaultDeprecationWarning`
//! (pkg/apiserver/customresource_handler.go).

use std::collections::BTreeMap;

use super::index::ServedVersion;
use crdls_schema::Path;
use crdls_schema::code;
use crdls_schema::model::{Crd, Metadata};
use crdls_schema::report::Report;
use crdls_values::dns;
use crdls_values::json::go_quote;
use crdls_values::version_order::compare;

code!(DEPRECATED_VERSION, "deprecated-version", Warning, server, "a version is deprecated by its author");
code!(FINALIZER_NAME, "finalizer-name", Warning, server, "the name of a finalizer may conflict with others");

pub fn check(metadata: Metadata<'_>, by: ServedVersion<'_>, report: &mut Report) {
    if by.version.deprecated() {
        let said = by.version.deprecation_warning();
        let said = said.map_or_else(|| deprecated(by.indexed.crd(), by.version.name()), str::to_owned);
        let message = format!("`{}` is deprecated: {}", by.version.name(), one_line(&said));
        report.warning(&DEPRECATED_VERSION, &Path::EMPTY.child("apiVersion"), said).message(message);
    }
    finalizers(metadata, report);
}

fn one_line(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

/// What is said where the author says nothing.
fn deprecated(crd: Crd<'_>, name: &str) -> String {
    let spec = crd.spec();
    let (group, kind) = (spec.group(), spec.names().kind());
    let better = spec
        .versions()
        .filter(|version| version.served() && !version.deprecated() && compare(name, version.name()).is_lt())
        .max_by(|a, b| compare(a.name(), b.name()));
    let instead = better.map_or_else(String::new, |better| format!("; use {group}/{} {kind}", better.name()));
    format!("{group}/{name} {kind} is deprecated{instead}")
}

const STANDARD: [&str; 3] = ["orphan", "foregroundDeletion", "kubernetes"];

fn finalizers(metadata: Metadata<'_>, report: &mut Report) {
    // The server has a set of them.
    let names: BTreeMap<_, _> = metadata.finalizers().enumerate().map(|(i, (name, _))| (name, i)).collect();
    let path = Path::EMPTY.child("metadata");
    let path = path.child("finalizers");
    for (name, i) in names {
        let said = format!("metadata.finalizers: {}", go_quote(name));
        let mut details: Vec<_> =
            dns::qualified_name(name).into_iter().map(|words| format!("{said}: {words}")).collect();
        if !name.contains('/') && !STANDARD.contains(&name) {
            let path = if name.contains('.') { " including a path (/)" } else { "" };
            details.push(format!(
                "{said}: prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
            ));
        }
        for detail in details {
            report
                .warning(&FINALIZER_NAME, &path.index(i), detail)
                .message(format!("others may use the finalizer `{name}` too"))
                .help("write a domain of yours and a slash before it, as `example.com/cleanup`");
        }
    }
}

//! What the server warns of when it creates or updates a custom resource.
//!
//! Mirrors `generateWarningsFromObj` and `validateKubeFinalizerName` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/{strategy,validator}.go) and `defaultDeprecationWarning`
//! (pkg/apiserver/customresource_handler.go).

use std::collections::BTreeMap;

use crdls_go::go_quote;
use crdls_manifest::model::{Crd, Metadata, Version};
use crdls_manifest::name_problem;
use crdls_report::{Path, Report, code, in_backticks};
use crdls_values::dns;
use crdls_values::version_order::compare;

code!(DEPRECATED_VERSION, "deprecated-version", Warning, server, "a version is deprecated by its author");
code!(FINALIZER_NAME, "finalizer-name", Warning, server, "the name of a finalizer may conflict with others");

/// Warns that a version is deprecated.
pub fn deprecation(crd: Crd<'_>, version: Version<'_>, report: &mut Report) {
    if version.deprecated() {
        let written = format!("{}/{}", crd.spec().group(), version.name());
        let path = Path::EMPTY.child("apiVersion");
        let own = version.deprecation_warning().map(str::to_owned);
        let better = better(crd, version.name());
        let message = match (&own, &better) {
            (Some(said), _) => format!("`{written}` is deprecated: {}", one_line(said)),
            (None, Some(better)) => format!("`{written}` is deprecated; use `{better}`"),
            (None, None) => format!("`{written}` is deprecated"),
        };
        let said = own.unwrap_or_else(|| deprecated(crd, &written, better.as_deref()));
        report.warning(&DEPRECATED_VERSION, &path, said).message(message);
    }
}

fn one_line(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

/// The API version to use instead of a version.
fn better(crd: Crd<'_>, name: &str) -> Option<String> {
    let spec = crd.spec();
    let better = spec
        .versions()
        .filter(|version| version.served() && !version.deprecated() && compare(name, version.name()).is_lt())
        .max_by(|a, b| compare(a.name(), b.name()))?;
    Some(format!("{}/{}", spec.group(), better.name()))
}

/// The server's warning where the author has none.
fn deprecated(crd: Crd<'_>, api_version: &str, better: Option<&str>) -> String {
    let kind = crd.spec().names().kind();
    let instead = better.map_or_else(String::new, |better| format!("; use {better} {kind}"));
    format!("{api_version} {kind} is deprecated{instead}")
}

const STANDARD: [&str; 3] = ["orphan", "foregroundDeletion", "kubernetes"];

/// The finalizers that an object has and an old one has not.
pub fn finalizers(metadata: Metadata<'_>, old: Option<Metadata<'_>>, report: &mut Report) {
    // The server has a set of them.
    let mut names: BTreeMap<_, _> =
        metadata.finalizers().enumerate().map(|(i, (name, _))| (name, i)).collect();
    for (name, _) in old.into_iter().flat_map(Metadata::finalizers) {
        names.remove(name);
    }
    let path = Path::EMPTY.child("metadata");
    let path = path.child("finalizers");
    for (name, i) in names {
        let said = format!("metadata.finalizers: {}", go_quote(name));
        let shown = in_backticks(name);
        let mut details: Vec<_> = dns::qualified_name(name)
            .into_iter()
            .map(|words| {
                (
                    format!("{said}: {words}"),
                    format!(
                        "`metadata.finalizers` has the invalid name {shown}: {}",
                        name_problem::key(name)
                    ),
                )
            })
            .collect();
        if !name.contains('/') && !STANDARD.contains(&name) {
            let path = if name.contains('.') { " including a path (/)" } else { "" };
            details.push((
                format!(
                    "{said}: prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
                ),
                format!("`metadata.finalizers` has {shown}, which may conflict with finalizers of other controllers"),
            ));
        }
        for (detail, message) in details {
            report
                .warning(&FINALIZER_NAME, &path.index(i), detail)
                .message(message)
                .help("prefix the finalizer with a domain that you own: `example.com/cleanup`");
        }
    }
}

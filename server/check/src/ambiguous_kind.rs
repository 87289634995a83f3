//! A custom resource whose verdict depends on the copy of its CRD.
//!
//! Knows which CRD validates the object; the findings are those of that CRD alone. A cluster holds one CRD of a name, so
//! another copy is what another cluster has, or the same one before or after a release.

use std::collections::BTreeSet;

use crdls_yaml::Node;

use crdls_report::{Config, ErrorType, Finding, Path, Severity, code};
use crdls_resource::{IndexedCrd, ServedVersion};

use crate::{Source, replaced};

code!(
    AMBIGUOUS_KIND,
    "ambiguous-kind",
    Hint,
    advice,
    "another copy of the CRD of a custom resource gives another verdict"
);

/// The most copies with other schemas that an object is validated against.
const MOST: usize = 4;

/// The hint on an object of which another copy of the CRD gives another verdict; nothing if all agree. `own` are the
/// findings by the CRD that validates the object. If the user names CRDs, those that are found elsewhere do not count, and
/// neither do those that do not serve the version: they are of another release.
pub(super) fn find(
    root: Node<'_>,
    (api_version, kind, crd): (&str, &str, &IndexedCrd),
    own: &[Finding],
    source: Source<'_>,
    config: &Config,
) -> Option<Finding> {
    let (group, version) = api_version.split_once('/')?;
    let kind_node = root.get("kind").filter(|_| !source.form.is_partial())?.value;
    let crds = source.crds?.nearest_of_kind(group, kind, source.file);
    let mut different: Vec<&IndexedCrd> = Vec::new();
    for other in crds.into_iter().skip(1).filter(|other| other.is_named() == crd.is_named()) {
        let is_known = |known: &IndexedCrd| known.is_same(other);
        if different.len() < MOST && !is_known(crd) && !different.iter().any(|known| is_known(known)) {
            different.push(other);
        }
    }
    let verdict = verdict(own);
    different.into_iter().filter(|other| other.is_current()).find_map(|other| {
        let by = ServedVersion { indexed: other, version: other.served(version)? };
        let (_, mut findings) = replaced::judged(root, by, source, config);
        findings.retain(|finding| source.form.keeps(root, finding));
        let others = self::verdict(&findings);
        let does = match (verdict.is_empty(), others.is_empty()) {
            _ if verdict == others => return None,
            (_, true) => "which accepts the object",
            (true, false) => "which rejects the object",
            (false, false) => "which has other errors",
        };
        Some(finding(kind_node, crd, other, does, source.file))
    })
}

/// What the API server rejects an object for.
fn verdict(findings: &[Finding]) -> BTreeSet<(String, &str)> {
    let errors = findings.iter().filter_map(|finding| {
        let server = finding.server.as_ref().filter(|server| server.kind != ErrorType::Warning)?;
        (finding.severity == Severity::Error).then(|| (finding.path.to_string(), server.detail.as_str()))
    });
    errors.collect()
}

fn finding(kind: Node<'_>, by: &IndexedCrd, other: &IndexedCrd, does: &str, file: &str) -> Finding {
    let message = format!("`kind: {}` is also defined in `{}`, {does}", kind.source(), name(other, file));
    let mut finding = Finding::new(&AMBIGUOUS_KIND, kind.range(), &Path::EMPTY.child("kind"), message)
        .why(format!(
            "the object is validated against `{}`; a cluster has only one of the two CRDs",
            name(by, file)
        ))
        .help("update the copy or delete it, or name the CRD of your cluster with `--crds`");
    finding.related.push(by.place(file, "the object is validated against this CRD"));
    finding.related.push(other.place(file, "this copy gives another verdict"));
    finding
}

/// What a sentence calls the file of a CRD: the last folders of a URI are enough.
fn name<'c>(known: &'c IndexedCrd, file: &str) -> &'c str {
    let source = &*known.source;
    if source == file {
        return "this file";
    }
    source.rsplit_once("://").map_or(source, |(_, path)| path)
}

//! A kind that several CRDs define, and not in the same way.
//!
//! Knows which of them judges; the server's verdict is by that one alone. A cluster holds one CRD of a
//! name, so that the others say what some other cluster would.

use crdls_yaml::Node;

use crdls_resource::IndexedCrd;
use crdls_schema::Path;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, Related, code};

code!(AMBIGUOUS_KIND, "ambiguous-kind", Hint, advice, "two CRDs define the same kind with different schemas");

/// What is to be said where more than one CRD defines the kind of an object of a file. The first judges;
/// copies of it are no news. Where the user names CRDs, those that are found elsewhere do not count.
pub(super) fn find(root: Node<'_>, file: &str, crds: &[&IndexedCrd]) -> Option<Finding> {
    let (judge, rest) = crds.split_first()?;
    let others: Vec<_> = rest
        .iter()
        .filter(|other| other.is_named() == judge.is_named() && other.crd().spec() != judge.crd().spec())
        .collect();
    let kind = root.get("kind").filter(|_| !others.is_empty())?.value;
    let name = judge.header().spec().names().kind();
    let group = judge.header().spec().group();
    let message = format!("`{name}` of `{group}` is defined by several CRDs with different schemas");
    let mut finding = Finding::new(&AMBIGUOUS_KIND, kind.range(), &Path::EMPTY.child("kind"), message)
        .why("a cluster has one CRD of a kind; each object of the kind is validated against the nearest CRD, of equally near ones against the newest")
        .help("keep one of the CRDs, or name the one of your cluster with `--crds`");
    finding.related.extend(here(judge, file, "the object is validated against this CRD"));
    finding.related.extend(others.iter().filter_map(|other| here(other, file, "this CRD is ignored")));
    Some(finding)
}

/// Where a CRD names its kind.
fn here(known: &IndexedCrd, file: &str, message: &str) -> Option<Related> {
    let range = known.header().spec().names().span(Field::Kind)?.value;
    let elsewhere = *known.source != *file;
    Some(Related { file: elsewhere.then(|| known.source.to_string()), range, message: message.to_owned() })
}

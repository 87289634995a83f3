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
/// copies of it are no news.
pub(super) fn find(root: Node<'_>, file: &str, crds: &[&IndexedCrd]) -> Option<Finding> {
    let (judge, rest) = crds.split_first()?;
    let others: Vec<_> = rest.iter().filter(|other| other.crd().spec() != judge.crd().spec()).collect();
    let kind = root.get("kind").filter(|_| !others.is_empty())?.value;
    let name = judge.header().spec().names().kind();
    let message = format!("`{name}` is defined by {} CRDs with different schemas", others.len() + 1);
    let mut finding = Finding::new(&AMBIGUOUS_KIND, kind.range(), &Path::EMPTY.child("kind"), message)
        .why("a cluster has one CRD of a kind; the object is validated against the nearest")
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

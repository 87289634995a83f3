//! Custom resources as the server would store them.

use crdls_resource::{Index, ServedVersion, judge, written};
use crdls_schema::{Config, Finding};
use crdls_values::Json;
use crdls_yaml::Node;

use crate::File;

/// What would be stored of a custom resource that is created.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The number of its document in the file, from 0.
    pub document: usize,
    /// As it is written.
    pub written: Json,
    /// As it would be stored; nothing where the server cannot decode it.
    pub stored: Option<Json>,
    /// What the server reports of it, severities as configured.
    pub findings: Vec<Finding>,
}

/// The custom resources of a file that a CRD judges, in the order of the text. `name`: what the file is called, as
/// those of the CRDs are. Empty where none of its objects has a CRD that serves its version.
pub fn effective(file: &File, name: &str, crds: &Index, config: &Config) -> Vec<Effective> {
    let stored = judged(file, name, crds).map(|(document, root, by)| {
        let verdict = judge(root, name, by, config);
        let (stored, findings) = (verdict.object, crdls_check::configured(verdict.findings, config));
        Effective { document, written: written(root), stored, findings }
    });
    stored.collect()
}

/// The custom resources of a file that a CRD judges: the number of the document, the object, and by what.
pub(crate) fn judged<'i>(
    file: &'i File,
    name: &'i str,
    crds: &'i Index,
) -> impl Iterator<Item = (usize, Node<'i>, ServedVersion<'i>)> {
    file.objects().filter_map(move |(number, object)| {
        Some((number, object.node, crds.served_version(object.node, name)?))
    })
}

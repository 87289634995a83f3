//! Custom resources as the server would store them.

use crdls_check::{scaled, update};
use crdls_report::{Config, Finding, Unit};
use crdls_resource::{Index, ServedVersion, judge};
use crdls_values::Json;
use crdls_yaml::Node;

use crate::file::source;
use crate::{File, FileContext};

/// What would be stored of a custom resource that is created, or that replaces an old one.
#[derive(Clone, Debug)]
pub struct Effective {
    /// The number of its document in the file, from 0.
    pub document: usize,
    /// As it is written.
    pub written: Json,
    /// As it would be stored, or as the server answers with it; nothing where the server cannot decode it.
    pub stored: Option<Json>,
    /// The update deletes it: it was being deleted, and has no finalizer left.
    pub deleted: bool,
    /// What the server reports of it, severities as configured.
    pub findings: Vec<Finding>,
}

/// The custom resources of a file that a CRD judges, in the order of the text. Empty where none of its objects has a CRD
/// that serves its version.
pub fn effective(file: &File, context: FileContext<'_>, config: &Config) -> Vec<Effective> {
    let Some(crds) = context.crds else { return Vec::new() };
    let source = source(file, context);
    let objects = file.objects().filter_map(|(number, object)| {
        let by = crds.served_version(object.node, context.file).or_else(|| scaled(object.node, source))?;
        Some((number, object.node, by))
    });
    let stored = objects.map(|(document, root, by)| {
        let (stored, deleted, findings) = match update(root, by, source, config) {
            Some(updated) => (updated.object, updated.deleted, updated.findings),
            None => {
                let verdict = judge(root.into(), context.file, by, config);
                (verdict.object, false, verdict.findings)
            }
        };
        let findings = crdls_check::configured(findings, config);
        Effective { document, written: Unit::Written(root).value(), stored, deleted, findings }
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

//! Custom resources as the server would store them.

use crdls_check::{scaled, update};
use crdls_fixes::source;
use crdls_report::{Config, Finding, Unit};
use crdls_resource::{Index, ServedVersion, judge};
use crdls_values::Json;
use crdls_yaml::Node;

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdls_resource::Index;
    use crdls_sample::crd;
    use crdls_text::{Edit, TextRange};

    use super::*;
    use crate::{check, definition};

    #[test]
    fn a_model_is_shared_with_the_index() {
        let crd = crd(|c| c.schema("{type: object, properties: {a: {type: string}}}"));
        let listed =
            format!("a: b\n---\napiVersion: v1\nkind: List\nitems:\n- {}", crd.replace('\n', "\n  "));
        let config = Arc::new(Config::default());
        let mut file = Arc::new(File::new(listed).remembering());
        let mut index = Index::default();
        index.open("crd.yaml", Index::found("crd.yaml", 0, file.shared(&config), file.tree(), &config));
        let resource =
            File::new("apiVersion: example.com/v1\nkind: Table\nmetadata: {name: a}\na: 1\n".to_owned());
        let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
        let findings = check(&resource, context, &config);
        let key = resource.text().rfind("a: 1").unwrap() as u32;
        let found = definition(&resource, key, context, &config).unwrap();
        assert_eq!(found.range.start as usize, file.text().find("{a: {type").unwrap() + 1);
        assert_eq!(effective(&resource, context, &config).len(), 1);

        let (_, crd) = file.crds().next().unwrap();
        let model = file.decoded(crd, &config).unwrap();
        // The memo has it, the index, and who asks here.
        assert_eq!(Arc::strong_count(&model), 3);
        drop(model);

        // An edit leaves what the index knows of the text before.
        let at = file.text().find("string").unwrap() as u32;
        let edit = Edit { range: TextRange::new(at, at + 6), new_text: "integer".to_owned() };
        assert!(Arc::make_mut(&mut file).edit(&edit));
        assert_eq!(check(&resource, context, &config), findings);
        index.open("crd.yaml", Index::found("crd.yaml", 0, file.shared(&config), file.tree(), &config));
        let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
        assert_eq!(check(&resource, context, &config), []);
    }
}

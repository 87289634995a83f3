//! Copies of CRDs that differ from the project's CRD.
//!
//! Knows what of a difference users of a copy notice. Must not know which CRD is the project's: the index does.

use crdls_change::{Class, Definition, compare};
use crdls_crd::stale_copy;
use crdls_resource::{Index, IndexedCrd};
use crdls_schema::objects::objects;
use crdls_schema::{Config, FieldPath, Finding, PathStep};
use crdls_yaml::Tree;

/// The most copies of a file that are compared: in a bundle of many CRDs they are made together.
const MOST: usize = 4;

/// The hints on the copies in a file, each with the number of its document.
pub(crate) fn stale_copies(crds: &Index, file: &str, config: &Config) -> Vec<(usize, Finding)> {
    let copies = crds.of_source(file).filter_map(|copy| Some((copy, crds.original(copy)?)));
    let hints = copies.take(MOST).filter_map(|(copy, original)| {
        let differences = differences(copy, original, config)?;
        Some((copy.number(), stale_copy(copy, original, &differences, file)?))
    });
    hints.collect()
}

/// What differs in the schemas, counted by class: the worst first. `None` where nothing does that a user notices.
/// Conversion is left out: kustomize and Helm write it for the cluster.
fn differences(copy: &IndexedCrd, original: &IndexedCrd, config: &Config) -> Option<String> {
    let [old, new] = [copy, original].map(|known| Tree::parse(known.document_text()));
    let changes = compare(definition(copy, &old)?, definition(original, &new)?, &[], config).changes;
    let member = |change: &crdls_change::Change| {
        change.path.steps().iter().filter_map(PathStep::member).nth(1).map(str::to_owned)
    };
    let is_noticed = |change: &&crdls_change::Change| {
        change.class != Class::Internal && member(change).as_deref() != Some("conversion")
    };
    let noticed: Vec<_> = changes.iter().filter(is_noticed).map(|change| change.class).collect();
    let counted = Class::ALL.into_iter().filter_map(|class| {
        let number = noticed.iter().filter(|its| **its == class).count();
        (number > 0).then(|| format!("{number} {}", class.name()))
    });
    let counted: Vec<_> = counted.collect();
    (!counted.is_empty()).then(|| counted.join(", "))
}

/// The CRD in the tree of its document.
fn definition<'m>(known: &'m IndexedCrd, tree: &'m Tree) -> Option<Definition<'m>> {
    let root = tree.root(known.document_text(), tree.documents().first()?)?;
    let found = objects(root)
        .into_iter()
        .find(|object| FieldPath::of_list_item(&object.list_indices) == known.prefix())?;
    Some(Definition { crd: known.crd(), root: found.node })
}

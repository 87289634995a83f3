//! Copies of CRDs that differ from the project's CRD, and manifests that differ from what they are generated from.
//!
//! Knows what of a difference users of a copy notice. Must not know which CRD is the project's: the index does.

use crdls_change::{Change, Class, Definition, IgnoredChange, classify};
use crdls_crd::{stale_copy, stale_manifest as stale};
use crdls_report::{Config, Finding, PathStep};
use crdls_resource::{Index, IndexedCrd};

use crate::File;

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

/// The hint on a CRD that was generated just now, if its manifest has something else than `expected` differences; at the
/// worst difference, in the generated text. `most`: for how many differences objects are searched that show their class.
pub fn stale_manifest(
    manifest: &IndexedCrd,
    generated: &File,
    expected: &[IgnoredChange],
    most: usize,
    config: &Config,
) -> Option<Finding> {
    // What patches change is not generated.
    let manifest = &manifest.as_written();
    let (text, tree) = (generated.shared_text(), generated.tree());
    let made = Index::found(&manifest.source, 0, text, tree, config).into_iter().next()?;
    if made.is_same(manifest) {
        return None;
    }
    let mut changes = changes(manifest, &made, most, config)?;
    changes.retain(|change| !is_of_conversion(change) && IgnoredChange::of(expected, change).is_none());
    changes.sort_by_key(|change| Class::ALL.iter().position(|class| *class == change.class));
    let places = changes.iter().filter_map(|change| Some((change.shown_at?, change.message.as_str())));
    stale(manifest, &counted(&changes)?, &places.collect::<Vec<_>>())
}

/// What differs in the schemas, counted by class: the worst first. `None` where nothing does that a user notices.
/// Conversion is left out: kustomize and Helm write it for the cluster.
fn differences(copy: &IndexedCrd, original: &IndexedCrd, config: &Config) -> Option<String> {
    let mut changes = changes(copy, original, usize::MAX, config)?;
    changes.retain(|change| change.class != Class::Internal && !is_of_conversion(change));
    counted(&changes)
}

fn changes(old: &IndexedCrd, new: &IndexedCrd, most: usize, config: &Config) -> Option<Vec<Change>> {
    let [old_file, new_file] = &[old, new].map(File::around);
    let [before, after] = [Definition::of(old, old_file.tree())?, Definition::of(new, new_file.tree())?];
    Some(classify(before, after, most, config))
}

fn is_of_conversion(change: &Change) -> bool {
    change.path.steps().iter().filter_map(PathStep::member).nth(1) == Some("conversion")
}

/// How many changes there are of each class, the worst first; `None` where there are none.
fn counted(changes: &[Change]) -> Option<String> {
    let counted = Class::ALL.into_iter().filter_map(|class| {
        let number = changes.iter().filter(|change| change.class == class).count();
        (number > 0).then(|| format!("{number} {}", class.name()))
    });
    let counted: Vec<_> = counted.collect();
    (!counted.is_empty()).then(|| counted.join(", "))
}

//! The CRDs of texts, by which custom resources are judged.

use crdls_crd::Config;
use crdls_crd::instance::Index;

use super::threads::Threads;
use crate::render::Source;

/// The CRDs of texts, each text with its rank.
pub(super) fn of<'a>(
    sources: impl Iterator<Item = (usize, &'a Source)>,
    config: &Config,
    threads: &Threads,
) -> Index {
    let found = threads.map(sources.collect(), |(rank, source): (usize, &Source)| {
        let (name, file) = (&source.name, source.file());
        (name.as_str(), Index::found(name, rank, file.shared_text(), file.tree(), config))
    });
    let mut index = Index::default();
    for (name, found) in found {
        index.insert(name, found);
    }
    index
}

//! The index of the CRDs of texts, against which custom resources are validated.
//!
//! Must not know where the texts come from.

use crdls_resource::Index;
use crdls_schema::Config;

use crate::render::Source;
use crate::threads::Threads;

/// The CRDs of texts, each text with its rank.
pub(crate) fn index<'a>(
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

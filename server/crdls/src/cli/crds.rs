//! The index of the CRDs of texts, against which custom resources are validated.
//!
//! Must not know where the texts come from.

use std::path::Path;

use crdls_resource::{Index, Shared};
use crdls_schema::Config;

use crate::files::{name, projects};
use crate::render::Source;
use crate::threads::Threads;

/// Whether there is a CRD in a text, of `v1` or of `v1beta1`.
pub(crate) fn has_any(source: &Source) -> bool {
    let file = source.file();
    let text = Shared::from(file.shared_text());
    !Index::found(&source.name, 0, text, file.tree(), &Config::default()).is_empty()
}

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
    with_projects(index)
}

/// The index with the projects that its CRDs are in.
pub(crate) fn with_projects(mut index: Index) -> Index {
    let folders = projects(index.all().map(|known| Path::new(&*known.source)));
    index.set_projects(folders.iter().map(|folder| name(folder)).collect());
    index
}

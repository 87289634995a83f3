//! The index of the CRDs of files, against which custom resources are validated.
//!
//! Must not know which files there are.

use std::path::Path;
use std::sync::Arc;

use crdls_ide::File;
use crdls_resource::{Index, IndexedCrd, Shared};
use crdls_schema::Config;

use super::inputs::successes;
use super::outcome::Outcome;
use crate::files::{self, FileForms, Input, MUTATING, name, projects, read_again};
use crate::render::{Reload, Source};
use crate::threads::Threads;

/// The CRDs of texts.
pub(crate) fn index<'a>(
    sources: impl Iterator<Item = &'a Source>,
    config: &Config,
    threads: &Threads,
) -> Index {
    with_inputs(Index::default(), sources, config, threads)
}

/// The index with the CRDs of texts in addition.
pub(crate) fn with_inputs<'a>(
    mut index: Index,
    sources: impl Iterator<Item = &'a Source>,
    config: &Config,
    threads: &Threads,
) -> Index {
    let sources: Vec<_> = sources.collect();
    let found = threads.map(sources.clone(), |source: &Source| found(source, 0, config));
    for (source, found) in sources.into_iter().zip(found) {
        index.insert(&source.name, found);
    }
    with_layout(index)
}

/// The CRDs of texts, each with the rank of its place.
pub(crate) fn of_ranked(sources: &[(usize, Source)], config: &Config) -> Index {
    let mut index = Index::default();
    for (rank, source) in sources {
        index.insert(&source.name, found(source, *rank, config));
    }
    with_layout(index)
}

fn found(source: &Source, rank: usize, config: &Config) -> Vec<IndexedCrd> {
    Index::found(&source.name, rank, source.file().shared_text(), source.file().tree(), config)
}

/// Reads the CRDs of files, each with the rank of its place, and the texts that they are in. Files in places that the
/// user names must be readable; of the others, only whole manifests count.
pub(crate) fn read(
    files: Vec<(usize, Input)>,
    config: &Config,
    threads: &Threads,
    outcome: &mut Outcome,
) -> (Index, Vec<Source>) {
    let forms = FileForms::of_files(files.iter().filter_map(|(_, input)| input.path.as_deref()));
    read_by_forms(files, &forms, config, threads, outcome)
}

/// The same by forms that are known.
pub(crate) fn read_by_forms(
    files: Vec<(usize, Input)>,
    forms: &FileForms,
    config: &Config,
    threads: &Threads,
    outcome: &mut Outcome,
) -> (Index, Vec<Source>) {
    let read = |(rank, input): (usize, Input)| {
        let is_partial = |path: &Path| forms.form(path).is_partial();
        let file = match files::read_with_crds(&input) {
            Err(why) if rank > 0 => return Err(why),
            Err(_) | Ok(None) => return Ok(None),
            Ok(Some(_)) if rank == 0 && input.path.as_deref().is_some_and(is_partial) => return Ok(None),
            Ok(Some(file)) => file,
        };
        let Some(path) = input.path else {
            let source = Source::new(input.name, file);
            let found = (found(&source, rank, config), mutated(source.file()));
            return Ok(Some((source, found)));
        };
        // Most CRDs are not needed: the text is read again for those that are.
        let again = Reload::new(move || read_again(&path));
        let text = again.clone();
        let text = Shared::later(move || Arc::clone(text.read().shared_text()));
        let found = Index::found_in(&input.name, rank, file.text(), &text, file.tree(), config);
        let found = (found, mutated(&file));
        let mut source = Source::new(input.name, file);
        source.unload(again);
        Ok(Some((source, found)))
    };
    let (mut index, mut sources) = (Index::default(), Vec::new());
    for (source, (found, mutated)) in successes(threads.map(files, read), outcome).into_iter().flatten() {
        index.add_mutated(mutated);
        if !found.is_empty() {
            index.insert(&source.name, found);
            sources.push(source);
        }
    }
    (with_layout(index), sources)
}

/// The resources that webhooks configured in a file may change, each after its group.
pub(crate) fn mutated(file: &File) -> Vec<(String, String)> {
    if !file.text().contains(MUTATING) {
        return Vec::new();
    }
    file.objects().flat_map(|(_, object)| crdls_check::mutated_resources(object.node)).collect()
}

/// The index with the folders that its CRDs are in.
pub(crate) fn with_layout(mut index: Index) -> Index {
    let here = std::env::current_dir().unwrap_or_default();
    let folders = projects(index.all().map(|known| Path::new(&*known.source)));
    index.set_layout(&name(&here), folders.iter().map(|folder| name(folder)));
    index
}

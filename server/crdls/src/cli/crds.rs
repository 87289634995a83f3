//! The index of the CRDs of files, against which custom resources are validated.
//!
//! Must not know which files there are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_check::{Form, Kustomizations};
use crdls_ide::File;
use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd, Shared};

use super::equal::EqualFiles;
use super::go_crds::{self, TextOf};
use super::inputs::{self, CrdFiles, GoOptions, RunOptions, collect_with_go, successes, without_excluded};
use super::outcome::Outcome;
use crate::built_crds;
use crate::go::GeneratedText;
use crate::render::{Reload, Source};
use crdls_system::files::{
    self, DiskFiles, FileForms, Input, kustomization_folders, kustomize_path, name, projects, read_again,
};
use crdls_system::kept::entry_name;
use crdls_system::threads::Threads;

/// CRDs and webhooks that a file adds to the index.
#[derive(Debug, Default)]
pub(crate) struct KnownCrds {
    /// The CRDs in it.
    pub(crate) crds: Vec<IndexedCrd>,
    /// The resources that webhooks configured in it may change, each after its group.
    pub(crate) mutated: Vec<(String, String)>,
}

impl KnownCrds {
    /// The same of an equal file.
    pub(crate) fn of_copy(&self, name: &Arc<str>) -> Self {
        Self { crds: IndexedCrd::in_copy(&self.crds, name), mutated: self.mutated.clone() }
    }
}

/// Reads a file once more, to be taken by a form.
pub(crate) fn reload(input: &Input, form: Form) -> Reload {
    let input = input.clone();
    Reload::new(move || input.path().map(read_again).unwrap_or_default().with_form(form))
}

/// A text that CRDs are decoded from when one is asked for.
fn text_of(again: &Reload) -> Shared {
    let again = again.clone();
    Shared::later(move || Arc::clone(again.read().shared_text()))
}

/// The CRDs of texts, each with the rank of its place.
pub(crate) fn index<'a>(
    sources: impl Iterator<Item = (usize, &'a Source)>,
    config: &Config,
    threads: &Threads,
) -> Index {
    with_inputs(Index::default(), sources, config, threads)
}

/// The texts of paths that are not excluded, and those of the CRDs that files of Go give and none of the texts has.
pub(crate) fn sources_of(
    paths: &[PathBuf],
    options: &RunOptions,
    threads: &Threads,
    outcome: &mut Outcome,
) -> Vec<Source> {
    let (inputs, go) = collect_with_go(paths, outcome);
    let [inputs, go] = [inputs, go].map(|found| without_excluded(found, &options.excluded));
    let mut sources = successes(threads.map(inputs, inputs::read), outcome);
    if !go.is_empty() {
        let manifests = index(sources.iter().map(|source| (0, source)), &options.config, threads);
        let go = go.into_iter().map(|input| (0, input)).collect();
        let (_, of_go) =
            with_go(manifests, (go, GeneratedText::whole), options.go(), &options.config, threads);
        sources.extend(of_go.into_iter().map(|(_, source)| source));
    }
    sources
}

/// The index with the CRDs of texts in addition, each with the rank of its place.
pub(crate) fn with_inputs<'a>(
    mut index: Index,
    sources: impl Iterator<Item = (usize, &'a Source)>,
    config: &Config,
    threads: &Threads,
) -> Index {
    let find = |(rank, source): (usize, &'a Source)| (&source.name, found(source, None, rank, config));
    for (name, found) in threads.map(sources.collect(), find) {
        index.insert(name, found);
    }
    with_layout(index)
}

/// The CRDs of a text. `again` reads it when a CRD is needed, so that the text need not be kept: most are not.
pub(crate) fn found(
    source: &Source,
    again: Option<&Reload>,
    rank: usize,
    config: &Config,
) -> Vec<IndexedCrd> {
    let file = source.file();
    let text = again.map_or_else(|| Shared::from(file.shared_text()), text_of);
    Index::found_in(&source.name, rank, file.text(), &text, file.tree(), config)
}

/// Reads the CRDs of files, and the texts that they are in. Files in places that the user names must be readable; of the
/// others, only whole manifests count.
pub(crate) fn read(
    CrdFiles { manifests, go }: CrdFiles,
    options: &RunOptions,
    threads: &Threads,
    outcome: &mut Outcome,
) -> (Index, Vec<Source>) {
    let paths = || manifests.iter().filter_map(|(_, input)| input.path());
    let (forms, folders) = (FileForms::of_files(paths()), kustomization_folders(paths()));
    let (index, mut sources) =
        read_by_forms(Index::default(), manifests, &forms, &options.config, threads, outcome);
    let (index, of_go) = with_go(index, (go, GeneratedText::whole), options.go(), &options.config, threads);
    sources.extend(of_go.into_iter().map(|(_, source)| source));
    let mut index = with_layout(index);
    take_built(&mut index, &mut Kustomizations::of(&DiskFiles, &folders), &options.config);
    (index, sources)
}

/// Takes the CRDs of an index as kustomizations apply them.
pub(crate) fn take_built(index: &mut Index, kustomizations: &mut Kustomizations<'_>, config: &Config) {
    let path = |known: &IndexedCrd| kustomize_path(Path::new(&*known.source));
    built_crds::take_built(index, kustomizations, path, config);
}

/// The index with the CRDs that only types in files of Go give, and their texts; [`with_layout`] is still to be called.
pub(crate) fn with_go(
    mut index: Index,
    (files, text): (Vec<(usize, Input)>, TextOf),
    settings: GoOptions<'_>,
    config: &Config,
    threads: &Threads,
) -> (Index, Vec<(usize, Source)>) {
    let sources = go_crds::generated(files, &index, text, settings, threads);
    for (rank, source) in &sources {
        index.insert(&source.name, found(source, None, *rank, config));
    }
    (index, sources)
}

/// Adds CRDs to an index by forms that are known; [`with_layout`] is still to be called.
pub(crate) fn read_by_forms(
    mut index: Index,
    files: Vec<(usize, Input)>,
    forms: &FileForms,
    config: &Config,
    threads: &Threads,
    outcome: &mut Outcome,
) -> (Index, Vec<Source>) {
    let equal = EqualFiles::default();
    let read = |(rank, input): (usize, Input)| match read_crds(&input, rank, forms, config, &equal) {
        Err(why) if rank > 0 => Err(why),
        read => Ok(read.ok().flatten()),
    };
    let mut sources = Vec::new();
    for (source, KnownCrds { crds, mutated }) in
        successes(threads.map(files, read), outcome).into_iter().flatten()
    {
        index.add_mutated(mutated);
        if !crds.is_empty() {
            index.insert(&source.name, crds);
            sources.push(source);
        }
    }
    (index, sources)
}

/// The CRDs of a file with its text, which is freed; `None` where it has none, or only parts of objects.
fn read_crds(
    input: &Input,
    rank: usize,
    forms: &FileForms,
    config: &Config,
    equal: &EqualFiles<KnownCrds>,
) -> Result<Option<(Source, KnownCrds)>, String> {
    let (_, Some(bytes)) = files::bytes_with_crds(input)? else { return Ok(None) };
    if rank == 0 && input.path().is_some_and(|path| forms.form(path).is_partial()) {
        return Ok(None);
    }
    let again = input.path().map(|_| reload(input, Form::default()));
    let key = entry_name(&(rank, &bytes));
    if let Some((again, known)) = again.as_ref().zip(equal.get(&key)) {
        let known = known.of_copy(&input.name);
        return Ok(Some((Source::later(input.name.clone(), again.clone()), known)));
    }
    let source = Source::new(input.name.clone(), files::parsed(&input.name, bytes)?);
    let known =
        KnownCrds { crds: found(&source, again.as_ref(), rank, config), mutated: mutated(source.file()) };
    if let Some(again) = again {
        equal.note(key, known.of_copy(&input.name));
        return Ok(Some((Source::later(input.name.clone(), again), known)));
    }
    Ok(Some((source, known)))
}

/// The resources that webhooks configured in a file may change, each after its group.
pub(crate) fn mutated(file: &File) -> Vec<(String, String)> {
    file.objects().flat_map(|(_, object)| crdls_check::mutated_resources(object.node)).collect()
}

/// The index with the folders that its CRDs are in.
pub(crate) fn with_layout(mut index: Index) -> Index {
    let here = std::env::current_dir().unwrap_or_default();
    let folders = projects(index.all().map(|known| Path::new(&*known.source)));
    index.set_layout(&name(&here), folders.iter().map(|folder| name(folder)));
    index
}

//! CRDs that exist only as Go types: the texts that controller-gen would write.
//!
//! The one place where commands get them. Go types count for the CRDs that no manifest has. Must not know what a command
//! does with the texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_generate::is_fetched;
use crdls_ide::File;
use crdls_report::FieldPath;
use crdls_resource::Index;

use super::inputs::GoOptions;
use super::outcome::warn;
use crate::go::{GeneratedText, GoInputs, GoProject, Manifests, manifest_kinds};
use crate::render::{Reload, Source, count, first_and_more};
use crdls_system::files::{Input, name, path_in_repository};
use crdls_system::threads::Threads;

/// Makes a text of a file of Go.
pub(super) type SourceOf<'s> = &'s dyn Fn(&Path, Arc<str>) -> Source;

/// Makes the text of the CRDs that a file gives: [`GeneratedText::whole`] or, where they validate, [`GeneratedText::without_open_rules`].
pub(super) type TextOf = fn(&GeneratedText) -> String;

/// The CRDs whose kinds a file of Go declares.
pub(super) struct GoCrdText {
    /// The file.
    pub(super) path: PathBuf,
    pub(super) source: Source,
    /// The nodes whose types are not found, each after the name of its CRD.
    pub(super) unknown: Vec<(String, FieldPath)>,
}

/// The texts of the CRDs that the types in some files give and no manifest has, each with the rank of its place. Files in
/// places that the user names count against manifests in such places only.
pub(super) fn generated(
    files: Vec<(usize, Input)>,
    manifests: &Index,
    text: TextOf,
    settings: GoOptions<'_>,
    threads: &Threads,
) -> Vec<(usize, Source)> {
    let mut by_rank: BTreeMap<usize, Vec<Input>> = BTreeMap::new();
    for (rank, input) in files {
        by_rank.entry(rank).or_default().push(input);
    }
    let mut all = Vec::new();
    for (rank, inputs) in by_rank {
        let known = manifest_kinds(manifests, |is_named| rank == 0 || is_named);
        let read = GoInputs::of_disk(&inputs);
        let found = sources(read, (manifests, &known), settings, (&of_disk, text), threads);
        all.extend(found.into_iter().map(|found| (rank, found.source)));
    }
    all
}

/// A file of Go on disk.
pub(super) fn of_disk(path: &Path, text: Arc<str>) -> Source {
    later(name(path), text).in_repository(path_in_repository)
}

/// A text that is parsed when a place in it is asked for.
pub(super) fn later(name: String, text: Arc<str>) -> Source {
    Source::later(name, Reload::new(move || File::new(text.to_string())))
}

/// The texts of the CRDs that the types in some files give, except of `known` kinds. `manifests` tell how controller-gen is
/// called.
pub(super) fn sources(
    inputs: GoInputs<'_>,
    (manifests, known): (&Index, &BTreeSet<(String, String)>),
    settings: GoOptions<'_>,
    (source, text): (SourceOf<'_>, TextOf),
    threads: &Threads,
) -> Vec<GoCrdText> {
    let asked: BTreeSet<PathBuf> = inputs.inputs.iter().filter_map(Input::to_path).collect();
    let manifests = Manifests { crds: manifests, file: "go.mod" };
    let Some(project) = GoProject::read(inputs, settings, manifests, threads) else { return Vec::new() };
    let texts = project.texts(known, |path| asked.contains(path), threads);
    let unknown: BTreeSet<&str> = texts.iter().flat_map(GeneratedText::unknown_types).collect();
    warn_of_unknown(&Vec::from_iter(unknown), "any value is accepted there");
    let with_paths = |of: GeneratedText| GoCrdText {
        path: of.path.clone(),
        unknown: of.unknown_nodes().map(|(crd, path)| (crd.to_owned(), path.clone())).collect(),
        source: source_of(text(&of), of, &project, source),
    };
    texts.into_iter().map(with_paths).collect()
}

fn source_of(text: String, of: GeneratedText, project: &GoProject, source: SourceOf<'_>) -> Source {
    let others = of.files().into_iter().filter(|path| **path != *of.path);
    let files: Vec<PathBuf> = std::iter::once(&*of.path).chain(others).map(Path::to_owned).collect();
    let written =
        files.iter().map(|path| source(path, project.text_of(&name(path)).unwrap_or_default())).collect();
    Source::generated(File::new(text), written, move |range| {
        let (path, range) = of.origin(range)?;
        Some((files.iter().position(|file| file == path)?, range))
    })
}

/// Warns of types that are not found, if there are any. `effect`: what that means for what is below them.
pub(super) fn warn_of_unknown(names: &[&str], effect: &str) {
    if !names.is_empty() {
        let is_fetched = names.iter().any(|name| is_fetched(name));
        let until = if is_fetched { " until `go mod download` has fetched the modules" } else { "" };
        warn(format_args!(
            "cannot find {}: {}; {effect}{until}",
            count(names.len(), "Go type"),
            first_and_more(names)
        ));
    }
}

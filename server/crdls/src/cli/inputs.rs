//! What the arguments and crdls.toml name: settings, files, further places with CRDs.
//!
//! Knows how they go together, and reports what is wrong with them. Must not know what a command does with the texts.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crdls_change::IgnoredChange;
use crdls_ide::File;
use crdls_report::Config;
use crdls_resource::Index;

use super::args::Common;
use super::outcome::{Outcome, Troubles, report_all, trouble, warn};
use crate::go::{GoSettings, names_markers};
use crate::render::Source;
use crate::settings::{self, Settings};
use crdls_system::files::{self, Excluded, FileIdentities, FoundFiles, IgnoreFiles, Input, find_crd_files};

/// What holds for a run.
#[derive(Debug)]
pub(crate) struct RunOptions {
    pub(crate) config: Config,
    /// Further places with CRDs: those of `--crds`, then those of crdls.toml.
    pub(crate) crd_places: Vec<PathBuf>,
    /// What the setting `exclude` covers.
    pub(crate) excluded: Excluded,
    /// Changes of CRDs that crdls.toml accepts.
    pub(crate) ignored_changes: Vec<IgnoredChange>,
    /// What it says of controller-gen.
    pub(crate) go: GoSettings,
    /// The folder that paths of the settings are relative to.
    pub(crate) base: PathBuf,
}

/// What crdls.toml says of controller-gen, and the folder that its paths are relative to.
pub(crate) type GoOptions<'o> = (&'o GoSettings, &'o Path);

impl RunOptions {
    /// What holds for controller-gen.
    pub(crate) fn go(&self) -> GoOptions<'_> {
        (&self.go, &self.base)
    }
}

/// The options of the command line and of crdls.toml.
///
/// # Errors
/// The faults of both.
pub(crate) fn run_options(common: &Common) -> Result<RunOptions, Troubles> {
    let folder = std::env::current_dir().unwrap_or_default();
    let settings = match &common.config {
        Some(path) => settings::of_file(&folder.join(path), &folder),
        None => settings::of_folder(&folder).unwrap_or_default(),
    };
    settings.warnings.iter().for_each(warn);
    Troubles::of([&settings.errors[..], &without_crds(&common.crds)].concat())?;
    let Common { kubernetes, field_validation, .. } = *common;
    let settings = settings.under(&Settings { kubernetes, field_validation, ..Settings::default() });
    let (config, excluded) = (settings.config(), settings.excluded(&folder));
    let Settings { crds, ignored_changes, go, folder: base, .. } = settings;
    let base = base.unwrap_or(folder);
    let crd_places = common.crds.iter().cloned().chain(crds.into_iter().map(PathBuf::from)).collect();
    Ok(RunOptions { config, crd_places, excluded, ignored_changes, go, base })
}

/// The messages on places that are named to find CRDs, and have files but no CRD in them.
fn without_crds(places: &[PathBuf]) -> Vec<String> {
    // What cannot be read is reported when it is read for its CRDs.
    let has_crd = |input: Input| {
        let found =
            |file: File| Index::found(&input.name, 0, file.shared_text(), file.tree(), &Config::default());
        files::read_with_crds(&input).map_or(true, |file| file.is_some_and(|file| !found(file).is_empty()))
    };
    let is_wrong = |place: &&PathBuf| {
        let found = if place.as_os_str() == "-" { return false } else { find_crd_files(place) };
        let has_markers = |input: &Input| {
            let bytes = input.path().and_then(|path| files::bytes_of(path).ok());
            bytes.is_some_and(|bytes| names_markers(&bytes))
        };
        found.errors.is_empty() && !found.inputs.into_iter().any(has_crd) && !found.go.iter().any(has_markers)
    };
    let message = |place: &PathBuf| format!("`--crds {}`: there is no CRD in it", place.display());
    places.iter().filter(is_wrong).map(message).collect()
}

/// The files of the paths. What is wrong with the paths goes to `outcome`.
pub(crate) fn collect(paths: &[PathBuf], ignore: IgnoreFiles, outcome: &mut Outcome) -> Vec<Input> {
    told(files::collect(paths, ignore), outcome).inputs
}

/// The files that were found; what is wrong with the paths is reported.
fn told(mut found: FoundFiles, outcome: &mut Outcome) -> FoundFiles {
    std::mem::take(&mut found.warnings).iter().for_each(warn);
    *outcome = (*outcome).max(report_all(std::mem::take(&mut found.errors)));
    found
}

/// The same, and the files of Go.
pub(crate) fn collect_with_go(paths: &[PathBuf], outcome: &mut Outcome) -> (Vec<Input>, Vec<Input>) {
    let FoundFiles { inputs, go, .. } = told(files::collect(paths, IgnoreFiles::Respected), outcome);
    (inputs, go)
}

/// The inputs that are not excluded. Standard input never is.
pub(crate) fn without_excluded(mut inputs: Vec<Input>, excluded: &Excluded) -> Vec<Input> {
    inputs.retain(|input| !input.path().is_some_and(|path| excluded.covers(path)));
    inputs
}

/// The files of the places that the user names for CRDs.
pub(crate) struct NamedCrds {
    /// For each of the inputs the rank of the first place that has it too, from 1; 0 where none has it.
    pub(crate) ranks: Vec<usize>,
    /// The other files, each with the rank of its place.
    pub(crate) further: CrdFiles,
}

/// Files in which CRDs are looked for, each with the rank of its place.
#[derive(Debug, Default)]
pub(crate) struct CrdFiles {
    pub(crate) manifests: Vec<(usize, Input)>,
    /// Files of Go, whose types count for the CRDs that no manifest has.
    pub(crate) go: Vec<(usize, Input)>,
}

/// The files of the places that the user names for CRDs, and which of the inputs are among them.
pub(crate) fn crd_inputs(inputs: &[Input], places: &[PathBuf], outcome: &mut Outcome) -> NamedCrds {
    let mut further = CrdFiles::default();
    for (at, place) in places.iter().enumerate() {
        let FoundFiles { inputs, go, .. } = told(find_crd_files(place), outcome);
        further.manifests.extend(inputs.into_iter().map(|input| (at + 1, input)));
        further.go.extend(go.into_iter().map(|input| (at + 1, input)));
    }
    if further.manifests.is_empty() {
        return NamedCrds { ranks: vec![0; inputs.len()], further };
    }
    let mut identities = FileIdentities::default();
    let mut named = HashMap::new();
    further.manifests.retain(|(rank, input)| {
        let Some(identity) = identities.of(input) else { return true };
        let is_first = !named.contains_key(&identity);
        named.entry(identity).or_insert(*rank);
        is_first
    });
    let of_inputs: Vec<_> = inputs.iter().map(|input| identities.of(input)).collect();
    let rank =
        |identity: &Option<OsString>| identity.as_ref().and_then(|identity| named.get(identity)).copied();
    let ranks = of_inputs.iter().map(|identity| rank(identity).unwrap_or(0)).collect();
    let known: HashSet<_> = of_inputs.into_iter().flatten().collect();
    further
        .manifests
        .retain(|(_, input)| identities.of(input).is_none_or(|identity| !known.contains(&identity)));
    NamedCrds { ranks, further }
}

/// The files in which CRDs are looked for besides the inputs, each with the rank of its place: the places that the user
/// names, then the workspace of the paths by .gitignore and `exclude`, unless `--no-workspace` leaves it out.
pub(crate) fn known_crd_inputs(
    common: &Common,
    paths: &[PathBuf],
    inputs: &[Input],
    options: &RunOptions,
    outcome: &mut Outcome,
) -> CrdFiles {
    let NamedCrds { mut further, .. } = crd_inputs(inputs, &options.crd_places, outcome);
    add_workspace(&mut further, common, (paths, &[]), inputs, &options.excluded);
    further
}

/// Adds the files of the workspace of paths that are neither inputs nor named; see [`files::workspace`].
pub(crate) fn add_workspace(
    named: &mut CrdFiles,
    common: &Common,
    (paths, walked): (&[PathBuf], &[PathBuf]),
    inputs: &[Input],
    excluded: &Excluded,
) {
    if common.no_workspace {
        return;
    }
    // Nobody named a folder that cannot be read, or has no manifests.
    let FoundFiles { inputs: found, go, warnings, .. } = files::workspace(paths, walked);
    warnings.iter().for_each(warn);
    let mut identities = FileIdentities::default();
    for (files, found) in [(&mut named.manifests, found), (&mut named.go, go)] {
        let others = inputs.iter().chain(files.iter().map(|(_, input)| input));
        let known: HashSet<_> = others.filter_map(|input| identities.of(input)).collect();
        let mut found = without_excluded(found, excluded);
        found.retain(|input| identities.of(input).is_none_or(|identity| !known.contains(&identity)));
        files.extend(found.into_iter().map(|input| (0, input)));
    }
}

/// An input, read and parsed; the message where it cannot be read.
pub(crate) fn read(input: Input) -> Result<Source, String> {
    let file = files::read(&input)?;
    Ok(Source::new(input.name, file).in_repository(files::path_in_repository))
}

/// The results that there are; the messages of the others are reported.
pub(crate) fn successes<T>(results: Vec<Result<T, String>>, outcome: &mut Outcome) -> Vec<T> {
    let keep = |result: Result<T, String>| result.map_err(|why| *outcome = trouble(why)).ok();
    results.into_iter().filter_map(keep).collect()
}

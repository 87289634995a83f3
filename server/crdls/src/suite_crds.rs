//! Which CRDs a suite is run against, by where the files are.
//!
//! In the layout of openshift/api the suites in `<group>/<version>/tests/<folder>/` are run against the CRDs in
//! `<group>/<version>/zz_generated.crd-manifests/`, by the feature gates of `payload-manifests/featuregates/` in the same
//! repository. Every other suite is run against the project's CRD of the name that it has. Must not know how a
//! suite chooses between CRDs of one name (`crdls_suite::select`).

use std::path::{Path, PathBuf};

use crdls_ide::File;
use crdls_suite::{Candidate, GateFile, Located, MANIFESTS_FOLDER, Suite, only, select};

use crdls_system::files::{IgnoreFiles, collect, name};

/// A suite and its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedSuite<'s> {
    pub(crate) suite: &'s Suite,
    /// `None` where it is not on the disk.
    pub(crate) path: Option<&'s Path>,
}

/// The folder with the CRDs that a suite is run against, in the layout of openshift/api.
pub(crate) fn manifests_folder(suite: &Path) -> Option<PathBuf> {
    let tests = suite.parent()?.parent()?;
    let folder = tests.parent()?.join(MANIFESTS_FOLDER);
    (tests.file_name()? == "tests" && folder.is_dir()).then_some(folder)
}

/// The folder with the feature gates of the repository of a suite.
pub(crate) fn gates_folder(suite: &Path) -> Option<PathBuf> {
    let below = |folder: &Path| folder.join("payload-manifests").join("featuregates");
    let here = suite.ancestors().skip(1).map(below).find(|folder| folder.is_dir());
    let absolute =
        || std::path::absolute(suite).ok()?.ancestors().skip(1).map(below).find(|its| its.is_dir());
    here.or_else(absolute)
}

/// The manifests of feature gates in a folder, by name; those that cannot be read are left out.
pub(crate) fn gates(folder: &Path) -> Vec<GateFile> {
    let inputs = collect(&[folder.to_owned()], IgnoreFiles::Disregarded).inputs;
    let paths = inputs.into_iter().filter_map(|input| input.to_path());
    let gate_file = |path: PathBuf| {
        let file = File::from_bytes(std::fs::read(path).ok()?);
        GateFile::read(file.tree().first_root(file.text())?)
    };
    paths.filter_map(gate_file).collect()
}

/// The CRDs that a suite is run against. `candidates`: each with the number of its place, from 1, where a setting or an
/// argument names it, otherwise 0; those that are named come before the suite's folder. `is_first`: whether no CRD of the
/// name comes before a candidate for the suite, see [`crdls_resource::Index::all_first_of_name`].
///
/// # Errors
/// Why there is none, and where in the suite.
pub(crate) fn chosen<'k>(
    placed: PlacedSuite<'_>,
    candidates: &'k [(usize, Candidate<'k>)],
    gates: &[GateFile],
    is_first: &dyn Fn(&Candidate<'_>) -> bool,
) -> Result<Vec<&'k Candidate<'k>>, Located> {
    let suite = placed.suite;
    let Some(crd_name) = suite.crd_name.as_ref() else { return select(suite, &[], &[]) };
    let fits: Vec<_> = candidates.iter().filter(|(_, candidate)| candidate.name == crd_name.text).collect();
    let is_named = fits.iter().any(|(rank, _)| *rank > 0);
    if let Some(folder) = placed.path.and_then(manifests_folder).filter(|_| !is_named) {
        let below = |candidate: &&Candidate<'_>| {
            Path::new(candidate.file).parent() == Some(Path::new(&name(&folder)))
        };
        let its: Vec<_> = fits.iter().map(|(_, candidate)| candidate).filter(below).collect();
        return select(suite, &its, gates);
    }
    let nearest: Vec<_> = fits.into_iter().map(|(_, its)| its).filter(|its| is_first(its)).collect();
    only(suite, &nearest)
}

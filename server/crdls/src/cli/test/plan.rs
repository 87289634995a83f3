//! What is run: the suites of each CRD.
//!
//! Which CRDs a suite is run against is in `crate::suite_crds`. Must not know how a case is run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crdls_check::Kustomizations;
use crdls_resource::Index;
use crdls_suite::{Candidate, CaseKind, Example, GateFile, Located, Suite, version};

use super::super::args::TestArgs;
use super::super::crds;
use super::super::inputs::{CrdFiles, RunOptions, known_crd_inputs};
use super::super::outcome::Outcome;
use crate::go::GeneratedText;
use crate::render::{Source, Sources};
use crate::suite_crds::{self, PlacedSuite, gates, gates_folder, manifests_folder};
use crdls_system::files::{DiskFiles, IgnoreFiles, Input, collect, kustomization_folders, read_with_crds};
use crdls_system::threads::Threads;

/// A suite and its file.
pub(super) struct SuiteFile {
    pub(super) source: Arc<Source>,
    /// `None` is standard input.
    pub(super) path: Option<PathBuf>,
    pub(super) suite: Suite,
}

impl SuiteFile {
    /// The folder with the CRDs that the suite is run against, in the layout of openshift/api.
    fn manifests(&self) -> Option<PathBuf> {
        manifests_folder(self.path.as_deref()?)
    }

    /// Whether its cases are objects of a file.
    pub(super) fn is_examples(&self) -> bool {
        self.suite.cases.iter().any(|case| case.kind == CaseKind::Example)
    }

    /// The folder with the feature gates of its repository.
    fn gates(&self) -> Option<PathBuf> {
        gates_folder(self.path.as_deref()?)
    }
}

/// A file with objects that are cases.
pub(super) struct ExampleFile {
    pub(super) source: Source,
    pub(super) path: Option<PathBuf>,
    pub(super) examples: Vec<Example>,
}

/// The objects of a file as suites, one for each version of a CRD; those of Kubernetes' own kinds are left out.
pub(super) fn example_suites(file: ExampleFile, candidates: &[(usize, Candidate<'_>)]) -> Vec<SuiteFile> {
    let ExampleFile { source, path, examples } = file;
    let mut suites: BTreeMap<(String, String), Suite> = BTreeMap::new();
    for Example { group, version, kind, case } in examples {
        let defines = |candidate: &Candidate<'_>| candidate.group == group && candidate.kind == kind;
        let known = candidates.iter().map(|(_, candidate)| candidate).find(|candidate| defines(candidate));
        if known.is_none() && !group.contains('.') {
            continue;
        }
        let crd = known.map_or_else(|| format!("{kind}.{group}"), |candidate| candidate.name.clone());
        let range = case.range;
        let suite = suites.entry((crd.clone(), version.clone())).or_insert_with(|| Suite {
            crd_name: Some(Located { text: crd, range }),
            version: Some(Located { text: version, range }),
            range,
            ..Suite::default()
        });
        suite.cases.push(case);
    }
    let source = Arc::new(source);
    suites
        .into_values()
        .map(|suite| SuiteFile { source: Arc::clone(&source), path: path.clone(), suite })
        .collect()
}

/// The files that are not suites.
pub(super) struct CrdSources {
    /// The files with CRDs: those named by `--crds` and the settings by the number of their place, from 1.
    crds: Vec<(usize, Source)>,
    /// What decides which CRD of a name is the project's.
    index: Index,
    gates: BTreeMap<PathBuf, Vec<GateFile>>,
    /// What could not be read.
    pub(super) faults: Vec<String>,
}

impl CrdSources {
    /// Reads the CRDs and gates that suites are run with. `crds` are those of the inputs; `searches`: others have to be
    /// looked for.
    pub(super) fn read(
        suites: &[SuiteFile],
        searches: bool,
        crds: Vec<Source>,
        inputs: &[Input],
        args: &TestArgs,
        options: &RunOptions,
        threads: &Threads,
    ) -> Self {
        let mut files = CrdFiles::default();
        let folders: BTreeSet<_> = suites.iter().filter_map(SuiteFile::manifests).collect();
        for folder in &folders {
            let found = collect(std::slice::from_ref(folder), IgnoreFiles::Disregarded).inputs;
            files.manifests.extend(found.into_iter().map(|input| (0, input)));
        }
        if searches || suites.iter().any(|suite| suite.manifests().is_none()) {
            let mut outcome = Outcome::Clean;
            let found = known_crd_inputs(&args.common, &args.paths, inputs, options, &mut outcome);
            files.manifests.extend(found.manifests);
            files.go.extend(found.go);
        }
        let paths = inputs.iter().chain(files.manifests.iter().map(|(_, input)| input));
        let folders = kustomization_folders(paths.filter_map(|input| input.path()));
        let CrdFiles { manifests: mut files, go } = files;
        let mut seen: BTreeSet<Arc<str>> = crds.iter().map(|source| source.name.clone()).collect();
        files.retain(|(_, input)| seen.insert(input.name.clone()));
        let mut crds: Vec<_> = crds.into_iter().map(|source| (0, source)).collect();
        let mut faults = Vec::new();
        let load = |(rank, input): (usize, Input)| {
            let file = read_with_crds(&input)?;
            Ok(file.map(|file| (rank, Source::new(input.name, file))))
        };
        for read in threads.map(files, load) {
            match read {
                Ok(file) => crds.extend(file),
                Err(why) => faults.push(why),
            }
        }
        crds.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let index = crds::index(crds.iter().map(|(rank, source)| (*rank, source)), &options.config, threads);
        let (index, of_go) = crds::with_go(
            index,
            (go, GeneratedText::without_open_rules),
            options.go(),
            &options.config,
            threads,
        );
        let mut index = crds::with_layout(index);
        crds::take_built(&mut index, &mut Kustomizations::of(&DiskFiles, &folders), &options.config);
        crds.extend(of_go);
        let gated = suites.iter().filter(|file| !file.suite.feature_gates.is_empty());
        let folders: BTreeSet<_> = gated.filter_map(SuiteFile::gates).collect();
        let gates = folders.into_iter().map(|folder| (folder.clone(), gates(&folder))).collect();
        Self { crds, index, gates, faults }
    }

    /// The texts of the CRDs.
    pub(super) fn sources(&self) -> Sources<'_> {
        Sources::new(self.crds.iter().map(|(_, source)| source))
    }
}

/// The suites that are run against one version of a CRD.
#[derive(Clone)]
pub(super) struct Group<'k> {
    pub(super) candidate: &'k Candidate<'k>,
    pub(super) version: String,
    /// By their index.
    pub(super) suites: Vec<usize>,
}

/// What is run, and which suites cannot run.
pub(super) struct Plan<'k> {
    pub(super) groups: Vec<Group<'k>>,
    pub(super) troubles: Vec<(usize, Located)>,
}

/// The CRDs of all files.
pub(super) fn candidates(known: &CrdSources) -> Vec<(usize, Candidate<'_>)> {
    let mut all = Vec::new();
    for (rank, source) in &known.crds {
        let file = source.file();
        let candidate = |crd| Candidate::of(&source.name, crd, file.text(), file.tree());
        all.extend(known.index.of_source(&source.name).filter_map(candidate).map(|its| (*rank, its)));
    }
    all
}

/// Finds the CRDs of each suite.
pub(super) fn plan<'k>(
    suites: &[SuiteFile],
    candidates: &'k [(usize, Candidate<'k>)],
    known: &CrdSources,
) -> Plan<'k> {
    let mut plan = Plan { groups: Vec::new(), troubles: Vec::new() };
    let mut groups: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
    for (at, file) in suites.iter().enumerate() {
        let chosen = chosen(file, candidates, known);
        let chosen = chosen.and_then(|chosen| Ok((version(&file.suite, &chosen)?, chosen)));
        let (version, chosen) = match chosen {
            Ok(found) => found,
            Err(why) => {
                plan.troubles.push((at, why));
                continue;
            }
        };
        for candidate in chosen {
            let key = (candidate.file, candidate.name.as_str(), version.clone());
            let group = *groups.entry(key).or_insert_with(|| {
                plan.groups.push(Group { candidate, version: version.clone(), suites: Vec::new() });
                plan.groups.len() - 1
            });
            plan.groups.get_mut(group).into_iter().for_each(|group| group.suites.push(at));
        }
    }
    plan
}

fn chosen<'k>(
    file: &SuiteFile,
    candidates: &'k [(usize, Candidate<'k>)],
    known: &CrdSources,
) -> Result<Vec<&'k Candidate<'k>>, Located> {
    let placed = PlacedSuite { suite: &file.suite, path: file.path.as_deref() };
    let gates = file.gates().and_then(|folder| known.gates.get(&folder));
    let name = file.suite.crd_name.as_ref().map_or("", |name| name.text.as_str());
    let first = known.index.all_first_of_name(name, &file.source.name);
    let is_first = |candidate: &Candidate<'_>| first.iter().any(|known| *known.source == *candidate.file);
    suite_crds::chosen(placed, candidates, gates.map(Vec::as_slice).unwrap_or_default(), &is_first)
}

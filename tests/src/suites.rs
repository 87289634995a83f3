//! The suites of the acceptance data, by the layout of openshift/api, and what crdls makes of them.
//!
//! A second, plain walk over the files: the program's own is in `server/crdls/src/cli/test`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crdls_ide::File;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_suite::{Candidate, Case, CaseResult, GateFile, Installed, MANIFESTS_FOLDER, Session, Suite};

use crate::corpus;

/// Files by their path from the folder of the suites.
#[derive(Debug)]
pub struct Suites {
    root: PathBuf,
    files: BTreeMap<String, File>,
}

/// A suite against a CRD.
#[derive(Debug)]
pub struct Run<'s> {
    pub suite: &'s str,
    pub crd_file: &'s str,
    pub version: String,
    pub cases: &'s [Case],
    pub results: Vec<CaseResult>,
}

/// A suite with what it is run against.
#[derive(Debug)]
pub struct Planned<'s> {
    pub file: &'s str,
    pub suite: Suite,
    pub candidates: Vec<Candidate<'s>>,
    pub version: String,
}

impl Suites {
    /// Reads all files of the acceptance data that suites are run with.
    pub fn read(acceptance: &Path) -> Self {
        let root = acceptance.join("suites");
        let paths = corpus::files(&root, &["."], &["yaml"]);
        let name =
            |path: &Path| path.strip_prefix(root.join(".")).unwrap_or(path).to_string_lossy().into_owned();
        let files = paths.iter().map(|path| (name(path), File::new(corpus::read(path)))).collect();
        Self { root, files }
    }

    /// The lines of `RUNS.tsv` without its head.
    pub fn recorded(&self) -> Vec<String> {
        corpus::read(&self.root.join("RUNS.tsv")).lines().skip(1).map(str::to_owned).collect()
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> &str {
        self.files.get(name).map(File::text).unwrap_or_default()
    }

    fn below<'s>(&'s self, folder: &'s str) -> impl Iterator<Item = (&'s str, &'s File)> {
        let files = self.files.iter().map(|(name, file)| (name.as_str(), file));
        files.filter(move |(name, _)| name.rsplit_once('/').is_some_and(|(its, _)| its == folder))
    }

    /// All suites with their CRDs; those that cannot run are told by panic.
    pub fn planned(&self) -> Vec<Planned<'_>> {
        let gates: Vec<_> = self
            .below("openshift-api/payload-manifests/featuregates")
            .filter_map(|(_, file)| GateFile::read(file.tree().first_root(file.text())?))
            .collect();
        let mut planned = Vec::new();
        for (name, file) in &self.files {
            let folders: Vec<_> = name.split('/').collect();
            let [before @ .., "tests", _, _] = folders.as_slice() else { continue };
            let folder = format!("{}/{MANIFESTS_FOLDER}", before.join("/"));
            let suite =
                crdls_suite::read(file.text(), file.tree()).unwrap_or_else(|| panic!("{name}: no suite"));
            let files = self.files.iter().filter(|(name, _)| name.starts_with(&format!("{folder}/")));
            let all: Vec<_> = files
                .flat_map(|(name, file)| Candidate::all(name, file.shared_text(), file.tree()))
                .collect();
            let chosen = crdls_suite::select(&suite, &all.iter().collect::<Vec<_>>(), &gates);
            let chosen = chosen.unwrap_or_else(|why| panic!("{name}: {}", why.text));
            let version = crdls_suite::version(&suite, &chosen);
            let version = version.unwrap_or_else(|why| panic!("{name}: {}", why.text));
            let candidates = chosen.into_iter().cloned().collect();
            planned.push(Planned { file: name, suite, candidates, version });
        }
        planned
    }
}

/// The settings of a run by a minor.
pub fn config(kubernetes: Minor) -> Config {
    crdls_suite::settings(&Config { kubernetes, ..Config::default() })
}

/// Runs all suites, each against all of its CRDs.
pub fn run<'s>(planned: &'s [Planned<'s>], config: &Config) -> Vec<Run<'s>> {
    let mut runs = Vec::new();
    for Planned { file, suite, candidates, version } in planned {
        for candidate in candidates {
            let installed = Installed::new(candidate, version, config);
            let mut session = Session::new(&installed, config);
            let results = suite.cases.iter().map(|case| session.run(case)).collect();
            let (crd_file, version) = (candidate.file, version.clone());
            runs.push(Run { suite: file, crd_file, version, cases: &suite.cases, results });
        }
    }
    runs
}

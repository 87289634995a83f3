//! What confirms errors that are of no document: kustomize's own code those of kustomizations, and the API server's those
//! of CRDs that Go types make.
//!
//! Must not know what a code means.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_check::KUSTOMIZATION_FILES;
use crdls_tests::confirm::{Confirmation, ReportedError, confirmed_by, verdicts_of};
use crdls_tests::oracle;
use crdls_tests::verdicts::Verdict;

/// The programs that are asked about a folder.
#[derive(Clone, Copy)]
pub(crate) struct Programs<'p> {
    pub(crate) crdls: &'p Path,
    pub(crate) oracle: &'p Path,
    pub(crate) kustomize: &'p Path,
}

/// What is asked once of a repository, when an error needs it.
pub(super) struct Others<'p> {
    programs: Programs<'p>,
    root: &'p Path,
    /// Of the CRDs that its Go types make.
    generated: OnceCell<Vec<Verdict>>,
    /// The folders with a kustomization that kustomize does not build.
    refused: OnceCell<Vec<PathBuf>>,
}

impl<'p> Others<'p> {
    pub(super) const fn new(programs: Programs<'p>, root: &'p Path) -> Self {
        Self { programs, root, generated: OnceCell::new(), refused: OnceCell::new() }
    }

    /// What the API server's code or kustomize says of an error.
    pub(super) fn confirmation(&self, error: &ReportedError) -> Confirmation {
        let path = self.root.join(&error.file);
        if path.extension().is_some_and(|ending| ending == "go") {
            return confirmed_by(error, self.generated.get_or_init(|| self.generated()));
        }
        // A patch may lie below the folder whose kustomization names it.
        let refused = self.refused.get_or_init(|| self.refused());
        let around = path.ancestors().skip(1).find(|folder| has_kustomization(folder));
        match around.is_some_and(|folder| refused.iter().any(|known| known == folder)) {
            true => Confirmation::Confirmed,
            false => Confirmation::Not,
        }
    }

    fn generated(&self) -> Vec<Verdict> {
        let made = Command::new(self.programs.crdls).args(["generate", "."]).current_dir(self.root).output();
        let text = made.map(|made| String::from_utf8_lossy(&made.stdout).into_owned()).unwrap_or_default();
        let crds = text.split("\n---\n").map(|crd| crd.trim_start_matches("---\n").to_owned());
        verdicts_of(self.programs.oracle, crds).unwrap_or_default()
    }

    fn refused(&self) -> Vec<PathBuf> {
        let folders = super::super::kustomizations::folders(self.root);
        let asked: String = folders.iter().map(|folder| format!("{}\n", folder.display())).collect();
        let answers = oracle::answers(self.programs.kustomize, &["build"], &asked).unwrap_or_default();
        let refused = answers.iter().filter(|answer| answer["error"].is_string());
        refused.filter_map(|answer| Some(PathBuf::from(answer["path"].as_str()?))).collect()
    }
}

fn has_kustomization(folder: &Path) -> bool {
    KUSTOMIZATION_FILES.iter().any(|name| folder.join(name).is_file())
}

//! What the Go types of a document break since an old state: changes of the CRDs that they give, without generating these
//! again.
//!
//! The old CRD is the manifest of the old state; if there was none, what the Go types of the old state give. Must not know
//! where in Go a change is shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_change::{Definition, IgnoredChange, compare as changes_between, crds_by_name};
use crdls_report::stop::Stop;
use crdls_report::{Config, Finding};

use super::changes::{breaking_in, page};
use super::compared::old_manifests;
use crate::go::{GoCrd, GoCrds, Manifests};
use crate::lsp::state::go::GoSnapshot;
use crate::lsp::state::pages::Pages;
use crate::lsp::state::session::Session;
use crate::lsp::workspace::old::OldManifests;

/// Compares the CRDs that a document has a part in with their old state. Returns whether something breaks.
pub(super) async fn compare(session: &Arc<Session>, go: Arc<GoSnapshot>) -> bool {
    let Some(asked) = session.state().asked_old(&go.snapshot.uri) else { return false };
    let ignored = asked.place.ignored_changes.clone();
    let Some(old) = old_manifests(session, &go.snapshot.uri, asked).await else { return false };
    let of_work = Arc::clone(session);
    let work = move || {
        of_work.go.crds(&go).is_some_and(|(crds, expected)| {
            let ignored = [ignored, expected].concat();
            OldState { old: &old, go: &go, ignored: &ignored, pages: &of_work.pages }.compare(&of_work, &crds)
        })
    };
    let when = "while comparing Go with its old state";
    matches!(session.workers.run_in_background(Stop::default(), when, work).await, Ok(true))
}

/// What CRDs are compared with.
struct OldState<'o> {
    old: &'o OldManifests,
    go: &'o GoSnapshot,
    /// Changes that are accepted, and those that something else than controller-gen writes.
    ignored: &'o [IgnoredChange],
    pages: &'o Pages,
}

impl OldState<'_> {
    /// Compares those CRDs that were not. Returns whether something breaks.
    fn compare(&self, session: &Session, crds: &GoCrds) -> bool {
        let is_own = |crd: &&GoCrd| crd.is_complete() && crd.files().contains(&self.go.path);
        let own = || crds.crds.iter().map(|crd| &**crd).filter(is_own);
        for crd in own().filter(|crd| crd.made.text.since(self.old.number).is_none()) {
            crdls_report::stop::checkpoint();
            let path =
                manifest_path(self.go.manifests(), &crd.made.name).unwrap_or_else(|| self.go.path.clone());
            let (settings, threads) = (self.go.settings(), session.go.threads());
            let file = &crd.made.text.file;
            let crds = crds_by_name(file.shared_text(), file.tree(), &self.go.snapshot.config);
            let new = crds.get(&crd.made.name).and_then(|new| Definition::of(new, file.tree()));
            let found: Arc<[Finding]> =
                match (new, self.old.crd_or_go(&crd.made.name, &path, settings, threads)) {
                    (Some(new), Some((old_file, before))) => {
                        let old_page = old_file.map(|file| {
                            file.page.get_or_init(|| page(file, self.pages));
                            &*file.name
                        });
                        self.breaking(before, new, old_page, &self.go.snapshot.config).into()
                    }
                    _ => Arc::default(),
                };
            crd.made.text.keep_since(self.old.number, found);
        }
        let breaks =
            |crd: &GoCrd| crd.made.text.since(self.old.number).is_some_and(|found| !found.is_empty());
        own().any(breaks)
    }

    /// The breaking changes of a CRD that nothing accepts. `file`: the old file that they lead to.
    fn breaking(
        &self,
        old: Definition<'_>,
        new: Definition<'_>,
        file: Option<&str>,
        config: &Config,
    ) -> Vec<Finding> {
        let changes = changes_between(old, new, &[], config).changes;
        let asked = changes
            .iter()
            .filter(|change| change.is_breaking() && IgnoredChange::of(self.ignored, change).is_none());
        asked.map(|change| breaking_in(new, change, file, &self.old.since)).collect()
    }
}

/// The file of the manifest of a CRD, if the workspace has it.
fn manifest_path(manifests: Manifests<'_>, name: &str) -> Option<PathBuf> {
    let first = manifests.crds.first_of_name(name, manifests.file)?;
    let uri = first.source.parse::<ls_types::Uri>().ok()?;
    uri.to_file_path().map(|path| Path::new(&*path).to_owned())
}

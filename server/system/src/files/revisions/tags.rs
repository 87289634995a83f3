//! The newest version tag that `HEAD` descends from.
//!
//! `v1.2.3` and `1.2.3` are versions of the whole repository, `folder/v1.2.3` of that folder, as Go has it for modules.
//! Prereleases do not count. Must not know what is compared with a tag.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crdls_values::Semver;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder::NewestFirst;
use gix::{Commit, ObjectId, Reference};

use super::{Repository, Revision, plain, shallow};

/// By how many seconds the clock of one author may be behind that of another.
const CLOCK_SKEW: i64 = 24 * 60 * 60;

/// A tag that is named as a version.
struct VersionTag<'r> {
    /// The folder that it is a version of, from the root of the repository.
    folder: PathBuf,
    version: Semver,
    /// As it is shown: `folder/v1.2.3`.
    name: String,
    reference: Reference<'r>,
}

impl Repository {
    /// The newest version tag that `HEAD` is at or descends from: one of the innermost folder around `path` that has any.
    pub fn latest_tag(&self, path: &Path) -> Result<Option<Revision>, String> {
        let head = self.commit("HEAD")?;
        let path = plain(path);
        let path = path.strip_prefix(self.root()).unwrap_or(Path::new(""));
        let mut tags = self.version_tags().map_err(|err| self.unreadable(&err))?;
        tags.retain(|tag| path.starts_with(&tag.folder));
        tags.sort_by(|a, b| {
            let depth = |tag: &VersionTag<'_>| Reverse(tag.folder.components().count());
            depth(a)
                .cmp(&depth(b))
                .then_with(|| b.version.compare(&a.version))
                .then_with(|| a.name.cmp(&b.name))
        });
        let mut ancestors = self.ancestors(head)?;
        let mut reached = tags.into_iter().filter_map(|VersionTag { name, mut reference, .. }| {
            let commit = reference.peel_to_commit().ok()?;
            ancestors.has(&commit).then_some(Revision { name, commit: commit.id })
        });
        Ok(reached.next())
    }

    /// Why there is no version tag.
    pub(super) fn without_tags(&self) -> String {
        match self.is_shallow() {
            true => shallow("a version tag"),
            false => {
                "no tag with the name of a version, such as `v1.2.3`, is at `HEAD` or before it".to_owned()
            }
        }
    }

    fn version_tags(&self) -> gix::Result<Vec<VersionTag<'_>>> {
        let references = self.git.references()?;
        let tags = references.tags()?.flatten();
        Ok(tags.filter_map(VersionTag::of).collect())
    }

    fn ancestors(&self, head: ObjectId) -> Result<Ancestors<'_>, String> {
        let walk = self.git.rev_walk([head]).sorting(Sorting::ByCommitTime(NewestFirst)).all();
        let walk = walk.map_err(|err| self.unreadable(&err))?;
        Ok(Ancestors { walk, seen: HashSet::new(), reached: i64::MAX })
    }
}

impl<'r> VersionTag<'r> {
    fn of(reference: Reference<'r>) -> Option<Self> {
        let name = reference.name().shorten().to_string();
        let (folder, version) = name.rsplit_once('/').unwrap_or(("", &name));
        let version = Semver::parse(version.strip_prefix('v').unwrap_or(version)).ok()?;
        version.is_release().then(|| Self { folder: folder.into(), version, name: name.clone(), reference })
    }
}

/// A commit and those before it, from the newest on, as far as they had to be looked at.
struct Ancestors<'r> {
    walk: gix::revision::Walk<'r>,
    seen: HashSet<ObjectId>,
    /// The commit time of the oldest that was seen, in seconds.
    reached: i64,
}

impl Ancestors<'_> {
    /// Whether a commit is among them.
    fn has(&mut self, commit: &Commit<'_>) -> bool {
        let Ok(time) = commit.time() else { return false };
        while !self.seen.contains(&commit.id) && self.reached > time.seconds.saturating_sub(CLOCK_SKEW) {
            // Where objects are missing, history ends.
            let Some(Ok(next)) = self.walk.next() else {
                self.reached = i64::MIN;
                break;
            };
            self.reached = self.reached.min(next.commit_time());
            self.seen.insert(next.id);
        }
        self.seen.contains(&commit.id)
    }
}

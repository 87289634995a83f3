//! Manifests as a commit of a git repository has them.
//!
//! Knows how revisions are named and what a repository may lack. Objects and refs are read from `.git` itself: no program
//! is run, nothing is written, and no settings outside of the repository count. Must not know what is in a manifest, nor
//! what it is compared with.

mod committed;
mod tags;
#[cfg(test)]
mod tests;
mod tree;

use std::path::{Path, PathBuf};

pub use committed::CommittedFiles;
use gix::ObjectId;
use gix::object::Kind;

use super::excluded::plain;
use super::walk::name;
use super::{LATEST_TAG, MERGE_BASE};

/// A git repository with a working tree. What it has is read at each question, so that it is cheap to keep, and to open
/// again.
pub struct Repository {
    git: gix::Repository,
    root: PathBuf,
}

/// A commit, under the name that it is shown by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// `v1.4.0`, `HEAD~2`, `main...`: what was asked for, or the tag that it led to.
    pub name: String,
    commit: ObjectId,
}

impl Revision {
    /// A file of the revision as git names it, from the root of the repository: `v1.4.0:crds/a.yaml`.
    pub fn file_name(&self, path: &Path) -> String {
        format!("{}:{}", self.name, name(path))
    }

    /// What is the same for all names of one commit.
    pub fn commit(&self) -> String {
        self.commit.to_string()
    }
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Repository").field(&self.root).finish()
    }
}

impl Repository {
    /// The repository in whose working tree a file or folder is, which need not exist any more. The sentence where there
    /// is none, or none that can be read.
    pub fn around(path: &Path) -> Result<Self, String> {
        let path = plain(path);
        let Some(root) = path.ancestors().find(|folder| folder.join(".git").exists()) else {
            return Err(match path.ancestors().find(|folder| is_bare(folder)) {
                Some(bare) => without_working_tree(bare),
                None => format!("{} is in no git repository", name(&path)),
            });
        };
        // Ownership decides whether git runs what a repository names. Nothing is run here.
        let options = gix::open::Options::isolated().with(gix::sec::Trust::Full);
        let mut git = gix::open_opts(root.join(".git"), options)
            .map_err(|err| format!("the git repository {} cannot be read: {}", name(root), words(&err)))?;
        if git.workdir().is_none() {
            return Err(without_working_tree(root));
        }
        git.object_cache_size_if_unset(OBJECT_CACHE);
        Ok(Self { git, root: root.to_owned() })
    }

    /// The folder that the paths of its files start at.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The commit that a revision names: as git has it (`main`, `v1.2.0`, `HEAD~2`), `A...B` for the merge base of two
    /// (`HEAD` is one that is left out), `merge-base:BRANCH` for that with `HEAD`, or `latest-tag` for the newest version
    /// tag of the folder that `path` is in. The sentence where there is none.
    pub fn revision(&self, text: &str, path: &Path) -> Result<Revision, String> {
        if text == LATEST_TAG {
            return self.latest_tag(path)?.ok_or_else(|| self.without_tags());
        }
        let commit = match (text.strip_prefix(MERGE_BASE), text.split_once("...")) {
            (Some(branch), _) => self.merge_base(branch, "HEAD")?,
            (None, Some((one, other))) => self.merge_base(or_head(one), or_head(other))?,
            (None, None) => self.commit(text)?,
        };
        Ok(Revision { name: text.to_owned(), commit })
    }

    /// The commit that both come from, the best of several.
    fn merge_base(&self, one: &str, other: &str) -> Result<ObjectId, String> {
        let base = self.git.merge_base(self.commit(one)?, self.commit(other)?);
        match base {
            Ok(Some(base)) => Ok(base.detach()),
            Err(err) if !err.is_not_found() => Err(self.unreadable(&err)),
            _ if self.is_shallow() => Err(shallow(&format!("the merge base of `{one}` and `{other}`"))),
            _ => Err(format!("`{one}` and `{other}` have no commit in common")),
        }
    }

    /// The commit that one revision names, through tags.
    fn commit(&self, text: &str) -> Result<ObjectId, String> {
        let found = self.git.rev_parse(text).map_err(|err| self.unknown(text, &err))?;
        let Some(id) = found.single() else {
            return Err(format!(
                "`{text}` is several commits; name one, or the merge base of two as `A...B`"
            ));
        };
        if self.is_shallow() && !self.git.has_object(id) {
            return Err(shallow(&format!("`{text}`")));
        }
        let object = self.object(id, || format!("`{text}`"))?;
        let object = object.peel_tags_to_end().map_err(|err| self.unreadable(&err))?;
        match object.kind {
            Kind::Commit => Ok(object.id),
            other => Err(format!("`{text}` is a {other}, not a commit")),
        }
    }

    /// An object; the sentence where it is not there, which `named` begins.
    fn object<'r>(
        &'r self,
        id: impl Into<ObjectId>,
        named: impl FnOnce() -> String,
    ) -> Result<gix::Object<'r>, String> {
        let id = id.into();
        let found = self.git.try_find_object(id).map_err(|err| self.unreadable(&err))?;
        found.ok_or_else(|| {
            let (named, id) = (named(), id.to_hex_with_len(10));
            format!(
                "{named} is missing in the git repository (object {id}), as in a partial clone; `git fetch --refetch --no-filter` fetches everything"
            )
        })
    }

    /// Why a revision leads to no commit.
    fn unknown(&self, text: &str, err: &gix::Error) -> String {
        let start = text.find(['~', '^', '@', ':']).and_then(|end| text.get(..end)).unwrap_or(text);
        let names_head = start == "HEAD" || text.starts_with('@');
        if names_head && self.git.head().is_ok_and(|head| head.is_unborn()) {
            return "the git repository has no commit yet".to_owned();
        }
        if self.is_shallow() && start != text && self.git.rev_parse_single(or_head(start)).is_ok() {
            return shallow(&format!("`{text}`"));
        }
        if words(err).contains("ambiguous") {
            return format!("`{text}` is ambiguous: several objects of the git repository begin so");
        }
        let remote = self.remote_branch(start).map(|branch| format!("; there is `{branch}`"));
        let root = name(&self.root);
        format!("the git repository {root} has no revision `{text}`{}", remote.unwrap_or_default())
    }

    /// The branch of that name which another repository had when it was fetched last.
    fn remote_branch(&self, name: &str) -> Option<String> {
        let references = self.git.references().ok()?;
        let branches = references.remote_branches().ok()?.flatten();
        let mut names = branches.map(|branch| branch.name().shorten().to_string());
        names.find(|branch| branch.split_once('/').is_some_and(|(_, branch)| branch == name))
    }

    /// Whether the repository has only the newest commits of a larger one.
    fn is_shallow(&self) -> bool {
        self.git.is_shallow().unwrap_or_default()
    }

    fn unreadable(&self, err: &gix::Error) -> String {
        format!("the git repository {} cannot be read: {}", name(&self.root), words(err))
    }
}

/// Bytes of decoded objects that are kept: deltas of a file have the same base.
const OBJECT_CACHE: usize = 16 << 20;

/// Whether a folder is a repository by itself, as one has it that is only fetched from.
fn is_bare(folder: &Path) -> bool {
    ["objects", "refs"].iter().all(|part| folder.join(part).is_dir()) && folder.join("HEAD").is_file()
}

fn without_working_tree(folder: &Path) -> String {
    format!("{} is a bare git repository, without a working tree", name(folder))
}

fn or_head(text: &str) -> &str {
    if text.is_empty() { "HEAD" } else { text }
}

/// That history ends before what was asked for.
fn shallow(what: &str) -> String {
    format!(
        "{what} is not in the git repository, a shallow clone; `git fetch --unshallow --tags` fetches all commits"
    )
}

/// What the library reports, as part of a sentence.
fn words(err: &gix::Error) -> String {
    let text = err.to_string();
    let mut text = text.lines().next().unwrap_or_default().trim_end_matches('.').chars();
    text.next().map(|first| first.to_lowercase().chain(text).collect()).unwrap_or_default()
}

//! The manifests of a commit: the files that a walk of the folder would find if the commit were checked out.
//!
//! Must not know revisions by name.

use std::path::{Component, Path, PathBuf};

use gix::ObjectId;
use gix::bstr::BStr;
use gix::objs::tree::EntryKind;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::super::read::LARGEST;
use super::super::walk::{CONTROL, IgnoreFiles, is_manifest, is_of_packages};
use super::{Repository, Revision, plain};

/// A manifest of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommittedFile {
    /// From the root of the repository.
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl Repository {
    /// The YAML and JSON files of a commit which are in a folder, or are the file that `below` names, by path: those that
    /// a walk of the folder finds, without submodules. Of files whose bytes are not `wanted`, only the path is kept. Empty where the
    /// commit has nothing of that name; the sentence where an object is missing, or the path is not in the repository.
    pub fn manifests(
        &self,
        revision: &Revision,
        below: &Path,
        ignore: IgnoreFiles,
        wanted: fn(&[u8]) -> bool,
    ) -> Result<CommittedManifests, String> {
        let path = plain(below);
        let Ok(below) = path.strip_prefix(self.root()) else {
            return Err(format!("{} is not in the git repository {}", path.display(), self.root().display()));
        };
        let ignored = match ignore {
            IgnoreFiles::Respected => Some(Ignored::of(self)),
            IgnoreFiles::Disregarded => None,
        };
        let (files, links) = (Vec::new(), Vec::new());
        TreeReader { repository: self, revision, ignored, wanted, files, links }.all(below)
    }
}

impl Repository {
    /// Whether a commit has a file or folder.
    pub fn has(&self, revision: &Revision, path: &Path) -> Result<bool, String> {
        let path = plain(path);
        let Ok(below) = path.strip_prefix(self.root()) else { return Ok(false) };
        if below.as_os_str().is_empty() {
            return Ok(true);
        }
        let named = || format!("the commit of `{}`", revision.name);
        let commit = self.object(revision.commit, named)?.into_commit();
        let tree = commit.tree().map_err(|err| self.unreadable(&err))?;
        let entry = tree.lookup_entry_by_path(below).map_err(|err| self.unreadable(&err))?;
        Ok(entry.is_some())
    }
}

/// The manifests of a folder of a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommittedManifests {
    /// Those that were read.
    pub read: Vec<CommittedFile>,
    /// The paths of all, from the root of the repository.
    pub paths: Vec<PathBuf>,
}

/// Reads the files of a commit.
struct TreeReader<'r> {
    repository: &'r Repository,
    revision: &'r Revision,
    ignored: Option<Ignored>,
    wanted: fn(&[u8]) -> bool,
    files: Vec<(PathBuf, ObjectId)>,
    /// Symbolic links with the name of a manifest.
    links: Vec<(PathBuf, ObjectId)>,
}

type Tree<'r> = gix::Tree<'r>;

impl<'r> TreeReader<'r> {
    fn all(mut self, below: &Path) -> Result<CommittedManifests, String> {
        let commit = self.object(self.revision.commit, Path::new(""))?.into_commit();
        let root = commit.tree_id().map_err(|err| self.repository.unreadable(&err))?.detach();
        let mut tree = self.tree(root, Path::new(""))?;
        let mut at = PathBuf::new();
        for step in below.components() {
            self.read_ignore_files(&tree, &at)?;
            let Some(entry) = tree.find_entry(step.as_os_str().as_encoded_bytes()) else {
                return Ok(CommittedManifests::default());
            };
            let (kind, id) = (entry.mode().kind(), entry.object_id());
            at.push(step);
            match kind {
                EntryKind::Tree => tree = self.tree(id, &at)?,
                EntryKind::Blob | EntryKind::BlobExecutable if at == below => {
                    self.files.push((at, id));
                    return self.read(root);
                }
                _ => return Ok(CommittedManifests::default()),
            }
        }
        self.folder(&tree, &at)?;
        self.read(root)
    }

    /// Finds the files in a folder and below it.
    fn folder(&mut self, tree: &Tree<'r>, path: &Path) -> Result<(), String> {
        let outside = self.read_ignore_files(tree, path)?;
        for entry in tree.iter() {
            let entry = entry.map_err(|err| self.repository.unreadable(&err))?;
            // A name that the system cannot have cannot be in a working tree either.
            let Ok(name) = gix::path::from_bstr(entry.filename()) else { continue };
            let (kind, id, path) = (entry.mode().kind(), entry.object_id(), path.join(name));
            if self.ignored.as_ref().is_some_and(|ignored| ignored.covers(&path, kind == EntryKind::Tree)) {
                continue;
            }
            match kind {
                EntryKind::Tree => self.folder_of(id, &path)?,
                EntryKind::Blob | EntryKind::BlobExecutable if is_manifest(&path) => {
                    self.files.push((path, id));
                }
                EntryKind::Link if is_manifest(&path) => self.links.push((path, id)),
                _ => {}
            }
        }
        if let Some(ignored) = &mut self.ignored {
            ignored.leave(outside);
        }
        Ok(())
    }

    fn folder_of(&mut self, id: ObjectId, path: &Path) -> Result<(), String> {
        let name = path.file_name().unwrap_or_default();
        if CONTROL.iter().any(|control| name == *control) {
            return Ok(());
        }
        let tree = self.tree(id, path)?;
        if self.ignored.is_some() && is_of_packages(name, || tree.find_entry("modules.txt").is_some()) {
            return Ok(());
        }
        self.folder(&tree, path)
    }

    /// Reads what was found, by path.
    fn read(mut self, root: ObjectId) -> Result<CommittedManifests, String> {
        self.follow_links(root)?;
        self.files.sort();
        let mut read = Vec::new();
        for (path, id) in &self.files {
            let bytes = self.blob(*id, path)?;
            if (self.wanted)(&bytes) {
                read.push(CommittedFile { path: path.clone(), bytes });
            }
        }
        Ok(CommittedManifests { read, paths: self.files.into_iter().map(|(path, _)| path).collect() })
    }

    /// Adds the files that symbolic links lead to, under the names of the links, unless they were found themselves.
    fn follow_links(&mut self, root: ObjectId) -> Result<(), String> {
        if self.links.is_empty() {
            return Ok(());
        }
        let root = self.tree(root, Path::new(""))?;
        for (path, id) in std::mem::take(&mut self.links) {
            let bytes = self.blob(id, &path)?;
            let target = gix::path::from_bstr(BStr::new(&bytes)).ok();
            let Some(target) = target.and_then(|target| linked(&path, &target)) else { continue };
            let entry = root.lookup_entry_by_path(&target).map_err(|err| self.repository.unreadable(&err))?;
            let Some(entry) = entry.filter(|entry| entry.mode().is_blob()) else { continue };
            if !self.files.iter().any(|(file, _)| *file == target) {
                self.files.push((path, entry.object_id()));
            }
        }
        Ok(())
    }

    /// Reads the ignore files of a folder. Returns how many were known before.
    fn read_ignore_files(&mut self, tree: &Tree<'r>, path: &Path) -> Result<usize, String> {
        let Some(known) = self.ignored.as_ref().map(|ignored| ignored.levels.len()) else { return Ok(0) };
        let mut texts = [const { None }; 2];
        for (name, text) in [".ignore", ".gitignore"].into_iter().zip(&mut texts) {
            let entry = tree.find_entry(name).filter(|entry| entry.mode().is_blob());
            if let Some(id) = entry.map(|entry| entry.object_id()) {
                *text = Some(self.blob(id, &path.join(name))?);
            }
        }
        if let Some(ignored) = self.ignored.as_mut().filter(|_| texts.iter().any(Option::is_some)) {
            ignored.enter(path, texts);
        }
        Ok(known)
    }

    fn tree(&self, id: ObjectId, path: &Path) -> Result<Tree<'r>, String> {
        let tree = self.object(id, path)?.try_into_tree();
        tree.map_err(|err| self.repository.unreadable(&err))
    }

    fn blob(&self, id: ObjectId, path: &Path) -> Result<Vec<u8>, String> {
        let size = self.repository.git.try_find_header(id).ok().flatten().map_or(0, |header| header.size());
        if size > LARGEST {
            return Err(format!("cannot read {}: it is larger than 1 GiB", self.revision.file_name(path)));
        }
        Ok(self.object(id, path)?.detach().data)
    }

    fn object(&self, id: ObjectId, path: &Path) -> Result<gix::Object<'r>, String> {
        self.repository.object(id, || format!("`{}`", self.revision.file_name(path)))
    }
}

/// The path that a symbolic link leads to, where it is in the repository.
fn linked(link: &Path, target: &Path) -> Option<PathBuf> {
    let mut path = link.parent()?.to_owned();
    for part in target.components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir if path.pop() => {}
            _ => return None,
        }
    }
    Some(path)
}

/// What the ignore files of a commit exclude, and those that are in no commit.
struct Ignored {
    root: PathBuf,
    /// Those of the folders around the current one, and its own.
    levels: Vec<[Gitignore; 2]>,
    /// `.git/info/exclude`, and what the user excludes everywhere.
    others: [Gitignore; 2],
}

impl Ignored {
    fn of(repository: &Repository) -> Self {
        let root = repository.root().to_owned();
        let mut exclude = GitignoreBuilder::new(&root);
        // Where it cannot be read it excludes nothing.
        let _ = exclude.add(repository.git.common_dir().join("info/exclude"));
        let exclude = exclude.build().unwrap_or_else(|_| Gitignore::empty());
        let (global, _) = GitignoreBuilder::new(&root).build_global();
        Self { root, levels: Vec::new(), others: [exclude, global] }
    }

    /// Takes the texts of a folder's `.ignore` and `.gitignore`.
    fn enter(&mut self, folder: &Path, texts: [Option<Vec<u8>>; 2]) {
        let folder = self.root.join(folder);
        self.levels.push(texts.map(|text| {
            let mut builder = GitignoreBuilder::new(&folder);
            let text = text.unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            for line in text.trim_start_matches('\u{feff}').lines() {
                // A pattern that cannot be read excludes nothing.
                let _ = builder.add_line(None, line);
            }
            builder.build().unwrap_or_else(|_| Gitignore::empty())
        }));
    }

    /// Forgets those of the folders that the walk has left.
    fn leave(&mut self, known: usize) {
        self.levels.truncate(known);
    }

    /// Whether a file or folder is excluded. The innermost folder decides, `.ignore` before `.gitignore`.
    fn covers(&self, path: &Path, is_folder: bool) -> bool {
        let path = self.root.join(path);
        let decided = |ignore: &Gitignore| {
            let by = ignore.matched(&path, is_folder);
            (!by.is_none()).then(|| by.is_ignore())
        };
        let mut kinds = (0..2).map(|kind| {
            let levels = self.levels.iter().rev().filter_map(|level| level.get(kind));
            levels.into_iter().find_map(decided)
        });
        let found = kinds.find_map(|found| found).or_else(|| self.others.iter().find_map(decided));
        found.unwrap_or_default()
    }
}

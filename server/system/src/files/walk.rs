//! Paths that the user names, and the manifests in them: files as they are, folders by .gitignore.
//!
//! Knows which files may hold manifests, by name. Must not know what is in them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use ignore::gitignore::gitconfig_excludes_path;

use super::without_number;
use crate::seen;

/// Something to read, under the name that it is reported by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as the user gave it, its parts joined by `/`; `-` is standard input.
    pub name: Arc<str>,
    /// See [`Self::path`].
    pub path: InputPath,
    /// It may be a symbolic link, whose target may be found too.
    linked: bool,
}

/// The path of an input. There are many inputs, so a path that is the name is not kept a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputPath {
    /// No path.
    StandardInput,
    /// The path is the name.
    Name,
    /// The name is written otherwise.
    Other(Arc<PathBuf>),
}

impl InputPath {
    /// The path of what has a name; `None` for standard input.
    pub fn of<'p>(&'p self, name: &'p str) -> Option<&'p Path> {
        match self {
            Self::StandardInput => None,
            Self::Name => Some(Path::new(name)),
            Self::Other(path) => Some(path),
        }
    }
}

impl Input {
    /// A file by its path.
    pub fn of_path(path: &Path) -> Self {
        let name: Arc<str> = name(path).into();
        let is_name = path.as_os_str() == OsStr::new(&*name);
        let path = if is_name { InputPath::Name } else { InputPath::Other(Arc::new(path.to_owned())) };
        Self { name, path, linked: false }
    }

    /// The path of a file; `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        self.path.of(&self.name)
    }

    /// The path of a file of its own.
    pub fn to_path(&self) -> Option<PathBuf> {
        self.path().map(Path::to_owned)
    }
}

/// Whether the .gitignore and .ignore files of a folder exclude files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreFiles {
    /// Excluded files are left out.
    Respected,
    /// All files are found.
    Disregarded,
}

/// What a search finds, and what is to be reported about it.
#[derive(Debug, Default)]
pub struct FoundFiles {
    /// By name, each file once.
    pub inputs: Vec<Input>,
    /// Files of Go, which commands read that know what to do with them.
    pub go: Vec<Input>,
    /// What may be a mistake of the user.
    pub warnings: Vec<String>,
    /// What could not be searched.
    pub errors: Vec<String>,
}

/// Folders of version control, which hold nobody's manifests.
pub(super) const CONTROL: &[&str] = &[".git", ".hg", ".jj", ".svn"];

/// The files of all the paths.
pub fn collect(paths: &[PathBuf], ignore: IgnoreFiles) -> FoundFiles {
    let mut all = FoundFiles::default();
    for path in paths {
        if path.as_os_str() == "-" {
            all.inputs.push(Input { name: "-".into(), path: InputPath::StandardInput, linked: false });
        } else if seen::is_dir(path) {
            let before = all.inputs.len() + all.go.len();
            walk(path, ignore, &mut all);
            if all.inputs.len() + all.go.len() == before && all.errors.is_empty() {
                all.warnings.push(format!("no YAML or JSON file in {}", name(path)));
            }
        } else {
            match is_go(path) && seen::is_file(path) {
                true => all.go.push(Input::of_path(path)),
                // What is not there is reported when it is read.
                false => all.inputs.push(Input { linked: true, ..Input::of_path(path) }),
            }
        }
    }
    all.inputs.sort_by(|a, b| a.name.cmp(&b.name));
    all.go.sort_by(|a, b| a.name.cmp(&b.name));
    all.go.dedup();
    all.errors.sort();
    if paths.len() > 1 || all.inputs.iter().any(|input| input.linked) {
        let (mut seen, mut identities) = (HashSet::new(), FileIdentities::default());
        all.inputs.retain(|input| seen.insert(identities.of(input)));
    }
    all
}

/// Leaves out symbolic links to files that are found too.
pub(super) fn without_links(found: &mut FoundFiles) {
    if !found.inputs.iter().any(|input| input.linked) {
        return;
    }
    found.inputs.sort_by(|a, b| (a.linked, &a.name).cmp(&(b.linked, &b.name)));
    let (mut seen, mut identities) = (HashSet::new(), FileIdentities::default());
    found.inputs.retain(|input| seen.insert(identities.of(input)));
}

/// Finds out whether two names are those of one file.
#[derive(Debug, Default)]
pub struct FileIdentities {
    /// The canonical paths of folders: most files share one.
    folders: HashMap<OsString, PathBuf>,
}

impl FileIdentities {
    /// What is equal for all names of one file, as bytes, which are hashed faster than paths; `None` is standard input.
    pub fn of(&mut self, input: &Input) -> Option<OsString> {
        let canonical = |path: &Path| seen::canonical(path).unwrap_or_else(|_| path.to_owned());
        let path = input.path()?;
        let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), input.linked) else {
            return Some(canonical(path).into());
        };
        if !self.folders.contains_key(folder.as_os_str()) {
            // Its stamp says which one it is, and is compared faster than names.
            seen::content(folder);
            let canonical = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            self.folders.insert(folder.into(), canonical);
        }
        self.folders.get(folder.as_os_str()).map(|folder| folder.join(name).into())
    }
}

/// A path as files are named in reports and in the index: its parts joined by `/`.
pub fn name(path: &Path) -> String {
    let name = path.to_string_lossy();
    if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
}

/// Adds the YAML and JSON files of a folder, in the order of the file system.
pub(super) fn walk(root: &Path, ignore: IgnoreFiles, all: &mut FoundFiles) {
    walk_while(root, ignore, all, |_| true);
}

/// The same as long as it is to go on. False if it was not, so that files may be missing.
pub(super) fn walk_while(
    root: &Path,
    ignore: IgnoreFiles,
    all: &mut FoundFiles,
    goes_on: impl Fn(&FoundFiles) -> bool,
) -> bool {
    let respect = ignore == IgnoreFiles::Respected;
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).require_git(false);
    builder.parents(respect).ignore(respect).git_ignore(respect).git_exclude(respect).git_global(respect);
    seen::content(root);
    if respect {
        see_ignore_files_around(root);
    }
    builder.filter_entry(move |entry| {
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            seen::content(entry.path());
            if respect {
                see_ignore_files(entry.path());
            }
        }
        let others = CONTROL.iter().any(|name| entry.file_name() == *name)
            || respect
                && is_of_packages(entry.file_name(), || seen::is_file(&entry.path().join("modules.txt")));
        entry.depth() == 0 || !others
    });
    for entry in builder.build() {
        if !goes_on(all) {
            return false;
        }
        match entry {
            Ok(entry) if is_manifest_file(&entry) => all.inputs.push(found(entry)),
            Ok(entry) if is_go(entry.path()) && entry.file_type().is_some_and(|kind| kind.is_file()) => {
                if !(respect && is_vendored(entry.path(), root)) {
                    all.go.push(found(entry));
                }
            }
            Ok(entry) => all.warnings.extend(lost_link(&entry, root)),
            Err(err) => {
                seen::unsure();
                all.errors.push(format!("cannot read {}", without_number(&err.to_string())));
            }
        }
    }
    true
}

/// Notes the files that a walk of a folder reads for what it leaves out: those in it, in the folders around it and of the
/// user.
fn see_ignore_files_around(root: &Path) {
    if !seen::is_noting() {
        return;
    }
    if let Ok(root) = seen::canonical(root) {
        root.ancestors().for_each(see_ignore_files);
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = std::env::home_dir();
    let in_home = |name: &str| home.as_ref().map(|home| home.join(name));
    let configured = variable("XDG_CONFIG_HOME").or_else(|| in_home(".config"));
    let files = [
        variable("GIT_CONFIG_GLOBAL"),
        in_home(".gitconfig"),
        configured.map(|folder| folder.join("git/config")),
        Some(variable("GIT_CONFIG_SYSTEM").unwrap_or_else(|| "/etc/gitconfig".into())),
        gitconfig_excludes_path(),
    ];
    files.into_iter().flatten().for_each(|file| seen::content(&file));
}

/// Notes the files that a walk reads in a folder for what it leaves out.
fn see_ignore_files(folder: &Path) {
    if !seen::is_noting() {
        return;
    }
    seen::content(&folder.join(".gitignore"));
    seen::content(&folder.join(".ignore"));
    let git = folder.join(".git");
    if seen::is_dir(&git) {
        seen::content(&git.join("info/exclude"));
    } else if seen::exists(&git) {
        // A working tree of its own: the file names the folder with what all of them share.
        let named = seen::read_to_string(&git).unwrap_or_default();
        let Some(named) = named.lines().next().and_then(|line| line.strip_prefix("gitdir: ")) else { return };
        let shared = seen::read_to_string(&Path::new(named).join("commondir")).unwrap_or_default();
        let shared = shared.lines().next().map(|shared| Path::new(named).join(shared));
        shared.into_iter().for_each(|shared| seen::content(&shared.join("info/exclude")));
    }
}

fn found(entry: ignore::DirEntry) -> Input {
    let linked = entry.path_is_symlink();
    Input { linked, ..Input::of_path(entry.path()) }
}

/// The warning about a symbolic link to a folder of CRDs that is not below the root, and so is not searched.
fn lost_link(entry: &ignore::DirEntry, root: &Path) -> Option<String> {
    let has_crds = |name: &OsStr| name.to_string_lossy().to_lowercase().contains("crd");
    if !entry.path_is_symlink() || !has_crds(entry.file_name()) {
        return None;
    }
    let target = seen::canonical(entry.path()).ok()?;
    let is_searched = seen::canonical(root).is_ok_and(|root| target.starts_with(root));
    (seen::is_dir(&target) && !is_searched).then(|| {
        let link = name(entry.path());
        format!("{link} is a symbolic link to a folder outside of {}, which is not searched; name it with `--crds {link}`", name(root))
    })
}

/// The YAML and JSON files of the workspace of paths: of the repositories around them, and outside of any repository of
/// the current folder, which is also where no path is given. `walked`: folders whose files are known already.
pub fn workspace(paths: &[PathBuf], walked: &[PathBuf]) -> FoundFiles {
    let here = std::env::current_dir().and_then(|here| seen::canonical(&here)).unwrap_or_default();
    let absolute =
        |paths: &[PathBuf]| paths.iter().filter_map(|path| seen::canonical(path).ok()).collect::<Vec<_>>();
    let root = |path: &PathBuf| {
        let repository = path.ancestors().find(|folder| seen::exists(&folder.join(".git")));
        repository
            .or_else(|| (path.starts_with(&here) && is_workspace(&here)).then_some(&*here))
            .map(Path::to_owned)
    };
    let walked = absolute(walked);
    // Standard input is of the folder that it is read in.
    let here_for = |path: &PathBuf| if path.as_os_str() == "-" { ".".into() } else { path.clone() };
    let paths = if paths.is_empty() { vec![".".into()] } else { paths.iter().map(here_for).collect() };
    let roots: BTreeSet<_> =
        absolute(&paths).iter().filter_map(root).filter(|root| !walked.contains(root)).collect();
    let mut found = FoundFiles::default();
    roots.iter().for_each(|root| walk(root, IgnoreFiles::Respected, &mut found));
    for input in found.inputs.iter_mut().chain(&mut found.go) {
        if let Some(path) = input.path().map(|path| relative_to(&here, path)) {
            *input = Input { linked: input.linked, ..Input::of_path(&path) };
        }
    }
    found
}

/// Whether a folder outside of any repository may be the one that a person works in: everything is below the root of the
/// file system, and much of it below the home folder.
pub fn is_workspace(folder: &Path) -> bool {
    folder.parent().is_some() && std::env::home_dir().is_none_or(|home| folder != home)
}

/// An absolute path as it is reached from a folder.
fn relative_to(folder: &Path, path: &Path) -> PathBuf {
    let shared = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(path.components().skip(shared)).collect()
}

/// Whether a package manager fills a folder: with packages of Go, which are listed in it, or of JavaScript.
pub(super) fn is_of_packages(name: &OsStr, has_list: impl FnOnce() -> bool) -> bool {
    name == "node_modules" || name == "vendor" && has_list()
}

/// Whether a file of Go belongs to another module: `./...` never means a folder `vendor`.
pub(super) fn is_vendored(file: &Path, root: &Path) -> bool {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.components().any(|part| part.as_os_str() == "vendor")
}

/// The files of Go below a folder, by .gitignore.
pub fn go_files(root: &Path) -> Vec<Input> {
    let mut found = FoundFiles::default();
    walk(root, IgnoreFiles::Respected, &mut found);
    found.go
}

/// Whether a path has the name of a file of Go.
pub fn is_go(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "go")
}

/// Whether a path has the name of a manifest.
pub fn is_manifest(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

fn is_manifest_file(entry: &ignore::DirEntry) -> bool {
    is_manifest(entry.path())
        && (entry.file_type().is_some_and(|kind| kind.is_file())
            || entry.path_is_symlink() && seen::is_file(entry.path()))
}

//! What there is to check: paths to files, files to texts.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crdls_ide::File;
use ignore::WalkBuilder;

use super::outcome::{reason, warn, without_number};
use crate::render::Source;

/// Something to read, under the name that it is reported by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) name: String,
    /// `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// It may be a symbolic link: what that leads to may be found too.
    linked: bool,
}

/// Whether a folder's .gitignore files are heeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walk {
    Gitignore,
    Everything,
}

/// A bigger text does not fit 32-bit offsets once its broken bytes are replaced by longer ones.
const LARGEST: u64 = 1 << 30;

/// Folders that hold no one's manifests.
const CONTROL: &[&str] = &[".git", ".hg", ".jj", ".svn"];

/// Files of all the paths, by name and each once, and what is wrong with those that are none.
pub(crate) fn collect(paths: &[PathBuf], walk: Walk) -> (Vec<Input>, Vec<String>) {
    let mut inputs = Vec::new();
    let mut troubles = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input { name: "-".into(), path: None, linked: false });
        } else if path.is_dir() {
            let found = inputs.len();
            walked(path, walk, &mut inputs, &mut troubles);
            if inputs.len() == found && troubles.is_empty() {
                warn(format_args!("no YAML or JSON file in {}", name(path)));
            }
        } else {
            inputs.push(Input { name: name(path), path: Some(path.clone()), linked: true });
        }
    }
    inputs.sort_by(|a, b| a.name.cmp(&b.name));
    troubles.sort();
    if paths.len() > 1 || inputs.iter().any(|input| input.linked) {
        let (mut seen, mut identities) = (HashSet::new(), Identities::default());
        inputs.retain(|input| seen.insert(identities.of(input)));
    }
    (inputs, troubles)
}

/// What is the same for all names of one file.
#[derive(Debug, Default)]
pub(crate) struct Identities {
    /// Of folders: most files are beside each other.
    folders: HashMap<PathBuf, PathBuf>,
}

impl Identities {
    /// `None` is standard input.
    pub(crate) fn of(&mut self, input: &Input) -> Option<PathBuf> {
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let path = input.path.as_deref()?;
        let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), input.linked) else {
            return Some(canonical(path));
        };
        if !self.folders.contains_key(folder) {
            self.folders.insert(folder.to_owned(), canonical(folder));
        }
        self.folders.get(folder).map(|folder| folder.join(name))
    }
}

/// A path as it was given, its parts joined by `/`.
fn name(path: &Path) -> String {
    let name = path.to_string_lossy();
    if cfg!(windows) { name.replace('\\', "/") } else { name.into_owned() }
}

/// The YAML and JSON files of a place, by .gitignore; what cannot be read is passed over.
pub(crate) fn manifests(place: &Path) -> Vec<PathBuf> {
    let (mut inputs, mut troubles) = (Vec::new(), Vec::new());
    match place.is_dir() {
        true => walked(place, Walk::Gitignore, &mut inputs, &mut troubles),
        false if place.is_file() => return vec![place.to_owned()],
        false => inputs = super::crds::find(&[place.to_owned()]).0,
    }
    inputs.into_iter().filter_map(|input| input.path).collect()
}

fn walked(root: &Path, walk: Walk, inputs: &mut Vec<Input>, troubles: &mut Vec<String>) {
    let heed = walk == Walk::Gitignore;
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).require_git(false);
    builder.parents(heed).git_ignore(heed).git_exclude(heed).git_global(heed);
    builder
        .filter_entry(|entry| entry.depth() == 0 || !CONTROL.iter().any(|name| entry.file_name() == *name));
    for entry in builder.build() {
        match entry {
            Ok(entry) if is_manifest(&entry) => {
                let linked = entry.path_is_symlink();
                let path = entry.into_path();
                inputs.push(Input { name: name(&path), path: Some(path), linked });
            }
            Ok(_) => {}
            Err(err) => troubles.push(format!("cannot read {}", without_number(&err.to_string()))),
        }
    }
}

fn is_manifest(entry: &ignore::DirEntry) -> bool {
    let extension = entry.path().extension().unwrap_or_default();
    ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        && (entry.file_type().is_some_and(|kind| kind.is_file())
            || entry.path_is_symlink() && entry.path().is_file())
}

/// The text of an input, parsed; the trouble where it cannot be read.
pub(crate) fn read(input: Input) -> Result<Source, String> {
    let bytes = match &input.path {
        Some(path) => bytes(path),
        None => limited(io::stdin().lock(), 0),
    };
    let bytes = bytes.map_err(|err| format!("cannot read {}: {}", input.name, reason(&err)))?;
    super::guard::guarded(&input.name.clone(), || Source::new(input.name, File::from_bytes(bytes)))
}

/// A file that was read before; where it is gone since, nothing.
pub(crate) fn read_again(path: &Path) -> File {
    bytes(path).map(File::from_bytes).unwrap_or_default()
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    limited(file, about.len())
}

/// All bytes, unless they are too many.
fn limited(from: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected.min(LARGEST) as usize);
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("it has more than 1 GiB"));
    }
    Ok(bytes)
}

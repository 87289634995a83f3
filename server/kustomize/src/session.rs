//! The files of builds: read through a trait, each once, and parsed once for all kustomizations that name them.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crdls_text::TextRange;
use crdls_values::Json;
use crdls_yaml::{Node as Yaml, Tree};

use crate::accumulated::Accumulated;
use crate::decode::Spelled;
use crate::id::or;
use crate::kustomization::{self, Kustomization};
use crate::node::{Node, Origin};
use crate::problem::{Problem, ProblemKind, Step};
use crate::read::{self, Excerpt};

/// Where files come from. Paths are separated by slashes and have no `.` or `..` inside, perhaps `..` in front.
pub trait Files {
    /// The text of a file; nothing for folders and what does not exist.
    fn text(&self, path: &str) -> Option<Arc<str>>;

    /// Whether the path is a folder.
    fn is_folder(&self, path: &str) -> bool;

    /// The names in a folder, for hints at a name that is spelled differently.
    fn list(&self, folder: &str) -> Vec<String>;

    /// Whether .gitignore excludes a path that does not exist: something else writes it before a build.
    fn is_ignored(&self, _path: &str) -> bool {
        false
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as [`Files`] knows it.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
}

/// The paths of the files that something was made of, also of files that do not exist.
pub(crate) type Paths = Arc<BTreeSet<Arc<str>>>;

/// Files, and the resources and kustomizations that were read from them. One session after the other adds to it.
#[derive(Debug, Default)]
pub struct KnownFiles {
    sources: Vec<Source>,
    /// The number of each file; nothing of one that does not exist.
    by_path: HashMap<Arc<str>, Option<u32>>,
    resources: HashMap<u32, Step<Arc<Vec<Node>>>>,
    /// Where the resources are in those of their files.
    places: HashMap<Origin, usize>,
    /// Files whose resources can be printed as they are written.
    pub(crate) printable: HashMap<u32, bool>,
    loaded: HashMap<String, Step<Arc<Loaded>>>,
    /// Results of accumulating bases, by folder.
    pub(crate) bases: HashMap<String, (Paths, Arc<Accumulated>)>,
}

impl KnownFiles {
    /// Forgets what was made of a file, unless its text is still the same. Returns whether anything was.
    pub fn changed(&mut self, path: &str, text: Option<&str>) -> bool {
        let Some(known) = self.by_path.get(path).copied() else { return false };
        let before = known.and_then(|file| self.sources.get_mut(file as usize));
        match (before, text) {
            (None, None) => return false,
            (Some(source), Some(text)) if *source.text == *text => return false,
            // The number stays: origins have it.
            (Some(source), Some(text)) => source.text = text.into(),
            _ => drop(self.by_path.remove(path)),
        }
        if let Some(file) = known {
            self.resources.remove(&file);
            self.places.retain(|origin, _| origin.file != file);
            self.printable.remove(&file);
        }
        self.loaded.remove(path.rsplit_once('/').map_or("", |(folder, _)| folder));
        self.bases.retain(|_, (paths, _)| !paths.contains(path));
        true
    }
}

/// Builds kustomizations over one set of files.
pub struct Session<'f> {
    pub(crate) files: &'f dyn Files,
    pub(crate) known: KnownFiles,
    /// The paths of the files that are read for what is being made now.
    paths: BTreeSet<Arc<str>>,
    /// The folders whose kustomizations are being accumulated, each included by the one before it.
    pub(crate) chain: Vec<String>,
}

/// A kustomization that was read.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The folder.
    pub(crate) folder: String,
    pub(crate) file: u32,
    pub(crate) is_component: bool,
    pub(crate) fields: Kustomization,
    /// Fields that are set, and how they are reported.
    pub(crate) reported: Vec<(ProblemKind, Spelled<&'static str>)>,
    pub(crate) text: Arc<str>,
    pub(crate) tree: Tree,
}

/// The group of kustomizations, as `apiVersion` begins with it.
pub const GROUP: &str = "kustomize.config.k8s.io/";

/// The three names of a kustomization.
pub const FILE_NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("known", &self.known).finish_non_exhaustive()
    }
}

/// A path relative to a folder, without `.` and `..` where they can be resolved.
pub fn join(folder: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let absolute = path.starts_with('/') || folder.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    let inherited = if path.starts_with('/') { "" } else { folder };
    for part in inherited.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    if absolute { format!("/{joined}") } else { joined }
}

/// Whether a path is a folder or lies below it.
pub(crate) fn is_below(path: &str, folder: &str) -> bool {
    match folder {
        "" => !path.starts_with("../") && path != "..",
        folder => path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
    }
}

impl<'f> Session<'f> {
    /// A session without anything read.
    pub fn new(files: &'f dyn Files) -> Self {
        Self::knowing(files, KnownFiles::default())
    }

    /// A session that knows what earlier ones read.
    pub fn knowing(files: &'f dyn Files, known: KnownFiles) -> Self {
        Self { files, known, paths: BTreeSet::new(), chain: Vec::new() }
    }

    /// Ends the session and returns its files.
    pub fn into_known(self) -> KnownFiles {
        self.known
    }

    /// A file by its number.
    pub fn source(&self, file: u32) -> Option<&Source> {
        self.known.sources.get(file as usize)
    }

    /// All files that were read.
    pub fn sources(&self) -> &[Source] {
        &self.known.sources
    }

    /// The paths of the files that were asked for, also of those that do not exist.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.known.by_path.keys().map(|path| &**path)
    }

    /// The number of a file, which is read at the first time.
    pub(crate) fn open(&mut self, path: &str) -> Option<u32> {
        if let Some((path, known)) = self.known.by_path.get_key_value(path) {
            let known = *known;
            self.paths.insert(Arc::clone(path));
            return known;
        }
        let sources = &mut self.known.sources;
        let file = self.files.text(path).map(|text| {
            sources.push(Source { path: path.to_owned(), text });
            sources.len() as u32 - 1
        });
        let path: Arc<str> = path.into();
        self.paths.insert(Arc::clone(&path));
        self.known.by_path.insert(path, file);
        file
    }

    /// Makes something, and notes the files that it is made of.
    pub(crate) fn noting<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (Paths, T) {
        let mut around = std::mem::take(&mut self.paths);
        let made = make(self);
        let own = Arc::new(std::mem::take(&mut self.paths));
        around.extend(own.iter().cloned());
        self.paths = around;
        (own, made)
    }

    /// Notes the files of what was made before.
    pub(crate) fn made_of(&mut self, paths: &Paths) {
        self.paths.extend(paths.iter().cloned());
    }

    pub(crate) fn text(&self, file: u32) -> Arc<str> {
        self.source(file).map(|source| source.text.clone()).unwrap_or_default()
    }

    /// The resources in a file.
    pub(crate) fn resources(&mut self, file: u32) -> Step<Arc<Vec<Node>>> {
        if let Some(known) = self.known.resources.get(&file) {
            return known.clone();
        }
        let text = self.text(file);
        let read = read::resources(&text, &Excerpt::of_file(file)).map(Arc::new);
        for (at, node) in read.iter().flat_map(|nodes| nodes.iter()).enumerate() {
            self.known.places.entry(node.origin).or_insert(at);
        }
        self.known.resources.insert(file, read.clone());
        read
    }

    /// The resource that is written at a place.
    pub(crate) fn written(&self, at: Origin) -> Option<&Node> {
        self.read_resources(at.file)?.get(*self.known.places.get(&at)?)
    }

    /// The resources of a file that was read for them.
    pub(crate) fn read_resources(&self, file: u32) -> Option<&[Node]> {
        self.known.resources.get(&file)?.as_ref().ok().map(|nodes| nodes.as_slice())
    }

    /// The value of a file that is read as JSON.
    pub(crate) fn value(&self, file: u32) -> Step<Json> {
        read::json(&self.text(file), &Excerpt::of_file(file)).map(|(_, value)| value)
    }

    /// The files of a folder that are kustomizations by their names.
    pub(crate) fn kustomizations(&mut self, folder: &str) -> Vec<u32> {
        FILE_NAMES.iter().filter_map(|name| self.open(&join(folder, name))).collect()
    }

    /// The kustomization in a folder (`KustTarget.Load`).
    pub(crate) fn load(&mut self, folder: &str) -> Step<Arc<Loaded>> {
        // Each of the three may appear.
        let found = self.kustomizations(folder);
        if let Some(known) = self.known.loaded.get(folder) {
            return known.clone();
        }
        let loaded = self.load_new(folder, &found).map(Arc::new);
        self.known.loaded.insert(folder.to_owned(), loaded.clone());
        loaded
    }

    /// Whether the kustomization in a folder is an object of another API, such as one that Flux reads. Another
    /// `apiVersion` alone may be a mistake.
    pub(crate) fn is_of_others(&mut self, folder: &str) -> bool {
        let first = self.kustomizations(folder).into_iter().next();
        let Some(Ok(value)) = first.map(|file| self.value(file)) else { return false };
        let version = value.get("apiVersion").and_then(|version| version.as_str()).unwrap_or_default();
        let is_own = !version.contains('/') || version.starts_with(GROUP);
        !is_own && ["metadata", "spec"].iter().all(|name| value.get(name).is_some())
    }

    fn load_new(&self, folder: &str, found: &[u32]) -> Step<Loaded> {
        let file = match found {
            [file] => *file,
            [] => {
                let message = format!(
                    "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory \
                     '{folder}'"
                );
                return Err(Problem::new(ProblemKind::NoKustomization, message, Origin::default()));
            }
            [first, ..] => {
                let at = Origin { file: *first, range: TextRange::empty(0) };
                let message = format!("Found multiple kustomization files under: {folder}\n");
                return Err(Problem::new(ProblemKind::SeveralKustomizations, message, at));
            }
        };
        let invalid = |why: Box<Problem>| why.prefixed("invalid Kustomization");
        let text = self.text(file);
        let (tree, value) = read::json(&text, &Excerpt::of_file(file)).map_err(invalid)?;
        let fields = Kustomization::decode(file, &value).map_err(invalid)?;
        if kustomization::is_empty(&value) {
            let start = Origin { file, range: TextRange::empty(value.range.start) };
            return Err(Problem::new(ProblemKind::Empty, "kustomization.yaml is empty", start));
        }
        Ok(Loaded {
            folder: folder.to_owned(),
            file,
            is_component: kind_of(&fields, folder)?,
            fields,
            reported: kustomization::reported(file, &value),
            text,
            tree,
        })
    }
}

/// Whether it is a component (`EnforceFields`).
fn kind_of(fields: &Kustomization, folder: &str) -> Step<bool> {
    let (kind, api_version) = (fields.kind.value.as_str(), &fields.api_version);
    let is_component = kind == "Component";
    let wanted = format!("{GROUP}{}", if is_component { "v1alpha1" } else { "v1beta1" });
    let mut errors = Vec::new();
    let mut at = None;
    if !matches!(kind, "" | "Kustomization" | "Component") {
        errors.push("kind should be Kustomization or Component".to_owned());
        at = Some(fields.kind.at);
    }
    if api_version.is_set() && api_version.value != wanted {
        errors.push(format!("apiVersion for {} should be {wanted}", or(kind, "Kustomization")));
        at = at.or(Some(api_version.at));
    }
    if errors.is_empty() {
        return Ok(is_component);
    }
    let message = format!("Failed to read kustomization file under {folder}:\n{}", errors.join("\n"));
    Err(Problem::new(ProblemKind::InvalidField, message, at.unwrap_or_default()))
}

impl Loaded {
    /// The paths of its resources and components.
    pub(crate) fn included(&self) -> impl Iterator<Item = String> {
        let entries = self.fields.resources.iter().chain(&self.fields.components);
        entries.map(|entry| join(&self.folder, &entry.value))
    }

    pub(crate) fn at(&self, range: TextRange) -> Origin {
        Origin { file: self.file, range }
    }

    /// Reads a text that is written in the kustomization, with ranges of the kustomization.
    pub(crate) fn read_inside<T>(&self, spelled: &Spelled, read: impl FnOnce(&str, &Excerpt<'_>) -> T) -> T {
        let range = spelled.at.range;
        let mut inside = std::iter::successors(self.root(), |node| {
            let mut below = node.entries().map(|entry| entry.value).chain(node.items());
            below.find(|inner| inner.range().covers(range))
        });
        let is_it = |node: &Yaml<'_>| node.range() == range && !node.kind().is_map() && !node.kind().is_seq();
        let Some(found) = inside.find(is_it).and_then(Yaml::resolved) else {
            return read(spelled.value.trim(), &Excerpt { file: self.file, range: &|_| range });
        };
        let decoded = found.decoded();
        let text = decoded.text();
        let start = (text.len() - text.trim_start().len()) as u32;
        let map =
            |inner: TextRange| decoded.source_range(TextRange::new(inner.start + start, inner.end + start));
        read(text.trim(), &Excerpt { file: self.file, range: &map })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined() {
        assert_eq!(join("a/b", "../c/./d.yaml"), "a/c/d.yaml");
        assert_eq!(join("", "../../x"), "../../x");
        assert_eq!(join("/a", "../../x"), "/x");
        assert_eq!(join("a", "b\\c"), "a/b/c");
        assert!(is_below("a/b", "a") && !is_below("ab", "a") && is_below("x", "") && !is_below("../x", ""));
    }
}

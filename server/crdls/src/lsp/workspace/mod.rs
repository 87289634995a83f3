//! The workspace on the disk: its folders, the settings that hold in each, and the CRDs of its files.
//!
//! Must not know open documents, nor how settings and changes reach the server.

pub(crate) mod built;
pub(crate) mod layer;
pub(crate) mod old;
pub(crate) mod scan;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_change::IgnoredChange;
use crdls_report::Config;
use ls_types::{Uri, WorkspaceFolder};

use crate::go::GoSettings;
use crate::lsp::protocol::locations::path;
use crate::settings::{self, Settings, Since};
use crdls_system::files::{Excluded, LATEST_TAG};
use layer::Layer;
use old::OldPlace;
use scan::SearchPlace;

/// The name of the file of settings at the root of a folder.
pub(crate) const FILE: &str = "crdls.toml";

/// Folders and settings. The layers of settings, each one overriding those before it: defaults, crdls.toml, what the
/// client sent at the start, what the editor has now.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    folders: Vec<Folder>,
    start: Layer,
    /// The editor's settings outside of all folders.
    editor: Layer,
    config: Arc<Config>,
    /// What the setting `crds` names outside of all folders.
    crds: Vec<PathBuf>,
}

#[derive(Debug)]
struct Folder {
    uri: Uri,
    path: Option<PathBuf>,
    file: Layer,
    /// What was wrong with the file when it was read last.
    complaints: Vec<String>,
    editor: Option<Layer>,
    in_force: InForce,
}

impl Workspace {
    /// Takes what the client sent with `initialize`.
    pub(crate) fn set_start(&mut self, settings: Layer) {
        self.start = settings;
    }

    /// Adds folders; one that is there already is replaced.
    pub(crate) fn add(&mut self, folders: Vec<WorkspaceFolder>) {
        for folder in folders {
            self.remove(&folder.uri);
            self.folders.push(Folder::new(folder.uri));
        }
    }

    /// Removes a folder.
    pub(crate) fn remove(&mut self, uri: &Uri) {
        self.folders.retain(|folder| folder.uri != *uri);
    }

    /// The folders in the order in which [`Self::set_editor`] takes their settings.
    pub(crate) fn uris(&self) -> Vec<Uri> {
        self.folders.iter().map(|folder| folder.uri.clone()).collect()
    }

    /// Takes the editor's settings: outside of all folders, and in some of them.
    pub(crate) fn set_editor(&mut self, outside: Layer, folders: Vec<(Uri, Layer)>) {
        self.editor = outside;
        for folder in &mut self.folders {
            let found = folders.iter().find(|(uri, _)| *uri == folder.uri);
            folder.editor = found.map(|(_, settings)| settings.clone());
        }
    }

    /// Reads each crdls.toml again. Returns what is wrong with them that was not before.
    pub(crate) fn read_files(&mut self) -> Vec<String> {
        self.folders.iter_mut().flat_map(Folder::read_file).collect()
    }

    /// The crdls.toml of each folder that has one, which may be in a folder above it.
    pub(crate) fn setting_files(&self) -> BTreeSet<PathBuf> {
        self.folders.iter().filter_map(|folder| settings::find(folder.path.as_deref()?)).collect()
    }

    /// Merges the layers. True where the settings of any folder differ from before.
    pub(crate) fn settle(&mut self) -> bool {
        let layers = [&self.start, &self.editor];
        let mut changed = replace_config(&mut self.config, Layer::config(&layers));
        let crds = Layer::crds(&layers).into_iter().map(PathBuf::from);
        changed |= replace(&mut self.crds, crds.filter(|place| place.is_absolute()).collect());
        for folder in &mut self.folders {
            let editor = folder.editor.as_ref().unwrap_or(&self.editor);
            let layers = [&folder.file, &self.start, editor];
            changed |= replace_config(&mut folder.config, Layer::config(&layers));
            let excluded = folder.path.as_deref().map(|path| Layer::excluded(&layers, path));
            changed |= replace(&mut folder.excluded, excluded.unwrap_or_default());
            let base = folder.path.clone().unwrap_or_default();
            let crds = Layer::crds(&layers).into_iter().map(|place| base.join(place));
            changed |= replace(&mut folder.crds, crds.collect());
            changed |= replace(&mut folder.since, Layer::since(&layers));
            changed |= replace(&mut folder.ignored_changes, Layer::ignored_changes(&layers));
        }
        changed
    }

    /// Where CRDs are searched: what the setting `crds` names, each with its rank, then the folders.
    pub(crate) fn places(&self) -> Vec<SearchPlace> {
        let folders = self.folders.iter().filter_map(|folder| {
            let (path, config) = (folder.path.clone()?, Arc::clone(&folder.config));
            Some(SearchPlace { rank: 0, path, config, excluded: folder.excluded.clone() })
        });
        let in_folders = self
            .folders
            .iter()
            .flat_map(|folder| folder.crds.iter().map(move |place| (place, &folder.config)));
        let outside = self.crds.iter().map(|place| (place, &self.config));
        let named = in_folders.chain(outside).enumerate().map(|(at, (path, config))| {
            let (path, config) = (path.clone(), Arc::clone(config));
            SearchPlace { rank: at + 1, path, config, excluded: Excluded::default() }
        });
        named.chain(folders).collect()
    }

    /// Whether the setting `exclude` covers a document: it is not checked.
    pub(crate) fn excludes(&self, document: &Uri) -> bool {
        path(document).is_some_and(|path| {
            self.innermost(Some(&path)).is_some_and(|folder| folder.excluded.covers(&path))
        })
    }

    /// The first of those places that a file is in.
    pub(crate) fn place(&self, file: &Path) -> Option<SearchPlace> {
        self.places().into_iter().find(|place| place.has(file))
    }

    /// The settings outside of all folders.
    pub(crate) fn outside(&self) -> Arc<Config> {
        Arc::clone(&self.config)
    }

    /// Whether each message is to be logged.
    pub(crate) fn tracing(&self) -> bool {
        self.editor.trace.or(self.start.trace).unwrap_or(false)
    }

    /// The settings for a document: those of the innermost folder that it is in.
    pub(crate) fn config(&self, document: &Uri) -> Arc<Config> {
        self.innermost(path(document).as_deref()).map_or(&self.config, |folder| &folder.config).clone()
    }

    /// What is said of the controller-gen that reads a document, and the folder that its paths are relative to.
    pub(crate) fn go(&self, document: &Uri) -> (GoSettings, PathBuf) {
        let outside = || (Layer::go(&[&self.start, &self.editor]), PathBuf::new());
        self.innermost(path(document).as_deref()).map_or_else(outside, |folder| {
            let editor = folder.editor.as_ref().unwrap_or(&self.editor);
            let layers = [&folder.file, &self.start, editor];
            (Layer::go(&layers), folder.path.clone().unwrap_or_default())
        })
    }

    /// What a document is compared with; `None` for nothing.
    pub(crate) fn old_place(&self, document: &Uri) -> Option<OldPlace> {
        let folder = self.innermost(path(document).as_deref())?;
        let is_off = folder.since == Some(Since::Off);
        (!is_off).then_some(())?;
        Some(OldPlace {
            folder: folder.path.clone()?,
            since: folder.since.clone().unwrap_or(Since::Revision(LATEST_TAG.to_owned())),
            is_chosen: folder.since.is_some(),
            config: Arc::clone(&folder.config),
            excluded: folder.excluded.clone(),
            ignored_changes: folder.ignored_changes.clone(),
        })
    }

    fn innermost(&self, document: Option<&Path>) -> Option<&Folder> {
        let depth = |folder: &&Folder| folder.depth_above(document);
        self.folders.iter().filter(|folder| depth(folder).is_some()).max_by_key(depth)
    }
}

impl Folder {
    fn new(uri: Uri) -> Self {
        let path = path(&uri);
        Self {
            uri,
            path,
            file: Layer::default(),
            complaints: Vec::new(),
            editor: None,
            config: Arc::default(),
            excluded: Excluded::default(),
            crds: Vec::new(),
            since: None,
            ignored_changes: Vec::new(),
        }
    }

    fn depth_above(&self, document: Option<&Path>) -> Option<usize> {
        let folder = self.path.as_deref()?;
        document?.starts_with(folder).then(|| folder.components().count())
    }

    fn read_file(&mut self) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        let (file, complaints) = Layer::of_folder(path);
        self.file = file;
        if complaints == self.complaints {
            return Vec::new();
        }
        self.complaints.clone_from(&complaints);
        complaints.iter().map(|complaint| format!("{}: {complaint}", path.display())).collect()
    }
}

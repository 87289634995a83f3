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
    /// The settings outside of all folders.
    outside: InForce,
}

/// The settings that hold in a place.
#[derive(Debug, Default)]
struct InForce {
    settings: Settings,
    config: Arc<Config>,
    /// The files that the setting `exclude` covers.
    excluded: Excluded,
}

impl InForce {
    /// Takes other settings for a folder, if it is one. True where they differ in what is checked.
    fn take(&mut self, settings: Settings, folder: Option<&Path>) -> bool {
        let others = |of: &Settings| (of.crds.clone(), of.since.clone(), of.ignored_changes.clone());
        let (config, excluded) =
            (settings.config(), folder.map(|folder| settings.excluded(folder)).unwrap_or_default());
        let mut changed = others(&self.settings) != others(&settings) || self.excluded != excluded;
        // The configuration is shared.
        if *self.config != config {
            self.config = Arc::new(config);
            changed = true;
        }
        (self.settings, self.excluded) = (settings, excluded);
        changed
    }
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
        let mut changed =
            self.outside.take(Layer::merged([&Layer::default(), &self.start, &self.editor]), None);
        for folder in &mut self.folders {
            let editor = folder.editor.as_ref().unwrap_or(&self.editor);
            let settings = Layer::merged([&folder.file, &self.start, editor]);
            changed |= folder.in_force.take(settings, folder.path.as_deref());
        }
        changed
    }

    /// Where CRDs are searched: what the setting `crds` names, each with its rank, then the folders.
    pub(crate) fn places(&self) -> Vec<SearchPlace> {
        let folders = self.folders.iter().filter_map(|folder| {
            let InForce { config, excluded, .. } = &folder.in_force;
            let (path, config, excluded) = (folder.path.clone()?, Arc::clone(config), excluded.clone());
            Some(SearchPlace { rank: 0, path, config, excluded })
        });
        let in_folders = self.folders.iter().flat_map(|folder| {
            let named = folder.in_force.settings.crds.iter();
            let base = folder.path.as_deref().unwrap_or(Path::new(""));
            named.map(move |place| (base.join(place), &folder.in_force.config))
        });
        let outside =
            self.outside.settings.crds.iter().map(PathBuf::from).filter(|place| place.is_absolute());
        let outside = outside.map(|place| (place, &self.outside.config));
        let named = in_folders.chain(outside).enumerate().map(|(at, (path, config))| SearchPlace {
            rank: at + 1,
            path,
            config: Arc::clone(config),
            excluded: Excluded::default(),
        });
        named.chain(folders).collect()
    }

    /// Whether the setting `exclude` covers a document: it is not checked.
    pub(crate) fn excludes(&self, document: &Uri) -> bool {
        path(document).is_some_and(|path| {
            self.innermost(Some(&path)).is_some_and(|folder| folder.in_force.excluded.covers(&path))
        })
    }

    /// The first of those places that a file is in.
    pub(crate) fn place(&self, file: &Path) -> Option<SearchPlace> {
        self.places().into_iter().find(|place| place.has(file))
    }

    /// The settings outside of all folders.
    pub(crate) fn outside(&self) -> Arc<Config> {
        Arc::clone(&self.outside.config)
    }

    /// Whether each message is to be logged.
    pub(crate) fn tracing(&self) -> bool {
        self.editor.trace.or(self.start.trace).unwrap_or(false)
    }

    /// The settings for a document: those of the innermost folder that it is in.
    pub(crate) fn config(&self, document: &Uri) -> Arc<Config> {
        let folder = self.innermost(path(document).as_deref());
        Arc::clone(&folder.map_or(&self.outside, |folder| &folder.in_force).config)
    }

    /// What is said of the controller-gen that reads a document, and the folder that its paths are relative to.
    pub(crate) fn go(&self, document: &Uri) -> (GoSettings, PathBuf) {
        let folder = self.innermost(path(document).as_deref());
        let in_force = folder.map_or(&self.outside, |folder| &folder.in_force);
        (in_force.settings.go.clone(), folder.and_then(|folder| folder.path.clone()).unwrap_or_default())
    }

    /// What a document is compared with; `None` for nothing.
    pub(crate) fn old_place(&self, document: &Uri) -> Option<OldPlace> {
        let folder = self.innermost(path(document).as_deref())?;
        let InForce { settings, config, excluded } = &folder.in_force;
        if settings.since == Some(Since::Off) {
            return None;
        }
        Some(OldPlace {
            folder: folder.path.clone()?,
            since: settings.since.clone().unwrap_or(Since::Revision(LATEST_TAG.to_owned())),
            is_chosen: settings.since.is_some(),
            config: Arc::clone(config),
            excluded: excluded.clone(),
            ignored_changes: settings.ignored_changes.clone(),
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
            in_force: InForce::default(),
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

//! The folders that are open, and the settings that hold in each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_crd::Config;
use serde_json::Value;
use tower_lsp_server::ls_types::{Uri, WorkspaceFolder};

use super::settings::Settings;

/// The name of the file of settings at the root of a folder.
pub(super) const FILE: &str = "crdls.toml";

/// Folders and settings. The layers, from below: defaults, crdls.toml, what the client gave at the
/// start, what the editor says now.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    folders: Vec<Folder>,
    start: Settings,
    /// The editor's settings outside of all folders.
    editor: Settings,
    config: Arc<Config>,
}

#[derive(Debug)]
struct Folder {
    uri: Uri,
    path: Option<PathBuf>,
    file: Settings,
    editor: Option<Settings>,
    config: Arc<Config>,
}

impl Workspace {
    pub(super) fn set_start(&mut self, settings: Settings) {
        self.start = settings;
    }

    pub(super) fn add(&mut self, folders: Vec<WorkspaceFolder>) {
        for folder in folders {
            self.remove(&folder.uri);
            self.folders.push(Folder::new(folder.uri));
        }
    }

    pub(super) fn remove(&mut self, uri: &Uri) {
        self.folders.retain(|folder| folder.uri != *uri);
    }

    /// The folders in the order in which [`Self::set_editor`] takes their settings.
    pub(super) fn uris(&self) -> Vec<Uri> {
        self.folders.iter().map(|folder| folder.uri.clone()).collect()
    }

    /// What the editor says now: outside of all folders, and in some of them.
    pub(super) fn set_editor(&mut self, outside: Settings, folders: Vec<(Uri, Settings)>) {
        self.editor = outside;
        for folder in &mut self.folders {
            let found = folders.iter().find(|(uri, _)| *uri == folder.uri);
            folder.editor = found.map(|(_, settings)| settings.clone());
        }
    }

    /// Reads each crdls.toml anew, and says what is wrong with them.
    pub(super) fn read_files(&mut self) -> Vec<String> {
        self.folders.iter_mut().flat_map(Folder::read_file).collect()
    }

    /// Works the layers out. True where the settings of some place are others than before.
    pub(super) fn settle(&mut self) -> bool {
        let mut changed = replace(&mut self.config, Settings::config(&[&self.start, &self.editor]));
        for folder in &mut self.folders {
            let editor = folder.editor.as_ref().unwrap_or(&self.editor);
            changed |= replace(&mut folder.config, Settings::config(&[&folder.file, &self.start, editor]));
        }
        changed
    }

    pub(super) fn tracing(&self) -> bool {
        self.editor.trace.or(self.start.trace).unwrap_or(false)
    }

    /// The settings for a document: those of the innermost folder that it is in.
    pub(super) fn config(&self, document: &Uri) -> Arc<Config> {
        let path = path(document);
        let depth = |folder: &&Folder| folder.depth_above(path.as_deref());
        let innermost = self.folders.iter().filter(|f| depth(f).is_some()).max_by_key(depth);
        innermost.map_or(&self.config, |folder| &folder.config).clone()
    }
}

impl Folder {
    fn new(uri: Uri) -> Self {
        let path = path(&uri);
        Self { uri, path, file: Settings::default(), editor: None, config: Arc::default() }
    }

    fn depth_above(&self, document: Option<&Path>) -> Option<usize> {
        let folder = self.path.as_deref()?;
        document?.starts_with(folder).then(|| folder.components().count())
    }

    /// A file that is not there says nothing, and one that cannot be read as TOML changes nothing.
    fn read_file(&mut self) -> Vec<String> {
        let Some(path) = self.path.as_ref().map(|path| path.join(FILE)) else { return Vec::new() };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(err) => {
                self.file = Settings::default();
                let absent = err.kind() == std::io::ErrorKind::NotFound;
                return if absent { Vec::new() } else { vec![format!("{}: {err}", path.display())] };
            }
        };
        match toml::from_str::<Value>(&text) {
            Ok(value) => {
                let (file, complaints) = Settings::read(&value);
                self.file = file;
                complaints.into_iter().map(|c| format!("{}: {c}", path.display())).collect()
            }
            Err(err) => vec![format!("{}: {}", path.display(), err.message())],
        }
    }
}

fn replace(old: &mut Arc<Config>, new: Config) -> bool {
    let changed = **old != new;
    if changed {
        *old = Arc::new(new);
    }
    changed
}

/// The path that a `file` URI names.
fn path(uri: &Uri) -> Option<PathBuf> {
    (uri.scheme().as_str() == "file").then(|| uri.to_file_path()).flatten().map(|path| path.into_owned())
}

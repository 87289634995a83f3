//! One open document: its text as the client has it.

use std::sync::Arc;

use crdls_crd::Config;
use crdls_crd::instance::Index;
use crdls_ide::{Beside, File};
use crdls_text::Edit;
use tower_lsp_server::ls_types::{SemanticToken, TextDocumentContentChangeEvent, Uri};

use super::checking::Check;
use super::index;
use super::position::Encoding;
use crate::kustomize::Kustomizations;

#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    /// What it is called among those that have CRDs.
    pub(super) name: Arc<str>,
    pub(super) version: i32,
    /// Grows, over all documents, with each change of what a check would see.
    pub(super) generation: u64,
    pub(super) file: Arc<File>,
    /// A change did not fit: the client has another text. Nothing is said of the document until it
    /// comes whole again.
    pub(super) lost: bool,
    /// A check whose result will be pushed is under way.
    pub(super) checking: bool,
    /// The check of the generation, begun or done.
    pub(super) check: Option<Check>,
    /// The colours that the client has, of a generation.
    pub(super) tokens: Option<(u64, Arc<[SemanticToken]>)>,
}

/// A document at one moment.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) uri: Uri,
    pub(super) name: Arc<str>,
    pub(super) version: i32,
    pub(super) generation: u64,
    pub(super) file: Arc<File>,
    pub(super) config: Arc<Config>,
    /// The CRDs that are known.
    pub(super) crds: Arc<Index>,
}

impl Snapshot {
    /// What the document is held against.
    pub(super) fn beside(&self) -> Beside<'_> {
        Beside { crds: Some(&self.crds), file: &self.name, ..Beside::default() }
    }
}

impl Document {
    pub(super) fn new(uri: Uri, version: i32, text: String) -> Self {
        let path = uri.to_file_path().filter(|_| uri.scheme().as_str() == "file");
        let patch = path.is_some_and(|path| Kustomizations::default().name_as_patch(&path));
        let file = File::new(text).remembering();
        let file = Arc::new(if patch { file.as_patch() } else { file });
        let name = index::name(&uri).into();
        Self {
            uri,
            name,
            version,
            generation: 0,
            file,
            lost: false,
            checking: false,
            check: None,
            tokens: None,
        }
    }

    /// Follows the changes of one notification, and says what is odd about them.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Vec<String> {
        let mut odd = Vec::new();
        if version <= self.version {
            odd.push(format!(
                "version {version} came after {}: texts may differ until the next save",
                self.version
            ));
        }
        self.version = self.version.max(version);
        for change in changes {
            self.apply(change, encoding, &mut odd);
        }
        odd
    }

    fn apply(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding, odd: &mut Vec<String>) {
        let Some(range) = change.range else { return self.replace(change.text) };
        if self.lost {
            return;
        }
        let Some(fitting) = encoding.text_range(&self.file, range) else {
            self.lost = true;
            let (line, lines) = (range.start.line, self.file.lines().lines());
            odd.push(format!(
                "a change at line {line} of {lines} does not fit: silent until the next save or full text"
            ));
            return;
        };
        let edit = Edit { range: fitting, new_text: change.text };
        // A range made from positions always fits.
        let _ = Arc::make_mut(&mut self.file).edit(&edit);
    }

    /// Takes a whole text.
    pub(super) fn replace(&mut self, text: String) {
        self.file = Arc::new(self.file.with_text(text));
        self.lost = false;
    }

    /// Compares with the text that was saved, and takes it where it differs. True where it does.
    pub(super) fn saved(&mut self, text: String) -> bool {
        let differs = self.lost || self.file.text() != text;
        if differs {
            self.replace(text);
        }
        differs
    }

    /// `None` while the text is not known.
    pub(super) fn snapshot(&self, config: Arc<Config>, crds: Arc<Index>) -> Option<Snapshot> {
        (!self.lost).then(|| Snapshot {
            uri: self.uri.clone(),
            name: Arc::clone(&self.name),
            version: self.version,
            generation: self.generation,
            file: self.file.clone(),
            config,
            crds,
        })
    }
}

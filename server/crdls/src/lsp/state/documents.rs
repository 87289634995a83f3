//! One open document, and a snapshot of it.
//!
//! Knows the text as the client has it. Must not know what else the session holds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_check::Form;
use crdls_ide::{File, FileContext, PatchTarget};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::Edit;
use ls_types::{SemanticToken, TextDocumentContentChangeEvent, Uri};

use super::check::RunningCheck;
use super::comparison::Comparison;
use super::tested::Tests;
use crate::lsp::protocol::locations::{document_name, path};
use crate::lsp::workspace::old::OldManifests;
use crdls_system::files::FileForms;
use crdls_wire::Encoding;

/// An open document.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// Its name in the index of CRDs.
    pub(crate) name: Arc<str>,
    pub(crate) version: i32,
    /// Grows, over all documents, with each change of what a check would see.
    pub(crate) generation: u64,
    pub(crate) file: Arc<File>,
    /// A change did not fit: the client has another text. Nothing is reported about the document until its
    /// whole text comes.
    pub(crate) out_of_step: bool,
    /// Where something was typed, if that was the last change.
    pub(crate) typed: Option<u32>,
    /// A check whose result will be pushed is under way.
    pub(crate) checking: bool,
    /// The check of the generation, begun or done.
    pub(crate) check: Option<RunningCheck>,
    /// What it differs in from its old state.
    pub(crate) comparison: Comparison,
    /// What its test suite comes to, or those of its CRDs.
    pub(crate) tests: Tests,
    /// The semantic tokens that the client has, and the generation that they are of.
    pub(crate) tokens: Option<(u64, Arc<[SemanticToken]>)>,
    /// The offset in a rule that was evaluated last, and the generation that it is of.
    pub(crate) evaluated: Option<(u64, u32)>,
    /// The target with which a kustomization lists it as a patch.
    target: Option<Arc<PatchTarget>>,
    /// Another state or another name of a file: its CRDs are those of that file.
    copy_of: Option<PathBuf>,
    /// Counts the states of documents that are in memory.
    held: Arc<()>,
}

/// The file that a document shows in another state (`git:/w/crd.yaml?…`) or by another name (a symbolic link).
fn copy_of(uri: &Uri) -> Option<PathBuf> {
    let path = uri.to_file_path()?;
    match uri.scheme().as_str() {
        "file" if path.is_symlink() => path.canonicalize().ok(),
        "file" | "untitled" => None,
        scheme => (scheme.starts_with("git") || path.is_file()).then(|| path.into_owned()),
    }
}

/// The form of the objects of a document that is a file, and the target of one that is a patch.
fn form(uri: &Uri, forms: &FileForms) -> (Form, Option<Arc<PatchTarget>>) {
    path(uri).map(|path| (forms.form(&path), forms.target(&path).map(Arc::new))).unwrap_or_default()
}

/// Where an edit ends that is typed: a part of a line, or a new line. A paste and a deletion show at once what they do.
fn typed(edit: &Edit) -> Option<u32> {
    let len = edit.new_text.len() as u32;
    let is_typed = len > 0 && edit.range.len() <= len && !edit.new_text.trim().contains('\n');
    is_typed.then_some(edit.range.start + len)
}

/// A document at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) uri: Uri,
    pub(crate) name: Arc<str>,
    pub(crate) version: i32,
    pub(crate) generation: u64,
    pub(crate) file: Arc<File>,
    pub(crate) config: Arc<Config>,
    /// The CRDs that are known.
    pub(crate) crds: Arc<Index>,
    /// The old state that the document is compared with, where that is asked for.
    pub(crate) old: Option<Arc<OldManifests>>,
    /// Where something was typed, if that was the last change.
    pub(crate) typed: Option<u32>,
    /// The target with which a kustomization lists it as a patch.
    pub(crate) target: Option<Arc<PatchTarget>>,
    /// Counts the states of documents that are in memory.
    pub(crate) _held: Arc<()>,
}

impl Snapshot {
    /// A file that is not open.
    pub(crate) fn of_closed(uri: Uri, file: Arc<File>, config: Arc<Config>, crds: Arc<Index>) -> Self {
        Self {
            name: document_name(&uri).into(),
            uri,
            version: 0,
            generation: 0,
            file,
            config,
            crds,
            old: None,
            typed: None,
            target: None,
            _held: Arc::default(),
        }
    }

    /// What the document is validated with, besides its own text.
    pub(crate) fn context(&self) -> FileContext<'_> {
        FileContext {
            crds: Some(&self.crds),
            file: &self.name,
            target: self.target.as_deref(),
            ..FileContext::default()
        }
    }
}

impl Document {
    /// A document as the client opens it.
    pub(crate) fn new(uri: Uri, version: i32, text: String, forms: &FileForms, held: Arc<()>) -> Self {
        let (form, target) = form(&uri, forms);
        let file = Arc::new(File::new(text).remembering().with_form(form));
        let (name, copy_of) = (document_name(&uri).into(), copy_of(&uri));
        Self {
            uri,
            name,
            version,
            generation: 0,
            file,
            out_of_step: false,
            typed: None,
            checking: false,
            check: None,
            comparison: Comparison::default(),
            tests: Tests::default(),
            tokens: None,
            evaluated: None,
            target,
            copy_of,
            held,
        }
    }

    /// Whether its CRDs are those of a file that is read anyway: of another state of it, or of a symbolic link to it.
    pub(crate) fn is_copy(&self, is_read: impl FnOnce(&Path) -> bool) -> bool {
        self.copy_of.as_deref().is_some_and(|file| self.uri.scheme().as_str() != "file" || is_read(file))
    }

    /// Takes the form of its objects anew. True where it differs from before.
    pub(crate) fn take_form(&mut self, forms: &FileForms) -> bool {
        let (form, target) = form(&self.uri, forms);
        self.target = target;
        let differs = self.file.form() != form;
        if differs {
            self.file = Arc::new((*self.file).clone().with_form(form));
        }
        differs
    }

    /// Applies the changes of one notification. Returns what the log is to have of them.
    pub(crate) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        if version <= self.version {
            problems.push(format!(
                "version {version} came after {}: texts may differ until the next save",
                self.version
            ));
        }
        self.version = self.version.max(version);
        for change in changes {
            self.apply(change, encoding, &mut problems);
        }
        problems
    }

    fn apply(
        &mut self,
        change: TextDocumentContentChangeEvent,
        encoding: Encoding,
        problems: &mut Vec<String>,
    ) {
        let Some(range) = change.range else { return self.replace(change.text) };
        if self.out_of_step {
            return;
        }
        let Some(fitting) = encoding.text_range(&self.file, range) else {
            self.out_of_step = true;
            let (line, lines) = (range.start.line, self.file.lines().lines());
            problems.push(format!(
                "a change at line {line} of {lines} does not fit: silent until the next save or full text"
            ));
            return;
        };
        let edit = Edit { range: fitting, new_text: change.text };
        // A range made from positions always fits.
        let _ = Arc::make_mut(&mut self.file).edit(&edit);
        self.typed = typed(&edit);
        self.comparison.edited(&edit);
    }

    /// Replaces the whole text.
    pub(crate) fn replace(&mut self, text: String) {
        self.comparison.replaced(self.file.text(), &text);
        self.file = Arc::new(self.file.with_text(text));
        self.typed = None;
        self.out_of_step = false;
    }

    /// Compares with the text that was saved, and takes it where it differs. True where it does.
    pub(crate) fn saved(&mut self, text: String) -> bool {
        let differs = self.out_of_step || self.file.text() != text;
        if differs {
            self.replace(text);
        }
        differs
    }

    /// `None` while the text is not known.
    pub(crate) fn snapshot(&self, config: Arc<Config>, crds: Arc<Index>) -> Option<Snapshot> {
        (!self.out_of_step).then(|| Snapshot {
            version: self.version,
            generation: self.generation,
            typed: self.typed,
            target: self.target.clone(),
            _held: Arc::clone(&self.held),
            ..Snapshot::of_closed(self.uri.clone(), self.file.clone(), config, crds)
        })
    }
}

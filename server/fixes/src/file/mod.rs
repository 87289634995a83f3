//! One text, parsed, with its objects.

mod checks;
mod context;
mod kept;
mod objects;

use std::sync::{Arc, OnceLock};

use crdls_check::Form;
use crdls_manifest::decode::DecodeCache;
use crdls_resource::IndexedCrd;
use crdls_text::{Edit, Flaw, LineIndex, TextChange, TextRange, floor_boundary};
use crdls_yaml::Tree;
use crdls_yaml::cursor::Cursor;

use checks::CheckCache;
pub use context::{FileContext, PatchTarget, source};
use kept::KeptValues;
use objects::Objects;

/// A text with its tree, objects and line index: an immutable snapshot for all features, which an editor edits between
/// two of them.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Shared with what is decoded from it later.
    text: Arc<String>,
    /// Made when first asked for.
    tree: OnceLock<Tree>,
    /// Made when first asked for.
    objects: OnceLock<Objects>,
    /// Made when first asked for: a file without findings needs none.
    lines: OnceLock<LineIndex>,
    /// What keeps kubectl from reading the bytes.
    flaw: Option<Flaw>,
    /// What it has of its objects.
    form: Form,
    /// Where the file is edited, what was decoded of it.
    memo: Option<DecodeCache>,
    /// Where the file is edited, what the checks of its documents came to.
    checks: Option<CheckCache>,
    /// Where the file is edited, the value that a feature kept of it.
    kept: Option<KeptValues>,
}

/// Whether a file is to hold JSON, by its name. kubectl does not ask for the name.
pub fn is_json_file(name: &str) -> bool {
    name.ends_with(".json")
}

impl File {
    /// A file by its text. Nothing is parsed until it is asked for.
    pub fn new(text: impl Into<Arc<String>>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The file of a CRD, of which only the document with the CRD is read.
    pub fn around(known: &IndexedCrd) -> Self {
        let (text, document) = known.text();
        Self { tree: Tree::parse_part(text, document).into(), ..Self::new(Arc::clone(text)) }
    }

    /// A file by its bytes, in UTF-8, or in UTF-16 with a byte order mark. What keeps kubectl from reading them is its [`Self::flaw`]; bytes that are
    /// no text are replaced.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        let decoded = crdls_text::decode(bytes);
        Self { flaw: decoded.flaw, ..Self::new(decoded.text) }
    }

    /// The file with a form that its name, or a file that names it, gives it.
    #[must_use]
    pub fn with_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// The file will be edited and asked for many things: what is worked out for one is kept for the others.
    #[must_use]
    pub fn remembering(mut self) -> Self {
        self.memo = Some(DecodeCache::default());
        self.checks = Some(CheckCache::default());
        self.kept = Some(KeptValues::default());
        self
    }

    /// Whether it will be edited and asked for many things.
    pub fn is_remembering(&self) -> bool {
        self.memo.is_some()
    }

    /// The same file with another text: of the same form, remembering if it does.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        let file = Self { form: self.form, ..Self::new(text) };
        if self.is_remembering() { file.remembering() } else { file }
    }

    /// The models that are decoded of it, if it remembers them.
    pub(crate) fn memo(&self) -> Option<&DecodeCache> {
        self.memo.as_ref()
    }

    /// What it has of its objects, by its name and by the files that name it.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The text. All offsets are bytes of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, shared: to keep it costs nothing until the file is edited.
    pub fn shared_text(&self) -> &Arc<String> {
        &self.text
    }

    /// The tree of the text, parsed when it is first asked for.
    pub fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::parse(&self.text))
    }

    pub(crate) fn stored_objects(&self) -> &Objects {
        self.objects.get_or_init(|| Objects::of(self.tree(), self.text()))
    }

    /// Gives the room of the tree and of what was decoded back; they are made anew where they are asked for again.
    #[must_use]
    pub fn without_tree(self) -> Self {
        let file = Self { tree: OnceLock::new(), objects: OnceLock::new(), ..self };
        if file.is_remembering() { file.remembering() } else { file }
    }

    /// The lines of the text, found when they are first asked for.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// What keeps kubectl from reading the bytes that the file was made of, if anything does.
    pub fn flaw(&self) -> Option<Flaw> {
        self.flaw
    }

    /// Whether no document has a YAML fault.
    pub fn parses(&self) -> bool {
        self.tree().errors().is_empty()
    }

    /// A copy that is edited to try something. What was decoded is shared with it, what the checks found is not.
    pub(crate) fn draft(&self) -> Self {
        Self {
            text: Arc::clone(&self.text),
            tree: self.tree.clone(),
            flaw: self.flaw,
            form: self.form,
            memo: self.memo.as_ref().map(DecodeCache::shared),
            ..Self::default()
        }
    }

    /// Updates the file incrementally by an edit. False, and nothing changed, where its range is not one of the text.
    #[must_use]
    pub fn edit(&mut self, edit: &Edit) -> bool {
        // A text that others have is copied once, with room for what is inserted.
        let fits = match Arc::get_mut(&mut self.text) {
            Some(text) => edit.apply(text),
            None => edit.applied(&self.text).map(|text| self.text = Arc::new(text)).is_some(),
        };
        if fits {
            self.follow(TextChange::from(edit));
        }
        fits
    }

    /// The file with another text, which has everything else but for one change: of what is read of it, what the change
    /// leaves is kept.
    #[must_use]
    pub fn changed(&self, change: TextChange, text: String) -> Self {
        let mut changed = self.clone();
        changed.change(change, text);
        changed
    }

    /// Makes one change, which gives a text.
    pub(crate) fn change(&mut self, change: TextChange, text: String) {
        self.text = Arc::new(text);
        self.follow(change);
    }

    fn follow(&mut self, change: TextChange) {
        if let Some(tree) = self.tree.get_mut() {
            tree.edit(&self.text, change.old, change.inserted);
        }
        self.memo.iter().for_each(|memo| memo.edited(change));
        self.checks.iter().for_each(|checks| checks.edited(change));
        self.kept.iter().for_each(|kept| kept.edited(change));
        self.objects = OnceLock::new();
        if let Some(lines) = self.lines.get_mut() {
            lines.edit(change, &self.text);
        }
    }

    /// The number, from 0, of the document that an offset is in; 0 where there is no document.
    pub fn document_at(&self, offset: u32) -> usize {
        let starts_before = |d: &crdls_yaml::Document| d.range.start <= offset;
        self.tree().documents().partition_point(starts_before).saturating_sub(1)
    }

    /// An offset as the features take it: between two characters of the text, so that all ranges made from it
    /// are. One inside of a character counts as its start, one past the end as the end.
    pub fn boundary(&self, offset: u32) -> u32 {
        floor_boundary(&self.text, offset)
    }

    /// The cursor at an offset.
    pub fn cursor(&self, offset: u32) -> Cursor {
        Cursor::at(&self.text, self.lines(), offset)
    }

    /// The range of the whole text, in bytes.
    pub fn range(&self) -> TextRange {
        TextRange::new(0, self.text.len() as u32)
    }
}

//! Files as an editor has them, each checked with the CRDs of its world. `$0` in a text is the cursor.

use crdls_ide::{Completion, Definition, File, FileContext, FileFinding, Hover};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::Edit;

use crate::snippet::{filled, indented};

/// The cursor in the texts of tests.
const CURSOR: &str = "$0";

/// CRDs and settings that files are checked with.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub crds: Index,
    pub config: Config,
}

/// An open file, at its cursor.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// The CRDs and settings. A copy is cheap: it shares the CRDs.
    pub world: World,
    name: String,
    pub file: File,
    /// The offset of the cursor in bytes, where the text has one.
    pub cursor: Option<u32>,
}

/// A file without CRDs, with the default settings.
pub fn open(text: impl AsRef<str>) -> OpenFile {
    World::default().file(text)
}

impl World {
    /// A world with the CRDs of a text, which is the file `crd.yaml`.
    pub fn with(crds: impl AsRef<str>) -> Self {
        Self::default().and("crd.yaml", crds)
    }

    /// A world without CRDs, with these settings.
    pub fn of(config: &Config) -> Self {
        Self { config: config.clone(), ..Self::default() }
    }

    /// The same world with the CRDs of one more file.
    #[must_use]
    pub fn and(mut self, name: &str, crds: impl AsRef<str>) -> Self {
        let file = File::new(crds.as_ref().to_owned());
        let found = Index::found(name, 0, file.shared_text(), file.tree(), &self.config);
        self.crds.insert(name, found);
        self
    }

    /// A custom resource, or another file that is not indexed; its name is `a.yaml`.
    pub fn file(&self, text: impl AsRef<str>) -> OpenFile {
        self.named("a.yaml", text)
    }

    /// A file by its name.
    pub fn named(&self, name: &str, text: impl AsRef<str>) -> OpenFile {
        let text = text.as_ref();
        let cursor = text.find(CURSOR).map(|at| at as u32);
        let file = File::new(text.replacen(CURSOR, "", 1));
        OpenFile { world: self.clone(), name: name.to_owned(), file, cursor }
    }
}

impl OpenFile {
    pub fn context(&self) -> FileContext<'_> {
        FileContext { crds: Some(&self.world.crds), file: &self.name, ..FileContext::default() }
    }

    /// The offset of the cursor. Panics where the text has none.
    pub fn at(&self) -> u32 {
        self.cursor.expect("a cursor")
    }

    /// The text without the cursor.
    pub fn text(&self) -> &str {
        self.file.text()
    }

    pub fn findings(&self) -> Vec<FileFinding> {
        crdls_ide::check(&self.file, self.context(), &self.world.config)
    }

    /// The codes of the findings.
    pub fn codes(&self) -> Vec<&'static str> {
        self.findings().iter().map(|found| found.finding.code.name).collect()
    }

    pub fn completions(&self) -> Vec<Completion> {
        crdls_ide::completions(&self.file, self.at(), self.context(), &self.world.config)
    }

    /// The labels of what completes.
    pub fn labels(&self) -> Vec<String> {
        self.completions().into_iter().map(|completion| completion.label).collect()
    }

    /// The text after a completion is accepted, its placeholders at their defaults.
    pub fn accepted(&self, completion: &Completion) -> String {
        let Edit { range, new_text } = completion.edit.clone();
        let new_text = if completion.snippet { filled(&new_text) } else { new_text };
        let edit = Edit { range, new_text: indented(&new_text, self.text(), range.start as usize) };
        let mut edits: Vec<_> = completion.additional.iter().cloned().chain([edit]).collect();
        edits.sort_by_key(|edit| edit.range.start);
        self.edited(&edits)
    }

    /// The text after edits, which are sorted and fit it.
    pub fn edited(&self, edits: &[Edit]) -> String {
        let mut text = self.text().to_owned();
        assert!(edits.iter().rev().all(|edit| edit.apply(&mut text)), "{edits:?} do not fit\n{text}");
        text
    }

    pub fn hover(&self) -> Option<Hover> {
        crdls_ide::hover(&self.file, self.at(), self.context(), &self.world.config)
    }

    pub fn definition(&self) -> Option<Definition> {
        crdls_ide::definition(&self.file, self.at(), self.context(), &self.world.config)
    }
}

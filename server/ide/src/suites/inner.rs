//! An object in a string of a suite: its text as a file of its own, and the way back to the suite's text.
//!
//! `Decoded` leads from each character of the object to the suite. It has no place for a line without content, where the
//! next key is typed: such a line is put into the object's text. Must not know what is asked of the object.

use crdls_suite::{case_node, suite_root};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Decoded, Entry, Kind, Node};

use crate::{Completion, File, Hover};

/// The fields of a case that hold an object.
const OBJECTS: [&str; 3] = ["initial", "updated", "expected"];

/// An object of a suite.
pub(crate) struct InnerObject<'t> {
    decoded: Decoded<'t>,
    file: File,
    /// How the string is written.
    kind: Kind,
    blank: Option<BlankLine>,
}

/// A line without content that was put into the object's text.
#[derive(Clone, Copy)]
struct BlankLine {
    /// Where its line break is in the object's text.
    at: u32,
    /// How much of the object's indentation it has.
    len: u32,
    /// Where that begins in the suite.
    outer: u32,
}

impl<'t> InnerObject<'t> {
    /// The object that an offset of a suite is in; `None` where it is in none.
    pub(crate) fn at(file: &'t File, offset: u32) -> Option<Self> {
        let entry = entries(file).into_iter().find(|entry| holds(file, entry, offset))?;
        Some(Self::new(file, &entry, offset)).filter(|inner| inner.has(offset))
    }

    /// All objects of a suite, in the order of the text; none where a file is no suite.
    pub(crate) fn all(file: &'t File) -> impl Iterator<Item = Self> {
        entries(file)
            .into_iter()
            .filter(|entry| entry.value.kind().is_scalar())
            .map(|entry| Self::whole(&entry))
    }

    /// The object that is the value of a field, as it is written.
    pub(crate) fn whole(entry: &Entry<'t>) -> Self {
        Self::of(entry.value)
    }

    /// The object in a string, as it is written.
    pub(crate) fn of(string: Node<'t>) -> Self {
        let decoded = string.decoded();
        let file = File::new(decoded.text().to_owned());
        Self { decoded, file, kind: string.kind(), blank: None }
    }

    fn new(file: &File, entry: &Entry<'t>, offset: u32) -> Self {
        let decoded = entry.value.decoded();
        let line = file.lines().line(file.lines().line_col(offset).line).unwrap_or(TextRange::empty(offset));
        let is_block = matches!(entry.value.kind(), Kind::Literal | Kind::Folded);
        if !is_block || !line.of(file.text()).trim().is_empty() {
            return Self::whole(entry);
        }
        let column = |at: u32| file.lines().line_col(at).col;
        let indent = match decoded.text().trim().is_empty() {
            true => (column(entry.key.range().start) + 2).min(offset - line.start),
            false => column(decoded.source(0)),
        };
        // What comes before the line, without its line break.
        let mut at = decoded.text().len() as u32;
        while at > 0 && (decoded.source(at) >= line.start || ends_line(decoded.text(), at)) {
            at -= 1;
        }
        let at = crdls_text::floor_boundary(decoded.text(), at);
        let outer = (line.start + indent).min(offset);
        let len = offset - outer;
        let (before, after) = decoded.text().split_at(at as usize);
        let text = format!("{before}\n{}{after}", " ".repeat(len as usize));
        Self {
            decoded,
            file: File::new(text),
            kind: entry.value.kind(),
            blank: Some(BlankLine { at, len, outer }),
        }
    }

    /// How the string is written that the object is in.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The object's text.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Whether an offset of the suite is at a character of the object's text: not in the indentation before a line of it, and
    /// not inside of an escape.
    fn has(&self, outer: u32) -> bool {
        self.blank.is_some() || self.decoded.source(self.decoded.offset_of(outer)) <= outer
    }

    /// Where an offset of the suite is in the object.
    pub(crate) fn offset(&self, outer: u32) -> u32 {
        match self.blank {
            Some(blank) => blank.at + 1 + outer.saturating_sub(blank.outer).min(blank.len),
            None => self.decoded.offset_of(outer),
        }
    }

    /// Where a range of the object is in the suite.
    pub(crate) fn range(&self, inner: TextRange) -> TextRange {
        let Some(BlankLine { at, len, outer }) = self.blank else { return self.decoded.source_range(inner) };
        let after = at + 1 + len;
        if at < inner.start && inner.end <= after {
            return TextRange::new(outer + inner.start - at - 1, outer + inner.end - at - 1);
        }
        let own = |offset: u32| if offset <= at { offset } else { offset.saturating_sub(1 + len).max(at) };
        self.decoded.source_range(TextRange::new(own(inner.start), own(inner.end)))
    }

    fn edit(&self, edit: Edit) -> Edit {
        Edit { range: self.range(edit.range), ..edit }
    }

    /// Items as they are put into the suite, which has no CRDs in its strings.
    pub(crate) fn completions(&self, found: Vec<Completion>) -> Vec<Completion> {
        let found = found.into_iter().filter(|item| item.label != crdls_schema::objects::CRD);
        let moved = |edits: &[Edit]| edits.iter().map(|edit| self.edit(edit.clone())).collect();
        let item = |item: Completion| {
            let (edit, additional) = (self.edit(item.edit.clone()), moved(&item.additional));
            Completion { edit, additional, ..item }
        };
        found.map(item).collect()
    }

    /// An explanation of a range of the suite.
    pub(crate) fn hover(&self, found: Hover) -> Hover {
        Hover { range: self.range(found.range), ..found }
    }
}

/// The fields of a suite that hold an object.
fn entries(file: &File) -> Vec<Entry<'_>> {
    let Some(root) = suite_root(file.text(), file.tree()) else { return Vec::new() };
    let suite = crdls_suite::of_document(root);
    let nodes = suite.cases.iter().filter_map(|case| case_node(root, case));
    let is_object = |entry: &Entry<'_>| entry.key.str().is_some_and(|key| OBJECTS.contains(&&*key));
    nodes.flat_map(Node::entries).filter(is_object).collect()
}

/// Whether an entry's value is a string that an offset is in: in its content, or on a line without content after it.
fn holds(file: &File, entry: &Entry<'_>, offset: u32) -> bool {
    let (key, value) = (entry.key.range(), entry.value.range());
    match entry.value.kind() {
        Kind::Literal | Kind::Folded => {
            let [at, key] = [offset, key.start].map(|at| file.lines().line_col(at));
            let between = file.text().get(value.end as usize..offset.max(value.end) as usize);
            let is_after = between.is_some_and(|between| between.trim().is_empty());
            at.line > key.line
                && at.col > key.col
                && (value.touches(offset) || value.end < offset && is_after)
        }
        Kind::DoubleQuoted | Kind::SingleQuoted => value.start < offset && offset < value.end,
        _ => false,
    }
}

fn ends_line(text: &str, at: u32) -> bool {
    text.get(..at as usize).is_some_and(|before| before.ends_with(['\n', ' ']))
}

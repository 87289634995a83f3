//! An object in a string of a suite or a kustomization: its text as a file of its own, and the way back to the text around it.
//!
//! `Decoded` leads from each character of the object to that text. Must not know what is asked of the object.

use crdls_check::Form;
use crdls_suite::{case_node, suite_root};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Decoded, Entry, Kind, Node};

use super::patches_of;
use crate::{Completion, File, Hover};

/// The fields of a case that hold an object.
const OBJECTS: [&str; 3] = ["initial", "updated", "expected"];

/// A string that holds an object.
#[derive(Clone, Copy)]
struct ObjectString<'t> {
    node: Node<'t>,
    /// Where the key or the item begins that has it.
    holder: u32,
    /// The form of the object.
    form: Form,
    /// The target of a patch, if it says which.
    target: Option<Node<'t>>,
}

/// An object in a string.
pub(crate) struct InnerObject<'t> {
    decoded: Decoded<'t>,
    file: File,
    /// How the string is written.
    kind: Kind,
    target: Option<Node<'t>>,
}

impl<'t> InnerObject<'t> {
    /// The object that an offset of a file is in; `None` where it is in none.
    pub(crate) fn at(file: &'t File, offset: u32) -> Option<Self> {
        let string = strings(file).into_iter().find(|string| string.has(file, offset))?;
        Some(string.around(file, offset)).filter(|inner| inner.has(offset))
    }

    /// All objects in strings of a file: those of a suite, or the patches of kustomizations.
    pub(crate) fn all(file: &'t File) -> impl Iterator<Item = Self> {
        let strings = strings(file).into_iter().filter(|string| string.node.kind().is_scalar());
        strings.map(ObjectString::whole)
    }

    /// The object in a string, as it is written.
    pub(crate) fn of(string: Node<'t>) -> Self {
        Self::new(string.kind(), string.decoded())
    }

    fn new(kind: Kind, decoded: Decoded<'t>) -> Self {
        let file = File::new(decoded.text().to_owned());
        Self { decoded, file, kind, target: None }
    }

    /// The target of the patch that the object is, if the entry says so; `None` of other objects.
    pub(crate) const fn target(&self) -> Option<Node<'t>> {
        self.target
    }

    /// The object's text.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Whether an offset of the suite is at a character of the object's text: not in the indentation before a line of it, and
    /// not inside of an escape.
    fn has(&self, outer: u32) -> bool {
        self.decoded.source(self.decoded.offset_of(outer)) <= outer
    }

    /// Where an offset of the suite is in the object.
    pub(crate) fn offset(&self, outer: u32) -> u32 {
        self.decoded.offset_of(outer)
    }

    /// Where a range of the object is in the suite.
    pub(crate) fn range(&self, inner: TextRange) -> TextRange {
        self.decoded.source_range(inner)
    }

    /// The edit of the suite for one of the object's text; `None` where it is about more than one line, or the string
    /// cannot hold it.
    pub(crate) fn edit(&self, edit: &Edit) -> Option<Edit> {
        self.decoded.source_edit(self.kind, edit)
    }

    /// Items as they are put into the text around it. The strings of suites have no CRDs.
    pub(crate) fn completions(&self, found: Vec<Completion>) -> Vec<Completion> {
        let may_be_crd = self.file.form() == Form::Patch;
        let found = found.into_iter().filter(|item| may_be_crd || item.label != crdls_manifest::objects::CRD);
        let placed = |mut item: Completion| {
            for edit in std::iter::once(&mut item.edit).chain(&mut item.additional) {
                edit.range = self.range(edit.range);
            }
            item
        };
        found.map(placed).collect()
    }

    /// An explanation of a range of the text around it.
    pub(crate) fn hover(&self, found: Hover) -> Hover {
        Hover { range: self.range(found.range), ..found }
    }
}

impl<'t> ObjectString<'t> {
    /// The object as it is written.
    fn whole(self) -> InnerObject<'t> {
        self.read(self.node.decoded())
    }

    fn read(self, decoded: Decoded<'t>) -> InnerObject<'t> {
        let inner = InnerObject::new(self.node.kind(), decoded);
        InnerObject { file: inner.file.with_form(self.form), target: self.target, ..inner }
    }

    /// The object with the line of an offset, where that has no content: the next key is typed there.
    fn around(self, file: &File, offset: u32) -> InnerObject<'t> {
        let decoded = self.node.decoded();
        let line = file.lines().line(file.lines().line_col(offset).line).unwrap_or(TextRange::empty(offset));
        let is_block = matches!(self.node.kind(), Kind::Literal | Kind::Folded);
        if !is_block || !line.of(file.text()).trim().is_empty() {
            return self.read(decoded);
        }
        let column = |at: u32| file.lines().line_col(at).col;
        let indent = match decoded.text().trim().is_empty() {
            true => column(self.holder) + 2,
            false => column(decoded.source(0)),
        };
        self.read(decoded.with_blank_line(TextRange::new((line.start + indent).min(offset), offset)))
    }

    /// Whether an offset is in it: in its content, or on a line without content after it.
    fn has(self, file: &File, offset: u32) -> bool {
        let range = self.node.range();
        match self.node.kind() {
            Kind::Literal | Kind::Folded => {
                let [at, holder] = [offset, self.holder].map(|at| file.lines().line_col(at));
                let between = file.text().get(range.end as usize..offset.max(range.end) as usize);
                let is_after = between.is_some_and(|between| between.trim().is_empty());
                at.line > holder.line
                    && at.col > holder.col
                    && (range.touches(offset) || range.end < offset && is_after)
            }
            Kind::DoubleQuoted | Kind::SingleQuoted => range.start < offset && offset < range.end,
            _ => false,
        }
    }
}

/// The strings of a file that hold objects.
fn strings(file: &File) -> Vec<ObjectString<'_>> {
    let Some(root) = suite_root(file.text(), file.tree()) else {
        let patches = patches_of(file).filter_map(|patch| Some((patch.inline?.0, patch.target)));
        return patches
            .map(|(node, target)| {
                let holder = first_on_line(file, node);
                ObjectString { node, holder, form: Form::Patch, target }
            })
            .collect();
    };
    let suite = crdls_suite::of_document(root);
    let nodes = suite.cases.iter().filter_map(|case| case_node(root, case));
    let is_object = |entry: &Entry<'_>| entry.key.str().is_some_and(|key| OBJECTS.contains(&&*key));
    let entries =
        nodes.flat_map(Node::entries).filter(is_object).map(|entry| (entry.value, entry.key.range()));
    entries
        .map(|(node, key)| ObjectString { node, holder: key.start, form: Form::Whole, target: None })
        .collect()
}

/// Where the first text begins on the line that a node begins on.
fn first_on_line(file: &File, node: Node<'_>) -> u32 {
    let line = file.lines().line_col(node.range().start).line;
    let line = file.lines().line(line).unwrap_or_default();
    let text = line.of(file.text());
    line.start + (text.len() - text.trim_start().len()) as u32
}

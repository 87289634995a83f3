//! The tree: nodes in one flat list, a node before its children.
//!
//! A node knows where it starts and ends in the text and how many nodes its subtree has, so that a
//! subtree is a run of the list and an edit replaces a run. Text that is in no node is white space,
//! a comment or an indicator: with the text the tree is lossless.

use std::hash::{Hash, Hasher};

use crdls_text::TextRange;

use crate::anchors::Anchors;
use crate::{Kind, Node, SyntaxError, parser, stream};

/// A node without the text. Valid until the tree is edited. Two are equal where they are of one node.
#[derive(Clone, Copy, Debug, Eq)]
pub struct NodeId {
    pub(crate) index: u32,
    /// Where its slot starts, see [`Node`].
    pub(crate) slot: u32,
}

impl PartialEq for NodeId {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl Hash for NodeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    /// Block scalars: the column of their content.
    pub(crate) indent: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Nodes in the subtree, this one counted.
    pub(crate) size: u32,
}

/// The node's text has a line break in it.
pub(crate) const MULTILINE: u8 = 1;
/// The node has a syntax error of its own (an open quote, a missing colon).
pub(crate) const BROKEN: u8 = 2;
/// Something at or before the node is so rare that only [`crate::strict`] knows if it is accepted.
pub(crate) const RARE: u8 = 4;

/// One document as kubectl cuts the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// All of its text, without the `---` lines around it.
    pub range: TextRange,
    /// Where the text starts that the YAML library is given to read: a `---` line with nothing before
    /// it belongs to the document and counts in the line numbers of the library's errors.
    pub read_from: u32,
    /// The `---` line in front where text stands behind it, which kubectl refuses.
    pub bad_separator: Option<TextRange>,
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Text behind `...`, which is never read.
    pub lost: Option<TextRange>,
    /// Whether [`crate::strict::check`] has to be asked if the Go library reads this document: something
    /// in it is broken or rare. A document that is not rare is read as the tree has it.
    pub rare: bool,
    /// Something rare stands behind the last node.
    pub(crate) rare_tail: bool,
    /// Whether a broken place made the parser look beyond its block, so that an edit anywhere may
    /// change how it is read.
    pub(crate) nonlocal: bool,
    /// It has line breaks that only YAML knows, as a lone `\r`.
    pub(crate) exotic: bool,
}

/// A parsed text: any number of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(crate) nodes: Vec<Raw>,
    pub(crate) documents: Vec<Document>,
    pub(crate) comments: Vec<TextRange>,
    pub(crate) errors: Vec<SyntaxError>,
    pub(crate) anchors: Anchors,
}

impl Document {
    /// Whether something is so broken that the place of what is around it is a guess.
    pub fn is_damaged(&self) -> bool {
        self.nonlocal
    }
}

impl Tree {
    /// Collections nested deeper than this become junk with a finding. Kubernetes' own objects are
    /// nested less than 100 deep.
    pub const MAX_DEPTH: u32 = 256;

    /// Parses a text of at most 4 GiB. Never fails.
    pub fn parse(text: &str) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(text.len() / 12), ..Self::empty() };
        for chunk in stream::documents(text) {
            parser::document(text, chunk, &mut tree);
        }
        tree.anchors = Anchors::of(&tree, text);
        tree
    }

    pub(crate) fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            documents: Vec::new(),
            comments: Vec::new(),
            errors: Vec::new(),
            anchors: Anchors::default(),
        }
    }

    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// All comments, from `#` to the end of the line, in order.
    pub fn comments(&self) -> &[TextRange] {
        &self.comments
    }

    /// All syntax errors, in order of their start.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Syntax errors of one document.
    pub fn errors_in(&self, document: &Document) -> impl Iterator<Item = &SyntaxError> {
        let TextRange { start, end } = document.range;
        let from = self.errors.partition_point(|e| e.range.start < start);
        let inside = move |e: &&SyntaxError| e.range.start <= end;
        self.errors.iter().skip(from).take_while(inside)
    }

    /// Where a template engine's `{{` stands in place of a value, a key or a line: the first one.
    pub fn template_action(&self, text: &str, document: &Document) -> Option<TextRange> {
        memchr::memmem::find(document.range.of(text).as_bytes(), b"{{")?;
        let nodes = document.first as usize..(document.first + document.count) as usize;
        let nodes = self.nodes.get(nodes)?.iter();
        let braces = |range: TextRange| range.of(text).starts_with("{{");
        let mut actions = nodes
            .filter(|raw| matches!(raw.kind, Kind::FlowMap | Kind::Junk | Kind::Plain))
            .map(|raw| TextRange { start: raw.start, end: raw.end })
            .chain(self.errors_in(document).map(|error| error.range));
        let range = actions.find(|range| braces(*range))?;
        let line = range.of(text).lines().next().map_or(0, str::len) as u32;
        Some(TextRange::new(range.start, range.start + line))
    }

    /// Whether each value of a document is what its own text says: nothing is broken or rare, and nothing stands
    /// for something else.
    pub fn is_plain(&self, document: &Document) -> bool {
        let odd = document.rare || document.nonlocal || document.exotic || document.lost.is_some();
        !odd && self.anchors.is_empty() && self.errors_in(document).next().is_none()
    }

    /// The root node of a document; `None` where it is empty or nothing but comments.
    pub fn root<'t>(&'t self, text: &'t str, document: &Document) -> Option<Node<'t>> {
        (document.count > 0).then(|| Node::new(self, text, document.first))?.content_slot()
    }

    /// A node by its id.
    pub fn node<'t>(&'t self, text: &'t str, id: NodeId) -> Node<'t> {
        Node::by_id(self, text, id)
    }

    /// Number of nodes, for statistics.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn raw(&self, index: u32) -> Raw {
        const NOTHING: Raw = Raw { kind: Kind::Empty, flags: 0, indent: 0, start: 0, end: 0, size: 1 };
        self.nodes.get(index as usize).copied().unwrap_or(NOTHING)
    }
}

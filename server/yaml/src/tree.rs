//! The tree: nodes in one flat list, a node before its children.
//!
//! A node knows where it starts and ends in the text and how many nodes its subtree has, so that a
//! subtree is a run of the list and an edit replaces a run. Text that is in no node is white space,
//! a comment or an indicator: with the text the tree is lossless.

use crdls_text::TextRange;

use crate::anchors::Anchors;
use crate::json_stream::Reading;
use crate::raw::Raw;
use crate::{Kind, SyntaxError};

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
    /// How kubectl reads it.
    pub reading: Reading,
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Text behind `...`, which is never read.
    pub lost: Option<TextRange>,
    /// Whether [`crate::strict::check`] has to be asked if the Go library reads this document: something
    /// in it is broken or rare. A document that is not rare is read as the tree has it.
    pub rare: bool,
    /// Something rare stands behind the last node.
    pub(crate) rare_tail: bool,
    /// Whether it has ties or open quotes: something in it is so broken that its neighbors were read with it.
    pub(crate) damaged: bool,
    /// The document has line breaks that only YAML knows, such as a lone `\r`.
    pub(crate) exotic: bool,
    /// Whether [`has_opener`] holds for its text.
    pub(crate) has_opener: bool,
}

/// A quote without its closing one, which the parser looked for on later lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenQuote {
    /// The quote.
    pub(crate) at: u32,
    /// How far the parser looked: past the next quote and what follows it, or to the document's end.
    pub(crate) to: u32,
    /// Whether it is in a flow collection.
    pub(crate) in_flow: bool,
}

/// A parsed text: any number of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    pub(crate) nodes: Vec<Raw>,
    pub(crate) documents: Vec<Document>,
    pub(crate) comments: Vec<TextRange>,
    pub(crate) errors: Vec<SyntaxError>,
    /// Stretches of text that cannot be read apart, as they hold something broken and all that was looked at to
    /// read it. In order, none overlaps another.
    pub(crate) ties: Vec<TextRange>,
    /// In order.
    pub(crate) open_quotes: Vec<OpenQuote>,
    pub(crate) anchors: Anchors,
}

/// Whether a template engine's `{{`, `{%` or `{#` stands anywhere in a range, which may cut a character.
pub(crate) fn has_opener(text: &str, range: TextRange) -> bool {
    let text = text.as_bytes().get(range.start as usize..range.end as usize).unwrap_or_default();
    let opens = |at: usize| matches!(text.get(at + 1), Some(b'{' | b'%' | b'#'));
    memchr::memchr_iter(b'{', text).any(opens)
}

impl Document {
    /// Whether something is so broken that the place of what is around it is a guess.
    pub fn is_damaged(&self) -> bool {
        self.damaged
    }
}

impl Tree {
    /// Collections nested deeper than this become junk with a finding. Kubernetes' own objects are
    /// nested less than 100 deep.
    pub const MAX_DEPTH: u32 = 256;

    /// The documents in order, as kubectl cuts the text; at least one, and empty ones count.
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

    /// Where a template engine's `{{`, `{%` or `{#` stands in place of a value, a key or a line: the first one.
    pub fn template_action(&self, text: &str, document: &Document) -> Option<TextRange> {
        if !document.has_opener {
            return None;
        }
        let nodes = document.first as usize..(document.first + document.count) as usize;
        let nodes = self.nodes.get(nodes)?.iter();
        let opens =
            |range: TextRange| has_opener(text, TextRange::new(range.start, range.end.min(range.start + 2)));
        let mut actions = nodes
            .filter(|raw| matches!(raw.kind, Kind::FlowMap | Kind::Junk | Kind::Plain))
            .map(|raw| TextRange { start: raw.start, end: raw.end })
            .chain(self.errors_in(document).map(|error| error.range));
        let range = actions.find(|range| opens(*range))?;
        let line = range.of(text).lines().next().map_or(0, str::len) as u32;
        Some(TextRange::new(range.start, range.start + line))
    }

    /// Whether each value of a document is what its own text says: nothing is broken or rare, and nothing stands
    /// for something else.
    pub fn is_plain(&self, document: &Document) -> bool {
        let odd = document.rare || document.damaged || document.exotic || document.lost.is_some();
        !odd && self.anchors.is_empty() && self.errors_in(document).next().is_none()
    }

    /// Number of nodes, for statistics.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes: the text is empty or all of it is comments.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub(crate) fn raw(&self, index: u32) -> Raw {
        self.nodes.get(index as usize).copied().unwrap_or(Raw::NOTHING)
    }

    /// The document that a node belongs to.
    pub(crate) fn document_of(&self, index: u32) -> Option<&Document> {
        let at = self.documents.partition_point(|document| document.first <= index);
        at.checked_sub(1).and_then(|at| self.documents.get(at))
    }
}

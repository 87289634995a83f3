//! The tolerant parser: one pass over the text, line by line, by indentation.
//!
//! A line that cannot be read costs itself: it becomes junk or a key without value, with a
//! [`SyntaxError`], and the lines around it keep their place. For text that the Go library accepts
//! the tree is what the library's scanner and parser (go.yaml.in/yaml/v2 v2.4.4, scannerc.go and
//! parserc.go) make of it; where a document has something broken or rare in it, `rare` is set and
//! [`crate::strict::check`] has the word on whether it is accepted.
//!
//! * `cursor`: lines, white space, comments; where nodes are written
//! * `run`: the entries of a block while they are read, and the block around it
//! * `block`: mappings and sequences by indentation
//! * `key`: whether a line starts with a key
//! * `recover`: lines that are indented like none of their neighbours
//! * `flow`: `[…]` and `{…}`
//! * `scalar`: plain, quoted and block scalars

mod block;
mod cursor;
mod flow;
mod key;
mod recover;
mod run;
mod scalar;

use crdls_text::TextRange;

use crate::Kind;
use crate::anchors::Anchors;
use crate::raw::RARE;
use crate::stream::{self, Chunk};
use crate::tree::{Document, OpenQuote, Tree, has_opener};
use cursor::{Parser, Survey};
pub(crate) use run::Parent;
use run::Run;
use scalar::{Closing, Quoted};

impl Tree {
    /// Parses a text of at most 4 GiB. Never fails.
    pub fn parse(text: &str) -> Self {
        Self::parse_part(text, TextRange::new(0, text.len() as u32))
    }

    /// Parses a part of a text as if it were all of it. Ranges are those of the whole text. Never fails.
    pub fn parse_part(text: &str, part: TextRange) -> Self {
        // Large texts are mostly descriptions. Others have up to four times as many nodes, and grow twice.
        let mut tree = Self { nodes: Vec::with_capacity(part.len() as usize / 40), ..Self::default() };
        for chunk in stream::documents(part.of(text)) {
            document(text, chunk.after(part.start), &mut tree);
        }
        tree.anchors = Anchors::of(&tree.nodes, text);
        tree
    }
}

/// Parses one document and appends it to the tree.
pub(crate) fn document(text: &str, chunk: Chunk, tree: &mut Tree) {
    let before = Lengths::of(tree);
    let mut parser = Parser::new(text, chunk.range, tree);
    let first = parser.out.nodes.len() as u32;
    let lost = parser.root();
    let (rare_tail, odd, exotic) = (parser.pending_rare, parser.odd, parser.is_exotic());
    before.settle(tree);
    let count = tree.nodes.len() as u32 - first;
    let Chunk { range, read_from, bad_separator, reading } = chunk;
    let mut document = Document {
        range,
        read_from,
        bad_separator,
        reading,
        first,
        count,
        lost,
        rare: false,
        rare_tail,
        damaged: tree.ties.len() > before.ties || tree.open_quotes.len() > before.open_quotes,
        exotic,
        has_opener: has_opener(text, range),
    };
    document.rare = odd || has_rare(&document, tree);
    tree.documents.push(document);
}

/// How much is in the lists of a tree that have no order while it is parsed.
struct Lengths {
    errors: usize,
    ties: usize,
    open_quotes: usize,
}

impl Lengths {
    fn of(tree: &Tree) -> Self {
        Self { errors: tree.errors.len(), ties: tree.ties.len(), open_quotes: tree.open_quotes.len() }
    }

    /// Puts what has come since in order; ties that overlap become one.
    fn settle(&self, tree: &mut Tree) {
        let errors = tree.errors.get_mut(self.errors..).unwrap_or_default();
        errors.sort_by_key(|e| (e.range.start, e.range.end, e.kind as u8));
        let mut ties = tree.ties.split_off(self.ties);
        ties.sort_unstable();
        for tie in ties {
            match tree.ties.get_mut(self.ties..).and_then(<[_]>::last_mut) {
                Some(last) if tie.start < last.end => *last = last.join(tie),
                _ => tree.ties.push(tie),
            }
        }
        let mut quotes = tree.open_quotes.split_off(self.open_quotes);
        quotes.sort_unstable_by_key(|quote| (quote.at, quote.in_flow));
        quotes.dedup();
        tree.open_quotes.append(&mut quotes);
    }
}

/// Whether the Go library has to be asked about a document.
pub(crate) fn is_rare(text: &str, document: &Document, tree: &Tree) -> bool {
    has_rare(document, tree) || Survey::of(document.range.of(text).as_bytes()).rare
}

/// Whether there are characters that the Go library may refuse, or take for line breaks.
pub(crate) fn has_rare_characters(bytes: &[u8]) -> bool {
    Survey::of(bytes).rare
}

/// Whether something is broken or rare in its tree.
fn has_rare(document: &Document, tree: &Tree) -> bool {
    let nodes = document.first as usize..(document.first + document.count) as usize;
    document.rare_tail
        || document.lost.is_some()
        || document.bad_separator.is_some()
        || tree.errors_in(document).next().is_some()
        || tree.nodes.get(nodes).unwrap_or_default().iter().any(|raw| raw.flags & RARE != 0)
}

/// Entries of a block that are to be parsed again in their place, in a text that was edited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resume {
    /// The collection that they are in, and what that is in.
    pub(crate) kind: Kind,
    pub(crate) parent: Parent,
    /// How deep the collection is nested, itself counted.
    pub(crate) depth: u32,
    /// The first one is the first of the collection.
    pub(crate) first: bool,
    /// Something rare precedes the first one.
    pub(crate) rare: bool,
    /// Where the first one's line starts.
    pub(crate) line: u32,
    /// The column of the entries.
    pub(crate) column: i32,
    /// From the start of the first one to the end of the document.
    pub(crate) text: TextRange,
    /// Where what follows starts, which is not to be parsed again: an entry of the same collection, ...
    pub(crate) end: u32,
    /// ... or else something else, or the end of the document.
    pub(crate) is_entry_after: bool,
}

/// What the parser knows after entries that were parsed again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resumed {
    /// Something rare precedes what follows.
    pub(crate) rare: bool,
    /// Where the text ends that is in a node.
    pub(crate) written_to: u32,
}

/// Why entries cannot be parsed alone: what has to be parsed with them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs {
    /// The collection: it became another one, or ends before at a line with this column.
    Collection(i32),
    /// The entry before them.
    Before,
    /// The text up to this offset.
    UpTo(u32),
}

/// Parses entries again, as if all before them had just been parsed, and appends them to the tree.
pub(crate) fn entries(text: &str, resume: Resume, tree: &mut Tree) -> Result<Resumed, Needs> {
    let before = Lengths::of(tree);
    let mut parser = Parser::within(text, resume.text, tree);
    (parser.line, parser.depth, parser.pending_rare) = (resume.line as usize, resume.depth, resume.rare);
    let mut run = Run::new(resume.column, resume.parent);
    run.resumed = !resume.first;
    if resume.is_entry_after {
        run.stop = resume.end as usize;
    }
    if !parser.entries(resume.kind, &mut run) {
        return Err(Needs::Collection(i32::MAX));
    }
    let reached = parser.pos as u32;
    if parser.unknown_before {
        return Err(Needs::Before);
    }
    if reached < resume.end {
        return Err(Needs::Collection(parser.col()));
    }
    if reached > resume.end || (resume.is_entry_after && parser.col() != run.n) {
        return Err(Needs::UpTo(reached.max(resume.end + 1)));
    }
    let done = Resumed { rare: parser.pending_rare, written_to: parser.written_to() as u32 };
    before.settle(tree);
    match tree.ties.last().filter(|tie| tie.end > resume.end) {
        Some(tie) => Err(Needs::UpTo(tie.end)),
        None => Ok(done),
    }
}

/// Reads the comments and empty lines that a document starts with: where its content starts, and whether something
/// rare precedes it. `None` where there is no content.
pub(crate) fn lead(text: &str, document: TextRange, tree: &mut Tree) -> Option<(u32, bool)> {
    let mut parser = Parser::within(text, document, tree);
    parser.open_document();
    let found = parser.next_content() && parser.lost.is_none();
    found.then_some((parser.pos as u32, parser.pending_rare))
}

/// Looks for the end of an open quote again, in a text that was edited up to `end` of its document: how far it is
/// looked for, where it is still open.
pub(crate) fn open_quote(text: &str, quote: OpenQuote, end: u32) -> Option<u32> {
    let mut unused = Tree::default();
    let parser = Parser::within(text, TextRange::new(quote.at, end), &mut unused);
    let within = if quote.in_flow { Quoted::InFlow } else { Quoted::InBlock(0) };
    match parser.closing(quote.at as usize, within) {
        Closing::At { .. } => None,
        Closing::None { looked_to } => Some(looked_to as u32),
    }
}

//! The tolerant parser: one pass over the text, line by line, by indentation.
//!
//! A line that cannot be read costs itself: it becomes junk or a key without value, with a
//! [`SyntaxError`], and the lines around it keep their place. For text that the Go library accepts
//! the tree is what the library's scanner and parser (go.yaml.in/yaml/v2 v2.4.4, scannerc.go and
//! parserc.go) make of it; where a document has something broken or rare in it, `rare` is set and
//! [`crate::strict::check`] has the word on whether it is accepted.
//!
//! * `cursor`: lines, white space, comments; where nodes are written
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
mod scalar;

use crdls_text::TextRange;

use crate::Kind;
use crate::stream::Chunk;
use crate::tree::{Document, RARE, Tree};
pub(crate) use cursor::Parser;
use cursor::Survey;
pub(crate) use cursor::{behind_spaces, break_len, line_end};

/// Parses one document and appends it to the tree.
pub(crate) fn document(text: &str, chunk: Chunk, tree: &mut Tree) {
    let first_error = tree.errors.len();
    let mut parser = Parser::new(text, chunk.range, tree);
    let first = parser.out.nodes.len() as u32;
    let lost = parser.root();
    let (rare_tail, nonlocal, odd) = (parser.is_rare(), parser.nonlocal, parser.odd);
    let exotic = parser.is_exotic();
    sort_errors(tree, first_error);
    let count = tree.nodes.len() as u32 - first;
    let Chunk { range, read_from, bad_separator } = chunk;
    let mut document = Document {
        range,
        read_from,
        bad_separator,
        first,
        count,
        lost,
        rare: false,
        rare_tail,
        nonlocal,
        exotic,
    };
    document.rare = odd || has_rare(&document, tree);
    tree.documents.push(document);
}

fn sort_errors(tree: &mut Tree, from: usize) {
    let errors = tree.errors.get_mut(from..).unwrap_or_default();
    errors.sort_by_key(|e| (e.range.start, e.range.end, e.kind as u8));
}

/// Whether the Go library has to be asked about a document.
pub(crate) fn is_rare(text: &str, document: &Document, tree: &Tree) -> bool {
    has_rare(document, tree) || Survey::of(document.range.of(text).as_bytes()).rare
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

/// The block that an entry is parsed again for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) column: i32,
    pub(crate) depth: u32,
    /// The entry is its first.
    pub(crate) first: bool,
}

/// Parses the entries of a block collection that fill `range` whole, for an edit.
/// Returns false where they do not fill it or are read otherwise in their place in the document.
pub(crate) fn entries(text: &str, range: TextRange, block: Block, tree: &mut Tree) -> bool {
    let Block { kind, column: n, depth, first } = block;
    let mut parser = Parser::new(text, range, tree);
    parser.depth = depth;
    parser.line = parser.line.saturating_sub(n as usize);
    let fits = parser.entries_only(kind, n, first) && !parser.nonlocal && !parser.is_rare();
    sort_errors(tree, 0);
    fits
}

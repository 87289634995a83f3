//! A line `---` in the middle of a block scalar, where kubectl cuts the file.
//!
//! Mirrors `splitYAMLDocument` of k8s.io/apimachinery (pkg/util/yaml/decoder.go), which looks for
//! lines that start with `---` and knows no YAML. Such a line has no indentation, so to YAML too it ends
//! the text; the author mostly pasted an example with several documents.

use crdls_text::TextRange;
use crdls_yaml::{Document, Kind, Node};

use crate::advice::Input;
use crdls_report::{Finding, Path, code};

code!(
    SEPARATOR_IN_TEXT,
    "separator-in-text",
    Warning,
    advice,
    "a line `---` splits a text into two documents"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    cut(input).into_iter().collect()
}

fn cut(input: &Input<'_>) -> Option<Finding> {
    let documents = input.tree.documents();
    let at = documents.partition_point(|document| document.range.start <= input.document.range.start);
    let next = documents.get(at).filter(|_| input.is_whole_document())?;
    let last = last(input.root).filter(is_block)?;
    if !goes_on(next, input) {
        return None;
    }
    let end = input.document.range.end;
    let range = TextRange::new(end, end + 3);
    Some(
        Finding::new(&SEPARATOR_IN_TEXT, range, &Path::EMPTY, "`---` ends the document in the middle of a block scalar")
            .why("kubectl splits a file at each line that starts with `---`, so the rest is read as another object")
            .help("indent the line like the lines around it")
            .related(last.range(), "this text is cut"),
    )
}

/// Whether the last scalar of a document is a block, so that the next document may be the rest of it.
pub fn ends_in_block(root: Node<'_>) -> bool {
    last(root).as_ref().is_some_and(is_block)
}

fn is_block(scalar: &Node<'_>) -> bool {
    matches!(scalar.kind(), Kind::Literal | Kind::Folded)
}

/// The last scalar of a node.
fn last(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    while !node.kind().is_scalar() {
        node = match node.entries().last() {
            Some(entry) => entry.value,
            None => node.items().last()?,
        };
    }
    Some(node)
}

/// Whether a document is rather the rest of a text: it is indented, or no mapping of an object.
fn goes_on(next: &Document, input: &Input<'_>) -> bool {
    let text = next.range.of(input.text);
    let written = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().find(written) else { return false };
    let root = input.tree.root(input.text, next);
    let object = root.is_some_and(|root| root.get("apiVersion").is_some() || root.get("kind").is_some());
    first.starts_with([' ', '\t']) || (!object && !text.contains("{{"))
}

//! How kubectl cuts a file into documents.
//!
//! Mirrors `YAMLReader.Read` of k8s.io/apimachinery (pkg/util/yaml/decoder.go): a line that
//! starts with `---` and goes on with nothing but white space or a comment ends a document. With
//! anything else behind it kubectl refuses the file.

use crdls_text::TextRange;
use memchr::memmem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) range: TextRange,
    /// Where the text starts that the YAML library is given: a `---` line with nothing before it is
    /// not a separator but the document's own first line, and counts as a line in its errors.
    pub(crate) read_from: u32,
    /// A line in front of the document that starts with `---` and has text behind it.
    pub(crate) bad_separator: Option<TextRange>,
}

/// The documents of a text, at least one. Empty ones count.
pub(crate) fn documents(text: &str) -> Vec<Chunk> {
    let bytes = text.as_bytes();
    let mut chunks = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut read_from = start as u32;
    let mut bad_separator = None;
    for at in separators(text, start) {
        let line_end =
            memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |n| at + n);
        let rest = text.get(at + 3..line_end).unwrap_or_default().trim();
        let range = TextRange::new(start as u32, at as u32);
        chunks.push(Chunk { range, read_from, bad_separator });
        bad_separator = (!rest.is_empty() && !rest.starts_with('#')).then(|| {
            TextRange::new(
                at as u32,
                at as u32 + text.get(at..line_end).unwrap_or_default().trim_end().len() as u32,
            )
        });
        start = (line_end + 1).min(bytes.len());
        read_from = if range.is_empty() { at } else { start } as u32;
    }
    chunks.push(Chunk { range: TextRange::new(start as u32, bytes.len() as u32), read_from, bad_separator });
    chunks
}

/// Offsets of the lines that start with `---`.
fn separators(text: &str, start: usize) -> impl Iterator<Item = usize> {
    let first = text.get(start..).is_some_and(|t| t.starts_with("---")).then_some(start);
    let rest = memmem::find_iter(text.as_bytes(), b"\n---").map(|at| at + 1);
    first.into_iter().chain(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, Option<&str>)> {
        documents(text).iter().map(|c| (c.range.of(text), c.bad_separator.map(|r| r.of(text)))).collect()
    }

    #[test]
    fn separators_cut_and_empty_documents_count() {
        assert_eq!(cut("a\n--- # x\nb\n---\n"), [("a\n", None), ("b\n", None), ("", None)]);
        assert_eq!(cut("---\r\na"), [("", None), ("a", None)]);
        assert_eq!(cut("\u{feff}a"), [("a", None)]);
    }

    #[test]
    fn text_behind_a_separator_is_kept_as_the_fault_it_is() {
        assert_eq!(cut("a\n--- b\nc"), [("a\n", None), ("c", Some("--- b"))]);
    }

    #[test]
    fn a_last_separator_without_line_end() {
        assert_eq!(cut("a\n---"), [("a\n", None), ("", None)]);
    }
}

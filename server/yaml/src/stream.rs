//! How kubectl cuts a file into documents.
//!
//! Mirrors `YAMLReader.Read` of k8s.io/apimachinery (pkg/util/yaml/decoder.go): a line that
//! starts with `---` and goes on with nothing but white space or a comment ends a document. With
//! anything else behind it kubectl refuses the file.

use crdls_text::TextRange;
use memchr::memmem;

use crate::json_stream::{self, Reading};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) range: TextRange,
    /// Where the text starts that the YAML library is given: a `---` line with nothing before it is
    /// not a separator but the document's own first line, and counts as a line in its errors.
    pub(crate) read_from: u32,
    /// A line in front of the document that starts with `---` and has text behind it.
    pub(crate) bad_separator: Option<TextRange>,
    pub(crate) reading: Reading,
}

/// The documents of a text, at least one. Empty ones count.
pub(crate) fn documents(text: &str) -> Vec<Chunk> {
    let chunks = separated(text);
    match json_stream::begins_with_brace(text) {
        true => with_json(text, chunks),
        false => chunks,
    }
}

/// The documents as lines separate them.
fn separated(text: &str) -> Vec<Chunk> {
    let bytes = text.as_bytes();
    let reading = Reading::Yaml;
    let mut chunks = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut read_from = start as u32;
    let mut bad_separator = None;
    for at in separators(text, start) {
        let line_end =
            memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |n| at + n);
        let rest = text.get(at + 3..line_end).unwrap_or_default().trim();
        let range = TextRange::new(start as u32, at as u32);
        chunks.push(Chunk { range, read_from, bad_separator, reading });
        bad_separator = (!rest.is_empty() && !rest.starts_with('#')).then(|| {
            TextRange::new(
                at as u32,
                at as u32 + text.get(at..line_end).unwrap_or_default().trim_end().len() as u32,
            )
        });
        start = (line_end + 1).min(bytes.len());
        read_from = if range.is_empty() { at } else { start } as u32;
    }
    let range = TextRange::new(start as u32, bytes.len() as u32);
    chunks.push(Chunk { range, read_from, bad_separator, reading });
    chunks
}

/// The documents of a text that kubectl reads as JSON as far as it can: each value is one.
fn with_json(text: &str, chunks: Vec<Chunk>) -> Vec<Chunk> {
    let stream = json_stream::read(text);
    let mut cut = Vec::new();
    let mut number = 0;
    for chunk in chunks {
        let mut rest = chunk;
        let inside = |value: &&TextRange| chunk.range.start <= value.start && value.end <= chunk.range.end;
        for value in stream.values.iter().filter(inside) {
            let (json, after) = rest.split(value.end);
            cut.push(Chunk { reading: Reading::Json, ..json });
            rest = after;
            number += 1;
        }
        match cut.last_mut() {
            // What is blank belongs to what is before it.
            Some(last) if rest.range.start > chunk.range.start && rest.range.of(text).trim().is_empty() => {
                last.range.end = rest.range.end;
            }
            _ => cut.push(rest),
        }
    }
    let stops_at = stream.stops_at.map(|at| at as u32);
    let reached = stops_at.and_then(|at| cut.iter_mut().find(|chunk| chunk.range.end > at));
    if let Some((chunk, at)) = reached.zip(stops_at) {
        chunk.reading = if number > 1 { Reading::BrokenJson(at) } else { Reading::JsonThenYaml(at) };
    }
    cut
}

impl Chunk {
    /// The chunk in a longer text, by the length of what is in front of it there.
    pub(crate) fn after(self, length: u32) -> Self {
        let moved = |range: TextRange| TextRange::new(range.start + length, range.end + length);
        Self {
            range: moved(self.range),
            read_from: self.read_from + length,
            bad_separator: self.bad_separator.map(moved),
            reading: self.reading.after(length),
        }
    }

    /// The chunk up to an offset, and from there on.
    fn split(self, at: u32) -> (Self, Self) {
        let TextRange { start, end } = self.range;
        let before = Self { range: TextRange::new(start, at), ..self };
        (before, Self { range: TextRange::new(at, end), read_from: at, bad_separator: None, ..self })
    }
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
    use crate::{Document, Tree};

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
    fn values_of_json_are_documents() {
        let read = |text: &str| -> Vec<_> {
            documents(text).iter().map(|chunk| (chunk.range.of(text).to_owned(), chunk.reading)).collect()
        };
        let of = |parts: &[(&str, Reading)]| -> Vec<_> {
            parts.iter().map(|(text, reading)| ((*text).to_owned(), *reading)).collect()
        };
        use Reading::*;
        assert_eq!(read("{}\n"), of(&[("{}\n", Json)]));
        assert_eq!(read("{}\n{}"), of(&[("{}", Json), ("\n{}", Json)]));
        assert_eq!(read("{}\n{a: 1}\n"), of(&[("{}", Json), ("\n{a: 1}\n", JsonThenYaml(3))]));
        assert_eq!(read("{} {} {a: 1}"), of(&[("{}", Json), (" {}", Json), (" {a: 1}", BrokenJson(6))]));
        assert_eq!(read("{a: 1}\n---\n{}"), of(&[("{a: 1}\n", JsonThenYaml(0)), ("{}", Yaml)]));
        assert_eq!(read("{}\n---\n{}\n"), of(&[("{}\n", Json), ("{}\n", JsonThenYaml(3))]));
        assert_eq!(read("{} {}\n---\n{}"), of(&[("{}", Json), (" {}\n", Json), ("{}", BrokenJson(6))]));
        assert_eq!(read("# {}\n{}"), of(&[("# {}\n{}", Yaml)]));
    }

    #[test]
    fn a_part_is_read_as_a_text_of_its_own() {
        let texts = [
            "a: [b, {c: d}] # e\n--- f\n- 'g\n",
            "{}\n{a: 1}\n",
            "{} {} {a: 1}",
            "a: |\n  b",
            "\u{feff}a\n...\nb",
        ];
        for text in texts {
            let front = "é: {\"\n";
            let whole = format!("{front}{text}\": }}\n---\nz: [");
            let start = front.len() as u32;
            let part = Tree::parse_part(&whole, TextRange::new(start, start + text.len() as u32));
            let alone = Tree::parse(text);
            let shown = |tree: &Tree, start: u32| {
                let moved = |range: TextRange| (range.start + start, range.end + start);
                let nodes: Vec<_> = tree.nodes.iter().map(|raw| (raw.kind, moved(raw.range()))).collect();
                let errors: Vec<_> =
                    tree.errors().iter().map(|error| (error.kind, moved(error.range))).collect();
                let comments: Vec<_> = tree.comments().iter().map(|range| moved(*range)).collect();
                let document = |its: &Document| {
                    let separator = its.bad_separator.map(moved);
                    (
                        moved(its.range),
                        its.read_from + start,
                        its.reading.after(start),
                        its.lost.map(moved),
                        separator,
                    )
                };
                (nodes, errors, comments, tree.documents().iter().map(document).collect::<Vec<_>>())
            };
            assert_eq!(shown(&part, 0), shown(&alone, start), "{text}");
        }
    }

    #[test]
    fn a_last_separator_without_line_end() {
        assert_eq!(cut("a\n---"), [("a\n", None), ("", None)]);
    }
}

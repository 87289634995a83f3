//! The lines of a text that are shown with a finding.
//!
//! A text can have a million lines, and a line twenty million characters: only lines near a mark are taken, and of a
//! long line the part around it. Must not know what a mark means.

use std::ops::Range;

use crdls_text::TextRange;

use super::Source;

/// A place to underline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    pub(crate) range: TextRange,
    pub(crate) primary: bool,
    pub(crate) label: &'a str,
}

/// Some lines of a text, and the marks in them.
#[derive(Debug)]
pub(crate) struct Excerpt<'a> {
    pub(crate) text: String,
    /// The number of the first line, from 1.
    pub(crate) first_line: u32,
    /// Marks, their ranges in `text`.
    pub(crate) marks: Vec<(Range<usize>, Mark<'a>)>,
}

/// A line of more bytes than this is cut, and stands alone.
const LONG: usize = 400;
/// How many bytes of a long line are kept before the start of the mark and after it.
const BEFORE: usize = 50;
const BEHIND: usize = 80;
/// Marks with more lines between them stand in excerpts of their own.
const NEAR: u32 = 40;
/// A mark of more lines is shown by its first.
const TALL: u32 = 12;

/// A mark with the lines that it covers.
#[derive(Clone, Copy)]
struct MarkLines<'a> {
    mark: Mark<'a>,
    first: u32,
    last: u32,
    long: bool,
}

/// The excerpts that show all marks of one text: the primary mark's first, the others in order.
pub(crate) fn excerpts<'a>(source: &Source, marks: &[Mark<'a>]) -> Vec<Excerpt<'a>> {
    let mut mark_lines: Vec<_> = marks.iter().map(|&mark| place(source, mark)).collect();
    mark_lines.sort_by_key(|p| (p.first, p.last));
    let together = |a: &MarkLines<'_>, b: &MarkLines<'_>| !a.long && !b.long && b.first - a.first <= NEAR;
    let mut excerpts: Vec<_> = mark_lines.chunk_by(together).map(|group| excerpt(source, group)).collect();
    excerpts.sort_by_key(|e| !e.marks.iter().any(|(_, mark)| mark.primary));
    excerpts
}

/// Finds a mark's lines; one that ends after a line end, or is too tall, ends on an earlier line.
fn place<'a>(source: &Source, mut mark: Mark<'a>) -> MarkLines<'a> {
    let lines = source.file().lines();
    let first = lines.line_col(mark.range.start).line;
    let end = lines.line_col(mark.range.end);
    let mut last = if end.col == 0 && end.line > first { end.line - 1 } else { end.line };
    if last - first >= TALL {
        last = first;
    }
    mark.range = TextRange::new(mark.range.start, mark.range.end.min(text_of(source, last).end));
    let long = (first..=last).any(|line| text_of(source, line).len() as usize > LONG);
    MarkLines { mark, first, last, long }
}

/// The range of a line's text: without its line end, nor a BOM before it.
fn text_of(source: &Source, line: u32) -> TextRange {
    let (text, lines) = (source.file().text(), source.file().lines());
    let start = lines.line(line).unwrap_or_default().start;
    let end = start + lines.line_text(text, line).len() as u32;
    let bom = if line == 0 && text.starts_with('\u{feff}') { 3 } else { 0 };
    TextRange::new(start + bom, end)
}

fn excerpt<'a>(source: &Source, group: &[MarkLines<'a>]) -> Excerpt<'a> {
    let first = group.first().map_or(0, |p| p.first);
    let last = group.iter().map(|p| p.last).max().unwrap_or(first);
    let mut text = String::new();
    let mut marks: Vec<_> = group.iter().map(|p| (0..0, p.mark)).collect();
    for line in first..=last {
        let range = text_of(source, line);
        let focus = group.iter().find(|p| p.first == line).map_or(range.start, |p| p.mark.range.start);
        let shown = cut(source.file().text(), range, focus);
        for ((span, _), mark_lines) in marks.iter_mut().zip(group) {
            let at = |offset| text.len() + shown.at(source.file().text(), offset);
            if mark_lines.first == line {
                *span = at(mark_lines.mark.range.start)..span.end;
            }
            if mark_lines.last == line {
                span.end = at(mark_lines.mark.range.end);
            }
        }
        text += &shown.text;
        text.push('\n');
    }
    Excerpt { text, first_line: first + 1, marks }
}

/// What is shown of a line.
struct ShownLine {
    text: String,
    kept: TextRange,
    /// Bytes of the sign that something is left out before.
    sign: usize,
}

impl ShownLine {
    /// Where an offset of the source is in what is shown.
    fn at(&self, source: &str, offset: u32) -> usize {
        let offset = boundary(source, offset.clamp(self.kept.start, self.kept.end));
        self.sign + (offset - self.kept.start) as usize
    }
}

fn cut(source: &str, line: TextRange, focus: u32) -> ShownLine {
    if line.len() as usize <= LONG {
        return ShownLine { text: line.of(source).into(), kept: line, sign: 0 };
    }
    let start = boundary(source, focus.saturating_sub(BEFORE as u32)).clamp(line.start, line.end);
    let end = boundary(source, focus.saturating_add(BEHIND as u32)).clamp(start, line.end);
    let kept = TextRange::new(start, end);
    let before = if start > line.start { "…" } else { "" };
    let behind = if end < line.end { "…" } else { "" };
    ShownLine { text: format!("{before}{}{behind}", kept.of(source)), kept, sign: before.len() }
}

/// The start of the character that an offset is in.
fn boundary(text: &str, offset: u32) -> u32 {
    (0..=offset).rev().find(|&at| text.is_char_boundary(at as usize)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crdls_ide::File;

    use super::*;

    fn source(text: &str) -> Source {
        Source::new("a", File::new(text.to_owned()))
    }

    fn mark(start: usize, end: usize) -> Mark<'static> {
        Mark { range: TextRange::new(start as u32, end as u32), primary: start.is_multiple_of(2), label: "" }
    }

    fn marked(excerpt: &Excerpt<'_>) -> Vec<String> {
        excerpt
            .marks
            .iter()
            .map(|(span, _)| excerpt.text.get(span.clone()).unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn near_marks_share_an_excerpt() {
        let shown = excerpts(&source("\u{feff}a: b\r\nc: d\re: f"), &[mark(17, 18), mark(3, 4)]);
        assert_eq!(shown.len(), 1);
        assert_eq!((shown[0].text.as_str(), shown[0].first_line), ("a: b\nc: d\ne: f\n", 1));
        assert_eq!(marked(&shown[0]), ["a", "f"]);
    }

    #[test]
    fn far_marks_do_not_and_the_primary_one_comes_first() {
        let text = "a: b\n".repeat(1000);
        let shown = excerpts(&source(&text), &[mark(4000, 4001), mark(5, 6)]);
        let lines: Vec<_> = shown.iter().map(|e| (e.first_line, e.text.as_str())).collect();
        assert_eq!(lines, [(801, "a: b\n"), (2, "a: b\n")]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = "é".repeat(5000) + "here" + &"ü".repeat(5000);
        let shown = excerpts(&source(&text), &[mark(10_000, 10_004)]);
        assert_eq!(marked(&shown[0]), ["here"]);
        assert!(shown[0].text.len() < 2 * LONG);
        assert!(shown[0].text.starts_with("…é") && shown[0].text.ends_with("ü…\n"));
    }

    #[test]
    fn a_mark_longer_than_what_is_shown_ends_there() {
        let text = "x".repeat(5000);
        let shown = excerpts(&source(&text), &[mark(10, 4990)]);
        assert_eq!(shown[0].marks[0].0, 10..10 + BEHIND);
    }

    #[test]
    fn a_tall_mark_is_shown_by_its_first_line() {
        let text = "a: b\n".repeat(100);
        let shown = excerpts(&source(&text), &[mark(0, 400)]);
        assert_eq!((shown[0].text.as_str(), marked(&shown[0])), ("a: b\n", vec!["a: b".to_owned()]));
    }

    #[test]
    fn a_mark_with_its_line_end_stays_on_its_line() {
        let shown = excerpts(&source("a: b\nc: d\n"), &[mark(0, 5)]);
        assert_eq!(shown[0].text, "a: b\n");
    }

    #[test]
    fn places_that_do_not_fit_the_text_do_no_harm() {
        for (start, end) in [(0, 0), (1, 2), (7, 99), (99, 99), (3, 4)] {
            excerpts(&source("a: é"), &[mark(start, end)]);
            excerpts(&source(""), &[mark(start, end)]);
        }
    }
}

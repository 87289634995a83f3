//! Two texts line by line: what is in both, and what in one of them.
//!
//! The shortest list of changes, by the algorithm of Myers (An O(ND) Difference Algorithm). Must not know what the texts
//! are.

use std::fmt::Write as _;

use super::one_line;
use super::source::relative;

/// With more changes than this the middle of two texts is shown as one.
const MAX_CHANGES: usize = 2000;

/// Lines without changes around each change of a unified diff.
const CONTEXT: usize = 3;

/// A line with its mark: ` ` in both texts, `-` in the old one, `+` in the new one.
type MarkedLine<'t> = (char, &'t str);

/// The lines of both, each after ` `, `-` or `+`.
pub(crate) fn diff(old: &str, new: &str) -> String {
    let (a, b): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    marked(&a, &b).into_iter().map(|(mark, line)| format!("{mark}{line}\n")).collect()
}

/// The changes of a file as `git apply` and `patch -p1` read them; empty where there are none.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    let (a, b): (Vec<_>, Vec<_>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let lines = marked(&a, &b);
    let name = one_line(relative(name));
    let (from, to) = if name.starts_with('/') { ("", "") } else { ("a/", "b/") };
    let mut out = String::new();
    for hunk in hunks(&lines) {
        if out.is_empty() {
            let _ = writeln!(out, "--- {from}{name}\n+++ {to}{name}");
        }
        let (before, shown) = (lines.get(..hunk.start), lines.get(hunk).unwrap_or_default());
        let side = |without: char| {
            let count = |lines: &[MarkedLine<'_>]| lines.iter().filter(|(mark, _)| *mark != without).count();
            let (first, length) = (count(before.unwrap_or_default()), count(shown));
            format!("{},{length}", first + usize::from(length > 0))
        };
        let _ = writeln!(out, "@@ -{} +{} @@", side('+'), side('-'));
        for (mark, line) in shown {
            let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(out, "{mark}{line}{end}");
        }
    }
    out
}

/// The ranges of lines with changes and what is around them.
fn hunks(lines: &[MarkedLine<'_>]) -> Vec<std::ops::Range<usize>> {
    let mut hunks: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, (mark, _))| *mark != ' ') {
        let (start, end) = (at.saturating_sub(CONTEXT), lines.len().min(at + CONTEXT + 1));
        match hunks.last_mut().filter(|last| last.end >= start) {
            Some(last) => last.end = end,
            None => hunks.push(start..end),
        }
    }
    hunks
}

fn marked<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<MarkedLine<'t>> {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (before, a) = a.split_at(start);
    let b = b.get(start..).unwrap_or_default();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, after) = a.split_at(a.len() - end);
    let b = b.get(..b.len() - end).unwrap_or_default();
    let mark = |mark: char, lines: &[&'t str]| lines.iter().map(|line| (mark, *line)).collect::<Vec<_>>();
    let middle = match farthest(a, b) {
        Some(rows) => walked_back(a, b, &rows),
        None => [mark('-', a), mark('+', b)].concat(),
    };
    [mark(' ', before), middle, mark(' ', after)].concat()
}

/// For each number of changes, and each diagonal that they lead to, how many lines of `a` they lead past; nothing where
/// there are too many changes.
fn farthest(a: &[&str], b: &[&str]) -> Option<Vec<Vec<usize>>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for changes in 0..=MAX_CHANGES {
        let last = rows.last().map_or(&[][..], Vec::as_slice);
        let mut row = Vec::with_capacity(changes + 1);
        for deletions in 0..=changes {
            let (mut x, _) = origin(last, deletions);
            // Insertions and lines in both; `x` are deletions and lines in both.
            let mut y = (x + changes).saturating_sub(2 * deletions);
            while a.get(x).is_some_and(|line| b.get(y) == Some(line)) {
                (x, y) = (x + 1, y + 1);
            }
            row.push(x);
            if (x, y) == (a.len(), b.len()) {
                rows.push(row);
                return Some(rows);
            }
        }
        rows.push(row);
    }
    None
}

/// Where the last of some changes leads, of which so many are deletions: the lines of `a` that are passed, and whether
/// it is a deletion.
fn origin(last: &[usize], deletions: usize) -> (usize, bool) {
    let inserted = last.get(deletions).copied();
    let deleted = deletions.checked_sub(1).and_then(|one_less| last.get(one_less)).copied();
    match (inserted, deleted) {
        (Some(inserted), Some(deleted)) if inserted > deleted => (inserted, false),
        (_, Some(deleted)) => (deleted + 1, true),
        (inserted, None) => (inserted.unwrap_or(0), false),
    }
}

/// The lines on the way back from the end of both texts.
fn walked_back<'t>(a: &[&'t str], b: &[&'t str], rows: &[Vec<usize>]) -> Vec<MarkedLine<'t>> {
    let mut out = Vec::new();
    let (mut x, mut y) = (a.len(), b.len());
    for changes in (0..rows.len()).rev() {
        // deletions - insertions = x - y
        let deletions = (changes + x).saturating_sub(y) / 2;
        let last = changes.checked_sub(1).and_then(|before| rows.get(before)).map_or(&[][..], Vec::as_slice);
        let (start, is_deletion) = origin(last, deletions);
        while x > start {
            (x, y) = (x - 1, y - 1);
            out.extend(a.get(x).map(|line| (' ', *line)));
        }
        if changes > 0 && is_deletion {
            x -= 1;
            out.extend(a.get(x).map(|line| ('-', *line)));
        } else if changes > 0 {
            y -= 1;
            out.extend(b.get(y).map(|line| ('+', *line)));
        }
    }
    out.reverse();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_text_are_marked() {
        assert_eq!(diff("a\nb\nc\n", "a\nx\nc\nd\n"), " a\n-b\n+x\n c\n+d\n");
        assert_eq!(diff("", "a\n"), "+a\n");
        assert_eq!(diff("a\n", "a\n"), " a\n");
        assert_eq!(diff("a\nb\n", ""), "-a\n-b\n");
    }

    #[test]
    fn both_texts_are_in_the_marked_lines() {
        let text = |seed: usize| -> Vec<&str> {
            (0..seed % 9).map(|n| ["a", "b", "c"][(seed * 7 + n * n * 5 + seed / 9 * n) % 3]).collect()
        };
        for (a, b) in (0..300).flat_map(|a| (0..40).map(move |b| (text(a), text(b * 11)))) {
            let lines = marked(&a, &b);
            let side = |without: char| -> Vec<&str> {
                lines.iter().filter(|(mark, _)| *mark != without).map(|(_, line)| *line).collect()
            };
            assert_eq!((side('+'), side('-')), (a.clone(), b.clone()), "{lines:?}");
        }
    }

    #[test]
    fn a_unified_diff_has_hunks() {
        let old: String = (1..=30).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n2\n", "\ntwo\n").replace("\n29\n30\n", "\n29\n29.5\n30");
        let expected = "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n\
                        @@ -27,4 +27,5 @@\n 27\n 28\n 29\n-30\n+29.5\n+30\n\\ No newline at end of file\n";
        assert_eq!(unified("./x.yaml", &old, &new), expected);
        assert_eq!(unified("x.yaml", &old, &old), "");
        assert_eq!(unified("x.yaml", "", "a\n"), "--- a/x.yaml\n+++ b/x.yaml\n@@ -0,0 +1,1 @@\n+a\n");
    }
}

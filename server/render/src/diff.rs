//! Two texts line by line, as they are printed: what is in both, and what in one of them.
//!
//! Must not know what the texts are.

use std::fmt::Write as _;
use std::ops::Range;

use crdls_text::changed_lines;
use similar::{DiffOp, group_diff_ops};

use super::one_line;
use super::source::relative;

/// Lines without changes around each change of a unified diff.
const CONTEXT: usize = 3;

/// The lines of both, each after ` `, `-` or `+`.
pub fn diff(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<_>>());
    let changes = changed_lines(&old, &new);
    let lines = changes.iter().flat_map(|op| op.iter_changes(&old, &new));
    lines.map(|line| format!("{}{}\n", line.tag(), line.value())).collect()
}

/// The changes of a file as `git apply` and `patch -p1` read them; empty where there are none.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let name = one_line(relative(name));
    let (from, to) = if name.starts_with('/') { ("", "") } else { ("a/", "b/") };
    let mut out = String::new();
    for hunk in group_diff_ops(changed_lines(&old, &new), CONTEXT) {
        if out.is_empty() {
            let _ = writeln!(out, "--- {from}{name}\n+++ {to}{name}");
        }
        let side = |of: fn(&DiffOp) -> Range<usize>| {
            let lines = hunk.iter().map(of).reduce(|all, next| all.start..next.end).unwrap_or_default();
            format!("{},{}", lines.start + usize::from(!lines.is_empty()), lines.len())
        };
        let _ = writeln!(out, "@@ -{} +{} @@", side(DiffOp::old_range), side(DiffOp::new_range));
        for line in hunk.iter().flat_map(|op| op.iter_changes(&old, &new)) {
            let end = if line.value().ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(out, "{}{}{end}", line.tag(), line.value());
        }
    }
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
            let lines = diff(&a.join("\n"), &b.join("\n"));
            let side = |without: char| -> Vec<&str> {
                lines
                    .lines()
                    .filter(|line| !line.starts_with(without))
                    .map(|line| line.get(1..).unwrap_or_default())
                    .collect()
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

    /// The fewest changes would take minutes to find.
    #[test]
    fn long_texts_are_compared() {
        let text = |seed: u64| -> String {
            let line = |n: u64| format!("{}\n", (n * n + seed * n) % 1009 % 10);
            (0..16_000).map(line).collect()
        };
        let changes = unified("x.yaml", &text(3), &text(8));
        let side = |mark: char| changes.lines().filter(|line| line.starts_with(mark)).count();
        assert!(side('-') < 16_000, "some lines are in both");
        assert_eq!(side('-'), side('+'));
    }
}

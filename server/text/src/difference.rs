//! Two texts line by line: what is in both, what in one of them, and the edits that lead from one to the other.
//!
//! The algorithm is Myers' as `similar` has it: it settles for more changes than the fewest where those take long to find,
//! by the number of lines and never by a clock, so that one input has one output.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag};

use crate::{Edit, TextRange};

/// What leads from the old lines to the new ones, in order, with the numbers of the lines of both; what is equal too.
///
/// `TextDiff` would be 54 copies of the algorithm, a third of the code of each crate that compares texts.
pub fn changed_lines(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut changes = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff(&mut changes, old, 0..old.len(), new, 0..new.len());
    changes.into_inner().into_inner().into_ops()
}

/// Edits of whole lines that make one text of another: those that differ, and few others.
pub fn difference(from: &str, to: &str) -> Vec<Edit> {
    let [old, new] = [from, to].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut at = 0;
    let mut edits = Vec::new();
    for op in changed_lines(&old, &new) {
        let [old, new] = [old.get(op.old_range()), new.get(op.new_range())].map(Option::unwrap_or_default);
        let end = at + old.iter().map(|line| line.len() as u32).sum::<u32>();
        if op.tag() != DiffTag::Equal {
            edits.push(Edit { range: TextRange::new(at, end), new_text: new.concat() });
        }
        at = end;
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from: &str, to: &str, count: usize) {
        let edits = difference(from, to);
        assert_eq!(edits.len(), count, "{edits:?}");
        let mut text = from.to_owned();
        assert!(edits.iter().rev().all(|edit| edit.apply(&mut text)));
        assert_eq!(text, to);
    }

    #[test]
    fn edits_lead_from_one_text_to_the_other() {
        check("a\nb\nc\n", "a\nb\nc\n", 0);
        check("a\nb\nc\n", "a\nx\nc\n", 1);
        check("a\nb\nc\nd\n", "b\nc\ny\nd", 2);
        check("", "a\n", 1);
        check("a\nb", "", 1);
        check("a\nb\nb\nc\n", "a\nb\nc\n", 1);
    }
}

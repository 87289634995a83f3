//! Two texts as the edits that lead from one to the other, line by line.
//!
//! Knows lines; must not know YAML.

use crdls_text::{Edit, TextRange};
use similar::{DiffTag, TextDiff};

/// Edits of whole lines that make one text of another: those that differ, and few others.
pub fn difference(from: &str, to: &str) -> Vec<Edit> {
    let [old, new] = [from, to].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut at = 0;
    let mut edits = Vec::new();
    for op in TextDiff::from_slices(&old, &new).ops() {
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

//! Two texts as the edits that lead from one to the other, line by line.
//!
//! Knows lines; must not know YAML.

use crdls_text::{Edit, TextRange};

/// So many lines ahead two texts are looked through for the next line that is the same in both.
const WINDOW: usize = 400;

/// Edits of whole lines that make one text of another: those that differ, and no others while runs of
/// changed lines are short.
pub fn difference(from: &str, to: &str) -> Vec<Edit> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (from.split_inclusive('\n').collect(), to.split_inclusive('\n').collect());
    let (mut i, mut j, mut at) = (0, 0, 0_u32);
    let mut edits = Vec::new();
    while i < old.len() || j < new.len() {
        if let (Some(line), Some(other)) = (old.get(i), new.get(j))
            && line == other
        {
            at += line.len() as u32;
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (gone, come) = next_common(old.get(i..).unwrap_or_default(), new.get(j..).unwrap_or_default());
        let removed: usize = old.iter().skip(i).take(gone).map(|line| line.len()).sum();
        let new_text = new.iter().skip(j).take(come).copied().collect();
        let end = at + removed as u32;
        edits.push(Edit { range: TextRange::new(at, end), new_text });
        (i, j, at) = (i + gone, j + come, end);
    }
    edits
}

/// How many lines of each text come before a line that both have, the fewest in all.
fn next_common(old: &[&str], new: &[&str]) -> (usize, usize) {
    let most = WINDOW.min(old.len() + new.len());
    for sum in 1..=most {
        for gone in 0..=sum {
            let come = sum - gone;
            if let (Some(line), Some(other)) = (old.get(gone), new.get(come))
                && line == other
            {
                return (gone, come);
            }
        }
    }
    (old.len(), new.len())
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

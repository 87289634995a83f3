//! Two texts with CRDs, compared: each change is in its text, each break has a witness, and nothing differs from itself.

use crdls_change::{Comparison, Definition, compare, crds_by_name};
use crdls_report::Config;
use crdls_text::TextRange;
use crdls_yaml::Tree;

use super::inputs::NEXT;

pub(super) fn run(bytes: &[u8], _: &super::Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let (old, new) = text.split_once(NEXT).unwrap_or((&text, &text));
    for comparison in compared(old, old) {
        assert!(
            comparison.changes.iter().all(|change| change.code.name() == "crd-refused"),
            "{comparison:?}"
        );
    }
    for comparison in compared(old, new) {
        for change in &comparison.changes {
            assert!(!change.is_breaking() || change.witness().is_some(), "no witness: {change:?}");
            for (side, text) in [(&change.old, old), (&change.new, new)] {
                let lies_in = |range: TextRange| text.get(range.start as usize..range.end as usize).is_some();
                assert!(
                    side.as_ref().is_none_or(|side| lies_in(side.range)),
                    "outside of its text: {change:?}"
                );
            }
        }
    }
}

fn compared(old: &str, new: &str) -> Vec<Comparison> {
    let config = Config::default();
    let (old_tree, new_tree) = (Tree::parse(old), Tree::parse(new));
    let (before, after) = (crds_by_name(old, &old_tree, &config), crds_by_name(new, &new_tree, &config));
    let pair = |(name, before)| {
        let before = Definition::of(before, &old_tree)?;
        Some(compare(before, Definition::of(after.get(name)?, &new_tree)?, &[], &config))
    };
    before.iter().filter_map(pair).collect()
}

//! Two texts with CRDs, compared: each change is in its text, each break has a witness, and nothing differs from itself.

use crdls_change::{Comparison, Snapshot, compare};
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
    let (mut before, mut after) = (Snapshot::default(), Snapshot::default());
    before.add(0, old, &old_tree, &config);
    after.add(0, new, &new_tree, &config);
    let pair = |name: &str| {
        let before = before.get(name)?.definition(old, &old_tree)?;
        Some(compare(before, after.get(name)?.definition(new, &new_tree)?, &[], &config))
    };
    before.names().filter_map(pair).collect()
}

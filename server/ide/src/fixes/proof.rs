//! Whether a fix does what it says: it is applied, and the document is checked again.

use std::collections::BTreeMap;

use crdls_schema::{ErrorType, Finding, Fix, PathStep};
use crdls_text::Edit;

use super::Fixer;
use crate::diagnostics::{FileFinding, check_document};

/// What a finding says, without the numbers of versions and items and those of costs: they change with what
/// stands before them.
type FindingKey = (&'static str, Option<ErrorType>, Vec<PathStep>, String);

/// What was found before, and the finding that is to go.
pub(super) struct FixProof<'a> {
    fixer: &'a Fixer<'a>,
    document: usize,
    key_of_finding: FindingKey,
    before: BTreeMap<FindingKey, usize>,
}

impl<'a> FixProof<'a> {
    pub(super) fn new(fixer: &'a Fixer<'a>, found: &FileFinding) -> Self {
        let same = fixer.findings.iter().filter(|other| other.document == found.document);
        let before = count(same.map(|other| &other.finding));
        Self { fixer, document: found.document, key_of_finding: said(&found.finding), before }
    }

    /// Whether the finding goes and no other of the server's comes.
    pub(super) fn holds(&self, fix: &Fix) -> bool {
        let Fixer { file, context, config, .. } = self.fixer;
        let mut file = (*file).clone();
        let mut edits: Vec<&Edit> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| edit.range.start);
        if edits.is_empty() || !edits.iter().rev().all(|edit| file.edit(edit)) {
            return false;
        }
        let findings = check_document(&file, self.document, *context, config);
        let after = count(findings.iter());
        let number = |of: &BTreeMap<FindingKey, usize>, said| of.get(said).copied().unwrap_or(0);
        let none_comes = after.iter().all(|(said, n)| said.1.is_none() || *n <= number(&self.before, said));
        none_comes && number(&after, &self.key_of_finding) < number(&self.before, &self.key_of_finding)
    }
}

fn count<'f>(findings: impl Iterator<Item = &'f Finding>) -> BTreeMap<FindingKey, usize> {
    let mut counts = BTreeMap::new();
    findings.for_each(|finding| *counts.entry(said(finding)).or_default() += 1);
    counts
}

fn said(finding: &Finding) -> FindingKey {
    let without_numbers = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let server = finding.server.as_ref();
    let step = |step: &PathStep| if step.index().is_some() { PathStep::Index(0) } else { step.clone() };
    let path = finding.path.steps().iter().map(step).collect();
    let words = server.map_or(&finding.message, |server| &server.detail);
    // By how much a cost is too high is no other finding.
    let words = words.split(" by factor of ").next().unwrap_or_default();
    (finding.code.name, server.map(|server| server.kind), path, without_numbers(words))
}

pub(super) fn applied(text: &str, fixes: &[Fix]) -> Option<(String, usize)> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut count = 0;
    for fix in fixes.iter().filter(|fix| !fix.edits.is_empty()) {
        let free = |edit: &Edit| is_free(edit, &taken);
        if fix.edits.iter().all(|edit| fits(edit, text) && free(edit)) {
            taken.extend(fix.edits.iter().map(|edit| (edit.range.start, edit)));
            count += 1;
        }
    }
    let mut text = text.to_owned();
    let all = taken.values().rev().all(|edit| edit.apply(&mut text));
    (all && count > 0).then_some((text, count))
}

fn fits(edit: &Edit, text: &str) -> bool {
    text.get(edit.range.start as usize..edit.range.end as usize).is_some()
}

/// Whether an edit neither overlaps nor touches one that is taken; those are apart from each other.
fn is_free(edit: &Edit, taken: &BTreeMap<u32, &Edit>) -> bool {
    let before = taken.range(..=edit.range.end).next_back();
    before.is_none_or(|(_, other)| other.range.end < edit.range.start)
}

#[cfg(test)]
mod tests {
    use crdls_text::TextRange;

    use super::*;

    fn fix(edits: &[(u32, u32, &str)]) -> Fix {
        let edit = |&(start, end, text): &(u32, u32, &str)| Edit {
            range: TextRange::new(start, end),
            new_text: text.into(),
        };
        Fix { title: "mend".into(), safe: true, edits: edits.iter().map(edit).collect() }
    }

    #[test]
    fn all_that_do_not_meet_are_applied() {
        let fixes = [fix(&[(0, 1, "AAA"), (4, 5, "E")]), fix(&[(1, 2, "-")]), fix(&[(7, 8, "")])];
        assert_eq!(applied("abcdefgh", &fixes), Some(("AAAbcdEfg".into(), 2)));
    }

    #[test]
    fn without_a_fix_that_fits_nothing_changes() {
        assert_eq!(applied("abc", &[fix(&[])]), None);
        assert_eq!(applied("é", &[fix(&[(1, 2, "x")])]), None);
    }
}

//! How findings are mended: edits that a person would make, worked out when they are asked for.
//!
//! A row of [`table`] leads from a rule to the function that knows its cures; those stand by subject in
//! the modules beside it, on the primitives of `edit`. Fixes that a rule itself raises are joined. What is
//! offered is proven: applied to the text it takes the finding away and brings none of the server's.
//!
//! Knows rules, the tree and the text; must not know the protocol or files.

mod case;
mod cel;
mod columns;
mod conversion;
mod costs;
mod defaults;
mod edit;
mod keywords;
mod lists;
mod manifest;
mod metadata;
mod names;
mod nested;
mod proof;
mod site;
mod spelling;
mod subresources;
mod table;
mod types;
mod value;
mod versions;

use crdls_crd::{Config, Finding, Fix};

use crate::diagnostics::{Beside, FileFinding};
use crate::{File, check_beside};
use case::Case;
use proof::Proof;

/// A file with what is found in it, to be mended.
#[derive(Clone, Copy, Debug)]
pub struct Fixer<'a> {
    file: &'a File,
    /// All that is found in the file.
    findings: &'a [FileFinding],
    beside: Beside<'a>,
    config: &'a Config,
}

impl<'a> Fixer<'a> {
    pub const fn new(
        file: &'a File,
        findings: &'a [FileFinding],
        beside: Beside<'a>,
        config: &'a Config,
    ) -> Self {
        Self { file, findings, beside, config }
    }

    /// The ways to mend one of the findings, the best first, each proven.
    pub fn fixes(&self, found: &FileFinding) -> Vec<Fix> {
        let fixes = self.proposed(found);
        if fixes.is_empty() {
            return fixes;
        }
        let proof = Proof::new(self, found);
        fixes.into_iter().filter(|fix| proof.holds(fix)).collect()
    }

    /// The first safe way to mend one of the findings, proven.
    pub fn safe(&self, found: &FileFinding) -> Option<Fix> {
        let fixes = self.proposed(found).into_iter().filter(|fix| fix.safe);
        let fixes: Vec<_> = fixes.collect();
        if fixes.is_empty() {
            return None;
        }
        let proof = Proof::new(self, found);
        fixes.into_iter().find(|fix| proof.holds(fix))
    }

    /// The same before they are proven, for a first look: it costs little.
    pub fn proposed(&self, found: &FileFinding) -> Vec<Fix> {
        let mut fixes = found.finding.fixes.clone();
        for fix in self.cures(found) {
            if !fix.edits.is_empty() && fixes.iter().all(|other| other.edits != fix.edits) {
                fixes.push(fix);
            }
        }
        fixes
    }

    fn cures(&self, found: &FileFinding) -> Vec<Fix> {
        let finding: &Finding = &found.finding;
        let Some(cure) = table::of(finding.rule.code) else { return Vec::new() };
        let document = self.file.tree().documents().get(found.document);
        let root = document.and_then(|document| self.file.tree().root(self.file.text(), document));
        let Some(root) = root else { return Vec::new() };
        cure(&Case { finding, root, file: self.file, number: found.document, config: self.config })
    }
}

/// The text with all safe fixes applied, round by round until there are none; nothing where there is none.
pub fn fixed(file: &File, beside: Beside<'_>, config: &Config) -> Option<String> {
    let mut mended: Option<File> = None;
    for _ in 0..ROUNDS {
        let file = mended.as_ref().unwrap_or(file);
        let findings = check_beside(file, beside, config);
        let fixer = Fixer::new(file, &findings, beside, config);
        let fixes: Vec<_> = findings.iter().filter_map(|found| fixer.safe(found)).collect();
        let Some((text, _)) = applied(file.text(), &fixes) else { break };
        mended = Some(file.with_text(text));
    }
    mended.map(|file| file.text().to_owned())
}

/// Fixes that make way for others end; those of a faulty rule that undo each other must too.
const ROUNDS: usize = 10;

/// The text with fixes applied, and how many were: one that meets another waits for the next round.
pub fn applied(text: &str, fixes: &[Fix]) -> Option<(String, usize)> {
    proof::applied(text, fixes)
}

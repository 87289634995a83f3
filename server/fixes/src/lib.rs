//! A text, its findings and their fixes.
//!
//! A [`File`] is an immutable snapshot of a text; [`check`] finds what is to be said of it. A [`Fixer`] works the fixes of
//! findings out when they are asked for: edits that a person would make.
//!
//! A row of `table` leads from a code to the function that makes the fixes for it; those are grouped by subject in
//! the modules of this crate, on the primitives of `edit`. Fixes that a check itself raises are joined. What is
//! offered is proven: applied to the text it removes the finding and adds none of the server's.
//!
//! Knows documents, codes and places in a text; must not know the protocol that carries them, files or terminals.
//! Offsets are bytes of UTF-8.
//!
//! A fix is applied and the document checked again (`proof`): its finding is gone and the server reports nothing
//! new. If a document has too many fixes for its size, non-overlapping fixes are verified together, the best one
//! per finding first. If that fails, the fixes involved (their finding remains, or a new one appears nearby) are
//! verified separately. So the time grows with the number of findings, not with its square (`cargo dev findings`
//! prints it). Fixes of expressions are searched (`expression/rewrites`): tables propose rewrites, each is
//! compiled, and what compiles becomes the fix. Fixes of breaking changes (`changes`) take the old text and are
//! verified by comparing the CRDs again. `refactorings` uses the same edits on correct manifests.

mod beta;
mod calm;
mod cel;
mod changes;
mod children;
mod columns;
mod conversion;
mod costs;
mod defaults;
mod diagnostics;
mod edit;
mod edit_set;
pub mod expression;
mod file;
mod keywords;
pub mod lines;
mod lists;
mod manifest;
mod metadata;
mod misread;
mod names;
mod near_value;
mod nested;
mod old_self;
mod one_cause;
mod pasted;
mod proof;
mod refactorings;
mod request;
mod resolved_path;
mod resource;
mod scalar;
pub mod schema_place;
mod spelling;
mod stale_copies;
mod subresources;
mod syntax;
mod table;
mod types;
mod unguarded;
mod value;
pub mod version;
mod version_edit;
mod versions;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use crdls_report::{Config, Finding, Fix};
use crdls_text::Edit;
use crdls_yaml::Node;

pub use changes::ChangedCrd;
use children::Children;
pub use diagnostics::{
    Claimed, FileCheck, FileFinding, check, checked, checked_crds, checked_rest, claimed, has_only_crds,
    holds_manifests, holds_others, ignoring,
};
use edit_set::EditSet;
pub use expression::formatted;
pub use file::{File, FileContext, PatchTarget, is_json_file, source};
pub use one_cause::in_editor;
use pasted::MovedBlock;
pub use pasted::hide_of_paste;
use proof::{Candidate, Verdict};
pub use refactorings::refactorings;
use request::FixRequest;
pub use stale_copies::stale_manifest;
pub use value::word;
pub use version_edit::VersionEdit;

/// Writes a text in place of a scalar, in its quotes; nothing where a tag or an anchor says more of it.
pub fn rewritten(node: Node<'_>, text: &str) -> Option<Edit> {
    edit::replace(node, None, &value::Value::text(text))
}

/// Works out the fixes of a file's findings.
#[derive(Debug)]
pub struct Fixer<'a> {
    file: &'a File,
    /// All that is found in the file.
    findings: &'a [FileFinding],
    context: FileContext<'a>,
    config: &'a Config,
    /// Bytes of text that may still be checked to prove fixes.
    budget: Cell<u64>,
    children: Rc<Children<'a>>,
    /// The numbers of the documents that are checked as what a template engine would make of them.
    filled: OnceCell<HashSet<usize>>,
    /// The blocks in the wrong column, by document.
    moved: RefCell<BTreeMap<usize, Option<MovedBlock>>>,
}

impl<'a> Fixer<'a> {
    /// The most bytes that are checked to prove the fixes of all findings of a text.
    pub const BUDGET: u64 = 64 << 20;

    /// For the findings of a file, which were made with the same context and configuration. It proves as many fixes as
    /// it is asked for, unless [`Self::within`] limits that.
    pub fn new(
        file: &'a File,
        findings: &'a [FileFinding],
        context: FileContext<'a>,
        config: &'a Config,
    ) -> Self {
        Self {
            file,
            findings,
            context,
            config,
            budget: Cell::new(u64::MAX),
            children: Rc::default(),
            filled: OnceCell::new(),
            moved: RefCell::default(),
        }
    }

    /// Proves no more than can be checked with so many bytes of text: in a file with thousands of findings
    /// the others have those fixes alone that their rules raise.
    #[must_use]
    pub fn within(self, bytes: u64) -> Self {
        Self { budget: Cell::new(bytes), ..self }
    }

    /// The fixes of some of the findings, for each the best first, each proven; empty where a finding has none.
    pub fn fixes(&self, of: &[&'a FileFinding]) -> Vec<Vec<Fix>> {
        self.proven(of, |found| self.unproven(found))
    }

    /// The first safe fix of each of some findings that has one, proven.
    pub fn safe(&self, of: &[&'a FileFinding]) -> Vec<(&'a FileFinding, Fix)> {
        self.first(of, |found| self.unproven(found).into_iter().filter(|fix| fix.safe).collect())
    }

    /// One fix of each of some findings that has any, proven: a safe one before others.
    pub fn best(&self, of: &[&'a FileFinding]) -> Vec<(&'a FileFinding, Fix)> {
        let safe_first = |found| {
            let mut fixes = self.unproven(found);
            fixes.sort_by_key(|fix| !fix.safe);
            fixes
        };
        self.first(of, safe_first)
    }

    fn first(
        &self,
        of: &[&'a FileFinding],
        fixes: impl Fn(&'a FileFinding) -> Vec<Fix>,
    ) -> Vec<(&'a FileFinding, Fix)> {
        let proven = self.proven(of, fixes);
        of.iter().zip(proven).filter_map(|(found, fixes)| Some((*found, fixes.into_iter().next()?))).collect()
    }

    /// Those fixes that trials show to hold; where there is no budget for a trial, those that the check raised.
    fn proven(&self, of: &[&'a FileFinding], fixes: impl Fn(&'a FileFinding) -> Vec<Fix>) -> Vec<Vec<Fix>> {
        let mut by_document: BTreeMap<usize, (Vec<usize>, Vec<Candidate<'a>>)> = BTreeMap::new();
        for (number, found) in of.iter().enumerate() {
            let (numbers, candidates) = by_document.entry(found.document).or_default();
            for (rank, fix) in fixes(found).into_iter().enumerate() {
                numbers.push(number);
                candidates.push(Candidate { finding: &found.finding, rank, fix });
            }
        }
        let mut proven = vec![Vec::new(); of.len()];
        for (document, (numbers, candidates)) in by_document {
            let verdicts = proof::verdicts(self, document, &candidates);
            let candidates = numbers.into_iter().zip(candidates.into_iter().zip(verdicts));
            for (number, (Candidate { finding, fix, .. }, verdict)) in candidates {
                let holds = match verdict {
                    Verdict::Holds => true,
                    Verdict::Fails => false,
                    Verdict::Untried => finding.fixes.contains(&fix),
                };
                if let Some(fixes) = proven.get_mut(number).filter(|_| holds) {
                    fixes.push(beta::by_lines(self.file.text(), fix));
                }
            }
        }
        proven
    }

    /// Takes bytes that are checked from the budget; nothing where it has not so many.
    fn spend(&self, bytes: u32) -> Option<()> {
        self.budget.set(self.budget.get().checked_sub(u64::from(bytes))?);
        Some(())
    }

    /// The fixes of one of the findings before they are proven: it costs little.
    pub fn unproven(&self, found: &'a FileFinding) -> Vec<Fix> {
        if self.is_filled(found.document) {
            return Vec::new();
        }
        let mut fixes = found.finding.fixes.clone();
        let moved = self.moved_block(found);
        // A name with one line may as well be misspelled.
        let at = if moved.as_ref().is_some_and(|(_, lines)| *lines > 1) { 0 } else { fixes.len() };
        fixes.splice(at..at, moved.map(|(fix, _)| fix));
        for fix in self.by_code(found) {
            if !fix.edits.is_empty() && fixes.iter().all(|other| other.edits != fix.edits) {
                fixes.push(fix);
            }
        }
        fixes
    }

    /// The fix that moves the block whose column is the cause of a finding, and the number of its lines.
    fn moved_block(&self, found: &FileFinding) -> Option<(Fix, usize)> {
        if !pasted::may_be_pasted(&found.finding) {
            return None;
        }
        let search = || {
            let of_document = self.findings.iter().filter(|other| other.document == found.document);
            let findings: Vec<_> = of_document.map(|found| &*found.finding).collect();
            pasted::moved_block(self.file, found.document, &findings, self.context, self.config)
        };
        let mut moved = self.moved.borrow_mut();
        let block = moved.entry(found.document).or_insert_with(search).as_ref()?;
        block.explains(&found.finding).then(|| (block.fix.clone(), block.lines))
    }

    /// Whether one of the findings may have a safe fix, which is not proven here, as in [`Self::unproven`].
    pub fn may_be_safe(&self, found: &'a FileFinding) -> bool {
        let is_safe = |fix: &Fix| fix.safe;
        if self.is_filled(found.document) {
            return false;
        }
        found.finding.fixes.iter().any(is_safe)
            || table::may_be_safe(found.finding.code.name) && self.by_code(found).iter().any(is_safe)
    }

    /// Whether a document is a template: what is checked is not what an edit would change.
    fn is_filled(&self, document: usize) -> bool {
        let filled = || {
            let (tree, text) = (self.file.tree(), self.file.text());
            let is_template = |document| tree.template_action(text, document).is_some();
            let documents = tree.documents().iter().enumerate();
            documents.filter(|(_, document)| is_template(document)).map(|(number, _)| number).collect()
        };
        self.config.check_templates && self.filled.get_or_init(filled).contains(&document)
    }

    fn by_code(&self, found: &'a FileFinding) -> Vec<Fix> {
        let finding = &found.finding;
        let Some(make) = table::of(finding.code.name) else { return Vec::new() };
        let document = self.file.tree().documents().get(found.document);
        let root = document.and_then(|document| self.file.tree().root(self.file.text(), document));
        let Some(root) = root else { return Vec::new() };
        let children = Rc::clone(&self.children);
        let request = FixRequest {
            finding,
            root,
            file: self.file,
            number: found.document,
            config: self.config,
            context: self.context,
            children,
        };
        // Where YAML misreads a text, nothing is wrong with the text.
        misread::fix(&request).map_or_else(|| make(&request), |fix| vec![fix])
    }
}

/// Whether a finding may have a fix at all.
pub fn may_have_fix(finding: &Finding) -> bool {
    !finding.fixes.is_empty() || table::of(finding.code.name).is_some() || pasted::may_be_pasted(finding)
}

/// The text with all safe fixes applied, round by round until there are none; nothing where there is none.
pub fn fixed(file: &File, context: FileContext<'_>, config: &Config) -> Option<String> {
    let mut changed: Option<File> = None;
    for _ in 0..ROUNDS {
        let file = changed.as_ref().unwrap_or(file);
        let findings = check(file, context, config);
        let fixer = Fixer::new(file, &findings, context, config).within(BUDGET);
        let fixes = fixer.safe(&findings.iter().collect::<Vec<_>>());
        let Some((text, _)) = applied(file.text(), fixes.iter().map(|(_, fix)| fix)) else { break };
        changed = Some(file.with_text(text));
    }
    changed.map(|file| file.text().to_owned())
}

/// What is checked at most in a round.
const BUDGET: u64 = 64 << 20;

/// Fixes that make way for others end; those of a faulty rule that undo each other must too.
const ROUNDS: usize = 10;

/// The text with fixes applied, and whether each of them was: one that meets another waits for the next round. Nothing
/// where none was.
pub fn applied<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> Option<(String, Vec<bool>)> {
    let mut edits = EditSet::of(text);
    let added: Vec<bool> = fixes.into_iter().map(|fix| edits.add(fix)).collect();
    let text = edits.applied()?;
    added.contains(&true).then_some((text, added))
}

//! The results of the checks of a text's documents, followed through its edits: an edit costs the documents that it touches.
//!
//! A check depends on its document, on the one before (a ConversionReview answers the request there), on the next one where
//! that may be the rest of a text, and on what is known around the file. Must not know how a document is checked.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crdls_check::{DocumentCheck, Form};
use crdls_report::Config;
use crdls_text::{TextChange, TextRange};
use crdls_yaml::Document;
use crdls_yaml::json_stream::Reading;

use super::{File, FileContext};

/// The checks of a text's documents with their inputs. A copy of it takes them over: they are of use to the text
/// that is edited on.
#[derive(Debug, Default)]
pub(crate) struct CheckCache(Mutex<KnownChecks>);

#[derive(Debug, Default)]
struct KnownChecks {
    by: Option<CheckInputs>,
    /// Counts the inputs.
    number: u64,
    /// In the order of the text.
    checks: Vec<KnownCheck>,
}

#[derive(Debug)]
struct KnownCheck {
    /// The range of the document.
    range: TextRange,
    /// The next document may be the rest of its last text.
    is_open: bool,
    check: DocumentCheck,
}

/// The inputs of a check besides the text.
#[derive(Debug, PartialEq)]
struct CheckInputs {
    config: Config,
    crds: Option<u64>,
    file: String,
    form: Form,
}

/// The checks of a file with the same inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChecksBy<'c> {
    cache: &'c CheckCache,
    number: u64,
}

impl Clone for CheckCache {
    fn clone(&self) -> Self {
        Self(Mutex::new(std::mem::take(&mut *self.known())))
    }
}

impl CheckCache {
    /// Follows a change of the text.
    pub(super) fn edited(&self, change: TextChange) {
        let checks = &mut self.known().checks;
        // The last document before the change may grow by it, which the one before that then sees. Of two lines `---` in a row
        // kubectl takes the second for a line of the document behind them.
        let before = checks.partition_point(|known| change.is_after(known.range));
        let behind = checks.partition_point(|known| !change.is_before(known.range));
        let near = before.saturating_sub(2)..behind + 2;
        let mut numbers = 0..;
        checks.retain_mut(|known| {
            let is_near = numbers.next().is_some_and(|number| near.contains(&number));
            let depends = known.is_open || change.is_before(known.range);
            !(is_near && depends) && known.moved_by(change)
        });
    }

    fn known(&self) -> MutexGuard<'_, KnownChecks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownCheck {
    fn moved_by(&mut self, change: TextChange) -> bool {
        let is_still = change.is_after(self.range);
        is_still
            || change.moves(&mut self.range)
                && self.check.findings.iter_mut().all(|finding| finding.moved_by(change))
    }

    /// Whether all that it says is about its document, and moves with it. The place of a CRD of the same text does not: while
    /// the text does not parse, it is the place in the last text that did.
    fn is_of_document(&mut self) -> bool {
        let range = self.range;
        self.check.findings.iter_mut().all(|finding| {
            finding.validated_by.as_ref().is_none_or(|by| by.file.is_some())
                && finding.own_ranges().all(|own| range.covers(*own))
        })
    }
}

impl File {
    /// The checks of its documents, where it is edited; `None` where its objects replace others, or it has a flaw.
    pub(crate) fn checks(&self, context: FileContext<'_>, config: &Config) -> Option<ChecksBy<'_>> {
        let cache = self.checks.as_ref().filter(|_| context.old.is_none() && self.flaw.is_none())?;
        let crds = context.crds.map(crdls_resource::Index::stamp);
        let mut known = cache.known();
        let is_same = |by: &CheckInputs| {
            (by.crds, &*by.file, by.form) == (crds, context.file, self.form) && by.config == *config
        };
        if !known.by.as_ref().is_some_and(is_same) {
            let (config, file) = (config.clone(), context.file.to_owned());
            known.by = Some(CheckInputs { config, crds, file, form: self.form });
            known.number += 1;
            known.checks.clear();
        }
        Some(ChecksBy { cache, number: known.number })
    }
}

impl ChecksBy<'_> {
    /// The check of a document that is known, or else is made now. `is_open`: whether the next one may be the rest of its last
    /// text.
    pub(crate) fn of(
        self,
        document: &Document,
        is_open: impl FnOnce() -> bool,
        check: impl FnOnce() -> DocumentCheck,
    ) -> DocumentCheck {
        // How far a text is read as JSON depends on all of it.
        if document.reading != Reading::Yaml {
            return check();
        }
        let range = document.range;
        let at =
            |known: &KnownChecks| known.checks.binary_search_by_key(&range.start, |known| known.range.start);
        let known = self.cache.known();
        let found = at(&known).ok().and_then(|at| known.checks.get(at)).filter(|known| known.range == range);
        if let Some(found) = found.filter(|_| known.number == self.number) {
            return found.check.clone();
        }
        drop(known);
        let mut made = KnownCheck { range, is_open: is_open(), check: check() };
        let check = made.check.clone();
        let mut known = self.cache.known();
        if known.number == self.number && made.is_of_document() {
            match at(&known) {
                Ok(at) => known.checks.splice(at..=at, [made]).for_each(drop),
                Err(at) => known.checks.insert(at, made),
            }
        }
        check
    }
}

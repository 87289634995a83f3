//! The CRDs that controller-gen makes of a project, each as a text with the way back to Go.
//!
//! Must not know how they are made, nor what is found in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crdls_change::IgnoredChange;
use crdls_generate::{
    Generated, GeneratedCrd, Item, Origin, Origins, Problem, Span, VERSION_ANNOTATION, mapped,
};
use crdls_ide::{File, FileContext, FileFinding, check, stale_manifest};
use crdls_markers::grammar::Quotes;
use crdls_resource::{Index, IndexedCrd};
use crdls_schema::{Config, Finding};
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_values::json::Reader;

use super::module::GoModule;
use super::unknown::{Expression, UnknownNodes};
use crate::guard::guarded;
use crate::threads::Threads;

/// The CRDs of a project.
#[derive(Debug, Default)]
pub(crate) struct GoCrds {
    pub(crate) crds: Vec<GoCrd>,
    /// What controller-gen refuses, in its words: the file, the range, and the sentence.
    pub(crate) problems: Vec<(PathBuf, TextRange, String)>,
    /// Types that are not found, with the number of their uses: what is below them is not checked.
    pub(crate) unknown: BTreeMap<Arc<str>, u32>,
}

/// The CRDs that are known, as they are seen from a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manifests<'i> {
    pub(crate) crds: &'i Index,
    /// As the index names files.
    pub(crate) file: &'i str,
}

/// A CRD that is made of Go types.
#[derive(Debug)]
pub(crate) struct GoCrd {
    /// `metadata.name`
    pub(crate) name: String,
    /// The group and the kind.
    pub(super) kind: (String, String),
    pub(super) call: Arc<Call>,
    pub(crate) text: Arc<CrdText>,
    origins: Origins,
    /// The places of types that are not found.
    pub(super) unknown: UnknownNodes,
    /// These types.
    pub(super) unknown_types: Vec<Arc<str>>,
    /// Of each file that the origins count the path, if it is the author's.
    files: Arc<[Option<PathBuf>]>,
}

/// Packages of a module that one call of controller-gen makes CRDs of.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) module: GoModule,
    pub(super) roots: Vec<String>,
}

/// The text of such a CRD, and what is found in it: the same after an edit that only moves lines of Go.
#[derive(Debug)]
pub(crate) struct CrdText {
    pub(crate) file: File,
    findings: OnceLock<Vec<FileFinding>>,
    /// What differs in the manifest that was compared last, which is told by its hash.
    stale: Mutex<Option<(u64, Option<Finding>)>>,
    /// What breaks since an old state that it was compared with last, by the number of that.
    since: Mutex<Option<(u64, Arc<[Finding]>)>>,
}

impl CrdText {
    /// What is found in it. One configuration asks.
    pub(crate) fn findings(&self, name: &str, config: &Config) -> &[FileFinding] {
        self.findings.get_or_init(|| {
            guarded(name, || check(&self.file, FileContext::default(), config)).unwrap_or_default()
        })
    }

    /// The hint that a manifest has something else, if they were compared already; nothing while they are.
    pub(crate) fn stale(&self, manifest: &IndexedCrd) -> Option<Option<Finding>> {
        let known = self.stale.try_lock().ok()?;
        let (_, found) = known.as_ref().filter(|(hash, _)| *hash == manifest.text_hash())?;
        Some(found.clone())
    }

    /// What breaks since an old state, if it was compared with that.
    pub(crate) fn since(&self, old: u64) -> Option<Arc<[Finding]>> {
        let known = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|(of, _)| *of == old).map(|(_, found)| Arc::clone(found))
    }

    /// Keeps what breaks since an old state.
    pub(crate) fn keep_since(&self, old: u64, found: Arc<[Finding]>) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some((old, found));
    }

    /// Compares a manifest, except for some differences.
    pub(crate) fn compare(&self, manifest: &IndexedCrd, expected: &[IgnoredChange], config: &Config) {
        let mut known = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
        let is_generated = manifest.document_text().contains(VERSION_ANNOTATION);
        let compare = || stale_manifest(manifest, &self.file, expected, config);
        let found = is_generated.then(|| guarded(&manifest.source, compare).ok().flatten()).flatten();
        *known = Some((manifest.text_hash(), found));
    }
}

impl GoCrds {
    /// The CRDs that have a manifest among the project's own, each with it; those alone of which all types are found.
    pub(crate) fn with_manifests<'c>(&'c self, manifests: Manifests<'c>) -> Vec<(&'c GoCrd, &'c IndexedCrd)> {
        let sources = manifests.crds.sources_for(manifests.file);
        let named = sources.iter().filter(|known| !known.is_template());
        let named: HashMap<&str, &IndexedCrd> = named.map(|known| (known.name(), *known)).collect();
        let complete = self.crds.iter().filter(|crd| crd.is_complete());
        complete.filter_map(|crd| Some((crd, *named.get(&*crd.name)?))).collect()
    }

    /// Adds what a call has made. `is_own`: whether a file is the author's; what is the same as before is not made again.
    pub(super) fn add(
        &mut self,
        made: Generated,
        call: Arc<Call>,
        is_own: impl Fn(&Path) -> bool,
        before: &Self,
        threads: &Threads,
    ) {
        let own = |path: &str| is_own(Path::new(path)).then(|| PathBuf::from(path));
        let files: Arc<[Option<PathBuf>]> = made.files.iter().map(|file| own(&file.path)).collect();
        let crd = |crd: &GeneratedCrd| GoCrd::of(crd, (&call, &files), before);
        self.crds.extend(threads.map(made.crds.iter().collect(), crd));
        for Problem { origin, sentence } in made.problems {
            let path = origin.file.and_then(|file| files.get(file.0 as usize)?.clone());
            let problem = path.map(|path| (path, origin.range, sentence));
            self.problems.extend(problem.filter(|problem| !self.problems.contains(problem)));
        }
        for (name, uses) in made.unknown {
            *self.unknown.entry(name).or_default() += uses;
        }
    }
}

impl GoCrd {
    fn of(crd: &GeneratedCrd, (call, files): (&Arc<Call>, &Arc<[Option<PathBuf>]>), before: &GoCrds) -> Self {
        let object: &Item = crd.checked.as_ref().unwrap_or(&crd.object);
        let unknown = crd.checked.as_ref().map(UnknownNodes::of).unwrap_or_default();
        let (text, origins) = mapped(object);
        let same = |known: &&Self| known.name == crd.name && known.text.file.text() == text;
        let text = match before.crds.iter().find(same) {
            Some(known) => Arc::clone(&known.text),
            None => Arc::new(CrdText {
                file: File::new(text),
                findings: OnceLock::new(),
                stale: Mutex::default(),
                since: Mutex::default(),
            }),
        };
        let (name, kind, call) = (crd.name.clone(), crd.kind.clone(), Arc::clone(call));
        let unknown_types = crd.unknown.keys().cloned().collect();
        Self { name, kind, call, text, origins, unknown, unknown_types, files: Arc::clone(files) }
    }

    /// Whether all its types are found.
    pub(crate) fn is_complete(&self) -> bool {
        self.unknown.is_empty()
    }

    /// The smallest Go text of the author's that a range comes from.
    pub(crate) fn origin(&self, range: TextRange) -> Option<(&Path, TextRange)> {
        let around = || {
            let around = self.origins.spans.iter().filter(|span| span.range.covers(range));
            let own = around.filter_map(|span| Some((self.own(span.origin)?, span.range.len())));
            own.min_by_key(|(_, len)| *len).map(|(place, _)| place)
        };
        self.origins.origin(range).and_then(|origin| self.own(origin)).or_else(around)
    }

    /// The author's files that it comes from.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let numbers: BTreeSet<_> = self.origins.spans.iter().filter_map(|span| span.origin.file).collect();
        numbers.into_iter().filter_map(|number| self.files.get(number.0 as usize)?.as_deref())
    }

    fn own(&self, origin: Origin) -> Option<(&Path, TextRange)> {
        Some((self.files.get(origin.file?.0 as usize)?.as_deref()?, origin.range))
    }

    /// The keys that come from a file, each with its range there.
    pub(super) fn keys<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = (TextRange, TextRange)> + 'c {
        let text = self.text.file.text();
        let is_key = move |span: &&Span| {
            text.get(span.range.end as usize..).is_some_and(|after| after.starts_with(':'))
        };
        let spans = self.origins.spans.iter().filter(|span| span.literal.is_none()).filter(is_key);
        spans.filter_map(move |span| {
            let (of, origin) = self.own(span.origin)?;
            (of == path).then_some((span.range, origin))
        })
    }

    /// The string of a marker that a range is inside of, with its quotes in a text of Go.
    pub(super) fn literal(&self, range: TextRange, source: &str) -> Option<(TextRange, Quotes)> {
        let span = self.origins.span(range)?;
        let is_inside = span.characters.first().is_some_and(|first| *first <= range.start);
        let literal = span.literal.as_ref().filter(|_| is_inside)?;
        Some((literal.range(), literal.quotes(source)))
    }

    /// The strings of markers in a file, in the order of the CRD.
    pub(crate) fn strings<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = &'c Span> {
        let is_here = move |span: &&Span| self.own(span.origin).is_some_and(|(of, _)| of == path);
        self.origins.spans.iter().filter(|span| span.literal.is_some()).filter(is_here)
    }

    /// Whether a finding depends on a type that is not found: it is at one or below it, or a rule may see one.
    pub(crate) fn is_open(&self, finding: &Finding) -> bool {
        self.unknown.decide(finding, self.expression(finding))
    }

    /// The expression that a finding is in.
    fn expression(&self, finding: &Finding) -> Option<Expression<'_>> {
        let whole = self.origins.span(finding.range)?.range;
        let text = |start: u32, end: u32| self.text.file.text().get(start as usize..end as usize);
        let before = text(whole.start, finding.range.start).filter(|before| !before.is_empty())?;
        let (marked, after) = (finding.range.of(self.text.file.text()), text(finding.range.end, whole.end)?);
        Some(Expression { before: before.trim_start_matches('"'), marked, after })
    }
}

/// The value of the one document of a text.
pub(super) fn value(file: &File) -> Option<Json> {
    let document = file.tree().documents().first()?;
    Some(Reader::default().read(file.tree().root(file.text(), document)?))
}

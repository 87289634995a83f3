//! The CRDs that controller-gen makes of a project, each as a text with the way back to Go.
//!
//! Must not know how they are made, nor what is found in them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crdls_change::IgnoredChange;
use crdls_generate::{
    DeclarationId, Definition, Fragments, Item, MadeCrd, Need, Needs, Origin, Origins, Problem, SpanAt,
    VERSION_ANNOTATION,
};
use crdls_ide::{File, FileContext, FileFinding, check, stale_manifest};
use crdls_markers::grammar::Quotes;
use crdls_markers::program::{Package, Program};
use crdls_report::{Config, Finding};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::{TextChange, TextRange};
use crdls_values::Json;
use crdls_values::json::Reader;

use super::module::GoModule;
use super::unknown::{Expression, UnknownNodes};
use crdls_system::guard::guarded;

/// The CRDs of a project.
#[derive(Debug, Default)]
pub(crate) struct GoCrds {
    pub(crate) crds: Vec<Arc<GoCrd>>,
}

/// The CRDs that are known, as they are seen from a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manifests<'i> {
    pub(crate) crds: &'i Index,
    /// As the index names files.
    pub(crate) file: &'i str,
}

/// Whether a CRD is in a manifest, and neither in a template nor made of Go types.
pub(super) fn is_manifest(known: &IndexedCrd) -> bool {
    !known.is_template() && !is_of_go(known)
}

/// Whether a CRD was made of Go types.
pub(super) fn is_of_go(known: &IndexedCrd) -> bool {
    known.source.ends_with(".go")
}

impl<'i> Manifests<'i> {
    /// The manifest of a CRD that controller-gen wrote: by the name of its file, if the one that counts has another name
    /// and so may be what something else makes of it, such as a kustomization.
    pub(super) fn written(self, first: &'i IndexedCrd) -> &'i IndexedCrd {
        let spec = first.header().spec();
        let file = format!("{}_{}.yaml", spec.group(), spec.names().plural());
        let is_named = |known: &&IndexedCrd| known.source.rsplit('/').next() == Some(&*file);
        let others = || self.crds.nearest_of_kind(spec.group(), spec.names().kind(), self.file).into_iter();
        let is_written = |known: &&IndexedCrd| {
            is_named(known) && is_manifest(known) && !self.crds.is_apart(known, &first.source)
        };
        Some(first).filter(is_named).or_else(|| others().find(is_written)).unwrap_or(first)
    }
}

/// A CRD that is made of Go types, in a state of these.
#[derive(Debug)]
pub(crate) struct GoCrd {
    pub(crate) made: Arc<CrdOfGo>,
    /// Where the declarations are now that it was made with.
    places: Places,
}

/// What was made of a kind. It stays the same while nothing is edited that it depends on.
#[derive(Debug)]
pub(crate) struct CrdOfGo {
    pub(super) module: GoModule,
    pub(super) definition: Definition,
    needs: Needs,
    /// The numbers in `needs` of the declarations that it is made with.
    numbers: HashMap<DeclarationId, usize>,
    problems: Vec<Problem>,
    /// Types that are not found, with the number of their uses.
    pub(super) unknown_types: BTreeMap<Arc<str>, u32>,
    /// `metadata.name`; empty if it has no versions.
    pub(crate) name: String,
    pub(crate) text: Arc<CrdText>,
    origins: Origins,
    /// The places of types that are not found.
    pub(super) unknown: UnknownNodes,
}

/// Where declarations are: the numbers and the starts in the order of the needs; none of those that are not in a text as it
/// is now.
#[derive(Debug, Default)]
struct Places {
    /// The packages in which they were looked for.
    packages: Vec<Arc<Package>>,
    files: Vec<PathBuf>,
    starts: Vec<Option<(usize, u32)>>,
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

/// Bytes that are compared at once.
const CHUNK: usize = 256;

/// How many bytes are the same in the chunks of two texts.
fn common<'t>(
    old: impl Iterator<Item = &'t [u8]>,
    new: impl Iterator<Item = &'t [u8]>,
    within: impl Fn(&[u8], &[u8]) -> usize,
) -> usize {
    let mut count = 0;
    for (old, new) in old.zip(new) {
        if old != new {
            return count + within(old, new);
        }
        count += old.len();
    }
    count
}

/// A file with another text: of what is read of it, what the edit between the texts leaves is kept.
fn edited(file: &File, text: String) -> File {
    if !file.is_remembering() {
        return File::new(text).remembering();
    }
    let (old, new) = (file.text().as_bytes(), text.as_bytes());
    let start = common(old.chunks(CHUNK), new.chunks(CHUNK), |a, b| {
        a.iter().zip(b).take_while(|(a, b)| a == b).count()
    });
    let rest = old.len().min(new.len()) - start;
    let same = common(old.rchunks(CHUNK), new.rchunks(CHUNK), |a, b| {
        a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
    });
    let same = same.min(rest);
    let is_boundary = |text: &str, at: usize| text.is_char_boundary(at);
    let start = (0..=start).rev().find(|at| is_boundary(&text, *at)).unwrap_or(0);
    let same = (0..=same).rev().find(|same| is_boundary(&text, text.len() - same)).unwrap_or(0);
    let range = TextRange::new(start as u32, (old.len() - same) as u32);
    file.changed(TextChange { old: range, inserted: (text.len() - same - start) as u32 }, text)
}

impl CrdText {
    fn new(file: File) -> Self {
        Self { file, findings: OnceLock::new(), stale: Mutex::default(), since: Mutex::default() }
    }

    /// What is found in it. One configuration asks.
    pub(crate) fn findings(&self, name: &str, config: &Config) -> &[FileFinding] {
        self.findings.get_or_init(|| {
            // Of a file that is not typed in nothing but the text is kept: there are many.
            let copy = (!self.file.is_remembering()).then(|| self.file.clone());
            let file = copy.as_ref().unwrap_or(&self.file);
            guarded(name, || check(file, FileContext::default(), config)).unwrap_or_default()
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

    /// Compares a manifest, except for some differences. `most`: for how many differences objects are searched.
    pub(crate) fn compare(
        &self,
        manifest: &IndexedCrd,
        expected: &[IgnoredChange],
        most: usize,
        config: &Config,
    ) {
        let mut known = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
        let is_generated = manifest.document_text().contains(VERSION_ANNOTATION);
        let compare = || stale_manifest(manifest, &self.file, expected, most, config);
        let found = is_generated.then(|| guarded(&manifest.source, compare).ok().flatten()).flatten();
        *known = Some((manifest.text_hash(), found));
    }
}

impl GoCrds {
    /// The CRDs that have a manifest among the project's own, each with it; those alone of which all types are found.
    pub(crate) fn with_manifests<'c>(&'c self, manifests: Manifests<'c>) -> Vec<(&'c GoCrd, &'c IndexedCrd)> {
        let sources = manifests.crds.sources_for(manifests.file);
        let named = sources.iter().filter(|known| is_manifest(known));
        let named: HashMap<&str, &IndexedCrd> = named.map(|known| (known.name(), *known)).collect();
        let complete = self.crds.iter().filter(|crd| crd.is_complete());
        complete.filter_map(|crd| Some((&**crd, manifests.written(named.get(&*crd.made.name)?)))).collect()
    }

    /// Types that are not found, with the number of their uses: what is below them is not checked.
    pub(super) fn unknown(&self) -> BTreeMap<Arc<str>, u32> {
        let mut all = BTreeMap::new();
        for (name, uses) in self.crds.iter().flat_map(|crd| &crd.made.unknown_types) {
            *all.entry(name.clone()).or_default() += uses;
        }
        all
    }
}

impl CrdOfGo {
    /// The declarations that it is made with.
    #[cfg(test)]
    pub(super) fn needs(&self) -> &Needs {
        &self.needs
    }

    /// What is known of a kind whose CRD was made. `before`: the text of the CRD before an edit.
    pub(super) fn of(
        made: MadeCrd,
        module: GoModule,
        before: Option<&Arc<CrdText>>,
        fragments: &Fragments,
    ) -> Self {
        let MadeCrd { definition, needs, problems, crd } = made;
        let needed = needs.list().iter().enumerate();
        let numbers = needed.filter_map(|(number, need)| Some((need.declaration?, number))).collect();
        let (name, unknown_types) =
            crd.as_ref().map(|crd| (crd.name.clone(), crd.unknown.clone())).unwrap_or_default();
        let unknown = crd.as_ref().and_then(|crd| crd.checked.as_ref()).map(UnknownNodes::of);
        let object: Option<&Item> = crd.as_ref().map(|crd| crd.checked.as_ref().unwrap_or(&crd.object));
        let (text, origins) = object.map(|object| fragments.written(object)).unwrap_or_default();
        let text = match before {
            Some(known) if known.file.text() == text => Arc::clone(known),
            Some(known) => Arc::new(CrdText::new(edited(&known.file, text))),
            None => Arc::new(CrdText::new(File::new(text))),
        };
        let unknown = unknown.unwrap_or_default();
        Self { module, definition, needs, numbers, problems, unknown_types, name, text, origins, unknown }
    }
}

impl GoCrd {
    /// What was made, in a program. `None` if something else is made by now.
    pub(super) fn located(made: &Arc<CrdOfGo>, program: &Program) -> Option<Self> {
        let places = Places::of(&made.needs, program)?;
        Some(Self { made: Arc::clone(made), places })
    }

    /// Whether it was made and all its types are found.
    pub(crate) fn is_complete(&self) -> bool {
        !self.made.name.is_empty() && self.made.unknown.is_empty()
    }

    /// Whether nothing has changed in the packages that it is made of.
    pub(super) fn is_of(&self, program: &Program) -> bool {
        let is_same = |package: &Arc<Package>| {
            program.shared(&package.import_path).is_some_and(|now| Arc::ptr_eq(now, package))
        };
        self.places.packages.iter().all(is_same)
    }

    /// What is refused, with the file and the range.
    pub(super) fn problems(&self) -> impl Iterator<Item = (&Path, TextRange, &str)> {
        self.made.problems.iter().filter_map(|problem| {
            let (path, range) = self.now(problem.origin)?;
            Some((path, range, &*problem.sentence))
        })
    }

    /// The author's files that it is made of.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.places.files
    }

    /// The smallest Go text of the author's that a range comes from; `None` while that is being typed.
    pub(crate) fn origin(&self, range: TextRange) -> Option<(&Path, TextRange)> {
        let is_own = |origin: &Origin| self.need_of(*origin).is_some();
        let exact = self.made.origins.origin(range).filter(is_own);
        let around = || self.made.origins.around(range).into_iter().map(SpanAt::origin).find(is_own);
        exact.or_else(around).and_then(|origin| self.now(origin))
    }

    /// Whether a range comes from a type that is not the author's, which a field embeds.
    pub(super) fn is_of_others(&self, range: TextRange) -> bool {
        let exact = self.made.origins.origin(range);
        exact.is_some_and(|origin| origin.declaration.is_some() && self.need_of(origin).is_none())
    }

    /// Where an origin is now.
    fn now(&self, origin: Origin) -> Option<(&Path, TextRange)> {
        let (path, start) = self.moved(origin)?;
        Some((path, start.range(origin.range)))
    }

    /// The number of the author's declaration that an origin is in.
    fn need_of(&self, origin: Origin) -> Option<usize> {
        self.made.numbers.get(&origin.declaration?).copied()
    }

    /// The file of an origin, and where its declaration begins now.
    fn moved(&self, origin: Origin) -> Option<(&Path, Start)> {
        let (path, start) = (*self.places.starts.get(self.need_of(origin)?)?)?;
        Some((self.places.files.get(path)?, Start(start)))
    }

    /// What of it may come from a file.
    fn spans(&self, path: &Path) -> impl Iterator<Item = SpanAt<'_>> {
        let has_file = self.places.files.iter().any(|file| file == path);
        has_file.then(|| self.made.origins.spans()).into_iter().flatten()
    }

    /// The keys that come from a file, each with its range there.
    pub(super) fn keys<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = (TextRange, TextRange)> + 'c {
        let text = self.made.text.file.text();
        let is_key = move |span: &SpanAt<'_>| {
            text.get(span.range().end as usize..).is_some_and(|after| after.starts_with(':'))
        };
        let spans = self.spans(path).filter(|span| span.literal().is_none()).filter(is_key);
        spans.filter_map(move |span| {
            let (of, origin) = self.now(span.origin())?;
            (of == path).then_some((span.range(), origin))
        })
    }

    /// The string of a marker that a range is inside of, with its quotes in a text of Go.
    pub(super) fn literal(&self, range: TextRange, source: &str) -> Option<(TextRange, Quotes)> {
        let span = self.made.origins.span(range)?;
        let is_inside = span.is_in_string(range.start);
        let (_, start) = self.moved(span.origin()).filter(|_| is_inside)?;
        let string = MarkerString { span, start };
        Some((string.range()?, string.quotes(source)))
    }

    /// The strings of markers in a file, in the order of the CRD.
    pub(crate) fn strings<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = MarkerString<'c>> {
        self.spans(path).filter(|span| span.literal().is_some()).filter_map(move |span| {
            let (of, start) = self.moved(span.origin())?;
            (of == path).then_some(MarkerString { span, start })
        })
    }

    /// Whether a finding depends on a type that is not found: it is at one or below it, or a rule may see one.
    pub(crate) fn is_open(&self, finding: &Finding) -> bool {
        self.made.unknown.decide(finding, self.expression(finding))
    }

    /// The expression that a finding is in.
    fn expression(&self, finding: &Finding) -> Option<Expression<'_>> {
        let whole = self.made.origins.span(finding.range)?.range();
        let text = |start: u32, end: u32| self.made.text.file.text().get(start as usize..end as usize);
        let before = text(whole.start, finding.range.start).filter(|before| !before.is_empty())?;
        let (marked, after) =
            (finding.range.of(self.made.text.file.text()), text(finding.range.end, whole.end)?);
        Some(Expression { before: before.trim_start_matches('"'), marked, after })
    }
}

/// Where a declaration begins in its file: origins are counted from there, modulo 2³².
#[derive(Clone, Copy, Debug)]
struct Start(u32);

impl Start {
    fn offset(self, offset: u32) -> u32 {
        offset.wrapping_add(self.0)
    }

    fn range(self, range: TextRange) -> TextRange {
        TextRange::new(self.offset(range.start), self.offset(range.end))
    }
}

/// A string of a marker, in a CRD.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkerString<'c> {
    pub(super) span: SpanAt<'c>,
    start: Start,
}

impl MarkerString<'_> {
    /// Where its marker is.
    pub(super) fn marker(self) -> TextRange {
        self.start.range(self.span.origin().range)
    }

    /// Where the literal is.
    fn range(self) -> Option<TextRange> {
        Some(self.start.range(self.span.literal()?.range()))
    }

    /// Where the literal ends.
    pub(super) fn end(self) -> Option<u32> {
        Some(self.range()?.end)
    }

    /// How it is written in `source`, the text of its file.
    pub(super) fn quotes(self, source: &str) -> Quotes {
        let literal = self.span.literal();
        literal.map_or(Quotes::None, |it| it.quotes_at(source, self.start.offset(it.range().start)))
    }

    /// The offset in the CRD for one in the file, if it is in the string.
    pub(super) fn generated(self, offset: u32) -> Option<u32> {
        self.span.generated(offset.wrapping_sub(self.start.0))
    }

    /// Where characters of its value are.
    pub(super) fn source_range(self, range: TextRange) -> Option<TextRange> {
        Some(self.start.range(self.span.literal()?.source_range(range)))
    }
}

impl Places {
    fn of(needs: &Needs, program: &Program) -> Option<Self> {
        let mut all = Self::default();
        for Need { package: path, name, content: then, .. } in needs.list() {
            if all.packages.last().is_none_or(|package| *package.import_path != **path) {
                all.packages.extend(program.shared(path).cloned());
            }
            let package = all.packages.last().filter(|package| *package.import_path == **path);
            let now = package.and_then(|package| package.content(name));
            if now.map(|now| now.hash) != then.map(|then| then.hash) {
                return None;
            }
            let at = package.filter(|package| !package.is_remembered(name)).and_then(|it| it.named(name));
            let start = now.zip(at).map(|(now, at)| {
                // Paths themselves are compared part by part.
                let known = all.files.iter().position(|file| file.as_os_str() == at.file.path.as_str());
                let file = known.unwrap_or_else(|| {
                    all.files.push(PathBuf::from(&at.file.path));
                    all.files.len() - 1
                });
                (file, now.start)
            });
            all.starts.push(start);
        }
        Some(all)
    }
}

/// The value of the one document of a text.
pub(super) fn value(file: &File) -> Option<Json> {
    Some(Reader::default().read(file.tree().first_root(file.text())?))
}

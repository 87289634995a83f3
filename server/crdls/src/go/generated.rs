//! What is found in the CRDs that controller-gen makes of Go types, at the Go text that causes it.
//!
//! The CRDs are made in memory. A finding stands at the smallest text of the author's own files that its place in the CRD
//! comes from: an argument of a marker, characters of its string, a field, or the field that embeds a type of others.
//! Must not know what is found in a CRD.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_change::IgnoredChange;
use crdls_crd::codes::INVALID_VERSION_NAME;
use crdls_ide::{FileContext, FileFinding, check};
use crdls_manifest::codes::INVALID_NAME;
use crdls_markers::codes;
use crdls_markers::registry::Version;
use crdls_report::{Config, FieldPath, Finding, Note, Related, Severity};
use crdls_resource::IndexedCrd;
use crdls_text::{LineIndex, TextRange};

use super::crds::{GoCrd, GoCrds, Manifests};
use super::fixes::{fixes, is_of_cost, is_same};
use super::project::GoProject;
use crate::render::count;
use crdls_system::files::name;
use crdls_system::threads::Threads;

/// What is found in generated CRDs.
#[derive(Debug, Default)]
pub(crate) struct GeneratedFindings {
    /// By the path of the Go file.
    by_file: HashMap<PathBuf, BTreeMap<PlaceOfCode, Repeated>>,
    /// What controller-gen refuses, in its words, by the path of the Go file.
    refused: HashMap<PathBuf, Vec<Finding>>,
    /// The hints on manifests that differ, by the path of the Go file.
    stale: HashMap<PathBuf, Vec<Finding>>,
    /// What breaks since an old state, by the path of the Go file.
    since: HashMap<PathBuf, BTreeMap<PlaceOfCode, Repeated>>,
    /// Of each CRD by its name: what is reported in Go, by code and place in the CRD.
    reported: HashMap<String, BTreeSet<(&'static str, FieldPath)>>,
    /// Types that are not found, with the number of their uses: what is below them is not checked.
    pub(crate) unknown: BTreeMap<Arc<str>, u32>,
}

impl GeneratedFindings {
    /// Of the CRDs of a project, as far as they are reported in some of its files. Of `manifests`, which controller-gen
    /// wrote, what [`compare_manifests`] has found.
    pub(crate) fn of(
        crds: &GoCrds,
        files: &[PathBuf],
        manifests: Manifests<'_>,
        config: &Config,
        threads: &Threads,
    ) -> Self {
        let files: BTreeSet<&Path> = files.iter().map(PathBuf::as_path).collect();
        let mut all = Self { unknown: crds.unknown(), ..Self::default() };
        let one = |crd: &Arc<GoCrd>| {
            let found = if crd.files().iter().any(|file| files.contains(file.as_path())) {
                crd.made.text.findings(&crd.made.name, config)
            } else {
                &[]
            };
            // Without a group, the name that is made of it is not valid either, and the version has none.
            let has_group = !crd.made.definition.group.is_empty();
            let follows = [&INVALID_NAME, &INVALID_VERSION_NAME];
            let is_cause = |found: &FileFinding| has_group || !follows.contains(&found.finding.code);
            let found = found.iter().enumerate().filter(|(_, found)| is_cause(found));
            let placed = found.filter_map(|(index, found)| Some((index, placed(crd, &found.finding)?)));
            placed.filter(|(_, (path, _))| files.contains(path.as_path())).collect::<Vec<_>>()
        };
        for (crd, manifest) in crds.with_manifests(manifests) {
            let stale = crd.made.text.stale(manifest).flatten().and_then(|finding| placed(crd, &finding));
            if let Some((path, finding)) = stale.filter(|(path, _)| files.contains(path.as_path())) {
                all.stale.entry(path).or_default().push(finding);
            }
        }
        for (number, found) in threads.map(crds.crds.iter().collect(), one).into_iter().enumerate() {
            let Some(crd) = crds.crds.get(number) else { continue };
            let reported = all.reported.entry(crd.made.name.clone()).or_default();
            for (index, (path, finding)) in found {
                reported.insert((finding.code.name, finding.path.clone()));
                Repeated::add(all.by_file.entry(path).or_default(), finding, (number, index));
            }
        }
        let problems = crds.crds.iter().flat_map(|crd| crd.problems());
        for (path, range, sentence) in problems.filter(|(path, ..)| files.contains(path)) {
            let refused = all.refused.entry(path.to_owned()).or_default();
            let is_known = |known: &Finding| known.range == range && *known.message == *sentence;
            if !refused.iter().any(is_known) {
                let path = FieldPath::default();
                refused.push(Finding::new(&codes::UNSUPPORTED_GO_TYPE, range, path, sentence));
            }
        }
        all
    }

    /// Adds what breaks since an old state, of the CRDs that were compared with it.
    pub(crate) fn add_since(&mut self, crds: &GoCrds, old: u64) {
        for (number, crd) in crds.crds.iter().enumerate() {
            for (index, finding) in crd.made.text.since(old).iter().flat_map(|found| found.iter().enumerate())
            {
                let Some((path, finding)) = placed(crd, finding) else { continue };
                Repeated::add(self.since.entry(path).or_default(), finding, (number, index));
            }
        }
    }

    /// Adds to what the rules in types of others cost whether a newer controller-gen reads bounds there that suffice.
    pub(crate) fn add_newer(&mut self, (project, crds): (&GoProject, &GoCrds), config: &Config) {
        let newest = Version::NEWEST;
        if project.settings.version >= newest {
            return;
        }
        let mut made: BTreeMap<usize, Option<Vec<FileFinding>>> = BTreeMap::new();
        for repeated in self.by_file.values_mut().flat_map(BTreeMap::values_mut) {
            let (number, index) = repeated.of;
            let Some(crd) = crds.crds.get(number) else { continue };
            let found = crd.made.text.findings(&crd.made.name, config).get(index).map(|found| &found.finding);
            let Some(found) = found.filter(|found| is_of_cost(found) && crd.is_of_others(found.range)) else {
                continue;
            };
            let of_newest = || Some(check(&project.made_by(crd, newest)?, FileContext::default(), config));
            let Some(left) = made.entry(number).or_insert_with(of_newest) else { continue };
            if !left.iter().any(|one| is_same(&one.finding, found)) {
                let help = format!(
                    "generate with controller-gen {newest}, which reads `+k8s:maxItems` of the embedded type: the costs are within the limit then"
                );
                repeated.finding.notes.push(Note::Help(help));
            }
        }
    }

    /// Adds the fixes of findings in a file to those whose range is wanted.
    pub(crate) fn add_fixes(
        &mut self,
        (project, crds): (&GoProject, &GoCrds),
        path: &Path,
        is_wanted: impl Fn(TextRange) -> bool,
        config: &Config,
    ) {
        /// Each fix is proven by making its CRD again.
        const MOST: usize = 100;
        let found = self.by_file.get_mut(path).into_iter().flat_map(BTreeMap::values_mut);
        for repeated in found.filter(|repeated| is_wanted(repeated.finding.range)).take(MOST) {
            let (number, index) = repeated.of;
            if let Some(crd) = crds.crds.get(number) {
                repeated.finding.fixes = fixes(project, crd, (index, path), config);
            }
        }
    }

    /// Adds those in a file to what is found in it. What controller-gen refuses is left out where an error is already.
    pub(crate) fn add_to(&mut self, path: &Path, text: &LineIndex, findings: &mut Vec<FileFinding>) {
        let mut refused = self.refused.remove(path).unwrap_or_default();
        refused.retain(|one| {
            let mut errors = findings.iter().filter(|found| found.finding.severity == Severity::Error);
            !errors.any(|found| found.finding.range.meets(one.range))
        });
        let found = self.by_file.remove(path).unwrap_or_default();
        let mut found: Vec<_> = found.into_values().map(Repeated::told).collect();
        // controller-gen makes no schema of a type that it refuses, so that the field has no type either.
        let lines: BTreeSet<_> = refused
            .iter()
            .chain(findings.iter().map(|found| &*found.finding))
            .filter(|one| one.severity == Severity::Error)
            .map(|one| text.line_col(one.range.start).line)
            .collect();
        found.retain(|one| {
            *one.code != crdls_crd::codes::MISSING_TYPE
                || !lines.contains(&text.line_col(one.range.start).line)
        });
        let stale = self.stale.remove(path).unwrap_or_default();
        let since = self.since.remove(path).unwrap_or_default().into_values().map(Repeated::told);
        let all = refused.into_iter().chain(found).chain(stale).chain(since);
        findings.extend(all.map(|finding| FileFinding::new(0, finding)));
        findings.sort_by_key(|found| found.finding.sort_key());
    }

    /// Whether a finding in the manifest of a CRD is reported in Go.
    pub(crate) fn has(&self, crd: &str, finding: &Finding) -> bool {
        let reported = self.reported.get(crd);
        reported.is_some_and(|reported| reported.contains(&(finding.code.name, finding.path.clone())))
    }
}

/// For how many differences of all manifests objects are searched that show their class: what an author has changed since
/// the last run of controller-gen is less, and of more nobody reads the classes one by one.
const SEARCHES: usize = 32;

/// Compares CRDs with what controller-gen wrote, as far as that was not done. Returns whether there is something to tell.
pub(crate) fn compare_manifests(
    crds: &GoCrds,
    manifests: Manifests<'_>,
    expected: &[IgnoredChange],
    config: &Config,
    threads: &Threads,
) -> bool {
    let mut open = crds.with_manifests(manifests);
    open.retain(|(crd, manifest)| crd.made.text.stale(manifest).is_none());
    let most = (SEARCHES / open.len().max(1)).max(1);
    let compare = |(crd, manifest): (&GoCrd, &IndexedCrd)| {
        crd.made.text.compare(manifest, expected, most, config);
        crd.made.text.stale(manifest).flatten().is_some()
    };
    threads.map(open, compare).contains(&true)
}

/// A range of a Go file and the code of a finding there.
type PlaceOfCode = (u32, u32, &'static str);

/// A finding that is made in several places of CRDs and has one in Go, such as that on a type which several fields have.
#[derive(Debug)]
struct Repeated {
    finding: Finding,
    /// How often it was met again.
    more: usize,
    /// The numbers of the CRD where it is first, and of the finding there.
    of: (usize, usize),
}

impl Repeated {
    fn add(all: &mut BTreeMap<PlaceOfCode, Self>, finding: Finding, of: (usize, usize)) {
        let key = (finding.range.start, finding.range.end, finding.code.name);
        let first = || Self { finding, more: 0, of };
        all.entry(key).and_modify(|repeated| repeated.more += 1).or_insert_with(first);
    }

    fn told(self) -> Finding {
        let Self { mut finding, more, .. } = self;
        if more > 0 {
            finding.message = format!("{} (and at {})", finding.message, count(more, "more path"));
        }
        finding
    }
}

/// A finding with its place in Go; `None` if its text is not the author's, or depends on a type that is not found.
pub(super) fn placed(crd: &GoCrd, finding: &Finding) -> Option<(PathBuf, Finding)> {
    if crd.is_open(finding) {
        return None;
    }
    let (path, range) = crd.origin(finding.range)?;
    let place = |related: &Related| {
        if related.file.is_some() {
            return Some(related.clone());
        }
        let (other, range) = crd.origin(related.range)?;
        let file = (other != path).then(|| name(other));
        Some(Related { file, range, message: related.message.clone() })
    };
    let related = finding.related.iter().filter_map(place).collect();
    Some((path.to_owned(), Finding { range, fixes: Vec::new(), related, ..finding.clone() }))
}

//! What is found in the CRDs that controller-gen makes of Go types, at the Go text that causes it.
//!
//! The CRDs are made in memory. A finding stands at the smallest text of the author's own files that its place in the CRD
//! comes from: an argument of a marker, characters of its string, a field, or the field that embeds a type of others.
//! Must not know what is found in a CRD.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use crdls_generate::{
    Data, Generated, GeneratedCrd, Item, Modules, Origin, Origins, Packages, Problem, Wanted, generate_again,
    load, mapped,
};
use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_markers::codes;
use crdls_markers::program::{Package, Program};
use crdls_schema::{Config, FieldPath, Finding, Related, Severity};
use crdls_text::{LineIndex, TextRange};

use super::disk::GoFiles;
use super::module::GoModule;
use super::project::{GoProject, Made};
use crate::files::name;
use crate::guard::guarded;
use crate::render::count;
use crate::threads::Threads;

/// The packages that CRDs are made of: those of a project as it has them, the others as they were read before.
struct ProjectPackages<'p> {
    project: &'p GoProject,
    others: &'p Modules<'static, GoFiles>,
    before: &'p Program,
}

impl ProjectPackages<'_> {
    fn is_own(&self, import_path: &str) -> bool {
        self.project.program.package(import_path).is_some() || self.others.is_own(import_path)
    }
}

impl Packages for ProjectPackages<'_> {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        self.others.files(import_path)
    }

    fn parsed(&self, import_path: &str) -> Option<Package> {
        let before = || self.before.package(import_path).filter(|_| !self.is_own(import_path));
        self.project.program.package(import_path).or_else(before).cloned()
    }
}

/// What is found in generated CRDs.
#[derive(Debug, Default)]
pub(crate) struct GeneratedFindings {
    /// By the path of the Go file.
    by_file: HashMap<PathBuf, BTreeMap<PlaceOfCode, Repeated>>,
    /// What controller-gen refuses, in its words, by the path of the Go file.
    refused: HashMap<PathBuf, Vec<Finding>>,
    /// Of each CRD by its name: what is reported in Go, by code and place in the CRD.
    reported: HashMap<String, BTreeSet<(&'static str, FieldPath)>>,
    /// Types that are not found, with the number of their uses: what is below them is not checked.
    pub(crate) unknown: BTreeMap<Arc<str>, u32>,
}

impl GeneratedFindings {
    /// Of the CRDs that the packages of some files make, which are those in which findings are reported.
    pub(crate) fn of(files: &[PathBuf], project: &GoProject, config: &Config, threads: &Threads) -> Self {
        let mut roots: BTreeMap<&GoModule, BTreeSet<String>> = BTreeMap::new();
        for (package, file) in files.iter().filter_map(|path| project.file(path)) {
            // Others have CRDs that are written by hand.
            if let Some(module) = project.module(package).filter(|_| file.text.contains("+kubebuilder:")) {
                roots.entry(module).or_default().insert(package.import_path.clone());
            }
        }
        let own: HashMap<String, &PathBuf> = files.iter().map(|path| (name(path), path)).collect();
        let mut kept = project.made.lock().unwrap_or_else(PoisonError::into_inner);
        let options = project.options();
        let mut all = Self::default();
        for (module, roots) in roots {
            let roots: Vec<_> = roots.into_iter().collect();
            let Made { program, cache } = kept.entry(module.clone()).or_default();
            let others = module.packages();
            let packages = ProjectPackages { project, others: &others, before: program };
            let loaded = load(&packages, &roots, options.version);
            let wanted = Wanted { is_own: &|path| packages.is_own(path), kind: &|_, _| true };
            let made = generate_again(&loaded, &roots, &options, cache, wanted);
            *program = loaded;
            all.add(&made, &own, config, threads);
        }
        all
    }

    fn add(&mut self, made: &Generated, own: &HashMap<String, &PathBuf>, config: &Config, threads: &Threads) {
        let places: Vec<Option<&PathBuf>> =
            made.files.iter().map(|file| own.get(&file.path).copied()).collect();
        let one = |crd: &GeneratedCrd| {
            let map = Map { places: &places, ..Map::of(crd) };
            let found = guarded(&crd.file_name, || check(&map.file, FileContext::default(), config));
            let found = found.unwrap_or_default().into_iter().map(|found| found.finding);
            (crd.name.clone(), found.filter_map(|finding| map.placed(finding)).collect::<Vec<_>>())
        };
        for (name, found) in threads.map(made.crds.iter().collect(), one) {
            let reported = self.reported.entry(name).or_default();
            reported.extend(found.iter().map(|(_, _, finding)| (finding.code.name, finding.path.clone())));
            for (path, range, finding) in found {
                let key = (range.start, range.end, finding.code.name);
                let repeated = self.by_file.entry(path).or_default().entry(key);
                let first = || Repeated { finding: Finding { range, ..finding }, more: 0 };
                repeated.and_modify(|repeated| repeated.more += 1).or_insert_with(first);
            }
        }
        for Problem { origin, sentence } in &made.problems {
            let Some(path) = origin.file.and_then(|file| *places.get(file.0 as usize)?) else { continue };
            let finding = Finding::new(
                &codes::UNSUPPORTED_GO_TYPE,
                origin.range,
                FieldPath::default(),
                sentence.as_str(),
            );
            self.refused.entry(path.clone()).or_default().push(finding);
        }
        for (name, uses) in &made.unknown {
            *self.unknown.entry(name.clone()).or_default() += uses;
        }
    }

    /// Adds those in a file to what is found in it. What controller-gen refuses is left out where an error is already.
    pub(crate) fn add_to(&mut self, path: &Path, text: &LineIndex, findings: &mut Vec<FileFinding>) {
        let mut refused = self.refused.remove(path).unwrap_or_default();
        refused.retain(|one| {
            let mut errors = findings.iter().filter(|found| found.finding.severity == Severity::Error);
            let meets = |range: TextRange| range.start <= one.range.end && one.range.start <= range.end;
            !errors.any(|found| meets(found.finding.range))
        });
        let found = self.by_file.remove(path).unwrap_or_default();
        let mut found: Vec<_> = found.into_values().map(Repeated::told).collect();
        // controller-gen makes no schema of a type that it refuses, so that the field has no type either.
        let lines: BTreeSet<_> = refused
            .iter()
            .chain(findings.iter().map(|found| &found.finding))
            .filter(|one| one.severity == Severity::Error)
            .map(|one| text.line_col(one.range.start).line)
            .collect();
        found.retain(|one| {
            *one.code != crdls_crd::codes::MISSING_TYPE
                || !lines.contains(&text.line_col(one.range.start).line)
        });
        findings.extend(refused.into_iter().chain(found).map(|finding| FileFinding::new(0, finding)));
        findings.sort_by_key(|found| found.finding.sort_key());
    }

    /// Whether a finding in the manifest of a CRD is reported in Go.
    pub(crate) fn has(&self, crd: &str, finding: &Finding) -> bool {
        let reported = self.reported.get(crd);
        reported.is_some_and(|reported| reported.contains(&(finding.code.name, finding.path.clone())))
    }
}

/// A range of a Go file and the code of a finding there.
type PlaceOfCode = (u32, u32, &'static str);

/// A finding that is made in several places of CRDs and has one in Go, such as that on a type which several fields have.
#[derive(Debug)]
struct Repeated {
    finding: Finding,
    /// How often it was met again.
    more: usize,
}

impl Repeated {
    fn told(self) -> Finding {
        let Self { mut finding, more } = self;
        if more > 0 {
            finding.message = format!("{} (and at {})", finding.message, count(more, "more path"));
        }
        finding
    }
}

/// A generated CRD as a text, and the way back to Go.
struct Map<'g> {
    file: File,
    origins: Origins,
    /// The places of types that are not found.
    open: Vec<FieldPath>,
    /// Of each file the path under which findings are reported, if it is the author's.
    places: &'g [Option<&'g PathBuf>],
}

impl<'g> Map<'g> {
    fn of(crd: &GeneratedCrd) -> Self {
        let object: &Item = crd.checked.as_ref().unwrap_or(&crd.object);
        let mut open = Vec::new();
        if crd.checked.is_some() {
            open_nodes(object, &FieldPath::default(), false, &mut open);
        }
        let (text, origins) = mapped(object);
        Self { file: File::new(text), origins, open, places: &[] }
    }

    /// The smallest Go text of the author's that a range comes from.
    fn origin(&self, range: TextRange) -> Option<(&'g PathBuf, TextRange)> {
        let own = |origin: Origin| Some((*self.places.get(origin.file?.0 as usize)?.as_ref()?, origin.range));
        let around = || {
            let around = self.origins.spans.iter().filter(|span| span.range.covers(range));
            let own = around.filter_map(|span| Some((own(span.origin)?, span.range.len())));
            own.min_by_key(|(_, len)| *len).map(|(place, _)| place)
        };
        self.origins.origin(range).and_then(own).or_else(around)
    }

    /// Whether a finding depends on a type that is not found: it is at one or below it, or a rule may see one.
    fn is_open(&self, finding: &Finding) -> bool {
        let steps = finding.path.steps();
        let rules = steps.iter().position(|step| step.member() == Some("x-kubernetes-validations"));
        let sees = rules.or_else(|| finding.code.name.starts_with("cel-").then_some(steps.len()));
        self.open.iter().any(|open| {
            steps.starts_with(open.steps())
                || sees.is_some_and(|end| steps.get(..end).is_some_and(|node| open.starts_with(node)))
        })
    }

    /// A finding with its place in Go; `None` if its text is not the author's, or depends on a type that is not found.
    fn placed(&self, mut finding: Finding) -> Option<(PathBuf, TextRange, Finding)> {
        if self.is_open(&finding) {
            return None;
        }
        let (path, range) = self.origin(finding.range)?;
        finding.fixes.clear();
        let related = std::mem::take(&mut finding.related);
        let place = |related: Related| {
            let (other, range) = match related.file {
                None => self.origin(related.range)?,
                Some(_) => return Some(related),
            };
            let file = (other != path).then(|| name(other));
            Some(Related { file, range, message: related.message })
        };
        finding.related = related.into_iter().filter_map(place).collect();
        Some((path.clone(), range, finding))
    }
}

/// Adds the places of schemas that accept anything. `is_named`: the members of the value are names of the author's.
fn open_nodes(item: &Item, path: &FieldPath, is_named: bool, found: &mut Vec<FieldPath>) {
    match &item.data {
        Data::Map(members) => {
            let has = |name: &str| members.iter().any(|member| &*member.name == name);
            let is_typed = || has("type") || has("x-kubernetes-int-or-string");
            if !is_named && has("x-kubernetes-preserve-unknown-fields") && !is_typed() {
                found.push(path.clone());
            }
            for member in members {
                let below = if is_named { path.key(&member.name) } else { path.child(&member.name) };
                let names = !is_named && matches!(&*member.name, "properties" | "patternProperties");
                open_nodes(&member.value, &below, names, found);
            }
        }
        Data::List(items) => {
            let below = items.iter().enumerate();
            below.for_each(|(index, item)| open_nodes(item, &path.item(index), false, found));
        }
        _ => {}
    }
}

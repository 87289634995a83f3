//! The CRDs that controller-gen makes of a project, each as a text with the way back to Go.
//!
//! They are made when they are asked for, and again after an edit. Must not know what is found in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError};

use crdls_generate::{
    Cache, Data, Generated, GeneratedCrd, Item, Modules, Origin, Origins, Packages, Problem, Span, Wanted,
    generate_again, load, mapped,
};
use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_markers::program::{Package, Program};
use crdls_schema::{Config, FieldPath, Finding};
use crdls_text::TextRange;

use super::disk::GoFiles;
use super::module::GoModule;
use super::project::GoProject;
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

/// A CRD that is made of Go types.
#[derive(Debug)]
pub(crate) struct GoCrd {
    /// `metadata.name`
    pub(crate) name: String,
    pub(crate) text: Arc<CrdText>,
    origins: Origins,
    /// The places of types that are not found.
    open: Vec<FieldPath>,
    /// Of each file that the origins count the path, if it is the author's.
    files: Arc<[Option<PathBuf>]>,
}

/// The text of such a CRD, and what is found in it: the same after an edit that only moves lines of Go.
#[derive(Debug)]
pub(crate) struct CrdText {
    pub(crate) file: File,
    findings: OnceLock<Vec<Finding>>,
}

impl CrdText {
    /// What is found in it. One configuration asks.
    pub(crate) fn findings(&self, name: &str, config: &Config) -> &[Finding] {
        self.findings.get_or_init(|| {
            let found = guarded(name, || check(&self.file, FileContext::default(), config));
            found.unwrap_or_default().into_iter().map(|FileFinding { finding, .. }| finding).collect()
        })
    }
}

/// What is kept from one making to the next.
#[derive(Debug, Default)]
pub(super) struct Kept {
    crds: Arc<GoCrds>,
    is_current: bool,
    made: BTreeMap<GoModule, Made>,
}

impl Kept {
    /// Has the CRDs made again when they are asked for next.
    pub(super) fn forget(&mut self) {
        self.is_current = false;
    }
}

/// What does not change while an author types: the packages of others, and their schemas.
#[derive(Debug, Default)]
struct Made {
    program: Program,
    cache: Cache,
}

impl GoProject {
    /// The CRDs of all its packages.
    pub(crate) fn crds(&self, threads: &Threads) -> Arc<GoCrds> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.is_current {
            let made = made(self, &mut kept, threads);
            (kept.crds, kept.is_current) = (Arc::new(made), true);
        }
        Arc::clone(&kept.crds)
    }
}

fn made(project: &GoProject, kept: &mut Kept, threads: &Threads) -> GoCrds {
    let mut roots: BTreeMap<&GoModule, BTreeSet<String>> = BTreeMap::new();
    for (package, file) in project.files() {
        // Others have CRDs that are written by hand.
        if let Some(module) = project.module(package).filter(|_| file.text.contains("+kubebuilder:")) {
            roots.entry(module).or_default().insert(package.import_path.clone());
        }
    }
    let options = project.options();
    let mut all = GoCrds::default();
    for (module, roots) in roots {
        let roots: Vec<_> = roots.into_iter().collect();
        let Made { program, cache } = kept.made.entry(module.clone()).or_default();
        let others = module.packages();
        let packages = ProjectPackages { project, others: &others, before: program };
        let loaded = load(&packages, &roots, options.version);
        let wanted = Wanted { is_own: &|path| packages.is_own(path), kind: &|_, _| true };
        let made = generate_again(&loaded, &roots, &options, cache, wanted);
        *program = loaded;
        all.add(made, project, &kept.crds, threads);
    }
    all
}

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

impl GoCrds {
    fn add(&mut self, made: Generated, project: &GoProject, before: &Self, threads: &Threads) {
        let own = |path: &str| project.has(Path::new(path)).then(|| PathBuf::from(path));
        let files: Arc<[Option<PathBuf>]> = made.files.iter().map(|file| own(&file.path)).collect();
        let crd = |crd: &GeneratedCrd| GoCrd::of(crd, &files, before);
        self.crds.extend(threads.map(made.crds.iter().collect(), crd));
        for Problem { origin, sentence } in made.problems {
            let path = origin.file.and_then(|file| files.get(file.0 as usize)?.clone());
            self.problems.extend(path.map(|path| (path, origin.range, sentence)));
        }
        for (name, uses) in made.unknown {
            *self.unknown.entry(name).or_default() += uses;
        }
    }
}

impl GoCrd {
    fn of(crd: &GeneratedCrd, files: &Arc<[Option<PathBuf>]>, before: &GoCrds) -> Self {
        let object: &Item = crd.checked.as_ref().unwrap_or(&crd.object);
        let mut open = Vec::new();
        if crd.checked.is_some() {
            open_nodes(object, &FieldPath::default(), false, &mut open);
        }
        let (text, origins) = mapped(object);
        let same = |known: &&Self| known.name == crd.name && known.text.file.text() == text;
        let text = match before.crds.iter().find(same) {
            Some(known) => Arc::clone(&known.text),
            None => Arc::new(CrdText { file: File::new(text), findings: OnceLock::new() }),
        };
        Self { name: crd.name.clone(), text, origins, open, files: Arc::clone(files) }
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

    fn own(&self, origin: Origin) -> Option<(&Path, TextRange)> {
        Some((self.files.get(origin.file?.0 as usize)?.as_deref()?, origin.range))
    }

    /// The strings of markers in a file, in the order of the CRD.
    pub(crate) fn strings<'c>(&'c self, path: &'c Path) -> impl Iterator<Item = &'c Span> {
        let is_here = move |span: &&Span| self.own(span.origin).is_some_and(|(of, _)| of == path);
        self.origins.spans.iter().filter(|span| span.literal.is_some()).filter(is_here)
    }

    /// Whether a finding depends on a type that is not found: it is at one or below it, or a rule may see one.
    pub(crate) fn is_open(&self, finding: &Finding) -> bool {
        let steps = finding.path.steps();
        let rules = steps.iter().position(|step| step.member() == Some("x-kubernetes-validations"));
        let sees = rules.or_else(|| finding.code.name.starts_with("cel-").then_some(steps.len()));
        self.open.iter().any(|open| {
            steps.starts_with(open.steps())
                || sees.is_some_and(|end| steps.get(..end).is_some_and(|node| open.starts_with(node)))
        })
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

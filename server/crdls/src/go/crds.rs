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
    /// The group and the kind.
    kind: (String, String),
    call: Arc<Call>,
    pub(crate) text: Arc<CrdText>,
    origins: Origins,
    /// The places of types that are not found.
    open: Vec<FieldPath>,
    /// Of each file that the origins count the path, if it is the author's.
    files: Arc<[Option<PathBuf>]>,
}

/// Packages of a module that one call of controller-gen makes CRDs of.
#[derive(Debug)]
struct Call {
    module: GoModule,
    roots: Vec<String>,
}

/// The text of such a CRD, and what is found in it: the same after an edit that only moves lines of Go.
#[derive(Debug)]
pub(crate) struct CrdText {
    pub(crate) file: File,
    findings: OnceLock<Vec<FileFinding>>,
}

impl CrdText {
    /// What is found in it. One configuration asks.
    pub(crate) fn findings(&self, name: &str, config: &Config) -> &[FileFinding] {
        self.findings.get_or_init(|| {
            guarded(name, || check(&self.file, FileContext::default(), config)).unwrap_or_default()
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

    /// The text of a CRD as it would be if a file had another text; `None` where it would not be made.
    pub(super) fn made_of(&self, crd: &GoCrd, path: &Path, text: Arc<str>) -> Option<File> {
        let instead = self.package_with(path, text)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.made.entry(crd.call.module.clone()).or_default();
        let is_wanted = |group: &str, kind: &str| (group, kind) == (&crd.kind.0, &crd.kind.1);
        let made = before.again(self, &crd.call, Some(instead), &is_wanted);
        let made = made.crds.into_iter().next()?;
        Some(File::new(mapped(made.checked.as_ref().unwrap_or(&made.object)).0))
    }
}

/// The calls of controller-gen that a project needs: one for each module, except that packages of one group and version
/// are made apart, each with the packages of the group that are next to it.
fn calls(project: &GoProject) -> Vec<Call> {
    let mut roots: BTreeMap<&GoModule, BTreeMap<&str, &Package>> = BTreeMap::new();
    for (package, file) in project.files() {
        // Others have CRDs that are written by hand.
        if let Some(module) = project.module(package).filter(|_| file.text.contains("+kubebuilder:")) {
            roots.entry(module).or_default().insert(&package.import_path, package);
        }
    }
    let mut calls = Vec::new();
    for (module, packages) in roots {
        let mut seen = BTreeSet::new();
        let group = |package: &Package| package.group_name().unwrap_or_default().to_owned();
        let again = packages.values().filter(|it| !seen.insert((group(it), it.name().to_owned())));
        let several: BTreeSet<_> = again.map(|package| group(package)).filter(|it| !it.is_empty()).collect();
        let mut by_folder: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (path, package) in packages {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let folder = if several.contains(&group(package)) { folder } else { "" };
            by_folder.entry(folder).or_default().push(path.to_owned());
        }
        calls.extend(by_folder.into_values().map(|roots| Call { module: module.clone(), roots }));
    }
    calls
}

fn made(project: &GoProject, kept: &mut Kept, threads: &Threads) -> GoCrds {
    let mut all = GoCrds::default();
    for call in calls(project) {
        let before = kept.made.entry(call.module.clone()).or_default();
        let made = before.again(project, &call, None, &|_, _| true);
        all.add(made, (project, Arc::new(call)), &kept.crds, threads);
    }
    all
}

impl Made {
    /// Makes the CRDs of a call, with a package that may be given instead of the project's.
    fn again(
        &mut self,
        project: &GoProject,
        Call { module, roots }: &Call,
        instead: Option<Package>,
        kind: &dyn Fn(&str, &str) -> bool,
    ) -> Generated {
        let options = project.options();
        let others = module.packages();
        let packages = ProjectPackages { project, others: &others, before: &self.program, instead };
        let program = load(&packages, roots, options.version);
        let wanted = Wanted { is_own: &|path| packages.is_own(path), kind };
        let made = generate_again(&program, roots, &options, &mut self.cache, wanted);
        self.program = program;
        made
    }
}

/// The packages that CRDs are made of: those of a project as it has them, the others as they were read before.
struct ProjectPackages<'p> {
    project: &'p GoProject,
    others: &'p Modules<'static, GoFiles>,
    before: &'p Program,
    /// One that counts in place of the project's.
    instead: Option<Package>,
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
        let instead = self.instead.as_ref().filter(|package| package.import_path == import_path);
        let own = || self.project.program.package(import_path);
        let before = || self.before.package(import_path).filter(|_| !self.is_own(import_path));
        instead.or_else(own).or_else(before).cloned()
    }
}

impl GoCrds {
    fn add(
        &mut self,
        made: Generated,
        (project, call): (&GoProject, Arc<Call>),
        before: &Self,
        threads: &Threads,
    ) {
        let own = |path: &str| project.has(Path::new(path)).then(|| PathBuf::from(path));
        let files: Arc<[Option<PathBuf>]> = made.files.iter().map(|file| own(&file.path)).collect();
        let crd = |crd: &GeneratedCrd| GoCrd::of(crd, (&call, &files), before);
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
    fn of(crd: &GeneratedCrd, (call, files): (&Arc<Call>, &Arc<[Option<PathBuf>]>), before: &GoCrds) -> Self {
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
        let (name, kind, call) = (crd.name.clone(), crd.kind.clone(), Arc::clone(call));
        Self { name, kind, call, text, origins, open, files: Arc::clone(files) }
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

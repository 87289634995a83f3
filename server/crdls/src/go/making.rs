//! Makes the CRDs of a project: what an edit does not concern is taken from the state before.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use crdls_generate::{Definition, Generator, MadeCrd, Modules, Options, Packages, mapped};
use crdls_ide::File;
use crdls_markers::program::{Package, Program};
use crdls_markers::registry::Version;

use super::crds::{CrdOfGo, GoCrd, GoCrds};
use super::disk::GoFiles;
use super::layout::Layout;
use super::module::GoModule;
use crdls_system::threads::Threads;

/// What is kept from one state of a project to the next.
#[derive(Debug, Default)]
pub(super) struct Making {
    /// The state that was asked last.
    program: Program,
    /// The kinds of that state.
    kinds: Vec<Kinds>,
    /// The CRDs that were made of them.
    crds: Arc<GoCrds>,
    /// Of each module, one for each of the options of its kinds.
    generators: BTreeMap<GoModule, Vec<Generator>>,
}

/// How many CRDs are made before their texts are written, for which they are in memory.
const AT_ONCE: usize = 32;

/// A call of controller-gen: packages of a module.
struct Call<'p> {
    module: &'p GoModule,
    roots: Vec<String>,
}

/// The kinds of a module of which CRDs are made with the same options.
#[derive(Debug)]
struct Kinds {
    module: GoModule,
    options: Options,
    definitions: Vec<Definition>,
}

/// The calls of controller-gen that a project needs: one for each module, except that packages of one group and version
/// are made apart, each with the packages of the group that are next to it.
fn calls<'l>(program: &Program, layout: &'l Layout) -> Vec<Call<'l>> {
    let mut roots: BTreeMap<&GoModule, BTreeMap<&str, &Package>> = BTreeMap::new();
    for package in program.packages().filter(|package| package.mentions_kubebuilder()) {
        if let Some(module) = layout.module(package) {
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
        calls.extend(by_folder.into_values().map(|roots| Call { module, roots }));
    }
    calls
}

impl Making {
    /// The CRDs of a state; those of the kinds that are asked for, each by its group and name.
    pub(super) fn crds(
        &mut self,
        program: &Program,
        layout: &Layout,
        is_asked: &dyn Fn(&str, &str) -> bool,
        threads: &Threads,
    ) -> Arc<GoCrds> {
        if !self.has_kinds_of(program) {
            self.kinds = self.kinds(program, layout);
        }
        self.program = program.clone();
        let before = Arc::clone(&self.crds);
        let known: HashMap<&Definition, &Arc<GoCrd>> =
            before.crds.iter().map(|crd| (&crd.made.definition, crd)).collect();
        let mut all = GoCrds::default();
        let kinds = std::mem::take(&mut self.kinds);
        for Kinds { module, options, definitions } in &kinds {
            let (mut crds, mut open) = (Vec::new(), Vec::new());
            for definition in definitions {
                if !is_asked(&definition.group, &definition.kind) {
                    continue;
                }
                match known.get(definition).and_then(|crd| current(crd, program)) {
                    Some(crd) => crds.push(crd),
                    None => open.push(definition),
                }
            }
            let generator = self.generator(module, options);
            let fragments = Arc::clone(generator.fragments());
            let crd = |made: MadeCrd| {
                let before = known.get(&made.definition).map(|crd| &crd.made.text);
                let made = Arc::new(CrdOfGo::of(made, module.clone(), before, &fragments));
                GoCrd::located(&made, program).map(Arc::new)
            };
            let packages = ProjectPackages::new(program, layout, module, Vec::new());
            for some in open.chunks(AT_ONCE) {
                let some = some.iter().map(|definition| (*definition).clone()).collect();
                let made = generator.make(&packages, some, &|of| layout.written.crd(of));
                crds.extend(threads.map(made, crd).into_iter().flatten());
            }
            crds.sort_by(|a, b| a.made.definition.cmp(&b.made.definition));
            all.crds.extend(crds);
        }
        self.kinds = kinds;
        self.crds = Arc::new(all);
        Arc::clone(&self.crds)
    }

    /// Whether a state has the kinds of the one that was asked last: its packages are those, or declare types of the same
    /// outlines.
    fn has_kinds_of(&self, program: &Program) -> bool {
        let has_kinds = |now: &Package| {
            let then = self.program.package(&now.import_path);
            then.is_some_and(|then| std::ptr::eq(now, then) || now.has_outline_of(then))
        };
        self.program.packages().count() == program.packages().count() && program.packages().all(has_kinds)
    }

    /// The kinds of a state.
    fn kinds(&mut self, program: &Program, layout: &Layout) -> Vec<Kinds> {
        let mut kinds = Vec::new();
        for Call { module, roots } in calls(program, layout) {
            let packages = ProjectPackages::new(program, layout, module, Vec::new());
            for options in layout.written.variants(&layout.options) {
                let mut definitions = self.generator(module, options).definitions(&packages, &roots);
                definitions.retain(|definition| {
                    !layout.is_skipped(definition, program)
                        && layout.written.options_of(definition, &layout.options) == options
                });
                kinds.push(Kinds { module: module.clone(), options: options.clone(), definitions });
            }
        }
        kinds
    }

    /// The text of a CRD as it is made of packages, by the version of controller-gen in use or another one.
    pub(super) fn text_of(
        &mut self,
        layout: &Layout,
        crd: &GoCrd,
        packages: &ProjectPackages<'_>,
        version: Option<Version>,
    ) -> Option<File> {
        let definition = crd.made.definition.clone();
        let mut options = layout.written.options_of(&definition, &layout.options).clone();
        options.version = version.unwrap_or(options.version);
        let generator = self.generator(&crd.made.module, &options);
        let made = generator.make(packages, vec![definition], &|of| layout.written.crd(of));
        let made = made.into_iter().next()?.crd?;
        Some(File::new(mapped(made.checked.as_ref().unwrap_or(&made.object)).0))
    }

    fn generator(&mut self, module: &GoModule, options: &Options) -> &mut Generator {
        let all = self.generators.entry(module.clone()).or_default();
        let known = all.iter().position(|generator| generator.options() == options);
        let at = known.unwrap_or_else(|| {
            all.push(Generator::new(options.clone()));
            all.len() - 1
        });
        &mut all[at]
    }
}

/// A CRD in a program, if it is still what is made.
fn current(crd: &Arc<GoCrd>, program: &Program) -> Option<Arc<GoCrd>> {
    if crd.is_of(program) { Some(Arc::clone(crd)) } else { GoCrd::located(&crd.made, program).map(Arc::new) }
}

/// The packages that CRDs are made of: those of a project as it has them, the others as they are on disk or in a commit.
pub(super) struct ProjectPackages<'p> {
    program: &'p Program,
    layout: &'p Layout,
    module: &'p GoModule,
    /// Looked for when first asked for.
    others: OnceLock<Modules<'p, GoFiles>>,
    /// Those that count in place of the project's.
    instead: Vec<Arc<Package>>,
}

impl<'p> ProjectPackages<'p> {
    pub(super) fn new(
        program: &'p Program,
        layout: &'p Layout,
        module: &'p GoModule,
        instead: Vec<Arc<Package>>,
    ) -> Self {
        Self { program, layout, module, others: OnceLock::new(), instead }
    }
}

impl Packages for ProjectPackages<'_> {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        self.others.get_or_init(|| self.module.packages(&self.layout.files)).files(import_path)
    }

    fn parsed(&self, import_path: &str) -> Option<Arc<Package>> {
        let instead = self.instead.iter().find(|package| package.import_path == import_path);
        instead.or_else(|| self.program.shared(import_path)).cloned()
    }

    fn is_own(&self, import_path: &str) -> bool {
        self.program.package(import_path).is_some()
    }
}

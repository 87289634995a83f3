//! Which CRDs are made of packages, and the making of those that are wanted.
//!
//! Mirrors `Generator.Generate` (pkg/crd/gen.go). A [`Generator`] is asked again and again while an author types: it keeps
//! what does not change. Whoever keeps what was made knows by [`MadeCrd::needs`] how long it is right.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_markers::grammar::shifted;
use crdls_markers::program::{GoFile, Group, Program, TypeAt};
use crdls_text::TextRange;
use crdls_values::Json;

use crate::crd::Crd;
use crate::flatten::Flattener;
use crate::kept::Kept;
use crate::needs::Loaded;
use crate::schema::{Problem, TypeId, TypeMap};
use crate::types::{LocatedType, Schemas};
use crate::{Fragments, GeneratedCrd, Needs, Options, Origin, Packages};

/// What controller-gen makes of packages.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The CRDs, by kind and group.
    pub crds: Vec<GeneratedCrd>,
    /// What controller-gen refuses.
    pub problems: Vec<Problem>,
    /// Types that could not be found, with the number of their uses.
    pub unknown: BTreeMap<Arc<str>, u32>,
    program: Program,
    /// The declarations that [`crate::DeclarationId`] counts, each with where it begins.
    declarations: Vec<(TypeId, u32)>,
}

impl Generated {
    /// Where an origin is: the file and the range in it.
    pub fn place(&self, origin: Origin) -> Option<(&GoFile, TextRange)> {
        let (id, start) = self.declarations.get(origin.declaration?.0 as usize)?;
        let at = id.declared(&self.program)?;
        Some((at.file, shifted(origin.range, *start)))
    }

    /// The markers of packages that controller-gen cannot read, and what is not Go. It makes nothing of a package that has
    /// any (`parseMarkersInPackage`).
    pub fn unread(&self, roots: &[String]) -> Vec<Unread> {
        let packages = roots.iter().filter_map(|root| self.program.package(root));
        let mut found = Vec::new();
        for package in packages {
            for file in package.files.iter().filter(|file| file.is_built()) {
                let parsed = file.markers.markers().iter().filter_map(|read| read.parsed.as_deref());
                let markers = parsed.flat_map(|parsed| &parsed.errors);
                let markers = markers.map(|error| (error.range, &*error.sentence));
                // The reader of Go notes more than one place after a fault, and the first tells.
                let syntax = file.syntax.errors.first().map(|error| (error.range, NOT_GO));
                found.extend(markers.chain(syntax).map(|(range, sentence)| Unread {
                    package: package.import_path.clone(),
                    file: Arc::clone(file),
                    range,
                    sentence: sentence.to_owned(),
                }));
            }
        }
        found
    }
}

const NOT_GO: &str = "syntax error: controller-gen makes no CRD of a package with one";

/// A fault by which controller-gen cannot read a package.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The import path of its package.
    pub package: String,
    /// The file with the fault.
    pub file: Arc<GoFile>,
    /// The range of the fault in the file, in bytes.
    pub range: TextRange,
    /// The sentence of controller-gen, or of crdls where it is not Go.
    pub sentence: String,
}

/// The CRDs of the packages with these paths.
pub fn generate(source: &impl Packages, roots: &[String], options: &Options) -> Generated {
    let mut generator = Generator::new(options.clone());
    let definitions = generator.definitions(source, roots);
    let made = generator.make(source, definitions, &|_| None);
    generator.generated(made)
}

/// A kind that a CRD is made of. They are sorted as `GroupKind.String` is: by the kind first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Definition {
    /// `spec.names.kind`
    pub kind: String,
    /// `spec.group`
    pub group: String,
    /// The paths of the packages with its versions.
    pub packages: Vec<String>,
}

/// What was made of a kind.
#[derive(Clone, Debug)]
pub struct MadeCrd {
    /// The kind.
    pub definition: Definition,
    /// What the rest depends on, besides the definition.
    pub needs: Needs,
    /// What controller-gen refuses.
    pub problems: Vec<Problem>,
    /// The CRD, if it has versions.
    pub crd: Option<GeneratedCrd>,
}

/// The most kinds in a run for which schemas of the author's types are kept.
const MOST_KEPT: usize = 8;

/// Makes CRDs with the same options, again and again.
#[derive(Debug)]
pub struct Generator {
    options: Options,
    loaded: Loaded,
    kept: Kept,
    fragments: Arc<Fragments>,
}

impl Generator {
    /// One that has made nothing yet.
    pub fn new(options: Options) -> Self {
        Self { options, loaded: Loaded::default(), kept: Kept::default(), fragments: Arc::default() }
    }

    /// The parts that texts of its CRDs share.
    pub fn fragments(&self) -> &Arc<Fragments> {
        &self.fragments
    }

    /// What it is told.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The kinds in packages with these paths (`FindKubeKinds`), sorted.
    pub fn definitions(&mut self, source: &impl Packages, roots: &[String]) -> Vec<Definition> {
        self.loaded.refresh(source);
        roots.iter().for_each(|root| self.loaded.load(source, root, self.options.version));
        let program = &self.loaded.program;
        let packages = roots.iter().filter_map(|root| program.package(root));
        let packages = packages.filter(|package| !package.has_marker("kubebuilder:skip"));
        let mut definitions = Vec::new();
        for (group, Group { packages, kinds }) in program.kinds(packages) {
            definitions.extend(kinds.into_iter().map(|kind| {
                let versions = packages.iter().filter(|package| package.named(kind).is_some());
                let packages = versions.map(|package| package.import_path.clone()).collect();
                Definition { kind: kind.to_owned(), group: group.to_owned(), packages }
            }));
        }
        definitions.sort();
        definitions
    }

    /// Makes the CRDs of kinds. `written`: the CRD that controller-gen wrote before, which tells types that are not found.
    pub fn make(
        &mut self,
        source: &impl Packages,
        definitions: Vec<Definition>,
        written: &dyn Fn(&Definition) -> Option<Json>,
    ) -> Vec<MadeCrd> {
        let Self { options, loaded, kept, .. } = self;
        loaded.refresh(source);
        let roots = |of: &Definition| -> Vec<TypeId> {
            of.packages.iter().map(|package| TypeId::new(package, &of.kind)).collect()
        };
        let needs: Vec<Needs> =
            definitions.iter().map(|of| loaded.needs(source, roots(of), options.version)).collect();
        let program = &loaded.program;
        // Nobody types in many kinds at once, and the schemas of all of them are much.
        let says = if definitions.len() > MOST_KEPT { TypeMap::default() } else { loaded.says() };
        let mut schemas = Schemas::new(program, options, kept, says, |path| source.is_own(path));
        let mut flattener = Flattener::default();
        let mut all = Vec::with_capacity(definitions.len());
        for (definition, mut needs) in definitions.into_iter().zip(needs) {
            let versions = definition.packages.iter().filter_map(|path| program.package(path));
            let versions: Vec<TypeAt<'_>> =
                versions.filter_map(|package| package.named(&definition.kind)).collect();
            let places: Vec<LocatedType<'_>> = versions.iter().map(|at| schemas.place(*at)).collect();
            let crd = Crd::new(&definition.group, &definition.kind);
            let crd = crd.made(&mut schemas, &mut flattener, &places, || written(&definition));
            let reached = flattener.reached(schemas.kept, versions.into_iter().map(TypeId::of));
            let problems = schemas.problems_of(&reached);
            schemas.kept.using(&reached);
            needs.number(|need| {
                schemas.kept.number_of(&TypeId { package: need.package.clone(), name: need.name.clone() })
            });
            all.push(MadeCrd { definition, needs, problems, crd });
        }
        drop(flattener);
        drop(schemas);
        kept.sweep();
        all
    }

    /// What was made, together.
    pub fn generated(&self, made: Vec<MadeCrd>) -> Generated {
        let mut generated = Generated {
            program: self.loaded.program.clone(),
            declarations: self.kept.declarations.clone(),
            ..Generated::default()
        };
        for MadeCrd { problems, crd, .. } in made {
            for problem in problems {
                if !generated.problems.contains(&problem) {
                    generated.problems.push(problem);
                }
            }
            for (name, uses) in crd.iter().flat_map(|crd| &crd.unknown) {
                *generated.unknown.entry(name.clone()).or_default() += uses;
            }
            generated.crds.extend(crd);
        }
        generated
    }
}

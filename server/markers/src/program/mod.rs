//! The packages of a Go project: files, declarations by name, and what a name stands for.
//!
//! Knows what go/types knows as far as controller-gen asks it. Files come from the caller.

mod file;
mod reach;
mod resolve;

pub use file::{GoFile, Import, imports_of, is_built};
pub use reach::Reached;
pub use resolve::{Named, Underlying};

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_go_source::{Decl, Literal, LiteralKind, TypeKind, TypeSpec, ValueKind, unquote};

use crate::collect::Owner;

/// A package.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// How it is imported.
    pub import_path: String,
    /// Its files, sorted by path.
    pub files: Vec<Arc<GoFile>>,
    types: BTreeMap<String, TypeIndex>,
    /// Older states of files, for types that are being typed; counted after `files`.
    remembered: Vec<Arc<GoFile>>,
    /// The names of methods, by receiver.
    methods: BTreeMap<String, Vec<String>>,
    facts: Facts,
}

/// Where a type is: its file, the declaration in it, and the spec in that.
type TypeIndex = (usize, usize, usize);

/// What is asked of a package for each of its types.
#[derive(Clone, Debug, Default)]
struct Facts {
    group: Option<String>,
    is_api: bool,
    names_markers: bool,
    has_refused: bool,
}

impl Facts {
    fn of(files: &[Arc<GoFile>]) -> Self {
        let of_package = files.iter().flat_map(|file| file.markers.values_of(Owner::Package));
        let group = of_package
            .filter(|parsed| parsed.marker.name == "groupName")
            .find_map(|parsed| parsed.value.as_ref())
            .and_then(|group| group.as_str())
            .map(str::to_owned);
        let mut facts = Self { is_api: group.is_some(), group, ..Self::default() };
        for file in files {
            let is_built = file.is_built();
            for read in file.markers.markers() {
                let name = read.parsed.as_ref().map(|parsed| parsed.marker.name);
                let text = read.range.of(&file.text);
                facts.is_api |=
                    matches!(name, Some("kubebuilder:object:root" | "k8s:deepcopy-gen:interfaces"));
                facts.names_markers |=
                    text.starts_with("+kubebuilder:") && !text.starts_with("+kubebuilder:scaffold");
                facts.has_refused |= is_built && read.is_refused();
            }
        }
        facts
    }
}

/// A type declaration with its place.
#[derive(Clone, Copy, Debug)]
pub struct TypeAt<'p> {
    /// The package.
    pub package: &'p Package,
    /// The file.
    pub file: &'p GoFile,
    /// The declaration that it is part of.
    pub decl: &'p Decl,
    /// The declaration of the type itself.
    pub spec: &'p TypeSpec,
}

impl<'p> TypeAt<'p> {
    /// Its name.
    pub fn name(&self) -> &'p str {
        self.spec.name.of(&self.file.text)
    }

    /// What its markers belong to.
    pub fn owner(&self) -> Owner {
        Owner::Type(self.spec.range.start)
    }
}

impl Package {
    /// A package of files, which are those that controller-gen builds.
    pub fn new(import_path: String, mut files: Vec<Arc<GoFile>>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut package = Self { import_path, files, ..Self::default() };
        for (at, file) in package.files.iter().enumerate() {
            for (decl, of) in file.syntax.decls.iter().enumerate() {
                for (index, spec) in of.type_specs().iter().enumerate() {
                    package.types.entry(spec.name.of(&file.text).to_owned()).or_insert((at, decl, index));
                }
            }
            for (_, func) in file.syntax.funcs() {
                if let Some((receiver, _)) = func.receiver_type() {
                    let methods = package.methods.entry(receiver.of(&file.text).to_owned()).or_default();
                    methods.push(func.name.of(&file.text).to_owned());
                }
            }
        }
        package.facts = Facts::of(&package.files);
        package
    }

    /// The name in its package clause.
    pub fn name(&self) -> &str {
        self.files.iter().map(|file| file.package_name()).find(|name| !name.is_empty()).unwrap_or("")
    }

    /// A type by its name.
    pub fn named(&self, name: &str) -> Option<TypeAt<'_>> {
        self.type_at(*self.types.get(name)?)
    }

    fn type_at(&self, (file, decl, index): TypeIndex) -> Option<TypeAt<'_>> {
        let file = self.file_at(file)?;
        let decl = file.syntax.decls.get(decl)?;
        let spec = decl.type_specs().get(index)?;
        Some(TypeAt { package: self, file, decl, spec })
    }

    /// Older states of files that declare types which are being typed.
    pub fn remembered(&self) -> &[Arc<GoFile>] {
        &self.remembered
    }

    fn file_at(&self, index: usize) -> Option<&Arc<GoFile>> {
        self.files.get(index).or_else(|| self.remembered.get(index.checked_sub(self.files.len())?))
    }

    /// The package with types of an older state of it that are gone from a file which does not parse now: somebody is
    /// typing in it.
    pub fn remembering(mut self, old: &Package) -> Self {
        for (name, (file, decl, index)) in &old.types {
            let Some(file) = old.file_at(*file).filter(|_| !self.types.contains_key(name)) else {
                continue;
            };
            let is_broken = |now: &Arc<GoFile>| now.path == file.path && !now.syntax.errors.is_empty();
            if !self.files.iter().any(is_broken) {
                continue;
            }
            let known = self.remembered.iter().position(|known| Arc::ptr_eq(known, file));
            let at = known.unwrap_or_else(|| {
                self.remembered.push(file.clone());
                self.remembered.len() - 1
            });
            self.types.insert(name.clone(), (self.files.len() + at, *decl, *index));
        }
        self
    }

    /// All types, by file; those that are remembered come last.
    pub fn all_types(&self) -> impl Iterator<Item = TypeAt<'_>> {
        let declared = self.files.iter().flat_map(move |file| {
            file.syntax.types().map(move |(decl, spec)| TypeAt { package: self, file, decl, spec })
        });
        let is_remembered = |(file, ..): &&TypeIndex| *file >= self.files.len();
        let remembered = self.types.values().filter(is_remembered);
        declared.chain(remembered.filter_map(|index| self.type_at(*index)))
    }

    /// Whether a type declares a method.
    pub fn has_method(&self, receiver: &str, method: &str) -> bool {
        self.methods.get(receiver).is_some_and(|methods| methods.iter().any(|name| name == method))
    }

    /// Whether the package has a marker of a name.
    pub fn has_marker(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.markers.has(Owner::Package, name))
    }

    /// The group of the package: the first `+groupName`.
    pub fn group_name(&self) -> Option<&str> {
        self.facts.group.as_deref()
    }

    /// Whether CRDs are made of its types: it has a `+groupName` or a type with `+kubebuilder:object:root`.
    pub fn is_api(&self) -> bool {
        self.facts.is_api
    }

    /// Whether a marker in it has a name of controller-gen's by how it begins. Those of `kubebuilder` itself say where it
    /// writes code.
    pub fn names_markers(&self) -> bool {
        self.facts.names_markers
    }

    /// Whether controller-gen cannot read one of its markers.
    pub fn has_refused(&self) -> bool {
        self.facts.has_refused
    }

    /// The string constants of a type, sorted, as `K8sEnum.ApplyToSchema` finds them: the name and the value of each.
    pub fn constants_of(&self, type_name: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for file in &self.files {
            for constant in file.syntax.constants() {
                let typed = constant.ty.is_some_and(|ty| {
                    matches!(ty.kind, TypeKind::Name) && ty.range.of(&file.text) == type_name
                });
                let Some(ValueKind::Literal(Literal { range, kind: LiteralKind::String, .. })) =
                    constant.value.map(|value| &value.kind)
                else {
                    continue;
                };
                if let Some(value) = unquote(range.of(&file.text), range.start).filter(|_| typed) {
                    found.push((constant.name.of(&file.text).to_owned(), value.value().to_owned()));
                }
            }
        }
        found
    }
}

/// The packages that are known.
#[derive(Clone, Debug, Default)]
pub struct Program {
    packages: BTreeMap<String, Package>,
}

impl Program {
    /// A program of packages.
    pub fn new(packages: impl IntoIterator<Item = Package>) -> Self {
        Self {
            packages: packages.into_iter().map(|package| (package.import_path.clone(), package)).collect(),
        }
    }

    /// Adds a package, or replaces the one of the same path.
    pub fn insert(&mut self, package: Package) {
        self.packages.insert(package.import_path.clone(), package);
    }

    /// A package by its path.
    pub fn package(&self, import_path: &str) -> Option<&Package> {
        self.packages.get(import_path)
    }

    /// All packages, by path.
    pub fn packages(&self) -> impl Iterator<Item = &Package> {
        self.packages.values()
    }
}

//! The packages of a Go project: files, declarations by name, and what a name stands for.
//!
//! Knows what go/types knows as far as controller-gen asks it. Files come from the caller.

mod content;
mod file;
mod imports;
mod reach;
mod resolve;

pub use content::{Content, each_name};
pub use file::{GoFile, is_built};
pub use imports::{Import, imports_of};
pub use reach::{Group, TypeSet};
pub(crate) use resolve::pointed;
pub use resolve::{META, Named, Underlying, is_builtin};

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use crdls_go_source::{Decl, Field, Literal, LiteralKind, TypeKind, TypeSpec, ValueKind, unquote};
use crdls_text::TextRange;
use foldhash::quality::FixedState;

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
    /// The name that it had when it had one.
    name_before: String,
    /// The methods, by receiver: their names, and whether they return bytes and an error for nothing.
    methods: BTreeMap<String, BTreeMap<String, bool>>,
    /// Predeclared types that it declares anew.
    redeclared: Vec<String>,
    facts: Facts,
}

/// Where a type is: its file, the declaration in it, and the spec in that.
type TypeIndex = (usize, usize, usize);

/// What is asked of a package for each of its types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    group: Option<String>,
    is_api: bool,
    names_markers: bool,
    mentions_kubebuilder: bool,
    has_refused: bool,
    /// Of what decides on all types: see [`Content`].
    hash: u64,
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
        facts.mentions_kubebuilder = files.iter().any(|file| file.text.contains("+kubebuilder:"));
        for file in files {
            let is_built = file.is_built();
            for read in file.markers.markers() {
                let name = read.parsed.as_deref().map(|parsed| parsed.marker.name);
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

    /// Where it begins, as [`Content::start`] has it.
    pub fn start(self) -> u32 {
        let content = self.file.contents().get(&self.spec.range.start);
        content.map_or(self.spec.range.start, |content| content.start)
    }

    /// What its text says.
    fn says(&self) -> Option<u64> {
        Some(self.file.contents().get(&self.spec.range.start)?.hash)
    }

    /// Whether something in it does not parse, or a field of it is not part of the API only because it has no `json` tag.
    fn is_broken(&self) -> bool {
        let text = &self.file.text;
        // What does not parse up to the next declaration may be part of this one.
        let syntax = &self.file.syntax;
        let next = syntax.decls.partition_point(|decl| decl.range.start <= self.decl.range.start);
        let end = syntax.decls.get(next).map_or(u32::MAX, |decl| decl.range.start);
        let is_here = |at: u32| self.decl.range.start <= at && at < end;
        if syntax.errors.iter().any(|error| is_here(error.range.start)) {
            return true;
        }
        let TypeKind::Struct(fields) = &self.spec.ty.kind else { return false };
        let is_exported = |name: TextRange| name.of(text).starts_with(char::is_uppercase);
        let is_untagged = |field: &&Field| field.json(text).is_none();
        let mut untagged = fields.list.iter().filter(is_untagged);
        untagged.any(|field| field.is_embedded() || field.names.iter().any(|name| is_exported(*name)))
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
                    let encodes = func.signature.encodes(&file.text);
                    methods.insert(func.name.of(&file.text).to_owned(), encodes);
                }
            }
        }
        package.redeclared = package.types.keys().filter(|name| is_builtin(name)).cloned().collect();
        package.facts = Facts::of(&package.files);
        package.facts.hash = package.hash_of_all();
        package
    }

    /// The name in its package clause.
    pub fn name(&self) -> &str {
        let named = self.files.iter().map(|file| file.package_name()).find(|name| !name.is_empty());
        named.unwrap_or(&self.name_before)
    }

    /// Whether it declares a type as Go predeclares one.
    fn redeclares(&self, name: &str) -> bool {
        self.redeclared.iter().any(|redeclared| redeclared == name)
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

    /// Whether a type is of an older state of its file: it is being typed now.
    pub fn is_remembered(&self, name: &str) -> bool {
        self.types.get(name).is_some_and(|(file, ..)| *file >= self.files.len())
    }

    /// Older states of files that declare types which are being typed.
    pub fn remembered(&self) -> &[Arc<GoFile>] {
        &self.remembered
    }

    fn file_at(&self, index: usize) -> Option<&Arc<GoFile>> {
        self.files.get(index).or_else(|| self.remembered.get(index.checked_sub(self.files.len())?))
    }

    /// The package with types of an older state of it that somebody is typing: those that are gone from a file which does
    /// not parse, and those that are broken and were not before.
    pub fn remembering(mut self, old: &Package) -> Self {
        self.name_before = old.name().to_owned();
        self.facts.hash = self.hash_of_all();
        for (name, index) in &old.types {
            let Some(file) = old.file_at(index.0) else { continue };
            let is_typed = match self.named(name) {
                Some(now) => {
                    let then = old.named(name);
                    let is_same = then.is_some_and(|then| then.says() == now.says());
                    !is_same && now.is_broken() && then.is_some_and(|then| !then.is_broken())
                }
                None => self.is_typed(&file.path),
            };
            if !is_typed {
                continue;
            }
            let known = self.remembered.iter().position(|known| Arc::ptr_eq(known, file));
            let at = known.unwrap_or_else(|| {
                self.remembered.push(file.clone());
                self.remembered.len() - 1
            });
            self.types.insert(name.clone(), (self.files.len() + at, index.1, index.2));
        }
        for (receiver, methods) in &old.methods {
            let is_typed = old.named(receiver).is_some_and(|at| self.is_typed(&at.file.path));
            if is_typed && !self.methods.contains_key(receiver) {
                self.methods.insert(receiver.clone(), methods.clone());
            }
        }
        self
    }

    /// Whether a file does not parse.
    fn is_typed(&self, path: &str) -> bool {
        self.files.iter().any(|now| now.path == path && !now.syntax.errors.is_empty())
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

    /// Whether the method that a type declares is one of `json.Marshaler` or `encoding.TextMarshaler` by its signature;
    /// `None` if it declares none of the name.
    pub fn method(&self, receiver: &str, method: &str) -> Option<bool> {
        self.methods.get(receiver)?.get(method).copied()
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

    /// Whether its text has such a name anywhere. CRDs of other packages are written by hand.
    pub fn mentions_kubebuilder(&self) -> bool {
        self.facts.mentions_kubebuilder
    }

    /// Whether controller-gen cannot read one of its markers.
    pub fn has_refused(&self) -> bool {
        self.facts.has_refused
    }

    /// The string constants of a type, as `K8sEnum.ApplyToSchema` finds them: the file, the literal and the value of each.
    pub fn constants_of(&self, type_name: &str) -> Vec<(&GoFile, TextRange, String)> {
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
                    found.push((&**file, *range, value.value().to_owned()));
                }
            }
        }
        found
    }
}

impl Package {
    /// What the declaration of a type says; `None` where there is none.
    pub fn content(&self, name: &str) -> Option<Content> {
        let at = self.named(name)?;
        let own = at.file.contents().get(&at.spec.range.start)?;
        let mut hasher = FixedState::default().build_hasher();
        (own.hash, self.facts.hash).hash(&mut hasher);
        for method in ["MarshalJSON", "MarshalText"] {
            self.method(name, method).hash(&mut hasher);
        }
        if at.file.markers.has(at.owner(), "k8s:enum") {
            let constants = self.constants_of(name);
            constants.iter().for_each(|(.., value)| value.hash(&mut hasher));
            let values = at.file.syntax.constants().filter_map(|constant| constant.value);
            values.for_each(|value| value.range.start.wrapping_sub(own.start).hash(&mut hasher));
        }
        Some(Content { hash: hasher.finish(), ..*own })
    }

    /// Whether its types lead to the same types, and are as much part of an API, as those of another state of it.
    pub fn has_outline_of(&self, old: &Self) -> bool {
        let outlines = |file: &Arc<GoFile>| file.contents().values().map(|it| it.outline).collect::<Vec<_>>();
        let is_same = |now: &Arc<GoFile>, then: &Arc<GoFile>| {
            Arc::ptr_eq(now, then) || now.path == then.path && outlines(now) == outlines(then)
        };
        let are_same = |now: &[Arc<GoFile>], then: &[Arc<GoFile>]| {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| is_same(now, then))
        };
        are_same(&self.files, &old.files)
            && are_same(&self.remembered, &old.remembered)
            && self.types == old.types
            && self.methods == old.methods
            && self.facts == old.facts
    }

    /// What of the package decides on all its types: its name, its markers, and predeclared types that it declares anew.
    fn hash_of_all(&self) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        self.name().hash(&mut hasher);
        for file in &self.files {
            for read in file.markers.of(Owner::Package).filter(|read| read.parsed.is_some()) {
                read.range.of(&file.text).hash(&mut hasher);
            }
        }
        self.redeclared.hash(&mut hasher);
        hasher.finish()
    }
}

/// The packages that are known.
#[derive(Clone, Debug, Default)]
pub struct Program {
    packages: BTreeMap<String, Arc<Package>>,
}

impl Program {
    /// A program of packages.
    pub fn new(packages: impl IntoIterator<Item = Package>) -> Self {
        let by_path = |package: Package| (package.import_path.clone(), Arc::new(package));
        Self { packages: packages.into_iter().map(by_path).collect() }
    }

    /// Adds a package, or replaces the one of the same path.
    pub fn insert(&mut self, package: impl Into<Arc<Package>>) {
        let package = package.into();
        self.packages.insert(package.import_path.clone(), package);
    }

    /// A package by its path.
    pub fn package(&self, import_path: &str) -> Option<&Package> {
        self.packages.get(import_path).map(|package| &**package)
    }

    /// A package by its path, to keep: it is another one as soon as one of its files is.
    pub fn shared(&self, import_path: &str) -> Option<&Arc<Package>> {
        self.packages.get(import_path)
    }

    /// All packages, by path.
    pub fn packages(&self) -> impl Iterator<Item = &Package> {
        self.packages.values().map(|package| &**package)
    }
}

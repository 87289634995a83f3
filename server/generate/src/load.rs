//! Loads the packages that schemas need: those of the roots, and those of the types that their types name.
//!
//! controller-gen loads every import; here only what a schema reaches is read. Types whose schemas are known are not
//! looked for.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crdls_go_source::{Type, TypeKind, TypeSpec};
use crdls_markers::program::{GoFile, Named, Package, Program, TypeAt};
use crdls_markers::registry::Version;

use crate::known;
use crate::schema::TypeId;

/// Where packages come from.
pub trait Packages {
    /// The Go files of a package, each with its path and text, tests included or not; `None` if there is no such
    /// package here.
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>>;

    /// A package that was read before for the same version, if it has not changed.
    fn parsed(&self, _import_path: &str) -> Option<Package> {
        None
    }
}

/// The packages that the schemas of the roots need, as far as they are found.
pub fn load(source: &impl Packages, roots: &[String], version: Version) -> Program {
    let mut loader = Loader { source, version, program: Program::default(), missing: BTreeSet::new() };
    let mut open: VecDeque<TypeId> = VecDeque::new();
    for root in roots {
        loader.package(root);
        let Some(package) = loader.program.package(root) else { continue };
        let names =
            package.all_types().map(|at| TypeId { package: root.as_str().into(), name: at.name().into() });
        open.extend(names);
    }
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop_front() {
        if known::schema(&id, false).is_some() || !seen.insert(id.clone()) {
            continue;
        }
        loader.package(&id.package);
        loader.imports_for(&id);
        if let Some(at) = loader.program.package(&id.package).and_then(|package| package.named(&id.name)) {
            named_by(&loader.program, at, &mut open);
        }
    }
    loader.program
}

struct Loader<'s, S> {
    source: &'s S,
    version: Version,
    program: Program,
    missing: BTreeSet<String>,
}

impl<S: Packages> Loader<'_, S> {
    fn package(&mut self, path: &str) {
        if self.program.package(path).is_some() || self.missing.contains(path) {
            return;
        }
        let package = self.source.parsed(path).or_else(|| {
            let files = self.source.files(path)?;
            let files = files.into_iter().map(|(path, text)| GoFile::new(path, text, self.version));
            let files: Vec<_> = files.filter(GoFile::is_built).map(Arc::new).collect();
            (!files.is_empty()).then(|| Package::new(path.to_owned(), files))
        });
        match package {
            Some(package) => self.program.insert(package),
            None => {
                self.missing.insert(path.to_owned());
            }
        }
    }

    /// Loads imports of a type's file whose names only their packages tell: dot imports, and those without an alias if
    /// a name of the type fits no path.
    fn imports_for(&mut self, id: &TypeId) {
        let Some(at) = self.program.package(&id.package).and_then(|package| package.named(&id.name)) else {
            return;
        };
        let mut wanted: Vec<String> = Vec::new();
        let names_nothing = {
            let mut names = Vec::new();
            each_name(at.spec, &mut |ty| names.push(ty));
            let is_unknown = |ty: &&&Type| match &ty.kind {
                TypeKind::Qualified { package, .. } => {
                    self.program.import(at.file, package.of(&at.file.text)).is_none()
                }
                _ => false,
            };
            names.iter().any(|ty| is_unknown(&ty))
        };
        for import in at.file.imports() {
            let is_dot = import.alias.as_deref() == Some(".");
            if is_dot || names_nothing && import.alias.is_none() {
                wanted.push(import.path.clone());
            }
        }
        for path in wanted {
            self.package(&path);
        }
    }
}

/// The types that a declaration names.
fn named_by(program: &Program, at: TypeAt<'_>, open: &mut VecDeque<TypeId>) {
    each_name(at.spec, &mut |ty| match program.resolve(at.package, at.file, ty) {
        Named::Declared(inner) => open.push_back(TypeId {
            package: inner.package.import_path.as_str().into(),
            name: inner.name().into(),
        }),
        Named::External { path, name } => open.push_back(TypeId { package: path.into(), name: name.into() }),
        Named::Builtin(_) | Named::Unknown => {}
    });
}

/// Calls `found` with each name of a type in a declaration. What it nests is bounded by the reader of Go.
fn each_name<'t>(spec: &'t TypeSpec, found: &mut impl FnMut(&'t Type)) {
    let mut open = vec![&spec.ty];
    while let Some(ty) = open.pop() {
        match &ty.kind {
            TypeKind::Name | TypeKind::Qualified { .. } => found(ty),
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) | TypeKind::Paren(inner) => open.push(inner),
            TypeKind::Array { elem, .. } => open.push(elem),
            TypeKind::Map { key, value } => open.extend([&**key, &**value]),
            TypeKind::Struct(fields) => open.extend(fields.list.iter().map(|field| &field.ty)),
            TypeKind::Instance { generic, args } => {
                open.push(generic);
                open.extend(args);
            }
            _ => {}
        }
    }
}

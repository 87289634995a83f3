//! What a CRD is made with: loads the packages that its types need, and notes the author's declarations among those.
//!
//! controller-gen loads every import; here only what a schema may reach is read. Types whose schemas are known are not
//! looked for.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use crdls_go_source::{Type, TypeKind};
use crdls_markers::program::{Content, GoFile, Named, Package, Program, TypeAt, each_name, is_builtin};
use crdls_markers::registry::Version;
use foldhash::quality::FixedState;

use crate::DeclarationId;
use crate::kept::Says;
use crate::known;
use crate::schema::{TypeId, TypeMap};

/// Where packages come from.
pub trait Packages {
    /// The Go files of a package, each with its path and text, tests included or not; `None` if there is no such
    /// package here.
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>>;

    /// A package that was read already.
    fn parsed(&self, _import_path: &str) -> Option<Arc<Package>> {
        None
    }

    /// Whether a package is the author's, and may be another one in the next run. The others stay as they are.
    fn is_own(&self, _import_path: &str) -> bool {
        true
    }
}

/// The packages of a program, all of them the author's.
impl Packages for Program {
    fn files(&self, _: &str) -> Option<Vec<(String, Arc<str>)>> {
        None
    }

    fn parsed(&self, import_path: &str) -> Option<Arc<Package>> {
        self.shared(import_path).cloned()
    }
}

/// The author's declarations that a CRD is made with. It stays the same as long as these do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// By package and name.
    list: Vec<Need>,
}

/// A declaration that a CRD is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The path of the package.
    pub package: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// What it says; `None` where there is no such declaration.
    pub content: Option<Content>,
    /// The number of the declaration, if something was made of it.
    pub declaration: Option<DeclarationId>,
}

impl Needs {
    /// All of them, by package and name.
    pub fn list(&self) -> &[Need] {
        &self.list
    }

    /// Notes their numbers.
    pub(crate) fn number(&mut self, number: impl Fn(&Need) -> Option<DeclarationId>) {
        self.list.iter_mut().for_each(|need| need.declaration = number(need));
    }

    /// Whether all of them say the same in a program.
    pub fn are_in(&self, program: &Program) -> bool {
        let mut package: Option<&Package> = None;
        self.list.iter().all(|need| {
            if package.is_none_or(|package| *package.import_path != *need.package) {
                package = program.package(&need.package);
            }
            let content = package.and_then(|package| package.content(&need.name));
            content.map(|now| now.hash) == need.content.map(|then| then.hash)
        })
    }
}

/// Packages that were loaded.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub program: Program,
    missing: BTreeSet<String>,
    /// Types of others of which everything is loaded that they name.
    followed: HashSet<TypeId, FixedState>,
    /// The author's declarations that the last two runs needed.
    own: TypeMap<Own>,
    run: u32,
}

/// A declaration of the author's, with the declarations that it names.
#[derive(Debug)]
struct Own {
    content: Option<Content>,
    named: Vec<TypeId>,
    is_plain: bool,
    /// The run that its content is of.
    run: u32,
    /// How many packages were loaded when it was found what it names: others may tell more.
    packages: usize,
}

/// Whether a declaration is a struct of which a schema with references depends on nothing but that: it embeds nothing and
/// does not encode itself.
fn is_plain(at: TypeAt<'_>) -> bool {
    let TypeKind::Struct(fields) = &at.spec.ty.kind else { return false };
    let encodes = |method| at.package.method(at.name(), method).is_some();
    let embeds = fields.list.iter().any(|field| field.is_embedded());
    at.spec.alias.is_none() && !embeds && !encodes("MarshalJSON") && !encodes("MarshalText")
}

/// How far is followed what declarations name.
const MAX_DEPTH: u32 = 200;

impl Loaded {
    /// Takes the author's packages as they are now.
    pub(crate) fn refresh(&mut self, source: &impl Packages) {
        let is_new = |package: &&Package| source.is_own(&package.import_path);
        let own: Vec<String> =
            self.program.packages().filter(is_new).map(|package| package.import_path.clone()).collect();
        // Where all types have their outlines still, they name what they named.
        let mut has_outlines = true;
        for path in own {
            let known = self.program.shared(&path);
            let now = source.parsed(&path).filter(|now| known.is_none_or(|known| !Arc::ptr_eq(known, now)));
            let Some(now) = now else { continue };
            has_outlines &= known.is_some_and(|known| now.has_outline_of(known));
            self.program.insert(now);
        }
        let run = self.run;
        self.own.retain(|_, own| has_outlines && own.run == run);
        self.run += 1;
    }

    /// Loads a package, if it is not yet.
    pub(crate) fn load(&mut self, source: &impl Packages, path: &str, version: Version) {
        if self.program.package(path).is_some() || self.missing.contains(path) {
            return;
        }
        let package = source.parsed(path).or_else(|| {
            let files = source.files(path)?;
            let files = files.into_iter().map(|(path, text)| GoFile::new(path, text, version));
            let files: Vec<_> = files.filter(GoFile::is_built).map(Arc::new).collect();
            (!files.is_empty()).then(|| Arc::new(Package::new(path.to_owned(), files)))
        });
        match package {
            Some(package) => self.program.insert(package),
            None => _ = self.missing.insert(path.to_owned()),
        }
    }

    /// Loads what types may reach. Returns the author's declarations among that.
    pub(crate) fn needs(
        &mut self,
        source: &impl Packages,
        roots: impl IntoIterator<Item = TypeId>,
        version: Version,
    ) -> Needs {
        let mut open: Vec<TypeId> = roots.into_iter().collect();
        let mut seen: BTreeSet<TypeId> = open.iter().cloned().collect();
        let mut list = Vec::new();
        while let Some(id) = open.pop() {
            let is_own = source.is_own(&id.package);
            if is_own {
                self.note(source, &id, version);
            }
            let named = match self.own.get(&id) {
                Some(own) => own.named.clone(),
                None if self.followed.insert(id.clone()) => self.load_named(source, &id, version),
                None => Vec::new(),
            };
            open.extend(named.into_iter().filter(|inner| seen.insert(inner.clone())));
            if let Some(Own { content, .. }) = self.own.get(&id) {
                list.push(Need { package: id.package, name: id.name, content: *content, declaration: None });
            }
        }
        list.sort_by(|a, b| (&a.package, &a.name).cmp(&(&b.package, &b.name)));
        Needs { list }
    }

    /// Notes what a declaration of the author's says now.
    fn note(&mut self, source: &impl Packages, id: &TypeId, version: Version) {
        let (run, packages) = (self.run, self.program.packages().count());
        let content = |program: &Program| program.package(&id.package)?.content(&id.name);
        match self.own.get_mut(id) {
            Some(own) if own.run == run => {}
            Some(own) if own.packages == packages => (own.content, own.run) = (content(&self.program), run),
            _ => {
                let named = self.load_named(source, id, version);
                let is_plain = id.declared(&self.program).is_some_and(is_plain);
                let content = content(&self.program);
                self.own.insert(id.clone(), Own { content, named, is_plain, run, packages });
            }
        }
    }

    /// Loads what a type names. Returns the declarations that it names whose schemas are not known.
    fn load_named(&mut self, source: &impl Packages, id: &TypeId, version: Version) -> Vec<TypeId> {
        self.load(source, &id.package, version);
        self.load_imports(source, id, version);
        let (mut named, mut seen) = (Vec::new(), HashSet::<TypeId, FixedState>::default());
        if let Some(at) = id.declared(&self.program) {
            self.named_by(at, &mut |inner| {
                if known::schema(&inner, false).is_none() && seen.insert(inner.clone()) {
                    named.push(inner);
                }
            });
        }
        named
    }

    /// Hashes of what the author's declarations of this run say. Others say the same always.
    pub(crate) fn says(&self) -> TypeMap<Says> {
        let own = || self.own.iter().filter(|(_, own)| own.run == self.run);
        let mut known = TypeMap::default();
        own().for_each(|(id, _)| _ = self.says_of(id, &mut known, 0));
        let says = |(id, own): (&TypeId, &Own)| {
            let all = known.get(id).copied().flatten();
            (id.clone(), Says { own: self.says_alone(own, &known), all })
        };
        own().map(says).collect()
    }

    /// A hash of what a declaration says, and of what its schema depends on in those that it names.
    fn says_alone(&self, own: &Own, known: &TypeMap<Option<u64>>) -> Option<u64> {
        let mut hasher = FixedState::default().build_hasher();
        own.content.map(|content| content.hash).hash(&mut hasher);
        for inner in &own.named {
            (&inner.package, &inner.name).hash(&mut hasher);
            match self.own.get(inner) {
                Some(own) if own.is_plain => true.hash(&mut hasher),
                Some(_) => known.get(inner).copied().flatten()?.hash(&mut hasher),
                None => {}
            }
        }
        Some(hasher.finish().max(1))
    }

    fn says_of(&self, id: &TypeId, known: &mut TypeMap<Option<u64>>, depth: u32) -> Option<u64> {
        let Some(Own { content, named, .. }) = self.own.get(id) else { return Some(0) };
        if let Some(known) = known.get(id) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        // Until it is known, so that what reaches itself has none.
        known.insert(id.clone(), None);
        let mut hasher = FixedState::default().build_hasher();
        content.map(|content| content.hash).hash(&mut hasher);
        for inner in named {
            (&inner.package, &inner.name).hash(&mut hasher);
            self.says_of(inner, known, depth + 1)?.hash(&mut hasher);
        }
        let says = Some(hasher.finish().max(1));
        known.insert(id.clone(), says);
        says
    }

    /// Loads imports of a type's file whose names only their packages tell: dot imports, and those without an alias if
    /// a name of the type fits no path.
    fn load_imports(&mut self, source: &impl Packages, id: &TypeId, version: Version) {
        let Some(at) = id.declared(&self.program) else { return };
        let mut names_nothing = false;
        each_name(at.spec, &mut |ty| {
            if let TypeKind::Qualified { package, .. } = &ty.kind {
                names_nothing |= self.program.import(at.file, package.of(&at.file.text)).is_none();
            }
        });
        let is_wanted = |alias: Option<&str>| alias == Some(".") || names_nothing && alias.is_none();
        let wanted: Vec<String> = at
            .file
            .imports()
            .iter()
            .filter(|import| is_wanted(import.alias.as_deref()))
            .map(|import| import.path.clone())
            .collect();
        wanted.iter().for_each(|path| self.load(source, path, version));
    }

    /// The declarations that a declaration names, also where there are none.
    fn named_by(&self, at: TypeAt<'_>, found: &mut impl FnMut(TypeId)) {
        let own = |name: &str| TypeId::new(&at.package.import_path, name);
        each_name(at.spec, &mut |ty| match self.program.resolve(at, ty) {
            Named::Declared(inner) => {
                found(TypeId::of(inner));
                // One of the same name in the package itself comes before a dot import.
                if matches!(ty.kind, TypeKind::Name) {
                    found(own(ty.range.of(&at.file.text)));
                }
                // What an alias stands for is looked up by its name in the package at hand.
                if inner.spec.alias.is_some() {
                    let target = self.program.declared(inner, &inner.spec.ty);
                    target.into_iter().for_each(|target| found(own(target.name())));
                }
            }
            Named::External { path, name } => found(TypeId::new(path, name)),
            Named::Builtin(_) | Named::Unknown => {
                self.undeclared(at, ty).into_iter().for_each(&mut *found);
            }
        });
    }

    /// Where a name would be declared that is not.
    fn undeclared(&self, at: TypeAt<'_>, ty: &Type) -> Vec<TypeId> {
        let text = &at.file.text;
        match &ty.kind {
            TypeKind::Name => {
                let name = ty.range.of(text);
                let dots = at.file.imports().iter().filter(|import| import.alias.as_deref() == Some("."));
                let own = (!is_builtin(name)).then(|| TypeId::new(&at.package.import_path, name));
                dots.map(|import| TypeId::new(&import.path, name)).chain(own).collect()
            }
            TypeKind::Qualified { package, name } => {
                let path = self.program.import(at.file, package.of(text));
                path.map(|path| TypeId::new(path, name.of(text))).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

//! Which types controller-gen makes schemas of: the kinds, and what their fields lead to.
//!
//! Mirrors `FindKubeKinds` (pkg/crd/gen.go) and the requests of `structToSchema` and `infoToSchema`
//! (pkg/crd/schema.go).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crdls_go_source::{Field, Type, TypeKind};

use super::resolve::META;
use super::{Named, Package, Program, TypeAt, Underlying};
use crate::collect::Owner;

/// Types by package and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeSet {
    packages: BTreeMap<String, BTreeSet<String>>,
}

impl TypeSet {
    /// Adds a type. False if it is there already.
    fn insert(&mut self, at: TypeAt<'_>) -> bool {
        let path = &at.package.import_path;
        match self.packages.get_mut(path) {
            Some(names) => !names.contains(at.name()) && names.insert(at.name().to_owned()),
            None => self.packages.entry(path.clone()).or_default().insert(at.name().to_owned()),
        }
    }

    /// Whether a type is one of them.
    pub fn has(&self, at: TypeAt<'_>) -> bool {
        self.packages.get(&at.package.import_path).is_some_and(|names| names.contains(at.name()))
    }

    /// Whether a type of a package is one of them.
    pub fn has_package(&self, import_path: &str) -> bool {
        self.packages.contains_key(import_path)
    }
}

/// The packages of a group, and the kinds that one of them declares.
#[derive(Clone, Debug, Default)]
pub struct Group<'p> {
    /// The packages.
    pub packages: Vec<&'p Package>,
    /// The names of the kinds.
    pub kinds: BTreeSet<&'p str>,
}

impl Program {
    /// The types of a set in groups that several packages have, by package and name.
    pub fn types_of_shared_groups<'p>(&'p self, set: &'p TypeSet) -> impl Iterator<Item = TypeAt<'p>> {
        let packages = || set.packages.iter().filter_map(|(path, names)| Some((self.package(path)?, names)));
        let group = |package: &'p Package| package.group_name().unwrap_or_default();
        let mut count: HashMap<&str, u32> = HashMap::new();
        packages().for_each(|(package, _)| *count.entry(group(package)).or_default() += 1);
        let shared =
            packages().filter(move |(package, _)| count.get(group(package)).is_some_and(|it| *it > 1));
        shared.flat_map(|(package, names)| names.iter().filter_map(|name| package.named(name)))
    }
}

impl<'p> FromIterator<TypeAt<'p>> for TypeSet {
    fn from_iter<T: IntoIterator<Item = TypeAt<'p>>>(types: T) -> Self {
        let mut all = Self::default();
        types.into_iter().for_each(|at| _ = all.insert(at));
        all
    }
}

impl Program {
    /// The types that schemas are made of, by those that CRDs are made of.
    pub fn reached<'p>(&'p self, versions: &[TypeAt<'p>]) -> TypeSet {
        let mut open = versions.to_vec();
        let mut reached = TypeSet::default();
        while let Some(at) = open.pop() {
            if reached.insert(at) {
                self.requested_by(at, &mut open);
            }
        }
        reached
    }

    /// The types that CRDs are made of: the kinds, and types of their names in other packages of their groups
    /// (`NeedCRDFor`).
    pub fn versions(&self) -> Vec<TypeAt<'_>> {
        let groups = self.kinds(self.packages().filter(|package| has_crds(package)));
        let versions = groups.values().flat_map(|Group { packages, kinds }| {
            let types = packages.iter().flat_map(|package| package.all_types());
            types.filter(|at| kinds.contains(at.name()))
        });
        versions.collect()
    }

    /// The kinds of packages, by group.
    pub fn kinds<'p>(&'p self, packages: impl Iterator<Item = &'p Package>) -> BTreeMap<&'p str, Group<'p>> {
        let mut groups: BTreeMap<&str, Group<'p>> = BTreeMap::new();
        for package in packages {
            let group = groups.entry(package.group_name().unwrap_or_default()).or_default();
            group.packages.push(package);
            let own = package.all_types().filter(|at| self.is_kind(*at)).map(|at| at.name());
            group.kinds.extend(own);
        }
        groups
    }

    /// Whether a type is a kind: a struct that embeds TypeMeta and ObjectMeta (`FindKubeKinds`). One without any `json` tag
    /// and without `+kubebuilder:object:root` is the internal version of an API server, which no CRD is made of.
    pub fn is_kind(&self, at: TypeAt<'_>) -> bool {
        let TypeKind::Struct(fields) = &at.spec.ty.kind else { return false };
        let embeds = |wanted: &str| {
            fields.list.iter().filter(|field| field.is_embedded()).any(|field| {
                match self.resolve(at, &field.ty) {
                    Named::External { path, name } => path == META && name == wanted,
                    Named::Declared(inner) => inner.package.import_path == META && inner.name() == wanted,
                    Named::Builtin(_) | Named::Unknown => false,
                }
            })
        };
        let has_tag = |field: &Field| field.json(&at.file.text).is_some();
        let is_root = || at.file.markers.has(at.owner(), "kubebuilder:object:root");
        embeds("TypeMeta") && embeds("ObjectMeta") && (fields.list.iter().any(has_tag) || is_root())
    }

    fn requested_by<'p>(&'p self, at: TypeAt<'p>, open: &mut Vec<TypeAt<'p>>) {
        let has_type = || at.file.markers.has(at.owner(), "kubebuilder:validation:Type");
        if self.has_method(at, "MarshalJSON") && has_type() || self.has_method(at, "MarshalText") {
            return;
        }
        match &at.spec.ty.kind {
            TypeKind::Struct(fields) => {
                for field in &fields.list {
                    let before = open.len();
                    self.named_in(at, &field.ty, open);
                    // Most fields lead nowhere: their tags are not read.
                    let owner = Owner::Field(field.range.start);
                    let is_left_out = open.len() > before
                        && (!is_encoded(&at.file.text, field)
                            || at.file.markers.has(owner, "kubebuilder:validation:Schemaless"));
                    if is_left_out {
                        open.truncate(before);
                    }
                }
            }
            _ => self.named_in(at, &at.spec.ty, open),
        }
    }

    /// What an alias stands for, one step of it; the alias itself where that is no declared type.
    fn behind_alias<'p>(&'p self, at: TypeAt<'p>) -> TypeAt<'p> {
        let alias = at.spec.alias.and_then(|_| self.declared(at, &at.spec.ty));
        alias.unwrap_or(at)
    }

    /// The declared types that an expression names. What it nests is bounded by its text.
    fn named_in<'p>(&'p self, at: TypeAt<'p>, ty: &'p Type, open: &mut Vec<TypeAt<'p>>) {
        let mut ty = ty;
        loop {
            match &ty.kind {
                TypeKind::Pointer(inner) | TypeKind::Slice(inner) | TypeKind::Paren(inner) => ty = inner,
                TypeKind::Array { elem, .. } => ty = elem,
                TypeKind::Map { key, value } => {
                    let key_type = self.underlying(at, key);
                    if matches!(key_type, Underlying::Basic(name) if name != "string") {
                        return;
                    }
                    ty = value;
                }
                TypeKind::Name | TypeKind::Qualified { .. } => {
                    return open.extend(self.declared(at, ty).map(|named| self.behind_alias(named)));
                }
                _ => return,
            }
        }
    }
}

/// Whether a field has a `json` tag that does not leave it out.
fn is_encoded(text: &str, field: &Field) -> bool {
    // Most tags are like this.
    let json = field.tag.and_then(|tag| tag.of(text).strip_prefix("`json:\"")?.strip_suffix("\"`"));
    if let Some(json) = json.filter(|json| !json.contains(['"', '\\'])) {
        return json != "-";
    }
    field.json(text).is_some_and(|json| !json.leaves_out())
}

/// Whether CRDs are made of a package: it is one of an API, is not left out, and its markers are controller-gen's. Other
/// tools share `+groupName`.
fn has_crds(package: &Package) -> bool {
    package.is_api() && package.names_markers() && !package.has_marker("kubebuilder:skip")
}

//! What a type expression stands for.

use std::collections::{BTreeMap, BTreeSet};

use crdls_go_source::{Type, TypeKind, TypeSpec};
use crdls_text::TextRange;

use super::{GoFile, Program, TypeAt};
use crate::registry::Version;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Named<'p> {
    /// A predeclared type: `string`.
    Builtin(&'p str),
    /// A declared type.
    Declared(TypeAt<'p>),
    /// A type of a package that is not known here.
    External {
        /// The package's path.
        path: &'p str,
        /// The type's name.
        name: &'p str,
    },
    /// Nothing that could be found.
    Unknown,
}

/// The kind of the type below all names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Underlying<'p> {
    /// A predeclared type.
    Basic(&'p str),
    /// `[]T`
    Slice,
    /// `[N]T`
    Array,
    /// `map[K]V`
    Map,
    /// `struct`
    Struct,
    /// `interface`
    Interface,
    /// A pointer, a function or a channel.
    Other,
    /// A type of a package that is not known here.
    Unknown,
}

/// Whether a type is predeclared by Go.
pub fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        "any"
            | "bool"
            | "byte"
            | "complex128"
            | "complex64"
            | "error"
            | "float32"
            | "float64"
            | "int"
            | "int16"
            | "int32"
            | "int64"
            | "int8"
            | "rune"
            | "string"
            | "uint"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uint8"
            | "uintptr"
    )
}

/// How many names are followed.
const MAX_NAMES: usize = 32;

impl Program {
    /// What a type expression in a file names; pointers, lists and the like name nothing.
    pub fn resolve<'p>(&'p self, at: TypeAt<'p>, ty: &Type) -> Named<'p> {
        let file = at.file;
        match &ty.kind {
            TypeKind::Name => self.resolve_name(at, ty.range.of(&file.text)),
            TypeKind::Qualified { package: qualifier, name } => {
                let Some(path) = self.import(file, qualifier.of(&file.text)) else { return Named::Unknown };
                let name = name.of(&file.text);
                match self.package(path) {
                    Some(package) => package.named(name).map_or(Named::Unknown, Named::Declared),
                    None => Named::External { path, name },
                }
            }
            TypeKind::Instance { generic, .. } => self.resolve(at, generic),
            _ => Named::Unknown,
        }
    }

    /// The declaration that a type expression names, if there is one.
    pub fn declared<'p>(&'p self, at: TypeAt<'p>, ty: &Type) -> Option<TypeAt<'p>> {
        match self.resolve(at, ty) {
            Named::Declared(at) => Some(at),
            _ => None,
        }
    }

    /// What a name without a package stands for in a file.
    pub fn resolve_name<'p>(&'p self, at: TypeAt<'p>, name: &'p str) -> Named<'p> {
        let TypeAt { package, file, .. } = at;
        let is_builtin = is_builtin(name);
        let is_declared = !is_builtin || package.redeclares(name);
        if let Some(declared) = package.named(name).filter(|_| is_declared) {
            return Named::Declared(declared);
        }
        let mut dots = file.imports().iter().filter(|import| import.alias.as_deref() == Some("."));
        if let Some(declared) = dots.find_map(|import| self.package(&import.path)?.named(name)) {
            return Named::Declared(declared);
        }
        if is_builtin { Named::Builtin(name) } else { Named::Unknown }
    }

    /// The path of the package that a name before a dot stands for in a file.
    pub fn import<'p>(&'p self, file: &'p GoFile, qualifier: &str) -> Option<&'p str> {
        let imports = file.imports();
        let found = imports.iter().find(|import| import.alias.as_deref() == Some(qualifier)).or_else(|| {
            imports.iter().find(|import| import.alias.is_none() && self.is_named(&import.path, qualifier))
        });
        found.map(|import| import.path.as_str())
    }

    /// Whether a package has a name: by its clause, otherwise by the end of its path.
    fn is_named(&self, path: &str, name: &str) -> bool {
        if let Some(package) = self.package(path) {
            return package.name() == name;
        }
        let mut parts = path.rsplit('/');
        let last = parts.next().unwrap_or(path);
        let is_version = last.strip_prefix('v').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let word = |part: &str| {
            let part = part.strip_prefix("go-").unwrap_or(part);
            part.split('.').next().unwrap_or(part).replace('-', "")
        };
        last == name
            || word(last) == name
            || is_version && parts.next().is_some_and(|part| word(part) == name)
    }

    /// The kind of type below the names of an expression.
    pub fn underlying<'p>(&'p self, at: TypeAt<'p>, ty: &'p Type) -> Underlying<'p> {
        match self.below_names(at, ty) {
            Err(underlying) => underlying,
            Ok((_, ty)) => match &ty.kind {
                TypeKind::Slice(_) => Underlying::Slice,
                TypeKind::Array { .. } => Underlying::Array,
                TypeKind::Map { .. } => Underlying::Map,
                TypeKind::Struct(_) => Underlying::Struct,
                TypeKind::Interface(_) => Underlying::Interface,
                _ => Underlying::Other,
            },
        }
    }

    /// The type expression that an expression names in the end, with its place. An error is what is known without one.
    fn below_names<'p>(
        &'p self,
        at: TypeAt<'p>,
        ty: &'p Type,
    ) -> Result<(TypeAt<'p>, &'p Type), Underlying<'p>> {
        let (mut at, mut ty) = (at, ty);
        for _ in 0..MAX_NAMES {
            match &ty.kind {
                TypeKind::Paren(inner) => ty = inner,
                TypeKind::Name | TypeKind::Qualified { .. } | TypeKind::Instance { .. } => {
                    match self.resolve(at, ty) {
                        Named::Builtin("any" | "error") => return Err(Underlying::Interface),
                        Named::Builtin(name) => return Err(Underlying::Basic(name)),
                        Named::Declared(named) => (at, ty) = (named, &named.spec.ty),
                        Named::External { path, name } => return Err(external(path, name)),
                        Named::Unknown => return Err(Underlying::Unknown),
                    }
                }
                _ => return Ok((at, ty)),
            }
        }
        Err(Underlying::Unknown)
    }

    /// Why a version refuses a map of types that are written in a declaration, and for which of the two (`mapToSchema`).
    pub fn map_problem(
        &self,
        at: TypeAt<'_>,
        (key, value): (&Type, &Type),
        version: Version,
    ) -> Option<(TextRange, String)> {
        let key_type = self.underlying(at, key);
        let declared = self.declared(at, key);
        let is_text = || declared.is_some_and(|key| self.has_method(key, "MarshalText"));
        // An alias is not looked through.
        let alias = declared.filter(|key| key.spec.alias.is_some());
        let fits = matches!(key_type, Underlying::Basic("string") | Underlying::Unknown);
        let takes_text = version.reaches(22);
        if alias.is_some() || !(fits || takes_text && is_text()) {
            let name = match (alias, key_type) {
                (Some(at), _) => format!("{}.{}", at.package.import_path, at.name()),
                (None, Underlying::Basic(name)) => name.to_owned(),
                (None, _) => key.range.of(&at.file.text).to_owned(),
            };
            let or = if takes_text { " or implement encoding.TextMarshaler" } else { "" };
            return Some((key.range, format!("map keys must be strings{or}, not {name}")));
        }
        let sentence = match &value.kind {
            TypeKind::Interface(_) if version.reaches(21) => {
                "interface type is not supported as map value in CRD schemas; consider using an explicit type or \
                 apiextensionsv1.JSON instead"
                    .to_owned()
            }
            kind @ (TypeKind::Struct(_)
            | TypeKind::Interface(_)
            | TypeKind::Chan(_)
            | TypeKind::Func(_)
            | TypeKind::Paren(_)
            | TypeKind::Instance { .. }) => format!("not a supported map value type: *ast.{}", kind.ast_name()),
            _ => return None,
        };
        Some((value.range, sentence))
    }

    /// Whether values of a type or pointers to them have a method, `MarshalJSON` or `MarshalText`, as encoding/json wants it:
    /// their own, or the only one that is promoted from the least depth (`lookupFieldOrMethodImpl` of go/types).
    pub fn has_method(&self, at: TypeAt<'_>, method: &str) -> bool {
        let mut level = Level::default();
        self.add_named(&mut level, Named::Declared(at), method);
        let mut seen = BTreeSet::new();
        for _ in 0..MAX_NAMES {
            let Level { types, mut found } = level;
            level = Level::default();
            for (address, (at, is_twice)) in types {
                if !seen.insert(address) {
                    continue;
                }
                let before = found.len();
                if let Some(encodes) = at.package.method(at.name(), method) {
                    found.push(encodes);
                } else if let Ok((at, ty)) = self.below_names(at, &at.spec.ty)
                    && let TypeKind::Struct(fields) | TypeKind::Interface(fields) = &ty.kind
                {
                    let is_interface = matches!(ty.kind, TypeKind::Interface(_));
                    for field in &fields.list {
                        let embedded = field.is_embedded().then(|| field.ty.base_name()).flatten();
                        if field.names.iter().chain(&embedded).any(|name| name.of(&at.file.text) == method) {
                            let encodes = |ty: &Type| matches!(&ty.kind, TypeKind::Func(of) if of.encodes(&at.file.text));
                            found.push(is_interface && encodes(&field.ty));
                        } else if field.is_embedded() {
                            let named = self.resolve(at, pointed(&field.ty));
                            self.add_named(&mut level, named, method);
                        }
                    }
                }
                found.extend((is_twice && found.len() > before).then_some(false));
            }
            match found.as_slice() {
                [] => {}
                [encodes] => return *encodes,
                _ => return false,
            }
        }
        false
    }

    /// Adds what is embedded in a type, without aliases, to what is one deeper.
    fn add_named<'p>(&'p self, level: &mut Level<'p>, named: Named<'p>, method: &str) {
        let mut named = named;
        for _ in 0..MAX_NAMES {
            match named {
                Named::Declared(at) if at.spec.alias.is_some() => {
                    named = self.resolve(at, pointed(&at.spec.ty));
                }
                Named::Declared(at) => {
                    let known = level.types.entry(std::ptr::from_ref(at.spec));
                    known.and_modify(|(_, is_twice)| *is_twice = true).or_insert((at, false));
                    return;
                }
                Named::External { path, name } if has_external_method(path, name, method) => {
                    return level.found.push(true);
                }
                _ => return,
            }
        }
    }
}

/// The types that are embedded at one depth.
#[derive(Default)]
struct Level<'p> {
    /// Types by their declaration, each with whether several ways lead to it.
    types: BTreeMap<*const TypeSpec, (TypeAt<'p>, bool)>,
    /// For each method or field of the wanted name, whether it is a method that encodes.
    found: Vec<bool>,
}

/// The type behind pointers and parentheses.
pub(crate) fn pointed(ty: &Type) -> &Type {
    let mut ty = ty;
    while let TypeKind::Pointer(inner) | TypeKind::Paren(inner) = &ty.kind {
        ty = inner;
    }
    ty
}

/// The package of `TypeMeta` and `ObjectMeta`.
pub const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";
const CORE: &str = "k8s.io/api/core/v1";

/// What is below names of Kubernetes' own packages that types of CRDs use most.
fn external<'p>(path: &str, name: &str) -> Underlying<'p> {
    match (path, name) {
        (CORE, "ResourceList") => Underlying::Map,
        (
            CORE,
            "Protocol"
            | "PullPolicy"
            | "ServiceType"
            | "RestartPolicy"
            | "DNSPolicy"
            | "ConditionStatus"
            | "TaintEffect"
            | "ResourceName"
            | "URIScheme"
            | "PersistentVolumeAccessMode"
            | "NamespaceName"
            | "IPFamily"
            | "TolerationOperator"
            | "PodPhase"
            | "SecretType"
            | "ServiceAffinity"
            | "NodeSelectorOperator",
        )
        | (META, "ConditionStatus" | "LabelSelectorOperator" | "DeletionPropagation")
        | ("k8s.io/apimachinery/pkg/types", "UID" | "NodeName" | "PatchType") => Underlying::Basic("string"),
        ("time", "Duration") => Underlying::Basic("int64"),
        (META, "Verbs" | "FinalizerName") => Underlying::Slice,
        (
            META,
            "Time"
            | "MicroTime"
            | "Duration"
            | "ObjectMeta"
            | "TypeMeta"
            | "ListMeta"
            | "LabelSelector"
            | "Condition"
            | "OwnerReference"
            | "LabelSelectorRequirement"
            | "GroupVersionKind"
            | "FieldsV1",
        )
        | (
            CORE,
            "ObjectReference"
            | "LocalObjectReference"
            | "SecretKeySelector"
            | "ConfigMapKeySelector"
            | "EnvVar"
            | "EnvFromSource"
            | "PodSpec"
            | "PodTemplateSpec"
            | "Container"
            | "ContainerPort"
            | "ServicePort"
            | "Volume"
            | "VolumeMount"
            | "VolumeSource"
            | "Affinity"
            | "Toleration"
            | "ResourceRequirements"
            | "SecurityContext"
            | "PodSecurityContext"
            | "Probe"
            | "Lifecycle"
            | "SecretReference"
            | "TopologySpreadConstraint"
            | "PersistentVolumeClaimSpec"
            | "PersistentVolumeClaim"
            | "NodeSelector"
            | "NodeSelectorTerm"
            | "NodeAffinity"
            | "PodAffinity"
            | "PodAntiAffinity"
            | "TypedLocalObjectReference"
            | "TypedObjectReference",
        )
        | ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString")
        | ("k8s.io/apimachinery/pkg/api/resource", "Quantity")
        | ("k8s.io/apimachinery/pkg/runtime", "RawExtension")
        | ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "JSON" | "JSONSchemaProps")
        | ("time", "Time") => Underlying::Struct,
        ("encoding/json", "RawMessage") => Underlying::Slice,
        _ => Underlying::Unknown,
    }
}

/// Types of other packages that encode themselves.
fn has_external_method(path: &str, name: &str, method: &str) -> bool {
    let encodes = matches!(
        (path, name),
        (META, "Time" | "MicroTime" | "Duration" | "FieldsV1")
            | ("k8s.io/apimachinery/pkg/api/resource", "Quantity")
            | ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString")
            | ("k8s.io/apimachinery/pkg/runtime", "RawExtension")
            | ("k8s.io/apimachinery/pkg/apis/meta/v1/unstructured", "Unstructured")
            | ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "JSON")
            | ("time", "Time")
            | ("encoding/json", "RawMessage" | "Marshaler")
    );
    match method {
        "MarshalJSON" => encodes,
        "MarshalText" => {
            matches!((path, name), ("time", "Time") | ("net", "IP") | ("encoding", "TextMarshaler"))
        }
        _ => false,
    }
}

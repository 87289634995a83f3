//! What a type expression stands for.

use crdls_go_source::{Type, TypeKind};

use super::{GoFile, Package, Program, TypeAt};

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
    pub fn resolve<'p>(&'p self, package: &'p Package, file: &'p GoFile, ty: &Type) -> Named<'p> {
        match &ty.kind {
            TypeKind::Name => self.resolve_name(package, file, ty.range.of(&file.text)),
            TypeKind::Qualified { package: qualifier, name } => {
                let Some(path) = self.import(file, qualifier.of(&file.text)) else { return Named::Unknown };
                let name = name.of(&file.text);
                match self.package(path) {
                    Some(package) => package.named(name).map_or(Named::Unknown, Named::Declared),
                    None => Named::External { path, name },
                }
            }
            TypeKind::Instance { generic, .. } => self.resolve(package, file, generic),
            _ => Named::Unknown,
        }
    }

    /// The declaration of the alias that a type is written as; `None` where it is written in another way.
    pub fn alias<'p>(&'p self, package: &'p Package, file: &'p GoFile, ty: &Type) -> Option<TypeAt<'p>> {
        match self.resolve(package, file, ty) {
            Named::Declared(at) => Some(at).filter(|at| at.spec.alias.is_some()),
            _ => None,
        }
    }

    /// What a name without a package stands for in a file.
    pub fn resolve_name<'p>(&'p self, package: &'p Package, file: &'p GoFile, name: &'p str) -> Named<'p> {
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
    pub fn underlying<'p>(&'p self, package: &'p Package, file: &'p GoFile, ty: &'p Type) -> Underlying<'p> {
        let (mut package, mut file, mut ty) = (package, file, ty);
        for _ in 0..MAX_NAMES {
            match &ty.kind {
                TypeKind::Slice(_) => return Underlying::Slice,
                TypeKind::Array { .. } => return Underlying::Array,
                TypeKind::Map { .. } => return Underlying::Map,
                TypeKind::Struct(_) => return Underlying::Struct,
                TypeKind::Interface(_) => return Underlying::Interface,
                TypeKind::Paren(inner) => ty = inner,
                TypeKind::Name | TypeKind::Qualified { .. } | TypeKind::Instance { .. } => {
                    match self.resolve(package, file, ty) {
                        Named::Builtin("any" | "error") => return Underlying::Interface,
                        Named::Builtin(name) => return Underlying::Basic(name),
                        Named::Declared(at) => (package, file, ty) = (at.package, at.file, &at.spec.ty),
                        Named::External { path, name } => return external(path, name),
                        Named::Unknown => return Underlying::Unknown,
                    }
                }
                _ => return Underlying::Other,
            }
        }
        Underlying::Unknown
    }

    /// Whether a type has a method, its own or one of what it embeds.
    pub fn has_method(&self, at: TypeAt<'_>, method: &str) -> bool {
        self.has_method_at(at, method, 0)
    }

    fn has_method_at(&self, at: TypeAt<'_>, method: &str, depth: usize) -> bool {
        if depth > MAX_NAMES || at.package.has_method(at.name(), method) {
            return depth <= MAX_NAMES;
        }
        let inner = |ty: &Type| match self.resolve(at.package, at.file, pointed(ty)) {
            Named::Declared(inner) => self.has_method_at(inner, method, depth + 1),
            Named::External { path, name } => has_external_method(path, name, method),
            Named::Builtin(_) | Named::Unknown => false,
        };
        if at.spec.alias.is_some() {
            return inner(&at.spec.ty);
        }
        let TypeKind::Struct(fields) = &at.spec.ty.kind else { return false };
        fields.list.iter().filter(|field| field.is_embedded()).any(|field| inner(&field.ty))
    }
}

/// The type behind pointers and parentheses.
pub(super) fn pointed(ty: &Type) -> &Type {
    let mut ty = ty;
    while let TypeKind::Pointer(inner) | TypeKind::Paren(inner) = &ty.kind {
        ty = inner;
    }
    ty
}

const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";
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
            | ("encoding/json", "RawMessage")
    );
    match method {
        "MarshalJSON" => encodes,
        "MarshalText" => matches!((path, name), ("time", "Time") | ("net/url", "URL") | ("net", "IP")),
        _ => false,
    }
}

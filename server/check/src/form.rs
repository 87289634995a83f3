//! How much of an object a text has, and so what is judged in it.
//!
//! Decided here alone. The name of a file, and the files that name it, say what the file is for; its objects say the
//! rest. Must not know files, nor how an object is judged.

use crdls_yaml::{Entry, Node, Scalar};

use crate::judgement::NotJudged;
use crdls_manifest::fields::{CUSTOM_RESOURCE_DEFINITION_SPEC, OBJECT_META, TypeDef};
use crdls_manifest::objects::{DocumentObject, Kind, text_of};
use crdls_report::{ErrorType, Finding, Locator, Path, PathStep, code};
use crdls_resource::Index;

code!(FRAGMENT, "incomplete-crd", Hint, advice, "incomplete CRD");

/// What a text has of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// A manifest: the object as the server gets it. Everything is judged.
    #[default]
    Whole,
    /// The same in a file that is installed as it is written, such as one in the `crds` folder of a Helm chart: what an
    /// engine would replace elsewhere is text.
    Verbatim,
    /// A patch: the rest of the object is in another file. Names, types and single values are judged.
    Patch,
    /// What a test expects of an object: names and types are judged. An expression is no value.
    Assertion,
    /// An object that a test expects the server to refuse: its faults are wanted.
    Refused,
    /// A part of a CRD, though no file names it as a patch: one hint.
    Fragment,
    /// No object of a cluster: the operations of a JSON patch, or what a program reads from a file.
    NotManifest,
}

impl Form {
    /// The form of an object of a file. `of_file`: the form of the file by its name and by the files that name it.
    pub(crate) fn of(object: &DocumentObject<'_>, of_file: Self, crds: Option<&Index>, file: &str) -> Self {
        match of_file {
            _ if object.kind == Kind::Suite => Self::Whole,
            _ if is_operations(object.node) || is_no_object(object.node) => Self::NotManifest,
            _ if is_of_program(object.node, crds, file) => Self::NotManifest,
            Self::Whole | Self::Verbatim if object.is_crd() && is_fragment(object.node) => Self::Fragment,
            of_file => of_file,
        }
    }

    /// Whether the text says less of the object than the server gets, or is not meant to be accepted.
    pub const fn is_partial(self) -> bool {
        !matches!(self, Self::Whole | Self::Verbatim)
    }

    /// Why an object is not judged as a whole; nothing where it is.
    pub(crate) const fn not_judged(self) -> Option<NotJudged> {
        match self {
            Self::Whole | Self::Verbatim => None,
            Self::Refused => Some(NotJudged::Refused),
            Self::Patch | Self::Assertion | Self::Fragment | Self::NotManifest => Some(NotJudged::Part),
        }
    }

    /// Whether a finding of the server's is about what the text has, and not about what is missing in it.
    pub(crate) fn keeps(self, object: Node<'_>, finding: &Finding) -> bool {
        match self {
            Self::Whole | Self::Verbatim => true,
            Self::Refused | Self::Fragment | Self::NotManifest => false,
            Self::Patch | Self::Assertion => {
                let is_judged =
                    is_by_name_or_type(finding) || self == Self::Patch && is_value(object, finding);
                is_judged && !is_instruction(object, finding)
            }
        }
    }
}

/// The types of errors that name and type decide, whatever the rest of the object is.
const BY_NAME_OR_TYPE: [ErrorType; 5] = [
    ErrorType::Decoding,
    ErrorType::NoMatch,
    ErrorType::StrictDecoding,
    ErrorType::NotSupported,
    ErrorType::TypeInvalid,
];

/// Whether name and type decide an error of the server.
pub(crate) fn is_by_name_or_type(finding: &Finding) -> bool {
    finding.server.as_ref().is_some_and(|server| BY_NAME_OR_TYPE.contains(&server.kind))
}

/// Whether a finding is about one scalar of the specification. The name of the object need not be written in full, and
/// depends on fields that may be elsewhere.
fn is_value(object: Node<'_>, finding: &Finding) -> bool {
    let of_server = finding.server.as_ref().is_some_and(|server| server.kind != ErrorType::Required);
    let found = Locator::new(object).find(finding.path.steps());
    let is_metadata = finding.path.steps().first().and_then(PathStep::member) == Some("metadata");
    let is_scalar = found.is_some_and(|found| found.complete && found.value.kind().is_scalar());
    of_server && !is_metadata && is_scalar
}

/// Whether a finding is about what tells a tool what to do: a directive of a patch, an expression of a test, or null,
/// which removes the field.
fn is_instruction(object: Node<'_>, finding: &Finding) -> bool {
    let steps = finding.path.steps();
    let found = Locator::new(object).find(steps).filter(|found| found.complete && !steps.is_empty());
    let is_expression = |node: Node<'_>| node.str().is_some_and(|text| is_expression(&text));
    steps.iter().filter_map(PathStep::member).any(is_directive)
        || found.is_some_and(|found| is_null(found.value) || is_expression(found.value))
}

/// Whether nothing is written, or that there is nothing.
pub(crate) fn is_null(node: Node<'_>) -> bool {
    node.is_empty() || matches!(node.scalar(), Some(Scalar::Null))
}

/// Whether a key is no field: `$patch` of kustomize, `(expression)`, `~.list` and `field->name` of chainsaw.
fn is_directive(key: &str) -> bool {
    key.starts_with(['$', '(', '~']) || key.contains("->")
}

/// Whether a value is an expression: `($name)`, `(length(@) > 2)`.
fn is_expression(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('(') && text.ends_with(')')
}

/// Whether a document is the list of operations that a JSON patch is.
fn is_operations(root: Node<'_>) -> bool {
    root.items().next().is_some_and(|item| item.get("op").is_some() && item.get("path").is_some())
}

/// The groups of files that programs read and no cluster stores, sorted: the configuration of Kubernetes' own
/// programs, of kustomize, kind and kubeadm, of test runners, of package builders.
pub(crate) const GROUPS_OF_FILES: &[&str] = &[
    "audit.k8s.io",
    "chainsaw.kyverno.io",
    "cli.kyverno.io",
    "client.authentication.k8s.io",
    "clusterctl.cluster.x-k8s.io",
    "config.kubernetes.io",
    "eksctl.io",
    "k3d.io",
    "kind.x-k8s.io",
    "kpt.dev",
    "krew.googlecontainertools.github.com",
    "kubeadm.k8s.io",
    "kuttl.dev",
    "meta.pkg.crossplane.io",
    "scorecard.operatorframework.io",
];

/// Whether an object is what a program reads from a file. A CRD of its kind that is found is its documentation; one
/// that the user names judges it.
fn is_of_program(root: Node<'_>, crds: Option<&Index>, file: &str) -> bool {
    let Some(api_version) = text_of(root, "apiVersion") else { return false };
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    let is_named = || {
        let kind = text_of(root, "kind").unwrap_or_default();
        let known = crds.and_then(|crds| crds.first_of_kind(group, &kind, file));
        known.is_some_and(|known| known.is_named())
    };
    GROUPS_OF_FILES.binary_search(&group).is_ok() && !is_named()
}

/// Whether something has an `apiVersion` and nothing else that an object has, not even where it lost its indentation:
/// the file of another program.
fn is_no_object(root: Node<'_>) -> bool {
    let has = |key: &&str| root.get(key).is_some();
    root.get("apiVersion").is_some()
        && root.entries().nth(1).is_some()
        && !["kind", "metadata", "spec"].iter().any(has)
        && !OWN.iter().any(has)
}

/// Whether a CRD has neither group nor names, not even where their indentation is wrong, and has what a patch may change
/// or an assertion may expect. One whose parts are of the wrong type is none.
fn is_fragment(root: Node<'_>) -> bool {
    let has_any = |node: Node<'_>| OWN.iter().any(|key| node.get(key).is_some());
    let is_map =
        |key: &str| root.get(key).is_none_or(|entry| entry.value.kind().is_map() || is_null(entry.value));
    is_map("metadata")
        && is_map("spec")
        && !has_any(root)
        && !root.entries().any(|entry| has_any(entry.value))
        && changes_something(root)
}

/// Whether an object with these parts changes another one: it has metadata besides the name, something in its status, or
/// fields of `spec` that there are.
fn changes_something(root: Node<'_>) -> bool {
    let is_known = |ty: &TypeDef, key: Node<'_>| {
        key.str().is_some_and(|key| ty.field(&key).is_some() || is_directive(&key))
    };
    let is_changed = |entry: Entry<'_>| {
        !["name", "namespace"].iter().any(|name| entry.key.source() == *name)
            && is_known(&OBJECT_META, entry.key)
    };
    let in_metadata = || {
        let metadata = root.get("metadata").map(|entry| entry.value);
        metadata.is_some_and(|metadata| metadata.get("spec").is_none() && metadata.entries().any(is_changed))
    };
    let beside = || {
        let is_other = |entry: Entry<'_>| match entry.key.source() {
            "apiVersion" | "kind" | "metadata" | "spec" => false,
            "status" => entry.value.entries().next().is_some(),
            _ => true,
        };
        root.entries().any(is_other)
    };
    match root.get("spec").map(|entry| entry.value) {
        Some(spec) if spec.entries().next().is_some() => {
            spec.entries().all(|entry| is_known(&CUSTOM_RESOURCE_DEFINITION_SPEC, entry.key))
        }
        Some(_) => beside(),
        None => in_metadata() || beside(),
    }
}

/// What every CRD has below `spec`, and no patch of one.
pub(crate) const OWN: [&str; 2] = ["group", "names"];

/// The one thing to say of a part of a CRD.
pub(crate) fn fragment(object: &DocumentObject<'_>) -> Finding {
    let kind = object.node.get("kind").or_else(|| object.node.get("apiVersion"));
    let range = kind.map_or(object.node.range(), |entry| entry.value.range());
    let message = "the document has neither `group` nor `names`, so it is not checked as a CRD";
    Finding::new(&FRAGMENT, range, &Path::EMPTY.child("kind"), message)
        .why("it looks like a partial CRD, for example a kustomize patch")
        .help("name it under `patches` in the kustomization.yaml, or write the whole CRD")
}

//! Objects inside of what a tool reads: the inline patches of a kustomization, and the resources that the operations of
//! a test of chainsaw have inline.
//!
//! Knows the fields of those files; must not know how an object is judged.

pub use crdls_kustomize::FILE_NAMES as KUSTOMIZATION_FILES;
pub use crdls_kustomize::{PatchEntry, patch_entries};
use crdls_manifest::objects::Kind;
use crdls_report::FieldPath;
use crdls_yaml::Node;

use crate::{Form, cluster_service_version};

/// A part of a document that has an object, or text with objects.
#[derive(Debug)]
pub(crate) struct Embedded<'t> {
    /// A mapping is the object; a scalar is text with objects.
    pub(crate) node: Node<'t>,
    /// What leads to it from the document.
    pub(crate) path: FieldPath,
    pub(crate) form: Form,
}

/// The objects inside of a document, in the order of the text; none where it is not such a file.
pub(crate) fn embedded<'t>(root: Node<'t>, kind: Kind) -> Vec<Embedded<'t>> {
    let mut found = Vec::new();
    match kind {
        Kind::ChainsawTest => resources(root, &FieldPath::default(), None, &mut found),
        Kind::Kustomization => patches(root, &mut found),
        Kind::ClusterServiceVersion => {
            let examples = cluster_service_version::examples(root);
            found.extend(examples.map(|(node, path)| Embedded { node, path, form: Form::Whole }));
        }
        Kind::Crd(_) | Kind::Review | Kind::Suite | Kind::Unknown | Kind::List | Kind::Other => {}
    }
    found
}

/// The operations of chainsaw that have a resource, with the field that has it. What is applied has bindings in place of
/// values, and may be wrong on purpose.
const OPERATIONS: [(&str, &str, Form); 7] = [
    ("apply", "resource", Form::Patch),
    ("assert", "resource", Form::Assertion),
    ("create", "resource", Form::Patch),
    ("error", "resource", Form::Assertion),
    ("expect", "match", Form::Assertion),
    ("patch", "resource", Form::Patch),
    ("update", "resource", Form::Patch),
];

/// The resources of the operations in a test, wherever they are in it, but not inside of each other. `own`: the field of
/// the node that is a resource itself.
fn resources<'t>(node: Node<'t>, path: &FieldPath, own: Option<&str>, found: &mut Vec<Embedded<'t>>) {
    for entry in node.entries() {
        let Some(key) = entry.key.str().filter(|key| Some(&**key) != own) else { continue };
        let path = path.child(&key);
        let operation = OPERATIONS.iter().find(|(name, ..)| key == *name);
        each(entry.value, &path, &mut |value, path| {
            let resource =
                operation.and_then(|(_, field, form)| Some((*field, value.get(field)?.value, *form)));
            let resource = resource.filter(|(_, node, _)| node.kind().is_map());
            let resource = resource.map(|(field, node, form)| match form {
                Form::Patch if expects_error(value) => (field, node, Form::Refused),
                form => (field, node, form),
            });
            found.extend(resource.map(|(field, node, form)| Embedded {
                node,
                path: path.child(field),
                form,
            }));
            resources(value, path, resource.map(|(field, ..)| field), found);
        });
    }
}

/// Whether an operation of chainsaw is to fail, whatever its objects are: a check says what `$error` has to be.
pub fn expects_error(operation: Node<'_>) -> bool {
    let of_all = operation.get("expect").into_iter().flat_map(|entry| entry.value.items());
    let of_all = of_all.filter(|expected| expected.get("match").is_none());
    let mut checks =
        of_all.filter_map(|expected| expected.get("check")).flat_map(|entry| entry.value.entries());
    checks.any(|check| {
        let is = |text: &str| check.value.str().is_some_and(|value| value == text);
        check.key.str().is_some_and(|key| match key.replace(' ', "").as_str() {
            "($error==null)" => is("false"),
            "($error!=null)" => is("true"),
            key => key.contains("$error"),
        })
    })
}

/// Goes over the items of a list, or over one value.
fn each<'t>(value: Node<'t>, path: &FieldPath, take: &mut impl FnMut(Node<'t>, &FieldPath)) {
    if !value.kind().is_seq() {
        return take(value, path);
    }
    for (index, item) in value.items().enumerate() {
        take(item, &path.item(index));
    }
}

/// The inline patches of a kustomization. Those of `patchesJson6902` are operations and have no object.
fn patches<'t>(root: Node<'t>, found: &mut Vec<Embedded<'t>>) {
    for patch in patch_entries(root).filter(|patch| patch.list != "patchesJson6902") {
        let item = FieldPath::of_names(&[patch.list]).item(patch.index);
        found.extend(patch.inline.map(|(node, field)| Embedded {
            node,
            path: field.map_or(item.clone(), |field| item.child(field)),
            form: Form::Patch,
        }));
    }
}

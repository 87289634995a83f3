//! Objects of a file as cases: those that the server accepts, and those that it refuses.
//!
//! A document with `_err: TEXT`, as istio/api has them, is refused with an error that contains the text. Must not know
//! CRDs.

use crdls_manifest::objects::{objects, text_of};
use crdls_yaml::{Node, Scalar, Tree};

use crate::manifest::{ERROR, Manifest};
use crate::runner::Runner;
use crate::suite::{Case, CaseKind, Located};

/// What is expected of the objects of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// The objects must be accepted, except those with `_err`.
    Valid,
    /// The objects must be rejected.
    Invalid,
}

/// An object as a case, and its type.
#[derive(Clone, Debug)]
pub struct Example {
    /// The part of `apiVersion` before the slash; empty for Kubernetes' own first group.
    pub group: String,
    /// The part of `apiVersion` after the slash.
    pub version: String,
    /// The `kind` of the example.
    pub kind: String,
    /// The case: its index is that of the object in the file.
    pub case: Case,
}

/// Whether a text has a document that says with which error it is refused.
pub fn has_errors(text: &str, tree: &Tree) -> bool {
    // Of most files this says that there is nothing to look for.
    let mut roots = tree.documents().iter().filter_map(|document| tree.root(text, document));
    text.contains(ERROR) && roots.any(|root| root.kind().is_map() && root.get(ERROR).is_some())
}

/// The objects of a text as cases; none of what has no `apiVersion` and `kind`.
pub fn examples(text: &str, tree: &Tree, expected: Examples) -> Vec<Example> {
    let roots = tree.documents().iter().filter_map(|document| tree.root(text, document));
    let all = roots.flat_map(objects).enumerate();
    all.filter_map(|(index, object)| example(object.node, index, expected)).collect()
}

fn example(root: Node<'_>, index: usize, expected: Examples) -> Option<Example> {
    let (api_version, kind) = (text_of(root, "apiVersion")?, text_of(root, "kind")?);
    let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
    let metadata = root.get("metadata").map(|entry| entry.value);
    let name = metadata.and_then(|metadata| text_of(metadata, "name")).unwrap_or_default();
    let head = root.get("kind").map_or(root.range(), |entry| entry.value.range());
    let error = root.get(ERROR).map(|entry| Located { text: text(entry.value), range: entry.value.range() });
    let expected_error = match expected {
        Examples::Valid => error,
        Examples::Invalid => error.or(Some(Located { text: String::new(), range: head })),
    };
    let case = Case {
        kind: CaseKind::Example,
        runner: Runner::default(),
        index,
        name: format!("{kind} {name}").trim_end().to_owned(),
        range: head,
        patches: Vec::new(),
        initial: Some(Manifest::of_example(root)),
        updated: None,
        expected: None,
        expected_error,
        expected_status_error: None,
        trouble: None,
    };
    Some(Example { group: group.to_owned(), version: version.to_owned(), kind, case })
}

fn text(node: Node<'_>) -> String {
    match node.scalar() {
        Some(Scalar::Null) | None => String::new(),
        Some(_) => node.str().unwrap_or_default().into_owned(),
    }
}

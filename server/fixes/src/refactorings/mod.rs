//! What a person may want to write otherwise where nothing is wrong: each is a [`Fix`] that needs a look.
//!
//! A row of [`ALL`] is a function that looks at the places from the root down to the cursor. Knows the CRD
//! manifest; must not know findings.

mod flow;
mod int_or_string;
mod json;
mod rule;
mod sort;
pub(super) mod version;

use crdls_manifest::objects::DocumentObject;
use crdls_report::Fix;
use crdls_text::TextRange;
use crdls_yaml::{Kind as YamlKind, Node};

use super::request;
use super::resolved_path::ResolvedPath;
use crate::{File, formatted};
pub(super) use version::next_free as next_free_version;

/// The places from the root of a document down to a cursor.
struct CursorPath<'t> {
    targets: Vec<ResolvedPath<'t>>,
    cursor: TextRange,
}

type Refactor = fn(&CursorPath<'_>) -> Option<Fix>;

const ALL: &[Refactor] =
    &[version::copied, rule::with_expression, int_or_string::toggled, sort::properties, flow::unfolded];

/// What can be written otherwise at a range of a CRD, without another meaning, or of a manifest in braces; empty
/// elsewhere.
pub fn refactorings(file: &File, range: TextRange) -> Vec<Fix> {
    json::quoted(file, range.start)
        .into_iter()
        .chain(in_crd(file, range))
        .chain(request::fix("format the expression", formatted(file, range)))
        .collect()
}

fn in_crd(file: &File, range: TextRange) -> Vec<Fix> {
    let mut objects = file.objects_of(file.document_at(range.start));
    let is_here = |object: &DocumentObject<'_>| object.node.range().touches(range.start);
    let Some(crd) = objects.find(is_here).filter(|object| object.kind.is_served_crd()) else {
        return Vec::new();
    };
    let way = CursorPath { targets: ResolvedPath::way(crd.node, range), cursor: range };
    ALL.iter().filter_map(|refactor| refactor(&way)).collect()
}

impl<'t> CursorPath<'t> {
    /// The innermost place.
    fn end(&self) -> Option<&ResolvedPath<'t>> {
        self.targets.last()
    }

    /// The innermost place of which something holds.
    fn innermost(&self, holds: impl Fn(&ResolvedPath<'t>) -> bool) -> Option<&ResolvedPath<'t>> {
        self.targets.iter().rev().find(|target| holds(target))
    }

    /// The place of a version, where the cursor is not deeper in it than at one of its fields.
    fn version(&self) -> Option<&ResolvedPath<'t>> {
        let is_version =
            |path: &[String]| matches!(path, [spec, versions, _] if spec == "spec" && versions == "versions");
        let deep = self.end()?.path().len() > 4;
        self.targets.iter().find(|target| is_version(&target.path())).filter(|_| !deep)
    }
}

/// Deeper than any schema that a person writes.
const MAX_DEPTH: u32 = 200;

/// Whether an anchor or an alias is in a node: neither may move past the other, nor be there twice.
fn is_shared(node: Node<'_>, depth: u32) -> bool {
    node.anchor().is_some()
        || node.kind() == YamlKind::Alias
        || depth > MAX_DEPTH
        || node.entries().any(|entry| is_shared(entry.value, depth + 1))
        || node.items().any(|item| is_shared(item, depth + 1))
}

#[cfg(test)]
mod tests;

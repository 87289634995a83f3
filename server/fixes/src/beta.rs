//! A manifest of `apiextensions.k8s.io/v1beta1`, written as v1 has it.
//!
//! Knows what v1 calls the fields and where they stand; must not know what else v1 asks for: a manifest that
//! it would refuse is not offered.

use crdls_report::{FieldPath, Fix};
use crdls_text::{Edit, TextChange, TextRange, difference};

use super::edit;
use super::manifest::OF_VERSIONS;
use super::request::{FixRequest, fix, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;
use crate::File;

const TITLE: &str = "move it to `apiextensions.k8s.io/v1`";

pub(super) fn gone_version(request: &FixRequest<'_>) -> Vec<Fix> {
    list([to_v1(request)])
}

fn to_v1(request: &FixRequest<'_>) -> Option<Fix> {
    let path = request.finding.path.object();
    let mut draft = ConvertedText { file: request.file.draft(), number: request.number, path };
    draft.change(|object| {
        Some(vec![object.down("apiVersion").set(&Value::text("apiextensions.k8s.io/v1"))?])
    })?;
    draft.change(|object| versions(&object.down("spec")))?;
    for (old, new) in OF_VERSIONS {
        for number in (0..draft.versions()).rev() {
            draft.change(|object| copy(&object.down("spec"), old, new, number))?;
        }
        draft.change(|object| Some(object.down("spec").down(old).remove().into_iter().collect()))?;
    }
    for number in (0..draft.versions()).rev() {
        draft.change(|object| Some(columns(&object.down("spec").down("versions").item(number)?)))?;
        draft.change(|object| schema(&object.down("spec").down("versions").item(number)?))?;
    }
    draft.change(|object| scope(&object.down("spec")))?;
    // To prove it, one edit does; to compare the lines takes longer than that.
    fix(TITLE, vec![replacement(request.file.text(), draft.file.text())])
}

/// The fix of a finding as it is offered: the move to v1 by the lines that it changes.
pub(super) fn by_lines(text: &str, fix: Fix) -> Fix {
    let [edit] = &*fix.edits else { return fix };
    match (fix.title == TITLE).then(|| edit.applied(text)).flatten() {
        Some(moved) => Fix { edits: difference(text, &moved), ..fix },
        None => fix,
    }
}

/// One edit from the first to the last place where two texts differ.
fn replacement(from: &str, to: &str) -> Edit {
    let TextChange { old, .. } = TextChange::between(from, to);
    let range = TextRange::around(from, old.start, old.end);
    let end = to.len() - (from.len() - range.end as usize);
    Edit { range, new_text: to.get(range.start as usize..end).unwrap_or_default().to_owned() }
}

/// A text that is changed step by step.
struct ConvertedText {
    file: File,
    number: usize,
    path: FieldPath,
}

impl ConvertedText {
    fn change(&mut self, edits: impl Fn(&ResolvedPath<'_>) -> Option<Vec<Edit>>) -> Option<()> {
        let document = self.file.tree().documents().get(self.number)?;
        let root = self.file.tree().root(self.file.text(), document)?;
        let mut edits = edits(&ResolvedPath::find(root, &self.path)?)?;
        Edit::sort(&mut edits);
        edits.iter().rev().all(|edit| self.file.edit(edit)).then_some(())
    }

    fn versions(&self) -> usize {
        let document = self.file.tree().documents().get(self.number);
        let root = document.and_then(|document| self.file.tree().root(self.file.text(), document));
        let object = root.and_then(|root| ResolvedPath::find(root, &self.path));
        object.map_or(0, |object| object.down("spec").down("versions").node.items().count())
    }
}

/// `version` becomes the only one of `versions`, or goes where those are written.
fn versions(spec: &ResolvedPath<'_>) -> Option<Vec<Edit>> {
    let old = spec.down("version");
    let version = old.text();
    if spec.has("versions") {
        return Some(old.remove().into_iter().collect());
    }
    let only = Value::Map(vec![
        ("name".to_owned(), Value::Text(version?)),
        ("served".to_owned(), Value::Bool(true)),
        ("storage".to_owned(), Value::Bool(true)),
    ]);
    Some(vec![old.rename("versions")?, old.set(&Value::List(vec![only]))?])
}

/// A field of the spec stands in a version that has none of its own.
fn copy(spec: &ResolvedPath<'_>, old: &str, new: &str, number: usize) -> Option<Vec<Edit>> {
    let version = spec.down("versions").item(number)?;
    if !spec.has(old) || version.has(new) {
        return Some(Vec::new());
    }
    let index = spec.node.entries().position(|entry| entry.is_named(old))?;
    let [mut inserted, _] = edit::moved(spec.node, index, version.node)?;
    inserted.new_text = inserted.new_text.replacen(old, new, 1);
    Some(vec![inserted])
}

/// The path of a column has another name.
fn columns(version: &ResolvedPath<'_>) -> Vec<Edit> {
    let columns = version.down("additionalPrinterColumns");
    columns.items().filter_map(|column| column.down("JSONPath").rename("jsonPath")).collect()
}

/// A version without a schema keeps all fields, as v1beta1 did; the root of one is an object, which v1beta1 took for
/// granted.
fn schema(version: &ResolvedPath<'_>) -> Option<Vec<Edit>> {
    let schema = version.down("schema").down("openAPIV3Schema");
    if schema.is_found() {
        let type_ = schema.down("type");
        return if type_.is_found() {
            Some(Vec::new())
        } else {
            Some(vec![type_.set(&Value::text("object"))?])
        };
    }
    let any = Value::Map(vec![
        ("type".to_owned(), Value::text("object")),
        ("x-kubernetes-preserve-unknown-fields".to_owned(), Value::Bool(true)),
    ]);
    Some(vec![schema.set(&any)?])
}

/// What v1beta1 took where nothing is written, or an empty text (`SetDefaults_CustomResourceDefinitionSpec`).
fn scope(spec: &ResolvedPath<'_>) -> Option<Vec<Edit>> {
    let scope = spec.down("scope");
    if scope.is_found() && scope.text().is_none_or(|text| !text.is_empty()) {
        Some(Vec::new())
    } else {
        Some(vec![scope.set(&Value::text("Namespaced"))?])
    }
}

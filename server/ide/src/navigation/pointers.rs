//! Fields that texts name by a path: JSON pointers in the JSON patches of a kustomization and in those of a CRD that a
//! test suite has, and the errors that a suite expects.
//!
//! Knows where such texts are; must not know who asks for the fields.

use std::ops::Range;

use crdls_manifest::objects::Kind;
use crdls_resource::Index;
use crdls_text::{Edit, TextRange};
use crdls_values::json_pointer;
use crdls_yaml::Node;

use super::expected_errors;
use crate::nested::{Origin, patches};
use crate::targets::Property;
use crate::version::{OwnedStep, value};
use crate::{File, Meaning};

/// The edit of a file that writes another name.
type MakeEdit<'o> = dyn Fn(&str) -> Option<Edit> + 'o;

/// The name of a field in a patch or an error.
pub(super) struct PointedField<'o> {
    /// The name alone, in bytes of the file.
    pub(super) range: TextRange,
    /// The edit that gives it another name.
    edit: Box<MakeEdit<'o>>,
}

impl PointedField<'_> {
    /// The edit of the file that gives it another name.
    pub(super) fn edit(&self, new: &str) -> Option<Edit> {
        (self.edit)(new)
    }
}

/// Visits the names of a property in the patches and the expected errors of a file. `name`: what the file is called, as the CRDs of the index are.
pub(super) fn each_pointed(
    file: &File,
    name: &str,
    crds: &Index,
    meaning: &Meaning,
    visit: &mut dyn FnMut(&PointedField<'_>),
) {
    let Some(property) = &meaning.property else { return };
    for (_, object) in file.objects().filter(|(_, object)| object.kind == Kind::Suite) {
        of_suite(object.node, name, crds, (meaning, property), visit);
    }
    patches(file, &mut |patch, inner| {
        let target = patch.target;
        let is = |key: &str, wanted: &str, required: bool| match target.and_then(|target| value(target, key))
        {
            Some(node) => node.str().is_some_and(|text| *text == *wanted),
            None => !required,
        };
        if is("kind", &meaning.kind, true)
            && is("group", &meaning.group, false)
            && is("version", &property.version, false)
        {
            let tree = inner.file().tree();
            let roots =
                tree.documents().iter().filter_map(|document| tree.root(inner.file().text(), document));
            let operations = roots.filter(|root| root.kind().is_seq()).flat_map(Node::items);
            operations
                .for_each(|operation| of_operation(operation, &property.route, Origin::String(inner), visit));
        }
    });
}

/// The CRD patches of a suite's cases, and the errors that they expect.
fn of_suite(
    root: Node<'_>,
    name: &str,
    crds: &Index,
    (meaning, property): (&Meaning, &Property),
    visit: &mut dyn FnMut(&PointedField<'_>),
) {
    let Some(crd) = value(root, "crdName").and_then(Node::str) else { return };
    let known = crds.first_of_name(&crd, name);
    let Some(known) = known.filter(|known| *known.source == *meaning.source && meaning.is_about(known))
    else {
        return;
    };
    let lists = value(root, "tests").into_iter().flat_map(Node::entries).map(|list| list.value);
    let cases: Vec<_> = lists.flat_map(Node::items).collect();
    let own = value(root, "version").and_then(Node::str);
    let mut versions = known.crd().versions();
    let is_version = match &own {
        Some(own) => *own == property.version,
        None => versions.next().is_some() && versions.next().is_none(),
    };
    for error in cases.iter().copied().flat_map(expected_errors::errors).filter(|_| is_version) {
        let decoded = error.decoded();
        for range in expected_errors::names(decoded.text(), &property.route) {
            visit(&named(error, decoded.source_range(range), Origin::File, str::to_owned));
        }
    }
    let patches = cases.into_iter().filter_map(|case| value(case, "initialCRDPatches"));
    for path in patches.flat_map(Node::items).filter_map(|patch| value(patch, "path")) {
        let decoded = path.decoded();
        let steps = steps(decoded.text());
        let [spec, versions, number, schema, root, rest @ ..] = &*steps else { continue };
        let names = [spec, versions, schema, root].map(|step| step.of(decoded.text()));
        let version = number.of(decoded.text()).parse().ok().and_then(|at| known.crd().versions().nth(at));
        if names == ["spec", "versions", "schema", "openAPIV3Schema"]
            && version.is_some_and(|version| version.name() == property.version)
            && let Some(range) = in_schema(decoded.text(), rest, &property.route)
        {
            visit(&pointed(path, decoded.source_range(range), Origin::File));
        }
    }
}

/// The name at the end of a way through a schema.
fn in_schema(text: &str, steps: &[TextRange], route: &[OwnedStep]) -> Option<TextRange> {
    let (step, rest) = route.split_first()?;
    let (first, steps) = steps.split_first()?;
    let steps = match (step, first.of(text)) {
        (OwnedStep::Property(name), "properties") => {
            let (own, steps) = steps.split_first()?;
            if json_pointer::unescaped(own.of(text)) != *name {
                return None;
            }
            if rest.is_empty() {
                return Some(*own);
            }
            steps
        }
        (OwnedStep::Item, "items") | (OwnedStep::Value, "additionalProperties") => steps,
        _ => return None,
    };
    in_schema(text, steps, rest)
}

/// An operation on a custom resource: its paths, and its value.
fn of_operation(
    operation: Node<'_>,
    route: &[OwnedStep],
    origin: Origin<'_>,
    visit: &mut dyn FnMut(&PointedField<'_>),
) {
    for path in ["path", "from"].into_iter().filter_map(|key| value(operation, key)) {
        let decoded = path.decoded();
        let steps = steps(decoded.text());
        if let Some(at) = route.len().checked_sub(1).and_then(|last| steps.get(last))
            && leads(decoded.text(), &steps, route)
        {
            visit(&pointed(path, decoded.source_range(*at), origin));
        }
    }
    let (Some(path), Some(new)) = (value(operation, "path"), value(operation, "value")) else { return };
    let decoded = path.decoded();
    let steps = steps(decoded.text());
    let (Some(above), Some(rest)) = (route.get(..steps.len()), route.get(steps.len()..)) else { return };
    if leads(decoded.text(), &steps, above) {
        below(new, rest, &mut |key| {
            let edit = |new: &str| crdls_fixes::rewritten(key, new).and_then(|edit| origin.edit(edit));
            visit(&PointedField { range: origin.range(key.range()), edit: Box::new(edit) });
        });
    }
}

/// Whether a pointer begins as a way through an object does.
fn leads(text: &str, steps: &[TextRange], route: &[OwnedStep]) -> bool {
    steps.iter().zip(route).all(|(step, of)| match of {
        OwnedStep::Property(name) => json_pointer::unescaped(step.of(text)) == *name,
        OwnedStep::Item | OwnedStep::Value => true,
    })
}

/// A step of a pointer; `range` in the text of its scalar.
fn pointed<'o>(node: Node<'o>, range: TextRange, origin: Origin<'o>) -> PointedField<'o> {
    named(node, range, origin, json_pointer::escaped)
}

/// A name in a text; `range` in the text of its scalar, `written`: the name as it is written there.
fn named<'o>(
    node: Node<'o>,
    range: TextRange,
    origin: Origin<'o>,
    written: fn(&str) -> String,
) -> PointedField<'o> {
    let kind = node.kind();
    let edit = move |new: &str| {
        let new_text = kind.piece(&written(new))?;
        origin.edit(Edit { range, new_text })
    };
    PointedField { range: origin.range(range), edit: Box::new(edit) }
}

/// The steps of a pointer, without their slashes.
fn steps(pointer: &str) -> Vec<TextRange> {
    let range = |step: Range<usize>| TextRange::new(step.start as u32, step.end as u32);
    json_pointer::steps(pointer).into_iter().map(range).collect()
}

/// Visits the keys at the end of a way.
pub(super) fn below(node: Node<'_>, route: &[OwnedStep], visit: &mut dyn FnMut(Node<'_>)) {
    let Some((step, rest)) = route.split_first() else { return };
    match step {
        OwnedStep::Property(name) => {
            let Some(entry) = node.get(name) else { return };
            match rest {
                [] => visit(entry.key),
                rest => below(entry.value, rest, visit),
            }
        }
        OwnedStep::Item => node.items().for_each(|item| below(item, rest, visit)),
        OwnedStep::Value => node.entries().for_each(|entry| below(entry.value, rest, visit)),
    }
}

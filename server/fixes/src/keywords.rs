//! Keywords that have no place where they stand.

use crdls_report::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::cursor::around;
use crdls_yaml::{Kind, Node};

use super::request::{FixRequest, list, safe};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// What the finding points at has to go.
pub(super) fn itself(request: &FixRequest<'_>) -> Vec<Fix> {
    list([request.remove(here)])
}

pub(super) fn here<'t>(target: &ResolvedPath<'t>) -> Option<ResolvedPath<'t>> {
    Some(target.clone())
}

/// `x-kubernetes-int-or-string` excludes the other.
pub(super) fn conflict(request: &FixRequest<'_>) -> Vec<Fix> {
    let int_or_string = |target: &ResolvedPath<'_>| target.up()?.down("x-kubernetes-int-or-string").remove();
    let without = request
        .everywhere("remove `x-kubernetes-int-or-string`", |target| Some(vec![int_or_string(target)?]));
    list([request.remove(here), without])
}

/// A keyword of JSON Schema that CRDs do not have.
pub(super) fn unsupported(request: &FixRequest<'_>) -> Vec<Fix> {
    list([pattern_properties(request), request.remove(here)])
}

/// Where one pattern is all that is said of an object's fields, their names are lost and their schema is not.
fn pattern_properties(request: &FixRequest<'_>) -> Option<Fix> {
    request.everywhere("turn `patternProperties` into `additionalProperties`", |target| {
        let parent = target.up()?;
        let only = target.name() == "patternProperties" && target.node.entries().count() == 1;
        let free = !parent.has("properties") && !parent.has("additionalProperties");
        let inner = target.node.entries().next().filter(|_| only && free)?.value;
        let block = target.node.kind() == Kind::BlockMap && inner.kind() == Kind::BlockMap;
        // The pattern's line goes, and what is below it stays where it is: deeper by one step.
        let range = TextRange::new(target.node.range().start, inner.range().start);
        let without = Edit { range, new_text: deeper(target, inner)? };
        let commented = range.of(inner.text()).contains('#');
        (block && !commented).then_some(vec![target.rename("additionalProperties")?, without])
    })
}

/// The blanks before the first key of a mapping that moves up to where its parent's first key stood.
fn deeper(target: &ResolvedPath<'_>, inner: Node<'_>) -> Option<String> {
    let text = inner.text();
    let column = |at: u32| {
        let before = text.get(..at as usize)?;
        Some(before.len() - before.rfind('\n').map_or(0, |at| at + 1))
    };
    let more = column(inner.range().start)?.checked_sub(column(target.node.range().start)?)?;
    Some(" ".repeat(more))
}

/// The keyword that the conversion names, wherever below it is.
pub(super) fn unconvertible(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let depth = target.path().len();
    let Some(found) = at_offset(target, request.finding.range.start) else { return Vec::new() };
    if found.name() == "items" {
        return Vec::new();
    }
    let path = found.path();
    let keyword = |target: &ResolvedPath<'_>| {
        let steps = path.get(depth..)?.iter();
        let target = steps.clone().try_fold(target.clone(), |target, step| enter(&target, step))?;
        Some(vec![target.remove()?])
    };
    list([request.everywhere(format!("remove `{}`", found.name()), keyword)])
}

/// The key whose name is at an offset.
pub(super) fn at_offset(target: ResolvedPath<'_>, offset: u32) -> Option<ResolvedPath<'_>> {
    let around = around(target.node, offset);
    let [_, below @ ..] = around.as_slice() else { return None };
    let target = below.iter().try_fold(target, |target, level| match level.entry {
        Some(_) => Some(target.down(&level.name()?)).filter(ResolvedPath::is_found),
        None => target.items().find(|item| item.node == level.node),
    });
    target.filter(|_| around.last().is_some_and(|last| last.is_at_key(offset)))
}

fn enter<'t>(target: &ResolvedPath<'t>, step: &str) -> Option<ResolvedPath<'t>> {
    if target.node.kind().is_seq() {
        return target.item(step.parse().ok()?);
    }
    Some(target.down(step)).filter(ResolvedPath::is_found)
}

/// A list without doubles is a set.
pub(super) fn unique_items(request: &FixRequest<'_>) -> Vec<Fix> {
    let as_set = |target: &ResolvedPath<'_>| {
        let schema = target.up()?;
        let free = !schema.has("x-kubernetes-list-type") && schema.text_of("type")? == "array";
        let value = target.set(&Value::text("set"))?;
        (free && may_be_in_set(&schema.down("items")))
            .then_some(vec![target.rename("x-kubernetes-list-type")?, value])
    };
    let set = request.everywhere("replace `uniqueItems` with `x-kubernetes-list-type: set`", as_set);
    list([set, request.remove(here)])
}

/// Whether the server accepts such items in a list of type `set`: scalars, and what is compared as a whole.
fn may_be_in_set(items: &ResolvedPath<'_>) -> bool {
    match items.text_of("type").as_deref() {
        Some("object") => items.has("x-kubernetes-map-type"),
        // Lists are atomic unless they say otherwise.
        _ => true,
    }
}

pub(super) fn additional_properties(request: &FixRequest<'_>) -> Vec<Fix> {
    let forbids = request.target().and_then(|target| target.text()).is_some_and(|text| text == "false");
    let without = request.remove(here);
    // What `properties` does not name is pruned anyway.
    list([if forbids { safe(without) } else { without }])
}

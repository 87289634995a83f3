//! Keywords that have no place where they stand.

use crdls_schema::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::case::{Case, list, safe};
use super::site::Site;
use super::value::Value;

/// What the finding points at has to go.
pub(super) fn itself(case: &Case<'_>) -> Vec<Fix> {
    list([case.remove(here)])
}

pub(super) fn here<'t>(site: &Site<'t>) -> Option<Site<'t>> {
    Some(site.clone())
}

/// `x-kubernetes-int-or-string` excludes the other.
pub(super) fn conflict(case: &Case<'_>) -> Vec<Fix> {
    let int_or_string = |site: &Site<'_>| site.up()?.down("x-kubernetes-int-or-string").remove();
    let without =
        case.everywhere("remove `x-kubernetes-int-or-string`", |site| Some(vec![int_or_string(site)?]));
    list([case.remove(here), without])
}

/// A keyword of JSON Schema that CRDs do not have.
pub(super) fn unsupported(case: &Case<'_>) -> Vec<Fix> {
    list([pattern_properties(case), case.remove(here)])
}

/// Where one pattern is all that is said of an object's fields, their names are lost and their schema is not.
fn pattern_properties(case: &Case<'_>) -> Option<Fix> {
    case.everywhere("turn `patternProperties` into `additionalProperties`", |site| {
        let parent = site.up()?;
        let only = site.name() == "patternProperties" && site.node.entries().count() == 1;
        let free = !parent.has("properties") && !parent.has("additionalProperties");
        let inner = site.node.entries().next().filter(|_| only && free)?.value;
        let block = site.node.kind() == Kind::BlockMap && inner.kind() == Kind::BlockMap;
        // The pattern's line goes, and what is below it stays where it is: deeper by one step.
        let range = TextRange::new(site.node.range().start, inner.range().start);
        let without = Edit { range, new_text: deeper(site, inner)? };
        let commented = range.of(inner.text()).contains('#');
        (block && !commented).then_some(vec![site.rename("additionalProperties")?, without])
    })
}

/// The blanks before the first key of a mapping that moves up to where its parent's first key stood.
fn deeper(site: &Site<'_>, inner: Node<'_>) -> Option<String> {
    let text = inner.text();
    let column = |at: u32| {
        let before = text.get(..at as usize)?;
        Some(before.len() - before.rfind('\n').map_or(0, |at| at + 1))
    };
    let more = column(inner.range().start)?.checked_sub(column(site.node.range().start)?)?;
    Some(" ".repeat(more))
}

/// The keyword that the conversion names, wherever below it is.
pub(super) fn unconvertible(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let depth = site.path().len();
    let Some(found) = at_offset(site, case.finding.range.start) else { return Vec::new() };
    if found.name() == "items" {
        return Vec::new();
    }
    let path = found.path();
    let keyword = |site: &Site<'_>| {
        let steps = path.get(depth..)?.iter();
        let site = steps.clone().try_fold(site.clone(), |site, step| enter(&site, step))?;
        Some(vec![site.remove()?])
    };
    list([case.everywhere(format!("remove `{}`", found.name()), keyword)])
}

/// The key whose name is at an offset.
pub(super) fn at_offset(site: Site<'_>, offset: u32) -> Option<Site<'_>> {
    let mut site = site;
    loop {
        if site.node.kind().is_seq() {
            let item = site.items().find(|item| item.node.range().touches(offset))?;
            site = item;
            continue;
        }
        let entry = site.node.entries().find(|entry| entry.range.touches(offset))?;
        let down = site.down(&entry.key.str()?);
        if !down.is_found() || entry.key.range().touches(offset) {
            return down.is_found().then_some(down);
        }
        site = down;
    }
}

fn enter<'t>(site: &Site<'t>, step: &str) -> Option<Site<'t>> {
    if site.node.kind().is_seq() {
        return site.item(step.parse().ok()?);
    }
    Some(site.down(step)).filter(Site::is_found)
}

/// A list without doubles is a set.
pub(super) fn unique_items(case: &Case<'_>) -> Vec<Fix> {
    let as_set = |site: &Site<'_>| {
        let schema = site.up()?;
        let free = !schema.has("x-kubernetes-list-type") && schema.text_of("type")? == "array";
        let value = site.set(&Value::text("set"))?;
        free.then_some(vec![site.rename("x-kubernetes-list-type")?, value])
    };
    let set = case.everywhere("replace `uniqueItems` with `x-kubernetes-list-type: set`", as_set);
    list([set, case.remove(here)])
}

pub(super) fn additional_properties(case: &Case<'_>) -> Vec<Fix> {
    let forbids = case.site().and_then(|site| site.text()).is_some_and(|text| text == "false");
    let without = case.remove(here);
    // What `properties` does not name is pruned anyway.
    list([if forbids { safe(without) } else { without }])
}

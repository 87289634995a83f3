//! `oldSelf` below a list whose items nothing tells apart.

use crdls_report::Fix;

use super::cel;
use super::lists::{self, LIST_MAP_KEYS, LIST_TYPE};
use super::request::{FixRequest, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// The list gets keys, or the rule moves to the list, or goes.
pub(super) fn uncorrelatable(request: &FixRequest<'_>) -> Vec<Fix> {
    list([keyed(request), moved(request), cel::without_rule(request)])
}

/// The list with its items, of which a rule below the outermost one that has no keys speaks.
fn array<'t>(rule: &ResolvedPath<'t>) -> Option<ResolvedPath<'t>> {
    let path = rule.path();
    let keyed = |target: &ResolvedPath<'_>| target.text_of(LIST_TYPE).is_some_and(|type_| type_ == "map");
    let depths =
        path.iter().enumerate().filter(|(_, step)| *step == "items").map(|(depth, _)| path.len() - depth);
    depths.filter_map(|steps| rule.above(steps)).find(|target| target.has("items") && !keyed(target))
}

/// A list of type map by the key that its items have.
fn keyed(request: &FixRequest<'_>) -> Option<Fix> {
    let (key, optional) = lists::likely_key(&array(&request.target()?)?)?;
    let title = match optional {
        true => format!("make the list a map with `{LIST_MAP_KEYS}: [{key}]`, and `{key}` required"),
        false => format!("make the list a map with `{LIST_MAP_KEYS}: [{key}]`"),
    };
    request.everywhere(title, |target| {
        let array = array(target)?;
        let keys = Value::List(vec![Value::text(key.as_str())]);
        let mut edits =
            vec![array.down(LIST_TYPE).set(&Value::text("map"))?, array.down(LIST_MAP_KEYS).set(&keys)?];
        if optional {
            edits.push(array.down("items").down("required").push(&Value::text(key.as_str()))?);
        }
        Some(edits)
    })
}

/// `self == oldSelf` of each item is, where items have no name, that of the whole list.
fn moved(request: &FixRequest<'_>) -> Option<Fix> {
    let target = request.target()?;
    let rule = target.text()?;
    let compact: String = rule.split_whitespace().collect();
    let name = array(&target)?.name().to_owned();
    let whole = ["self==oldSelf", "oldSelf==self"].contains(&compact.as_str());
    let of_items = |target: &ResolvedPath<'_>| target.above(4).is_some_and(|array| array.has("items"));
    if !whole || !of_items(&target) {
        return None;
    }
    request.everywhere(format!("move the validation `{rule}` to the list `{name}`"), |target| {
        let rules = target.above(2)?;
        let array = target.above(4)?;
        let free = rules.has_one_item() && !array.has("x-kubernetes-validations");
        free.then(|| rules.move_to(array.node)).flatten()
    })
}

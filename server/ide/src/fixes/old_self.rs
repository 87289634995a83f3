//! `oldSelf` below a list whose items nothing tells apart.

use crdls_schema::Fix;

use super::case::{Case, list};
use super::cel;
use super::lists::{self, LIST_MAP_KEYS, LIST_TYPE};
use super::site::Site;
use super::value::Value;

/// The list gets keys, or the rule moves to the list, or goes.
pub(super) fn uncorrelatable(case: &Case<'_>) -> Vec<Fix> {
    list([keyed(case), moved(case), cel::without_rule(case)])
}

/// The list with its items, of which a rule below the outermost one that has no keys speaks.
fn array<'t>(rule: &Site<'t>) -> Option<Site<'t>> {
    let path = rule.path();
    let keyed = |site: &Site<'_>| site.text_of(LIST_TYPE).is_some_and(|type_| type_ == "map");
    let depths =
        path.iter().enumerate().filter(|(_, step)| *step == "items").map(|(depth, _)| path.len() - depth);
    depths.filter_map(|steps| rule.above(steps)).find(|site| site.has("items") && !keyed(site))
}

/// A list of type map by the key that its items have.
fn keyed(case: &Case<'_>) -> Option<Fix> {
    let (key, optional) = lists::likely_key(&array(&case.site()?)?)?;
    let title = match optional {
        true => format!("make the list a map with `{LIST_MAP_KEYS}: [{key}]`, and `{key}` required"),
        false => format!("make the list a map with `{LIST_MAP_KEYS}: [{key}]`"),
    };
    case.everywhere(title, |site| {
        let array = array(site)?;
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
fn moved(case: &Case<'_>) -> Option<Fix> {
    let site = case.site()?;
    let rule = site.text()?;
    let compact: String = rule.split_whitespace().collect();
    let name = array(&site)?.name().to_owned();
    let whole = ["self==oldSelf", "oldSelf==self"].contains(&compact.as_str());
    let of_items = |site: &Site<'_>| site.above(4).is_some_and(|array| array.has("items"));
    if !whole || !of_items(&site) {
        return None;
    }
    case.everywhere(format!("move the validation `{rule}` to the list `{name}`"), |site| {
        let rules = site.above(2)?;
        let array = site.above(4)?;
        let free = rules.items().count() == 1 && !array.has("x-kubernetes-validations");
        free.then(|| rules.move_to(array.node)).flatten()
    })
}

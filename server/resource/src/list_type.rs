//! Sets and maps: no item is a duplicate.
//!
//! Mirrors `ValidateListSetsAndMaps` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/listtype/validation.go).

use std::collections::HashMap;

use super::schema::fault::shown;
use super::schema::report::DUPLICATE_ITEM;
use super::structural::{Member, Structural};
use crdls_manifest::fields::Field;
use crdls_report::{ErrorType, Path, Report, code};
use crdls_values::{Json, JsonMember, JsonValue};

code!(
    INVALID_LIST_ITEM,
    "invalid-list-item",
    Error,
    server,
    "an item of a list of type map is not an object"
);

/// Checks the lists of an object that may replace another: not where those of the old one are wrong too.
pub fn check_update(
    value: &Json,
    old: Option<&Json>,
    schema: Structural<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let before = report.errors.len();
    check(value, schema, path, report);
    if let Some(old) = old.filter(|_| report.errors.len() > before) {
        let mut of_old = Report::default();
        check(old, schema, path, &mut of_old);
        if !of_old.errors.is_empty() {
            report.errors.truncate(before);
        }
    }
}

/// Checks the lists below a node.
pub fn check(value: &Json, schema: Structural<'_>, path: &Path<'_>, report: &mut Report) {
    if !schema.may_have_within(Field::XListType) {
        return;
    }
    match &value.value {
        JsonValue::Map(members) => {
            let mut keywords = schema.members();
            for member in members {
                // A member that is a property is one of the additional ones here too.
                if let Some(values) = schema.additional_properties() {
                    check(&member.value, values, &path.key(&member.name), report);
                }
                if let Member::Property(property) = keywords.find(&member.name) {
                    check(&member.value, property, &path.child(&member.name), report);
                }
            }
        }
        JsonValue::List(items) => list(items, schema, path, report),
        _ => {}
    }
}

fn list(items: &[Json], schema: Structural<'_>, path: &Path<'_>, report: &mut Report) {
    match schema.schema().and_then(|schema| schema.list_type()) {
        Some("set") => {
            for (first, again) in repeated(items) {
                let Some(item) = items.get(again) else { continue };
                duplicate(item, &shown(item), (first, again), path, report);
            }
        }
        Some("map") => map(items, schema, path, report),
        _ => {}
    }
    let Some(schema) = schema.items() else { return };
    for (i, item) in items.iter().enumerate() {
        check(item, schema, &path.index(i), report);
    }
}

fn map(items: &[Json], schema: Structural<'_>, path: &Path<'_>, report: &mut Report) {
    let is_odd = |item: &Json| !matches!(item.value, JsonValue::Map(_) | JsonValue::Null);
    let names: Vec<_> =
        schema.schema().into_iter().flat_map(|s| s.list_map_keys()).map(|(key, _)| key).collect();
    let keyed: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    let keyed = keyed.join(" and ");
    if let Some((at, item)) = items.iter().enumerate().find(|(_, item)| is_odd(item)) {
        let here = path.index(at);
        report
            .add(
                &INVALID_LIST_ITEM,
                ErrorType::Invalid,
                &here,
                "must be an object for an array of list-type map",
            )
            .bad(item.quoted())
            .message(format!("{} must be an object, got {}", here.subject(), shown(item)))
            .why(format!("the list is a map whose items are identified by {keyed}"));
        return;
    }
    let keys: Vec<_> = items.iter().map(|item| keys(item, &names)).collect();
    for (first, again) in repeated(&keys) {
        let Some(key) = keys.get(again) else { continue };
        duplicate(key, &format!("the same {keyed}"), (first, again), path, report);
    }
}

/// What tells an item from others.
fn keys(item: &Json, names: &[&str]) -> Json {
    let mut members: Vec<_> = item.members().iter().filter(|m| names.contains(&&*m.name)).cloned().collect();
    members.sort_by(|a: &JsonMember, b| a.name.cmp(&b.name));
    Json { value: JsonValue::Map(members), range: item.range }
}

/// Items that are there for the second time, each with the first.
fn repeated(items: &[Json]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<String, (usize, usize)> = HashMap::new();
    let mut repeated = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let (first, times) = seen.entry(item.to_json()).or_insert((at, 0));
        *times += 1;
        if *times == 2 {
            repeated.push((*first, at));
        }
    }
    repeated
}

/// `what` is the same in both.
fn duplicate(value: &Json, what: &str, (first, again): (usize, usize), path: &Path<'_>, report: &mut Report) {
    let (here, first) = (path.index(again), path.index(first));
    report
        .add(&DUPLICATE_ITEM, ErrorType::Duplicate, &here, "")
        .bad(value.quoted())
        .message(format!("{} is a duplicate of `{}`: {what}", here.subject(), first.manifest().tail()))
        .help("remove one of the two")
        .related(&first, "the first item");
}

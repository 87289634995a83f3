//! Paths of the scale subresource and of selectable fields.

use crdls_schema::Fix;
use crdls_schema::decode::nearest;

use super::case::{Case, list};
use super::keywords::here;
use super::site::Site;
use super::value::Value;

/// A path below spec or status.
pub(super) fn scale(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let roots: &[&str] = match site.name() {
        "specReplicasPath" => &[".spec"],
        "statusReplicasPath" => &[".status"],
        _ => &[".status", ".spec"],
    };
    let usual = match site.name() {
        "labelSelectorPath" => ".status.selector".to_owned(),
        _ => format!("{}.replicas", roots.first().copied().unwrap_or_default()),
    };
    let dotted =
        site.text().filter(|path| !path.is_empty()).map(|path| format!(".{}", path.trim_start_matches('.')));
    let dotted = dotted.filter(|path| {
        roots.iter().any(|root| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('.')))
    });
    let with_dot = dotted.and_then(|path| case.write(&Value::text(path)));
    let optional = (site.name() == "labelSelectorPath").then(|| case.remove(here)).flatten();
    list([with_dot, case.write(&Value::text(usual)), optional])
}

/// A path to a field that is there.
pub(super) fn selectable(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let path = site.text().unwrap_or_default();
    let schema = site.above(3).map(|version| version.down("schema").down("openAPIV3Schema"));
    let near = schema.and_then(|schema| near_path(schema, &path)).filter(|near| *near != path);
    let near = near.and_then(|near| case.write(&Value::text(near)));
    let mut fixes = list([near]);
    fixes.extend(selectable_item(case));
    fixes
}

/// A path into a schema with each step spelt as the nearest property.
pub(super) fn near_path(mut schema: Site<'_>, path: &str) -> Option<String> {
    let mut near = String::new();
    for name in path.trim_start_matches('.').split('.') {
        let properties = schema.down("properties");
        let names = properties.is_found().then(|| properties.node.entries())?;
        let names: Vec<_> = names.filter_map(|entry| Some(entry.key.str()?.into_owned())).collect();
        let exact = names.iter().find(|other| *other == name).map(String::as_str);
        let step = exact.or_else(|| nearest(name, names.iter().map(String::as_str)))?;
        near = format!("{near}.{step}");
        schema = properties.down(step);
    }
    Some(near)
}

/// One of several selectable fields can go; the last one with the whole list.
pub(super) fn selectable_item(case: &Case<'_>) -> Vec<Fix> {
    let path = case.site().and_then(|site| site.text()).unwrap_or_default();
    let one = case
        .everywhere(format!("remove the selectable field `{path}`"), |site| Some(vec![site.up()?.remove()?]));
    let all = case.everywhere("remove `selectableFields`", |site| {
        let list = site.above(2)?;
        (list.items().count() == 1).then(|| list.remove()).flatten().map(|edit| vec![edit])
    });
    list([one, all])
}

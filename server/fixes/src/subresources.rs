//! Paths of the scale subresource and of selectable fields.

use crdls_report::Fix;
use crdls_text::nearest;

use super::keywords::here;
use super::request::{FixRequest, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// A path below spec or status.
pub(super) fn scale(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let roots: &[&str] = match target.name() {
        "specReplicasPath" => &[".spec"],
        "statusReplicasPath" => &[".status"],
        _ => &[".status", ".spec"],
    };
    let usual = match target.name() {
        "labelSelectorPath" => ".status.selector".to_owned(),
        _ => format!("{}.replicas", roots.first().copied().unwrap_or_default()),
    };
    let dotted = target
        .text()
        .filter(|path| !path.is_empty())
        .map(|path| format!(".{}", path.trim_start_matches('.')));
    let dotted = dotted.filter(|path| {
        roots.iter().any(|root| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('.')))
    });
    let with_dot = dotted.and_then(|path| request.write(&Value::text(path)));
    let optional = (target.name() == "labelSelectorPath").then(|| request.remove(here)).flatten();
    list([with_dot, request.write(&Value::text(usual)), optional])
}

/// A path to a field that is there.
pub(super) fn selectable(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let path = target.text().unwrap_or_default();
    let schema = target.above(3).map(|version| version.down("schema").down("openAPIV3Schema"));
    let near = schema.and_then(|schema| near_path(schema, &path)).filter(|near| *near != path);
    let near = near.and_then(|near| request.write(&Value::text(near)));
    let mut fixes = list([near]);
    fixes.extend(selectable_item(request));
    fixes
}

/// A path into a schema with each step spelt as the nearest property.
pub(super) fn near_path(mut schema: ResolvedPath<'_>, path: &str) -> Option<String> {
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
pub(super) fn selectable_item(request: &FixRequest<'_>) -> Vec<Fix> {
    let path = request.target().and_then(|target| target.text()).unwrap_or_default();
    let one = request.everywhere(format!("remove the selectable field `{path}`"), |target| {
        Some(vec![target.up()?.remove()?])
    });
    let all = request.everywhere("remove `selectableFields`", |target| {
        let list = target.above(2)?;
        list.has_one_item().then(|| list.remove()).flatten().map(|edit| vec![edit])
    });
    list([one, all])
}

//! Metadata of a CRD, and what a schema says of the metadata of its objects.

use crdls_report::Fix;

use super::keywords::at_offset;
use super::request::{FixRequest, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// A group of Kubernetes' own wants to be approved, or said not to be.
pub(super) fn approval(request: &FixRequest<'_>) -> Vec<Fix> {
    list([request.write(&Value::text("unapproved, experimental-only"))])
}

/// The key of an annotation that cannot be one.
pub(super) fn annotation(request: &FixRequest<'_>) -> Vec<Fix> {
    list([rename_key(request), remove_marked(request)])
}

/// A label's key or value.
pub(super) fn label(request: &FixRequest<'_>) -> Vec<Fix> {
    let value =
        marked(request).filter(|entry| entry.node.range() == request.finding.range).and_then(|entry| {
            let corrected = qualified(&entry.text()?)?;
            let edit = entry.set(&Value::text(corrected.as_str()))?;
            super::request::fix(format!("replace with `{corrected}`"), vec![edit])
        });
    list([value, rename_key(request), remove_marked(request)])
}

/// The entry that the finding marks, by its key or its value.
fn marked<'t>(request: &FixRequest<'t>) -> Option<ResolvedPath<'t>> {
    let map = request.target()?;
    let start = request.finding.range.start;
    let entry = map.node.entries().find(|entry| entry.range.touches(start))?;
    Some(map.down(&entry.key.str()?)).filter(ResolvedPath::is_found)
}

fn rename_key(request: &FixRequest<'_>) -> Option<Fix> {
    let entry = marked(request)?;
    let name = entry.name();
    let corrected = match name.rsplit_once('/') {
        Some((prefix, name)) => format!("{}/{}", prefix.to_lowercase().replace('/', "."), qualified(name)?),
        None => qualified(name)?,
    };
    if corrected == name || entry.up()?.has(&corrected) {
        return None;
    }
    super::request::fix(format!("replace with `{corrected}`"), vec![entry.rename(&corrected)?])
}

/// Letters, digits, dashes, underscores and dots, with a letter or digit at both ends.
fn qualified(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mapped: String = text.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
    let name = mapped.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let name = name.get(..name.len().min(63))?.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    (!name.is_empty()).then(|| name.to_owned())
}

fn remove_marked(request: &FixRequest<'_>) -> Option<Fix> {
    let entry = marked(request)?;
    super::request::fix(format!("remove `{}`", entry.name()), vec![entry.remove()?])
}

/// Of metadata a schema can restrict two names alone: all else goes.
pub(super) fn restricted(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let one = at_offset(target.clone(), request.finding.range.start).map(|marked| marked.path());
    let depth = target.path().len();
    let one = one.and_then(|path| {
        let steps: Vec<String> = path.get(depth..)?.to_vec();
        let title = format!("remove `{}`", steps.last()?);
        request.everywhere(title, move |target| {
            let place = steps.iter().fold(target.clone(), |target, step| target.down(step));
            Some(vec![place.remove()?])
        })
    });
    let others: Vec<String> = surplus(&target).into_iter().filter_map(|mut path| path.pop()).collect();
    let all = request.everywhere(format!("remove `{}`", others.join("`, `")), |target| {
        let kept = |path: &Vec<&str>| path.iter().fold(target.clone(), |target, step| target.down(step));
        surplus_of(target).iter().map(|path| kept(path).remove()).collect()
    });
    list([one, all])
}

fn surplus(target: &ResolvedPath<'_>) -> Vec<Vec<String>> {
    surplus_of(target).into_iter().map(|path| path.into_iter().map(ToOwned::to_owned).collect()).collect()
}

/// The keys of a schema of metadata that cannot stay, by their paths below it.
fn surplus_of<'t>(target: &ResolvedPath<'t>) -> Vec<Vec<&'t str>> {
    let keys = |node: crdls_yaml::Node<'t>| node.entries().map(|entry| entry.key.source());
    let own = keys(target.node).filter(|key| !matches!(*key, "type" | "properties" | "default"));
    let properties = target.down("properties");
    let names = || properties.is_found().then(|| keys(properties.node)).into_iter().flatten();
    let is_name = |name: &&str| matches!(*name, "name" | "generateName");
    let own = own.map(|key| vec![key]);
    if !names().any(|name| is_name(&name)) && names().next().is_some() {
        return own.chain([vec!["properties"]]).collect();
    }
    own.chain(names().filter(|name| !is_name(name)).map(|name| vec!["properties", name])).collect()
}

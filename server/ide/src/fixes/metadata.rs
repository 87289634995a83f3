//! Metadata of a CRD, and what a schema says of the metadata of its objects.

use crdls_schema::Fix;

use super::case::{Case, list};
use super::keywords::at_offset;
use super::site::Site;
use super::value::Value;

/// A group of Kubernetes' own wants to be approved, or said not to be.
pub(super) fn approval(case: &Case<'_>) -> Vec<Fix> {
    list([case.write(&Value::text("unapproved, experimental-only"))])
}

/// The key of an annotation that cannot be one.
pub(super) fn annotation(case: &Case<'_>) -> Vec<Fix> {
    list([mended_key(case), remove_marked(case)])
}

/// A label's key or value.
pub(super) fn label(case: &Case<'_>) -> Vec<Fix> {
    let value = marked(case).filter(|entry| entry.node.range() == case.finding.range).and_then(|entry| {
        let mended = qualified(&entry.text()?)?;
        let edit = entry.set(&Value::text(mended.as_str()))?;
        super::case::fix(format!("replace with `{mended}`"), vec![edit])
    });
    list([value, mended_key(case), remove_marked(case)])
}

/// The entry that the finding marks, by its key or its value.
fn marked<'t>(case: &Case<'t>) -> Option<Site<'t>> {
    let map = case.site()?;
    let start = case.finding.range.start;
    let entry = map.node.entries().find(|entry| entry.range.touches(start))?;
    Some(map.down(&entry.key.str()?)).filter(Site::is_found)
}

fn mended_key(case: &Case<'_>) -> Option<Fix> {
    let entry = marked(case)?;
    let name = entry.name();
    let mended = match name.rsplit_once('/') {
        Some((prefix, name)) => format!("{}/{}", prefix.to_lowercase().replace('/', "."), qualified(name)?),
        None => qualified(name)?,
    };
    if mended == name || entry.up()?.has(&mended) {
        return None;
    }
    super::case::fix(format!("replace with `{mended}`"), vec![entry.rename(&mended)?])
}

/// Letters, digits, dashes, underscores and dots, with a letter or digit at both ends.
fn qualified(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mapped: String = text.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
    let name = mapped.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let name = name.get(..name.len().min(63))?.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    (!name.is_empty()).then(|| name.to_owned())
}

fn remove_marked(case: &Case<'_>) -> Option<Fix> {
    let entry = marked(case)?;
    super::case::fix(format!("remove `{}`", entry.name()), vec![entry.remove()?])
}

/// Of metadata a schema can restrict two names alone: all else goes.
pub(super) fn restricted(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let one = at_offset(site.clone(), case.finding.range.start).map(|marked| marked.path());
    let depth = site.path().len();
    let one = one.and_then(|path| {
        let steps: Vec<String> = path.get(depth..)?.to_vec();
        let title = format!("remove `{}`", steps.last()?);
        case.everywhere(title, move |site| {
            let place = steps.iter().fold(site.clone(), |site, step| site.down(step));
            Some(vec![place.remove()?])
        })
    });
    let others: Vec<String> = surplus(&site).into_iter().filter_map(|mut path| path.pop()).collect();
    let all = case.everywhere(format!("remove `{}`", others.join("`, `")), |site| {
        let kept = |path: &Vec<&str>| path.iter().fold(site.clone(), |site, step| site.down(step));
        surplus_of(site).iter().map(|path| kept(path).remove()).collect()
    });
    list([one, all])
}

fn surplus(site: &Site<'_>) -> Vec<Vec<String>> {
    surplus_of(site).into_iter().map(|path| path.into_iter().map(ToOwned::to_owned).collect()).collect()
}

/// The keys of a schema of metadata that cannot stay, by their paths below it.
fn surplus_of<'t>(site: &Site<'t>) -> Vec<Vec<&'t str>> {
    let keys = |node: crdls_yaml::Node<'t>| node.entries().map(|entry| entry.key.source());
    let own = keys(site.node).filter(|key| !matches!(*key, "type" | "properties" | "default"));
    let properties = site.down("properties");
    let names = || properties.is_found().then(|| keys(properties.node)).into_iter().flatten();
    let is_name = |name: &&str| matches!(*name, "name" | "generateName");
    let own = own.map(|key| vec![key]);
    if !names().any(|name| is_name(&name)) && names().next().is_some() {
        return own.chain([vec!["properties"]]).collect();
    }
    own.chain(names().filter(|name| !is_name(name)).map(|name| vec!["properties", name])).collect()
}

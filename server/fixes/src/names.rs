//! The names of a CRD: its own, its group, its plural and kinds.

use crdls_report::Fix;
use crdls_text::suggested_value;

use super::keywords::here;
use super::request::{FixRequest, fix, list, safe};
use super::value::Value;

/// Most characters of a DNS label.
const MAX_LABEL: usize = 63;

/// `plural.group`.
fn full_name(request: &FixRequest<'_>) -> Option<String> {
    let plural = request.of_object(&["spec", "names", "plural"])?.text()?;
    let group = request.of_object(&["spec", "group"])?.text()?;
    (!plural.is_empty() && !group.is_empty()).then(|| format!("{plural}.{group}"))
}

/// A CRD's own name is made of its plural and its group.
pub(super) fn mismatch(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(name) = full_name(request) else { return list([by_own_name(request)]) };
    let value = Value::text(name.as_str());
    if request.finding.path.last_name() != Some("generateName") {
        return list([safe(request.write(&value)), by_own_name(request), all_renamed(request)]);
    }
    let renamed = request.everywhere(format!("replace `generateName` with `name: {name}`"), |target| {
        let metadata = target.up()?;
        match metadata.has("name") {
            true => Some(vec![metadata.down("name").set(&value)?, target.remove()?]),
            false => Some(vec![target.rename("name")?, target.set(&value)?]),
        }
    });
    list([renamed])
}

/// The plural and the group that the CRD's own name is made of.
fn by_own_name(request: &FixRequest<'_>) -> Option<Fix> {
    let name = request.of_object(&["metadata", "name"])?.text()?;
    let (plural, group) = name.split_once('.')?;
    if to_label(plural).as_deref() != Some(plural) || subdomain(group).as_deref() != Some(group) {
        return None;
    }
    let places: [(&[&str], &str); 2] = [(&["spec", "names", "plural"], plural), (&["spec", "group"], group)];
    let targets = places.iter().filter_map(|(path, text)| Some((request.of_object(path)?, *text)));
    let wrong: Vec<_> = targets.filter(|(target, text)| target.text().as_deref() != Some(*text)).collect();
    let shown: Vec<_> = wrong.iter().map(|(target, text)| format!("`{}: {text}`", target.name())).collect();
    let edits: Option<Vec<_>> = wrong.iter().map(|(target, text)| target.set(&Value::text(*text))).collect();
    fix(format!("set {}", shown.join(" and ")), edits?)
}

/// A good plural and group near to those that are written, and the name that they make.
fn all_renamed(request: &FixRequest<'_>) -> Option<Fix> {
    let (plural, group) =
        (request.of_object(&["spec", "names", "plural"])?, request.of_object(&["spec", "group"])?);
    let (new_plural, new_group) = (to_label(&plural.text()?)?, subdomain(&group.text()?)?);
    let name = format!("{new_plural}.{new_group}");
    let written =
        [(plural, new_plural), (group, new_group), (request.of_object(&["metadata", "name"])?, name)];
    let wrong: Vec<_> =
        written.iter().filter(|(target, text)| target.text().as_ref() != Some(text)).collect();
    let shown: Vec<_> = wrong.iter().map(|(target, text)| format!("`{}: {text}`", target.name())).collect();
    let edits: Option<Vec<_>> =
        wrong.iter().map(|(target, text)| target.set(&Value::text(text.as_str()))).collect();
    fix(format!("set {}", shown.join(" and ")), edits?)
}

/// The name of an object, a DNS subdomain.
pub(super) fn object(request: &FixRequest<'_>) -> Vec<Fix> {
    let by_parts = full_name(request).filter(|name| subdomain(name).as_deref() == Some(name));
    match by_parts {
        Some(_) => mismatch(request),
        None => domain(request),
    }
}

/// A DNS label in place of a text that is not one.
pub(super) fn label(request: &FixRequest<'_>) -> Vec<Fix> {
    let written = request.target().and_then(|target| target.text()).unwrap_or_default();
    let label = to_label(&written).and_then(|label| request.write(&Value::text(label)));
    let is_item = request.finding.path.ends_in_brackets();
    let removed = is_item
        .then(|| request.everywhere(format!("remove `{written}`"), |target| Some(vec![target.remove()?])));
    list([label, removed.flatten(), optional(request)])
}

/// `singular` can be left out.
fn optional(request: &FixRequest<'_>) -> Option<Fix> {
    if request.finding.path.last_name() == Some("singular") { request.remove(here) } else { None }
}

/// The label that is nearest to a text: lower case, dashes for what cannot be, a letter first.
pub(super) fn to_label(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let mapped: String = lower.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let label = mapped.trim_start_matches(|c: char| !c.is_ascii_lowercase()).trim_end_matches('-');
    let label = label.get(..label.len().min(MAX_LABEL))?.trim_end_matches('-');
    (!label.is_empty()).then(|| label.to_owned())
}

fn subdomain(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let mapped: String =
        lower.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let parts = mapped.split('.').map(|part| part.trim_matches('-')).filter(|part| !part.is_empty());
    let name = parts.collect::<Vec<_>>().join(".");
    (!name.is_empty()).then_some(name)
}

/// A group, or a name of several parts.
pub(super) fn domain(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(written) = request.target().and_then(|target| target.text()) else { return Vec::new() };
    let corrected = subdomain(&written).filter(|name| *name != written);
    let by_name = group_of_name(request).filter(|group| *group != written && group.contains('.'));
    let example = (!written.contains('.')).then(|| subdomain(&format!("{written}.example.com"))).flatten();
    let write = |name: Option<String>| name.and_then(|name| request.write(&Value::text(name)));
    list([write(by_name), write(corrected), write(example)])
}

/// What stands after the plural in the CRD's own name.
fn group_of_name(request: &FixRequest<'_>) -> Option<String> {
    let name = request.of_object(&["metadata", "name"])?.text()?;
    let (_, group) = name.split_once('.')?;
    (subdomain(group).as_deref() == Some(group)).then(|| group.to_owned())
}

pub(super) fn missing_group(request: &FixRequest<'_>) -> Vec<Fix> {
    list([group_of_name(request).and_then(|group| request.write(&Value::text(group)))])
}

pub(super) fn missing_plural(request: &FixRequest<'_>) -> Vec<Fix> {
    let name = request.of_object(&["metadata", "name"]).and_then(|target| target.text()).unwrap_or_default();
    let plural = name.split_once('.').and_then(|(plural, _)| to_label(plural));
    list([plural.and_then(|plural| request.write(&Value::text(plural)))])
}

/// A kind from the other names.
pub(super) fn missing_kind(request: &FixRequest<'_>) -> Vec<Fix> {
    let of_names = |name: &str| request.of_object(&["spec", "names", name]).and_then(|target| target.text());
    if request.finding.path.last_name() == Some("listKind") {
        return list([of_names("kind").and_then(|kind| request.write(&Value::text(format!("{kind}List"))))]);
    }
    let of_list = of_names("listKind").and_then(|list| Some(list.strip_suffix("List")?.to_owned()));
    let of_singular =
        || of_names("singular").filter(|singular| !singular.is_empty()).map(|s| capitalized(&s));
    let of_plural =
        || of_names("plural").map(|plural| capitalized(plural.strip_suffix('s').unwrap_or(&plural)));
    let kind = of_list.filter(|kind| !kind.is_empty()).or_else(of_singular).or_else(of_plural);
    list([kind.and_then(|kind| request.write(&Value::text(kind)))])
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A kind that is not a label: it may have upper case, and no other signs.
pub(super) fn kind(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(written) = request.target().and_then(|target| target.text()) else { return Vec::new() };
    let words = written.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined: String = words.map(capitalized).collect();
    let kind = joined.trim_start_matches(|c: char| c.is_ascii_digit());
    let kind = kind.get(..kind.len().min(MAX_LABEL)).filter(|kind| !kind.is_empty());
    list([kind.and_then(|kind| request.write(&Value::text(kind)))])
}

/// Kind and list kind are one.
pub(super) fn list_kind(request: &FixRequest<'_>) -> Vec<Fix> {
    let kind = request.of_object(&["spec", "names", "kind"]).and_then(|target| target.text());
    list([kind.and_then(|kind| request.write(&Value::text(format!("{kind}List"))))])
}

/// The scope is one of two; which one is for the author to say, where it cannot be told from a word.
pub(super) fn scope(request: &FixRequest<'_>) -> Vec<Fix> {
    const SCOPES: [&str; 2] = ["Namespaced", "Cluster"];
    let word = request.target().and_then(|target| target.text()).unwrap_or_default();
    match suggested_value(&word, &SCOPES) {
        Some(near) => list([request.write(&Value::text(near))]),
        None => list(SCOPES.map(|scope| request.write(&Value::text(scope)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_near_to_the_text() {
        for (text, label) in [
            ("Widgets", Some("widgets")),
            ("my_widget", Some("my-widget")),
            ("1abc", Some("abc")),
            ("-a-", Some("a")),
            ("1", None),
            ("", None),
        ] {
            assert_eq!(to_label(text).as_deref(), label, "{text}");
        }
        assert_eq!(subdomain("Foo_bar..Example.com.").as_deref(), Some("foo-bar.example.com"));
    }
}

//! Validation rules: names, messages, paths.

use crdls_crd::{Fix, Note};
use crdls_text::{Edit, TextRange};

use super::case::{Case, fix, list};
use super::keywords::here;
use super::site::Site;
use super::subresources::near_path;
use super::value::Value;

/// A name that the expression does not know, where its help names a near one.
pub(super) fn name(case: &Case<'_>) -> Vec<Fix> {
    let near = case.finding.notes.iter().find_map(|note| match note {
        Note::Help(text) => text.strip_prefix("is it `")?.strip_suffix("`?"),
        Note::Why(_) => None,
    });
    let Some(near) = near else { return Vec::new() };
    let text = case.root.text();
    let written = case.finding.range.of(text);
    let same = case.finding.related.iter().map(|related| related.range);
    let ranges = std::iter::once(case.finding.range).chain(same.filter(|range| range.of(text) == written));
    let is_name = !written.is_empty() && written.chars().all(|c| c.is_alphanumeric() || c == '_');
    let edit = |range: TextRange| Edit { range, new_text: near.to_owned() };
    list([is_name.then(|| fix(format!("replace with `{near}`"), ranges.map(edit).collect())).flatten()])
}

/// A message that does not compile; the rule has its own words without it.
pub(super) fn message_expression(case: &Case<'_>) -> Vec<Fix> {
    list([case.remove(here)])
}

/// An entry without a rule.
pub(super) fn rule(case: &Case<'_>) -> Vec<Fix> {
    let Some(entry) = case.site().and_then(|site| site.up()) else { return Vec::new() };
    let shown = entry.text_of("rule").or_else(|| entry.text_of("message")).unwrap_or_default();
    let remove =
        case.everywhere(format!("remove the validation `{shown}`"), |site| Some(vec![site.up()?.remove()?]));
    let all = case.everywhere("remove `x-kubernetes-validations`", |site| {
        let rules = site.above(2)?;
        (rules.items().count() == 1).then(|| rules.remove()).flatten().map(|edit| vec![edit])
    });
    list([remove, all])
}

/// The path to the field that a rule speaks of.
pub(super) fn field_path(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let path = site.text().unwrap_or_default();
    let near = site.above(3).and_then(|schema| near_path(schema, &path)).filter(|near| *near != path);
    list([near.and_then(|near| case.write(&Value::text(near))), case.remove(here)])
}

/// A message is one line, and not blank; a rule of several lines needs one.
pub(super) fn message(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let text = site.text().unwrap_or_default();
    if site.is_found() && text.trim().is_empty() {
        let removed = case.remove(here);
        return list([removed, described(case)]);
    }
    if !site.is_found() {
        return list([described(case)]);
    }
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = Value::text(one_line);
    list([case.everywhere("write the message on one line", |site| Some(vec![site.set(&value)?]))])
}

/// The words that the server says where a rule has no message.
fn described(case: &Case<'_>) -> Option<Fix> {
    let rule = |site: &Site<'_>| site.up()?.text_of("rule");
    let one_line = rule(&case.site()?)?.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = Value::text(format!("failed rule: {one_line}"));
    case.everywhere("add a message with the rule's text", |site| Some(vec![site.set(&value)?]))
}

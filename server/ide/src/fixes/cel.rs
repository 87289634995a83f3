//! Validation rules: expressions, messages, paths.

use crdls_schema::{Fix, Note};
use crdls_text::{Edit, TextRange};

use super::case::{Case, fix, list};
use super::edit;
use super::keywords::here;
use super::site::Site;
use super::subresources::near_path;
use super::value::Value;
use crate::expression::{Mending, mendings, wants_optional_old_self};

/// A name that the expression does not know, where its help names a near one.
fn name(case: &Case<'_>) -> Vec<Fix> {
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

/// An expression that does not compile, where it is evident what it was meant to be.
pub(super) fn expression(case: &Case<'_>) -> Vec<Fix> {
    let at = case.site().map_or(case.finding.range.start, |site| site.node.range().start);
    let mut fixes = name(case);
    // Where only `optionalOldSelf` is missing, the expression is right.
    if wants_optional_old_self(case.file, at, case.config) {
        fixes.extend(case.set(|site| Some(site.up()?.down("optionalOldSelf")), &Value::Bool(true)));
    }
    fixes.extend(mendings(case.file, at, case.config).iter().filter_map(|mending| mended(case, mending)));
    fixes
}

/// Writes an expression where the finding is: in each version, as each has it in its style.
fn mended(case: &Case<'_>, mending: &Mending) -> Option<Fix> {
    let text = case.site()?.text()?;
    case.everywhere(mending.title.as_str(), |site| {
        let same = site.text().as_deref() == Some(text.as_str());
        same.then(|| edit::within(site.node, &mending.edits, &mending.text)).flatten()
    })
}

/// A message that does not compile; the rule has its own words without it.
pub(super) fn message_expression(case: &Case<'_>) -> Vec<Fix> {
    let mut fixes = expression(case);
    fixes.extend(case.remove(here));
    fixes
}

/// An entry without a rule.
pub(super) fn rule(case: &Case<'_>) -> Vec<Fix> {
    list([without_rule(case), without_rules(case)])
}

/// Takes a validation out whole.
pub(super) fn without_rule(case: &Case<'_>) -> Option<Fix> {
    let entry = case.site()?.up()?;
    if entry.up()?.items().count() == 1 {
        return without_rules(case);
    }
    let shown = entry.text_of("rule").or_else(|| entry.text_of("message")).unwrap_or_default();
    case.everywhere(format!("remove the validation `{shown}`"), |site| Some(vec![site.up()?.remove()?]))
}

fn without_rules(case: &Case<'_>) -> Option<Fix> {
    case.everywhere("remove `x-kubernetes-validations`", |site| {
        let rules = site.above(2)?;
        (rules.items().count() == 1).then(|| rules.remove()).flatten().map(|edit| vec![edit])
    })
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

//! Validation rules: expressions, messages, paths.

use crdls_report::{Fix, Note};
use crdls_text::{Edit, TextRange};

use super::edit;
use super::keywords::here;
use super::request::{FixRequest, fix, list};
use super::resolved_path::ResolvedPath;
use super::subresources::near_path;
use super::value::Value;
use crate::expression::{ExpressionRewrite, rewrites, wanted_optional_old_self};

/// A name that the expression does not know, where its help names a near one.
fn name(request: &FixRequest<'_>) -> Vec<Fix> {
    let near = request.finding.notes.iter().find_map(|note| match note {
        Note::Help(text) => text.strip_prefix("did you mean `")?.strip_suffix("`?"),
        Note::Why(_) => None,
    });
    let Some(near) = near else { return Vec::new() };
    let text = request.root.text();
    let written = request.finding.range.of(text);
    let same = request.finding.related.iter().map(|related| related.range);
    let ranges = std::iter::once(request.finding.range).chain(same.filter(|range| range.of(text) == written));
    let is_name = !written.is_empty() && written.chars().all(|c| c.is_alphanumeric() || c == '_');
    let edit = |range: TextRange| Edit { range, new_text: near.to_owned() };
    list([is_name.then(|| fix(format!("replace with `{near}`"), ranges.map(edit).collect())).flatten()])
}

/// An expression that does not compile, where it is evident what it was meant to be.
pub(super) fn expression(request: &FixRequest<'_>) -> Vec<Fix> {
    let target = request.target();
    let at = target.map_or(request.finding.range.start, |target| target.node.range().start);
    let mut fixes = name(request);
    let wanted = wanted_optional_old_self(request.file, at, request.config);
    // Where only `optionalOldSelf` is missing, the expression is right.
    if wanted == Some(true) {
        fixes.extend(request.set(|target| Some(target.up()?.down("optionalOldSelf")), &Value::Bool(true)));
    }
    fixes.extend(
        rewrites(request.file, at, request.config).iter().filter_map(|rewrite| rewritten(request, rewrite)),
    );
    if wanted == Some(false) {
        fixes.extend(request.remove(|target| Some(target.up()?.down("optionalOldSelf"))));
    }
    fixes
}

/// Writes an expression where the finding is: in each version, as each has it in its style.
fn rewritten(request: &FixRequest<'_>, rewrite: &ExpressionRewrite) -> Option<Fix> {
    let text = request.target()?.text()?;
    request.everywhere(rewrite.title.as_str(), |target| {
        let same = target.text().as_deref() == Some(text.as_str());
        same.then(|| edit::within(target.node, &rewrite.edits, &rewrite.text)).flatten()
    })
}

/// A message that does not compile; the rule has its own words without it.
pub(super) fn message_expression(request: &FixRequest<'_>) -> Vec<Fix> {
    let mut fixes = expression(request);
    fixes.extend(request.remove(here));
    fixes
}

/// An entry without a rule.
pub(super) fn rule(request: &FixRequest<'_>) -> Vec<Fix> {
    list([without_rule(request), without_rules(request)])
}

/// Takes a validation out whole.
pub(super) fn without_rule(request: &FixRequest<'_>) -> Option<Fix> {
    let entry = request.target()?.up()?;
    if entry.up()?.has_one_item() {
        return without_rules(request);
    }
    let shown = entry.text_of("rule").or_else(|| entry.text_of("message")).unwrap_or_default();
    request
        .everywhere(format!("remove the validation `{shown}`"), |target| Some(vec![target.up()?.remove()?]))
}

fn without_rules(request: &FixRequest<'_>) -> Option<Fix> {
    request.everywhere("remove `x-kubernetes-validations`", |target| {
        let rules = target.above(2)?;
        rules.has_one_item().then(|| rules.remove()).flatten().map(|edit| vec![edit])
    })
}

/// The path to the field that a rule speaks of.
pub(super) fn field_path(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let path = target.text().unwrap_or_default();
    let near = target.above(3).and_then(|schema| near_path(schema, &path)).filter(|near| *near != path);
    list([near.and_then(|near| request.write(&Value::text(near))), request.remove(here)])
}

/// A message is one line, and not blank; a rule of several lines needs one.
pub(super) fn message(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let text = target.text().unwrap_or_default();
    if target.is_found() && text.trim().is_empty() {
        let removed = request.remove(here);
        return list([removed, described(request)]);
    }
    if !target.is_found() {
        return list([described(request)]);
    }
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = Value::text(one_line);
    list([request.everywhere("write the message on one line", |target| Some(vec![target.set(&value)?]))])
}

/// The words that the server says where a rule has no message.
fn described(request: &FixRequest<'_>) -> Option<Fix> {
    let rule = |target: &ResolvedPath<'_>| target.up()?.text_of("rule");
    let one_line = rule(&request.target()?)?.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = Value::text(format!("failed rule: {one_line}"));
    request.everywhere("add a message with the rule's text", |target| Some(vec![target.set(&value)?]))
}

//! Values of custom resources that are nearly right, or for which the schema has another one.
//!
//! Knows the ways in which people write a value differently; whether one fits is proven later.

use crdls_go::regexp;
use crdls_manifest::model::{Property, Schema};
use crdls_report::Fix;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Scalar};

use super::keywords::here;
use super::request::{FixRequest, fix};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// So many optional fields are tried.
const MOST: usize = 4;

/// A text in other writing: without blanks around it, in lower or upper case, a version with or without its `v`, days as
/// hours.
pub(super) fn rewritten(request: &FixRequest<'_>, schema: Schema<'_>) -> Option<Fix> {
    let text = request.target().filter(ResolvedPath::is_found)?.text()?;
    let pattern = regexp::compile(schema.pattern()).ok()?;
    let fits = |text: &String| pattern.is_match(text);
    let trimmed = text.trim();
    let days = trimmed.strip_suffix('d').and_then(|days| days.parse::<u32>().ok());
    let others = [
        Some(trimmed.to_owned()),
        Some(trimmed.to_lowercase()),
        Some(trimmed.to_uppercase()),
        Some(format!("v{trimmed}")),
        trimmed.strip_prefix('v').map(str::to_owned),
        days.map(|days| format!("{}h", u64::from(days) * 24)),
    ];
    let other = others.into_iter().flatten().find(|other| *other != text && fits(other))?;
    request.write(&Value::text(other))
}

/// The default of the field.
pub(super) fn default(request: &FixRequest<'_>, schema: Schema<'_>) -> Option<Fix> {
    let value = Value::of_json(schema.default().filter(|default| !default.is_null())?);
    let title = format!("replace with the default `{}`", value.flow(false));
    let is_found = request.target().is_some_and(|target| target.is_found());
    request.write(&value).filter(|_| is_found).map(|fix| Fix { title, ..fix })
}

/// An example where a text, a list or an object is empty and must not be.
pub(super) fn filled(request: &FixRequest<'_>, schema: Schema<'_>) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let is_empty = match target.node.scalar() {
        Some(Scalar::Str(text)) => text.is_empty(),
        Some(_) => false,
        None => target.node.entries().next().is_none() && target.node.items().next().is_none(),
    };
    let example = crdls_witness::example(schema, target.name(), request.config.kubernetes);
    request.write(&Value::of_json(&example)).filter(|_| is_empty)
}

/// A null goes, which stands for a field that is not set.
pub(super) fn without_null(request: &FixRequest<'_>) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let is_null = target.node.is_empty() || matches!(target.node.scalar(), Some(Scalar::Null));
    if is_null { request.remove(here) } else { None }
}

/// An owner that has no `uid` yet is none: the reference goes.
pub(super) fn without_owner(request: &FixRequest<'_>) -> Option<Fix> {
    let path = &request.finding.path;
    let item = path.ancestors().position(|steps| steps.last().is_some_and(|step| step.index().is_some()))?;
    let target = request.target()?.above(item)?;
    let name = ["name", "kind"].iter().find_map(|key| target.node.get(key)?.value.str());
    let title = match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("remove the owner reference to `{name}`"),
        None => "remove the owner reference".to_owned(),
    };
    fix(title, vec![target.remove()?])
}

/// An object with one of its optional fields, where none is required and rules or alternatives may want one of them:
/// each is a fix of its own.
pub(super) fn with_one(request: &FixRequest<'_>, schema: Schema<'_>, value: &Value) -> Vec<Fix> {
    let wants = schema.validations().len() + schema.any_of().len() + schema.one_of().len() > 0
        || schema.min_properties() > Some(0);
    let name = request.finding.path.last_name().filter(|_| wants && *value == Value::Map(Vec::new()));
    let Some(name) = name else { return Vec::new() };
    let with = |property: Property<'_>| {
        let example = crdls_witness::example(property.schema, property.name, request.config.kubernetes);
        let fix = request.write(&Value::map(property.name, Value::of_json(&example)))?;
        Some(Fix { title: format!("add `{name}` with `{}`", property.name), ..fix })
    };
    schema.properties().take(MOST).filter_map(with).collect()
}

/// An object in block style as a list of one.
pub(super) fn in_list(request: &FixRequest<'_>, wanted: bool) -> Option<Fix> {
    let target = request.target().filter(|target| wanted && target.is_found())?;
    let range = target.node.range();
    let is_block = target.node.kind() == Kind::BlockMap && target.node.anchor().is_none();
    let rest = range.of(request.file.text()).match_indices('\n').map(|(at, _)| range.start + at as u32 + 1);
    let is_blank = |at: &u32| {
        let line = request.file.text().get(*at as usize..).and_then(|rest| rest.lines().next());
        line.is_none_or(|line| line.trim().is_empty())
    };
    let insert = |at: u32, text: &str| Edit { range: TextRange::empty(at), new_text: text.to_owned() };
    let deeper = rest.filter(|at| *at < range.end && !is_blank(at)).map(|at| insert(at, "  "));
    let edits = std::iter::once(insert(range.start, "- ")).chain(deeper).collect();
    if is_block { fix("wrap the value in a list", edits) } else { None }
}

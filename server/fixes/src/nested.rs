//! allOf, anyOf, oneOf and not: what must stand outside of them.

use crdls_report::{FieldPath, Fix};
use crdls_text::Edit;

use super::keywords::here;
use super::request::{FixRequest, fix, list, safe};
use super::resolved_path::ResolvedPath;
use super::types;
use super::value::Value;

const JUNCTORS: [&str; 4] = ["allOf", "anyOf", "oneOf", "not"];

/// A keyword that shapes data: moved to the field that it speaks of where that lacks it, else removed.
pub(super) fn keyword(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let keyword = target.name().to_owned();
    let Some(outer) = outside(&target) else { return list([request.remove(here)]) };
    let Some((schema, junctor)) = outer else { return list([request.remove(here)]) };
    let written = schema.down(&keyword);
    // The same is said outside: here it says nothing.
    if written.is_found() && written.text().is_some() && written.text() == target.text() {
        return list([safe(request.remove(here))]);
    }
    let moved = (!written.is_found()).then(|| {
        request.everywhere(format!("move `{keyword}` out of `{junctor}`"), |target| {
            let (schema, _) = outside(target)??;
            target.move_to(schema.node)
        })
    });
    list([moved.flatten(), union(request, &keyword), request.remove(here)])
}

/// The schema that a keyword inside of a junctor speaks of, and the outermost junctor; the inner nothing
/// where that schema is not there.
fn outside<'t>(target: &ResolvedPath<'t>) -> Option<Option<(ResolvedPath<'t>, String)>> {
    let path = target.path();
    let first = path.iter().enumerate().position(|(at, name)| is_junctor(&path, at, name))?;
    let junctor = path.get(first)?.clone();
    let mut schema = target.above(path.len() - first)?;
    let mut steps = path.get(first..path.len() - 1)?.iter();
    while let Some(step) = steps.next() {
        match step.as_str() {
            "not" => {}
            "allOf" | "anyOf" | "oneOf" => drop(steps.next()),
            "properties" => schema = schema.down("properties").down(steps.next()?),
            step => schema = schema.down(step),
        }
    }
    Some(schema.is_found().then_some((schema, junctor)))
}

/// Whether a step is a junctor, and no property of that name.
fn is_junctor(path: &[String], at: usize, name: &str) -> bool {
    let is_property = at > 0 && path.get(at - 1).is_some_and(|before| before == "properties");
    let below_schema = path.iter().take(at).any(|step| step == "openAPIV3Schema");
    JUNCTORS.contains(&name) && !is_property && below_schema
}

/// Types of which one has to fit: an int-or-string, or else a field whose type is not fixed.
fn union(request: &FixRequest<'_>, keyword: &str) -> Option<Fix> {
    let junctor = alternatives(&request.target()?)?;
    let types: Vec<_> = junctor.items().map(|clause| only_type(&clause)).collect::<Option<_>>()?;
    let schema = junctor.up()?;
    if keyword != "type" || types.len() < 2 || schema.has("type") {
        return None;
    }
    let both =
        types.len() == 2 && types.iter().any(|t| t == "integer") && types.iter().any(|t| t == "string");
    let name = if both { "x-kubernetes-int-or-string" } else { "x-kubernetes-preserve-unknown-fields" };
    if schema.has(name) {
        return None;
    }
    request.everywhere(format!("replace `{}` with `{name}: true`", junctor.name()), |target| {
        let junctor = alternatives(target)?;
        Some(vec![junctor.rename(name)?, junctor.set(&Value::Bool(true))?])
    })
}

/// The list of clauses that a keyword stands in one of.
fn alternatives<'t>(target: &ResolvedPath<'t>) -> Option<ResolvedPath<'t>> {
    target.above(2).filter(|junctor| matches!(junctor.name(), "anyOf" | "oneOf"))
}

/// The type of a clause that says nothing else.
fn only_type(clause: &ResolvedPath<'_>) -> Option<String> {
    clause.text_of("type").filter(|_| clause.node.entries().count() == 1)
}

/// A field that is restricted and specified nowhere: it is specified, with the type that the restriction
/// lets guess.
pub(super) fn unspecified(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(nested) = restriction(request) else { return Vec::new() };
    let type_ = nested.text_of("type").or_else(|| types::guess(&nested).map(Into::into));
    let known = type_.as_deref().filter(|type_| *type_ != "array");
    let schema = match (known, type_.as_deref()) {
        (Some(type_), _) => Value::map("type", Value::text(type_)),
        _ => Value::map("x-kubernetes-preserve-unknown-fields", Value::Bool(true)),
    };
    let Some(target) = request.target() else { return Vec::new() };
    let title = format!("specify `{}` outside", target.name());
    let specify = |target: &ResolvedPath<'_>| -> Option<Vec<Edit>> { Some(vec![target.set(&schema)?]) };
    list([request.everywhere(title, specify), misspelt(request, &nested)])
}

/// The nested schema, by the key that the finding marks.
fn restriction<'t>(request: &FixRequest<'t>) -> Option<ResolvedPath<'t>> {
    let root = request.at(&FieldPath::default())?;
    super::keywords::at_offset(root, request.finding.range.start)
}

/// A property of another name was meant.
fn misspelt(request: &FixRequest<'_>, nested: &ResolvedPath<'_>) -> Option<Fix> {
    let properties = request.target()?.up().filter(ResolvedPath::is_found)?;
    let names: Vec<_> = properties.node.entries().filter_map(|entry| entry.key.str()).collect();
    let near = crdls_text::nearest(nested.name(), names.iter().map(|name| &**name))?;
    let one_place = request.targets()?.len() == 1;
    let edit = nested.rename(near)?;
    one_place.then(|| fix(format!("replace with `{near}`"), vec![edit]))?
}

//! Custom resources: values and fields that their schema refuses, and versions that are not served.
//!
//! Knows the CRD of the resource; what is refused in a default of a CRD is in `defaults`.

use std::collections::BTreeSet;

use crdls_manifest::model::Schema;
use crdls_report::{FieldPath, Fix, PathStep};
use crdls_text::suggested_value;
use crdls_values::{Json, JsonValue};
use crdls_yaml::Scalar;

use super::keywords::here;
use super::request::{FixRequest, fix, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;
use super::{defaults, near_value, scalar};

/// So many allowed values are each a fix; of more the user picks one by completion.
const FEW: usize = 8;

/// Of a larger group nobody knows which kind is meant.
const MOST_KINDS: usize = 24;

/// Longer texts stand in no title.
const MAX_SHOWN: usize = 60;

/// A value that is none of those that are allowed.
pub(super) fn unsupported_value(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(schema) = schema(request) else { return defaults::value(request) };
    let Some(target) = request.target().filter(ResolvedPath::is_found) else { return Vec::new() };
    let written = target.node.source().trim_matches(['"', '\'']).to_owned();
    let allowed: Vec<&Json> = schema.enum_values().filter(|json| is_scalar(json)).collect();
    let names: Vec<&str> = allowed.iter().filter_map(|json| json.as_str()).collect();
    let default = || list([near_value::default(request, schema)]);
    let equal = names.iter().find(|name| name.eq_ignore_ascii_case(&written)).copied();
    match equal.or_else(|| suggested_value(&written, &names)) {
        Some(near) => list([request.write(&Value::text(near))]),
        None if allowed.len() <= FEW => {
            allowed.into_iter().filter_map(|json| request.write(&Value::of_json(json))).collect()
        }
        None => default(),
    }
}

/// A value of another type than that of its schema.
pub(super) fn invalid_type(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(schema) = schema(request) else { return defaults::value(request) };
    let expected = schema.type_();
    list([
        scalar::in_list(request, expected == "array"),
        near_value::in_list(request, expected == "array"),
        scalar::truth(request, expected == "boolean"),
        scalar::number(request, matches!(expected, "integer" | "number")),
        scalar::text(request, expected == "string"),
        emptied(request, expected),
        near_value::without_null(request),
        near_value::default(request, schema),
    ])
}

/// An object or list with nothing in it, where the value is null.
fn emptied(request: &FixRequest<'_>, expected: &str) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let is_null = target.node.is_empty() || matches!(target.node.scalar(), Some(Scalar::Null));
    match expected {
        "object" if is_null => request.write(&Value::Map(Vec::new())),
        "array" if is_null => request.write(&Value::List(Vec::new())),
        _ => None,
    }
}

/// A field that must be there.
pub(super) fn missing_field(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(schema) = schema(request) else { return defaults::value(request) };
    let Some(name) = request.finding.path.last_name() else { return Vec::new() };
    let value = Value::of_json(&crdls_witness::example(schema, name, request.config.kubernetes));
    let added = request.write(&value).map(|fix| match value.has_members() {
        true => Fix { title: format!("add `{name}`"), ..fix },
        false => fix,
    });
    list([added]).into_iter().chain(near_value::with_one(request, schema, &value)).collect()
}

/// A number beyond what its schema allows.
pub(super) fn out_of_bounds(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(schema) = schema(request) else { return defaults::value(request) };
    let written = match request.target().as_ref().and_then(|target| target.node.scalar()) {
        Some(Scalar::Int(number)) => number as f64,
        Some(Scalar::Uint(number)) => number as f64,
        Some(Scalar::Float(number)) => number,
        _ => return list([near_value::filled(request, schema), near_value::default(request, schema)]),
    };
    // Where the bound itself is excluded, only the next whole number is evident.
    let step = |excluded: bool| if excluded && schema.type_() == "integer" { 1.0 } else { 0.0 };
    let least = schema.minimum().map(|bound| bound + step(schema.exclusive_minimum()));
    let most = schema.maximum().map(|bound| bound - step(schema.exclusive_maximum()));
    let bound = least.filter(|least| written <= *least).or_else(|| most.filter(|most| written >= *most));
    let Some(bound) = bound else { return Vec::new() };
    let whole = bound.fract() == 0.0 && bound.abs() < 9e15;
    let value = if whole { (bound as i64).to_string() } else { bound.to_string() };
    list([request.write(&Value::Scalar(value))])
}

/// A text that does not match the pattern of its schema.
pub(super) fn pattern_mismatch(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(schema) = schema(request) else { return defaults::value(request) };
    list([
        near_value::rewritten(request, schema),
        near_value::filled(request, schema),
        near_value::default(request, schema),
    ])
}

/// A namespace that is no DNS label; one that a tool fills in stays.
pub(super) fn namespace(request: &FixRequest<'_>) -> Vec<Fix> {
    let written = request.target().and_then(|target| target.text()).unwrap_or_default();
    let label = super::names::to_label(&written).filter(|_| !written.contains(['$', '(', '{', '<', '[']));
    list([label.and_then(|label| request.write(&Value::text(label)))])
}

/// A reference to an owner that is not complete.
pub(super) fn owner(request: &FixRequest<'_>) -> Vec<Fix> {
    list([near_value::without_owner(request)])
}

/// What is wrong with a resource inside of a resource, by the CRD of its kind.
pub(super) fn embedded(request: &FixRequest<'_>) -> Vec<Fix> {
    if schema(request).is_none() {
        return list([moved(request), request.remove(here)]);
    }
    let makers = [invalid_type, unsupported_value, out_of_bounds, pattern_mismatch];
    makers.into_iter().flat_map(|make| make(request)).collect()
}

/// An item of a set or map that is there already.
pub(super) fn duplicate_item(request: &FixRequest<'_>) -> Vec<Fix> {
    if schema(request).is_none() {
        return defaults::value(request);
    }
    let Some(target) = request.target().filter(ResolvedPath::is_found) else { return Vec::new() };
    let first = target.node.entries().find_map(|entry| entry.value.str()).or_else(|| target.node.str());
    let title = match first.filter(|text| text.len() < MAX_SHOWN) {
        Some(text) => format!("remove the duplicate item `{text}`"),
        None => "remove the duplicate item".to_owned(),
    };
    list([target.remove().and_then(|edit| fix(title, vec![edit]))])
}

/// What only the server writes.
pub(super) fn of_server(request: &FixRequest<'_>) -> Vec<Fix> {
    list([request.remove(here)])
}

/// A version that the CRD does not serve, or that is deprecated; a kind that is missing.
pub(super) fn version(request: &FixRequest<'_>) -> Vec<Fix> {
    list([served(request)]).into_iter().chain(kinds(request)).collect()
}

/// The kinds of the group and version, where an object has none: those that fit the object prove themselves.
fn kinds(request: &FixRequest<'_>) -> Vec<Fix> {
    let kind = request.of_object(&["kind"]).filter(|kind| kind.text().is_none_or(|text| text.is_empty()));
    let version = request.of_object(&["apiVersion"]).and_then(|version| version.text());
    let (Some(kind), Some(crds), Some(version)) = (kind, request.context.crds, version) else {
        return Vec::new();
    };
    let group = version.split_once('/').map_or("", |(group, _)| group);
    let names: BTreeSet<&str> = crds.kinds_of(group).take(MOST_KINDS).collect();
    let add = |name: &str| fix(format!("add `kind: {name}`"), vec![kind.set(&Value::text(name))?]);
    names.into_iter().filter_map(add).take(FEW).collect()
}

fn served(request: &FixRequest<'_>) -> Option<Fix> {
    let crds = request.context.crds?;
    let written = request.of_object(&["apiVersion"])?;
    let (group, old) =
        written.text()?.split_once('/').map(|(group, version)| (group.to_owned(), version.to_owned()))?;
    let kind = request.of_object(&["kind"])?.text()?;
    let known = crds.first_of_kind(&group, &kind, request.context.file)?;
    let versions = known.header().served_versions();
    let usual = versions.iter().find(|version| !version.deprecated()).or(versions.first())?.name();
    if usual == old {
        return None;
    }
    let new = format!("{group}/{usual}");
    fix(format!("replace with `{new}`"), vec![written.set(&Value::text(new))?])
}

/// A resource without a name.
pub(super) fn missing_name(request: &FixRequest<'_>) -> Vec<Fix> {
    let kind = request
        .of_object(&["kind"])
        .and_then(|kind| kind.text())
        .filter(|_| object_schema(request).is_some());
    let Some(kind) = kind else { return super::names::mismatch(request) };
    let name = Value::text(format!("{}-sample", kind.to_lowercase()));
    list([request.write(&name)])
}

/// A field that stands in an object next to the one that has it: one level further out, or in an object beside it.
pub(super) fn moved<'t>(request: &FixRequest<'t>) -> Option<Fix> {
    let (target, name) =
        (request.target().filter(ResolvedPath::is_found)?, request.finding.path.last_name()?);
    let holder = target.up()?;
    let steps = steps(request)?;
    let root = object_schema(request)?;
    let (_, way) = steps.split_last()?;
    let beside =
        root.at(way)?.properties().filter(|property| property.schema.type_() == "object").map(|property| {
            (holder.down(property.name), property.schema, format!("move `{name}` into `{}`", property.name))
        });
    let around = (1..=way.len()).filter_map(|levels| {
        let outer = way.get(..way.len() - levels)?;
        let title = match outer.iter().rev().find_map(PathStep::member) {
            Some(member) => format!("move `{name}` out into `{member}`"),
            None => format!("move `{name}` to the root"),
        };
        Some((holder.above(levels)?, root.at(outer)?, title))
    });
    let has_room = |(place, schema, _): &(ResolvedPath<'t>, Schema<'t>, String)| {
        let has = schema.properties().any(|property| property.name == name);
        has && place.is_found() && place.node.kind().is_map() && !place.has(name)
    };
    let mut places = beside.chain(around).filter(has_room);
    let (to, _, title) = places.next()?;
    if places.next().is_some() {
        return None;
    }
    fix(title, target.move_to(to.node)?)
}

/// The path of the resource that the finding is in: of an embedded one, where it is judged by the CRD of its kind.
fn object_path(request: &FixRequest<'_>) -> FieldPath {
    let object = request.finding.path.object();
    if request.finding.code.name != "embedded-resource-schema" {
        return object;
    }
    let inside = request.finding.path.steps().len().saturating_sub(1);
    let paths = (object.steps().len()..=inside).rev().map(|steps| request.finding.path.first_steps(steps));
    let is_resource = |path: &FieldPath| schema_at(request, path).is_some();
    paths.into_iter().find(is_resource).unwrap_or(object)
}

fn schema_at<'t>(request: &FixRequest<'t>, object: &FieldPath) -> Option<Schema<'t>> {
    let object = request.at(object).filter(ResolvedPath::is_found)?;
    request.context.crds?.served_version(object.node, request.context.file)?.version.schema()
}

/// The schema of the resource that the finding is in; none in a CRD and where the CRD is not known.
fn object_schema<'t>(request: &FixRequest<'t>) -> Option<Schema<'t>> {
    schema_at(request, &object_path(request))
}

/// The schema of the field that the finding is about.
fn schema<'t>(request: &FixRequest<'t>) -> Option<Schema<'t>> {
    object_schema(request)?.at(&steps(request)?)
}

/// The way to it from the root of the resource.
fn steps(request: &FixRequest<'_>) -> Option<Vec<PathStep>> {
    request.finding.path.steps().get(object_path(request).steps().len()..).map(<[PathStep]>::to_vec)
}

fn is_scalar(json: &Json) -> bool {
    !matches!(json.value, JsonValue::List(_) | JsonValue::Map(_))
}

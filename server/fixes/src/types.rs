//! The type of a schema, guessed by what else is said there.

use crdls_manifest::model::TYPES;
use crdls_report::Fix;
use crdls_text::suggested_value;
use crdls_yaml::{Node, Scalar};

use super::request::{FixRequest, list, safe};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// Keywords that make sense for one type only.
const TELLING: [(&str, &str); 19] = [
    ("properties", "object"),
    ("additionalProperties", "object"),
    ("required", "object"),
    ("minProperties", "object"),
    ("maxProperties", "object"),
    ("x-kubernetes-embedded-resource", "object"),
    ("x-kubernetes-map-type", "object"),
    ("items", "array"),
    ("minItems", "array"),
    ("maxItems", "array"),
    ("uniqueItems", "array"),
    ("x-kubernetes-list-type", "array"),
    ("x-kubernetes-list-map-keys", "array"),
    ("minLength", "string"),
    ("maxLength", "string"),
    ("pattern", "string"),
    ("minimum", "integer"),
    ("maximum", "integer"),
    ("multipleOf", "integer"),
];

/// Formats that say which type was meant.
const FORMATS: [(&str, &str); 4] =
    [("int32", "integer"), ("int64", "integer"), ("float", "number"), ("double", "number")];

/// A schema without a type, or with one that there is not.
pub(super) fn missing(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let Some(schema) = target.up() else { return Vec::new() };
    if let Some(guess) = written(&target).or_else(|| guess(&schema)) {
        let sure = target.text().is_none() && says_structure(&schema);
        let fix = request.write(&Value::text(guess));
        return list([if sure { safe(fix) } else { fix }, int_or_string(request)]);
    }
    let anything = request
        .set(|target| Some(target.up()?.down("x-kubernetes-preserve-unknown-fields")), &Value::Bool(true));
    let replaced =
        request.everywhere("replace `type` with `x-kubernetes-preserve-unknown-fields: true`", |target| {
            Some(vec![
                target.rename("x-kubernetes-preserve-unknown-fields")?,
                target.set(&Value::Bool(true))?,
            ])
        });
    if target.is_found() {
        return list([replaced, request.write(&Value::text("string"))]);
    }
    list([
        int_or_string(request),
        anything,
        request.write(&Value::text("string")),
        request.write(&Value::text("object")),
    ])
}

/// The type that a wrong word stands for.
fn written(target: &ResolvedPath<'_>) -> Option<&'static str> {
    let word = target.text()?;
    let known = match word.to_lowercase().as_str() {
        "float" | "double" | "float64" | "float32" | "decimal" => Some("number"),
        "int32" | "int64" | "uint" | "long" => Some("integer"),
        "list" | "slice" => Some("array"),
        "map" | "dict" | "struct" => Some("object"),
        "text" | "str" => Some("string"),
        _ => None,
    };
    known.or_else(|| suggested_value(&word, &TYPES))
}

/// Whether the schema's structure leaves but one type.
fn says_structure(schema: &ResolvedPath<'_>) -> bool {
    schema.has("properties") != schema.has("items") && !schema.has("x-kubernetes-int-or-string")
}

/// The type that a schema must have meant.
pub(super) fn guess(schema: &ResolvedPath<'_>) -> Option<&'static str> {
    by_structure(schema).or_else(|| by_values(schema)).or_else(|| by_clauses(schema))
}

fn by_structure(schema: &ResolvedPath<'_>) -> Option<&'static str> {
    let told = TELLING.iter().find(|(keyword, _)| schema.has(keyword)).map(|(_, type_)| *type_);
    let format = schema.text_of("format");
    let by_format = || {
        let format = format.as_deref()?;
        Some(FORMATS.iter().find(|(name, _)| *name == format).map_or("string", |(_, type_)| *type_))
    };
    told.or_else(by_format)
}

/// By the default, the enum and the example.
fn by_values(schema: &ResolvedPath<'_>) -> Option<&'static str> {
    let default = schema.down("default");
    let first = schema.down("enum").item(0);
    let example = schema.down("example");
    let targets = [Some(default), first, Some(example)];
    targets.into_iter().flatten().filter(ResolvedPath::is_found).find_map(|target| of_value(target.node))
}

/// The type of a value.
pub(super) fn of_value(node: Node<'_>) -> Option<&'static str> {
    if node.kind().is_map() {
        return Some("object");
    }
    if node.kind().is_seq() {
        return Some("array");
    }
    match node.scalar()? {
        Scalar::Str(_) => Some("string"),
        Scalar::Bool(_) => Some("boolean"),
        Scalar::Int(_) | Scalar::Uint(_) => Some("integer"),
        Scalar::Float(_) => Some("number"),
        Scalar::Null => None,
    }
}

/// By what all clauses of allOf, anyOf or oneOf say.
fn by_clauses(schema: &ResolvedPath<'_>) -> Option<&'static str> {
    let junctors = ["allOf", "anyOf", "oneOf"].map(|name| schema.down(name));
    let clauses = junctors.iter().filter(|target| target.is_found()).flat_map(ResolvedPath::items);
    let types: Vec<_> = clauses.map(|clause| of_clause(&clause)).collect();
    let first = types.iter().find_map(|type_| *type_)?;
    types.iter().all(|type_| type_.is_none_or(|type_| type_ == first)).then_some(first)
}

fn of_clause(clause: &ResolvedPath<'_>) -> Option<&'static str> {
    let written = clause.text_of("type");
    let known = written.and_then(|word| TYPES.into_iter().find(|type_| *type_ == word));
    known.or_else(|| by_structure(clause)).or_else(|| by_values(clause))
}

/// `anyOf` of integer and string without a type is an int-or-string.
fn int_or_string(request: &FixRequest<'_>) -> Option<Fix> {
    let schema = request.target()?.up()?;
    let types: Vec<_> = schema.down("anyOf").items().filter_map(|clause| clause.text_of("type")).collect();
    let both =
        types.len() == 2 && types.iter().any(|t| t == "integer") && types.iter().any(|t| t == "string");
    if !both || request.target()?.is_found() {
        return None;
    }
    request.set(|target| Some(target.up()?.down("x-kubernetes-int-or-string")), &Value::Bool(true))
}

/// What stands here is an object.
pub(super) fn object(request: &FixRequest<'_>) -> Vec<Fix> {
    let fix = request.write(&Value::text("object"));
    let is_new = request.target().is_some_and(|target| !target.is_found());
    list([if is_new { safe(fix) } else { fix }])
}

pub(super) fn string(request: &FixRequest<'_>) -> Vec<Fix> {
    list([safe(request.write(&Value::text("string")))])
}

/// `type: "null"` or null.
pub(super) fn null(request: &FixRequest<'_>) -> Vec<Fix> {
    let schema = request.target().and_then(|target| target.up());
    let type_ = schema.as_ref().and_then(guess).unwrap_or("object");
    let nullable = request.everywhere(format!("write `type: {type_}` and `nullable: true`"), |target| {
        let nullable = target.up()?.down("nullable");
        let value = target.set(&Value::text(type_))?;
        (!nullable.is_found()).then_some(vec![value, nullable.set(&Value::Bool(true))?])
    });
    list([nullable, request.write(&Value::text(type_))])
}

pub(super) fn or_without_embedded_resource(request: &FixRequest<'_>) -> Vec<Fix> {
    let without = request.remove(|target| Some(target.up()?.down("x-kubernetes-embedded-resource")));
    let mut fixes = object(request);
    fixes.extend(without);
    fixes
}

pub(super) fn preserve_beside(request: &FixRequest<'_>) -> Vec<Fix> {
    list([request
        .set(|target| Some(target.up()?.down("x-kubernetes-preserve-unknown-fields")), &Value::Bool(true))])
}

/// A version without a schema: one that lets everything pass.
pub(super) fn missing_schema(request: &FixRequest<'_>) -> Vec<Fix> {
    let any = Value::Map(vec![
        ("type".to_owned(), Value::text("object")),
        ("x-kubernetes-preserve-unknown-fields".to_owned(), Value::Bool(true)),
    ]);
    list([request.everywhere("add a schema that keeps all fields", |target| Some(vec![target.set(&any)?]))])
}

/// Keywords that status would lose: its updates are checked against `properties.status` alone.
const NOT_AT_ROOT: [&str; 22] = [
    "id",
    "$schema",
    "$ref",
    "nullable",
    "default",
    "enum",
    "maxProperties",
    "minProperties",
    "allOf",
    "oneOf",
    "anyOf",
    "not",
    "additionalProperties",
    "patternProperties",
    "dependencies",
    "definitions",
    "additionalItems",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
];

/// At the root of a schema with a status subresource.
pub(super) fn root_with_status(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    if request.finding.path.last_name() == Some("type") {
        return object(request);
    }
    let misplaced: Vec<_> = NOT_AT_ROOT.iter().copied().filter(|keyword| target.has(keyword)).collect();
    let title = format!("remove `{}`", misplaced.join("`, `"));
    list([request
        .everywhere(title, |target| misplaced.iter().map(|keyword| target.down(keyword).remove()).collect())])
}

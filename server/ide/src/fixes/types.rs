//! The type of a schema, guessed by what else is said there.

use crdls_schema::Fix;
use crdls_schema::decode::near_value;
use crdls_yaml::{Node, Scalar};

use super::case::{Case, list, safe};
use super::site::Site;
use super::value::Value;

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

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
pub(super) fn missing(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let Some(schema) = site.up() else { return Vec::new() };
    if let Some(guess) = written(&site).or_else(|| guess(&schema)) {
        let sure = site.text().is_none() && says_structure(&schema);
        let fix = case.write(&Value::text(guess));
        return list([if sure { safe(fix) } else { fix }, int_or_string(case)]);
    }
    let anything =
        case.set(|site| Some(site.up()?.down("x-kubernetes-preserve-unknown-fields")), &Value::Bool(true));
    let replaced =
        case.everywhere("replace `type` with `x-kubernetes-preserve-unknown-fields: true`", |site| {
            Some(vec![site.rename("x-kubernetes-preserve-unknown-fields")?, site.set(&Value::Bool(true))?])
        });
    if site.is_found() {
        return list([replaced, case.write(&Value::text("string"))]);
    }
    list([
        int_or_string(case),
        anything,
        case.write(&Value::text("string")),
        case.write(&Value::text("object")),
    ])
}

/// The type that a wrong word stands for.
fn written(site: &Site<'_>) -> Option<&'static str> {
    let word = site.text()?;
    let known = match word.to_lowercase().as_str() {
        "float" | "double" | "float64" | "float32" | "decimal" => Some("number"),
        "int32" | "int64" | "uint" | "long" => Some("integer"),
        "list" | "slice" => Some("array"),
        "map" | "dict" | "struct" => Some("object"),
        "text" | "str" => Some("string"),
        _ => None,
    };
    known.or_else(|| near_value(&word, &TYPES))
}

/// Whether the schema's structure leaves but one type.
fn says_structure(schema: &Site<'_>) -> bool {
    schema.has("properties") != schema.has("items") && !schema.has("x-kubernetes-int-or-string")
}

/// The type that a schema must have meant.
pub(super) fn guess(schema: &Site<'_>) -> Option<&'static str> {
    by_structure(schema).or_else(|| by_values(schema)).or_else(|| by_clauses(schema))
}

fn by_structure(schema: &Site<'_>) -> Option<&'static str> {
    let told = TELLING.iter().find(|(keyword, _)| schema.has(keyword)).map(|(_, type_)| *type_);
    let format = schema.text_of("format");
    let by_format = || {
        let format = format.as_deref()?;
        Some(FORMATS.iter().find(|(name, _)| *name == format).map_or("string", |(_, type_)| *type_))
    };
    told.or_else(by_format)
}

/// By the default, the enum and the example.
fn by_values(schema: &Site<'_>) -> Option<&'static str> {
    let default = schema.down("default");
    let first = schema.down("enum").item(0);
    let example = schema.down("example");
    let sites = [Some(default), first, Some(example)];
    sites.into_iter().flatten().filter(Site::is_found).find_map(|site| of_value(site.node))
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
fn by_clauses(schema: &Site<'_>) -> Option<&'static str> {
    let junctors = ["allOf", "anyOf", "oneOf"].map(|name| schema.down(name));
    let clauses = junctors.iter().filter(|site| site.is_found()).flat_map(Site::items);
    let types: Vec<_> = clauses.map(|clause| of_clause(&clause)).collect();
    let first = types.iter().find_map(|type_| *type_)?;
    types.iter().all(|type_| type_.is_none_or(|type_| type_ == first)).then_some(first)
}

fn of_clause(clause: &Site<'_>) -> Option<&'static str> {
    let written = clause.text_of("type");
    let known = written.and_then(|word| TYPES.into_iter().find(|type_| *type_ == word));
    known.or_else(|| by_structure(clause)).or_else(|| by_values(clause))
}

/// `anyOf` of integer and string without a type is an int-or-string.
fn int_or_string(case: &Case<'_>) -> Option<Fix> {
    let schema = case.site()?.up()?;
    let types: Vec<_> = schema.down("anyOf").items().filter_map(|clause| clause.text_of("type")).collect();
    let both =
        types.len() == 2 && types.iter().any(|t| t == "integer") && types.iter().any(|t| t == "string");
    if !both || case.site()?.is_found() {
        return None;
    }
    case.set(|site| Some(site.up()?.down("x-kubernetes-int-or-string")), &Value::Bool(true))
}

/// What stands here is an object.
pub(super) fn object(case: &Case<'_>) -> Vec<Fix> {
    let fix = case.write(&Value::text("object"));
    let is_new = case.site().is_some_and(|site| !site.is_found());
    list([if is_new { safe(fix) } else { fix }])
}

pub(super) fn string(case: &Case<'_>) -> Vec<Fix> {
    list([safe(case.write(&Value::text("string")))])
}

/// `type: "null"` or null.
pub(super) fn null(case: &Case<'_>) -> Vec<Fix> {
    let schema = case.site().and_then(|site| site.up());
    let type_ = schema.as_ref().and_then(guess).unwrap_or("object");
    let nullable = case.everywhere(format!("write `type: {type_}` and `nullable: true`"), |site| {
        let nullable = site.up()?.down("nullable");
        let value = site.set(&Value::text(type_))?;
        (!nullable.is_found()).then_some(vec![value, nullable.set(&Value::Bool(true))?])
    });
    list([nullable, case.write(&Value::text(type_))])
}

pub(super) fn or_without_embedded_resource(case: &Case<'_>) -> Vec<Fix> {
    let without = case.remove(|site| Some(site.up()?.down("x-kubernetes-embedded-resource")));
    let mut fixes = object(case);
    fixes.extend(without);
    fixes
}

pub(super) fn preserve_beside(case: &Case<'_>) -> Vec<Fix> {
    list([case.set(|site| Some(site.up()?.down("x-kubernetes-preserve-unknown-fields")), &Value::Bool(true))])
}

/// A version without a schema: one that lets everything pass.
pub(super) fn missing_schema(case: &Case<'_>) -> Vec<Fix> {
    let any = Value::Map(vec![
        ("type".to_owned(), Value::text("object")),
        ("x-kubernetes-preserve-unknown-fields".to_owned(), Value::Bool(true)),
    ]);
    list([case.everywhere("add a schema that keeps all fields", |site| Some(vec![site.set(&any)?]))])
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
pub(super) fn root_with_status(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    if case.finding.path.last_name() == Some("type") {
        return object(case);
    }
    let misplaced: Vec<_> = NOT_AT_ROOT.iter().copied().filter(|keyword| site.has(keyword)).collect();
    let title = format!("remove `{}`", misplaced.join("`, `"));
    list([
        case.everywhere(title, |site| misplaced.iter().map(|keyword| site.down(keyword).remove()).collect())
    ])
}

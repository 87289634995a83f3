//! Printer columns.

use crdls_report::Fix;
use crdls_text::suggested_value;

use super::request::{FixRequest, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

pub(super) fn type_(request: &FixRequest<'_>) -> Vec<Fix> {
    const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
    let word = request.target().and_then(|target| target.text()).unwrap_or_default();
    let known = match word.to_lowercase().as_str() {
        "float" | "double" | "float64" => Some("number"),
        "int32" | "int64" => Some("integer"),
        "date-time" | "datetime" | "timestamp" | "time" => Some("date"),
        _ => suggested_value(&word, &TYPES),
    };
    list([request.write(&Value::text(known.unwrap_or("string")))])
}

/// A column without a name has that of its field.
pub(super) fn name(request: &FixRequest<'_>) -> Vec<Fix> {
    let path = request.target().and_then(|target| target.up()?.text_of("jsonPath")).unwrap_or_default();
    let field = path.rsplit(['.', '[', ']']).find(|part| !part.is_empty()).unwrap_or("value");
    let letters: String = field.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut chars = letters.chars();
    let name = chars.next().map_or_else(|| "Value".to_owned(), |c| c.to_uppercase().chain(chars).collect());
    list([request.write(&Value::text(name))])
}

/// A path starts with a dot; where there is none, a field of the column's name was meant.
pub(super) fn json_path(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    if let Some(path) = target.text().filter(|path| !path.is_empty()) {
        return list([request.write(&Value::text(format!(".{}", bare(&path))))]);
    }
    let Some(column) = target.up() else { return Vec::new() };
    let old = column.down("JSONPath");
    if let Some(path) = old.text() {
        let renamed = request.everywhere("replace `JSONPath` with `jsonPath`", |target| {
            Some(vec![target.up()?.down("JSONPath").rename("jsonPath")?])
        });
        return list([renamed, request.write(&Value::text(path))]);
    }
    let named = column.text_of("name").and_then(|name| by_name(&target, &name));
    let path = named.or_else(|| usual(&column)).unwrap_or_else(|| ".metadata.name".to_owned());
    let title = format!("add `jsonPath: {path}`");
    let value = Value::text(path);
    let shown = column.text_of("name").or_else(|| column.text_of("type")).unwrap_or_default();
    let without = request
        .everywhere(format!("remove the column `{shown}`"), |target| Some(vec![target.up()?.remove()?]));
    list([request.everywhere(title, |target| Some(vec![target.set(&value)?])), without])
}

/// A path without what stands around it in templates of kubectl: `{.spec}`.
fn bare(path: &str) -> &str {
    path.trim().trim_start_matches(['{', '$', '.']).trim_end_matches('}')
}

/// `Age` is the age of the object.
fn usual(column: &ResolvedPath<'_>) -> Option<String> {
    let name = column.text_of("name")?;
    let age = name.eq_ignore_ascii_case("age") || column.text_of("type").is_some_and(|t| t == "date");
    age.then(|| ".metadata.creationTimestamp".to_owned())
}

/// The field of spec or status that has the column's name.
fn by_name(target: &ResolvedPath<'_>, name: &str) -> Option<String> {
    let version = target.above(3)?;
    let properties = version.down("schema").down("openAPIV3Schema").down("properties");
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    ["status", "spec"].iter().find_map(|part| {
        let fields = properties.down(part).down("properties");
        let names = fields.is_found().then(|| fields.node.entries())?;
        let found = names.filter_map(|entry| entry.key.str()).find(|key| plain(key) == plain(name))?;
        Some(format!(".{part}.{found}"))
    })
}

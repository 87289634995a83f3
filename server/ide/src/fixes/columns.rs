//! Printer columns.

use crdls_schema::Fix;
use crdls_schema::decode::near_value;

use super::case::{Case, list};
use super::site::Site;
use super::value::Value;

pub(super) fn type_(case: &Case<'_>) -> Vec<Fix> {
    const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
    let word = case.site().and_then(|site| site.text()).unwrap_or_default();
    let known = match word.to_lowercase().as_str() {
        "float" | "double" | "float64" => Some("number"),
        "int32" | "int64" => Some("integer"),
        "date-time" | "datetime" | "timestamp" | "time" => Some("date"),
        _ => near_value(&word, &TYPES),
    };
    list([case.write(&Value::text(known.unwrap_or("string")))])
}

/// A column without a name has that of its field.
pub(super) fn name(case: &Case<'_>) -> Vec<Fix> {
    let path = case.site().and_then(|site| site.up()?.text_of("jsonPath")).unwrap_or_default();
    let field = path.rsplit(['.', '[', ']']).find(|part| !part.is_empty()).unwrap_or("value");
    let letters: String = field.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut chars = letters.chars();
    let name = chars.next().map_or_else(|| "Value".to_owned(), |c| c.to_uppercase().chain(chars).collect());
    list([case.write(&Value::text(name))])
}

/// A path starts with a dot; where there is none, a field of the column's name was meant.
pub(super) fn json_path(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    if let Some(path) = site.text().filter(|path| !path.is_empty()) {
        return list([case.write(&Value::text(format!(".{}", bare(&path))))]);
    }
    let Some(column) = site.up() else { return Vec::new() };
    let old = column.down("JSONPath");
    if let Some(path) = old.text() {
        let renamed = case.everywhere("replace `JSONPath` with `jsonPath`", |site| {
            Some(vec![site.up()?.down("JSONPath").rename("jsonPath")?])
        });
        return list([renamed, case.write(&Value::text(path))]);
    }
    let named = column.text_of("name").and_then(|name| by_name(&site, &name));
    let path = named.or_else(|| usual(&column)).unwrap_or_else(|| ".metadata.name".to_owned());
    let title = format!("add `jsonPath: {path}`");
    let value = Value::text(path);
    let shown = column.text_of("name").or_else(|| column.text_of("type")).unwrap_or_default();
    let without =
        case.everywhere(format!("remove the column `{shown}`"), |site| Some(vec![site.up()?.remove()?]));
    list([case.everywhere(title, |site| Some(vec![site.set(&value)?])), without])
}

/// A path without what stands around it in templates of kubectl: `{.spec}`.
fn bare(path: &str) -> &str {
    path.trim().trim_start_matches(['{', '$', '.']).trim_end_matches('}')
}

/// `Age` is the age of the object.
fn usual(column: &Site<'_>) -> Option<String> {
    let name = column.text_of("name")?;
    let age = name.eq_ignore_ascii_case("age") || column.text_of("type").is_some_and(|t| t == "date");
    age.then(|| ".metadata.creationTimestamp".to_owned())
}

/// The field of spec or status that has the column's name.
fn by_name(site: &Site<'_>, name: &str) -> Option<String> {
    let version = site.above(3)?;
    let properties = version.down("schema").down("openAPIV3Schema").down("properties");
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    ["status", "spec"].iter().find_map(|part| {
        let fields = properties.down(part).down("properties");
        let names = fields.is_found().then(|| fields.node.entries())?;
        let found = names.filter_map(|entry| entry.key.str()).find(|key| plain(key) == plain(name))?;
        Some(format!(".{part}.{found}"))
    })
}

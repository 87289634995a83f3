//! `schemas/markers/markers.toml`: the markers of controller-gen, as a table of `crdls_markers`.

use std::fmt::Write;

use serde::Deserialize;

/// The targets of a marker that has a twin for the items of a list.
const TWINNED: [&str; 3] = ["field", "type", "items"];
/// The oldest version of the table.
const OLDEST: &str = "0.14";

/// `schemas/markers/markers.toml`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    #[serde(rename = "marker")]
    markers: Vec<Marker>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marker {
    name: String,
    on: Vec<String>,
    #[serde(default)]
    since: Option<String>,
    #[serde(default = "crd")]
    generator: String,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    value_name: String,
    /// `until 0.16`: the value may be missing from that version on.
    #[serde(default)]
    required: Option<String>,
    #[serde(default)]
    applies: Option<String>,
    #[serde(default)]
    parser: Option<String>,
    #[serde(default)]
    schema: String,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    many: bool,
    #[serde(default)]
    instead: String,
    doc: String,
    example: String,
    #[serde(default, rename = "argument")]
    arguments: Vec<Argument>,
}

fn crd() -> String {
    "crd".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Argument {
    name: String,
    value: String,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    since: Option<String>,
    #[serde(default)]
    values: Vec<String>,
    doc: String,
}

/// `registry/generated/mod.rs`
pub fn tables(tables: &Tables) -> Result<String, String> {
    let (mut twinned, mut all) = (String::new(), String::new());
    for marker in &tables.markers {
        let name = marker.name.rsplit(':').next().unwrap_or_default().to_uppercase();
        let twin = (marker.on == TWINNED).then(|| format!("OF_{name}"));
        match twin {
            None => all.push_str(&format!("{},", literal(marker)?)),
            Some(name) => {
                let _ = writeln!(twinned, "const {name}: Marker = {};", literal(marker)?);
                let of_items = marker.name.replace(":validation:", ":validation:items:");
                let _ = write!(all, "{name}, {name}.of_items({of_items:?}),");
            }
        }
    }
    Ok(format!(
        "//! From `schemas/markers/markers.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use crate::grammar::ArgumentType;\n\
         use super::{{Applies, Argument, Generator, Marker, On, Reads, Target, Version}};\n\n\
         {twinned}\n\
         /// All markers of controller-gen.\npub(super) static MARKERS: &[Marker] = &[{all}];\n"
    ))
}

/// What a marker describes, from the versions on in which it does.
fn targets(marker: &Marker) -> Result<String, String> {
    let since = marker.since.as_deref().unwrap_or(OLDEST);
    let target = |on: &String| {
        let (target, from) = on.split_once('@').unwrap_or((on, since));
        let target = match target {
            "package" => "Package",
            "type" => "Type",
            "field" => "Field",
            _ => return Err(format!("{}: no target {target}", marker.name)),
        };
        Ok(format!("On::new(Target::{target}, {}),", version(from)?))
    };
    let of_twin = |on: &&String| *on == "items" && marker.on == TWINNED;
    marker.on.iter().filter(|on| !of_twin(on)).map(target).collect()
}

/// A marker as an expression; what is as in `Marker::NONE` is left out.
fn literal(marker: &Marker) -> Result<String, String> {
    let name = &marker.name;
    let mut out = format!("Marker {{ name: {name:?}, on: &[{}],", targets(marker)?);
    let generator = match &*marker.generator {
        "crd" => None,
        "object" => Some("Object"),
        "applyconfiguration" => Some("ApplyConfiguration"),
        "rbac" => Some("Rbac"),
        "webhook" => Some("Webhook"),
        other => return Err(format!("{name}: no generator {other}")),
    };
    let applies = match marker.applies.as_deref() {
        None => None,
        Some("number") => Some("Number"),
        Some("string") => Some("String"),
        Some("array") => Some("Array"),
        Some("object") => Some("Object"),
        Some(other) => return Err(format!("{name}: applies to no {other}")),
    };
    let reads = match marker.parser.as_deref().and_then(|parser| parser.split_once('@')) {
        None => None,
        Some(("json", from)) => Some(format!("Some((Reads::Json, {}))", version(from)?)),
        Some(("int", from)) => Some(format!("Some((Reads::Int, {}))", version(from)?)),
        Some(("float", from)) => Some(format!("Some((Reads::Float, {}))", version(from)?)),
        Some((other, _)) => return Err(format!("{name}: no parser {other}")),
    };
    field(&mut out, "generator", generator.map(|name| format!("Generator::{name}")));
    field(&mut out, "applies", applies.map(|name| format!("Applies::{name}")));
    field(&mut out, "reads", reads);
    let mut arguments = Vec::new();
    if let Some(value) = &marker.value {
        let optional = marker.required.as_deref().and_then(|required| required.strip_prefix("until "));
        arguments.push(argument(&marker.value_name, value, (optional, OLDEST), &marker.values, "")?);
    }
    for of in &marker.arguments {
        let since = (Some(OLDEST).filter(|_| !of.required), of.since.as_deref().unwrap_or(OLDEST));
        arguments.push(argument(&of.name, &of.value, since, &of.values, &of.doc)?);
    }
    let anonymous = marker.value.is_some() && marker.value_name.is_empty();
    let set = |is_set: bool| is_set.then(|| "true".to_owned());
    let text = |text: &str| Some(format!("{text:?}")).filter(|_| !text.is_empty());
    field(
        &mut out,
        "arguments",
        Some(format!("&[{}]", arguments.concat())).filter(|_| !arguments.is_empty()),
    );
    field(&mut out, "anonymous", set(anonymous));
    field(&mut out, "many", set(marker.many));
    field(&mut out, "schema", text(&marker.schema));
    field(&mut out, "instead", text(&marker.instead));
    field(&mut out, "doc", text(&marker.doc));
    field(&mut out, "example", text(&marker.example));
    Ok(out + "..Marker::NONE }")
}

fn field(out: &mut String, name: &str, value: Option<String>) {
    value.into_iter().for_each(|value| out.push_str(&format!("{name}: {value},")));
}

/// `since`: the version from which on it may be missing, and the first that has it.
fn argument(
    name: &str,
    value: &str,
    (optional, since): (Option<&str>, &str),
    values: &[String],
    doc: &str,
) -> Result<String, String> {
    let value = match value {
        "int" => "Int",
        "number" => "Number",
        "string" => "String",
        "bool" => "Bool",
        "any" => "Any",
        "strings" => "Strings",
        "any-list" => "AnyList",
        "raw" => "Raw",
        other => return Err(format!("{name}: no type {other}")),
    };
    let optional = optional.map(version).transpose()?;
    let fields = [
        (!name.is_empty()).then(|| format!("name: {name:?},")),
        optional.map(|version| format!("optional_since: Some({version}),")),
        (since != OLDEST).then(|| version(since)).transpose()?.map(|since| format!("since: {since},")),
        (!values.is_empty()).then(|| format!("values: &{values:?},")),
        (!doc.is_empty()).then(|| format!("doc: {doc:?},")),
    ];
    let rest = if fields.iter().all(Option::is_some) { "" } else { "..Argument::NONE" };
    let fields: String = fields.into_iter().flatten().collect();
    Ok(format!("Argument {{ value: ArgumentType::{value}, {fields} {rest} }},"))
}

/// `0.17.3` as `Version::new(17, 3)`.
fn version(text: &str) -> Result<String, String> {
    let mut parts = text.split('.').skip(1).map(str::parse::<u16>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(minor)), patch, None) if patch.as_ref().is_none_or(Result::is_ok) => {
            Ok(format!("Version::new({minor}, {})", patch.and_then(Result::ok).unwrap_or(0)))
        }
        _ => Err(format!("markers.toml: {text} is no version of controller-gen")),
    }
}

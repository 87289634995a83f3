//! `schemas/markers/markers.toml`: the markers of controller-gen, as a table of `crdls_markers`.

use std::fmt::Write;

use serde::Deserialize;

/// Where the twin of a marker for the items of a list came.
const ITEMS_SINCE: &str = "0.15";
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
    let mut out = String::from(
        "//! From `schemas/markers/markers.toml`. Made by `cargo dev codegen`. Do not edit.\n\n\
         use crate::grammar::ArgumentType;\n\
         use super::{Applies, Argument, Generator, Marker, On, Reads, Target, Version};\n\n\
         /// All markers of controller-gen.\npub(super) static MARKERS: &[Marker] = &[",
    );
    for marker in &tables.markers {
        let twins = marker.on.iter().any(|on| on == "items");
        emit(&mut out, marker, &marker.name, false)?;
        if twins {
            let name = marker.name.replace(":validation:", ":validation:items:");
            emit(&mut out, marker, &name, true)?;
        }
    }
    out.push_str("];\n");
    Ok(out)
}

fn emit(out: &mut String, marker: &Marker, name: &str, items: bool) -> Result<(), String> {
    let since = marker.since.as_deref().unwrap_or(if items { ITEMS_SINCE } else { OLDEST });
    let _ = write!(out, "Marker {{ name: {name:?}, on: &[");
    for on in marker.on.iter().filter(|on| *on != "items") {
        let (target, from) = on.split_once('@').unwrap_or((on, since));
        let target = match target {
            "package" => "Package",
            "type" => "Type",
            "field" => "Field",
            _ => return Err(format!("{name}: no target {target}")),
        };
        let _ = write!(out, "On {{ target: Target::{target}, since: {} }},", version(from)?);
    }
    let generator = match &*marker.generator {
        "crd" => "Crd",
        "object" => "Object",
        "applyconfiguration" => "ApplyConfiguration",
        "rbac" => "Rbac",
        "webhook" => "Webhook",
        other => return Err(format!("{name}: no generator {other}")),
    };
    let applies = match marker.applies.as_deref() {
        None => "Any",
        Some("number") => "Number",
        Some("string") => "String",
        Some("array") => "Array",
        Some("object") => "Object",
        Some(other) => return Err(format!("{name}: applies to no {other}")),
    };
    let reads = match marker.parser.as_deref().and_then(|parser| parser.split_once('@')) {
        None => "None".to_owned(),
        Some(("json", from)) => format!("Some((Reads::Json, {}))", version(from)?),
        Some(("int", from)) => format!("Some((Reads::Int, {}))", version(from)?),
        Some(("float", from)) => format!("Some((Reads::Float, {}))", version(from)?),
        Some((other, _)) => return Err(format!("{name}: no parser {other}")),
    };
    let _ = write!(
        out,
        "], generator: Generator::{generator}, applies: Applies::{applies}, reads: {reads}, arguments: &["
    );
    if let Some(value) = &marker.value {
        let optional = marker.required.as_deref().and_then(|required| required.strip_prefix("until "));
        let optional =
            optional.map_or(Ok("None".to_owned()), |from| version(from).map(|v| format!("Some({v})")))?;
        write_argument(out, &marker.value_name, value, &optional, OLDEST, &marker.values, "")?;
    }
    for argument in &marker.arguments {
        let optional =
            if argument.required { "None".to_owned() } else { format!("Some({})", version(OLDEST)?) };
        let from = argument.since.as_deref().unwrap_or(OLDEST);
        write_argument(
            out,
            &argument.name,
            &argument.value,
            &optional,
            from,
            &argument.values,
            &argument.doc,
        )?;
    }
    let anonymous = marker.value.is_some() && marker.value_name.is_empty();
    let _ = writeln!(
        out,
        "], anonymous: {anonymous}, many: {}, items: {items}, schema: {:?}, instead: {:?}, doc: {:?}, example: {:?} }},",
        marker.many, marker.schema, marker.instead, marker.doc, marker.example
    );
    Ok(())
}

fn write_argument(
    out: &mut String,
    name: &str,
    value: &str,
    optional: &str,
    since: &str,
    values: &[String],
    doc: &str,
) -> Result<(), String> {
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
    let _ = write!(
        out,
        "Argument {{ name: {name:?}, value: ArgumentType::{value}, optional_since: {optional}, since: {}, values: &{values:?}, doc: {doc:?} }},",
        version(since)?
    );
    Ok(())
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

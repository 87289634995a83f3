//! `cargo dev native`: what the servers of all minors publish besides the schemas of CRDs.
//!
//! The file has the newest minor whole, and of each older one a JSON Merge Patch (RFC 7386) that makes it of the next
//! newer one.

use std::path::Path;
use std::process::Command;

use serde_json::{Map, Serializer, Value, ser::PrettyFormatter};

use crate::build::said;
use crate::oracle;

/// Writes `schemas/openapi/native.json`.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let mut tables = Vec::new();
    for (minor, program) in oracle::all(root)? {
        tables.push((minor, table(&program)?));
    }
    let newest = tables.first().cloned();
    let patches = tables.iter().zip(tables.iter().skip(1));
    let patches = patches.map(|((_, newer), (minor, older))| (minor.clone(), patch(newer, older).into()));
    let whole: Map<String, Value> = newest.into_iter().chain(patches).collect();
    let path = root.join("schemas/openapi/native.json");
    std::fs::write(&path, text(&whole)?).map_err(|e| format!("{}: {e}", path.display()))
}

fn table(program: &Path) -> Result<Value, String> {
    let table = said(Command::new(program).arg("native"))?;
    serde_json::from_str(&table).map_err(|e| format!("{}: {e}", program.display()))
}

/// The merge patch that makes one value of another; the tables have no nulls.
fn patch(from: &Value, to: &Value) -> Map<String, Value> {
    let member = |value: &Value, name: &str| value.get(name).cloned().unwrap_or_default();
    let names = [from, to].map(|value| value.as_object().into_iter().flat_map(Map::keys).cloned());
    let names: std::collections::BTreeSet<String> = names.into_iter().flatten().collect();
    let changed = names.into_iter().filter_map(|name| {
        let (from, to) = (member(from, &name), member(to, &name));
        match (from == to, from.is_object() && to.is_object()) {
            (true, _) => None,
            (false, true) => Some((name, patch(&from, &to).into())),
            (false, false) => Some((name, to)),
        }
    });
    changed.collect()
}

/// As JSON with a blank for each level.
fn text(whole: &Map<String, Value>) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut writer = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b" "));
    serde::Serialize::serialize(whole, &mut writer).map_err(|e| e.to_string())?;
    out.push(b'\n');
    Ok(out)
}

//! Pages on settings, from the JSON schema of crdls.toml.
//!
//! Must not know what a setting changes.

use std::fmt::Write as _;
use std::sync::LazyLock;

use serde_json::{Map, Value};

/// The schema that `cargo dev codegen` writes.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../docs/crdls.schema.json")).unwrap_or_default()
});

/// More members than this are not listed: the table of codes.
const MOST_MEMBERS: usize = 16;

/// Settings that had another name, each with the present one.
const RENAMED_SETTINGS: [(&str, &str); 1] = [("rules", "severity")];

/// The present name of a setting; other names are returned unchanged.
pub fn present_setting(name: &str) -> &str {
    RENAMED_SETTINGS.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new)
}

/// What a setting does, its values and its default, in Markdown. The name can have the editor's prefix `crdls.`;
/// nothing for a name that no setting has.
pub fn setting_page(name: &str) -> Option<String> {
    let name = present_setting(name.strip_prefix("crdls.").unwrap_or(name));
    let steps = name.split('.');
    let schema = steps.clone().try_fold(&*SCHEMA, |schema, step| schema.get("properties")?.get(step))?;
    // Codes have pages of their own.
    if steps.clone().count() > 1 && name.starts_with("severity.") {
        return None;
    }
    let mut page = format!("# {name}\n\n{}\n", text(schema, "description"));
    if let Some(members) = members(schema).filter(|members| members.len() <= MOST_MEMBERS) {
        page.push('\n');
        for (member, schema) in members {
            let _ = writeln!(page, "- `{name}.{member}`: {}", text(schema, "description"));
        }
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
        let _ = write!(page, "\nOne of {}.\n", values.join(", "));
    }
    if let Some(default) = schema.get("default") {
        let _ = write!(page, "\nDefault: `{default}`\n");
    }
    let _ = write!(page, "\nSet it as `{name}` in `crdls.toml`, or as `crdls.{name}` in an editor.\n");
    Some(page)
}

/// The names of all settings, those in tables with the name of the table before them.
pub fn setting_names() -> impl Iterator<Item = String> {
    members(&SCHEMA).into_iter().flatten().flat_map(|(name, schema)| {
        let inside = members(schema).filter(|members| members.len() <= MOST_MEMBERS);
        let inside = inside.into_iter().flatten().map(move |(member, _)| format!("{name}.{member}"));
        std::iter::once(name.clone()).chain(inside)
    })
}

/// The settings in the table that some names lead to, by their names, each with its schema; those of the file for no
/// name, and those of an item for a list of tables. `None` where there is no such table.
pub fn settings_below(names: &[&str]) -> Option<&'static Map<String, Value>> {
    let found = names.iter().try_fold(&*SCHEMA, |schema, name| schema.get("properties")?.get(*name))?;
    members(found).or_else(|| members(found.get("items")?))
}

fn members(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn text<'v>(schema: &'v Value, key: &str) -> &'v str {
    schema.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_page() {
        let names: Vec<_> = setting_names().collect();
        assert!(
            names.iter().any(|name| name == "inlayHints.cost") && names.iter().any(|name| name == "severity")
        );
        for name in names {
            let page = setting_page(&name).unwrap_or_default();
            assert!(page.starts_with(&format!("# {name}\n\n")) && page.contains("crdls.toml"), "{page}");
        }
        assert_eq!(setting_page("severity.missing-type"), None);
        assert_eq!(setting_page("crdls.rules"), setting_page("severity"));
        assert_eq!(setting_page("crdls.crds"), setting_page("crds"));
    }
}

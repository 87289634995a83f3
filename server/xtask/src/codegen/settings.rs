//! The settings that `editors/vscode/package.json` declares, as a page and as a JSON schema of crdls.toml.
//!
//! A setting of scope `window` is VS Code's alone.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::codes::Code;
use crate::files::read;

const PACKAGE: &str = "editors/vscode/package.json";

/// A setting with its name, without the section.
pub struct Setting {
    name: String,
    declared: Value,
}

impl Setting {
    fn is_of_files(&self) -> bool {
        self.declared["scope"] == "resource"
    }

    fn described(&self) -> &str {
        self.declared["markdownDescription"].as_str().unwrap_or_default()
    }
}

/// The settings in the order in which they are shown.
pub fn settings(root: &Path) -> Result<Vec<Setting>, String> {
    let text = read(root, PACKAGE)?;
    let package: Value = serde_json::from_str(&text).map_err(|e| format!("{PACKAGE}: {e}"))?;
    let declared = package["contributes"]["configuration"]["properties"].as_object();
    let declared = declared.ok_or(format!("{PACKAGE}: no settings"))?;
    let mut settings: Vec<_> = declared
        .iter()
        .map(|(name, declared)| Setting {
            name: name.trim_start_matches("crdls.").to_owned(),
            declared: declared.clone(),
        })
        .collect();
    settings.sort_by_key(|setting| (setting.declared["order"].as_u64(), setting.name.clone()));
    Ok(settings)
}

/// `docs/settings.md`
pub fn page(settings: &[Setting]) -> String {
    let mut out = String::from(
        "# Settings\n\nSet them in the section `crdls` of the editor, or without the prefix `crdls.` in a `crdls.toml` at the \
         root of the workspace, which the command line reads too. Settings of the editor take precedence. This page is \
         generated from `editors/vscode/package.json` by `cargo dev codegen`.\n\n\
         | setting | default | |\n| --- | --- | --- |\n",
    );
    for setting in settings {
        let values = setting.declared["enum"].as_array().map(|values| {
            let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
            format!(" One of {}.", values.join(", "))
        });
        let (name, default) = (&setting.name, &setting.declared["default"]);
        let described = setting.described().replace('|', "\\|");
        let _ = writeln!(out, "| `crdls.{name}` | `{default}` | {described}{} |", values.unwrap_or_default());
    }
    out.push_str(
        "\n`crdls.path` and `crdls.trace.server` exist only in VS Code; other clients set `trace` to `\"messages\"` or \
         `\"off\"`.\n\n## A crdls.toml\n\n```toml\n#:schema ./docs/crdls.schema.json\nkubernetes = \"1.36\"\n\
         fieldValidation = \"warn\"\ncrds = [\"crds\"]\nexclude = [\"vendor/\", \"*.golden.yaml\"]\n[severity]\nduplicate-key = \"off\"\nmissing-type = \"warning\"\n\
         [inlayHints]\ndefaults = false\n[[diff.ignore]]\nchange = \"maximum-lowered@spec.heat\"\n\
         reason = \"no device is hotter\"\n```\n\n\
         The command line reads the `crdls.toml` of the current folder or of the nearest folder above it, up to the root of \
         the repository; `--config FILE` names another one. Paths and patterns in it are relative to its folder. What one \
         place ignores is written there, as a [comment](ci.md#ignore-advice-in-one-place).\n\n\
         The first line is for tools that support JSON schemas in TOML, such as taplo and VS Code's Even Better TOML: they \
         complete and check the file. It is the path, relative to the crdls.toml, or the URL of \
         [crdls.schema.json](crdls.schema.json), which is also in the archive. crdls itself does not need it.\n",
    );
    out
}

/// The tables of a crdls.toml, and what they are for.
const TABLES: [(&str, &str); 3] = [
    ("diff", "What `crdls diff` reports."),
    ("go", "The controller-gen that reads markers in Go."),
    ("inlayHints", "Inlay hints that editors show."),
];

/// `docs/crdls.schema.json`, in the draft that tools for TOML understand.
pub fn schema(settings: &[Setting], codes: &[Code]) -> String {
    let mut properties = Map::new();
    for setting in settings.iter().filter(|setting| setting.is_of_files()) {
        let schema = property(setting, codes);
        match setting.name.split_once('.') {
            None => {
                properties.insert(setting.name.clone(), schema);
            }
            Some((table, name)) => {
                let described = TABLES.iter().find(|(name, _)| *name == table).map_or("", |(_, text)| text);
                let of_table = properties.entry(table).or_insert_with(|| closed(described, Map::new()));
                of_table["properties"][name] = schema;
            }
        }
    }
    let mut schema = closed("Settings of crdls, for its command line and for editors.", properties);
    schema["$schema"] = json!("http://json-schema.org/draft-04/schema#");
    schema["title"] = json!("crdls.toml");
    format!("{schema:#}\n")
}

/// A table with these members and no others.
fn closed(described: &str, properties: Map<String, Value>) -> Value {
    json!({"type": "object", "description": described, "additionalProperties": false, "properties": properties})
}

fn property(setting: &Setting, codes: &[Code]) -> Value {
    if setting.name == "severity" {
        let severities = codes.iter().map(|code| (code.name.clone(), severity(code))).collect();
        return closed(setting.described(), severities);
    }
    let kept = ["type", "default", "pattern", "enum", "items", "uniqueItems"];
    let of = |key: &&str| setting.declared.get(*key).map(|value| ((*key).to_owned(), value.clone()));
    let mut schema: Map<_, _> = kept.iter().filter_map(of).collect();
    schema.insert("description".to_owned(), json!(setting.described()));
    Value::Object(schema)
}

/// API-server findings cannot be switched off.
fn severity(code: &Code) -> Value {
    let mut values = vec!["error", "warning", "info", "information", "hint"];
    values.extend((!code.server).then_some("off"));
    json!({"description": code.summary, "enum": values, "default": code.severity})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_closed_and_the_servers_rules_stay() {
        let setting = |name: &str| Setting {
            name: name.to_owned(),
            declared: json!({"type": "boolean", "scope": "resource"}),
        };
        let code = |server| Code {
            constant: String::new(),
            name: format!("is-{server}"),
            severity: "error".to_owned(),
            server,
            summary: String::new(),
            module: String::new(),
            package: String::new(),
        };
        let text = schema(&[setting("severity"), setting("a.b")], &[code(true), code(false)]);
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(schema["properties"]["a"]["properties"]["b"]["type"], "boolean");
        assert_eq!(schema["properties"]["a"]["additionalProperties"], false);
        let codes = &schema["properties"]["severity"]["properties"];
        assert_eq!(
            (
                codes["is-true"]["enum"].as_array().map(Vec::len),
                codes["is-false"]["enum"].as_array().map(Vec::len)
            ),
            (Some(5), Some(6))
        );
    }
}

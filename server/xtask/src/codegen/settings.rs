//! The settings that `editors/vscode/package.json` declares, as a page and as a JSON schema of crdls.toml.
//!
//! A setting of scope `window` is VS Code's alone. The codes are those that `code!` declares.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

const PACKAGE: &str = "editors/vscode/package.json";
const RULES: &str = "server";

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

/// What `code!` says of a rule, as far as settings go.
pub struct Rule {
    code: String,
    severity: String,
    server: bool,
    summary: String,
}

/// The settings in the order in which they are shown.
pub fn settings(root: &Path) -> Result<Vec<Setting>, String> {
    let text = fs::read_to_string(root.join(PACKAGE)).map_err(|e| format!("{PACKAGE}: {e}"))?;
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
        "# Settings\n\nIn the section `crdls` of the editor, or in a `crdls.toml` at the root of the workspace, which the \
         command line reads too: the same names without `crdls.` in front. The editor's come first. Made from \
         `editors/vscode/package.json` by `cargo xtask codegen`.\n\n\
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
        "\n`crdls.path` and `crdls.trace.server` are VS Code's alone; other clients set `trace` to `\"messages\"` or \
         `\"off\"`.\n\n## A crdls.toml\n\n```toml\n#:schema ./docs/crdls.schema.json\nkubernetes = \"1.36\"\n\
         fieldValidation = \"warn\"\ncrds = [\"crds\"]\n[rules]\nduplicate-key = \"off\"\nmissing-type = \"warning\"\n\
         [inlayHints]\ndefaults = false\n```\n\n\
         The first line is for editors that read JSON schemas in TOML, as taplo and VS Code's Even Better TOML do: they \
         complete and check the file. It names [crdls.schema.json](crdls.schema.json), which comes with the archive too, by \
         a path from the crdls.toml or a URL; crdls itself does not need it.\n",
    );
    out
}

/// `docs/crdls.schema.json`, in the draft that tools for TOML understand.
pub fn schema(settings: &[Setting], rules: &[Rule]) -> String {
    let mut properties = Map::new();
    for setting in settings.iter().filter(|setting| setting.is_of_files()) {
        let schema = property(setting, rules);
        match setting.name.split_once('.') {
            None => {
                properties.insert(setting.name.clone(), schema);
            }
            Some((table, name)) => {
                let described = "What editors show between the text.";
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

fn property(setting: &Setting, rules: &[Rule]) -> Value {
    if setting.name == "rules" {
        let codes = rules.iter().map(|rule| (rule.code.clone(), severity(rule))).collect();
        return closed(setting.described(), codes);
    }
    let kept = ["type", "default", "pattern", "enum", "items", "uniqueItems"];
    let of = |key: &&str| setting.declared.get(*key).map(|value| ((*key).to_owned(), value.clone()));
    let mut schema: Map<_, _> = kept.iter().filter_map(of).collect();
    schema.insert("description".to_owned(), json!(setting.described()));
    Value::Object(schema)
}

/// What is the server's cannot be put off.
fn severity(rule: &Rule) -> Value {
    let mut values = vec!["error", "warning", "information", "hint"];
    values.extend((!rule.server).then_some("off"));
    json!({"description": rule.summary, "enum": values, "default": rule.severity})
}

/// All declarations, in the order of their codes.
pub fn rules(root: &Path) -> Result<Vec<Rule>, String> {
    let mut found = Vec::new();
    declared_in(&root.join(RULES), &mut found)?;
    found.sort_by(|a, b| a.code.cmp(&b.code));
    if found.is_empty() { Err(format!("{RULES}: no rules")) } else { Ok(found) }
}

fn declared_in(folder: &Path, found: &mut Vec<Rule>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            declared_in(&path, found)?;
        } else if path.extension().is_some_and(|its| its == "rs") {
            let text = fs::read_to_string(&path).map_err(failed)?;
            for declaration in text.split("\ncode!(").skip(1) {
                let rule =
                    declared(declaration).ok_or(format!("{}: a code! that is not read", path.display()))?;
                found.push(rule);
            }
        }
    }
    Ok(())
}

/// `NAME, "code", Severity, origin, "summary");…`
fn declared(text: &str) -> Option<Rule> {
    let mut parts = text.splitn(5, ',').map(str::trim).skip(1);
    let code = serde_json::from_str(parts.next()?).ok()?;
    let (severity, origin, rest) = (parts.next()?.to_lowercase(), parts.next()?, parts.next()?);
    // A string of Rust without line breaks is one of JSON.
    let summary = serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()?;
    Some(Rule { code, severity, server: origin == "server", summary })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let rule =
            declared("\n  A_B,\n  \"a-b\",\n  Hint,\n  advice,\n  \"a `b`, \\\"c\\\"\"\n);\nfn x() {}")
                .expect("a rule");
        assert_eq!((rule.code.as_str(), rule.severity.as_str(), rule.server), ("a-b", "hint", false));
        assert_eq!(rule.summary, "a `b`, \"c\"");
    }

    #[test]
    fn tables_are_closed_and_the_servers_rules_stay() {
        let setting = |name: &str| Setting {
            name: name.to_owned(),
            declared: json!({"type": "boolean", "scope": "resource"}),
        };
        let rule = |server| Rule {
            code: format!("is-{server}"),
            severity: "error".to_owned(),
            server,
            summary: String::new(),
        };
        let text = schema(&[setting("rules"), setting("a.b")], &[rule(true), rule(false)]);
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(schema["properties"]["a"]["properties"]["b"]["type"], "boolean");
        assert_eq!(schema["properties"]["a"]["additionalProperties"], false);
        let codes = &schema["properties"]["rules"]["properties"];
        assert_eq!(
            (
                codes["is-true"]["enum"].as_array().map(Vec::len),
                codes["is-false"]["enum"].as_array().map(Vec::len)
            ),
            (Some(4), Some(5))
        );
    }
}

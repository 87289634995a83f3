//! Blocks in TOML and JSON: settings, and what starts the server. What ships as a file is held to the same.

use serde_json::{Value, json};

use super::pages::{Block, blocks, repository};
use super::workspace;

#[test]
fn toml_is_read() {
    let blocks = blocks("toml");
    let mut settings = 0;
    for Block { place, text, .. } in &blocks {
        let table: Value = toml::from_str(text).unwrap_or_else(|err| panic!("{place}: {err}"));
        // `[editor.lsp]` is Helix', all else is a crdls.toml.
        if table.get("editor").is_none() {
            are_settings("docs-toml", text, place);
            settings += 1;
        }
    }
    println!("{} configurations in TOML were read, {settings} of them settings", blocks.len());
    assert!(settings >= 3, "{settings}");
}

/// A crdls.toml in which nothing is wrong, neither here nor for an editor that reads its schema.
fn are_settings(test: &str, text: &str, place: &str) {
    let table: Value = toml::from_str(text).unwrap();
    assert_eq!(invalid(&table, &schema()), None, "{place}: {text}");
    let folder = workspace(test);
    folder.write("crdls.toml", text);
    let ran = folder.run(&["check", "crds"]);
    assert_eq!((ran.code, ran.stderr.contains("crdls.toml")), (0, false), "{place}: {text}: {}", ran.stderr);
}

fn schema() -> Value {
    let text = std::fs::read_to_string(repository().join("docs/crdls.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What is wrong with a value, by as much of JSON Schema as the schema of crdls.toml uses.
fn invalid(value: &Value, schema: &Value) -> Option<String> {
    let is_of = |types: &Value| {
        *types == type_of(value) || types.as_array().is_some_and(|list| list.contains(&json!(type_of(value))))
    };
    if schema.get("type").is_some_and(|types| !is_of(types)) {
        return Some(format!("{value} is no {}", schema["type"]));
    }
    for (key, said) in schema.as_object().unwrap() {
        let holds = match key.as_str() {
            "$schema" | "title" | "description" | "default" | "additionalProperties" | "type" => true,
            "enum" => said.as_array().unwrap().contains(value),
            "pattern" => {
                let pattern = crdls_go::regexp::compile(said.as_str().unwrap()).unwrap();
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                items.iter().enumerate().all(|(n, item)| !items[..n].contains(item))
            }
            "items" => match value.as_array().into_iter().flatten().find_map(|item| invalid(item, said)) {
                Some(wrong) => return Some(wrong),
                None => true,
            },
            "required" => {
                let names = said.as_array().unwrap().iter();
                names.map(|name| name.as_str().unwrap()).all(|name| value.get(name).is_some())
            }
            "properties" => {
                for (name, member) in value.as_object().unwrap() {
                    let wrong =
                        said.get(name).map_or(Some("is unknown".to_owned()), |of| invalid(member, of));
                    if let Some(wrong) = wrong {
                        return Some(format!("{name}: {wrong}"));
                    }
                }
                true
            }
            other => panic!("nothing knows `{other}` of the schema"),
        };
        if !holds {
            return Some(format!("{value} and `{key}: {said}`"));
        }
    }
    None
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let folder = workspace("docs-schema");
    for (text, refused) in [
        ("kubernetes = \"1.31\"\n", false),
        ("kubernetes = \"v1.37.2\"\n", false),
        ("kubernetes = \"1.30\"\n", true),
        ("kubernetes = 1.37\n", true),
        ("kubernetes = \"all\"\n", false),
        ("kubernetes = \"1.31,1.33-1.35\"\n", false),
        ("kubernetes = [\"1.31\", \"1.33-1.35\"]\n", false),
        ("kubernetes = [\"1.31\", 1.37]\n", true),
        ("kubernetes = [\"all\", \"1.37\"]\n", true),
        ("fieldValidation = \"none\"\n", true),
        ("crds = \"crds\"\n", true),
        ("crds = [1]\n", true),
        ("colour = 1\n", true),
        ("codeLens = \"no\"\n", true),
        ("docsBaseUrl = \"https://example.org/codes/\"\n", false),
        ("docsBaseUrl = \"example.org\"\n", true),
        ("docsBaseUrl = 1\n", true),
        ("[inlayHints]\ncost = 1\n", true),
        ("[inlayHints]\ncost = false\n", false),
        ("[severity]\nmissing-type = \"off\"\n", true),
        ("[severity]\nmissing-type = \"hint\"\n", false),
        ("[severity]\nduplicate-key = \"off\"\n", false),
        ("[severity]\nno-such-rule = \"hint\"\n", true),
    ] {
        let wrong = invalid(&toml::from_str(text).unwrap(), &schema());
        folder.write("crdls.toml", text);
        let said = folder.run(&["check", "crds"]).stderr;
        assert_eq!(
            (wrong.is_some(), said.contains("crdls.toml: ")),
            (refused, refused),
            "{text}{wrong:?}\n{said}"
        );
    }
}

/// The clients whose configuration is JSON: where in it the server stands, and what else there may be.
const CLIENTS: &[(&str, &str, &[&str])] = &[
    (
        "Kate",
        "/servers/yaml",
        &[
            "command",
            "url",
            "highlightingModeRegex",
            "rootIndicationFileNames",
            "settings",
            "documentLanguageId",
        ],
    ),
    ("Zed", "/lsp/crdls", &["binary", "settings", "initialization_options"]),
    (
        "Sublime Text (LSP)",
        "/clients/crdls",
        &["enabled", "command", "selector", "settings", "initializationOptions"],
    ),
    ("Set up an agent", "/mcpServers/crdls", &["command", "args"]),
];

#[test]
fn json_starts_the_server() {
    let blocks = blocks("json");
    for Block { place, text, .. } in &blocks {
        let value: Value = serde_json::from_str(text).unwrap_or_else(|err| panic!("{place}: {err}"));
        let client = CLIENTS.iter().find(|(client, ..)| place.ends_with(client));
        let (_, pointer, known) = client.unwrap_or_else(|| panic!("{place}: nothing knows this client"));
        let server = value.pointer(pointer).unwrap_or_else(|| panic!("{place}: there is no {pointer}"));
        for key in server.as_object().unwrap().keys() {
            assert!(known.contains(&key.as_str()), "{place}: nothing knows the key `{key}`");
        }
        let command = if pointer.starts_with("/mcpServers") { "mcp" } else { "lsp" };
        assert_eq!(started(server), ["crdls", command], "{place}");
        if let Some(settings) = server.get("settings") {
            are_settings("docs-json", &toml::to_string(&settings["crdls"]).unwrap(), place);
        }
    }
    println!("{} configurations in JSON start the server", blocks.len());
    assert_eq!(blocks.len(), CLIENTS.len());
}

/// Program and arguments, however they are written.
fn started(server: &Value) -> Vec<String> {
    let words = |value: &Value| -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        value.as_array().map_or_else(|| vec![text(value)], |items| items.iter().map(text).collect())
    };
    match (server.get("binary"), server.get("args")) {
        (Some(binary), _) => [words(&binary["path"]), words(&binary["arguments"])].concat(),
        (None, Some(args)) => [words(&server["command"]), words(args)].concat(),
        (None, None) => words(&server["command"]),
    }
}

#[test]
fn languages_of_helix_start_the_server() {
    let text = std::fs::read_to_string(repository().join("editors/helix/languages.toml")).unwrap();
    let shipped: Value = toml::from_str(&text).unwrap();
    assert_eq!(started(&shipped["language-server"]["crdls"]), ["crdls", "lsp"]);
    for language in shipped["language"].as_array().unwrap() {
        assert!(language["language-servers"].as_array().unwrap().contains(&json!("crdls")), "{language}");
    }
    // The settings that stand there as a comment.
    let commented: String =
        text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| line.contains(" = ")).collect();
    are_settings("docs-helix", &commented, "editors/helix/languages.toml");
}

//! Stories of one who writes rules, defaults, aliases and new files.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::{Client, at_cursor, labels, range};
use crate::folder::Folder;

/// A CRD with a cursor `$0` in one of its gaps, and where that is.
fn written(default: &str, alias: &str, rule: &str) -> (String, Value) {
    at_cursor(&lamps(default, alias, rule))
}

fn lamps(default: &str, alias: &str, rule: &str) -> String {
    let text = crd(|c| {
        c.kind("Lamp").group("example.org").spec_schema(
            "
            type: object
            DEFAULT
            properties:
              color: &color
                type: string
                enum: [red, blue]
              shade: ALIAS
              tags: {type: array, maxItems: 5, items: {type: string, maxLength: 9}}
            x-kubernetes-validations:
            - rule: RULE
            ",
        )
    });
    text.replace("DEFAULT", default).replace("ALIAS", alias).replace("RULE", rule)
}

struct Writer {
    client: Client,
    uri: String,
    version: i32,
}

impl Writer {
    fn new(uri: &str) -> Self {
        let capabilities = json!({"textDocument": {
            "completion": {"completionItem": {"snippetSupport": true}}, "rename": {"prepareSupport": true},
        }});
        let (client, _) = Client::initialized(json!({ "capabilities": capabilities }));
        Self { client, uri: uri.to_owned(), version: 0 }
    }

    fn ask(&mut self, method: &str, (text, position): &(String, Value), more: Value) -> Value {
        self.version += 1;
        match self.version {
            1 => self.client.open(&self.uri, 1, text),
            version => self.client.change(&self.uri, version, None, text),
        }
        let mut params = json!({"textDocument": {"uri": self.uri}, "position": position});
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.client.result(&format!("textDocument/{method}"), params)
    }

    /// The items of a completion, in the order in which editors show them.
    fn items(&mut self, written: &(String, Value)) -> Vec<Value> {
        let mut items = self.ask("completion", written, json!({})).as_array().cloned().unwrap_or_default();
        items.sort_by(|a, b| a["sortText"].as_str().cmp(&b["sortText"].as_str()));
        items
    }

    fn labels(&mut self, written: &(String, Value)) -> Vec<String> {
        labels(&self.items(written).into()).into_iter().map(str::to_owned).collect()
    }
}

const PLAIN: [&str; 3] = ["description: x", "{type: string}", "self.color == 'red'"];

#[test]
fn a_rule_is_written_word_by_word() {
    let mut writer = Writer::new("file:///lamp.yaml");
    let [default, alias, _] = PLAIN;
    let labels = writer.labels(&written(default, alias, "self.$0"));
    assert_eq!(labels[..3], ["color", "shade", "tags"]);
    let operators = writer.items(&written(default, alias, "self.color $0"));
    assert_eq!((&operators[0]["label"], &operators[0]["kind"]), (&json!("=="), &json!(24)));
    let items = writer.items(&written(default, alias, "self.color == $0"));
    assert_eq!((&items[0]["label"], &items[1]["label"]), (&json!("'red'"), &json!("'blue'")));
    assert_eq!(items[0]["textEdit"]["newText"], "'red'");
    let labels = writer.labels(&written(default, alias, "\"self.color in ['red', $0]\""));
    assert_eq!(labels[0], "'blue'");
    assert_eq!(writer.labels(&written(default, alias, "self.color == '$0'")), ["red", "blue"]);
    assert_eq!(writer.client.stop().code(), Some(0));
}

#[test]
fn the_variable_of_a_macro_is_found_and_renamed() {
    let mut writer = Writer::new("file:///lamp.yaml");
    let [default, alias, _] = PLAIN;
    let asked = written(default, alias, "self.tags.all(t, t != 'a' && $0t != 'b')");
    let start = |place: &Value| place["range"]["start"]["character"].as_u64();
    let definition = writer.ask("definition", &asked, json!({}));
    assert_eq!(start(&definition), Some(34));
    let marked = writer.ask("documentHighlight", &asked, json!({}));
    let marked: Vec<_> =
        marked.as_array().expect("a list").iter().map(|mark| (start(mark), mark["kind"].as_u64())).collect();
    assert_eq!(marked, [(Some(34), Some(3)), (Some(37), Some(2)), (Some(49), Some(2))]);
    for (declaration, all) in [(true, &[34, 37, 49][..]), (false, &[37, 49])] {
        let found = writer.ask("references", &asked, json!({"context": {"includeDeclaration": declaration}}));
        let found: Vec<_> = found.as_array().expect("a list").iter().filter_map(start).collect();
        assert_eq!(found, all);
    }
    let prepared = writer.ask("prepareRename", &asked, json!({}));
    assert_eq!((&prepared["placeholder"], start(&prepared)), (&json!("t"), Some(49)));
    let renamed = writer.ask("rename", &asked, json!({"newName": "tag"}));
    let edits = renamed["changes"]["file:///lamp.yaml"].as_array().expect("edits");
    assert_eq!(edits.iter().map(start).collect::<Vec<_>>(), [Some(34), Some(37), Some(49)]);
    assert!(edits.iter().all(|edit| edit["newText"] == "tag"));
    assert_eq!(writer.client.stop().code(), Some(0));
}

#[test]
fn a_default_has_the_fields_of_its_schema() {
    let mut writer = Writer::new("file:///lamp.yaml");
    let [_, alias, rule] = PLAIN;
    let keys = writer.labels(&written("default:\n              $0", alias, rule));
    assert!(["color", "shade", "tags"].iter().all(|key| keys.contains(&(*key).to_owned())), "{keys:?}");
    let mut values = writer.labels(&written("default: {color: \"$0\"}", alias, rule));
    values.sort();
    assert_eq!(values, ["blue", "red"]);
    assert_eq!(writer.client.stop().code(), Some(0));
}

#[test]
fn an_alias_is_written_and_followed() {
    let mut writer = Writer::new("file:///lamp.yaml");
    let [default, _, rule] = PLAIN;
    assert_eq!(writer.labels(&written(default, "*$0", rule)), ["*color"]);
    let asked = written(default, "*co$0lor", rule);
    let definition = writer.ask("definition", &asked, json!({}));
    assert_eq!(definition["range"]["start"], json!({"line": 20, "character": 21}));
    let hover = writer.ask("hover", &asked, json!({}));
    let shown = hover["contents"].to_string();
    assert!(shown.contains("enum: [red, blue]") && shown.contains("line 21"), "{shown}");
    assert_eq!(writer.client.stop().code(), Some(0));
}

#[test]
fn an_empty_file_of_json_gets_json() {
    let [default, alias, rule] = PLAIN;
    let folder = Folder::new("lsp-json", &[("crd.yaml", &lamps(default, alias, rule))]);
    let item = json!({"snippetSupport": true});
    let capabilities = json!({"textDocument": {"completion": {"completionItem": item}}});
    let client = Client::in_folder(&folder, capabilities);
    let mut writer = Writer { client, uri: folder.uri("new.json"), version: 0 };
    let empty = (String::new(), json!({"line": 0, "character": 0}));
    let mut items = Vec::new();
    // The CRD is read in the background.
    while items.len() < 2 {
        items = writer.items(&empty);
    }
    let items = Value::from(items);
    assert_eq!(labels(&items), ["CustomResourceDefinition", "Lamp"]);
    let text = |item: &Value| item["textEdit"]["newText"].as_str().unwrap_or_default().to_owned();
    assert!(text(&items[0]).starts_with("{\n  \"apiVersion\": \"apiextensions.k8s.io/v1\","));
    assert_eq!(
        text(&items[1]),
        "{\n  \"apiVersion\": \"example.org/v1\",\n  \"kind\": \"Lamp\",\n  \"metadata\": {\n    \"name\": \"${1:example}\"\n  },\n  \"spec\": {$2}\n}"
    );
    assert_eq!(writer.client.stop().code(), Some(0));
}

#[test]
fn a_manifest_in_braces_gets_quotes() {
    let literals =
        json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor.rewrite"]}}});
    let (mut client, _) =
        Client::initialized(json!({"capabilities": {"textDocument": {"codeAction": literals}}}));
    let uri = "file:///lamp.json";
    client.open(uri, 1, "{apiVersion: example.org/v1, kind: Lamp}\n");
    let action = &client.actions(uri, &range(0, 2, 2))[0];
    assert_eq!(
        (&action["kind"], &action["title"]),
        (&json!("refactor.rewrite"), &json!("Quote keys and strings as in JSON"))
    );
    let texts: Vec<_> = action["edit"]["changes"][uri]
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| &edit["newText"])
        .collect();
    assert_eq!(texts, ["\"apiVersion\"", "\"example.org/v1\"", "\"kind\"", "\"Lamp\""]);
    assert_eq!(client.stop().code(), Some(0));
}

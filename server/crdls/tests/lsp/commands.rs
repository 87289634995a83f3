//! Commands: those that code lenses carry, run by the server or by the client.

use serde_json::{Value, json};

use crate::client::{Client, at, range};
use crate::folder::Folder;
use crate::sample::{widgets, with};

const URI: &str = "file:///w/crd.yaml";

const WIDGET: &str = "apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}\nsize: big\n";

const ALL: [&str; 11] = [
    "crdls.addCase",
    "crdls.evaluateRule",
    "crdls.runTests",
    "crdls.showBuilt",
    "crdls.showChanges",
    "crdls.showCost",
    "crdls.showEffective",
    "crdls.showFailingObject",
    "crdls.showLocations",
    "crdls.showReferences",
    "crdls.showSample",
];

/// A client that shows documents, and runs some commands itself.
fn client(own: &[&str]) -> (Client, Value) {
    Client::initialized(json!({"capabilities": {
        "textDocument": {"codeLens": {}},
        "window": {"showDocument": {"support": true}},
        "experimental": {"commands": {"commands": own}},
    }}))
}

/// The commands of the code lenses of the CRD.
fn lenses(client: &mut Client) -> Vec<Value> {
    client.lenses(URI).iter().map(|lens| lens["command"].clone()).collect()
}

/// Runs a command; the text that it answers, and that of the document which the client is asked to show.
fn run(client: &mut Client, command: &Value) -> (String, String) {
    let text = client.run(command).as_str().unwrap_or_else(|| panic!("{command}")).to_owned();
    let shown = client.first("a document", |m| m["method"] == "window/showDocument");
    let path = shown["params"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    let page = std::fs::read_to_string(path).expect("the page");
    client.asked("window/showDocument");
    (text, page)
}

#[test]
fn each_lens_carries_a_command_that_the_server_runs() {
    let (mut client, answer) = client(&[]);
    assert_eq!(answer["capabilities"]["executeCommandProvider"]["commands"], json!(ALL));
    client.open(
        URI,
        1,
        &with(
            16,
            "          size: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self != 'a'}]}",
        ),
    );
    client.open("file:///w/a.yaml", 1, WIDGET);
    let commands = lenses(&mut client);
    let names: Vec<_> =
        commands.iter().map(|command| command["command"].as_str().unwrap_or_default()).collect();
    let rule = ["crdls.evaluateRule", "crdls.showFailingObject"];
    assert_eq!(names[..3], ["crdls.showReferences", "crdls.showCost", "crdls.showSample"]);
    assert_eq!(names[3..], rule);
    let expected = [
        ("1 object in the open files", "/w/a.yaml:2:7\n"),
        ("1 rule, cost ", "self != 'a'"),
        ("sample", "kind: Widget"),
        ("evaluate", "/w/a.yaml:4:7: `size`"),
        ("object that fails it", "size: a\n"),
    ];
    for (command, (title, part)) in commands.iter().zip(expected) {
        assert!(command["title"].as_str().is_some_and(|its| its.starts_with(title)), "{command}");
        let (text, page) = run(&mut client, command);
        assert!(text.contains(part) && text == page, "{command}: {text}");
    }
    assert_eq!(client.stop().code(), Some(0));
}

/// The inlay hints of the rule on line 16 that are values.
fn value_hints(client: &mut Client) -> Vec<String> {
    let range = json!({"start": {"line": 16, "character": 0}, "end": {"line": 17, "character": 0}});
    let hints =
        client.result("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": range}));
    let labels = hints.as_array().expect("hints").iter().filter_map(|hint| hint["label"].as_str());
    labels.filter(|label| label.starts_with(['=', '→'])).map(str::to_owned).collect()
}

#[test]
fn a_rule_is_evaluated_where_it_is_written() {
    let (mut client, _) = client(&[]);
    let rule =
        "          size: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self.size() > 3}]}";
    client.open(URI, 1, &with(16, rule));
    client.open("file:///w/a.yaml", 1, WIDGET);
    let commands = lenses(&mut client);
    let (text, _) = run(&mut client, &commands[3]);
    // The object of the workspace, then one that the rule accepts and one that it rejects.
    let rows: Vec<_> = text.lines().filter(|line| line.contains("self.size()")).map(str::trim).collect();
    assert_eq!(rows[..2], ["false  self.size() > 3", "3        self.size()"], "{text}");
    assert!(
        text.contains("an object that it accepts") && text.contains("an object that it rejects"),
        "{text}"
    );
    assert!(rows.iter().any(|row| row.starts_with("true ") && row.ends_with("self.size() > 3")), "{text}");
    // The values stay next to the parts until the document is edited.
    assert_eq!(value_hints(&mut client), ["= 'big'", "= 3", "= false"]);
    let column = rule.find(".size()").expect("the call") as u32 + 1;
    let hover = client.hover(at(URI, 16, column));
    assert!(hover.replace('`', "").contains("Value in a.yaml, size: 3"), "{hover}");
    let column = rule.find("rule:").expect("the key") as u32 + 1;
    let hover = client.hover(at(URI, 16, column));
    assert!(
        hover.contains("One evaluation:") && hover.replace('`', "").contains("- self.size(): "),
        "{hover}"
    );
    client.change(URI, 2, Some([16, rule.len() as u32, 16, rule.len() as u32]), "  # edited");
    assert_eq!(value_hints(&mut client), [""; 0]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn without_code_lenses_the_commands_of_a_rule_are_code_actions() {
    let rule =
        "          size: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self.size() > 3}]}";
    let literals = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
    let actions = |capabilities: Value| {
        let mut client = Client::initialized(json!({"capabilities": {
            "textDocument": capabilities, "window": {"showDocument": {"support": true}},
        }}))
        .0;
        client.open(URI, 1, &with(16, rule));
        let column = rule.find("size()").expect("the call") as u32;
        let mut actions = client.actions(URI, &range(16, column, column));
        actions.retain(|action| action["command"].is_object());
        (client, actions)
    };
    let (mut client, offered) = actions(json!({"codeAction": literals}));
    let [evaluate, fail] = offered.as_slice() else { panic!("{offered:?}") };
    assert_eq!(evaluate["title"], "Evaluate the rule on objects");
    let (text, page) = run(&mut client, &evaluate["command"]);
    assert!(text.contains("an object that it rejects") && text == page, "{text}");
    assert_eq!(fail["title"], "Create an object that fails the rule");
    assert!(run(&mut client, &fail["command"]).0.contains("size: "));
    let (_, offered) = actions(json!({"codeAction": literals, "codeLens": {}}));
    assert_eq!(offered, [Value::Null; 0]);
}

#[test]
fn what_the_client_runs_is_not_announced() {
    let (_, answer) = client(&["crdls.showCost", "crdls.showReferences", "other.command"]);
    let commands = &answer["capabilities"]["executeCommandProvider"]["commands"];
    let left = ALL.iter().filter(|name| !["crdls.showCost", "crdls.showReferences"].contains(name));
    assert_eq!(*commands, left.map(|name| json!(name)).collect::<Value>());
}

#[test]
fn without_arguments_a_command_is_about_the_last_document() {
    let folder = Folder::new("lsp-commands", &[("crd.yaml", &widgets())]);
    let mut client = Client::in_folder(&folder, json!({"window": {"workDoneProgress": true}}));
    while client.progress()["value"]["kind"] != "end" {}
    client.open(&folder.uri("b.yaml"), 1, "a: 1\n");
    client.open(&folder.uri("a.yaml"), 1, &WIDGET.replace("size", "colour"));
    let answer = client.request("workspace/executeCommand", json!({"command": "crdls.showEffective"}));
    let text = answer["result"].as_str().expect("a page").to_owned();
    assert!(text.starts_with("# Widget a\n# rejected by the server: ") && text.contains("-colour"), "{text}");
    // It shows no documents.
    let message = client.first("a message", |m| m["method"] == "window/showMessage");
    let path = message["params"]["message"].as_str().and_then(|text| text.strip_prefix("written to "));
    assert_eq!(path.and_then(|path| std::fs::read_to_string(path).ok()), Some(text));
    for (command, arguments) in [
        ("crdls.nothing", json!([])),
        ("crdls.showCost", json!(["file:///nowhere.yaml"])),
        ("crdls.showReferences", json!([folder.uri("a.yaml"), {"line": 99, "character": 0}])),
        ("crdls.showSample", json!([folder.uri("a.yaml"), "Gadget"])),
    ] {
        let answer =
            client.request("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
        assert_eq!(answer["error"]["code"], -32602, "{command}: {answer}");
    }
    assert_eq!(client.stop().code(), Some(0));
}

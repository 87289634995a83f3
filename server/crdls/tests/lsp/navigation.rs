//! Stories of one who finds the way through a CRD and its custom resources.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::{Client, at, places, until};
use crate::folder::{Folder, named};

pub fn widgets() -> String {
    let column = "additionalPrinterColumns:\n- {name: Size, type: integer, jsonPath: .spec.size}";
    crd(|c| {
        c.kind("Widget").group("example.org").entries(column).spec_schema(
            "
            type: object
            required: [size]
            properties:
              size: {type: integer}
            x-kubernetes-validations:
            - rule: self.size > 1
            ",
        )
    })
}

pub const WIDGET: &str = "apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  size: 3\n";

pub fn client(root: &str, document: Value) -> (Client, Value) {
    let workspace = json!({"workspaceEdit": {"documentChanges": true}});
    let capabilities = json!({"textDocument": document, "workspace": workspace});
    Client::initialized(json!({"workspaceFolders": named(&[root]), "capabilities": capabilities}))
}

#[test]
fn a_property_and_its_places() {
    let folder = Folder::new(
        "lsp-references",
        &[
            ("crd.yaml", &format!("# first\n---\n{}", widgets())),
            ("b.yaml", WIDGET),
            ("c.yaml", "a: Widget\n"),
        ],
    );
    let (mut client, _) = client(&folder.root(), json!({}));
    let (crd, open) = (folder.uri("crd.yaml"), folder.uri("a.yaml"));
    client.open(&open, 1, WIDGET);
    // The CRD is read in the background, below a comment and a separator.
    let mut asked = at(&open, 4, 3);
    asked["context"] = json!({"includeDeclaration": true});
    let found = until(|| client.result("textDocument/references", asked.clone()), |found| !found.is_null());
    let below = ["crd.yaml 15:50", "crd.yaml 22:23", "crd.yaml 24:14", "crd.yaml 26:25"];
    assert_eq!(places(&found)[..4], below);
    client.open(&crd, 1, &widgets());
    let all =
        ["crd.yaml 13:50", "crd.yaml 20:23", "crd.yaml 22:14", "crd.yaml 24:25", "a.yaml 4:2", "b.yaml 4:2"];
    for mut asked in [at(&crd, 24, 26), at(&crd, 22, 15), at(&open, 4, 3)] {
        asked["context"] = json!({"includeDeclaration": true});
        assert_eq!(places(&client.result("textDocument/references", asked.clone())), all);
        asked["context"] = json!({"includeDeclaration": false});
        let others: Vec<_> = all.into_iter().filter(|place| *place != "crd.yaml 22:14").collect();
        assert_eq!(places(&client.result("textDocument/references", asked)), others);
    }
    let mut kind = at(&crd, 7, 35);
    kind["context"] = json!({"includeDeclaration": true});
    let of_kind = client.result("textDocument/references", kind);
    assert_eq!(places(&of_kind), ["crd.yaml 7:33", "a.yaml 1:6", "b.yaml 1:6"]);
    for from in [at(&crd, 24, 26), at(&crd, 13, 50), at(&open, 4, 3)] {
        let definition = client.result("textDocument/definition", from);
        assert_eq!(places(&json!([definition])), ["crd.yaml 22:14"]);
    }
    let marked = client.result("textDocument/documentHighlight", at(&crd, 20, 24));
    assert_eq!(places(&marked), [" 13:50", " 20:23", " 22:14", " 24:25"]);
    let kinds: Vec<_> = marked.as_array().expect("a list").iter().map(|mark| mark["kind"].as_i64()).collect();
    assert_eq!(kinds, [Some(2), Some(2), Some(3), Some(2)]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_crd_leads_to_its_resources() {
    let folder = Folder::new("lsp-implementation", &[("b.yaml", WIDGET), ("c.yaml", "a: Widget\n")]);
    let (mut client, answer) = client(&folder.root(), json!({"linkedEditingRange": {}}));
    assert_eq!(answer["capabilities"]["implementationProvider"], true);
    let (crd, open) = (folder.uri("crd.yaml"), folder.uri("a.yaml"));
    client.open(&crd, 1, &widgets());
    client.open(&open, 1, WIDGET);
    for (line, column, all) in [
        (7, 35, ["a.yaml 1:6", "b.yaml 1:6"]),
        (0, 3, ["a.yaml 1:6", "b.yaml 1:6"]),
        (24, 26, ["a.yaml 4:2", "b.yaml 4:2"]),
    ] {
        let found = client.result("textDocument/implementation", at(&crd, line, column));
        assert_eq!(places(&found), all, "{line}:{column}");
    }
    assert_eq!(answer["capabilities"]["linkedEditingRangeProvider"], true);
    for (line, column) in [(3, 10), (7, 20)] {
        let linked = client.result("textDocument/linkedEditingRange", at(&crd, line, column));
        let starts: Vec<_> =
            linked["ranges"].as_array().expect("two").iter().map(|r| r["start"].clone()).collect();
        assert_eq!(starts, [json!({"line": 3, "character": 8}), json!({"line": 7, "character": 18})]);
    }
    assert_eq!(client.result("textDocument/linkedEditingRange", at(&crd, 3, 18)), Value::Null);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_resource_leads_to_its_kind_and_a_kustomization_to_its_files() {
    let files = "kind: Kustomization\napiVersion: kustomize.config.k8s.io/v1beta1\nresources: [crd.yaml, base, gone.yaml]\n\
                 patches:\n- path: b.yaml\n";
    let folder = Folder::new("lsp-types", &[("crd.yaml", &widgets()), ("b.yaml", WIDGET)]);
    folder.write("base/kustomization.yaml", "resources: []\n");
    folder.write("kustomization.yaml", files);
    let (mut client, answer) = client(&folder.root(), json!({}));
    assert_eq!(answer["capabilities"]["typeDefinitionProvider"], true);
    let (crd, resource) = (folder.uri("crd.yaml"), folder.uri("b.yaml"));
    client.open(&crd, 1, &widgets());
    client.open(&resource, 1, WIDGET);
    for line in [1, 4] {
        let found = client.result("textDocument/typeDefinition", at(&resource, line, 4));
        assert_eq!(places(&json!([found])), ["crd.yaml 7:33"], "{line}");
    }
    let kustomization = folder.uri("kustomization.yaml");
    client.open(&kustomization, 1, files);
    let untyped = files.split_once("resources").map(|(_, rest)| format!("resources{rest}")).expect("a list");
    for (text, version) in [(files, 2), (&untyped, 3)] {
        client.change(&kustomization, version, None, text);
        let document = json!({"textDocument": {"uri": kustomization}});
        let links = client.result("textDocument/documentLink", document);
        let targets: Vec<_> =
            links.as_array().expect("a list").iter().map(|link| link["target"].clone()).collect();
        let ends = |target: &Value, end: &str| target.as_str().is_some_and(|target| target.ends_with(end));
        let expected = ["/b.yaml", "/crd.yaml", "/base/kustomization.yaml"];
        assert!(
            targets.len() == 3 && expected.iter().all(|end| targets.iter().any(|its| ends(its, end))),
            "{targets:?}"
        );
    }
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn kinds_and_fields_of_all_files() {
    let folder = Folder::new("lsp-symbols", &[("a.yaml", &widgets()), ("b.yaml", WIDGET)]);
    let (mut client, _) = client(&folder.root(), json!({}));
    let open = folder.uri("c.yaml");
    client.open(&open, 1, &widgets().replace("Widget", "Gadget").replace("widgets", "gadgets"));
    // Files are read in the background.
    let mut ask = |query: &str| {
        let found = client.result("workspace/symbol", json!({"query": query}));
        let found = found.as_array().expect("a list").clone();
        found.iter().map(|symbol| symbol["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    while ask("").len() < 2 {}
    assert_eq!(ask(""), ["Gadget", "Widget"]);
    assert_eq!(ask("size"), ["Gadget.spec.size", "Widget.spec.size"]);
    assert_eq!(ask("wi.sz"), ["Widget.spec.size"]);
    let found = client.result("workspace/symbol", json!({"query": "Widget.spec.size"}))[0].clone();
    assert_eq!(found["containerName"], "example.org/v1");
    assert_eq!(places(&json!([found["location"]])), ["a.yaml 22:14"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn the_shape_of_a_text() {
    let folding = json!({"lineFoldingOnly": true, "rangeLimit": 3});
    let able = json!({"foldingRange": folding, "selectionRange": {}, "documentLink": {}});
    let (mut client, answer) = client("file:///w", able);
    for provider in ["foldingRangeProvider", "selectionRangeProvider"] {
        assert_eq!(answer["capabilities"][provider], true, "{provider}");
    }
    assert_eq!(answer["capabilities"]["documentLinkProvider"], json!({"resolveProvider": false}));
    let uri = "file:///w/a.yaml";
    client.open(uri, 1, &format!("# é https://example.com/a.\n{}", widgets()));
    let document = json!({"textDocument": {"uri": uri}});
    let folds = client.result("textDocument/foldingRange", document.clone());
    let outer = json!([{"startLine": 3, "endLine": 4}, {"startLine": 5, "endLine": 25}, {"startLine": 9, "endLine": 25}]);
    assert_eq!(folds, outer, "no more than the client takes");
    let links = client.result("textDocument/documentLink", document.clone());
    assert_eq!(links[0]["target"], "https://example.com/a");
    assert_eq!(links[0]["range"]["start"], json!({"line": 0, "character": 4}));
    let mut asked = document;
    asked["positions"] = json!([{"line": 25, "character": 26}, {"line": 999, "character": 0}]);
    let selections = client.result("textDocument/selectionRange", asked);
    assert_eq!(selections.as_array().map(Vec::len), Some(2));
    let mut at = &selections[0];
    let mut lines = Vec::new();
    while !at.is_null() {
        lines.push(at["range"]["start"]["line"].as_i64());
        at = &at["parent"];
    }
    assert!(lines.len() > 8 && lines.last() == Some(&Some(0)), "{lines:?}");
    let (_, plain) = super::navigation::client("file:///w", json!({}));
    for provider in ["foldingRangeProvider", "selectionRangeProvider", "documentLinkProvider"] {
        assert_eq!(plain["capabilities"][provider], Value::Null, "{provider}");
    }
}

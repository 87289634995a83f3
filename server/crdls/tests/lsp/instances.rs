//! Custom resources and their CRDs: in two open documents, and in files.

use crdls_tests::crd;
use serde_json::json;

use crate::client::{Client, at, codes};
use crate::folder::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_properties(
            "
            size:
              type: integer
              description: How many loaves fit.
              maximum: 9
              default: 4
              x-kubernetes-validations:
                - rule: self != 5
            ",
        )
    })
}

const OVEN: &str = "apiVersion: example.com/v1
kind: Oven
metadata:
  name: oven
spec:
  size: 12
";
const CRD_URI: &str = "file:///w/crd.yaml";
const OVEN_URI: &str = "file:///w/oven.yaml";

#[test]
fn open_documents_judge_each_other() {
    let related = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let (mut client, _) = Client::initialized(json!({ "capabilities": related }));
    client.open(OVEN_URI, 1, OVEN);
    assert!(client.codes(OVEN_URI).is_empty());
    client.open(CRD_URI, 1, &ovens());
    assert_eq!(client.codes(OVEN_URI), ["out-of-bounds"]);
    client.change(CRD_URI, 2, Some([22, 25, 22, 26]), "99");
    assert!(client.codes(OVEN_URI).is_empty());
    client.change(OVEN_URI, 2, Some([5, 8, 5, 10]), "5");
    let published = client.published(OVEN_URI);
    assert_eq!(codes(&published["diagnostics"]), ["failed-rule"]);
    let related = &published["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], CRD_URI);
    assert_eq!(related["location"]["range"]["start"], json!({"line": 25, "character": 26}));
    client.close(CRD_URI);
    assert!(client.codes(OVEN_URI).is_empty());
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn while_a_crd_does_not_parse_its_resources_keep_their_findings() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(CRD_URI, 1, &ovens());
    client.open(OVEN_URI, 1, OVEN);
    assert_eq!(client.codes(OVEN_URI), ["out-of-bounds"]);
    // `type` of the size is typed again, up to its colon.
    let line = "type: integer";
    client.change(CRD_URI, 2, Some([20, 16, 20, 29]), "ty");
    while client.published(CRD_URI)["version"] != 2 {}
    client.change(CRD_URI, 3, Some([20, 18, 20, 18]), "pe");
    client.until(CRD_URI, &["not-yaml", "rule-error"]);
    assert!(!client.has_published(OVEN_URI));
    client.change(OVEN_URI, 2, Some([5, 8, 5, 10]), "13");
    assert_eq!(client.codes(OVEN_URI), ["out-of-bounds"]);
    // It parses, and judges anew.
    client.change(CRD_URI, 4, Some([20, 16, 20, 20]), line);
    client.change(CRD_URI, 5, Some([22, 25, 22, 26]), "99");
    client.until(OVEN_URI, &[]);
    // So does a line that leaves it YAML.
    client.change(CRD_URI, 6, Some([22, 16, 22, 27]), "maximum: 12");
    client.until(OVEN_URI, &["out-of-bounds"]);
    assert_eq!(client.stop().code(), Some(0));
}

/// That rules are not checked is no second error beside the one that keeps them from it.
#[test]
fn a_half_typed_value_is_one_finding() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(CRD_URI, 1, &ovens());
    client.open(OVEN_URI, 1, &OVEN.replace("12", "5"));
    assert_eq!(client.codes(OVEN_URI), ["failed-rule"]);
    client.change(OVEN_URI, 2, Some([5, 8, 5, 9]), "x");
    client.until(OVEN_URI, &["invalid-type"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_edit_of_a_crd_is_news_to_those_with_its_names() {
    let (mut client, _) = Client::initialized(json!({}));
    let (other_uri, far_uri) = ("file:///w/other.yaml", "file:///w/far.yaml");
    let other = ovens().replace("ovens", "stoves").replace("Oven", "Stove");
    client.open(CRD_URI, 1, &ovens());
    client.open(other_uri, 1, &other);
    client.open(far_uri, 1, &other.replace("example.com", "example.net"));
    assert!(client.codes(other_uri).is_empty());
    // The stove wants to be an oven, in the singular and as a list too: both are told.
    client.change(other_uri, 2, Some([7, 32, 7, 37]), "Oven");
    let claimed = ["conflicting-names"; 3];
    client.until(CRD_URI, &claimed);
    client.until(other_uri, &claimed);
    client.change(other_uri, 3, Some([7, 32, 7, 36]), "Stove");
    client.until(CRD_URI, &[]);
    // What it describes is no news to others.
    client.change(other_uri, 4, Some([21, 29, 21, 32]), "So");
    while client.published(other_uri)["version"] != 4 {}
    // Nor is it to another group.
    client.change(far_uri, 2, Some([0, 0, 0, 0]), "# far\n");
    while client.published(far_uri)["version"] != 2 {}
    assert!(!client.has_published(CRD_URI));
    // The same CRD twice, and not the same.
    let twin = "file:///w/twin.yaml";
    client.open(twin, 1, &ovens().replace("maximum: 9", "maximum: 8"));
    client.until(CRD_URI, &["conflicting-names"]);
    client.change(twin, 2, None, &ovens());
    client.until(CRD_URI, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn of_two_crds_the_nearest_judges_and_both_are_named() {
    let shows = json!({"textDocument": {
        "publishDiagnostics": {"relatedInformation": true}, "hover": {"contentFormat": ["markdown"]}
    }});
    let (mut client, _) = Client::initialized(json!({ "capabilities": shows }));
    let (near, far) = ("file:///w/a/crd.yaml", "file:///w/b/crd.yaml");
    let oven = "file:///w/a/oven.yaml";
    client.open(near, 1, &ovens());
    client.open(far, 1, &ovens().replace("maximum: 9", "maximum: 99"));
    client.open(oven, 1, OVEN);
    let published = client.published(oven);
    assert_eq!(codes(&published["diagnostics"]), ["ambiguous-kind", "out-of-bounds"]);
    let hint = &published["diagnostics"][0];
    assert_eq!(hint["severity"], 4);
    assert_eq!(hint["range"]["start"], json!({"line": 1, "character": 6}));
    let related = hint["relatedInformation"].as_array().expect("places");
    let places: Vec<_> = related.iter().map(|its| its["location"]["uri"].as_str().expect("a URI")).collect();
    assert_eq!(places, [near, far]);
    let hover = client.hover(at(oven, 1, 2));
    for part in ["(<file:///w/a/crd.yaml#L8>)", "(<file:///w/b/crd.yaml#L8>)", "[`a/crd.yaml`, line 8]"] {
        assert!(hover.contains(part), "{part}: {hover}");
    }
    assert!(hover.find("a/crd.yaml") < hover.find("b/crd.yaml"), "{hover}");
    // Beside the other one, the other judges.
    let beside = "file:///w/b/oven.yaml";
    client.open(beside, 1, OVEN);
    assert_eq!(client.codes(beside), ["ambiguous-kind"]);
    // A copy is no news.
    client.change(far, 2, None, &ovens());
    client.until(oven, &["out-of-bounds"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn hover_says_what_an_update_may_change() {
    let rules = crd(|c| {
        c.kind("Stove").schema(
            "
            type: object
            required: [spec]
            properties:
              spec:
                type: object
                properties:
                  heat:
                    type: integer
                    x-kubernetes-validations:
                    - rule: self >= oldSelf
                      message: it stays warm
                  fuel:
                    type: string
                    enum: [gas, wood]
                    x-kubernetes-validations:
                    - rule: self != 'wood'
            x-kubernetes-validations:
            - rule: self.spec.fuel != 'gas'
            ",
        )
    });
    let shows = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}, "publishDiagnostics": {}}});
    let (mut client, _) = Client::initialized(json!({ "capabilities": shows }));
    let (crd, stove) = ("file:///w/stoves.yaml", "file:///w/stove.yaml");
    client.open(crd, 1, &rules);
    let found = client.published(crd);
    let found = found["diagnostics"].as_array().expect("a list").clone();
    let blocks = found.iter().find(|found| found["code"] == "rule-blocks-updates").expect("the advice");
    assert_eq!(blocks["range"]["start"]["line"], 31);
    client.open(stove, 1, "apiVersion: example.com/v1\nkind: Stove\nmetadata: {name: a}\nspec:\n  heat: 3\n");
    for (uri, line, character, part) in [
        (stove, 4, 3, "on updates: can only grow (`self >= oldSelf`; it stays warm)"),
        (crd, 20, 16, "on updates: can only grow (`self >= oldSelf`; it stays warm)"),
        (crd, 23, 20, "Does not ratchet: rules that use `oldSelf`"),
        (crd, 29, 20, "Ratchets: if an update does not change `spec.fuel`"),
        (crd, 31, 12, "Does not ratchet: errors of the whole object"),
    ] {
        let shown = client.hover(at(uri, line, character));
        assert!(shown.contains(part), "{line}: {part}\n{shown}");
    }
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn files_of_the_workspace_judge_until_they_are_open() {
    let file = "deep/crd.yaml";
    let folder = Folder::new("lsp-crds", &[(file, &format!("# first\n---\n{}", ovens()))]);
    let mut client = Client::in_folder(&folder, json!({}));
    let oven = folder.uri("oven.yaml");
    client.open(&oven, 1, OVEN);
    client.until(&oven, &["out-of-bounds"]);
    let crd = folder.uri(file);
    let at = at(&oven, 5, 4);
    let definition = client.result("textDocument/definition", at.clone());
    assert_eq!(definition["uri"], crd);
    assert_eq!(definition["range"]["start"], json!({"line": 21, "character": 14}));
    let hover = client.hover(at);
    for part in ["How many loaves fit.", "integer", "maximum: 9", "default: 4", "self != 5"] {
        assert!(hover.contains(part), "{part}: {hover}");
    }
    client.open(&crd, 1, &ovens().replace("maximum: 9", "maximum: 99"));
    client.until(&oven, &[]);
    client.close(&crd);
    client.until(&oven, &["out-of-bounds"]);
    folder.remove(file);
    client.watched(&crd, 3);
    client.until(&oven, &[]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_patch_that_the_workspace_names_is_judged_for_what_it_contains() {
    let kustomization = "overlays/a/kustomization.yaml";
    let files = [("crd.yaml", &*ovens()), (kustomization, "patches:\n- path: ../../shared/oven.yaml\n")];
    let folder = Folder::new("lsp-patch", &files);
    let mut client = Client::in_folder(&folder, json!({}));
    let patch = folder.uri("shared/oven.yaml");
    client.open(&patch, 1, "apiVersion: example.com/v1\nkind: Oven\nspec:\n  size: 12\n  sise: 1\n");
    client.until(&patch, &["out-of-bounds", "unknown-field"]);
    folder.remove(kustomization);
    client.watched(&folder.uri(kustomization), 3);
    while !client.codes(&patch).contains(&"missing-name".to_owned()) {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_change_of_the_setting_crds_alone_reads_crds_again() {
    let elsewhere = Folder::new("lsp-crds-named", &[("crd.yaml", &ovens())]);
    let folder = Folder::new("lsp-crds-setting", &[]);
    let mut client = Client::in_folder(&folder, json!({}));
    let oven = folder.uri("oven.yaml");
    client.open(&oven, 1, OVEN);
    assert!(client.codes(&oven).is_empty());
    let named = elsewhere.root().replace("file://", "");
    for (crds, expected) in [(json!([named]), &["out-of-bounds"][..]), (json!([]), &[])] {
        client.configure(json!({"crds": crds}));
        client.until(&oven, expected);
    }
    // The same in crdls.toml.
    folder.write("crdls.toml", "crds = ['../lsp-crds-named']\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    client.until(&oven, &["out-of-bounds"]);
    assert_eq!(client.stop().code(), Some(0));
}

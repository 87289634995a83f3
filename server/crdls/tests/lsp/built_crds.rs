//! CRDs and custom resources as kustomizations apply them, in an editor.

use crdls_tests::crd;
use serde_json::json;

use crate::client::{Client, at, codes, until};
use crate::folder::Folder;

fn ovens() -> String {
    crd(|c| c.kind("Oven").spec_properties("\nsize: {type: integer, maximum: 9}\n"))
}

fn kustomization(maximum: u32) -> String {
    format!(
        "resources: [bases/ovens.yaml]\npatches:\n- target: {{kind: CustomResourceDefinition}}\n  patch: |-\n    - op: replace\n      \
         path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum\n      value: {maximum}\n"
    )
}

const OVEN: &str = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 12\n";

const OVERLAY: &str = "resources: [../base]\nnamePrefix: a-\n";

fn folder(name: &str) -> Folder {
    let files = [
        ("config/crd/bases/ovens.yaml", &*ovens()),
        ("config/crd/kustomization.yaml", &kustomization(20)),
        ("base/oven.yaml", OVEN),
        ("base/kustomization.yaml", "resources: [oven.yaml]\n"),
        ("overlay/kustomization.yaml", OVERLAY),
    ];
    Folder::new(name, &files)
}

#[test]
fn a_patch_that_is_being_typed_validates_custom_resources() {
    let folder = folder("lsp-built-crds");
    let mut client = Client::in_folder(&folder, json!({}));
    let (oven, patch) = (folder.uri("base/oven.yaml"), folder.uri("config/crd/kustomization.yaml"));
    client.open(&oven, 1, OVEN);
    client.until(&oven, &[]);
    client.open(&patch, 1, &kustomization(20));
    client.change(&patch, 2, None, &kustomization(10));
    client.until(&oven, &["out-of-bounds"]);
    // The CRD itself is typed: the patch still counts.
    let base = folder.uri("config/crd/bases/ovens.yaml");
    client.open(&base, 1, &ovens());
    client.change(&base, 2, None, &format!("# ours\n{}", ovens()));
    client.change(&patch, 3, None, &kustomization(30));
    client.until(&oven, &[]);
    // And what is saved counts when all are closed.
    client.close(&patch);
    client.close(&base);
    folder.write("config/crd/kustomization.yaml", &kustomization(11));
    client.watched(&patch, 2);
    client.until(&oven, &["out-of-bounds"]);
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_finding_in_a_patch_stays_while_the_patch_is_edited_elsewhere() {
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ovens.example.com\n\
                 spec:\n  names:\n    listKind: Oven\n    singular: oven\n";
    let files = [
        ("crd.yaml", &*ovens()),
        ("patch.yaml", patch),
        ("kustomization.yaml", "resources: [crd.yaml]\npatches: [{path: patch.yaml}]\n"),
    ];
    let folder = Folder::new("lsp-edited-patch", &files);
    let mut client = Client::in_folder(&folder, json!({}));
    let uri = folder.uri("patch.yaml");
    client.open(&uri, 1, patch);
    client.until(&uri, &["kind-as-list-kind"]);
    for version in 2..5 {
        client.change(&uri, version, Some([7, 18, 7, 18]), "x");
        // What is built of the new text can come with its own findings, or after them.
        until(
            || client.published(&uri),
            |it| it["version"] == version && codes(&it["diagnostics"]) == ["kind-as-list-kind"],
        );
    }
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_hover_has_the_built_value() {
    let folder = folder("lsp-built-values");
    folder.write("config/crd/kustomization.yaml", &kustomization(10));
    let mut client = Client::in_folder(&folder, json!({}));
    let oven = folder.uri("base/oven.yaml");
    client.open(&oven, 1, OVEN);
    client.until(&oven, &["out-of-bounds"]);
    let hover = client.result("textDocument/hover", at(&oven, 3, 9));
    let text = hover["contents"]["value"].as_str().or(hover["contents"].as_str()).unwrap_or_default();
    assert_eq!(text, "Built by overlay: \"a-oven\", written at overlay/kustomization.yaml:2");
    let hover = client.result("textDocument/hover", at(&oven, 5, 9)).to_string();
    assert!(!hover.contains("Built by"), "{hover}");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_component_is_validated_through_its_users() {
    let folder = folder("lsp-component");
    folder.write("settings/kustomization.yaml", "kind: Component\nresources: [part.yaml]\n");
    let used = format!("{OVERLAY}components: [../settings]\n");
    folder.write("overlay/kustomization.yaml", &used);
    let part = OVEN.replace("name: oven", "name: part").replace("12", "30");
    folder.write("settings/part.yaml", &part);
    let mut client = Client::in_folder(&folder, json!({}));
    let uri = folder.uri("settings/part.yaml");
    client.open(&uri, 1, &part);
    client.until(&uri, &["out-of-bounds"]);
    for (text, codes) in [(OVERLAY, &[][..]), (&*used, &["out-of-bounds"][..])] {
        folder.write("overlay/kustomization.yaml", text);
        client.watched(&folder.uri("overlay/kustomization.yaml"), 2);
        client.until(&uri, codes);
    }
    assert_eq!(client.stop().code(), Some(0));
}

/// The target of a patch in a file of its own is in the kustomization.
#[test]
fn what_is_built_of_a_document_is_shown() {
    let folder = folder("lsp-show-built");
    folder.write("overlay/kustomization.yaml", &format!("{OVERLAY}patches: [{{path: patch.yaml}}]\n"));
    let patch = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 5\n";
    folder.write("overlay/patch.yaml", patch);
    folder.write("base/other.yaml", &OVEN.replace("name: oven", "name: other"));
    folder.write("base/kustomization.yaml", "resources: [oven.yaml, other.yaml]\n");
    let mut client = Client::in_folder(&folder, json!({"window": {"workDoneProgress": true}}));
    while client.progress()["value"]["kind"] != "end" {}
    let mut shown = |file: &str, text: &str| {
        let uri = folder.uri(file);
        client.open(&uri, 1, text);
        let params = json!({"command": "crdls.showBuilt", "arguments": [uri]});
        client.request("workspace/executeCommand", params)
    };
    let oven = |name: &str, size: u8| {
        format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: {name}\nspec:\n  size: {size}\n")
    };
    // What the editor has counts, not what the disk has.
    let answer = shown("overlay/patch.yaml", &patch.replace('5', "7"));
    let built = format!("# Built by overlay\n{}", oven("a-oven", 7));
    assert_eq!(answer["result"], built, "{answer}");
    assert_eq!(shown("base/oven.yaml", OVEN)["result"], built);
    let both = format!("# Built by base\n{}---\n{}", oven("other", 12), oven("oven", 12));
    assert_eq!(shown("base/kustomization.yaml", "resources: [oven.yaml, other.yaml]\n")["result"], both);
    let crd = shown("config/crd/bases/ovens.yaml", &ovens());
    let crd = crd["result"].as_str().expect("a page");
    assert!(crd.starts_with("# Built by config/crd\n") && crd.contains("maximum: 20"), "{crd}");
    assert_eq!(shown("other.yaml", OVEN)["error"]["code"], -32602);
    let mut page =
        |file: &str| client.result("crdls/built", json!({"textDocument": {"uri": folder.uri(file)}}));
    assert_eq!((page("base/oven.yaml"), page("other.yaml")), (json!(built), json!(null)));
    let name = client.result("textDocument/definition", at(&folder.uri("overlay/patch.yaml"), 3, 9));
    let start = json!({"line": 3, "character": 8});
    assert_eq!((&name["uri"], &name["range"]["start"]), (&json!(folder.uri("base/oven.yaml")), &start));
    let size = client.result("textDocument/definition", at(&folder.uri("overlay/patch.yaml"), 5, 3));
    assert_eq!(size["uri"], folder.uri("config/crd/bases/ovens.yaml"));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_listed_patch_completes_and_leads_to_the_crd() {
    let folder = folder("lsp-listed-patch");
    let listed =
        "resources: [../base]\npatches:\n- target: {kind: Oven, group: example.com}\n  path: size.yaml\n";
    folder.write("overlay/kustomization.yaml", listed);
    let text = "- op: replace\n  path: /spec/size\n  value: 3\n";
    folder.write("overlay/size.yaml", text);
    let mut client = Client::in_folder(&folder, json!({}));
    let (oven, patch) = (folder.uri("base/oven.yaml"), folder.uri("overlay/size.yaml"));
    client.open(&oven, 1, OVEN);
    client.until(&oven, &[]);
    client.open(&patch, 1, text);
    let until = |client: &mut Client, offered: bool| {
        let patience = std::time::Instant::now();
        while client.labels(at(&patch, 1, 14)).contains(&"/spec/size".to_owned()) != offered {
            assert!(patience.elapsed().as_secs() < 60, "the kustomization is read");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    until(&mut client, true);
    let definition = client.result("textDocument/definition", at(&patch, 1, 15));
    assert_eq!(definition["uri"], folder.uri("config/crd/bases/ovens.yaml"), "{definition}");
    // Without the target nothing is known of the patch.
    folder.write("overlay/kustomization.yaml", &listed.replace("kind: Oven, ", ""));
    client.watched(&folder.uri("overlay/kustomization.yaml"), 2);
    until(&mut client, false);
    assert_eq!(client.stop().code(), Some(0));
}

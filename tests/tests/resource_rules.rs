//! Webhook configurations and roles that name resources of CRDs: completion and definition in the editor.

use crdls_ide::{File, FileContext, completions, definition};
use crdls_resource::Index;
use crdls_schema::Config;

const CRDS: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
    - {name: v1, served: true, storage: true, subresources: {status: {}}, schema: {openAPIV3Schema: {type: object}}}
    - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
    - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: menus.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Menu, plural: menus}
  versions:
    - {name: v2, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
";

const ROLE: &str = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\n";
const WEBHOOK: &str =
    "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nwebhooks:\n- name: a\n";

fn index() -> Index {
    let file = File::new(CRDS.to_owned());
    let mut index = Index::default();
    index.insert(
        "crds.yaml",
        Index::found("crds.yaml", 0, file.shared_text(), file.tree(), &Config::default()),
    );
    index
}

/// The text without its `|`, and where that was.
fn cursor(text: &str) -> (File, u32) {
    let at = text.find('|').expect("a cursor");
    (File::new(text.replacen('|', "", 1)), at as u32)
}

/// What completes at the `|`, and the text with the first of it.
fn completed(text: &str) -> (Vec<String>, String) {
    let (index, (file, at)) = (index(), cursor(text));
    let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
    let found = completions(&file, at, context, &Config::default());
    let mut text = file.text().to_owned();
    if let Some(first) = found.first() {
        let range = first.edit.range;
        text.replace_range(range.start as usize..range.end as usize, &first.edit.new_text);
    }
    (found.into_iter().map(|one| one.label).collect(), text)
}

#[test]
fn resources_and_versions_complete() {
    let ovens = ["ovens", "ovens/status"];
    for written in
        ["[ov|]", "[|]", "\n    - ov|", "\n    - |", "\n    - ovens\n    - |\n    verbs: [get]", "[\"ov|\"]"]
    {
        let text = format!("{ROLE}rules:\n  - apiGroups: [example.org]\n    resources: {written}\n");
        let (found, text) = completed(&text);
        assert_eq!(found, ovens, "{written}");
        assert!(text.contains("ovens"), "{text}");
    }
    let in_webhook = |rule: &str| completed(&format!("{WEBHOOK}  rules:\n  - {rule}\n")).0;
    assert_eq!(
        in_webhook("{apiGroups: [example.org], resources: [ovens], apiVersions: [v|]}"),
        ["v1", "v1beta1"]
    );
    assert_eq!(in_webhook("{apiGroups: [example|]}"), ["example.com", "example.org"]);
    assert_eq!(in_webhook("{apiGroups: [\"*\"], resources: [|]}"), ["menus", "ovens", "ovens/status"]);
    for other in ["operations: [|]", "resources: |", "apiGroups: {a: |}", "verbs: [|]", "|"] {
        assert_eq!(in_webhook(other), Vec::<String>::new(), "{other}");
    }
}

#[test]
fn a_resource_leads_to_its_crd() {
    let index = index();
    let go = |text: &str| {
        let (file, at) = cursor(text);
        let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
        let found = definition(&file, at, context, &Config::default())?;
        Some((found.source, CRDS[found.range.start as usize..found.range.end as usize].to_owned()))
    };
    let in_role = |rule: &str| go(&format!("{ROLE}rules:\n- {rule}\n"));
    let oven = Some(("crds.yaml".to_owned(), "Oven".to_owned()));
    assert_eq!(in_role("{apiGroups: [example.org], resources: [a, ov|ens/status]}"), oven);
    assert_eq!(
        go(&format!("{WEBHOOK}  rules:\n  - apiGroups: [\"*\"]\n    resources:\n    - ovens|\n")),
        oven
    );
    for other in [
        "{apiGroups: [example.com], resources: [ov|ens]}",
        "{apiGroups: [example|.org]}",
        "ov|ens",
        "[ov|ens]",
    ] {
        assert_eq!(in_role(other), None, "{other}");
    }
}

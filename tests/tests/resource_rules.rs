//! Webhook configurations and roles that name resources of CRDs: completion and definition in the editor.

use std::slice;

use crdls_tests::{World, crd};

fn crds() -> String {
    let ovens = crd(|c| {
        let c =
            c.kind("Oven").group("example.org").version("v1", |v| v.entries("subresources: {status: {}}"));
        c.version("v1beta1", |v| v).version("v1alpha1", |v| v.served(false))
    });
    ovens + "---\n" + &crd(|c| c.kind("Menu").version("v2", |v| v))
}

const ROLE: &str = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\n";
const WEBHOOK: &str =
    "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nwebhooks:\n- name: a\n";

/// What completes at the cursor, and the text after the first completion is accepted.
fn completed(text: &str) -> (Vec<String>, String) {
    let file = World::with(crds()).file(text);
    let accepted = file.completions().first().map(|first| file.edited(slice::from_ref(&first.edit)));
    (file.labels(), accepted.unwrap_or_default())
}

#[test]
fn resources_and_versions_complete() {
    let ovens = ["ovens", "ovens/status"];
    for written in [
        "[ov$0]",
        "[$0]",
        "\n    - ov$0",
        "\n    - $0",
        "\n    - ovens\n    - $0\n    verbs: [get]",
        "[\"ov$0\"]",
    ] {
        let text = format!("{ROLE}rules:\n  - apiGroups: [example.org]\n    resources: {written}\n");
        let (found, text) = completed(&text);
        assert_eq!(found, ovens, "{written}");
        assert!(text.contains("ovens"), "{text}");
    }
    let in_webhook = |rule: &str| completed(&format!("{WEBHOOK}  rules:\n  - {rule}\n")).0;
    assert_eq!(
        in_webhook("{apiGroups: [example.org], resources: [ovens], apiVersions: [v$0]}"),
        ["v1", "v1beta1"]
    );
    assert_eq!(in_webhook("{apiGroups: [example$0]}"), ["example.com", "example.org"]);
    assert_eq!(in_webhook("{apiGroups: [\"*\"], resources: [$0]}"), ["menus", "ovens", "ovens/status"]);
    for other in ["operations: [$0]", "resources: $0", "apiGroups: {a: $0}", "verbs: [$0]", "$0"] {
        assert_eq!(in_webhook(other), Vec::<String>::new(), "{other}");
    }
}

#[test]
fn a_resource_leads_to_its_crd() {
    let crds = crds();
    let world = World::with(&crds);
    let go = |text: &str| {
        let found = world.file(text).definition()?;
        Some((found.source, found.range.of(&crds).to_owned()))
    };
    let in_role = |rule: &str| go(&format!("{ROLE}rules:\n- {rule}\n"));
    let oven = Some(("crd.yaml".to_owned(), "Oven".to_owned()));
    assert_eq!(in_role("{apiGroups: [example.org], resources: [a, ov$0ens/status]}"), oven);
    assert_eq!(
        go(&format!("{WEBHOOK}  rules:\n  - apiGroups: [\"*\"]\n    resources:\n    - ovens$0\n")),
        oven
    );
    for other in [
        "{apiGroups: [example.com], resources: [ov$0ens]}",
        "{apiGroups: [example$0.org]}",
        "ov$0ens",
        "[ov$0ens]",
    ] {
        assert_eq!(in_role(other), None, "{other}");
    }
}

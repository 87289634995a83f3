//! Templates: one hint and nothing else, unless `--check-templates` is on.

use crate::run::{Folder, manifest};

/// A CRD of a template's kind, and a resource with a placeholder for its name.
fn folder(test: &str, name: &str) -> Folder {
    let good = manifest("good.yaml");
    let group = good.lines().find_map(|line| line.trim().strip_prefix("group: ")).unwrap().to_owned();
    let mut kinds = good.lines().filter_map(|line| line.trim().strip_prefix("kind: "));
    let kind = kinds.find(|kind| *kind != "CustomResourceDefinition").unwrap().to_owned();
    let version = good.lines().find_map(|line| line.trim().strip_prefix("- name: ")).unwrap().to_owned();
    let text =
        format!("apiVersion: {group}/{version}\nkind: {kind}\nmetadata:\n  name: {name}\nunknown: 1\n");
    Folder::new(test, &[("crd.yaml", &good), ("a.yaml", &text)])
}

#[test]
fn a_template_is_one_hint() {
    let names = ["${NAME}", "$NAME", "<name>", "a-{{ .Name }}", "{{ .Name }}", "{% raw %}a{% endraw %}"];
    let more = ["<< Name >>", "'{NAME}'", "'[OVEN_NAME]'", "'...'"];
    for (n, name) in names.into_iter().chain(more).enumerate() {
        let folder = folder(&format!("template-{n}"), name);
        let ran = folder.run(&["check", "--output-format", "concise"]);
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, 1), "{ran:?}");
        assert!(
            ran.stdout.contains(": hint[template]: the document is a template and is not checked: `"),
            "{ran:?}"
        );
        assert!(
            ran.stderr.ends_with("1 CRD, 0 custom resources, 1 not judged: a template (./a.yaml)\n"),
            "{ran:?}"
        );
    }
}

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.net}
spec:
  group: example.net
  scope: Cluster
  names: {kind: Oven, plural: ovens, singular: oven, listKind: OvenList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {color: {type: string}}}}}}
";

/// The codes of the findings of a resource of that CRD.
fn codes(test: &str, version: &str, name: &str, color: &str) -> Vec<String> {
    let text = format!(
        "apiVersion: example.net/{version}\nkind: Oven\nmetadata: {{name: {name}}}\nspec:\n  color: {color}\n"
    );
    let found = Folder::new(test, &[("crds/ovens.yaml", CRD), ("a.yaml", &text)]).findings(&["."]);
    found.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_placeholder_that_yaml_reads_as_a_collection_is_one() {
    assert_eq!(codes("braces", "v1", "a", "{OVEN_COLOR}"), ["template"]);
    assert_eq!(codes("brackets", "v1", "a", "[OVEN_COLOR]"), ["template"]);
    assert_eq!(codes("list", "v1", "a", "[RED]"), ["invalid-type"]);
}

#[test]
fn a_template_of_a_version_that_is_not_served_is_one() {
    assert_eq!(codes("unserved", "v9", "$NAME", "red"), ["template"]);
    assert_eq!(codes("unserved-manifest", "v9", "a", "red"), ["unknown-kind"]);
}

#[test]
fn templates_are_checked_where_that_is_asked_for() {
    let folder = folder("check-templates", "${NAME}");
    let codes = |args: &[&str]| {
        let found = folder.findings(args);
        found.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&[]), ["template"]);
    assert_eq!(codes(&["--check-templates"]), ["invalid-name", "unknown-field"]);
    assert_eq!(folder.run(&["check", "--check-templates"]).code, 1);
    folder.write("crdls.toml", b"checkTemplates = true\n");
    assert_eq!(codes(&[]), ["invalid-name", "unknown-field"]);
}

#[test]
fn a_template_of_an_unknown_kind_is_counted() {
    let text = "{{- if .Values.on }}\napiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: {{ .Name }}\n{{- end }}\n";
    let folder = Folder::new("template-unknown", &[("a.yaml", text)]);
    let ran = folder.run(&["check", "--require-crds"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stderr.ends_with("nothing was judged: a template (./a.yaml)\n"), "{ran:?}");
}

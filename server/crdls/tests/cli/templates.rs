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
fn a_duplicate_is_one_whatever_replaces_it() {
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ovens.example.com}\nspec:\n  \
               group: example.com\n  scope: Namespaced\n  names: {kind: Oven, plural: ovens}\n  versions:\n  - name: v1\n    served: true\n    \
               storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          args: \
               {type: array, x-kubernetes-list-type: set, items: {type: string}}\n";
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nargs: [$(A), $(A)]\n";
    let folder = Folder::new("template-duplicate", &[("crd.yaml", crd), ("a.yaml", oven)]);
    let found = folder.findings(&["a.yaml", "--crds", "crd.yaml"]);
    assert_eq!(found.iter().map(|found| &found["code"]).collect::<Vec<_>>(), ["duplicate-item"]);
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
fn a_chart_is_checked_as_the_manifests_that_it_would_be() {
    let good = manifest("good.yaml");
    let head = "{{- if .Values.crds }}\n{{- /* a comment\n*/}}\n";
    let crd = good
        .replace("metadata:\n", "metadata:\n  labels: {{- include \"labels\" . | nindent 4 }}\n")
        .replace(
            "  scope: Namespaced\n",
            "  scope: {{ .Values.scope }}\n  {{- if .Values.keep }}\n  skope: x\n  {{- end }}\n",
        )
        .replace("minimum: 1\n", "minimum: {{ .Values.least }}\n                  maximum: x\n");
    let folder = Folder::new("check-chart", &[("crd.yaml", &format!("{head}{crd}{{{{- end }}}}\n"))]);
    let expected = |found: &serde_json::Value, line: &str| {
        let text = folder.read("crd.yaml");
        let at = found["range"]["start"]["line"].as_u64().unwrap() as usize - 1;
        assert_eq!(text.lines().nth(at), Some(line), "{found}");
    };
    let found = folder.findings(&["--check-templates"]);
    let codes: Vec<_> = found.iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["unknown-field", "wrong-type"], "{found:?}");
    expected(&found[0], "  skope: x");
    expected(&found[1], "                  maximum: x");
    assert_eq!(folder.findings(&[]).len(), 1);
    // Fields that another template writes are not missing.
    let written = "{{- if .on }}\n{{ include \"crd\" . }}\n{{- end }}\n".replace(
        "{{ include",
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n{{ include",
    );
    folder.write("crd.yaml", written.as_bytes());
    assert_eq!(folder.findings(&["--check-templates"]), Vec::<serde_json::Value>::new());
}

#[test]
fn a_template_of_an_unknown_kind_is_counted() {
    let text = "{{- if .Values.on }}\napiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: {{ .Name }}\n{{- end }}\n";
    let folder = Folder::new("template-unknown", &[("a.yaml", text)]);
    let ran = folder.run(&["check", "--require-crds"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stderr.ends_with("nothing was judged: a template (./a.yaml)\n"), "{ran:?}");
}

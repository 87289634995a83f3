//! Templates: one hint and nothing else, unless `--check-templates` is on.

use crdls_tests::crd;

use crate::run::{Folder, manifest};

/// A CRD of a template's kind, and a resource with a placeholder for its name.
fn folder(test: &str, name: &str) -> Folder {
    let text = format!("apiVersion: example.com/v1\nkind: Table\nmetadata:\n  name: {name}\nunknown: 1\n");
    Folder::new(test, &[("crd.yaml", &crd(|c| c)), ("a.yaml", &text)])
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
            ran.stderr.ends_with("1 CRD, 0 custom resources, 1 not validated: a template (./a.yaml)\n"),
            "{ran:?}"
        );
    }
}

/// The codes of the findings of a resource of a CRD with a color.
fn codes(test: &str, version: &str, name: &str, color: &str) -> Vec<String> {
    let text = format!(
        "apiVersion: example.net/{version}\nkind: Oven\nmetadata: {{name: {name}}}\nspec:\n  color: {color}\n"
    );
    let schema = "{type: object, properties: {spec: {type: object, properties: {color: {type: string}}}}}";
    let crd = crd(|c| c.kind("Oven").group("example.net").scope("Cluster").schema(schema));
    Folder::new(test, &[("crds/ovens.yaml", &crd), ("a.yaml", &text)]).codes(&["."])
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
    let args = "{type: array, x-kubernetes-list-type: set, items: {type: string}}";
    let crd = crd(|c| c.kind("Oven").schema(&format!("{{type: object, properties: {{args: {args}}}}}")));
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nargs: [$(A), $(A)]\n";
    let folder = Folder::new("template-duplicate", &[("crd.yaml", &crd), ("a.yaml", oven)]);
    assert_eq!(folder.codes(&["a.yaml", "--crds", "crd.yaml"]), ["duplicate-item"]);
}

#[test]
fn templates_are_checked_where_that_is_asked_for() {
    let folder = folder("check-templates", "${NAME}");
    assert_eq!(folder.codes(&[]), ["template"]);
    assert_eq!(folder.codes(&["--check-templates"]), ["invalid-name", "unknown-field"]);
    assert_eq!(folder.run(&["check", "--check-templates"]).code, 1);
    folder.write("crdls.toml", b"checkTemplates = true\n");
    assert_eq!(folder.codes(&[]), ["invalid-name", "unknown-field"]);
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
    folder.write("crd.yaml", written);
    assert_eq!(folder.findings(&["--check-templates"]), Vec::<serde_json::Value>::new());
}

#[test]
fn a_template_of_an_unknown_kind_is_counted() {
    let text = "{{- if .Values.on }}\napiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: {{ .Name }}\n{{- end }}\n";
    let folder = Folder::new("template-unknown", &[("a.yaml", text)]);
    let ran = folder.run(&["check", "--require-crds"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stderr.ends_with("nothing was validated: a template (./a.yaml)\n"), "{ran:?}");
}

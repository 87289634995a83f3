//! What `crdls check` reports of what it found: chosen codes, counts, kinds that may be missing; and what it finds in
//! files of the Operator Lifecycle Manager and next to a mutating webhook.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_schema(
            "
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: 9}
              since: {type: string, format: duration}
            ",
        )
    })
}

const FAULTY: &str =
    "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nspec: {size: 12, since: 7d}\n";

fn faulty(test: &str) -> Folder {
    Folder::new(
        test,
        &[("crds/ovens.yaml", ovens().as_str()), ("a/b/one.yaml", FAULTY), ("a/two.yaml", FAULTY)],
    )
}

#[test]
fn codes_are_selected_and_ignored() {
    let folder = faulty("selected");
    let codes = |args: &[&str]| folder.codes(args);
    let (size, since) = ("out-of-bounds", "undecodable-value");
    assert_eq!(codes(&["."]), [size, since, size, since]);
    assert_eq!(codes(&[".", "--select", since]), [since, since]);
    assert_eq!(codes(&[".", "--ignore", since]), [size, size]);
    assert!(codes(&[".", "--ignore", "out-of-bounds,undecodable-value"]).is_empty());
    assert_eq!(folder.run(&["check", "--select", since]).code, 0);
    let wrong = folder.run(&["check", "--select", "out-of-bound"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.contains("there is no code `out-of-bound`; did you mean `out-of-bounds`?"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn statistics_count_by_code_severity_and_folder() {
    let folder = faulty("statistics");
    let ran = folder.run(&["check", "--statistics"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stdout,
        "by code:\n2  error    out-of-bounds\n2  warning  undecodable-value\n\n\
         by severity:\n2  error\n2  warning\n\nby folder:\n2  ./a\n2  ./a/b\n"
    );
    let ran = folder.run(&["check", "--statistics", "--output-format", "json", "--ignore", "out-of-bounds"]);
    let object: Value = ran.json();
    assert_eq!(object["codes"], json!([{"code": "undecodable-value", "severity": "warning", "count": 2}]));
    assert_eq!(object["severities"], json!([{"severity": "warning", "count": 2}]));
    assert_eq!(object["folders"], json!([{"folder": "./a", "count": 1}, {"folder": "./a/b", "count": 1}]));
    assert_eq!(folder.run(&["check", "--statistics", "--output-format", "sarif"]).code, 2);
}

#[test]
fn kinds_may_be_missing() {
    let other = "apiVersion: other.example.org/v1\nkind: Pan\nmetadata: {name: a}\n";
    let folder = Folder::new("missing", &[("a.yaml", other)]);
    let code = |ignored: &[&str]| folder.run(&[&["check", "--require-crds"], ignored].concat()).code;
    assert_eq!(code(&[]), 1);
    assert_eq!(code(&["--ignore-missing", "Pan.other.example.org"]), 0);
    assert_eq!(code(&["--ignore-missing", "Pot.example.com,*.other.example.org"]), 0);
    assert_eq!(code(&["--ignore-missing", "Pot.other.example.org"]), 1);
    assert_eq!(code(&["--ignore-missing", "Pan"]), 2);
}

#[test]
fn a_name_that_was_meant_is_named() {
    let folder = Folder::new(
        "meant",
        &[("crds/ovens.yaml", ovens().as_str()), ("crdls.toml", "kubernets = \"1.33\"\n")],
    );
    let stderr = |args: &[&str]| folder.run(args).stderr;
    assert!(stderr(&["check"]).contains("there is no setting `kubernets`; did you mean `kubernetes`?"));
    let definition = stderr(&["openapi", ".", "--definition", "com.example.v1.Ovn"]);
    assert!(definition.contains("did you mean `com.example.v1.Oven`?"), "{definition}");
}

#[test]
fn a_cluster_service_version_is_checked() {
    let version = "apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: ovens.v1.0.0
  annotations:
    alm-examples: |-
      [
        {\"apiVersion\": \"example.com/v1\", \"kind\": \"Oven\", \"metadata\": {\"name\": \"a\"}, \"spec\": {\"size\": 3}},
        {
          \"apiVersion\": \"example.com/v1\",
          \"kind\": \"Oven\",
          \"metadata\": {\"name\": \"b\"},
          \"spec\": {\"size\": 12}
        }
      ]
spec:
  customresourcedefinitions:
    owned:
    - {name: ovens.example.com, kind: Oven, version: v1}
    - {name: ovens.example.com, kind: Ovens, version: v1}
    - {name: ovens.example.com, kind: Oven, version: v2}
    - {name: oven.example.com, kind: Oven, version: v1}
    - {name: pans.other.org, kind: Pan, version: v1}
    - {name: mills.example.com, kind: Mill, version: v1}
";
    // No cluster takes it: that is said of the CRD, not of what names it.
    let old = "apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: mills.example.com}
spec:
  {group: example.com, version: v1, scope: Namespaced, names: {plural: mills, singular: mill, kind: Mill, listKind: MillList}}
";
    let crds = ovens();
    // Another release may serve other versions.
    let other = crds.replace("oven", "mill").replace("Oven", "Mill").replace("name: v1", "name: v2");
    let files = [
        ("crds/ovens.yaml", crds.as_str()),
        ("old/mills.yaml", old),
        ("1.3.0/mills.yaml", &other),
        ("csv.yaml", version),
    ];
    let folder = Folder::new("csv", &files);
    let ran = folder.run(&["check", "--output-format", "concise"]);
    assert_eq!(
        ran.stdout,
        "./csv.yaml:13:28: error[out-of-bounds]: `spec.size` must be at most 9, got 12
./csv.yaml:20:39: warning[unknown-resource]: the kind of `ovens.example.com` is not `Ovens`; did you mean `Oven`?
./csv.yaml:21:54: warning[unknown-resource]: `v2` is not a served version of `ovens.example.com`; did you mean `v1`?
./csv.yaml:22:14: warning[unknown-resource]: no CRD is named `oven.example.com`; did you mean `ovens.example.com`?
./old/mills.yaml:1:13: error[removed-api-version]: `apiextensions.k8s.io/v1beta1` was removed in Kubernetes 1.22
"
    );
    // The text of examples is not moved to where it has none.
    let whole = version.replacen(
        "{\"apiVersion\": \"example.com/v1\", \"kind\": \"Oven\", \"metadata\": {\"name\": \"a\"}, \"spec\": {\"size\": 3}}",
        "{\n          \"apiVersion\": \"example.com/v1\",\n          \"kind\": \"Oven\",\n          \"metadata\": {\"name\": \"a\"},\n          \"spec\": \"text\"\n        }",
        1,
    );
    folder.write("csv.yaml", whole.replace("size\": 12", "size\": 9"));
    let ran =
        folder.run(&["check", "csv.yaml", "--fix", "--unsafe-fixes", "--diff", "--min-severity", "error"]);
    assert!(!ran.stdout.contains("-    alm-examples") && ran.stderr.contains("1 error"), "{ran:?}");
}

#[test]
fn a_mutating_webhook_may_fill_a_field_in() {
    let object = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nspec: {}\n";
    let webhook = |operation: &str| {
        format!(
            "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {{name: w}}\nwebhooks:\n\
             - name: w.example.com\n  rules:\n  - {{apiGroups: [example.com], apiVersions: [v1], operations: [{operation}], resources: [ovens]}}\n"
        )
    };
    let notes = |test: &str, operation: &str, args: &[&str]| {
        let webhook = webhook(operation);
        let files = [("crds/ovens.yaml", ovens()), ("a.yaml", object.to_owned()), ("webhook.yaml", webhook)];
        let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let stdout = Folder::new(test, &files).run(args).stdout;
        assert!(stdout.contains("error[missing-field]"), "{stdout}");
        stdout.contains("a mutating webhook is configured for `ovens`")
    };
    assert!(notes("mutating", "CREATE", &["check"]));
    assert!(!notes("mutating-updates", "UPDATE", &["check"]));
    // The webhook is in the repository of the file.
    assert!(notes("mutating-file", "CREATE", &["check", "a.yaml"]));
}

#[test]
fn an_example_of_an_operator_is_fixed_in_the_quotes_around_it() {
    let example = r#"{"apiVersion": "example.com/v1", "kind": "Oven", "metadata": {"name": "a"}, "spec": {"size": 1, "since": "7d"}}"#;
    let quoted = example.replace('"', "\\\"");
    for (name, examples) in
        [("block", format!("|-\n      [{example}]")), ("quoted", format!("\"[{quoted}]\""))]
    {
        let text = format!(
            "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: ovens.v1.0.0\n  \
             annotations:\n    alm-examples: {examples}\nspec: {{displayName: Ovens}}\n"
        );
        let files = [("crds/ovens.yaml", ovens()), ("csv.yaml", text.clone())];
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        let folder = Folder::new(&format!("fixed-example-{name}"), &files);
        let ran = folder.run(&["check", "--fix"]);
        assert_eq!(folder.read("csv.yaml"), text.replace("7d", "168h"), "{ran:?}");
    }
}

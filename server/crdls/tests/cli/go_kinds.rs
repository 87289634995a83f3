//! Stories of one who checks in no CRDs: commands take them from the Go types.

use crdls_tests::{crd, oven_types};

use crate::run::Folder;

const TYPES: &str = oven_types!(
    "\n// Oven bakes.\n",
    r#"// +kubebuilder:validation:XValidation:rule="self.racks.all(r, r != 'x')",message="no x"
type OvenSpec struct {
	// Size in liters.
	// +kubebuilder:validation:Maximum=9
	Size int32 `json:"size"`
	// +kubebuilder:default=red
	Color string `json:"color,omitempty"`
	// +kubebuilder:validation:MaxItems=10
	Racks []string `json:"racks"`
}
"#
);

const OVEN: &str =
    "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: a\nspec:\n  size: 12\n  racks: []\n";

const SUITE: &str = "apiVersion: apiextensions.k8s.io/v1
name: ovens
crdName: ovens.example.com
version: v1
tests:
  onCreate:
  - name: large
    initial: |
      apiVersion: example.com/v1
      kind: Oven
      spec: {size: 12, racks: []}
    expectedError: should be less than or equal to 9
";

fn folder(test: &str, files: &[(&str, &str)]) -> Folder {
    let folder =
        Folder::new(test, &[("go.mod", "module example.com/ovens\n"), ("api/v1/oven_types.go", TYPES)]);
    files.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

/// What a command prints that must end well.
fn printed(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args);
    assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    ran.stdout
}

#[test]
fn kinds_are_those_of_go_types() {
    let folder =
        folder("go-kinds", &[("config/samples/oven.yaml", &OVEN.replace("12", "2")), ("suite.yaml", SUITE)]);
    let page = printed(&folder, &["explain", "oven.spec.size"]);
    assert!(page.contains("Size in liters.") && page.contains("maximum  9"), "{page}");
    assert!(printed(&folder, &["sample", "ovens"]).contains("color: red"));
    let stored = printed(&folder, &["effective", "config/samples/oven.yaml"]);
    assert!(stored.contains("color: red"), "{stored}");
    for path in ["api", "api/v1/oven_types.go", "."] {
        let document = printed(&folder, &["openapi", path, "--definition", "Oven"]);
        assert!(document.contains("\"maximum\": 9"), "{path}: {document}");
    }
    let ran = folder.run(&["test", "suite.yaml"]);
    assert_eq!(
        (ran.code, &*ran.stdout),
        (0, "ok   suite.yaml › api/v1/oven_types.go: 1 passed\n"),
        "{ran:?}"
    );
    let of_folder = folder.run(&["test", ".", "--coverage"]);
    assert!(of_folder.stdout.contains(" 16:45 "), "the place of the rule in Go: {of_folder:?}");
}

#[test]
fn costs_are_at_the_rule_in_go() {
    let folder = folder("go-cost", &[]);
    let table = printed(&folder, &["cost", "api"]);
    assert!(table.starts_with("api/v1/oven_types.go:9: ovens.example.com v1: 53 of"), "{table}");
    assert!(table.contains("  16:45  spec: self.racks.all(r, r != 'x')"), "{table}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&folder, &["cost", "api", "--output-format", "json"])).unwrap();
    let rule = &json[0]["rules"][0];
    assert_eq!(
        (&json[0]["file"], &rule["range"]["start"]["line"]),
        (&"api/v1/oven_types.go".into(), &16.into())
    );
    assert_eq!(rule["drivers"][0]["range"]["start"]["line"], 24, "the field that is the list: {rule}");
}

/// A rule on a type of another file names the file.
#[test]
fn a_rule_may_be_in_another_file() {
    let (kind, spec) = TYPES.split_once("// +kubebuilder:validation:XValidation").unwrap();
    let spec = format!("package v1\n\n// +kubebuilder:validation:XValidation{spec}");
    let folder = folder("go-cost-files", &[("api/v1/oven_types.go", kind), ("api/v1/spec.go", &spec)]);
    let table = printed(&folder, &["cost", "api/v1/oven_types.go"]);
    assert!(table.contains("  ./api/v1/spec.go:3:45  spec: self.racks"), "{table}");
    // The file declares no kind.
    assert_eq!(printed(&folder, &["cost", "api/v1/spec.go"]), "");
}

#[test]
fn custom_resources_are_validated_by_go_types() {
    let folder = folder("go-resources", &[("config/samples/oven.yaml", OVEN)]);
    for args in [&["."][..], &["config/samples"], &["config", "--crds", "api", "--no-workspace"]] {
        let found = folder.findings(args);
        let of_oven: Vec<_> = found.iter().filter(|found| found["code"] == "out-of-bounds").collect();
        assert_eq!(of_oven.len(), 1, "{args:?}: {found:?}");
        let by = of_oven[0]["validatedBy"].as_str().unwrap();
        assert!(by.ends_with("api/v1/oven_types.go"), "{by}");
        assert_eq!(of_oven[0]["related"][0]["range"]["start"]["line"], 9, "the type: {found:?}");
    }
    let full = folder.run(&["check", "config"]).stdout;
    assert!(full.contains("= crd: api/v1/oven_types.go:9"), "{full}");
    let apart = folder.run(&["check", "config", "--no-workspace"]);
    assert_eq!((apart.code, &*apart.stdout), (0, ""), "{apart:?}");
}

#[test]
fn a_manifest_comes_before_go_types() {
    let schema = "{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {size: {type: integer, maximum: 99}}}}}";
    let manifest = crd(|c| c.kind("Oven").schema(schema));
    let folder =
        folder("go-and-manifest", &[("config/samples/oven.yaml", OVEN), ("crds/ovens.yaml", &manifest)]);
    assert_eq!(folder.findings(&["config"]).len(), 0);
    assert!(printed(&folder, &["explain", "oven.spec.size"]).contains("maximum  99"));
    assert_eq!(
        printed(&folder, &["openapi", ".", "--definition", "Oven"]).matches("\"maximum\": 99").count(),
        1
    );
    // A place that is named comes before what is found.
    assert!(printed(&folder, &["explain", "oven.spec.size", "--crds", "api"]).contains("maximum  9\n"));
    let wrong = folder.run(&["explain", "oven", "--crds", "config"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("there is no CRD in it"), "{wrong:?}");
    // A template is made of a CRD.
    folder.write("crds/ovens.yaml", manifest.replace("  name:", "  labels: {{ .Values.labels }}\n  name:"));
    assert!(printed(&folder, &["explain", "oven.spec.size"]).contains("maximum  9\n"));
}

#[test]
fn types_that_are_not_found_are_named() {
    let types = TYPES
        .replace("	Size int32", "	Other other.Type `json:\"other\"`\n	Size int32")
        .replace("import metav1", "import \"example.com/other\"\nimport metav1");
    let folder = folder("go-kinds-unknown", &[("api/v1/oven_types.go", &types)]);
    let ran = folder.run(&["cost", "api"]);
    let warning = "warning: cannot find 1 Go type: example.com/other.Type; any value is accepted there until";
    assert!(ran.code == 0 && ran.stderr.contains(warning), "{ran:?}");
}

/// A rule says nothing where it may see a missing type.
#[test]
fn rules_on_types_that_are_not_found_reject_nothing() {
    let rule = r#"// +kubebuilder:validation:XValidation:rule="self.state != 'On' || oldSelf.state == 'On'",message="once off""#;
    let types = |module: &str| {
        TYPES
            .replace("import metav1", &format!("import state \"{module}\"\nimport metav1"))
            .replace("	// Size in", &format!("	{rule}\n	// +kubebuilder:default={{state: \"Off\"}}\n	Fan Fan `json:\"fan,omitempty\"`\n	// Size in"))
            + "\ntype Fan struct {\n	State state.State `json:\"state,omitempty\"`\n}\n"
    };
    let oven = OVEN.replace("12", "2").replace("  racks: []", "  racks: [x]\n  fan: {state: Off}");
    let folder = folder(
        "go-open-rules",
        &[("oven.yaml", &oven), ("api/v1/oven_types.go", &types("example.com/other"))],
    );
    let codes = |folder: &Folder, args: &[&str]| {
        let found = folder.findings(args).into_iter();
        let codes: Vec<_> =
            found.map(|found| format!("{} {}", found["file"], found["code"]).replace('"', "")).collect();
        codes
    };
    for args in [&["."][..], &["oven.yaml"]] {
        let found = codes(&folder, args);
        assert!(matches!(&found[..], [one] if one.ends_with("oven.yaml failed-rule")), "{args:?}: {found:?}");
    }
    let shown = folder.run(&["cost", "api"]).stdout;
    assert!(shown.contains("self.state != 'On'"), "{shown}");
    // A type that is found may have no such field.
    folder.write("state/state.go", "package state\n\ntype State struct {\n	On bool `json:\"on\"`\n}\n");
    folder.write("api/v1/oven_types.go", types("example.com/ovens/state"));
    assert!(codes(&folder, &["."]).len() > 1);
}

/// Types of an API that another server serves have an internal version, and no version that is stored.
#[test]
fn kinds_without_a_storage_version_are_no_crds() {
    let folder =
        folder("go-kinds-internal", &[("api/types.go", &TYPES.replace("package v1", "package ovens"))]);
    let ran = folder.run(&["openapi", "."]);
    assert!(ran.code == 2 && ran.stderr.contains("no CRD in these files"), "{ran:?}");
    let ran = folder.run(&["diff", "api", "api"]);
    assert_eq!((ran.code, &*ran.stdout), (0, ""), "{ran:?}");
}

//! Markers in Go: what `crdls check` finds, by the controller-gen that wrote the CRDs.

use crdls_tests::oven_types;

use crate::run::Folder;

const MODULE: &str = "module example.com/ovens\n\ngo 1.26\n";

const TYPES: &str = oven_types!(
    "",
    r#"type OvenSpec struct {
	// +kubebuilder:validation:enum=Small;Large
	Size string `json:"size"`
	// +kubebuilder:validation:MaxLength=x
	Name string `json:"name"`
	// +kubebuilder:validation:Maximum=5
	Color string `json:"color"`
	Heat float64 `json:"heat"`
}
"#
);

fn crd(version: &str, property: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    \
         controller-gen.kubebuilder.io/version: {version}\n  name: ovens.example.com\nspec:\n  group: example.com\n  \
         scope: Namespaced\n  names: {{kind: Oven, plural: ovens}}\n  versions:\n  - name: v1\n    served: true\n    \
         storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          \
         a: {{{property}}}\n"
    )
}

fn folder(test: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(test, &[("go.mod", MODULE), ("api/v1/types.go", TYPES)]);
    files.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

#[test]
fn both_stages_and_what_is_ignored_are_found() {
    let folder = folder("go-check", &[]);
    let ran = folder.run(&["check", "api", "--output-format", "concise"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    // What the generated CRD lacks because of the float is not the matter here.
    let lines: Vec<_> = ran.stdout.lines().filter(|line| !line.contains("[missing-type]")).collect();
    let expected = [
        "api/v1/types.go:15:6: warning[unknown-marker]: controller-gen has no marker \
         `+kubebuilder:validation:enum`, and ignores it",
        "api/v1/types.go:17:39: error[invalid-marker]: `kubebuilder:validation:MaxLength`: expected integer, got \"x\"",
        "api/v1/types.go:19:6: error[marker-does-not-fit]: `kubebuilder:validation:Maximum`: must apply maximum to a \
         numeric value, found string",
        "api/v1/types.go:21:7: error[unsupported-go-type]: `float64`: found float",
    ];
    assert_eq!(lines, expected);
    assert!(ran.stderr.contains("0 CRDs, 0 custom resources, 1 Go file"), "{}", ran.stderr);
    let full = folder.run(&["check", "api"]).stdout;
    assert!(full.contains("controller-gen reports this only after all markers can be read"), "{full}");
    // One file is checked with its module around it.
    let of_file = folder.run(&["check", "api/v1/types.go", "--output-format", "concise"]).stdout;
    assert_eq!(of_file, ran.stdout);
}

#[test]
fn crds_in_other_folders_and_of_a_module_below_the_root_tell_version_and_flags() {
    let crd = crd("v0.16.5", "type: number");
    let other = folder("go-version-elsewhere", &[("config/generated/ovens.yaml", &crd)]);
    let below = Folder::new(
        "go-version-below",
        &[
            ("operator/go.mod", MODULE),
            ("operator/api/v1/types.go", TYPES),
            ("operator/config/crd/ovens.yaml", &crd),
        ],
    );
    for folder in [other, below] {
        let found = folder.run(&["check", "."]).stdout;
        assert!(found.contains("controller-gen v0.16.5: ") && !found.contains("found float"), "{found}");
    }
}

#[test]
fn a_kind_without_a_group_is_found_where_controller_gen_may_be_called_for_it() {
    const KINDS: &str = "internal/kinds/types.go";
    let types = TYPES.replace("// +groupName=example.com\n", "");
    let found = |folder: &Folder| -> Vec<String> {
        let found = folder.run(&["check", ".", "--output-format", "concise"]).stdout;
        found
            .lines()
            .filter(|line| line.contains("-group]") || line.contains("-name]"))
            .map(str::to_owned)
            .collect()
    };
    let alone = Folder::new("go-no-group", &[("go.mod", MODULE), (KINDS, &types)]);
    let expected = ["./internal/kinds/types.go:6:6: error[missing-group]: `spec.group` is missing"];
    assert_eq!(found(&alone), expected);
    // The CRDs of the project have a group: the kind is one of another program, or of tests.
    let beside = folder(
        "go-no-group-beside",
        &[(KINDS, &types), ("config/crd/ovens.yaml", &crd("v0.21.0", "type: string"))],
    );
    assert_eq!(found(&beside), [""; 0]);
    beside.write("crdls.toml", "[go]\npaths = ['./...']\n");
    assert_eq!(found(&beside), expected);
}

#[test]
fn a_kind_that_controller_gen_is_not_called_for_has_no_crd() {
    // An API server of the project serves the group.
    const SERVED: &str = "pkg/apis/served/v1/types.go";
    let types = TYPES.replace("example.com", "served.example.com");
    let served = types.replace("// +kubebuilder:object:root=true\n", "");
    let marked = types.replace("object:root=true", "subresource:status");
    let crds = ("config/crd/ovens.yaml", &*crd("v0.21.0", "type: string"));
    let is_found = |test: &str, files: &[(&str, &str)]| {
        let folder = folder(test, files);
        folder.write("a.yaml", "apiVersion: served.example.com/v1\nkind: Oven\nmetadata: {name: a}\n");
        folder.findings(&["."]).iter().any(|found| found["file"] == "./a.yaml")
    };
    assert!(!is_found("go-served", &[(SERVED, &served), crds]));
    assert!(!is_found("go-object", &[(SERVED, &types), crds]));
    assert!(is_found("go-marked", &[(SERVED, &marked), crds]));
    assert!(is_found("go-given", &[(SERVED, &served), crds, ("crdls.toml", "[go]\npaths = ['./...']\n")]));
    // The schemas are patched into a manifest that is written by hand, which says what is stored.
    let beta = ("api/v1beta1/types.go", &*TYPES.replace("package v1", "package v1beta1"));
    let codes = |test: &str, text: &str| {
        let found = folder(test, &[beta, ("config/crd/ovens.yaml", text)]).codes(&["."]);
        found.iter().any(|code| code == "storage-version")
    };
    let written = crd("v0.21.0", "type: string");
    assert!(codes("go-two-versions", &written));
    assert!(!codes("go-patched", &written.replace("controller-gen.kubebuilder.io/version", "note")));
}

#[test]
fn the_crds_tell_version_and_flags() {
    let folder = folder("go-version", &[("config/crd/ovens.yaml", &crd("v0.16.5", "type: number"))]);
    let found = folder.run(&["check", "api"]).stdout;
    assert!(found.contains("controller-gen v0.16.5: "), "{found}");
    assert!(!found.contains("found float"), "numbers are allowed: {found}");
    folder.write("crdls.toml", "[go]\ncontroller-gen = \"v0.21.0\"\nflags = [\"crdVersions=v1\"]\n");
    let found = folder.run(&["check", "api"]).stdout;
    assert!(found.contains("controller-gen v0.21.0: ") && found.contains("found float"), "{found}");
    folder.write("crdls.toml", "[go]\ncontroller-gen = \"v0.99.0\"\n");
    let ran = folder.run(&["check", "api"]);
    let known = "controller-gen v0.99.0 is newer than what is known, and is treated as v0.23.0";
    assert_eq!(ran.stderr.matches(known).count(), 1, "{}", ran.stderr);
    folder.write("crdls.toml", "[go]\ncontroller-gen = 21\npath = []\n");
    let ran = folder.run(&["check", "api"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("`go.controller-gen` is 21") && ran.stderr.contains("did you mean `paths`?"),
        "{ran:?}"
    );
}

#[test]
fn fixes_are_applied() {
    let folder = folder("go-fix", &[]);
    let ran = folder.run(&["check", "--fix"]);
    assert!(
        ran.stderr.contains("fixed ./api/v1/types.go:15:6: unknown-marker: Replace with"),
        "{}",
        ran.stderr
    );
    assert!(folder.read("api/v1/types.go").contains("+kubebuilder:validation:Enum=Small;Large"));
}

#[test]
fn severities_are_those_of_the_settings() {
    let folder = folder("go-severity", &[("crdls.toml", "[severity]\nunknown-marker = \"off\"\n")]);
    let codes = folder.run(&["check", "--output-format", "concise"]).stdout;
    assert!(!codes.contains("unknown-marker"), "{codes}");
}

#[test]
fn rules_name_resources_of_the_workspace() {
    let controller = "package controller\n\n// +kubebuilder:rbac:groups=example.com,resources=oven;ovens/status;ovens,verbs=get\n\nfunc f() {}\n";
    let files =
        [("config/crd/ovens.yaml", &*crd("v0.23.0", "type: string")), ("controller/oven.go", controller)];
    let folder = folder("go-rbac", &files);
    let found = folder.run(&["check", "controller", "--output-format", "concise"]).stdout;
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(
        lines[0].contains("no CRD of `example.com` has the resource `oven`; did you mean `ovens`?"),
        "{found}"
    );
    assert!(lines[1].contains("`ovens/status` does not exist"), "{found}");
}

#[test]
fn bad_input_is_silent() {
    let broken = "package v1\n\n// +kubebuilder:validation:MaxLength=x\ntype X struct {\n\tA [\n\nfunc (\n";
    let long =
        format!("package v1\n\n// +kubebuilder:object:generate=true\nvar x = `{}`\n", "y".repeat(5 << 20));
    let folder = Folder::new("go-bad", &[("a/broken.go", broken), ("b/long.go", &long)]);
    folder.write(
        "c/ignored.go",
        "//go:build ignore\n\npackage main\n\n// +kubebuilder:validation:MaxLength=x\ntype T string\n",
    );
    folder.write("d/types_test.go", "package v1\n\n// +kubebuilder:validation:MaxLength=x\ntype T string\n");
    folder
        .write("e/crlf.go", "package v1\r\n\r\n// +kubebuilder:validation:MaxLength=x\r\ntype T string\r\n");
    folder.write("f/bytes.go", b"package v1\n\n// +kubebuilder:validation:MaxLength=\xff\ntype T string\n");
    folder.write(
        "g/cgo.go",
        "package v1\n\n// int x;\nimport \"C\"\n\n// +kubebuilder:validation:MaxLength=x\ntype T string\n",
    );
    let ran = folder.run(&["check", "--output-format", "concise"]);
    assert!(ran.code < 2, "{ran:?}");
    let files: Vec<_> = ran.stdout.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(
        files,
        ["./a/broken.go", "./b/long.go", "./e/crlf.go", "./f/bytes.go", "./g/cgo.go"],
        "{}",
        ran.stdout
    );
}

#[test]
fn markers_are_explained() {
    let folder = Folder::new("go-explain", &[]);
    for word in ["+kubebuilder:validation:XValidation", "kubebuilder:validation:XValidation", "XValidation"] {
        let page = folder.run(&["explain", word]);
        assert_eq!(page.code, 0, "{page:?}");
        for part in ["+kubebuilder:validation:XValidation", "optionalOldSelf", "From v0.17.3 on"] {
            assert!(page.stdout.contains(part), "{word}: {part}: {}", page.stdout);
        }
    }
    assert!(folder.run(&["explain", "+optional"]).stdout.contains("not in `required`"));
}

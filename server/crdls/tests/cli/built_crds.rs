//! CRDs as kustomizations apply them: what validates custom resources, and what is compared.

use crdls_tests::crd;

use crate::run::Folder;

/// A CRD with two versions; `v1` has a field that `v1beta1` lacks, and `stored` is the storage version.
fn ovens(stored: &str) -> String {
    let version = |name: &str, fields: &str| {
        format!(
            "  - name: {name}\n    served: true\n    storage: {}\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
             properties:\n          spec:\n            type: object\n            properties:\n{fields}",
            name == stored
        )
    };
    let size = "              size: {type: integer, maximum: 9}\n";
    let color = "              color: {type: string}\n";
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    \
         controller-gen.kubebuilder.io/version: v0.19.0\n  name: ovens.example.com\nspec:\n  group: example.com\n  names: \
         {{kind: Oven, listKind: OvenList, plural: ovens, singular: oven}}\n  scope: Namespaced\n  versions:\n{}{}",
        version("v1", &format!("{size}{color}")),
        version("v1beta1", size)
    )
}

const KUSTOMIZATION: &str = "resources: [bases/ovens.yaml]\npatches:\n- path: patches/webhook.yaml\n";

const WEBHOOK: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ovens.example.com}\nspec:\n  \
                       conversion:\n    strategy: Webhook\n    webhook:\n      clientConfig:\n        service: {name: webhook, namespace: \
                       system, path: /convert}\n      conversionReviewVersions: [v1]\n";

const LARGER: &str = "- target: {kind: CustomResourceDefinition}\n  patch: |-\n    - op: replace\n      path: \
                      /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum\n      value: 20\n";

fn oven(size: u32) -> String {
    format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: {size}\n")
}

/// File, line and code of each finding that is not of our style.
fn found(folder: &Folder) -> Vec<String> {
    let findings = folder.findings(&["."]);
    let described = findings.iter().map(|found| {
        let (file, code) = (found["file"].as_str().unwrap(), found["code"].as_str().unwrap());
        format!("{}:{} {code}", file.trim_start_matches("./"), found["range"]["start"]["line"])
    });
    described
        .filter(|found| {
            ![" unchecked-rules", " incomplete-crd", " unevaluated-entry"]
                .iter()
                .any(|code| found.ends_with(code))
        })
        .collect()
}

#[test]
fn a_custom_resource_is_validated_against_the_crd_that_a_patch_completes() {
    let files = [
        ("config/crd/bases/ovens.yaml", &*ovens("v1")),
        ("config/crd/patches/webhook.yaml", WEBHOOK),
        ("config/crd/kustomization.yaml", &format!("{KUSTOMIZATION}{LARGER}")),
        ("config/samples/oven.yaml", &oven(12)),
    ];
    let folder = Folder::new("built-crd-validates", &files);
    assert_eq!(found(&folder), Vec::<String>::new());
    let explained = folder.run(&["explain", "ovens.spec.size"]).stdout;
    assert!(explained.contains("20"), "{explained}");
    folder.write("config/samples/oven.yaml", oven(30));
    let printed = folder.run(&["check", "."]).stdout;
    assert!(printed.contains("must be at most 20, got 30"), "{printed}");
    folder.write("config/crd/kustomization.yaml", KUSTOMIZATION);
    folder.write("config/samples/oven.yaml", oven(12));
    let printed = folder.run(&["check", "config/samples"]).stdout;
    assert!(printed.contains("must be at most 9, got 12"), "{printed}");
}

#[test]
fn a_crd_without_a_conversion_loses_fields_where_no_patch_adds_one() {
    let files = [
        ("config/crd/bases/ovens.yaml", &*ovens("v1")),
        ("config/crd/patches/webhook.yaml", WEBHOOK),
        ("config/crd/kustomization.yaml", KUSTOMIZATION),
    ];
    let folder = Folder::new("built-crd-conversion", &files);
    assert_eq!(found(&folder), Vec::<String>::new());
    folder.write("config/crd/kustomization.yaml", "resources: [bases/ovens.yaml]\n");
    assert_eq!(found(&folder), ["config/crd/bases/ovens.yaml:23 lossy-conversion"]);
    folder.write("config/crd/kustomization.yaml", format!("{KUSTOMIZATION}helmCharts: [{{name: a}}]\n"));
    assert_eq!(found(&folder), Vec::<String>::new());
    folder.write("config/crd/bases/ovens.yaml", ovens("v1beta1"));
    folder.write("config/crd/kustomization.yaml", KUSTOMIZATION);
    assert_eq!(found(&folder), ["config/crd/bases/ovens.yaml:26 old-storage-version"]);
}

#[test]
fn built_crds_are_compared() {
    let files = |stored: &str| {
        [
            ("config/crd/bases/ovens.yaml", ovens(stored)),
            ("config/crd/patches/webhook.yaml", WEBHOOK.to_owned()),
            ("config/crd/kustomization.yaml", KUSTOMIZATION.to_owned()),
        ]
    };
    let of_side = |side: &str, stored| files(stored).map(|(path, text)| (format!("{side}/{path}"), text));
    let all = [of_side("old", "v1"), of_side("new", "v1beta1")].concat();
    let all: Vec<_> = all.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::new("built-crd-diff", &all);
    let compared = |paths: [&str; 2]| {
        folder.run(&["diff", paths[0], paths[1], "--output-format", "concise", "--breaking-only"]).stdout
    };
    assert_eq!(compared(["old", "new"]), "");
    assert_eq!(compared(["old/config/crd/bases", "new/config/crd/bases"]), "");
    // A file that is named is compared as it is written.
    let paths = ["old/config/crd/bases/ovens.yaml", "new/config/crd/bases/ovens.yaml"];
    assert!(compared(paths).contains("storage-version-changed"), "{}", compared(paths));
    folder
        .write("new/config/crd/kustomization.yaml", format!("{KUSTOMIZATION}{}", LARGER.replace("20", "5")));
    let printed = compared(["old", "new"]);
    assert!(printed.contains("`maximum` of `spec.size` is lowered from `9` to `5`"), "{printed}");
}

#[test]
fn what_overlays_supply_is_not_missing_in_a_base() {
    let crd = crd(|c| {
        c.kind("Oven").spec_schema(
            "
            type: object
            required: [size, color]
            properties:
              size: {type: integer, maximum: 9}
              color: {type: string}
            ",
        )
    });
    let base = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 12\n";
    let patch = |size: &str| {
        format!(
            "resources: [../base]\npatches:\n- patch: |-\n    apiVersion: example.com/v1\n    kind: Oven\n    metadata: {{name: oven}}\n    spec: {{{size}color: red}}\n"
        )
    };
    let files = [
        ("config/crd/ovens.yaml", &*crd),
        ("base/oven.yaml", base),
        ("base/kustomization.yaml", "resources: [oven.yaml]\n"),
        ("overlays/a/kustomization.yaml", &patch("size: 3, ").replace("../base", "../../base")),
    ];
    let folder = Folder::new("built-base", &files);
    assert_eq!(found(&folder), Vec::<String>::new());
    assert_eq!(folder.findings(&["base"]).len(), 0, "the overlays of the workspace count");
    folder.write("overlays/b/kustomization.yaml", patch("").replace("../base", "../../base"));
    assert_eq!(found(&folder), ["base/oven.yaml:6 out-of-bounds"]);
    folder.write("overlays/c/kustomization.yaml", "resources: [../../base]\n");
    assert_eq!(found(&folder), ["base/oven.yaml:5 missing-field", "base/oven.yaml:6 out-of-bounds"]);
}

#[cfg(feature = "git")]
#[test]
fn built_crds_of_revisions_are_compared() {
    use crdls_tests::git::{commit, git, or_skip_without_git};

    let Some(()) = or_skip_without_git("built-crd-revisions") else { return };
    let files = [
        ("config/crd/bases/ovens.yaml", &*ovens("v1")),
        ("config/crd/patches/webhook.yaml", WEBHOOK),
        ("config/crd/kustomization.yaml", KUSTOMIZATION),
    ];
    let folder = Folder::new("built-crd-revisions", &files);
    let root = folder.path("");
    let _ = std::fs::remove_dir_all(folder.path(".git"));
    git(&root, "init -q -b main");
    commit(&root, "old");
    folder.write("config/crd/bases/ovens.yaml", ovens("v1beta1"));
    commit(&root, "new");
    let compared =
        |old: &str| folder.run(&["diff", old, "--output-format", "concise", "--breaking-only"]).stdout;
    assert_eq!((compared("HEAD~1").as_str(), compared("HEAD~1:config/crd").as_str()), ("", ""));
    folder.write("config/crd/kustomization.yaml", "resources: [bases/ovens.yaml]\n");
    // Nothing converts what is stored any more.
    assert!(compared("HEAD~1").contains("conversion-removed"), "{}", compared("HEAD~1"));
}

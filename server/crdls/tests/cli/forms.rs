//! Files that have only parts of objects: patches, assertions of tests, fragments of CRDs, packages of others.

use crdls_tests::crd;

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").schema(
            "
            type: object
            required: [spec]
            properties:
              spec:
                type: object
                required: [size]
                x-kubernetes-validations: [{rule: self.size > self.low, message: too small}]
                properties:
                  size: {type: integer, maximum: 9}
                  low: {type: integer, default: 1}
                  color: {type: string, enum: [red, blue]}
              status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            ",
        )
    })
}

const HEAD: &str = "apiVersion: example.com/v1\nkind: Oven\n";

/// The code and path of each finding of some files beside the CRD, but that rules are not checked, and that the
/// kustomizations lack resources.
fn codes(test: &str, files: &[(&str, &str)], args: &[&str]) -> Vec<String> {
    let folder = Folder::new(test, &[&[("config/crd/ovens.yaml", ovens().as_str())], files].concat());
    let left_out = ["unchecked-rules", "kustomize-error", "empty-target", "deprecated-kustomization-field"];
    let text = |found: &serde_json::Value| {
        let [file, code, path] = ["file", "code", "path"].map(|key| found[key].as_str().unwrap().to_owned());
        (!left_out.contains(&&*code)).then(|| format!("{}: {code} {path}", file.trim_start_matches("./")))
    };
    folder.findings(args).iter().filter_map(text).collect()
}

#[test]
fn a_patch_is_checked_for_what_it_contains() {
    let patch = format!(
        "{HEAD}metadata: {{name: Not_Important}}\nspec:\n  $patch: merge\n  color: green\n  size: 12\n  low: null\n  sise: 3\n"
    );
    let files = [
        ("shared/patch.yaml", patch.as_str()),
        ("overlays/a/kustomization.yaml", "patches:\n- path: ../../shared/patch.yaml\n"),
    ];
    let expected = [
        "shared/patch.yaml: unsupported-value spec.color",
        "shared/patch.yaml: out-of-bounds spec.size",
        "shared/patch.yaml: unknown-field spec.sise",
    ];
    assert_eq!(codes("patch", &files, &["."]), expected);
    // An overlay elsewhere in the repository names it, although the overlay is not checked.
    assert_eq!(codes("patch-alone", &files, &["shared/patch.yaml", "--crds", "config"]), expected);
    let lists = ["patches: [{path: ../p.yaml}]", "patchesStrategicMerge: [../p.yaml]"];
    for (at, list) in lists.iter().enumerate() {
        let files = [("o/kustomization.yaml", *list), ("p.yaml", &format!("{HEAD}spec: {{color: red}}\n"))];
        assert!(codes(&format!("patch-list-{at}"), &files, &["."]).is_empty(), "{list}");
    }
}

#[test]
fn a_patch_of_a_crd_is_no_crd() {
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ovens.example.com}\n\
                 spec:\n  versions:\n  - name: v1\n    served: maybe\n    serve: true\n";
    let files = [
        ("config/crd/kustomization.yaml", "patches:\n- path: patches/a.yaml\n"),
        ("config/crd/patches/a.yaml", patch),
    ];
    let expected = [
        "config/crd/patches/a.yaml: wrong-type spec.versions[0].served",
        "config/crd/patches/a.yaml: unknown-field spec.versions[0].serve",
    ];
    assert_eq!(codes("crd-patch", &files, &["."]), expected);
}

#[test]
fn the_operations_of_a_json_patch_are_no_manifest() {
    let files = [
        ("kustomization.yaml", "patchesJson6902:\n- path: a.yaml\n  target: {kind: Oven, name: a}\n"),
        ("a.yaml", "- op: add\n  path: /spec/kind\n  value: {kind: CustomResourceDefinition, spec: {}}\n"),
        ("b.yaml", "- op: remove\n  path: /spec/a\n"),
    ];
    assert!(codes("operations", &files, &["."]).is_empty());
}

#[test]
fn a_fragment_of_a_crd_is_one_hint() {
    let fragment = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ovens.example.com}\n\
                    spec: {conversion: {strategy: Webhook}}\n";
    let folder = Folder::new("fragment", &[("a.yaml", fragment)]);
    let ran = folder.run(&["check", "--output-format", "concise"]);
    let message = "the document has neither `group` nor `names`, so it is not checked as a CRD";
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, format!("./a.yaml:2:7: hint[incomplete-crd]: {message}\n").as_str())
    );
}

/// A patch of a CRD, with the value of its `conversion.strategy`.
fn patch_of_crd(strategy: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: ovens.example.com}}\n\
         spec: {{conversion: {{strategy: {strategy}}}}}\n"
    )
}

#[test]
fn a_patch_that_only_a_comment_names_is_skipped() {
    let scaffold = "resources:\n#- bases/whole.yaml\npatches:\n#- path: patches/a.yaml\n# - patches/b.yaml\n#- whole.yaml\n";
    let (good, wrong) = (patch_of_crd("Webhook"), patch_of_crd("Hook"));
    let files = [
        ("config/crd/kustomization.yaml", scaffold),
        ("config/crd/patches/a.yaml", &good),
        ("config/crd/patches/b.yaml", &wrong),
        ("config/crd/whole.yaml", &good),
    ];
    assert_eq!(codes("commented", &files, &["."]), ["config/crd/whole.yaml: incomplete-crd kind"]);
    let used = "patches:\n- path: b.yaml\n";
    let files = [files[0], files[1], files[2], ("config/crd/patches/kustomization.yaml", used)];
    let expected = ["config/crd/patches/b.yaml: conversion-strategy spec.conversion.strategy"];
    assert_eq!(codes("commented-and-used", &files, &["."]), expected);
}

#[test]
fn a_template_in_the_crds_of_a_chart_is_an_error() {
    let crd = crd(|c| c);
    let begun = format!("{{{{- if .Values.crds }}}}\n{crd}{{{{- end }}}}\n");
    let in_value = crd.replace("spec:\n", "  annotations: {a: '{{ .Release.Name }}'}\nspec:\n");
    let files = [
        ("chart/Chart.yaml", "name: chart\n"),
        ("chart/crds/a.yaml", begun.as_str()),
        ("chart/crds/sub/b.yaml", begun.as_str()),
        ("chart/crds/sub/c.yaml", in_value.as_str()),
        ("chart/templates/crds/a.yaml", begun.as_str()),
        ("config/crds/a.yaml", begun.as_str()),
    ];
    let all = |hint: &str| {
        let errors = ["chart/crds/a.yaml: not-yaml ", "chart/crds/sub/b.yaml: not-yaml "].map(str::to_owned);
        let hints =
            ["chart/templates/crds/a.yaml", "config/crds/a.yaml"].map(|file| format!("{file}: {hint} "));
        errors.into_iter().chain(hints).collect::<Vec<_>>()
    };
    assert_eq!(codes("crds", &files, &["."]), all("template"));
    assert_eq!(codes("crds-checked", &files, &[".", "--check-templates"]), all("")[..2]);
}

#[test]
fn a_part_of_a_crd_is_no_template() {
    let patch = patch_of_crd("Hook");
    assert_eq!(
        codes("part-checked", &[("a.yaml", &patch)], &[".", "--check-templates"]),
        ["a.yaml: incomplete-crd kind"]
    );
}

#[test]
fn a_file_that_is_to_be_refused_may_be_named_again() {
    let bad = format!("{HEAD}metadata: {{name: a}}\nspec: {{size: 3, color: pink}}\n");
    let refused = "    - apply:\n        file: a.yaml\n        expect: [{check: {($error != null): true}}]\n";
    for (name, steps) in [
        ("refused-first", format!("{refused}    - error: {{file: a.yaml}}\n")),
        ("refused-last", format!("    - assert: {{file: a.yaml}}\n{refused}")),
    ] {
        let test = format!("kind: Test\nspec:\n  steps:\n  - try:\n{steps}");
        let files = [("t/chainsaw-test.yaml", test.as_str()), ("t/a.yaml", bad.as_str())];
        assert!(codes(name, &files, &["."]).is_empty(), "{name}");
    }
}

#[test]
fn an_assertion_is_checked_for_names_and_types() {
    let assertion = format!(
        "{HEAD}metadata: {{name: ($name)}}\nspec:\n  size: (length(@))\n  (low > `1`): true\n  color: 3\n  sise: 3\nstatus: {{ready: true}}\n"
    );
    let test = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: a}\nspec:\n  steps:\n  - try:\n    \
                - apply: {file: whole.yaml}\n    - assert: {file: expected.yaml}\n    - error: {file: absent.yaml}\n";
    let (absent, whole) =
        (format!("{HEAD}spec: {{color: red}}\n"), format!("{HEAD}metadata: {{name: a}}\nspec: {{}}\n"));
    let files = [
        ("test/a/chainsaw-test.yaml", test),
        ("test/a/expected.yaml", assertion.as_str()),
        ("test/a/absent.yaml", absent.as_str()),
        ("test/a/whole.yaml", whole.as_str()),
        ("test/b/00-assert.yaml", assertion.as_str()),
        ("test/b/01-errors.yaml", absent.as_str()),
        ("test/b/02-install.yaml", whole.as_str()),
    ];
    let expected = [
        "test/a/expected.yaml: invalid-type spec.color",
        "test/a/expected.yaml: unsupported-value spec.color",
        "test/a/expected.yaml: unknown-field spec.sise",
        "test/a/whole.yaml: missing-field spec.size",
        "test/b/00-assert.yaml: invalid-type spec.color",
        "test/b/00-assert.yaml: unsupported-value spec.color",
        "test/b/00-assert.yaml: unknown-field spec.sise",
        "test/b/02-install.yaml: missing-field spec.size",
    ];
    assert_eq!(codes("assertion", &files, &["."]), expected);
}

/// The text that a finding covers, by its positions.
fn covered(found: &serde_json::Value, text: &str) -> String {
    let at = |end: &str, key: &str| found["range"][end][key].as_u64().unwrap() as usize - 1;
    let line = text.lines().nth(at("start", "line")).unwrap();
    line.chars().skip(at("start", "column")).take(at("end", "column") - at("start", "column")).collect()
}

/// Code, path and covered text of the findings in a file beside the CRD.
fn positions(test: &str, file: &str, text: &str) -> Vec<String> {
    let folder = Folder::new(test, &[("config/crd/ovens.yaml", &ovens()), (file, text)]);
    let described = |found: &serde_json::Value| {
        let [code, path] = ["code", "path"].map(|key| found[key].as_str().unwrap());
        format!("{code} {path} `{}`", covered(found, text))
    };
    let findings = folder.findings(&["."]);
    let left_out = ["kustomize-error", "deprecated-kustomization-field"];
    let kept = findings.iter().filter(|found| !left_out.contains(&found["code"].as_str().unwrap()));
    kept.map(described).collect()
}

#[test]
fn an_inline_patch_is_checked_for_what_it_contains() {
    let text = "resources: [a.yaml]\npatches:\n- path: other.yaml\n- target: {kind: Oven}\n  patch: |-\n    apiVersion: example.com/v1\n    \
                kind: Oven\n    metadata: {name: x}\n    spec:\n      color: grün\n      sise: 3\n- patch: |\n    - op: add\n      \
                path: /spec/size\n      value: x\n- patch: |-\n    apiVersion: apiextensions.k8s.io/v1\n    kind: CustomResourceDefinition\n    \
                metadata: {name: ovens.example.com}\n    spec:\n      preserveUnknownFields: \"no\"\n      versoins: []\n\
                patchesStrategicMerge:\n- |-\n  apiVersion: example.com/v1\n  kind: Oven\n  spec: {size: big}\n";
    let expected = [
        "unsupported-value patches[1].patch.spec.color `grün`",
        "unknown-field patches[1].patch.spec.sise `sise`",
        "wrong-type patches[3].patch.spec.preserveUnknownFields `\"no\"`",
        "unknown-field patches[3].patch.spec.versoins `versoins`",
        "invalid-type patchesStrategicMerge[0].spec.size `big`",
    ];
    assert_eq!(positions("inline-patch", "overlay/kustomization.yaml", text), expected);
    let text = format!("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n{text}");
    assert_eq!(positions("inline-patch-kind", "overlay/a.yaml", &text), expected);
}

#[test]
fn the_inline_resources_of_a_test_are_checked_for_names_and_types() {
    let oven = "apiVersion: example.com/v1, kind: Oven";
    let text = format!(
        "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {{name: a}}\nspec:\n  steps:\n  - try:\n    \
         - apply:\n        resource: {{{oven}, metadata: {{name: ($name)}}, spec: {{size: '(add(`1`, `2`))', color: green}}}}\n        \
         expect:\n        - match: {{{oven}, spec: {{siez: 1}}}}\n          check: {{($error != null): true}}\n    \
         - assert:\n        resource:\n          apiVersion: example.com/v1\n          kind: Oven\n          spec:\n            \
         (size > `3`): true\n            sise: 3\n    - error: {{resource: {{{oven}, spec: {{size: big}}}}}}\n    \
         - create:\n        resource: {{{oven}, spec: {{color: green}}}}\n        \
         expect: [{{check: {{($error != null): true}}}}]\n    \
         finally:\n    - script: {{content: 'apiVersion: example.com/v1'}}\n"
    );
    let expected = [
        "unsupported-value spec.steps[0].try[0].apply.resource.spec.color `green`",
        "unknown-field spec.steps[0].try[0].apply.expect[0].match.spec.siez `siez`",
        "unknown-field spec.steps[0].try[1].assert.resource.spec.sise `sise`",
        "invalid-type spec.steps[0].try[2].error.resource.spec.size `big`",
    ];
    assert_eq!(positions("inline-resources", "test/chainsaw-test.yaml", &text), expected);
}

#[test]
fn a_later_step_of_a_test_is_an_update() {
    let oven = |name: &str, spec: &str| format!("{HEAD}metadata: {{name: {name}}}\nspec: {{{spec}}}\n");
    let (created, update) = (oven("a", "size: 2"), oven("a", "color: green"));
    let (other, both) = (oven("b", "color: red"), format!("{update}---\n{}", oven("c", "color: red")));
    let expected = format!("{HEAD}metadata: {{name: a}}\n");
    let files = [
        ("t/00-create.yaml", created.as_str()),
        ("t/00-assert.yaml", &expected),
        ("t/01-update.yaml", &update),
        ("t/02-other.yaml", &other),
        ("t/03-both.yaml", &both),
        // Numbers alone make no test.
        ("docs/00-create.yaml", &created),
        ("docs/01-update.yaml", &update),
    ];
    let expected = [
        "docs/01-update.yaml: missing-field spec.size",
        "docs/01-update.yaml: unsupported-value spec.color",
        "t/01-update.yaml: unsupported-value spec.color",
        "t/02-other.yaml: missing-field spec.size",
        "t/03-both.yaml: missing-field spec.size",
        "t/03-both.yaml: unsupported-value spec.color",
        "t/03-both.yaml: missing-field spec.size",
    ];
    assert_eq!(codes("steps", &files, &["."]), expected);
}

#[test]
fn what_a_test_applies_again_is_an_update() {
    let oven = |name: &str, spec: &str| format!("{HEAD}metadata: {{name: {name}}}\nspec: {{{spec}}}\n");
    let test = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: a}\nspec:\n  steps:\n  - try:\n    \
                - apply: {file: whole.yaml}\n    - create: {file: other.yaml}\n  - try:\n    - apply: {file: part.yaml}\n    \
                - apply: {file: whole.yaml}\n    - assert: {file: whole.yaml}\n";
    let files = [
        ("t/chainsaw-test.yaml", test),
        ("t/whole.yaml", &oven("a", "size: 2")),
        ("t/part.yaml", &oven("a", "color: green")),
        ("t/other.yaml", &oven("b", "color: red")),
    ];
    let expected = ["t/other.yaml: missing-field spec.size", "t/part.yaml: unsupported-value spec.color"];
    assert_eq!(codes("applied-again", &files, &["."]), expected);
}

#[test]
fn what_a_test_wants_refused_is_not_judged() {
    let test = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: a}\nspec:\n  steps:\n  - try:\n    \
                - create:\n        file: bad.yaml\n        expect:\n        - check: {($error != null): true}\n    \
                - create: {file: good.yaml}\n";
    let bad = format!("{HEAD}metadata: {{name: a}}\nspec: {{size: 12}}\n");
    let folder = Folder::new(
        "refused",
        &[
            ("config/crd/ovens.yaml", &ovens()),
            ("t/chainsaw-test.yaml", test),
            ("t/bad.yaml", &bad),
            ("t/good.yaml", &bad),
        ],
    );
    let ran = folder.run(&["check", "--output-format", "concise", "--min-severity", "error"]);
    assert!(ran.stdout.starts_with("./t/good.yaml:4:14: error[out-of-bounds]"), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.contains("1 not validated: to be rejected by a test (./t/bad.yaml)"), "{ran:?}");
}

#[test]
fn a_part_of_a_crd_may_have_versions() {
    let part = "spec:\n  versions:\n  - {name: v1, schema: {}}\n";
    let part = |version: &str| {
        format!(
            "apiVersion: apiextensions.k8s.io/{version}\nkind: CustomResourceDefinition\nmetadata: {{name: {version}.b}}\n{part}"
        )
    };
    let files = [("a.yaml", &*part("v1")), ("b.yaml", &*part("v1beta1"))];
    assert_eq!(codes("part", &files, &["."]), ["a.yaml: incomplete-crd kind", "b.yaml: incomplete-crd kind"]);
}

#[test]
fn the_files_of_other_programs_are_no_objects() {
    let files = [
        (
            "suite.yaml",
            "apiVersion: apiextensions.k8s.io/v1\nname: a\ncrdName: ovens.example.com\ntests: {}\n",
        ),
        ("config.yaml", "apiVersion: example.com/v1\noven: {}\n"),
        ("forgotten.yaml", "apiVersion: example.com/v1\nmetadata: {name: a}\nspec: {size: 1}\n"),
        ("package.yaml", "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: a}\n"),
    ];
    assert_eq!(codes("programs", &files, &["."]), ["forgotten.yaml: unknown-kind "]);
}

#[test]
fn a_crd_that_no_cluster_takes_judges_nothing() {
    let old = ovens()
        .replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1")
        .replace("example.com", "example.org");
    let resource = "apiVersion: example.org/v1\nkind: Oven\nmetadata: {name: a}\nspec: {sise: 1}\n";
    let files = [("old.yaml", &*old), ("a.yaml", resource)];
    assert_eq!(codes("outdated", &files, &["."]), ["old.yaml: removed-api-version "]);
}

#[test]
fn packages_of_others_are_not_checked() {
    let broken = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\n";
    let names = ["vendor/x/a.yaml", "web/node_modules/x/a.yaml", "charts/vendor/a.yaml", "a.yaml"];
    let files = names.map(|name| (name, broken));
    let files = [&files[..], &[("vendor/modules.txt", "# x v1\n")]].concat();
    let expected = ["a.yaml: missing-field spec", "charts/vendor/a.yaml: missing-field spec"];
    assert_eq!(codes("packages", &files, &["."]), expected);
    let named = codes("packages-named", &files, &["vendor", "config"]);
    assert_eq!(named, ["vendor/x/a.yaml: missing-field spec"]);
}

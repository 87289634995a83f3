//! Kustomizations: what is wrong with them, what they make invalid, and what they come to.

use crdls_tests::crd;

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_schema(
            "
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: 9}
              color: {type: string}
            ",
        )
    })
}

const OVEN: &str =
    "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 3\n  color: red\n";

/// File, line, column and code of each finding.
fn found(folder: &Folder) -> Vec<String> {
    folder.places(&["."], &["unchecked-rules"])
}

#[test]
fn a_value_that_a_patch_writes_is_reported_in_the_patch() {
    let kustomization = "resources: [oven.yaml]\npatches:\n- target: {kind: Oven}\n  patch: |-\n    - op: replace\n      \
                         path: /spec/size\n      value: 12\n- target: {kind: Oven}\n  patch: |-\n    - op: remove\n      \
                         path: /spec/color\n";
    let files = [
        ("config/crd/ovens.yaml", &*ovens()),
        ("overlay/oven.yaml", OVEN),
        ("overlay/kustomization.yaml", kustomization),
    ];
    let folder = Folder::new("kustomize-value", &files);
    assert_eq!(found(&folder), ["overlay/kustomization.yaml:7:14 out-of-bounds"]);
    folder.write("overlay/kustomization.yaml", kustomization.replace("color", "size").replace("12", "8"));
    assert_eq!(found(&folder), ["overlay/kustomization.yaml:11:13 missing-field"]);
}

#[test]
fn what_kustomize_refuses_or_drops_is_reported() {
    let kustomization = "resources: [oven.yaml, ovne.yaml]\npatches:\n- target: {kind: Ovens}\n  patch: '[]'\n- path: patch.yaml\n";
    let patch = OVEN.replace("name: oven", "name: ovens");
    let files = [
        ("config/crd/ovens.yaml", &*ovens()),
        ("overlay/oven.yaml", OVEN),
        ("overlay/patch.yaml", &patch),
        ("overlay/kustomization.yaml", kustomization),
    ];
    let folder = Folder::new("kustomize-refused", &files);
    assert_eq!(found(&folder), ["overlay/kustomization.yaml:1:24 kustomize-error"]);
    let without = kustomization.replace(", ovne.yaml", "").replace("'[]'", "'[{\"op\": \"test\"}]'");
    folder.write("overlay/kustomization.yaml", without);
    assert_eq!(
        found(&folder),
        ["overlay/kustomization.yaml:3:18 empty-target", "overlay/patch.yaml:4:9 kustomize-error"]
    );
}

#[test]
fn a_folder_without_a_kustomization_is_named_and_an_object_of_flux_is_no_kustomization() {
    let flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps}\nspec:\n  interval: 1m\n";
    let files = [
        ("manager/oven.yaml", OVEN),
        ("overlay/kustomization.yaml", "resources:\n- ../manager\n"),
        ("apps/kustomization.yaml", flux),
    ];
    let folder = Folder::new("kustomize-folders", &files);
    assert_eq!(found(&folder), ["overlay/kustomization.yaml:2:3 kustomize-error"]);
    let printed = folder.run(&["check"]).stdout;
    assert!(printed.contains("`../manager` is a folder without a kustomization"), "{printed}");
    assert!(printed.contains("help: add a kustomization.yaml to the folder, or list its files"), "{printed}");
    folder.write(
        "apps/kustomization.yaml",
        "apiVersion: kustomise.config.k8s.io/v1beta1\nkind: Kustomization\nnamePrefix: a-\n",
    );
    assert_eq!(found(&folder).len(), 2);
}

/// Components with all that only their users complete, each with a user: what it has, and what it includes the component
/// with.
const COMPONENTS: [(&str, &str, &str); 6] = [
    (
        "resources: [part.yaml]\n",
        "patches:\n- target: {kind: Oven}\n  patch: |-\n    - {op: add, path: /spec/size, value: 2}\n",
        "a field of a resource",
    ),
    (
        "resources: [part.yaml]\n",
        "patches:\n- target: {kind: Oven}\n  patch: |-\n    - {op: replace, path: /spec, value: {size: 4, depth: 1}}\n",
        "a rule on a resource",
    ),
    ("patches:\n- path: patch.yaml\n", "resources: [oven.yaml]\n", "the object of a patch"),
    (
        "patches:\n- target: {kind: Oven}\n  patch: '[{\"op\": \"remove\", \"path\": \"/spec/color\"}]'\n",
        "resources: [oven.yaml]\n",
        "the target of a patch",
    ),
    (
        "replacements:\n- source: {kind: Oven, fieldPath: spec.size}\n  targets:\n  - select: {kind: Oven}\n    fieldPaths: [spec.depth]\n    options: {create: true}\n",
        "resources: [oven.yaml]\n",
        "the source of a replacement",
    ),
    ("namespace: kitchen\nnamePrefix: my-\n", "resources: [oven.yaml]\n", "all resources"),
];

#[test]
fn a_component_without_users_has_no_finding_that_they_remove() {
    let crd = crd(|c| {
        c.kind("Oven").spec_schema(
            "
            type: object
            required: [size]
            minProperties: 2
            properties:
              size: {type: integer, maximum: 9}
              depth: {type: integer}
              color: {type: string}
            ",
        )
    });
    let part = OVEN.replace("  size: 3\n", "").replace("name: oven", "name: part");
    let mut removed = Vec::new();
    for (component, user, what) in COMPONENTS {
        let component = format!("apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n{component}");
        let files = [
            ("config/crd/ovens.yaml", &*crd),
            ("settings/kustomization.yaml", &component),
            ("settings/part.yaml", &part),
            ("settings/patch.yaml", &part.replace("name: part", "name: oven")),
            ("app/oven.yaml", OVEN),
        ];
        let folder = Folder::new("kustomize-components", &files);
        let of_component = || found(&folder).into_iter().filter(|found| found.starts_with("settings/"));
        let alone: Vec<_> = of_component().collect();
        folder.write("app/kustomization.yaml", format!("components: [../settings]\n{user}"));
        let used: Vec<_> = of_component().collect();
        removed.extend(
            alone.iter().filter(|found| !used.contains(found)).map(|found| format!("{what}: {found}")),
        );
        assert_eq!(folder.run(&["build", "app"]).code, 0, "{what}");
    }
    println!("{} components, {} findings that their users remove", COMPONENTS.len(), removed.len());
    assert!(removed.is_empty(), "{}", removed.join("\n"));
    let component = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [part.yaml]\n";
    let files = [
        ("config/crd/ovens.yaml", &*crd),
        ("settings/kustomization.yaml", component),
        ("settings/part.yaml", &part.replace("color: red", "color: 3")),
    ];
    let folder = Folder::new("kustomize-component-alone", &files);
    assert_eq!(found(&folder), ["settings/part.yaml:6:10 invalid-type"], "a value that no user completes");
}

#[test]
fn a_kustomization_that_gitignore_excludes_is_not_evaluated() {
    let files = [
        (".git/HEAD", ""),
        ("config/crd/ovens.yaml", &*ovens()),
        ("settings/.gitignore", "/kustomization.yaml\n"),
        ("app/oven.yaml", &*OVEN.replace("size: 3", "size: 12")),
        ("app/kustomization.yaml", "resources:\n- oven.yaml\ncomponents:\n- ../settings\n"),
        ("all/kustomization.yaml", "resources:\n- ../app/oven.yaml\n- ../settings\n"),
        (
            "secrets/kustomization.yaml",
            "resources: [oven.yaml]\nsecretGenerator:\n- name: s\n  files: [a=b.txt]\n",
        ),
        ("secrets/oven.yaml", OVEN),
    ];
    let folder = Folder::new("kustomize-ignored", &files);
    let expected = [
        "all/kustomization.yaml:2:3 load-restriction",
        "all/kustomization.yaml:3:3 unevaluated-entry",
        "app/kustomization.yaml:4:3 unevaluated-entry",
        "app/oven.yaml:6:9 out-of-bounds",
        "secrets/kustomization.yaml:4:13 kustomize-error",
    ];
    assert_eq!(found(&folder), expected);
}

#[test]
fn variables_and_generators_are_named() {
    let var = |name: &str| {
        format!("- name: {name}\n  objref: {{kind: Oven, name: {name}, apiVersion: example.com/v1}}\n")
    };
    let vars = ["oven", "oven", "stove"].map(var).concat();
    let generator = "configMapGenerator:\n- {name: settings, behavior: merge, literals: [a=b]}\n";
    let kustomization = format!("resources: [oven.yaml]\nvars:\n{vars}{generator}");
    let files = [("oven.yaml", OVEN), ("kustomization.yaml", &*kustomization)];
    let printed = Folder::new("kustomize-named", &files).run(&["check"]).stdout;
    for headline in [
        "the variable `oven` is declared twice",
        "the variable `stove` has no value",
        "the generator changes a resource that the build does not have: `settings`",
    ] {
        assert!(printed.contains(headline), "{printed}");
    }
}

#[test]
fn a_kustomization_is_built() {
    let kustomization = "namespace: team\nnamePrefix: a-\nresources: [oven.yaml, service.yaml]\n";
    let service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: service\n";
    let files = [
        ("overlay/oven.yaml", OVEN),
        ("overlay/service.yaml", service),
        ("overlay/kustomization.yaml", kustomization),
    ];
    let folder = Folder::new("kustomize-build", &files);
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: a-oven\n  namespace: team\nspec:\n  color: red\n  size: 3\n";
    let ran = folder.run(&["build", "overlay"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, oven, ""));
    let all = folder.run(&["build", "overlay", "--all"]).stdout;
    assert!(all.contains("name: a-service\n") && all.contains("---\n"), "{all}");
    folder.write("overlay/kustomization.yaml", "resources: [a.yaml, 'https://example.com/b.yaml']\n");
    let ran = folder.run(&["build", "overlay"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.contains("error: overlay/kustomization.yaml:1:13: accumulating resources:"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("1:21: a remote resource is not evaluated"), "{}", ran.stderr);
    assert_eq!(folder.run(&["build", "nothing"]).code, 2);
}

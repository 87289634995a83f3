//! `crdls generate`.

use crate::run::Folder;

const META: &str = "package v1\n\ntype TypeMeta struct {\n\tKind string `json:\"kind,omitempty\"`\n}\n\ntype ObjectMeta struct{}\n";

const TYPES: &str = "// +groupName=example.org\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
                     // Pizza is baked.\ntype Pizza struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
                     \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\t// +kubebuilder:validation:Maximum=12\n\
                     \tSlices int32 `json:\"slices,omitempty\"`\n}\n";

const CRD: &str = "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    \
                   controller-gen.kubebuilder.io/version: v0.21.0\n  name: pizzas.example.org\nspec:\n  group: example.org\n  names:\n    \
                   kind: Pizza\n    listKind: PizzaList\n    plural: pizzas\n    singular: pizza\n  scope: Namespaced\n  versions:\n  - name: v1\n    \
                   schema:\n      openAPIV3Schema:\n        description: Pizza is baked.\n        properties:\n          kind:\n            \
                   type: string\n          metadata:\n            type: object\n          slices:\n            format: int32\n            \
                   maximum: 12\n            type: integer\n        type: object\n    served: true\n    storage: true\n";

fn folder(name: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("go.mod", "module example.org/pizza\n"),
            ("api/v1/types.go", TYPES),
            ("api/v1/types_test.go", "package v1\n\nbroken"),
            ("vendor/modules.txt", "# k8s.io/apimachinery v0.34.1\n"),
            ("vendor/k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META),
        ],
    )
}

#[test]
fn crds_are_written_and_checked() {
    let folder = folder("generate");
    let args = ["generate", "./api/...", "--output-dir", "crds", "--controller-gen", "v0.21.0"];
    let ran = folder.run(&args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "wrote 1 CRD to crds\n"));
    assert_eq!(folder.read("crds/example.org_pizzas.yaml"), CRD);
    let ran = folder.run(&["generate", "api", "--output-dir", "crds", "--check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "the version is that of the annotation: {ran:?}");
    assert_eq!(ran.stderr, "1 CRD as controller-gen v0.21.0 writes them, 0 not\n");
    folder.write("crds/example.org_pizzas.yaml", format!("# by us\n{}", CRD.replace("12", "8")));
    let ran = folder.run(&["generate", "api", "--output-dir", "crds", "--check"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("-            maximum: 8\n+            maximum: 12\n")
            && !ran.stdout.contains("by us"),
        "{ran:?}"
    );
    folder.write("crds/example.org_pizzas.yaml", CRD.replace("        description: Pizza is baked.\n", ""));
    let ran = folder.run(&["generate", "api", "--output-dir", "crds", "--check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "no description: it was written with maxDescLen=0");
    let ran =
        folder.run(&["generate", "--controller-gen=v0.21.0", "--flags", "maxDescLen=0,headerFile=go.mod"]);
    assert_eq!(
        (ran.code, ran.stdout),
        (
            0,
            format!(
                "module example.org/pizza\n{}",
                CRD.replace("        description: Pizza is baked.\n", "")
            )
        )
    );
}

#[test]
fn versions_of_several_paths_are_one_crd() {
    let folder = folder("generate-paths");
    let stored = TYPES.replace("// Pizza is baked.", "// +kubebuilder:storageversion");
    folder.write("api/v1/types.go", stored);
    folder.write("apis/v1beta1/types.go", TYPES.replace("package v1", "package v1beta1"));
    let ran = folder.run(&["generate", "api/v1", "./apis/v1beta1", "api", "--output-dir", "crds"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "wrote 1 CRD to crds\n"));
    let crd = folder.read("crds/example.org_pizzas.yaml");
    assert!(crd.contains("  - name: v1\n") && crd.contains("  - name: v1beta1\n"), "{crd}");
}

#[test]
fn modules_below_are_read_too() {
    let folder = folder("generate-modules");
    folder.write("testdata/tools/go.mod", "module example.org/tools\n");
    folder.write("testdata/tools/v1/types.go", TYPES.replace("Pizza", "Knife"));
    let ran = folder.run(&["generate", "./...", "--output-dir", "crds"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "wrote 2 CRDs to crds\n"));
    assert!(folder.read("crds/example.org_knives.yaml").contains("kind: Knife"));
}

#[test]
fn what_cannot_be_made_is_reported() {
    let folder = folder("generate-faults");
    folder.write("api/v1/types.go", TYPES.replace("int32 `", "func() `"));
    let ran = folder.run(&["generate", "api"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("types.go:12:9: unsupported AST kind *ast.FuncType\n"), "{ran:?}");
    folder.write("api/v1/types.go", TYPES.replace("int32 `", "metav1.Missing `"));
    let ran = folder.run(&["generate", "api"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(
        ran.stderr.starts_with("error: `metav1.Missing` is not found (1 use)\nerror: left out"),
        "no module has it that is not downloaded: {ran:?}"
    );
    folder.write(
        "api/v1/types.go",
        TYPES.replace("int32 `", "far.Pizza `").replace("import", "import \"a.org/far\"\nimport"),
    );
    let ran = folder.run(&["generate", "api"]);
    assert!(
        ran.stderr.contains("a.org/far.Pizza` is not found (1 use): `go mod download` fetches it"),
        "{ran:?}"
    );
    folder.write("api/v1/types.go", TYPES);
    folder.write("api/v1/broken.go", "package v1\n\nfunc a( {\n");
    let ran = folder.run(&["generate", "api"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("broken.go:3:9: syntax error: controller-gen makes no CRD"), "{ran:?}");
    folder.write("api/v1/broken.go", "package v1\n");
    folder.write("other/a.go", "package other\n");
    for (args, why) in [
        (&["generate", "other"][..], "no type with TypeMeta and ObjectMeta"),
        (&["generate", "nowhere"], "is not a folder"),
        (&["generate", "--flags", "nothing=1"], "is not a flag of controller-gen"),
        (&["generate", "--controller-gen", "latest"], "is not a version of controller-gen"),
    ] {
        let ran = folder.run(args);
        assert!(ran.code == 2 && ran.stderr.contains(why), "{args:?}: {ran:?}");
    }
}

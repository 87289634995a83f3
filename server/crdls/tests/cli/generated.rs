//! Stories of one whose CRDs are generated: what is wrong with a CRD is found at the Go text that causes it.

use crate::run::Folder;

const GROUP: &str = "// +groupName=example.com\npackage v1\n";

const TYPES: &str = r#"package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:XValidation:rule="self.min < self.max && self.mox > 1"
type OvenSpec struct {
	Min int32 `json:"min"`
	Max int32 `json:"max"`

	// +listType=map
	// +listMapKey=name
	Racks []Rack `json:"racks,omitempty"`
}

type Rack struct {
	// +kubebuilder:validation:MinLength=3
	// +kubebuilder:default="a"
	Name string `json:"name"`
}

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Min",type=integer,JSONPath=`.spec.mim`
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}
"#;

/// What controller-gen made of the types before they had rules.
const MANIFEST: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.19.0
  name: ovens.example.com
spec:
  group: example.com
  names:
    kind: Oven
    listKind: OvenList
    plural: ovens
    singular: oven
  scope: Namespaced
  versions:
  - additionalPrinterColumns:
    - jsonPath: .spec.mim
      name: Min
      type: integer
    name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              min:
                format: int32
                type: integer
    served: true
    storage: true
";

fn folder(name: &str, types: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("go.mod", "module example.com/ovens\n\ngo 1.24\n"),
            ("api/v1/group.go", GROUP),
            ("api/v1/types.go", types),
        ],
    )
}

/// Code, line and column of each finding in the types.
fn places(folder: &Folder) -> Vec<String> {
    let place = |found: &serde_json::Value| {
        let start = &found["range"]["start"];
        let code = found["code"].as_str().unwrap_or_default();
        format!("{} {code} {}:{}", found["file"].as_str().unwrap_or_default(), start["line"], start["column"])
    };
    folder.findings(&["--no-workspace", "."]).iter().map(place).collect()
}

#[test]
fn a_fault_of_a_crd_is_found_at_its_go_text() {
    assert_eq!(
        places(&folder("generated", TYPES)),
        [
            "./api/v1/types.go cel-undefined-field 5:74",
            "./api/v1/types.go out-of-bounds 17:26",
            "./api/v1/types.go column-leads-nowhere 22:69"
        ]
    );
    // A folder below the module is named otherwise than the module's other files.
    let codes = folder("generated-below", TYPES).codes(&["--no-workspace", "api"]);
    assert_eq!(codes, ["cel-undefined-field", "out-of-bounds", "column-leads-nowhere"]);
}

#[test]
fn what_is_found_in_go_is_not_found_again_in_the_manifest() {
    let folder = folder("generated-twice", TYPES);
    folder.write("config/crd/bases/ovens.yaml", MANIFEST);
    let found = places(&folder);
    assert!(found.contains(&"./api/v1/types.go column-leads-nowhere 22:69".to_owned()), "{found:?}");
    assert!(!found.iter().any(|place| place.contains("ovens.yaml column-leads-nowhere")), "{found:?}");
    // Without its types the manifest has it.
    let alone = folder.codes(&["--no-workspace", "config"]);
    assert!(alone.contains(&"column-leads-nowhere".to_owned()), "{alone:?}");
}

#[test]
fn a_go_type_without_a_schema_is_found_in_the_words_of_controller_gen() {
    let types = TYPES.replace("Max int32 `json:\"max\"`", "Max chan int `json:\"max\"`");
    let codes = folder("generated-refused", &types).codes(&["--no-workspace", "api"]);
    assert!(codes.contains(&"unsupported-go-type".to_owned()), "{codes:?}");
}

#[test]
fn fixes_of_markers_leave_what_is_found_in_the_crd() {
    let types = TYPES.replace("+kubebuilder:validation:MinLength", "+kubebuilder:validation:Minlength");
    let folder = folder("generated-fix", &types);
    let expected = ["cel-undefined-field", "out-of-bounds", "column-leads-nowhere"];
    let shown = folder.run(&["check", "--no-workspace", "--fix", "--diff", "api"]);
    assert!(shown.stdout.contains("+\t// +kubebuilder:validation:MinLength=3"), "{shown:?}");
    assert!(shown.stderr.contains("1 error, 2 warnings"), "{shown:?}");
    assert_eq!(folder.read("api/v1/types.go"), types);
    assert_eq!(folder.codes(&["--no-workspace", "--fix", "api"]), expected);
    assert!(folder.read("api/v1/types.go").contains("+kubebuilder:validation:MinLength=3"));
}

#[test]
fn a_file_that_is_not_utf8_is_not_fixed() {
    let folder = folder("generated-latin", "");
    let types = TYPES.replace("+kubebuilder:validation:MinLength", "+kubebuilder:validation:Minlength");
    let bytes = [b"// \xe9\n".as_slice(), types.as_bytes()].concat();
    folder.write("api/v1/types.go", &bytes);
    folder.run(&["check", "--no-workspace", "--fix", "api"]);
    assert_eq!(std::fs::read(folder.path("api/v1/types.go")).unwrap(), bytes);
}

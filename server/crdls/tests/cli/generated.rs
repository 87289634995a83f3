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
            "./api/v1/types.go unknown-column-path 22:69"
        ]
    );
    // A folder below the module is named otherwise than the module's other files.
    let codes = folder("generated-below", TYPES).codes(&["--no-workspace", "api"]);
    assert_eq!(codes, ["cel-undefined-field", "out-of-bounds", "unknown-column-path"]);
}

#[test]
fn what_is_found_in_go_is_not_found_again_in_the_manifest() {
    let folder = folder("generated-twice", TYPES);
    folder.write("config/crd/bases/ovens.yaml", MANIFEST);
    let found = places(&folder);
    assert!(found.contains(&"./api/v1/types.go unknown-column-path 22:69".to_owned()), "{found:?}");
    assert!(!found.iter().any(|place| place.contains("ovens.yaml unknown-column-path")), "{found:?}");
    // Without its types the manifest has it.
    let alone = folder.codes(&["--no-workspace", "config"]);
    assert!(alone.contains(&"unknown-column-path".to_owned()), "{alone:?}");
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
    let expected = ["cel-undefined-field", "out-of-bounds", "unknown-column-path"];
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

const FIXABLE: &str = r#"// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:XValidation:rule="self.slots.all(s, self.slots.exists(t, t.name == s.name))"
// +kubebuilder:validation:XValidation:rule=`self.size > 1`
type OvenSpec struct {
	Slots []Slot `json:"slots"`
	// +optional
	Size int32 `json:"size,omitempty"`
	// Fixed stays.
	// +optional
	// +kubebuilder:validation:XValidation:rule="self == oldSelf"
	// +kubebuilder:validation:MaxLength=63
	Fixed string `json:"fixed,omitempty"`
}

type Slot struct {
	Name string `json:"name"`
}

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}
"#;

/// The fixes of all findings of a code: the title, and the Go text with the fix.
fn fixes(folder: &Folder, code: &str) -> Vec<(String, String)> {
    let found = folder.findings(&["--no-workspace", "api"]);
    let of_code = found.iter().filter(|found| found["code"] == code);
    let fixes = of_code.flat_map(|found| found["fixes"].as_array().cloned().unwrap_or_default());
    let all = fixes.map(|fix| {
        let mut text: Vec<String> = folder.read("api/v1/types.go").lines().map(str::to_owned).collect();
        let edits = fix["edits"].as_array().cloned().unwrap_or_default();
        for edit in edits.iter().rev() {
            let at = |end: &str| {
                let at = &edit["range"][end];
                (at["line"].as_u64().unwrap() as usize - 1, at["column"].as_u64().unwrap() as usize - 1)
            };
            let ((line, start), (last, end)) = (at("start"), at("end"));
            let before: String = text[line].chars().take(start).collect();
            let after: String = text[last].chars().skip(end).collect();
            let new = format!("{before}{}{after}", edit["newText"].as_str().unwrap());
            text.splice(line..=last, new.lines().map(str::to_owned));
        }
        (fix["title"].as_str().unwrap().to_owned(), text.join("\n"))
    });
    all.collect()
}

/// Asserts that a finding has a fix after which the text has some lines, and is no longer reported.
fn is_fixed(folder: &Folder, code: &str, lines: &str) {
    let fixes = fixes(folder, code);
    let with_lines = fixes.iter().find(|(_, text)| text.contains(lines));
    let (_, text) = with_lines.unwrap_or_else(|| panic!("{code}: {lines} not in {fixes:#?}"));
    let old = folder.read("api/v1/types.go");
    folder.write("api/v1/types.go", text);
    let after = folder.codes(&["--no-workspace", "api"]);
    assert!(!after.contains(&code.to_owned()), "{code}: {after:?}");
    folder.write("api/v1/types.go", old);
}

#[test]
fn what_is_found_in_a_crd_is_fixed_in_go() {
    let folder = folder("generated-fixes", FIXABLE);
    // A marker above the field.
    is_fixed(&folder, "cel-cost", "\t// +kubebuilder:validation:MaxItems=");
    let without = |words: &[&str]| {
        let lines = FIXABLE.lines().filter(|line| !words.iter().any(|word| line.contains(word)));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    folder.write("api/v1/types.go", without(&["slots.all"]));
    // Characters of a rule in backquotes.
    is_fixed(&folder, "unguarded-field", "rule=`!has(self.size) || self.size > 1`");
    // A rule above the field that has the type.
    folder.write("api/v1/types.go", without(&["slots.all", "self.size"]));
    is_fixed(
        &folder,
        "removable-immutable",
        "\t// +kubebuilder:validation:XValidation:rule=\"!has(oldSelf.fixed) || has(self.fixed)\"",
    );
}

#[test]
fn safe_fixes_of_a_crd_are_written_to_go() {
    let types = TYPES.replace("self.mox > 1", "self.max > 1 && self.min == \\\"a\\\"");
    let folder = folder("generated-safe", &types);
    let shown = folder.run(&["check", "--no-workspace", "--fix", "--unsafe-fixes", "api"]);
    assert!(shown.stderr.contains("fixed"), "{shown:?}");
    let written = folder.read("api/v1/types.go");
    assert!(written.contains("JSONPath=`.spec.min`"), "{written}");
}

#[test]
fn a_manifest_that_was_not_generated_again_is_found_at_the_types() {
    let valid = TYPES.replace(" && self.mox > 1", "").replace(".mim", ".min").replace("\"a\"", "\"abc\"");
    let folder = folder("generated-stale", &valid);
    let generate = ["generate", "./api/...", "--output-dir", "config/crd/bases"];
    assert_eq!(folder.run(&generate).code, 0);
    let manifest = folder.read("config/crd/bases/example.com_ovens.yaml");
    let codes = || folder.codes(&["."]);
    assert_eq!(codes(), [""; 0]);
    // What something else than controller-gen adds to the metadata is no difference.
    let labelled = manifest.replacen("  name: ovens", "  labels:\n    a: b\n  name: ovens", 1);
    folder.write("config/crd/bases/example.com_ovens.yaml", &labelled);
    assert_eq!(codes(), [""; 0]);
    // A new bound, and a field that is gone.
    let changed = valid.replace("\tMax int32 `json:\"max\"`\n", "").replace("MinLength=3", "MinLength=2");
    let changed = changed.replace("rule=\"self.min < self.max\"", "rule=\"self.min < 7\"");
    folder.write("api/v1/types.go", &changed);
    let found = folder.findings(&["."]);
    let stale =
        found.iter().find(|found| found["code"] == "stale-copy").unwrap_or_else(|| panic!("{found:?}"));
    let message = stale["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("`./config/crd/bases/example.com_ovens.yaml` differs from"), "{stale}");
    assert!(message.contains("1 lost") && message.contains("loosened"), "{stale}");
    let related: Vec<_> = stale["related"].as_array().into_iter().flatten().collect();
    assert!(
        related
            .iter()
            .any(|place| place["file"] == "./api/v1/types.go" && place["range"]["start"]["line"] == 15),
        "{stale}"
    );
    // What is expected is said once.
    folder.write(
        "crdls.toml",
        "[[go.expected-differences]]\nchange = \"property-removed\"\nreason = \"kept for old clients\"\n",
    );
    let found = folder.findings(&["."]);
    let message = found.iter().find(|found| found["code"] == "stale-copy").map(|found| &found["message"]);
    assert!(message.is_some_and(|text| !text.to_string().contains("lost")), "{found:?}");
    // What else is made of it is not what controller-gen wrote.
    folder.write("api/v1/types.go", &valid);
    folder.write("crdls.toml", "");
    folder.write("config/crd/all.yaml", manifest.replace("minLength: 3", "minLength: 2"));
    assert_eq!(codes(), [""; 0]);
    std::fs::remove_file(folder.path("config/crd/all.yaml")).unwrap();
    folder.write("api/v1/types.go", &changed);
    // Generated again, it is what the types give.
    assert_eq!(folder.run(&generate).code, 0);
    assert_eq!(codes(), [""; 0]);
}

/// Objects are searched for some of the differences; the others have the same class by what changed.
#[test]
fn many_differences_of_a_manifest_are_classified() {
    let types = |fields: usize, most: usize| {
        let field = |number| {
            format!(
                "\t// +kubebuilder:validation:Maximum={most}\n\tF{number} int32 `json:\"f{number},omitempty\"`\n"
            )
        };
        let fields: String = (0..fields).map(field).collect();
        format!(
            "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
             // +kubebuilder:object:root=true\ntype Oven struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
             \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\tSpec OvenSpec `json:\"spec\"`\n}}\n\n\
             type OvenSpec struct {{\n{fields}}}\n"
        )
    };
    let folder = folder("generated-many", &types(60, 9));
    assert_eq!(folder.run(&["generate", "./api/...", "--output-dir", "config/crd/bases"]).code, 0);
    let message = |types: String| {
        folder.write("api/v1/types.go", types);
        let found = folder.findings(&["."]);
        let stale = found.iter().find(|found| found["code"] == "stale-copy");
        stale.unwrap_or_else(|| panic!("{found:?}"))["message"].to_string()
    };
    let tightened = message(types(60, 8));
    assert!(tightened.contains("60 tightened"), "{tightened}");
    let lost = message(types(1, 9));
    assert!(lost.contains("59 lost"), "{lost}");
}

#[test]
fn a_type_that_is_not_found_is_as_the_manifest_has_it() {
    let valid = TYPES.replace(" && self.mox > 1", " && self.shelf.depth > 1").replace(".mim", ".min");
    let valid = valid.replace("\"a\"", "\"abc\"").replace(
        "\tMin int32 `json:\"min\"`\n",
        "\tMin int32 `json:\"min\"`\n\tShelf other.Shelf `json:\"shelf\"`\n",
    );
    let valid = valid.replace("import metav1", "import other \"example.com/others/api\"\nimport metav1");
    let folder = folder("generated-unknown", &valid);
    // Nothing is known of a shelf.
    assert_eq!(folder.codes(&["--no-workspace", "."]), [""; 0]);
    let shelf = "              shelf:
                type: object
                properties:
                  width:
                    type: integer
";
    let last = "                type: integer\n    served";
    let manifest = MANIFEST.replace(last, &format!("                type: integer\n{shelf}    served"));
    folder.write("config/crd/bases/ovens.yaml", manifest.replace(".mim", ".min"));
    let codes = folder.codes(&["--no-workspace", "."]);
    assert!(codes.contains(&"cel-undefined-field".to_owned()), "{codes:?}");
}

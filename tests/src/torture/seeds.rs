//! What inputs are made from: our own examples and fixtures, and the corpus where it is asked for.

use std::path::{Path, PathBuf};

use crate::corpus;

/// Texts to start from.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    pub manifests: Vec<String>,
    pub expressions: Vec<String>,
    pub patterns: Vec<String>,
    /// Go source.
    pub go: Vec<String>,
    /// The program `crdls`, for the targets that run it; without it they do nothing.
    pub program: Option<PathBuf>,
}

/// Longer files are left to the benchmarks: they leave no time for many.
const LONGEST: usize = 150_000;

const EXPRESSIONS: &[&str] = &[
    "self.all(x, x.name != '' && has(x.a.b)) ? 1u : -0x1F",
    "oldSelf.orValue([]).exists_one(i, i in [1, 2.5e3, b'\\x00', r'\\d'])",
    "{'a': [1, null][0]}.?b[?'c'] == Msg{f: \"\"\"x\"\"\"}",
    "text.matches('^[a-z]{2,3}$') || cel.bind(x, n, x * 2 > -n)",
    "labels.map(k, labels[k].size() < 3, k).filter(`a-b`, true).sortBy(e, e)",
    "'%s %d'.format([text, n]) + string(duration('1h')) // done\n",
];

const PATTERNS: &[&str] = &[
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
    "(?P<year>\\d{4})-(?i:\\pL|\\P{Greek})+?\\Q.*\\E[[:alpha:]^\\x{10FFFF}]",
    "a{1,3}{2}|(?s:.)*$|\\bfoo\\B|\\A\\z[^\\n]",
];

const GO: &[&str] = &[
    "//go:build !ignore && (linux || darwin)\n// +groupName=example.org\n\n// Package v1 has tables.\npackage v1 // here\n\n\
     import (\n\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\t. `fmt`\n)\n\n// Phase is a state.\n\
     // +kubebuilder:validation:Enum=Ready;Failed\ntype Phase string\n\nconst (\n\tReady Phase = \"Ready\" // one\n\
     \tFailed = Phase(\"F\\u00e9\\x00\")\n\tA, B = -1, iota << 2\n\tC, D\n)\n",
    "package v1\n\n/* block\n */ // +kubebuilder:object:root=true\n\n// Table is one.\ntype Table[T ~int | ~string, U any] struct {\n\
     \tmetav1.TypeMeta `json:\",inline\"`\n\t*Spec[T]\n\n\t// +optional\n\n\t// Legs are legs.\n\tLegs, Feet *int32 \
     \"json:\\\"legs,omitempty\\\" yaml:\\\"l\\\"\" // legs\n\tM map[string][]struct {\n\t\tC <-chan [4]corev1.Pod\n\t}\n\
     \tF func(a, b int, ...string) (err error)\n}\n\ntype (\n\tI interface {\n\t\t~int | Table[int, string]\n\t\tM() (a.B)\n\t}\n\
     \tA = [N * 2]Table\n)\n\nfunc (t *Table[T, U]) MarshalText() ([]byte, error) {\n\treturn []byte(`a\n}`), '\\''\n}\n\n\
     var x, y = struct{}{}, func() { _ = \"}\" }\n",
];

/// Markers of all kinds, on types that use those of others.
const MARKERS: &str = "// +kubebuilder:object:generate=true\n// +groupName=example.com\npackage v1\n\nimport (\n\
\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\t\"example.com/other\"\n)\n\n// +kubebuilder:object:root=true\n\
// +kubebuilder:subresource:status\n// +kubebuilder:printcolumn:name=\"Phase\",type=string,JSONPath=`.status.phase`\n\
// +kubebuilder:selectablefield:JSONPath=.spec.mode\n// +kubebuilder:validation:XValidation:rule=\"self.metadata.name != \\\"a\\\"\",message='b'\n\
type Oven struct {\n\tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\
\tSpec OvenSpec `json:\"spec\"`\n\tStatus struct{} `json:\"status\"`\n}\n\n// +kubebuilder:validation:ExactlyOneOf=mode;parts\n\
type OvenSpec struct {\n\t// Mode is one.\n\t// +kubebuilder:validation:Enum=Grill;\"Hot air\"\n\t// +default=\"Grill\"\n\
\tMode Mode `json:\"mode,omitempty\"`\n\n\t// +listType=map\n\t// +listMapKey=size\n\t// +kubebuilder:validation:MaxItems=3\n\
\t// +kubebuilder:validation:items:MinLength=1\n\tParts []other.Part `json:\"parts,omitzero\"`\n\
\tother.Part `json:\",inline\"`\n\tWidth *float64 `json:\"width\"`\n}\n\n// +k8s:enum\ntype Mode string\n\nconst Grill Mode = \"Grill\"\n\n\
// +kubebuilder:rbac:groups=example.com,resources=ovens,verbs=get;list\n\nfunc (m Mode) MarshalText() ([]byte, error) { return nil, nil }\n";

impl Seeds {
    /// The examples and fixtures of the repository.
    pub fn own() -> Self {
        let mut seeds = Self {
            manifests: manifests(&corpus::repository(), &["examples", "tests/rules", "tests/cli"]),
            expressions: EXPRESSIONS.iter().map(|text| (*text).to_owned()).collect(),
            patterns: PATTERNS.iter().map(|text| (*text).to_owned()).collect(),
            go: GO.iter().chain([&MARKERS]).map(|text| (*text).to_owned()).collect(),
            program: None,
        };
        seeds.manifests.push(String::new());
        seeds
    }

    /// Those and the program that the variable `CRDLS` names, for the fuzz targets that run it.
    ///
    /// # Panics
    ///
    /// Where the variable names no file: the targets would do nothing.
    pub fn with_program() -> Self {
        let program = std::env::var_os("CRDLS").map(PathBuf::from).filter(|program| program.is_file());
        Self { program: Some(program.expect("CRDLS names the program")), ..Self::own() }
    }

    /// Those and, where it is there, the corpus.
    pub fn all() -> Self {
        let mut seeds = Self::own();
        let Some(root) = corpus::dir() else { return seeds };
        let folders =
            ["crds", "mutated", "partial", "templated", "kubernetes-cases", "instances", "yaml-test-suite"];
        seeds.manifests.extend(manifests(&root, &folders));
        seeds.expressions.extend(values(&root.join("cel-parse.jsonl"), &["expression"]));
        seeds.expressions.extend(values(&root.join("kubernetes-cases/expressions.jsonl"), &["rule"]));
        let quoted = |text: &String| {
            let patterns = text.lines().filter_map(|line| line.trim().strip_prefix("pattern: "));
            patterns.map(|p| p.trim_matches(['\'', '"']).to_owned()).collect::<Vec<_>>()
        };
        seeds.patterns.extend(seeds.manifests.iter().flat_map(quoted));
        seeds.patterns.sort();
        seeds.patterns.dedup();
        seeds
    }
}

fn manifests(root: &Path, folders: &[&str]) -> Vec<String> {
    let files = corpus::files(root, folders, &["yaml", "yml", "json"]);
    files.iter().map(|path| corpus::read(path)).filter(|text| text.len() < LONGEST).collect()
}

/// The first of the named members of each line of a file of JSON lines.
fn values(path: &Path, names: &[&str]) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    rows.filter_map(|row| names.iter().find_map(|name| Some(row.get(name)?.as_str()?.to_owned()))).collect()
}

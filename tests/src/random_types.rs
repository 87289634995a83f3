//! Random types of Go with markers: packages whose CRDs controller-gen makes too.

use std::fmt::Write as _;

use crdls_markers::registry::{Applies, Generator, Marker, Target, Version, all};

use crate::random::Random;

/// Types of other packages, and the types of the schemas that they have.
const OTHERS: [(&str, Applies); 8] = [
    ("metav1.Duration", Applies::String),
    ("metav1.Time", Applies::String),
    ("metav1.LabelSelector", Applies::Object),
    ("intstr.IntOrString", Applies::String),
    ("resource.Quantity", Applies::String),
    ("corev1.LocalObjectReference", Applies::Object),
    ("runtime.RawExtension", Applies::Object),
    ("apiextensionsv1.JSON", Applies::Any),
];

const BASIC: [(&str, Applies); 6] = [
    ("string", Applies::String),
    ("bool", Applies::Any),
    ("int32", Applies::Number),
    ("int64", Applies::Number),
    ("uint8", Applies::Number),
    ("[]byte", Applies::String),
];

/// Lines of documentation.
const WORDS: [&str; 8] = [
    "Size is how large it is.",
    "",
    "It is written in `quotes`: with a colon, a # and a list:",
    "  - first",
    "\tindented by a tab",
    "TODO(me): say more.",
    "---",
    "A line that is so long that the library which writes it down folds it, \\ as YAML's \"folded\" style has it.",
];

const HEAD: &str = "\
import (
	corev1 \"k8s.io/api/core/v1\"
	apiextensionsv1 \"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1\"
	\"k8s.io/apimachinery/pkg/api/resource\"
	metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
	\"k8s.io/apimachinery/pkg/runtime\"
	\"k8s.io/apimachinery/pkg/util/intstr\"
)

type uses struct {
	_ corev1.LocalObjectReference
	_ apiextensionsv1.JSON
	_ resource.Quantity
	_ metav1.Time
	_ runtime.RawExtension
	_ intstr.IntOrString
}
";

const KIND: &str = "
// +kubebuilder:validation:MaxLength=8
type Name string

type Oven struct {
	metav1.TypeMeta   `json:\",inline\"`
	metav1.ObjectMeta `json:\"metadata,omitempty\"`

	Spec Last `json:\"spec,omitempty\"`
}
";

/// A file of Go with one kind of the group `GROUP.example.com`. `version`: that whose markers it has.
pub fn types(group: &str, version: Version, random: &mut Random) -> String {
    let mut types = RandomTypes { version, random, named: Vec::new(), structs: 0, text: String::new() };
    let _ = write!(types.text, "// +groupName={group}.example.com\npackage v1\n\n{HEAD}");
    for number in 0..3 {
        types.named(number);
    }
    for number in 0..6 {
        types.declare_struct(&format!("S{number}"));
        types.structs = number + 1;
    }
    types.declare_struct("Last");
    types.text + KIND
}

/// Types that are declared one after the other: each is made of those before it.
struct RandomTypes<'r> {
    version: Version,
    random: &'r mut Random,
    /// Types other than structs, and the types of their schemas.
    named: Vec<(String, Applies)>,
    /// How many structs there are.
    structs: usize,
    text: String,
}

impl RandomTypes<'_> {
    /// Declares a type other than a struct.
    fn named(&mut self, number: usize) {
        let (of, applies) = self.expression();
        self.markers("", Target::Type, applies);
        let name = format!("N{number}");
        // Of an alias of a list, older ones panic.
        let is_alias = self.random.below(8) == 0 && self.version.reaches(21);
        let alias = if is_alias { "= " } else { "" };
        let _ = writeln!(self.text, "type {name} {alias}{}\n", of.trim_start_matches('*'));
        self.named.push((name, applies));
    }

    /// A struct, which may embed some. Few names are in use, so that it may have fields of those.
    fn declare_struct(&mut self, name: &str) {
        self.markers("", Target::Type, Applies::Object);
        let _ = writeln!(self.text, "type {name} struct {{");
        let mut embedded = Vec::new();
        for _ in 0..self.random.below(3).min(self.structs) {
            let number = self.random.below(self.structs);
            if !embedded.contains(&number) {
                embedded.push(number);
                let pointer = if self.random.below(4) == 0 { "*" } else { "" };
                let tag = if self.random.below(4) == 0 { "" } else { " `json:\",inline\"`" };
                let _ = writeln!(self.text, "\t{pointer}S{number}{tag}");
            }
        }
        let first = self.random.below(3);
        for field in ["A", "B", "C", "D", "E"].iter().skip(first).take(1 + self.random.below(3)) {
            let (of, applies) = self.expression();
            self.markers("\t", Target::Field, applies);
            let optional = ["", ",omitempty", ",omitzero"][self.random.below(3)];
            let _ = writeln!(self.text, "\t{field} {of} `json:\"{}{optional}\"`", field.to_lowercase());
        }
        self.text += "}\n\n";
    }

    /// The type of a field, and that of its schema.
    fn expression(&mut self) -> (String, Applies) {
        let named = |(of, applies): (&str, Applies)| (of.to_owned(), applies);
        let (of, applies) = match self.random.below(10) {
            0..=1 if !self.named.is_empty() => self.named[self.random.below(self.named.len())].clone(),
            2..=6 if self.structs > 0 => (format!("S{}", self.random.below(self.structs)), Applies::Object),
            7 => named(OTHERS[self.random.below(OTHERS.len())]),
            _ => named(BASIC[self.random.below(BASIC.len())]),
        };
        (0..2).fold((of, applies), |(of, applies), _| match self.random.below(12) {
            0 if !of.starts_with('*') => (format!("*{of}"), applies),
            1 | 2 => (format!("[]{of}"), Applies::Array),
            3 => (format!("map[string]{of}"), Applies::Object),
            4 => (format!("map[Name]{of}"), Applies::Object),
            _ => (of, applies),
        })
    }

    /// Markers that suit a schema, one for each keyword, and `Type` alone: the order in which controller-gen applies most
    /// markers is random.
    fn markers(&mut self, indent: &str, target: Target, applies: Applies) {
        for _ in 0..self.random.below(6).saturating_sub(2) {
            let words = WORDS[self.random.below(WORDS.len())];
            let _ = writeln!(self.text, "{indent}// {words}");
        }
        let suits = |marker: &&Marker| {
            marker.generator == Generator::Crd
                && marker.is_read(target, self.version)
                && !marker.schema.is_empty()
                && marker.example.starts_with(marker.name)
                && [Applies::Any, applies].contains(&marker.applies)
        };
        let suitable: Vec<&Marker> = all().iter().filter(suits).collect();
        let mut keywords = Vec::new();
        for _ in 0..self.random.below(4) {
            let Some(marker) = self.random.pick(&suitable) else { return };
            let is_type = |keyword: &&str| *keyword == "type";
            let is_apart = keywords.is_empty() || !is_type(&marker.schema) && !keywords.iter().any(is_type);
            if is_apart && !keywords.contains(&marker.schema) {
                keywords.push(marker.schema);
                let _ = writeln!(self.text, "{indent}// +{}", marker.example);
            }
        }
    }
}

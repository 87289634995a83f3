//! What is offered, shown and found at a cursor, `|` in the text.

use std::sync::Arc;

use super::*;
use crate::apply::Flags;
use crate::program::{GoFile, Package, Program};
use crate::registry::Version;

const TYPES: &str = r#"// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=SCALE
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=COLUMN
// +kubebuilder:selectablefield:JSONPath=SELECTABLE
type Oven struct {
	metav1.TypeMeta   `json:"INLINE`
	metav1.ObjectMeta `json:"metadata,META"`

	Spec   OvenSpec   `json:"spec"`
	Status OvenStatus `json:"status,omitempty"`
}

// +kubebuilder:validation:ExactlyOneOf=ONE
type OvenSpec struct {
	// +kubebuilder:validation:MinNUMBER
	// +kubebuilder:default=DEFAULT
	Replicas int32 `json:"replicas,omitempty"`
	// +kubebuilder:validation:Enum=ENUM
	// +kubebuilder:default=CHOSEN
	Mode Mode `json:"mode"`
	// +listType=map
	// +listMapKey=KEY
	Racks []Rack `json:"racks"`
	// +kubebuilder:validation:TEXT=63
	HTTPProxyURLs *string `TAG`
	OvenIDs []string `json:"OPTION"`
}

type Mode string

const (
	Grill Mode = "Grill"
	Bake  Mode = "Hot air"
)

type Rack struct {
	Name   string `json:"name"`
	Height int    `json:"height"`
}

type OvenStatus struct {
	Phase string `json:"phase"`
	Ready int32 `json:"ready"`
	// +listType=map
	// +listMapKey=TYPE
	Conditions []metav1.Condition `json:"conditions"`
}
"#;

/// Does something at the cursor of the types: in place of a word there is a text with a `|`.
fn at<T>(word: &str, text: &str, version: Version, work: impl Fn(HelpContext<'_>, u32) -> T) -> T {
    let text = TYPES.replacen(word, text, 1);
    let cursor = text.find('|').expect("a cursor") as u32;
    let text = text.replacen('|', "", 1);
    let file = GoFile::new("api/v1/types.go".to_owned(), text.into(), version);
    let program = Program::new([Package::new("example.com/api/v1".to_owned(), vec![Arc::new(file)])]);
    let package = program.package("example.com/api/v1").expect("the package");
    let file = package.files.first().expect("the file");
    work(HelpContext { program: &program, package, file, version, flags: Flags::default() }, cursor)
}

/// The texts that are offered.
fn offered(word: &str, text: &str) -> Vec<String> {
    let texts = |context: HelpContext<'_>, offset| {
        completions(context, offset).into_iter().map(|item| item.text).collect::<Vec<_>>()
    };
    at(word, text, Version::NEWEST, texts)
}

#[test]
fn names_fit_the_type_and_the_value_behind_them() {
    let numbers = offered("MinNUMBER", "Min|");
    assert!(numbers.contains(&"kubebuilder:validation:Minimum=1".to_owned()), "{numbers:?}");
    assert!(!numbers.iter().any(|text| text.contains("MinLength")), "{numbers:?}");
    let texts = offered("TEXT", "|");
    assert!(texts.contains(&"kubebuilder:validation:MaxLength".to_owned()), "{texts:?}");
    assert!(!texts.iter().any(|text| text.ends_with("Minimum") || text == "optional"), "{texts:?}");
    // The default of the colon stays where it is.
    let defaults = offered("default=DEFAULT", "def|:=1");
    assert!(defaults.contains(&"kubebuilder:default".to_owned()), "{defaults:?}");
}

#[test]
fn what_is_refused_without_another_argument_brings_it() {
    let column = "+kubebuilder:printcolumn:name=\"Phase\",type=string,JSONPath=COLUMN";
    let first = offered(column, "+kubebuilder:printcolumn:pri|");
    assert_eq!(first.iter().filter(|text| text.starts_with("priority=1,")).count(), 1, "{first:?}");
    let next = offered("type=string,JSONPath=COLUMN", "type=string,JSONPath=.spec.mode, f|");
    assert!(next.contains(&"format=\"\"".to_owned()), "{next:?}");
    assert!(!next.iter().any(|text| text.starts_with("name")), "{next:?}");
    let blank = offered("type=string,JSONPath=COLUMN", "type=string,JSONPath=.spec.mode, |");
    assert!(blank.contains(&"format=\"\"".to_owned()), "{blank:?}");
}

#[test]
fn values_come_from_constants_and_types() {
    assert_eq!(offered("ENUM", "|"), [r#"Grill;"Hot air""#, "Grill", r#""Hot air""#]);
    assert_eq!(offered("ENUM", "Grill;|"), ["Grill;\"Hot air\"", r#""Hot air""#]);
    assert_eq!(offered("CHOSEN", "|"), ["Grill", r#""Hot air""#, r#""""#]);
    assert_eq!(offered("CHOSEN", "\"|\""), ["Grill", "Hot air", ""]);
    assert_eq!(offered("CHOSEN", "\"Grill\"|"), ["Grill", r#""Hot air""#, r#""""#]);
    assert_eq!(offered("DEFAULT", "|"), ["0", "1"]);
    assert_eq!(offered("KEY", "|"), ["name", "height"]);
    assert_eq!(offered("TYPE", "|"), ["type"]);
    assert_eq!(offered("ONE", "replicas;|"), ["mode", "racks", "OPTION"]);
}

#[test]
fn paths_lead_to_what_fits() {
    let columns = offered("COLUMN", "|");
    for path in [
        ".spec.mode",
        ".status.conditions",
        "`.status.conditions[?(@.type=='Ready')].status`",
        "`.spec.racks[*].name`",
        ".metadata.creationTimestamp",
    ] {
        assert!(columns.contains(&path.to_owned()), "{path}: {columns:?}");
    }
    // A quote that is open is closed.
    assert!(offered("COLUMN", "\".st|").contains(&".status.phase\"".to_owned()));
    assert_eq!(
        offered("SELECTABLE", "|"),
        [".spec.mode", ".spec.replicas", ".status.phase", ".status.ready"]
    );
    assert_eq!(offered("SCALE", "|"), [".status.phase", ".status.ready"]);
}

#[test]
fn tags_have_the_name_of_the_field() {
    assert_eq!(offered("TAG", "|"), ["json:\"httpProxyURLs,omitempty\"", "json:\"httpProxyURLs\""]);
    assert_eq!(offered("TAG", "json:\"|"), ["httpProxyURLs,omitempty\"", "httpProxyURLs\""]);
    assert_eq!(offered("TAG", "json:\"http|,omitempty\""), ["httpProxyURLs"]);
    assert_eq!(offered("TAG", "yaml:\"|\" json:\"a\""), [""; 0]);
    assert_eq!(offered("OPTION", "ovenIDs,|"), ["omitempty", "omitzero"]);
    assert_eq!(offered("OPTION", "ovenIDs,omitempty,|"), ["omitzero"]);
    assert_eq!(offered("META", "|"), ["omitempty", "omitzero"]);
    assert_eq!(offered("INLINE", "|"), [",inline\"", "typeMeta\"", "typeMeta,omitempty\""]);
    let old = at("OPTION", "ovenIDs,|", Version::new(21, 0), completions);
    assert_eq!(old.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), ["omitempty"]);
}

#[test]
fn packages_without_a_group_or_kind_have_no_help_in_tags() {
    let text = "package a\n\ntype A struct {\n\tB string `json:\"\"`\n}\n";
    let file = GoFile::new("a/a.go".to_owned(), text.into(), Version::NEWEST);
    let program = Program::new([Package::new("a".to_owned(), vec![Arc::new(file)])]);
    let package = program.package("a").expect("the package");
    let file = package.files.first().expect("the file");
    let context =
        HelpContext { program: &program, package, file, version: Version::NEWEST, flags: Flags::default() };
    let cursor = text.find("\"\"").expect("a tag") as u32 + 1;
    assert_eq!(completions(context, cursor), []);
}

#[test]
fn nothing_is_offered_elsewhere() {
    for (word, text) in
        [("Racks []Rack", "Racks []R|ack"), ("type Mode", "ty|pe Mode"), ("= \"Grill\"", "= \"G|rill\"")]
    {
        assert_eq!(offered(word, text), [""; 0], "{text}");
    }
}

/// What is declared where a marker leads to.
fn declared(word: &str, text: &str) -> Option<String> {
    at(word, text, Version::NEWEST, |context, offset| {
        definition(context, offset).map(|target| target.range.of(&context.file.text).to_owned())
    })
}

#[test]
fn markers_lead_to_fields() {
    assert_eq!(declared("KEY", "hei|ght").as_deref(), Some("height"));
    assert_eq!(declared("COLUMN", "`.status.ph|ase`").as_deref(), Some("phase"));
    assert_eq!(
        declared("COLUMN", "`.status.conditions[?(@.type==\"Re|ady\")].status`").as_deref(),
        Some("conditions")
    );
    assert_eq!(declared("SELECTABLE", ".spec.m|ode").as_deref(), Some("mode"));
    assert_eq!(declared("SCALE", ".status.rea|dy").as_deref(), Some("ready"));
    assert_eq!(declared("ONE", "replicas;ra|cks").as_deref(), Some("racks"));
    assert_eq!(declared("KEY", "no|thing"), None);
    assert_eq!(declared("MinNUMBER", "Min|imum=1"), None);
}

#[test]
fn signatures_have_the_argument_at_the_cursor() {
    let found = at("COLUMN", "|", Version::NEWEST, signature).expect("a signature");
    assert!(found.label.starts_with("+kubebuilder:printcolumn:"), "{}", found.label);
    let (range, _) = found.arguments.get(found.active.expect("an argument")).expect("the argument");
    assert_eq!(range.of(&found.label), "JSONPath=string");
    assert_eq!(at("MinNUMBER", "Minimum=|1", Version::NEWEST, signature), None);
}

#[test]
fn hover_tells_of_markers_and_arguments() {
    let text = |word, text| at(word, text, Version::NEWEST, hover).map(|hover| hover.text);
    assert!(
        text("MinNUMBER", "Mi|nimum=1")
            .is_some_and(|text| text.starts_with("`+kubebuilder:validation:Minimum`"))
    );
    assert!(text("COLUMN", ".spec.m|ode").is_some_and(|text| text.starts_with("`JSONPath` (string)")));
    assert_eq!(text("type Mode", "ty|pe Mode"), None);
}

#[test]
fn tokens_are_those_of_markers() {
    let found = at("COLUMN", "`.a`|", Version::NEWEST, |context, _| {
        let of = |token: Token| (token.kind, token.range.of(&context.file.text).to_owned());
        tokens(context.file).into_iter().map(of).collect::<Vec<_>>()
    });
    for (kind, text) in [
        (TokenKind::Name, "+kubebuilder:object:root"),
        (TokenKind::Keyword, "true"),
        (TokenKind::Argument, "JSONPath"),
        (TokenKind::String, "`.a`"),
    ] {
        assert!(found.contains(&(kind, text.to_owned())), "{text}: {found:?}");
    }
}

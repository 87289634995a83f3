//! What controller-gen says of markers: sentences of `tests/oracle/markers` and of its own tests.

use crdls_text::TextRange;

use crate::registry::{Target, Version, lookup};
use crate::{MarkerText, Parsed};

fn read(marker: &str, target: Target, version: Version) -> Parsed {
    let text = MarkerText { text: marker, start: 0 };
    Parsed::read(text, lookup(marker, target, version).expect("a marker"), version)
}

fn sentences(marker: &str, target: Target, version: Version) -> Vec<String> {
    read(marker, target, version).errors.into_iter().map(|error| error.sentence).collect()
}

const V21: Version = Version::new(21, 0);

#[test]
fn errors_are_those_of_controller_gen() {
    let table: &[(&str, &str)] = &[
        ("+kubebuilder:validation:MaxLength=x", "expected integer, got \"x\" (at <input>:1:1)"),
        ("+kubebuilder:validation:MaxLength=3.5", "expected integer, got \"3.5\" (at <input>:1:1)"),
        ("+kubebuilder:validation:Minimum=abc", "expected integer or float, got \"abc\" (at <input>:1:1)"),
        (
            "+kubebuilder:validation:XValidation:rule=\"self.size() > 0",
            "literal not terminated (at <input>:1:6)",
        ),
        (
            "+kubebuilder:validation:XValidation:message=\"no rule\"",
            "missing argument \"rule\" (at <input>:1:18)",
        ),
        (
            "+kubebuilder:validation:XValidation:rule=\"true\",mesage=\"x\"",
            "unknown argument \"mesage\" (at <input>:1:19)",
        ),
        ("+kubebuilder:validation:Enum=a;b,c", "extra arguments provided: \",c\" (at <input>:1:4)"),
        ("+kubebuilder:validation:UniqueItems=yes", "expected true or false, got \"yes\" (at <input>:1:1)"),
        (
            "+kubebuilder:validation:Pattern=^[a-z]{2,3}$",
            "extra arguments provided: \",3}$\" (at <input>:1:9)",
        ),
        ("+kubebuilder:default={a: 1", "expected comma, got \"\" (at <input>:1:6)"),
        ("+default=abc", "invalid character 'a' looking for beginning of value"),
        ("+default=\"abc", "unexpected end of JSON input"),
        ("+default=1 x", "invalid character 'x' after top-level value"),
        ("+optional=true", "extra arguments provided: \"true\" (at <input>:1:1)"),
        ("+kubebuilder:validation:MaxLength", "missing argument \"\" (at <input>)"),
        ("+kubebuilder:validation:MaxLength=", "missing argument \"\" (at <input>)"),
        ("+kubebuilder:validation:Enum={a,b", "expected comma, got \"\" (at <input>:1:5)"),
    ];
    for (marker, expected) in table {
        // What follows is about the rest of the text.
        assert_eq!(sentences(marker, Target::Field, V21).first().map(|s| &**s), Some(*expected), "{marker}");
    }
    let on_types: &[(&str, &str)] = &[
        (
            "+kubebuilder:printcolumn:name=\"A\",type=string",
            "missing argument \"JSONPath\" (at <input>:1:21)",
        ),
        ("+kubebuilder:resource:scop=Cluster", "unknown argument \"scop\" (at <input>:1:5)"),
        (
            "+kubebuilder:subresource:scale:specpath=.spec.replicas",
            "missing argument \"statuspath\" (at <input>:1:24)",
        ),
        ("+kubebuilder:storageversion=true", "extra arguments provided: \"true\" (at <input>:1:1)"),
    ];
    for (marker, expected) in on_types {
        assert_eq!(sentences(marker, Target::Type, V21).first().map(|s| &**s), Some(*expected), "{marker}");
    }
    assert_eq!(
        sentences("+kubebuilder:validation:Minimum=abc", Target::Field, Version::NEWEST),
        ["invalid minimum value: strconv.ParseFloat: parsing \"abc\": invalid syntax"]
    );
}

#[test]
fn names_arguments_and_values_have_ranges() {
    let marker = r#"+kubebuilder:validation:XValidation:rule="self.a == \"b\"",message=`m`"#;
    let parsed = read(marker, Target::Field, V21);
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.name.of(marker), "kubebuilder:validation:XValidation");
    let rule = parsed.argument("rule").expect("a rule");
    assert_eq!(rule.name_range.of(marker), "rule");
    let text = rule.value.as_ref().and_then(|value| value.as_text()).expect("a text");
    assert_eq!(text.as_str(), "self.a == \"b\"");
    let b = text.as_str().find("b\"").map(|at| TextRange::new(at as u32, at as u32 + 1)).expect("b");
    assert_eq!(text.source_range(b).of(marker), "b");
    let message = parsed.value_of("message").expect("a message");
    assert_eq!((message.range.of(marker), message.as_str()), ("`m`", Some("m")));
}

#[test]
fn errors_stand_at_what_must_change() {
    for (marker, expected) in [
        ("+kubebuilder:validation:XValidation:rule=\"true\",mesage=\"x\"", "mesage"),
        ("+kubebuilder:validation:MaxLength=x", "x"),
        ("+kubebuilder:validation:Enum=a;b,c", ",c"),
        ("+kubebuilder:validation:MaxLength", "kubebuilder:validation:MaxLength"),
        ("+default=1 x", "x"),
    ] {
        let parsed = read(marker, Target::Field, V21);
        assert_eq!(parsed.errors.first().map(|error| error.range.of(marker)), Some(expected), "{marker}");
    }
}

#[test]
fn values_are_read_as_the_version_reads_them() {
    let value =
        |marker: &str, version| format!("{:?}", read(marker, Target::Field, version).value.map(|v| v.kind));
    for (marker, before, now) in [
        ("+kubebuilder:default=100Mi", "Int(100)", "\"100Mi\""),
        ("+kubebuilder:default=a:b", "\"a\"", "\"a:b\""),
        ("+kubebuilder:default=087", "Int", "\"087\""),
    ] {
        let short = |text: String| text.contains(before.trim_matches('"'));
        assert!(short(value(marker, V21)), "{marker}: {}", value(marker, V21));
        assert!(
            value(marker, Version::new(22, 0)).contains(now),
            "{marker}: {}",
            value(marker, Version::NEWEST)
        );
    }
    let parsed = read("+kubebuilder:validation:Enum=Small;\"Very large\";3;true", Target::Field, V21);
    let kinds: Vec<_> =
        parsed.value.iter().flat_map(|value| value.items()).map(|item| item.go_type()).collect();
    assert_eq!(kinds, ["string", "string", "int", "bool"]);
}

mod attachment {
    use crate::collect::{Lost, Owner, attach};
    use crate::registry::Version;

    /// Each marker with what it belongs to: `package`, a name, or why it is lost.
    fn owners(text: &str) -> Vec<String> {
        let file = crdls_go_source::parse(text);
        let word = |at: u32| {
            let rest = text.get(at as usize..).unwrap_or_default();
            rest.split([' ', '\t', '\n']).next().unwrap_or_default().to_owned()
        };
        let owner = |owner| match owner {
            Owner::Package => "package".to_owned(),
            Owner::Type(at) | Owner::Field(at) => word(at),
            Owner::Nothing(Lost::TooFarAbove(at)) => format!("too far above {}", word(at)),
            Owner::Nothing(lost) => format!("{lost:?}"),
        };
        attach(text, &file, Version::NEWEST)
            .into_iter()
            .map(|attached| format!("{} {}", attached.text.text, owner(attached.owner)))
            .collect()
    }

    #[test]
    fn markers_belong_to_what_controller_gen_says() {
        let text = r#"// +a=file
// +groupName=ex.io
package v1 // +a=behindPackage

// +a=beforeImport
import "fmt"

// +kubebuilder:rbac:verbs=get,resources=x,groups=y

// Doc of Foo.
// +a=docOfFoo
type Foo struct {
	// +a=far

	// +a=closest

	// Doc.
	// +a=doc
	A string `json:"a"` // +a=behindA
	// +a=B

	B string `json:"b"` // +a=behindB
	// +a=end
}

// +a=two

// +a=one

type (
	// +a=Bar
	Bar string
	Baz int
)

// +a=freeOfFunc

// +a=docOfFunc
func f() {
	// +a=inFunc
}

// +a=docOfVar
var x = 1

// +a=last
"#;
        assert_eq!(
            owners(text),
            [
                "+a=file package",
                "+groupName=ex.io package",
                "+a=behindPackage package",
                "+a=beforeImport AboveImport",
                "+kubebuilder:rbac:verbs=get,resources=x,groups=y package",
                "+a=docOfFoo Foo",
                "+a=far too far above A",
                "+a=closest A",
                "+a=doc A",
                "+a=behindA EndOfLine",
                "+a=B B",
                "+a=behindB EndOfLine",
                "+a=end AtEndOfBody",
                "+a=two package",
                "+a=one package",
                "+a=Bar Bar",
                "+a=freeOfFunc package",
                "+a=docOfFunc AboveFunc",
                "+a=inFunc InFunc",
                "+a=docOfVar AboveVar",
                "+a=last package",
            ]
        );
    }
}

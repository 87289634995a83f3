use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_markers::program::{GoFile, Package};
use crdls_markers::registry::Version;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_values::json::Reader;
use crdls_yaml::Tree;

use super::{
    Definition, Generated, Generator, Item, MadeCrd, Options, Origins, Packages, generate, mapped, to_yaml,
};

struct Sources(BTreeMap<&'static str, String>);

impl Packages for Sources {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        let text = self.0.get(import_path)?;
        Some(vec![(format!("{import_path}/types.go"), text.as_str().into())])
    }
}

const META: &str = "package v1\n\n// TypeMeta is a kind.\ntype TypeMeta struct {\n\tKind string `json:\"kind,omitempty\"`\n}\n\n\
                    type ObjectMeta struct{}\n";

/// A package with one kind whose spec has these fields, and further declarations.
fn source(fields: &str, declarations: &str) -> String {
    format!(
        "// +groupName=example.com\npackage v1\n\nimport (\n\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\
         \t\"example.com/other\"\n)\n\n// Oven bakes.\ntype Oven struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\tSpec Spec `json:\"spec\"`\n}}\n\ntype Spec struct {{\n{fields}}}\n\
         {declarations}"
    )
}

fn generated(fields: &str, declarations: &str) -> (Generated, String) {
    let text = source(fields, declarations);
    let sources = Sources(
        [("k8s.io/apimachinery/pkg/apis/meta/v1", META.to_owned()), ("example.com/v1", text.clone())].into(),
    );
    let roots = ["example.com/v1".to_owned()];
    let options = Options::new(Version::NEWEST);
    (generate(&sources, &roots, &options), text)
}

fn sentences(generated: &Generated) -> Vec<&str> {
    generated.problems.iter().map(|problem| problem.sentence.as_str()).collect()
}

fn origin_of<'t>(
    text: &'t str,
    generated: &Generated,
    (yaml, origins): (&str, &Origins),
    part: &str,
) -> &'t str {
    let start = yaml.find(part).unwrap_or_else(|| panic!("{part} in {yaml}")) as u32;
    let origin = origins.origin(TextRange::new(start, start + part.len() as u32)).expect("an origin");
    let (_, range) = generated.place(origin).expect("a place");
    range.of(text)
}

#[test]
fn each_value_leads_to_its_text() {
    let fields = "\t// Heat is the heat.\n\t// +kubebuilder:validation:Maximum=300\n\
                  \t// +kubebuilder:validation:XValidation:rule=\"self > 1 && \\\"é\\\" != 'b'\",message=`no \"x\"`\n\
                  \tHeat int32 `json:\"heat,omitempty\"`\n\t// +kubebuilder:default={a: \"b\"}\n\tMap map[string]string `json:\"map\"`\n";
    let (generated, text) = generated(fields, "");
    assert_eq!(sentences(&generated), [""; 0]);
    let crd = generated.crds.first().expect("a CRD");
    assert_eq!(crd.file_name, "example.com_ovens.yaml");
    let (yaml, origins) = mapped(&crd.object);
    let of = |part: &str| origin_of(&text, &generated, (&yaml, &origins), part);
    assert_eq!(of("heat"), "heat");
    assert_eq!(of("300"), "300");
    assert_eq!(of("maximum"), "300");
    assert_eq!(of("self > 1"), "self > 1");
    assert_eq!(of("\\\"é\\\" !="), "\\\"é\\\" !=");
    assert_eq!(of("'b'"), "'b'");
    assert_eq!(of("no \\\"x"), "no \"x");
    assert_eq!(of("\"b\""), "\"b\"");
    assert_eq!(of("message"), "`no \"x\"`");
    let place = text.find("'b'").expect("the rule") as u32;
    let of_span = |span: crate::SpanAt<'_>| {
        let (_, now) = generated.place(span.origin())?;
        span.generated(place + span.origin().range.start - now.start)
    };
    let generated = origins.spans().find_map(of_span);
    assert!(generated.is_some_and(|at| yaml.get(at as usize..).is_some_and(|rest| rest.starts_with("'b'"))));
}

#[test]
fn what_markers_and_packages_leave_out_is_refused() {
    let marker = "\t// +kubebuilder:externalDocs:url=\"http://a b\"\n\tA string `json:\"a\"`\n";
    let (of_marker, text) = generated(marker, "");
    let sentence = "invalid url \"http://a b\" in kubebuilder:externalDocs marker: parse \"http://a b\": \
                    invalid character \" \" in host name";
    assert_eq!(sentences(&of_marker), [sentence]);
    let text = text.replace(marker, "\tA other.Thing `json:\"a\"`\n");
    let other = "// +kubebuilder:skip\npackage other\n\ntype Thing string\n".to_owned();
    let sources = |text| Sources([("example.com/v1", text), ("example.com/other", other.clone())].into());
    let roots = ["example.com/v1".to_owned()];
    let made = |text| generate(&sources(text), &roots, &Options::new(Version::NEWEST));
    assert_eq!(sentences(&made(text.clone())), ["unknown type \"example.com/other\".Thing"]);
    let without = made(text.replace("// +groupName=example.com\n", "// +versionName=v1\n"));
    let crd = without.crds.first().expect("a CRD");
    assert_eq!(crd.file_name, "_ovens.yaml");
    assert!(to_yaml(&crd.object, "").contains("  - name: \"\"\n"), "no version without a group");
}

#[test]
fn unknown_types_accept_anything() {
    let (generated, _) = generated(
        "\t// +kubebuilder:validation:Format=date\n\tA other.Thing `json:\"a\"`\n\tB Missing `json:\"b\"`\n",
        "",
    );
    assert_eq!(sentences(&generated), [""; 0]);
    let names: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
    assert_eq!(names, ["Missing", "example.com/other.Thing"]);
    let crd = generated.crds.first().expect("a CRD");
    let (checked, _) = mapped(crd.checked.as_ref().expect("another object"));
    assert_eq!(checked.matches("x-kubernetes-preserve-unknown-fields: true").count(), 2);
    assert!(!to_yaml(&crd.object, "").contains("preserve-unknown"));
}

#[test]
fn a_default_of_one_marker_is_no_conflict() {
    let declarations = "type Base struct {\n\t// +kubebuilder:default=flour\n\tName string `json:\"name\"`\n}\n\n\
                        type Named struct {\n\tBase `json:\",inline\"`\n}\n\n\
                        type Shared struct {\n\tMain Base `json:\"main\"`\n}\n\n\
                        type Other struct {\n\t// +kubebuilder:default=flour\n\tName string `json:\"name\"`\n}\n";
    let yaml = |main: &str| {
        let fields = format!("\tShared `json:\",inline\"`\n\tMain {main} `json:\"main\"`\n");
        let (generated, _) = generated(&fields, declarations);
        generated.crds.first().map(|crd| to_yaml(&crd.object, "")).expect("a CRD")
    };
    let (same, other) = (yaml("Named"), yaml("Other"));
    assert!(same.contains("default: flour") && !same.contains("allOf"), "{same}");
    // controller-gen compares pointers: an equal default of another marker is another one.
    assert!(other.contains("- default: flour"), "{other}");
}

/// A CRD with a schema below `spec`.
fn written(below: &str) -> Json {
    let text = format!(
        "spec:\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n          spec:\n            \
         properties: {below}\n"
    );
    let tree = Tree::parse(&text);
    let root = tree.first_root(&text).expect("a value");
    Reader::default().read(root)
}

#[test]
fn unknown_types_are_taken_from_the_crd_that_was_written() {
    let fields = "\t// A is new.\n\t// +kubebuilder:validation:Format=date\n\tA other.Thing `json:\"a\"`\n\
                  \tB []other.Thing `json:\"b\"`\n\tC Kid `json:\"c\"`\n\tD other.Late `json:\"d\"`\n\tE string `json:\"e\"`\n";
    let kid = "type Kid struct {\n\tother.Base `json:\",inline\"`\n\tOwn string `json:\"own\"`\n}\n";
    let text = source(fields, kid);
    let sources =
        Sources([("k8s.io/apimachinery/pkg/apis/meta/v1", META.to_owned()), ("example.com/v1", text)].into());
    let roots = ["example.com/v1".to_owned()];
    let options = Options::new(Version::NEWEST);
    let crd = written(
        "{a: {type: string, description: old, format: time, pattern: x}, b: {items: {type: integer}}, e: {type: object}, \
         c: {type: object, required: [base, own], properties: {base: {type: boolean}, own: {type: integer}}}}",
    );
    let mut generator = Generator::new(options);
    let definitions = generator.definitions(&sources, &roots);
    let written = |of: &Definition| (of.kind == "Oven").then(|| crd.clone());
    let made = generator.make(&sources, definitions, &written);
    let generated = generator.generated(made);
    let names: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
    assert_eq!(names, ["example.com/other.Late"]);
    let yaml = to_yaml(&generated.crds.first().expect("a CRD").object, "");
    let expected = "                a:\n                  description: A is new.\n                  format: date\n\
                    \x20                 pattern: x\n                  type: string\n                b:\n\
                    \x20                 items:\n                    type: integer\n                  type: array\n\
                    \x20               c:\n                  properties:\n                    base:\n\
                    \x20                     type: boolean\n                    own:\n                      type: string\n\
                    \x20                 required:\n                  - base\n                  - own\n\
                    \x20                 type: object\n                d: {}\n                e:\n                  type: string\n";
    assert!(yaml.contains(&expected.replace("\n  ", "\n").replacen("  ", "", 1)), "{yaml}");
    let flagged = |item: &Item| mapped(item).0.matches("preserve-unknown").count();
    assert_eq!(generated.crds.first().and_then(|crd| crd.checked.as_ref()).map(flagged), Some(1));
}

#[test]
fn what_has_no_schema_is_reported_and_the_rest_is_made() {
    let fields = "\tA func() `json:\"a\"`\n\tB chan int `json:\"b\"`\n\tC struct{} `json:\"c\"`\n\tD float64 `json:\"d\"`\n\
                  \tE map[int]string `json:\"e\"`\n\tF any `json:\"f\"`\n\tG string\n\tH Kid `json:\"h\"`\n\tI Kid[int] `json:\"i\"`\n\
                  \t// +kubebuilder:validation:MinItems=1\n\tJ string `json:\"j\"`\n";
    let (generated, _) =
        generated(fields, "\ntype Kid struct {\n\tKids []Kid `json:\"kids,omitempty\"`\n}\n");
    let found = sentences(&generated);
    for part in [
        "unsupported AST kind *ast.FuncType",
        "unsupported AST kind *ast.ChanType",
        "inline struct types are not supported",
        "found float",
        "map keys must be strings or implement encoding.TextMarshaler, not int",
        "cannot generate schema for any; interface type",
        "encountered struct field \"G\" without JSON tag in type \"Spec\"",
        "unsupported AST kind *ast.IndexExpr",
        "must apply minitems to an array",
    ] {
        assert!(found.iter().any(|sentence| sentence.starts_with(part)), "{part} in {found:#?}");
    }
    assert_eq!(found.len(), 9);
    let yaml = to_yaml(&generated.crds.first().expect("a CRD").object, "# header\n");
    assert!(
        yaml.starts_with("# header\n---\napiVersion: apiextensions.k8s.io/v1\n") && yaml.contains("kids:")
    );
}

#[test]
fn broken_code_makes_the_rest() {
    let text = source("\tA string `json:\"a\"`\n\tB map[\n\tC string `json:\"c\"`\n", "type X struct {\n");
    for start in (0..text.len()).filter_map(|end| text.get(..end)) {
        let sources = Sources([("example.com/v1", start.to_owned())].into());
        let roots = ["example.com/v1".to_owned()];
        let options = Options::new(Version::NEWEST);
        for crd in generate(&sources, &roots, &options).crds {
            mapped(&crd.object);
        }
    }
}

/// A package of one file, after another state of it.
fn package(text: &str, old: Option<&Package>) -> Package {
    let file = GoFile::new("types.go".to_owned(), text.into(), Version::NEWEST);
    let package = Package::new("example.com/v1".to_owned(), vec![Arc::new(file)]);
    old.map_or(package.clone(), |old| package.remembering(old))
}

/// The package of the author, and those of others.
struct Author {
    package: Arc<Package>,
    others: Sources,
}

impl Author {
    fn new(package: Package) -> Self {
        let others = Sources([("k8s.io/apimachinery/pkg/apis/meta/v1", META.to_owned())].into());
        Self { package: Arc::new(package), others }
    }
}

impl Packages for Author {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        self.others.files(import_path)
    }

    fn parsed(&self, import_path: &str) -> Option<Arc<Package>> {
        self.is_own(import_path).then(|| self.package.clone())
    }

    fn is_own(&self, import_path: &str) -> bool {
        import_path == self.package.import_path
    }
}

fn roots() -> [String; 1] {
    ["example.com/v1".to_owned()]
}

fn objects(generated: &Generated) -> Vec<Item> {
    generated.crds.iter().map(|crd| crd.object.clone()).collect()
}

#[test]
fn a_run_after_others_makes_the_same() {
    let options = Options::new(Version::NEWEST);
    let mut generator = Generator::new(options.clone());
    for fields in [
        "\tA string `json:\"a\"`\n",
        "\tA int `json:\"a\"`\n\tMeta metav1.TypeMeta `json:\"meta\"`\n",
        "\tB Kid `json:\"b\"`\n",
    ] {
        let text = source(fields, "type Kid struct {\n\tC string `json:\"c\"`\n}\n");
        let author = Author::new(package(&text, None));
        let definitions = generator.definitions(&author, &roots());
        let made = generator.make(&author, definitions, &|_| None);
        let needs: Vec<_> = made.iter().flat_map(|made| made.needs.list()).collect();
        let names: Vec<_> =
            needs.iter().filter(|need| need.content.is_some()).map(|need| &*need.name).collect();
        assert_eq!(names.contains(&"Kid"), fields.contains("Kid"), "{names:?}");
        assert!(names.contains(&"Oven") && !names.contains(&"TypeMeta"));
        assert_eq!(objects(&generator.generated(made)), objects(&generate(&author, &roots(), &options)));
    }
}

#[test]
fn what_an_edit_concerns_is_made_again() {
    let text =
        source("\tA Kid `json:\"a\"`\n", "\n// Kid is one.\ntype Kid struct {\n\tC string `json:\"c\"`\n}\n");
    let mut generator = Generator::new(Options::new(Version::NEWEST));
    let author = Author::new(package(&text, None));
    let definitions = generator.definitions(&author, &roots());
    let made = generator.make(&author, definitions, &|_| None);
    let [MadeCrd { needs, .. }] = made.as_slice() else { panic!("a CRD") };
    let stays = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let mut program = crdls_markers::program::Program::default();
        program.insert(package(&text.replace(from, to), None));
        needs.are_in(&program)
    };
    for (from, to) in [
        ("// Oven bakes.", "func f() {\n\tg() // +optional\n}\n\n// Oven bakes."),
        ("type Spec", "type Other struct{}\n\n\n\ntype Spec"),
        ("// Kid is", "// +kubebuilder:unknown\n\nvar x = 1\n\n// Kid is"),
        ("\t\"example.com/other\"", "\t\"example.com/another\""),
    ] {
        assert!(stays(from, to), "{to}");
    }
    for (from, to) in [
        ("// Kid is", "// A Kid is"),
        ("// Kid is", "// +kubebuilder:validation:MinProperties=1\n\n// Kid is"),
        ("type Kid", "type Child"),
        ("\tC string", "\t// +optional\n\tC string"),
        ("\tC string", "\tC Kid"),
        ("type Spec", "type string int\n\ntype Spec"),
        ("type Spec", "func (Kid) MarshalJSON() {}\n\ntype Spec"),
        ("apis/meta/v1", "apis/meta/v2"),
        ("groupName=", "groupName=my."),
        ("package v1", "package v2"),
        ("package v1", "// +kubebuilder:validation:Optional\npackage v1"),
    ] {
        assert!(!stays(from, to), "{to}");
    }
}

#[test]
fn a_type_that_is_being_typed_stays() {
    let whole = source("\tA Kid `json:\"a\"`\n", "type Kid struct {\n\tC string `json:\"c\"`\n}\n");
    let before = package(&whole, None);
    let options = Options::new(Version::NEWEST);
    let made = |package: Package| generate(&Author::new(package), &roots(), &options);
    let object = made(before.clone()).crds.first().map(|crd| crd.object.clone());
    for (from, to) in [
        ("type Kid struct", "typ Kid struct"),
        ("type Kid struct", "type struct"),
        ("type Oven struct {", "type  {"),
    ] {
        let typing = whole.replace(from, to);
        let remembered = made(package(&typing, Some(&before)));
        assert_eq!(remembered.crds.first().map(|crd| crd.object.clone()), object, "{to}");
        assert!(remembered.unknown.is_empty());
    }
    let renamed = whole.replace("type Kid struct", "type Child struct");
    assert!(
        !made(package(&renamed, Some(&before))).unknown.is_empty(),
        "the file is whole, so the type is gone"
    );
}

//! What is written under a key, right and wrong: each with a reason to be judged in its own way.

use serde_json::{Value, json};

use crate::random::Random;

/// Texts by the names of fields. `{63}` stands for so many letters.
const TEXTS: &[(&str, &[&str])] = &[
    ("apiVersion", &["apiextensions.k8s.io/v1", "v1", "apps/v1", "a/b/c", "/", "/v1", "apps/", ""]),
    (
        "kind",
        &["Widget", "widget", "WidgetList", "A.b", "Wid_get", "Event", "", "{63}", "{64}", "1Widget", "List"],
    ),
    ("listKind", &["WidgetList", "Widget", "widgetlist", "A b", "", "{64}"]),
    (
        "plural",
        &["widgets", "Widgets", "wid.gets", "wid-gets", "1widgets", "-a", "", "{63}", "{64}", "\u{e4}"],
    ),
    ("singular", &["widget", "Widget", "wid.get", "", "1", "{64}"]),
    ("shortNames", &["wg", "Wg", "w.g", "", "wg", "1w"]),
    ("categories", &["all", "All", "a b", "", "all"]),
    (
        "group",
        &[
            "example.org",
            "org",
            "Example.org",
            "",
            "k8s.io",
            "x.k8s.io",
            "a.kubernetes.io",
            "{64}.org",
            "a..b",
            "{63}.{63}.{63}.{63}.{63}",
            "notk8s.io",
        ],
    ),
    ("scope", &["Namespaced", "Cluster", "cluster", "", "Global"]),
    ("strategy", &["None", "Webhook", "webhook", ""]),
    ("conversionReviewVersions", &["v1", "v1beta1", "v2", "v1", "V1", "", "1"]),
    (
        "url",
        &[
            "https://a.example/b",
            "http://a.example",
            "https://",
            "https://u:p@a.example",
            "https://a.example?q=1",
            "https://a.example#f",
            "a.example",
            "://",
            "",
            "https://a b",
            "https://[::1]:443/x",
            "%zz",
        ],
    ),
    ("path", &["/convert", "convert", "/", "//", "/a//b", "/A", "/a/", "", "/a_b", "\u{e4}/a"]),
    ("namespace", &["default", "", "A", "a.b"]),
    (
        "caBundle",
        &[
            "",
            "YQ==",
            "YQ",
            "!",
            "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=",
            "YWJj\n",
        ],
    ),
    (
        "type",
        &[
            "object", "array", "string", "integer", "number", "boolean", "", "null", "Object", "any", "date",
            "int",
        ],
    ),
    (
        "format",
        &[
            "date-time",
            "datetime",
            "date",
            "duration",
            "byte",
            "int32",
            "int64",
            "float",
            "double",
            "uuid",
            "uri",
            "email",
            "ipv4",
            "ipv6",
            "cidr",
            "mac",
            "hostname",
            "password",
            "bsonobjectid",
            "isbn",
            "creditcard",
            "ssn",
            "hexcolor",
            "rgbcolor",
            "k8s-short-name",
            "k8s-long-name",
            "ip",
            "quantity",
            "int-or-string",
            "",
            "Date",
            "uuid3",
            "uuid_4",
            "base64",
        ],
    ),
    (
        "pattern",
        &[
            "^a+$",
            "(",
            "(?!a)",
            "[a-",
            "a{2,1}",
            "a{1001}",
            "\\d+",
            "(?P<n>a)",
            "(?<n>a)",
            "*",
            "",
            "\\pL",
            "\\p{Foo}",
            "(?=a)",
            "a**",
            "\\",
            "[[:foo:]]",
            "\\Z",
            "x{1000}{1000}",
            "^[a-z]([-a-z0-9]*[a-z0-9])?$",
        ],
    ),
    ("x-kubernetes-list-type", &["atomic", "set", "map", "", "Set", "granular"]),
    ("x-kubernetes-map-type", &["granular", "atomic", "", "set", "Atomic"]),
    ("x-kubernetes-list-map-keys", &["a", "b", "a", "name", "", "c"]),
    (
        "reason",
        &[
            "FieldValueInvalid",
            "FieldValueRequired",
            "FieldValueForbidden",
            "FieldValueDuplicate",
            "",
            "FieldValueNotFound",
            "invalid",
            "FieldValueTooLong",
        ],
    ),
    (
        "fieldPath",
        &[
            ".a",
            ".b",
            ".spec",
            ".spec.a",
            "['a']",
            ".a['b c']",
            ".a[0]",
            ".a[*]",
            "a",
            "",
            ".",
            ".a.b.c",
            ".metadata.name",
            ".a['b.c'].d",
            ".a.",
            "..a",
            ".a[]",
            ".a['b']['c']",
            ".a['\\'']",
            ".a[\"b\"]",
            ".items",
            " .a",
            ".a b",
            ".spec['a']",
            ".a['",
            ".\u{e4}",
            ".a[-1]",
        ],
    ),
    (
        "jsonPath",
        &[
            ".spec.a",
            ".spec",
            ".spec.a[0]",
            ".spec['a']",
            ".a.b..c",
            ".spec.x[*].y",
            ".spec.x[?(@.y=='z')]",
            "spec",
            "",
            "{.spec}",
            ".spec.a\\.b",
            ".metadata.labels['a\\.b/c']",
            ".status.conditions[?(@.type==\"Ready\")].status",
            ".",
            "..",
            ".spec.",
            ".metadata.name",
            ".metadata.creationTimestamp",
            ".spec[",
            ".spec.a]",
            ".spec{",
            ".kind",
            ".spec.a.b",
            ".b",
            ".spec.a ",
            ".spec.a-b",
            ".status.x",
            ".metadata",
        ],
    ),
    (
        "specReplicasPath",
        &[
            ".spec.replicas",
            ".spec",
            ".spec.",
            ".status.replicas",
            "",
            "spec.replicas",
            ".spec.a[0]",
            ".specs.a",
            ".spec['a']",
            ".spec..a",
        ],
    ),
    ("statusReplicasPath", &[".status.replicas", ".status", "", ".spec.replicas", ".status[0]"]),
    (
        "labelSelectorPath",
        &[".status.selector", ".spec.selector", "", ".metadata.labels", ".selector", ".status"],
    ),
    ("deprecationWarning", &["use v2", "", "a\nb", "{256}", "{257}", "\u{e4}", "\u{7f}", "a\tb"]),
    (
        "rule",
        &[
            "true",
            "",
            " ",
            "\n",
            "self.a == 1",
            "1",
            "self",
            "oldSelf == self",
            "has(self.a)",
            "has(self.x)",
            "self.size() > 0",
            "true)",
            "(",
            "self.all(x, x)",
            "'a'",
            "self.a",
            "self == oldSelf",
            "oldSelf.hasValue() || true",
            "self.metadata.name == 'a'",
            "self.spec.a == self.spec.b",
            "duration('x') == self",
            "self.matches('(')",
            "self.exists(k, k == 'a')",
            "null == self",
            "dyn(self).foo",
            "has(self.metadata.labels)",
            "self.?a.hasValue()",
            "self.isSorted()",
            "quantity('x').isInteger()",
            "url('a').getHost() == ''",
            "self.spec.all(a, self.spec.all(b, self.spec.all(c, a == b)))",
        ],
    ),
    (
        "messageExpression",
        &[
            "'a'",
            "\"x\" + string(self)",
            "",
            " ",
            "1",
            "self.a",
            "(",
            "'a' + oldSelf",
            "'\\n'",
            "''",
            "self",
            "string(self.a)",
            "[1,2].map(x, string(x)).join(',')",
        ],
    ),
    ("message", &["must be so", "", " ", "a\nb", "\n", "{2048}", "{2049}", "\u{e4}", " a ", "a\r"]),
    ("description", &["words", "", "a\nb"]),
    ("$ref", &["#/definitions/a", "", "a"]),
    ("$schema", &["http://json-schema.org/schema#", "", "a"]),
    ("id", &["a", ""]),
    ("title", &["Title", ""]),
    ("required", &["a", "b", "a", "spec", "", "x", "metadata"]),
    (
        "name",
        &[
            "a",
            "widgets.example.org",
            "v1",
            "v1beta1",
            "v2",
            "V1",
            "",
            "v1.2",
            "{63}",
            "{64}",
            "A_b",
            "a b",
            "Age",
            "1",
        ],
    ),
    ("generateName", &["widgets-", "widgets.example.org-", "A", "-", "", "{63}", "..", "\u{e4}"]),
    ("creationTimestamp", &["2020-01-01T00:00:00Z", "2020-01-01", "x", "", "2020-01-01T00:00:00.5+01:00"]),
    ("deletionTimestamp", &["2020-01-01T00:00:00Z", "x"]),
    ("lastTransitionTime", &["2020-01-01T00:00:00Z", "x", ""]),
    (
        "finalizers",
        &[
            "orphan",
            "foregroundDeletion",
            "a",
            "a/b",
            "a/b/c",
            "",
            "A.b/c",
            "-",
            "kubernetes",
            "example.org/x y",
        ],
    ),
    ("uid", &["1", ""]),
    ("status", &["True", "False", ""]),
    ("storedVersions", &["v1", "v2", ""]),
    ("resourceVersion", &["1", "", "x"]),
    ("operation", &["Apply", "Update", ""]),
    ("fieldsType", &["FieldsV1", ""]),
];

/// Keys of maps of texts.
const KEYS: &[&str] = &[
    "a",
    "a/b",
    "a.b/c",
    "A/b",
    "a_b",
    "",
    "/",
    "a/",
    "/a",
    "a/b/c",
    "{63}",
    "{64}",
    "-a",
    "a b",
    "\u{e4}",
    "api-approved.kubernetes.io",
    "kubernetes.io/a",
    "{253}.a/b",
];

const LABELS: &[&str] = &[
    "",
    "a",
    "A_b",
    "a b",
    "-",
    "{63}",
    "{64}",
    "https://a.example/pull/1",
    "unapproved, a",
    "x",
    "\u{e4}",
    "a.b/c",
];

/// Numbers where whole ones are meant, and others.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "5",
    "10",
    "64",
    "100",
    "1000",
    "-1",
    "2147483647",
    "2147483648",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1.0",
    "1.5",
    "0.1",
    "1e3",
    "1e20",
    "-0.0",
    "443",
    "65535",
    "65536",
    "1e-7",
    "123456789012345678",
];

/// Fills in what stands for many letters.
fn filled(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let count =
            after.split_once('}').and_then(|(n, tail)| Some((n.parse().ok().filter(|n| *n > 9)?, tail)));
        out.push_str(before);
        match count.filter(|_| !text.starts_with('^')) {
            Some((count, tail)) => {
                out.push_str(&"x".repeat(count));
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// A text for a field, where something is known of it.
pub fn text(name: &str, random: &mut Random) -> Option<String> {
    let (_, texts) = TEXTS.iter().find(|(its, _)| *its == name)?;
    random.pick(texts).map(|text| if name == "pattern" { (*text).to_owned() } else { filled(text) })
}

pub fn key(random: &mut Random) -> String {
    random.pick(KEYS).map(|text| filled(text)).unwrap_or_default()
}

pub fn label(random: &mut Random) -> String {
    random.pick(LABELS).map(|text| filled(text)).unwrap_or_default()
}

pub fn number(random: &mut Random) -> Value {
    // The first are what bounds are.
    let near = if random.below(3) == 0 { NUMBERS.len() } else { 8 };
    NUMBERS.get(random.below(near)).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// A value of any type.
pub fn junk(random: &mut Random) -> Value {
    let values = [
        json!(null),
        json!(""),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e20),
        json!(i64::MAX),
        json!(u64::MAX),
        json!([]),
        json!({}),
        json!(true),
        json!(false),
        json!("a"),
        json!("x".repeat(300)),
        json!("\u{e4}\u{20ac}\u{1f600}"),
        json!("\u{0}"),
        json!("a\nb\"`\\"),
        json!("1"),
        json!("true"),
        json!([null]),
        json!([{}]),
        json!([""]),
        json!(["a", "a"]),
        json!([1, "a", null, {}]),
        json!({ "a": null }),
        json!({ "": "" }),
        json!({ "a": { "b": [1] } }),
        json!({ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "a" } }),
        json!({ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "A", "labels": { "a": "b c" } }, "b": 1 }),
        json!({ "type": "string" }),
    ];
    random.pick(&values).cloned().unwrap_or_default()
}

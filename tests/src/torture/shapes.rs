//! Texts of any size that have much of one thing: what takes more than linear time shows in them.

/// A shape and how to make one of about `n` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub name: &'static str,
    pub make: fn(usize) -> String,
}

/// All shapes.
pub fn shapes() -> Vec<Shape> {
    let all = [TEXTS, ANCHORS, DOCUMENTS, SCHEMAS, SPECS, RULES].concat();
    all.into_iter().map(|(name, make)| Shape { name, make }).collect()
}

type Row = (&'static str, fn(usize) -> String);

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";

const META: &str = "metadata:\n  name: tables.example.com\n";

const SPEC: &str =
    "spec:\n  group: example.com\n  scope: Namespaced\n  names:\n    plural: tables\n    kind: Table\n";

/// A line for each number until there are about `n` bytes.
fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(n + 64);
    for i in 0.. {
        if out.len() >= n {
            break;
        }
        out += &line(i);
    }
    out
}

/// A CRD with these lines as its versions. Its names are in block style, as more are put after them.
fn versions(lines: impl AsRef<str>) -> String {
    format!("{HEAD}{META}{SPEC}  versions:\n{}", lines.as_ref())
}

/// A CRD with one version, whose schema has these lines at its indentation, which is 8.
fn schema(body: &str) -> String {
    versions(version("v1", true, body))
}

/// A CRD with versions of these schemas.
fn numbered_versions(n: usize, body: impl Fn(usize) -> String) -> String {
    versions(lines(n, |i| version(&format!("v{}", i + 1), i == 0, &body(i))))
}

fn version(name: &str, storage: bool, body: &str) -> String {
    format!(
        "  - name: {name}\n    served: true\n    storage: {storage}\n    schema:\n      openAPIV3Schema:\n        type: object\n{body}"
    )
}

fn properties(n: usize, property: impl Fn(usize) -> String) -> String {
    schema(&format!("        properties:\n{}", lines(n, property)))
}

/// A CRD with so many properties, which have these schemas in turn.
pub fn faulty_properties(schemas: &[&str], number: usize) -> String {
    let property = |(i, schema)| format!("          p{i}: {schema}\n");
    let properties: String = (0..number).zip(schemas.iter().cycle()).map(property).collect();
    schema(&format!("        properties:\n{properties}"))
}

/// A schema with two findings: the field is unknown, and there is no type.
pub const UNKNOWN_FIELD: [&str; 1] = ["{descripton: x}"];

/// Schemas, most of them faulty, each in another way.
pub const FAULTS: [&str; 21] = [
    "{descripton: x}",
    "{type: strng}",
    "{type: array}",
    "{type: object, required: [a, a]}",
    "{type: string, format: dat}",
    "{type: string, pattern: '['}",
    "{type: integer, minimum: 5, maximum: 3}",
    "{type: string, maxLength: -1}",
    "{type: array, items: {type: string}, x-kubernetes-list-type: map}",
    "{type: string, enum: [a, a]}",
    "{type: string, default: 5}",
    "{type: object, x-kubernetes-validations: [{rule: 'self.x > 1'}]}",
    "{type: object, x-kubernetes-validations: [{rule: 'self.x and 1'}]}",
    "{type: object, properties: {a: {type: string}}, additionalProperties: true}",
    "{type: string, nullable: yes}",
    "{type: Object}",
    "{type: string, x-kubernetes-int-or-string: true}",
    "{type: array, items: {type: object}, uniqueItems: true}",
    "{$ref: '#/x'}",
    "{type: object, x-kubernetes-preserve-unknown-fields: false}",
    "{type: string, xml: {name: a}}",
];

/// One property with a list of these items in flow style.
fn list(field: &str, n: usize, item: impl Fn(usize) -> String) -> String {
    let items = lines(n, |i| item(i) + ", ");
    schema(&format!(
        "        properties:\n          a:\n            type: string\n            {field}: [{items}x]\n"
    ))
}

fn spec(n: usize, before: &str, line: impl Fn(usize) -> String) -> String {
    schema("").replacen("  versions:", &format!("{before}{}  versions:", lines(n, line)), 1)
}

fn rules(n: usize, rule: impl Fn(usize) -> String) -> String {
    schema(&format!(
        "        properties:\n          a:\n            type: string\n        x-kubernetes-validations:\n{}",
        lines(n, |i| format!("        - rule: {}\n", rule(i)))
    ))
}

fn one_rule(text: &str) -> String {
    rules(1, |_| format!("|\n            {text}"))
}

const TEXTS: &[Row] = &[
    ("open brackets", |n| format!("{HEAD}spec: {}", "[".repeat(n))),
    ("open braces", |n| format!("{HEAD}spec: {}", "{a: ".repeat(n / 4))),
    ("closed brackets", |n| format!("{HEAD}spec: {}{}\n", "[".repeat(n / 2), "]".repeat(n / 2))),
    ("only closing brackets", |n| format!("{HEAD}spec: {}\n", "]".repeat(n))),
    ("dashes", |n| format!("{HEAD}spec:\n  {}", "- ".repeat(n / 2))),
    ("explicit keys", |n| format!("{HEAD}spec:\n  {}", "? ".repeat(n / 2))),
    ("deep block", |n| {
        let depth = (n as f64 * 2.0).sqrt() as usize;
        format!("{HEAD}spec:\n{}", (1..depth).map(|i| " ".repeat(i) + "a:\n").collect::<String>())
    }),
    ("one long plain", |n| format!("{HEAD}x: {}\n", "y".repeat(n))),
    ("one long quoted", |n| format!("{HEAD}x: \"{}\"\n", "\\u00e9".repeat(n / 6))),
    ("one long single-quoted", |n| format!("{HEAD}x: '{}'\n", "it''s ".repeat(n / 6))),
    ("one long key", |n| format!("{HEAD}{}: x\n", "y".repeat(n))),
    ("words and colons on one line", |n| format!("{HEAD}x: {}\n", "a: b ".repeat(n / 5))),
    ("quotes on one line", |n| format!("{HEAD}x: {}\n", "\"a\" ".repeat(n / 4))),
    ("plain on many lines", |n| format!("{HEAD}x:\n{}", "  word word\n".repeat(n / 12))),
    ("quoted on many lines", |n| format!("{HEAD}x: \"\n{}\"\n", "  word: word\n\n".repeat(n / 14))),
    ("block scalar", |n| format!("{HEAD}x: |\n{}", "  text: text\n".repeat(n / 13))),
    ("folded scalar", |n| format!("{HEAD}x: >\n{}", "  text\n   more\n\n".repeat(n / 15))),
    ("blank lines", |n| format!("{HEAD}{}x: y\n", "\n".repeat(n))),
    ("comments", |n| format!("{HEAD}{}", "# a: \"b\n".repeat(n / 8))),
    ("lone carriage returns", |n| format!("{HEAD}{}", "a: b\r".repeat(n / 5))),
    ("open quotes", |n| format!("{HEAD}{}", "a: \"x\n".repeat(n / 6))),
    ("open single quotes", |n| format!("{HEAD}spec:\n{}", "  a: 'x\n".repeat(n / 8))),
    ("open flow on many lines", |n| format!("{HEAD}spec:\n{}", "  a: [x\n".repeat(n / 8))),
    ("open quotes in flow", |n| format!("{HEAD}spec: [{}", "\"a, 'b, \n ".repeat(n / 10))),
    ("missing colons", |n| format!("{HEAD}spec:\n{}", lines(n, |i| format!("  word{i}\n")))),
    ("tabs", |n| format!("{HEAD}spec:\n{}", "\ta: b\n".repeat(n / 6))),
    ("indentation to and fro", |n| format!("{HEAD}spec:\n{}", "      a: b\n   c: d\n e: f\n".repeat(n / 26))),
    ("bad escapes", |n| format!("{HEAD}spec:\n{}", "  a: \"\\q\"\n".repeat(n / 10))),
    ("control characters", |n| format!("{HEAD}spec:\n{}", "  a: \u{1}\n".repeat(n / 7))),
    ("directives", |n| format!("{HEAD}{}", "%YAML 1.1\n".repeat(n / 10))),
    ("tags", |n| format!("{HEAD}spec:\n{}", "  - !!str !a b\n".repeat(n / 15))),
    ("line breaks of two characters", |n| {
        schema("")
            .replacen("spec:", &format!("x:\n{}spec:", lines(n, |i| format!("  a{i}: [b]\n"))), 1)
            .replace('\n', "\r\n")
    }),
    ("comments behind values", |n| format!("{HEAD}spec:\n{}", "  a: b # c\n".repeat(n / 11))),
    ("quotes that close far below", |n| format!("{HEAD}spec:\n{}", "  a: \"x\n  b: y\"\n".repeat(n / 18))),
    ("brackets that close far below", |n| format!("{HEAD}spec:\n{}", "  a: [x\n  b: y]\n".repeat(n / 18))),
    ("items without dash", |n| format!("{HEAD}spec:\n  - a\n{}", "  b:\n    c: d\n".repeat(n / 15))),
    ("template lines", |n| format!("{HEAD}spec:\n{}", "  {{- if .a }}\n  a: {{ .b }}\n".repeat(n / 29))),
];

const ANCHORS: &[Row] = &[
    ("anchors", |n| format!("{HEAD}{}", lines(n, |i| format!("a{i}: &a{i} x\nb{i}: *a{i}\n")))),
    ("one anchor again and again", |n| format!("{HEAD}{}", lines(n, |i| format!("a{i}: &a x\nb{i}: *a\n")))),
    ("one anchor, many aliases", |n| {
        format!("{HEAD}x: &a {{b: c}}\n{}", lines(n, |i| format!("b{i}: *a\n")))
    }),
    ("unknown aliases", |n| format!("{HEAD}{}", lines(n, |i| format!("b{i}: *a{i}\n")))),
    ("alias bomb", |n| {
        let levels =
            lines(n, |i| format!("a{}: &a{} [{}]\n", i + 1, i + 1, vec![format!("*a{i}"); 9].join(", ")));
        format!("{HEAD}a0: &a0 [x, x]\n{levels}")
    }),
    ("alias bomb in a schema", |n| {
        let levels = lines(n, |i| {
            let properties = (0..9).map(|k| format!("p{k}: *a{i}")).collect::<Vec<_>>().join(", ");
            format!("          a{}: &a{} {{type: object, properties: {{{properties}}}}}\n", i + 1, i + 1)
        });
        schema(&format!("        properties:\n          a0: &a0 {{type: string}}\n{levels}"))
    }),
    ("many merges", |n| {
        format!("{HEAD}x: &a {{b: c, d: e}}\n{}", lines(n, |i| format!("b{i}: {{<<: *a}}\n")))
    }),
    ("a chain of merges", |n| {
        format!(
            "{HEAD}x: &a0 {{b: c}}\n{}",
            lines(n, |i| format!("b{i}: &a{} {{<<: *a{i}, k{i}: v}}\n", i + 1))
        )
    }),
    ("one merge of many", |n| {
        format!("{HEAD}x: &a {{b: c}}\ny:\n  <<: [{}]\n", vec!["*a"; n / 4].join(", "))
    }),
    ("an anchor around its aliases", |n| format!("{HEAD}x: &a [{}]\n", vec!["*a"; n / 4].join(", "))),
    ("aliased versions", |n| {
        let more = lines(n, |i| format!("  - {{<<: *v, name: v{}}}\n", i + 2));
        schema("").replacen("- name", "- &v\n    name", 1) + &more
    }),
];

const DOCUMENTS: &[Row] = &[
    ("documents", |n| lines(n, |i| format!("---\na{i}: b\n"))),
    ("empty documents", |n| "---\n".repeat(n / 4)),
    ("CRDs", |n| lines(n, |_| format!("---\n{}", schema("")))),
    ("broken CRDs", |n| lines(n, |_| format!("---\n{HEAD}spec: [\n"))),
    ("a list of CRDs", |n| {
        let item = schema("").replace('\n', "\n  ");
        format!("apiVersion: v1\nkind: List\nitems:\n{}", lines(n, |_| format!("- {}\n", item.trim_end())))
    }),
    ("a list of nothing", |n| format!("apiVersion: v1\nkind: List\nitems:\n{}", "- {}\n".repeat(n / 5))),
    ("lists in lists", |n| {
        let open = "{kind: List, items: [";
        format!("{}{}\n", open.repeat(n / 25), "]}".repeat(n / 25))
    }),
    ("templates", |n| lines(n, |_| format!("---\n{{{{ if x }}}}\n{HEAD}{{{{ end }}}}\n"))),
];

const SCHEMAS: &[Row] = &[
    ("properties", |n| properties(n, |i| format!("          p{i}:\n            type: string\n"))),
    ("properties in order", |n| properties(n, |i| format!("          p{i:09}:\n            type: string\n"))),
    ("properties without type", |n| properties(n, |i| format!("          p{i}: {{}}\n"))),
    ("properties with unknown fields", |n| {
        properties(n, |i| format!("          p{i}: {{type: string, foo: 1}}\n"))
    }),
    ("properties with many kinds of fault", |n| faulty_properties(&FAULTS, n / 60)),
    ("properties of the wrong kind", |n| properties(n, |i| format!("          p{i}: 5\n"))),
    ("properties with many findings", |n| {
        properties(n, |i| {
            format!(
                "          p{i}: {{type: strin, items: {{}}, pattern: '[', nullable: true, default: {{}}, x-kubernetes-list-type: sett}}\n"
            )
        })
    }),
    ("one property again and again", |n| {
        properties(n, |_| "          p:\n            type: string\n".to_owned())
    }),
    ("properties with a deep fault", |n| {
        properties(n, |i| {
            format!(
                "          p{i}: {{type: array, items: {{type: object, properties: {{a: {{items: []}}}}}}}}\n"
            )
        })
    }),
    ("nested properties, block", |n| {
        let depth = (n as f64 / 2.0).sqrt() as usize;
        let level = |i: usize| format!("{0}properties:\n{0} a:\n{0}  type: object\n", " ".repeat(8 + 2 * i));
        schema(&(0..depth).map(level).collect::<String>())
    }),
    ("nested properties, flow", |n| {
        let depth = n / 35;
        schema(&format!(
            "        properties: {}{}\n",
            "{a: {type: object, properties: ".repeat(depth),
            "}}".repeat(depth)
        ))
    }),
    ("nested faults, flow", |n| {
        let depth = n / 30;
        schema(&format!(
            "        properties: {}{}\n",
            "{a: {foo: 1, properties: ".repeat(depth),
            "}}".repeat(depth)
        ))
    }),
    ("nested items", |n| {
        let depth = n / 25;
        schema(&format!(
            "        properties: {{a: {}{}}}\n",
            "{type: array, items: ".repeat(depth),
            "}".repeat(depth)
        ))
    }),
    ("nested not", |n| schema(&format!("        not: {}{}\n", "{not: ".repeat(n / 7), "}".repeat(n / 7)))),
    ("nested allOf", |n| {
        schema(&format!("        allOf: {}{}\n", "[{allOf: ".repeat(n / 11), "}]".repeat(n / 11)))
    }),
    ("enum", |n| list("enum", n, |i| format!("v{i}"))),
    ("enum of equals", |n| list("enum", n, |_| "v".to_owned())),
    ("enum of maps", |n| list("enum", n, |i| format!("{{a: {i}}}"))),
    ("required", |n| list("required", n, |i| format!("v{i}"))),
    ("required again and again", |n| list("required", n, |_| "v".to_owned())),
    ("list of types", |n| list("type", n, |_| "string".to_owned())),
    ("words that are booleans", |n| list("enum", n, |i| if i % 2 == 0 { "yes" } else { "Off" }.to_owned())),
    ("keys that are booleans", |n| {
        properties(n, |i| format!("          {i}: {{type: string}}\n          y: {{}}\n"))
    }),
    ("misspelt keywords", |n| {
        properties(n, |i| {
            format!("          p{i}: {{type: array, item: {{}}, x-kubernetes-list-typ: set}}\n")
        })
    }),
    ("a misspelt keyword of any length", |n| {
        properties(1, |_| format!("          a: {{type: string, x-kubernetes-{}: 1}}\n", "p".repeat(n)))
    }),
    ("lists of objects without list type", |n| {
        properties(n, |i| {
            format!(
                "          p{i}: {{type: array, items: {{type: object, properties: {{name: {{type: string}}}}}}}}\n"
            )
        })
    }),
    ("bounds that nothing meets", |n| {
        properties(n, |i| format!("          p{i}: {{type: integer, minimum: {i}, maximum: -1}}\n"))
    }),
    ("list map keys", |n| {
        list("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys", n, |i| format!("v{i}"))
    }),
    ("list map keys, equal", |n| {
        list("x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys", n, |_| "v".to_owned())
    }),
    ("list map keys with properties", |n| {
        let names = lines(n / 3, |i| format!("v{i}, "));
        let each = lines(n / 2, |i| format!("v{i}: {{}}, "));
        schema(&format!(
            "        properties:\n          a:\n            type: array\n            x-kubernetes-list-type: map\n            x-kubernetes-list-map-keys: [{names}]\n            items: {{type: object, properties: {{{each}}}}}\n"
        ))
    }),
    ("allOf", |n| {
        schema(&format!(
            "        allOf:\n{}",
            lines(n, |i| format!("        - properties: {{p{i}: {{type: string}}}}\n"))
        ))
    }),
    ("anyOf beside properties", |n| {
        let each = lines(n / 2, |i| format!("          p{i}: {{type: string}}\n"));
        let any = lines(n / 2, |i| {
            format!(
                "        - required: [p{i}]\n          properties: {{p{i}: {{minLength: 1, default: x}}}}\n"
            )
        });
        schema(&format!("        properties:\n{each}        anyOf:\n{any}"))
    }),
    ("a large default", |n| {
        schema(&format!("        default:\n{}", lines(n, |i| format!("          k{i}: [v, {{a: b}}]\n"))))
    }),
    ("a deep default", |n| list("default", n, |_| "[".to_owned())),
    ("a long description", |n| {
        schema(&format!(
            "        description: |\n{}",
            lines(n, |i| format!("          line {i} of it, as people write it\n"))
        ))
    }),
    ("a long pattern", |n| {
        properties(1, |_| format!("          a: {{type: string, pattern: '{}'}}\n", "(a|b)*".repeat(n / 6)))
    }),
    ("patterns", |n| {
        properties(n, |i| format!("          p{i}: {{type: string, pattern: '^[a-z]{{1,63}}(a|b)*$'}}\n"))
    }),
    ("bad patterns", |n| {
        properties(n, |i| format!("          p{i}: {{type: string, pattern: '^(a{{1,2000}}$'}}\n"))
    }),
    ("formats", |n| properties(n, |i| format!("          p{i}: {{type: string, format: f{i}}}\n"))),
    ("JSON on one line", |n| {
        let properties = lines(n, |i| format!("\"p{i}\":{{\"type\":\"string\"}},"));
        json(&format!("\"properties\":{{{}}}", properties.trim_end_matches(',')))
    }),
    ("faulty JSON on one line", |n| {
        let properties = lines(n, |i| format!("\"p{i}\":{{\"type\":\"x\",\"y\":[]}},"));
        json(&format!("\"properties\":{{{}}}", properties.trim_end_matches(',')))
    }),
    ("a long line of many findings", |n| {
        let each = lines(n, |i| format!("p{i}: {{type: sé}}, "));
        schema(&format!("        properties: {{{each}}}\n"))
    }),
];

fn json(schema: &str) -> String {
    format!(
        "{{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\",\"metadata\":{{\"name\":\"tables.example.com\"}},\"spec\":{{\"group\":\"example.com\",\"scope\":\"Namespaced\",\"names\":{{\"plural\":\"tables\",\"kind\":\"Table\"}},\"versions\":[{{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{{\"openAPIV3Schema\":{{\"type\":\"object\",{schema}}}}}}}]}}}}"
    )
}

const SPECS: &[Row] = &[
    ("versions", |n| numbered_versions(n, |_| String::new())),
    ("versions of one name", |n| versions(lines(n, |_| version("v1", true, "")))),
    ("identical faulty versions", |n| {
        let body =
            (0..20).map(|i| format!("        p{i}: x\n        enum: [b, a, {i}]\n")).collect::<String>();
        numbered_versions(n, |_| body.clone())
    }),
    ("identical versions without a type", |n| {
        let body = format!(
            "        properties:\n{}",
            (0..100).map(|i| format!("          p{i}: {{}}\n")).collect::<String>()
        );
        numbered_versions(n, |_| body.clone())
    }),
    ("different faulty versions", |n| {
        let body = |i: usize| format!("        properties: {{a{i}: {{}}, b: {{type: x}}}}\n");
        numbered_versions(n, body)
    }),
    ("different versions", |n| {
        let body = |i: usize| format!("        properties: {{a{i}: {{type: string}}}}\n");
        numbered_versions(n, body)
    }),
    ("versions that are nothing", |n| versions("  - x\n".repeat(n / 6))),
    ("versions that are null", |n| versions("  - null\n".repeat(n / 9))),
    ("versions that are an alias of null", |n| versions(format!("  - &v\n{}", "  - *v\n".repeat(n / 7)))),
    ("versions that are not served", |n| {
        let unserved = |i| version(&format!("v{i}beta1"), true, "").replace("served: true", "served: false");
        versions(lines(n, unserved))
    }),
    ("short names", |n| spec(n, "    shortNames:\n", |i| format!("    - T_{i}\n"))),
    ("one short name again and again", |n| spec(n, "    shortNames:\n", |_| "    - t\n".to_owned())),
    ("categories", |n| spec(n, "    categories:\n", |i| format!("    - c.{i}\n"))),
    ("unknown fields of the spec", |n| spec(n, "", |i| format!("  f{i}: 1\n"))),
    ("one unknown field again and again", |n| spec(n, "", |_| "  f: 1\n".to_owned())),
    ("review versions", |n| {
        spec(
            n,
            "  conversion:\n    strategy: Webhook\n    webhook:\n      conversionReviewVersions:\n",
            |i| format!("      - V_{}\n", i % 1000),
        )
    }),
    ("annotations", |n| metadata(n, "annotations", |i| format!("    a/b/c{i}: x\n"))),
    ("labels", |n| metadata(n, "labels", |i| format!("    _{i}: '?'\n"))),
    ("finalizers", |n| metadata(n, "finalizers", |i| format!("  - f_{i}\n"))),
    ("owners", |n| {
        metadata(n, "ownerReferences", |i| {
            format!("  - {{apiVersion: v1, kind: Pod, name: p{i}, uid: '', controller: true}}\n")
        })
    }),
    ("columns", |n| {
        beside_schema("additionalPrinterColumns", n, |i| {
            format!("    - {{name: c{i}, type: strin, jsonPath: spec.a}}\n")
        })
    }),
    ("selectable fields", |n| {
        beside_schema("selectableFields", n, |i| format!("    - jsonPath: .spec.a{i}\n"))
    }),
    ("equal selectable fields", |n| {
        beside_schema("selectableFields", n, |_| "    - jsonPath: .spec.a\n".to_owned())
    }),
    ("columns that lead nowhere", |n| {
        beside_schema("additionalPrinterColumns", n, |i| {
            format!("    - {{name: c{i}, type: string, jsonPath: .spec.a{i}}}\n")
        })
    }),
    ("managed fields", |n| {
        metadata(n, "managedFields", |i| format!("  - {{manager: m{i}, fieldsV1: {{f:a: {{}}}}, time: x}}\n"))
    }),
    ("a long certificate", |n| {
        spec(
            n,
            "  conversion:\n    strategy: Webhook\n    webhook:\n      clientConfig:\n        caBundle: |\n",
            |_| "          LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t\n".to_owned(),
        )
    }),
    ("a long column path", |n| {
        beside_schema("additionalPrinterColumns", 1, |_| {
            format!("    - {{name: c, type: string, jsonPath: {}}}\n", ".a[0]".repeat(n / 6))
        })
    }),
    ("conditions", |n| {
        format!(
            "{}status:\n  conditions:\n{}",
            schema(""),
            lines(n, |i| format!("  - {{type: t{i}, status: x}}\n"))
        )
    }),
    ("stored versions", |n| {
        format!("{}status:\n  storedVersions:\n{}", schema(""), lines(n, |i| format!("  - v{i}\n")))
    }),
];

fn metadata(n: usize, field: &str, line: impl Fn(usize) -> String) -> String {
    schema("").replacen(META, &format!("{META}  {field}:\n{}", lines(n, line)), 1)
}

fn beside_schema(field: &str, n: usize, line: impl Fn(usize) -> String) -> String {
    format!("{}    {field}:\n{}", schema(""), lines(n, line))
}

const RULES: &[Row] = &[
    ("rules", |n| rules(n, |i| format!("self.a != 'x{i}'"))),
    ("equal rules", |n| rules(n, |_| "self.a.size() < 5".to_owned())),
    ("faulty rules", |n| rules(n, |i| format!("self.b{i} ==="))),
    ("rules that are wrong", |n| rules(n, |i| format!("self.b{i} + 1 == 'x'"))),
    ("message expressions", |n| rules(n, |i| format!("'true'\n          messageExpression: self.a{i} + 1"))),
    ("rules with field paths", |n| {
        rules(n, |i| {
            format!("'true'\n          fieldPath: .a{i}\n          reason: x\n          message: ''")
        })
    }),
    ("a long conjunction", |n| one_rule(&format!("true{}", " && self.a != 'x'".repeat(n / 17)))),
    ("a long sum", |n| one_rule(&format!("1{} > 0", " + 1".repeat(n / 4)))),
    ("deep parentheses", |n| one_rule(&format!("{}1{}", "(".repeat(n / 2), ")".repeat(n / 2)))),
    ("open parentheses", |n| one_rule(&"(".repeat(n))),
    ("deep lists", |n| one_rule(&"[".repeat(n))),
    ("questions", |n| one_rule(&"a ? b : ".repeat(n / 8))),
    ("many selects", |n| one_rule(&format!("self{}", ".a".repeat(n / 2)))),
    ("many calls", |n| one_rule(&format!("self.a{} == ''", ".trim()".repeat(n / 7)))),
    ("deep macros", |n| one_rule(&format!("{}true{}", "[1].all(x, ".repeat(n / 12), ")".repeat(n / 12)))),
    ("deep optMap", |n| {
        one_rule(&format!("{}true{}", "optional.of(1).optMap(x, ".repeat(n / 26), ")".repeat(n / 26)))
    }),
    ("a chain of optMap", |n| {
        one_rule(&format!("optional.of(1){}.hasValue()", ".optMap(x, x)".repeat(n / 13)))
    }),
    ("optMap of itself", |n| {
        let target = "self.?a".to_owned();
        let nested = (0..n / 24).fold(target, |inner, _| inner + ".optMap(x, x).optFlatMap(y, y)");
        one_rule(&format!("{nested}.hasValue()"))
    }),
    ("a list of macros", |n| one_rule(&lines(n, |i| format!("[{i}].all(x, x > {i}) &&\n            ")))),
    ("a long list", |n| one_rule(&format!("1 in [{}]", "1, ".repeat(n / 3)))),
    ("a long map", |n| one_rule(&format!("'a' in {{{}}}", lines(n, |i| format!("'k{i}': {i}, "))))),
    ("a long string", |n| one_rule(&format!("self.a == '{}'", "\\u00e9".repeat(n / 6)))),
    ("strange characters", |n| one_rule(&"# ".repeat(n / 2))),
    ("many unknown names", |n| one_rule(&format!("true{}", lines(n, |i| format!(" || x{i}"))))),
    ("minuses", |n| one_rule(&format!("{}1 == 1", "-".repeat(n)))),
];

//! What the functions of Kubernetes' libraries give, and what they cost, is what the API server's give and
//! cost: expressions over texts that are made at random (needs Go).

use std::sync::Arc;

use crdls_cel::checker::check;
use crdls_cel::lower::parse_expression;
use crdls_go::go_quote;
use crdls_manifest::model::{Object, Schema};
use crdls_manifest::{decode, fields};
use crdls_minors::Minor;
use crdls_report::{Config, Path};
use crdls_rules::run::{Data, Program, Subject, ValueSchema};
use crdls_rules::{Declaration, Library, Terms, variables};
use crdls_tests::random::Random;
use crdls_tests::{evaluate, oracle};
use crdls_yaml::Tree;
use serde_json::{Value, json};

/// How many expressions are made from each template.
const MADE: usize = 12;

/// `A` and `B` stand for texts of the kind, `N` for a number.
const TEMPLATES: &[(&str, &[&str], &[&str])] = &[
    (
        "quantity",
        &[
            "isQuantity(A)",
            "sign(quantity(A))",
            "quantity(A).isInteger()",
            "quantity(A).asInteger()",
            "quantity(A).asApproximateFloat()",
            "quantity(A).compareTo(quantity(B))",
            "quantity(A).isLessThan(quantity(B)) || quantity(A).isGreaterThan(quantity(B))",
            "quantity(A) == quantity(B)",
            "quantity(A).add(quantity(B)).sub(N).asApproximateFloat()",
            "quantity(A).sub(quantity(B)).compareTo(quantity(A))",
            "quantity(A).add(N).asInteger()",
            "quantity(A).add(quantity(B))",
            "quantity(A)",
        ],
        &[
            "0",
            "1",
            "-1",
            "+1",
            "1.5",
            ".5",
            "5.",
            "-",
            "k",
            "Mi",
            "1k",
            "1Ki",
            "1.5Gi",
            "100m",
            "1e3",
            "1E3",
            "1e-10",
            "12e6",
            "1e21",
            "100Ei",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "1n",
            "0.0000000001",
            "1u",
            "0.1Ki",
            "1.0000000001Gi",
            "1000000000000000000000",
            "1e400",
            "3Ti",
            "1Pi",
            "7Ei",
            "8Ei",
            "1E",
            "200K",
            "1,5",
            "1e+5",
            "0.5m",
            "00100",
            "1000k",
            "2048",
            "1024Mi",
        ],
    ),
    (
        "semver",
        &[
            "isSemver(A)",
            "isSemver(A, true)",
            "semver(A).major() + semver(A).minor() * semver(A).patch()",
            "semver(A, true).compareTo(semver(B, true))",
            "semver(A).isLessThan(semver(B)) || semver(A).isGreaterThan(semver(B))",
            "semver(A) == semver(B)",
            "semver(A, true)",
        ],
        &[
            "1.2.3",
            "1.2",
            "1",
            "v1.2.3",
            "01.2.3",
            "1.2.3-a.1",
            "1.2.3-a.b",
            "1.2.3-1",
            "1.2.3-01",
            "1.2.3+b",
            "1.2.3-a+b",
            "1.0.0-rc.1",
            "18446744073709551615.0.0",
            "18446744073709551616.0.0",
            "",
            "a.b.c",
            "1.2.3.4",
            "1.2.x",
            "1.0.0--",
            "1.2-a",
            "v",
            "00.00.00",
            "é.1.1",
        ],
    ),
    (
        "ip",
        &[
            "isIP(A)",
            "string(ip(A))",
            "ip.isCanonical(A)",
            "ip(A).family()",
            "[ip(A).isUnspecified(), ip(A).isLoopback(), ip(A).isLinkLocalMulticast(), ip(A).isLinkLocalUnicast(), ip(A).isGlobalUnicast()].filter(b, b).size()",
            "ip(A) == ip(B)",
            "cidr('10.0.0.0/8').containsIP(A)",
        ],
        &[
            "1.2.3.4",
            "127.0.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "224.0.1.1",
            "169.254.1.1",
            "10.1.2.3",
            "::",
            "::1",
            "fe80::1",
            "fe80::1%eth0",
            "ff02::1",
            "fd00::",
            "2001:DB8::0:1",
            "::ffff:1.2.3.4",
            "1:0:0:2::3",
            "1.2.3",
            "01.2.3.4",
            "1.2.3.256",
            "x",
            "",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:8:9",
        ],
    ),
    (
        "cidr",
        &[
            "isCIDR(A)",
            "string(cidr(A))",
            "string(cidr(A).masked())",
            "string(cidr(A).ip())",
            "cidr(A).prefixLength()",
            "cidr(A).containsCIDR(B)",
            "cidr(A).containsCIDR(cidr(B))",
            "cidr(A).containsIP('10.0.0.1')",
            "cidr(A).containsIP(ip('2001:db8::1'))",
            "cidr(A) == cidr(B)",
        ],
        &[
            "10.0.0.0/8",
            "10.1.0.0/16",
            "10.0.0.1/32",
            "0.0.0.0/0",
            "10.0.0.0/33",
            "10.0.0.0/08",
            "10.0.0.0/",
            "10.0.0.0",
            "::/0",
            "2001:db8::/32",
            "2001:db8:ffff::/33",
            "fe80::1%a/64",
            "::ffff:1.2.3.0/120",
            "1.2.3/8",
            "::1/128",
            "x/1",
        ],
    ),
    (
        "url",
        &[
            "isURL(A)",
            "url(A).getScheme() + ' ' + url(A).getHost() + ' ' + url(A).getHostname() + ' ' + url(A).getPort()",
            "url(A).getEscapedPath()",
            "size(url(A).getQuery())",
            "url(A).getQuery() == url(B).getQuery()",
            "url(A).getQuery()['c'][1]",
            "url(A).getQuery()['a'][0] + url(A).getQuery()[''][0]",
            "url(A).getQuery()['é'][0]",
            "url(A) == url(B)",
        ],
        &[
            "https://example.com:80/a b?c=d&c=e&f",
            "/path?x",
            "http://u:p@h/",
            "https://[::1]:8080/",
            "https://[::1]/",
            "mailto:a@b",
            "a:/b",
            "a:///b",
            "http://h/%41%zz",
            "http://h/%41!",
            "http://h:port/",
            "http://h:/",
            "//h/p",
            "x",
            "",
            "*",
            "http://é.com/é?é=é#é",
            "http://h/?a=%20+b&;=1&%zz=1&=2",
            "http://h?#",
            "http://h/#a%zz",
            "HTTP://H",
            "http://h/?",
            "x://a:1,b:2/",
            "http://a:b@c:1:2/",
        ],
    ),
    (
        "format",
        &[
            "format.dns1123Label().validate(A).orValue(['', ''])[0]",
            "format.dns1123Subdomain().validate(A).orValue(['', ''])[0]",
            "format.dns1035Label().validate(A).orValue(['', ''])[0]",
            "format.qualifiedName().validate(A).orValue(['', ''])[0]",
            "format.dns1123LabelPrefix().validate(A).orValue(['', ''])[0]",
            "format.dns1123SubdomainPrefix().validate(A).orValue(['', ''])[0]",
            "format.dns1035LabelPrefix().validate(A).orValue(['', ''])[0]",
            "format.labelValue().validate(A).orValue(['', ''])[0]",
            "format.uri().validate(A).orValue(['', ''])[0]",
            "format.uuid().validate(A).orValue(['', ''])[0]",
            "format.byte().validate(A).orValue(['', ''])[0]",
            "format.date().validate(A).orValue(['', ''])[0]",
            "format.datetime().validate(A).orValue(['', ''])[0]",
            "format.named(A).hasValue()",
        ],
        &[
            "a",
            "a-",
            "-a",
            "A",
            "a.b",
            "a..b",
            "1a",
            "a/b",
            "a/b/c",
            "/b",
            "a/",
            "A_b.C",
            "",
            "-",
            "a--",
            "é",
            "uri",
            "date",
            "dns1123Label",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "https://a",
            "2024-01-01",
            "2024-01-01T00:00:00Z",
            "aGk=",
            "123e4567-e89b-12d3-a456-426614174000",
        ],
    ),
    (
        "string.format",
        &[
            "dyn(A).format([N, 'é', 1.5, true, b'x'])",
            "dyn(A).format([double(N), dyn(1.25), -0.000123, 123456789.125, 1e21])",
            "dyn(A).format([[N, 'a', 1.5, null], {'b': 1, 'a': [true]}, type(1), duration('90s'), timestamp('2024-01-31T12:00:00.5Z')])",
            "dyn(A).format([dyn('NaN'), double('Infinity'), [double('NaN'), double('-Infinity')], {1: 'x', 2u: 'y'}, dyn(1u)])",
        ],
        &[
            "%s",
            "%d",
            "%f",
            "%e",
            "%x",
            "%X",
            "%o",
            "%b",
            "%%",
            "%",
            "%.",
            "%.2",
            "%.2f",
            "%.0f",
            "%.3e",
            "%.20e",
            "%.300f",
            "%s %s %s",
            "%d%d",
            "a%sb",
            "%q",
            "%.xf",
            "%s|%d|%f|%s|%s",
            "%s|%s|%s|%s|%s",
            "%f|%f|%f|%f|%f",
            "%e|%e|%e|%e|%e",
            "é%s",
            "%.1f %.1f",
        ],
    ),
];

#[test]
fn libraries_are_the_servers() {
    let Some(binary) = oracle::binary_or_skip("functions of the libraries, compared") else { return };
    let expressions = expressions();
    let theirs = ask(&binary, &expressions);
    let (mut results, mut costs, mut wrong) = (0, 0, Vec::new());
    for ((library, expression), theirs) in expressions.iter().zip(&theirs) {
        assert!(theirs["compileError"].is_null(), "{expression}: {theirs}");
        let ours = evaluate(expression);
        let same = ["value", "error"].iter().all(|key| ours[key] == theirs[key]);
        let same_cost = ours["cost"] == theirs["cost"];
        results += usize::from(same);
        costs += usize::from(same_cost);
        if !same || !same_cost {
            wrong.push(format!("{library}: {expression}\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
    let values = theirs.iter().filter(|answer| answer["value"].is_string()).count();
    println!("{} expressions, {values} with values: {results} results and {costs} costs equal", theirs.len());
    assert!(values > theirs.len() / 4, "hardly any has a value");
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Expressions with the library that they are about.
fn expressions() -> Vec<(&'static str, String)> {
    let mut random = Random::new(37);
    let mut made = Vec::new();
    for (library, templates, texts) in TEMPLATES {
        for template in *templates {
            for _ in 0..MADE {
                let [a, b] = [(); 2].map(|()| changed(texts, &mut random));
                let numbers = ["0", "1", "-1", "1000", "-50000", "9223372036854775807", "255"];
                let number = random.pick(&numbers).expect("a number");
                let put = |letter: char| match letter {
                    'A' => Some(literal(&a)),
                    'B' => Some(literal(&b)),
                    'N' => Some((*number).to_owned()),
                    _ => None,
                };
                made.push((*library, replaced(template, put)));
            }
        }
    }
    made
}

/// The template with its letters replaced, where they stand alone.
fn replaced(template: &str, put: impl Fn(char) -> Option<String>) -> String {
    let chars: Vec<char> = template.chars().collect();
    let is_word = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\'' | '_'));
    let mut out = String::new();
    for (at, c) in chars.iter().enumerate() {
        let alone = !is_word(at.checked_sub(1).and_then(|at| chars.get(at))) && !is_word(chars.get(at + 1));
        match put(*c).filter(|_| alone) {
            Some(text) => out += &text,
            None => out.push(*c),
        }
    }
    out
}

fn literal(text: &str) -> String {
    go_quote(text)
}

/// One of the texts, every other time with a character of it changed.
fn changed(texts: &[&str], random: &mut Random) -> String {
    let text = *random.pick(texts).expect("a text");
    if random.below(2) == 0 {
        return text.to_owned();
    }
    const PARTS: [&str; 22] = [
        "0", "1", "9", "a", "F", "z", ".", "-", "+", ":", "::", "/", "%", "é", "i", "k", "m", "?", "#", "@",
        " ", "00",
    ];
    let chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len() + 1);
    let (before, after) = chars.split_at(at);
    let kept = random.below(2);
    let part = random.pick(&PARTS).expect("a part");
    before.iter().collect::<String>() + part + &after.iter().skip(kept).collect::<String>()
}

fn evaluate(expression: &str) -> Value {
    let minor = Minor::NEWEST;
    let object = object();
    let schema = Schema::new(&object);
    let declaration = Arc::new(Declaration::of(schema, false, minor).expect("a schema that CEL sees"));
    let variables = variables(Terms { declaration: &declaration, minor, optional_old_self: false });
    let library = Library::of_stored_rules(minor);
    let types = library.object_types(&declaration);
    let environment = library.environment(&variables, &types);
    let checked = check(parse_expression(expression, &library.dialect).ast, &environment);
    let subject = Subject::new(&Data::Null, None, &Arc::new(ValueSchema::of(schema, false, Minor::NEWEST)));
    match Program::new(&checked, minor).map(|program| program.run(&subject)) {
        Ok(run) => match run.result {
            Ok(value) => json!({"value": value.to_string(), "cost": run.cost}),
            Err(error) => json!({"error": error.words(), "cost": run.cost}),
        },
        Err(error) => json!({"error": error.words()}),
    }
}

/// A schema for `self`.
fn object() -> Object {
    let text = "{type: string}";
    let tree = Tree::parse(text);
    let root = tree.first_root(text).expect("a schema");
    decode::decode(root, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default()).object
}

fn ask(oracle: &std::path::Path, expressions: &[(&str, String)]) -> Vec<Value> {
    let questions: Vec<_> = expressions.iter().map(|(_, text)| json!(text)).collect();
    let answers = evaluate::ask(oracle, &questions);
    assert_eq!(answers.len(), expressions.len(), "each has an answer");
    answers
}

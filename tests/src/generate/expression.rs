//! Expressions made from the table of functions and from forms: any call of the wanted type, its arguments made
//! likewise, and here and there a wrong one.

use std::collections::HashMap;

use crdls_cel::functions::{Function, Overload};
use crdls_cel::types::Type;
use crdls_minors::Minor;
use crdls_rules::Library;

use super::forms::FORMS;
use crate::random::Random;

/// Expressions of a rule's variables, by type.
pub type Givens = Vec<(Type, String)>;

/// The same from names of types, each with its expressions.
pub fn givens(named: &[(&str, &[&str])]) -> Givens {
    let of = |(t, texts): &(&str, &[&str])| {
        let t = type_of(t);
        texts.iter().map(move |text| (t.clone(), (*text).to_owned())).collect::<Vec<_>>()
    };
    named.iter().flat_map(of).collect()
}

/// The types that have forms.
pub fn types() -> Vec<Type> {
    FORMS.iter().map(|(t, _)| type_of(t)).collect()
}

/// An expression of a type, nested so deep at most, in which one hole in `wrong` has something of another type; 0 for
/// none.
pub fn make(random: &mut Random, givens: &Givens, t: &Type, depth: usize, wrong: usize) -> String {
    Maker { random, givens, wrong, variables: Vec::new(), names: 0, left: 60 }.make(t, depth)
}

fn type_of(name: &str) -> Type {
    Type::parse(name, &|name: &str| name == "optional_type").unwrap_or(Type::Dyn)
}

struct Maker<'m> {
    random: &'m mut Random,
    givens: &'m Givens,
    wrong: usize,
    variables: Vec<(Type, String)>,
    names: usize,
    /// How many calls may still be made.
    left: usize,
}

type Bound = HashMap<String, Type>;

impl Maker<'_> {
    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn make(&mut self, t: &Type, depth: usize) -> String {
        let other = (self.wrong > 0 && self.one_in(self.wrong)).then(|| self.any_type(1));
        let t = other.as_ref().unwrap_or(t);
        let own: Vec<_> =
            self.variables.iter().filter(|(its, _)| its == t).map(|(_, name)| name.clone()).collect();
        if !own.is_empty() && self.random.below(2) == 0 {
            return self.random.pick(&own).cloned().unwrap_or_default();
        }
        let given: Vec<_> = self.givens.iter().filter(|(its, _)| its == t).map(|(_, text)| text).collect();
        if !given.is_empty() && self.random.below(3) == 0 {
            return self.random.pick(&given).map(|text| (*text).clone()).unwrap_or_default();
        }
        if depth == 0 || self.left == 0 {
            return self.literal(t, depth);
        }
        self.left -= 1;
        match self.random.below(10) {
            0 => self.literal(t, depth),
            1 => {
                let (c, a, b) =
                    (self.make(&Type::Bool, depth - 1), self.make(t, depth - 1), self.make(t, depth - 1));
                format!("({c} ? {a} : {b})")
            }
            2 | 3 => self.comprehension(t, depth).unwrap_or_else(|| self.literal(t, depth)),
            4 | 5 => self.form(t, depth),
            _ => self.call(t, depth),
        }
    }

    /// A form of the type with its holes filled; a call where there is none.
    fn form(&mut self, t: &Type, depth: usize) -> String {
        let forms = FORMS.iter().find(|(name, _)| type_of(name) == *t).map_or(&[][..], |(_, forms)| forms);
        let Some(form) = self.random.pick(forms).copied() else { return self.call(t, depth) };
        let known = self.variables.len();
        let mut text = String::new();
        let mut rest = form;
        while let Some((before, hole)) = rest.split_once('<') {
            text.push_str(before);
            match hole.split_once('>').filter(|_| !hole.starts_with([' ', '='])) {
                None => {
                    text.push('<');
                    rest = hole;
                }
                Some((name, after)) => {
                    let filled = match name.strip_prefix('@') {
                        Some(t) => self.fresh_variable(&type_of(t)),
                        None => self.make(&type_of(name), depth - 1),
                    };
                    text.push_str(&filled);
                    rest = after;
                }
            }
        }
        self.variables.truncate(known);
        text + rest
    }

    fn simple(&mut self) -> Type {
        let all = [
            Type::Int,
            Type::String,
            Type::Bool,
            Type::Double,
            Type::Int,
            Type::String,
            Type::Uint,
            Type::Duration,
            Type::Timestamp,
            Type::Bytes,
        ];
        self.random.pick(&all).cloned().unwrap_or(Type::Int)
    }

    fn any_type(&mut self, depth: usize) -> Type {
        match self.random.below(if depth == 0 { 5 } else { 10 }) {
            0..=4 => self.simple(),
            5 => Type::list(self.any_type(depth - 1)),
            6 => Type::map(Type::String, self.any_type(depth - 1)),
            7 => Type::optional(self.any_type(depth - 1)),
            8 => Type::Dyn,
            _ => {
                let names = [
                    "kubernetes.Quantity",
                    "net.IP",
                    "net.CIDR",
                    "kubernetes.URL",
                    "kubernetes.Semver",
                    "kubernetes.NamedFormat",
                ];
                Type::opaque(names[self.random.below(6)], Vec::new())
            }
        }
    }

    fn call(&mut self, t: &Type, depth: usize) -> String {
        let functions: Vec<(&Function, &Overload, Bound)> = Library::of_stored_rules(Minor::NEWEST)
            .functions
            .iter()
            .filter(|function| !HIDDEN.iter().any(|hidden| function.name.contains(hidden)))
            .flat_map(|function| function.overloads.iter().map(move |overload| (function, overload)))
            .filter_map(|(function, overload)| {
                let mut bound = Bound::new();
                let authorizer = |t: &Type| t.full_name().contains("authorization");
                if overload.args.iter().any(authorizer) || authorizer(&overload.result) {
                    return None;
                }
                unify(&overload.result, t, &mut bound).then_some((function, overload, bound))
            })
            .collect();
        // A function with many overloads is as likely as another.
        let mut names: Vec<_> = functions.iter().map(|(function, ..)| &function.name).collect();
        names.dedup();
        let Some(name) = self.random.pick(&names).copied() else { return self.literal(t, depth) };
        let of: Vec<_> = functions.iter().filter(|(function, ..)| function.name == *name).collect();
        let Some((_, overload, bound)) = self.random.pick(&of).copied() else {
            return self.literal(t, depth);
        };
        let mut bound = bound.clone();
        let mut arguments: Vec<String> = Vec::new();
        for argument in &overload.args {
            let wanted = self.instance(argument, &mut bound);
            let fitting = POOLS.iter().find(|(names, _)| names.contains(&&**name)).map(|(_, texts)| *texts);
            let text = match fitting {
                Some(texts) if wanted == Type::String && !self.one_in(4) => {
                    self.random.pick(texts).copied().map(quoted)
                }
                _ => None,
            };
            let text = text.unwrap_or_else(|| self.make(&wanted, depth - 1));
            arguments.push(text);
        }
        self.spoil(&mut arguments);
        write(name, overload.member, &arguments)
    }

    /// Takes an argument or adds one.
    fn spoil(&mut self, arguments: &mut Vec<String>) {
        if self.wrong == 0 || !self.one_in(self.wrong * 2) {
            return;
        }
        if self.one_in(2) {
            arguments.pop();
        } else {
            let more = self.make(&Type::Int, 0);
            arguments.push(more);
        }
    }

    /// A declared type with its parameters filled in.
    fn instance(&mut self, t: &Type, bound: &mut Bound) -> Type {
        match t {
            Type::Param(name) => {
                if let Some(known) = bound.get(&**name) {
                    return known.clone();
                }
                let chosen = if self.one_in(4) { self.any_type(1) } else { self.simple() };
                bound.insert(name.to_string(), chosen.clone());
                chosen
            }
            Type::List(_) => Type::list(self.instance(&t.parameter(0), bound)),
            Type::Map(_) => {
                let key = self.instance(&t.parameter(0), bound);
                Type::map(key, self.instance(&t.parameter(1), bound))
            }
            Type::Opaque(name, _) if !t.parameters().is_empty() => {
                let inner = t.parameters().iter().map(|t| self.instance(t, bound)).collect();
                Type::opaque(name, inner)
            }
            other => other.clone(),
        }
    }

    /// A name for a variable, sometimes one that hides another.
    fn variable(&mut self, t: &Type) -> String {
        let hiding = match self.random.below(12) {
            0 => "x",
            1 => "self",
            _ => return self.fresh_variable(t),
        };
        self.variables.push((t.clone(), hiding.to_owned()));
        hiding.to_owned()
    }

    fn fresh_variable(&mut self, t: &Type) -> String {
        self.names += 1;
        let name = format!("v{}", self.names);
        self.variables.push((t.clone(), name.clone()));
        name
    }

    fn comprehension(&mut self, t: &Type, depth: usize) -> Option<String> {
        let depth = depth - 1;
        let element = if self.one_in(4) { self.any_type(1) } else { self.simple() };
        let of_map = self.one_in(4);
        let range_type =
            if of_map { Type::map(Type::String, element.clone()) } else { Type::list(element.clone()) };
        let key = if of_map { Type::String } else { Type::Int };
        let first = if of_map { Type::String } else { element.clone() };
        let known = self.variables.len();
        let text = match t {
            Type::Bool => {
                let range = self.make(&range_type, depth);
                let macros = ["all", "exists", "exists_one", "existsOne"];
                let name = macros[self.random.below(4)];
                if name == "existsOne" || self.one_in(3) {
                    let (k, v) = (self.variable(&key), self.variable(&element));
                    format!("{range}.{name}({k}, {v}, {})", self.make(&Type::Bool, depth))
                } else {
                    let v = self.variable(&first);
                    format!("{range}.{name}({v}, {})", self.make(&Type::Bool, depth))
                }
            }
            Type::List(_) => {
                let wanted = t.parameter(0);
                let range = self.make(&range_type, depth);
                match self.random.below(5) {
                    0 => {
                        let (k, v) = (self.variable(&key), self.variable(&element));
                        format!("{range}.transformList({k}, {v}, {})", self.make(&wanted, depth))
                    }
                    1 => {
                        let (k, v) = (self.variable(&key), self.variable(&element));
                        let filter = self.make(&Type::Bool, depth);
                        format!("{range}.transformList({k}, {v}, {filter}, {})", self.make(&wanted, depth))
                    }
                    2 => {
                        let range = self.make(t, depth);
                        let v = self.variable(&wanted);
                        let key = self.simple();
                        let (name, key) =
                            if self.one_in(2) { ("filter", Type::Bool) } else { ("sortBy", key) };
                        format!("{range}.{name}({v}, {})", self.make(&key, depth))
                    }
                    3 => {
                        let v = self.variable(&first);
                        let filter = self.make(&Type::Bool, depth);
                        format!("{range}.map({v}, {filter}, {})", self.make(&wanted, depth))
                    }
                    _ => {
                        let v = self.variable(&first);
                        format!("{range}.map({v}, {})", self.make(&wanted, depth))
                    }
                }
            }
            Type::Map(_) => {
                let range = self.make(&Type::map(Type::String, element.clone()), depth);
                let (k, v) = (self.variable(&Type::String), self.variable(&element));
                if self.one_in(3) {
                    format!("{range}.transformMapEntry({k}, {v}, {})", self.make(t, depth))
                } else {
                    format!("{range}.transformMap({k}, {v}, {})", self.make(&t.parameter(1), depth))
                }
            }
            Type::Opaque(name, _) if &**name == "optional_type" => {
                let range = self.make(&Type::optional(element.clone()), depth);
                let v = self.variable(&element);
                if self.one_in(2) {
                    format!("{range}.optMap({v}, {})", self.make(&t.parameter(0), depth))
                } else {
                    format!("{range}.optFlatMap({v}, {})", self.make(t, depth))
                }
            }
            _ => return None,
        };
        self.variables.truncate(known);
        Some(text)
    }

    fn literal(&mut self, t: &Type, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        let texts = LITERALS.iter().find(|(name, _)| *name == t.name()).map_or(&[][..], |(_, texts)| texts);
        let text = self.random.pick(texts).copied().unwrap_or("null").to_owned();
        match t {
            Type::String => quoted(self.random.pick(TEXTS).copied().unwrap_or_default()),
            Type::Duration => format!("duration('{text}')"),
            Type::Timestamp => format!("timestamp('{text}')"),
            Type::List(_) => {
                let items: Vec<_> =
                    (0..self.random.below(4)).map(|_| self.make(&t.parameter(0), depth)).collect();
                format!("[{}]", items.join(", "))
            }
            Type::Map(_) => self.map(t, depth),
            Type::Opaque(name, _) if &**name == "optional_type" => match self.random.below(4) {
                0 => "optional.none()".to_owned(),
                1 => format!("optional.ofNonZeroValue({})", self.make(&t.parameter(0), depth)),
                _ => format!("optional.of({})", self.make(&t.parameter(0), depth)),
            },
            Type::Opaque(name, _) if &**name == "kubernetes.NamedFormat" => text,
            Type::Opaque(name, _) => {
                let made = name.rsplit('.').next().unwrap_or_default().to_lowercase();
                let pool = POOLS.iter().find(|(names, _)| names.contains(&&*made));
                let pool = pool.map_or(&[][..], |(_, texts)| texts);
                format!("{made}({})", quoted(self.random.pick(pool).copied().unwrap_or_default()))
            }
            Type::Dyn => match self.any_type(1) {
                Type::Dyn => "dyn(1)".to_owned(),
                t => format!("dyn({})", self.make(&t, depth)),
            },
            _ => text,
        }
    }

    /// The order of several entries is chance.
    fn map(&mut self, t: &Type, depth: usize) -> String {
        match self.random.below(6) {
            0 => "{}".to_owned(),
            1 => {
                let value = self.make(&Type::optional(t.parameter(1)), depth);
                format!("{{?{}: {value}}}", self.make(&t.parameter(0), depth))
            }
            _ => {
                let key = self.make(&t.parameter(0), depth);
                format!("{{{key}: {}}}", self.make(&t.parameter(1), depth))
            }
        }
    }
}

/// Whether a declared type can be the wanted one, and what its parameters then are.
fn unify(declared: &Type, wanted: &Type, bound: &mut Bound) -> bool {
    match declared {
        Type::Param(name) => match bound.get(&**name) {
            Some(known) => known == wanted,
            None => {
                bound.insert(name.to_string(), wanted.clone());
                true
            }
        },
        _ => {
            let (a, b) = (declared.parameters(), wanted.parameters());
            declared.name() == wanted.name()
                && a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| unify(a, b, bound))
        }
    }
}

fn write(name: &str, member: bool, arguments: &[String]) -> String {
    let at = |n: usize| arguments.get(n).map_or("", String::as_str);
    match name {
        "!_" => format!("!({})", at(0)),
        "-_" => format!("-({})", at(0)),
        "@in" => format!("({} in {})", at(0), at(1)),
        "_[_]" => format!("{}[{}]", at(0), at(1)),
        "_[?_]" => format!("{}[?{}]", at(0), at(1)),
        "_?_:_" => format!("({} ? {} : {})", at(0), at(1), at(2)),
        _ if name.starts_with('_') => format!("({} {} {})", at(0), name.trim_matches('_'), at(1)),
        _ if member => format!("{}.{name}({})", at(0), arguments.get(1..).unwrap_or_default().join(", ")),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\0' => out.push_str("\\000"),
            c => out.push(c),
        }
    }
    out + "'"
}

/// Values by the names of their types.
#[rustfmt::skip]
const LITERALS: &[(&str, &[&str])] = &[
    ("int", &["0", "1", "2", "3", "-1", "7", "100", "9223372036854775807", "-9223372036854775808", "0x1F", "4294967296"]),
    ("uint", &["0u", "1u", "2u", "7u", "18446744073709551615u", "0xFFu"]),
    ("double", &["0.0", "1.5", "-2.25", "1e10", "1e308", "-0.0", "0.1", "9007199254740993.0", "2.0", ".5", "1e-7", "123456789.125"]),
    ("bool", &["true", "false"]),
    ("bytes", &["b''", "b'a'", "b'abc'", "b'\\xff'", "b'ä'", "bytes('ab')", "b'\\000'"]),
    ("google.protobuf.Duration", &["1h", "0s", "-1.5s", "1ms", "90m", "100000h", "1ns", "1us", "x", "2562047h47m16.854775807s", "24h"]),
    ("google.protobuf.Timestamp", &["2020-01-02T03:04:05Z", "1970-01-01T00:00:00Z", "2021-12-31T23:59:59.999999999+01:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2024-02-29T12:00:00-08:30", "x"]),
    ("kubernetes.NamedFormat", &["format.dns1123Label()", "format.uuid()", "format.byte()", "format.date()", "format.datetime()", "format.uri()", "format.qualifiedName()", "format.named('uuid').value()", "format.dns1035LabelPrefix()", "format.labelValue()"]),
    ("type", &["int", "string", "type(1)", "type([1])", "type({})", "type(self)", "list", "map", "null_type", "double", "type(null)"]),
];

/// Functions that no rule writes, or none that a CRD can have now.
const HIDDEN: &[&str] =
    &["_?._", "includes", "@not_strictly", "@sortBy", "__not_strictly", "@mapInsert", "authorizer"];

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "abc",
    "a,b,c",
    "ä",
    "äöü😀",
    "😀",
    "12",
    "-7",
    "1.5",
    "1h",
    "true",
    "x y",
    " a ",
    "\n",
    "\0",
    "aaaaaaaaaa",
    "2020-01-02T03:04:05Z",
    "1.2.3.4",
    "10.0.0.0/8",
    "e\u{301}",
    "ABC",
    "'",
    "\\",
    "%s",
    "null",
    "1e3",
    "0x1f",
    "9223372036854775808",
];

const PATTERNS: &[&str] = &[
    "a",
    "^a",
    "a$",
    ".*",
    "(a+)+b",
    "[a-c]+",
    "(?i)ABC",
    "\\d+",
    "\\pL",
    "[[:alpha:]]",
    "(",
    "[",
    "a**",
    "a{1001}",
    "(?P<n>a)",
    "\\Qa.b\\E",
    "^$",
    "",
    "\\b",
    "a{,2}",
    "(?x)a",
    "[^a]",
    "x*",
    "(a|b)*c|d",
    "\\x{1F600}",
    "\\z",
    "(?s).",
    "(?m)^a$",
    "[a&&b]",
    "\\C",
    "a{2,1}",
    "(?:)",
    "|",
];

/// Texts that a function has use for.
const POOLS: &[(&[&str], &[&str])] = &[
    (&["matches", "find", "findAll"], PATTERNS),
    (
        &["quantity", "isQuantity"],
        &[
            "1",
            "1Gi",
            "100m",
            "-1.5k",
            "1e3",
            "0",
            "",
            "1 Gi",
            "9223372036854775807",
            "9223372036854775808",
            "1E",
            "0.1n",
            "1e-10",
            "1Ki",
            "1.5Mi",
            "+1",
            ".5",
            "5.",
            "1e",
            "1ee3",
            "0x1",
            "100000000000E",
            "-9223372036854775808",
            "1e1000",
        ],
    ),
    (
        &["ip", "isIP", "ip.isCanonical", "containsIP"],
        &[
            "1.2.3.4",
            "::1",
            "127.0.0.1",
            "::ffff:1.2.3.4",
            "fe80::1",
            "fe80::1%eth0",
            "1.2.3",
            "01.2.3.4",
            "2001:DB8::1",
            "255.255.255.255",
            "224.0.0.1",
            "0.0.0.0",
            "::",
            "169.254.1.1",
            "x",
            "",
        ],
    ),
    (
        &["cidr", "isCIDR", "containsCIDR"],
        &[
            "10.0.0.0/8",
            "10.0.0.1/8",
            "::/0",
            "::1/128",
            "1.2.3.4/33",
            "10.0.0.0/08",
            "fe80::%a/64",
            "0.0.0.0/0",
            "::ffff:1.2.3.0/120",
            "x",
            "10.0.0.0",
            "2001:db8::/32",
        ],
    ),
    (
        &["url", "isURL"],
        &[
            "http://example.com:80/a?b=c&b=d#f",
            "https://[::1]:443/",
            "/a/b",
            "a",
            "",
            "http://a b/",
            "http://user:pw@h/",
            "mailto:a@b",
            "http://h/%zz",
            "http://h/?a=%20+&&=x;y",
            "//h/p",
            "http://%41/",
            "HTTP://EXAMPLE.com",
            "http://h:port/",
        ],
    ),
    (
        &["semver", "isSemver"],
        &[
            "1.2.3",
            "v1.2.3",
            "1.2",
            "01.2.3",
            "1.2.3-rc.1",
            "1.2.3-rc.1+b",
            "1.2.3-01",
            "1.2.3+",
            "",
            "18446744073709551616.0.0",
            "9223372036854775808.0.0",
            "1.2.3.4",
            " 1.2.3",
            "1",
        ],
    ),
    (
        &["format.named"],
        &[
            "dns1123Label",
            "uuid",
            "x",
            "",
            "date",
            "datetime",
            "byte",
            "uri",
            "labelValue",
            "qualifiedName",
            "dns1123Subdomain",
        ],
    ),
    (
        &["validate"],
        &[
            "a",
            "A",
            "a.b",
            "a/b",
            "",
            "2020-01-02",
            "00000000-0000-0000-0000-000000000000",
            "YWI=",
            "http://a",
            "-a",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ],
    ),
    (
        &["format"],
        &[
            "%s", "%d %s", "%.2f", "%e", "%x %X", "%b", "%o", "%%", "%", "%z", "%.f", "%s%s%s", "%5d",
            "%-3s", "%c", "%.100f", "ä%s",
        ],
    ),
    (
        &["timestamp"],
        &[
            "2020-01-02T03:04:05Z",
            "2020-01-02T03:04:05.5+01:00",
            "2020-02-30T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "0000-12-31T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "2020-01-02",
            "2020-01-02T24:00:00Z",
            "2020-01-02t03:04:05z",
            "2020-01-02T3:04:05Z",
            "2020-01-02T03:04:05,5Z",
        ],
    ),
    (
        &["duration"],
        &[
            "1h",
            "-1.5s",
            "1d",
            "",
            "0",
            "1",
            "1us",
            "1µs",
            "1h1h",
            "9223372036854775807ns",
            "9223372036854775808ns",
            "-9223372036854775808ns",
            ".5s",
            "1.s",
            "+1s",
            "1e3s",
            "315576000001s",
        ],
    ),
    (
        &["int", "uint", "double"],
        &[
            "1",
            "-1",
            "1.5",
            "",
            " 1",
            "0x1",
            "1e3",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "+1",
            "1_000",
            "inf",
            "NaN",
            "-Infinity",
            "0b1",
            "1.",
            ".5",
            "0x1p-2",
        ],
    ),
    (&["bool"], &["true", "True", "TRUE", "t", "1", "0", "f", "yes", "tRUE", ""]),
    (
        &[
            "getHours",
            "getMinutes",
            "getSeconds",
            "getMilliseconds",
            "getFullYear",
            "getMonth",
            "getDate",
            "getDayOfMonth",
            "getDayOfWeek",
            "getDayOfYear",
        ],
        &[
            "UTC", "", "+01:00", "-08:30", "01:00", "+1:00", "+25:00", "x", "+01:60", "-00:30", "Local",
            "utc", "+01", "02:30:00", "-02:15",
        ],
    ),
];

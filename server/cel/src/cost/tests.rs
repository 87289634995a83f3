use super::*;
use crate::Edition;
use crate::checker::{Environment, NoTypes, check};
use crate::functions::{Functions, OverloadRow};
use crate::lower::{Dialect, parse_expression};

const ROWS: &[(&str, &str, bool, &[&str], &str)] = &[
    ("_==_", "equals", false, &["<A>", "<A>"], "bool"),
    ("_&&_", "logical_and", false, &["bool", "bool"], "bool"),
    ("@not_strictly_false", "not_strictly_false", false, &["bool"], "bool"),
    ("_?_:_", "conditional", false, &["bool", "<A>", "<A>"], "<A>"),
    ("_+_", "add_int64", false, &["int", "int"], "int"),
    ("_+_", "add_list", false, &["list(<A>)", "list(<A>)"], "list(<A>)"),
    ("_+_", "add_string", false, &["string", "string"], "string"),
    ("_[_]", "index_list", false, &["list(<A>)", "int"], "<A>"),
    ("_[_]", "index_map", false, &["map(<A>, <B>)", "<A>"], "<B>"),
    ("@in", "in_list", false, &["<A>", "list(<A>)"], "bool"),
    ("matches", "matches", false, &["string", "string"], "bool"),
    ("matches", "matches_string", true, &["string", "string"], "bool"),
    ("contains", "contains_string", true, &["string", "string"], "bool"),
    ("startsWith", "starts_with_string", true, &["string", "string"], "bool"),
    ("size", "size_string", false, &["string"], "int"),
    ("bytes", "string_to_bytes", false, &["string"], "bytes"),
    ("dyn", "to_dyn", false, &["<A>"], "dyn"),
    ("sets.contains", "list_sets_contains_list", false, &["list(<T>)", "list(<T>)"], "bool"),
    ("distinct", "list_distinct", true, &["list(<T>)"], "list(<T>)"),
    ("slow", "slow", false, &["string"], "bool"),
];

/// Lists hold up to 10 elements, strings up to 100 characters; `slow` costs 1,000.
struct Sizes;

impl Estimator for Sizes {
    fn size(&self, node: &Node<'_>) -> Option<Size> {
        node.path.first()?;
        let max = match node.t.kind() {
            Kind::String => 100,
            Kind::List | Kind::Map => 10,
            _ => return None,
        };
        Some(Size { min: 0, max })
    }

    fn call(&self, function: &str, _: &str, _: Option<&Node<'_>>, _: &[Node<'_>]) -> Option<CallCost> {
        (function == "slow").then(|| CallCost::new(Cost::fixed(1_000)))
    }
}

fn costs_with(text: &str, options: CostOptions<'_>) -> (u64, u64) {
    let mut functions = Functions::default();
    for (function, overload, member, args, result) in ROWS {
        let (member, args) = (*member, *args);
        assert!(functions.add_row(OverloadRow { function, overload, member, args, result }, &|_| false));
    }
    let variables = [
        ("text", Type::String),
        ("names", Type::list(Type::String)),
        ("labels", Type::map(Type::String, Type::String)),
    ];
    let environment = Environment {
        functions: &functions,
        variables: &variables,
        types: &NoTypes,
        edition: Edition::default(),
    };
    let parsed = parse_expression(text, &Dialect::default());
    let checked = check(parsed.ast, &environment);
    assert_eq!(checked.errors, [], "{text}");
    let cost = cost(&checked, &Sizes, options);
    (cost.min, cost.max)
}

fn costs(text: &str) -> (u64, u64) {
    costs_with(text, CostOptions { overloads: SETS, ..CostOptions::default() })
}

#[test]
fn costs_of_the_language() {
    let cases = [
        ("1", (0, 0)),
        ("text", (1, 1)),
        ("labels.a", (2, 2)),
        ("has(labels.a)", (2, 2)),
        ("[1, 2]", (10, 10)),
        ("{'a': 1}", (30, 30)),
        ("text == 'ab'", (2, 2)),
        ("text == text", (3, 12)),
        ("text == text && text == text", (3, 24)),
        ("text + text == text", (4, 33)),
        ("'a' in names", (1, 11)),
        ("text.startsWith('abc')", (2, 2)),
        ("text.contains(text)", (2, 102)),
        ("text.matches('abcd')", (2, 12)),
        ("dyn(text)", (2, 2)),
        ("slow(text)", (1_001, 1_001)),
        ("true ? text : 'a'", (0, 1)),
    ];
    for (text, expected) in cases {
        assert_eq!(costs(text), expected, "{text}");
    }
}

#[test]
fn loops_cost_their_turns() {
    assert_eq!(costs("names.all(n, n == 'ab')"), (2, 52));
    assert_eq!(costs("names.all(n, slow(n))").1, 2 + 10 * (1_002 + 2));
    assert_eq!(costs("names.map(n, n + 'a').all(n, n == 'ab')").1, 303);
    assert_eq!(costs("names.all(n, names.all(m, n == m))").1, 1_552);
}

#[test]
fn libraries_and_options() {
    assert_eq!(costs("sets.contains(names, names)"), (3, 103));
    assert_eq!(costs("sets.contains([1, 2], [3])"), (23, 23));
    let free = CostOptions { presence_test_costs: false, overloads: LISTS, ..CostOptions::default() };
    assert_eq!(costs_with("has(labels.a)", free), (1, 1));
    assert_eq!(costs_with("names.distinct()", free), (12, 212));
}

#[test]
fn older_clusters_estimate_otherwise() {
    let costs = |text, edition| costs_with(text, CostOptions { edition, ..CostOptions::default() });
    let regex = "matches(text, 'abcd')";
    assert_eq!(costs(regex, Edition::V0_29), (2, 12));
    assert_eq!(costs(regex, Edition::V0_23), (2, 2));
    let made = "(true ? ['a'] : ['b'])[0] == text";
    assert_eq!(costs(made, Edition::V0_23), (13, 13));
    assert_eq!(costs(made, Edition::V0_20), (13, 22), "the sizes of elements are lost");
    assert_eq!(costs("dyn(text) == text", Edition::V0_20), (4, 13));
}

#[test]
fn unknown_sizes_stop_at_the_top() {
    assert_eq!(costs("bytes(text) == bytes(text)").1, 62);
    assert_eq!(costs("dyn(names)[0] == dyn(names)[0]").1, 1_844_674_407_370_955_270);
}

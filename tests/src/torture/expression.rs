//! Any text as CEL: its tokens cover it, its tree and types come, its errors have places in it.

use std::sync::LazyLock;

use crdls_cel::checker::{Environment, NoTypes, check};
use crdls_cel::cost::{CallCost, CostOptions, Estimator, LISTS, Node, Size, cost};
use crdls_cel::functions::{Functions, OverloadRow};
use crdls_cel::lexer::lex;
use crdls_cel::lower::{Dialect, Macros, Parsed, parse_expression};
use crdls_cel::types::Type;
use crdls_cel::validate::{Validator, validate};
use crdls_cel::{Edition, report};
use crdls_minors::Minor;
use crdls_text::TextRange;

use super::Seeds;
use crate::evaluate;

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let text = &*String::from_utf8_lossy(bytes);
    evaluate::expression(text, Minor::NEWEST);
    let lexed = lex(text);
    let joined: String = lexed.tokens.iter().map(|token| token.range.of(text)).collect();
    assert_eq!(joined, text, "the tokens are not the text");
    let plain = Dialect {
        macros: Macros::all(),
        optional_syntax: false,
        escaped_names: false,
        edition: Edition::default(),
    };
    for dialect in [plain, Dialect::default()] {
        let parsed = parse_expression(text, &dialect);
        for error in &parsed.errors {
            fits(text, error.range);
            assert!(error.at.is_none_or(|at| text.is_char_boundary(at as usize)), "{error:?}");
        }
        assert_eq!(report::syntax_errors(text, &parsed.errors).is_empty(), parsed.errors.is_empty());
        types(text, parsed);
    }
}

fn types(text: &str, parsed: Parsed) {
    let broken = !parsed.errors.is_empty();
    let variables = [
        ("self", Type::Dyn),
        ("text", Type::String),
        ("n", Type::Int),
        ("names", Type::list(Type::String)),
        ("labels", Type::map(Type::String, Type::Int)),
    ];
    let environment = Environment {
        functions: &FUNCTIONS,
        variables: &variables,
        types: &NoTypes,
        edition: Edition::default(),
    };
    let checked = check(parsed.ast, &environment);
    for error in &checked.errors {
        fits(text, error.range);
    }
    report::check_errors(text, &checked.errors);
    if broken || !checked.errors.is_empty() {
        return;
    }
    for error in validate(&checked, Validator::ALL, Edition::default()) {
        fits(text, error.range);
    }
    let cost = cost(&checked, &Sizes, CostOptions { overloads: LISTS, ..CostOptions::default() });
    assert!(
        cost.min <= cost.max || cost.max == u64::MAX,
        "it costs at least {} and at most {}",
        cost.min,
        cost.max
    );
}

fn fits(text: &str, range: TextRange) {
    let inside = range.start <= range.end && text.get(range.start as usize..range.end as usize).is_some();
    assert!(inside, "{range:?} is no range of the text, which has {} bytes", text.len());
}

/// Lists, maps and strings have up to ten elements.
struct Sizes;

impl Estimator for Sizes {
    fn size(&self, node: &Node<'_>) -> Option<Size> {
        node.path.first().map(|_| Size { min: 0, max: 10 })
    }

    fn call(&self, _: &str, _: &str, _: Option<&Node<'_>>, _: &[Node<'_>]) -> Option<CallCost> {
        None
    }
}

/// The language's operators and a few functions: enough for types to go wrong.
const ROWS: &[(&str, &str, bool, &[&str], &str)] = &[
    ("_==_", "equals", false, &["<A>", "<A>"], "bool"),
    ("_!=_", "not_equals", false, &["<A>", "<A>"], "bool"),
    ("_&&_", "logical_and", false, &["bool", "bool"], "bool"),
    ("_||_", "logical_or", false, &["bool", "bool"], "bool"),
    ("!_", "logical_not", false, &["bool"], "bool"),
    ("@not_strictly_false", "not_strictly_false", false, &["bool"], "bool"),
    ("_?_:_", "conditional", false, &["bool", "<A>", "<A>"], "<A>"),
    ("-_", "negate_int64", false, &["int"], "int"),
    ("-_", "negate_double", false, &["double"], "double"),
    ("_+_", "add_int64", false, &["int", "int"], "int"),
    ("_+_", "add_uint64", false, &["uint", "uint"], "uint"),
    ("_+_", "add_double", false, &["double", "double"], "double"),
    ("_+_", "add_list", false, &["list(<A>)", "list(<A>)"], "list(<A>)"),
    ("_+_", "add_string", false, &["string", "string"], "string"),
    ("_-_", "subtract_int64", false, &["int", "int"], "int"),
    ("_*_", "multiply_int64", false, &["int", "int"], "int"),
    ("_/_", "divide_int64", false, &["int", "int"], "int"),
    ("_%_", "modulo_int64", false, &["int", "int"], "int"),
    ("_<_", "less_int64", false, &["int", "int"], "bool"),
    ("_>_", "greater_int64", false, &["int", "int"], "bool"),
    ("_>=_", "greater_equals_string", false, &["string", "string"], "bool"),
    ("_[_]", "index_list", false, &["list(<A>)", "int"], "<A>"),
    ("_[_]", "index_map", false, &["map(<A>, <B>)", "<A>"], "<B>"),
    ("@in", "in_list", false, &["<A>", "list(<A>)"], "bool"),
    ("@in", "in_map", false, &["<A>", "map(<A>, <B>)"], "bool"),
    ("matches", "matches_string", true, &["string", "string"], "bool"),
    ("contains", "contains_string", true, &["string", "string"], "bool"),
    ("format", "string_format", true, &["string", "list(dyn)"], "string"),
    ("size", "size_string", false, &["string"], "int"),
    ("size", "string_size", true, &["string"], "int"),
    ("size", "list_size", true, &["list(<A>)"], "int"),
    ("string", "int64_to_string", false, &["int"], "string"),
    ("dyn", "to_dyn", false, &["<A>"], "dyn"),
    ("type", "type", false, &["<A>"], "type(<A>)"),
    ("duration", "string_to_duration", false, &["string"], "google.protobuf.Duration"),
    ("timestamp", "string_to_timestamp", false, &["string"], "google.protobuf.Timestamp"),
    ("orValue", "optional_orValue_value", true, &["optional_type(<V>)", "<V>"], "<V>"),
    ("_?._", "select_optional_field", false, &["dyn", "string"], "optional_type(dyn)"),
    ("_[?_]", "list_optindex_optional_int", false, &["list(<V>)", "int"], "optional_type(<V>)"),
    ("_[?_]", "map_optindex_optional_value", false, &["map(<K>, <V>)", "<K>"], "optional_type(<V>)"),
    ("distinct", "list_distinct", true, &["list(<T>)"], "list(<T>)"),
];

static FUNCTIONS: LazyLock<Functions> = LazyLock::new(|| {
    let mut functions = Functions::default();
    for (function, overload, member, args, result) in ROWS {
        let (member, args) = (*member, *args);
        let row = OverloadRow { function, overload, member, args, result };
        assert!(functions.add_row(row, &|_| false), "{row:?}");
    }
    functions
});

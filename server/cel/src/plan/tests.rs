//! Words recorded from cel-go in Kubernetes' environment.

use crate::Edition;
use crate::checker::{Environment, NoTypes, check};
use crate::functions::{Functions, OverloadRow};
use crate::lower::{Dialect, parse_expression};

use super::plan;

const OVERLOADS: &[(&str, &str, bool, &[&str], &str)] = &[
    ("_==_", "equals", false, &["<A>", "<A>"], "bool"),
    ("_||_", "logical_or", false, &["bool", "bool"], "bool"),
    ("!_", "logical_not", false, &["bool"], "bool"),
    ("@not_strictly_false", "not_strictly_false", false, &["bool"], "bool"),
    ("@in", "in_list", false, &["<A>", "list(<A>)"], "bool"),
    ("_[_]", "index_list", false, &["list(<A>)", "int"], "<A>"),
    ("_[_]", "index_map", false, &["map(<A>, <B>)", "<A>"], "<B>"),
    ("dyn", "to_dyn", false, &["<A>"], "dyn"),
    ("type", "type", false, &["<A>"], "type(<A>)"),
    ("int", "string_to_int64", false, &["string"], "int"),
    ("int", "double_to_int64", false, &["double"], "int"),
    ("uint", "int64_to_uint64", false, &["int"], "uint"),
    ("string", "bytes_to_string", false, &["bytes"], "string"),
    ("string", "string_to_string", false, &["string"], "string"),
    ("matches", "matches_string", true, &["string", "string"], "bool"),
    ("find", "find", true, &["string", "string"], "string"),
    ("timestamp", "string_to_timestamp", false, &["string"], "google.protobuf.Timestamp"),
    ("double", "string_to_double", false, &["string"], "double"),
    ("duration", "string_to_duration", false, &["string"], "google.protobuf.Duration"),
];

fn planned(text: &str) -> String {
    let mut functions = Functions::default();
    for (function, overload, member, args, result) in OVERLOADS {
        let row = OverloadRow { function, overload, member: *member, args, result };
        assert!(functions.add_row(row, &|_| false));
    }
    let environment =
        Environment { functions: &functions, variables: &[], types: &NoTypes, edition: Edition::default() };
    let parsed = parse_expression(text, &Dialect::default());
    assert!(parsed.errors.is_empty(), "{text}");
    let checked = check(parsed.ast, &environment);
    assert!(checked.errors.is_empty(), "{text}: {:?}", checked.errors);
    plan(&checked, &environment, &["find"]).map(|error| error.message).unwrap_or_default()
}

#[test]
fn says_what_the_server_says() {
    let table = [
        ("int('1') == 1", ""),
        ("int('x') == 1", "type conversion error from 'string' to 'int'"),
        ("int(1e99) == 1", "integer overflow"),
        ("uint(-1) == 1u", "unsigned integer overflow"),
        ("int(dyn(true)) == 1", "no such overload: int(bool)"),
        ("timestamp(string('0000-01-01T00:00:00Z')) == timestamp(string('x'))", "timestamp overflow"),
        ("double('0x1p99999') == 1.0", "type conversion error from 'string' to 'double'"),
        ("double('0x1p-99999999999') == 0.0", ""),
        ("string(b'\\xff') == ''", "invalid UTF-8 in bytes, cannot convert to string"),
        ("'a'.find('[') == ''", "error parsing regexp: missing closing ]: `[`"),
        ("'a'.matches(string('['))", "error parsing regexp: missing closing ]: `[`"),
        ("{null: 1}[null] == 1", "invalid qualifier type: types.Null"),
        ("{duration('1h'): 1}[duration('1h')] == 1", "invalid qualifier type: types.Duration"),
        ("type(1) == google.protobuf.Int64Value", "reference to undefined type: google.protobuf.Int64Value"),
        ("[int].exists(t, t == int)", "reference to undefined type: t"),
        ("[1].exists(x, int('y') == x) || int('x') == 1", "type conversion error from 'string' to 'int'"),
        ("{1: 1}[1] == 1 || type(1) == int", ""),
    ];
    for (text, words) in table {
        assert_eq!(planned(text), words, "{text}");
    }
}

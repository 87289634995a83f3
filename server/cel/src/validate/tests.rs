use super::*;
use crate::Edition;
use crate::checker::{Environment, NoTypes, check};
use crate::functions::{Functions, OverloadRow};
use crate::lower::{Dialect, parse_expression};
use crate::types::Type;

const ROWS: &[(&str, &str, bool, &[&str], &str)] = &[
    ("duration", "string_to_duration", false, &["string"], "google.protobuf.Duration"),
    ("timestamp", "string_to_timestamp", false, &["string"], "google.protobuf.Timestamp"),
    ("timestamp", "int64_to_timestamp", false, &["int"], "google.protobuf.Timestamp"),
    ("matches", "matches", false, &["string", "string"], "bool"),
    ("matches", "matches_string", true, &["string", "string"], "bool"),
    ("format", "string_format", true, &["string", "list(dyn)"], "string"),
    ("optional.of", "optional_of", false, &["<V>"], "optional_type(<V>)"),
];

fn errors(text: &str) -> Vec<(String, String)> {
    let mut functions = Functions::default();
    for (function, overload, member, args, result) in ROWS {
        let (member, args) = (*member, *args);
        assert!(functions.add_row(OverloadRow { function, overload, member, args, result }, &|_| false));
    }
    let variables = [("any", Type::Dyn), ("text", Type::String)];
    let environment = Environment {
        functions: &functions,
        variables: &variables,
        types: &NoTypes,
        edition: Edition::default(),
    };
    let parsed = parse_expression(text, &Dialect::default());
    let checked = check(parsed.ast, &environment);
    assert_eq!(checked.errors, [], "{text}");
    let found = validate(&checked, Validator::ALL, Edition::default());
    found.into_iter().map(|error| (error.range.of(text).to_owned(), error.message)).collect()
}

fn assert_error(text: &str, range: &str, message: &str) {
    assert_eq!(errors(text), [(range.to_owned(), message.to_owned())], "{text}");
}

#[test]
fn literals_that_cannot_be_read() {
    assert_error("duration('1d')", "'1d'", "invalid duration argument");
    assert_error("timestamp('yesterday')", "'yesterday'", "invalid timestamp argument");
    assert_error("timestamp(999999999999999)", "999999999999999", "invalid timestamp argument");
    // Go reads it; its year is 0.
    let early = "'0001-01-01T00:00:00+01:00'";
    assert_error(&format!("timestamp({early})"), early, "invalid timestamp argument");
    assert_error("text.matches('(')", "'('", "invalid matches argument");
    assert_error("matches('(', text)", "'('", "invalid matches argument");
    for text in
        ["duration('1h')", "timestamp('2020-01-01T00:00:00Z')", "text.matches(text)", "matches(text, '(')"]
    {
        assert_eq!(errors(text), [], "{text}");
    }
}

#[test]
fn lists_and_maps_of_mixed_types() {
    assert_error("[1, 'a', 2.0]", "'a'", "expected type 'int' but found 'string'");
    assert_error("{'a': 1, 'b': 'c'}", "'c'", "expected type 'int' but found 'string'");
    assert_error("{'a': 1, 2: 1}", "2", "expected type 'string' but found 'int'");
    assert_error("[1, any]", "any", "expected type 'int' but found 'dyn'");
    assert_error("[?optional.of(1), 'a']", "'a'", "expected type 'int' but found 'string'");
    assert_eq!(errors("'%s %d'.format(['a', 1])"), []);
    assert_eq!(errors("[1, 2]"), []);
}

#[test]
fn format_strings_fit_their_arguments() {
    assert_error(
        "'%d'.format(['a'])",
        "'a'",
        "error during formatting: decimal clause can only be used on integers, was given string",
    );
    assert_error(
        "'%s'.format(['a', 'b'])",
        "'%s'.format(['a', 'b'])",
        "too many arguments supplied to string.format (expected 1, got 2)",
    );
    assert_error("'%s%s'.format(['a'])", "'%s%s'.format(['a'])", "index 1 out of range");
    assert_error("'%'.format(['a'])", "'%'.format(['a'])", "unexpected end of string");
    assert_error(
        "'%q'.format(['a'])",
        "'%q'.format(['a'])",
        "could not parse formatting clause: unrecognized formatting clause \"q\"",
    );
    assert_error(
        "'%.f'.format([1.0])",
        "'%.f'.format([1.0])",
        "could not parse formatting clause: error while parsing precision: error while converting precision to \
         integer: strconv.Atoi: parsing \"\": invalid syntax",
    );
    for text in
        ["'100%%'.format([])", "'%.3f'.format([1.0])", "'%s'.format([[1, [2]]])", "'%x'.format([any])"]
    {
        assert_eq!(errors(text), [], "{text}");
    }
}

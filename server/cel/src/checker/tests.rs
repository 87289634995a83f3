use super::*;
use crate::Edition;
use crate::functions::{Functions, OverloadRow};
use crate::lower::{Dialect, parse_expression};

/// A few functions, enough to meet each rule of the checker.
const ROWS: &[(&str, &str, bool, &[&str], &str)] = &[
    ("_==_", "equals", false, &["<A>", "<A>"], "bool"),
    ("_&&_", "logical_and", false, &["bool", "bool"], "bool"),
    ("_||_", "logical_or", false, &["bool", "bool"], "bool"),
    ("!_", "logical_not", false, &["bool"], "bool"),
    ("@not_strictly_false", "not_strictly_false", false, &["bool"], "bool"),
    ("_?_:_", "conditional", false, &["bool", "<A>", "<A>"], "<A>"),
    ("_+_", "add_int64", false, &["int", "int"], "int"),
    ("_+_", "add_list", false, &["list(<A>)", "list(<A>)"], "list(<A>)"),
    ("_+_", "add_string", false, &["string", "string"], "string"),
    ("_>_", "greater_int64", false, &["int", "int"], "bool"),
    ("_[_]", "index_list", false, &["list(<A>)", "int"], "<A>"),
    ("_[_]", "index_map", false, &["map(<A>, <B>)", "<A>"], "<B>"),
    ("size", "list_size", true, &["list(<A>)"], "int"),
    ("size", "size_string", false, &["string"], "int"),
    ("dyn", "to_dyn", false, &["<A>"], "dyn"),
    ("type", "type", false, &["<A>"], "type(<A>)"),
    ("ns.twice", "twice", false, &["int"], "int"),
    ("optional.of", "optional_of", false, &["<V>"], "optional_type(<V>)"),
    ("optional.none", "optional_none", false, &[], "optional_type(<V>)"),
    ("hasValue", "optional_hasValue", true, &["optional_type(<V>)"], "bool"),
    ("value", "optional_value", true, &["optional_type(<V>)"], "<V>"),
];

struct Boxes;

impl TypeProvider for Boxes {
    fn find_type(&self, _: &str) -> Option<Type> {
        None
    }

    fn has_object(&self, name: &str) -> bool {
        name == "Box"
    }

    fn find_field(&self, object: &str, field: &str) -> Option<Type> {
        match (object, field) {
            ("Box", "width") => Some(Type::Int),
            ("Box", "tags") => Some(Type::list(Type::String)),
            ("Box", "labels") => Some(Type::map(Type::String, Type::String)),
            ("Box", "inner") => Some(Type::object("Box")),
            ("Box", "any") => Some(Type::Dyn),
            _ => None,
        }
    }
}

fn checked(text: &str) -> Checked {
    let parsed = parse_expression(text, &Dialect::default());
    assert_eq!(parsed.errors, [], "{text}");
    check_ast(parsed.ast)
}

fn check_ast(ast: Ast) -> Checked {
    let mut functions = Functions::default();
    for (function, overload, member, args, result) in ROWS {
        let (member, args) = (*member, *args);
        assert!(functions.add_row(OverloadRow { function, overload, member, args, result }, &|_| false));
    }
    let variables = [("self", Type::object("Box")), ("n", Type::nullable(Type::Int))];
    let environment = Environment {
        functions: &functions,
        variables: &variables,
        types: &Boxes,
        edition: Edition::default(),
    };
    check(ast, &environment)
}

fn type_of(text: &str) -> String {
    let checked = checked(text);
    assert_eq!(checked.errors, [], "{text}");
    checked.result_type().to_string()
}

/// The first error: the text it stands at, where the server sees it, the message.
fn error(text: &str) -> (String, u32, String) {
    let checked = checked(text);
    let error = checked.errors.first().unwrap_or_else(|| panic!("{text} has no error"));
    (error.range.of(text).to_owned(), error.at, error.message.clone())
}

fn assert_error(text: &str, range: &str, at: u32, message: &str) {
    assert_eq!(error(text), (range.to_owned(), at, message.to_owned()), "{text}");
}

#[test]
fn types_of_expressions() {
    let cases = [
        ("self.inner.width + 1", "int"),
        ("self.labels.color", "string"),
        ("self.?width", "optional_type(int)"),
        ("self.?inner.width", "optional_type(int)"),
        ("has(self.width)", "bool"),
        ("self.any.whatever", "dyn"),
        ("self.tags.map(t, size(t))", "list(int)"),
        ("self.tags.filter(t, t == 'a')", "list(string)"),
        ("self.tags.exists(i, t, i > 0 && t == 'a')", "bool"),
        ("self.labels.all(k, k == 'a')", "bool"),
        ("[]", "list(dyn)"),
        ("[1, 'a']", "list(dyn)"),
        ("[[], [1]]", "list(list(int))"),
        ("{'a': 1}", "map(string, int)"),
        ("{}", "map(dyn, dyn)"),
        ("[?self.?width]", "list(int)"),
        ("true ? [] : [1]", "list(int)"),
        ("true ? 1 : dyn('a')", "dyn"),
        ("ns.twice(2)", "int"),
        ("optional.of(1).optMap(x, x + 1)", "optional_type(int)"),
        ("type(1) == int", "bool"),
        ("int", "type(int)"),
        ("n == null", "bool"),
        ("Box{width: 1}", "Box"),
        ("[1].map(self, self + 1)", "list(int)"),
        ("[1].map(self, .self.width)", "list(int)"),
        ("self.any + 1", "int"),
        ("self.any + self.any", "dyn"),
    ];
    for (text, t) in cases {
        assert_eq!(type_of(text), t, "{text}");
    }
}

#[test]
fn errors_say_what_the_server_says_and_where() {
    assert_error("self.wdth > 1", "wdth", 4, "undefined field 'wdth'");
    assert_error("slf.width", "slf", 0, "undeclared reference to 'slf' (in container '')");
    assert_error("self.width.a", "a", 10, "type 'int' does not support field selection");
    assert_error("self.tags.len()", "len", 13, "undeclared reference to 'len' (in container '')");
    assert_error("1 && true", "1", 0, "expected type 'bool' but found 'int'");
    assert_error(
        "self.tags + 1",
        "self.tags + 1",
        10,
        "found no matching overload for '_+_' applied to '(list(string), int)'",
    );
    assert_error(
        "self.tags.size(1)",
        "self.tags.size(1)",
        14,
        "found no matching overload for 'size' applied to 'list(string).(int)'",
    );
    assert_error(
        "1.all(x, true)",
        "1",
        0,
        "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    );
    assert_error("self.tags.exists(t, t)", "t", 20, "expected type 'bool' but found 'string'");
    assert_error("[?1]", "1", 2, "expected type 'optional_type(int)' but found 'int'");
    assert_error("Box{depth: 1}", "depth", 9, "undefined field 'depth'");
    assert_error(
        "Box{width: 'a'}",
        "'a'",
        9,
        "expected type of field 'width' is 'int' but provided type is 'string'",
    );
    assert_error("Bx{}", "Bx", 2, "undeclared reference to 'Bx' (in container '')");
    assert_error("int{}", "int", 3, "'int' is not a message type");
}

#[test]
fn one_mistake_does_not_hide_another() {
    let checked = checked("self.a == 1 && self.b == 2");
    assert_eq!(checked.errors.len(), 2);
}

#[test]
fn overloads_that_may_be_meant_are_kept() {
    let checked = checked("self.any + self.any");
    let ids: Vec<_> = checked.overloads(checked.ast.root).iter().map(|id| id.to_string()).collect();
    assert_eq!(ids, ["add_int64", "add_list", "add_string"]);
}

#[test]
fn half_typed_text_has_types_and_scopes() {
    let text = "self.inner.tags.all(t, self.?inner.optMap(i, i.) && t.";
    let parsed = parse_expression(text, &Dialect::default());
    let tree = parsed.tree.clone();
    let checked = check_ast(parsed.ast);
    let type_before = |offset| {
        let node = tree.at_offset(offset)?;
        checked.type_of_node(node).map(Type::to_string)
    };
    assert_eq!(type_before(11).as_deref(), Some("list(string)"));
    assert_eq!(type_before(45).as_deref(), Some("Box"));
    assert_eq!(type_before(53).as_deref(), Some("string"));
    let names = |offset| checked.locals_at(offset).map(|local| local.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(10), Vec::<String>::new());
    assert_eq!(names(47), ["t", "i"]);
    assert_eq!(names(text.len() as u32), ["t"]);
}

#[test]
fn the_deepest_text_fits_the_stack() {
    let nested = |open: &str, inner: &str, close: &str, n: usize| {
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    for text in [
        nested("[", "1", "]", 248),
        nested("[1].map(x, ", "x", ")", 120),
        nested("[1].sortBy(x, ", "x", ")", 120),
        nested("{1: ", "1", "}", 240),
        nested("true ? 1 : (", "1", ")", 120),
        format!("self{}", ".inner".repeat(240)),
        format!("1{}", " + 1".repeat(240)),
        format!("self.tags{}", ".map(x, [x])".repeat(240)),
    ] {
        checked(&text);
    }
}

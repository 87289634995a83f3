use super::*;
use crate::ast::Literal;

fn show(ast: &Ast, id: ExprId) -> String {
    let list = |ids: &[ExprId]| ids.iter().map(|id| show(ast, *id)).collect::<Vec<_>>().join(", ");
    match ast.kind(id) {
        ExprKind::Unspecified(_) => "?".to_owned(),
        ExprKind::Literal(Literal::Int(value)) => value.to_string(),
        ExprKind::Literal(Literal::Bool(value)) => value.to_string(),
        ExprKind::Literal(Literal::String(value)) => format!("{value:?}"),
        ExprKind::Literal(value) => format!("{value:?}"),
        ExprKind::Ident(name) => name.to_string(),
        ExprKind::Select { operand, field, test_only } => {
            format!("{}.{field}{}", show(ast, *operand), if *test_only { "~test" } else { "" })
        }
        ExprKind::Call { function, target: None, args } => format!("{function}({})", list(args)),
        ExprKind::Call { function, target: Some(target), args } => {
            format!("{}.{function}({})", show(ast, *target), list(args))
        }
        ExprKind::List { elements } => {
            let mark = |e: &crate::ast::ListElement| if e.optional { "?" } else { "" };
            let shown: Vec<_> =
                elements.iter().map(|e| format!("{}{}", mark(e), show(ast, e.value))).collect();
            format!("[{}]", shown.join(", "))
        }
        ExprKind::Map { entries } => {
            let shown: Vec<_> =
                entries.iter().map(|e| format!("{}: {}", show(ast, e.key), show(ast, e.value))).collect();
            format!("{{{}}}", shown.join(", "))
        }
        ExprKind::Struct { type_name, fields } => {
            let shown: Vec<_> =
                fields.iter().map(|f| format!("{}: {}", f.name, show(ast, f.value))).collect();
            format!("{type_name}{{{}}}", shown.join(", "))
        }
        ExprKind::Comprehension(fold) => format!(
            "fold({}{} in {}; {} = {}; {}; {}; {})",
            fold.iter_var,
            fold.iter_var2.as_ref().map(|name| format!(", {name}")).unwrap_or_default(),
            show(ast, fold.iter_range),
            fold.accu_var,
            show(ast, fold.accu_init),
            show(ast, fold.condition),
            show(ast, fold.step),
            show(ast, fold.result)
        ),
    }
}

fn lowered(text: &str) -> String {
    let parsed = parse_expression(text, &Dialect::default());
    assert_eq!(parsed.errors, [], "{text}");
    show(&parsed.ast, parsed.ast.root)
}

fn errors(text: &str, dialect: &Dialect) -> Vec<(String, u32, String)> {
    let parsed = parse_expression(text, dialect);
    let shown = |e: &SyntaxError| (e.range.of(text).to_owned(), e.at.unwrap_or(u32::MAX), e.message.clone());
    parsed.errors.iter().map(shown).collect()
}

#[test]
fn operators_are_calls_and_chains_are_balanced() {
    assert_eq!(lowered("a.b in [1, -2] && !c"), "_&&_(@in(a.b, [1, -2]), !_(c))");
    assert_eq!(lowered("a && b && c && d"), "_&&_(_&&_(a, b), _&&_(c, d))");
    assert_eq!(lowered("a || b || c"), "_||_(_||_(a, b), c)");
    assert_eq!(lowered("!!a ? -b : --c"), "_?_:_(a, -_(b), c)");
    assert_eq!(lowered("a.?b[?0].`c-d`"), "_[?_](_?._(a, \"b\"), 0).c-d");
    assert_eq!(lowered(".a.b(c) + .f()"), "_+_(.a.b(c), .f())");
    assert_eq!(lowered("m.N{a: 0x10, ?b: [?c]}"), "m.N{a: 16, b: [?c]}");
}

#[test]
fn macros_over_one_variable() {
    assert_eq!(lowered("has(a.b.c)"), "a.b.c~test");
    assert_eq!(
        lowered("a.all(x, x > 1)"),
        "fold(x in a; @result = true; @not_strictly_false(@result); _&&_(@result, _>_(x, 1)); @result)"
    );
    assert_eq!(
        lowered("a.exists(x, x)"),
        "fold(x in a; @result = false; @not_strictly_false(!_(@result)); _||_(@result, x); @result)"
    );
    assert_eq!(
        lowered("a.exists_one(x, x)"),
        "fold(x in a; @result = 0; true; _?_:_(x, _+_(@result, 1), @result); _==_(@result, 1))"
    );
    assert_eq!(
        lowered("a.map(x, x, 1)"),
        "fold(x in a; @result = []; true; _?_:_(x, _+_(@result, [1]), @result); @result)"
    );
    assert_eq!(
        lowered("a.filter(x, 1)"),
        "fold(x in a; @result = []; true; _?_:_(1, _+_(@result, [x]), @result); @result)"
    );
    assert_eq!(lowered("a.all(x)"), "a.all(x)", "no macro takes one argument");
}

#[test]
fn macros_over_two_variables() {
    assert_eq!(
        lowered("a.all(k, v, v)"),
        "fold(k, v in a; @result = true; @not_strictly_false(@result); _&&_(@result, v); @result)"
    );
    assert_eq!(
        lowered("a.transformMap(k, v, k, v)"),
        "fold(k, v in a; @result = {}; true; _?_:_(k, cel.@mapInsert(@result, k, v), @result); @result)"
    );
    assert_eq!(
        lowered("a.transformMapEntry(k, v, {v: k})"),
        "fold(k, v in a; @result = {}; true; cel.@mapInsert(@result, {v: k}); @result)"
    );
}

#[test]
fn macros_that_bind() {
    assert_eq!(
        lowered("a.?b.optMap(x, x + 1)"),
        "_?_:_(_?._(a, \"b\").hasValue(), optional.of(fold(#unused in []; x = _?._(a, \"b\").value(); false; x; \
         _+_(x, 1))), optional.none())"
    );
    assert_eq!(
        lowered("a.sortBy(x, x.b)"),
        "fold(#unused in []; @__sortBy_input__ = a; false; @__sortBy_input__; \
         @__sortBy_input__.@sortByAssociatedKeys(fold(x in @__sortBy_input__; @result = []; true; \
         _+_(@result, [x.b]); @result)))"
    );
}

#[test]
fn wrong_arguments_have_their_place() {
    let all = Dialect::default();
    let one = |text| errors(text, &all).into_iter().next().unwrap_or_default();
    let expected = |range: &str, at, message: &str| (range.to_owned(), at, message.to_owned());
    assert_eq!(one("a.all(b.c, true)"), expected("b.c", 7, "argument must be a simple name"));
    assert_eq!(one("has(a)"), expected("a", 4, "invalid argument to has() macro"));
    assert_eq!(one("a.all(x, x, x)"), expected("x", 9, "duplicate variable name: x"));
    assert_eq!(one("1 + .if"), expected("if", 4, "reserved identifier: if"));
    assert_eq!(one("1 - 9223372036854775808"), expected("9223372036854775808", 4, "invalid int literal"));
    assert_eq!(one("f(1.9e308)"), expected("1.9e308", 2, "invalid double literal"));
    assert_eq!(one("'\\ud800'"), expected("'\\ud800'", 0, "invalid unicode code point"));
    assert_eq!(one("[if, as]").1, 1);
    assert_eq!(errors("[if, as]", &all).len(), 2);
    assert_eq!(errors("a.all(x, b == ) && c.if", &all).len(), 1);
}

#[test]
fn an_environment_without_a_macro_leaves_the_call() {
    let few = Dialect {
        macros: Macros::select(|m| m.name != "all"),
        optional_syntax: false,
        escaped_names: false,
        edition: Edition::default(),
    };
    let parsed = parse_expression("a.all(x, x)", &few);
    assert_eq!(show(&parsed.ast, parsed.ast.root), "a.all(x, x)");
    for (text, message) in [
        ("a.?b", "unsupported syntax '.?'"),
        ("a[?b]", "unsupported syntax '[?'"),
        ("[?b]", "unsupported syntax '?'"),
        ("a.`b`", "unsupported syntax: '`'"),
    ] {
        assert_eq!(errors(text, &few).first().map(|e| e.2.clone()).as_deref(), Some(message));
    }
}

#[test]
fn copies_do_not_explode() {
    let parsed =
        |links| parse_expression(&format!("a{}", ".optMap(x, x)".repeat(links)), &Dialect::default());
    assert_eq!(parsed(12).errors, []);
    for links in [14, 60] {
        let refused = parsed(links);
        assert_eq!(refused.errors.len(), 1, "{:?}", refused.errors);
        assert!(refused.ast.len() <= MAX_EXPRESSIONS);
    }
}

use super::*;

/// The messages of a text, each with the text it stands at.
fn errors(text: &str) -> Vec<(String, String)> {
    let tree = parse(text);
    tree.errors.iter().map(|e| (e.range.of(text).to_owned(), e.message.clone())).collect()
}

/// The names and literals in the tree, in order.
fn leaves(text: &str) -> Vec<&str> {
    let tree = parse(text);
    let mut leaves = Vec::new();
    for node in &tree.nodes {
        match &node.kind {
            NodeKind::Ident { name, .. } | NodeKind::Call { name, .. } => leaves.push(*name),
            NodeKind::Select { field: Some(field), .. } => leaves.push(*field),
            NodeKind::Literal { token, .. } => leaves.push(*token),
            NodeKind::Message { fields, .. } => leaves.extend(fields.iter().filter_map(|f| f.name)),
            _ => {}
        }
    }
    leaves.sort();
    leaves.iter().map(|range| range.of(text)).collect()
}

/// The tree with its parentheses written out.
fn shape(text: &str) -> String {
    let tree = parse(text);
    assert_eq!(tree.errors, [], "{text}");
    show(&tree, tree.root, text)
}

fn show(tree: &Tree, id: NodeId, text: &str) -> String {
    let node = tree.node(id);
    let mut parts = Vec::new();
    node.kind.for_each_child(|child| parts.push(show(tree, child, text)));
    match &node.kind {
        NodeKind::Binary { operator, .. } => format!("({})", parts.join(operator.of(text))),
        NodeKind::Logic { operators, .. } => {
            format!("({})", parts.join(operators.first().map_or("", |o| o.of(text))))
        }
        NodeKind::Ternary { .. } => format!("<{}>", parts.join(";")),
        NodeKind::Unary { op, count, .. } => format!("{}{count}{}", op.text().unwrap_or(""), parts.concat()),
        NodeKind::Select { field, .. } => {
            format!("{}.{}", parts.concat(), field.unwrap_or_default().of(text))
        }
        NodeKind::Paren { .. } => parts.concat(),
        NodeKind::Call { name, .. } => format!("{}[{}]", name.of(text), parts.join(",")),
        _ => node.range.of(text).to_owned(),
    }
}

#[test]
fn operators_bind_as_in_the_grammar() {
    assert_eq!(shape("a+b*c-d"), "((a+(b*c))-d)");
    assert_eq!(shape("a<b==c"), "((a<b)==c)");
    assert_eq!(shape("a||b&&c&&d||e"), "(a||(b&&c&&d)||e)");
    assert_eq!(shape("a?b:c?d:e"), "<a;b;<c;d;e>>");
    assert_eq!(shape("!!a"), "!2a");
    assert_eq!(shape("--1"), "-21");
    assert_eq!(shape("-1.f(x)"), "f[-1,x]");
    assert_eq!(shape("1-1"), "(1-1)");
    assert_eq!(shape("a.b.c(d.e)"), "c[a.b,d.e]");
}

#[test]
fn lists_and_maps_may_end_with_a_comma_and_calls_not() {
    for text in
        ["[]", "[,]", "[1,]", "[?a,b]", "{}", "{,}", "{'a':1,}", "{?a:b}", "m.N{}", "m.N{a:1,?`b-c`:2,}"]
    {
        assert_eq!(errors(text), [], "{text}");
    }
    assert_eq!(errors("f(1,)").len(), 1);
    assert_eq!(errors("[1,,2]").len(), 1);
    assert_eq!(errors("f(){}").len(), 1);
    assert_eq!(errors("(a).b{}").len(), 1);
}

#[test]
fn half_typed_text_keeps_its_names() {
    for (text, expected) in [
        ("self.items.all(x, x.na", &["self", "items", "all", "x", "x", "na"][..]),
        ("self.a == 'b", &["self", "a", "'b"]),
        ("[a, b.", &["a", "b"]),
        ("{a: b, c", &["a", "b", "c"]),
        ("x ? y", &["x", "y"]),
        ("must be one of a", &["must", "be", "one", "of", "a"]),
        ("f(a b, [c d)", &["f", "a", "b", "c", "d"]),
        ("a.(b)", &["a", "b"]),
    ] {
        assert_eq!(leaves(text), expected, "{text}");
        assert!(!errors(text).is_empty(), "{text}");
    }
}

#[test]
fn one_slip_is_one_error_and_two_are_two() {
    let cases = [
        ("a = b", "=", "`=` is not a CEL operator; use `==` to compare"),
        ("self.", "", "expected a field name after the dot, found the end of the expression"),
        ("a.in", "in", "`in` is a word of the language and cannot be a field name after the dot"),
        ("a b c", "b", "unexpected `b`"),
        ("(a", "", "expected `)`, found the end of the expression"),
        ("a && ", "", "expected a value, found the end of the expression"),
    ];
    for (text, range, message) in cases {
        assert_eq!(errors(text).first(), Some(&(range.to_owned(), message.to_owned())), "{text}");
    }
    assert_eq!(errors("a b c d").len(), 1);
    assert_eq!(errors("f(a b) && g(c d)").len(), 2);
}

#[test]
fn deep_text_is_refused_without_recursion() {
    let limit =
        |text: String| parse(&text).errors.first().and_then(|e| e.at.is_none().then(|| e.message.clone()));
    let nested = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(limit(nested(249)), None);
    assert_eq!(limit(nested(250)).as_deref(), Some("expression recursion limit exceeded: 250"));
    assert_eq!(limit(format!("a{}", ".b".repeat(250))), None);
    assert_eq!(limit(format!("a{}", ".b".repeat(251))).as_deref(), Some("max recursion depth exceeded"));
    assert!(limit("a?b:".repeat(50_000)).is_some());
    assert!(limit("(".repeat(90_000)).is_some());
    assert!(limit("f([{".repeat(20_000)).is_some());
    assert!(limit("a".repeat(100_001)).is_some());
    for text in ["-", "!", "[1]+", ")", "a.", "''"] {
        parse(&text.repeat(20_000));
    }
    assert_eq!(limit(format!("{}a", "!".repeat(99_000))), None);
    assert_eq!(limit(vec!["a"; 20_000].join("||")), None);
}

#[test]
fn the_node_under_the_cursor_is_the_innermost() {
    let text = "self.a.exists(x, x.b == 1)";
    let tree = parse(text);
    let at = |offset| tree.at_offset(offset).map(|id| tree.node(id).range.of(text));
    assert_eq!(at(1), Some("self"));
    assert_eq!(at(5), Some("self.a"));
    assert_eq!(at(19), Some("x.b"));
}

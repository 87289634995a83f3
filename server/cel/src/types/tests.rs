use super::*;

fn t(text: &str) -> Type {
    Type::parse(text, &|name| name.starts_with("net.")).unwrap()
}

#[test]
fn types_are_read_and_written() {
    let cases = [
        ("map(<K>, list(int))", "map(K, list(int))"),
        ("optional_type(google.protobuf.Duration)", "optional_type(duration)"),
        ("type(<A>)", "type(A)"),
        ("kubernetes.URL", "kubernetes.URL"),
        ("wrapper(int)", "wrapper(int)"),
        ("null_type", "null"),
    ];
    for (text, shown) in cases {
        assert_eq!(t(text).to_string(), shown);
    }
    assert_eq!(t("net.IP").kind(), Kind::Opaque);
    assert_eq!(t("kubernetes.URL").kind(), Kind::Object);
    for text in ["", "list(", "list(int", "list(int))", "map(int,,int)", &"list(".repeat(40)] {
        assert_eq!(Type::parse(text, &|_| false), None, "{text}");
    }
    assert_eq!(signature(Some(&t("list(dyn)")), &[Type::Int]), "list(dyn).(int)");
    assert_eq!(signature(None, &[Type::Int, Type::String]), "(int, string)");
}

#[test]
fn what_can_stand_for_what() {
    let mut bindings = Bindings::default();
    for (a, b) in [
        ("int", "dyn"),
        ("list(dyn)", "list(int)"),
        ("null", "wrapper(int)"),
        ("int", "wrapper(int)"),
        ("null", "timestamp"),
        ("null", "kubernetes.URL"),
        ("type(int)", "type"),
    ] {
        assert!(bindings.assign(&t(a), &t(b)), "{a} {b}");
    }
    for (a, b) in [("int", "uint"), ("list(int)", "list(string)"), ("null", "int"), ("net.IP", "net.CIDR")] {
        assert!(!bindings.assign(&t(a), &t(b)), "{a} {b}");
    }
}

#[test]
fn variables_are_bound_and_a_failure_unbinds_them() {
    let mut bindings = Bindings::default();
    let (a, b) = (bindings.fresh(), bindings.fresh());
    let wanted = [Type::list(a.clone()), a.clone()];
    assert!(!bindings.assign_all(&[Type::list(Type::Int), Type::String], &wanted));
    assert_eq!(bindings.substitute(&a, false), a, "unbound again");
    assert!(bindings.assign_all(&[Type::list(Type::Int), Type::Int], &wanted));
    assert_eq!(bindings.substitute(&wanted[0], false), Type::list(Type::Int));
    assert!(!bindings.assign(&b, &Type::list(b.clone())), "occurs check");
    assert_eq!(bindings.substitute(&Type::list(b), true), Type::list(Type::Dyn));
    assert!(bindings.assign(&Type::Dyn, &a));
    assert_eq!(bindings.substitute(&a, false), Type::Dyn, "the more general type wins");
}

#[test]
fn types_do_not_grow_without_bound() {
    let mut grown = Type::String;
    for _ in 0..100 {
        grown = Type::map(grown.clone(), grown);
    }
    assert!(grown.to_string().len() < 2_000_000);
}

/// 14 levels of `map(T, T)` are 2^15 types, of which 15 differ.
#[test]
fn a_part_that_occurs_often_is_replaced_once() {
    let mut bindings = Bindings::default();
    let variable = bindings.fresh();
    assert!(bindings.assign(&variable, &Type::Int));
    let (mut open, mut closed) = (variable, Type::Int);
    for _ in 0..14 {
        open = Type::map(open.clone(), open);
        closed = Type::map(closed.clone(), closed);
    }
    let mut substitution = Substitution::new(&bindings, true);
    let replaced = substitution.of(&open);
    assert!(substitution.steps < 40, "{} steps", substitution.steps);
    assert!(replaced.is_exact(&closed));
    substitution.of(&closed);
    substitution.of(&open);
    assert!(substitution.steps < 40, "{} steps", substitution.steps);
    assert!(
        matches!((&replaced, &substitution.of(&open)), (Type::Map(a), Type::Map(b)) if Arc::ptr_eq(a, b))
    );
}

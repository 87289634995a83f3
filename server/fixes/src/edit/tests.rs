//! Each primitive over small texts.

use crdls_text::Edit;
use crdls_yaml::{Node, Tree};

use super::super::value::Value;
use super::{insert, moved, parts, push, remove, replace};

/// Applies what `change` makes of the root.
fn after(text: &str, change: impl Fn(Node<'_>) -> Option<Vec<Edit>>) -> Option<String> {
    let tree = Tree::parse(text);
    let root = tree.first_root(text)?;
    let mut edits = change(root)?;
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let mut text = text.to_owned();
    edits.iter().all(|edit| edit.apply(&mut text)).then_some(text)
}

fn at<'t>(root: Node<'t>, path: &[&str]) -> Node<'t> {
    path.iter().fold(root, |node, step| match step.parse::<usize>() {
        Ok(index) => node.items().nth(index).unwrap(),
        Err(_) => node.get(step).unwrap().value,
    })
}

fn inserted(text: &str, path: &[&str]) -> String {
    after(text, |root| Some(vec![insert(at(root, path), "type", &Value::text("object"))?])).unwrap()
}

#[test]
fn a_key_goes_beside_the_others() {
    assert_eq!(inserted("a: 1\nb: 2", &[]), "a: 1\nb: 2\ntype: object");
    assert_eq!(
        inserted("z: 1 # c\n# d\na: 2 # e\n\n# f\n", &[]),
        "z: 1 # c\n# d\na: 2 # e\ntype: object\n\n# f\n"
    );
    assert_eq!(inserted("a: 1\nx: 2\n", &[]), "a: 1\ntype: object\nx: 2\n");
    assert_eq!(inserted("k:\n- x: 1\n  y: 2\n", &["k", "0"]), "k:\n- type: object\n  x: 1\n  y: 2\n");
    assert_eq!(
        inserted("k:\n  # of x\n  x: 1\n  y: 2\n", &["k"]),
        "k:\n  # of x\n  x: 1\n  type: object\n  y: 2\n"
    );
    assert_eq!(inserted("- x: |+\n    t\n\n", &["0"]), "- x: |+\n    t\n\n  type: object\n");
    assert_eq!(inserted("a: 1\r\n", &[]), "a: 1\r\ntype: object\r\n");
}

#[test]
fn a_key_goes_into_flow_style() {
    assert_eq!(inserted("k: {}\n", &["k"]), "k: {type: object}\n");
    assert_eq!(inserted("k: {a: 1, }\n", &["k"]), "k: {a: 1, type: object, }\n");
    assert_eq!(inserted("{\"a\": 1}", &[]), "{\"a\": 1, \"type\": \"object\"}");
    assert_eq!(inserted("{\n  \"a\": 1\n}\n", &[]), "{\n  \"a\": 1,\n  \"type\": \"object\"\n}\n");
}

fn without(text: &str, path: &[&str], index: usize) -> String {
    after(text, |root| {
        let node = at(root, path);
        Some(vec![remove(node, &parts(node), index)?])
    })
    .unwrap()
}

#[test]
fn an_entry_goes_with_its_lines() {
    assert_eq!(
        without("a: 1\nb:\n  c: 1\n  # in it\n\n# of d\nd: 2\n", &[], 1),
        "a: 1\n  # in it\n\n# of d\nd: 2\n"
    );
    assert_eq!(without("a: 1\nb: 2", &[], 1), "a: 1");
    assert_eq!(without("- a: 1 # x\n  # of b\n  b: 2\n", &["0"], 0), "- # of b\n  b: 2\n");
    assert_eq!(without("k: # c\n  a: 1\n", &["k"], 0), "k: # c\n  {}\n");
    assert_eq!(without("k:\n  a: 1 # d\nb: 2\n", &["k"], 0), "k: {} # d\nb: 2\n");
    assert_eq!(without("- a: 1\n- b\n", &["0"], 0), "- {}\n- b\n");
    assert_eq!(without("k:\n- a\n- b: 1\n  c: 2\n- d\n", &["k"], 1), "k:\n- a\n- d\n");
    assert_eq!(without("k:\n- a\nl: 1\n", &["k"], 0), "k: []\nl: 1\n");
    assert_eq!(without("- - a\n  - b\n", &["0"], 0), "- - b\n");
}

#[test]
fn a_part_of_flow_style_goes_with_a_comma() {
    assert_eq!(without("{a: 1, b: 2, c: 3}", &[], 1), "{a: 1, c: 3}");
    assert_eq!(without("{a: 1, b: 2}", &[], 1), "{a: 1}");
    assert_eq!(without("k: [a]", &["k"], 0), "k: []");
    assert_eq!(without("k: [a, b,]", &["k"], 1), "k: [a,]");
    assert_eq!(without("{a: 1,}", &[], 0), "{}");
}

fn with(text: &str, key: &str, value: &Value) -> Option<String> {
    after(text, |root| {
        let entry = root.get(key)?;
        Some(vec![replace(entry.value, Some(entry), value)?])
    })
}

#[test]
fn a_value_takes_anothers_place() {
    let string = Value::text("string");
    for (before, expected) in [
        ("t: a # c\n", "t: string # c\n"),
        ("t: 'a'\n", "t: 'string'\n"),
        ("t: \"a\"\n", "t: \"string\"\n"),
        ("t:\nu: 1\n", "t: string\nu: 1\n"),
        ("t: # c\nu: 1\n", "t: string # c\nu: 1\n"),
        ("t:\n- a\n- b # c\nu: 1\n", "t: string # c\nu: 1\n"),
        ("t: [a, b]\n", "t: string\n"),
        ("t: |\n  a\n  b\nu: 1\n", "t: string\nu: 1\n"),
        ("{t: , u: 1}", "{t: \"string\" , u: 1}"),
    ] {
        assert_eq!(with(before, "t", &string).as_deref(), Some(expected));
    }
    assert_eq!(with("t: &x a\n", "t", &string), None, "others may refer to it");
    assert_eq!(with("t: # c\n- a\n", "t", &string), None, "the comment would go");
    let map = Value::map("a", Value::map("b", Value::Bool(true)));
    assert_eq!(with("  t:\n", "t", &map).as_deref(), Some("  t:\n    a:\n      b: true\n"));
}

#[test]
fn an_item_goes_behind_the_others() {
    let pushed = |text| after(text, |root| Some(vec![push(at(root, &["k"]), &Value::text("v1"))?])).unwrap();
    assert_eq!(pushed("k:\n- a # c\nl: 1\n"), "k:\n- a # c\n- v1\nl: 1\n");
    assert_eq!(pushed("k: []\n"), "k: [v1]\n");
    assert_eq!(pushed("k: [\"a\"]\n"), "k: [\"a\", \"v1\"]\n");
}

#[test]
fn an_entry_moves_with_its_lines() {
    let text = "allOf:\n- default: # c\n    a:\n    - |\n      x\n\n      y\n  title: t\nb: 1\n";
    let out = after(text, |root| Some(moved(at(root, &["allOf", "0"]), 0, root)?.into()));
    let expected = "allOf:\n- title: t\nb: 1\ndefault: # c\n  a:\n  - |\n    x\n\n    y\n";
    assert_eq!(out.as_deref(), Some(expected));
    // The place after the last entry is what goes: it is put after another.
    let text = "b: 1\nallOf:\n- a: 1\n  title: t\n";
    let out = after(text, |root| Some(moved(at(root, &["allOf", "0"]), 1, root)?.into()));
    assert_eq!(out.as_deref(), Some("b: 1\ntitle: t\nallOf:\n- a: 1\n"));
}

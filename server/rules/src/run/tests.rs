//! Expressions on data: what a schema makes of values.

use std::sync::Arc;

use super::*;
use crate::{Compiled, Declaration, Purpose, Terms, compile};
use crdls_manifest::model::Schema;
use crdls_manifest::{decode, fields};
use crdls_minors::Minor;
use crdls_report::{Config, Path};
use crdls_values::Json;

fn with_node<T>(text: &str, use_it: impl FnOnce(crdls_yaml::Node<'_>) -> T) -> T {
    let tree = crdls_yaml::Tree::parse(text);
    use_it(tree.first_root(text).expect("a root"))
}

fn json(text: &str) -> Json {
    with_node(text, |node| crdls_values::json::Reader::default().read(node))
}

/// The result of a rule on an object of a schema, or the words of its error.
fn judged(schema: &str, rule: &str, object: &str) -> String {
    judged_by(Minor::NEWEST, schema, rule, object)
}

fn judged_by(minor: Minor, schema: &str, rule: &str, object: &str) -> String {
    let decoded = with_node(schema, |node| {
        decode::decode(node, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default())
    });
    let schema = Schema::new(&decoded.object);
    let declaration = Arc::new(Declaration::of(schema, false, minor).expect("a declaration"));
    let terms = Terms { declaration: &declaration, minor, optional_old_self: false };
    let good = match compile(rule, Purpose::Rule, true, terms) {
        Compiled::Good(good) => good,
        other => panic!("{rule}: {other:?}"),
    };
    let program = Program::new(&good.checked, minor).expect("a program");
    let subject =
        Subject::new(&Data::of(&json(object)), None, &Arc::new(ValueSchema::of(schema, false, minor)));
    match program.run(&subject).result {
        Ok(value) => value.to_string(),
        Err(error) => error.words().to_owned(),
    }
}

#[test]
fn sets_and_keyed_lists_have_their_own_equality_and_sum() {
    let schema = "
type: object
properties:
  s: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  t: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  m: &m
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [k]
    items: {type: object, required: [k], properties: {k: {type: string}, v: {type: integer}}}
  o: *m
";
    let object = "{s: [a, b], t: [b, a], m: [{k: a, v: 1}, {k: b, v: 2}], o: [{k: b, v: 2}, {k: a, v: 1}]}";
    for rule in [
        "self.s == self.t && self.m == dyn(self.o)",
        "self.s + self.t == self.s && size(self.s + ['c']) == 3",
        "size(self.m + dyn(self.o)) == 2",
        "(self.m + dyn([{'k': dyn('a'), 'v': dyn(5)}]))[0].v == 5",
    ] {
        assert_eq!(judged(schema, rule, object), "true", "{rule}");
    }
}

#[test]
fn data_of_the_wrong_shape_is_an_error_where_it_is_looked_at() {
    let schema = "
type: object
properties:
  a: {type: integer}
  l: {type: array, items: {type: integer}}
  o: {type: object, properties: {x: {type: string}}}
  i: {x-kubernetes-int-or-string: true}
";
    let object = "{a: x, l: [1, w, 2], o: [], i: 1.5}";
    let table = [
        ("true || self.a == 1", "true"),
        ("self.a == 1", "invalid data, expected int, got string"),
        ("self.l[2] == 2", "true"),
        ("self.l[1] == 2", "invalid data, expected int, got string"),
        ("self.l.exists(x, x == 2)", "true"),
        ("2 in self.l", "true"),
        ("3 in self.l", "invalid data, expected int, got string"),
        ("has(self.o.x)", "invalid data, expected a map for the provided schema with type=object"),
        ("self.i == 1", "invalid data, expected XIntOrString value to be either a string or integer"),
        ("has(self.a) && !has(self.a) || true", "true"),
    ];
    for (rule, result) in table {
        assert_eq!(judged(schema, rule, object), result, "{rule}");
    }
}

#[test]
fn formats_and_spellings() {
    let schema = "
type: object
properties:
  d: {type: string, format: duration}
  t: {type: string, format: date-time}
  b: {type: string, format: byte}
  a-b: {type: string}
  namespace: {type: string}
  none: {type: string, nullable: true}
  e: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
";
    let object = "{d: 1h, t: '2020-01-01T00:00:00Z', b: YWI=, a-b: x, namespace: w, none: null,
        e: {kind: K, apiVersion: v1, metadata: {name: it}, more: 1}}";
    for rule in [
        "self.d == duration('60m') && self.t.getFullYear() == 2020 && self.b == b'ab'",
        "self.a__dash__b == 'x' && self.__namespace__ == 'w'",
        "!has(self.none)",
        "self.e.kind == 'K' && self.e.metadata.name == 'it'",
    ] {
        assert_eq!(judged(schema, rule, object), "true", "{rule}");
    }
}

#[test]
fn keys_that_go_cannot_hash_end_an_evaluation() {
    let panics = "internal error: runtime error: hash of unhashable type types.Bytes";
    let table = [
        ("{bytes(self): 1} == {}", panics),
        ("{?bytes(self): optional.of(1)} == {}", panics),
        ("{dyn(self): 1, ?dyn(bytes(self)): optional.none()} == {}", panics),
        // Nothing is taken from an empty map: no hash is made.
        ("{?bytes(self): optional.none()} == {}", "internal error: hash of unhashable type: types.Bytes"),
        ("{?format.uuid(): optional.none()} == {}", "internal error: hash of unhashable type: cel.Format"),
        ("{?semver('1.2.3'): optional.none()} == {}", "internal error: hash of unhashable type: cel.Semver"),
    ];
    for (rule, words) in table {
        assert_eq!(judged("{type: string}", rule, "a"), words, "{rule}");
    }
}

#[test]
fn ranges_have_no_bound_before_1_37() {
    let [old, new] = [36, 37].map(|minor| {
        let minor = Minor::parse(&format!("1.{minor}")).expect("a minor");
        judged_by(minor, "{type: integer}", "lists.range(self) == []", "-1")
    });
    assert_eq!([&*old, &*new], ["true", "lists.range: size must be non-negative, got -1"]);
}

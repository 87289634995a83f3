//! Rules on objects: what is said, where, and when it ends.

use super::*;
use crate::model::Schema;
use crate::path::Path;
use crate::{Config, Json, Minor, decode, fields};

fn with_node<T>(text: &str, use_it: impl FnOnce(crdls_yaml::Node<'_>) -> T) -> T {
    let tree = crdls_yaml::Tree::parse(text);
    use_it(tree.root(text, tree.documents().first().expect("a document")).expect("a root"))
}

fn json(text: &str) -> Json {
    with_node(text, |node| crate::json::Reader::default().read(node))
}

/// What the rules of a schema say of an object, and what is left of the budget.
fn judged_within(schema: &str, new: &str, old: Option<&str>, budget: i64) -> (Vec<String>, i64) {
    let decoded = with_node(schema, |node| {
        decode::decode(node, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default())
    });
    let rules = Rules::of(Schema::new(&decoded.object), false, Minor::NEWEST).expect("rules");
    let mut said = Vec::new();
    let old = old.map(json);
    let left = rules.check(&json(new), old.as_ref(), &Path::EMPTY, budget, &mut |path, broken| {
        let field = broken.field.map_or("", |field| &field.server);
        said.push(format!("{}:{field} {:?} {:?}: {}", path.server(), broken.kind, broken.bad, broken.detail));
    });
    (said, left)
}

fn judged(schema: &str, new: &str, old: Option<&str>) -> Vec<String> {
    judged_within(schema, new, old, BUDGET).0
}

#[test]
fn what_a_rule_that_is_not_met_says() {
    let schema = "
type: object
properties: {a: {type: integer}, b: {type: object, properties: {c: {type: string}}}}
x-kubernetes-validations:
- {rule: self.a > 1, message: ' too small '}
- {rule: self.a > 2}
- {rule: self.a > 3, reason: FieldValueForbidden, fieldPath: .b.c, messageExpression: '\"not \" + string(self.a)'}
- {rule: self.a > 4, messageExpression: '\"\"', message: used}
- {rule: self.a > 5, reason: FieldValueDuplicate}
";
    assert_eq!(
        judged(schema, "{a: 1}", None),
        [
            ": Invalid None: too small",
            ": Invalid None: failed rule: self.a > 2",
            ":b.c Forbidden None: not 1",
            ": Invalid None: used",
            ": Duplicate None: "
        ]
    );
}

#[test]
fn nodes_are_judged_from_the_root_down() {
    let schema = "
type: object
x-kubernetes-validations: [{rule: size(self.l) > 9, message: root}]
properties:
  l:
    type: array
    items: {type: integer, x-kubernetes-validations: [{rule: self > 1, message: item}]}
  m:
    type: object
    additionalProperties: {type: string, x-kubernetes-validations: [{rule: self != 'x', message: value}]}
allOf:
- properties: {m: {x-kubernetes-validations: [{rule: size(self) > 5, message: of all}]}}
";
    assert_eq!(
        judged(schema, "{l: [1, 2, null], m: {k: x}}", None),
        [
            ": Invalid None: root",
            "m: Invalid None: of all",
            "l[0]: Invalid Value: item",
            "m[k]: Invalid Value: value"
        ]
    );
}

#[test]
fn errors_of_an_evaluation() {
    let schema = "
type: object
properties: {a: {type: integer}, s: {x-kubernetes-int-or-string: true}}
x-kubernetes-validations:
- {rule: self.a / 0 == 1}
- {rule: self.missing.size() > 0}
- {rule: 'self.s + 1 == 2', message: sum}
";
    assert_eq!(
        judged(schema, "{a: 1, s: x}", None),
        [
            ": Invalid Type(\"object\"): division by zero evaluating rule: self.a / 0 == 1",
            ": Invalid Type(\"object\"): rule compile error: compilation failed: ERROR: <input>:1:5: undefined \
             field 'missing'\n | self.missing.size() > 0\n | ....^",
            ": Invalid Type(\"object\"): 'no such overload': call arguments did not match a supported operator, \
             function or macro signature for rule: sum"
        ]
    );
}

#[test]
fn rules_of_changes() {
    let schema = "
type: object
properties:
  a: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf, message: falls}]}
  o:
    type: integer
    x-kubernetes-validations:
    - {rule: 'oldSelf.hasValue() || self == 1', message: first, optionalOldSelf: true}
  l:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [k]
    items:
      type: object
      required: [k]
      properties: {k: {type: string}, v: {type: integer}}
      x-kubernetes-validations: [{rule: self.v >= oldSelf.v, message: item falls}]
";
    assert_eq!(judged(schema, "{a: 1, o: 2}", None), ["o: Invalid Value: first"]);
    let (new, old) = ("{a: 1, o: 2, l: [{k: x, v: 1}, {k: y, v: 1}]}", "{a: 2, o: 1, l: [{k: y, v: 2}]}");
    assert_eq!(judged(schema, new, Some(old)), ["a: Invalid Value: falls", "l[1]: Invalid None: item falls"]);
}

#[test]
fn costs_end_it() {
    let schema = "
type: object
properties: {l: {type: array, items: {type: integer}}}
x-kubernetes-validations:
- {rule: 'self.l.all(x, self.l.all(y, x != y || x == y))', message: dear}
- {rule: 'false', message: never}
";
    let object = format!("{{l: [{}]}}", vec!["1"; 400].join(", "));
    let (said, left) = judged_within(schema, &object, None, BUDGET);
    assert_eq!(
        said,
        [
            ": Invalid Type(\"object\"): 'operation cancelled: actual cost limit exceeded': no further validation \
          rules will be run due to call cost exceeds limit for rule: dear"
        ]
    );
    assert_eq!(left, -1);
    let (said, left) = judged_within(schema, "{l: [1, 1]}", None, 10);
    assert_eq!(
        said,
        [
            ": Invalid Type(\"object\"): validation failed due to running out of cost budget, no further validation \
          rules will be run"
        ]
    );
    assert_eq!(left, -1);
}

#[test]
fn sets_and_keyed_lists_have_their_own_equality_and_sum() {
    let schema = |rule: &str| {
        format!(
            "
type: object
properties:
  s: {{type: array, x-kubernetes-list-type: set, items: {{type: string}}}}
  t: {{type: array, x-kubernetes-list-type: set, items: {{type: string}}}}
  m: &m
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [k]
    items: {{type: object, required: [k], properties: {{k: {{type: string}}, v: {{type: integer}}}}}}
  o: *m
x-kubernetes-validations: [{{rule: '{rule}'}}]
"
        )
    };
    let object = "{s: [a, b], t: [b, a], m: [{k: a, v: 1}, {k: b, v: 2}], o: [{k: b, v: 2}, {k: a, v: 1}]}";
    for rule in [
        "self.s == self.t && self.m == dyn(self.o)",
        "self.s + self.t == self.s && size(self.s + [\"c\"]) == 3",
        "size(self.m + dyn(self.o)) == 2",
        "(self.m + dyn([{\"k\": \"a\", \"v\": 5}]))[0].v == 5",
    ] {
        assert_eq!(judged(&schema(rule), object, None), [""; 0], "{rule}");
    }
}

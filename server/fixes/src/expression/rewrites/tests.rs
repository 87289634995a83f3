//! What is offered for expressions as people write them.

use crdls_report::Config;
use crdls_sample::crd;
use crdls_text::TextRange;

use super::{guards, rewrites};
use crate::File;

const SCHEMA: &str = "
    type: object
    properties:
      spec:
        type: object
        properties:
          name: {type: string, maxLength: 20}
          namespace: {type: string, maxLength: 20}
          bake-time: {type: string, maxLength: 20}
          a.b/c: {type: integer}
          count: {type: integer}
          ratio: {type: number}
          hot: {type: boolean}
          started: {type: string, format: date-time}
          pause: {type: string, format: duration}
          memory: {x-kubernetes-int-or-string: true}
          size: {type: string, maxLength: 20}
          tags: {type: array, maxItems: 3, items: {type: string, maxLength: 3}}
          labels: {type: object, maxProperties: 3, additionalProperties: {type: string, maxLength: 9}}
          door:
            type: object
            properties:
              color: {type: string, maxLength: 9}
        x-kubernetes-validations:
        - messageExpression: MESSAGE
          optionalOldSelf: OPTIONAL
          rule: |-
            RULE
";

fn offered(rule: &str, optional: bool) -> Vec<String> {
    let schema = SCHEMA.replace("RULE", rule).replace("OPTIONAL", &optional.to_string());
    let text = crd(|c| c.kind("Oven").schema(&schema));
    let offset = text.find(rule).unwrap_or_default() as u32;
    rewrites(&File::new(text), offset, &Config::default()).into_iter().map(|finished| finished.text).collect()
}

/// Each with what is offered first.
const TABLE: &[(&str, &str)] = &[
    // Operators of other languages.
    ("self.count = 1", "self.count == 1"),
    ("self.hot & self.count > 1", "self.hot && self.count > 1"),
    ("self.hot and self.count = 1 or self.hot", "self.hot && self.count == 1 || self.hot"),
    ("self.count === 1", "self.count == 1"),
    ("self.count <> 1", "self.count != 1"),
    ("self.count => 1", "self.count >= 1"),
    ("self.count ≥ 1;", "self.count >= 1"),
    ("not self.hot", "!self.hot"),
    ("not self.count == 1 and self.hot", "!(self.count == 1) && self.hot"),
    ("self.name not in ['a']", "!(self.name in ['a'])"),
    ("self.name in ('a', 'b')", "self.name in ['a', 'b']"),
    ("self.name == ‘a’", "self.name == 'a'"),
    // Quotes and brackets.
    ("self.name == 'a", "self.name == 'a'"),
    ("self.name == 'a && self.hot", "self.name == 'a' && self.hot"),
    ("self.name == 'a && self.size == 'b'", "self.name == 'a' && self.size == 'b'"),
    ("self.name.matches('^a$)", "self.name.matches('^a$')"),
    ("self.name == 'a\"", "self.name == 'a'"),
    ("has(self.hot && self.count > 0", "has(self.hot) && self.count > 0"),
    ("self.count > 0)", "self.count > 0"),
    ("self.hot ? self.count > 1", "self.hot ? self.count > 1 : true"),
    ("self.name.matches('^\\d+$')", "self.name.matches(r'^\\d+$')"),
    ("(self.count > 0 && self.hot", "(self.count > 0 && self.hot)"),
    ("self.hot && self.count > 1 &&", "self.hot && self.count > 1 "),
    // Literals.
    ("self.name.matches('^[a-z$')", "self.name.matches('^[a-z]$')"),
    ("self.pause < duration('7d')", "self.pause < duration('168h')"),
    ("self.pause < duration('30 minutes')", "self.pause < duration('30m')"),
    ("self.started < timestamp('2026-01-31')", "self.started < timestamp('2026-01-31T00:00:00Z')"),
    ("self.ratio < double('1,5')", "self.ratio < double('1.5')"),
    // Names.
    ("count > 1", "self.count > 1"),
    ("object.count > 1", "self.count > 1"),
    ("spec.count > 1", "self.count > 1"),
    ("self.spec.count > 1", "self.count > 1"),
    ("self.color == 'a'", "self.door.color == 'a'"),
    ("self.conut > 1", "self.count > 1"),
    ("namespace == 'a'", "self.__namespace__ == 'a'"),
    ("self.bake-time == 'a'", "self.bake__dash__time == 'a'"),
    ("self.a.b/c == 1", "self.a__dot__b__slash__c == 1"),
    ("self['bake-time'] == 'a'", "self.bake__dash__time == 'a'"),
    ("self.hot == True", "self.hot == true"),
    ("self.name.length > 1", "self.name.size() > 1"),
    ("self.tags.length() > 1", "self.tags.size() > 1"),
    ("len(self.tags) > 1", "size(self.tags) > 1"),
    ("isEmpty(self.tags)", "size(self.tags) == 0"),
    ("self.tags.any(t, t == 'a')", "self.tags.exists(t, t == 'a')"),
    ("self.name.startswith('a')", "self.name.startsWith('a')"),
    ("startsWith(self.name, 'a')", "self.name.startsWith('a')"),
    ("self.size.quantity().isInteger()", "quantity(self.size).isInteger()"),
    ("self.tags.contains('a')", "'a' in self.tags"),
    ("self.labels.has('a')", "'a' in self.labels"),
    ("self.tags.all(tag, tga != '')", "self.tags.all(tag, tag != '')"),
    // Presence.
    ("has(name)", "has(self.name)"),
    ("has(self.labels['a'])", "'a' in self.labels"),
    ("has(self.tags[0])", "size(self.tags) > 0"),
    ("!has(self.name == 'a')", "!(has(self.name) && self.name == 'a')"),
    ("has(!self.hot)", "!has(self.hot)"),
    ("self.name != null && self.name != ''", "has(self.name) && self.name != ''"),
    ("'color' in self.door", "has(self.door.color)"),
    // Types.
    ("self.ratio == 1", "self.ratio == 1.0"),
    ("self.count == 1.0", "self.count == 1"),
    ("self.count + self.ratio > 1.0", "double(self.count) + self.ratio > 1.0"),
    ("self.count == '1'", "self.count == 1"),
    ("self.name == 1", "self.name == '1'"),
    ("self.hot == 'true'", "self.hot == true"),
    ("self.count in ['1', '2']", "self.count in [1, 2]"),
    ("self.name == ['a', 'b']", "self.name in ['a', 'b']"),
    ("self.tags > 1", "size(self.tags) > 1"),
    ("0 < self.count < 9", "0 < self.count && self.count < 9"),
    ("self.pause > '1h'", "self.pause > duration('1h')"),
    ("self.started < '2026-01-01T00:00:00Z'", "self.started < timestamp('2026-01-01T00:00:00Z')"),
    ("quantity(self.size) >= quantity('1Gi')", "quantity(self.size).compareTo(quantity('1Gi')) >= 0"),
    ("self.size > quantity('1Gi')", "quantity(self.size).isGreaterThan(quantity('1Gi'))"),
    ("quantity(self.size) < 5", "quantity(self.size).isLessThan(quantity('5'))"),
    ("type(self.memory) == 'integer'", "type(self.memory) == int"),
    ("'n ' + self.count == self.name", "'n ' + string(self.count) == self.name"),
    ("self.count.startsWith('1')", "string(self.count).startsWith('1')"),
    // Truth.
    ("self.tags", "size(self.tags) > 0"),
    ("size(self.tags)", "size(self.tags) != 0"),
    ("self.door", "has(self.door)"),
    ("!self.name", "size(self.name) == 0"),
    ("!self.name in ['a']", "!(self.name in ['a'])"),
    ("!self.name == 'a'", "!(self.name == 'a')"),
    ("self.tags && self.hot", "size(self.tags) > 0 && self.hot"),
];

#[test]
fn expressions_become_what_was_meant() {
    let mut wrong = Vec::new();
    for (rule, meant) in TABLE {
        let offered = offered(rule, false);
        if offered.first().map(String::as_str) != Some(meant) {
            wrong.push(format!("{rule}\n   wanted {meant}\n   offered {offered:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn where_two_places_are_as_likely_none_is_taken() {
    for rule in
        ["(self.hot || self.hot && self.hot", "self.zzz == 1", "self.zzz(", "self.name == self.labels"]
    {
        assert_eq!(offered(rule, false), Vec::<String>::new(), "{rule}");
    }
}

#[test]
fn old_values_that_may_be_absent_are_guarded() {
    for (rule, meant) in [
        ("self == oldSelf", "!oldSelf.hasValue() || self == oldSelf.value()"),
        ("self.count >= oldSelf.count", "!oldSelf.hasValue() || self.count >= oldSelf.value().count"),
        (
            "self.name.size() >= oldSelf.name.size()",
            "!oldSelf.hasValue() || self.name.size() >= oldSelf.value().name.size()",
        ),
        (
            "oldSelf.tags.all(t, t in self.tags)",
            "!oldSelf.hasValue() || oldSelf.value().tags.all(t, t in self.tags)",
        ),
        (
            "self.hot ? oldSelf.count < 1 : true",
            "!oldSelf.hasValue() || (self.hot ? oldSelf.value().count < 1 : true)",
        ),
    ] {
        assert_eq!(offered(rule, true).first().map(String::as_str), Some(meant), "{rule}");
    }
}

/// A guard refuses what the rule failed on, unless the rule holds already where something does not.
#[test]
fn the_first_guard_does_not_weaken_a_rule() {
    for (rule, part, meant) in [
        ("self.count > 1", "self.count", "has(self.count) && self.count > 1"),
        ("self.hot || self.count > 1", "self.count", "self.hot || has(self.count) && self.count > 1"),
        (
            "self.tags.all(t, self.count > 1)",
            "self.count",
            "self.tags.all(t, has(self.count) && self.count > 1)",
        ),
        ("!(self.count > 1)", "self.count", "has(self.count) && !(self.count > 1)"),
        (
            "has(self.hot) == (self.count > 1)",
            "self.count",
            "has(self.count) && has(self.hot) == (self.count > 1)",
        ),
        ("self.name == oldSelf.name", "self.name", "has(self.name) && self.name == oldSelf.name"),
        (
            "!has(oldSelf.name) || self.name == oldSelf.name",
            "self.name",
            "!has(oldSelf.name) || has(self.name) && self.name == oldSelf.name",
        ),
        (
            "self.count > 1 ? true : self.name == 'a'",
            "self.count",
            "has(self.count) && self.count > 1 ? true : self.name == 'a'",
        ),
        // Implications.
        (
            "self.count > 1 ? self.name == 'a' : true",
            "self.count",
            "has(self.count) && self.count > 1 ? self.name == 'a' : true",
        ),
        (
            "self.count > 1 ? self.name == 'a' : true",
            "self.name",
            "self.count > 1 ? !has(self.name) || self.name == 'a' : true",
        ),
        (
            "!has(self.door) ? true : self.door.color == 'a'",
            "self.door.color",
            "!has(self.door) ? true : !has(self.door.color) || self.door.color == 'a'",
        ),
        (
            "!has(self.door) || self.door.color == 'a'",
            "self.door.color",
            "!has(self.door) || !has(self.door.color) || self.door.color == 'a'",
        ),
        (
            "self.name != 'a' || self.count > 1",
            "self.count",
            "self.name != 'a' || !has(self.count) || self.count > 1",
        ),
        (
            "has(self.door) ? self.door.color == 'a' : true",
            "self.door.color",
            "has(self.door) ? !has(self.door.color) || self.door.color == 'a' : true",
        ),
        (
            "!(self.name == 'a' && self.count > 1)",
            "self.count",
            "!(self.name == 'a' && has(self.count) && self.count > 1)",
        ),
    ] {
        let schema = SCHEMA.replace("RULE", rule).replace("OPTIONAL", "null");
        let text = crd(|c| c.kind("Oven").schema(&schema));
        let rule_at = text.find(rule).unwrap();
        let start = (rule_at + rule.rfind(part).unwrap()) as u32;
        let range = TextRange::new(start, start + part.len() as u32);
        let guards = guards(&File::new(text), range, &Config::default());
        assert_eq!(guards.first().map(|guard| guard.text.as_str()), Some(meant), "{rule}");
    }
}

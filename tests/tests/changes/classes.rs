//! What small changes come to: harmless by an argument, shown by an object, or by an object with the change alone.

use crdls_change::{Class, Proof};
use crdls_report::Config;
use crdls_tests::crd;

use super::{Side, changes};

/// The class of the change of a code between two schemas of `spec`, its reason where it has one, and whether it is shown
/// with the change alone.
fn class(old: &str, new: &str, code: &str) -> (Class, String, bool) {
    let side = |spec: &str| {
        let schema = format!("{{type: object, required: [spec], properties: {{spec: {spec}}}}}");
        let mut side = Side::default();
        side.add(crd(|c| c.kind("Oven").schema(&schema)));
        side
    };
    let found = changes(&side(old), &side(new), &Config::default());
    let change = found.iter().find(|change| change.code.name() == code);
    let change = change.unwrap_or_else(|| panic!("{code}: {found:#?}"));
    match &change.proof {
        Proof::Evident(why) => (change.class, (*why).to_owned(), false),
        Proof::Witness(witness) => (change.class, String::new(), witness.alone),
        Proof::Unproven(why) => panic!("{code}: unproven, {why}"),
    }
}

#[test]
fn changes_that_are_harmless_by_an_argument() {
    const TEXT: &str = "{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}";
    let with =
        |text: &str, keyword: &str| text.replacen("{type: object", &format!("{{type: object, {keyword}"), 1);
    let of = |schema: &str| format!("{{type: object, properties: {{a: {schema}}}}}");
    let by_value =
        "[{required: [b], properties: {b: {enum: [x]}}}, {required: [b], properties: {b: {enum: [y]}}}]";
    let rule = |text: &str| format!("x-kubernetes-validations: [{{rule: {text}}}]");
    for (old, new, code, why) in [
        (
            of("{type: string, pattern: '^[0-9]{1,4}(ms|s)?$'}"),
            of("{type: string, pattern: '^[0-9]{1,4}(ms|s)?$', maxLength: 6}"),
            "max-length-added",
            "no text that was accepted is longer",
        ),
        (
            of("{type: string, pattern: '^https://.+$'}"),
            of("{type: string, pattern: '^https://.+$', minLength: 9}"),
            "min-length-added",
            "no text that was accepted is shorter",
        ),
        (
            with(TEXT, &format!("anyOf: {by_value}")),
            with(TEXT, &format!("oneOf: {by_value}")),
            "one-of-added",
            "each value that was accepted satisfies exactly one of the alternatives",
        ),
        (
            with(TEXT, &format!("oneOf: {by_value}")),
            with(TEXT, &format!("oneOf: {by_value}")).replace("required: [a]", "required: [a, b]"),
            "required-added",
            "each value that was accepted has the field",
        ),
        (
            with(TEXT, "anyOf: [{required: [a]}, {required: [b], properties: {b: {enum: [x, y]}}}]"),
            with(TEXT, "anyOf: [{required: [a]}, {required: [b], properties: {b: {enum: [x]}}}]"),
            "enum-value-removed",
            "each value that was accepted satisfies another one of the alternatives",
        ),
        (
            with(TEXT, "oneOf: [{required: [a]}, {required: [b]}]"),
            with(TEXT, "oneOf: [{required: [a]}]"),
            "one-of-removed",
            "no value that was accepted satisfied the alternative: it always satisfies another one",
        ),
        (
            of("{type: array, minItems: 1, items: {type: string}}"),
            of(&format!("{{type: array, minItems: 1, items: {{type: string}}, {}}}", rule("size(self) > 0"))),
            "rule-added",
            "each value that was accepted is within the bound",
        ),
        (
            of("{type: integer, maximum: 10}"),
            of(&format!("{{type: integer, maximum: 10, {}}}", rule("self < 11"))),
            "rule-added",
            "each value that was accepted is within the bound",
        ),
        (
            of("{type: object, properties: {b: {type: string, default: x}}}"),
            of(&format!(
                "{{type: object, properties: {{b: {{type: string, default: x}}}}, {}}}",
                rule("has(self.b)")
            )),
            "rule-added",
            "the field has a default, so it is never missing",
        ),
        (
            of(&format!("{{type: string, {}}}", rule("self == oldSelf"))),
            of(
                "{type: string, x-kubernetes-validations: [{rule: self == oldSelf}, {rule: 'self == oldSelf ', message: m}]}",
            ),
            "rule-added",
            "the old version has the same rule",
        ),
        (
            with(TEXT, &rule("self == oldSelf")),
            with(TEXT, &rule("self == oldSelf"))
                .replace("b: {type: string}", &format!("b: {{type: string, {}}}", rule("self == oldSelf"))),
            "rule-added",
            "the old version has the same rule for a value around it",
        ),
        // Nothing is valid there.
        (
            with(TEXT, "oneOf: [{required: [a]}, {required: [b]}]"),
            with(TEXT, "oneOf: [{required: [a]}, {required: [b]}]")
                .replace("b: {type: string}", "b: {type: string, maxLength: 3}"),
            "max-length-added",
            "no object of the old version has a value there",
        ),
        (
            of("{type: string, format: date-time, enum: [a, b]}"),
            of("{type: string, format: date-time, enum: [a, b], pattern: '^[a-z]$'}"),
            "pattern-added",
            "no object of the old version has a value there",
        ),
        (
            with(TEXT, &format!("anyOf: {by_value}"))
                .replace("b: {type: string}", "b: {type: string, minLength: 2}"),
            with(TEXT, &format!("anyOf: {by_value}"))
                .replace("b: {type: string}", "b: {type: string, minLength: 2}")
                .replace("a: {type: string}", "a: {type: string, maxLength: 3}"),
            "max-length-added",
            "no object of the old version has a value there",
        ),
    ] {
        assert_eq!(class(&old, &new, code), (Class::Internal, why.to_owned(), false), "{old}\n{new}");
    }
}

#[test]
fn values_that_alternatives_list_are_all_there_are() {
    let of = |b: &str| {
        format!(
            "{{type: object, properties: {{b: {b}}}, oneOf: [{{required: [b], properties: {{b: {{enum: [x]}}}}}}, \
             {{required: [b], properties: {{b: {{enum: [yy]}}}}}}]}}"
        )
    };
    let old = of("{type: string}");
    assert_eq!(class(&old, &of("{type: string, pattern: '^[a-z]+$'}"), "pattern-added").0, Class::Loosened);
    assert_eq!(class(&old, &of("{type: string, maxLength: 1}"), "max-length-added").0, Class::Tightened);
    let old_self = of("{type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}");
    assert_eq!(class(&old, &old_self, "rule-added").0, Class::Tightened);
}

#[test]
fn values_that_rules_name_are_tried() {
    let of = |kind: &str, rules: &str| {
        format!(
            "{{type: object, required: [kind], properties: {{kind: {{type: string, {kind}}}}}, x-kubernetes-validations: [{{rule: \"{rules}\"}}]}}"
        )
    };
    for rule in [
        "self.kind == 'HTTPRoute' || self.kind == 'GRPCRoute' || self.kind == 'Gateway'",
        "self.kind in ['Gateway', 'HTTPRoute']",
    ] {
        let pattern = "minLength: 1, pattern: '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$', maxLength";
        let (old, new) = (of(&format!("{pattern}: 63"), rule), of(&format!("{pattern}: 8"), rule));
        assert_eq!(class(&old, &new, "max-length-lowered").0, Class::Tightened);
    }
    let of = |number: &str| {
        format!(
            "{{type: object, required: [count], properties: {{count: {{type: integer{number}, x-kubernetes-validations: [{{rule: 'self in [1, 40]'}}]}}}}}}"
        )
    };
    assert_eq!(class(&of(""), &of(", maximum: 20"), "maximum-added").0, Class::Tightened);
}

#[test]
fn a_property_in_a_clause_only_refuses() {
    let of = |alternative: &str| {
        format!(
            "{{type: object, properties: {{a: {{type: string}}, b: {{type: string}}}}, anyOf: [{alternative}, {{required: [b]}}]}}"
        )
    };
    let (plain, with_values) = (of("{required: [a]}"), of("{required: [a], properties: {a: {enum: [x]}}}"));
    assert_eq!(class(&with_values, &plain, "property-removed"), (Class::Loosened, String::new(), false));
    assert_eq!(class(&plain, &with_values, "property-added").0, Class::Tightened);
}

/// Every object is refused for the first change, so that the second is shown by itself.
#[test]
fn a_change_is_shown_alone_where_another_one_refuses_each_object() {
    let of = |a: &str, b: &str| {
        format!(
            "{{type: object, required: [a], properties: {{a: {{type: string{a}}}, b: {{type: integer{b}}}}}}}"
        )
    };
    let rule = ", x-kubernetes-validations: [{rule: self < 5}]";
    let (old, new) = (of("", ""), of(", maxLength: 0", rule));
    assert_eq!(class(&old, &of("", rule), "rule-added"), (Class::Tightened, String::new(), false));
    let found = class(&old, &new.replace("maxLength: 0", "format: uuid, pattern: '^$'"), "rule-added");
    assert_eq!(found, (Class::Tightened, String::new(), true));
    // An update leaves the other part as it is, which the server forgives.
    let rule = ", x-kubernetes-validations: [{rule: self >= oldSelf}]";
    let new = of(", format: uuid, pattern: '^$'", rule);
    assert_eq!(class(&old, &new, "rule-added"), (Class::Tightened, String::new(), false));
}

/// A value around a field that no schema names is never taken as unchanged, also in items with keys.
#[test]
fn what_holds_unknown_fields_is_validated_in_each_update() {
    let old = "{type: object, properties: {a: {type: string}, list: {type: array, x-kubernetes-list-type: map, \
               x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, \
               input: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}}}";
    let new = old.replacen("{type: object", "{type: object, required: [a]", 1);
    assert_eq!(class(old, &new, "required-added").0, Class::Frozen);
    let map = "{type: object, additionalProperties: {type: object, properties: {name: {type: string}, \
               settings: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}";
    let new = map.replacen("{type: object", "{type: object, maxProperties: 1", 1);
    let of = |schema: &str| format!("{{type: object, properties: {{a: {schema}}}}}");
    assert_eq!(class(&of(map), &of(&new), "max-properties-added").0, Class::Frozen);
}

/// Objects are stored in a version without the field, but the webhook that converts them keeps it; the server's own
/// conversion drops it.
#[test]
fn a_webhook_keeps_what_the_storage_version_has_no_field_for() {
    const WEBHOOK: &str = "  conversion:\n    strategy: Webhook\n    webhook:\n      conversionReviewVersions: [v1]\n      \
                           clientConfig:\n        service: {name: convert, namespace: system}\n";
    let version = |name: &str, field: &str| {
        let schema = format!("type: object\nproperties: {{spec: {{type: object, properties: {{{field}}}}}}}");
        crd(|c| c.kind("Oven").version(name, |v| v.schema(&schema)))
    };
    let field = |most: u32| format!("rack: {{type: string, maxLength: {most}}}");
    let versions = |text: &str| text.split_once("  - name").map(|(_, version)| format!("  - name{version}"));
    let class = |conversion: &str| {
        let [old, new] = [253, 63].map(|most| version("v1beta1", &field(most)));
        let new = new.replace("storage: true", "storage: false");
        let stored = versions(&version("v1", "shelf: {type: string}")).expect("a version");
        let new = format!("{new}{stored}").replace("  versions:\n", &format!("{conversion}  versions:\n"));
        let old = old.replace("  versions:\n", &format!("{conversion}  versions:\n"));
        let [old, new] = [old, new].map(|text| {
            let mut side = Side::default();
            side.add(text);
            side
        });
        let found = changes(&old, &new, &Config::default());
        let class = |code: &str| Some(found.iter().find(|change| change.code.name() == code)?.class);
        (class("max-length-lowered"), class("storage-version-changed"))
    };
    assert_eq!(class(WEBHOOK), (Some(Class::Tightened), None));
    assert_eq!(class("").1, Some(Class::Lost));
}

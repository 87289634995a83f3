//! The words of older minors, where a newer one says the same otherwise.
//!
//! All checks speak as the newest minor does; at the end their words become those of the cluster's.

mod generated;

use crdls_go::go_quote;
use crdls_values::{Json, JsonValue};

use generated::OLD_WORDS;

use crate::{ErrorType, Server};
use crdls_minors::{Difference, Minor};

/// Words that were others up to a minor.
struct OldWords {
    /// The last minor that has them.
    until: u8,
    kind: ErrorType,
    /// The end of the server's path; empty for all.
    field: &'static str,
    now: Words,
    before: &'static str,
}

/// What of the sentence behind path and value is replaced.
#[derive(Clone, Copy)]
enum Words {
    /// The whole, where it is this.
    All(&'static str),
    /// A part of the sentence.
    Part(&'static str),
}

use Words::{All, Part};

impl OldWords {
    const fn new(until: u8, kind: ErrorType, field: &'static str, now: Words, before: &'static str) -> Self {
        Self { until, kind, field, now, before }
    }
}

/// The whole sentence of a server of that minor, for what the newest says.
pub fn sentence(mut said: Server, minor: Minor) -> String {
    reword(&mut said, minor);
    said.sentence()
}

/// Says in the words of a minor what the newest would say.
pub fn reword(said: &mut Server, minor: Minor) {
    if minor >= Minor::NEWEST {
        return;
    }
    for row in OLD_WORDS.iter().filter(|row| minor.0 <= row.until && said.kind == row.kind) {
        if !said.field.ends_with(row.field) {
            continue;
        }
        match row.now {
            All(now) if said.detail == now => row.before.clone_into(&mut said.detail),
            All(_) => {}
            Part(now) => said.detail = said.detail.replace(now, row.before),
        }
    }
    if !minor.has(Difference::NamesDecodedFields) && said.kind == ErrorType::Decoding {
        said.detail = without_nested_field(&said.detail);
    }
    if !minor.has(Difference::PrintsJsonValues) {
        said.bad = said.bad.take().map(|bad| in_go_syntax(bad, &said.field));
    }
}

/// A sentence of the decoder that ends at the first field of a schema with a decoder of its own, not at what is below.
fn without_nested_field(detail: &str) -> String {
    let start = "into Go struct field JSONSchemaProps.";
    let parts = detail.split_once(start).and_then(|(before, rest)| {
        let (path, type_) = rest.split_once(" of type ")?;
        let mut names: Vec<_> = path.split('.').collect();
        let decodes_itself = |name: &&str| OWN_DECODERS.contains(name);
        names.truncate(names.iter().position(decodes_itself)? + 1);
        Some(format!("{before}{start}{} of type {type_}", names.join(".")))
    });
    parts.unwrap_or_else(|| detail.to_owned())
}

/// `UnmarshalJSON` of `JSONSchemaPropsOrArray`, `JSONSchemaPropsOrBool` and `JSONSchemaPropsOrStringArray`.
const OWN_DECODERS: [&str; 4] = ["items", "additionalProperties", "additionalItems", "dependencies"];

/// A value that is written as JSON as Go's `%#v` writes it; others stay. `field` tells its type.
fn in_go_syntax(bad: String, field: &str) -> String {
    let is_strings = STRING_LISTS.iter().any(|end| field.ends_with(end));
    if bad == "null" {
        return if is_strings { "[]string(nil)".to_owned() } else { go_quote(&bad) };
    }
    if !bad.starts_with(['{', '[']) {
        return bad;
    }
    let tree = crdls_yaml::Tree::parse(&bad);
    let root = tree.first_root(&bad);
    let Some(value) = root.map(|root| crdls_values::json::Reader::default().read(root)) else { return bad };
    let is_rule = field.contains("x-kubernetes-validations[") && value.get("Rule").is_some();
    match value.to_go_syntax() {
        _ if is_rule => rule(&value),
        list if is_strings => list.replacen("interface {}", "string", 1),
        other => other,
    }
}

/// The fields of a CRD that are lists of strings in Go.
const STRING_LISTS: [&str; 3] =
    ["status.storedVersions", ".x-kubernetes-list-map-keys", "spec.conversion.conversionReviewVersions"];

/// A validation rule of a schema: the type of each field, where that is no string, in the order of the struct.
const RULE_FIELDS: [(&str, &str); 6] = [
    ("Rule", ""),
    ("Message", ""),
    ("MessageExpression", ""),
    ("Reason", "*apiextensions.FieldValueErrorReason"),
    ("FieldPath", ""),
    ("OptionalOldSelf", "*bool"),
];

/// Pointers are printed as addresses, which are others each time.
fn rule(value: &Json) -> String {
    let field = |(name, pointer): (&str, &str)| match value.get(name).map(|member| &member.value) {
        Some(JsonValue::Str(text)) if pointer.is_empty() => format!("{name}:{}", go_quote(text)),
        None | Some(JsonValue::Null) => format!("{name}:({pointer})(nil)"),
        Some(_) => format!("{name}:({pointer})(0x…)"),
    };
    format!("apiextensions.ValidationRule{{{}}}", RULE_FIELDS.map(field).join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorType::{Invalid, TooLong};

    fn said(kind: ErrorType, field: &str, bad: Option<&str>, detail: &str, minor: u8) -> String {
        let (field, detail) = (field.to_owned(), detail.to_owned());
        let mut server = Server { kind, field, detail, bad: bad.map(str::to_owned), shadowed: false };
        reword(&mut server, Minor(minor));
        server.sentence()
    }

    #[test]
    fn words_of_older_minors() {
        let too_long = |minor| said(TooLong, "spec.a", None, "may not be more than 3 bytes", minor);
        assert_eq!(too_long(31), "spec.a: Too long: may not be longer than 3");
        assert_eq!(too_long(32), "spec.a: Too long: may not be more than 3 bytes");
        let path = |minor| said(Invalid, "a.fieldPath", Some("\"x\""), "must be a valid path", minor);
        assert_eq!(path(33), "a.fieldPath: Invalid value: \"x\": fieldPath must be a valid path");
        assert_eq!(path(34), "a.fieldPath: Invalid value: \"x\": must be a valid path");
        let decoded = "json: cannot unmarshal string into Go struct field \
                       JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.items.required of type []string";
        assert!(
            said(ErrorType::Decoding, "", None, decoded, 34).ends_with("properties.items of type []string")
        );
        assert!(
            said(ErrorType::Decoding, "", None, decoded, 35).ends_with("items.required of type []string")
        );
    }

    #[test]
    fn values_in_the_syntax_of_go() {
        let duplicate = |bad, minor| said(ErrorType::Duplicate, "spec.a[1]", Some(bad), "", minor);
        assert_eq!(
            duplicate(r#"{"a":"x","b":[1,null]}"#, 33),
            "spec.a[1]: Duplicate value: map[string]interface {}{\"a\":\"x\", \"b\":[]interface {}{1, interface {}(nil)}}"
        );
        assert_eq!(duplicate(r#"{"a":1}"#, 34), r#"spec.a[1]: Duplicate value: {"a":1}"#);
        let rule = r#"{"Rule":"a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":true}"#;
        assert_eq!(
            said(Invalid, "x-kubernetes-validations[0].rule", Some(rule), "bad", 33),
            "x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:\"a\", Message:\"\", \
             MessageExpression:\"\", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:\"\", \
             OptionalOldSelf:(*bool)(0x…)}: bad"
        );
    }
}

use crdls_yaml::Tree;

use super::*;
use crate::fields::{CUSTOM_RESOURCE_DEFINITION, Field};
use crate::model::{Crd, Items, OrBool, Schema};
use crdls_minors::Minor;
use crdls_report::{FieldValidation, Note, Severity};

fn decoded_with(text: &str, config: &Config) -> Decoded {
    let tree = Tree::parse(text);
    let root = tree.first_root(text).expect("a root");
    decode(root, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config)
}

fn decoded(text: &str) -> Decoded {
    decoded_with(text, &Config::default())
}

/// What the server says, and after a `-` what it would say later.
fn said(decoded: &Decoded) -> Vec<String> {
    let servers = decoded.findings.iter().filter_map(|finding| finding.server.as_ref());
    servers.map(|server| format!("{}{}", if server.shadowed { "- " } else { "" }, server.detail)).collect()
}

fn schema(keywords: &str) -> Decoded {
    decoded(&format!("spec: {{versions: [{{schema: {{openAPIV3Schema: {{{keywords}}}}}}}]}}"))
}

fn with_schema<T>(keywords: &str, look: impl FnOnce(Schema<'_>) -> T) -> T {
    let decoded = schema(keywords);
    let version = Crd::new(&decoded.object).versions().next().expect("a version");
    look(version.schema().expect("a schema"))
}

#[test]
fn a_field_is_ruled_out_only_where_no_schema_below_has_it() {
    let keywords = "items: {properties: {a: {default: 1}, b: {}}}, anyOf: [{pattern: x}]";
    with_schema(keywords, |schema| {
        let within = |schema: Schema<'_>| {
            [Field::Default, Field::Pattern, Field::Nullable].map(|field| schema.may_have_within(field))
        };
        assert_eq!(within(schema), [true, true, false]);
        let items = schema.item_schema().expect("items");
        assert_eq!(within(items), [true, false, false]);
        assert_eq!(items.property("b").map(within), Some([false; 3]));
    });
    // What may have been changed is not ruled out.
    let mut changed = schema(keywords).object;
    assert!(!changed.may_write_within(Field::Nullable));
    let _ = changed.value_mut(Field::Spec);
    assert!(changed.may_write_within(Field::Nullable));
}

#[test]
fn unknown_fields_with_the_servers_path() {
    let found = decoded("metadata: {x: 1}\nspec: {versions: [{}, {z: 1}]}\nfoo:\n");
    assert_eq!(
        said(&found),
        ["unknown field \"foo\"", "unknown field \"metadata.x\"", "unknown field \"spec.versions[1].z\""]
    );
    let paths: Vec<_> = found.findings.iter().map(|finding| finding.path.to_string()).collect();
    assert_eq!(paths, ["foo", "metadata.x", "spec.versions[1].z"]);
}

#[test]
fn keys_of_maps_are_steps_as_fields_are() {
    let found = schema("properties: {a.b: {readOnly: true}}");
    assert_eq!(
        said(&found),
        ["unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.a.b.readOnly\""]
    );
    assert_eq!(
        found.findings[0].path.to_string(),
        "spec.versions[0].schema.openAPIV3Schema.properties[a.b].readOnly"
    );
}

#[test]
fn the_server_is_blind_below_some_keywords() {
    let found = schema(
        "items: {a: 1}, additionalProperties: {b: 1}, dependencies: {x: {c: 1}}, additionalItems: {d: 1}, \
         not: {e: 1}, allOf: [{f: 1}], x-kubernetes-validations: [{g: 1}]",
    );
    let names = |text: &str| text.rsplit('.').next().map(|name| name.trim_end_matches('"').to_owned());
    assert_eq!(said(&found).iter().filter_map(|text| names(text)).collect::<Vec<_>>(), ["f", "e", "g"]);
    let dropped: Vec<_> = found.dropped.iter().map(|dropped| dropped.name.as_str()).collect();
    assert_eq!(dropped, ["d", "b", "c", "a"]);
}

#[test]
fn a_hundred_unknown_fields_are_listed_and_each_once() {
    let keys: String = (0..120).map(|i| format!("u{i}: 1\n")).collect();
    assert_eq!(said(&decoded(&keys)).iter().filter(|text| !text.starts_with('-')).count(), 100);
    let twice = schema("properties: {a.b: {x: 1}, a: {b: {x: 1}}}");
    assert_eq!(said(&twice).iter().filter(|text| !text.starts_with('-')).count(), 2);
}

#[test]
fn field_validation_decides_how_grave_an_unknown_field_is() {
    let with = |field_validation| {
        let found = decoded_with("foo: 1", &Config { field_validation, ..Config::default() });
        found.findings.first().map(|finding| finding.severity)
    };
    assert_eq!(with(FieldValidation::Strict), Some(Severity::Error));
    assert_eq!(with(FieldValidation::Warn), Some(Severity::Warning));
    assert_eq!(with(FieldValidation::Ignore), None);
}

#[test]
fn a_field_of_a_later_minor_is_unknown() {
    let with = |kubernetes| {
        said(&decoded_with("status: {observedGeneration: 1}", &Config { kubernetes, ..Config::default() }))
    };
    assert_eq!(with(Minor(34)), ["unknown field \"status.observedGeneration\""]);
    assert!(with(Minor(35)).is_empty());
}

#[test]
fn gos_words_about_wrong_types() {
    let table = [
        ("nullable: a", "string", "nullable", "bool"),
        ("maxLength: 1.5", "number 1.5", "maxLength", "int64"),
        ("maxLength: 1e25", "number 1e+25", "maxLength", "int64"),
        ("maximum: a", "string", "maximum", "float64"),
        ("required: a", "string", "required", "[]string"),
        ("properties: []", "array", "properties", "map[string]v1.JSONSchemaProps"),
        ("properties: {a: 1}", "number", "properties", "v1.JSONSchemaProps"),
        ("properties: {a: {type: {}}}", "object", "properties.type", "string"),
        ("$schema: n", "bool", "$schema", "v1.JSONSchemaURL"),
        ("items: {items: {type: 1}}", "number", "items.items.type", "string"),
        (
            "additionalProperties: {externalDocs: {url: 1}}",
            "number",
            "additionalProperties.externalDocs.url",
            "string",
        ),
        ("items: [1]", "number", "items", "v1.JSONSchemaProps"),
    ];
    for (keywords, value, field, go) in table {
        let place = format!("JSONSchemaProps.spec.versions.schema.openAPIV3Schema.{field}");
        let expected = format!("json: cannot unmarshal {value} into Go struct field {place} of type {go}");
        assert_eq!(said(&schema(keywords)), [expected], "{keywords}");
    }
}

#[test]
fn the_innermost_struct_is_named() {
    let found = decoded("spec: {versions: [{schema: {openAPIV3Schema: {externalDocs: {url: 1}}}}]}");
    let field = "ExternalDocumentation.spec.versions.schema.openAPIV3Schema.externalDocs.url";
    assert_eq!(
        said(&found),
        [format!("json: cannot unmarshal number into Go struct field {field} of type string")]
    );
}

#[test]
fn an_error_of_an_unmarshaler_wins_over_earlier_ones() {
    let found = schema("description: 1, additionalProperties: x, items: {type: 2}, foo: 3");
    let place = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema";
    assert_eq!(
        said(&found),
        [
            "boolean or JSON schema expected".to_owned(),
            format!(
                "- json: cannot unmarshal number into Go struct field {place}.description of type string"
            ),
            format!("- json: cannot unmarshal number into Go struct field {place}.items.type of type string"),
            "- unknown field \"spec.versions[0].schema.openAPIV3Schema.foo\"".to_owned(),
        ]
    );
}

#[test]
fn times_and_bytes() {
    let found = decoded("metadata: {creationTimestamp: 2024-01-01, deletionTimestamp: 1}");
    let layout = "as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"T\"";
    assert_eq!(
        said(&found),
        [
            format!("parsing time \"2024-01-01\" {layout}"),
            "- json: cannot unmarshal number into Go struct field ObjectMeta.metadata.deletionTimestamp of \
             type string"
                .to_owned(),
        ]
    );
    let bundle = |text: &str| {
        said(&decoded(&format!("spec: {{conversion: {{webhook: {{clientConfig: {{caBundle: {text}}}}}}}}}")))
    };
    assert_eq!(bundle("'aGk?'"), ["illegal base64 data at input byte 3"]);
    assert!(bundle("[104, 105]").is_empty());
    let field = "WebhookClientConfig.spec.conversion.webhook.clientConfig.caBundle";
    assert_eq!(
        bundle("[256]"),
        [format!("json: cannot unmarshal number 256 into Go struct field {field} of type uint8")]
    );
}

#[test]
fn some_values_decode_to_nothing() {
    for keywords in ["items: true", "items: x", "items: []"] {
        assert!(said(&schema(keywords)).is_empty());
        assert!(with_schema(keywords, |schema| schema.items() == Some(Items::Nothing)), "{keywords}");
    }
    assert!(with_schema("items:", |schema| schema.items().is_none()));
    assert!(with_schema("additionalProperties: false", |s| s.additional_properties()
        == Some(OrBool::Bool(false))));
    assert!(with_schema("properties: {a: }", |schema| schema.property("a").is_some_and(Schema::is_zero)));
}

#[test]
fn whole_numbers_however_they_are_written() {
    for written in ["16", "0x10", "16.0", "1.6e1", "020"] {
        assert_eq!(with_schema(&format!("maxLength: {written}"), |s| s.max_length()), Some(16), "{written}");
    }
    assert_eq!(with_schema("maximum: 1", |s| s.maximum()), Some(1.0));
}

#[test]
fn yaml_booleans_in_strings_are_explained() {
    let found = decoded("metadata: {name: n}");
    let finding = &found.findings[0];
    let headline = "`metadata.name` must be a string, got the boolean `false`, as YAML 1.1 reads `n`";
    assert_eq!(finding.message, headline);
    assert_eq!(finding.notes, [Note::Help("put the value into quotes: `\"n\"`".to_owned())]);
}

#[test]
fn near_and_known_names_are_hinted_at() {
    let message = |text| decoded(text).findings[0].message.clone();
    assert_eq!(message("spec: {scop: Cluster}"), "unknown field `scop` in `spec`; did you mean `scope`?");
    let found = decoded("spec: {version: v1}");
    assert_eq!(found.findings[0].message, "unknown field `version` in `spec`");
    assert!(matches!(found.findings[0].notes.as_slice(), [Note::Help(help)] if help.contains("versions")));
    let found = schema("spec: {type: object}");
    assert!(
        matches!(found.findings[0].notes.as_slice(), [Note::Help(help)] if help.contains("`properties:`"))
    );
}

#[test]
fn merged_and_anchored_values_are_there() {
    let text = "a: &a {type: string, maxLength: 3}\nspec:\n  versions:\n  - schema:\n      openAPIV3Schema:\n        \
                properties:\n          x: *a\n          z:\n            <<: *a\n            maxLength: 4\n";
    let found = decoded(text);
    assert_eq!(said(&found), ["unknown field \"a\""]);
    let version = Crd::new(&found.object).versions().next().expect("a version");
    let lengths = version.schema().expect("a schema").properties().map(|p| p.schema.max_length());
    assert_eq!(lengths.collect::<Vec<_>>(), [Some(3), Some(4)]);
}

#[test]
fn anchors_within_anchors_fit_the_stack() {
    let mut text = String::from("a0: &a0 {not: {}}\n");
    for i in 1..1000 {
        text.push_str(&format!("a{i}: &a{i} {{not: *a{}}}\n", i - 1));
    }
    text.push_str("spec: {versions: [{schema: {openAPIV3Schema: *a999}}]}\n");
    let run = move || with_root_depth(&text);
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    assert!(thread.join().expect("no overflow") > 300);
}

/// How deep `not` is nested in the first version's schema.
fn with_root_depth(text: &str) -> usize {
    let found = decoded(text);
    let version = Crd::new(&found.object).versions().next().expect("a version");
    std::iter::successors(version.schema(), |schema| schema.not()).count()
}

#[test]
fn counts_what_kubectl_sends() {
    let texts = [
        "apiVersion: a/v1\nkind: b\nmetadata: {name: x, labels: {a: b, c: 1}, creationTimestamp: null}\n",
        "spec:\n  versions:\n  - name: v1\n    deprecated: [1, {a: b}]\n    nothing: {a: [b, c]}\n",
        "spec: {versions: [{schema: {openAPIV3Schema: {type: object, maxLength: 3, minimum: 1.5, x-kubernetes-validations: [{rule: 'a < b', message: \"c\"}], properties: {a: {items: {type: string}, default: {b: [~]}, enum: [a, 1, n], required: [x]}}}}}]}}\n",
        "spec: {conversion: {webhook: {clientConfig: {caBundle: aGk=}}}}\nstatus: {conditions: [{lastTransitionTime: [x]}]}\n",
    ];
    for text in texts {
        let tree = Tree::parse(text);
        let root = tree.first_root(text).expect("a root");
        let mut reader = crdls_values::json::Reader::default();
        reader.read(root);
        assert_eq!(decoded(text).json_size, Some(reader.size()), "{text}");
    }
}

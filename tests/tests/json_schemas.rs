//! JSON Schemas of custom resources, by a library that is not ours (needs the corpus and Go).

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::File;
use crdls_minors::Minor;
use crdls_publish::json_schema;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::{corpus, json, oracle};
use crdls_yaml::Budget;
use serde_json::{Value, json};

/// The server's types of errors that JSON Schema can say, and none of the words of those that it cannot.
fn can_be_said(error: &Value) -> bool {
    const TYPES: [&str; 6] = [
        "FieldValueTypeInvalid",
        "FieldValueRequired",
        "FieldValueNotSupported",
        "FieldValueTooLong",
        "FieldValueTooMany",
        "FieldValueTooShort",
    ];
    TYPES.contains(&text(error, "type")) && !text(error, "field").starts_with("metadata")
}

/// What is validated against one JSON Schema, and how the server judged it.
struct Question {
    schema: Value,
    objects: Vec<Value>,
    /// Each object's place and the server's errors; `None` of one that the server accepts.
    recorded: Vec<(String, Option<String>)>,
}

#[test]
fn instances_validate_as_the_server_says() {
    let Some(root) = corpus::dir_or_skip("JSON Schemas") else { return };
    let Some(oracle) = oracle::binary_or_skip("JSON Schemas") else { return };
    let questions = questions(&root);
    let lines = questions
        .iter()
        .map(|asked| json!({"schema": asked.schema, "objects": asked.objects}).to_string() + "\n");
    let answers =
        oracle::answers(&oracle, &["json-schema"], &lines.collect::<String>()).expect("the oracle runs");
    assert_eq!(answers.len(), questions.len());
    let (mut accepted, mut refused, mut wrong) = (0, 0, Vec::new());
    for (asked, answers) in questions.iter().zip(&answers) {
        let answers = answers.as_array().expect("answers");
        assert_eq!(answers.len(), asked.recorded.len());
        for ((place, recorded), found) in asked.recorded.iter().zip(answers) {
            accepted += usize::from(recorded.is_none());
            refused += usize::from(recorded.is_some());
            if found.is_null() != recorded.is_none() {
                wrong.push(match recorded {
                    Some(errors) => format!("{place}: valid: {errors}"),
                    None => format!("{place}: {}", found.as_str().unwrap_or_default()),
                });
            }
        }
    }
    println!("{accepted} accepted, {refused} rejected for what a JSON Schema can say, {} wrong", wrong.len());
    assert!(accepted > 500 && refused > 50, "{accepted} {refused}");
    assert!(wrong.is_empty(), "{}", wrong.iter().take(60).cloned().collect::<Vec<_>>().join("\n"));
}

/// The recorded custom resources that are valid, or refused for what a JSON Schema can say, by their schema.
fn questions(root: &Path) -> Vec<Question> {
    let recorded = corpus::read(&root.join("verdicts/instances.jsonl"));
    let mut questions: BTreeMap<(String, String, String), Question> = BTreeMap::new();
    for line in recorded.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let is_accepted = list(&line, "errors").is_empty() && list(&line, "decode").is_empty();
        let is_unknown =
            |words: &Value| words.as_str().is_some_and(|words| words.starts_with("unknown field"));
        let can_be_said =
            list(&line, "errors").iter().any(can_be_said) || list(&line, "decode").iter().any(is_unknown);
        if line["kind"] != "cr" || !(is_accepted || can_be_said) {
            continue;
        }
        let document = line["doc"].as_u64().unwrap_or_default() as usize;
        let Some(object) = object(&root.join(text(&line, "file")), document) else { continue };
        let Some((group, version)) = text(&object, "apiVersion").split_once('/') else { continue };
        let key = (text(&line, "crd").to_owned(), version.to_owned(), text(&object, "kind").to_owned());
        let question = questions.entry(key).or_insert_with(|| {
            let file = File::new(corpus::read(&root.join(text(&line, "crd"))));
            let all = Index::found("crd.yaml", 0, file.shared_text(), file.tree(), &Config::default());
            let known = all.iter().find(|known| {
                let spec = known.header().spec();
                spec.group() == group && spec.names().kind() == text(&object, "kind")
            });
            let known = known.unwrap_or_else(|| panic!("{}: no CRD of {}", line["crd"], object["kind"]));
            let version = known.served(version).expect("a served version");
            let schema = json_schema(known.crd(), version, Minor::NEWEST);
            Question { schema, objects: Vec::new(), recorded: Vec::new() }
        });
        let place = format!("{}#{document}", text(&line, "file"));
        let errors = (!is_accepted).then(|| format!("{} {}", line["errors"], line["decode"]));
        question.objects.push(object);
        question.recorded.push((place, errors));
    }
    questions.into_values().collect()
}

fn object(file: &Path, document: usize) -> Option<Value> {
    let file = File::new(corpus::read(file));
    let mut found = file.objects().filter(|(at, object)| *at == document && object.list_indices.is_empty());
    found.next().map(|(_, object)| json::of(object.node, &mut Budget::default()))
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

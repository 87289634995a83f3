//! Expressions evaluated here and by the API server's own code, where Go is present: those of the CEL
//! specification's conformance files and of the corpus, and such as are made at random, also on data of good
//! and bad shape. Results, error words and costs have to be equal.

use crdls_cel::types::Type;
use crdls_minors::Minor;
use crdls_tests::generate::expression::{self, Givens};
use crdls_tests::probe::data::DATA;
use crdls_tests::probe::rule;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{conformance, corpus, evaluate, oracle};
use serde_json::{Value, json};

/// How many expressions and rules are made; `CRDLS_EXPRESSIONS` says another number.
const MADE: usize = 4_000;

/// What is left aside, by what stands in the expression.
const ASIDE: &[(&str, &str)] = &[
    ("google.protobuf.", "messages are not made"),
    ("America/", "the time zone database is not here"),
    ("Asia/", "the time zone database is not here"),
    ("Australia/", "the time zone database is not here"),
    ("Europe/", "the time zone database is not here"),
    ("US/", "the time zone database is not here"),
    ("net.", "names of types that only rules know"),
    ("'key2'", "the order of Go's maps decides"),
    ("{'foo': 2,", "the order of Go's maps decides"),
];

#[test]
fn expressions_of_others() {
    let Some(binary) = oracle::binary_or_skip("expressions evaluated by the server") else { return };
    let mut all: Vec<String> = Vec::new();
    if let Some(cases) = conformance::cases_or_skip() {
        all.extend(cases.iter().map(|case| case.message.text("expr").to_owned()));
    }
    if let Some(dir) = corpus::dir_or_skip("expressions of the corpus") {
        let text = std::fs::read_to_string(dir.join("cel-parse.jsonl")).expect("a file of the corpus");
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        all.extend(lines.filter_map(|line| line["expression"].as_str().map(str::to_owned)));
    }
    all.retain(|text| !ASIDE.iter().any(|(part, _)| text.contains(part)));
    compare(&binary, &all.into_iter().map(Value::String).collect::<Vec<_>>());
}

/// Lists, maps and optional values as keys, which the server compares by pointer.
const POINTERS: &[&str] = &[
    "[1] in {[1]: 2}",
    "{[1]: 1, [1]: 2}.size()",
    "{{1: 2}: 1, {1: 2}: 2}.size()",
    "{[]: 1, []: 2}.size()",
    "{optional.of(1): 1, optional.of(1): 2}.size()",
    "{optional.none(): 1, optional.none(): 2}.size()",
    "[[1]].map(x, {x: 1, x: 2}.size())",
    "[1].map(x, {[x]: 1, [x]: 2}.size())",
    "{[1]: 1}.transformMap(k, v, v).size()",
    "[{[1]: 1}].map(m, m.map(k, k in m))",
    "{[1]: 1} == {[1]: 1}",
    "[{[1]: 1}].all(x, x == x)",
];

#[test]
fn keys_that_are_pointers() {
    let Some(binary) = oracle::binary_or_skip("keys compared by pointer") else { return };
    compare(&binary, &POINTERS.iter().map(|text| Value::from(*text)).collect::<Vec<_>>());
}

#[test]
fn expressions_made_at_random() {
    let Some(binary) = oracle::binary_or_skip("random expressions evaluated by the server") else { return };
    let mut random = Random::new(1);
    let types = expression::types();
    let make = |_| {
        let (t, depth) = (random.pick(&types).cloned().unwrap_or(Type::Bool), 1 + random.below(5));
        expression::make(&mut random, &Givens::new(), &t, depth, 0)
    };
    // A time zone of this name is an error of the operating system's.
    let texts = (0..made()).map(make).filter(|text| !text.contains("'\\000')"));
    let questions: Vec<_> = texts.map(Value::String).collect();
    compare(&binary, &questions);
}

#[test]
fn rules_made_at_random_on_data() {
    let Some(binary) = oracle::binary_or_skip("random rules evaluated by the server") else { return };
    let mut random = Random::new(2);
    let data: Value = serde_json::from_str(DATA).expect("data");
    let (schema, values) = (&data["schema"], data["values"].as_array().expect("values"));
    let givens = rule::givens();
    let make = |_| {
        let depth = random.below(4);
        let rule = expression::make(&mut random, &givens, &Type::Bool, depth, 0);
        let (new, old) = (random.pick(values), random.pick(values));
        json!({"schema": schema, "rule": rule, "self": new, "oldSelf": old})
    };
    let questions: Vec<_> = (0..made()).map(make).collect();
    compare(&binary, &questions);
}

fn made() -> usize {
    number("CRDLS_EXPRESSIONS").unwrap_or(MADE)
}

/// The answer without the signs by which Go prints what is in lists and maps, which depend on how cel-go holds them.
fn respelled(mut answer: Value) -> Value {
    if let Some(value) = answer["value"].as_str() {
        let value = value.replace("map[", "{").replace(", ", " ").replace(": ", ":");
        answer["value"] = Value::from(value.replace(['[', ']', '{', '}'], ""));
    }
    answer
}

fn compare(binary: &std::path::Path, questions: &[Value]) {
    let answers = evaluate::ask(binary, questions);
    assert_eq!(answers.len(), questions.len());
    let (mut of, mut equal, mut late) = (0, 0, 0);
    for (question, theirs) in questions.iter().zip(&answers) {
        if theirs["compileError"].is_string() {
            continue;
        }
        let ours = match question.as_str() {
            Some(text) => evaluate::expression(text, Minor::NEWEST),
            None => evaluate::rule(question, Minor::NEWEST),
        };
        of += 1;
        let mut theirs = theirs.clone();
        // What it may cost at most is compared by `probe`.
        theirs.as_object_mut().map(|theirs| theirs.remove("estimate"));
        if rule::same(&ours, &theirs) || rule::same(&respelled(ours.clone()), &respelled(theirs.clone())) {
            equal += 1;
        } else if ours["error"].as_str().is_some_and(|words| words.starts_with("invalid data, expected ")) {
            late += 1;
        } else {
            let shown = question.as_str().map_or_else(
                || {
                    format!(
                        "{}\n  self {}\n  oldSelf {}",
                        question["rule"], question["self"], question["oldSelf"]
                    )
                },
                str::to_owned,
            );
            println!("{shown}\n  ours   {ours}\n  theirs {theirs}");
        }
    }
    println!(
        "{of} of {} expressions compile for the server: {equal} come to the same, {late} look earlier at data of bad shape",
        questions.len()
    );
    assert!(of > questions.len() / 4, "most compile");
    // The server runs no rule on data of bad shape. Where a test gives it some, `last` and `optional.unwrap` hand a
    // value on without a look at it, which crdls has at once.
    assert!(late * 200 <= of, "{late} look at data of bad shape too early");
    assert_eq!(equal + late, of);
}

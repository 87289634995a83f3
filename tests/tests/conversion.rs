//! What is made of a conversion webhook's response is what the server's own converter makes of it (needs Go): each way in
//! which a response can be wrong, for one object and for a list, in both versions of ConversionReview.

use crdls_conversion::{Answer, FAILED_CONVERSION, Review, check_answer};
use crdls_report::Config;
use crdls_tests::oracle;
use crdls_yaml::Tree;
use serde_json::{Value, json};

/// Stands for the uid of the request, which the server makes up.
const UID: &str = "REQUEST-UID";
const DESIRED: &str = "example.org/v2";

/// A question to both sides: objects that are converted, and the text with which the webhook answers.
struct Case {
    version: &'static str,
    objects: Vec<Value>,
    body: String,
}

impl Case {
    /// What the server's own converter says; `None` where it takes the response.
    fn question(&self) -> Value {
        json!({
            "group": "example.org", "versions": ["v1", "v2"], "reviewVersion": self.version, "desired": "v2",
            "objects": self.objects, "body": self.body,
        })
    }

    /// What crdls says the server says.
    fn ours(&self) -> Option<String> {
        let request = json!({
            "apiVersion": format!("apiextensions.k8s.io/{}", self.version), "kind": "ConversionReview",
            "request": {"uid": UID, "desiredAPIVersion": DESIRED, "objects": self.objects},
        });
        let (request, config) = (request.to_string(), Config::default());
        let (sent, answered) = (Tree::parse(&request), Tree::parse(&self.body));
        let root = sent.root(&request, &sent.documents()[0]).expect("a root");
        let answer =
            Answer { request: &Review::read(root, &config), text: &self.body, tree: &answered, file: "" };
        let found = check_answer(answer, None, &config).findings;
        let refused = |server: &crdls_report::Server| !server.shadowed && server.kind.refuses();
        let first: Vec<_> =
            found.iter().filter(|finding| finding.server.as_ref().is_some_and(refused)).collect();
        assert!(first.len() <= 1, "{}: {first:#?}", self.body);
        let wrong_type = "wrong-type";
        assert!(
            first.iter().all(|f| f.code == &FAILED_CONVERSION || f.code.name == wrong_type),
            "{first:#?}"
        );
        first.first().and_then(|finding| Some(finding.server.as_ref()?.sentence()))
    }
}

fn widget(version: &str, metadata: Value) -> Value {
    json!({"apiVersion": format!("example.org/{version}"), "kind": "Widget", "metadata": metadata, "spec": {}})
}

fn named(name: &str) -> Value {
    json!({"name": name, "namespace": "shop", "uid": name})
}

/// `value` with a member set to another value.
fn with(value: &Value, key: &str, to: Value) -> Value {
    let mut value = value.clone();
    value[key] = to;
    value
}

fn without(value: &Value, key: &str) -> Value {
    let mut value = value.clone();
    value.as_object_mut().expect("an object").remove(key);
    value
}

/// Responses that are wrong as a whole.
fn whole_responses(version: &str, converted: &[Value]) -> Vec<Value> {
    let response = json!({"uid": UID, "result": {"status": "Success"}, "convertedObjects": converted});
    let review = json!({"apiVersion": format!("apiextensions.k8s.io/{version}"), "kind": "ConversionReview", "response": response});
    let responding = |to: Value| with(&review, "response", to);
    let results = [
        json!(null),
        json!({}),
        json!("Success"),
        json!({"status": ""}),
        json!({"status": "Failure"}),
        json!({"status": "success"}),
        json!({"status": "Failure", "message": "no degrees"}),
        json!({"message": "no degrees"}),
        json!({"status": 3}),
        json!({"status": "Success", "code": "x"}),
    ];
    let lists =
        [json!(null), json!([]), json!({}), json!("x"), json!([converted[0], converted[0], converted[0]])];
    let other_versions = [
        "apiextensions.k8s.io/v1",
        "apiextensions.k8s.io/v1beta1",
        "apiextensions.k8s.io/v2",
        "",
        "/",
        "v1",
        "a/b/c",
        "example.org/v1",
    ];
    let mut found = vec![
        review.clone(),
        json!({}),
        json!([]),
        json!("x"),
        json!(3),
        json!(true),
        Value::Null,
        json!({"response": response}),
        json!({"kind": "ConversionReview", "response": response}),
        with(&review, "kind", json!("Other")),
        with(&review, "kind", json!("CustomResourceDefinition")),
        with(&review, "kind", json!("")),
        with(&review, "kind", json!(3)),
        with(&review, "apiVersion", json!(3)),
        with(&review, "apiVersion", json!(null)),
        without(&review, "kind"),
        without(&review, "apiVersion"),
        without(&review, "response"),
        responding(json!(null)),
        responding(json!({})),
        responding(json!("x")),
        responding(json!([])),
        responding(with(&response, "uid", json!("other"))),
        responding(with(&response, "uid", json!(""))),
        responding(with(&response, "uid", json!(3))),
        responding(without(&response, "uid")),
        with(&review, "request", json!({"uid": "other"})),
        with(&review, "request", json!("x")),
        with(&review, "more", json!(1)),
        json!({"apiVersion": "v1", "kind": "Status", "status": "Failure", "message": "no"}),
    ];
    found.extend(other_versions.map(|other| with(&review, "apiVersion", json!(other))));
    found.extend(results.map(|result| responding(with(&response, "result", result))));
    found.extend(lists.map(|list| responding(with(&response, "convertedObjects", list))));
    found.push(responding(without(&response, "result")));
    found.push(responding(without(&response, "convertedObjects")));
    found
}

/// Texts that are no reviews.
const TEXTS: [&str; 22] = [
    "",
    "\n",
    "  ",
    "# nothing",
    "null",
    "{",
    "{\n \"a\": ]}",
    "{} {}",
    "{\"a\": 1}x",
    "{\"a\": 1} \"",
    "{a: b}",
    "{\"a\": \"\u{1}\"}",
    "{\"apiVersion\": \"apiextensions.k8s.io/v1\", \"kind\": \"ConversionReview\", \"response\"",
    "a: b: c",
    "- [",
    "\tx",
    "%",
    "<!DOCTYPE html>\n<html><body>a: b\n c</body>",
    "<html>no</html>",
    "a: b\n---\nc: d",
    "kind: ConversionReview",
    "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nresponse: {uid: REQUEST-UID, result: {status: Success}}\n",
];

/// Pairs of metadata, in the request and in the response, of which the second is wrong in most.
fn metadata() -> Vec<(Value, Value)> {
    let own = named("a");
    let labels = |value: Value| with(&named("a"), "labels", value);
    let annotations = |value: Value| with(&named("a"), "annotations", value);
    let long = "x".repeat(64);
    let huge = "x".repeat(256 * 1024 + 1);
    let converted = [
        own.clone(),
        json!(null),
        json!({}),
        json!([]),
        json!("x"),
        json!(3),
        json!(1.5),
        json!(true),
        with(&own, "name", json!("b")),
        with(&own, "name", json!(3)),
        with(&own, "namespace", json!("b")),
        with(&own, "uid", json!("b")),
        without(&own, "uid"),
        without(&own, "namespace"),
        without(&own, "name"),
        with(&own, "generation", json!(3)),
        labels(json!(null)),
        labels(json!([])),
        labels(json!("x")),
        labels(json!({})),
        labels(json!({"a": null})),
        labels(json!({"a": 3})),
        labels(json!({"a": true})),
        labels(json!({"b": []})),
        labels(json!({"a": "b"})),
        labels(json!({"a b": "x"})),
        labels(json!({"x": "ü"})),
        labels(json!({"x": long})),
        labels(json!({"a b": "x", "c d": "ü"})),
        labels(json!({"example.org/x": "y"})),
        labels(json!({"UPPER.org/x": "y"})),
        annotations(json!(null)),
        annotations(json!(3)),
        annotations(json!({"a": {}})),
        annotations(json!({"a b": "x"})),
        annotations(json!({"UPPER.org/x": "y"})),
        annotations(json!({"a": huge})),
        annotations(json!({"a b": "x", "b c": "y"})),
        with(&labels(json!({"a b": "x"})), "annotations", json!({"a b": "x"})),
    ];
    let mut found: Vec<_> = converted.into_iter().map(|after| (own.clone(), after)).collect();
    let kept = labels(json!({"a b": "x"}));
    found.push((kept.clone(), kept.clone()));
    found.push((kept, labels(json!({"a b": "y"}))));
    for before in [json!(null), json!([]), json!("x")] {
        found.push((labels(before.clone()), labels(json!({"a": "b"}))));
        found.push((before, json!({"labels": {"a": "b"}})));
    }
    found
}

/// Converted objects that are wrong in another way.
fn objects() -> Vec<Value> {
    let good = widget("v2", named("a"));
    let mut found: Vec<_> = ["example.org/v1", "example.org/v3", "v2", "", "/", "a/b/c", "other.org/v2"]
        .iter()
        .map(|version| with(&good, "apiVersion", json!(version)))
        .collect();
    found.extend([
        json!(null),
        json!(3),
        json!(true),
        json!("x"),
        json!([]),
        json!({}),
        json!({"kind": "Widget"}),
        json!(1.5),
        without(&good, "apiVersion"),
        without(&good, "kind"),
        without(&good, "metadata"),
        with(&good, "kind", json!("")),
        with(&good, "kind", json!(3)),
        with(&good, "kind", json!("Other")),
        with(&good, "apiVersion", json!(3)),
        with(&good, "items", json!([])),
        with(&good, "kind", json!("WidgetList")),
    ]);
    found
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for version in ["v1", "v1beta1"] {
        let answer = |converted: &[Value]| {
            json!({
                "apiVersion": format!("apiextensions.k8s.io/{version}"), "kind": "ConversionReview",
                "response": {"uid": UID, "result": {"status": "Success"}, "convertedObjects": converted},
            })
        };
        for second in [None, Some("b")] {
            let both = |version: &str, first: Value| -> Vec<Value> {
                std::iter::once(first).chain(second.map(|name| widget(version, named(name)))).collect()
            };
            let add = |cases: &mut Vec<Case>, objects: Vec<Value>, body: &Value| {
                cases.push(Case { version, objects, body: body.to_string() });
            };
            let originals = || both("v1", widget("v1", named("a")));
            let converted = both("v2", widget("v2", named("a")));
            whole_responses(version, &converted).iter().for_each(|body| add(&mut cases, originals(), body));
            for text in TEXTS {
                let body = text.to_owned();
                cases.push(Case { version, objects: originals(), body });
            }
            for object in objects() {
                add(&mut cases, originals(), &answer(&both("v2", object)));
            }
            for (before, after) in metadata() {
                add(&mut cases, both("v1", widget("v1", before)), &answer(&both("v2", widget("v2", after))));
            }
            let reversed: Vec<_> = converted.into_iter().rev().collect();
            add(&mut cases, originals(), &answer(&reversed));
        }
    }
    cases
}

/// Of several errors the order is chance on the server.
fn sorted(sentence: Option<String>) -> Option<String> {
    let sentence = sentence?;
    let Some((before, errors)) = sentence.split_once(": [metadata.") else { return Some(sentence) };
    let mut errors: Vec<_> = errors.trim_end_matches(']').split(", metadata.").collect();
    errors.sort_unstable();
    Some(format!("{before}: [{}]", errors.join("; ")))
}

#[test]
fn responses_are_refused_in_the_words_of_the_server() {
    let Some(binary) = oracle::binary_or_skip("responses of conversion webhooks") else { return };
    let cases = cases();
    let questions: Vec<_> = cases.iter().map(|case| case.question().to_string()).collect();
    let answers = oracle::answers(&binary, &["convert"], &questions.join("\n")).expect("answers");
    assert_eq!(answers.len(), cases.len(), "the oracle fell over");
    let mut wrong = Vec::new();
    let mut refused = 0;
    for (case, answer) in cases.iter().zip(answers) {
        let theirs = answer["error"].as_str().map(str::to_owned);
        refused += usize::from(theirs.is_some());
        let (theirs, ours) = (sorted(theirs), sorted(case.ours()));
        if theirs != ours {
            let body: String = case.body.chars().take(400).collect();
            wrong.push(format!("{} {body}\n    server: {theirs:?}\n    ours:   {ours:?}", case.version));
        }
    }
    println!("{} responses, {refused} of them rejected", cases.len());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

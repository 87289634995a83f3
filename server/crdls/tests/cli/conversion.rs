//! `crdls conversion check`: reviews in files.

use crdls_example_webhook::respond;
use serde_json::{Value, json};

use crate::run::Folder;

/// A CRD with several versions and a webhook.
pub const CRD: &str = include_str!("../../../../examples/webhook/ovens.yaml");

/// The answer of a webhook that converts.
pub fn good(request: &str) -> Value {
    respond(&serde_json::from_str(request).unwrap())
}

const REQUEST: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "request": {"uid": "u", "desiredAPIVersion": "example.org/v1",
"objects": [{"apiVersion": "example.org/v2", "kind": "Oven", "metadata": {"name": "a", "namespace": "b", "uid": "c"}, "spec": {"temperature": 3}}]}}"#;

#[test]
fn a_response_in_a_file_is_checked() {
    let good = good(REQUEST).to_string();
    let yaml = "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nresponse:\n  uid: u\n  result: {status: Success}\n  convertedObjects:\n  - apiVersion: example.org/v1\n    kind: Oven\n    metadata: {name: a, namespace: b, uid: c}\n    spec: {degrees: 900}\n";
    let files =
        [("crd.yaml", CRD), ("request.json", REQUEST), ("response.json", &good), ("invalid.yaml", yaml)];
    let folder = Folder::new("conversion-check", &files);
    let check = |more: &[&str]| folder.run(&[&["conversion", "check", "request.json"], more].concat());
    let ran = check(&["response.json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:#?}");

    let ran = check(&["invalid.yaml", "--output-format", "concise"]);
    let line = "invalid.yaml:10:21: warning[invalid-converted-object]: the converted object is not valid in `example.org/v1`: \
                `spec.degrees` must be at most 500, got 900\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (1, line), "{}", ran.stderr);

    folder.write("response.json", good.replace("\"u\"", "\"v\""));
    let ran = check(&["response.json", "--output-format", "json"]);
    let found: Value = ran.json();
    assert_eq!(
        (ran.code, &found[0]["code"], &found[0]["path"]),
        (1, &json!("failed-conversion"), &json!("response.uid"))
    );
    let detail =
        "conversion webhook for example.org/v2, Kind=Oven failed: expected response.uid=\"u\", got \"v\"";
    assert_eq!(found[0]["server"]["detail"], detail);
    assert!(
        check(&["response.json", "--output-format", "github"])
            .stdout
            .starts_with("::error file=response.json,line=1")
    );
    assert!(check(&["response.json"]).stdout.contains("expected response.uid"));

    for (text, expected) in [
        ("", "the response is empty"),
        ("{\"kind\": ", "the response is not JSON: it ends too early"),
        ("<html>", "the response is not a ConversionReview"),
        ("a: b: c", "the response is neither JSON nor YAML"),
        ("kind: Pod", "`kind` of the response must be `ConversionReview`, got `Pod`"),
        ("[]", "the response is not a ConversionReview"),
        ("\u{1}\u{2}\u{fffd}", "the response is neither JSON nor YAML"),
        ("apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\n", "`response` is missing"),
        (
            "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nresp",
            "the response is neither JSON nor YAML",
        ),
    ] {
        let ran = folder.run_with_input(
            &["conversion", "check", "request.json", "-", "--output-format", "concise"],
            text,
        );
        assert!(
            ran.code == 1 && ran.stdout.contains(expected) && ran.stdout.lines().count() == 1,
            "{text}: {ran:#?}"
        );
    }
}

#[test]
fn a_request_that_is_none_is_a_finding_and_a_path_that_is_none_wrong_usage() {
    let files = [("response.json", "{}"), ("crd.yaml", CRD)];
    let folder = Folder::new("conversion-request", &files);
    let run = |args: &[&str]| {
        folder.run(&[&["conversion", "check"], args, &["--output-format", "concise"]].concat())
    };
    for request in ["response.json", "crd.yaml"] {
        let ran = run(&[request, "response.json"]);
        assert!(ran.code == 1 && ran.stdout.contains("is not a ConversionReview with a request"), "{ran:#?}");
    }
    for args in
        [["gone.json", "response.json"], ["-", "-"], [".", "response.json"], ["response.json", "gone.json"]]
    {
        assert_eq!(run(&args).code, 2, "{args:?}");
    }
}

#[test]
fn reviews_in_files_are_checked_with_the_crds_of_the_folder() {
    let response = good(REQUEST).to_string().replace("degrees", "heat");
    let reviews = format!("{REQUEST}\n---\n{response}\n");
    let folder = Folder::new("conversion-files", &[("a-reviews.yaml", &reviews), ("crd.yaml", CRD)]);
    let found = folder.findings(&["."]);
    let codes: Vec<_> = found.iter().map(|finding| finding["code"].as_str().unwrap()).collect();
    assert!(
        codes.contains(&"dropped-by-conversion") && codes.contains(&"invalid-converted-object"),
        "{codes:?}"
    );
}

//! Manifests in JSON, as kubectl reads them: the name of the file does not count, and what begins with a brace and is no
//! JSON is YAML. `tests/oracle/json-streams.jsonl` has what `YAMLOrJSONDecoder` of k8s.io/apimachinery makes of texts;
//! `go test` in that folder compares the file with it.

use crdls_ide::{File, FileContext, applied, check, refactorings};
use crdls_report::Config;
use crdls_tests::corpus;
use crdls_text::TextRange;
use crdls_yaml::json_stream::{Reading, error_at};
use crdls_yaml::{Tree, strict};
use serde_json::Value;

const CRD: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "ks.e.org"}, "spec": {"group": "e.org", "scope": "Namespaced", "names": {"kind": "K", "plural": "ks"}, "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}"#;
/// The same without quotes around keys and words.
fn bare() -> String {
    CRD.replace('"', "")
}

/// The server's details of the errors in a text.
fn errors(text: &str) -> Vec<String> {
    let found = check(&File::new(text.to_owned()), FileContext::default(), &Config::default());
    found.iter().filter_map(|found| Some(found.finding.server.as_ref()?.detail.clone())).collect()
}

/// The first error of kubectl in a text; empty where there is none.
fn first_error(text: &str) -> String {
    let tree = Tree::parse(text);
    let of_yaml = |read: TextRange| {
        let text = format!("{}\n", read.of(text).trim_end_matches('\n'));
        strict::check(&text).err().map(|refusal| refusal.message)
    };
    let error = |document: &crdls_yaml::Document| {
        let read = TextRange::new(document.read_from, document.range.end);
        match document.reading {
            Reading::Json => None,
            Reading::BrokenJson(at) => error_at(text, at).map(|error| error.message),
            Reading::JsonThenYaml(at) => {
                let separator = document.bad_separator.map(|_| String::new());
                let failed = separator.or_else(|| of_yaml(read));
                failed.and(error_at(text, at)).map(|error| error.as_ambiguous())
            }
            Reading::Yaml => of_yaml(read),
        }
    };
    tree.documents().iter().find_map(error).unwrap_or_default()
}

#[test]
fn errors_are_those_of_the_decoder() {
    let path = corpus::repository().join("tests/oracle/json-streams.jsonl");
    let recorded = std::fs::read_to_string(path).expect("the record is there");
    let mut differing = Vec::new();
    for line in recorded.lines() {
        let recorded: Value = serde_json::from_str(line).expect("a line of JSON");
        let (text, error) = (recorded["text"].as_str().expect("a text"), &recorded["error"]);
        let found = first_error(text);
        if *error != found {
            differing.push(format!("{text:?}\n   kubectl: {error}\n   crdls:   {found}"));
        }
    }
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

#[test]
fn bare_words_are_yaml_where_json_ends_early() {
    let accepted = Vec::<String>::new();
    assert_eq!(errors(CRD), accepted);
    // No object, or one, was read as JSON before.
    assert_eq!(errors(&bare()), accepted);
    assert_eq!(errors(&format!("{CRD}\n---\n{}", bare())), accepted);
    assert_eq!(errors(&format!("{CRD}\n{}", bare())), accepted);
    assert_eq!(errors(&format!("{CRD} {CRD}\n\n{CRD}\n")), accepted);
    // Two were.
    let detail = "invalid character 'a' looking for beginning of object key string";
    assert_eq!(errors(&format!("{CRD}\n{CRD}\n{}", bare())), [detail]);
    let detail = "invalid character '-' in numeric literal";
    assert_eq!(errors(&format!("{CRD}\n{CRD}\n---\n{CRD}\n")), [detail]);
}

/// YAML has no characters beyond U+FFFF as two escapes.
#[test]
fn what_only_json_can_write_is_read() {
    let escaped = CRD.replace("\"type\": \"object\"", r#""type": "object", "description": "\ud83d\ude00""#);
    assert_eq!(errors(&escaped), Vec::<String>::new());
    assert_eq!(
        errors(&format!("---\n{escaped}")),
        ["yaml: line 2: found invalid Unicode character escape code"]
    );
}

#[test]
fn of_two_errors_kubectl_reports_that_of_json() {
    let broken = format!("{}, a: ]}}", CRD.trim_end_matches('}'));
    let offset = CRD.trim_end_matches('}').len() + 3;
    let detail =
        format!("json: offset {offset}: invalid character 'a' looking for beginning of object key string");
    assert_eq!(errors(&broken).first(), Some(&detail));
}

#[test]
fn bare_words_get_quotes() {
    let text = format!("{}\n", bare().replace("object}", "object, description: a 'b', maxProperties: 0x10}"));
    let fix =
        refactorings(&File::new(text.clone()), TextRange::empty(3)).into_iter().next().expect("offered");
    assert_eq!(fix.title, "quote keys and strings as in JSON");
    let (quoted, _) = applied(&text, [&fix]).expect("applied");
    let more = r#""type": "object", "description": "a 'b'", "maxProperties": 16"#;
    assert_eq!(quoted, format!("{}\n", CRD.replace("\"type\": \"object\"", more)));
    for text in [CRD.to_owned(), format!("{},}}", bare().trim_end_matches('}')), "{a: b}".to_owned()] {
        assert!(refactorings(&File::new(text.clone()), TextRange::empty(3)).is_empty(), "{text}");
    }
}

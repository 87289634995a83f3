//! What `rule-blocks-updates` and `removable-immutable` show is so on the server: over the CRDs of the corpus, its
//! handler refuses to write each witness of the former again, as it is and with a label, and accepts the update that the
//! latter shows (needs the corpus and Go).

use crdls_ide::{File, FileContext, check};
use crdls_report::Config;
use crdls_tests::oracle::Served;
use crdls_tests::{corpus, json as values, oracle};
use serde_json::{Value, json};

#[test]
fn witnesses_are_answered_as_shown() {
    let Some(root) = corpus::dir_or_skip("objects that fail a rule at the root") else { return };
    let Some(binary) = oracle::binary_or_skip("updates of such objects") else { return };
    let mut server = Served::start(&binary, &["updates"]).expect("the oracle runs");
    let (mut refused, mut accepted, mut wrong) = (0, 0, Vec::new());
    for path in corpus::files(&root, &["crds"], &["yaml", "yml"]) {
        let text = corpus::read(&path);
        // All of them are in files with one document.
        let findings = check(&File::new(text.clone()), FileContext::default(), &Config::default());
        let is_shown = |name: &str| ["rule-blocks-updates", "removable-immutable"].contains(&name);
        let found: Vec<_> = findings.iter().filter(|found| is_shown(found.finding.code.name)).collect();
        if found.is_empty() {
            continue;
        }
        let defined = server.request(&json!({"crd": "crd", "text": text})).expect("an answer");
        assert_eq!(defined["accepted"], true, "{}", path.display());
        let spec = &values::of_text(text.trim_start_matches("---\n"))["spec"];
        for found in found {
            let witness = found.finding.witness.as_ref().expect("a witness");
            let number = found.finding.path.version().map_or(0, |(number, _)| number);
            let object = |text: &str| {
                let mut object = values::of_text(text);
                let group = spec["group"].as_str().unwrap_or_default();
                let version = spec["versions"][number]["name"].as_str().unwrap_or_default();
                object["apiVersion"] = json!(format!("{group}/{version}"));
                object["kind"] = spec["names"]["kind"].clone();
                object["metadata"] = json!({"name": "sample"});
                if spec["scope"] == "Namespaced" {
                    object["metadata"]["namespace"] = json!("default");
                }
                object
            };
            let old = object(witness.old.as_ref().expect("what is stored"));
            let mut ask = |new: &Value| {
                server.request(&json!({"crd": "crd", "old": old, "new": new})).expect("an answer")
            };
            if found.finding.code.name == "removable-immutable" {
                let answer = ask(&object(&witness.object));
                match answer["verdict"]["code"] == 200 {
                    true => accepted += 1,
                    false => wrong.push(format!("{}: {answer}", path.display())),
                }
                continue;
            }
            let mut labelled = old.clone();
            labelled["metadata"]["labels"] = json!({"a": "b"});
            for new in [&old, &labelled] {
                let answer = ask(new);
                match answer["verdict"]["code"] == 422 {
                    true => refused += 1,
                    false => wrong.push(format!("{}: {answer}", path.display())),
                }
            }
        }
    }
    println!("{refused} updates are rejected, {accepted} accepted");
    assert!(refused > 0 && accepted > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}

//! What `rule-blocks-updates` shows is so on the server: over the CRDs of the corpus, its handler refuses to write
//! each witness again, as it is and with a label (needs the corpus and Go).

use crdls_ide::{File, FileContext, check};
use crdls_schema::Config;
use crdls_tests::oracle::Served;
use crdls_tests::{corpus, json as values, oracle};
use serde_json::json;

#[test]
fn witnesses_cannot_be_written() {
    let Some(root) = corpus::dir_or_skip("objects that fail a rule at the root") else { return };
    let Some(binary) = oracle::binary_or_skip("updates of such objects") else { return };
    let mut server = Served::start(&binary, &["updates"]).expect("the oracle runs");
    let (mut refused, mut wrong) = (0, Vec::new());
    for path in corpus::files(&root, &["crds"], &["yaml", "yml"]) {
        let text = corpus::read(&path);
        // All of them are in files with one document.
        let findings = check(&File::new(text.clone()), FileContext::default(), &Config::default());
        let found: Vec<_> =
            findings.iter().filter(|found| found.finding.code.name == "rule-blocks-updates").collect();
        if found.is_empty() {
            continue;
        }
        let defined = server.request(&json!({"crd": "crd", "text": text})).expect("an answer");
        assert_eq!(defined["accepted"], true, "{}", path.display());
        let spec = &values::of_text(&text)["spec"];
        for found in found {
            let witness = found.finding.witness.as_ref().expect("a witness");
            let number = found.finding.path.version().map_or(0, |(number, _)| number);
            let mut old = values::of_text(witness.old.as_ref().expect("what is stored"));
            old["apiVersion"] = json!(format!(
                "{}/{}",
                spec["group"].as_str().unwrap_or_default(),
                spec["versions"][number]["name"].as_str().unwrap_or_default()
            ));
            old["kind"] = spec["names"]["kind"].clone();
            old["metadata"] = json!({"name": "sample"});
            let mut labelled = old.clone();
            labelled["metadata"]["labels"] = json!({"a": "b"});
            for new in [&old, &labelled] {
                let answer =
                    server.request(&json!({"crd": "crd", "old": old, "new": new})).expect("an answer");
                match answer["verdict"]["code"] == 422 {
                    true => refused += 1,
                    false => wrong.push(format!("{}: {answer}", path.display())),
                }
            }
        }
    }
    println!("{refused} updates are refused");
    assert!(refused > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}

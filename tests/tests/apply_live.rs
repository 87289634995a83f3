//! Server-side apply refuses each CRD with the same rule twice at a node, and none that `duplicate-rule` lets pass (needs the
//! corpus and Go).

use crdls_crd::codes::DUPLICATE_RULE;
use crdls_ide::{File, FileContext, check};
use crdls_report::Config;
use crdls_tests::{corpus, crd, oracle};
use serde_json::json;

/// CRDs: those of the corpus that may have a rule twice, and a few in which it is written otherwise.
fn crds(root: &std::path::Path) -> Vec<String> {
    let of = |rules: &str| {
        let spec = format!("{{type: object, x-kubernetes-validations: [{rules}]}}");
        crd(|c| c.kind("Oven").schema(&format!("{{type: object, properties: {{spec: {spec}}}}}")))
    };
    let mut found: Vec<_> = [
        "{rule: 'true'}",
        "{rule: 'true'}, {rule: 'true'}",
        "{rule: 'true'}, {rule: 'true', message: a}",
        "{rule: 'true'}, {rule: ' true'}",
        "{rule: 'true'}, {rule: \"\\x74rue\"}",
        "{rule: 'true'}, {rule: 'false'}, {rule: 'true'}",
    ]
    .map(of)
    .into();
    let has_twice = |text: &str| {
        let mut rules: Vec<_> = text.lines().filter_map(|line| line.split_once("rule: ")).collect();
        let all = rules.len();
        rules.sort_unstable();
        rules.dedup();
        rules.len() < all && text.matches("kind: CustomResourceDefinition").count() == 1
    };
    let texts = corpus::files(root, &["crds"], &["yaml", "yml"]).into_iter().map(|path| corpus::read(&path));
    found.extend(texts.filter(|text| has_twice(text)));
    found
}

#[test]
fn a_rule_that_is_there_twice_is_refused() {
    let Some(root) = corpus::dir_or_skip("server-side apply") else { return };
    let Some(oracle) = oracle::binary_or_skip("server-side apply") else { return };
    let crds = crds(&root);
    let lines: String = crds.iter().map(|text| json!({"text": text}).to_string() + "\n").collect();
    let answers = oracle::answers(&oracle, &["apply"], &lines).expect("the oracle runs");
    assert_eq!(answers.len(), crds.len());
    let (mut refused, mut wrong) = (0, Vec::new());
    for (text, answer) in crds.iter().zip(&answers) {
        let said = answer.as_str().unwrap_or_default();
        let is_refused = said.contains("x-kubernetes-validations: duplicate entries for key [rule=");
        let file = File::new(text.clone());
        let findings = check(&file, FileContext::default(), &Config::default());
        let is_reported = findings.iter().any(|finding| *finding.finding.code == DUPLICATE_RULE);
        refused += usize::from(is_refused);
        if is_refused != is_reported {
            wrong.push(format!(
                "reported: {is_reported}, {said}:\n{}",
                text.lines().take(8).collect::<String>()
            ));
        }
    }
    println!("{} CRDs applied, {refused} rejected for a rule that is there twice", crds.len());
    assert!(refused > 3 && wrong.is_empty(), "{}", wrong.join("\n"));
}

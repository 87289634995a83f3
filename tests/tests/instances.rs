//! What crdls says of the custom resources of the corpus, and what it would store, is what the API server
//! was recorded to say and store (needs the corpus).

use std::collections::BTreeMap;

use crdls_crd::document::objects;
use crdls_crd::instance::{Index, judge};
use crdls_crd::{Config, FieldValidation};
use crdls_ide::{Beside, File, check_beside};
use crdls_tests::verdicts::{self, only};
use crdls_tests::{corpus, differences, json};
use serde_json::Value;

#[test]
fn findings_and_objects_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded verdicts on custom resources") else { return };
    let config = Config { field_validation: FieldValidation::Warn, ..Config::default() };
    let text = corpus::read(&root.join("verdicts/instances.jsonl"));
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut crds: BTreeMap<String, Index> = BTreeMap::new();
    let (mut wrong, mut objects, mut of_cel) = (Vec::new(), 0, 0);
    for line in &lines {
        let theirs = verdicts::of_line(line);
        let source = line.get("crd").and_then(Value::as_str).unwrap_or_default();
        let index = crds.entry(source.to_owned()).or_insert_with(|| {
            let file = File::new(corpus::read(&root.join(source)));
            let mut index = Index::default();
            index.read(source, 0, file.text(), file.tree(), &config);
            index
        });
        let file = File::new(corpus::read(&root.join(&theirs.file)));
        let beside = Beside { crds: Some(index), file: &theirs.file, ..Beside::default() };
        let found = check_beside(&file, beside, &config);
        let ours = verdicts::of_findings(found).remove(&theirs.document).unwrap_or_default();
        let (missing, surplus) =
            (only(theirs.verdict.said(), ours.said()), only(ours.said(), theirs.verdict.said()));
        let object = object(&file, theirs.document, index, &config);
        let same = object.as_ref() == line.get("object");
        objects += usize::from(same);
        if surplus.is_empty() && !missing.is_empty() && runs_rules(line) && same {
            of_cel += 1;
            continue;
        }
        if !missing.is_empty() || !surplus.is_empty() || !same {
            let mut text = format!("{}#{} by {source}", theirs.file, theirs.document);
            missing.iter().for_each(|said| text += &format!("\n    server {said:?}"));
            surplus.iter().for_each(|said| text += &format!("\n      ours {said:?}"));
            if !same {
                text += &format!("\n    {}", json::difference(line.get("object"), object.as_ref()));
            }
            wrong.push(text);
        }
    }
    println!(
        "instances: {} documents, {} equal in findings and object, {of_cel} but for rules in CEL; {objects} objects",
        lines.len(),
        lines.len() - wrong.len() - of_cel
    );
    for ((file, _), reason) in differences::of_corpus() {
        let before = wrong.len();
        wrong.retain(|line| !line.starts_with(&format!("{file}#")));
        if wrong.len() < before {
            println!("known: {file}: {reason}");
        }
    }
    wrong.iter().take(40).for_each(|line| println!("  {line}"));
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
}

/// Whether the server came to the rules of the kind: what is missing then is what they say.
fn runs_rules(line: &Value) -> bool {
    !line.to_string().contains("some validation rules were not checked")
}

/// What would be stored of a document.
fn object(file: &File, document: usize, index: &Index, config: &Config) -> Option<Value> {
    let tree = file.tree();
    let root = tree.root(file.text(), tree.documents().get(document)?)?;
    let root = objects(root).first()?.node;
    let object = judge(root, "", index.judgement(root, "")?, config).object?;
    serde_json::from_str(&object.to_json()).ok()
}

//! What crdls says of the custom resources of the corpus, and what it would store, is what the API server
//! was recorded to say and store (needs the corpus).

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext, check};
use crdls_manifest::objects::objects;
use crdls_report::{Config, FieldValidation};
use crdls_resource::{Index, judge};
use crdls_tests::differences::{Differences, Part};
use crdls_tests::verdicts::{self, Difference};
use crdls_tests::{corpus, json};
use serde_json::Value;

#[test]
fn findings_and_objects_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded verdicts on custom resources") else { return };
    let config =
        Config { field_validation: FieldValidation::Warn, check_templates: true, ..Config::default() };
    let text = corpus::read(&root.join("verdicts/instances.jsonl"));
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut crds: BTreeMap<String, Index> = BTreeMap::new();
    let (mut wrong, mut known, mut objects) = (Vec::new(), Differences::of(Part::Instances), 0);
    for line in &lines {
        let theirs = verdicts::of_line(line);
        let source = line.get("crd").and_then(Value::as_str).unwrap_or_default();
        let index =
            crds.entry(source.to_owned()).or_insert_with(|| verdicts::index_of(&root, source, &config));
        let file = File::new(corpus::read(&root.join(&theirs.file)));
        let context = FileContext { crds: Some(index), file: &theirs.file, ..FileContext::default() };
        let found = check(&file, context, &config);
        let ours = verdicts::of_findings(found).remove(&theirs.document).unwrap_or_default();
        let mut differences = verdicts::differences(&theirs.verdict, &ours, |_| true);
        let object = object(&file, theirs.document, index, &config);
        let same = object.as_ref() == line.get("object");
        objects += usize::from(same);
        if !same {
            let line = json::difference(line.get("object"), object.as_ref());
            differences.push(Difference { code: "object".to_owned(), line });
        }
        let unexcused = known.unexcused(&theirs.file, differences);
        if !unexcused.is_empty() {
            let (file, document) = (&theirs.file, theirs.document);
            wrong.push(format!("{file}#{document} by {source}\n    {}", unexcused.join("\n    ")));
        }
    }
    println!(
        "instances: {} documents, {} as they have to be; {objects} objects equal",
        lines.len(),
        lines.len() - wrong.len()
    );
    wrong.extend(known.stale());
    wrong.iter().take(40).for_each(|line| println!("  {line}"));
    assert!(wrong.is_empty(), "{} documents differ", wrong.len());
}

/// What would be stored of a document.
fn object(file: &File, document: usize, index: &Index, config: &Config) -> Option<Value> {
    let tree = file.tree();
    let root = tree.root(file.text(), tree.documents().get(document)?)?;
    let root = objects(root).first()?.node;
    let object = judge(root.into(), "", index.served_version(root, "")?, config).object?;
    serde_json::from_str(&object.to_json()).ok()
}

//! Documents of the corpus that are templates: one hint is all that is lost (needs the corpus).

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_ide::{File, FileContext, FileFinding, check};
use crdls_report::{Config, Finding};
use crdls_resource::Index;
use crdls_tests::corpus;
use crdls_tests::verdicts::index_of;
use serde_json::Value;

/// How placeholders begin.
const OPENINGS: [&str; 5] = ["{", "$", "<", "[", "..."];

/// Findings by document.
fn by_document(found: Vec<FileFinding>) -> BTreeMap<usize, Vec<Arc<Finding>>> {
    let mut documents: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for found in found {
        documents.entry(found.document).or_default().push(found.finding);
    }
    documents
}

/// Checks a text with templates as templates, and as manifests. The documents that became one hint, each with what it
/// has as a manifest; `wrong`: where anything else differs.
fn templates(name: &str, text: String, crds: &Index, wrong: &mut Vec<String>) -> usize {
    let file = File::new(text);
    let context = FileContext { crds: Some(crds), file: name, ..FileContext::default() };
    let checked = |check_templates| {
        by_document(check(&file, context, &Config { check_templates, ..Config::default() }))
    };
    let (default, manifests) = (checked(false), checked(true));
    let mut found = 0;
    for document in 0..file.tree().documents().len() {
        let (ours, all) = (default.get(&document), manifests.get(&document));
        let is_hint =
            |findings: &Vec<Arc<Finding>>, code| findings.len() == 1 && findings[0].code.name == code;
        if ours == all {
            continue;
        }
        let Some([hint]) = ours.filter(|ours| is_hint(ours, "template")).map(Vec::as_slice) else {
            wrong.push(format!("{name}#{document}: no hint, and other findings"));
            continue;
        };
        let written = hint.range.of(file.text());
        let refused = all.into_iter().flatten().any(|finding| finding.server.is_some());
        if !refused || !OPENINGS.iter().any(|opening| written.contains(opening)) {
            wrong.push(format!("{name}#{document}: `{written}` is no placeholder that is rejected"));
        }
        println!("  {name}#{document}: {}", hint.message);
        found += 1;
    }
    found
}

#[test]
fn of_custom_resources_only_templates_are_not_judged() {
    let Some(root) = corpus::dir_or_skip("templates of custom resources") else { return };
    let text = corpus::read(&root.join("verdicts/instances.jsonl"));
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let crds: BTreeMap<_, _> = lines
        .filter_map(|line| Some((line["file"].as_str()?.to_owned(), line["crd"].as_str()?.to_owned())))
        .collect();
    let (mut wrong, mut found) = (Vec::new(), 0);
    for (name, crd) in &crds {
        let index = index_of(&root, crd, &Config::default());
        found += templates(name, corpus::read(&root.join(name)), &index, &mut wrong);
    }
    println!("{found} templates in {} files", crds.len());
    assert!(wrong.is_empty() && found >= 93, "{found}, {wrong:#?}");
}

#[test]
fn of_crds_only_templates_are_not_judged() {
    let Some(root) = corpus::dir_or_skip("templates of CRDs") else { return };
    let (mut wrong, mut found) = (Vec::new(), 0);
    let folders =
        ["crds", "bundles", "partial", "mutated", "kubernetes-cases/crd", "kubernetes-cases/validation"];
    let files = corpus::files(&root, &folders, &["yaml"]);
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        found += templates(&name, corpus::read(path), &Index::default(), &mut wrong);
    }
    println!("{found} templates in {} files", files.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

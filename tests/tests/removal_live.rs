//! The steps of `crdls versions --remove` in a cluster: in their order the server accepts each, and where one is left out
//! it refuses what was announced, in the sentences that were announced (needs the corpus and Go).

use std::path::PathBuf;

use crdls_ide::{File, Removal, RemovalAction, VersionEdit, removal};
use crdls_manifest::objects::DocumentObject;
use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd};
use crdls_tests::oracle::{self, Served};
use crdls_tests::{corpus, json as values};
use crdls_yaml::{Budget, Node};
use serde_json::{Value, json};

/// A file with one CRD that has several versions.
struct Case {
    path: PathBuf,
    file: File,
    versions: Vec<String>,
}

fn cases(root: &std::path::Path) -> Vec<Case> {
    let mut found = Vec::new();
    for path in corpus::files(root, &["crds"], &["yaml", "yml"]) {
        let file = File::new(corpus::read(&path));
        let known = Index::found("crd.yaml", 0, file.shared_text(), file.tree(), &Config::default());
        let names = |known: &IndexedCrd| known.crd().versions().map(|it| it.name().to_owned()).collect();
        let versions: Vec<String> = known.first().map(names).unwrap_or_default();
        if known.len() == 1 && versions.len() > 1 && crd(&file).is_some() {
            found.push(Case { path, file, versions });
        }
    }
    found
}

fn crd(file: &File) -> Option<Node<'_>> {
    let is_crd = |object: &DocumentObject<'_>| object.kind.is_served_crd();
    file.objects().map(|(_, object)| object).find(is_crd).map(|object| object.node)
}

/// The CRD of a text as kubectl sends it, with what the cluster has stored.
fn manifest(text: &str, stored: &[String]) -> Value {
    let file = File::new(text.to_owned());
    let mut manifest = values::of(crd(&file).expect("a CRD"), &mut Budget::default());
    manifest["status"] =
        json!({"storedVersions": stored, "conditions": null, "acceptedNames": {"plural": "", "kind": ""}});
    manifest
}

fn edited(text: String, action: RemovalAction, version: &str, removal: &Removal) -> String {
    let edit = match action {
        RemovalAction::Store => VersionEdit::Store(&removal.successor),
        RemovalAction::Unserve => VersionEdit::Unserve(version),
        RemovalAction::Remove => VersionEdit::Remove(version),
        RemovalAction::Rewrite | RemovalAction::Forget => return text,
    };
    let file = File::new(text);
    edit.applied(crd(&file).expect("a CRD")).expect("an edit")
}

/// The writes of all steps but one, each with the number of its step. Objects that are written again are no write of a CRD.
fn writes(case: &Case, version: &str, removal: &Removal, left_out: Option<usize>) -> Vec<(usize, Value)> {
    let mut text = case.file.text().to_owned();
    let mut found = Vec::new();
    for (at, step) in removal.steps.iter().enumerate().filter(|(at, _)| Some(*at) != left_out) {
        if step.action == RemovalAction::Rewrite {
            continue;
        }
        text = edited(text, step.action, version, removal);
        let subresource = if step.action == RemovalAction::Forget { "status" } else { "" };
        found.push((at, json!({"subresource": subresource, "crd": manifest(&text, &step.stored)})));
    }
    found
}

/// The first step that the server refuses, with its sentences.
fn refused(server: &mut Served, old: &Value, writes: &[(usize, Value)]) -> Option<(usize, Vec<String>)> {
    let all: Vec<_> = writes.iter().map(|(_, write)| write).collect();
    let answer = server.request(&json!({"old": old, "writes": all})).expect("an answer");
    assert_eq!(answer["error"], Value::Null, "{answer}");
    let answers = answer["writes"].as_array().expect("answers");
    writes.iter().zip(answers).find_map(|((at, _), answer)| {
        let errors: Vec<String> = serde_json::from_value(answer["errors"].clone()).expect("sentences");
        let mut errors: Vec<_> = errors.iter().map(|sentence| without_list(sentence)).collect();
        errors.sort();
        (!errors.is_empty()).then_some((*at, errors))
    })
}

/// A sentence as crdls prints it: a whole list of versions as the value is left out.
fn without_list(sentence: &str) -> String {
    const BEFORE: &str = "Invalid value: ";
    match (sentence.find("Invalid value: ["), sentence.rfind("]: ")) {
        (Some(start), Some(end)) => {
            format!("{}{}", &sentence[..start + BEFORE.len()], &sentence[end + "]: ".len()..])
        }
        _ => sentence.to_owned(),
    }
}

#[test]
fn as_the_server_says() {
    let Some(root) = corpus::dir_or_skip("removals of versions") else { return };
    let Some(binary) = oracle::binary_or_skip("removals of versions") else { return };
    let mut server = Served::start(&binary, &["definitions"]).expect("the oracle runs");
    let (mut crds, mut plans, mut asked, mut none, mut wrong) = (0, 0, 0, 0, Vec::new());
    for case in cases(&root) {
        crds += 1;
        for version in &case.versions {
            let node = crd(&case.file).expect("a CRD");
            let Ok(removal) = removal(&case.file, node, version, &Config::default()) else {
                none += 1;
                continue;
            };
            plans += 1;
            let old = manifest(case.file.text(), &removal.stored);
            for left_out in std::iter::once(None).chain((0..removal.steps.len()).map(Some)) {
                asked += 1;
                let writes = writes(&case, version, &removal, left_out);
                let announced = left_out.and_then(|at| removal.steps[at].left_out.clone()).map(|refused| {
                    let mut sentences = refused.sentences;
                    sentences.sort();
                    (refused.step, sentences)
                });
                let theirs = refused(&mut server, &old, &writes);
                if theirs != announced {
                    wrong.push(format!(
                        "{} {version} without {left_out:?}: {theirs:?}, announced {announced:?}",
                        case.path.display()
                    ));
                }
            }
        }
    }
    println!(
        "{crds} CRDs with several versions, {plans} removals ({none} refused: the CRD is), {asked} sequences of updates, {} as announced",
        asked - wrong.len()
    );
    assert!(plans > 100, "{plans}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

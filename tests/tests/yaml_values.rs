//! Values equal to sigs.k8s.io/yaml's on every document of the corpus (needs the corpus and Go).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crdls_tests::{corpus, json, oracle};
use crdls_yaml::{Budget, Tree};
use serde_json::Value;

#[test]
fn values_of_the_corpus_are_those_of_the_go_library() {
    let Some(root) = corpus::dir_or_skip("values of the corpus") else { return };
    let Some(binary) = oracle::binary_or_skip("values of the corpus") else { return };
    let folders = ["crds", "bundles", "mutated", "kubernetes-cases", "instances", "partial", "templated"];
    let files = corpus::files(&root, &folders, &["yaml", "yml"]);
    let mut child = Command::new(binary)
        .arg("values")
        .args(&files)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut by_file: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in lines {
        let value: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        by_file.entry(value["file"].as_str().unwrap_or_default().to_owned()).or_default().push(value);
    }
    assert!(child.wait().expect("the oracle ends").success());
    let (mut documents, mut refused, mut wrong) = (0, 0, Vec::new());
    for path in &files {
        let text = corpus::read(path);
        let tree = Tree::parse(&text);
        for theirs in by_file.get(&path.display().to_string()).into_iter().flatten() {
            documents += 1;
            let number = theirs["doc"].as_u64().unwrap_or(0) as usize;
            let Some(document) = tree.documents().get(number) else {
                wrong.push(format!("{}#{number}: no such document", path.display()));
                continue;
            };
            if theirs.get("error").is_some_and(|e| !e.is_null()) {
                refused += 1;
                if !document.rare {
                    wrong.push(format!(
                        "{}#{number}: rejected with {} and not seen to be rare",
                        path.display(),
                        theirs["error"]
                    ));
                }
                continue;
            }
            let ours =
                tree.root(&text, document).map_or(Value::Null, |root| json::of(root, &mut Budget::default()));
            if ours != theirs["json"] {
                wrong.push(format!(
                    "{}#{number}: {}",
                    path.display(),
                    difference("", &ours, &theirs["json"])
                ));
            }
        }
    }
    println!("values: {documents} documents, {refused} rejected by the library, {} differ", wrong.len());
    for line in wrong.iter().take(20) {
        println!("  {line}");
    }
    assert!(wrong.is_empty());
    assert!(documents > 3700, "only {documents} documents were compared");
}

/// The first place where two values differ.
fn difference(path: &str, ours: &Value, theirs: &Value) -> String {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys()) {
                let (x, y) = (a.get(key), b.get(key));
                if x != y {
                    return match (x, y) {
                        (Some(x), Some(y)) => difference(&format!("{path}.{key}"), x, y),
                        (x, _) => {
                            format!("{path}.{key} only in {}", if x.is_some() { "ours" } else { "theirs" })
                        }
                    };
                }
            }
            String::new()
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(0);
            difference(&format!("{path}[{at}]"), &a[at], &b[at])
        }
        _ => format!("{path}: ours {ours}, theirs {theirs}").chars().take(300).collect(),
    }
}

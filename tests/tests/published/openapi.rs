//! The OpenAPI documents of CRDs are the server's: as recorded (needs the corpus), and live (needs Go too).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crdls_publish::{Form, definition, documents_v3, v2};
use crdls_resource::IndexedCrd;
use crdls_tests::sha256::sha256;
use crdls_tests::{corpus, json, oracle};
use serde_json::Value;

use super::{crds, list, text};

#[test]
fn as_recorded() {
    let Some(root) = corpus::dir_or_skip("recorded OpenAPI documents") else { return };
    let recorded = corpus::read(&root.join("updates/openapi.jsonl"));
    let (mut crds_seen, mut documents, mut wrong) = (0, 0, Vec::new());
    for line in recorded.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let at = format!("{}#{}", line["file"], line["doc"]);
        let known = of_line(&root, &line);
        crds_seen += 1;
        let crd = known.crd();
        let mut same = |what: &str, ours: &Value, theirs: &Value| {
            documents += 1;
            if digest(ours) != theirs.as_str().unwrap_or_default() {
                wrong.push(format!("{at}: {what}"));
            }
        };
        // Of a CRD that serves no version nothing is recorded.
        if line["v2"].is_string() {
            same("v2", &v2(crd), &line["v2"]);
        }
        let theirs: BTreeMap<_, _> =
            list(&line, "versions").iter().map(|v| (text(v, "version"), v)).collect();
        assert_eq!(theirs.len(), documents_v3(crd).count(), "{at}");
        for (version, ours) in documents_v3(crd) {
            same("v3", &ours, &theirs[version.name()]["v3"]);
            same("schema", &definition(crd, version, Form::V3), &theirs[version.name()]["schema"]);
        }
    }
    println!("{crds_seen} CRDs, {documents} documents and definitions as recorded, {} differ", wrong.len());
    assert!(crds_seen > 1000);
    assert!(wrong.is_empty(), "{}", wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn as_the_server_builds_them() {
    let Some(root) = corpus::dir_or_skip("OpenAPI documents, live") else { return };
    let Some(program) = oracle::binary_or_skip("OpenAPI documents, live") else { return };
    let mut asked = Command::new(program)
        .args(["openapi", "bundles", "crds", "kubernetes-cases"])
        .current_dir(&root)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle runs");
    let answers = BufReader::new(asked.stdout.take().expect("a pipe"));
    let (mut accepted, mut documents, mut wrong) = (0, 0, Vec::new());
    for line in
        answers.lines().map(|line| serde_json::from_str::<Value>(&line.expect("UTF-8")).expect("JSON"))
    {
        if line["accepted"] != true {
            continue;
        }
        accepted += 1;
        let known = of_line(&root, &line);
        let mut ours = vec![("v2".to_owned(), v2(known.crd()))];
        ours.extend(documents_v3(known.crd()).map(|(version, v3)| (version.name().to_owned(), v3)));
        let versions =
            list(&line, "versions").iter().map(|v| (text(v, "version").to_owned(), v["v3"].clone()));
        let theirs: Vec<_> = [("v2".to_owned(), line["v2"].clone())].into_iter().chain(versions).collect();
        assert_eq!(ours.len(), theirs.len(), "{}", line["file"]);
        for ((name, ours), (_, theirs)) in ours.iter().zip(&theirs) {
            documents += 1;
            let differs = json::difference(Some(theirs), Some(ours));
            if !differs.is_empty() {
                wrong.push(format!("{} {name}: {differs}", line["file"]));
            }
        }
    }
    assert!(asked.wait().expect("the oracle ends").success());
    println!("{accepted} CRDs, {documents} documents as built, {} differ", wrong.len());
    assert!(accepted > 500);
    assert!(wrong.is_empty(), "{}", wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// The CRD that a line is about.
fn of_line(root: &Path, line: &Value) -> IndexedCrd {
    let document = line["doc"].as_u64().unwrap_or_default() as usize;
    let mut found = crds(root, text(line, "file"), document);
    found.retain(|known| known.header().metadata().name() == text(line, "name"));
    found.pop().unwrap_or_else(|| panic!("{}: no {}", line["file"], line["name"]))
}

/// The digest of canonical JSON: keys sorted, no blanks.
fn digest(value: &Value) -> String {
    sha256(value.to_string().as_bytes())
}

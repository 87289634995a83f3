//! The OpenAPI documents of CRDs are the server's: as recorded (needs the corpus), and live (needs Go too).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crdls_manifest::model::{Crd, Version};
use crdls_minors::Minor;
use crdls_publish::{Dialect, definition, v2, v3};
use crdls_resource::IndexedCrd;
use crdls_tests::{corpus, json};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{conclude, crds, list, minor, program_or_skip, text};

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
            same("v2", &v2(crd, Minor::NEWEST), &line["v2"]);
        }
        let theirs: BTreeMap<_, _> =
            list(&line, "versions").iter().map(|v| (text(v, "version"), v)).collect();
        assert_eq!(theirs.len(), documents_v3(crd, Minor::NEWEST).count(), "{at}");
        for (version, ours) in documents_v3(crd, Minor::NEWEST) {
            same("v3", &ours, &theirs[version.name()]["v3"]);
            same(
                "schema",
                &definition(crd, version, Dialect::v3(Minor::NEWEST)),
                &theirs[version.name()]["schema"],
            );
        }
    }
    println!("{crds_seen} CRDs, {documents} documents and definitions as recorded, {} differ", wrong.len());
    assert!(crds_seen > 1000);
    assert!(wrong.is_empty(), "{}", wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn as_the_server_builds_them() {
    let Some(root) = corpus::dir_or_skip("OpenAPI documents, live") else { return };
    let Some(program) = program_or_skip("OpenAPI documents, live") else { return };
    let mut asked = Command::new(program)
        .args(["openapi", "bundles", "crds", "kubernetes-cases"])
        .current_dir(&root)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle runs");
    let answers = BufReader::new(asked.stdout.take().expect("a pipe"));
    let (mut accepted, mut documents, mut wrong) = (0, 0, Vec::new());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in
        answers.lines().map(|line| serde_json::from_str::<Value>(&line.expect("UTF-8")).expect("JSON"))
    {
        if line["accepted"] != true {
            continue;
        }
        accepted += 1;
        let known = of_line(&root, &line);
        let mut ours = vec![("v2".to_owned(), v2(known.crd(), minor()))];
        ours.extend(documents_v3(known.crd(), minor()).map(|(version, v3)| (version.name().to_owned(), v3)));
        let versions =
            list(&line, "versions").iter().map(|v| (text(v, "version").to_owned(), v["v3"].clone()));
        let theirs: Vec<_> = [("v2".to_owned(), line["v2"].clone())].into_iter().chain(versions).collect();
        assert_eq!(ours.len(), theirs.len(), "{}", line["file"]);
        for ((name, ours), (_, theirs)) in ours.iter().zip(&theirs) {
            documents += 1;
            let found = json::differences(theirs, ours);
            for difference in &found {
                *counts.entry(last_steps(&difference.path)).or_default() += 1;
            }
            if !found.is_empty() {
                let found: Vec<_> = found.iter().take(20).map(ToString::to_string).collect();
                wrong.push(format!("{} {name}: {}", line["file"], found.join("; ")));
            }
        }
    }
    assert!(asked.wait().expect("the oracle ends").success());
    println!("{accepted} CRDs, {documents} documents as built, {} differ", wrong.len());
    assert!(accepted > 500);
    counts.iter().for_each(|(path, count)| println!("{count:6} {path}"));
    conclude(&wrong);
}

/// The last steps of a path, under which differences are counted.
fn last_steps(path: &str) -> String {
    let mut steps: Vec<_> = path.rsplit('.').take(3).collect();
    steps.reverse();
    steps.join(".")
}

/// The documents of v3 of the served versions, each with its version, in the order of the manifest.
fn documents_v3(crd: Crd<'_>, minor: Minor) -> impl Iterator<Item = (Version<'_>, Value)> {
    crd.versions().filter(|version| version.served()).map(move |version| (version, v3(crd, version, minor)))
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
    let digest = Sha256::digest(value.to_string());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What hover says of a node: the keywords that only the definition of v3 has there.
#[test]
fn left_out_of_v2() {
    let Some(root) = corpus::dir_or_skip("what v2 leaves out") else { return };
    let recorded = corpus::read(&root.join("updates/openapi.jsonl"));
    let (mut nodes, mut wrong) = (0, Vec::new());
    for line in recorded.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let known = of_line(&root, &line);
        let crd = known.crd();
        for version in crd.served_versions() {
            let [v2, v3] = [Dialect::v2(Minor::NEWEST), Dialect::v3(Minor::NEWEST)]
                .map(|dialect| definition(crd, version, dialect));
            if let Some(schema) = version.schema() {
                let own = |name: &str| !crdls_resource::is_resource_field(name);
                schema.properties().filter(|property| own(property.name)).for_each(|property| {
                    let below = |definition: &Value| definition["properties"][property.name].clone();
                    nodes += compare(property.schema, &below(&v2), &below(&v3), &mut wrong);
                });
            }
        }
    }
    println!("{nodes} nodes, {} differ", wrong.len());
    assert!(nodes > 10_000 && wrong.is_empty(), "{:?}", &wrong[..wrong.len().min(5)]);
}

/// Compares a node and those below it that both forms have; how many there are.
fn compare(
    schema: crdls_manifest::model::Schema<'_>,
    v2: &Value,
    v3: &Value,
    wrong: &mut Vec<String>,
) -> usize {
    let (Some(of_v2), Some(of_v3)) = (v2.as_object(), v3.as_object()) else { return 0 };
    let mut theirs: Vec<_> = of_v3.keys().filter(|key| !of_v2.contains_key(*key)).cloned().collect();
    // Which names are required is not told, nor what the server makes of an integer or a string.
    theirs.retain(|key| key != "required" && !(schema.int_or_string() && (key == "anyOf" || key == "allOf")));
    let mut ours = crdls_publish::left_out_of_v2(schema);
    ours.retain(|key| !(schema.int_or_string() && (*key == "anyOf" || *key == "allOf")));
    // An embedded resource has fields that are not in the schema.
    if schema.embedded_resource() {
        return 0;
    }
    if theirs != ours {
        wrong.push(format!("{theirs:?} {ours:?}: {v3}"));
    }
    let mut nodes = 1;
    for property in schema.properties() {
        let below = |definition: &Value| definition["properties"][property.name].clone();
        nodes += compare(property.schema, &below(v2), &below(v3), wrong);
    }
    for (key, below) in [("items", schema.item_schema()), ("additionalProperties", schema.value_schema())] {
        nodes += below.map_or(0, |below| compare(below, &v2[key], &v3[key], wrong));
    }
    nodes
}

//! Small CRDs and values that were made to find what differs (`crds.jsonl`, `instances.jsonl`).

use crdls_minors::Minor;
use crdls_tests::{World, corpus, crd, update};
use serde_json::{Value, json};

use super::documents::config;
use super::tally::{Answer, cut};
use crate::cel_expressions::lines;

/// The answer of a minor: errors, warnings and what the decoder says, each sorted.
fn answer(row: &Value, minor: Minor) -> [Vec<String>; 3] {
    let version = json!(minor.to_string());
    let answers = row["answers"].as_array().into_iter().flatten();
    let found = answers
        .into_iter()
        .find(|answer| answer["minors"].as_array().is_some_and(|minors| minors.contains(&version)));
    ["errors", "warnings", "decode"].map(|key| {
        let said = found.and_then(|answer| answer[key].as_array());
        let said = said.into_iter().flatten().filter_map(Value::as_str);
        let mut said: Vec<_> = said
            .map(|text| match text.split_once(" | ") {
                Some((kind, sentence)) => format!("{kind} | {}", cut(sentence)),
                None => text.to_owned(),
            })
            .collect();
        said.sort();
        said
    })
}

/// Whether two sorted lists say the same; the first has sentences that are cut.
fn same(theirs: &[String], ours: &[String]) -> bool {
    theirs.len() == ours.len()
        && theirs.iter().zip(ours).all(|(theirs, ours)| ours.starts_with(theirs.as_str()))
}

#[test]
fn crds() {
    let Some(root) = corpus::dir_or_skip("made CRDs by minor") else { return };
    let rows = lines(&root, "minors/crds.jsonl");
    let (mut judged, mut wrong) = (0, Vec::new());
    for row in &rows {
        for minor in Minor::all() {
            let [errors, warnings, decode] = answer(row, minor);
            let ours = Answer::of_findings(update::check(row["crd"].to_string(), &config(minor)));
            let ours = ours.get(&0).cloned().unwrap_or_default();
            let said = |kind: &str| {
                let all = ours.verdict.said().filter(|said| said.0 == kind);
                all.map(|said| said.2.clone()).collect::<Vec<_>>()
            };
            let mut own: Vec<_> = ours
                .sentences
                .iter()
                .map(|text| {
                    let mut errors = ours.verdict.errors.iter();
                    let kind = errors.find(|(_, field, detail)| {
                        text.starts_with(field.as_str()) && text.ends_with(detail.as_str())
                    });
                    format!("{} | {text}", kind.map_or("", |(kind, ..)| kind.as_str()))
                })
                .collect();
            own.sort();
            judged += 1;
            let mut decoding = said("Decoding");
            decoding.extend(said("StrictDecoding"));
            if !same(&errors, &own) || warnings != said("Warning") || decode.len() != decoding.len() {
                wrong.push(format!(
                    "{minor} {}\n    server {errors:?} {warnings:?} {decode:?}\n      ours {own:?} {:?} {decoding:?}",
                    row["id"],
                    said("Warning")
                ));
            }
        }
    }
    println!("{judged} answers on made CRDs, {} differ", wrong.len());
    assert!(judged > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values() {
    let Some(root) = corpus::dir_or_skip("made values by minor") else { return };
    let rows = lines(&root, "minors/instances.jsonl");
    let (mut judged, mut wrong) = (0, Vec::new());
    for row in &rows {
        for minor in Minor::all() {
            let [errors, ..] = answer(row, minor);
            let ours = value(row, minor);
            judged += 1;
            if !same(&errors, &ours) {
                wrong.push(format!(
                    "{minor} {} by {}\n    server {errors:?}\n      ours {ours:?}",
                    row["object"], row["schema"]
                ));
            }
        }
    }
    println!("{judged} answers on made values, {} differ", wrong.len());
    assert!(judged > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sentences on a value in a field `v`, with the path that the recording has.
fn value(row: &Value, minor: Minor) -> Vec<String> {
    let schema = json!({"type": "object", "properties": {"v": row["schema"]}}).to_string();
    let crd = crd(|c| c.kind("Oven").scope("Cluster").schema(&schema));
    let object = json!({"apiVersion": "example.com/v1", "kind": "Oven", "metadata": {"name": "a"}, "v": row["object"]});
    let found = World::of(&config(minor)).and("crd.yaml", crd).file(object.to_string()).findings();
    let answer = Answer::of_findings(found).remove(&0).unwrap_or_default();
    let mut said: Vec<_> = answer
        .sentences
        .iter()
        .map(|text| text.replacen("v:", "<nil>:", 1).replace(": v in body", ":  in body"))
        .collect();
    said.sort();
    said
}

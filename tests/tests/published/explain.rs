//! `crdls explain --like-kubectl` prints what kubectl's own package prints (needs the corpus and Go).

use crdls_ide::File;
use crdls_manifest::model::{OrBool, Schema};
use crdls_minors::Minor;
use crdls_publish::KubectlExplain;
use crdls_tests::oracle::Served;
use crdls_tests::random::Random;
use crdls_tests::{corpus, json};
use crdls_yaml::Budget;
use serde_json::{Value, json};

use super::{conclude, crds, list, minor, program_or_skip, text};

#[test]
fn as_kubectl_prints_it() {
    let Some(root) = corpus::dir_or_skip("kubectl explain") else { return };
    let Some(program) = program_or_skip("kubectl explain") else { return };
    let mut kubectl = Served::start(&program, &["explain"]).expect("the oracle starts");
    let mut random = Random::new(24);
    let recorded = corpus::read(&root.join("updates/openapi.jsonl"));
    let lines = recorded.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    // kubectl reads the document anew for each field: half of the CRDs have enough of them.
    let lines: Vec<_> = lines.filter(|line| text(line, "file").starts_with("crds/")).step_by(2).collect();
    let (mut asked, mut missing, mut wrong) = (0, 0, Vec::new());
    for (at, line) in lines.iter().enumerate() {
        let document = line["doc"].as_u64().unwrap_or_default() as usize;
        let Some(known) = crds(&root, text(line, "file"), document).pop() else { continue };
        let versions = known.crd().served_versions();
        if versions.is_empty() {
            continue;
        }
        let version = versions[random.below(versions.len())];
        let mut fields = vec![Vec::new(), ["metadata", "ownerReferences", "uid"].map(str::to_owned).to_vec()];
        let mut all = Vec::new();
        version.schema().into_iter().for_each(|schema| walk(schema, &mut Vec::new(), &mut all));
        for _ in 0..3.min(all.len()) {
            fields.push(all[random.below(all.len())].clone());
        }
        let mut gone = fields[fields.len() - 1].clone();
        gone.push("nowhere".to_owned());
        fields.push(gone);
        // Trees are long: of every third CRD they are compared.
        for is_recursive in [false, true].into_iter().take(1 + usize::from(at % 3 == 0)) {
            let request = json!({
                "crd": manifest(&root.join(text(line, "file")), document),
                "version": version.name(), "fields": fields, "recursive": is_recursive,
            });
            let answer = kubectl.request(&request).expect("an answer");
            // An older minor accepts fewer CRDs.
            if answer["error"] != Value::Null && minor() != Minor::NEWEST {
                continue;
            }
            assert_eq!(answer["error"], Value::Null, "{}", line["file"]);
            let ours = KubectlExplain::new(known.crd(), version, minor());
            for (path, theirs) in fields.iter().zip(list(&answer, "fields")) {
                asked += 1;
                let ours = ours.explain(path, is_recursive);
                missing += usize::from(ours.error.is_some());
                let error = ours.error.as_deref().unwrap_or_default();
                if (ours.text.as_str(), error) != (text(theirs, "text"), text(theirs, "error")) {
                    let at = format!("{} {} {path:?} {is_recursive}", line["file"], version.name());
                    wrong.push(format!("{at}\n{theirs}\n{:?} {error}", ours.text));
                }
            }
        }
    }
    println!("{asked} fields as kubectl explains them, {missing} of them not there, {} differ", wrong.len());
    assert!(asked >= 2000, "{asked}");
    conclude(&wrong);
}

/// The names that lead to each field.
fn walk(schema: Schema<'_>, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    for property in schema.properties() {
        path.push(property.name.to_owned());
        found.push(path.clone());
        walk(property.schema, path, found);
        path.pop();
    }
    schema.item_schema().into_iter().for_each(|items| walk(items, path, found));
    if let Some(OrBool::Schema(values)) = schema.additional_properties() {
        walk(values, path, found);
    }
}

/// A CRD as kubectl sends it.
fn manifest(file: &std::path::Path, document: usize) -> Value {
    let file = File::new(corpus::read(file));
    let (_, crd) = file.objects().filter(|(at, crd)| *at == document && crd.is_crd()).last().expect("a CRD");
    json::of(crd.node, &mut Budget::default())
}

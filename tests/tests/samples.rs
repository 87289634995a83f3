//! What `crdls sample` gives is what the API server takes: a sample of each CRD of the corpus that the
//! server accepts, judged by the oracle (needs the corpus and Go).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crdls_ide::File;
use crdls_manifest::model::Version;
use crdls_report::Config;
use crdls_resource::{Index, IndexedCrd};
use crdls_tests::{World, corpus, crd, oracle};
use crdls_witness::{minimal_sample, sample};
use serde_json::Value;

/// Of all samples, and of those of CRDs that refuse a bare object, of a thousand each.
const ACCEPTED: usize = 995;
const ACCEPTED_OF_PICKY: usize = 990;

#[test]
fn samples_are_accepted() {
    let Some(root) = corpus::dir_or_skip("samples of the corpus' CRDs") else { return };
    let Some(binary) = oracle::binary_or_skip("samples validated by the server") else { return };
    let folder = std::env::temp_dir().join(format!("crdls-samples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder is made");
    let config = Config::default();
    let mut ours = Vec::new();
    let (mut written, mut smaller) = ([0; 3], 0);
    let started = std::time::Instant::now();
    for path in accepted(&root) {
        let text = corpus::read(&path);
        let file = File::new(text.clone());
        for known in Index::found("crd", 0, file.text(), file.tree(), &config) {
            let Some(version) = version(&known) else { continue };
            let made = sample(&known, version, &config);
            let name = format!("{:04}.yaml", ours.len());
            let least = minimal_sample(&known, version, &config);
            smaller += usize::from(least.text.len() < made.text.len());
            let all = format!("{text}\n---\n{}---\n{}---\n{}", made.text, least.text, bare(&known, version));
            std::fs::write(folder.join(&name), all).expect("a sample is written");
            let file = File::new(made.text.clone());
            written = [0, 1, 2].map(|at| written[at] + coverage(version, &file)[at]);
            ours.push((path.clone(), name, made));
        }
    }
    let took = started.elapsed();
    let verdicts = oracle::judged(&binary, &folder, ["."]);
    let (mut good, mut picky, mut good_of_picky, mut agreed, mut kept) = (0, 0, 0, 0, 0);
    let mut refused = Vec::new();
    for (path, name, made) in &ours {
        let of_it: Vec<_> = verdicts
            .iter()
            .filter(|v| v["kind"] == "cr" && v["file"].as_str().is_some_and(|f| f.ends_with(name)))
            .collect();
        let [.., sample, least, bare] = *of_it else { panic!("{}: no verdict", path.display()) };
        let is_good = is_accepted(sample);
        kept += usize::from(is_good && is_accepted(least));
        good += usize::from(is_good);
        agreed += usize::from(is_good == made.left.is_empty());
        if !is_accepted(bare) {
            picky += 1;
            good_of_picky += usize::from(is_good);
        }
        if !is_good {
            refused.push(format!("{}\n{}", path.display(), said(sample)));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let per_mille = |part: usize, of: usize| part * 1_000 / of.max(1);
    println!("{}", refused.join("\n"));
    println!(
        "samples: {} CRDs, {good} accepted ({} ‰); of {picky} that reject a bare object {good_of_picky} ({} ‰); crdls knew of {agreed}; {took:?}",
        ours.len(),
        per_mille(good, ours.len()),
        per_mille(good_of_picky, picky)
    );
    println!("minimal samples: {smaller} are smaller, {kept} of the {good} are accepted too");
    assert_eq!(kept, good, "a sample without what it does not need is accepted as the sample is");
    let [all, set, named] = written;
    println!("of {all} properties of the first two levels {set} are set, {named} named as left out");
    assert!((set + named) * 100 >= all * 99);
    assert!(per_mille(good, ours.len()) >= ACCEPTED);
    assert!(per_mille(good_of_picky, picky) >= ACCEPTED_OF_PICKY);
}

/// Two decisions at once: each rule holds for no sample that differs by one from the first that is made.
fn entangled() -> World {
    World::with(crd(|c| {
        c.kind("Oven").schema(
            "
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [type, ref, prefix]
            properties:
              type: {type: string, enum: [Gas, Wood]}
              ref: {type: string, minLength: 1, x-kubernetes-validations: [{rule: \"self.matches('^[a-z.]+/[a-z]+:[0-9.]+$')\"}]}
              prefix: {type: integer, minimum: 1, maximum: 128, x-kubernetes-validations: [{rule: self > 24 && self < 32}]}
              fuel:
                type: object
                x-kubernetes-validations:
                - rule: '[has(self.gas), has(self.wood)].filter(x, x).size() == 1'
                properties:
                  gas: {type: object, properties: {bars: {type: integer}}}
                  wood: {type: object, properties: {logs: {type: integer}}}
            x-kubernetes-validations:
            - rule: has(self.fuel) && (self.type == 'Gas' ? has(self.fuel.gas) : has(self.fuel.wood))
            - rule: self.type == 'Wood'
            ",
        )
    }))
}

#[test]
fn entangled_rules_are_met() {
    let World { crds, config } = entangled();
    let known = crds.all().next().expect("a CRD");
    let made = sample(known, version(known).expect("a version"), &config);
    assert!(made.left.is_empty(), "{}", made.text);
    let numbers = ["prefix: 25", "prefix: 31"];
    assert!(numbers.iter().any(|number| made.text.contains(number)), "{}", made.text);
    assert!(made.text.contains("ref: \"example.com/image:1.0.0\""), "{}", made.text);
}

/// How many properties the first two levels of `spec` have, how many of them a sample sets, and how many
/// its comments name instead.
fn coverage(version: Version<'_>, file: &File) -> [usize; 3] {
    let document = file.tree().documents().first().expect("a document");
    let root = file.tree().root(file.text(), document).expect("a sample");
    let spec = version.schema().and_then(|schema| schema.property("spec"));
    let (Some(spec), Some(value)) = (spec, root.get("spec")) else { return [0; 3] };
    let comments: Vec<_> = file.text().lines().filter(|line| line.trim_start().starts_with('#')).collect();
    let is_named = |name: &str| {
        let is_word = |word: &str| word.trim_matches(['`', ',']) == name;
        comments.iter().any(|line| line.split(' ').any(is_word))
    };
    let mut count = [0; 3];
    let mut open = vec![(spec, value.value, 0)];
    while let Some((schema, value, level)) = open.pop() {
        if let Some(items) = schema.item_schema() {
            open.extend(value.items().next().map(|item| (items, item, level)));
            continue;
        }
        for property in schema.properties().filter(|_| level < 2) {
            count[0] += 1;
            match value.get(property.name) {
                Some(entry) => {
                    count[1] += 1;
                    open.push((property.schema, entry.value, level + 1));
                }
                None => count[2] += usize::from(is_named(property.name)),
            }
        }
    }
    count
}

/// The CRDs that the server takes.
fn accepted(root: &Path) -> BTreeSet<PathBuf> {
    let lines = corpus::read(&root.join("verdicts/crds.jsonl"));
    let verdicts = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let good = verdicts.filter(|verdict| verdict["kind"] == "crd" && is_accepted(verdict));
    good.filter_map(|verdict| Some(root.join(verdict["file"].as_str()?))).collect()
}

fn is_accepted(verdict: &Value) -> bool {
    let is_empty = |key: &str| verdict[key].as_array().is_none_or(Vec::is_empty);
    is_empty("errors") && is_empty("decode")
}

/// The version that a sample is of: the one that is stored, where it is served.
fn version(known: &IndexedCrd) -> Option<Version<'_>> {
    let served = || known.crd().versions().filter(|version| version.served());
    served().find(|version| version.storage()).or_else(|| served().next())
}

fn bare(known: &IndexedCrd, version: Version<'_>) -> String {
    let spec = known.crd().spec();
    let (group, kind) = (spec.group(), spec.names().kind());
    format!("apiVersion: {group}/{}\nkind: {kind}\nmetadata:\n  name: bare\nspec: {{}}\n", version.name())
}

fn said(verdict: &Value) -> String {
    let list = |key: &str| verdict[key].as_array().cloned().unwrap_or_default();
    let decode = list("decode").into_iter().map(|words| format!("    {words}"));
    let errors = list("errors").into_iter().map(|error| {
        format!("    {}: {}", error["field"].as_str().unwrap_or(""), error["detail"].as_str().unwrap_or(""))
    });
    decode.chain(errors).take(6).collect::<Vec<_>>().join("\n")
}

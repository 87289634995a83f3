//! Complete manifests with planted faults, in folders that are called like those of patches, tests and templates: what
//! is reported of a manifest elsewhere is reported there (needs the corpus).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crdls_ide::{File, FileContext, check};
use crdls_report::{Config, Severity};
use crdls_resource::Index;
use crdls_tests::generate::yaml::plain;
use crdls_tests::generate::{Pool, mutate};
use crdls_tests::random::Random;
use crdls_tests::{corpus, json};
use crdls_yaml::Budget;
use serde_json::Value;

use crate::run::Folder;

/// How many manifests have a fault.
const MANIFESTS: usize = 500;

/// The largest CRD that is written for a custom resource, in bytes.
const LARGEST: usize = 200_000;

/// Where complete manifests lie, though the names are those of other things. No file names them as a patch or as an
/// assertion.
const PLACES: [&str; 20] = [
    "config/crd/patches/webhook_in_ovens.yaml",
    "config/samples/sample.yaml",
    "charts/x/templates/a.yaml",
    "charts/x/crds/a.yaml",
    "deploy/templates/a.yml",
    "kustomize/overlays/production/patch.yaml",
    "kustomize/base/a.yaml",
    "overlays/dev/patch-size.yaml",
    "patches/a.yaml",
    "test/chainsaw/assert.yaml",
    "test/e2e/assert/a.yaml",
    "test/e2e/a-assert.yaml",
    "tests/e2e/00-install.yaml",
    "tests/e2e/01-errors/a.yaml",
    "testdata/golden/a.yaml",
    "testdata/expected-output.yaml",
    "third_party/x/a.yaml",
    "vendor-like/a.yaml",
    "vendor/x/a.yaml",
    "hack/fragments/partial.json",
];

/// A finding by its code and path.
type CodesAndPaths = BTreeSet<(String, String)>;

/// A manifest, and the text of the CRD that judges it; empty where it is a CRD itself.
struct Case {
    manifest: Value,
    crd: String,
}

fn objects(text: &str) -> Vec<Value> {
    let file = File::new(text.to_owned());
    let roots = file.tree().documents().iter().filter_map(|document| file.tree().root(text, document));
    roots.map(|root| json::of(root, &mut Budget::default())).collect()
}

/// The documents of the corpus that the server accepts: custom resources, then CRDs.
fn accepted(root: &Path) -> [Vec<Case>; 2] {
    let documents = |verdicts: &str| {
        let text = corpus::read(&root.join("verdicts").join(verdicts));
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let is_accepted = |line: &Value| {
            line["errors"].as_array().is_some_and(Vec::is_empty)
                && line["decode"].is_null()
                && line["kind"] != "panic"
        };
        lines.filter(is_accepted).collect::<Vec<_>>()
    };
    let case = |line: &Value| {
        let crd = line["crd"].as_str().map(|crd| corpus::read(&root.join(crd))).unwrap_or_default();
        let text = corpus::read(&root.join(line["file"].as_str()?));
        let manifest = objects(&text).get(line["doc"].as_u64()? as usize)?.clone();
        (crd.len() < LARGEST && text.len() < LARGEST && manifest.is_object())
            .then_some(Case { manifest, crd })
    };
    ["instances.jsonl", "crds.jsonl"].map(|name| documents(name).iter().filter_map(case).collect())
}

/// The server's errors on a manifest, by itself and in no folder.
fn alone(text: &str, crd: &str) -> CodesAndPaths {
    let config = Config { check_templates: true, ..Config::default() };
    let mut crds = Index::default();
    if !crd.is_empty() {
        let file = File::new(crd.to_owned());
        crds.read("crd.yaml", 0, file.text(), file.tree(), &config);
    }
    let context = FileContext { crds: Some(&crds), file: "a.yaml", ..FileContext::default() };
    let found = check(&File::new(text.to_owned()), context, &config).into_iter().map(|found| found.finding);
    let errors = found.filter(|finding| finding.server.is_some() && finding.severity == Severity::Error);
    errors.map(|finding| (finding.code.name.to_owned(), finding.path.to_string())).collect()
}

/// Whether a CRD is more than a fragment, which is one hint wherever it is.
fn is_complete(manifest: &Value) -> bool {
    let spec = &manifest["spec"];
    manifest["kind"] != "CustomResourceDefinition"
        || ["group", "names", "versions"].iter().any(|key| spec.get(key).is_some())
}

/// A manifest with a fault that the server reports, and its errors.
fn planted(case: &Case, pool: &Pool, random: &mut Random) -> Option<(String, CodesAndPaths)> {
    (0..20).find_map(|_| {
        let mut manifest = case.manifest.clone();
        mutate(&mut manifest, pool, random);
        if !is_complete(&manifest) {
            return None;
        }
        let text = plain(&manifest);
        let found = alone(&text, &case.crd);
        (!found.is_empty()).then_some((text, found))
    })
}

#[test]
fn faults_are_reported_in_folders_of_any_name() {
    let Some(root) = corpus::dir_or_skip("planted faults") else { return };
    let [resources, crds] = accepted(&root);
    let texts: Vec<_> = crds.iter().map(|case| plain(&case.manifest)).collect();
    let pool = Pool::new(texts.iter().map(String::as_str), "");
    let (mut random, folder) = (Random::new(18), Folder::new("planted", &[]));
    let mut expected = BTreeMap::new();
    while expected.len() < MANIFESTS {
        let cases = if expected.len() % 5 < 3 { &resources } else { &crds };
        let Some(case) = random.pick(cases) else { return };
        let Some((text, found)) = planted(case, &pool, &mut random) else { continue };
        // A project of its own, so that no manifest is judged by the CRD of another.
        let project = format!("{:03}", expected.len());
        let name = format!("{project}/{}", PLACES[expected.len() / 5 % PLACES.len()]);
        folder.write(&format!("{project}/go.mod"), b"");
        folder.write(&name, &text);
        if !case.crd.is_empty() {
            folder.write(&format!("{project}/config/crd/bases/crd.yaml"), &case.crd);
        }
        expected.insert(name, (text, found));
    }
    let mut reported: BTreeMap<String, CodesAndPaths> = BTreeMap::new();
    for found in folder.findings(&["."]) {
        let [file, code, path] = ["file", "code", "path"].map(|key| found[key].as_str().unwrap().to_owned());
        reported.entry(file.trim_start_matches("./").to_owned()).or_default().insert((code, path));
    }
    let faults: usize = expected.values().map(|(_, found)| found.len()).sum();
    let mut lost = Vec::new();
    for (name, (_, found)) in &expected {
        let here = reported.remove(name).unwrap_or_default();
        let missing: Vec<_> = found.difference(&here).collect();
        if !missing.is_empty() {
            lost.push(format!("{name}: {missing:?}, reported {here:?}"));
        }
    }
    println!("{} manifests with {faults} errors; {} manifests lose some", expected.len(), lost.len());
    lost.iter().for_each(|line| println!("  {line}"));
    assert!(lost.is_empty(), "{} manifests", lost.len());
}

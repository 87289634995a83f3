//! The Gateway API's examples: its valid ones are accepted, its invalid ones refused, by the CRDs of the channel that they
//! are made for (needs the acceptance data).

use std::path::{Path, PathBuf};

use crdls_ide::{File, FileContext, JudgedAs, checked};
use crdls_report::{Config, Severity};
use crdls_resource::Index;
use crdls_tests::{World, corpus};

/// What the CRDs of a channel say of a file.
struct Judged {
    resources: usize,
    errors: Vec<String>,
}

fn index(root: &Path, channel: &str) -> Index {
    let files = corpus::files(root, &[&format!("config/crd/{channel}")], &["yaml"]);
    let add = |world: World, path: &PathBuf| world.and(&path.to_string_lossy(), corpus::read(path));
    files.iter().fold(World::default(), add).crds
}

fn judged(path: &Path, crds: &Index) -> Judged {
    let file = File::new(corpus::read(path));
    let name = path.to_string_lossy();
    let context = FileContext { crds: Some(crds), file: &name, ..FileContext::default() };
    let checked = checked(&file, context, &Config::default());
    let errors = checked.findings.iter().filter(|found| found.finding.severity == Severity::Error);
    Judged {
        resources: checked.judgements.iter().filter(|judged| **judged == JudgedAs::CustomResource).count(),
        errors: errors
            .map(|found| format!("{}: {}", found.finding.code.name, found.finding.message))
            .collect(),
    }
}

/// The files of a folder for a channel, each with the channel whose CRDs judge it: files of the standard channel are
/// judged by both.
fn cases(root: &Path, folder: &str) -> Vec<(PathBuf, &'static str)> {
    let pairs = [("standard", "standard"), ("standard", "experimental"), ("experimental", "experimental")];
    let files = pairs.into_iter().flat_map(|(files, crds)| {
        let found = corpus::files(root, &[&format!("{folder}/{files}")], &["yaml"]);
        found.into_iter().map(move |path| (path, crds))
    });
    files.collect()
}

#[test]
fn valid_examples_are_accepted_and_invalid_ones_refused() {
    let Some(root) = corpus::acceptance_or_skip("examples of the Gateway API") else { return };
    let root = root.join("examples/gateway-api");
    let channels = ["standard", "experimental"].map(|channel| (channel, index(&root, channel)));
    let mut wrong = Vec::new();
    for (folder, is_valid) in [("examples", true), ("hack/invalid-examples", false)] {
        let cases = cases(&root, folder);
        let (mut right, mut resources) = (0, 0);
        for (path, channel) in &cases {
            let (_, crds) = channels.iter().find(|(name, _)| name == channel).expect("a channel");
            let judged = judged(path, crds);
            resources += judged.resources;
            // Some valid ones have objects of Kubernetes' own kinds only.
            if judged.errors.is_empty() == is_valid && (is_valid || judged.resources > 0) {
                right += 1;
            } else {
                let (path, Judged { resources, errors }) = (path.display(), judged);
                wrong.push(format!("{path} by {channel}: {resources} resources validated, {errors:?}"));
            }
        }
        let files: std::collections::BTreeSet<_> = cases.iter().map(|(path, _)| path).collect();
        let (files, cases) = (files.len(), cases.len());
        println!(
            "{folder}: {files} files, {right} of {cases} judgements right, {resources} resources validated"
        );
        assert!(files > 30, "{folder}: {files}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

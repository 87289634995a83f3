//! Renames over everything that names a CRD or its fields: custom resources, test suites, patches of kustomizations,
//! ConversionReviews, roles, webhooks and admission policies (needs the corpus).
//!
//! Such files are made around CRDs of the corpus. Each name is renamed from one of them; after that no file has a finding
//! that it did not have before, and a search of the texts finds the old name nowhere. `CRDLS_RENAMES` is the number of
//! renames, `CRDLS_SEED` the seed, `CRDLS_SHOWN` how many failures are shown.

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext, FileFinding, RenameTarget, Renaming, check, rename_target};
use crdls_report::{Config, Severity};
use crdls_resource::Index;
use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::world::World;
use crdls_text::Edit;
use crdls_witness::minimal_sample;

const RENAMES: usize = if cfg!(debug_assertions) { 60 } else { 500 };

/// Larger CRDs are left out: each rename is several checks of the CRD.
const MOST_BYTES: usize = 100_000;

/// The names of a CRD that are renamed.
struct Names {
    group: String,
    kind: String,
    plural: String,
    version: String,
    /// The number of the version.
    number: usize,
    /// A field of the spec whose name is nowhere else in the sample.
    field: String,
    sample: String,
    /// There are other versions.
    has_versions: bool,
}

const CRD: &str = "crd.yaml";

/// Words of the files that are made: a field of such a name is not found by search.
const TEMPLATE: [&str; 18] = [
    "description",
    "expected",
    "group",
    "initial",
    "kind",
    "name",
    "objects",
    "op",
    "patch",
    "path",
    "patches",
    "request",
    "resources",
    "rules",
    "target",
    "value",
    "verbs",
    "version",
];

fn names(index: &Index, config: &Config) -> Option<Names> {
    let known = index.of_source(CRD).next()?;
    let crd = known.crd();
    let (number, version) = crd.versions().enumerate().find(|(_, version)| version.served())?;
    let sample = minimal_sample(known, version, config);
    let fields = sample.text.split_once("\nspec:\n")?.1;
    let names =
        fields.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':').map(|(name, _)| name));
    let is_plain = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    let plural = crd.spec().names().plural();
    let is_own = |name: &&str| words(&sample.text, name) == 1 && !TEMPLATE.contains(name) && *name != plural;
    let field = names.filter(is_plain).find(is_own)?;
    let spec = crd.spec();
    let names = spec.names();
    let is_once = |name: &str| words(&sample.text, name) == 1;
    (sample.left.is_empty() && is_once(names.kind()) && !names.kind().contains("Kustom")).then(|| Names {
        group: spec.group().to_owned(),
        kind: names.kind().to_owned(),
        plural: names.plural().to_owned(),
        version: version.name().to_owned(),
        number,
        field: field.to_owned(),
        has_versions: crd.versions().count() > 1,
        sample: sample
            .text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'))
            .collect::<Vec<_>>()
            .join("\n")
            + "\n",
    })
}

/// How often a word is in a text.
fn words(text: &str, word: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_alone =
        |at: usize| !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word);
    text.match_indices(word).filter(|(at, _)| is_alone(*at)).count()
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}

/// The files that name the CRD.
fn files(names: &Names) -> Vec<(&'static str, String)> {
    let Names { group, kind, plural, version, number, field, sample, .. } = names;
    let pointer = format!(
        "/spec/versions/{number}/schema/openAPIV3Schema/properties/spec/properties/{field}/description"
    );
    let value = sample.lines().find(|line| line.starts_with(&format!("  {field}:"))).unwrap_or_default();
    let has_value = !value.trim_end().ends_with(':');
    let strategic = if has_value { format!("spec:\n{value}\n") } else { String::new() };
    let suite = format!(
        "crdName: {plural}.{group}\nversion: {version}\ntests:\n  onCreate:\n  - name: one\n    initialCRDPatches:\n    \
         - op: remove\n      path: {pointer}\n    initial: |\n{}    expected: |\n{}",
        indented(sample, 6),
        indented(sample, 6)
    );
    let kustomization = format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\npatches:\n- target:\n    \
         group: {group}\n    version: {version}\n    kind: {kind}\n  patch: |-\n    - op: remove\n      path: /spec/{field}\n    \
         - op: add\n      path: /spec\n      value: {{{field}: null}}\n- target:\n    kind: CustomResourceDefinition\n    \
         name: {plural}.{group}\n  patch: |-\n    - op: remove\n      path: /metadata/labels\n- patch: |-\n    \
         apiVersion: {group}/{version}\n    kind: {kind}\n    metadata:\n      name: one\n{}",
        indented(&strategic, 4)
    );
    let rules = format!(
        "apiGroups: [{group}]\n  apiVersions: [{version}]\n  resources: [{plural}, {plural}/status]\n"
    );
    let in_rules = rules.replace("\n  ", "\n    ");
    let rbac = format!(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {{name: a}}\nrules:\n- apiGroups: [{group}]\n  \
         resources: [{plural}, {plural}/status]\n  verbs: [get]\n---\n\
         apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: a}}\n\
         webhooks:\n- name: a.example.com\n  rules:\n  - {in_rules}---\n\
         apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: a}}\nspec:\n  \
         paramKind:\n    apiVersion: {group}/{version}\n    kind: {kind}\n  matchConstraints:\n    resourceRules:\n    - {}",
        rules.replace("\n  ", "\n      ")
    );
    let review = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nrequest:\n  uid: a\n  \
         desiredAPIVersion: {group}/{version}\n  objects:\n  - {}",
        indented(sample, 4).trim_start()
    );
    vec![
        ("one.yaml", sample.clone()),
        ("suite.yaml", suite),
        ("kustomization.yaml", kustomization),
        ("rbac.yaml", rbac),
        ("review.yaml", review),
    ]
}

/// The findings of files, by file and code.
fn findings(files: &[(&'static str, String)], index: &Index, config: &Config) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for (name, text) in files {
        let context = FileContext { crds: Some(index), file: name, ..FileContext::default() };
        for found in check(&File::new(text.clone()), context, config) {
            *all.entry(format!("{name}: {}", found.finding.code.name)).or_default() += 1;
        }
    }
    all
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut text = text.to_owned();
    assert!(edits.iter().rev().all(|edit| edit.apply(&mut text)), "{edits:?}");
    text
}

/// A name, where it is asked for, the new one, and what a search finds of the old one.
fn renames(names: &Names) -> Vec<(&'static str, String, String, Vec<String>)> {
    let Names { group, kind, plural, version, field, .. } = names;
    vec![
        ("field", format!("  {field}:"), format!("{field}Renamed"), vec![field.clone()]),
        ("kind", format!("kind: {kind}"), format!("{kind}Renamed"), vec![kind.clone()]),
        (
            "plural",
            format!("crdName: {plural}"),
            format!("{plural}renamed"),
            vec![format!("{plural}.{group}"), format!("resources: [{plural}"), format!("{plural}/status")],
        ),
        ("group", format!("apiVersion: {group}"), "renamed.example.com".to_owned(), vec![group.clone()]),
        (
            "version",
            format!("apiVersion: {group}/{version}"),
            "v77".to_owned(),
            vec![
                format!("{group}/{version}"),
                format!("version: {version}"),
                format!("apiVersions: [{version}]"),
            ],
        ),
    ]
}

#[derive(Default)]
struct Count {
    renames: usize,
    refused: usize,
    new: usize,
    left: usize,
    places: usize,
    shown: usize,
}

#[test]
fn no_mention_is_left_and_no_finding_is_new() {
    let Some(root) = corpus::dir_or_skip("renames") else { return };
    let config = Config::default();
    let paths = corpus::files(&root, &["crds"], &["yaml", "yml"]);
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(7));
    let wanted = number("CRDLS_RENAMES").unwrap_or(RENAMES);
    let (mut count, mut by_role) = (Count::default(), BTreeMap::<&str, usize>::new());
    let mut tries = 0;
    while count.renames < wanted && tries < 20 * wanted {
        tries += 1;
        let text = corpus::read(random.pick(&paths).expect("files"));
        if text.len() > MOST_BYTES || text.contains("\n---") {
            continue;
        }
        let is_error = |found: &FileFinding| found.finding.severity == Severity::Error;
        if check(&File::new(text.clone()), FileContext::default(), &config).iter().any(is_error) {
            continue;
        }
        let index = World::of(&config).and(CRD, text.clone()).crds;
        let Some(names) = names(&index, &config) else { continue };
        let files = files(&names);
        let mut before = findings(&files, &index, &config);
        before.extend(findings(&[(CRD, text.clone())], &index, &config));
        for (role, at, new, searched) in renames(&names) {
            // Of a field that one version alone renames, conversion loses the value: advice, and not an error.
            if role == "field" && names.has_versions {
                continue;
            }
            let from = files.iter().find_map(|(name, text)| Some((*name, text, text.find(&at)?)));
            let Some((name, asked, offset)) = from else { panic!("{role}: no {at:?}") };
            let context = FileContext { crds: Some(&index), file: name, ..FileContext::default() };
            // After the key, or in the word.
            let skipped = at.rfind([' ', '/']).map_or(0, |space| space + 1);
            let skipped = if role == "group" { at.len() - names.group.len() } else { skipped };
            let offset = (offset + skipped) as u32;
            let target = rename_target(&File::new(asked.clone()), offset, context, &config);
            let Some(target) = target else {
                count.refused += 1;
                continue;
            };
            match target.in_crd(&File::new(text.clone()), &new, &config) {
                Renaming::Refused(_) => count.refused += 1,
                Renaming::Edits(edits) => {
                    let crd = applied(&text, &edits);
                    *by_role.entry(role).or_default() += 1;
                    one(&mut count, &target, (&files, &before), (&crd, &index), &new, &searched, &config);
                }
            }
        }
    }
    println!(
        "{} renames ({by_role:?}; {} more refused), {} places changed outside of the CRD: {} new findings, {} mentions left",
        count.renames, count.refused, count.places, count.new, count.left
    );
    assert!(count.renames >= wanted, "{} renames", count.renames);
    assert_eq!((count.new, count.left), (0, 0));
}

/// Applies a rename to all files, and counts what is left and what is new.
fn one(
    count: &mut Count,
    target: &RenameTarget,
    (files, before): (&[(&'static str, String)], &BTreeMap<String, usize>),
    (crd, index): (&str, &Index),
    new: &str,
    searched: &[String],
    config: &Config,
) {
    count.renames += 1;
    let mut after = Vec::new();
    for (name, text) in files {
        let edits = target.in_instances(&File::new(text.clone()), name, index, new);
        count.places += edits.len();
        after.push((*name, applied(text, &edits)));
    }
    let world = World::of(config).and(CRD, crd).crds;
    let mut found = findings(&after, &world, config);
    found.extend(findings(&[(CRD, crd.to_owned())], &world, config));
    let limit = number("CRDLS_SHOWN").unwrap_or(5);
    for (name, text) in &after {
        let left: usize = searched.iter().map(|word| words(text, word)).sum();
        if left > 0 && count.shown < limit {
            count.shown += 1;
            println!("{left} left of {searched:?} in {name}:\n{text}");
        }
        count.left += left;
    }
    for (what, number) in &found {
        let more = number.saturating_sub(before.get(what).copied().unwrap_or(0));
        if more > 0 && count.shown < limit {
            count.shown += 1;
            println!("new: {what} after {} is {new}", target.name);
        }
        count.new += more;
    }
}

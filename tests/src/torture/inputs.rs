//! The inputs of the targets, from seeds and from what `generate` makes.

use serde_json::{Value, json};

use super::Seeds;
use crate::generate::edits::{boundary, broken_bytes, edit, mixed, noise, random_edit, respelled};
use crate::generate::{crd, expression, instance};
use crate::probe::data::DATA;
use crate::probe::rule::givens;
use crate::random::Random;
use crate::sample;

/// What separates the states of a text in an input.
pub(super) const NEXT: &str = "\n======== next\n";

/// More edits leave nothing to check.
const MOST: usize = 12;

/// The longest text that is edited in steps, in bytes.
const LONGEST: usize = 30_000;

/// A manifest with broken bytes, or noise.
pub(super) fn bytes(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let whole = match random.below(8) {
        0 => noise(random),
        _ => seed(&seeds.manifests, random).as_bytes().to_vec(),
    };
    broken_bytes(random, whole)
}

/// A manifest after edits: mostly still a CRD, so that the later stages have work too.
pub(super) fn mutated(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let text = manifest(seeds, random);
    edited(text, seeds, random).into_bytes()
}

/// A manifest and what replaces it.
pub(super) fn update(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let mut old = manifest(seeds, random);
    if random.below(4) == 0 {
        old = edited(old, seeds, random);
    }
    let new = edited(old.clone(), seeds, random);
    format!("{old}{NEXT}{new}").into_bytes()
}

/// The states of a manifest that is edited.
pub(super) fn states(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    states_of(&seeds.manifests, random)
}

/// The states of Go types that are edited.
pub(super) fn go_states(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    states_of(&seeds.go, random)
}

/// The states of a text that is edited, by a few characters or by whole lines.
fn states_of(seeds: &[String], random: &mut Random) -> Vec<u8> {
    let mut text = short(seed(seeds, random)).to_owned();
    let mut out = text.clone();
    for _ in 0..1 + random.below(10) {
        if random.below(3) == 0 {
            let fits = random_edit(random, &text).apply(&mut text);
            assert!(fits, "an edit of the text fits it");
        } else {
            edit(&mut text, seed(seeds, random), random);
        }
        text.truncate(boundary(&text, 2 * LONGEST));
        out = format!("{out}{NEXT}{text}");
    }
    out.into_bytes()
}

pub(super) fn expression(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let [text, other] = [0; 2].map(|_| match random.below(4) {
        0 => made_rule(random),
        _ => seed(&seeds.expressions, random).to_owned(),
    });
    mixed(random, &text, &other).into_bytes()
}

/// A question as the oracle's `cel` command takes it.
pub(super) fn rule(_: &Seeds, random: &mut Random) -> Vec<u8> {
    let data: Value = serde_json::from_str(DATA).expect("data");
    let values = data["values"].as_array().map_or(&[][..], Vec::as_slice);
    let mut rule = made_rule(random);
    if random.below(8) == 0 {
        rule = respelled(random, &rule);
    }
    let question = json!({"schema": data["schema"], "rule": rule, "self": random.pick(values), "oldSelf": random.pick(values)});
    format!("{question:#}").into_bytes()
}

pub(super) fn pattern(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let [text, other] = [0; 2].map(|_| seed(&seeds.patterns, random));
    mixed(random, text, other).into_bytes()
}

pub(super) fn go(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let [text, other] = [0; 2].map(|_| seed(&seeds.go, random));
    mixed(random, text, other).into_bytes()
}

const KUSTOMIZATION: &str = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- a.yaml\n\
patches:\n- path: patch.yaml\n  target: {kind: CustomResourceDefinition}\n- patch: |\n    - op: add\n      path: /spec\n      \
value: {}\npatchesStrategicMerge:\n- ../b/patch.yaml\npatchesJson6902:\n- path: json.yaml\n  target: {version: v1}\n";

pub(super) fn kustomization(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    readable(KUSTOMIZATION, seed(&seeds.manifests, random), random)
}

/// The CRD of [`suite`] and [`conversion`].
pub(super) fn tables() -> String {
    sample::table(
        "{type: object, properties: {spec: {type: object, properties: {legs: {type: integer, maximum: 4, default: 4}}}}}",
    )
}

const SUITE: &str = "name: a\ncrdName: tables.example.com\nversion: v1\nfeatureGates: [-A, B]\ntests:\n  onCreate:\n\
    - name: b\n      initial: |\n        apiVersion: example.com/v1\n        kind: Table\n        spec: {legs: 5}\n      \
expectedError: 'spec.legs'\n  onUpdate:\n    - name: c\n      initialCRDPatches:\n        - {op: remove, path: \
/spec/versions/0/schema/openAPIV3Schema/properties/spec}\n      initial: |\n        apiVersion: example.com/v1\n        \
kind: Table\n        status: {a: 1}\n      updated: |\n        apiVersion: example.com/v1\n        kind: Table\n      \
expected: |\n        kind: Table\n---\napiVersion: example.com/v1\nkind: Table\n_err: x\n";

pub(super) fn suite(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    readable(SUITE, seed(&seeds.manifests, random), random)
}

const REQUEST: &str = "{\"apiVersion\": \"apiextensions.k8s.io/v1\", \"kind\": \"ConversionReview\",\n \"request\": {\"uid\": \"u\", \
\"desiredAPIVersion\": \"example.com/v1\",\n  \"objects\": [\n{\"apiVersion\": \"example.com/v2\", \"kind\": \"Table\",\n \
\"metadata\": {\"name\": \"a\", \"labels\": {\"b\": \"c\"}}, \"spec\": {\"legs\": 3}},\n{\"apiVersion\": \"example.com/v2\", \"kind\": \"Table\",\n \
\"metadata\": {\"name\": \"d\"}}]}}\n";
const RESPONSE: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\nresponse:\n  uid: u\n  result: {status: Success}\n  \
convertedObjects:\n  - apiVersion: example.com/v1\n    kind: Table\n    metadata:\n      name: a\n      labels: {b: c}\n    spec: {legs: 3}\n  \
- {apiVersion: example.com/v1, kind: Table, metadata: {name: d}}\n";

/// A request and an answer, each as it is or after edits.
pub(super) fn conversion(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let other = seed(&seeds.manifests, random);
    let request = if random.below(3) == 0 { mixed(random, REQUEST, other) } else { REQUEST.to_owned() };
    let mut whole = format!("{request}{NEXT}").into_bytes();
    let answer = RESPONSE.replacen(
        "apiVersion",
        if random.below(2) == 0 { "apiVersion" } else { "\"apiVersion\"" },
        1,
    );
    whole.extend(readable(&answer, REQUEST, random));
    whole
}

pub(super) fn settings(_: &Seeds, random: &mut Random) -> Vec<u8> {
    const SETTINGS: &str = "kubernetes = \"1.36\"\nfieldValidation = \"warn\"\ncrds = [\"a/**\", \"[b\"]\n\n[severity]\n\
cel-cost = \"off\"\ntemplate = \"error\"\n\n[inlayHints]\ncosts = true\n\n[codeLens]\nenable = false\n";
    readable(SETTINGS, "[x]\na.b = 1979-05-27T07:32:00Z\nc = '''\n'''\nd = {e = [1, 0x1F, inf]}\n", random)
}

/// A text after edits or with broken bytes.
fn readable(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let text = mixed(random, text, other);
    if random.below(2) == 0 { text.into_bytes() } else { broken_bytes(random, text.into_bytes()) }
}

/// What is asked about a document: each request that the server announces.
pub(super) const ASKED: [&str; 27] = [
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/hover",
    "textDocument/implementation",
    "textDocument/inlayHint",
    "textDocument/linkedEditingRange",
    "textDocument/onTypeFormatting",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
    "textDocument/typeDefinition",
    "workspace/diagnostic",
    "workspace/executeCommand",
    "workspace/symbol",
];

/// After what the cursor is put, where it is not put anywhere: before names, paths and rules.
const LANDMARKS: [&str; 10] = [
    "kind:",
    "plural:",
    "group:",
    "name:",
    "apiVersion:",
    "properties:",
    "spec:",
    "rule:",
    "jsonPath:",
    "default:",
];

/// The commands of the server, and one that it does not have.
const COMMANDS: [&str; 6] = [
    "crdls.showBuilt",
    "crdls.showCost",
    "crdls.showEffective",
    "crdls.showReferences",
    "crdls.showSample",
    "crdls.none",
];

/// New names: good and bad ones for a property, a kind, a plural, a group, a version.
const NAMES: [&str; 6] = ["renamed", "Renamed", "v1beta7", "renamed.example.org", "a b", ""];

/// A session with the language server, a step a line: two documents are opened, then changed and asked about. In some
/// there is a file in the same folder that stays closed.
pub(super) fn session(seeds: &Seeds, random: &mut Random) -> Vec<u8> {
    let [text, resource] = crd_and_resource(random);
    let other = seed(&seeds.manifests, random);
    let closed = (random.below(4) == 0).then(|| match random.below(4) {
        0 => text.clone(),
        1 => short(other).to_owned(),
        _ => resource.clone(),
    });
    let mut lines: Vec<Value> = closed.into_iter().map(|text| json!({"closed": text})).collect();
    let texts = if random.below(4) == 0 { [short(other).to_owned(), resource] } else { [text, resource] };
    lines.extend(texts.iter().enumerate().map(|(document, text)| json!({"open": document, "text": text})));
    for _ in 0..4 + random.below(40) {
        let document = random.below(2);
        lines.push(match random.below(8) {
            0..=3 => {
                let edit = random_edit(random, &texts[document]);
                json!({"change": document, "from": edit.range.start, "to": edit.range.end, "text": edit.new_text})
            }
            4 => json!({"cancel": random.below(4)}),
            _ => question(random, document),
        });
    }
    lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// A request at an offset, or at the so-manieth landmark of a text.
fn question(random: &mut Random, document: usize) -> Value {
    let mut question = json!({"ask": random.pick(&ASKED), "document": document, "at": random.below(4_000)});
    if random.below(2) == 0 {
        question["after"] = json!(random.pick(&LANDMARKS));
    }
    match question["ask"].as_str() {
        Some("textDocument/rename") => question["name"] = json!(random.pick(&NAMES)),
        Some("workspace/executeCommand") => question["command"] = json!(random.pick(&COMMANDS)),
        _ => {}
    }
    question
}

fn seed<'s>(seeds: &'s [String], random: &mut Random) -> &'s str {
    random.pick(seeds).map_or("", String::as_str)
}

fn short(text: &str) -> &str {
    text.get(..boundary(text, LONGEST)).unwrap_or_default()
}

/// A real manifest, or a made CRD with a resource.
fn manifest(seeds: &Seeds, random: &mut Random) -> String {
    match random.below(4) {
        0 => crd_and_resource(random).join("---\n"),
        _ => seed(&seeds.manifests, random).to_owned(),
    }
}

fn crd_and_resource(random: &mut Random) -> [String; 2] {
    let made = crd::good(random);
    let spec = &made["spec"];
    let terms = instance::Terms {
        group: spec["group"].as_str().unwrap_or_default(),
        version: "v1",
        kind: spec["names"]["kind"].as_str().unwrap_or_default(),
        schema: &spec["versions"][0]["schema"]["openAPIV3Schema"],
        fault: 10,
    };
    let resource = instance::make(random, terms).block(random);
    [crate::generate::yaml::plain(&made), resource]
}

fn edited(mut text: String, seeds: &Seeds, random: &mut Random) -> String {
    for _ in 0..1 + random.below(MOST) {
        edit(&mut text, seed(&seeds.manifests, random), random);
    }
    text
}

fn made_rule(random: &mut Random) -> String {
    let (wrong, depth) = ([0, 0, 12][random.below(3)], 1 + random.below(5));
    expression::make(random, &givens(), &crdls_cel::types::Type::Bool, depth, wrong)
}

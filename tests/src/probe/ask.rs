//! Both sides' verdicts on a CRD and its resources, and where they differ.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::{File, FileContext, check, costs};
use crdls_manifest::objects::objects;
use crdls_minors::Minor;
use crdls_report::{Config, FieldValidation};
use crdls_resource::{Index, judge};
use serde_json::{Value, json};

use super::manifest::Crd;
use crate::oracle::Served;
use crate::verdicts::{self, OURS, SERVER, Verdict, line, only};
use crate::{World, json};

/// The oracle, ready for questions, and the minor whose code it has.
#[derive(Debug)]
pub struct Oracle(Served, Minor);

impl Oracle {
    pub fn start(binary: &Path, minor: Minor) -> std::io::Result<Self> {
        Ok(Self(Served::start(binary, &["serve", "--instances", "--no-values"])?, minor))
    }

    /// The verdicts on a text, by the number of their document.
    pub fn ask(&mut self, text: &str) -> std::io::Result<BTreeMap<usize, Vec<Value>>> {
        let answer = self.0.ask(text)?;
        let mut found: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for verdict in answer["verdicts"].as_array().into_iter().flatten() {
            let document = verdict["doc"].as_u64().unwrap_or_default() as usize;
            found.entry(document).or_default().push(verdict.clone());
        }
        Ok(found)
    }
}

/// What came of a file.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many resources both sides judged.
    pub compared: usize,
    /// How many of them the server takes.
    pub accepted: usize,
    /// Whether the server takes the CRD.
    pub good: bool,
    pub differences: Vec<Difference>,
}

/// A document on which the sides differ.
#[derive(Clone, Debug)]
pub struct Difference {
    pub document: String,
    /// What only the one or the other says.
    pub lines: Vec<String>,
}

/// Compares the verdicts on a CRD and resources.
pub fn compare(oracle: &mut Oracle, crd: &Crd, resources: &[String]) -> std::io::Result<Outcome> {
    let texts = std::iter::once(crd.text.trim_end()).chain(resources.iter().map(|text| text.trim_end()));
    compare_texts(oracle, &texts.collect::<Vec<_>>(), false)
}

/// Compares the verdicts on documents, of which the first is a CRD; on the others also where that is refused,
/// if so asked.
pub fn compare_texts(oracle: &mut Oracle, texts: &[&str], always: bool) -> std::io::Result<Outcome> {
    // The oracle reads YAML alone; a text that begins with a brace is JSON to kubectl.
    let text = format!("# YAML\n{}\n", texts.join("\n---\n"));
    let theirs = oracle.ask(&text)?;
    let config = Config {
        kubernetes: oracle.1,
        field_validation: FieldValidation::Warn,
        check_templates: true,
        ..Config::default()
    };
    let file = File::new(text);
    let index = World::of(&config).and("", file.text()).crds;
    let found = check(&file, FileContext { crds: Some(&index), ..FileContext::default() }, &config);
    let ours = verdicts::of_findings(found);
    let refused = |verdict: &Value| verdict["errors"] != json!([]) || !verdict["decode"].is_null();
    let good = theirs.get(&0).is_some_and(|verdicts| !verdicts.iter().any(refused));
    let mut outcome = Outcome { good, ..Outcome::default() };
    for (document, theirs) in &theirs {
        // A cluster has no resources of a CRD that it refuses; and what kubectl cannot tell is no manifest to
        // us, as many files are.
        let unknown = |verdict: &Value| verdict["decode"] == json!(["error: Object 'Kind' is missing"]);
        let begun = |verdict: &Value| verdict["kind"] == "unknown" && !is_judged(&file, *document, &index);
        let left_aside = |verdict: &Value| unknown(verdict) || begun(verdict);
        if *document > 0 && (!(good || always) || theirs.iter().any(left_aside)) {
            continue;
        }
        let said = together(theirs);
        let mut ours = ours.get(document).cloned().unwrap_or_default();
        ours.errors.iter_mut().for_each(|said| said.2 = said.2.trim_start_matches("yaml: ").to_owned());
        let mut lines = lines(&said, &ours.beside(&said));
        if *document == 0 {
            lines.extend(of_costs(&file, &config, theirs.first().unwrap_or(&Value::Null)));
        } else {
            outcome.compared += 1;
            outcome.accepted += usize::from(said.errors.is_empty());
            lines.extend(of_objects(&file, *document, &index, &config, theirs));
        }
        if !lines.is_empty() {
            let document = texts.get(*document).copied().unwrap_or_default().to_owned();
            outcome.differences.push(Difference { document, lines });
        }
    }
    Ok(outcome)
}

/// Whether a CRD is found for one of a document's objects.
fn is_judged(file: &File, document: usize, index: &Index) -> bool {
    let root =
        file.tree().documents().get(document).and_then(|document| file.tree().root(file.text(), document));
    let roots = root.map(objects).unwrap_or_default();
    // An item that is no object spoils its list, which is not looked for.
    let is_list = root.is_some_and(|root| root.get("items").is_some_and(|items| items.value.kind().is_seq()));
    !is_list && roots.iter().any(|object| index.served_version(object.node, "").is_some())
}

fn together(verdicts: &[Value]) -> Verdict {
    let mut all = Verdict::default();
    for verdict in verdicts {
        let one = verdicts::of_line(verdict).verdict;
        all.errors.extend(one.errors);
        all.warnings.extend(if one.undecoded { Vec::new() } else { one.warnings });
        all.undecoded |= one.undecoded;
    }
    all.errors.sort();
    all.warnings.sort();
    all
}

fn lines(theirs: &Verdict, ours: &Verdict) -> Vec<String> {
    // Of several embedded resources that cannot be decoded the server names one by chance.
    let by_chance = |verdict: &Verdict| matches!(&*verdict.errors, [(kind, _, words)] if kind == "Decoding" && words.contains(": Invalid value: "));
    if by_chance(theirs) && by_chance(ours) {
        return Vec::new();
    }
    [(SERVER, theirs, ours), (OURS, ours, theirs)]
        .into_iter()
        .flat_map(|(side, a, b)| only(a.said(), b.said()).into_iter().map(move |said| line(side, said)))
        .collect()
}

fn of_objects(file: &File, document: usize, index: &Index, config: &Config, theirs: &[Value]) -> Vec<String> {
    let tree = file.tree();
    let root = tree.documents().get(document).and_then(|document| tree.root(file.text(), document));
    let roots = root.map(objects).unwrap_or_default();
    let mut lines = Vec::new();
    for (root, theirs) in roots.iter().map(|object| &object.node).zip(theirs) {
        if theirs["decode"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .any(|words| words.starts_with("yaml: "))
            || theirs["kind"] == "unknown"
        {
            continue;
        }
        let object =
            index.served_version(*root, "").and_then(|by| judge((*root).into(), "", by, config).object);
        let ours = object.and_then(|object| serde_json::from_str::<Value>(&object.to_json()).ok());
        let [ours, theirs] = [ours, theirs.get("object").cloned()].map(without_empty_metadata);
        if ours != theirs {
            lines.push(json::difference(theirs.as_ref(), ours.as_ref()));
        }
    }
    lines
}

/// The program puts metadata where none is written.
fn without_empty_metadata(mut object: Option<Value>) -> Option<Value> {
    let members = object.as_mut().and_then(Value::as_object_mut);
    if let Some(members) = members.filter(|members| members.get("metadata") == Some(&json!({}))) {
        members.remove("metadata");
    }
    object
}

fn of_costs(file: &File, config: &Config, theirs: &Value) -> Vec<String> {
    let all = costs(file, config);
    let ours = all.iter().filter(|cost| cost.document == 0).flat_map(|cost| &cost.cost.rules);
    let ours: BTreeMap<_, _> = ours.map(|rule| (rule.path.to_string(), rule)).collect();
    let mut lines = Vec::new();
    for rule in theirs["costs"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|version| version["rules"].as_array().into_iter().flatten())
    {
        let field = rule["field"].as_str().unwrap_or_default();
        let number = |key: &str| rule[key].as_u64().unwrap_or_default();
        let said = (number("maxCost"), number("cardinality"), number("total"), number("messageCost"));
        let own = ours
            .get(field)
            .map(|rule| (rule.per_call, rule.cardinality, rule.total, rule.message_cost.unwrap_or_default()));
        if own != Some(said) {
            lines.push(format!("cost {field} {}: {said:?}, ours {own:?}", rule["rule"]));
        }
    }
    lines
}

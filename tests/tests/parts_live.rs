//! The value of each part of a rule, here and by the API server's evaluator (needs the corpus and Go): the rules of the
//! corpus on values of samples and of boundaries, for each rule one that it accepts and one that it refuses.
//!
//! `CRDLS_PARTS` is the number of parts that are asked about; without it some are.

use std::collections::{BTreeSet, HashSet};

use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::{NodeKind, Tree as Syntax};
use crdls_ide::File;
use crdls_resource::Index;
use crdls_rules::Library;
use crdls_rules::run::{BoundElement, EvaluatedPart, evaluated, shown};
use crdls_schema::model::Schema;
use crdls_schema::{Config, Minor, Unit};
use crdls_tests::probe::rule::same;
use crdls_tests::{corpus, evaluate, json, oracle};
use crdls_values::Json;
use crdls_witness::{boundary_values, sample};
use crdls_yaml::Budget;
use serde_json::{Value, json};

const PARTS: usize = 3_000;

/// More boundary values of one node are not tried.
const MOST_VALUES: usize = 40;

#[test]
fn parts_are_those_of_the_server() {
    let Some(root) = corpus::dir_or_skip("the parts of rules") else { return };
    let Some(binary) = oracle::binary_or_skip("parts of rules evaluated by the server") else { return };
    let wanted = std::env::var("CRDLS_PARTS").ok().and_then(|n| n.parse().ok()).unwrap_or(PARTS);
    let config = Config::default();
    let mut all = Questions::default();
    for path in corpus::files(&root, &["crds"], &["yaml"]) {
        let file = File::new(corpus::read(&path));
        for known in Index::found("crd", 0, file.text(), file.tree(), &config) {
            let crd = known.crd();
            for (number, version) in crd.versions().enumerate() {
                let Some(schema) = version.schema().filter(|schema| crdls_resource::has_rules(*schema))
                else {
                    continue;
                };
                let made = File::new(sample(&known, version, &config).text);
                let Some(object) =
                    made.tree().documents().first().and_then(|d| made.tree().root(made.text(), d))
                else {
                    continue;
                };
                let written =
                    file.objects().next().map(|(_, object)| json::of(object.node, &mut Budget::default()));
                let written = written.unwrap_or_default();
                let schemas = &written["spec"]["versions"][number]["schema"]["openAPIV3Schema"];
                all.value(schema, schemas, &Unit::Written(object).value(), "");
            }
        }
    }
    let (rules, of) = (all.rules, all.questions.len());
    let step = (of / wanted.max(1)).max(1);
    let chosen: Vec<_> = all.questions.into_iter().step_by(step).take(wanted).collect();
    let asked: Vec<Value> = chosen.iter().map(|(question, _)| question.clone()).collect();
    let answers = evaluate::ask(&binary, &asked);
    assert_eq!(answers.len(), chosen.len());
    let (mut equal, mut refused, mut by_address) = (0, 0, 0);
    for ((question, ours), theirs) in chosen.iter().zip(&answers) {
        if same(ours, theirs) || same(&respelled(ours.clone()), &respelled(theirs.clone())) {
            equal += 1;
        } else if is_address(theirs) {
            by_address += 1;
        } else if theirs["compileError"].is_string() {
            refused += 1;
            println!("rejected {}\n  {theirs}", question["rule"]);
        } else {
            println!("{}\n  self {}\n  ours   {ours}\n  theirs {theirs}", question["rule"], question["self"]);
        }
    }
    println!(
        "{rules} rules with {} values that they accept and {} that they reject have {of} parts; of {} parts {equal} come to the same, {by_address} are printed by Go as addresses, {refused} are rejected",
        all.accepting,
        all.refusing,
        chosen.len()
    );
    assert!(of > 1_000, "the corpus has rules");
    assert_eq!((equal + by_address, refused), (chosen.len(), 0));
    assert!(by_address * 50 < chosen.len(), "{by_address}");
}

/// Whether Go prints the items of a list as addresses in its memory.
fn is_address(answer: &Value) -> bool {
    answer["type"] == "list" && answer["value"].as_str().is_some_and(|value| value.starts_with("[0x"))
}

/// The answer without the signs by which Go prints lists and maps. Inside of these it prints what the JSON has: names
/// without escapes, and times as texts.
fn respelled(mut answer: Value) -> Value {
    if let Some(value) = answer["value"].as_str() {
        let value = value.replace("map[", "{").replace(", ", " ").replace(": ", ":");
        let value = value.replace("__", "").replace(" +0000 UTC", "Z");
        answer["value"] = Value::from(value.replace(['[', ']', '{', '}', ' ', 'T'], ""));
    }
    answer
}

/// Parts with their values here, as the oracle is asked.
#[derive(Default)]
struct Questions {
    questions: Vec<(Value, Value)>,
    /// Rules by their schemas, which many CRDs share.
    known: HashSet<String>,
    rules: usize,
    accepting: usize,
    refusing: usize,
}

impl Questions {
    fn value(&mut self, schema: Schema<'_>, written: &Value, value: &Json, name: &str) {
        if !crdls_resource::has_rules(schema) {
            return;
        }
        for rule in schema.validations() {
            self.rule(rule.rule(), schema, written, value, name);
        }
        if let (Some(below), Some(item)) = (schema.item_schema(), value.items().first()) {
            self.value(below, &written["items"], item, "");
        }
        for member in value.members() {
            if let Some(below) = schema.property(&member.name) {
                self.value(below, &written["properties"][&*member.name], &member.value, &member.name);
            } else if let Some(below) = schema.value_schema() {
                self.value(below, &written["additionalProperties"], &member.value, "");
            }
        }
    }

    fn rule(&mut self, text: &str, schema: Schema<'_>, written: &Value, value: &Json, name: &str) {
        if !written.is_object() || !self.known.insert(format!("{text}\n{written}")) {
            return;
        }
        self.rules += 1;
        let boundaries = boundary_values(&[schema], name, Minor::NEWEST);
        let values = std::iter::once(value).chain(boundaries.iter().take(MOST_VALUES));
        let mut seen = BTreeSet::new();
        let own = without_rules(written);
        for value in values {
            let Ok(found) = evaluated(text, schema, false, false, Minor::NEWEST, (value, None)) else {
                return;
            };
            let Some(truth) = found.whole.truth().filter(|truth| seen.insert(*truth)) else { continue };
            self.accepting += usize::from(truth);
            self.refusing += usize::from(!truth);
            let tree = parse_expression(text, &Library::of_stored_rules(Minor::NEWEST).dialect).tree;
            let value: Value = serde_json::from_str(&value.to_json()).expect("JSON");
            let asked = json!({"schema": own, "self": value, "part": true});
            self.part(&found.whole, (text, &tree), &asked, &[]);
        }
    }

    fn part(&mut self, part: &EvaluatedPart, rule: (&str, &Syntax), asked: &Value, around: &[Bound]) {
        let (text, tree) = rule;
        if let Some(outcome) = &part.outcome {
            let mut question = asked.clone();
            let inner = part.range.of(text).to_owned();
            question["rule"] =
                Value::from(around.iter().rev().fold(inner, |inner, bound| bound.closed(&inner)));
            let ours = evaluate::outcome(outcome);
            self.questions.push((question, ours));
        }
        // Those after the first are in the same macro.
        let mut bound: Option<Bound> = None;
        for below in &part.parts {
            if let Some(element) = &below.element {
                bound = target(tree, part).map(|target| Bound {
                    names: below.bound.iter().map(|(name, _)| name.to_string()).collect(),
                    over: target.of(text).to_owned(),
                    element: element.clone(),
                });
            }
            let inner: Vec<_> = around.iter().cloned().chain(bound.clone()).collect();
            self.part(below, rule, asked, &inner);
        }
    }
}

/// A schema without descriptions and rules below it, which are not asked about.
fn without_rules(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, value)| {
                !(*name == "description" && value.is_string() || *name == "x-kubernetes-validations")
            });
            Value::Object(kept.map(|(name, value)| (name.clone(), without_rules(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_rules).collect()),
        other => other.clone(),
    }
}

/// The list or map that the macro goes over which a part is.
fn target(tree: &Syntax, part: &EvaluatedPart) -> Option<crdls_text::TextRange> {
    let node = tree.ids().map(|id| tree.node(id)).find(|node| {
        node.range == part.range && matches!(node.kind, NodeKind::Call { target: Some(_), .. })
    })?;
    match node.kind {
        NodeKind::Call { target: Some(target), .. } => Some(tree.node(target).range),
        _ => None,
    }
}

/// The variables of a macro around a part.
#[derive(Clone)]
struct Bound {
    names: Vec<String>,
    over: String,
    element: BoundElement,
}

impl Bound {
    /// A part as an expression without variables of macros: they are those of a macro over the one element.
    fn closed(&self, inner: &str) -> String {
        let over = &self.over;
        let (first, second) = match &self.element {
            BoundElement::Item(at) => (at.to_string(), format!("({over})[{at}]")),
            BoundElement::Key(key) => {
                let key = shown(&Ok(key.clone()), 10_000);
                (key.clone(), format!("({over})[{key}]"))
            }
            BoundElement::Optional => (String::new(), format!("({over}).value()")),
        };
        match (self.names.as_slice(), &self.element) {
            ([one], BoundElement::Key(_)) => format!("[{first}].map({one}, {inner})[0]"),
            ([one], _) => format!("[{second}].map({one}, {inner})[0]"),
            ([a, b], _) => format!("[{first}].map({a}, [{second}].map({b}, {inner})[0])[0]"),
            _ => inner.to_owned(),
        }
    }
}

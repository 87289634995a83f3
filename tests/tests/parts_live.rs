//! The value of each part of a rule, here and by the API server's evaluator (needs the corpus and Go): the rules of the
//! corpus, each on a value that it accepts and on one that it rejects. These are values of samples and of boundaries; where
//! none of them will do, an object is searched for as `crdls` searches for one that shows the rule.
//!
//! `CRDLS_PARTS` is the number of parts that are asked about; without it some are, and no objects are searched for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::{NodeKind, Tree as Syntax};
use crdls_ide::File;
use crdls_manifest::model::{Schema, ValidationRule};
use crdls_minors::Minor;
use crdls_report::{Config, Unit};
use crdls_resource::{Index, IndexedCrd, with_defaults};
use crdls_rules::Library;
use crdls_rules::run::{BoundElement, EvaluatedPart, evaluated, shown};
use crdls_suite::{Candidate, Goal, Installed, PointKind, settings, shown_by};
use crdls_tests::probe::rule::same;
use crdls_tests::require::number;
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
    let wanted = number("CRDLS_PARTS");
    let config = Config::default();
    let mut all = Questions::default();
    for path in corpus::files(&root, &["crds"], &["yaml"]) {
        let file = File::new(corpus::read(&path));
        for known in Index::found("crd", 0, file.text(), file.tree(), &config) {
            of_crd(&file, &known, &config, &mut all);
        }
    }
    let missing = if wanted.is_some() { all.search(&config) } else { BTreeMap::new() };
    let wanted = wanted.unwrap_or(PARTS);
    let of = all.questions.len();
    let step = (of / wanted.max(1)).max(1);
    let chosen: Vec<_> = all.questions.into_iter().step_by(step).take(wanted).collect();
    let asked: Vec<Value> = chosen.iter().map(|(question, _)| question.clone()).collect();
    let answers = evaluate::ask(&binary, &asked);
    assert_eq!(answers.len(), chosen.len());
    let (mut equal, mut refused) = (0, 0);
    for ((question, ours), theirs) in chosen.iter().zip(&answers) {
        let respelled_as = |blanks| same(&respelled(ours.clone(), true), &respelled(theirs.clone(), blanks));
        if same(ours, theirs) || [true, false].into_iter().any(respelled_as) {
            equal += 1;
        } else if theirs["compileError"].is_string() {
            refused += 1;
            println!("rejected {}\n  {theirs}", question["rule"]);
        } else {
            println!("{}\n  self {}\n  ours   {ours}\n  theirs {theirs}", question["rule"], question["self"]);
        }
    }
    let with = |truth| all.rules.values().filter(|rule| rule.seen.contains(&truth)).count();
    println!(
        "{} rules, {} of them with a value that they accept and {} with one that they reject, have {of} parts; of {} parts {equal} come to the same, {refused} are rejected",
        all.rules.len(),
        with(true),
        with(false),
        chosen.len()
    );
    for (reason, count) in missing {
        println!("{count} without a value, {reason}");
    }
    assert!(of > 1_000, "the corpus has rules");
    assert_eq!((equal, refused), (chosen.len(), 0));
}

/// The rules of a CRD on the samples of its versions.
fn of_crd(file: &File, known: &IndexedCrd, config: &Config, all: &mut Questions) {
    let object = file.objects().find(|(_, object)| object.node.range().start == known.range().start);
    let Some((_, object)) = object else { return };
    let written = json::of(object.node, &mut Budget::default());
    for (number, version) in known.crd().versions().enumerate() {
        let Some(schema) = version.schema().filter(|schema| crdls_resource::has_rules(*schema)) else {
            continue;
        };
        let schemas = &written["spec"]["versions"][number]["schema"]["openAPIV3Schema"];
        all.register(schema, schemas, None);
        let made = File::new(sample(known, version, config).text);
        let object = made.tree().documents().first().and_then(|d| made.tree().root(made.text(), d));
        if let Some(object) = object {
            all.value(schema, schemas, &Unit::Written(object).value(), "");
        }
    }
}

/// A value of the schema that a rule is in, and the one that it replaces where the rule compares two; or why none is found.
type Shown = Result<(Json, Option<Json>), String>;

/// Searches for a value for which a rule comes to this, in a CRD that has the schema of the rule and no other rule: what
/// other parts of its own CRD have takes nothing from the values that the rule sees.
fn searched(rule: &KnownRule, goal: Goal, config: &Config) -> Shown {
    let text = rule.alone().to_string();
    let file = File::new(text);
    let candidates = Candidate::all("", file.shared_text(), file.tree());
    let candidate = candidates.first().expect("a CRD");
    let installed = Installed::new(candidate, "v1", config);
    let points = installed.points().expect("a version");
    let is_rule = |kind| matches!(kind, PointKind::Rule(_));
    let number = points.all().iter().position(|point| is_rule(point.kind));
    let number = number.ok_or("the schema around it is not one that rules see")?;
    let root = installed.version().and_then(|version| version.schema()).expect("a schema");
    let objects = shown_by(&installed, &points, number, goal, config).map_err(|why| reason(&why))?;
    let value = |mut object: Json| {
        with_defaults(&mut object, root, true);
        match &rule.name {
            None => Some(object),
            Some(name) => object.get("spec").and_then(|spec| spec.get(name)).cloned(),
        }
    };
    let mut objects: Vec<_> = objects.into_iter().map(value).collect();
    let new = objects.pop().flatten().ok_or("the value is absent")?;
    Ok((new, objects.pop().flatten()))
}

/// Why a search ended, without what differs from rule to rule.
fn reason(why: &str) -> String {
    let without_count =
        |word: &str| if word.bytes().all(|b| b.is_ascii_digit()) { "N" } else { word }.to_owned();
    let words: Vec<_> = why.split(' ').map(without_count).collect();
    words.join(" ").split(": ").next().unwrap_or_default().to_owned()
}

/// The answer without the signs by which Go prints lists and maps. Inside of these it prints what the JSON has: names without
/// escapes, and times as texts. `blanks`: whether a blank separates a name from its value.
fn respelled(mut answer: Value, blanks: bool) -> Value {
    if let Some(value) = answer["value"].as_str() {
        let value = if blanks { value.replace(": ", ":") } else { value.to_owned() };
        let value = value.replace("map[", "{").replace(", ", " ").replace("__", "");
        let value = value.replace(" +0000 UTC", "Z").replace(['[', ']', '{', '}'], " ");
        let words: Vec<_> = value.split([' ', 'T']).filter(|word| !word.is_empty()).collect();
        answer["value"] = Value::from(words.join(" "));
    }
    answer
}

/// A rule of the corpus.
#[derive(Debug)]
struct KnownRule {
    text: String,
    optional_old_self: bool,
    /// The schema that it is in, without descriptions and rules.
    schema: Value,
    /// The property that has the schema; `None` for the root of a version.
    name: Option<String>,
    /// What values came to.
    seen: BTreeSet<bool>,
}

impl KnownRule {
    /// A CRD with the schema, and with no other rule.
    fn alone(&self) -> Value {
        let mut schema = self.schema.clone();
        let mut rule = json!({"rule": self.text});
        if self.optional_old_self {
            rule["optionalOldSelf"] = json!(true);
        }
        schema["x-kubernetes-validations"] = json!([rule]);
        if let Some(name) = &self.name {
            let spec = json!({"type": "object", "required": [name], "properties": {name: schema}});
            schema = json!({"type": "object", "required": ["spec"], "properties": {"spec": spec}});
        }
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "ovens.example.com"},
            "spec": {
                "group": "example.com", "scope": "Namespaced", "names": {"plural": "ovens", "kind": "Oven"},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
            },
        })
    }
}

/// Parts with their values here, as the oracle is asked.
#[derive(Default)]
struct Questions {
    questions: Vec<(Value, Value)>,
    /// By text and schema, which many CRDs share.
    rules: BTreeMap<String, KnownRule>,
}

impl Questions {
    /// Notes the rules of a schema and of those below it.
    fn register(&mut self, schema: Schema<'_>, written: &Value, name: Option<&str>) {
        if !crdls_resource::has_rules(schema) || !written.is_object() {
            return;
        }
        for rule in schema.validations().filter(|rule| !rule.rule().trim().is_empty()) {
            let known = || KnownRule {
                text: rule.rule().to_owned(),
                optional_old_self: rule.optional_old_self() == Some(true),
                schema: without_rules(written),
                name: name.map(str::to_owned),
                seen: BTreeSet::new(),
            };
            self.rules.entry(key(rule, written)).or_insert_with(known);
        }
        for property in schema.properties() {
            self.register(property.schema, &written["properties"][property.name], Some(property.name));
        }
        for (below, name) in
            [(schema.item_schema(), "items"), (schema.value_schema(), "additionalProperties")]
        {
            if let Some(below) = below {
                self.register(below, &written[name], Some("value"));
            }
        }
    }

    /// The rules of a value, and of those in it.
    fn value(&mut self, schema: Schema<'_>, written: &Value, value: &Json, name: &str) {
        if !crdls_resource::has_rules(schema) {
            return;
        }
        let boundaries: Vec<_> = boundary_values(&[schema], name, Minor::NEWEST).take(MOST_VALUES).collect();
        for rule in schema.validations() {
            let key = key(rule, written);
            for value in std::iter::once(value).chain(&boundaries) {
                self.rule(&key, schema, (value, None));
            }
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

    /// Evaluates a rule on a value, and on the value that it replaces; asks about its parts where it came to nothing like it
    /// before.
    fn rule(&mut self, key: &str, schema: Schema<'_>, (value, old): (&Json, Option<&Json>)) {
        let Some(rule) = self.rules.get_mut(key).filter(|rule| rule.seen.len() < 2) else { return };
        let (text, optional, resource) = (rule.text.clone(), rule.optional_old_self, rule.name.is_none());
        let run = |old| evaluated(&text, schema, resource, optional, Minor::NEWEST, (value, old));
        let Ok(mut found) = run(old) else { return };
        // A rule that compares two values holds or not for a value that stays as it is.
        let old = old.or((found.uses_old_self && !optional).then_some(value));
        if found.uses_old_self
            && let Ok(again) = run(old)
        {
            found = again;
        }
        if !found.whole.truth().is_some_and(|truth| rule.seen.insert(truth)) {
            return;
        }
        let json = |value: &Json| serde_json::from_str::<Value>(&value.to_json()).expect("JSON");
        let mut asked = json!({"schema": rule.schema, "self": json(value), "part": true, "resource": resource, "optionalOldSelf": optional});
        if let Some(old) = old {
            asked["oldSelf"] = json(old);
        }
        let tree = parse_expression(&text, &Library::of_stored_rules(Minor::NEWEST).dialect).tree;
        self.part(&found.whole, (&text, &tree), &asked, &[]);
    }

    /// Searches for what no value of a sample or of a boundary showed, and counts why nothing is found.
    fn search(&mut self, config: &Config) -> BTreeMap<String, usize> {
        let config = settings(config);
        let goals = [(Goal::Hold, true), (Goal::Fail, false)];
        let missing: Vec<_> = self
            .rules
            .iter()
            .flat_map(|(key, rule)| {
                let not_seen = goals.into_iter().filter(|(_, truth)| !rule.seen.contains(truth));
                not_seen.map(move |(goal, truth)| (key.clone(), goal, truth))
            })
            .collect();
        let next = AtomicUsize::new(0);
        let rules = &self.rules;
        let work = || {
            let mut found = Vec::new();
            while let Some((key, goal, _)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                found.push((key.clone(), *goal, searched(&rules[key], *goal, &config)));
            }
            found
        };
        let found: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..std::thread::available_parallelism().map_or(1, usize::from))
                .map(|_| scope.spawn(work))
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
        });
        let mut why = BTreeMap::new();
        for (key, goal, shown) in found {
            let reason = match shown {
                Ok((new, old)) => {
                    let file = File::new(self.rules[&key].alone().to_string());
                    let (truth, name) = (goal == Goal::Hold, self.rules[&key].name.clone());
                    let known = Index::found("crd", 0, file.text(), file.tree(), &config);
                    let crd = known.first().expect("a CRD").crd();
                    let root = crd.versions().next().and_then(|version| version.schema()).expect("a schema");
                    let schema = match &name {
                        None => Some(root),
                        Some(name) => root.property("spec").and_then(|spec| spec.property(name)),
                    };
                    self.rule(&key, schema.expect("the schema of the rule"), (&new, old.as_ref()));
                    let seen = self.rules[&key].seen.contains(&truth);
                    (!seen)
                        .then(|| "the evaluation of the value that was found ends with an error".to_owned())
                }
                Err(why) => Some(why),
            };
            if let Some(reason) = reason {
                println!("{goal:?} {reason}: {}", self.rules[&key].text);
                *why.entry(format!("{goal:?}: {reason}")).or_default() += 1;
            }
        }
        why
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

/// What tells a rule from others.
fn key(rule: ValidationRule<'_>, written: &Value) -> String {
    format!("{}\n{:?}\n{written}", rule.rule(), rule.optional_old_self())
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

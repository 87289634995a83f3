//! What is lost between versions without a webhook, by the server's own handler (its nop converter, pruning and
//! validation), over the CRDs of the corpus that have several versions: each witness of crdls loses its field there, and
//! what a random object loses is reported (needs the corpus and Go). `CRDLS_SEED` says which objects.

use crdls_crd::conversion::{Effort, Loss, LossyPart, losses};
use crdls_report::{Advice, Config, FieldPath, FieldValidation, PathStep};
use crdls_tests::generate::instance;
use crdls_tests::oracle::{self, Served};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{World, corpus, json as values};
use serde_json::{Value, json};

/// A CRD with several versions and no conversion.
struct Case {
    file: String,
    crd: Value,
    losses: Vec<Loss>,
}

fn cases(root: &std::path::Path) -> Vec<Case> {
    let config =
        Config { field_validation: FieldValidation::Ignore, advice: Advice::Nothing, ..Config::default() };
    let mut found = Vec::new();
    for path in corpus::files(root, &["crds"], &["yaml", "yml"]) {
        let text = corpus::read(&path);
        let one = text.matches("kind: CustomResourceDefinition").count() == 1;
        if !one || text.trim_start().starts_with("---\n---") || !text.contains("apiextensions.k8s.io/v1\n") {
            continue;
        }
        let mut crd = values::of_text(text.trim_start_matches("---\n"));
        if crd["spec"]["versions"].as_array().is_none_or(|versions| versions.len() < 2) {
            continue;
        }
        if let Some(spec) = crd["spec"].as_object_mut() {
            spec.remove("conversion");
        }
        let world = World::of(&config).and("crd.yaml", crd.to_string());
        let Some(known) = world.crds.all().next() else { continue };
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        found.push(Case { file, losses: losses(known.crd(), &config, Effort::ADVICE), crd });
    }
    found
}

struct Server {
    judge: Served,
    updates: Served,
}

impl Server {
    /// What the server would store of each object that is created; `None` for one that it refuses.
    fn created(&mut self, crd: &Value, objects: &[Value]) -> Vec<Option<Value>> {
        let texts: Vec<_> = objects.iter().map(ToString::to_string).collect();
        let answer = self.judge.ask(&format!("# YAML\n{crd}\n---\n{}\n", texts.join("\n---\n")));
        let mut found = vec![None; objects.len()];
        for verdict in answer.expect("an answer")["verdicts"].as_array().into_iter().flatten() {
            let at = verdict["doc"].as_u64().unwrap_or_default() as usize;
            let slot = at.checked_sub(1).and_then(|at| found.get_mut(at));
            if let Some(slot) = slot.filter(|_| verdict["kind"] == "cr" && verdict["errors"] == json!([])) {
                *slot = Some(verdict["object"].clone());
            }
        }
        found
    }

    /// A stored object as it is read in a version.
    fn read(&mut self, stored: &Value, crd: &Value, version: &str) -> Value {
        let mut new = stored.clone();
        new["apiVersion"] = json!(format!("{}/{version}", crd["spec"]["group"].as_str().expect("a group")));
        new["metadata"]["labels"] = json!({"a": "b"});
        let request = json!({"crd": "crd", "old": stored, "new": new});
        self.updates.request(&request).expect("an answer")["verdict"]["oldObject"].clone()
    }
}

fn name(crd: &Value, number: usize) -> &str {
    crd["spec"]["versions"][number]["name"].as_str().expect("a name")
}

fn is_there(object: &Value, path: &FieldPath) -> bool {
    let value = path.steps().iter().try_fold(object, |value, step| match step.index() {
        Some(index) => value.get(index),
        None => value.get(step.member()?),
    });
    value.is_some_and(|value| !value.is_null())
}

/// The outermost parts of an object that another one does not have; nulls aside.
fn lost(written: &Value, read: &Value, at: &FieldPath, found: &mut Vec<FieldPath>) {
    let mut part = |path: FieldPath, value: &Value, other: Option<&Value>| match other {
        _ if value.is_null() => {}
        Some(other) => lost(value, other, &path, found),
        None => found.push(path),
    };
    match written {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| part(at.child(name), value, read.get(name)));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| part(at.item(index), value, read.get(index)));
        }
        _ => {}
    }
}

/// Whether a loss is of a field, or of what it is in.
fn explains(loss: &Loss, path: &FieldPath) -> bool {
    let mut steps = loss.field.path.steps().to_vec();
    if loss.field.part == LossyPart::Unknown {
        steps.pop();
        return path.steps().len() > steps.len() && same(&steps, path.steps());
    }
    path.steps().len() >= steps.len() && same(&steps, path.steps())
}

fn same(ours: &[PathStep], theirs: &[PathStep]) -> bool {
    ours.iter().zip(theirs).all(|(a, b)| match (a.index(), b.index()) {
        (Some(_), Some(_)) => true,
        _ => a.member() == b.member() || a.member() == Some("key") && b.member().is_some(),
    })
}

fn seed() -> u64 {
    number("CRDLS_SEED").unwrap_or(1)
}

#[test]
fn as_the_server_converts() {
    let Some(root) = corpus::dir_or_skip("conversion without a webhook") else { return };
    let Some(binary) = oracle::binary_or_skip("conversion without a webhook") else { return };
    let judge = Served::start(&binary, &["serve", "--instances", "--no-values", "--no-costs"]);
    let updates = Served::start(&binary, &["updates"]);
    let mut server = Server { judge: judge.expect("it runs"), updates: updates.expect("it runs") };
    let mut random = Random::new(seed());
    let (mut crds, mut confirmed, mut denied) = (0, 0, Vec::new());
    let (mut objects, mut fields, mut missing) = (0, 0, Vec::new());
    for case in cases(&root) {
        let text = case.crd.to_string();
        let defined = server.updates.request(&json!({"crd": "crd", "text": text})).expect("an answer");
        if defined["accepted"] != true {
            continue;
        }
        crds += 1;
        let witnesses: Vec<_> =
            case.losses.iter().map(|loss| values::of_text(&loss.object.to_json())).collect();
        let created = server.created(&case.crd, &witnesses);
        for ((loss, object), created) in case.losses.iter().zip(&witnesses).zip(created) {
            match created.is_some_and(|created| confirms(&mut server, &case.crd, loss, [object, &created])) {
                true => confirmed += 1,
                false => denied.push(format!(
                    "{} {} to {}: {} {}",
                    case.file,
                    name(&case.crd, loss.from),
                    name(&case.crd, loss.to),
                    loss.field.path,
                    loss.object.to_json()
                )),
            }
        }
        let (made, lost, unreported) = unreported(&mut server, &case, &mut random);
        objects += made;
        fields += lost;
        missing.extend(unreported);
    }
    let share = 100.0 * (fields - missing.len()) as f64 / fields.max(1) as f64;
    missing.iter().take(12).for_each(|line| println!("  {}", line.chars().take(700).collect::<String>()));
    println!(
        "{crds} CRDs with several versions: {confirmed} of {} witnesses lose their field; {objects} random objects lose {fields} fields, {share:.2} % of them reported",
        confirmed + denied.len()
    );
    assert!(confirmed > 0 && denied.is_empty(), "{}", denied.join("\n"));
    assert!(fields > 0 && share >= 99.0, "{share:.2} %");
}

/// Whether the server reads the witness of a loss, as it is sent and created, without the field.
fn confirms(server: &mut Server, crd: &Value, loss: &Loss, [object, created]: [&Value; 2]) -> bool {
    // A status that its subresource writes is not created.
    let is_status = loss.field.path.steps().first().and_then(PathStep::member) == Some("status");
    let is_stored = is_status || is_there(created, &loss.field.path);
    let read = server.read(object, crd, name(crd, loss.to));
    is_stored && is_there(object, &loss.field.path) && read.is_object() && !is_there(&read, &loss.field.path)
}

/// How many random objects of all versions the server accepts, how many fields they lose in others, and those of them
/// that are not reported.
fn unreported(server: &mut Server, case: &Case, source: &mut Random) -> (usize, usize, Vec<String>) {
    let versions = case.crd["spec"]["versions"].as_array().expect("versions");
    let storage = versions.iter().position(|version| version["storage"] == true).expect("a storage version");
    let served: Vec<_> = (0..versions.len()).filter(|number| versions[*number]["served"] == true).collect();
    let (mut made, mut fields, mut missing) = (0, 0, Vec::new());
    let faults = [0, 0, 0, 0, 0, 0, 0, 0, 60, 60, 30, 30];
    let random = served.iter().flat_map(|from| faults.map(|fault| (from, fault)));
    let objects: Vec<_> =
        random.map(|(from, fault)| (from, random_object(&case.crd, *from, fault, source))).collect();
    let sent: Vec<_> = objects.iter().map(|(_, object)| object.clone()).collect();
    let created = server.created(&case.crd, &sent);
    for ((from, _), written) in objects.iter().zip(created) {
        if let Some(written) = written {
            made += 1;
            let stored = match **from == storage {
                true => written.clone(),
                false => server.read(&written, &case.crd, name(&case.crd, storage)),
            };
            for to in served.iter().filter(|to| to != from) {
                let read = server.read(&stored, &case.crd, name(&case.crd, *to));
                let mut gone = Vec::new();
                lost(&written["spec"], &read["spec"], &FieldPath::of_names(&["spec"]), &mut gone);
                for path in gone {
                    fields += 1;
                    let is_ours = |loss: &&Loss| {
                        (loss.from, loss.to) == (**from, storage) || (loss.from, loss.to) == (storage, *to)
                    };
                    if !case.losses.iter().filter(is_ours).any(|loss| explains(loss, &path)) {
                        let names = (name(&case.crd, **from), name(&case.crd, *to));
                        missing.push(format!("{} {names:?} {path}: {written}", case.file));
                    }
                }
            }
        }
    }
    (made, fields, missing)
}

fn random_object(crd: &Value, number: usize, fault: usize, random: &mut Random) -> Value {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (group, kind) = (text(&crd["spec"]["group"]), text(&crd["spec"]["names"]["kind"]));
    let version = &crd["spec"]["versions"][number];
    let name = text(&version["name"]);
    let schema = &version["schema"]["openAPIV3Schema"];
    let terms = instance::Terms { group: &group, version: &name, kind: &kind, schema, fault };
    let mut object = values::of_text(&instance::make(random, terms).flow());
    object["metadata"] = json!({"name": "sample"});
    if crd["spec"]["scope"] == "Namespaced" {
        object["metadata"]["namespace"] = json!("default");
    }
    object
}

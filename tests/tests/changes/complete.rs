//! What a new CRD refuses or drops of objects that the old one accepts lies under a change that says so (needs the corpus
//! and Go): random objects, the custom resources of the corpus and changed ones, over consecutive releases and over CRDs that
//! are changed at random. `CRDLS_PAIRS` says how many of these (60), `CRDLS_OBJECTS` how many random objects a version gets
//! (8), `CRDLS_SEED` which.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crdls_change::Class;
use crdls_tests::generate::instance;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{corpus, json as values};
use crdls_yaml::Budget;
use serde_json::{Value, json};

use super::live::{Pair, Server, changed_pairs, history_pairs};
use super::*;

/// So many changed ones are made of each custom resource of the corpus.
const CHANGED: usize = 4;

/// What the server does with objects of the old CRDs.
#[derive(Default)]
struct Tally {
    accepted: usize,
    /// By class: how many objects are of it, and how many of these lie under a breaking change that is no milder.
    by_class: BTreeMap<&'static str, [usize; 2]>,
    missing: Vec<String>,
}

impl Tally {
    fn shares(&self) -> [usize; 2] {
        self.by_class.values().fold([0, 0], |[all, covered], its| [all + its[0], covered + its[1]])
    }

    fn percent(&self) -> f64 {
        let [all, covered] = self.shares();
        100.0 * covered as f64 / all.max(1) as f64
    }

    fn print(&self, what: &str) {
        self.missing
            .iter()
            .take(20)
            .for_each(|line| println!("  {}", line.chars().take(1500).collect::<String>()));
        println!(
            "{what}: {} objects accepted; by class, all and under such a change: {:?}; {:.2} %",
            self.accepted,
            self.by_class,
            self.percent()
        );
    }
}

/// The custom resources of the corpus by group and kind.
struct Resources(HashMap<(String, String), Vec<Value>>);

impl Resources {
    fn read() -> Option<Self> {
        let root = corpus::dir_or_skip("custom resources of the corpus")?;
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for path in corpus::files(&root, &["instances"], &["yaml", "yml", "json"]) {
            let text = corpus::read(&path);
            let tree = Tree::parse(&text);
            for root in tree.documents().iter().filter_map(|document| tree.root(&text, document)) {
                let object = values::of(root, &mut Budget::default());
                let of = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
                let group = of("apiVersion").split('/').next().unwrap_or_default().to_owned();
                found.entry((group, of("kind"))).or_default().push(object);
            }
        }
        Some(Self(found))
    }

    /// Those of a version, and changed ones.
    fn of(&self, group: &str, version: &str, kind: &str, random: &mut Random) -> Vec<Value> {
        let known = self.0.get(&(group.to_owned(), kind.to_owned())).map_or(&[][..], Vec::as_slice);
        let api_version = format!("{group}/{version}");
        let own = known.iter().filter(|object| object["apiVersion"] == api_version);
        let mut found = Vec::new();
        for object in own {
            found.push(object.clone());
            found.extend((0..CHANGED).map(|_| {
                let mut changed = object.clone();
                change(&mut changed, random);
                changed
            }));
        }
        found
    }
}

/// Another value at a random place, or none.
fn change(object: &mut Value, random: &mut Random) {
    let mut places = Vec::new();
    for name in ["spec", "status", "data"] {
        pointers(&object[name], format!("/{name}"), &mut places);
    }
    let Some(place) = random.pick(&places).cloned() else { return };
    let is_removed = random.below(4) == 0;
    let Some(value) = object.pointer_mut(&place) else { return };
    let others = match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            vec![json!(number + 1), json!(number - 1), json!(0), json!(1_000_000)]
        }
        Value::String(text) => vec![json!(""), json!("x"), json!(text.repeat(2)), json!("Ä".repeat(70))],
        Value::Bool(value) => vec![json!(!*value)],
        Value::Array(items) => {
            let [twice, fewer] = [[items.clone(), items.clone()].concat(), items[..items.len() / 2].to_vec()];
            vec![json!([]), json!(twice), json!(fewer)]
        }
        _ => Vec::new(),
    };
    if let Some(other) = random.pick(&others).filter(|_| !is_removed) {
        *value = other.clone();
        return;
    }
    let (parent, name) = place.rsplit_once('/').expect("it begins with a slash");
    if let Some(members) = object.pointer_mut(parent).and_then(Value::as_object_mut) {
        members.remove(&name.replace("~1", "/").replace("~0", "~"));
    }
}

fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                pointers(value, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (at_item, value) in items.iter().enumerate() {
                pointers(value, format!("{at}/{at_item}"), found);
            }
        }
        _ => {}
    }
    if !value.is_null() {
        found.push(at);
    }
}

/// Objects of the CRD: random ones, some with faults, and those that people wrote.
fn objects(pair: &Pair, known: &Resources, random: &mut Random) -> Vec<Value> {
    const FAULTS: [usize; 8] = [0, 60, 0, 30, 0, 60, 0, 30];
    let crd = values::of_text(&pair.old);
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (group, kind) = (text(&spec["group"]), text(&spec["names"]["kind"]));
    let versions = spec["versions"].as_array().into_iter().flatten();
    let mut found = Vec::new();
    for version in versions.filter(|version| version["served"] == true) {
        let (schema, version) = (&version["schema"]["openAPIV3Schema"], text(&version["name"]));
        for fault in FAULTS.iter().cycle().take(number("CRDLS_OBJECTS").unwrap_or(8)) {
            let terms =
                instance::Terms { group: &group, version: &version, kind: &kind, schema, fault: *fault };
            found.push(values::of_text(&instance::make(random, terms).flow()));
        }
        found.extend(known.of(&group, &version, &kind, random));
    }
    for object in &mut found {
        object["metadata"] = json!({"name": "sample"});
    }
    found
}

/// Whether a breaking change, no milder than a class, is why the server refuses or drops a field: it is at the field, or
/// the field is in it.
fn explains(change: &Change, version: &str, field: &str, class: Class) -> bool {
    let breaks = change.is_breaking() && change.class != Class::Refused && change.class <= class;
    let (ours, theirs) = (steps(&change.field), steps(field.trim_start_matches("<nil>")));
    let same = same_steps(&ours, &theirs);
    // What the stored version loses, objects of the others lose too.
    let is_of = change.version.as_deref() == Some(version) || class == Class::Lost;
    breaks && is_of && same
}

/// The names in a path of an object.
pub(super) fn steps(path: &str) -> Vec<String> {
    let plain: String = path.chars().map(|c| if c == '[' { '.' } else { c }).filter(|c| *c != ']').collect();
    let is_index = |step: &str| step.parse::<usize>().is_ok();
    plain.split('.').filter(|step| !step.is_empty() && !is_index(step)).map(str::to_owned).collect()
}

/// Whether one path leads to the other or on from it. A key of a map may have dots.
pub(super) fn same_steps(ours: &[String], theirs: &[String]) -> bool {
    match (ours, theirs) {
        ([], _) | (_, []) => true,
        ([a, ours @ ..], [b, rest @ ..]) if a == b => same_steps(ours, rest),
        ([a, ours @ ..], [_, ..]) if a == "key" => (1..=theirs.len()).any(|n| same_steps(ours, &theirs[n..])),
        _ => false,
    }
}

/// What a change does to an object: its class, and the fields that the server names or drops.
fn fate(server: &mut Server, object: &Value, refused: Option<Vec<String>>) -> Option<(Class, Vec<String>)> {
    let mut labelled = object.clone();
    labelled["metadata"]["labels"] = json!({"a": "b"});
    let before = server.update("old", object, &labelled, false);
    let after = server.update("new", object, &labelled, false);
    let lost = lost(object, &before["oldObject"], &after["oldObject"]);
    if !lost.is_empty() {
        return Some((Class::Lost, lost));
    }
    // What the version that objects are stored in loses is no part of a stored object: sent again, it is a change.
    let stored = &before["oldObject"];
    let (before, after) = match parts_lost(object, stored).is_empty() {
        true => (before, after),
        false => {
            let mut labelled = stored.clone();
            labelled["metadata"]["labels"] = json!({"a": "b"});
            (server.update("old", stored, &labelled, false), server.update("new", stored, &labelled, false))
        }
    };
    if before["code"] == 200 && after["code"] == 422 {
        let fields = after["errors"].as_array().into_iter().flatten();
        return Some((
            Class::Frozen,
            fields.filter_map(|its| Some(its["field"].as_str()?.to_owned())).collect(),
        ));
    }
    Some((Class::Tightened, refused?))
}

/// The parts of an object that one side reads and the other does not.
fn lost(object: &Value, before: &Value, after: &Value) -> Vec<String> {
    if !before.is_object() || !after.is_object() {
        return Vec::new();
    }
    let lost = parts_lost(object, after).into_iter().filter(|place| before.pointer(place).is_some());
    lost.map(|place| place.trim_start_matches('/').replace('/', ".")).collect()
}

/// The pointers of an object that lead nowhere in what is read of it.
fn parts_lost(object: &Value, read: &Value) -> Vec<String> {
    let mut places = Vec::new();
    pointers(object, String::new(), &mut places);
    places.retain(|place| read.is_object() && read.pointer(place).is_none());
    places
}

/// What becomes of objects of the old CRDs, and whether a change says so.
fn covered(pairs: &[Pair], server: &mut Server) -> Option<Tally> {
    let known = Resources::read()?;
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1) + 1);
    let mut named = BTreeSet::new();
    let mut tally = Tally::default();
    for pair in pairs {
        if !server.define(pair) {
            continue;
        }
        let objects = objects(pair, &known, &mut random);
        let before = server.created(&pair.old, &objects);
        let is_good = |errors: &Option<Vec<String>>| errors.as_ref().is_some_and(Vec::is_empty);
        let good = objects.into_iter().zip(before).filter(|(_, errors)| is_good(errors));
        let good: Vec<_> =
            good.map(|(object, _)| object).filter(|object| server.stores_status(object)).collect();
        tally.accepted += good.len();
        let after = server.created(&pair.new, &good);
        for (object, errors) in good.iter().zip(after) {
            let refused = errors.filter(|errors| !errors.is_empty());
            let Some((class, fields)) = fate(server, object, refused) else { continue };
            let version = object["apiVersion"].as_str().and_then(|text| text.rsplit('/').next());
            let version = version.unwrap_or_default();
            let is_covered = fields
                .iter()
                .any(|field| pair.changes().iter().any(|change| explains(change, version, field, class)));
            let [all, covered] = tally.by_class.entry(class.name()).or_default();
            *all += 1;
            *covered += usize::from(is_covered);
            if !is_covered {
                let milder: Vec<_> = pair
                    .changes()
                    .iter()
                    .map(|change| (change.class.name(), change.is_unproven(), &change.message))
                    .collect();
                // Many objects lack the same.
                if !named.insert((pair.name.clone(), fields.first().cloned())) {
                    continue;
                }
                tally.missing.push(format!("{} {} {fields:?}: {object} {milder:?}", pair.name, class.name()));
            }
        }
    }
    Some(tally)
}

#[test]
fn what_changed_crds_refuse_is_a_breaking_change() {
    let (Some(pairs), Some(mut server)) = (changed_pairs(), Server::start()) else { return };
    let Some(tally) = covered(pairs, &mut server) else { return };
    tally.print(&format!("{} changed CRDs", pairs.len()));
    assert!(tally.shares()[0] > 0 && tally.percent() >= 99.0, "{:.2} %", tally.percent());
}

#[test]
fn what_releases_refuse_is_a_breaking_change() {
    let (Some(pairs), Some(mut server)) = (history_pairs(), Server::start()) else { return };
    let Some(tally) = covered(pairs, &mut server) else { return };
    tally.print(&format!("{} pairs of releases", pairs.len()));
    assert!(tally.shares()[0] > 0 && tally.percent() >= 97.0, "{:.2} %", tally.percent());
}

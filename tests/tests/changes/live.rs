//! Witnesses of changes are so on the server: over consecutive releases and over CRDs of the corpus that are changed at
//! random (needs the corpus and Go). `CRDLS_PAIRS` says how many of these (60), `CRDLS_SEED` which.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use crdls_change::{Action, Class, Witness};
use crdls_report::FieldPath;
use crdls_tests::generate::change;
use crdls_tests::oracle::{self, Served};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{corpus, json as values};
use serde_json::{Value, json};

use super::*;

/// The server's code, ready for questions on a pair of CRDs.
pub(super) struct Server {
    judge: Served,
    updates: Served,
}

/// What the server's code says of a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Confirmation {
    Confirmed,
    Denied,
    /// Nothing to ask the handler of objects: a CRD, a version or an endpoint that is gone.
    Evident,
}

/// An error of the server.
#[derive(Clone, Debug)]
struct ServerError {
    field: String,
    detail: String,
}

type Errors = Vec<ServerError>;

impl ServerError {
    fn is_unknown(&self) -> bool {
        self.detail.starts_with("unknown field")
    }
}

/// The errors in an answer.
fn errors_of(verdict: &Value) -> Errors {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = verdict["errors"].as_array().into_iter().flatten();
    errors.map(|error| ServerError { field: text(&error["field"]), detail: text(&error["detail"]) }).collect()
}

/// Whether an error is at what changed, or where the server reports that: around a clause, and around what it compares as
/// a whole.
fn is_at(error: &ServerError, change: &Change) -> bool {
    if error.detail.starts_with("some validation rules were not checked") {
        return false;
    }
    let steps = |path: &str| super::complete::steps(path.trim_start_matches("<nil>"));
    let (ours, theirs) = (steps(&change.field), steps(&error.field));
    let is_around = change.class == Class::Frozen || is_in_clause(&change.path);
    super::complete::same_steps(&ours, &theirs) && (theirs.len() >= ours.len() || is_around)
}

/// Whether a path of a manifest leads into a clause.
fn is_in_clause(path: &FieldPath) -> bool {
    path.steps()
        .iter()
        .filter_map(crdls_report::PathStep::member)
        .any(|name| ["allOf", "anyOf", "oneOf", "not"].contains(&name))
}

/// Whether a CRD serves the version of an object.
fn serves(crd: &str, object: &Value) -> bool {
    let crd = values::of_text(crd);
    let version = object["apiVersion"].as_str().and_then(|text| text.rsplit('/').next());
    let mut versions = crd["spec"]["versions"].as_array().into_iter().flatten();
    versions.any(|its| its["name"].as_str() == version && its["served"] == true)
}

/// A pair of CRDs as texts.
pub(super) struct Pair {
    pub name: String,
    pub old: String,
    pub new: String,
    changes: OnceLock<Vec<Change>>,
}

impl Pair {
    fn new(name: String, old: &Value, new: &Value) -> Self {
        Self { name, old: old.to_string(), new: new.to_string(), changes: OnceLock::new() }
    }

    /// The changes, which several tests ask for: they are searched once.
    pub(super) fn changes(&self) -> &[Change] {
        self.changes.get_or_init(|| {
            let (mut old, mut new) = (super::Side::default(), super::Side::default());
            old.add(self.old.clone());
            new.add(self.new.clone());
            changes(&old, &new, &Config::default())
        })
    }
}

impl Server {
    pub(super) fn start() -> Option<Self> {
        let binary = oracle::binary_or_skip("witnesses of changes")?;
        let judge = Served::start(&binary, &["serve", "--instances", "--no-values", "--no-costs"])
            .expect("the oracle runs");
        let updates = Served::start(&binary, &["updates"]).expect("the oracle runs");
        Some(Self { judge, updates })
    }

    /// The fields of the errors of each object that is created by a CRD; `None` for one that it does not know. Unknown
    /// fields are dropped.
    pub(super) fn created(&mut self, crd: &str, objects: &[Value]) -> Vec<Option<Vec<String>>> {
        let judged = self.judged(crd, objects).into_iter();
        let known = |verdict: Option<Errors>| Some(verdict?.into_iter().filter(|error| !error.is_unknown()));
        judged.map(|errors| Some(known(errors)?.map(|error| error.field).collect())).collect()
    }

    /// The errors of each object that is created by a CRD; `None` for one that it does not know.
    fn judged(&mut self, crd: &str, objects: &[Value]) -> Vec<Option<Errors>> {
        let texts: Vec<_> = objects.iter().map(ToString::to_string).collect();
        let text = format!("# YAML\n{crd}\n---\n{}\n", texts.join("\n---\n"));
        let answer = self.judge.ask(&text).expect("an answer");
        let mut found = vec![None; objects.len()];
        for verdict in
            answer["verdicts"].as_array().into_iter().flatten().filter(|verdict| verdict["kind"] == "cr")
        {
            let at = verdict["doc"].as_u64().unwrap_or_default() as usize;
            let decode = verdict["decode"].as_array().into_iter().flatten();
            let decode = decode.map(|said| ServerError {
                field: String::new(),
                detail: said.as_str().unwrap_or_default().to_owned(),
            });
            if let Some(slot) = at.checked_sub(1).and_then(|at| found.get_mut(at)) {
                *slot = Some(errors_of(verdict).into_iter().chain(decode).collect());
            }
        }
        found
    }

    /// Defines both CRDs; whether the server accepts each by itself.
    pub(super) fn define(&mut self, pair: &Pair) -> bool {
        let mut define = |name: &str, text: &str| {
            let answer = self.updates.request(&json!({"crd": name, "text": text})).expect("an answer");
            answer["accepted"] == true
        };
        let old = define("old", &pair.old);
        define("new", &pair.new) && old
    }

    /// Whether the old CRD accepts the status of an object that it created: creation may drop it unseen.
    pub(super) fn stores_status(&mut self, object: &Value) -> bool {
        let mut created = object.clone();
        let had = created.as_object_mut().and_then(|members| members.remove("status"));
        had.is_none() || self.update("old", &created, object, true)["code"] != 422
    }

    pub(super) fn update(&mut self, crd: &str, old: &Value, new: &Value, by_status: bool) -> Value {
        let subresource = if by_status { "status" } else { "" };
        let request = json!({"crd": crd, "old": old, "new": new, "subresource": subresource});
        self.updates.request(&request).expect("an answer")["verdict"].clone()
    }

    /// Whether the server shows what a change says: the old CRD accepts the object without unknown fields in a version that
    /// it serves, and the new one reports an error at what changed.
    fn confirm(&mut self, pair: &Pair, change: &Change, witness: &Witness) -> Confirmation {
        if !witness.alone {
            return self.confirm_by(("new", &pair.new), pair, change, witness);
        }
        // The new CRD refuses the object for something, and the old one with this change alone for it.
        let alone = alone(pair, change).to_string();
        let defined = self.updates.request(&json!({"crd": "alone", "text": alone})).expect("an answer");
        match defined["accepted"] == true && self.refuses(pair, witness) {
            true => self.confirm_by(("alone", &alone), pair, change, witness),
            false => Confirmation::Denied,
        }
    }

    /// Whether the new CRD refuses what is done with a witness.
    fn refuses(&mut self, pair: &Pair, witness: &Witness) -> bool {
        let object = values::of_text(&witness.object.to_json());
        match &witness.old {
            Some(old) => {
                let old = values::of_text(&old.to_json());
                self.update("new", &old, &object, witness.by_status)["code"] == 422
            }
            None => {
                let judged = self.judged(&pair.new, std::slice::from_ref(&object));
                matches!(&*judged, [Some(errors)] if errors.iter().any(|error| !error.is_unknown()))
            }
        }
    }

    /// The same by a CRD that has the change: its name and its text.
    fn confirm_by(
        &mut self,
        (name, text): (&str, &str),
        pair: &Pair,
        change: &Change,
        witness: &Witness,
    ) -> Confirmation {
        let is = |holds: bool| if holds { Confirmation::Confirmed } else { Confirmation::Denied };
        if change.class == Class::Refused {
            return is(self.refuses_definition(pair));
        }
        let value = |json: &crdls_values::Json| values::of_text(&json.to_json());
        let object = value(&witness.object);
        let old = witness.old.as_ref().map(value);
        let is_at = |error: &ServerError| is_at(error, change);
        let first = old.as_ref().unwrap_or(&object);
        if !serves(&pair.old, first) || !self.accepts_strictly(&pair.old, first) {
            return Confirmation::Denied;
        }
        let is_gone = ["crd", "version", "served"].contains(&change.code.part.name);
        match (change.class, witness.action) {
            (_, Action::Convert) => {
                let lost = witness.lost.as_ref().expect("what is lost");
                let stored = witness.stored.as_ref().map(value).expect("what is read");
                let mut other = object.clone();
                other["apiVersion"] = stored["apiVersion"].clone();
                let read = self.update("new", &object, &other, false)["oldObject"].clone();
                is(part(&object, lost).is_some() && read.is_object() && part(&read, lost).is_none())
            }
            _ if is_gone => is(!serves(&pair.new, &object) || change.code.part.name == "crd"),
            _ if ["status-subresource", "scale-subresource"].contains(&change.code.part.name) => {
                Confirmation::Evident
            }
            (Class::Lost, _) => {
                let lost = witness.lost.as_ref().expect("what is lost");
                let mut labelled = object.clone();
                labelled["metadata"]["labels"] = json!({"a": "b"});
                let has = |verdict: &Value| part(&verdict["oldObject"], lost).is_some();
                let (old, new) = (
                    self.update("old", &object, &labelled, false),
                    self.update("new", &object, &labelled, false),
                );
                is(has(&old) && !has(&new) && new["oldObject"].is_object())
            }
            (_, Action::Update) => {
                let old = old.expect("what is replaced");
                let before = self.update("old", &old, &object, witness.by_status);
                let after = self.update(name, &old, &object, witness.by_status);
                is(before["code"] == 200 && after["code"] == 422 && errors_of(&after).iter().any(is_at))
            }
            (_, Action::Create) => {
                let after = self.judged(text, std::slice::from_ref(&object));
                is(matches!(&*after, [Some(errors)] if errors.iter().any(is_at)))
            }
            (_, Action::Read) => Confirmation::Evident,
        }
    }

    /// Whether an object is created, and its status written, with nothing against it, not even an unknown field.
    fn accepts_strictly(&mut self, crd: &str, object: &Value) -> bool {
        let judged = self.judged(crd, std::slice::from_ref(object));
        matches!(&*judged, [Some(errors)] if errors.is_empty()) && self.stores_status(object)
    }

    fn refuses_definition(&mut self, pair: &Pair) -> bool {
        let folder = std::env::temp_dir().join(format!("crdls-change-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder is made");
        let (old, new) = (folder.join("old.yaml"), folder.join("new.yaml"));
        std::fs::write(&old, &pair.old).expect("written");
        std::fs::write(&new, &pair.new).expect("written");
        let binary = oracle::binary().expect("it runs already");
        let asked = std::process::Command::new(binary)
            .args(["verdict", "--no-costs", "--old"])
            .args([&old, &new])
            .output();
        let text = String::from_utf8(asked.expect("the oracle runs").stdout).expect("UTF-8");
        let refused = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .any(|verdict| verdict["errors"] != json!([]) || !verdict["decode"].is_null());
        std::fs::remove_dir_all(&folder).expect("it is removed");
        refused
    }
}

/// The old CRD with one change of the new one, made of their JSON.
fn alone(pair: &Pair, change: &Change) -> Value {
    let (mut old, new) = (values::of_text(&pair.old), values::of_text(&pair.new));
    let is_whole = |side: &crdls_change::Side| {
        let is_rule = change.code.part.name == "rule";
        let is_other_type = change.code.name() == "type-changed";
        if is_rule || is_other_type { side.path.parent().expect("a schema") } else { side.path.clone() }
    };
    let [before, after] = [&change.old, &change.new].map(|side| side.as_ref().map(is_whole));
    let value = match change.code.what {
        crdls_change::What::ValueRemoved => None,
        _ => after.as_ref().map(|path| part(&new, path).expect("it is in the new CRD").clone()),
    };
    // A version may have another number in the new CRD.
    let number = |path: FieldPath| {
        let is_version = |version: &Value| version["name"].as_str() == change.version.as_deref();
        let versions = old["spec"]["versions"].as_array().expect("versions");
        path.in_version(versions.iter().position(is_version).expect("both have the version"))
    };
    let path = before.clone().unwrap_or_else(|| number(after.expect("one side has it")));
    let last = path.last_name().map(str::to_owned);
    let mut around = &mut old;
    for step in path.parent().expect("a part").steps() {
        let is_list = path.steps().last().is_some_and(|last| last.index().is_some());
        around = match (step.member(), step.index()) {
            (_, Some(index)) => &mut around[index],
            (Some(name), _) if around.get(name).is_none() => {
                around[name] = if is_list { json!([]) } else { json!({}) };
                &mut around[name]
            }
            (Some(name), _) => &mut around[name],
            _ => unreachable!("a step has a name or an index"),
        };
    }
    match (around, value) {
        (Value::Array(items), value) => {
            let at = path.steps().last().and_then(|last| last.index()).expect("an item");
            match (value, before.is_some()) {
                (Some(value), true) => items[at] = value,
                (Some(value), false) => items.push(value),
                (None, _) => drop(items.remove(at)),
            }
        }
        (around, Some(value)) => around[last.expect("a member")] = value,
        (around, None) => {
            drop(around.as_object_mut().expect("members").remove(&last.expect("a member")));
        }
    }
    old
}

/// The part of an object at a path.
pub(super) fn part<'v>(object: &'v Value, path: &FieldPath) -> Option<&'v Value> {
    path.steps().iter().try_fold(object, |value, step| match (step.member(), step.index()) {
        (Some(name), _) => value.get(name),
        (_, Some(index)) => value.get(index),
        _ => None,
    })
}

/// The pairs of consecutive releases, one for each CRD that is in both.
pub(super) fn history_pairs() -> Option<&'static [Pair]> {
    static PAIRS: LazyLock<Option<Vec<Pair>>> = LazyLock::new(read_history_pairs);
    PAIRS.as_deref()
}

fn read_history_pairs() -> Option<Vec<Pair>> {
    let root = corpus::acceptance_or_skip("histories")?;
    let mut found = Vec::new();
    for release in super::histories::pairs(&root) {
        let by_file = |files: Vec<PathBuf>| -> BTreeMap<String, PathBuf> {
            files
                .into_iter()
                .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path))
                .collect()
        };
        let (old, new) = (by_file(release.old), by_file(release.new));
        for (file, old) in old {
            if let Some(new) = new.get(&file) {
                let json = |path: &Path| values::of_text(corpus::read(path).trim_start_matches("---\n"));
                found.push(Pair::new(format!("{} {file}", release.name), &json(&old), &json(new)));
            }
        }
    }
    Some(found)
}

/// CRDs of the corpus, changed at random.
pub(super) fn changed_pairs() -> Option<&'static [Pair]> {
    static PAIRS: LazyLock<Option<Vec<Pair>>> = LazyLock::new(make_changed_pairs);
    PAIRS.as_deref()
}

fn make_changed_pairs() -> Option<Vec<Pair>> {
    let root = corpus::dir_or_skip("changed CRDs of the corpus")?;
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1));
    let files: Vec<_> = corpus::files(&root, &["crds"], &["yaml", "yml"])
        .into_iter()
        .filter(|path| std::fs::metadata(path).is_ok_and(|file| file.len() < 200_000))
        .collect();
    let mut found = Vec::new();
    let mut tries = 0;
    while (found.len() as u64) < number("CRDLS_PAIRS").unwrap_or(60) && tries < 100_000 {
        tries += 1;
        let path = random.pick(&files)?.clone();
        let text = corpus::read(&path);
        if text.matches("kind: CustomResourceDefinition").count() != 1
            || text.trim_start().starts_with("---\n---")
        {
            continue;
        }
        let mut old = values::of_text(text.trim_start_matches("---\n"));
        if let Some(spec) = old["spec"].as_object_mut() {
            spec.remove("conversion");
        }
        if random.below(4) == 0 {
            old = change::with_alternatives(&old, &mut random);
        }
        let Some(mut new) = change::changed(&old, &mut random) else { continue };
        let versions = old["spec"]["versions"].as_array().map_or(0, Vec::len);
        if versions > 1 && random.below(4) == 0 {
            let converting = if random.below(2) == 0 { &mut old } else { &mut new };
            *converting = change::with_other_conversion(converting);
        }
        let name = format!("{} #{tries}", path.file_name().expect("a name").to_string_lossy());
        let pair = Pair::new(name, &old, &new);
        // The server never has objects of a CRD that it refuses.
        if !pair.changes().iter().any(|change| change.class == Class::Refused) {
            found.push(pair);
        }
    }
    Some(found)
}

/// Asks about each witness of breaking changes; how many there are of each class, and which are not so.
fn confirmed(
    pairs: &[Pair],
    server: &mut Server,
) -> (BTreeMap<(&'static str, Confirmation), usize>, Vec<String>) {
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for pair in pairs {
        let found = pair.changes();
        if !found.iter().any(Change::is_breaking) || !server.define(pair) {
            continue;
        }
        for change in found.iter().filter(|change| change.is_breaking()) {
            let Some(witness) = change.witness() else { continue };
            let confirmation = server.confirm(pair, change, witness);
            *counts.entry((change.class.name(), confirmation)).or_default() += 1;
            if confirmation == Confirmation::Denied {
                let old = witness.old.as_ref().map(crdls_values::Json::to_json).unwrap_or_default();
                wrong.push(format!(
                    "{} {} {} {}: {} {old}",
                    pair.name,
                    change.class.name(),
                    change.code.name(),
                    change.path,
                    witness.object.to_json()
                ));
            }
        }
    }
    (counts, wrong)
}

#[test]
fn witnesses_of_histories() {
    let (Some(pairs), Some(mut server)) = (history_pairs(), Server::start()) else { return };
    let (counts, wrong) = confirmed(pairs, &mut server);
    println!("{} pairs of releases: {counts:?}", pairs.len());
    assert!(wrong.is_empty(), "{} of the witnesses are not so:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn witnesses_of_changed_crds() {
    let (Some(pairs), Some(mut server)) = (changed_pairs(), Server::start()) else { return };
    let (counts, wrong) = confirmed(pairs, &mut server);
    let all: Vec<_> =
        pairs.iter().flat_map(|pair| pair.changes().iter().map(|its| (&pair.name, its))).collect();
    let unproven: Vec<_> = all.iter().filter(|(_, change)| change.is_unproven()).collect();
    for (name, change) in &unproven {
        println!("  {name}: unproven {} at {}: {:?}", change.code.name(), change.path, change.proof);
    }
    println!("{} changed CRDs: {counts:?}, {} of {} unproven", pairs.len(), unproven.len(), all.len());
    assert!(wrong.is_empty(), "{} of the witnesses are not so:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unproven.len() * 100 <= all.len() * MOST_UNPROVEN, "{} of {}", unproven.len(), all.len());
}

/// At most so many of 100 changes of changed CRDs may be unproven: rules around a value may leave few objects that are hard
/// to find.
const MOST_UNPROVEN: usize = 2;

/// A CRD of the corpus without a webhook, which stores objects in one of two served versions.
struct Versions {
    file: String,
    crd: Value,
    from: String,
    to: String,
}

fn versions() -> Option<Vec<Versions>> {
    let root = corpus::dir_or_skip("pairs of versions")?;
    let mut found = Vec::new();
    for path in corpus::files(&root, &["crds"], &["yaml", "yml"]) {
        let text = corpus::read(&path);
        if text.matches("kind: CustomResourceDefinition").count() != 1
            || text.trim_start().starts_with("---\n---")
            || text.len() > 200_000
        {
            continue;
        }
        let mut crd = values::of_text(text.trim_start_matches("---\n"));
        if let Some(spec) = crd["spec"].as_object_mut() {
            spec.remove("conversion");
        }
        let served = |version: &&Value| version["served"] == true;
        let all = crd["spec"]["versions"].as_array().cloned().unwrap_or_default();
        let names: Vec<_> =
            all.iter().filter(served).filter_map(|version| version["name"].as_str()).collect();
        for (from, to) in names.iter().flat_map(|from| names.iter().map(move |to| (*from, *to))) {
            let mut crd = crd.clone();
            for version in crd["spec"]["versions"].as_array_mut().into_iter().flatten() {
                version["storage"] = json!(version["name"] == from);
            }
            if from != to {
                let file = path.file_name().expect("a name").to_string_lossy().into_owned();
                found.push(Versions { file, crd, from: from.to_owned(), to: to.to_owned() });
            }
        }
    }
    Some(found)
}

impl Versions {
    fn changes(&self) -> Vec<Change> {
        let text = self.crd.to_string();
        let mut side = super::Side::default();
        side.add(text);
        let name = self.crd["metadata"]["name"].as_str().unwrap_or_default();
        let Some(definition) = side.definition(name) else { return Vec::new() };
        crdls_change::between(definition, &self.from, &self.to, &Config::default())
    }

    /// An object as it is sent in the second version.
    fn converted(&self, object: &Value) -> Value {
        let mut object = object.clone();
        object["apiVersion"] =
            json!(format!("{}/{}", self.crd["spec"]["group"].as_str().unwrap_or_default(), self.to));
        object
    }

    /// Whether the server accepts a witness in the first version, and loses a part of it or refuses it in the second one.
    fn confirm(&self, server: &mut Server, change: &Change, witness: &Witness) -> bool {
        let value = |json: &crdls_values::Json| values::of_text(&json.to_json());
        let object = value(&witness.object);
        let text = self.crd.to_string();
        match (change.class, witness.action) {
            (Class::Lost, _) => {
                let lost = witness.lost.as_ref().expect("what is lost");
                let read =
                    server.update("crd", &object, &self.converted(&object), false)["oldObject"].clone();
                part(&object, lost).is_some() && read.is_object() && part(&read, lost).is_none()
            }
            (_, Action::Update) => {
                let old = witness.old.as_ref().map(value).expect("what is replaced");
                let before = server.update("crd", &old, &object, witness.by_status);
                let after = server.update("crd", &old, &self.converted(&object), witness.by_status);
                (before["code"].as_u64(), after["code"].as_u64()) == (Some(200), Some(422))
            }
            _ => {
                let before = server.created(&text, std::slice::from_ref(&object));
                let after = server.created(&text, &[self.converted(&object)]);
                matches!(&*before, [Some(errors)] if errors.is_empty())
                    && matches!(&*after, [Some(errors)] if !errors.is_empty())
            }
        }
    }
}

#[test]
fn witnesses_between_versions() {
    let (Some(pairs), Some(mut server)) = (versions(), Server::start()) else { return };
    let (mut counts, mut unproven, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for pair in &pairs {
        let found = pair.changes();
        let defined = server.updates.request(&json!({"crd": "crd", "text": pair.crd.to_string()}));
        if found.is_empty() || defined.expect("an answer")["accepted"] != true {
            continue;
        }
        unproven += found.iter().filter(|change| change.is_unproven()).count();
        for change in &found {
            let Some(witness) = change.witness() else { continue };
            match pair.confirm(&mut server, change, witness) {
                true => *counts.entry(change.class.name()).or_insert(0) += 1,
                false => wrong.push(format!(
                    "{} {} {} {} {}: {}",
                    pair.file,
                    pair.from,
                    pair.to,
                    change.class.name(),
                    change.path,
                    witness.object.to_json()
                )),
            }
        }
    }
    println!("{} pairs of versions, confirmed: {counts:?}, {unproven} unproven", pairs.len());
    assert!(!counts.is_empty() && wrong.is_empty(), "{} are not so:\n{}", wrong.len(), wrong.join("\n"));
}

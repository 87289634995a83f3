//! Updates of custom resources made at random, and what both sides say of them: the verdict, the errors, the
//! warnings, what results.

use std::path::Path;

use crdls_minors::Minor;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_resource::update::Subresource;
use serde_json::{Value, json};

use super::manifest;
use crate::custom_resource_updates::{Case, config, differences, judged};
use crate::generate::update::{self, Kind, Update};
use crate::generate::{crd, yaml};
use crate::oracle::Served;
use crate::random::Random;
use crate::{World, hunt, json as values};

/// A CRD whose objects are written over each other.
#[derive(Clone, Debug)]
pub struct Changing {
    pub crd: Value,
    kind: Kind,
}

impl Changing {
    /// A CRD, without its webhook: neither side calls one.
    pub fn of(mut crd: Value) -> Option<Self> {
        crd["spec"].as_object_mut()?.remove("conversion");
        let kind = kind(&crd)?;
        Some(Self { crd, kind })
    }

    pub fn random(random: &mut Random) -> Self {
        Self::of(crd::changing(random)).expect("a served version")
    }
}

/// The CRDs of the corpus, but for the largest; `None` without the corpus.
pub fn of_corpus() -> Option<Vec<Changing>> {
    let crds = manifest::of_corpus()?;
    Some(crds.iter().filter_map(|crd| Changing::of(serde_json::from_str(&crd.text).ok()?)).collect())
}

/// What updates need to know of a CRD; the stored version or another served one comes first.
fn kind(crd: &Value) -> Option<Kind> {
    let spec = &crd["spec"];
    let mut versions: Vec<_> =
        spec["versions"].as_array()?.iter().filter(|version| version["served"] == true).collect();
    versions.sort_by_key(|version| version["storage"] != true);
    let has = |name: &str| versions.iter().any(|version| !version["subresources"][name].is_null());
    let schema = |version: &&Value| {
        Some((version["name"].as_str()?.to_owned(), version["schema"]["openAPIV3Schema"].clone()))
    };
    Some(Kind {
        group: spec["group"].as_str()?.to_owned(),
        kind: spec["names"]["kind"].as_str()?.to_owned(),
        status: has("status"),
        scale: has("scale"),
        versions: versions.iter().filter_map(schema).collect(),
    })
}

/// What came of the updates of one CRD.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Whether the server takes the CRD; updates of others are not asked about.
    pub good: bool,
    pub compared: usize,
    /// How many of them the server takes.
    pub accepted: usize,
    /// How many it refuses for what it finds in the object.
    pub invalid: usize,
    /// Each that differs, as [`Pair::to_value`], with the lines.
    pub different: Vec<(Value, Vec<String>)>,
}

/// An update and its CRD.
#[derive(Clone, Debug)]
pub struct Pair<'c> {
    crd: &'c Value,
    update: Update,
}

impl Pair<'_> {
    /// As it is printed and made small.
    pub fn to_value(&self) -> Value {
        let Update { old, new, subresource } = &self.update;
        json!({"crd": self.crd, "old": old, "new": new, "subresource": subresource})
    }
}

/// So often the server is asked again where it differs.
const ANSWERS: usize = 6;

/// What the line of a difference contains that is known, and why it is left.
const EXPLAINED: [(&str, &str); 6] = [
    (
        ": parsing time ",
        "of a text that is no time only the verdict is the server's (`rules/src/run/strfmt.rs`)",
    ),
    (
        ".metadata.generation: must be greater than or equal to 0",
        "a negative generation in an embedded resource",
    ),
    ("hash of unhashable type", "a panic of Go's, which depends on where cel-go builds a map"),
    ("answers 400, ours 500", "both objects are impossible: the server looks at the new one first"),
    ("value cannot be set because", "the server cannot write replicas into a null"),
    ("is not a list: no Items field", "the server takes an object with `items` for a list"),
];

/// The two sides: the oracle, and the minor whose code it has.
#[derive(Debug)]
pub struct Sides(Served, Minor);

impl Sides {
    pub fn start(binary: &Path, minor: Minor) -> std::io::Result<Self> {
        Ok(Self(Served::start(binary, &["updates"])?, minor))
    }

    /// Compares so many updates of a CRD.
    pub fn compare(&mut self, random: &mut Random, of: &Changing, count: usize) -> std::io::Result<Outcome> {
        let mut outcome = Outcome::default();
        let Some(ours) = Ours::new(&of.crd, self.1) else { return Ok(outcome) };
        outcome.good = self.define(&of.crd)?;
        if !outcome.good {
            return Ok(outcome);
        }
        let base = ours.sample();
        for _ in 0..count {
            let Some(update) = update::make(random, &of.kind, base.as_ref()) else { break };
            let (theirs, lines) = self.asked(&ours, &update)?;
            outcome.compared += 1;
            outcome.accepted += usize::from(theirs["code"] == 200);
            outcome.invalid += usize::from(theirs["code"] == 422);
            if !lines.is_empty() {
                outcome.different.push((Pair { crd: &of.crd, update }.to_value(), lines));
            }
        }
        Ok(outcome)
    }

    /// What only one side says of a pair; nothing where it cannot be asked about.
    pub fn difference(&mut self, pair: &Value) -> Vec<String> {
        let subresource = ["status", "scale"].into_iter().find(|name| pair["subresource"] == *name);
        let update = Update {
            old: pair["old"].clone(),
            new: pair["new"].clone(),
            subresource: subresource.unwrap_or_default(),
        };
        let Some(ours) = Ours::new(&pair["crd"], self.1) else { return Vec::new() };
        let asked = self.define(&pair["crd"]).and_then(|good| match good {
            true => self.asked(&ours, &update),
            false => Ok((Value::Null, Vec::new())),
        });
        asked.map_or_else(|_| Vec::new(), |(_, lines)| lines)
    }

    /// A pair with only what one kind of difference needs.
    pub fn shrunk(&mut self, pair: &Value, lines: &[String]) -> (Value, Vec<String>) {
        let Some(wanted) = hunt::signatures(lines).into_iter().next() else {
            return (pair.clone(), Vec::new());
        };
        let small = hunt::shrink(pair, |pair| {
            is_whole(pair) && hunt::signatures(&self.difference(pair)).contains(&wanted)
        });
        match self.difference(&small) {
            // Chance had a part in it.
            none if none.is_empty() => (pair.clone(), lines.to_vec()),
            lines => (small, lines),
        }
    }

    fn define(&mut self, crd: &Value) -> std::io::Result<bool> {
        let answer = self.0.request(&json!({"crd": "crd", "text": crd.to_string()}))?;
        Ok(answer["accepted"] == true && answer["error"].is_null())
    }

    /// What only one side says of an update. Where a value is wrong at several places, the order of Go's maps decides
    /// which the server names: what it says in one of several answers is no difference.
    fn asked(&mut self, ours: &Ours, update: &Update) -> std::io::Result<(Value, Vec<String>)> {
        let mut answered = self.asked_once(ours, update)?;
        for _ in 0..ANSWERS {
            if answered.1.is_empty() {
                break;
            }
            answered = self.asked_once(ours, update)?;
        }
        Ok(answered)
    }

    fn asked_once(&mut self, ours: &Ours, update: &Update) -> std::io::Result<(Value, Vec<String>)> {
        let Update { old, new, subresource } = update;
        let question = json!({"crd": "crd", "old": old, "new": new, "subresource": subresource});
        let verdict = self.0.request(&question)?["verdict"].take();
        // There is nothing to match where the server's own code panics, nor where its answer and its functions differ
        // by chance.
        let by_chance = verdict["code"] == 422 && verdict["message"].is_string();
        if verdict.is_null() || verdict["panic"].is_string() || by_chance {
            return Ok((verdict, Vec::new()));
        }
        let case = Case {
            name: String::new(),
            crd: String::new(),
            line: escaped(&json!({"old": old, "new": new})),
            subresource: [Subresource::Status, Subresource::Scale]
                .into_iter()
                .find(|its| its.name() == *subresource),
            verdict,
            left_out: false,
        };
        let judged = judged(&case, &ours.index, &ours.config);
        let found = differences(&case, judged.as_ref()).into_iter().map(|difference| difference.line);
        let message = case.verdict["message"].as_str().unwrap_or_default();
        let line = |line: String| if message.is_empty() { line } else { format!("{line} ({message})") };
        let is_explained = |line: &String| EXPLAINED.iter().any(|(part, _)| line.contains(part));
        let lines: Vec<_> = found.map(line).collect();
        Ok((case.verdict, if lines.iter().any(is_explained) { Vec::new() } else { lines }))
    }
}

/// JSON in which YAML sees no line break and no control character.
fn escaped(value: &Value) -> String {
    let text = value.to_string();
    let escape = |text: String, c: char| text.replace(c, &format!("\\u{:04x}", c as u32));
    ['\u{7f}', '\u{85}', '\u{2028}', '\u{2029}'].into_iter().fold(text, escape)
}

/// Whether both objects of a pair say what they are: of others there is no update.
fn is_whole(pair: &Value) -> bool {
    ["old", "new"].iter().all(|object| {
        ["/apiVersion", "/kind", "/metadata/name"].iter().all(|field| pair[object].pointer(field).is_some())
    })
}

/// Our side, for one CRD.
#[derive(Debug)]
struct Ours {
    index: Index,
    config: Config,
}

impl Ours {
    /// Nothing where the text has no CRD.
    fn new(crd: &Value, kubernetes: Minor) -> Option<Self> {
        let config = Config { kubernetes, check_templates: true, ..config() };
        let index = World::of(&config).and("", yaml::plain(crd)).crds;
        let has_crd = index.all().next().is_some();
        has_crd.then_some(Self { index, config })
    }

    /// An object that the server accepts.
    fn sample(&self) -> Option<Value> {
        let known = self.index.all().next()?;
        let versions = known.crd().spec().versions().filter(|version| version.served());
        let version = versions.max_by_key(|version| version.storage())?;
        let sample = crdls_witness::sample(known, version, &self.config);
        Some(values::of_text(&sample.text))
    }
}

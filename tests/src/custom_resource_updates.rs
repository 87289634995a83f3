//! Updates of custom resources with the server's answers, and what crdls makes of the same.
//!
//! The server has of a stored object what a file has not: [`as_stored`] fills that in.

use std::collections::BTreeMap;

use crdls_report::sentences::reword;
use crdls_report::{Config, ErrorType, FieldValidation, Finding};
use crdls_resource::update::{Subresource, Update, Updated, judge_update};
use crdls_resource::{Index, JudgingCrd, NotJudged};
use crdls_values::json::Reader;
use crdls_values::{Json, JsonMember, JsonValue};
use crdls_yaml::Tree;
use serde_json::{Map, Value, json};

use crate::verdicts::{Difference, OURS, SERVER, Said, line, only};
use crate::{World, corpus, json as places};

/// An update, and the server's answer to it.
#[derive(Clone, Debug)]
pub struct Case {
    /// By which a difference is named: its own name, or its source and number.
    pub name: String,
    /// The CRD, as the corpus names it.
    pub crd: String,
    /// A line of JSON with the members `old` and `new`.
    pub line: String,
    pub subresource: Option<Subresource>,
    /// What the server answers.
    pub verdict: Value,
    /// The answer depends on chance, or on an assumption.
    pub left_out: bool,
}

/// CRDs by the name that cases have for them.
#[derive(Debug, Default)]
pub struct Crds(BTreeMap<String, Index>);

impl Crds {
    /// Adds a CRD that is not in the corpus.
    pub fn add(&mut self, name: &str, text: String) {
        self.0.insert(name.to_owned(), index(name, &text));
    }

    /// The CRD of a case; one that is not there is read from the corpus.
    pub fn of(&mut self, name: &str) -> &Index {
        let read = || corpus::dir().map(|root| corpus::read(&root.join(name))).unwrap_or_default();
        self.0.entry(name.to_owned()).or_insert_with(|| index(name, &read()))
    }
}

fn index(name: &str, text: &str) -> Index {
    World::of(&config()).and(name, text).crds
}

/// The cases of a file of lines, and the CRDs that it defines.
pub fn cases(text: &str, crds: &mut Crds) -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, written) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(written).expect("a case");
        let crd = string(&line, "crd");
        if line.get("verdict").is_none() {
            crds.add(&crd, string(&line, "text"));
            continue;
        }
        let name = match line.get("id") {
            Some(_) => string(&line, "id"),
            None => format!("{}#{}", string(&line, "source"), number + 1),
        };
        let left_out = line.get("unstable").is_some() || line["verdict"].get("assumed").is_some();
        let subresource = match line["subresource"].as_str() {
            Some("status") => Some(Subresource::Status),
            Some("scale") => Some(Subresource::Scale),
            _ => None,
        };
        let (verdict, line) = (line["verdict"].clone(), written.to_owned());
        cases.push(Case { name, crd, line, subresource, verdict, left_out });
    }
    cases
}

/// Unknown fields are warned of.
pub fn config() -> Config {
    Config { field_validation: FieldValidation::Warn, ..Config::default() }
}

const LIVE: [(&str, &str); 3] = [
    ("creationTimestamp", "2024-01-02T03:04:05Z"),
    ("resourceVersion", "1000"),
    ("uid", "6f1c1d1e-0000-4000-8000-000000000001"),
];
const NAMESPACE: &str = "default";

/// A stored object with what the server fills in.
pub fn as_stored(mut old: Json, namespaced: bool) -> Json {
    let JsonValue::Map(members) = &mut old.value else { return old };
    let metadata = members.iter_mut().find(|member| &*member.name == "metadata");
    if let Some(JsonMember { value: Json { value: JsonValue::Map(metadata), range }, .. }) = metadata {
        let namespace = namespaced.then_some(("namespace", NAMESPACE));
        for (name, text) in LIVE.into_iter().chain(namespace) {
            if let Err(at) = metadata.binary_search_by(|member| (*member.name).cmp(name)) {
                let value = Json { value: JsonValue::Str(text.into()), range: *range };
                metadata.insert(at, JsonMember { name: name.into(), key: *range, value });
            }
        }
    }
    old
}

/// What crdls makes of a case; `None` where no CRD serves the version.
pub fn ours(case: &Case, crds: &mut Crds, config: &Config) -> Option<Updated> {
    judged(case, crds.of(&case.crd), config)
}

/// The same by the CRDs of an index.
pub fn judged(case: &Case, index: &Index, config: &Config) -> Option<Updated> {
    let tree = Tree::parse(&case.line);
    let line = tree.first_root(&case.line)?;
    let [old, new] = ["old", "new"].map(|key| line.get(key).map(|entry| entry.value));
    let (old, new) = (old?, new?);
    let by = match index.judge(new, "") {
        JudgingCrd::Version(by) => by,
        JudgingCrd::Refusal(_) | JudgingCrd::Nothing(NotJudged::NotServedByCopy(_)) => return None,
        JudgingCrd::Nothing(NotJudged::UnknownKind) => index.served_version(old, "")?,
    };
    let namespaced = by.indexed.crd().spec().scope() != "Cluster";
    let old = as_stored(Reader::default().read(old), namespaced);
    let update = Update { old: &old, subresource: case.subresource };
    let mut updated = judge_update(new.into(), update, "", by, config);
    let servers = updated.findings.iter_mut().filter_map(|finding| finding.server.as_mut());
    servers.for_each(|server| reword(server, config.kubernetes));
    Some(updated)
}

/// What only one side says of a case.
pub fn differences(case: &Case, ours: Option<&Updated>) -> Vec<Difference> {
    let theirs = &case.verdict;
    let code = ours.map_or(404, Updated::code);
    let mut found = Vec::new();
    let mut differ = |code: &str, line: String| found.push(Difference { code: code.to_owned(), line });
    if theirs["code"] != code {
        differ("code", format!("the server answers {}, ours {code}", theirs["code"]));
    }
    let Some(ours) = ours.filter(|_| matches!(code, 200 | 422) && theirs["code"] == code) else {
        return found;
    };
    for (code, theirs, ours) in [
        ("errors", errors(theirs), said(&ours.findings, ErrorType::refuses)),
        ("warnings", warnings(theirs), said(&ours.findings, |kind| !kind.refuses())),
    ] {
        for (side, a, b) in [(SERVER, &theirs, &ours), (OURS, &ours, &theirs)] {
            only(a, b).into_iter().for_each(|said| differ(code, line(side, said)));
        }
    }
    let written = [theirs.get("object"), theirs.get("oldObject")].map(|object| object.map(without_filled));
    let own = [&ours.object, &ours.old].map(|object| {
        object
            .as_ref()
            .map(|object| without_filled(&serde_json::from_str(&object.to_json()).unwrap_or_default()))
    });
    let names = ["object", "oldObject"];
    for ((name, theirs), ours) in names.into_iter().zip(written).zip(own) {
        if theirs.is_some() && theirs != ours {
            differ(name, places::difference(theirs.as_ref(), ours.as_ref()));
        }
    }
    let truth = |key: &str| theirs.get(key).and_then(Value::as_bool).unwrap_or(false);
    if code == 200 && (truth("deleted"), truth("unchanged")) != (ours.deleted, ours.unchanged) {
        let line = format!(
            "deleted {}, unchanged {}; ours {}, {}",
            truth("deleted"),
            truth("unchanged"),
            ours.deleted,
            ours.unchanged
        );
        differ("written", line);
    }
    if theirs.get("generation").is_some_and(|theirs| *theirs != json!(ours.generation)) {
        differ("generation", format!("generation {}, ours {:?}", theirs["generation"], ours.generation));
    }
    found
}

fn errors(line: &Value) -> Vec<Said> {
    let list = line["errors"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .map(|error| (string(error, "type"), string(error, "field"), string(error, "detail")))
        .collect()
}

fn warnings(line: &Value) -> Vec<Said> {
    let list = |key: &str| line[key].as_array().cloned().unwrap_or_default();
    let text = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let said = |kind: &'static str| move |value| (kind.to_owned(), String::new(), text(value));
    list("warnings")
        .into_iter()
        .map(said("Warning"))
        .chain(list("decode").into_iter().map(said("StrictDecoding")))
        .collect()
}

fn said(findings: &[Finding], counts: impl Fn(ErrorType) -> bool) -> Vec<Said> {
    let servers = findings.iter().filter_map(|finding| finding.server.as_ref());
    let now = servers.filter(|server| !server.shadowed && counts(server.kind));
    now.map(|server| (server.kind.name().to_owned(), server.field.clone(), server.detail.clone())).collect()
}

/// An object without what the server fills in.
fn without_filled(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        let filled = LIVE.into_iter().chain([("namespace", NAMESPACE)]);
        let drop = |metadata: &mut Map<String, Value>, name: &str| metadata.remove(name);
        filled.for_each(|(name, value)| {
            if metadata.get(name) == Some(&json!(value)) {
                drop(metadata, name);
            }
        });
        for name in ["generation", "managedFields", "selfLink", "resourceVersion"] {
            drop(metadata, name);
        }
    }
    object
}

fn string(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

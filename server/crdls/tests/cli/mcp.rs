//! `crdls mcp`, as a client of the Model Context Protocol talks to it. Each tool answers what the command prints.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crdls_ide::File;
use crdls_tests::faulty::faulty;
use crdls_tests::random::Random;
use crdls_tests::verdicts::instances;
use crdls_tests::{World, corpus, json};
use crdls_yaml::Budget;
use serde_json::{Value, json};

use crate::run::{Folder, manifest};

/// A server and its client.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// The answer of a tool.
#[derive(Debug)]
struct Answer {
    texts: Vec<String>,
    is_error: bool,
    status: i64,
}

impl Session {
    fn start(folder: &Folder) -> Self {
        let mut command = folder.command(&["mcp"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut session = Self { child, input, output };
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test" } });
        assert_eq!(session.request("initialize", &params)["serverInfo"]["name"], "crdls");
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Answer {
        let result = self.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let texts = result["content"].as_array().unwrap().iter();
        Answer {
            texts: texts.map(|content| content["text"].as_str().unwrap().to_owned()).collect(),
            is_error: result["isError"].as_bool().unwrap(),
            status: result["_meta"]["exitStatus"].as_i64().unwrap(),
        }
    }

    /// Ends standard input; the exit status of the server.
    fn end(self) -> Option<i32> {
        let Self { mut child, input, .. } = self;
        drop(input);
        child.wait().unwrap().code()
    }
}

#[test]
fn each_tool_answers_what_its_command_prints() {
    let folder = Folder::new("mcp", &[("good.yaml", &manifest("good.yaml"))]);
    folder.write("old/bad.yaml", manifest("fixable.yaml"));
    let mut session = Session::start(&folder);
    let kind = crdls_kind(&manifest("good.yaml"));
    let calls: [(&str, Value, &[&str]); 8] = [
        ("explain_kind", json!({ "what": kind }), &["explain", &kind]),
        ("explain_kind", json!({ "what": "missing-type" }), &["explain", "missing-type"]),
        ("sample", json!({ "kind": kind, "minimal": true }), &["sample", &kind, "--minimal"]),
        ("check", json!({}), &["check"]),
        (
            "check",
            json!({ "paths": ["old"], "output_format": "json" }),
            &["check", "old", "--output-format", "json"],
        ),
        ("fix", json!({ "paths": ["old"], "diff": true }), &["check", "--fix", "--diff", "old"]),
        ("diff", json!({ "old": "old", "new": "good.yaml" }), &["diff", "old", "good.yaml"]),
        ("cost", json!({ "top": 1 }), &["cost", "--top", "1"]),
    ];
    for (tool, arguments, command) in calls {
        let (answer, ran) = (session.call(tool, &arguments), folder.run(command));
        let printed: Vec<_> = [ran.stdout, ran.stderr].into_iter().filter(|text| !text.is_empty()).collect();
        assert_eq!((&answer.texts, answer.status), (&printed, i64::from(ran.code)), "{command:?}");
        assert!(!answer.is_error && !printed.is_empty(), "{answer:?}");
    }
    let listed = session.request("tools/list", &json!({}));
    let names: Vec<_> = listed["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["explain_kind", "sample", "check", "fix", "diff", "cost"]);
    assert_eq!(session.end(), Some(0));
}

/// The kind of a CRD.
fn crdls_kind(text: &str) -> String {
    let world = World::with(text);
    world.crds.all().next().unwrap().header().spec().names().kind().to_owned()
}

#[test]
fn a_text_is_returned_with_its_fixes() {
    let folder = Folder::new("mcp-fix", &[("a.yaml", &manifest("fixable.yaml"))]);
    let mut session = Session::start(&folder);
    let answer = session.call("fix", &json!({ "text": manifest("fixable.yaml") }));
    assert_eq!((answer.texts[0].as_str(), answer.status), (manifest("good.yaml").as_str(), 0), "{answer:?}");
    assert!(answer.texts[1].contains("fixed -:"), "{answer:?}");
    assert_eq!(folder.read("a.yaml"), manifest("fixable.yaml"), "no file was named");
    assert_eq!(session.call("fix", &json!({ "paths": ["a.yaml"] })).status, 0);
    assert_eq!(folder.read("a.yaml"), manifest("good.yaml"));
    let nothing = session.call("fix", &json!({ "text": manifest("good.yaml") }));
    assert_eq!((nothing.texts[0].as_str(), nothing.status), (manifest("good.yaml").as_str(), 0));
}

#[test]
fn wrong_arguments_are_a_result() {
    let mut session = Session::start(&Folder::new("mcp-wrong", &[]));
    let wrong = [
        ("check", json!({ "paths": ["nowhere.yaml"] }), "nowhere.yaml"),
        ("check", json!({ "kubernetes": "0.1" }), "expected 1.31"),
        ("check", json!({ "file": "a" }), "no argument `file`"),
        ("fix", json!({}), "in `paths` the files to write"),
        ("sample", json!({}), "KIND"),
        ("sample", json!({ "kind": "nothing" }), "no CRD found"),
    ];
    for (tool, arguments, expected) in wrong {
        let answer = session.call(tool, &arguments);
        assert!(
            answer.is_error && answer.texts.concat().contains(expected),
            "{tool} {arguments}: {answer:?}"
        );
    }
}

const BROKEN: usize = 200;
const CRDS: usize = 60;
/// The largest CRD, in bytes.
const LARGEST: usize = 300_000;

/// A client without a model. It sends the broken text to `fix`. If errors are left, it takes their values from what
/// `sample` answers, and removes those that the sample does not have.
#[test]
fn agents_repair_custom_resources_within_two_calls() {
    let Some(root) = corpus::dir_or_skip("custom resources that agents repair") else { return };
    let mut accepted: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    for one in instances(&root) {
        *accepted.entry(one.crd).or_default().entry(one.file).or_insert(true) &= one.accepted;
    }
    let mut random = Random::new(48);
    let (mut made, mut kinds, mut calls) = (0, 0, [0; 2]);
    let mut left = Vec::new();
    for (crd, files) in accepted {
        let files: Vec<_> =
            files.into_iter().filter(|(_, accepted)| *accepted).map(|(file, _)| file).collect();
        let text = corpus::read(&root.join(&crd));
        if kinds == CRDS || files.is_empty() || text.len() > LARGEST {
            continue;
        }
        let folder = Folder::new("mcp-agent", &[("crds/crd.yaml", &text)]);
        let mut session = Session::start(&folder);
        // The last kinds make up for those with few lines to break.
        let wanted = (BROKEN - made).div_ceil(CRDS - kinds);
        let mut of_kind = 0;
        for _ in 0..20 * wanted {
            let Some(file) = random.pick(&files).filter(|_| of_kind < wanted) else { break };
            let whole = corpus::read(&root.join(file));
            let Some(kind) = kind_of_only(&whole) else { continue };
            let Some(broken) = faulty(whole, &mut random) else { continue };
            if session.call("check", &json!({ "text": broken })).status != 1 {
                continue;
            }
            of_kind += 1;
            match repaired(&mut session, &broken, &kind) {
                Ok(needed) => calls[needed - 1] += 1,
                Err(why) => left.push(format!("{file}: {why}")),
            }
        }
        made += of_kind;
        kinds += usize::from(of_kind > 0);
    }
    let [one, two] = calls;
    println!("{made} broken custom resources of {kinds} CRDs: {one} repaired by one call, {two} by two");
    left.iter().for_each(|line| println!("{line}"));
    assert_eq!((made, kinds, left.len()), (BROKEN, CRDS, 0));
}

/// The object of a text.
fn object(text: &str) -> Value {
    let file = File::new(text.to_owned());
    let root = file.tree().first_root(file.text());
    root.map(|root| json::of(root, &mut Budget::default())).unwrap_or_default()
}

/// The kind of a text with one object: what an agent knows that writes it.
fn kind_of_only(text: &str) -> Option<String> {
    let file = File::new(text.to_owned());
    let kind = object(text)["kind"].as_str()?.to_owned();
    (file.tree().documents().len() == 1).then_some(kind)
}

/// The number of calls that repair a text; what is left after two.
fn repaired(session: &mut Session, broken: &str, kind: &str) -> Result<usize, String> {
    let arguments = json!({ "text": broken, "unsafe_fixes": true, "output_format": "json" });
    let fixed = session.call("fix", &arguments);
    if fixed.status == 0 {
        return Ok(1);
    }
    let sample = session.call("sample", &json!({ "kind": kind }));
    let (mut text, sample) = (object(&fixed.texts[0]), object(&sample.texts[0]));
    // After the lines about what was fixed.
    let report = &fixed.texts[1][fixed.texts[1].find("[{").unwrap()..];
    let findings =
        serde_json::Deserializer::from_str(report).into_iter::<Vec<Value>>().next().unwrap().unwrap();
    for finding in findings.iter().filter(|finding| finding["severity"] == "error") {
        let path = finding["path"].as_str().unwrap();
        if finding["code"] == "failed-rule" {
            complete(&mut text, &pointer(path), &sample)
        } else {
            take(&mut text, path, &sample)
        }
    }
    // The judge, and no call of the client's.
    let judged = session.call("check", &json!({ "text": text.to_string(), "output_format": "concise" }));
    if judged.status == 0 { Ok(2) } else { Err(format!("{report}\n{text}\n{}", judged.texts.concat())) }
}

/// The pointer of JSON to a path.
fn pointer(path: &str) -> String {
    let steps = path.replace(['.', '['], "/").replace(']', "");
    if steps.is_empty() { steps } else { format!("/{steps}") }
}

/// Adds the members of an object that a sample has there, and a rule may ask for.
fn complete(text: &mut Value, at: &str, sample: &Value) {
    let more = sample.pointer(at).and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(members) = text.pointer_mut(at).and_then(Value::as_object_mut) {
        more.into_iter().for_each(|(name, value)| _ = members.entry(name).or_insert(value));
    }
}

/// Takes the value at a path from a sample. Without one there, the outermost value is removed that the sample has not.
fn take(text: &mut Value, path: &str, sample: &Value) {
    let mut at = pointer(path);
    if at.is_empty() {
        // What is wrong with the kind has no path.
        let Some(members) = text.as_object_mut() else { return };
        members.retain(|name, _| !name.starts_with("kind") && !name.starts_with("apiVersion"));
        members.extend(["apiVersion", "kind"].map(|name| (name.to_owned(), sample[name].clone())));
        return;
    }
    let value = sample.pointer(&at).cloned();
    if value.is_none() {
        while let Some((parent, _)) =
            at.rsplit_once('/').filter(|(parent, _)| sample.pointer(parent).is_none())
        {
            at = parent.to_owned();
        }
    }
    let Some((parent, name)) = at.rsplit_once('/') else { return };
    match (text.pointer_mut(parent), value) {
        (Some(Value::Object(members)), Some(value)) => drop(members.insert(name.to_owned(), value)),
        (Some(Value::Object(members)), None) => {
            // A rule may ask for one of several members.
            members.remove(name);
            complete(text, parent, sample);
        }
        (Some(Value::Array(items)), _) => {
            name.parse().ok().filter(|at| *at < items.len()).map(|at: usize| items.remove(at));
        }
        // What is around it is missing as well, or is no mapping.
        _ => take(text, parent.trim_start_matches('/'), sample),
    }
}

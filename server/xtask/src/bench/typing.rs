//! `cargo dev bench typing`: what an edit and the requests after it cost in files of extreme shapes.
//!
//! The files are made in a temporary folder. A release is built and measured, or the program that `CRDLS_SERVER` names.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use super::editor::uri;
use super::{Typist, millis, percentile, program};
use crate::build::{Profile, output};
use crate::files::{self, Scratch};

/// Edits of each place, after those that warm up, and each request after an edit.
const EDITS: usize = 200;
const WARM: usize = 6;
/// The requests after an edit.
const REQUESTS: [&str; 4] = ["documentSymbol", "foldingRange", "semanticTokens/full", "codeAction"];
/// Edits of the patch.
const PATCHES: usize = 20;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let server = program(root, Profile::Release)?;
    measured(&server, &Scratch::new("typing"))
}

fn measured(server: &Path, folder: &Path) -> Result<(), String> {
    files::write(folder, "crd.yaml", crd("ovens", "Oven", &fields(4, 12)))?;
    let large = large_crd(2_400_000);
    let shapes = [
        ("1,600 custom resources", "resources.yaml", resources(1_600), &["note: "][..]),
        ("8,000 custom resources", "more.yaml", resources(8_000), &["note: "]),
        ("600 rules", "rules.yaml", rules(600), &["description: ", "rule: self.a"]),
        ("a CRD in a line", "line.yaml", in_a_line(2_000_000), &["\"description\":\""]),
        ("a CRD", "large.yaml", large, &["description: "]),
    ];
    let only: Vec<_> = std::env::var("CRDLS_ONLY").into_iter().collect();
    println!("{EDITS} edits for each row; times in ms; p50 and p99");
    for (name, file, text, places) in shapes {
        if only.iter().any(|only| !name.contains(only.as_str())) {
            continue;
        }
        let (mut typist, opened) = opened(server, folder, file, &text)?;
        println!("{name}, {:.1} MB", text.len() as f64 / 1e6);
        row("opened", &[opened]);
        for place in places {
            let at = position(&text, place)?;
            for _ in 0..WARM {
                edit(&mut typist, at)?;
            }
            let times = (0..EDITS).map(|_| edit(&mut typist, at)).collect::<Result<Vec<_>, _>>()?;
            row(&format!("edit after `{place}`"), &times);
            for method in REQUESTS {
                let times = (0..EDITS).map(|_| ask(&mut typist, at, method));
                row(&format!("  {method} right after an edit"), &times.collect::<Result<Vec<_>, _>>()?);
            }
        }
        if let Some(memory) = typist.editor.peak_memory() {
            println!("  {:<50} {:>8.0} MB", "the most memory", memory as f64 / 1e3);
        }
    }
    let name = "a patch of a kustomization";
    if only.iter().all(|only| name.contains(only.as_str())) { patch(name, server, folder) } else { Ok(()) }
}

/// A CRD of so many bytes.
pub(super) fn large_crd(bytes: usize) -> String {
    crd("kilns", "Kiln", &fields(12, bytes))
}

/// A patch of one of four CRDs: when its findings are there, and those of the build in the kustomization.
fn patch(name: &str, server: &Path, folder: &Path) -> Result<(), String> {
    let folder = &folder.join("kustomized");
    let mut kustomization = "patches:\n- path: patch.yaml\nresources:\n".to_owned();
    let mut size = 0;
    for number in 0..4 {
        let text = crd(&format!("kilns{number}"), &format!("Kiln{number}"), &fields(12, 925_000));
        size += text.len();
        let _ = writeln!(kustomization, "- crd{number}.yaml");
        files::write(folder, format!("crd{number}.yaml"), text)?;
    }
    files::write(folder, "kustomization.yaml", &kustomization)?;
    let text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: kilns0.example.com\n\
                spec:\n  names:\n    # The kind itself, which the API server rejects.\n    listKind: Kiln0\n    singular: kiln\n";
    files::write(folder, "patch.yaml", text)?;
    println!("{name} of CRDs, {:.1} MB; {PATCHES} edits", size as f64 / 1e6);
    row("check of the folder from cold", &cold_checks(server, folder)?);
    let (mut typist, _) = opened(server, folder, "patch.yaml", text)?;
    let uri = uri(&folder.join("kustomization.yaml"));
    typist.editor.open(&uri, "yaml", &kustomization)?;
    std::thread::sleep(Duration::from_millis(1_500));
    let at = [3, "  name: kilns0".len()];
    let (mut own, mut built) = (Vec::new(), Vec::new());
    for _ in 0..PATCHES {
        typist.letter(at, "x")?;
        typist.diagnostics()?;
        own.push(typist.took());
        // With the letter, the patch has no target.
        let fails = typist.version % 2 == 1;
        typist.editor.until(|message| {
            let params = &message["params"];
            let found = params["diagnostics"].as_array().is_some_and(|found| !found.is_empty());
            params["uri"] == uri.as_str() && found == fails
        })?;
        built.push(typist.took());
    }
    row("edit of the name", &own);
    row("  until the build's finding in the kustomization", &built);
    let mut built = Vec::new();
    let (line, column) = (8, "    singular: kiln".len());
    for number in 0..PATCHES {
        let at = [line, column + number];
        typist.replace([at, at], "x")?;
        // What is found in the CRD waits until it is built from the text after the edit.
        typist.editor.until(|message| {
            let params = &message["params"];
            let found = params["diagnostics"].as_array().is_some_and(|found| !found.is_empty());
            params["uri"] == typist.uri.as_str() && params["version"] == typist.version && found
        })?;
        built.push(typist.took());
        // Documents that nobody types in are checked later.
        std::thread::sleep(Duration::from_millis(400));
        // Reads the messages that came until now.
        typist.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": typist.uri}}))?;
    }
    row("edit of a value, until the finding of the built CRD", &built);
    Ok(())
}

fn row(what: &str, times: &[Duration]) {
    let [half, most] = [50, 99].map(|percent| millis(percentile(times, percent)));
    println!("  {what:<50} {half:>8.1} {most:>8.1}");
}

/// The time of each of some runs of `crdls check`.
fn cold_checks(server: &Path, folder: &Path) -> Result<Vec<Duration>, String> {
    let run = |_| {
        let start = Instant::now();
        let done = output(Command::new(server).args(["check", "--no-cache"]).current_dir(folder))?;
        let took = start.elapsed();
        // The CRDs have warnings, or an error.
        let is_checked = done.status.code().is_some_and(|code| code < 2);
        if is_checked { Ok(took) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
    };
    (0..PATCHES).map(run).collect()
}

/// The line and column after a text, in the middle of the file or after it.
fn position(text: &str, what: &str) -> Result<[usize; 2], String> {
    let found = text.get(text.len() / 2..).and_then(|half| half.find(what));
    let at = text.len() / 2 + found.ok_or(format!("no {what:?}"))? + what.len();
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count();
    Ok([line, before.len() - before.rfind('\n').map_or(0, |at| at + 1)])
}

/// An editor with a document open, and the time until its diagnostics.
fn opened(server: &Path, folder: &Path, file: &str, text: &str) -> Result<(Typist, Duration), String> {
    let mut typist = Typist::open(server, folder, file.as_ref(), "yaml", text)?;
    typist.diagnostics()?;
    let opened = typist.took();
    // The CRDs of the folder are read, and what they judge is checked again.
    std::thread::sleep(Duration::from_millis(1_500));
    Ok((typist, opened))
}

/// A letter, or its removal; the time until the diagnostics of the text.
fn edit(typist: &mut Typist, at: [usize; 2]) -> Result<Duration, String> {
    typist.letter(at, "x")?;
    typist.diagnostics()?;
    let time = typist.took();
    std::thread::sleep(Duration::from_millis(5));
    Ok(time)
}

/// The time from an edit to the answer of a request that follows it at once.
fn ask(typist: &mut Typist, at: [usize; 2], method: &str) -> Result<Duration, String> {
    typist.letter(at, "x")?;
    let [line, character] = at;
    let position = json!({"line": line, "character": character});
    let params = json!({
        "textDocument": {"uri": typist.uri}, "range": {"start": position, "end": position},
        "context": {"diagnostics": []},
    });
    typist.ask(&format!("textDocument/{method}"), params)?;
    let time = typist.took();
    std::thread::sleep(Duration::from_millis(5));
    Ok(time)
}

/// A CRD whose schema has these properties.
pub(super) fn crd(plural: &str, kind: &str, properties: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: {plural}.example.com\n\
         spec:\n  group: example.com\n  scope: Namespaced\n  names:\n    plural: {plural}\n    kind: {kind}\n  versions:\n  \
         - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties:\n          spec:\n            type: object\n            properties:\n{properties}"
    )
}

/// Properties of objects of strings, up to a length in bytes: with as much documentation as the largest CRDs have, of whose
/// text it is four fifths.
pub(super) fn fields(each: usize, length: usize) -> String {
    let words =
        "It is used by the controller as long as nobody sets another one, and does not change what exists. ";
    let words = words.repeat(4);
    let mut text = String::new();
    let mut number = 0;
    while number == 0 || text.len() < length {
        let _ = write!(
            text,
            "              part{number}:\n                description: What part {number} is made of. {words}\n                \
             type: object\n                properties:\n"
        );
        for field in 0..each {
            let _ = write!(
                text,
                "                  field{field}:\n                    description: Field {field} of the part. {words}\n                    \
                 maxLength: 63\n                    type: string\n"
            );
        }
        number += 1;
    }
    text
}

fn resources(count: usize) -> String {
    let one = |number| {
        format!(
            "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven-{number}\n  annotations:\n    note: a\nspec:\n  \
             part0:\n    field0: a\n    field1: b\n    field2: c\n"
        )
    };
    (0..count).map(one).collect::<Vec<_>>().join("---\n")
}

/// Rules of a few forms, each on a property of its own.
fn rules(count: usize) -> String {
    let mut properties = String::new();
    for number in 0..count {
        let rule = match number % 4 {
            0 => "self.a <= self.b",
            1 => "self.a == 0 || has(self.c) && self.c.all(item, item.size() < 10)",
            2 => "self.a in [1, 2, 3] && self.b > self.a",
            _ => "self.a == oldSelf.a",
        };
        let _ = write!(
            properties,
            "              part{number}:\n                description: part {number}\n                type: object\n                \
             x-kubernetes-validations:\n                - rule: {rule}\n                  message: part {number} is wrong\n                \
             properties:\n                  a:\n                    type: integer\n                  b:\n                    type: integer\n                  \
             c:\n                    type: array\n                    maxItems: 10\n                    items:\n                      type: string\n                      \
             maxLength: 20\n                required: [a, b]\n"
        );
    }
    crd("rows", "Row", &properties)
}

/// A CRD as JSON without line breaks.
fn in_a_line(length: usize) -> String {
    let part = |number: usize| {
        let field =
            json!({"type": "string", "maxLength": 63, "description": format!("How field {number} is used.")});
        let fields: serde_json::Map<_, _> = (0..12).map(|n| (format!("field{n}"), field.clone())).collect();
        (format!("part{number}"), json!({"type": "object", "description": "A part.", "properties": fields}))
    };
    let size = part(0).1.to_string().len();
    let properties: serde_json::Map<_, _> = (0..length / size).map(part).collect();
    let schema =
        json!({"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "lines.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"plural": "lines", "kind": "Line"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    })
    .to_string()
}

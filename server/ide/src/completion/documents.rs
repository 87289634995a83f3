//! Whole documents to start from, where nothing is written yet: a CRD, a custom resource of a known kind.
//!
//! In YAML, and as JSON in a file of JSON and between the braces of an empty object. `crate::instance` knows the fields of
//! custom resources.

use crdls_fixes::is_json_file;
use crdls_manifest::objects::kind;
use crdls_report::Config;
use crdls_text::TextRange;
use crdls_yaml::Kind as YamlKind;

use crate::new_crd::{CrdNames, new_crd};
use crate::suggestion::{Insertion, RenderedTemplate, Template};
use crate::{Completion, CompletionKind, File, FileContext, instance};
use crdls_yaml::cursor::Cursor;

/// The names of the CRD that is offered.
const WIDGETS: CrdNames<'_> =
    CrdNames { kind: "Widget", plural: "widgets", group: "example.org", version: "v1", scope: "Namespaced" };

/// How a document begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Yaml,
    Json,
    /// Between the braces of an empty object.
    Members,
}

/// The documents that can be written at a cursor: in a document with nothing in it, or one word.
pub(super) fn completions(
    file: &File,
    cursor: Cursor,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Completion> {
    let Some(start) = start(file, cursor, context.file) else { return Vec::new() };
    let mut found = vec![definition(start, cursor.word)];
    for (at, whole) in instance::documents(context, config).into_iter().enumerate() {
        let written = whole.template.document(start);
        let made = insertion(cursor.word, written).completion(
            &whole.kind,
            CompletionKind::Snippet,
            format!("001{at:04}"),
        );
        let detail = Some(format!("complete {}", whole.api_version));
        found.push(Completion { detail, documentation: whole.documentation, ..made });
    }
    found
}

fn start(file: &File, cursor: Cursor, name: &str) -> Option<Start> {
    let number = file.document_at(cursor.offset);
    let document = file.tree().documents().get(number);
    let root = document.and_then(|document| file.tree().root(file.text(), document));
    if root.is_some_and(|root| !kind(root).is_resource()) {
        return None;
    }
    if let Some(root) = root.filter(|root| root.kind() == YamlKind::FlowMap) {
        let inside = root.range().start < cursor.offset && cursor.offset < root.range().end;
        return (inside && root.entries().next().is_none()).then_some(Start::Members);
    }
    let empty = root.is_none_or(|root| root.range() == cursor.word || root.is_empty());
    let start = if is_json_file(name) { Start::Json } else { Start::Yaml };
    (empty && cursor.column == 0).then_some(start)
}

impl Template {
    fn document(&self, start: Start) -> (RenderedTemplate, String) {
        match start {
            Start::Yaml => (self.block(true), self.block(false).text),
            _ => {
                let braces = start == Start::Json;
                (self.json_lines(braces, true), self.json_lines(braces, false).text)
            }
        }
    }
}

fn insertion(range: TextRange, (written, plain): (RenderedTemplate, String)) -> Insertion {
    Insertion { snippet: written.snippet, plain, ..Insertion::plain(range, written.text) }
}

fn definition(start: Start, range: TextRange) -> Completion {
    let yaml = new_crd(&WIDGETS);
    let plain = match start {
        Start::Yaml => yaml,
        _ => Template::of_table(&format!("\n{yaml}")).document(start).1,
    };
    let text = linked(&plain, start != Start::Yaml);
    let written = RenderedTemplate { text, snippet: true };
    let made = insertion(range, (written, plain)).completion(
        "CustomResourceDefinition",
        CompletionKind::Snippet,
        "000".to_owned(),
    );
    Completion {
        detail: Some("complete CRD".to_owned()),
        documentation: "A new kind: its names, one version with a schema, and `/status`.".to_owned(),
        ..made
    }
}

/// The names that occur again follow what the user types.
fn linked(plain: &str, json: bool) -> String {
    let mut text = plain.replace("widgets", "${1:widgets}").replace("example.org", "${2:example.org}");
    for (key, value, slot) in [
        ("kind", "Widget", "${3:Widget}"),
        ("singular", "widget", "${4:widget}"),
        ("scope", "Namespaced", "${5|Namespaced,Cluster|}"),
        ("name", "v1", "${6:v1}"),
    ] {
        let entry = |value: &str| match json {
            true => format!("\"{key}\": \"{value}\""),
            false => format!("{key}: {value}"),
        };
        text = text.replace(&entry(value), &entry(slot));
    }
    match json {
        true => text.replace("\"size\":", "\"${7:size}\":"),
        false => text.replace("size:", "${7:size}:"),
    }
}

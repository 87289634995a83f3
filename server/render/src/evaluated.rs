//! Evaluated rules: a tree of values for a person, JSON for a program.
//!
//! Must not know how a rule is evaluated.

use std::fmt::Write as _;

use crdls_ide::EvaluatedRule;
use crdls_rules::run::EvaluatedPart;
use serde_json::{Map, Value as Json, json};

use super::terminal::one_line;
use super::{Source, Sources};

/// So many characters of a value are printed.
const MOST_SHOWN: usize = 60;

/// So many characters of a value are in JSON.
const MOST_IN_JSON: usize = 100_000;

/// The column of values is at most so wide; longer values push their line to the right.
const WIDEST: usize = 24;

const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// The values of rules on the objects of files, each with its parts below it, indented, and their values in front.
pub fn evaluated_text(all: &[(&Source, Vec<EvaluatedRule>)], crds: &Sources<'_>, color: bool) -> String {
    let mut out = String::new();
    for (source, found) in all {
        for rule in found {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            text_of(source, rule, crds, color, &mut out);
        }
    }
    out
}

fn text_of(source: &Source, rule: &EvaluatedRule, crds: &Sources<'_>, color: bool, out: &mut String) {
    let field = if rule.path.is_empty() { "the object".to_owned() } else { format!("`{}`", rule.path) };
    let _ = writeln!(out, "{}: {}", one_line(&place(source, rule)), one_line(&field));
    if let Some(written) = rule_place(rule, crds) {
        let _ = writeln!(out, "  rule: {}", one_line(&written));
    }
    match &rule.result {
        Err(words) => {
            let _ =
                writeln!(out, "  {}\n  does not compile: {}", one_line(rule.rule.trim()), words.trim_end());
        }
        Ok(found) if rule.needs_old => {
            let text = found.whole.range.of(&rule.rule);
            let _ = writeln!(
                out,
                "  {}\n  not run: it compares with `oldSelf`, and the object is created",
                cut(text)
            );
        }
        Ok(found) => {
            let mut rows = Vec::new();
            add_rows(&found.whole, 0, &rule.rule, &mut rows);
            let width = rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0).min(WIDEST);
            for Row { value, depth, text, style } in rows {
                let pad = " ".repeat(width.saturating_sub(value.chars().count()));
                let value = if color && !style.is_empty() { format!("{style}{value}{RESET}") } else { value };
                let line = format!("  {value}{pad}  {:indent$}{text}", "", indent = depth * 2);
                let _ = writeln!(out, "{}", line.trim_end());
            }
            let _ = writeln!(out, "  cost: {}", found.cost);
        }
    }
}

/// A line of the tree.
struct Row {
    value: String,
    depth: usize,
    text: String,
    style: &'static str,
}

fn add_rows(part: &EvaluatedPart, depth: usize, rule: &str, rows: &mut Vec<Row>) {
    for (name, value) in part.variables(MOST_SHOWN) {
        rows.push(Row { value, depth, text: format!("with {name}"), style: DIM });
    }
    let style = match (part.truth(), part.value(0)) {
        (Some(true), _) => GREEN,
        (Some(false), _) | (_, Some(Err(_))) => RED,
        (None, Some(Ok(_))) => "",
        (None, None) => DIM,
    };
    let value = match part.value(MOST_SHOWN) {
        Some(Ok(value)) => value,
        Some(Err(words)) => format!("error: {}", one_line(words)),
        None => "not evaluated".to_owned(),
    };
    rows.push(Row { value, depth, text: cut(part.range.of(rule)), style });
    part.parts.iter().for_each(|part| add_rows(part, depth + 1, rule, rows));
}

/// An expression on one line.
fn cut(text: &str) -> String {
    one_line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).to_string()
}

fn place(source: &Source, rule: &EvaluatedRule) -> String {
    match rule.range {
        Some(range) => format!("{}:{}", source.name, source.position(range.start)),
        None => source.name.to_string(),
    }
}

fn rule_place(rule: &EvaluatedRule, crds: &Sources<'_>) -> Option<String> {
    let (file, range) = rule.written.as_ref()?;
    let Some(source) = crds.named(file) else { return Some(file.clone()) };
    let (written, range) = source.origin(*range);
    Some(format!("{}:{}", written.name, written.position(range.start)))
}

/// An array with an entry for each rule and value.
pub fn evaluated_json(all: &[(&Source, Vec<EvaluatedRule>)], crds: &Sources<'_>) -> String {
    let entry = |source: &Source, rule: &EvaluatedRule| {
        let mut entry = object(json!({
            "file": &*source.name,
            "document": rule.document,
            "path": rule.path.to_string(),
            "rule": rule.rule,
            "ruleAt": rule_place(rule, crds),
            "range": rule.range.map(|range| serde_json::to_value(source.span(range)).unwrap_or_default()),
        }));
        match &rule.result {
            Err(words) => drop(entry.insert("compileError".to_owned(), Json::from(words.as_str()))),
            Ok(_) if rule.needs_old => drop(entry.insert("needsOldSelf".to_owned(), Json::from(true))),
            Ok(found) => {
                entry.insert("cost".to_owned(), Json::from(found.cost));
                entry.insert("result".to_owned(), part_json(&found.whole, &rule.rule));
            }
        }
        Json::Object(entry)
    };
    let entries = all.iter().flat_map(|(source, found)| found.iter().map(|rule| entry(source, rule)));
    let entries: Vec<_> = entries.map(|entry| entry.to_string()).collect();
    format!("[{}]\n", entries.join(",\n"))
}

fn part_json(part: &EvaluatedPart, rule: &str) -> Json {
    let bound: Map<_, _> =
        part.variables(MOST_IN_JSON).map(|(name, value)| (name.to_owned(), Json::from(value))).collect();
    let mut entry =
        object(json!({ "text": part.range.of(rule), "start": part.range.start, "end": part.range.end }));
    match part.value(MOST_IN_JSON) {
        None => drop(entry.insert("notEvaluated".to_owned(), Json::from(true))),
        Some(Ok(value)) => {
            entry.insert("type".to_owned(), Json::from(part.type_name()));
            entry.insert("value".to_owned(), Json::from(value));
        }
        Some(Err(words)) => drop(entry.insert("error".to_owned(), Json::from(words))),
    }
    if !bound.is_empty() {
        entry.insert("with".to_owned(), Json::Object(bound));
    }
    if !part.parts.is_empty() {
        entry.insert("parts".to_owned(), part.parts.iter().map(|part| part_json(part, rule)).collect());
    }
    Json::Object(entry)
}

/// The members of an object.
fn object(value: Json) -> Map<String, Json> {
    if let Json::Object(members) = value { members } else { Map::new() }
}

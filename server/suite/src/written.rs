//! New cases as text: a suite of their own, or added to one.
//!
//! Must not know how they were found.

use crdls_text::{Edit, TextRange, line_start};
use crdls_values::Json;
use crdls_values::json::{double_quoted, yaml};
use crdls_yaml::Node;

use crate::accept::{entry, shown};
use crate::new_case::NewCase;
use crate::suite::CaseKind;

const KINDS: [CaseKind; 2] = [CaseKind::OnCreate, CaseKind::OnUpdate];

/// A suite with cases for a CRD; `version` where the CRD has several.
pub fn suite(crd_name: &str, version: Option<&str>, cases: &[NewCase]) -> String {
    let mut text = format!("crdName: {}\n", double_or_plain(crd_name));
    if let Some(version) = version {
        text.push_str(&format!("version: {}\n", double_or_plain(version)));
    }
    text.push_str("tests:\n");
    for kind in KINDS {
        text.push_str(&list(kind, cases, 2));
    }
    text
}

/// The edits that add cases to a suite, after those that it has, in the order of the text; `None` where its lists are not
/// written as blocks. `root` is the suite.
pub fn appended(root: Node<'_>, cases: &[NewCase]) -> Option<Vec<Edit>> {
    let tests = root.get("tests")?.value;
    let (mut edits, mut new) = (Vec::new(), String::new());
    for kind in KINDS.into_iter().filter(|kind| cases.iter().any(|case| case.kind == *kind)) {
        let written = tests.get(kind.name()).map(|list| list.value).filter(|list| !list.is_empty());
        match written {
            Some(list) => {
                let column = dash(list)?;
                let text = cases.iter().filter(|case| case.kind == kind).map(|case| item(case, column));
                edits.push(insertion(list, text.collect()));
            }
            None => {
                let first = tests.entries().next()?;
                let column = block_column(tests, first.key.range().start)?;
                new.push_str(&list_at(kind, cases, column));
            }
        }
    }
    // A new list comes after all others, also where it is put at the same offset.
    Edit::sort(&mut edits);
    edits.extend((!new.is_empty()).then(|| insertion(tests, new)));
    Some(edits)
}

fn list(kind: CaseKind, cases: &[NewCase], column: usize) -> String {
    match cases.iter().any(|case| case.kind == kind) {
        true => list_at(kind, cases, column),
        false => String::new(),
    }
}

/// A list with its key in a column.
fn list_at(kind: CaseKind, cases: &[NewCase], column: usize) -> String {
    let items = cases.iter().filter(|case| case.kind == kind).map(|case| item(case, column + 2));
    format!("{}{}:\n{}", " ".repeat(column), kind.name(), items.collect::<String>())
}

/// A case with its dash in a column.
fn item(case: &NewCase, column: usize) -> String {
    let own = column + 2;
    let indent = " ".repeat(own);
    let mut text = format!("{}- name: {}\n", " ".repeat(column), double_quoted(&case.name));
    let objects = [("initial", Some(&case.initial)), ("updated", case.updated.as_ref())];
    for (key, object) in objects {
        text.extend(object.map(|object| format!("{indent}{key}: |\n{}", block(object, own + 2))));
    }
    format!("{text}{indent}{}\n", entry(case.expectation, &case.answer, own))
}

fn block(object: &Json, column: usize) -> String {
    let lines = yaml(&shown_whole(object));
    lines.lines().map(|line| format!("{}{line}\n", " ".repeat(column))).collect()
}

/// An object as an author would write it: with the name that it has.
fn shown_whole(object: &Json) -> Json {
    let name = object.get("metadata").and_then(|metadata| metadata.get("name")).cloned();
    let mut shown = shown(object);
    if let Some(name) = name {
        if shown.get("metadata").is_none() {
            shown.set("metadata", |range| Json { value: crdls_values::JsonValue::Map(Vec::new()), range });
        }
        if let Some(metadata) = shown.get_mut("metadata") {
            metadata.set("name", |_| name);
        }
    }
    shown
}

fn double_or_plain(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c));
    if is_plain { text.to_owned() } else { double_quoted(text) }
}

/// The column of the dashes of a block list.
fn dash(list: Node<'_>) -> Option<usize> {
    let start = list.range().start;
    let text = list.text();
    let is_block = list.kind().is_seq() && text.get(start as usize..)?.starts_with('-');
    if !is_block { None } else { Some((start - line_start(text, start)) as usize) }
}

/// The column of the keys of a block mapping.
fn block_column(map: Node<'_>, first: u32) -> Option<usize> {
    let text = map.text();
    let is_block = map.kind().is_map() && !text.get(map.range().start as usize..)?.starts_with('{');
    is_block.then(|| (first - line_start(text, first)) as usize)
}

/// An insertion of lines after a node.
fn insertion(after: Node<'_>, lines: String) -> Edit {
    let text = after.text();
    let written = after.range().of(text).trim_end();
    let end = after.range().start as usize + written.len();
    let rest = text.get(end..).unwrap_or_default();
    let line_end = end + rest.find('\n').map_or(rest.len(), |at| at + 1);
    let has_break = text.get(..line_end).unwrap_or_default().ends_with('\n');
    let new_text = if has_break { lines } else { format!("\n{}", lines.trim_end_matches('\n')) };
    Edit { range: TextRange::empty(line_end as u32), new_text }
}

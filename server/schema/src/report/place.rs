//! Gives what was raised its place in the text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crdls_text::TextRange;
use crdls_yaml::{Kind, Node};

use super::locate::Locator;
use super::{FieldError, Mark, Report};
use crate::FieldPath;
use crate::decode::near_value;
use crate::finding::one_line;
use crate::{ErrorType, Finding, Fix, Note, Related, Server};

/// Turns what was raised about an object with so many versions into findings.
pub fn findings(report: Report, root: Node<'_>, versions: usize) -> Vec<Finding> {
    let mut locator = Locator::new(root);
    let (first, again) = said_once(report.errors);
    let (file, start) = report.schema.unwrap_or_default();
    let in_schema = |(range, text): &(TextRange, &str)| Related {
        file: file.clone(),
        range: TextRange::new(range.start + start, range.end + start),
        message: (*text).to_owned(),
    };
    let placed = |raised: FieldError| {
        let asked: Vec<_> = raised.asked.iter().map(in_schema).collect();
        let mut finding = finding(raised, &mut locator, versions);
        finding.related.extend(asked);
        finding
    };
    let mut findings: Vec<_> = first.into_iter().map(placed).collect();
    for (at, raised) in again {
        let Some(finding) = findings.get_mut(at) else { continue };
        let range = range(&raised, &mut locator);
        if range != finding.range {
            finding.related.push(related(range, message(&raised)));
            let more = respell(&raised, &mut locator, versions);
            let edits = finding.fixes.first_mut().map(|fix| &mut fix.edits);
            edits.into_iter().for_each(|edits| edits.extend(more.iter().flat_map(|fix| fix.edits.clone())));
        }
    }
    findings
}

/// The server says each sentence once, as `ErrorList.ToAggregate` does; warnings it repeats. What is said
/// again belongs to the finding at a place in the first list.
fn said_once(raised: Vec<FieldError>) -> (Vec<FieldError>, Vec<(usize, FieldError)>) {
    let (mut first, mut again) = (Vec::<FieldError>::with_capacity(raised.len()), Vec::new());
    let mut places: HashMap<_, usize> = HashMap::new();
    for raised in raised {
        if raised.kind == ErrorType::Warning {
            first.push(raised);
            continue;
        }
        let key = (raised.kind, raised.field.clone(), raised.bad.clone(), raised.detail.clone());
        match places.entry(key) {
            Entry::Occupied(place) => {
                let at = *place.get();
                if let Some(before) = first.get_mut(at) {
                    before.shadowed &= raised.shadowed;
                }
                again.push((at, raised));
            }
            Entry::Vacant(place) => {
                place.insert(first.len());
                first.push(raised);
            }
        }
    }
    (first, again)
}

fn finding(raised: FieldError, locator: &mut Locator<'_>, versions: usize) -> Finding {
    let mut related: Vec<_> =
        raised.related.iter().map(|(path, text)| related(locator.head(path.steps()), text.clone())).collect();
    let head = locator.head(marked(&raised).steps());
    // Of two places that are one, an alias makes the second.
    let same = related.iter().any(|other| other.range == head);
    let alias = if same { locator.alias(marked(&raised).steps()) } else { None };
    let range = alias.unwrap_or_else(|| range(&raised, locator));
    if raised.path.is_hoisted() {
        let others = in_other_versions(&raised, locator, versions);
        related.extend(others.into_iter().filter(|other| other.range != range));
    }
    for (part, text) in &raised.also_inside {
        let range = locator.inside(marked(&raised).steps(), *part);
        related.push(Related { file: None, range, message: one_line(text.as_str()) });
    }
    let message = message(&raised);
    let fixes = respell(&raised, locator, versions).into_iter().collect();
    let why = raised.why.map(|text| Note::Why(one_line(text)));
    let help = raised.help.map(|text| Note::Help(one_line(text)));
    Finding {
        code: raised.code,
        severity: raised.code.severity,
        range,
        message,
        notes: why.into_iter().chain(help).collect(),
        path: raised.moved.unwrap_or(raised.path),
        server: Some(Server {
            kind: raised.kind,
            field: raised.field,
            detail: raised.detail,
            bad: raised.bad,
            shadowed: raised.shadowed,
        }),
        related,
        fixes,
    }
}

fn message(raised: &FieldError) -> String {
    raised.message.as_deref().map_or_else(|| raised.code.summary.to_owned(), one_line)
}

fn related(range: TextRange, message: String) -> Related {
    Related { file: None, range, message: one_line(message) }
}

/// Where the smallest text that must change is.
fn marked(raised: &FieldError) -> &FieldPath {
    raised.place.as_ref().unwrap_or(raised.reported())
}

fn range(raised: &FieldError, locator: &mut Locator<'_>) -> TextRange {
    at(raised, marked(raised), locator)
}

fn at(raised: &FieldError, path: &FieldPath, locator: &mut Locator<'_>) -> TextRange {
    let steps = path.steps();
    if let Some(inside) = raised.inside {
        return locator.inside(steps, inside);
    }
    match raised.mark {
        Mark::ByKind => locator.range(steps, raised.kind),
        Mark::Key => locator.head(steps),
        Mark::Value => locator.value(steps),
    }
}

/// The same place in the versions that are identical to the first.
fn in_other_versions(raised: &FieldError, locator: &mut Locator<'_>, versions: usize) -> Vec<Related> {
    other_versions(raised, versions)
        .map(|path| related(at(raised, &path, locator), "the same in this version".to_owned()))
        .collect()
}

fn other_versions(raised: &FieldError, versions: usize) -> impl Iterator<Item = FieldPath> {
    (1..versions).map(|number| marked(raised).in_version(number))
}

/// Writes the value that was meant, in all versions that the finding speaks of.
fn respell(raised: &FieldError, locator: &mut Locator<'_>, versions: usize) -> Option<Fix> {
    if raised.choices.is_empty() {
        return None;
    }
    let mut fix = respell_at(marked(raised), &raised.choices, locator)?;
    for path in other_versions(raised, if raised.path.is_hoisted() { versions } else { 0 }) {
        fix.edits.extend(respell_at(&path, &raised.choices, locator).into_iter().flat_map(|fix| fix.edits));
    }
    // An alias leads several versions to one place.
    fix.edits.sort_by_key(|edit| edit.range.start);
    fix.edits.dedup();
    Some(fix)
}

fn respell_at(path: &FieldPath, choices: &[&'static str], locator: &mut Locator<'_>) -> Option<Fix> {
    let value = locator.find(path.steps()).value;
    let word = matches!(value.kind(), Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted);
    let meant = near_value(&value.str().filter(|_| word && value.anchor().is_none())?, choices)?;
    Some(Fix::respell(value.range(), value.source(), meant))
}

//! From reported errors to findings with their ranges in the text.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Scalar};

use crate::error::{FieldError, MarkedPart, Report};
use crate::finding::{boolean_word, one_line};
use crate::locate::Locator;
use crate::{ErrorType, FieldPath, Finding, Fix, Note, Related, Server, Unit};
use crdls_text::suggested_value;

/// Turns what was error about an object with so many versions into findings.
pub fn findings(report: Report, unit: Unit<'_>, versions: usize) -> Vec<Finding> {
    let mut locator = Locator::new(unit);
    let (first, again) = said_once(report.errors);
    let file = report.schema_file;
    let in_schema = |(range, text): &(TextRange, &str)| Related {
        file: file.clone(),
        range: *range,
        message: (*text).to_owned(),
    };
    let placed = |error: FieldError| {
        let in_schema: Vec<_> = error.related_in_schema.iter().map(in_schema).collect();
        let mut finding = finding(error, &mut locator, versions);
        finding.related.extend(in_schema);
        finding
    };
    let mut findings: Vec<_> = first.into_iter().map(placed).collect();
    for (at, error) in again {
        let Some(finding) = findings.get_mut(at) else { continue };
        let range = range(&error, &mut locator);
        if range != finding.range {
            finding.related.push(related(range, message(&error)));
            let more = respell(&error, &mut locator, versions);
            let edits = finding.fixes.first_mut().map(|fix| &mut fix.edits);
            edits.into_iter().for_each(|edits| edits.extend(more.iter().flat_map(|fix| fix.edits.clone())));
        }
    }
    findings
}

/// The server says each sentence once, as `ErrorList.ToAggregate` does; warnings it repeats. What is said
/// again belongs to the finding at a place in the first list.
fn said_once(errors: Vec<FieldError>) -> (Vec<FieldError>, Vec<(usize, FieldError)>) {
    let (mut first, mut again) = (Vec::<FieldError>::with_capacity(errors.len()), Vec::new());
    for (place, error) in places(&errors).into_iter().zip(errors) {
        match first.get_mut(place) {
            Some(before) => {
                before.shadowed &= error.shadowed;
                again.push((place, error));
            }
            None => first.push(error),
        }
    }
    (first, again)
}

/// The place of each error in a list with each sentence once.
fn places(errors: &[FieldError]) -> Vec<usize> {
    let mut known: HashMap<_, usize, FixedState> = HashMap::default();
    let mut places = Vec::with_capacity(errors.len());
    let mut next = 0;
    for error in errors {
        let place = match error.kind {
            ErrorType::Warning => next,
            kind => *known.entry((kind, &error.field, &error.bad, &error.detail)).or_insert(next),
        };
        next = next.max(place + 1);
        places.push(place);
    }
    places
}

fn finding(mut error: FieldError, locator: &mut Locator<'_>, versions: usize) -> Finding {
    by_what_is_written(&mut error, locator);
    let mut related: Vec<_> =
        error.related.iter().map(|(path, text)| related(locator.head(path.steps()), text.clone())).collect();
    let head = locator.head(marked(&error).steps());
    // Of two places that are one, an alias makes the second.
    let same = related.iter().any(|other| other.range == head);
    let alias = if same { locator.alias(marked(&error).steps()) } else { None };
    let range = alias.unwrap_or_else(|| range(&error, locator));
    if error.path.is_hoisted() {
        let others = in_other_versions(&error, locator, versions);
        related.extend(others.into_iter().filter(|other| other.range != range));
    }
    for (part, text) in &error.also_inside {
        let range = locator.inside(marked(&error).steps(), *part);
        related.push(Related { file: None, range, message: one_line(text.as_str()) });
    }
    let message = message(&error);
    let fixes = respell(&error, locator, versions).into_iter().collect();
    let why = error.why.map(|text| Note::Why(one_line(text)));
    let past = error.past.map(|text| Note::Why(one_line(text)));
    let help = error.help.map(|text| Note::Help(one_line(text)));
    Finding {
        code: error.code,
        severity: error.code.severity,
        range,
        message,
        notes: why.into_iter().chain(past).chain(help).collect(),
        path: error.moved.unwrap_or(error.path),
        server: Some(Server {
            kind: error.kind,
            field: error.field,
            detail: error.detail,
            bad: error.bad,
            shadowed: error.shadowed,
        }),
        related,
        validated_by: None,
        witness: None,
        kubernetes: None,
        fixes,
    }
}

/// What the text says and the value does not: a null that is dropped, a word that is a boolean.
fn by_what_is_written(error: &mut FieldError, locator: &mut Locator<'_>) {
    if error.if_null.is_none() && !error.is_boolean {
        return;
    }
    let found = locator.find(error.reported().steps()).filter(|found| found.complete);
    let Some(found) = found else { return };
    match found.value.scalar() {
        Some(Scalar::Null) => {
            let said = error.if_null.take();
            error.help = error.help.take().filter(|_| said.is_none());
            error.message = said.or(error.message.take());
        }
        Some(Scalar::Bool(_)) => {
            let word = boolean_word(found.value.source()).unwrap_or_default();
            error.message = error.message.take().map(|message| message + &word);
        }
        _ => {}
    }
}

fn message(error: &FieldError) -> String {
    error.message.as_deref().map_or_else(|| error.code.summary.to_owned(), one_line)
}

fn related(range: TextRange, message: String) -> Related {
    Related { file: None, range, message: one_line(message) }
}

/// Where the smallest text that must change is.
fn marked(error: &FieldError) -> &FieldPath {
    error.marked.as_ref().unwrap_or(error.reported())
}

fn range(error: &FieldError, locator: &mut Locator<'_>) -> TextRange {
    at(error, marked(error), locator)
}

fn at(error: &FieldError, path: &FieldPath, locator: &mut Locator<'_>) -> TextRange {
    let steps = path.steps();
    if let Some(inside) = error.inside {
        return locator.inside(steps, inside);
    }
    match error.part {
        MarkedPart::ByKind => locator.range(steps, error.kind),
        MarkedPart::Key => locator.head(steps),
        MarkedPart::Value => locator.value(steps),
    }
}

/// The same place in the versions that are identical to the first.
fn in_other_versions(error: &FieldError, locator: &mut Locator<'_>, versions: usize) -> Vec<Related> {
    other_versions(error, versions)
        .map(|path| related(at(error, &path, locator), "the same in this version".to_owned()))
        .collect()
}

fn other_versions(error: &FieldError, versions: usize) -> impl Iterator<Item = FieldPath> {
    (1..versions).map(|number| marked(error).in_version(number))
}

/// Writes the value that was meant, in all versions that the finding speaks of.
fn respell(error: &FieldError, locator: &mut Locator<'_>, versions: usize) -> Option<Fix> {
    if error.choices.is_empty() {
        return None;
    }
    let mut fix = respell_at(marked(error), &error.choices, locator)?;
    for path in other_versions(error, if error.path.is_hoisted() { versions } else { 0 }) {
        fix.edits.extend(respell_at(&path, &error.choices, locator).into_iter().flat_map(|fix| fix.edits));
    }
    // An alias leads several versions to one place.
    Edit::sort(&mut fix.edits);
    fix.edits.dedup();
    Some(fix)
}

fn respell_at(path: &FieldPath, choices: &[&'static str], locator: &mut Locator<'_>) -> Option<Fix> {
    let value = locator.find(path.steps())?.value;
    let word = matches!(value.kind(), Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted);
    let meant = suggested_value(&value.str().filter(|_| word && value.anchor().is_none())?, choices)?;
    Some(Fix::respell(value.range(), value.source(), meant))
}

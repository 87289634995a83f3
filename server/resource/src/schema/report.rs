//! What is said of a value, in the server's words and in ours.
//!
//! Mirrors pkg/validation/errors/schema.go and pkg/validation/validate/schema_messages.go of
//! k8s.io/kube-openapi.

use std::collections::HashSet;

use super::fault::{Bound, Fault, Problem};
use crdls_schema::Path;
use crdls_schema::report::{ErrorField, MarkedPart, Report};
use crdls_schema::{Code, ErrorType, code};
use crdls_values::json::go_quote;

code!(INVALID_TYPE, "invalid-type", Error, server, "a value is not of the type of its schema");
code!(INVALID_FORMAT, "invalid-format", Error, server, "a value does not match the format of its schema");
code!(UNSUPPORTED_VALUE, "unsupported-value", Error, server, "a value is not one of the allowed values");
code!(MISSING_FIELD, "missing-field", Error, server, "a field that its schema requires is missing");
code!(FORBIDDEN_FIELD, "forbidden-field", Error, server, "a field that the schema does not allow");
code!(
    PATTERN_MISMATCH,
    "pattern-mismatch",
    Error,
    server,
    "a value does not match the pattern of its schema"
);
code!(
    OUT_OF_BOUNDS,
    "out-of-bounds",
    Error,
    server,
    "a value is too small, too large, too short or too long"
);
code!(DUPLICATE_ITEM, "duplicate-item", Error, server, "a duplicate item in a set or map");
code!(ALTERNATIVES, "alternatives", Error, server, "a value does not fit the alternatives of its schema");

/// The path that field errors have that are of nothing in particular.
const NOWHERE: &str = "<nil>";

/// Raises what was found in a value at a path, each sentence once.
pub(super) fn raise(faults: Vec<Fault>, path: &Path<'_>, report: &mut Report) -> bool {
    if faults.is_empty() {
        return false;
    }
    let base = Some(path.server()).filter(|base| !base.is_empty());
    let mut said = HashSet::new();
    for fault in faults {
        let words = server_error(&fault);
        if !said.insert(words.sentence.clone()) {
            continue;
        }
        let name = fault.name.strip_prefix('.').unwrap_or(&fault.name);
        let name = Some(name).filter(|name| !name.is_empty() && !fault.problem.is_of_the_whole());
        let field = match (&base, name) {
            (Some(base), Some(name)) => format!("{base}.{name}"),
            (Some(base), None) => base.clone(),
            (None, Some(name)) => name.to_owned(),
            (None, None) => NOWHERE.to_owned(),
        };
        report_one(fault, words, field, report);
    }
    !said.is_empty()
}

/// The server's field error.
struct ServerError {
    /// kube-openapi's sentence, by which it tells findings apart.
    sentence: String,
    kind: ErrorType,
    /// The detail, where it is another.
    detail: Option<String>,
}

fn server_error(fault: &Fault) -> ServerError {
    let sentence = sentence(&fault.problem, &fault.name);
    let (kind, detail) = match &fault.problem {
        Problem::Type { .. } | Problem::Format { .. } => (ErrorType::TypeInvalid, None),
        Problem::Required { .. } => (ErrorType::Required, Some(String::new())),
        Problem::Enum { allowed } => {
            let quoted: Vec<_> = allowed.iter().map(|value| go_quote(value)).collect();
            (ErrorType::NotSupported, Some(format!("supported values: {}", quoted.join(", "))))
        }
        Problem::Length { bound: Bound::Maximum, limit, .. } => {
            (ErrorType::TooLong, Some(limited(*limit, "may not be more than", "byte", "value is too long")))
        }
        Problem::Items { bound: Bound::Maximum, limit, .. }
        | Problem::Properties { bound: Bound::Maximum, limit, .. } => {
            (ErrorType::TooMany, Some(limited(*limit, "must have at most", "item", "has too many items")))
        }
        _ => (ErrorType::Invalid, None),
    };
    ServerError { sentence, kind, detail }
}

/// What is said of a limit; one below nothing has a sentence of its own.
fn limited(limit: i64, words: &str, name: &str, below_nothing: &str) -> String {
    if limit < 0 { below_nothing.to_owned() } else { format!("{words} {}", counted(limit, name)) }
}

fn counted(number: i64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

fn sentence(problem: &Problem, name: &str) -> String {
    let least = |bound: &Bound| if *bound == Bound::Minimum { "at least" } else { "at most" };
    match problem {
        Problem::Type { expected, found } => {
            format!("{name} in body must be of type {expected}: {}", go_quote(found))
        }
        Problem::Format { format, text } => {
            format!("{name} in body must be of type {format}: {}", go_quote(text))
        }
        Problem::Enum { allowed } => format!("{name} in body should be one of [{}]", allowed.join(" ")),
        Problem::Required { .. } => format!("{name} in body is required"),
        Problem::Forbidden { key } => format!("{name}.{key} in body is a forbidden property"),
        Problem::Length { bound, limit, .. } => {
            format!("{name} in body should be {} {limit} chars long", least(bound))
        }
        Problem::Pattern { pattern, error: None } => format!("{name} in body should match '{pattern}'"),
        Problem::Pattern { pattern, error: Some(error) } => {
            format!("{name} in body should match '{pattern}, but pattern is invalid: {error}'")
        }
        Problem::Bound { bound, exclusive, limit } => {
            format!("{name} in body should be {} {limit}", compared(*bound, *exclusive))
        }
        Problem::MultipleOf { factor } => format!("{name} in body should be a multiple of {factor}"),
        Problem::Factor { factor } => {
            format!("factor MultipleOf declared for {name} must be positive: {factor}")
        }
        Problem::Range { what, type_, format } if format.is_empty() => {
            format!("{what} value must be of type {type_} (default format) in {name}")
        }
        Problem::Range { what, type_, format } => {
            format!("{what} value must be of type {type_} with format {format} in {name}")
        }
        Problem::Items { bound, limit, .. } => {
            format!("{name} in body should have {} {limit} items", least(bound))
        }
        Problem::Properties { bound, limit, .. } => {
            format!("{name} in body should have {} {limit} properties", least(bound))
        }
        Problem::Unique { .. } => format!("{name} in body shouldn't contain duplicates"),
        Problem::AnyOf => format!("{} must validate at least one schema (anyOf)", go_quote(name)),
        Problem::OneOf { valid } => {
            let found = match valid {
                0 => "Found none valid".to_owned(),
                valid => format!("Found {valid} valid alternatives"),
            };
            format!("{} must validate one and only one schema (oneOf). {found}", go_quote(name))
        }
        Problem::AllOf { none } => {
            let more = if *none { ". None validated" } else { "" };
            format!("{} must validate all the schemas (allOf){more}", go_quote(name))
        }
        Problem::Not => format!("{} must not validate the schema (not)", go_quote(name)),
    }
}

const fn compared(bound: Bound, exclusive: bool) -> &'static str {
    match (bound, exclusive) {
        (Bound::Maximum, false) => "less than or equal to",
        (Bound::Maximum, true) => "less than",
        (Bound::Minimum, false) => "greater than or equal to",
        (Bound::Minimum, true) => "greater than",
    }
}

/// Our message, with its notes.
struct Message {
    code: &'static Code,
    message: String,
    why: Option<String>,
    help: Option<String>,
}

fn report_one(fault: Fault, words: ServerError, field: String, report: &mut Report) {
    let ours = message(&fault.problem);
    let detail = words.detail.unwrap_or(words.sentence);
    let raised = report.add_at(ours.code, words.kind, ErrorField { field, path: fault.path }, detail);
    raised.message(ours.message);
    if ours.code == &FORBIDDEN_FIELD {
        raised.part = MarkedPart::Key;
    }
    if !matches!(words.kind, ErrorType::Required | ErrorType::TooLong) {
        raised.bad(fault.bad.unwrap_or_else(|| go_quote("")));
    }
    if let Some(why) = ours.why {
        raised.why(why);
    }
    if let Some(help) = ours.help {
        raised.help(help);
    }
}

fn message(problem: &Problem) -> Message {
    let (code, message, help): (_, _, Option<String>) = match problem {
        Problem::Type { expected, found } => of_type(expected, found),
        Problem::Format { format, text } => {
            (&INVALID_FORMAT, format!("`{text}` is not in the format `{format}`"), None)
        }
        Problem::Enum { allowed } => {
            let listed: Vec<_> = allowed.iter().map(|value| format!("`{value}`")).collect();
            let help = format!("write one of {}", listed.join(", "));
            (&UNSUPPORTED_VALUE, "this is none of the values that there are".to_owned(), Some(help))
        }
        Problem::Required { name } => {
            (&MISSING_FIELD, format!("`{name}` is missing"), Some(format!("add `{name}:`")))
        }
        Problem::Forbidden { key } => {
            (&FORBIDDEN_FIELD, format!("there is no field `{key}` here"), Some("remove it".to_owned()))
        }
        Problem::Length { bound, limit, length } => (
            &OUT_OF_BOUNDS,
            format!("this text has {}, and {}", counted(*length, "character"), allowed(*bound, *limit)),
            None,
        ),
        Problem::Pattern { pattern, error: None } => {
            (&PATTERN_MISMATCH, format!("this does not match `{pattern}`"), None)
        }
        Problem::Pattern { pattern, error: Some(_) } => {
            let help = Some("mend the pattern in the CRD".to_owned());
            (&PATTERN_MISMATCH, format!("nothing matches `{pattern}`, which is no regular expression"), help)
        }
        Problem::Bound { bound, exclusive, limit } => {
            (&OUT_OF_BOUNDS, format!("this must be {} {limit}", compared(*bound, *exclusive)), None)
        }
        Problem::MultipleOf { factor } => {
            (&OUT_OF_BOUNDS, format!("this must be a multiple of {factor}"), None)
        }
        Problem::Factor { factor } => {
            let help = Some("mend `multipleOf` in the CRD".to_owned());
            (&OUT_OF_BOUNDS, format!("no number is a multiple of {factor}"), help)
        }
        Problem::Range { what: "Checked", type_, format } => {
            (&OUT_OF_BOUNDS, format!("this does not fit {}", of_range(type_, format)), None)
        }
        Problem::Range { what, type_, format } => {
            let message = format!("the schema's own bound ({what}) does not fit {}", of_range(type_, format));
            (&OUT_OF_BOUNDS, message, Some("mend the bound in the CRD".to_owned()))
        }
        Problem::Items { bound, limit, count } => (
            &OUT_OF_BOUNDS,
            format!("this list has {}, and {}", counted(*count, "item"), allowed(*bound, *limit)),
            None,
        ),
        Problem::Properties { bound, limit, count } => (
            &OUT_OF_BOUNDS,
            format!("this has {}, and {}", counted(*count, "field"), allowed(*bound, *limit)),
            None,
        ),
        Problem::Unique { again } => {
            (&DUPLICATE_ITEM, format!("item {again} is already there"), Some("remove one of them".to_owned()))
        }
        Problem::AnyOf => (&ALTERNATIVES, "this fits none of the alternatives (anyOf)".to_owned(), None),
        Problem::OneOf { valid: 0 } => {
            (&ALTERNATIVES, "this fits none of the alternatives (oneOf)".to_owned(), None)
        }
        Problem::OneOf { valid } => (
            &ALTERNATIVES,
            format!("this fits {valid} of the alternatives (oneOf)"),
            Some("keep to one of them: often that means to remove a field".to_owned()),
        ),
        Problem::AllOf { .. } => {
            (&ALTERNATIVES, "this does not fit all of its schemas (allOf)".to_owned(), None)
        }
        Problem::Not => (&ALTERNATIVES, "this fits what is excluded (not)".to_owned(), None),
    };
    Message { code, message, why: None, help }
}

fn of_type(expected: &str, found: &str) -> (&'static Code, String, Option<String>) {
    let help = match (expected, found) {
        (_, "null") => Some("write a value, or remove the line".to_owned()),
        ("string", "integer" | "number" | "boolean") => Some("put it into quotes".to_owned()),
        ("integer" | "number" | "boolean", "string") => Some("write it without quotes".to_owned()),
        ("array", _) => Some("write a list: each item behind a dash".to_owned()),
        _ => None,
    };
    let found = if found.is_empty() { "something else" } else { found };
    (&INVALID_TYPE, format!("this must be of type {}, not {found}", expected.replace(',', " or ")), help)
}

fn allowed(bound: Bound, limit: i64) -> String {
    match bound {
        Bound::Maximum => format!("at most {limit} are allowed"),
        Bound::Minimum => format!("at least {limit} must be there"),
    }
}

fn of_range(type_: &str, format: &str) -> String {
    if format.is_empty() { format!("`{type_}`") } else { format!("`{format}`") }
}

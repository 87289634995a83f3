//! What is reported of a value: the server's sentence, and our headline.
//!
//! Mirrors pkg/validation/errors/schema.go and pkg/validation/validate/schema_messages.go of
//! k8s.io/kube-openapi.

use std::collections::HashSet;

use super::fault::{Bound, Fault, Problem};
use crdls_go::go_quote;
use crdls_report::{Code, ErrorField, ErrorType, FieldError, MarkedPart, Path, Report, code, in_backticks};

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
    let mistyped: HashSet<String> = faults.iter().filter(|f| f.is_type()).map(|f| f.name.clone()).collect();
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
        let follows = !fault.is_type() && mistyped.contains(&fault.name);
        let raised = report_one(fault, words, field, report);
        if follows {
            raised.help = None;
            raised.why("the value has the wrong type; fix that first");
        }
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
        Problem::Enum { allowed, .. } => {
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
        Problem::Enum { allowed, .. } => format!("{name} in body should be one of [{}]", allowed.join(" ")),
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
        Problem::AnyOf { .. } => format!("{} must validate at least one schema (anyOf)", go_quote(name)),
        Problem::OneOf { valid, .. } => {
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

/// Our headline, and what to do.
struct Message {
    code: &'static Code,
    headline: String,
    help: Option<String>,
}

fn report_one(fault: Fault, words: ServerError, field: String, report: &mut Report) -> &mut FieldError {
    let Message { code, headline, help } = message(&fault);
    let ratchets_at = fault.node.clone();
    let detail = words.detail.unwrap_or(words.sentence);
    let if_null = match &fault.problem {
        Problem::Required { name, empty } => null_instead(&fault.path.subject(), name, *empty),
        _ => None,
    };
    let raised = report.add_at(code, words.kind, ErrorField { field, path: fault.path }, detail);
    raised.message(headline);
    raised.ratchets_at = ratchets_at;
    raised.if_null = if_null;
    raised.is_boolean = matches!(fault.problem, Problem::Type { found: "boolean", .. });
    raised.help = help;
    if code == &FORBIDDEN_FIELD {
        raised.part = MarkedPart::Key;
    }
    if !matches!(words.kind, ErrorType::Required | ErrorType::TooLong) {
        raised.bad(fault.bad.unwrap_or_else(|| go_quote("")));
    }
    raised
}

/// The headline where null is written for a field that is required.
fn null_instead(field: &str, name: &str, empty: Option<&str>) -> Option<String> {
    let what = empty.map_or("write a value".to_owned(), |empty| format!("write `{name}: {empty}`"));
    Some(format!("{field} is null, which the server drops: {what}"))
}

fn message(fault: &Fault) -> Message {
    let (code, said, help) = match &fault.problem {
        Problem::Type { expected, found } => of_type(expected, found, &fault.got),
        Problem::Enum { listed, .. } => of_enum(listed, &fault.got),
        Problem::Format { format, .. } => (
            &INVALID_FORMAT,
            format!("must have the format `{format}`, got {}", fault.got),
            Some(format!("write a value of the format `{format}`")),
        ),
        Problem::Pattern { pattern, error } => of_pattern(pattern, error.is_some(), &fault.got),
        Problem::Required { name, .. } => {
            (&MISSING_FIELD, "is missing".to_owned(), Some(format!("add `{name}:`")))
        }
        Problem::Forbidden { .. } => (
            &FORBIDDEN_FIELD,
            "is not allowed: the schema has `additionalProperties: false`".to_owned(),
            Some("remove it".to_owned()),
        ),
        Problem::AnyOf { nearest } => (
            &ALTERNATIVES,
            format!("must match at least one `anyOf` schema{}", nearest_requires(nearest.as_deref())),
            None,
        ),
        Problem::OneOf { valid: 0, names } => (
            &ALTERNATIVES,
            format!(
                "must match exactly one `oneOf` schema, but matches none{}",
                nearest_requires(names.first().map(String::as_str))
            ),
            None,
        ),
        Problem::OneOf { valid, names } => of_several(*valid, names),
        Problem::AllOf { .. } => (&ALTERNATIVES, "must match every `allOf` schema".to_owned(), None),
        Problem::Not => (&ALTERNATIVES, "must not match the `not` schema".to_owned(), None),
        Problem::Unique { again } => (
            &DUPLICATE_ITEM,
            format!("must not have duplicates, but item {again} is a duplicate"),
            Some("remove one of the two".to_owned()),
        ),
        bound => of_bound(bound, &fault.got),
    };
    Message { code, headline: format!("{} {said}", fault.path.subject()), help }
}

/// The end of a headline on alternatives of which none matches.
fn nearest_requires(name: Option<&str>) -> String {
    name.map(|name| format!("; the nearest requires {}", in_backticks(name))).unwrap_or_default()
}

/// Several alternatives match, of which only one may.
fn of_several(valid: usize, names: &[String]) -> Predicate {
    let names: Vec<_> = names.iter().map(|name| in_backticks(name)).collect();
    let listed = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    let help = match names.split_last() {
        Some((last, [one])) => format!("remove {one} or {last}"),
        Some((last, others)) if !others.is_empty() => format!("keep one of {} and {last}", others.join(", ")),
        _ => "keep the fields of only one alternative".to_owned(),
    };
    let headline = format!("must match exactly one `oneOf` schema, but matches {valid}{listed}");
    (&ALTERNATIVES, headline, Some(help))
}

/// The code, what the headline says of the field, and what to do.
type Predicate = (&'static Code, String, Option<String>);

fn of_type(expected: &str, found: &str, got: &str) -> Predicate {
    let help = match (expected, found) {
        (_, "null") => Some("write a value, or remove the line".to_owned()),
        ("string", "integer" | "number" | "boolean") => Some("put the value into quotes".to_owned()),
        ("integer" | "number" | "boolean", "string") => Some("write the value without quotes".to_owned()),
        ("array", _) => Some("write a list: begin each item with `- `".to_owned()),
        _ => None,
    };
    let got = match (found, got) {
        ("string", text) if text.starts_with('`') => format!("the string {text}"),
        (_, "") => "a value of another type".to_owned(),
        (_, got) => got.to_owned(),
    };
    (&INVALID_TYPE, format!("must be {}, got {got}", of_types(expected)), help)
}

/// A type of schemas with its article; what is none in backticks.
fn of_types(expected: &str) -> String {
    match expected {
        "string" | "boolean" | "number" => format!("a {expected}"),
        "integer" | "array" | "object" => format!("an {expected}"),
        "integer,string" => "an integer or a string".to_owned(),
        other => format!("of type `{other}`"),
    }
}

fn of_enum(allowed: &[String], got: &str) -> Predicate {
    const SHOWN: usize = 6;
    let shown = if allowed.len() > SHOWN + 1 { SHOWN } else { allowed.len() };
    let (shown, rest) = allowed.split_at(shown);
    let more = if rest.is_empty() { String::new() } else { format!(" or {} other values", rest.len()) };
    let headline = format!("must be one of {}{more}, got {got}", shown.join(", "));
    (&UNSUPPORTED_VALUE, headline, (!rest.is_empty()).then(|| format!("write one of {}", allowed.join(", "))))
}

fn of_pattern(pattern: &str, is_broken: bool, got: &str) -> Predicate {
    let pattern = in_backticks(pattern);
    if is_broken {
        let headline = format!("has the pattern {pattern}, which is not a regular expression");
        return (&PATTERN_MISMATCH, headline, Some("fix the pattern in the CRD".to_owned()));
    }
    (&PATTERN_MISMATCH, format!("must match {pattern}, got {got}"), None)
}

fn of_bound(problem: &Problem, got: &str) -> Predicate {
    let least = |bound: &Bound| if *bound == Bound::Minimum { "at least" } else { "at most" };
    let (said, help) = match problem {
        Problem::Length { bound, limit, length } => {
            (format!("must have {} {}, got {length}", least(bound), counted(*limit, "character")), None)
        }
        Problem::Items { bound, limit, count } => {
            (format!("must have {} {}, got {count}", least(bound), counted(*limit, "item")), None)
        }
        Problem::Properties { bound, limit, count } => {
            (format!("must have {} {}, got {count}", least(bound), counted(*limit, "field")), None)
        }
        Problem::Bound { bound, exclusive: false, limit } => {
            (format!("must be {} {limit}, got {got}", least(bound)), None)
        }
        Problem::Bound { bound, exclusive: true, limit } => {
            (format!("must be {} {limit}, got {got}", compared(*bound, true)), None)
        }
        Problem::MultipleOf { factor } => (format!("must be a multiple of {factor}, got {got}"), None),
        Problem::Factor { factor } => (
            format!("has `multipleOf: {factor}`, which no number is a multiple of"),
            Some("make `multipleOf` in the CRD greater than 0".to_owned()),
        ),
        Problem::Range { what: "Checked", type_, format } => {
            (format!("must fit {}, got {got}", of_range(type_, format)), None)
        }
        Problem::Range { what, type_, format } => {
            let keyword = keyword(what);
            let said = format!("has a `{keyword}` that does not fit {}", of_range(type_, format));
            (said, Some(format!("fix `{keyword}` in the CRD")))
        }
        // The others have no bound.
        _ => (String::new(), None),
    };
    (&OUT_OF_BOUNDS, said, help)
}

/// The keyword of what the server calls a checked value.
fn keyword(what: &str) -> &'static str {
    match what {
        "Minimum boundary" => "minimum",
        "Maximum boundary" => "maximum",
        _ => "multipleOf",
    }
}

fn of_range(type_: &str, format: &str) -> String {
    if format.is_empty() { format!("`{type_}`") } else { format!("`{format}`") }
}

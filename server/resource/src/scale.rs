//! The places that the scale subresource reads: they hold counts and a selector.
//!
//! Mirrors `ValidateScaleSpec` and `ValidateScaleStatus` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/validator.go) and `NestedInt64` of k8s.io/apimachinery
//! (pkg/apis/meta/v1/unstructured/helpers.go).

use super::schema::fault::shown;
use crdls_manifest::model::Scale;
use crdls_report::{ErrorField, ErrorType, FieldPath, Report, code};
use crdls_values::{Json, JsonValue};

code!(SCALE_VALUE, "scale-value", Error, server, "the scale subresource cannot read a value");

/// Checks an object whose version has the subresource.
pub fn check(value: &Json, scale: Scale<'_>, report: &mut Report) {
    count(value, scale.spec_replicas_path(), report);
    status(value, scale, report);
}

/// What a write of the status is asked.
pub fn status(value: &Json, scale: Scale<'_>, report: &mut Report) {
    count(value, scale.status_replicas_path(), report);
    if let Some(path) = scale.label_selector_path() {
        match find(value, path) {
            Ok(found) if found.is_none_or(|found| found.as_str().is_some()) => {}
            Ok(Some(found)) => {
                let ours = format!("must be a string, got {}", shown(found));
                wrong(path, accessor(path, found, "string"), "\"\"".to_owned(), &ours, report);
            }
            Ok(None) => {}
            Err(words) => wrong(path, words, "\"\"".to_owned(), UNREACHABLE, report),
        }
    }
}

/// A number of replicas; nothing where the path leads nowhere.
pub struct Count(pub Option<i64>);

/// The number at a path, or the server's sentence where it cannot be read.
pub fn replicas(value: &Json, path: &str) -> Result<Count, String> {
    match find(value, path)? {
        None => Ok(Count(None)),
        Some(Json { value: JsonValue::Int(number), .. }) => Ok(Count(Some(*number))),
        Some(found) => Err(accessor(path, found, "int64")),
    }
}

/// The text at a path, or the server's sentence where it cannot be read.
pub fn selector<'v>(value: &'v Json, path: &str) -> Result<Option<&'v str>, String> {
    let found = find(value, path)?;
    found.map(|found| found.as_str().ok_or_else(|| accessor(path, found, "string"))).transpose()
}

fn count(value: &Json, path: &str, report: &mut Report) {
    let number = match find(value, path) {
        Ok(None) => return,
        Ok(Some(found)) => match found.value {
            JsonValue::Int(number) => number,
            _ => {
                let ours = format!("must be an integer, got {}", shown(found));
                return wrong(path, accessor(path, found, "int64"), "0".to_owned(), &ours, report);
            }
        },
        Err(words) => return wrong(path, words, "0".to_owned(), UNREACHABLE, report),
    };
    if number < 0 {
        let ours = format!("must be at least 0, got {number}");
        wrong(path, "should be a non-negative integer".to_owned(), number.to_string(), &ours, report);
    } else if number > i64::from(i32::MAX) {
        let words = format!("should be less than or equal to {}", i32::MAX);
        let ours = format!("must be at most {}, got {number}", i32::MAX);
        wrong(path, words, number.to_string(), &ours, report);
    }
}

/// The value at a path, where it leads anywhere; the sentence where something on the way is no map.
fn find<'v>(value: &'v Json, path: &str) -> Result<Option<&'v Json>, String> {
    let mut at = value;
    let mut walked = String::new();
    for field in path.strip_prefix('.').unwrap_or(path).split('.') {
        walked.push('.');
        walked.push_str(field);
        match &at.value {
            JsonValue::Null => return Ok(None),
            JsonValue::Map(_) => {}
            _ => return Err(accessor(&walked, at, "map[string]interface {}")),
        }
        match at.get(field) {
            Some(next) => at = next,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

fn accessor(path: &str, found: &Json, wanted: &str) -> String {
    let path = path.strip_prefix('.').unwrap_or(path);
    let wanted = wanted.replace("interface {}", "interface{}");
    format!(".{path} accessor error: {} is of the type {}, expected {wanted}", found.to_go(), found.go_type())
}

/// What a headline says of a path that leads through something that is not an object.
const UNREACHABLE: &str = "cannot be read: a field on the way to it is not an object";

fn wrong(path: &str, detail: String, bad: String, ours: &str, report: &mut Report) {
    let plain = path.strip_prefix('.').unwrap_or(path);
    let names: Vec<_> = plain.split('.').collect();
    let target = ErrorField { field: path.to_owned(), path: FieldPath::of_names(&names) };
    let headline = format!("{} {ours}", target.path.subject());
    report
        .add_at(&SCALE_VALUE, ErrorType::Invalid, target, detail)
        .bad(bad)
        .message(headline)
        .why(format!("the scale subresource of this kind reads `{path}`"));
}

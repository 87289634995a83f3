//! Values that a format lets pass, and that the Go type for it cannot decode.
//!
//! `IsDuration` and `IsDateTime` of k8s.io/kube-openapi (pkg/validation/strfmt) are looser than `time.ParseDuration` and
//! `time.Parse`, which `Duration.UnmarshalJSON` and `Time.UnmarshalJSON` of k8s.io/apimachinery call
//! (pkg/apis/meta/v1/duration.go, time.go). Knows formats; must not know where a value is.

use crdls_go::time::{duration_text, parse_duration};
use crdls_manifest::decode::time_problem;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{FieldPath, Finding, Fix, code, in_backticks};
use crdls_text::TextRange;
use crdls_values::formats;
use crdls_yaml::{Kind, Node};

code!(
    UNDECODABLE_VALUE,
    "undecodable-value",
    Warning,
    advice,
    "a value of a format that the server accepts and Go's type for it cannot decode"
);

/// The values in a value of a schema, with what leads to it.
pub fn undecodable_values(
    value: Node<'_>,
    schema: Schema<'_>,
    path: &FieldPath,
    minor: Minor,
    found: &mut Vec<Finding>,
) {
    // What an alias stands for is written elsewhere.
    if value.kind() == Kind::Alias {
        return;
    }
    for entry in value.entries() {
        let Some(key) = entry.key.str() else { continue };
        let below = schema.property(&key).or_else(|| schema.value_schema());
        if let Some(below) = below {
            undecodable_values(entry.value, below, &path.child(&key), minor, found);
        }
    }
    if let Some(items) = schema.item_schema() {
        for (index, item) in value.items().enumerate() {
            undecodable_values(item, items, &path.item(index), minor, found);
        }
    }
    if !schema.format().is_empty()
        && value.kind().is_scalar()
        && let Some(text) = value.str()
    {
        found.extend(finding(&text, schema, value.range(), value.source(), path, minor));
    }
}

fn finding(
    text: &str,
    schema: Schema<'_>,
    range: TextRange,
    source: &str,
    path: &FieldPath,
    minor: Minor,
) -> Option<Finding> {
    let (format, type_) = (schema.format(), schema.type_());
    if type_ != "string"
        || !crdls_minors::checks_format(format, type_, minor)
        || !formats::is_valid(format, text)
    {
        return None;
    }
    let (go, meant) = undecodable(format, text)?;
    let message = format!("{} is {}, which `{go}` cannot decode", path.subject(), in_backticks(text));
    let finding = Finding::new(&UNDECODABLE_VALUE, range, path.clone(), message).why(format!(
        "the API server accepts more for the format `{format}` than Go's `time` package reads: a program with the type `{go}` fails on the object"
    ));
    Some(match meant {
        Some(meant) => finding.help(format!("write `{meant}`")).fix(Fix::respell(range, source, &meant)),
        None => finding.help("write the value as Go's `time` package reads it"),
    })
}

/// The Go type that cannot decode a text of a format, and what it can decode in its place.
fn undecodable(format: &str, text: &str) -> Option<(&'static str, Option<String>)> {
    match format.replace('-', "").as_str() {
        "duration" if parse_duration(text).is_none() => {
            // Of `1.5 hours`, strfmt reads `5 hours`.
            let is_whole = text.chars().all(|c| c.is_alphanumeric() || c.is_whitespace());
            let nanoseconds = formats::parse_duration(text).ok().filter(|sum| is_whole && *sum > 0);
            Some(("metav1.Duration", nanoseconds.map(duration)))
        }
        "datetime" if time_problem(text).is_some() => {
            let upper = Some(text.to_ascii_uppercase()).filter(|upper| time_problem(upper).is_none());
            Some(("metav1.Time", upper))
        }
        _ => None,
    }
}

/// A duration as people write it for Go: `168h`, `1h30m`.
fn duration(nanoseconds: i64) -> String {
    let text = duration_text(nanoseconds);
    let text = text.strip_suffix("m0s").map(|rest| format!("{rest}m")).unwrap_or(text);
    text.strip_suffix("h0m").map(|rest| format!("{rest}h")).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_for_go() {
        for (format, text, expected) in [
            ("duration", "7d", Some(Some("168h"))),
            ("duration", "2 weeks", Some(Some("336h"))),
            ("duration", "90 min", Some(Some("1h30m"))),
            ("duration", "1.5 hours", Some(None)),
            ("duration", "1h", None),
            ("duration", "1.5h", None),
            ("date-time", "2020-01-01t00:00:00z", Some(Some("2020-01-01T00:00:00Z"))),
            ("date-time", "2020-01-01T00:00:00Z", None),
            ("date", "2020-01-01", None),
        ] {
            let found = undecodable(format, text).map(|(_, meant)| meant);
            let expected = expected.map(|meant| meant.map(str::to_owned));
            assert!(formats::is_valid(format, text), "{format} {text}");
            assert_eq!(found, expected, "{format} {text}");
        }
    }
}

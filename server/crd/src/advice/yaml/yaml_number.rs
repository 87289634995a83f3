//! Numbers that are others to kubectl than they look, or that are meant as text: `1.10` is 1.1, and
//! `012` is 10.

use crdls_text::{Edit, TextRange};
use crdls_yaml::Scalar;

use crate::advice::Input;
use crate::advice::walk::values::{self, AuthoredItem, Role};
use crdls_manifest::model::Schema;
use crdls_report::{Finding, Fix, Path, Severity, code};
use crdls_values::json::Number;

code!(YAML_NUMBER, "yaml-number", Warning, advice, "kubectl reads a number differently, or not as a string");

pub(super) fn check(written: AuthoredItem<'_>, path: &Path<'_>, input: &Input<'_>) -> Option<Finding> {
    match written {
        AuthoredItem::Key { name, range } => key(input, name, range, path),
        AuthoredItem::Scalar { value, role, schema: Some(schema) } => {
            scalar(input, value.range, role, schema, path)
        }
        AuthoredItem::Scalar { .. } => None,
    }
}

/// A key that is named otherwise than it is written.
fn key(input: &Input<'_>, name: &str, range: TextRange, path: &Path<'_>) -> Option<Finding> {
    if !name.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')) {
        return None;
    }
    let (source, scalar) = values::plain(input, range)?;
    if source == name || !matches!(scalar, Scalar::Int(_) | Scalar::Float(_)) {
        return None;
    }
    let message = format!("the key `{source}` is read as the number `{name}`");
    Some(
        Finding::new(&YAML_NUMBER, range, path, message)
            .why("kubectl reads a number and writes it in its own form, so the field gets another name")
            .help(format!("write `\"{source}\"` in quotes"))
            .fix(Fix::quote(range, source)),
    )
}

fn scalar(
    input: &Input<'_>,
    range: TextRange,
    role: Role,
    schema: Schema<'_>,
    path: &Path<'_>,
) -> Option<Finding> {
    let (source, scalar) = values::plain(input, range)?;
    let number = Number::of(&scalar)?.text();
    match schema.type_() {
        // One that is as it looks is a matter of its type alone.
        // The server refuses a number as such a default.
        "string" if role == Role::Default => None,
        "string" => (source != number).then(|| text(source, &number, role, range, path)),
        "" if role == Role::Enum || schema.int_or_string() => {
            (source != number && is_odd(source)).then(|| text(source, &number, role, range, path))
        }
        "integer" | "number" => other(source, &number, range, path),
        _ => None,
    }
}

/// Whether nobody writes a number like that who thinks of its value: digits that are lost or misread.
fn is_odd(source: &str) -> bool {
    let digits = source.trim_start_matches(['+', '-']);
    // `1e3` is a number to all.
    if digits.contains(['e', 'E', 'x']) {
        return false;
    }
    let zero = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes().get(1) != Some(&b'.');
    let fraction = digits.contains('.') && digits.ends_with('0') && !digits.ends_with(".0");
    zero || fraction || source.starts_with('+') || source.contains('_')
}

/// A number where a text is meant.
fn text(source: &str, number: &str, role: Role, range: TextRange, path: &Path<'_>) -> Finding {
    let message = format!("{} is the number `{number}`, not the string `{source}`", path.subject());
    let why = match role {
        Role::Enum => "kubectl reads a number, so no string can equal this value",
        Role::Default | Role::Example => "without quotes, kubectl parses this as a number",
    };
    Finding::new(&YAML_NUMBER, range, path, message)
        .why(why)
        .help(format!("write `\"{source}\"` in quotes"))
        .fix(Fix::quote(range, source))
}

/// A number that is another than its digits say, or written in a way that not every reader of YAML knows.
fn other(source: &str, number: &str, range: TextRange, path: &Path<'_>) -> Option<Finding> {
    let digits = source.trim_start_matches(['+', '-']);
    let decimal = digits.bytes().all(|b| b.is_ascii_digit());
    let misread = decimal && digits.trim_start_matches('0') != number.trim_start_matches(['-', '0']);
    let message = format!("{} is read as `{number}`, but written as `{source}`", path.subject());
    let finding = Finding::new(&YAML_NUMBER, range, path, message);
    if misread && digits.len() >= 19 {
        let why =
            "the number does not fit into 64 bits, so the server keeps the nearest floating-point number";
        return Some(finding.why(why).help("use a number of at most 64 bits, or a string"));
    }
    // Four digits, as 0644, are a file's mode, and octal is meant.
    if misread && digits.len() != 4 {
        let why = "kubectl reads YAML 1.1, where a leading zero makes a number octal";
        let plain = digits.trim_start_matches('0');
        return Some(finding.why(why).help(format!("write `{number}` or `{plain}`")));
    }
    let odd = is_odd(source) && !misread && !digits.starts_with("0.");
    let why = "kubectl reads YAML 1.1; a reader of YAML 1.2 may read another number, or a string";
    let fix = Fix {
        title: format!("write `{number}`"),
        safe: true,
        edits: vec![Edit { range, new_text: number.to_owned() }],
    };
    odd.then(|| Finding { severity: Severity::Hint, ..finding.why(why).fix(fix) })
}

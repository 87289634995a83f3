//! What we say of values and keys, beside the server's own words.

use crdls_text::Edit;
use crdls_yaml::{Kind, Member, Node};

use crate::fields::{JSON_SCHEMA_PROPS, Ty, TypeDef};
use crate::{Fix, Note, Path, Step};
use crdls_values::json::Raw;

/// What a type wants, with its article.
pub fn expected(ty: Ty) -> &'static str {
    match ty {
        Ty::Bool => "`true` or `false`",
        Ty::Int32 | Ty::Int64 => "a whole number",
        Ty::Float64 => "a number",
        Ty::String => STRING,
        Ty::Bytes => "base64 text",
        Ty::Time => "a time",
        Ty::List(_) => "a list",
        Ty::Map(_) | Ty::Object(_) => "a map",
        Ty::Json | Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => "a schema",
    }
}

const STRING: &str = "a string";

/// What a Go type of whole numbers takes.
pub fn integer(go: &str) -> &'static str {
    match go {
        "int32" => "a whole number of 32 bits",
        "uint8" => "a whole number from 0 to 255",
        _ => "a whole number of 64 bits",
    }
}

/// The value's name: `` `maxLength` ``, `` an item of `required` ``, `` `app` in `labels` ``.
pub fn subject(path: &Path<'_>) -> String {
    let steps = path.steps();
    let field = steps.iter().rev().find_map(|step| match step {
        Step::Child(name) => Some(*name),
        _ => None,
    });
    match (steps.last(), field) {
        (Some(Step::Child(name)), _) => format!("`{name}`"),
        (Some(Step::Key(key)), Some(field)) => format!("`{key}` in `{field}`"),
        (Some(Step::Index(_)), Some(field)) => format!("an item of `{field}`"),
        _ => "the manifest".to_owned(),
    }
}

/// What to do about a scalar that looks like what was wanted and is not.
pub fn advice(written: Node<'_>, raw: &Raw<'_>, expected: &str) -> Vec<Note> {
    let source = written.source();
    if written.kind() == Kind::Plain && expected == STRING {
        return unquoted(source, raw);
    }
    let quoted = matches!(written.kind(), Kind::SingleQuoted | Kind::DoubleQuoted);
    match raw {
        Raw::Str(text) if quoted && means(text, expected) => {
            vec![Note::Help(format!("leave the quotes out: `{text}`"))]
        }
        Raw::Map if expected == "a list" => {
            vec![Note::Help("begin each item with `- `".to_owned())]
        }
        _ => Vec::new(),
    }
}

/// Puts a scalar into quotes, or takes them away, where that makes it what was wanted.
pub fn fix(written: Node<'_>, raw: &Raw<'_>, expected: &str) -> Option<Fix> {
    if written.anchor().is_some() || written.tag().is_some() {
        return None;
    }
    let (range, source) = (written.range(), written.source());
    match (written.kind(), raw) {
        (Kind::Plain, Raw::Bool(_) | Raw::Number(_)) if expected == STRING => Some(Fix::quote(range, source)),
        (Kind::SingleQuoted | Kind::DoubleQuoted, Raw::Str(text))
            if means(text, expected) && !is_octal(text) =>
        {
            let edits = vec![Edit { range, new_text: text.clone().into_owned() }];
            Some(Fix { title: format!("write `{text}`"), safe: true, edits })
        }
        _ => None,
    }
}

fn unquoted(source: &str, raw: &Raw<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Raw::Bool(value) = raw
        && source != value.to_string()
    {
        notes.push(Note::Why(format!("kubectl reads YAML 1.1, where `{source}` is the boolean {value}")));
    }
    if matches!(raw, Raw::Bool(_) | Raw::Number(_)) {
        notes.push(Note::Help(format!("put it into quotes: `\"{source}\"`")));
    }
    notes
}

/// Whether a text without its quotes would be what is expected.
fn means(text: &str, expected: &str) -> bool {
    match expected {
        "`true` or `false`" => matches!(text, "true" | "false"),
        "a whole number" => text.parse::<i64>().is_ok(),
        "a number" => text.parse::<f64>().is_ok_and(f64::is_finite),
        _ => false,
    }
}

/// Whether a text without its quotes would be another number than it says.
fn is_octal(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.")
}

/// Why a key is no field, where that is known.
pub(crate) fn about_unknown(member: &Member<'_>, ty: &TypeDef) -> Vec<Note> {
    if is_read_otherwise(member) {
        let why =
            format!("kubectl reads YAML 1.1, where the key `{}` is `{}`", member.key.source(), member.name);
        return vec![Note::Why(why)];
    }
    if let Some(mistake) = ty.mistake(&member.name) {
        return vec![Note::Help(mistake.doc.to_owned())];
    }
    if *ty == JSON_SCHEMA_PROPS && looks_like_schema(member.value()) {
        let help = format!("a property of that name belongs below `properties:` as `{}:`", member.name);
        return vec![Note::Help(help)];
    }
    Vec::new()
}

/// Whether a key is no text to kubectl, as `on` is the boolean true.
pub(crate) fn is_read_otherwise(member: &Member<'_>) -> bool {
    let source = member.key.source();
    member.key.kind() == Kind::Plain && source != member.name && !source.contains('\n')
}

fn looks_like_schema(node: Node<'_>) -> bool {
    let known = |key: Node<'_>| key.str().is_some_and(|name| JSON_SCHEMA_PROPS.field(&name).is_some());
    node.entries().take(8).any(|entry| known(entry.key))
}

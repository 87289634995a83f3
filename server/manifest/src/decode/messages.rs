//! Headlines and notes about values and keys, next to the server's own sentences.

use crdls_text::Edit;
use crdls_yaml::{Kind, Member, Node};

use crate::fields::{JSON_SCHEMA_PROPS, Ty, TypeDef};
use crdls_report::{Fix, Note, boolean_word, in_backticks};
use crdls_values::json::Raw;

/// What a type expects, with its article.
pub fn expected(ty: Ty) -> &'static str {
    match ty {
        Ty::Bool => "`true` or `false`",
        Ty::Int32 | Ty::Int64 => INTEGER,
        Ty::Float64 => "a number",
        Ty::String => STRING,
        Ty::Bytes => "base64 text",
        Ty::Time => "a time",
        Ty::List(_) => LIST,
        Ty::Map(_) | Ty::Object(_) => "an object",
        Ty::Json | Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => "a schema",
    }
}

const STRING: &str = "a string";
const INTEGER: &str = "an integer";
const LIST: &str = "a list";
/// How a headline says what a value is; a string with its text, a boolean with the word it is written as.
pub fn got(written: Node<'_>, raw: &Raw<'_>) -> String {
    match raw {
        Raw::Str(text) => format!("the string {}", in_backticks(text)),
        Raw::Bool(value) => {
            format!("the boolean `{value}`{}", boolean_word(written.source()).unwrap_or_default())
        }
        Raw::Number(_) => format!("the number {}", in_backticks(written.source())),
        Raw::Map => "an object".to_owned(),
        Raw::List => LIST.to_owned(),
        Raw::Null => "null".to_owned(),
    }
}

/// Which integers a Go type holds.
pub fn integer(go: &str) -> &'static str {
    match go {
        "int32" => "a 32-bit integer",
        "uint8" => "an integer from 0 to 255",
        _ => "a 64-bit integer",
    }
}

/// What to do about a scalar that looks like what was expected and is not.
pub fn advice(written: Node<'_>, raw: &Raw<'_>, expected: &str) -> Vec<Note> {
    let source = written.source();
    if written.kind() == Kind::Plain && expected == STRING {
        return unquoted(source, raw);
    }
    let quoted = matches!(written.kind(), Kind::SingleQuoted | Kind::DoubleQuoted);
    match raw {
        Raw::Str(text) if quoted && means(text, expected) => {
            vec![Note::Help(format!("remove the quotes: `{text}`"))]
        }
        Raw::Map if expected == LIST => {
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
    match raw {
        Raw::Bool(_) | Raw::Number(_) => {
            vec![Note::Help(format!("put the value into quotes: `\"{source}\"`"))]
        }
        _ => Vec::new(),
    }
}

/// Whether a text without its quotes would be what is expected.
fn means(text: &str, expected: &str) -> bool {
    match expected {
        "`true` or `false`" => matches!(text, "true" | "false"),
        INTEGER => text.parse::<i64>().is_ok(),
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
        let help = format!("to declare a property, write `{}:` below `properties:`", member.name);
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

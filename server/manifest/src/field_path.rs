//! Paths into a schema, as a rule's `fieldPath` and a selectable field's `jsonPath` write them.
//!
//! Mirrors `ValidFieldPath` of k8s.io/apiextensions-apiserver (pkg/apiserver/schema/cel/validation.go):
//! `.name` and, where allowed, `['name']`, through properties and additionalProperties; lists cannot be
//! entered.

use crate::convertible;
use crate::model::{OrBool, Schema};
use crdls_report::Path;

/// Follows a path from a node on: the names on the way and the schema at the end, or why not, in the
/// server's words. There is no schema at the end where `additionalProperties` is a boolean.
pub fn find<'m>(
    path: &str,
    schema: Schema<'m>,
    arrays: bool,
) -> Result<(Vec<String>, Option<Schema<'m>>), String> {
    follow(path, Some(schema), arrays)
}

/// The path with a dot before it, where that is all it lacks.
pub fn with_dot(path: &str, schema: Schema<'_>, arrays: bool) -> Option<String> {
    let mended = format!(".{path}");
    let lacks = !path.starts_with(['.', '[']) && find(&mended, schema, arrays).is_ok();
    lacks.then_some(mended)
}

/// What is wrong with a path whatever the schema.
pub fn malformed(path: &str, arrays: bool) -> Option<String> {
    follow(path, None, arrays).err().filter(|words| words != NO_FIELD)
}

/// Whether the server can make a structural schema of it.
pub fn is_structural(schema: Schema<'_>) -> bool {
    !convertible::first(schema, &Path::EMPTY, &mut |_, _| ())
}

/// The server's words for a step that leads nowhere.
pub const NO_FIELD: &str = "does not refer to a valid field";

fn follow<'m>(
    path: &str,
    schema: Option<Schema<'m>>,
    arrays: bool,
) -> Result<(Vec<String>, Option<Schema<'m>>), String> {
    let mut reader = FieldPathReader { rest: path, names: Vec::new(), schema };
    while let Some(token) = reader.token() {
        match token {
            "[" if !arrays => return Err("array notation is not allowed".to_owned()),
            "[" => reader.brackets()?,
            "." => {
                let name = reader.token_or_end()?;
                reader.enter(name.to_owned())?;
            }
            other => return Err(format!("expected [ or . but got: {other}")),
        }
    }
    Ok((reader.names, reader.schema))
}

struct FieldPathReader<'p, 'm> {
    rest: &'p str,
    names: Vec<String>,
    schema: Option<Schema<'m>>,
}

impl<'p> FieldPathReader<'p, '_> {
    /// A delimiter, a quoted name, or what stands up to the next delimiter.
    fn token(&mut self) -> Option<&'p str> {
        let first = self.rest.chars().next()?;
        let len = match first {
            '.' | '[' | ']' => 1,
            '\'' => closing_quote(self.rest),
            _ => self.rest.find(['.', '[', ']']).unwrap_or(self.rest.len()),
        };
        let (token, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(token)
    }

    fn token_or_end(&mut self) -> Result<&'p str, String> {
        self.token().ok_or_else(|| "unexpected end of JSON path".to_owned())
    }

    fn brackets(&mut self) -> Result<(), String> {
        let token = self.token_or_end()?;
        let quoted = token.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
        let name = quoted.ok_or_else(|| format!("expected single quoted string but got {token}"))?;
        self.enter(unescaped(name)?)?;
        match self.token_or_end()? {
            "]" => Ok(()),
            other => Err(format!("expected ] but got {other}")),
        }
    }

    /// A step to a property, or to the value of a map.
    fn enter(&mut self, name: String) -> Result<(), String> {
        let schema = self.schema.ok_or(NO_FIELD)?;
        self.schema = match schema.additional_properties() {
            _ if schema.properties().len() > 0 => Some(schema.property(&name).ok_or(NO_FIELD)?),
            Some(OrBool::Schema(values)) => Some(values),
            Some(OrBool::Bool(_)) => None,
            None => return Err(NO_FIELD.to_owned()),
        };
        self.names.push(name);
        Ok(())
    }
}

/// The length of a token that starts with a quote: up to a quote that no backslash precedes, or to the end.
fn closing_quote(text: &str) -> usize {
    let bytes = text.as_bytes();
    let closes = |pair: &[u8]| matches!(pair, [before, b'\''] if *before != b'\\');
    bytes.windows(2).position(closes).map_or(text.len(), |at| at + 2)
}

/// `unescapeSingleQuote`.
fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut wrong = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // Go's `.` is no line break, and a backslash at the end stands for itself.
        let escaped = if c == '\\' { chars.clone().next().filter(|c| *c != '\n') } else { None };
        let Some(escaped) = escaped else {
            out.push(c);
            continue;
        };
        chars.next();
        out.push(match escaped {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\'' | '\\' => escaped,
            other => {
                wrong = Some(format!("invalid string literal: invalid escape char \\{other}"));
                continue;
            }
        });
    }
    wrong.map_or(Ok(out), Err)
}

//! Quotes that gofmt wrote: `''` in a comment becomes `”`, two backquotes become `“` (golang/go#54312).

use crdls_report::{Finding, code};
use crdls_text::TextRange;

use super::{Context, finding, fix, why};
use crate::Read;
use crate::registry::lookup;

code!(
    CURLY_QUOTES,
    "curly-quotes",
    Warning,
    advice,
    "curly quotes in a marker, which gofmt made of two straight ones"
);

/// Reports curly quotes in a marker. Says whether there are any.
pub(super) fn check(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) -> bool {
    let Some(target) = read.owner.target() else { return false };
    let text = context.text(read.range);
    if text.is_ascii() {
        return false;
    }
    let Some(marker) = lookup(text, target, context.settings.version) else { return false };
    let mut is_any = false;
    for (at, c) in text.char_indices() {
        let (straight, what) = match c {
            '”' => ("\"\"", "''"),
            '“' => ("\"\"", "two backquotes"),
            _ => continue,
        };
        // In a sentence for people curly quotes are fine.
        if !is_code(read, at as u32 + read.range.start) {
            continue;
        }
        is_any = true;
        let start = read.range.start + at as u32;
        let range = TextRange::new(start, start + c.len_utf8() as u32);
        let message = format!("`{c}` in `+{}`: gofmt makes it of {what} in a comment", marker.name);
        let mut one = finding(&CURLY_QUOTES, range, message);
        why(&mut one, "gofmt takes the comment for text, and no expression has curly quotes.");
        let inside_double = read.parsed.as_deref().is_some_and(|parsed| {
            let arguments = parsed.arguments.iter().filter_map(|argument| argument.value.as_ref());
            let mut texts = arguments.chain(&parsed.value).filter(|value| value.range.contains(start));
            texts.any(|value| context.text(value.range).starts_with('"'))
        });
        let written = if inside_double { "\\\"\\\"" } else { straight };
        one.fixes.push(fix(format!("write `{written}`, which gofmt leaves alone"), true, range, written));
        found.push(one);
    }
    is_any
}

/// Whether a place is in a rule, a default, a pattern or the like, and not in a message or description.
fn is_code(read: &Read, at: u32) -> bool {
    let Some(parsed) = read.parsed.as_deref() else { return true };
    let argument = parsed.arguments.iter().rev().find(|argument| argument.name_range.start <= at);
    argument.is_none_or(|argument| !matches!(argument.name.as_str(), "message" | "description" | "warning"))
}

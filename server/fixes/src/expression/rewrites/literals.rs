//! Durations, times and patterns as other languages write them.

use crdls_cel::checker::CheckErrorKind as Kind;
use crdls_cel::syntax::{NodeKind, TokenKind};

use super::broken::{BrokenExpression, plain_string};
use super::names::errors;
use super::rewrite::Rewrite;

/// Another text in place of a literal that cannot be read.
pub(super) fn texts(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for error in errors(look).iter().filter(|error| error.kind == Kind::Literal) {
        let inside = look.tree.ids().filter(|id| error.range.covers(look.range(*id)));
        for id in inside {
            let NodeKind::Literal { kind: TokenKind::String, token, .. } = look.kind(id) else { continue };
            let source = look.of(*token);
            let raw = source.strip_prefix(['r', 'R']).unwrap_or(source);
            let Some(text) = plain_string(raw).or(unquoted(raw).filter(|_| raw.len() < source.len())) else {
                continue;
            };
            let meant =
                [duration(text), timestamp(text), decimal(text)].into_iter().flatten().chain(patterns(text));
            found.extend(
                meant.map(|meant| Rewrite::replace(look.text, *token, source.replacen(text, &meant, 1))),
            );
        }
    }
    found
}

fn unquoted(source: &str) -> Option<&str> {
    source.get(1..source.len().checked_sub(1)?)
}

/// Units by their beginning, the longer first, in seconds or as Go has them.
const UNITS: &[(&str, u64, &str)] = &[
    ("week", 604_800, ""),
    ("w", 604_800, ""),
    ("day", 86_400, ""),
    ("d", 86_400, ""),
    ("hour", 0, "h"),
    ("hr", 0, "h"),
    ("h", 0, "h"),
    ("milli", 0, "ms"),
    ("ms", 0, "ms"),
    ("min", 0, "m"),
    ("m", 0, "m"),
    ("sec", 0, "s"),
    ("s", 0, "s"),
];

/// `7d` and `30 minutes`; a number alone is of seconds.
fn duration(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, behind) = rest.split_at_checked(end)?;
        let number: u64 = number.parse().ok()?;
        let behind = behind.trim_start();
        let end = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at_checked(end)?;
        let unit = unit.to_lowercase();
        let row = UNITS.iter().find(|(begin, ..)| unit.starts_with(begin));
        match row {
            Some((_, 0, unit)) => out += &format!("{number}{unit}"),
            Some((_, seconds, _)) => out += &format!("{}h", number.checked_mul(seconds / 3600)?),
            None if unit.is_empty() => out += &format!("{number}s"),
            None => return None,
        }
        rest = behind.trim_start_matches([' ', ',']);
    }
    (!out.is_empty() && out != text).then_some(out)
}

/// A date alone, a blank for the `T`, or no zone.
fn timestamp(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', 't', ' ']).unwrap_or((text, "00:00:00"));
    let digits = |text: &str, lengths: &[usize], by: char| {
        let parts: Vec<&str> = text.split(by).collect();
        parts.len() == lengths.len()
            && parts
                .iter()
                .zip(lengths)
                .all(|(part, n)| part.len() == *n && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let time = if digits(time, &[2, 2], ':') { format!("{time}:00") } else { time.to_owned() };
    let zoned = time.ends_with(['Z', 'z']) || time.contains(['+', '-']);
    let meant = format!("{date}T{}{}", time.to_uppercase(), if zoned { "" } else { "Z" });
    (digits(date, &[4, 2, 2], '-') && meant != text).then_some(meant)
}

/// `1,5`.
fn decimal(text: &str) -> Option<String> {
    let meant = text.replacen(',', ".", 1);
    (meant != text && meant.parse::<f64>().is_ok()).then_some(meant)
}

/// A bracket that is missing at the end of a pattern, before its anchor.
fn patterns(text: &str) -> Vec<String> {
    let (body, anchor) = match text.strip_suffix('$') {
        Some(body) => (body, "$"),
        None => (text, ""),
    };
    let lacks = |open: char, close: char| body.matches(open).count() > body.matches(close).count();
    let close = [('[', ']'), ('(', ')')].into_iter().find(|(open, close)| lacks(*open, *close));
    close.map(|(_, close)| format!("{body}{close}{anchor}")).into_iter().collect()
}

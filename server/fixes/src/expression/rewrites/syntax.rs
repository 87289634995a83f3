//! Characters and words of other languages.

use crdls_cel::syntax::{FOREIGN_OPERATORS, SyntaxError, SyntaxErrorKind as Kind, Token, TokenKind};
use crdls_rules::{RefusalCause, escape};
use crdls_text::TextRange;

use super::broken::BrokenExpression;
use super::rewrite::Rewrite;

pub(super) fn errors<'l>(look: &BrokenExpression<'l>) -> &'l [SyntaxError] {
    match look.problems {
        RefusalCause::Syntax(errors) => errors,
        _ => &[],
    }
}

/// Characters that are no token of CEL, and what they stand for elsewhere.
const CHARACTERS: &[(&str, &str)] = &[
    ("=", "=="),
    ("&", "&&"),
    ("|", "||"),
    ("#", "//"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("–", "-"),
    ("−", "-"),
    ("‘", "'"),
    ("’", "'"),
    ("“", "\""),
    ("”", "\""),
    ("\u{a0}", " "),
    ("∧", "&&"),
    ("∨", "||"),
    ("¬", "!"),
];

/// Operators that two tokens of CEL were meant to be.
const PAIRS: &[(&str, &str)] = &[("<>", "!="), ("=<", "<="), ("===", "=="), ("!==", "!="), ("~=", "!=")];

/// All characters that are not tokens, at once: one alone rarely makes the text right.
pub(super) fn characters(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    if errors(look).is_empty() {
        return Vec::new();
    }
    let mut places = Vec::new();
    let mut done = 0;
    for token in look.tokens() {
        if token.range.start < done {
            continue;
        }
        let rest = look.text.get(token.range.start as usize..).unwrap_or_default();
        if let Some((wrong, right)) = pair(rest, token) {
            let range = TextRange::new(token.range.start, token.range.start + wrong.len() as u32);
            done = range.end;
            places.push((range, right.to_owned()));
        } else if token.kind == TokenKind::Unknown {
            places.extend(unknown(look, token));
        }
    }
    if places.is_empty() { Vec::new() } else { vec![Rewrite::all(look.text, places)] }
}

fn pair(rest: &str, token: Token) -> Option<(&'static str, &'static str)> {
    use TokenKind::*;
    let begins = matches!(token.kind, Less | EqEq | NotEq | Unknown);
    if rest.starts_with("=>") && token.kind == Unknown {
        // Before a number `>=` was meant; elsewhere it may be an implication.
        let number = rest.trim_start_matches(['=', '>', ' ']).starts_with(|c: char| c.is_ascii_digit());
        return number.then_some(("=>", ">="));
    }
    PAIRS.iter().find(|(wrong, _)| begins && rest.starts_with(wrong)).copied()
}

fn unknown(look: &BrokenExpression<'_>, token: Token) -> Vec<(TextRange, String)> {
    let text = look.of(token.range);
    if text == ";" {
        let last = look.text.get(token.range.end as usize..).is_some_and(|rest| rest.trim().is_empty());
        return last.then(|| (token.range, String::new())).into_iter().collect();
    }
    let row = |part: &str| {
        CHARACTERS.iter().find(|(wrong, _)| *wrong == part).map(|(_, right)| (*right).to_owned())
    };
    if let Some(right) = row(text) {
        return vec![(token.range, right)];
    }
    let place = |(at, c): (usize, char)| {
        let start = token.range.start + at as u32;
        Some((TextRange::new(start, start + c.len_utf8() as u32), row(c.encode_utf8(&mut [0; 4]))?))
    };
    text.char_indices().filter_map(place).collect()
}

/// `and`, `or` and `not` in place of `&&`, `||` and `!`.
pub(super) fn words(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    if matches!(look.problems, RefusalCause::Result(_)) {
        return Vec::new();
    }
    let tokens = look.tokens();
    let mut infix = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Ident) {
        let behind_value =
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|before| ends_value(*before));
        let word = look.of(token.range).to_lowercase();
        let row = FOREIGN_OPERATORS.iter().find(|(wrong, _)| *wrong == word);
        infix.extend(row.filter(|_| behind_value).map(|(_, right)| (token.range, (*right).to_owned())));
    }
    let mut found: Vec<Rewrite> = Vec::new();
    if !infix.is_empty() {
        found.push(Rewrite::all(look.text, infix));
    }
    found.extend(not(look, &tokens));
    found
}

fn ends_value(token: Token) -> bool {
    use TokenKind::*;
    matches!(token.kind, Int | Uint | Double | String | Bytes | True | False | Null | Ident | EscapedIdent)
        || token.kind.is_closer()
}

/// `not a == b` denies the whole comparison, `a not in b` too.
fn not(look: &BrokenExpression<'_>, tokens: &[Token]) -> Option<Rewrite> {
    let at = tokens.iter().position(|token| {
        token.kind == TokenKind::Ident && look.of(token.range).eq_ignore_ascii_case("not")
    })?;
    let token = tokens.get(at)?;
    let next = tokens.get(at + 1)?;
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    if before.is_some_and(|before| before.kind == TokenKind::Dot) {
        return None;
    }
    let end = operand_end(tokens, at + 1)?;
    if next.kind == TokenKind::In && before.is_some_and(|before| ends_value(*before)) {
        let start = operand_start(tokens, at)?;
        let places = vec![
            (TextRange::empty(start), "!(".to_owned()),
            (TextRange::new(token.range.start, next.range.start), String::new()),
            (TextRange::empty(end), ")".to_owned()),
        ];
        let edits = Rewrite::all(look.text, places).edits;
        return Some(Rewrite::new("replace `not in` with `!(… in …)`", edits));
    }
    let whole = TextRange::new(next.range.start, end);
    let single = tokens.iter().filter(|token| whole.covers(token.range) && !token.range.is_empty()).count()
        == 1
        || !look.of(whole).contains(['=', '<', '>', ' ', '+', '-']);
    let word = TextRange::new(token.range.start, next.range.start);
    if single || next.kind == TokenKind::OpenParen {
        return Some(Rewrite::new("replace `not` with `!`", Rewrite::replace(look.text, word, "!").edits));
    }
    let places = vec![(word, "!(".to_owned()), (TextRange::empty(end), ")".to_owned())];
    Some(Rewrite::new("replace `not` with `!`", Rewrite::all(look.text, places).edits))
}

fn bounds_operand(token: Token, look_like_word: bool) -> bool {
    use TokenKind::*;
    matches!(token.kind, AndAnd | OrOr | Question | Colon | Comma | End) || look_like_word
}

/// Where the operand of a word ends that begins at a token: before the next `&&`, `||` or bracket of what it
/// is in.
fn operand_end(tokens: &[Token], from: usize) -> Option<u32> {
    let mut depth = 0_usize;
    let mut end = None;
    for token in tokens.iter().skip(from) {
        if token.kind.closer().is_some() {
            depth += 1;
        } else if token.kind.is_closer() {
            let Some(outer) = depth.checked_sub(1) else { break };
            depth = outer;
        } else if depth == 0 && bounds_operand(*token, false) {
            break;
        }
        end = Some(token.range.end);
    }
    end
}

fn operand_start(tokens: &[Token], before: usize) -> Option<u32> {
    let mut depth = 0_usize;
    let mut start = None;
    for token in tokens.iter().take(before).rev() {
        if token.kind.is_closer() {
            depth += 1;
        } else if token.kind.closer().is_some() {
            let Some(outer) = depth.checked_sub(1) else { break };
            depth = outer;
        } else if depth == 0 && bounds_operand(*token, false) {
            break;
        }
        start = Some(token.range.start);
    }
    start
}

/// Backslashes that CEL does not take: those of regular expressions want a raw string.
pub(super) fn strings(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let bad: Vec<_> = errors(look).iter().filter(|error| error.kind == Kind::BadEscape).collect();
    let mut raw = Vec::new();
    let mut doubled = Vec::new();
    for token in look.tokens().iter().filter(|token| token.kind == TokenKind::String) {
        let source = look.of(*token_range(token));
        let inside: Vec<_> = bad.iter().filter(|error| token.range.covers(error.range)).collect();
        if inside.is_empty() {
            continue;
        }
        // What is escaped rightly would become another text.
        if !["\\\\", "\\'", "\\\"", "\\n", "\\t", "\\u"].iter().any(|escape| source.contains(escape)) {
            raw.push((TextRange::empty(token.range.start), "r".to_owned()));
        } else {
            doubled.extend(inside.iter().map(|error| (TextRange::empty(error.range.start), "\\".to_owned())));
        }
    }
    let raw_title = "make it a raw string: `r'…'`";
    match (raw.is_empty(), doubled.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) => vec![Rewrite::new(raw_title, Rewrite::all(look.text, raw).edits)],
        _ => {
            raw.extend(doubled);
            vec![Rewrite::new("write each backslash twice", Rewrite::all(look.text, raw).edits)]
        }
    }
}

fn token_range(token: &Token) -> &TextRange {
    &token.range
}

/// Words of the language that are fields: `self.in`, and `namespace` where `self.namespace` is meant.
pub(super) fn escaped_names(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let own = look.own_fields();
    let tokens = look.tokens();
    let rewrite = |error: &SyntaxError| {
        let token = tokens.iter().find(|token| {
            token.range.touches(error.range.start)
                && !token.range.is_empty()
                && token.range.start == error.range.start
        })?;
        let escaped = escape(look.of(token.range))?;
        match error.kind {
            Kind::MissingName => Some(Rewrite::replace(look.text, token.range, escaped)),
            Kind::ReservedWord if own.contains(&escaped.as_ref()) => {
                Some(Rewrite::replace(look.text, token.range, format!("self.{escaped}")))
            }
            _ => None,
        }
    };
    errors(look).iter().take(3).filter_map(rewrite).collect()
}

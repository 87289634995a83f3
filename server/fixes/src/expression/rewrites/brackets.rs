//! Quotes and brackets that are missing or too many.

use crdls_cel::syntax::{SyntaxErrorKind as Kind, Token, TokenKind};
use crdls_text::TextRange;

use super::broken::BrokenExpression;
use super::rewrite::Rewrite;
use super::syntax::errors;

/// `x in ('a', 'b')`.
pub(super) fn tuples(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    if errors(look).is_empty() {
        return Vec::new();
    }
    let tokens = look.tokens();
    let pair = |(at, token): (usize, &Token)| {
        let open =
            tokens.get(at + 1).filter(|open| token.kind == TokenKind::In && open.kind.closer().is_some())?;
        let close = closing(&tokens, at + 1)?;
        let wrong = matches!(open.kind, TokenKind::OpenParen | TokenKind::OpenBrace);
        let title = format!("replace `{}…{}` with `[…]`", look.of(open.range), look.of(close.range));
        let places = vec![(open.range, "[".to_owned()), (close.range, "]".to_owned())];
        wrong.then(|| Rewrite::new(title, Rewrite::all(look.text, places).edits))
    };
    tokens.iter().enumerate().filter_map(pair).collect()
}

/// An `&&` or `||` with nothing at one of its sides.
pub(super) fn dangling(look: &BrokenExpression<'_>) -> Option<Rewrite> {
    let tokens = look.tokens();
    let mut ends = tokens.split_last().map(|(_, tokens)| tokens).unwrap_or_default().iter();
    let is_one = |token: &&Token| matches!(token.kind, TokenKind::AndAnd | TokenKind::OrOr);
    let (last, first) = (ends.next_back(), ends.next());
    let token = last.filter(is_one).or(first.filter(is_one)).filter(|_| !errors(look).is_empty())?;
    Some(Rewrite::replace(look.text, token.range, ""))
}

/// The token that closes the bracket at an index.
fn closing(tokens: &[Token], open: usize) -> Option<Token> {
    let mut depth = 0_usize;
    for token in tokens.iter().skip(open) {
        if token.kind.closer().is_some() {
            depth += 1;
        } else if token.kind.is_closer() {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(*token);
            }
        }
    }
    None
}

/// So many places are tried.
const MOST: usize = 40;

/// One quote or bracket, wherever the text can be read with it.
pub(super) fn missing(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let of = |kind: Kind| errors(look).iter().any(|error| error.kind == kind);
    if of(Kind::UnclosedString) {
        return quotes(look);
    }
    if errors(look).is_empty() {
        return Vec::new();
    }
    let tokens = look.tokens();
    let count = |kind: TokenKind| tokens.iter().filter(|token| token.kind == kind).count();
    let mut found = Vec::new();
    for (open, close, text) in [
        (TokenKind::OpenParen, TokenKind::CloseParen, ")"),
        (TokenKind::OpenBracket, TokenKind::CloseBracket, "]"),
        (TokenKind::OpenBrace, TokenKind::CloseBrace, "}"),
    ] {
        match count(open).checked_sub(count(close)) {
            Some(0) => {}
            Some(_) => found.extend(closers(look, &tokens, open, text)),
            None => found.extend(
                tokens
                    .iter()
                    .filter(|token| token.kind == close)
                    .map(|token| Rewrite::replace(look.text, token.range, "")),
            ),
        }
    }
    found.extend(alternative(look, &tokens));
    found.into_iter().take(MOST).map(Rewrite::only_if_alone).collect()
}

/// A closing bracket after each value that follows an opening one.
fn closers(look: &BrokenExpression<'_>, tokens: &[Token], open: TokenKind, text: &str) -> Vec<Rewrite> {
    let opened = tokens.iter().position(|token| token.kind == open).unwrap_or_default();
    let ends = tokens.iter().skip(opened).filter(|token| {
        use TokenKind::*;
        matches!(token.kind, Ident | Int | Double | String | True | False) || token.kind.is_closer()
    });
    ends.map(|token| Rewrite::replace(look.text, TextRange::empty(token.range.end), text)).collect()
}

/// `a ? b`: where `a` does not hold, nothing is asked for.
fn alternative(look: &BrokenExpression<'_>, tokens: &[Token]) -> Option<Rewrite> {
    let count = |kind: TokenKind| tokens.iter().filter(|token| token.kind == kind).count();
    let end = look.text.trim_end().len() as u32;
    let lacks = count(TokenKind::Question) == count(TokenKind::Colon) + 1;
    lacks.then(|| {
        Rewrite::new("add `: true`", Rewrite::replace(look.text, TextRange::empty(end), " : true").edits)
    })
}

/// A closing quote before each place where a text may end. A string that reaches over an operator was closed by
/// what was to open the next.
fn quotes(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for token in look.tokens().into_iter().filter(|token| token.kind == TokenKind::String) {
        let source = look.of(token.range);
        let Some(quote) = source.trim_start_matches(['r', 'R']).chars().next() else { continue };
        let closed = source.len() > 1 && source.ends_with(quote) && !source.ends_with("\\'");
        let limit = OPERATORS.iter().filter_map(|operator| source.find(operator)).min();
        if closed && limit.is_none() {
            continue;
        }
        let text = source.get(..limit.unwrap_or(source.trim_end().len())).unwrap_or_default();
        let other = if quote == '\'' { '"' } else { '\'' };
        let ends = text.char_indices().skip(1).filter(|(_, c)| matches!(c, ')' | ']' | '}' | ',' | ' '));
        for at in ends.map(|(at, _)| at).chain([text.len()]) {
            let before = text.get(..at).unwrap_or_default();
            let at = token.range.start + at as u32;
            // Closed by the other quote.
            let replaced =
                if before.ends_with(other) { TextRange::new(at - 1, at) } else { TextRange::empty(at) };
            found.push(Rewrite::replace(look.text, replaced, quote).only_if_alone());
        }
    }
    found.truncate(MOST);
    found
}

const OPERATORS: &[&str] = &[" && ", " || ", " == ", " != ", " ? "];

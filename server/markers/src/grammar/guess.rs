//! What a value of type `any` is: a guess by the tokens ahead.
//!
//! Mirrors `guessType` of pkg/markers/parse.go. v0.22 changed it: numbers only before a delimiter, and no errors of
//! what was only looked at.

use super::scan::{Scanner, Token};
use super::string::{Parser, parse_string};

/// `ArgumentType` as it is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    Int,
    Number,
    String,
    Bool,
    Slice(Box<Guess>),
    Map,
    Invalid,
}

/// How deep a guess looks into lists in lists.
const MAX_DEPTH: u32 = 64;

/// `guessType`. Errors of what is looked at belong to the scanner where the version reports them.
pub(crate) fn guess(scanner: &mut Scanner<'_>, allow_slice: bool, parser: Parser) -> Guess {
    guess_at(scanner, allow_slice, parser, 0)
}

fn guess_at(scanner: &mut Scanner<'_>, allow_slice: bool, parser: Parser, depth: u32) -> Guess {
    let mut ahead = scanner.ahead();
    if allow_slice {
        let item = guess_at(scanner, false, parser, depth);
        let last = loop {
            let token = ahead.scan();
            if matches!(token, Token::Char(',' | ';') | Token::End) {
                break token;
            }
        };
        report(scanner, ahead, parser);
        return if last == Token::Char(';') { Guess::Slice(Box::new(item)) } else { item };
    }
    let guessed = look(&mut ahead, parser, depth);
    report(scanner, ahead, parser);
    guessed
}

/// Before v0.22 errors of the scanner that looks ahead were errors of the marker.
fn report(scanner: &mut Scanner<'_>, ahead: Scanner<'_>, parser: Parser) {
    if !parser.guesses_quietly {
        scanner.errors.extend(ahead.errors);
    }
}

fn look(ahead: &mut Scanner<'_>, parser: Parser, depth: u32) -> Guess {
    let hint = ahead.peek_no_space();
    match hint {
        Some('"' | '\'' | '`') => return Guess::String,
        Some('{') => return collection(ahead, parser, depth),
        Some('t' | 'f') => {
            let is_ident = ahead.scan() == Token::Ident;
            return if is_ident && matches!(ahead.token_text(), "true" | "false") {
                Guess::Bool
            } else {
                Guess::String
            };
        }
        _ => {}
    }
    let mut token = ahead.scan();
    if token == Token::Char('-') {
        token = ahead.scan();
    }
    if !matches!(token, Token::Int | Token::Float) {
        return Guess::String;
    }
    let fits = if parser.guesses_quietly {
        ahead.errors.is_empty() && matches!(ahead.peek_no_space(), None | Some(',' | ';' | '}'))
    } else {
        true
    };
    match token {
        Token::Int if fits => Guess::Int,
        Token::Float if fits => Guess::Number,
        _ => Guess::String,
    }
}

fn collection(ahead: &mut Scanner<'_>, parser: Parser, depth: u32) -> Guess {
    if depth >= MAX_DEPTH {
        return Guess::Invalid;
    }
    ahead.scan();
    let hint = ahead.peek_no_space();
    let first = guess_at(ahead, false, parser, depth + 1);
    if first == Guess::String {
        parse_string(ahead, true, parser, 0);
        if ahead.scan() == Token::Char(':') || hint == Some('}') {
            return Guess::Map;
        }
    }
    Guess::Slice(Box::new(first))
}

//! Strings: quoted, or bare words up to a delimiter.
//!
//! Mirrors `Argument.parseString` of pkg/markers/parse.go.

use super::Text;
use super::scan::{Scanner, Token};

/// What differs in the parser by version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parser {
    /// From v0.22 on: guesses report no errors, a number ends at a delimiter, and `:` ends a string in a map only.
    pub guesses_quietly: bool,
}

/// `parseString`: the string that is next.
pub(crate) fn parse_string(
    scanner: &mut Scanner<'_>,
    in_map: bool,
    parser: Parser,
    base: u32,
) -> Option<Text> {
    let numbers = scanner.set_numbers(false);
    let token = scanner.scan();
    let text = if matches!(token, Token::Quoted | Token::Raw) {
        let text = Text::unquote(scanner.token_text(), base + scanner.token_start() as u32);
        if text.is_none() {
            scanner.error("unable to parse string: invalid syntax".to_owned());
        }
        text
    } else {
        let colon_ends = in_map || !parser.guesses_quietly;
        let start = scanner.token_start();
        loop {
            match scanner.peek_no_space() {
                None | Some(',' | ';' | '}') => break,
                Some(':') if colon_ends => break,
                _ => {
                    scanner.scan();
                }
            }
        }
        // A blank before the delimiter takes the last word: `TokenText` has none behind it.
        let end = scanner.token_start() + scanner.token_text().len();
        Some(Text::bare(scanner.slice(start, end), base + start as u32))
    };
    scanner.set_numbers(numbers);
    text
}

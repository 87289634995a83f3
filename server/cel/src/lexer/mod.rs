//! Text to tokens, as the lexer rules of cel-go (parser/gen/CEL.g4) cut them.
//!
//! Knows characters; knows nothing of what may follow what. Every text has tokens: where the
//! server's lexer refuses, the token is kept as what it was meant to be and an error stands beside.

mod number;
mod string;

use crdls_text::TextRange;

use crate::syntax::{KEYWORDS, PUNCTUATION, SyntaxError, Token, TokenKind};

/// The tokens of a text, the last being `End`, and what was wrong with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexed {
    /// Adjacent tokens that cover the text.
    pub tokens: Vec<Token>,
    /// At most 100, in the order of the text.
    pub errors: Vec<SyntaxError>,
}

/// How many errors of one text are told.
const MAX_ERRORS: usize = 100;

/// Cuts `text` into tokens.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), pos: 0, out: Lexed::default() };
    while lexer.pos < lexer.bytes.len() {
        lexer.token();
    }
    lexer.push(TokenKind::End, lexer.pos);
    lexer.out
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    out: Lexed,
}

impl Lexer<'_> {
    fn token(&mut self) {
        match self.bytes.get(self.pos) {
            Some(b' ' | b'\t' | b'\r' | b'\n' | 0x0c) => self.whitespace(),
            Some(b'/') if self.rest().starts_with("//") => self.comment(),
            Some(b'`') => self.escaped_ident(),
            _ if self.string_or_bytes() || self.number() || self.word() || self.punctuation() => {}
            _ => self.unknown(),
        }
    }

    /// What has not been read.
    fn rest(&self) -> &str {
        self.text.get(self.pos..).unwrap_or("")
    }

    /// Ends a token of `kind` at `end`.
    fn push(&mut self, kind: TokenKind, end: usize) {
        self.out.tokens.push(Token { kind, range: TextRange::new(self.pos as u32, end as u32) });
        self.pos = end;
    }

    fn error(&mut self, error: SyntaxError) {
        if self.out.errors.len() < MAX_ERRORS {
            self.out.errors.push(error);
        }
    }

    fn whitespace(&mut self) {
        let blank = |b: &&u8| matches!(**b, b' ' | b'\t' | b'\r' | b'\n' | 0x0c);
        let len = self.rest().as_bytes().iter().take_while(blank).count();
        self.push(TokenKind::Whitespace, self.pos + len);
    }

    fn comment(&mut self) {
        let len = self.rest().find('\n').unwrap_or(self.rest().len());
        self.push(TokenKind::Comment, self.pos + len);
    }

    fn string_or_bytes(&mut self) -> bool {
        let Some(found) = string::scan(self.bytes, self.pos) else { return false };
        if let Some(error) = found.error {
            self.error(error);
        }
        self.push(if found.bytes { TokenKind::Bytes } else { TokenKind::String }, found.end);
        true
    }

    fn number(&mut self) -> bool {
        let Some((kind, end)) = number::scan(self.bytes, self.pos) else { return false };
        self.push(kind, end);
        true
    }

    fn word(&mut self) -> bool {
        let len = word_len(self.rest());
        if len == 0 {
            return false;
        }
        let word = self.rest().get(..len).unwrap_or("");
        let kind =
            KEYWORDS.iter().find(|(text, _)| *text == word).map_or(TokenKind::Ident, |(_, kind)| *kind);
        self.push(kind, self.pos + len);
        true
    }

    fn punctuation(&mut self) -> bool {
        let Some((text, kind)) = PUNCTUATION.iter().find(|(text, _)| self.rest().starts_with(text)) else {
            return false;
        };
        self.push(*kind, self.pos + text.len());
        true
    }

    fn escaped_ident(&mut self) {
        let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"_.-/ ".contains(b);
        let name = self.bytes.iter().skip(self.pos + 1).take_while(|b| allowed(b)).count();
        let after = self.pos + 1 + name;
        let closed = self.bytes.get(after) == Some(&b'`');
        let end = if closed { after + 1 } else { after };
        if !closed || name == 0 {
            self.error(SyntaxError::escaped_name(range(self.pos, end), closed));
        }
        self.push(TokenKind::EscapedIdent, end);
    }

    /// A run of characters outside ASCII counts as one, so that a foreign word is one error.
    fn unknown(&mut self) {
        let foreign = self.rest().chars().take_while(|c| !c.is_ascii()).map(char::len_utf8).sum::<usize>();
        let end = self.pos + foreign.max(1);
        let error = SyntaxError::unknown_character(range(self.pos, end), self.text);
        self.error(error);
        self.push(TokenKind::Unknown, end);
    }
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(start as u32, end as u32)
}

/// Length of the name at the start of `text`.
fn word_len(text: &str) -> usize {
    let starts = text.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    if starts { text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let lexed = lex(text);
        let joined: std::string::String = lexed.tokens.iter().map(|t| t.range.of(text)).collect();
        assert_eq!(joined, text, "tokens cover the text");
        lexed.tokens.iter().map(|t| t.kind).filter(|k| !matches!(k, Whitespace | End)).collect()
    }

    #[test]
    fn words_and_operators() {
        assert_eq!(
            kinds("a.?b[?0] in c"),
            [Ident, Dot, Question, Ident, OpenBracket, Question, Int, CloseBracket, In, Ident]
        );
        assert_eq!(kinds("inn == true // x\n!nul"), [Ident, EqEq, True, Comment, Bang, Ident]);
        assert_eq!(kinds("a.`b-c/d`"), [Ident, Dot, EscapedIdent]);
    }

    #[test]
    fn numbers_take_the_longest_form() {
        assert_eq!(kinds("1 0x1F 2u 0x2U"), [Int, Int, Uint, Uint]);
        assert_eq!(kinds("1.5 .5 1e3 1.5e-3"), [Double; 4]);
        assert_eq!(kinds("1.a 1e 0x 1.0u"), [Int, Dot, Ident, Int, Ident, Int, Ident, Double, Ident]);
        assert_eq!(kinds("a.0"), [Ident, Double]);
    }

    #[test]
    fn strange_characters_are_errors_not_panics() {
        let lexed = lex("a # größe & `");
        let texts: Vec<_> = lexed.errors.iter().map(|e| e.range.of("a # größe & `")).collect();
        assert_eq!(texts, ["#", "öß", "&", "`"]);
    }
}

//! Email addresses as Go's `mail.ParseAddress` reads them: RFC 5322 with display names, comments, groups
//! of one, and encoded words.
//!
//! Mirrors Go (net/mail/message.go and `WordDecoder.Decode` of mime/encodedword.go), as far as it
//! decides whether a text is one address.

use crdls_go::base64;

use super::address;

/// `IsEmail`
pub(super) fn is_email(text: &str) -> bool {
    let mut parser = Parser { rest: text };
    let addresses = parser.address(true);
    addresses == Some(1) && parser.skip_comments().is_some() && parser.rest.is_empty()
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// `parseAddress`: how many addresses there are, which a group may have none of.
    fn address(&mut self, may_be_group: bool) -> Option<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        if self.spec().is_some() {
            self.skip_space();
            if self.eat('(').is_some() {
                let comment = self.comment()?;
                let mut words = comment.split([' ', '\t']).filter(|word| !word.is_empty());
                return words.all(|word| decoded(word) != Word::OfUnknownCharset).then_some(1);
            }
            return Some(1);
        }
        if !self.rest.starts_with('<') {
            self.phrase()?;
        }
        self.skip_space();
        if may_be_group && self.eat(':').is_some() {
            return self.group();
        }
        self.eat('<')?;
        self.spec()?;
        self.eat('>')?;
        Some(1)
    }

    /// `consumeGroupList`
    fn group(&mut self) -> Option<usize> {
        self.skip_space();
        let mut count = 0;
        if self.eat(';').is_none() {
            count = self.members()?;
        }
        self.skip_comments()?;
        Some(count)
    }

    /// The addresses of a group up to its semicolon; groups have none in them.
    fn members(&mut self) -> Option<usize> {
        let mut count = 0;
        loop {
            self.skip_space();
            count += self.address(false)?;
            self.skip_comments()?;
            if self.eat(';').is_some() {
                return Some(count);
            }
            self.eat(',')?;
        }
    }

    /// `consumeAddrSpec`: nothing is taken where there is none.
    fn spec(&mut self) -> Option<()> {
        let mut ahead = Parser { rest: self.rest };
        ahead.skip_space();
        if ahead.rest.starts_with('"') {
            ahead.quoted().filter(|text| !text.is_empty())?;
        } else {
            ahead.dot_atom()?;
        }
        ahead.eat('@')?;
        ahead.skip_space();
        if ahead.eat('[').is_some() {
            ahead.literal()?
        } else {
            ahead.dot_atom()?
        }
        self.rest = ahead.rest;
        Some(())
    }

    /// `consumePhrase`: words up to where there is none; one is needed.
    fn phrase(&mut self) -> Option<()> {
        let mut words = 0;
        let mut has_encoded = false;
        let is_whole = loop {
            if words > 0 {
                self.skip_comments()?;
            }
            self.skip_space();
            if self.rest.is_empty() {
                break true;
            }
            let word = if self.rest.starts_with('"') {
                self.quoted().map(|_| Word::Plain)
            } else {
                self.atom().map(decoded)
            };
            match word {
                // Encoded words are put together and counted when another one follows.
                Some(Word::Encoded { is_empty }) => has_encoded |= !is_empty,
                Some(Word::Plain) => {
                    words += 1 + usize::from(has_encoded);
                    has_encoded = false;
                }
                Some(Word::OfUnknownCharset) | None => break false,
            }
        };
        (is_whole || words > 0 || has_encoded).then_some(())
    }

    /// What stands between quotes; nothing is taken where they do not close.
    fn quoted(&mut self) -> Option<&'t str> {
        let inside = self.rest.strip_prefix('"')?;
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            match c {
                '"' | '\\' if escaped => escaped = false,
                '"' => {
                    self.rest = inside.get(at + 1..)?;
                    return inside.get(..at);
                }
                '\\' => escaped = true,
                ' ' | '\t' => escaped = false,
                _ if is_visible(c) => escaped = false,
                _ => return None,
            }
        }
        None
    }

    /// `consumeAtom` where dots may stand anywhere.
    fn atom(&mut self) -> Option<&'t str> {
        let is_inside = |c| is_visible(c) && !"()<>[]:;@\\,\"".contains(c);
        let end = self.rest.find(|c| !is_inside(c)).unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at_checked(end).filter(|(atom, _)| !atom.is_empty())?;
        self.rest = rest;
        Some(atom)
    }

    /// `consumeAtom` where dots stand between others.
    fn dot_atom(&mut self) -> Option<()> {
        self.atom()?.split('.').all(|part| !part.is_empty()).then_some(())
    }

    /// `consumeDomainLiteral` behind its bracket: an address.
    fn literal(&mut self) -> Option<()> {
        let (address, rest) = self.rest.split_once(']')?;
        self.rest = rest;
        address::is_ip(address).then_some(())
    }

    /// `skipCFWS`; `None` where a comment does not end.
    fn skip_comments(&mut self) -> Option<()> {
        self.skip_space();
        while self.eat('(').is_some() {
            self.comment()?;
            self.skip_space();
        }
        Some(())
    }

    /// `consumeComment` behind its parenthesis: its text, without the backslashes of what is escaped.
    fn comment(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut depth = 1_usize;
        let mut chars = self.rest.chars();
        while let Some(mut c) = chars.next() {
            match c {
                '\\' => c = chars.next().unwrap_or(c),
                '(' => depth += 1,
                ')' if depth == 1 => {
                    self.rest = chars.as_str();
                    return Some(text);
                }
                ')' => depth -= 1,
                _ => {}
            }
            text.push(c);
        }
        None
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn eat(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }
}

fn is_visible(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii()
}

/// A word as RFC 2047 has it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Plain,
    Encoded { is_empty: bool },
    OfUnknownCharset,
}

/// `decodeRFC2047Word`: `=?charset?encoding?text?=`.
fn decoded(word: &str) -> Word {
    let inside = word.strip_prefix("=?").and_then(|rest| rest.strip_suffix("?="));
    let parts: Vec<_> = inside.unwrap_or_default().split('?').collect();
    let [charset, encoding, text] = *parts else { return Word::Plain };
    let is_empty = match encoding {
        "b" | "B" => base64::decode(text).ok().map(|bytes| bytes.is_empty()),
        "q" | "Q" => is_quoted_printable(text).then_some(text.is_empty()),
        _ => None,
    };
    match is_empty {
        Some(is_empty) if is_known(charset) => Word::Encoded { is_empty },
        Some(_) if !charset.is_empty() => Word::OfUnknownCharset,
        _ => Word::Plain,
    }
}

/// `strings.EqualFold`, to which a long s is an s.
fn is_known(charset: &str) -> bool {
    let folded = charset.replace('\u{17f}', "s").to_ascii_lowercase();
    ["utf-8", "iso-8859-1", "us-ascii"].contains(&&*folded)
}

/// `qDecode`
fn is_quoted_printable(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fine = match byte {
            b'=' => bytes.by_ref().take(2).filter(u8::is_ascii_hexdigit).count() == 2,
            _ => byte == b' ' || byte.is_ascii_graphic() || b"\n\r\t".contains(&byte),
        };
        if !fine {
            return false;
        }
    }
    true
}

//! What a backslash begins.

use std::sync::Arc;

use super::Parser;
use crate::regexp::class::perl_group;
use crate::regexp::error::{Error, Reason};
use crate::regexp::ranges::{MAX_RUNE, RangeSet};
use crate::regexp::tree::{Assertion, Kind};
use crate::regexp::unicode;

impl<'p> Parser<'p> {
    /// A backslash outside of brackets.
    pub(super) fn backslash(&mut self) -> Result<(), Error> {
        let look = match self.byte(1) {
            Some(b'A') => Assertion::TextStart,
            Some(b'z') => Assertion::TextEnd,
            Some(b'b') => Assertion::WordBoundary,
            Some(b'B') => Assertion::NotWordBoundary,
            Some(b'C') => return Err(self.error(Reason::Escape, self.at..self.at + 2)),
            Some(b'Q') => return self.quoted(),
            _ => return self.class_or_character(),
        };
        self.skip_and_push(2, Kind::Assertion(look))
    }

    /// `\Q…\E`; without an end the rest of the pattern is quoted.
    fn quoted(&mut self) -> Result<(), Error> {
        let rest = self.rest().get(2..).unwrap_or_default();
        let (quoted, end) = rest.split_once(r"\E").map_or((rest, 2), |(quoted, _)| (quoted, 4));
        for character in quoted.chars() {
            self.push_literal(character.into())?;
        }
        self.at += quoted.len() + end;
        Ok(())
    }

    fn class_or_character(&mut self) -> Result<(), Error> {
        if let Some(class) = self.property()? {
            return self.push_class(class);
        }
        if let Some(class) = self.perl_class() {
            return self.push_class(Arc::new(class));
        }
        let rune = self.escaped_character()?;
        self.push_literal(rune)
    }

    /// `\d` and its like, if that is what comes.
    pub(super) fn perl_class(&mut self) -> Option<RangeSet> {
        if self.byte(0) != Some(b'\\') {
            return None;
        }
        let letter = self.byte(1)?;
        let group = perl_group(letter.to_ascii_lowercase())?;
        self.at += 2;
        Some(self.signed(group, letter.is_ascii_uppercase()))
    }

    /// A group as the flags in force make it.
    pub(super) fn signed(&self, group: RangeSet, negative: bool) -> RangeSet {
        let group = if self.flags.fold { group.folded() } else { group };
        if negative { group.negated() } else { group }
    }

    /// `\pL`, `\p{Greek}`, `\P{^Greek}`, if that is what comes. Mirrors `parseUnicodeClass`.
    pub(super) fn property(&mut self) -> Result<Option<Arc<RangeSet>>, Error> {
        let start = self.at;
        let (Some(b'\\'), Some(letter @ (b'p' | b'P'))) = (self.byte(0), self.byte(1)) else {
            return Ok(None);
        };
        self.at += 2;
        let name = self.property_name(start)?;
        let (name, negative) = match name.strip_prefix('^') {
            Some(name) => (name, letter == b'p'),
            None => (name, letter == b'P'),
        };
        match self.known_property(name) {
            Some(class) if negative => Ok(Some(Arc::new(class.negated()))),
            Some(class) => Ok(Some(class)),
            None => Err(self.error_since(start, Reason::CharacterRange)),
        }
    }

    /// Parses one letter, or the name in braces.
    fn property_name(&mut self, start: usize) -> Result<&'p str, Error> {
        let name = self.rest();
        match self.next_char() {
            Some('{') => {}
            letter => {
                let length = letter.map_or(0, char::len_utf8);
                return Ok(name.get(..length).unwrap_or_default());
            }
        }
        let Some((name, _)) = self.rest().split_once('}') else {
            return Err(self.error(Reason::CharacterRange, start..self.pattern.len()));
        };
        self.at += name.len() + 1;
        Ok(name)
    }

    fn known_property(&mut self, name: &'p str) -> Option<Arc<RangeSet>> {
        let fold = self.flags.fold;
        let known = self.properties.entry((name, fold));
        known.or_insert_with(|| unicode::property(name, fold).map(Arc::new)).clone()
    }

    /// The character that an escape stands for. Mirrors `parser.parseEscape`.
    pub(super) fn escaped_character(&mut self) -> Result<u32, Error> {
        let start = self.at;
        self.at += 1;
        let Some(letter) = self.next_char() else {
            return Err(Error::quoting("", Reason::TrailingBackslash, start..start + 1));
        };
        let rune = match letter {
            '0' => Some(self.octal(letter)),
            '1'..='7' if matches!(self.byte(0), Some(b'0'..=b'7')) => Some(self.octal(letter)),
            'x' => self.hexadecimal(),
            'a' => Some(0x07),
            'f' => Some(0x0C),
            'n' => Some(0x0A),
            'r' => Some(0x0D),
            't' => Some(0x09),
            'v' => Some(0x0B),
            _ if letter.is_ascii() && !letter.is_ascii_alphanumeric() => Some(letter.into()),
            _ => None,
        };
        rune.ok_or_else(|| self.error_since(start, Reason::Escape))
    }

    /// Up to three octal digits, the first of which is read.
    fn octal(&mut self, first: char) -> u32 {
        let mut rune = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            let Some(digit @ b'0'..=b'7') = self.byte(0) else { break };
            rune = rune * 8 + u32::from(digit - b'0');
            self.at += 1;
        }
        rune
    }

    /// After `\x`: two digits, or any number of them in braces.
    fn hexadecimal(&mut self) -> Option<u32> {
        let first = self.next_char()?;
        if first == '{' {
            return self.hexadecimal_in_braces();
        }
        let second = self.next_char()?;
        Some(first.to_digit(16)? * 16 + second.to_digit(16)?)
    }

    fn hexadecimal_in_braces(&mut self) -> Option<u32> {
        let first = self.next_char()?;
        let mut rune = first.to_digit(16)?;
        loop {
            match self.next_char()? {
                '}' => return Some(rune),
                digit => rune = rune * 16 + digit.to_digit(16)?,
            }
            if rune > MAX_RUNE {
                return None;
            }
        }
    }
}

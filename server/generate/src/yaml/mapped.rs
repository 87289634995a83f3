//! A text for checks: keys and values one a line, strings in double quotes, each with what it comes from.

use std::fmt::Write as _;

use crdls_text::TextRange;
use crdls_yaml::resolve::is_plain_string;

use super::{sorted, word};
use crate::{Data, Item, Origin, Origins, Span, Text};

pub(super) fn written(object: &Item) -> (String, Origins) {
    let mut writer = Writer { out: String::new(), origins: Origins::default() };
    writer.node(object, 0, true);
    writer.out.push('\n');
    (writer.out, writer.origins)
}

const BLANKS: &str = "                                                                ";

struct Writer {
    out: String,
    origins: Origins,
}

impl Writer {
    fn at(&self) -> u32 {
        self.out.len() as u32
    }

    fn open(&mut self, origin: Origin) -> usize {
        let range = TextRange::empty(self.at());
        self.origins.spans.push(Span { range, origin, literal: None, characters: Vec::new() });
        self.origins.spans.len() - 1
    }

    fn close(&mut self, span: usize) {
        let end = self.at();
        if let Some(span) = self.origins.spans.get_mut(span) {
            span.range.end = end;
        }
    }

    /// A value. What is nested begins on the line at hand if `in_line`, otherwise on the next.
    fn node(&mut self, item: &Item, indent: usize, in_line: bool) {
        match &item.data {
            Data::Map(members) if !members.is_empty() => {
                self.line(indent, in_line);
                let span = self.open(item.origin);
                for (number, member) in sorted(members).into_iter().enumerate() {
                    self.line(indent, number == 0);
                    let key = self.open(member.origin);
                    if is_word(&member.name) {
                        self.out.push_str(&member.name);
                    } else {
                        self.quoted(&member.name, &mut |_| {});
                    }
                    self.close(key);
                    self.out.push(':');
                    self.value(&member.value, indent + 2);
                }
                self.close(span);
            }
            Data::List(items) if !items.is_empty() => {
                self.line(indent, in_line);
                let span = self.open(item.origin);
                for (number, inner) in items.iter().enumerate() {
                    self.line(indent, number == 0);
                    self.out.push_str("- ");
                    self.node(inner, indent + 2, true);
                }
                self.close(span);
            }
            _ => self.scalar(item),
        }
    }

    fn line(&mut self, indent: usize, in_line: bool) {
        if !in_line {
            self.out.push('\n');
            let mut rest = indent;
            while rest > 0 {
                let some = rest.min(BLANKS.len());
                self.out.push_str(BLANKS.get(..some).unwrap_or_default());
                rest -= some;
            }
        }
    }

    fn value(&mut self, item: &Item, indent: usize) {
        let nested = match &item.data {
            Data::Map(members) => !members.is_empty(),
            Data::List(items) => !items.is_empty(),
            _ => false,
        };
        if !nested {
            self.out.push(' ');
        }
        self.node(item, indent, false);
    }

    fn scalar(&mut self, item: &Item) {
        let span = self.open(item.origin);
        match &item.data {
            Data::Text(text) => self.text(text, span),
            Data::Map(_) => self.out.push_str("{}"),
            Data::List(_) => self.out.push_str("[]"),
            other => {
                let word = word(other).unwrap_or_default();
                self.out.push_str(&word);
            }
        }
        self.close(span);
    }

    fn text(&mut self, text: &Text, span: usize) {
        let Some(literal) = &text.literal else { return self.quoted(&text.value, &mut |_| {}) };
        let mut characters = Vec::with_capacity(text.value.len() + 1);
        self.quoted(&text.value, &mut |at| characters.push(at));
        if let Some(span) = self.origins.spans.get_mut(span) {
            span.literal = Some(literal.clone());
            span.characters = characters;
        }
    }

    /// A string in double quotes. Calls `at` with the offset of each of its characters, and of the closing quote.
    fn quoted(&mut self, text: &str, at: &mut dyn FnMut(u32)) {
        self.out.push('"');
        for c in text.chars() {
            at(self.at());
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                '\r' => self.out.push_str("\\r"),
                ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' => {
                    self.out.push(c)
                }
                c => {
                    let _ = write!(self.out, "\\U{:08X}", c as u32);
                }
            }
        }
        at(self.at());
        self.out.push('"');
    }
}

/// Whether a key needs no quotes.
fn is_word(key: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '$');
    key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_part) && is_plain_string(key)
}

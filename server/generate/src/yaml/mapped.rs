//! A text for checks: keys and values one a line, strings in double quotes, each with what it comes from.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crdls_text::TextRange;
use crdls_yaml::resolve::is_plain_string;

use super::spans::{Fragment, Part, Span, StringSpan};
use super::{sorted, word};
use crate::{Data, Item, Origin, Origins, Text};

/// The fragments of texts that somebody has, by the number of the value and the indentation. A generator has its own: the
/// numbers are its.
#[derive(Debug, Default)]
pub struct Fragments {
    known: Mutex<HashMap<(u64, u32), Weak<Fragment>>>,
}

impl Fragments {
    /// A CRD for checks: each string on one line in double quotes, and where each value comes from.
    pub fn written(&self, object: &Item) -> (String, Origins) {
        self.sweep();
        let mut writer = Writer { of: self, made: Fragment::default(), parts: 0 };
        writer.node(object, 0, true);
        writer.made.own.push('\n');
        let root = Arc::new(writer.finished());
        let mut text = String::with_capacity(root.len as usize);
        root.write(&mut text);
        (text, Origins { root })
    }

    /// Forgets what nobody has any more, when it may be much.
    fn sweep(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == known.capacity() {
            known.retain(|_, fragment| fragment.strong_count() > 0);
        }
    }

    fn known(&self, key: (u64, u32)) -> Option<Arc<Fragment>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key)?.upgrade()
    }

    fn keep(&self, key: (u64, u32), fragment: &Arc<Fragment>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(key, Arc::downgrade(fragment));
    }
}

const BLANKS: &str = "                                                                ";

struct Writer<'f> {
    of: &'f Fragments,
    made: Fragment,
    /// The length of the parts so far.
    parts: u32,
}

impl Writer<'_> {
    fn at(&self) -> u32 {
        self.made.own.len() as u32 + self.parts
    }

    fn finished(mut self) -> Fragment {
        self.made.len = self.at();
        self.made.own.shrink_to_fit();
        self.made.spans.shrink_to_fit();
        self.made.parts.shrink_to_fit();
        self.made
    }

    fn open(&mut self, origin: Origin) -> usize {
        let range = TextRange::empty(self.at());
        self.made.spans.push(Span { range, origin, string: None });
        self.made.spans.len() - 1
    }

    fn close(&mut self, span: usize) {
        let end = self.at();
        if let Some(span) = self.made.spans.get_mut(span) {
            span.range.end = end;
        }
    }

    /// A value. What is nested begins on the line at hand if `in_line`, otherwise on the next.
    fn node(&mut self, item: &Item, indent: usize, in_line: bool) {
        match &item.data {
            Data::Map(members) if !members.is_empty() => {
                self.line(indent, in_line);
                match item.number {
                    0 => self.members(item, indent),
                    number => self.part((number, indent as u32), item, indent),
                }
            }
            Data::List(items) if !items.is_empty() => {
                self.line(indent, in_line);
                let span = self.open(item.origin);
                for (number, inner) in items.iter().enumerate() {
                    self.line(indent, number == 0);
                    self.made.own.push_str("- ");
                    self.node(inner, indent + 2, true);
                }
                self.close(span);
            }
            _ => self.scalar(item),
        }
    }

    /// A value with a number, from where the line is indented on.
    fn part(&mut self, key: (u64, u32), item: &Item, indent: usize) {
        let fragment = self.of.known(key).unwrap_or_else(|| {
            let mut writer = Writer { of: self.of, made: Fragment::default(), parts: 0 };
            writer.members(item, indent);
            let fragment = Arc::new(writer.finished());
            self.of.keep(key, &fragment);
            fragment
        });
        let part = Part { own: self.made.own.len(), at: self.at(), fragment };
        self.parts += part.fragment.len;
        self.made.parts.push(part);
    }

    fn members(&mut self, item: &Item, indent: usize) {
        let Data::Map(members) = &item.data else { return };
        let span = self.open(item.origin);
        for (number, member) in sorted(members).into_iter().enumerate() {
            self.line(indent, number == 0);
            let key = self.open(member.origin);
            if is_word(&member.name) {
                self.made.own.push_str(&member.name);
            } else {
                self.quoted(&member.name, &mut |_| {});
            }
            self.close(key);
            self.made.own.push(':');
            self.value(&member.value, indent + 2);
        }
        self.close(span);
    }

    fn line(&mut self, indent: usize, in_line: bool) {
        if !in_line {
            self.made.own.push('\n');
            let mut rest = indent;
            while rest > 0 {
                let some = rest.min(BLANKS.len());
                self.made.own.push_str(BLANKS.get(..some).unwrap_or_default());
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
            self.made.own.push(' ');
        }
        self.node(item, indent, false);
    }

    fn scalar(&mut self, item: &Item) {
        let span = self.open(item.origin);
        match &item.data {
            Data::Text(text) => self.text(text, span),
            Data::Map(_) => self.made.own.push_str("{}"),
            Data::List(_) => self.made.own.push_str("[]"),
            other => {
                let word = word(other).unwrap_or_default();
                self.made.own.push_str(&word);
            }
        }
        self.close(span);
    }

    fn text(&mut self, text: &Text, span: usize) {
        let Some(literal) = &text.literal else { return self.quoted(&text.value, &mut |_| {}) };
        let mut characters = Vec::with_capacity(text.value.len() + 1);
        self.quoted(&text.value, &mut |at| characters.push(at));
        if let Some(span) = self.made.spans.get_mut(span) {
            span.string = Some(Box::new(StringSpan { literal: literal.clone(), characters }));
        }
    }

    /// A string in double quotes. Calls `at` with the offset of each of its characters, and of the closing quote.
    fn quoted(&mut self, text: &str, at: &mut dyn FnMut(u32)) {
        self.made.own.push('"');
        for c in text.chars() {
            at(self.at());
            match c {
                '"' => self.made.own.push_str("\\\""),
                '\\' => self.made.own.push_str("\\\\"),
                '\n' => self.made.own.push_str("\\n"),
                '\t' => self.made.own.push_str("\\t"),
                '\r' => self.made.own.push_str("\\r"),
                ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' => {
                    self.made.own.push(c)
                }
                c => {
                    let _ = write!(self.made.own, "\\U{:08X}", c as u32);
                }
            }
        }
        at(self.at());
        self.made.own.push('"');
    }
}

/// Whether a key needs no quotes.
fn is_word(key: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '$');
    key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_part) && is_plain_string(key)
}

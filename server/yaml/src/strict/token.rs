//! Tokens and the queue they wait in (apic.go `yaml_insert_token`).

use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    StreamEnd,
    VersionDirective,
    TagDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    /// A plain scalar on one line: its text is the token's.
    Plain,
    /// Any other scalar. A plain one over several lines is among them: it is never more than a
    /// string. The note is that of its value, where values are kept.
    Text,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub at: usize,
    pub line: usize,
    /// A name, a tag handle or a plain scalar.
    pub text: &'t str,
    /// What does not stand in the text as it is: see [`Notes`]. For a version its number, 1.1 as 101.
    pub note: usize,
}

/// The note of a scalar whose value is not kept.
pub(super) const NO_NOTE: usize = usize::MAX;

/// Tag suffixes, tag prefixes and the values of scalars: texts made while scanning.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, text: String) -> usize {
        self.0.push(text);
        self.0.len() - 1
    }

    pub(super) fn take(&mut self, note: usize) -> String {
        self.0.get_mut(note).map(std::mem::take).unwrap_or_default()
    }
}

/// Tokens that are scanned but not yet parsed. A token's number counts all tokens before it.
#[derive(Debug, Default)]
pub(super) struct Queue<'t> {
    tokens: VecDeque<Token<'t>>,
    parsed: usize,
}

impl<'t> Queue<'t> {
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    pub(super) fn head(&self) -> Option<&Token<'t>> {
        self.tokens.front()
    }

    pub(super) fn drop_head(&mut self) {
        self.tokens.pop_front();
        self.parsed += 1;
    }

    pub(super) fn head_number(&self) -> usize {
        self.parsed
    }

    pub(super) fn next_number(&self) -> usize {
        self.parsed + self.tokens.len()
    }

    pub(super) fn push(&mut self, token: Token<'t>) {
        self.tokens.push_back(token);
    }

    /// Before the token of that number; at the end where that one has been parsed already.
    pub(super) fn insert(&mut self, number: usize, token: Token<'t>) {
        match number.checked_sub(self.parsed) {
            Some(position) if position <= self.tokens.len() => self.tokens.insert(position, token),
            _ => self.tokens.push_back(token),
        }
    }
}

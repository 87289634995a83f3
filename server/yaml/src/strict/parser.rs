//! From tokens to nodes: the states of parserc.go (go.yaml.in/yaml/v2 v2.4.4), for the first
//! document of a stream. What follows a document's start is in the children, by style.
//!
//! Knows the grammar; must not know what nodes mean. The states' stack is on the heap, and the
//! scanner bounds its depth.

mod block;
mod flow;
mod node;

use std::collections::HashMap;

use super::events::Events;
use super::scanner::Scanner;
use super::token::{Kind, Token};
use super::{Checked, Refusal};

/// What the parser expects next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    DocumentEnd,
    BlockSequenceFirst,
    BlockSequence,
    IndentlessSequence,
    BlockMappingFirst,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirst,
    FlowSequence,
    /// A pair in a sequence without braces round it: `[a: b]`.
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowMappingFirst,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingNoValue,
}

const DEFAULT_TAGS: [(&str, &str); 2] = [("!", "!"), ("!!", "tag:yaml.org,2002:")];

#[derive(Debug)]
pub(super) struct Parser<'t, E> {
    scanner: Scanner<'t>,
    state: State,
    states: Vec<State>,
    /// What the handles of tags stand for.
    tags: HashMap<&'t str, String>,
    events: E,
}

impl<'t, E: Events<'t>> Parser<'t, E> {
    pub(super) fn new(scanner: Scanner<'t>, events: E) -> Self {
        Self { scanner, state: State::DocumentEnd, states: Vec::new(), tags: HashMap::new(), events }
    }

    /// Reads the first document and the token after it.
    pub(super) fn run(mut self) -> Checked<E> {
        if self.start_document()? {
            while self.state != State::DocumentEnd {
                self.step()?;
            }
            self.scanner.peek()?;
        }
        Ok(self.events)
    }

    /// False where the stream holds no document.
    fn start_document(&mut self) -> Checked<bool> {
        let first = self.scanner.peek()?;
        match first.kind {
            Kind::StreamEnd => return Ok(false),
            Kind::VersionDirective | Kind::TagDirective | Kind::DocumentStart => {}
            _ => {
                self.read_directives()?;
                self.root_node()?;
                return Ok(true);
            }
        }
        self.read_directives()?;
        let start = self.scanner.peek()?;
        if start.kind != Kind::DocumentStart {
            return Err(refuse(start, "did not find expected <document start>"));
        }
        self.scanner.drop_head();
        let content = self.scanner.peek()?;
        match content.kind {
            Kind::VersionDirective
            | Kind::TagDirective
            | Kind::DocumentStart
            | Kind::DocumentEnd
            | Kind::StreamEnd => self.empty_value(content.at),
            _ => self.root_node()?,
        }
        Ok(true)
    }

    fn read_directives(&mut self) -> Checked {
        const SUPPORTED: usize = 101;
        let mut version = false;
        loop {
            let token = self.scanner.peek()?;
            match token.kind {
                Kind::VersionDirective if version => {
                    return Err(refuse(token, "found duplicate %YAML directive"));
                }
                Kind::VersionDirective if token.note != SUPPORTED => {
                    return Err(refuse(token, "found incompatible YAML document"));
                }
                Kind::VersionDirective => version = true,
                Kind::TagDirective if self.tags.contains_key(token.text) => {
                    return Err(refuse(token, "found duplicate %TAG directive"));
                }
                Kind::TagDirective => {
                    let prefix = self.scanner.take_note(token.note);
                    self.tags.insert(token.text, prefix);
                }
                _ => break,
            }
            self.scanner.drop_head();
        }
        for (handle, prefix) in DEFAULT_TAGS {
            self.tags.entry(handle).or_insert_with(|| prefix.to_owned());
        }
        Ok(())
    }

    fn step(&mut self) -> Checked {
        match self.state {
            State::DocumentEnd => Ok(()),
            State::BlockSequenceFirst => self.block_sequence_first(),
            State::BlockSequence => self.block_sequence_entry(),
            State::IndentlessSequence => self.indentless_sequence_entry(),
            State::BlockMappingFirst => self.block_mapping_first(),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceFirst => self.flow_sequence_first(),
            State::FlowSequence => self.flow_sequence_entry(),
            State::FlowPairKey => self.flow_pair_key(),
            State::FlowPairValue => self.flow_pair_value(),
            State::FlowPairEnd => self.flow_pair_end(),
            State::FlowMappingFirst => self.flow_mapping_first(),
            State::FlowMappingKey => self.flow_mapping_key(),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::FlowMappingNoValue => self.flow_mapping_no_value(),
        }
    }

    /// The node is complete; its parent goes on.
    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::DocumentEnd);
    }

    /// Over the token just seen to the next.
    fn next(&mut self) -> Checked<Token<'t>> {
        self.scanner.drop_head();
        self.scanner.peek()
    }

    fn close_collection(&mut self) {
        self.events.close();
        self.pop_state();
    }
}

/// The library's `fail` for an error of the parser: it names the line before, and none in the first.
#[cold]
fn refuse(token: Token<'_>, problem: &str) -> Box<Refusal> {
    Refusal::at_line(token.at, Some(token.line).filter(|&line| line > 0), problem)
}

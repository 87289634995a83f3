//! One node: its properties, then its content or the start of it (`yaml_parser_parse_node`).

use super::super::Checked;
use super::super::events::{Collection, Content, Events, Properties, Role};
use super::super::token::{Kind, Token};
use super::{Parser, State, refuse};

/// What may begin a node at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeContext {
    Flow,
    Block,
    /// The key or value of a block mapping, where a sequence needs no indentation.
    BlockOrIndentless,
}

impl<'t, E: Events<'t>> Parser<'t, E> {
    pub(super) fn root_node(&mut self) -> Checked {
        self.states.push(State::DocumentEnd);
        self.node(NodeContext::Block, Role::Value)
    }

    /// A node inside a collection, which goes on in state `after`.
    pub(super) fn node_then(&mut self, after: State, context: NodeContext, role: Role) -> Checked {
        self.states.push(after);
        self.node(context, role)
    }

    pub(super) fn empty_key(&mut self, at: usize) {
        self.empty(Role::Key, at);
    }

    pub(super) fn empty_value(&mut self, at: usize) {
        self.empty(Role::Value, at);
    }

    fn empty(&mut self, role: Role, at: usize) {
        self.events.scalar(role, Properties { at, ..Properties::default() }, Content::Plain(""));
    }

    fn node(&mut self, context: NodeContext, role: Role) -> Checked {
        let first = self.scanner.peek()?;
        if first.kind == Kind::Alias {
            self.pop_state();
            self.events.alias(first.at, first.text)?;
            self.scanner.drop_head();
            return Ok(());
        }
        let (properties, token) = self.properties(first)?;
        match token.kind {
            Kind::BlockEntry if context == NodeContext::BlockOrIndentless => {
                self.open(State::IndentlessSequence, role, properties, Collection::Sequence);
            }
            Kind::Plain => self.scalar(role, properties, Content::Plain(token.text)),
            Kind::Text => {
                let value = self.scanner.take_note(token.note);
                self.scalar(role, properties, Content::Text(value));
            }
            Kind::FlowSequenceStart => {
                self.open(State::FlowSequenceFirst, role, properties, Collection::Sequence);
            }
            Kind::FlowMappingStart => {
                self.open(State::FlowMappingFirst, role, properties, Collection::Mapping);
            }
            Kind::BlockSequenceStart if context != NodeContext::Flow => {
                self.open(State::BlockSequenceFirst, role, properties, Collection::Sequence);
            }
            Kind::BlockMappingStart if context != NodeContext::Flow => {
                self.open(State::BlockMappingFirst, role, properties, Collection::Mapping);
            }
            _ if properties.anchor.is_some() || properties.tag.is_some() => {
                self.events.scalar(role, properties, Content::Plain(""));
                self.pop_state();
            }
            _ => return Err(refuse(token, "did not find expected node content")),
        }
        Ok(())
    }

    fn scalar(&mut self, role: Role, properties: Properties<'t>, content: Content<'t>) {
        self.events.scalar(role, properties, content);
        self.pop_state();
        self.scanner.drop_head();
    }

    fn open(&mut self, state: State, role: Role, properties: Properties<'t>, collection: Collection) {
        self.state = state;
        self.events.open(role, properties, collection);
    }

    /// An anchor and a tag, in either order, and the token after them.
    fn properties(&mut self, first: Token<'t>) -> Checked<(Properties<'t>, Token<'t>)> {
        let mut properties = Properties { at: first.at, ..Properties::default() };
        let mut tag = None;
        let mut token = first;
        loop {
            match token.kind {
                Kind::Anchor if properties.anchor.is_none() => properties.anchor = Some(token.text),
                Kind::Tag if tag.is_none() => tag = Some(token),
                _ => break,
            }
            token = self.next()?;
        }
        if let Some(tag) = tag {
            properties.tag = Some(self.expand_tag(tag)?);
        }
        Ok((properties, token))
    }

    fn expand_tag(&mut self, token: Token<'t>) -> Checked<String> {
        let suffix = self.scanner.take_note(token.note);
        if token.text.is_empty() {
            return Ok(suffix);
        }
        match self.tags.get(token.text) {
            Some(prefix) => Ok(format!("{prefix}{suffix}")),
            None => Err(refuse(token, "found undefined tag handle")),
        }
    }
}

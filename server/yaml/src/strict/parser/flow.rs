//! Collections held together by brackets.

use super::super::Checked;
use super::super::events::{Collection, Events, Properties, Role};
use super::super::token::{Kind, Token};
use super::node::NodeContext;
use super::{Parser, State, refuse};

impl<'t, E: Events<'t>> Parser<'t, E> {
    pub(super) fn flow_sequence_first(&mut self) -> Checked {
        let token = self.next()?;
        self.flow_sequence_item(token)
    }

    pub(super) fn flow_sequence_entry(&mut self) -> Checked {
        let token = self.after_comma(Kind::FlowSequenceEnd, "did not find expected ',' or ']'")?;
        self.flow_sequence_item(token)
    }

    fn flow_sequence_item(&mut self, token: Token<'t>) -> Checked {
        match token.kind {
            Kind::FlowSequenceEnd => self.close_brackets(),
            Kind::Key => {
                self.state = State::FlowPairKey;
                let properties = Properties { at: token.at, ..Properties::default() };
                self.events.open(Role::Value, properties, Collection::Mapping);
                self.scanner.drop_head();
            }
            _ => return self.node_then(State::FlowSequence, NodeContext::Flow, Role::Value),
        }
        Ok(())
    }

    /// Where the key is empty the library drops the token that shows it, even a `]`.
    pub(super) fn flow_pair_key(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        if !matches!(token.kind, Kind::Value | Kind::FlowEntry | Kind::FlowSequenceEnd) {
            return self.node_then(State::FlowPairValue, NodeContext::Flow, Role::Key);
        }
        self.scanner.drop_head();
        self.state = State::FlowPairValue;
        self.empty_key(token.at);
        Ok(())
    }

    pub(super) fn flow_pair_value(&mut self) -> Checked {
        self.flow_value(Kind::FlowSequenceEnd, State::FlowPairEnd)
    }

    pub(super) fn flow_pair_end(&mut self) -> Checked {
        self.scanner.peek()?;
        self.state = State::FlowSequence;
        self.events.close();
        Ok(())
    }

    pub(super) fn flow_mapping_first(&mut self) -> Checked {
        let token = self.next()?;
        self.flow_mapping_item(token)
    }

    pub(super) fn flow_mapping_key(&mut self) -> Checked {
        let token = self.after_comma(Kind::FlowMappingEnd, "did not find expected ',' or '}'")?;
        self.flow_mapping_item(token)
    }

    fn flow_mapping_item(&mut self, token: Token<'t>) -> Checked {
        match token.kind {
            Kind::FlowMappingEnd => self.close_brackets(),
            Kind::Key => {
                let content = self.next()?;
                if !matches!(content.kind, Kind::Value | Kind::FlowEntry | Kind::FlowMappingEnd) {
                    return self.node_then(State::FlowMappingValue, NodeContext::Flow, Role::Key);
                }
                self.state = State::FlowMappingValue;
                self.empty_key(content.at);
            }
            _ => return self.node_then(State::FlowMappingNoValue, NodeContext::Flow, Role::Key),
        }
        Ok(())
    }

    pub(super) fn flow_mapping_value(&mut self) -> Checked {
        self.flow_value(Kind::FlowMappingEnd, State::FlowMappingKey)
    }

    /// `{a}`: a key alone.
    pub(super) fn flow_mapping_no_value(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        self.state = State::FlowMappingKey;
        self.empty_value(token.at);
        Ok(())
    }

    fn flow_value(&mut self, end: Kind, after: State) -> Checked {
        let mut token = self.scanner.peek()?;
        if token.kind == Kind::Value {
            token = self.next()?;
            if token.kind != Kind::FlowEntry && token.kind != end {
                return self.node_then(after, NodeContext::Flow, Role::Value);
            }
        }
        self.state = after;
        self.empty_value(token.at);
        Ok(())
    }

    /// The first token of the next item, or the closing bracket.
    fn after_comma(&mut self, end: Kind, problem: &str) -> Checked<Token<'t>> {
        let token = self.scanner.peek()?;
        match token.kind {
            Kind::FlowEntry => self.next(),
            kind if kind == end => Ok(token),
            _ => Err(refuse(token, problem)),
        }
    }

    fn close_brackets(&mut self) {
        self.close_collection();
        self.scanner.drop_head();
    }
}

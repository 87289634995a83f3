//! Collections held together by indentation.

use super::super::Checked;
use super::super::events::{Events, Role};
use super::super::token::Kind;
use super::node::NodeContext;
use super::{Parser, State, refuse};

impl<'t, E: Events<'t>> Parser<'t, E> {
    pub(super) fn block_sequence_first(&mut self) -> Checked {
        self.scanner.drop_head();
        self.block_sequence_entry()
    }

    pub(super) fn block_sequence_entry(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        match token.kind {
            Kind::BlockEntry => {
                let content = self.next()?;
                if matches!(content.kind, Kind::BlockEntry | Kind::BlockEnd) {
                    self.state = State::BlockSequence;
                    self.empty_value(token.at);
                    return Ok(());
                }
                self.node_then(State::BlockSequence, NodeContext::Block, Role::Value)
            }
            Kind::BlockEnd => {
                self.close_collection();
                self.scanner.drop_head();
                Ok(())
            }
            _ => Err(refuse(token, "did not find expected '-' indicator")),
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        if token.kind != Kind::BlockEntry {
            self.close_collection();
            return Ok(());
        }
        let content = self.next()?;
        if matches!(content.kind, Kind::BlockEntry | Kind::Key | Kind::Value | Kind::BlockEnd) {
            self.state = State::IndentlessSequence;
            self.empty_value(token.at);
            return Ok(());
        }
        self.node_then(State::IndentlessSequence, NodeContext::Block, Role::Value)
    }

    pub(super) fn block_mapping_first(&mut self) -> Checked {
        self.scanner.drop_head();
        self.block_mapping_key()
    }

    pub(super) fn block_mapping_key(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        match token.kind {
            Kind::Key => {
                let content = self.next()?;
                if matches!(content.kind, Kind::Key | Kind::Value | Kind::BlockEnd) {
                    self.state = State::BlockMappingValue;
                    self.empty_key(token.at);
                    return Ok(());
                }
                self.node_then(State::BlockMappingValue, NodeContext::BlockOrIndentless, Role::Key)
            }
            Kind::BlockEnd => {
                self.close_collection();
                self.scanner.drop_head();
                Ok(())
            }
            _ => Err(refuse(token, "did not find expected key")),
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Checked {
        let token = self.scanner.peek()?;
        if token.kind == Kind::Value {
            let content = self.next()?;
            if !matches!(content.kind, Kind::Key | Kind::Value | Kind::BlockEnd) {
                return self.node_then(State::BlockMappingKey, NodeContext::BlockOrIndentless, Role::Value);
            }
        }
        self.state = State::BlockMappingKey;
        self.empty_value(token.at);
        Ok(())
    }
}

//! Tokens that are a character or three, and what each does to keys and levels.

use super::super::Checked;
use super::super::token::{Kind, Token};
use super::{MAX_DEPTH, Scanner, token};

impl<'t> Scanner<'t> {
    pub(super) fn fetch_stream_end(&mut self) -> Checked {
        self.reader.end_last_line();
        self.leave_document()?;
        self.push_indicator(Kind::StreamEnd, 0);
        Ok(())
    }

    pub(super) fn fetch_document_marker(&mut self, kind: Kind) -> Checked {
        self.leave_document()?;
        self.push_indicator(kind, 3);
        Ok(())
    }

    pub(super) fn leave_document(&mut self) -> Checked {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        Ok(())
    }

    pub(super) fn fetch_flow_start(&mut self, kind: Kind) -> Checked {
        self.save_key()?;
        self.keys.push_level(self.queue.next_number());
        self.flow_level += 1;
        if self.flow_level > MAX_DEPTH {
            return Err(self.refuse("exceeded max depth of 10000"));
        }
        self.key_allowed = true;
        self.push_indicator(kind, 1);
        Ok(())
    }

    pub(super) fn fetch_flow_end(&mut self, kind: Kind) -> Checked {
        self.remove_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.keys.pop_level();
        }
        self.key_allowed = false;
        self.push_indicator(kind, 1);
        Ok(())
    }

    pub(super) fn fetch_flow_entry(&mut self) -> Checked {
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(Kind::FlowEntry, 1);
        Ok(())
    }

    /// Inside brackets a `-` is the parser's to refuse.
    pub(super) fn fetch_block_entry(&mut self) -> Checked {
        self.open_block(Kind::BlockSequenceStart, "block sequence entries are not allowed in this context")?;
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(Kind::BlockEntry, 1);
        Ok(())
    }

    pub(super) fn fetch_key(&mut self) -> Checked {
        self.open_block(Kind::BlockMappingStart, "mapping keys are not allowed in this context")?;
        self.remove_key()?;
        self.key_allowed = self.flow_level == 0;
        self.push_indicator(Kind::Key, 1);
        Ok(())
    }

    pub(super) fn fetch_value(&mut self) -> Checked {
        let level = self.keys.top();
        if self.key_is_possible(level)? {
            let key = self.keys.get(level);
            self.queue.insert(key.token, token(Kind::Key, key.mark));
            self.roll_indent(key.token, Kind::BlockMappingStart, key.mark)?;
            self.keys.remove_top();
            self.key_allowed = false;
        } else {
            self.open_block(Kind::BlockMappingStart, "mapping values are not allowed in this context")?;
            self.key_allowed = self.flow_level == 0;
        }
        self.push_indicator(Kind::Value, 1);
        Ok(())
    }

    /// What may be a key: an alias, an anchor, a tag, a scalar.
    pub(super) fn fetch_scalar_like(
        &mut self,
        scan: impl FnOnce(&mut Self) -> Checked<Token<'t>>,
    ) -> Checked {
        self.save_key()?;
        self.key_allowed = false;
        let token = scan(self)?;
        self.queue.push(token);
        Ok(())
    }

    pub(super) fn fetch_block_scalar(&mut self, literal: bool) -> Checked {
        self.remove_key()?;
        self.key_allowed = true;
        let token = self.scan_block_scalar(literal)?;
        self.queue.push(token);
        Ok(())
    }

    fn open_block(&mut self, kind: Kind, problem: &str) -> Checked {
        if self.flow_level > 0 {
            return Ok(());
        }
        if !self.key_allowed {
            return Err(self.refuse(problem));
        }
        let mark = self.reader.mark();
        self.roll_indent(self.queue.next_number(), kind, mark)
    }

    fn push_indicator(&mut self, kind: Kind, width: usize) {
        let mark = self.reader.mark();
        for _ in 0..width {
            self.reader.skip();
        }
        self.queue.push(token(kind, mark));
    }
}

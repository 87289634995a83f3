//! Keys written without `?`, which the scanner knows to be keys only once it meets their `:`
//! (scannerc.go `yaml_parser_save_simple_key` and its neighbours).

use std::collections::VecDeque;

use super::reader::{Mark, Reader};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SimpleKey {
    pub possible: bool,
    /// Nothing but a key may stand where this token stands.
    pub required: bool,
    pub token: usize,
    pub mark: Mark,
}

impl SimpleKey {
    /// A key and its `:` share a line and lie at most 1,024 characters apart.
    pub(super) fn is_out_of_reach(&self, reader: &mut Reader<'_>) -> bool {
        const REACH: usize = 1024;
        self.mark.line < reader.line()
            || (self.mark.at + REACH < reader.pos() && self.mark.index + REACH < reader.index())
    }
}

/// At most one possible key for each level of brackets.
#[derive(Debug)]
pub(super) struct SimpleKeys {
    levels: Vec<SimpleKey>,
    /// Token number and level of the keys that the library keeps in `simple_keys_by_tok`: numbers
    /// rise, and entries whose key is given up in passing stay.
    by_token: VecDeque<(usize, usize)>,
}

impl SimpleKeys {
    pub(super) fn new() -> Self {
        Self { levels: vec![SimpleKey::default()], by_token: VecDeque::new() }
    }

    pub(super) fn top(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    pub(super) fn get(&self, level: usize) -> SimpleKey {
        self.levels.get(level).copied().unwrap_or_default()
    }

    /// The level whose key the token is, if it is one. Asked with rising numbers only.
    #[inline]
    pub(super) fn level_of(&mut self, token: usize) -> Option<usize> {
        loop {
            match self.by_token.front() {
                Some(&(number, _)) if number < token => self.by_token.pop_front(),
                Some(&(number, level)) if number == token => return Some(level),
                _ => return None,
            };
        }
    }

    pub(super) fn save(&mut self, key: SimpleKey) {
        let level = self.top();
        if let Some(top) = self.levels.last_mut() {
            *top = key;
        }
        self.by_token.push_back((key.token, level));
    }

    /// No key after all; its entry by token stays.
    pub(super) fn give_up(&mut self, level: usize) {
        if let Some(key) = self.levels.get_mut(level) {
            key.possible = false;
        }
    }

    pub(super) fn remove_top(&mut self) {
        let level = self.top();
        self.forget_token(self.get(level).token);
        self.give_up(level);
    }

    /// An opening bracket. The new level carries the bracket's own token number, so that closing it
    /// at once forgets that the bracket may be a key: `{}: x` is no mapping to the library.
    pub(super) fn push_level(&mut self, token: usize) {
        self.levels.push(SimpleKey { token, ..SimpleKey::default() });
    }

    pub(super) fn pop_level(&mut self) {
        if let Some(key) = self.levels.pop() {
            self.forget_token(key.token);
        }
    }

    fn forget_token(&mut self, token: usize) {
        if let Ok(position) = self.by_token.binary_search_by_key(&token, |&(number, _)| number) {
            self.by_token.remove(position);
        }
    }
}

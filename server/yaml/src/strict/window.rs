//! How much of the text the library's reader has decoded at a time (readerc.go,
//! `yaml_parser_update_buffer`). It decides two things: whether an error of the scanner is met
//! before a forbidden character further on, and what the buffer begins with.

/// input_raw_buffer_size
const CHUNK: usize = 512;

#[derive(Debug)]
pub(super) struct Window {
    loaded: usize,
    base: usize,
    /// How many NULs have been put behind the end of the text.
    nuls: usize,
    forbidden: Option<usize>,
}

impl Window {
    pub(super) fn new(start: usize, forbidden: Option<usize>) -> Self {
        Self { loaded: 0, base: start, nuls: 0, forbidden }
    }

    pub(super) fn loaded(&self) -> usize {
        self.loaded
    }

    /// Where the text in the buffer begins.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    pub(super) fn skip_past_the_end(&mut self) {
        self.nuls = self.nuls.saturating_sub(1);
    }

    /// Loads until `count` characters from `pos` are there. The error is the place of a forbidden
    /// character in what had to be loaded.
    pub(super) fn fill(&mut self, text: &str, pos: usize, count: usize) -> Result<(), usize> {
        if self.has(text, pos, count) {
            return Ok(());
        }
        self.base = pos;
        while !self.has(text, pos, count) {
            if self.loaded >= text.len() {
                self.nuls += 1;
                break;
            }
            self.load(text)?;
        }
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), usize> {
        let mut next = (self.loaded + CHUNK).min(text.len());
        while !text.is_char_boundary(next) {
            next -= 1;
        }
        match self.forbidden {
            Some(at) if at < next => Err(at),
            _ => {
                self.loaded = next;
                Ok(())
            }
        }
    }

    fn has(&self, text: &str, pos: usize, count: usize) -> bool {
        let unread = text.get(pos..self.loaded).unwrap_or_default();
        unread.chars().take(count).count() + self.nuls >= count
    }
}

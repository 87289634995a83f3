//! Which characters a text holds, and how many lie before a place.
//!
//! Counts lazily and only forwards, so that a whole text is counted once; a text of ASCII alone is
//! not counted at all.

/// What a first look over the text finds.
#[derive(Debug, Default)]
pub(super) struct Traits {
    /// The first character that the library's reader does not allow.
    pub forbidden: Option<usize>,
    /// NEL, LS or PS, which end a line too.
    pub unicode_breaks: bool,
    inner_bom: bool,
}

impl Traits {
    /// Whether it matters how much of the text the library has loaded.
    pub(super) fn needs_window(&self) -> bool {
        self.forbidden.is_some() || self.inner_bom
    }
}

#[derive(Debug)]
pub(super) struct Characters {
    ascii: bool,
    counted_to: usize,
    count: usize,
    line_start: usize,
    past_the_end: usize,
}

impl Characters {
    pub(super) fn survey(bytes: &[u8], start: usize) -> (Self, Traits) {
        let mut traits = Traits::default();
        let mut ascii = true;
        let mut at = start;
        while let Some(next) = next_suspect(bytes, at) {
            ascii = false;
            if traits.note(bytes, next) {
                break;
            }
            at = next + 1;
        }
        (Self { ascii, counted_to: start, count: 0, line_start: 0, past_the_end: 0 }, traits)
    }

    pub(super) fn are_bytes(&self) -> bool {
        self.ascii
    }

    pub(super) fn index(&mut self, bytes: &[u8], at: usize) -> usize {
        if self.ascii {
            return at;
        }
        if let Some(passed) = bytes.get(self.counted_to..at) {
            self.count += passed.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
            self.counted_to = at;
        }
        self.count + self.past_the_end
    }

    /// The index that the current line starts at.
    pub(super) fn at_line_start(&self) -> usize {
        self.line_start
    }

    pub(super) fn start_line(&mut self, bytes: &[u8], at: usize) {
        if !self.ascii {
            self.line_start = self.index(bytes, at);
        }
    }

    pub(super) fn run_past_the_end(&mut self) {
        self.past_the_end += 1;
    }

    pub(super) fn ran_past_the_end(&self) -> bool {
        self.past_the_end > 0
    }
}

impl Traits {
    /// Takes down what stands at `at`; true where it is forbidden.
    fn note(&mut self, bytes: &[u8], at: usize) -> bool {
        match bytes.get(at..).unwrap_or_default() {
            [0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..] => self.unicode_breaks = true,
            [0xEF, 0xBB, 0xBF, ..] => self.inner_bom = true,
            [..=0x7F, ..] | [0xC2, ..=0x9F, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => {
                self.forbidden = Some(at);
                return true;
            }
            _ => {}
        }
        false
    }
}

/// The next byte that is not printable ASCII, a tab or a line break.
fn next_suspect(bytes: &[u8], from: usize) -> Option<usize> {
    const BLOCK: usize = 64;
    let suspect = |&byte: &u8| !(0x20..0x7F).contains(&byte) && !matches!(byte, b'\t' | b'\n' | b'\r');
    let mut at = from;
    // A block without a way out in its middle is what the compiler turns into vector code.
    while let Some(block) = bytes.get(at..at + BLOCK) {
        if block.iter().fold(false, |any, byte| any | suspect(byte)) {
            break;
        }
        at += BLOCK;
    }
    bytes.get(at..)?.iter().position(suspect).map(|found| at + found)
}

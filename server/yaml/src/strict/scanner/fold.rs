//! The value of a scalar while it is scanned, with line breaks folded as plain and quoted scalars
//! fold them.

/// Does nothing where values are not kept.
#[derive(Debug)]
pub(super) struct Fold {
    keep: bool,
    text: String,
    blanks: String,
    first_break: String,
    more_breaks: String,
}

impl Fold {
    pub(super) fn new(keep: bool) -> Self {
        let [text, blanks, first_break, more_breaks] = [const { String::new() }; 4];
        Self { keep, text, blanks, first_break, more_breaks }
    }

    pub(super) fn start(&mut self) {
        for part in [&mut self.text, &mut self.blanks, &mut self.first_break, &mut self.more_breaks] {
            part.clear();
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.keep {
            self.text.push_str(text);
        }
    }

    /// Blanks that count only if something follows them on their line.
    pub(super) fn push_blank(&mut self, text: &str) {
        if self.keep {
            self.blanks.push_str(text);
        }
    }

    pub(super) fn push_first_break(&mut self, text: &str) {
        if self.keep {
            self.blanks.clear();
            self.first_break.push_str(text);
        }
    }

    pub(super) fn push_more_breaks(&mut self, text: &str) {
        if self.keep {
            self.more_breaks.push_str(text);
        }
    }

    pub(super) fn join_blanks(&mut self) {
        self.text.push_str(&self.blanks);
        self.blanks.clear();
    }

    /// One break becomes a space, one of several is dropped; LS and PS stay as they are.
    pub(super) fn join_lines(&mut self) {
        if !self.keep {
            return;
        }
        if !self.first_break.starts_with('\n') {
            self.text.push_str(&self.first_break);
        } else if self.more_breaks.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&self.more_breaks);
        self.first_break.clear();
        self.more_breaks.clear();
    }

    /// For folded block scalars, whose first break stays where a line is indented further.
    pub(super) fn join_block_lines(&mut self, fold: bool) {
        if fold && self.first_break.starts_with('\n') {
            self.join_lines();
        } else {
            self.text.push_str(&self.first_break);
            self.text.push_str(&self.more_breaks);
            self.first_break.clear();
            self.more_breaks.clear();
        }
    }

    /// The end of a block scalar, with as many of its last breaks as its header asks for.
    pub(super) fn chomp(&mut self, keep_first: bool, keep_more: bool) {
        if keep_first {
            self.text.push_str(&self.first_break);
        }
        if keep_more {
            self.text.push_str(&self.more_breaks);
        }
    }

    pub(super) fn finish(&mut self) -> Option<String> {
        self.keep.then(|| std::mem::take(&mut self.text))
    }
}

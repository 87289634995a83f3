//! Comment groups, as go/parser forms them (parser.go, `next`, `consumeCommentGroup`): adjacent lines are a group;
//! the group that ends on the line above a token leads it, the group after a token on its line belongs to the line.

use crdls_text::TextRange;

use crate::model::{CommentGroup, GroupId};
use crate::scan::{Mode, Scanner};
use crate::token::{Kind, Token};

/// Tokens without comments, and the comments in groups.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'t> {
    pub text: &'t str,
    pub scanner: Scanner<'t>,
    /// The token at hand.
    pub token: Token,
    /// The token before it.
    pub previous: Token,
    /// The group that leads the token: it ends on the line above.
    pub lead: Option<GroupId>,
    /// The group on the line of the token before, if nothing follows it on that line.
    pub line_comment: Option<GroupId>,
    pub comments: Vec<TextRange>,
    pub groups: Vec<CommentGroup>,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str, mode: Mode) -> Self {
        let start = Token { kind: Kind::Eof, start: 0, end: 0, line: 0, line_start: 0 };
        let mut tokens = Self {
            text,
            scanner: Scanner::new(text, mode),
            token: start,
            previous: start,
            lead: None,
            line_comment: None,
            comments: Vec::new(),
            groups: Vec::new(),
        };
        tokens.next();
        tokens
    }

    /// Moves to the next token that is not a comment.
    pub(crate) fn next(&mut self) {
        self.lead = None;
        self.line_comment = None;
        self.previous = self.token;
        self.token = self.scanner.scan();
        if self.token.kind == Kind::Comment {
            self.collect_comments();
        }
    }

    /// Gives up: everything that follows counts as the end of the file.
    pub(crate) fn stop(&mut self) {
        self.scanner.stop();
        self.token = self.scanner.scan();
        self.lead = None;
        self.line_comment = None;
    }

    fn collect_comments(&mut self) {
        if self.token.line == self.previous.line {
            let (group, end_line) = self.collect_group(0);
            let ends = matches!(self.token.kind, Kind::Semicolon | Kind::LineEnd | Kind::Eof);
            if self.token.line != end_line || ends {
                self.line_comment = Some(group);
            }
        }
        let mut last = None;
        while self.token.kind == Kind::Comment {
            last = Some(self.collect_group(1));
        }
        self.lead = last.filter(|(_, end_line)| end_line + 1 == self.token.line).map(|(group, _)| group);
    }

    /// Collects comments with fewer than `gap` empty lines between them. Returns the group and its last line.
    fn collect_group(&mut self, gap: u32) -> (GroupId, u32) {
        let first = self.comments.len() as u32;
        let mut range = self.token.range();
        let mut end_line = self.token.line;
        while self.token.kind == Kind::Comment && self.token.line <= end_line + gap {
            let comment = self.token.range();
            let breaks = memchr::memchr_iter(b'\n', comment.of(self.text).as_bytes()).count();
            end_line = self.token.line + breaks as u32;
            range = range.join(comment);
            self.comments.push(comment);
            self.token = self.scanner.scan();
        }
        self.groups.push(CommentGroup { range, first, end: self.comments.len() as u32 });
        (GroupId(self.groups.len() as u32 - 1), end_line)
    }
}

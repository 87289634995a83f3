//! Blanks and line breaks of an expression: which ones it needs, and where a long line can break.
//!
//! Knows tokens and the tree as written; must not know how an expression is stored. A gap is the space between two
//! adjacent tokens. Lines break after operators, as cel-go's parser.Unparse breaks them.

use crdls_text::TextRange;

use crate::lexer::lex;
use crate::syntax::{Node, NodeKind, Token, TokenKind, Tree};

/// An expression as its tokens, with the gaps between them.
#[derive(Clone, Debug)]
pub struct Layout<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    gaps: Vec<Gap>,
}

/// The space between two adjacent tokens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap {
    /// The bytes between the tokens.
    pub range: TextRange,
    /// Whether one blank separates the tokens on a line.
    pub blank: bool,
    /// How a line breaks in the gap, if it can.
    at: Option<BreakPoint>,
}

/// A place where a line can break.
#[derive(Clone, Copy, Debug)]
struct BreakPoint {
    /// The depth of the node that breaks: the outermost nodes break first.
    depth: u32,
    /// The indentation of the line after the break, from that of the line before it.
    indent: Indent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Indent {
    Same,
    /// More, after the break only.
    Deeper,
    /// More, up to the closing bracket.
    Opens,
    /// The indentation of the line of the opening bracket.
    Closes,
}

/// A line of an expression: its tokens by their numbers, and its indentation in columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the first token.
    pub start: usize,
    /// The number after that of the last token.
    pub end: usize,
    /// The columns before the first token.
    pub indent: usize,
}

/// The columns by which a line after a bracket is indented.
const STEP: usize = 2;

impl<'t> Layout<'t> {
    /// The layout of a parsed text; `None` if the text has errors, or what is bound to its lines: a comment, or a string
    /// over several lines.
    pub fn of(tree: &Tree, text: &'t str) -> Option<Self> {
        let is_bound = |token: &Token| match token.kind {
            TokenKind::Comment | TokenKind::Unknown => true,
            TokenKind::Whitespace => false,
            _ => token.range.of(text).contains(['\n', '\r']),
        };
        if !tree.errors.is_empty() || tree.tokens.iter().any(is_bound) {
            return None;
        }
        let is_visible = |token: &&Token| !token.range.is_empty() && !token.kind.is_trivia();
        let tokens: Vec<Token> = tree.tokens.iter().filter(is_visible).copied().collect();
        let gaps = tokens.windows(2).filter_map(|pair| match pair {
            [before, after] => {
                Some(Gap { range: TextRange::new(before.range.end, after.range.start), ..Gap::default() })
            }
            _ => None,
        });
        let mut layout = Self { text, gaps: gaps.collect(), tokens };
        layout.spread(tree);
        let written = layout.line(0..layout.tokens.len());
        let again = lex(&written).tokens;
        let kinds = again.iter().filter(is_visible).map(|token| token.kind);
        kinds.eq(layout.tokens.iter().map(|token| token.kind)).then_some(layout)
    }

    /// The gaps in the order of the text.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Some of the tokens on one line.
    pub fn line(&self, tokens: std::ops::Range<usize>) -> String {
        let mut line = String::new();
        for at in tokens.clone() {
            if at > tokens.start && self.gaps.get(at - 1).is_some_and(|gap| gap.blank) {
                line.push(' ');
            }
            line.push_str(self.tokens.get(at).map_or("", |token| token.range.of(self.text)));
        }
        line
    }

    /// The lines of the expression, which is written on some lines: those that are wider than `width` are broken, if they
    /// can be. `breaks`: the indentation of the line after each gap where the text has a line break.
    pub fn lines(&self, indent: usize, breaks: &[Option<usize>], width: usize) -> Vec<Line> {
        let (mut lines, mut line) = (Vec::new(), Line { start: 0, end: 0, indent });
        for (at, gap) in breaks.iter().enumerate().take(self.gaps.len()) {
            if let Some(indent) = *gap {
                lines.push(Line { end: at + 1, ..line });
                line = Line { start: at + 1, end: 0, indent };
            }
        }
        lines.push(Line { end: self.tokens.len(), ..line });
        // The lines that are still to be looked at, the next one last.
        let (mut next, mut found) = (lines.into_iter().rev().collect::<Vec<_>>(), Vec::new());
        while let Some(line) = next.pop() {
            match self.broken(line, width) {
                Some(parts) => next.extend(parts.into_iter().rev()),
                None => found.push(line),
            }
        }
        found
    }

    /// A line that is too wide, broken at the gaps of its outermost nodes; `None` if it stays as it is.
    fn broken(&self, line: Line, width: usize) -> Option<Vec<Line>> {
        let written = self.line(line.start..line.end);
        if line.indent + written.chars().count() <= width {
            return None;
        }
        let inside = line.start..line.end.saturating_sub(1);
        let points = inside.filter_map(|gap| Some((gap, self.gaps.get(gap)?.at?)));
        // A closing bracket has a line of its own only if its opening one ends a line.
        let points: Vec<_> = points
            .filter(|(gap, point)| point.indent != Indent::Closes || self.opens_after(line.start, *gap))
            .collect();
        let depth = points.iter().map(|(_, point)| point.depth).min()?;
        let (mut parts, mut part, mut open) = (Vec::new(), line, 0_usize);
        for (gap, point) in points.into_iter().filter(|(_, point)| point.depth == depth) {
            parts.push(Line { end: gap + 1, ..part });
            open = match point.indent {
                Indent::Opens => open + 1,
                Indent::Closes => open.saturating_sub(1),
                Indent::Same | Indent::Deeper => open,
            };
            let deeper = usize::from(point.indent == Indent::Deeper);
            part = Line { start: gap + 1, end: line.end, indent: line.indent + STEP * (open + deeper) };
        }
        parts.push(part);
        Some(parts)
    }

    /// Whether the bracket that is closed after a gap is opened on the line that begins with a token.
    fn opens_after(&self, start: usize, gap: usize) -> bool {
        let mut depth = 0_usize;
        for at in (start..=gap).rev() {
            let Some(token) = self.tokens.get(at) else { return false };
            if token.kind.is_closer() {
                depth += 1;
            } else if token.kind.closer().is_some() {
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return true,
                }
            }
        }
        false
    }

    /// Sets what each gap needs, and where lines can break.
    fn spread(&mut self, tree: &Tree) {
        let mut depths = vec![0_u32; tree.nodes.len()];
        // Children come before their parents.
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            let depth = depths.get(id).copied().unwrap_or_default();
            node.kind.for_each_child(|child| {
                depths.get_mut(child.0 as usize).into_iter().for_each(|own| *own = depth + 1);
            });
            self.node(tree, node, depth);
        }
        let tokens = self.tokens.iter().zip(self.tokens.iter().skip(1));
        for ((before, after), gap) in tokens.zip(&mut self.gaps) {
            gap.blank |= before.kind == TokenKind::Comma;
            gap.blank &= !after.kind.is_closer();
        }
    }

    fn node(&mut self, tree: &Tree, node: &Node, depth: u32) {
        match &node.kind {
            NodeKind::Binary { operator, .. } => {
                self.operator(*operator);
                self.break_after(operator.start, depth, Indent::Deeper);
            }
            NodeKind::Logic { operators, .. } => operators.iter().for_each(|operator| {
                self.operator(*operator);
                self.break_after(operator.start, depth, Indent::Same);
            }),
            NodeKind::Ternary { question, then, .. } => {
                let colon = self.token_from(tree.node(*then).range.end).map(|token| token.range);
                for mark in [Some(*question), colon].into_iter().flatten() {
                    self.operator(mark);
                    self.break_before(mark.start, depth, Indent::Deeper);
                }
            }
            NodeKind::Call { open, .. } => self.brackets(tree, node, open.start, depth),
            NodeKind::Message { open, fields, .. } => {
                self.brackets(tree, node, open.start, depth);
                fields.iter().filter_map(|field| field.colon).for_each(|colon| self.blank_after(colon.start));
            }
            NodeKind::Map { entries } => {
                self.brackets(tree, node, node.range.start, depth);
                entries
                    .iter()
                    .filter_map(|entry| entry.colon)
                    .for_each(|colon| self.blank_after(colon.start));
            }
            NodeKind::List { .. } | NodeKind::Paren { .. } => {
                self.brackets(tree, node, node.range.start, depth);
            }
            _ => {}
        }
    }

    /// Breaks after an opening bracket, after the commas between its brackets, and before the closing one.
    fn brackets(&mut self, tree: &Tree, node: &Node, open: u32, depth: u32) {
        let close = node.range.end.saturating_sub(1);
        // Nothing is between them.
        if self.number(open).map(|open| open + 1) == self.number(close) {
            return;
        }
        let mut ends = Vec::new();
        node.kind.for_each_child(|child| ends.push(tree.node(child).range.end));
        for end in ends.into_iter().filter(|end| *end > open) {
            if let Some(comma) = self.token_from(end).filter(|token| token.kind == TokenKind::Comma) {
                self.break_after(comma.range.start, depth, Indent::Same);
            }
        }
        self.break_after(open, depth, Indent::Opens);
        self.break_before(close, depth, Indent::Closes);
    }

    /// Blanks around an operator.
    fn operator(&mut self, range: TextRange) {
        self.blank_after(range.start);
        self.gap_before(range.start).into_iter().for_each(|gap| gap.blank = true);
    }

    fn blank_after(&mut self, token: u32) {
        self.gap_after(token).into_iter().for_each(|gap| gap.blank = true);
    }

    fn break_after(&mut self, token: u32, depth: u32, indent: Indent) {
        self.gap_after(token).into_iter().for_each(|gap| gap.at = Some(BreakPoint { depth, indent }));
    }

    fn break_before(&mut self, token: u32, depth: u32, indent: Indent) {
        self.gap_before(token).into_iter().for_each(|gap| gap.at = Some(BreakPoint { depth, indent }));
    }

    /// The gap after the token that begins at an offset.
    fn gap_after(&mut self, token: u32) -> Option<&mut Gap> {
        let number = self.number(token)?;
        self.gaps.get_mut(number)
    }

    /// The gap before the token that begins at an offset.
    fn gap_before(&mut self, token: u32) -> Option<&mut Gap> {
        let number = self.number(token)?.checked_sub(1)?;
        self.gaps.get_mut(number)
    }

    /// The number of the token that begins at an offset.
    fn number(&self, start: u32) -> Option<usize> {
        self.tokens.binary_search_by_key(&start, |token| token.range.start).ok()
    }

    /// The first token that begins at an offset or after it.
    fn token_from(&self, offset: u32) -> Option<Token> {
        self.tokens.get(self.tokens.partition_point(|token| token.range.start < offset)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    fn written(text: &str, width: usize) -> String {
        let tree = parse(text);
        let layout = Layout::of(&tree, text).unwrap();
        let lines = layout.lines(0, &vec![None; layout.gaps().len()], width);
        let line = |line: &Line| format!("{:1$}{2}", "", line.indent, layout.line(line.start..line.end));
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn blanks_separate_operators_and_nothing_else() {
        for (text, line) in [
            ("self . a==1&&! has( self.b )", "self.a == 1 && !has(self.b)"),
            ("a  in  [ 1,2 , 3 ]", "a in [1, 2, 3]"),
            ("{ 'a' :1 , ?b : c }[ 'a' ]", "{'a': 1, ?b: c}['a']"),
            ("a ?b:c", "a ? b : c"),
            ("a- -1 + - b", "a - -1 + -b"),
            ("a . ?b [ ? c ] . orValue( [ ] )", "a.?b[?c].orValue([])"),
            ("x.y { a:1 }", "x.y{a: 1}"),
            ("[ 1, ]", "[1,]"),
            ("r'a  b'+\"c  d\"", "r'a  b' + \"c  d\""),
        ] {
            assert_eq!(written(text, 80), line);
        }
    }

    #[test]
    fn long_lines_break_at_the_outermost_nodes() {
        assert_eq!(written("aaaaa && bbbbb || ccccc", 18), "aaaaa && bbbbb ||\nccccc");
        assert_eq!(written("aaaaa ? bbbbb : ccccc", 12), "aaaaa\n  ? bbbbb\n  : ccccc");
        assert_eq!(
            written("self.items.all(item, has(item.a) && item.a > 1)", 24),
            "self.items.all(\n  item,\n  has(item.a) &&\n  item.a > 1\n)"
        );
        assert_eq!(written("aaaaaaaa == bbbbbbbb", 12), "aaaaaaaa ==\n  bbbbbbbb");
        assert_eq!(written("aaaaaaaa.bbbbbbbb", 5), "aaaaaaaa.bbbbbbbb");
    }

    #[test]
    fn lines_that_are_there_stay() {
        let text = "aaa &&\n  bbb || ccc";
        let tree = parse(text);
        let layout = Layout::of(&tree, text).unwrap();
        let lines = layout.lines(0, &[None, Some(2), None, None], 80);
        assert_eq!(lines, [Line { start: 0, end: 2, indent: 0 }, Line { start: 2, end: 5, indent: 2 }]);
    }

    #[test]
    fn lines_that_mean_something_have_no_layout() {
        for text in ["a // b", "'''a\nb'''", "a &&", "a b"] {
            assert!(Layout::of(&parse(text), text).is_none(), "{text}");
        }
    }
}

//! Formatting of expressions: blanks between their tokens, and long ones folded into a block.
//!
//! Knows how a scalar holds an expression; which blanks and breaks it has is `crdls_cel::layout`'s to know. Changes
//! nothing outside of the scalars of expressions.

use crdls_cel::layout::{Layout, Line};
use crdls_cel::lower::parse_expression;
use crdls_crd::misread;
use crdls_minors::Minor;
use crdls_rules::Library;
use crdls_text::{Edit, TextRange};
use crdls_yaml::misread::quoting;
use crdls_yaml::{Decoded, Kind, Node};

use super::find::{ExpressionSource, written_in};
use crate::{File, lines};

/// Wider lines are broken.
const WIDTH: usize = 100;

/// The edits that format the expressions of CRDs that a range touches, in the order of the text.
pub fn formatted(file: &File, range: TextRange) -> Vec<Edit> {
    let written = file.crds().flat_map(|(_, crd)| written_in(crd, range));
    written.filter_map(|(_, written)| edits(&written)).flatten().collect()
}

fn edits(written: &ExpressionSource<'_>) -> Option<Vec<Edit>> {
    // Every version of Kubernetes has the same tokens.
    let minor = Minor::NEWEST;
    let node = written.node;
    let is_text = node.kind().is_scalar() && node.kind() != Kind::Alias && !node.is_broken();
    if !is_text || misread::of_key(node.text(), written.key, minor).is_some() {
        return None;
    }
    let decoded = node.decoded();
    let parsed = parse_expression(decoded.text(), &Library::of_new_rules(minor).dialect);
    let layout = Layout::of(&parsed.tree, decoded.text()).filter(|_| parsed.errors.is_empty())?;
    let scalar = ExpressionScalar { written, node, decoded: &decoded, layout: &layout };
    Some(match node.kind() {
        Kind::Literal | Kind::Folded => scalar.in_block(),
        _ => scalar.folded().unwrap_or_else(|| scalar.on_its_lines()),
    })
}

/// A scalar with the layout of its expression.
struct ExpressionScalar<'e> {
    written: &'e ExpressionSource<'e>,
    node: Node<'e>,
    decoded: &'e Decoded<'e>,
    layout: &'e Layout<'e>,
}

impl ExpressionScalar<'_> {
    /// The source between the tokens at each gap.
    fn gaps(&self) -> impl Iterator<Item = TextRange> {
        self.layout.gaps().iter().map(|gap| {
            // Between the tokens, the source may have more than the text: a line that is continued.
            let last = self.decoded.source(gap.range.start.saturating_sub(1));
            let is_escape = match self.node.kind() {
                Kind::DoubleQuoted => lines::behind(self.text(), last).starts_with('\\'),
                Kind::SingleQuoted => lines::behind(self.text(), last).starts_with('\''),
                _ => false,
            };
            let start = last + 1 + u32::from(is_escape);
            TextRange::new(start, self.decoded.source(gap.range.end).max(start))
        })
    }

    fn text(&self) -> &str {
        self.node.text()
    }

    fn newline(&self) -> &'static str {
        lines::newline(self.text())
    }

    /// The lines of a block: those that are too wide are broken, and the indentation of the others stays.
    fn in_block(&self) -> Vec<Edit> {
        let gaps: Vec<_> = self.gaps().collect();
        let ends_line = |gap: &TextRange| gap.of(self.text()).contains('\n');
        let breaks: Vec<_> =
            gaps.iter().map(|gap| ends_line(gap).then(|| lines::column(self.text(), gap.end))).collect();
        let text = self.decoded.text();
        let start = (text.len() - text.trim_start().len()) as u32;
        let first = lines::column(self.text(), self.decoded.source(start));
        let broken = self.layout.lines(first, &breaks, WIDTH);
        let mut wanted = self.blanks();
        for Line { start, indent, .. } in broken.into_iter().skip(1) {
            if let Some(gap) = wanted.get_mut(start - 1) {
                *gap = format!("{}{:indent$}", self.newline(), "");
            }
        }
        let edits = gaps.iter().zip(wanted).map(|(gap, wanted)| match ends_line(gap) {
            // Blank lines stay.
            true => {
                let written = gap.of(self.text());
                let blanks = written.len() - written.trim_start_matches([' ', '\t']).len();
                Edit { range: TextRange::new(gap.start, gap.start + blanks as u32), new_text: String::new() }
            }
            false => Edit { range: *gap, new_text: wanted },
        });
        self.changes(edits)
    }

    /// The expression with its blanks, in the style in which it is written. A line break that is a character of the text
    /// stays.
    fn on_its_lines(&self) -> Vec<Edit> {
        if self.node.kind() == Kind::Plain {
            let line = self.layout.line(0..self.layout.gaps().len() + 1);
            let quotes = quoting(self.text(), self.written.key, &line);
            let new_text =
                quotes.map_or(line.clone(), |quotes| format!("{}{line}{}", quotes.open, quotes.close));
            return self.changes(std::iter::once(Edit { range: self.node.range(), new_text }));
        }
        let edits = self.gaps().zip(self.blanks()).zip(self.breaks());
        let edits = edits.filter(|(_, breaks)| !breaks);
        self.changes(edits.map(|((range, new_text), _)| Edit { range, new_text }))
    }

    /// The expression as a block, if it is too wide for the line of its key.
    fn folded(&self) -> Option<Vec<Edit>> {
        let (text, range) = (self.text(), self.node.range());
        let key = self.written.key;
        let between = TextRange::new(key.end, range.start).of(text);
        let is_alone = TextRange::new(range.end, lines::end(text, range.end)).of(text).trim().is_empty();
        let is_special =
            |c: char| c != '\n' && c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
        let is_in_block = !self.written.in_flow && lines::is_block_key(text, key.start);
        if !is_in_block || !is_alone || between.contains('\n') || self.decoded.text().contains(is_special) {
            return None;
        }
        let line = self.layout.line(0..self.layout.gaps().len() + 1);
        let quotes = if self.node.kind() == Kind::Plain { 0 } else { 2 };
        if lines::column(text, range.start) + line.chars().count() + quotes <= WIDTH {
            return None;
        }
        let indent = lines::column(text, key.start) + 2;
        let breaks: Vec<_> = self.breaks().map(|breaks| breaks.then_some(indent)).collect();
        let broken = self.layout.lines(indent, &breaks, WIDTH);
        if broken.len() == 1 {
            return None;
        }
        let line = |line: Line| {
            format!("{}{:2$}{3}", self.newline(), "", line.indent, self.layout.line(line.start..line.end))
        };
        let new_text = format!(">-{}", broken.into_iter().map(line).collect::<String>());
        Some(vec![Edit { range, new_text }])
    }

    /// Whether each gap has a line break as a character of the text.
    fn breaks(&self) -> impl Iterator<Item = bool> {
        self.layout.gaps().iter().map(|gap| gap.range.of(self.decoded.text()).contains('\n'))
    }

    /// The blanks of each gap on one line.
    fn blanks(&self) -> Vec<String> {
        let blank = |blank: bool| if blank { " ".to_owned() } else { String::new() };
        self.layout.gaps().iter().map(|gap| blank(gap.blank)).collect()
    }

    /// The edits that change something.
    fn changes(&self, edits: impl Iterator<Item = Edit>) -> Vec<Edit> {
        edits.filter(|edit| edit.range.of(self.text()) != edit.new_text).collect()
    }
}

//! How deep and how long an expression may be: cel-go's defaults, which the API server keeps
//! (parser.NewParser). The same expressions are refused, since the same nestings are counted.

use crdls_text::TextRange;

use crate::syntax::{NodeKind, SyntaxError};

use super::Parser;

/// Nesting of one grammar rule in itself, and depth of the tree that the server visits.
pub const MAX_DEPTH: u32 = 250;

/// Length of an expression in Unicode code points.
pub const MAX_CODE_POINTS: usize = 100_000;

/// Grammar rules that can nest; the others nest no deeper than these.
#[derive(Clone, Copy)]
pub(super) enum GrammarRule {
    Expression,
    Relation,
    Calculation,
}

/// How many calls of each rule are open (cel-go's recursionListener).
#[derive(Default)]
pub(super) struct Depths([u32; 3]);

impl Parser<'_> {
    /// Enters a rule; false where that is one too deep, and then the text is given up.
    pub(super) fn enter(&mut self, rule: GrammarRule) -> bool {
        let Some(depth) = self.depths.0.get_mut(rule as usize) else { return false };
        *depth += 1;
        if *depth <= MAX_DEPTH {
            return true;
        }
        *depth -= 1;
        let range = self.token().range;
        self.limit(range, format!("expression recursion limit exceeded: {MAX_DEPTH}"));
        self.give_up();
        false
    }

    pub(super) fn leave(&mut self, rule: GrammarRule) {
        if let Some(depth) = self.depths.0.get_mut(rule as usize) {
            *depth = depth.saturating_sub(1);
        }
    }

    /// Whether the text is longer than the server reads (parser.Parse).
    pub(super) fn too_long(&mut self) -> bool {
        let size = self.text.chars().count();
        if size <= MAX_CODE_POINTS {
            return false;
        }
        self.errors.clear();
        let whole = TextRange::new(0, self.text.len() as u32);
        self.limit(
            whole,
            format!("expression code point size exceeds limit: size: {size}, limit {MAX_CODE_POINTS}"),
        );
        self.give_up();
        true
    }

    /// Whether the server's visitor would stop (parser.checkAndIncrementRecursionDepth).
    pub(super) fn check_visit_depth(&mut self) {
        if self.visit_depths.iter().any(|depth| *depth > MAX_DEPTH) {
            let whole = TextRange::new(0, self.text.len() as u32);
            self.limit(whole, "max recursion depth exceeded".to_owned());
        }
    }

    fn limit(&mut self, range: TextRange, message: String) {
        if !self.errors.iter().any(|e| e.at.is_none()) {
            self.errors.push(SyntaxError::limit(range, message));
        }
    }
}

/// Depth of a node as the server's visitor counts it, from its children's (parser.Visit: only these
/// kinds count).
pub(super) fn visit_depth(kind: &NodeKind, depths: &[u32]) -> u32 {
    let mut deepest = 0;
    kind.for_each_child(|id| deepest = deepest.max(depths.get(id.0 as usize).copied().unwrap_or(0)));
    let counts = matches!(
        kind,
        NodeKind::Ternary { .. }
            | NodeKind::Binary { .. }
            | NodeKind::Select { .. }
            | NodeKind::Index { .. }
            | NodeKind::Call { target: Some(_), .. }
    );
    deepest.saturating_add(u32::from(counts))
}

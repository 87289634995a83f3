//! Chains of `&&` and `||` as balanced trees (cel-go, parser/helper.go balancedTree): the
//! order of the operators decides the cost, so the shape has to be the server's.

use crdls_text::TextRange;

use crate::ast::{ExprId, ExprKind, Name, Origin, binary};
use crate::syntax::{NodeId, TokenKind};

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn logic(
        &mut self,
        id: NodeId,
        op: TokenKind,
        terms: &[NodeId],
        operators: &[TextRange],
    ) -> ExprId {
        let terms: Vec<_> = terms.iter().map(|term| self.expr(*term)).collect();
        let chain = Chain { node: id, function: binary(op), terms: &terms, operators };
        self.balanced(&chain, 0, operators.len())
    }

    /// The tree over the operators `from..to`.
    fn balanced(&mut self, chain: &Chain, from: usize, to: usize) -> ExprId {
        if from == to {
            return chain.terms.get(from).copied().unwrap_or_default();
        }
        let middle = (from + to) / 2;
        let left = self.balanced(chain, from, middle);
        let right = self.balanced(chain, middle + 1, to);
        let range = self.ast.expr(left).origin.range.join(self.ast.expr(right).origin.range);
        let focus = chain.operators.get(middle).copied().unwrap_or(range);
        let origin = Origin { range, focus, at: focus.start, node: chain.node, expanded: false };
        let function = Name::Borrowed(chain.function);
        self.ast.push(ExprKind::Call { function, target: None, args: vec![left, right] }, origin)
    }
}

struct Chain<'c> {
    node: NodeId,
    function: &'static str,
    terms: &'c [ExprId],
    operators: &'c [TextRange],
}

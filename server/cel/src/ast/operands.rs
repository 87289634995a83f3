//! The parts of an expression that decide about it: the operands of `&&`, `||` and `?:`.

use super::{Ast, ExprId, ExprKind, functions};

/// The operands of `&&`, `||` and `?:` that the author wrote and that come to a truth value, in the order of the text: of a
/// chain of one operator its terms, of `?:` the condition, and the branches where these are truth values themselves. No
/// constants.
pub fn operands(ast: &Ast) -> Vec<ExprId> {
    let mut finder = OperandFinder { ast, found: Vec::new() };
    finder.expression(ast.root, true);
    finder.found.retain(|id| !matches!(ast.kind(*id), ExprKind::Literal(_)));
    finder.found.sort_by_key(|id| (ast.expr(*id).origin.range.start, ast.expr(*id).origin.range.end));
    finder.found.dedup_by_key(|id| ast.expr(*id).origin.range);
    finder.found
}

struct OperandFinder<'a> {
    ast: &'a Ast,
    found: Vec<ExprId>,
}

impl OperandFinder<'_> {
    /// `is_truth`: what the expression comes to is a truth value.
    fn expression(&mut self, id: ExprId, is_truth: bool) {
        let kind = self.ast.kind(id);
        let ExprKind::Call { function, target: None, args } = kind else {
            return kind.for_each_child(|child| self.expression(child, false));
        };
        match (function.as_ref(), args.as_slice()) {
            (functions::AND | functions::OR, args) => {
                args.iter().for_each(|arg| self.operand(id, *arg));
            }
            (functions::NOT, [inner]) => self.expression(*inner, true),
            (functions::CONDITIONAL, [condition, branches @ ..]) => {
                self.operand(id, *condition);
                for branch in branches {
                    if is_truth && !self.is_expanded(id) {
                        self.operand(id, *branch);
                    } else {
                        self.expression(*branch, false);
                    }
                }
            }
            _ => kind.for_each_child(|child| self.expression(child, false)),
        }
    }

    /// An operand of an operator; what a macro made is none, and a chain of one operator is not one of its terms.
    fn operand(&mut self, operator: ExprId, id: ExprId) {
        let is_term = !self.is_expanded(operator) && !self.continues(operator, id);
        self.found.extend(is_term.then_some(id));
        self.expression(id, true);
    }

    fn is_expanded(&self, id: ExprId) -> bool {
        self.ast.expr(id).origin.expanded
    }

    fn continues(&self, operator: ExprId, id: ExprId) -> bool {
        let function = |id: ExprId| match self.ast.kind(id) {
            ExprKind::Call { function, .. } if function == functions::AND || function == functions::OR => {
                Some(function.clone())
            }
            _ => None,
        };
        let of_operand = function(id).filter(|_| !self.is_expanded(id));
        of_operand.is_some() && of_operand == function(operator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{Dialect, parse_expression};

    #[test]
    fn operands_of_what_is_written() {
        let table: [(&str, &[&str]); 6] = [
            ("a == 1", &[]),
            ("a && b && c || d", &["a && b && c", "a", "b", "c", "d"]),
            ("a ? b : !c", &["a", "b", "!c"]),
            ("(a ? 1 : 2) == 1 && true", &["(a ? 1 : 2) == 1", "a"]),
            ("l.all(x, x.a || x.b)", &["x.a", "x.b"]),
            ("l.filter(x, x.a && x.b).size() == 0", &["x.a", "x.b"]),
        ];
        for (text, expected) in table {
            let ast = parse_expression(text, &Dialect::default()).ast;
            let text_of = |id: ExprId| ast.expr(id).origin.range.of(text);
            let mut found: Vec<_> = operands(&ast).into_iter().map(text_of).collect();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }
}

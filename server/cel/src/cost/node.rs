//! What an estimator is told and what it answers.

use crate::ast::{ExprId, ExprKind, Literal};
use crate::checker::Checked;
use crate::types::Type;

use super::{Cost, Size};

/// Knows how large variables can be, and what functions beyond the language's cost.
pub trait Estimator {
    /// The size of what the node's path leads to; `None` where nothing is known.
    fn size(&self, node: &Node<'_>) -> Option<Size>;

    /// The cost of a call without that of its arguments; `None` for the language's own.
    fn call(
        &self,
        function: &str,
        overload: &str,
        target: Option<&Node<'_>>,
        args: &[Node<'_>],
    ) -> Option<CallCost>;
}

/// A part of an expression as an estimator sees it.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// A variable, then fields, `@items`, `@values`, `@keys`, `@indices`; empty where it leads to none.
    pub path: Vec<&'a str>,
    /// The checked type.
    pub t: Type,
    /// `None` for the elements of a list.
    pub expr: Option<ExprId>,
    /// What is known from the expression itself.
    pub computed_size: Option<Size>,
    /// The whole expression.
    pub checked: &'a Checked,
}

/// The cost of a call and the size of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCost {
    /// The cost without that of the arguments.
    pub cost: Cost,
    /// The size of the result; `None` where it is not known.
    pub result_size: Option<Size>,
}

impl CallCost {
    /// A cost with a result of unknown size.
    pub fn new(cost: Cost) -> Self {
        Self { cost, result_size: None }
    }

    /// A cost with the size of the result.
    pub fn sized(cost: Cost, result_size: Size) -> Self {
        Self { cost, result_size: Some(result_size) }
    }
}

/// The cost of one overload: its id, and what it costs on a target with arguments.
pub type OverloadCost =
    (&'static str, fn(&dyn Estimator, Option<&Node<'_>>, &[Node<'_>]) -> Option<CallCost>);

impl<'a> Node<'a> {
    /// The size, by whatever means.
    pub fn size(&self, estimator: &(impl Estimator + ?Sized)) -> Size {
        self.computed_size.or_else(|| estimator.size(self)).unwrap_or(Size::UNKNOWN)
    }

    /// The elements of a list or, as the server has it, the keys of a map.
    pub fn element(&self) -> Option<Node<'a>> {
        let t = self.t.parameters().first()?.clone();
        let items = (!self.path.is_empty()).then_some("@items");
        let path = self.path.iter().copied().chain(items).collect();
        Some(Node { path, t, expr: None, computed_size: None, checked: self.checked })
    }

    /// The value where it is written out.
    pub fn literal(&self) -> Option<&'a Literal> {
        match self.checked.ast.kind(self.expr?) {
            ExprKind::Literal(value) => Some(value),
            _ => None,
        }
    }
}

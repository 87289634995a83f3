//! What an expression can cost at least and at most, before it is run: cel-go, checker/cost.go.
//!
//! Knows the costs of the language; how large variables can be and what further functions cost, an
//! [`Estimator`] says. The numbers decide what the API server accepts, so they are its numbers, down to
//! where its arithmetic wraps.

mod call;
mod extensions;
mod fold;
mod node;
mod paths;
mod range;
mod size;
#[cfg(test)]
mod tests;

use crate::Edition;
use crate::ast::{Ast, Comprehension, ExprId, ExprKind, Name};
use crate::checker::Checked;
use crate::types::{Kind, Type};
pub use extensions::{LISTS, SETS};
pub use node::{CallCost, Estimator, Node, OverloadCost};
use paths::{Path, Paths};
pub use range::{Cost, Size};
use size::EntrySize;

/// What of the estimate is up to the environment.
#[derive(Clone, Copy, Debug)]
pub struct CostOptions<'o> {
    /// The version of the estimate.
    pub edition: Edition,
    /// Whether `has(a.b)` costs more than `a`.
    pub presence_test_costs: bool,
    /// Costs of overloads that go before the estimator's.
    pub overloads: &'o [OverloadCost],
}

impl Default for CostOptions<'_> {
    fn default() -> Self {
        Self { edition: Edition::default(), presence_test_costs: true, overloads: &[] }
    }
}

const IDENT_OR_SELECT: Cost = Cost::fixed(1);
const NEW_LIST: Cost = Cost::fixed(10);
const NEW_MAP: Cost = Cost::fixed(30);
const NEW_MESSAGE: Cost = Cost::fixed(40);

/// The cost of an expression that has no errors.
pub fn cost(checked: &Checked, estimator: &dyn Estimator, options: CostOptions<'_>) -> Cost {
    Coster::new(checked, estimator, options).cost(checked.ast.root)
}

/// The cost of each part of such an expression, by its index: of one evaluation, with all that is in it.
pub fn costs_of_parts(
    checked: &Checked,
    estimator: &dyn Estimator,
    options: CostOptions<'_>,
) -> Vec<Option<Cost>> {
    let mut coster = Coster::new(checked, estimator, options);
    coster.parts = Some(vec![None; checked.ast.len()]);
    coster.cost(checked.ast.root);
    coster.parts.unwrap_or_default()
}

struct Coster<'c> {
    checked: &'c Checked,
    ast: &'c Ast,
    estimator: &'c dyn Estimator,
    options: CostOptions<'c>,
    paths: Paths,
    /// The path in the variables that each expression leads to.
    expr_paths: Vec<Path>,
    sizes: Vec<Option<Size>>,
    entry_sizes: Vec<Option<EntrySize>>,
    /// Variables of macros, the innermost last.
    locals: Vec<Local>,
    /// What each expression costs, where that is asked for.
    parts: Option<Vec<Option<Cost>>>,
}

struct Local {
    name: Name,
    /// What a loop's variable goes over.
    range: ExprId,
    path: Path,
    size: Option<Size>,
    entry_size: Option<EntrySize>,
}

impl<'c> Coster<'c> {
    fn new(checked: &'c Checked, estimator: &'c dyn Estimator, options: CostOptions<'c>) -> Self {
        let rows = checked.ast.len();
        Self {
            checked,
            ast: &checked.ast,
            estimator,
            options,
            paths: Paths::default(),
            expr_paths: vec![Path::EMPTY; rows],
            sizes: vec![None; rows],
            entry_sizes: vec![None; rows],
            locals: Vec::new(),
            parts: None,
        }
    }

    fn cost(&mut self, id: ExprId) -> Cost {
        let cost = self.whole(id);
        if let Some(part) = self.parts.as_mut().and_then(|parts| parts.get_mut(id.index())) {
            *part = Some(cost);
        }
        cost
    }

    #[inline]
    fn whole(&mut self, id: ExprId) -> Cost {
        match self.ast.kind(id) {
            ExprKind::Unspecified(_) | ExprKind::Literal(_) => Cost::default(),
            ExprKind::Ident(name) => self.ident(id, name),
            ExprKind::Select { operand, field, test_only } => self.select(id, *operand, field, *test_only),
            ExprKind::Call { .. } => self.call(id),
            ExprKind::List { .. } => self.list(id),
            ExprKind::Map { .. } => self.map(id),
            ExprKind::Struct { fields, .. } => {
                fields.iter().fold(Cost::default(), |sum, field| sum + self.cost(field.value)) + NEW_MESSAGE
            }
            ExprKind::Comprehension(fold) if self.is_bind(fold) => self.bind(id, fold),
            ExprKind::Comprehension(fold) => self.fold(id, fold),
        }
    }

    fn ident(&mut self, id: ExprId, name: &Name) -> Cost {
        let path = match self.local(name) {
            Some(local) if self.follows_sizes() => Some(local.path),
            Some(local) => self.element_path(local.range),
            None => Some(self.paths.variable(name)),
        };
        if let Some(path) = path {
            self.set_path(id, path);
        }
        IDENT_OR_SELECT
    }

    /// See [`Edition::V0_23`].
    fn follows_sizes(&self) -> bool {
        self.options.edition.has(Edition::V0_23)
    }

    fn select(&mut self, id: ExprId, operand: ExprId, field: &Name, test_only: bool) -> Cost {
        if test_only {
            let test = if self.options.presence_test_costs { IDENT_OR_SELECT } else { Cost::default() };
            return test + self.cost(operand);
        }
        let mut sum = self.cost(operand);
        if matches!(self.type_of(operand).kind(), Kind::Map | Kind::Object | Kind::Param) {
            sum = sum + IDENT_OR_SELECT;
        }
        let path = self.paths.append(self.path(operand), field.clone());
        self.set_path(id, path);
        sum
    }

    fn list(&mut self, id: ExprId) -> Cost {
        let ExprKind::List { elements } = self.ast.kind(id) else { return Cost::default() };
        let mut sum = Cost::default();
        let mut value = Size::of_none(elements.is_empty());
        for element in elements {
            sum = sum + self.cost(element.value);
            value = value.union(self.size_or_unknown(element.value));
        }
        self.set_entry_size(id, Some(EntrySize { container: Kind::List, key: Size::fixed(1), value }));
        sum + NEW_LIST
    }

    fn map(&mut self, id: ExprId) -> Cost {
        let ExprKind::Map { entries } = self.ast.kind(id) else { return Cost::default() };
        let mut sum = Cost::default();
        let (mut key, mut value) = (Size::of_none(entries.is_empty()), Size::of_none(entries.is_empty()));
        for entry in entries {
            sum = sum + self.cost(entry.key);
            sum = sum + self.cost(entry.value);
            key = key.union(self.size_or_unknown(entry.key));
            value = value.union(self.size_or_unknown(entry.value));
        }
        self.set_entry_size(id, Some(EntrySize { container: Kind::Map, key, value }));
        sum + NEW_MAP
    }

    /// Whether the fold only gives a name to a value (coster.isBind).
    fn is_bind(&self, fold: &Comprehension) -> bool {
        if !self.follows_sizes() {
            return false;
        }
        let over_nothing =
            matches!(self.ast.kind(fold.iter_range), ExprKind::List { elements } if elements.is_empty());
        let never = *self.ast.kind(fold.condition) == ExprKind::Literal(crate::ast::Literal::Bool(false));
        over_nothing && never && fold.accu_var != "__result__"
    }

    fn type_of(&self, id: ExprId) -> &'c Type {
        self.checked.type_of(id)
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    fn pop_local(&mut self, name: &str) {
        if let Some(index) = self.locals.iter().rposition(|local| local.name == name) {
            self.locals.remove(index);
        }
    }

    fn path(&self, id: ExprId) -> Path {
        let local = match self.ast.kind(id) {
            ExprKind::Ident(name) if self.follows_sizes() => self.local(name),
            _ => None,
        };
        let own = || self.expr_paths.get(id.index()).copied().unwrap_or(Path::EMPTY);
        local.map_or_else(own, |local| local.path)
    }

    fn set_path(&mut self, id: ExprId, path: Path) {
        if let Some(slot) = self.expr_paths.get_mut(id.index()) {
            *slot = path;
        }
    }
}

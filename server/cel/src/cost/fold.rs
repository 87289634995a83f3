//! Loops: what one turn costs times how many there can be.

use crate::ast::{Comprehension, ExprId, ExprKind, Name};
use crate::types::Kind;

use super::{Cost, Coster, Local, Path, Size};

impl Coster<'_> {
    /// coster.costComprehension.
    pub(super) fn fold(&mut self, id: ExprId, fold: &Comprehension) -> Cost {
        if !self.follows_sizes() {
            return self.plain_fold(id, fold);
        }
        let mut sum = self.cost(fold.iter_range) + self.cost(fold.accu_init);
        self.push_accumulator(&fold.accu_var, fold.accu_init);
        self.push_variables(fold);
        let turn = {
            let condition = self.cost(fold.condition);
            self.cost(fold.step) + condition
        };
        self.pop_local(&fold.iter_var);
        if let Some(name) = &fold.iter_var2 {
            self.pop_local(name);
        }
        sum = sum + self.cost(fold.result);
        self.pop_local(&fold.accu_var);
        let turns = self.size_or_unknown(fold.iter_range);
        self.set_result_size(id, fold, turns);
        sum + turns.times_cost(turn)
    }

    /// The same in edition 0.20: only the variable of the loop is known, and the result is as large as
    /// the range.
    fn plain_fold(&mut self, id: ExprId, fold: &Comprehension) -> Cost {
        let sum = self.cost(fold.iter_range) + self.cost(fold.accu_init);
        let (name, range) = (fold.iter_var.clone(), fold.iter_range);
        self.locals.push(Local { name, range, path: Path::EMPTY, size: None, entry_size: None });
        let turn = self.cost(fold.condition) + self.cost(fold.step);
        self.pop_local(&fold.iter_var);
        let sum = sum + self.cost(fold.result);
        let turns = self.size_or_unknown(fold.iter_range);
        self.set_size(id, Some(turns));
        sum + turns.times_cost(turn)
    }

    /// Where the variable of a loop leads, made anew wherever it is named (edition 0.20).
    pub(super) fn element_path(&mut self, range: ExprId) -> Option<Path> {
        let step = match self.type_of(range).kind() {
            Kind::List => "@items",
            Kind::Map => "@keys",
            _ => return None,
        };
        Some(self.paths.append(self.path(range), Name::Borrowed(step)))
    }

    /// What the fold gathers is as large as what it goes over.
    fn set_result_size(&mut self, id: ExprId, fold: &Comprehension, turns: Size) {
        match self.ast.kind(fold.accu_init) {
            ExprKind::Literal(_) => {
                let size = self.size(fold.accu_init);
                self.set_size(id, size);
            }
            ExprKind::List { .. } | ExprKind::Map { .. } => {
                self.set_size(id, Some(turns));
                let entry = self.entry_size(fold.step);
                self.set_entry_size(id, entry);
            }
            _ => {}
        }
    }

    /// coster.costBind.
    pub(super) fn bind(&mut self, id: ExprId, fold: &Comprehension) -> Cost {
        let sum = self.cost(fold.iter_range) + self.cost(fold.accu_init);
        self.push_accumulator(&fold.accu_var, fold.accu_init);
        let sum = sum + self.cost(fold.result);
        self.pop_local(&fold.accu_var);
        self.copy_sizes(id, fold.result);
        sum
    }

    fn push_accumulator(&mut self, name: &Name, init: ExprId) {
        let path = self.path(init);
        let entry_size = self.entry_size(init);
        let size = self.size(init);
        self.locals.push(Local { name: name.clone(), range: init, path, size, entry_size });
    }

    /// pushIterKey and pushIterValue, or pushIterSingle.
    fn push_variables(&mut self, fold: &Comprehension) {
        let range = fold.iter_range;
        let entry = self.entry_size(range);
        let container = entry.map_or_else(|| self.type_of(range).kind(), |entry| entry.container);
        let is_list = container == Kind::List;
        let key = (if is_list { "@indices" } else { "@keys" }, entry.map(|entry| entry.key));
        let value = (if is_list { "@items" } else { "@values" }, entry.map(|entry| entry.value));
        match &fold.iter_var2 {
            Some(second) => {
                self.push_variable(&fold.iter_var, range, key);
                self.push_variable(second, range, value);
            }
            None => self.push_variable(&fold.iter_var, range, if is_list { value } else { key }),
        }
    }

    fn push_variable(&mut self, name: &Name, range: ExprId, (step, size): (&'static str, Option<Size>)) {
        let path = self.paths.append(self.path(range), Name::Borrowed(step));
        self.locals.push(Local { name: name.clone(), range, path, size, entry_size: None });
    }
}

//! Folds, which macros expand to.

use crdls_text::TextRange;

use crate::ast::{ExprId, ExprKind, Name};
use crate::types::{Kind, Type};

use super::{CheckError, Checker, LocalVariable};

impl Checker<'_> {
    pub(super) fn comprehension(&mut self, id: ExprId) {
        let ExprKind::Comprehension(fold) = self.out.ast.kind(id) else { return };
        let fold = fold.clone();
        self.check(fold.iter_range);
        self.check(fold.accu_init);
        let range = self.bindings.substitute(self.out.type_of(fold.iter_range), false);
        let accumulated = self.type_of(fold.accu_init);
        self.declare(id, &fold.accu_var, accumulated.clone());
        let (first, second) = self.element_types(fold.iter_range, &range, fold.iter_var2.is_some());
        self.declare(id, &fold.iter_var, first);
        if let Some(name) = &fold.iter_var2 {
            self.declare(id, name, second);
        }
        self.check(fold.condition);
        self.assert_type(fold.condition, &Type::Bool);
        self.check(fold.step);
        self.assert_type(fold.step, &accumulated);
        if fold.iter_var2.is_some() {
            self.scopes.pop();
        }
        self.scopes.pop();
        self.check(fold.result);
        self.scopes.pop();
        let t = self.bindings.substitute(self.out.type_of(fold.result), false);
        self.set_type(id, t);
    }

    /// Opens the scope of a variable. Names with a sign in front are not for people.
    fn declare(&mut self, id: ExprId, name: &Name, t: Type) {
        if !name.starts_with(['@', '#']) {
            let origin = self.out.ast.expr(id).origin;
            let scope = TextRange::new(origin.at, origin.range.end);
            self.out.locals.push(LocalVariable { name: name.clone(), t: t.clone(), scope });
        }
        self.scopes.push(name.clone(), t);
    }

    /// The types of the variables that go over a range. With one it is the element or the key, with
    /// two the index or key and the value.
    fn element_types(&mut self, range_id: ExprId, range: &Type, two: bool) -> (Type, Type) {
        match range.kind() {
            Kind::List if two => (Type::Int, range.parameter(0)),
            Kind::List | Kind::Map => (range.parameter(0), range.parameter(1)),
            Kind::Dyn | Kind::Error | Kind::Param => {
                self.bindings.assign(&Type::Dyn, range);
                (Type::Dyn, Type::Dyn)
            }
            _ => {
                self.error(CheckError::not_a_range(&self.out.ast, range_id, range));
                (Type::Error, Type::Error)
            }
        }
    }
}

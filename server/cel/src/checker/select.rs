//! Fields: `a.b`, `has(a.b)`, `a.?b`.

use crate::ast::{ExprId, ExprKind, Literal, Name};
use crate::types::{Kind, Type, unwrap_optional};

use super::{CheckError, Checker, Reference};

impl Checker<'_> {
    pub(super) fn select(&mut self, id: ExprId) {
        if let Some(found) = self.out.ast.qualified_name(id).and_then(|name| self.resolve_qualified(&name)) {
            return self.set_variable(id, found);
        }
        let ExprKind::Select { operand, field, test_only } = self.out.ast.kind(id) else { return };
        let (operand, field, test_only) = (*operand, field.clone(), *test_only);
        let t = self.field(id, operand, &field, false);
        let t = if test_only { Type::Bool } else { self.bindings.substitute(&t, false) };
        self.set_type(id, t);
    }

    /// `a.?b`, which is a call whose second argument is the field's name.
    pub(super) fn optional_select(&mut self, id: ExprId, args: &[ExprId]) {
        let [operand, field] = args else { return };
        let ExprKind::Literal(Literal::String(name)) = self.out.ast.kind(*field) else { return };
        let name = name.clone();
        let t = self.field(id, *operand, &name, true);
        let t = self.bindings.substitute(&t, false);
        self.set_type(id, t);
        self.set_reference(id, Reference::Overloads(vec![Name::Borrowed("select_optional_field")]));
    }

    /// checkSelectField.
    fn field(&mut self, id: ExprId, operand: ExprId, field: &str, optional: bool) -> Type {
        self.check(operand);
        let operand = self.bindings.substitute(self.out.type_of(operand), false);
        let (target, was_optional) = unwrap_optional(&operand);
        let found = match target.kind() {
            Kind::Map => target.parameter(1),
            Kind::Object => self.object_field(id, target.name(), field).unwrap_or(Type::Error),
            Kind::Param => {
                self.bindings.assign(&Type::Dyn, &target);
                Type::Dyn
            }
            Kind::Dyn | Kind::Any | Kind::Error => Type::Dyn,
            _ => {
                self.error(CheckError::no_fields(&self.out.ast, id, &target));
                Type::Dyn
            }
        };
        if optional || was_optional { Type::optional(found) } else { found }
    }

    /// lookupFieldType.
    fn object_field(&mut self, id: ExprId, object: &str, field: &str) -> Option<Type> {
        let found = self.env.find_field(object, field);
        if found.is_none() {
            let error = match self.env.has_object(object) {
                true => CheckError::undefined_field(&self.out.ast, id, object, field),
                false => CheckError::unknown_object(&self.out.ast, id, object),
            };
            self.error(error);
        }
        found
    }
}

//! CEL validation rules.

use super::view::view;
use crate::fields::Field;

view!(
    /// An item of `x-kubernetes-validations`.
    ValidationRule
);

impl<'m> ValidationRule<'m> {
    /// `rule`; empty where it is not written.
    pub fn rule(self) -> &'m str {
        self.0.str(Field::Rule)
    }

    /// `message`; empty where it is not written.
    pub fn message(self) -> &'m str {
        self.0.str(Field::Message)
    }

    /// `messageExpression`; empty where it is not written.
    pub fn message_expression(self) -> &'m str {
        self.0.str(Field::MessageExpression)
    }

    /// `reason`
    pub fn reason(self) -> Option<&'m str> {
        self.0.opt_str(Field::Reason)
    }

    /// `fieldPath`; empty where it is not written.
    pub fn field_path(self) -> &'m str {
        self.0.str(Field::FieldPath)
    }

    /// `optionalOldSelf`
    pub fn optional_old_self(self) -> Option<bool> {
        self.0.opt_bool(Field::OptionalOldSelf)
    }
}

//! CEL rules, and links to other documentation.

use super::view::view;
use crate::fields::Field;

view!(
    /// An item of `x-kubernetes-validations`.
    ValidationRule
);

view!(
    /// `externalDocs`
    ExternalDocs
);

impl<'m> ValidationRule<'m> {
    pub fn rule(self) -> &'m str {
        self.0.str(Field::Rule)
    }

    pub fn message(self) -> &'m str {
        self.0.str(Field::Message)
    }

    pub fn message_expression(self) -> &'m str {
        self.0.str(Field::MessageExpression)
    }

    pub fn reason(self) -> Option<&'m str> {
        self.0.opt_str(Field::Reason)
    }

    pub fn field_path(self) -> &'m str {
        self.0.str(Field::FieldPath)
    }

    pub fn optional_old_self(self) -> Option<bool> {
        self.0.opt_bool(Field::OptionalOldSelf)
    }
}

impl<'m> ExternalDocs<'m> {
    pub fn description(self) -> &'m str {
        self.0.str(Field::Description)
    }

    pub fn url(self) -> &'m str {
        self.0.str(Field::Url)
    }
}

//! What can be wrong with the types of an expression: each kind is a constructor, the messages are cel-go's
//! (checker/errors.go).

use crdls_text::TextRange;

use crate::ast::{Ast, ExprId, ExprKind};
use crate::types::{Type, signature};

/// One error of an expression's types, as the server reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// The kind of mistake, with the types and names that it involves.
    pub kind: CheckErrorKind,
    /// The expression that the server reports.
    pub expr: ExprId,
    /// The smallest text that has to change.
    pub range: TextRange,
    /// The byte offset at which the server reports it.
    pub at: u32,
    /// The server's message.
    pub message: String,
}

/// What is wrong, with what a better message or a suggestion needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckErrorKind {
    /// The environment has no such variable, function or message type (`undeclaredReference`).
    UndeclaredReference {
        /// The name in the source; a leading dot is part of it.
        name: String,
        /// Whether it is called.
        function: bool,
    },
    /// An object or message type has no such field (`undefinedField`).
    UndefinedField {
        /// The type that lacks the field.
        object: Type,
        /// Without backquotes.
        field: String,
    },
    /// A field is selected from a value whose type has none (`typeDoesNotSupportFieldSelection`).
    NoFields {
        /// The type of the operand; of an optional one, the type that it contains.
        found: Type,
    },
    /// No overload of a function or operator accepts these types (`noMatchingOverload`).
    NoMatchingOverload {
        /// The full name of the function; of an operator as in [`crate::ast::functions`].
        function: String,
        /// The type of the value before the dot; `None` for functions and operators.
        target: Option<Type>,
        /// The types of the arguments in order, without the target.
        args: Vec<Type>,
        /// The text of each argument.
        ranges: Vec<TextRange>,
    },
    /// A macro iterates over a value that is neither list, map nor `dyn` (`notAComprehensionRange`).
    NotARange {
        /// The type of that value.
        found: Type,
    },
    /// An expression has another type than its context requires (`typeMismatch`).
    TypeMismatch {
        /// The required type; in a list or map of mixed types, that of the first element, key or value.
        expected: Type,
        /// The type that the expression has.
        found: Type,
    },
    /// A field of a message literal is set to a value of another type (`fieldTypeMismatch`).
    FieldTypeMismatch {
        /// Without backquotes.
        field: String,
        /// The type in the declaration of the field.
        expected: Type,
        /// The type of the value.
        found: Type,
    },
    /// The type that a message literal names is not a message (`notAMessageType`).
    NotAMessage,
    /// A field is looked up in a type that the environment does not know
    /// (`unexpectedFailedResolution`), for example in a literal that is [`Self::NotAMessage`].
    UnknownObject,
    /// A literal that a [`crate::validate::Validator`] rejects.
    Literal,
    /// The server's own code panics on it.
    Panic,
    /// A part that is looked at twice has a type of its own each time.
    CheckedTwice,
}

use CheckErrorKind as Kind;

impl CheckError {
    fn whole(ast: &Ast, expr: ExprId, kind: Kind, message: String) -> Self {
        let origin = ast.expr(expr).origin;
        Self { kind, expr, range: origin.range, at: origin.at, message }
    }

    fn named(ast: &Ast, expr: ExprId, kind: Kind, message: String) -> Self {
        Self { range: ast.expr(expr).origin.focus, ..Self::whole(ast, expr, kind, message) }
    }

    pub(crate) fn undeclared(ast: &Ast, expr: ExprId, name: &str) -> Self {
        let message = format!("undeclared reference to '{name}' (in container '')");
        let kind = Kind::UndeclaredReference { name: name.to_owned(), function: false };
        Self::named(ast, expr, kind, message)
    }

    pub(crate) fn undeclared_function(ast: &Ast, expr: ExprId, name: &str) -> Self {
        let kind = Kind::UndeclaredReference { name: name.to_owned(), function: true };
        Self { kind, ..Self::undeclared(ast, expr, name) }
    }

    pub(crate) fn undefined_field(ast: &Ast, expr: ExprId, object: &str, field: &str) -> Self {
        let message = format!("undefined field '{field}'");
        let kind = Kind::UndefinedField { object: Type::object(object), field: field.to_owned() };
        Self::named(ast, expr, kind, message)
    }

    pub(crate) fn no_fields(ast: &Ast, expr: ExprId, found: &Type) -> Self {
        let message = format!("type '{found}' does not support field selection");
        Self::named(ast, expr, Kind::NoFields { found: found.clone() }, message)
    }

    pub(crate) fn no_overload(
        ast: &Ast,
        expr: ExprId,
        function: &str,
        target: Option<Type>,
        args: Vec<Type>,
    ) -> Self {
        let applied = signature(target.as_ref(), &args);
        let ranges = match ast.kind(expr) {
            ExprKind::Call { args, .. } => args.iter().map(|arg| ast.expr(*arg).origin.range).collect(),
            _ => Vec::new(),
        };
        let message = format!("found no matching overload for '{function}' applied to '{applied}'");
        Self::whole(
            ast,
            expr,
            Kind::NoMatchingOverload { function: function.to_owned(), target, args, ranges },
            message,
        )
    }

    pub(crate) fn not_a_range(ast: &Ast, expr: ExprId, found: &Type) -> Self {
        let message = format!(
            "expression of type '{found}' cannot be range of a comprehension (must be list, map, or dynamic)"
        );
        Self::whole(ast, expr, Kind::NotARange { found: found.clone() }, message)
    }

    pub(crate) fn mismatch(ast: &Ast, expr: ExprId, expected: &Type, found: &Type) -> Self {
        let message = format!("expected type '{expected}' but found '{found}'");
        let kind = Kind::TypeMismatch { expected: expected.clone(), found: found.clone() };
        Self::whole(ast, expr, kind, message)
    }

    pub(crate) fn not_a_message(ast: &Ast, expr: ExprId, name: &str) -> Self {
        Self::named(ast, expr, Kind::NotAMessage, format!("'{name}' is not a message type"))
    }

    pub(crate) fn literal(ast: &Ast, expr: ExprId, message: String) -> Self {
        Self::whole(ast, expr, Kind::Literal, message)
    }

    pub(crate) fn checked_twice(ast: &Ast, expr: ExprId, old: &Type, new: &Type) -> Self {
        let message = format!("incompatible type already exists for expression: old:{old}, new:{new}");
        Self::whole(ast, expr, Kind::CheckedTwice, message)
    }

    pub(crate) fn panic(ast: &Ast, expr: ExprId, message: String) -> Self {
        Self::whole(ast, expr, Kind::Panic, message)
    }

    pub(crate) fn unknown_object(ast: &Ast, expr: ExprId, name: &str) -> Self {
        Self::named(ast, expr, Kind::UnknownObject, format!("unexpected failed resolution of '{name}'"))
    }

    pub(crate) fn field_mismatch(
        ast: &Ast,
        expr: ExprId,
        field: &str,
        expected: &Type,
        found: &Type,
    ) -> Self {
        let message =
            format!("expected type of field '{field}' is '{expected}' but provided type is '{found}'");
        let kind = Kind::FieldTypeMismatch {
            field: field.to_owned(),
            expected: expected.clone(),
            found: found.clone(),
        };
        Self::whole(ast, expr, kind, message)
    }

    /// The same error at a part of an expression that is no expression itself.
    pub(crate) fn at(self, range: TextRange, at: u32) -> Self {
        Self { range, at, ..self }
    }
}

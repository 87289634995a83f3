//! What an expression may name: the caller's side of the checker.

use super::messages;
use crate::Edition;
use crate::functions::Functions;
use crate::types::Type;

/// Types with fields, and names that are types.
pub trait TypeProvider {
    /// The type that a name is; beside those of the language.
    fn find_type(&self, name: &str) -> Option<Type>;

    /// Whether there is an object type of this name.
    fn has_object(&self, name: &str) -> bool;

    /// The type of a field of an object type.
    fn find_field(&self, object: &str, field: &str) -> Option<Type>;

    /// Whether a name that [`Self::find_type`] knows is a value too: the server has types that can be told
    /// from others, and not be named when the expression is run.
    fn is_runtime_type(&self, name: &str) -> bool {
        let _ = name;
        true
    }

    /// Whether a name is a constant of type int.
    fn has_enum_value(&self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// No types but those of the language.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTypes;

impl TypeProvider for NoTypes {
    fn find_type(&self, _: &str) -> Option<Type> {
        None
    }

    fn has_object(&self, _: &str) -> bool {
        false
    }

    fn find_field(&self, _: &str, _: &str) -> Option<Type> {
        None
    }
}

/// All that an expression may name.
#[derive(Clone, Copy)]
pub struct Environment<'e> {
    /// Functions with their overloads.
    pub functions: &'e Functions,
    /// Variables by name; of two with one name the first counts.
    pub variables: &'e [(&'e str, Type)],
    /// Types beyond those of the language.
    pub types: &'e dyn TypeProvider,
    /// Which names a leading dot means.
    pub edition: Edition,
}

impl std::fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment").field("variables", &self.variables).finish_non_exhaustive()
    }
}

impl Environment<'_> {
    /// The type of a variable or of a name that is a type (Env.lookupGlobalIdent).
    pub(super) fn global(&self, name: &str) -> Option<Type> {
        let variable = self.variables.iter().find(|(its, _)| *its == name).map(|(_, t)| t.clone());
        variable.or_else(|| self.type_named(name).map(|t| Type::type_of(Some(t)))).or_else(|| {
            let is_enum_value = self.types.has_enum_value(name) || messages::is_enum_value(name);
            is_enum_value.then_some(Type::Int)
        })
    }

    /// The type that a name is.
    pub(super) fn type_named(&self, name: &str) -> Option<Type> {
        let object = || self.types.has_object(name).then(|| Type::object(name));
        standard_type(name)
            .or_else(|| self.types.find_type(name))
            .or_else(object)
            .or_else(|| messages::type_named(name))
    }

    /// Whether the name of a type is a value when the expression is run.
    pub(crate) fn is_runtime_type(&self, name: &str) -> bool {
        standard_type(name).is_some()
            || (self.types.find_type(name).is_some() && self.types.is_runtime_type(name))
            || matches!(messages::type_named(name), Some(Type::Object(_) | Type::Duration | Type::Timestamp))
    }

    pub(super) fn has_object(&self, name: &str) -> bool {
        self.types.has_object(name) || messages::has(name)
    }

    /// The type of a field of an object or message.
    pub(super) fn find_field(&self, object: &str, field: &str) -> Option<Type> {
        self.types.find_field(object, field).or_else(|| messages::field(object, field))
    }
}

/// The type that a name of the language is (stdlib.Types).
pub fn standard_type(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "bytes" => Type::Bytes,
        "double" => Type::Double,
        "google.protobuf.Duration" => Type::Duration,
        "google.protobuf.Timestamp" => Type::Timestamp,
        "int" => Type::Int,
        "list" => Type::list(Type::Dyn),
        "map" => Type::map(Type::Dyn, Type::Dyn),
        "null_type" => Type::Null,
        "optional_type" => Type::optional(Type::Dyn),
        "string" => Type::String,
        "type" => Type::type_of(None),
        "uint" => Type::Uint,
        _ => return None,
    })
}

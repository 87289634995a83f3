//! The types that expressions have (cel-go, common/types/types.go): what they are called, when
//! one can stand for another. Knows no values.

mod assign;
mod format;
mod parse;
mod substitution;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(crate) use assign::{Bindings, most_general};
pub use assign::{is_dyn, is_optional, unwrap_optional};
pub(crate) use format::signature;
pub(crate) use substitution::Substitution;

/// A type. Comparing with `==` tells wrappers from what they wrap; the checker uses [`Type::is_exact`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Dyn,
    Any,
    /// Of an expression that has an error; fits everything.
    Error,
    Null,
    Bool,
    Bytes,
    Double,
    Int,
    Uint,
    String,
    Duration,
    Timestamp,
    /// A primitive or null: `wrapper(int)`.
    Nullable(Arc<Type>),
    List(Arc<Parameters>),
    Map(Arc<Parameters>),
    /// The type of types, with or without saying of which.
    Type(Arc<Parameters>),
    /// A type without fields that may have parameters, as `optional_type(T)`.
    Opaque(Arc<str>, Arc<Parameters>),
    /// A type with fields, which a [`crate::checker::TypeProvider`] knows.
    Object(Arc<str>),
    /// A parameter of a declaration.
    Param(Arc<str>),
    /// A type not known yet; the checker numbers them.
    Variable(u32),
}

/// Types inside a type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parameters {
    types: Vec<Type>,
    /// How many types there are in all, so that none grows beyond bounds.
    weight: u32,
    /// Whether a parameter or variable is among them: only then does a substitution change anything.
    open: bool,
}

/// Macros can nest types so that each step doubles them; beyond this size they become `dyn`.
const MAX_WEIGHT: u32 = 1 << 16;

impl Parameters {
    fn new(types: Vec<Type>) -> Arc<Self> {
        let weight = types.iter().fold(1_u32, |sum, t| sum.saturating_add(t.weight()));
        let types: Vec<_> =
            if weight > MAX_WEIGHT { types.iter().map(|_| Type::Dyn).collect() } else { types };
        let open = types.iter().any(Type::is_open);
        Arc::new(Self { weight: weight.min(MAX_WEIGHT), types, open })
    }
}

/// What two types must share to be compared further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Dyn,
    Any,
    Error,
    Null,
    Bool,
    Bytes,
    Double,
    Int,
    Uint,
    String,
    Duration,
    Timestamp,
    List,
    Map,
    Type,
    Opaque,
    Object,
    Param,
}

impl Type {
    /// `list(element)`
    pub fn list(element: Type) -> Self {
        Self::List(Parameters::new(vec![element]))
    }

    /// `map(key, value)`
    pub fn map(key: Type, value: Type) -> Self {
        Self::Map(Parameters::new(vec![key, value]))
    }

    /// `optional_type(value)`
    pub fn optional(value: Type) -> Self {
        Self::opaque("optional_type", vec![value])
    }

    /// A type without fields, with parameters.
    pub fn opaque(name: &str, parameters: Vec<Type>) -> Self {
        Self::Opaque(name.into(), Parameters::new(parameters))
    }

    /// A type with fields.
    pub fn object(name: &str) -> Self {
        Self::Object(name.into())
    }

    /// The type of the values that are types; `of` where it is known of which.
    pub fn type_of(of: Option<Type>) -> Self {
        Self::Type(Parameters::new(of.into_iter().collect()))
    }

    /// `wrapper(wrapped)`: a primitive or null.
    pub fn nullable(wrapped: Type) -> Self {
        Self::Nullable(Arc::new(wrapped))
    }

    /// The kind; of a wrapper the wrapped type's.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Dyn => Kind::Dyn,
            Self::Any => Kind::Any,
            Self::Error => Kind::Error,
            Self::Null => Kind::Null,
            Self::Bool => Kind::Bool,
            Self::Bytes => Kind::Bytes,
            Self::Double => Kind::Double,
            Self::Int => Kind::Int,
            Self::Uint => Kind::Uint,
            Self::String => Kind::String,
            Self::Duration => Kind::Duration,
            Self::Timestamp => Kind::Timestamp,
            Self::Nullable(wrapped) => wrapped.kind(),
            Self::List(_) => Kind::List,
            Self::Map(_) => Kind::Map,
            Self::Type(_) => Kind::Type,
            Self::Opaque(..) => Kind::Opaque,
            Self::Object(_) => Kind::Object,
            Self::Param(_) | Self::Variable(_) => Kind::Param,
        }
    }

    /// The types inside: of a list the elements', of a map the keys' and the values'.
    pub fn parameters(&self) -> &[Type] {
        match self {
            Self::List(p) | Self::Map(p) | Self::Type(p) | Self::Opaque(_, p) => &p.types,
            Self::Nullable(wrapped) => wrapped.parameters(),
            _ => &[],
        }
    }

    /// The parameter at `index`; `dyn` where there is none.
    pub fn parameter(&self, index: usize) -> Type {
        self.parameters().get(index).cloned().unwrap_or(Type::Dyn)
    }

    fn weight(&self) -> u32 {
        match self {
            Self::List(p) | Self::Map(p) | Self::Type(p) | Self::Opaque(_, p) => p.weight,
            Self::Nullable(wrapped) => wrapped.weight(),
            _ => 1,
        }
    }

    /// Whether a parameter or variable is in it.
    #[inline]
    fn is_open(&self) -> bool {
        match self {
            Self::Param(_) | Self::Variable(_) => true,
            Self::List(p) | Self::Map(p) | Self::Type(p) | Self::Opaque(_, p) => p.open,
            Self::Nullable(wrapped) => wrapped.is_open(),
            _ => false,
        }
    }

    /// Whether kind and name agree.
    fn same_head(&self, other: &Type) -> bool {
        match (self, other) {
            (Self::Nullable(wrapped), _) => wrapped.same_head(other),
            (_, Self::Nullable(wrapped)) => self.same_head(wrapped),
            (Self::Opaque(a, _), Self::Opaque(b, _))
            | (Self::Object(a), Self::Object(b))
            | (Self::Param(a), Self::Param(b)) => a == b,
            (Self::Variable(a), Self::Variable(b)) => a == b,
            (Self::Param(_), Self::Variable(_)) | (Self::Variable(_), Self::Param(_)) => false,
            _ => self.kind() == other.kind(),
        }
    }

    /// Whether `same`, which holds for equal types, holds for the parameters of both, pair by pair. Macros
    /// make types in which one part occurs thousands of times; a part shared by both sides is not compared.
    fn same_parameters(&self, other: &Type, same: impl Fn(&Type, &Type) -> bool) -> bool {
        let (mine, theirs) = (self.parameters(), other.parameters());
        let shared = std::ptr::eq(mine, theirs);
        shared || mine.len() == theirs.len() && mine.iter().zip(theirs).all(|(a, b)| same(a, b))
    }

    /// Whether both are the same type, a wrapper counting as what it wraps (Type.IsExactType).
    pub fn is_exact(&self, other: &Type) -> bool {
        self.same_head(other) && self.same_parameters(other, Type::is_exact)
    }

    /// Whether a value of type `from` can stand where this one is wanted (Type.IsAssignableType).
    pub fn accepts(&self, from: &Type) -> bool {
        if let Self::Nullable(wrapped) = self {
            return from.kind() == Kind::Null || wrapped.accepts(from);
        }
        matches!(self.kind(), Kind::Dyn | Kind::Any | Kind::Param)
            || self.same_head(from) && self.same_parameters(from, Type::accepts)
    }
}

//! The types that expressions have (cel-go, common/types/types.go): their names, and which is assignable to
//! which. Knows no values.

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

/// A type. `==` distinguishes a wrapper from the type that it wraps; the checker uses [`Type::is_exact`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `dyn`: the checker accepts every operation, the evaluation finds out.
    Dyn,
    /// `google.protobuf.Any`; its values are checked like `dyn`.
    Any,
    /// The type of an expression that has an error; assignable to and from everything.
    Error,
    /// `null_type`, whose only value is `null`.
    Null,
    /// `bool`
    Bool,
    /// `bytes`
    Bytes,
    /// `double`: 64 bits.
    Double,
    /// `int`: 64 bits, signed.
    Int,
    /// `uint`: 64 bits, unsigned.
    Uint,
    /// `string`
    String,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// A primitive or null: `wrapper(int)`.
    Nullable(Arc<Type>),
    /// `list(T)`: one parameter.
    List(Arc<Parameters>),
    /// `map(K, V)`: two parameters.
    Map(Arc<Parameters>),
    /// The type of a type, `type(T)`; without a parameter where `T` is not known.
    Type(Arc<Parameters>),
    /// A type without fields that can have parameters, such as `optional_type(T)`.
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
    /// The number of types in it, nested ones included; at most [`MAX_WEIGHT`].
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

/// A type without its name and parameters; types of different kinds differ (cel-go's `types.Kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `DynKind`
    Dyn,
    /// `AnyKind`
    Any,
    /// `ErrorKind`
    Error,
    /// `NullTypeKind`
    Null,
    /// `BoolKind`; also of `wrapper(bool)`.
    Bool,
    /// `BytesKind`; also of `wrapper(bytes)`.
    Bytes,
    /// `DoubleKind`; also of `wrapper(double)`.
    Double,
    /// `IntKind`; also of `wrapper(int)`.
    Int,
    /// `UintKind`; also of `wrapper(uint)`.
    Uint,
    /// `StringKind`; also of `wrapper(string)`.
    String,
    /// `DurationKind`
    Duration,
    /// `TimestampKind`
    Timestamp,
    /// `ListKind`
    List,
    /// `MapKind`
    Map,
    /// `TypeKind`
    Type,
    /// `OpaqueKind`: also of optional types.
    Opaque,
    /// `StructKind`: types with fields.
    Object,
    /// `TypeParamKind`: parameters of declarations, and the checker's type variables.
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

    /// `type(of)`; `type` where it is not known of which type.
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

    /// Whether a value of type `from` is assignable to this type (Type.IsAssignableType).
    pub fn accepts(&self, from: &Type) -> bool {
        if let Self::Nullable(wrapped) = self {
            return from.kind() == Kind::Null || wrapped.accepts(from);
        }
        matches!(self.kind(), Kind::Dyn | Kind::Any | Kind::Param)
            || self.same_head(from) && self.same_parameters(from, Type::accepts)
    }
}

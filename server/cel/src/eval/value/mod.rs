//! The values of expressions (cel-go, common/types): lists and maps hold values, and any of them can be an error.

mod compare;
mod error;
mod list;
mod map;
mod number;
mod text;

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::ast::Literal;
pub use compare::{compare, equal, is_comparable};
use crdls_go::time::Timestamp;
pub use error::{COST_LIMIT_EXCEEDED, Error, MAX_WORK, Outcome, within};
pub(super) use error::{MAX_LIST, MAX_TEXT, MAX_WEIGHT};
pub use list::{List, Sequence};
pub use map::{Map, Mapping};
pub(super) use number::{double_as_int, double_as_uint, double_to_int, double_to_uint};

/// A value. Cheap to copy: what is large is shared.
#[derive(Clone, Debug)]
pub enum Value {
    /// `types.Null`
    Null,
    /// `types.Bool`
    Bool(bool),
    /// `types.Int`
    Int(i64),
    /// `types.Uint`
    Uint(u64),
    /// `types.Double`: can be NaN or infinite.
    Double(f64),
    /// `types.String`: its size is counted in code points.
    String(Arc<str>),
    /// `types.Bytes`: its size is counted in bytes.
    Bytes(Arc<[u8]>),
    /// `google.protobuf.Duration` in nanoseconds.
    Duration(i64),
    /// `google.protobuf.Timestamp`, with the offset at which it was written.
    Timestamp(Timestamp),
    /// A list of the language or over a caller's data, see [`Sequence`].
    List(List),
    /// A map, or an object whose type has fields.
    Map(Map),
    /// `optional_type(T)`; `None` is `optional.none()`.
    Optional(Option<Arc<Value>>),
    /// A type, by its name.
    Type(Arc<str>),
    /// A value of a caller's own type.
    Opaque(Arc<dyn Opaque>),
}

/// A value of a type that the language does not know: what the caller's functions make.
///
/// A caller gets its own type back with [`Value::opaque`].
pub trait Opaque: Any + Debug + Send + Sync {
    /// The name of the type, as `type(value)` and error messages print it.
    fn type_name(&self) -> &str;

    /// The name of the type in Go, which a few error messages print (`%T`).
    fn go_type(&self) -> &str {
        self.type_name()
    }

    /// Whether Go can have it as the key of a map.
    fn is_hashable(&self) -> bool {
        true
    }

    /// Whether it equals any other value.
    fn equal(&self, other: &Value) -> Result<bool, Error>;

    /// The text that Go's `%v` prints.
    fn text(&self) -> String;

    /// How large the cost tracker takes it to be; `None` for a value without a size (traits.Sizer).
    fn size(&self) -> Option<u64> {
        None
    }

    /// The name of the type of what it is in Go (`ref.Val.Value()`).
    fn native_type(&self) -> &str {
        self.go_type()
    }

    /// What becomes of it where what it is in Go is made a value again: an error for what cel-go does not know.
    fn native(&self) -> Outcome {
        let words = format!("unsupported conversion to ref.Val: ({}){}", self.native_type(), self.text());
        Err(Error::new(words))
    }
}

impl From<&Literal> for Value {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Self::Null,
            Literal::Bool(value) => Self::Bool(*value),
            Literal::Int(value) => Self::Int(*value),
            Literal::Uint(value) => Self::Uint(*value),
            Literal::Double(value) => Self::Double(*value),
            Literal::String(text) => Self::string(&**text),
            Literal::Bytes(bytes) => Self::bytes(&**bytes),
        }
    }
}

impl Value {
    /// A string.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Self::String(text.into())
    }

    /// Bytes.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::Bytes(bytes.into())
    }

    /// A list of values.
    pub fn list(items: Vec<Value>) -> Self {
        Self::List(List::of(items))
    }

    /// `optional.of(value)`
    pub fn some(value: Value) -> Self {
        Self::Optional(Some(Arc::new(value)))
    }

    /// `optional.none()`
    pub const NONE: Self = Self::Optional(None);

    /// A value of a caller's own type.
    pub fn new_opaque(value: impl Opaque) -> Self {
        Self::Opaque(Arc::new(value))
    }

    /// The caller's own value.
    pub fn opaque<T: Opaque>(&self) -> Option<&T> {
        let Self::Opaque(value) = self else { return None };
        let value: &dyn Any = value.as_ref();
        value.downcast_ref()
    }

    /// The text of a string; `None` for other values.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number of an int; `None` for other values, other numbers included.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The list; `None` for other values.
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// The map or object; `None` for other values.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The name of its type at run time, without parameters.
    pub fn type_name(&self) -> &str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Optional(_) => "optional_type",
            Self::Type(_) => "type",
            Self::Opaque(value) => value.type_name(),
        }
    }

    /// The name of its Go type, as error messages of the interpreter print it (`%T`).
    pub(super) fn go_type(&self) -> &str {
        match self {
            Self::Bool(_) => "types.Bool",
            Self::Int(_) => "types.Int",
            Self::Uint(_) => "types.Uint",
            Self::Double(_) => "types.Double",
            Self::String(_) => "types.String",
            Self::Null => "types.Null",
            Self::Bytes(_) => "types.Bytes",
            Self::Duration(_) => "types.Duration",
            Self::Timestamp(_) => "types.Timestamp",
            Self::List(_) => "*types.baseList",
            Self::Map(_) => "*types.baseMap",
            Self::Optional(_) => "*types.Optional",
            Self::Type(_) => "*types.Type",
            Self::Opaque(value) => value.go_type(),
        }
    }

    /// How large the cost tracker takes it to be (interpreter.actualSize).
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::String(text) => Some(text.chars().count() as u64),
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            Self::List(list) => Some(list.len() as u64),
            Self::Map(map) => Some(map.len() as u64),
            Self::Opaque(value) => value.size(),
            _ => None,
        }
    }

    /// What becomes of it where what it is in Go (`ref.Val.Value()`) is made a value again (NativeToValue).
    pub(super) fn native(&self) -> Outcome {
        match self {
            Self::Optional(Some(value)) => value.native(),
            Self::Optional(None) => Ok(Self::Null),
            Self::List(list) => list.native(),
            Self::Map(map) => map.native(),
            Self::Opaque(value) => value.native(),
            same => Ok(same.clone()),
        }
    }

    /// How many values are in it, nested ones included, each as often as it is in it. Saturates.
    pub fn weight(&self) -> usize {
        match self {
            Self::List(list) => list.weight(),
            Self::Map(map) => map.weight(),
            Self::Optional(Some(value)) => value.weight().saturating_add(1),
            _ => 0,
        }
    }

    /// Whether it is what a message has where a field is not set (traits.Zeroer).
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(value) => !value,
            Self::Int(value) => *value == 0,
            Self::Uint(value) => *value == 0,
            Self::Double(value) => *value == 0.0,
            Self::String(text) => text.is_empty(),
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::Duration(value) => *value == 0,
            Self::Timestamp(time) => *time == Timestamp::ZERO,
            Self::List(list) => list.tells_zero() && list.is_empty(),
            Self::Map(map) => map.tells_zero() && map.is_empty(),
            Self::Optional(_) | Self::Type(_) | Self::Opaque(_) => false,
        }
    }
}

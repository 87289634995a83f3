//! Type expressions, fields and signatures.

use crdls_text::TextRange;

use super::GroupId;
use crate::tag::{StructTag, TagEntry};

/// A type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The expression.
    pub range: TextRange,
    /// What it is.
    pub kind: TypeKind,
}

/// What a type expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `string`, `Foo`: the range of the type.
    Name,
    /// `metav1.Time`.
    Qualified {
        /// The name of the import.
        package: TextRange,
        /// The name in it; empty while it is being typed.
        name: TextRange,
    },
    /// `*T`.
    Pointer(Box<Type>),
    /// `[]T`.
    Slice(Box<Type>),
    /// `[N]T`.
    Array {
        /// The length, or `...`.
        len: TextRange,
        /// The type of the elements.
        elem: Box<Type>,
    },
    /// `map[K]V`.
    Map {
        /// The type of the keys.
        key: Box<Type>,
        /// The type of the values.
        value: Box<Type>,
    },
    /// `struct { … }`.
    Struct(Fields),
    /// `interface { … }`: methods have a name and a `Func`, embedded types have no name.
    Interface(Fields),
    /// `chan T`, `<-chan T`, `chan<- T`.
    Chan(Box<Type>),
    /// `func(…) …`, and the type of a method of an interface.
    Func(Box<Signature>),
    /// `T[A, B]`.
    Instance {
        /// The generic type.
        generic: Box<Type>,
        /// The type arguments.
        args: Vec<Type>,
    },
    /// `(T)`.
    Paren(Box<Type>),
    /// `...T` of a parameter.
    Variadic(Box<Type>),
    /// `~int | string` of a constraint.
    Constraint,
    /// No type, or one that does not parse.
    Missing,
}

impl TypeKind {
    /// The name of its node in go/ast.
    pub fn ast_name(&self) -> &'static str {
        match self {
            Self::Name => "Ident",
            Self::Qualified { .. } => "SelectorExpr",
            Self::Pointer(_) => "StarExpr",
            Self::Slice(_) | Self::Array { .. } => "ArrayType",
            Self::Map { .. } => "MapType",
            Self::Struct(_) => "StructType",
            Self::Interface(_) => "InterfaceType",
            Self::Chan(_) => "ChanType",
            Self::Func(_) => "FuncType",
            Self::Instance { args, .. } if args.len() > 1 => "IndexListExpr",
            Self::Instance { .. } => "IndexExpr",
            Self::Paren(_) => "ParenExpr",
            Self::Variadic(_) => "Ellipsis",
            Self::Constraint => "BinaryExpr",
            Self::Missing => "BadExpr",
        }
    }

    /// The name of its type in go/types; `None` for what names another type.
    pub fn types_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Slice(_) => "Slice",
            Self::Array { .. } => "Array",
            Self::Map { .. } => "Map",
            Self::Struct(_) => "Struct",
            Self::Pointer(_) => "Pointer",
            Self::Func(_) => "Signature",
            Self::Chan(_) => "Chan",
            Self::Interface(_) => "Interface",
            _ => return None,
        })
    }
}

/// The fields of a struct, or the methods and embedded types of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The braces with what is between them.
    pub braces: TextRange,
    /// The fields. A field with several names is one.
    pub list: Vec<Field>,
}

/// A field of a struct, an element of an interface, or a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// From the first name, or the type of an embedded field, to the tag or the type.
    pub range: TextRange,
    /// The names; none if the field is embedded.
    pub names: Vec<TextRange>,
    /// The type.
    pub ty: Type,
    /// The tag with its quotes.
    pub tag: Option<TextRange>,
    /// The group directly above.
    pub doc: Option<GroupId>,
    /// The group at the end of the line.
    pub comment: Option<GroupId>,
}

impl Field {
    /// Whether the field is embedded: it has a type and no name.
    pub fn is_embedded(&self) -> bool {
        self.names.is_empty()
    }

    /// The `json` part of the tag.
    pub fn json(&self, text: &str) -> Option<TagEntry> {
        StructTag::parse(text, self.tag?).get("json").cloned()
    }
}

/// Parameters, results or type parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The parentheses or brackets with what is between them; for a single result the type.
    pub range: TextRange,
    /// The parameters. Names that share a type are one.
    pub list: Vec<Field>,
}

/// Parameters and results of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The parameters.
    pub params: Parameters,
    /// The results.
    pub results: Option<Parameters>,
}

impl Signature {
    /// Whether it is `() ([]byte, error)`, which `json.Marshaler` and `encoding.TextMarshaler` want of their methods.
    pub fn encodes(&self, text: &str) -> bool {
        let results = self.results.iter().flat_map(|results| &results.list);
        let mut types = results.flat_map(|field| std::iter::repeat_n(&field.ty, field.names.len().max(1)));
        let is_bytes = |ty: &Type| matches!(&ty.kind, TypeKind::Slice(elem) if matches!(elem.range.of(text), "byte" | "uint8"));
        self.params.list.is_empty()
            && types.next().is_some_and(is_bytes)
            && types.next().is_some_and(|ty| ty.range.of(text) == "error")
            && types.next().is_none()
    }
}

impl Type {
    /// The name that an embedded field has, and a type is looked up by: `Foo` of `*pkg.Foo[T]`.
    pub fn base_name(&self) -> Option<TextRange> {
        let mut ty = self;
        loop {
            match &ty.kind {
                TypeKind::Name => return Some(ty.range),
                TypeKind::Qualified { name, .. } => return Some(*name),
                TypeKind::Pointer(inner)
                | TypeKind::Paren(inner)
                | TypeKind::Instance { generic: inner, .. } => {
                    ty = inner;
                }
                _ => return None,
            }
        }
    }
}

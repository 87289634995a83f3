//! The kind of schema of a type expression, without what is inside of it: `typeToSchema` and what it calls
//! (pkg/crd/schema.go).

use crdls_go_source::{Type, TypeKind};
use crdls_text::TextRange;

use super::Flags;
use crate::program::{Named, Program, TypeAt};
use crate::registry::Version;

/// The schema that controller-gen makes of a type expression.
#[derive(Clone, Debug)]
pub enum ExpressionSchema<'p> {
    /// The schema of what a pointer points to.
    Pointed(&'p Type),
    /// `[]byte`
    Bytes,
    /// A list with items of the type.
    List(&'p Type),
    /// A map with values of the type.
    Map(&'p Type),
    /// A predeclared type.
    Basic {
        /// `type`
        ty: &'static str,
        /// `format`, or empty.
        format: &'static str,
        /// The alias, if the type is written as one.
        alias: Option<TypeAt<'p>>,
    },
    /// `any` or `error`: before v0.21 controller-gen crashes on the first, and always on the second.
    Interface(&'p str),
    /// A reference to a declared type, or to one that is not known.
    Reference {
        /// The type that the name or its alias stands for; not a predeclared one.
        named: Named<'p>,
        /// Whether the name is written without a package.
        is_local: bool,
    },
    /// No schema, with the text to change and the reason.
    Refused(TextRange, String),
    /// Not Go.
    Missing,
}

impl<'p> ExpressionSchema<'p> {
    /// The schema of an expression in a declaration.
    pub fn of(program: &'p Program, at: TypeAt<'p>, ty: &'p Type, version: Version, flags: Flags) -> Self {
        let resolved = |name| program.resolve_name(at, name);
        let written = ty.range.of(&at.file.text);
        let sentence = match &ty.kind {
            TypeKind::Name => {
                return match resolved(written) {
                    Named::Builtin(name) => Self::basic(name, None, ty.range, flags),
                    Named::Declared(alias) if alias.spec.alias.is_some() => {
                        Self::alias(program, alias, ty.range, written, flags)
                    }
                    named => Self::Reference { named, is_local: true },
                };
            }
            TypeKind::Qualified { .. } => {
                let named = program.resolve(at, ty);
                return Self::Reference { named, is_local: false };
            }
            TypeKind::Pointer(inner) => return Self::Pointed(inner),
            TypeKind::Slice(elem) => {
                // By that name alone: to controller-gen `uint8` is another type.
                let is_byte = matches!(elem.kind, TypeKind::Name)
                    && matches!(resolved(elem.range.of(&at.file.text)), Named::Builtin("byte"));
                return if is_byte { Self::Bytes } else { Self::List(elem) };
            }
            TypeKind::Array { elem, .. } => return Self::List(elem),
            TypeKind::Map { key, value } => {
                let problem = program.map_problem(at, (key, value), version);
                return problem.map_or(Self::Map(value), |(range, sentence)| Self::Refused(range, sentence));
            }
            TypeKind::Struct(_) if version.reaches(22) => {
                "inline struct types are not supported, use a named type instead".to_owned()
            }
            // Older versions crash on it; what they would have said is in their code.
            TypeKind::Struct(_) => {
                "encountered non-top-level struct (possibly embedded), those aren't allowed".to_owned()
            }
            TypeKind::Interface(_) if version.reaches(21) => {
                "interface type is not supported in CRD schemas; consider using an explicit type or apiextensionsv1.JSON \
                 instead"
                    .to_owned()
            }
            kind @ (TypeKind::Interface(_)
            | TypeKind::Chan(_)
            | TypeKind::Func(_)
            | TypeKind::Instance { .. }
            | TypeKind::Paren(_)) => format!("unsupported AST kind *ast.{}", kind.ast_name()),
            TypeKind::Variadic(_) | TypeKind::Constraint | TypeKind::Missing => return Self::Missing,
        };
        Self::Refused(ty.range, sentence)
    }

    /// `builtinToType`
    fn basic(name: &'p str, alias: Option<TypeAt<'p>>, range: TextRange, flags: Flags) -> Self {
        let (ty, format) = match name {
            "bool" => ("boolean", ""),
            "string" => ("string", ""),
            "int32" | "uint32" | "rune" => ("integer", "int32"),
            "int64" | "uint64" => ("integer", "int64"),
            "float32" | "float64" if flags.allow_dangerous_types => ("number", ""),
            "float32" | "float64" => {
                let words = "found float, the usage of which is highly discouraged, as support for them varies across \
                             languages. Please consider serializing your float as string instead. If you are really \
                             sure you want to use them, re-run with crd:allowDangerousTypes=true";
                return Self::Refused(range, words.to_owned());
            }
            "complex64" | "complex128" => {
                return Self::Refused(range, format!("unsupported type {name:?}"));
            }
            "any" | "error" => return Self::Interface(name),
            _ => ("integer", ""),
        };
        Self::Basic { ty, format, alias }
    }

    /// An alias is what it stands for, one step of it (`Alias.Rhs`). Before v0.21 controller-gen crashes where that is not
    /// a name.
    fn alias(program: &'p Program, alias: TypeAt<'p>, range: TextRange, written: &str, flags: Flags) -> Self {
        let kind = &alias.spec.ty.kind;
        match (program.resolve(alias, &alias.spec.ty), kind.types_name()) {
            (Named::Builtin(name), _) => Self::basic(name, Some(alias), range, flags),
            (Named::Unknown, Some("Interface")) => Self::Refused(range, no_schema_for(written)),
            (Named::Unknown, Some(kind)) => {
                Self::Refused(range, format!("unsupported type *types.{kind} for identifier {written}"))
            }
            (named, _) => Self::Reference { named, is_local: true },
        }
    }
}

/// Why a name that stands for an interface has no schema.
pub fn no_schema_for(name: &str) -> String {
    format!(
        "cannot generate schema for {name}; interface type is not supported in CRD schemas, consider using an explicit \
         type or apiextensionsv1.JSON instead"
    )
}

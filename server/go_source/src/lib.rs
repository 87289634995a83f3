//! A reader of Go source for its declarations and comments.
//!
//! Knows what go/scanner, go/parser and go/ast know of package clauses, imports, types, constants, signatures,
//! struct tags, build constraints and comment groups; function bodies are skipped. A file that go/parser accepts is
//! read exactly as go/parser reads it; in any other, a broken line costs only its own declaration. Must not know
//! markers, Kubernetes, packages or files.

mod comments;
mod constraint;
mod literal;
mod model;
mod parse;
mod scan;
mod tag;
mod token;
mod walk;

pub use constraint::{BuildConstraint, build_constraint};
pub use literal::{Unquoted, unquote};
pub use model::{
    CommentGroup, Constant, Decl, DeclKind, Field, Fields, File, FuncDecl, GroupId, ImportSpec, Literal,
    LiteralKind, PackageClause, Parameters, Signature, Specs, SyntaxError, Type, TypeKind, TypeSpec, Value,
    ValueKind, ValueSpec,
};
pub use parse::parse;
pub use tag::{StructTag, TagEntry, TagOption, lower_camel};
pub use walk::{Node, Visitor, walk};

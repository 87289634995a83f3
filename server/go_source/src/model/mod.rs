//! The declarations of a file, shaped as go/ast has them. All places are byte ranges of the file's text, which the
//! model does not hold: `range.of(text)`.

mod constants;
mod types;

use crdls_text::TextRange;

pub use constants::Constant;
pub use types::{Field, Fields, Parameters, Signature, Type, TypeKind};

/// A Go file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The package clause; none in a file that does not begin with one.
    pub package: Option<PackageClause>,
    /// The declarations, in the order of the text.
    pub decls: Vec<Decl>,
    /// Each comment, `//` or `/* */` included, in the order of the text.
    pub comments: Vec<TextRange>,
    /// The comments in groups, in the order of the text.
    pub groups: Vec<CommentGroup>,
    /// What does not parse; empty in a file that go/parser accepts, but for what function bodies and expressions have.
    pub errors: Vec<SyntaxError>,
}

/// The number of a comment group in its file. Groups are numbered in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

/// A comment group: comments without an empty line or a token between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentGroup {
    /// From the first comment to the end of the last one.
    pub range: TextRange,
    pub(crate) first: u32,
    pub(crate) end: u32,
}

/// A place where the text is not Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The token that was not expected.
    pub range: TextRange,
}

/// `package v1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackageClause {
    /// The clause.
    pub range: TextRange,
    /// The name; empty if it is missing.
    pub name: TextRange,
    /// The group that documents the package: directly above the clause.
    pub doc: Option<GroupId>,
}

/// A declaration at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// From the keyword to the last token, as go/ast's `Pos` and `End`.
    pub range: TextRange,
    /// The group directly above.
    pub doc: Option<GroupId>,
    /// What is declared.
    pub kind: DeclKind,
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclKind {
    /// `import "fmt"`.
    Import(Specs<ImportSpec>),
    /// `const A = 1`.
    Const(Specs<ValueSpec>),
    /// `var a = 1`.
    Var(Specs<ValueSpec>),
    /// `type A struct{}`.
    Type(Specs<TypeSpec>),
    /// `func a() {}`.
    Func(FuncDecl),
}

/// The specs of a declaration: one, or those in its parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specs<S> {
    /// The keyword.
    pub keyword: TextRange,
    /// The parentheses with what is between them.
    pub parens: Option<TextRange>,
    /// The specs.
    pub list: Vec<S>,
}

impl<S> Specs<S> {
    /// The end of the declaration: of the parentheses or of its only spec.
    pub(crate) fn end(&self, range: impl Fn(&S) -> TextRange) -> u32 {
        let last = self.list.last().map(|spec| range(spec).end);
        self.parens.map(|parens| parens.end).or(last).unwrap_or(self.keyword.end)
    }
}

/// `alias "path"` of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportSpec {
    /// From the alias or path to the end of the path.
    pub range: TextRange,
    /// The name in front of the path: a name, `.` or `_`.
    pub alias: Option<TextRange>,
    /// The path with its quotes.
    pub path: TextRange,
    /// The group directly above, if the declaration has parentheses.
    pub doc: Option<GroupId>,
    /// The group at the end of the line.
    pub comment: Option<GroupId>,
}

/// `A, B T = 1, 2` of a constant or variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSpec {
    /// From the first name to the last token.
    pub range: TextRange,
    /// The names.
    pub names: Vec<TextRange>,
    /// The type, if it is written here. In a group of constants it may be inherited, see [`File::constants`].
    pub ty: Option<Type>,
    /// The expressions.
    pub values: Vec<Value>,
    /// The group directly above, if the declaration has parentheses.
    pub doc: Option<GroupId>,
    /// The group at the end of the line.
    pub comment: Option<GroupId>,
}

/// An expression. Only what constants of API types use is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The expression.
    pub range: TextRange,
    /// What it is.
    pub kind: ValueKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A literal, perhaps with a minus in front of it.
    Literal(Literal),
    /// `Phase("Running")`: a literal converted to a named type.
    Conversion {
        /// The type.
        ty: Type,
        /// The literal.
        literal: Literal,
    },
    /// Another expression.
    Other,
}

/// A literal with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The literal, with quotes, without the sign.
    pub range: TextRange,
    /// What kind of literal it is.
    pub kind: LiteralKind,
    /// Whether a minus is in front of it.
    pub negative: bool,
}

/// The kinds of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// `"text"` or a raw string.
    String,
    /// `12`.
    Int,
    /// `1.2`, also an imaginary number.
    Float,
    /// `'a'`.
    Char,
    /// `true`, `false`.
    Bool,
}

/// `Name[P any] struct { … }` of a type declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeSpec {
    /// From the name to the end of the type.
    pub range: TextRange,
    /// The name.
    pub name: TextRange,
    /// The type parameters.
    pub type_params: Option<Parameters>,
    /// The equals sign of an alias.
    pub alias: Option<TextRange>,
    /// The type.
    pub ty: Type,
    /// The group directly above, if the declaration has parentheses. Otherwise the declaration has it.
    pub doc: Option<GroupId>,
    /// The group at the end of the line.
    pub comment: Option<GroupId>,
}

/// A function or method. Its body is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncDecl {
    /// The name.
    pub name: TextRange,
    /// The receiver in its parentheses.
    pub receiver: Option<Parameters>,
    /// The type parameters.
    pub type_params: Option<Parameters>,
    /// Parameters and results.
    pub signature: Signature,
    /// The body with its braces.
    pub body: Option<TextRange>,
}

impl FuncDecl {
    /// The name of the type that the method belongs to, and whether the receiver is a pointer.
    pub fn receiver_type(&self) -> Option<(TextRange, bool)> {
        let field = self.receiver.as_ref()?.list.first()?;
        let mut ty = &field.ty;
        let mut pointer = false;
        // Pointers, parentheses and type arguments around a name: as deep as a type may be nested.
        loop {
            match &ty.kind {
                TypeKind::Name => return Some((ty.range, pointer)),
                TypeKind::Pointer(inner) => {
                    pointer = true;
                    ty = inner;
                }
                TypeKind::Paren(inner) | TypeKind::Instance { generic: inner, .. } => ty = inner,
                _ => return None,
            }
        }
    }
}

impl Decl {
    /// The types that it declares.
    pub fn type_specs(&self) -> &[TypeSpec] {
        match &self.kind {
            DeclKind::Type(specs) => specs.list.as_slice(),
            _ => &[],
        }
    }

    /// The group that documents one of its types: its own, if the type is not in parentheses.
    pub fn doc_of(&self, spec: &TypeSpec) -> Option<GroupId> {
        let is_single = matches!(&self.kind, DeclKind::Type(specs) if specs.parens.is_none());
        spec.doc.or(self.doc.filter(|_| is_single))
    }
}

impl File {
    /// The group with this number.
    pub fn group(&self, id: GroupId) -> Option<&CommentGroup> {
        self.groups.get(id.0 as usize)
    }

    /// The comments of a group.
    pub fn comments_of(&self, id: GroupId) -> &[TextRange] {
        let group = self.group(id);
        group.and_then(|g| self.comments.get(g.first as usize..g.end as usize)).unwrap_or(&[])
    }

    /// The number of groups that begin before an offset: the number of the first group at or after it.
    pub fn groups_before(&self, offset: u32) -> usize {
        self.groups.partition_point(|group| group.range.start < offset)
    }

    /// The imports.
    pub fn imports(&self) -> impl Iterator<Item = &ImportSpec> {
        self.decls.iter().flat_map(|decl| match &decl.kind {
            DeclKind::Import(specs) => specs.list.as_slice(),
            _ => &[],
        })
    }

    /// The type declarations, each with the declaration that it is part of.
    pub fn types(&self) -> impl Iterator<Item = (&Decl, &TypeSpec)> {
        self.decls.iter().flat_map(|decl| decl.type_specs().iter().map(move |spec| (decl, spec)))
    }

    /// The functions and methods, each with its declaration.
    pub fn funcs(&self) -> impl Iterator<Item = (&Decl, &FuncDecl)> {
        self.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Func(func) => Some((decl, func)),
            _ => None,
        })
    }
}

//! A walk over a file in the order of go/ast's `Walk`, without what is inside of function bodies and expressions.

use crdls_text::TextRange;

use crate::model::{
    Decl, DeclKind, Field, File, FuncDecl, GroupId, ImportSpec, Parameters, Signature, Type, TypeKind,
    TypeSpec, ValueSpec,
};

/// A node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'f> {
    /// A declaration.
    Decl(&'f Decl),
    /// A spec of an import.
    Import(&'f ImportSpec),
    /// A spec of a constant or variable.
    Value(&'f ValueSpec),
    /// A spec of a type.
    TypeSpec(&'f TypeSpec),
    /// A field, a method of an interface, or a parameter.
    Field(&'f Field),
    /// A type expression.
    Type(&'f Type),
    /// Anything else: a name, a literal, an expression, a body, a list of fields.
    Other(TextRange),
}

impl Node<'_> {
    /// From its first token to its last.
    pub fn range(&self) -> TextRange {
        match self {
            Self::Decl(decl) => decl.range,
            Self::Import(spec) => spec.range,
            Self::Value(spec) => spec.range,
            Self::TypeSpec(spec) => spec.range,
            Self::Field(field) => field.range,
            Self::Type(ty) => ty.range,
            Self::Other(range) => *range,
        }
    }

    /// The group directly above.
    pub fn doc(&self) -> Option<GroupId> {
        match self {
            Self::Decl(decl) => decl.doc,
            Self::Import(spec) => spec.doc,
            Self::Value(spec) => spec.doc,
            Self::TypeSpec(spec) => spec.doc,
            Self::Field(field) => field.doc,
            Self::Type(_) | Self::Other(_) => None,
        }
    }

    /// The group at the end of its line.
    pub fn comment(&self) -> Option<GroupId> {
        match self {
            Self::Import(spec) => spec.comment,
            Self::Value(spec) => spec.comment,
            Self::TypeSpec(spec) => spec.comment,
            Self::Field(field) => field.comment,
            Self::Decl(_) | Self::Type(_) | Self::Other(_) => None,
        }
    }
}

/// Sees each node before and after what is inside of it.
pub trait Visitor<'f> {
    /// Called before what is inside of the node.
    fn enter(&mut self, node: Node<'f>);
    /// Called after what is inside of the node.
    fn leave(&mut self, node: Node<'f>);
}

/// Walks over the declarations of a file.
pub fn walk<'f>(file: &'f File, visitor: &mut impl Visitor<'f>) {
    let mut walk = Walker { visitor };
    if let Some(package) = &file.package {
        walk.leaf(package.name);
    }
    for decl in &file.decls {
        walk.decl(decl);
    }
}

struct Walker<'v, V> {
    visitor: &'v mut V,
}

impl<'f, V: Visitor<'f>> Walker<'_, V> {
    fn node(&mut self, node: Node<'f>, inside: impl FnOnce(&mut Self)) {
        self.visitor.enter(node);
        inside(self);
        self.visitor.leave(node);
    }

    fn leaf(&mut self, range: TextRange) {
        self.node(Node::Other(range), |_| ());
    }

    fn decl(&mut self, decl: &'f Decl) {
        self.node(Node::Decl(decl), |walk| match &decl.kind {
            DeclKind::Import(specs) => specs.list.iter().for_each(|spec| walk.import(spec)),
            DeclKind::Const(specs) | DeclKind::Var(specs) => {
                specs.list.iter().for_each(|spec| walk.value(spec))
            }
            DeclKind::Type(specs) => specs.list.iter().for_each(|spec| walk.type_spec(spec)),
            DeclKind::Func(func) => walk.func(func),
        });
    }

    fn import(&mut self, spec: &'f ImportSpec) {
        self.node(Node::Import(spec), |walk| {
            spec.alias.iter().for_each(|alias| walk.leaf(*alias));
            walk.leaf(spec.path);
        });
    }

    fn value(&mut self, spec: &'f ValueSpec) {
        self.node(Node::Value(spec), |walk| {
            spec.names.iter().for_each(|name| walk.leaf(*name));
            spec.ty.iter().for_each(|ty| walk.ty(ty));
            spec.values.iter().for_each(|value| walk.leaf(value.range));
        });
    }

    fn type_spec(&mut self, spec: &'f TypeSpec) {
        self.node(Node::TypeSpec(spec), |walk| {
            walk.leaf(spec.name);
            walk.parameters(spec.type_params.as_ref());
            walk.ty(&spec.ty);
        });
    }

    fn func(&mut self, func: &'f FuncDecl) {
        self.parameters(func.receiver.as_ref());
        self.leaf(func.name);
        self.parameters(func.type_params.as_ref());
        self.signature(&func.signature);
        func.body.iter().for_each(|body| self.leaf(*body));
    }

    fn signature(&mut self, signature: &'f Signature) {
        self.parameters(Some(&signature.params));
        self.parameters(signature.results.as_ref());
    }

    fn parameters(&mut self, parameters: Option<&'f Parameters>) {
        if let Some(parameters) = parameters {
            self.fields(parameters.range, &parameters.list);
        }
    }

    fn fields(&mut self, range: TextRange, list: &'f [Field]) {
        self.node(Node::Other(range), |walk| list.iter().for_each(|field| walk.field(field)));
    }

    fn field(&mut self, field: &'f Field) {
        self.node(Node::Field(field), |walk| {
            field.names.iter().for_each(|name| walk.leaf(*name));
            walk.ty(&field.ty);
            field.tag.iter().for_each(|tag| walk.leaf(*tag));
        });
    }

    fn ty(&mut self, ty: &'f Type) {
        self.node(Node::Type(ty), |walk| match &ty.kind {
            TypeKind::Name | TypeKind::Constraint | TypeKind::Missing => {}
            TypeKind::Qualified { package, name } => {
                walk.leaf(*package);
                walk.leaf(*name);
            }
            TypeKind::Pointer(inner)
            | TypeKind::Slice(inner)
            | TypeKind::Chan(inner)
            | TypeKind::Paren(inner)
            | TypeKind::Variadic(inner) => walk.ty(inner),
            TypeKind::Array { len, elem } => {
                walk.leaf(*len);
                walk.ty(elem);
            }
            TypeKind::Map { key, value } => {
                walk.ty(key);
                walk.ty(value);
            }
            TypeKind::Struct(fields) | TypeKind::Interface(fields) => {
                walk.fields(fields.braces, &fields.list)
            }
            TypeKind::Func(signature) => walk.signature(signature),
            TypeKind::Instance { generic, args } => {
                walk.ty(generic);
                args.iter().for_each(|arg| walk.ty(arg));
            }
        });
    }
}

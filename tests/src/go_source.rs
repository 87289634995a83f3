//! What the reader of Go source reads: in the words of `tests/oracle/gosource`, go/parser's nodes, one a line; and as
//! an outline, by which the states of a text that is typed are compared.

use std::fmt::Write as _;

use crdls_go_source::{
    Decl, DeclKind, Field, File, GroupId, Literal, LiteralKind, Parameters, Signature, Specs, Type, TypeKind,
    Value, ValueKind, ValueSpec,
};
use crdls_text::TextRange;

/// The nodes of a file, one a line, with the offsets at which they begin and end.
pub fn described(text: &str, file: &File) -> String {
    let mut out = Describer { out: String::new() };
    for group in 0..file.groups.len() as u32 {
        out.line("group");
        for comment in file.comments_of(GroupId(group)) {
            let carriage_returns = comment.of(text).matches('\r').count();
            out.line(&format!("comment {} {}", comment.start, comment.len() as usize - carriage_returns));
        }
    }
    if let Some(package) = &file.package {
        out.line(&format!("package {}{}", package.range.start, doc(&[package.doc])));
        out.name(package.name);
    }
    file.decls.iter().for_each(|decl| out.decl(decl));
    out.out
}

/// FNV-1a, as Go's hash/fnv has it.
pub fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// A declaration or field, by what a reader of it wants to know.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The names from the declaration to the field.
    pub path: String,
    /// Its type and tag, or its expression, as they are written.
    pub text: String,
    /// From its documentation to its end.
    pub range: TextRange,
    /// What of it is not another entry: of a struct, up to its fields.
    pub own: TextRange,
}

/// The types, fields, constants and functions of a file.
pub fn outline(text: &str) -> Vec<Entry> {
    let file = crdls_go_source::parse(text);
    let mut out = Outline { text, file: &file, entries: Vec::new() };
    for (decl, spec) in file.types() {
        let doc = spec.doc.or(decl.doc);
        let range = if spec.doc.is_some() { spec.range } else { decl.range };
        let name = spec.name.of(text);
        out.push(name.to_owned(), "", &spec.ty, doc, range);
        out.fields(name, &spec.ty);
    }
    for constant in file.constants() {
        let ty = constant.ty.map_or("", |ty| ty.range.of(text));
        let value = constant.value.map_or("", |value| value.range.of(text));
        let name = format!("const {}", constant.name.of(text));
        out.add(
            name,
            &format!("{ty} {value}"),
            constant.spec.doc,
            constant.spec.range,
            constant.spec.range.end,
        );
    }
    for (decl, func) in file.funcs() {
        let receiver = func.receiver_type().map_or("", |(name, _)| name.of(text));
        let name = format!("func {receiver}.{}", func.name.of(text));
        out.add(name, "", decl.doc, decl.range, decl.range.end);
    }
    out.entries
}

struct Outline<'f> {
    text: &'f str,
    file: &'f File,
    entries: Vec<Entry>,
}

impl Outline<'_> {
    /// A type or field; of a struct without its fields, which are entries too.
    fn push(&mut self, path: String, tag: &str, ty: &Type, doc: Option<GroupId>, range: TextRange) {
        match &ty.kind {
            TypeKind::Struct(fields) => {
                self.add(path, &format!("struct {tag}"), doc, range, fields.braces.start)
            }
            _ => self.add(path, &format!("{} {tag}", ty.range.of(self.text)), doc, range, range.end),
        }
    }

    fn add(&mut self, path: String, text: &str, doc: Option<GroupId>, range: TextRange, own_end: u32) {
        let doc = doc.and_then(|doc| self.file.group(doc)).map(|group| group.range);
        let docs = doc.map_or("", |doc| doc.of(self.text));
        let range = doc.map_or(range, |doc| doc.join(range));
        let own = TextRange::new(range.start, own_end);
        self.entries.push(Entry { path, text: format!("{docs}\n{text}"), range, own });
    }

    fn fields(&mut self, path: &str, ty: &Type) {
        match &ty.kind {
            TypeKind::Struct(fields) => {
                for field in &fields.list {
                    let name =
                        field.names.first().copied().or_else(|| field.ty.base_name()).unwrap_or_default();
                    let path = format!("{path}.{}", name.of(self.text));
                    let tag = field.tag.map_or("", |tag| tag.of(self.text));
                    self.push(path.clone(), tag, &field.ty, field.doc, field.range);
                    self.fields(&path, &field.ty);
                }
            }
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) => self.fields(path, inner),
            _ => {}
        }
    }
}

struct Describer {
    out: String,
}

fn at(range: TextRange) -> String {
    format!("{}-{}", range.start, range.end)
}

fn doc(groups: &[Option<GroupId>]) -> String {
    groups.iter().map(|group| group.map_or(" -".to_owned(), |group| format!(" {}", group.0))).collect()
}

impl Describer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn name(&mut self, range: TextRange) {
        self.line(&format!("name {}", at(range)));
    }

    fn specs<S>(&mut self, what: &str, decl: &Decl, specs: &Specs<S>, spec: impl Fn(&mut Self, &S)) {
        let parens = specs.parens.is_some();
        self.line(&format!("{what} {}{} {parens}", at(decl.range), doc(&[decl.doc])));
        specs.list.iter().for_each(|one| spec(self, one));
    }

    fn decl(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Import(specs) => self.specs("import", decl, specs, |out, spec| {
                out.line(&format!("import {}{}", at(spec.range), doc(&[spec.doc, spec.comment])));
                spec.alias.iter().for_each(|alias| out.name(*alias));
                out.line(&format!("path {}", at(spec.path)));
            }),
            DeclKind::Const(specs) => self.specs("const", decl, specs, Self::values),
            DeclKind::Var(specs) => self.specs("var", decl, specs, Self::values),
            DeclKind::Type(specs) => self.specs("type", decl, specs, |out, spec| {
                let groups = doc(&[spec.doc, spec.comment]);
                out.line(&format!("spec {}{groups} {}", at(spec.range), spec.alias.is_some()));
                out.name(spec.name);
                out.list("typeparams", spec.type_params.as_ref());
                out.ty(&spec.ty);
            }),
            DeclKind::Func(func) => {
                self.line(&format!("func {}{}", at(decl.range), doc(&[decl.doc])));
                self.list("receiver", func.receiver.as_ref());
                self.name(func.name);
                self.list("typeparams", func.type_params.as_ref());
                self.signature(&func.signature);
                func.body.iter().for_each(|body| self.line(&format!("body {}", at(*body))));
            }
        }
    }

    fn values(&mut self, spec: &ValueSpec) {
        self.line(&format!("values {}{}", at(spec.range), doc(&[spec.doc, spec.comment])));
        spec.names.iter().for_each(|name| self.name(*name));
        spec.ty.iter().for_each(|ty| self.ty(ty));
        spec.values.iter().for_each(|value| self.value(value));
    }

    fn value(&mut self, value: &Value) {
        let range = at(value.range);
        match &value.kind {
            ValueKind::Literal(of) => self.line(&format!("literal {range} {}", literal(of))),
            ValueKind::Conversion { ty, literal: of } => {
                self.line(&format!("conversion {range} {}", literal(of)));
                self.ty(ty);
            }
            ValueKind::Other => self.line(&format!("value {range}")),
        }
    }

    fn signature(&mut self, signature: &Signature) {
        self.list("params", Some(&signature.params));
        self.list("results", signature.results.as_ref());
    }

    fn list(&mut self, what: &str, list: Option<&Parameters>) {
        if let Some(list) = list {
            self.fields(what, list.range, &list.list);
        }
    }

    fn fields(&mut self, what: &str, range: TextRange, list: &[Field]) {
        self.line(&format!("{what} {}", at(range)));
        for field in list {
            self.line(&format!("field {}{}", at(field.range), doc(&[field.doc, field.comment])));
            field.names.iter().for_each(|name| self.name(*name));
            self.ty(&field.ty);
            field.tag.iter().for_each(|tag| self.line(&format!("tag {}", at(*tag))));
        }
    }

    fn ty(&mut self, ty: &Type) {
        let mut inside: Vec<&Type> = Vec::new();
        let what = match &ty.kind {
            TypeKind::Name => "name".to_owned(),
            TypeKind::Qualified { package, name } => {
                self.line(&format!("qualified {}", at(ty.range)));
                self.name(*package);
                return self.name(*name);
            }
            TypeKind::Pointer(inner) => {
                inside.push(inner);
                "pointer".to_owned()
            }
            TypeKind::Slice(inner) => {
                inside.push(inner);
                "slice".to_owned()
            }
            TypeKind::Array { len, elem } => {
                inside.push(elem);
                format!("array {}", at(*len))
            }
            TypeKind::Map { key, value } => {
                inside.extend([&**key, &**value]);
                "map".to_owned()
            }
            TypeKind::Chan(inner) => {
                inside.push(inner);
                "chan".to_owned()
            }
            TypeKind::Paren(inner) => {
                inside.push(inner);
                "paren".to_owned()
            }
            TypeKind::Variadic(inner) => {
                inside.push(inner);
                "variadic".to_owned()
            }
            TypeKind::Instance { generic, args } => {
                inside.push(generic);
                inside.extend(args);
                "instance".to_owned()
            }
            TypeKind::Constraint => "constraint".to_owned(),
            TypeKind::Missing => "missing".to_owned(),
            TypeKind::Struct(fields) => {
                self.line(&format!("struct {}", at(ty.range)));
                return self.fields("fields", fields.braces, &fields.list);
            }
            TypeKind::Interface(fields) => {
                self.line(&format!("interface {}", at(ty.range)));
                return self.fields("fields", fields.braces, &fields.list);
            }
            TypeKind::Func(signature) => {
                self.line(&format!("func {}", at(ty.range)));
                return self.signature(signature);
            }
        };
        self.line(&format!("{what} {}", at(ty.range)));
        inside.into_iter().for_each(|inner| self.ty(inner));
    }
}

fn literal(literal: &Literal) -> String {
    let kind = match literal.kind {
        LiteralKind::String => "string",
        LiteralKind::Int => "int",
        LiteralKind::Float => "float",
        LiteralKind::Char => "char",
        LiteralKind::Bool => "bool",
    };
    format!("{}{kind} {}", if literal.negative { "-" } else { "" }, at(literal.range))
}

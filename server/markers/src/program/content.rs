//! What a type declaration says, wherever it stands: whoever made something of it asks whether it still says the same.
//!
//! The hash of a declaration covers its text, documentation and markers with their distances, the imports that it
//! names, its methods and the markers of its package. A CRD lists the declarations that it needs
//! (`crdls_generate`'s `needs`), also names that are declared nowhere. As long as all hashes are equal, the CRD's
//! text and findings are kept and their ranges moved; otherwise the CRD is generated again, and its new text is an
//! edit of the old one. While a declaration is being typed, its last good state counts (`Package::remembering`).

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, Hasher};

use crdls_go_source::{File, Type, TypeKind, TypeSpec};
use crdls_text::TextRange;
use foldhash::quality::{FixedState, FoldHasher};

use super::imports::Import;
use crate::ReadFile;
use crate::collect::Owner;
use crate::registry::Target;

/// What a type declaration says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// Equal for declarations of which the same schema is made, but for other declarations that they name: those with the
    /// same text, documentation and markers, in the same order.
    pub hash: u64,
    /// The same of its type alone: comments, and markers of its fields that do not leave one out, are not part of it.
    pub outline: u64,
    /// Where the declaration begins in its file, with its documentation and markers. Ranges in it, counted from there,
    /// stay the same as long as the hash does.
    pub start: u32,
}

/// What each type declaration of a file says, by the start of its spec.
pub(super) fn contents(
    text: &str,
    syntax: &File,
    markers: &ReadFile,
    imports: &[Import],
) -> BTreeMap<u32, Content> {
    let specs: Vec<&TypeSpec> = syntax.types().map(|(_, spec)| spec).collect();
    let documented = syntax.types().map(|(decl, spec)| {
        let range = decl.doc_of(spec).and_then(|doc| syntax.group(doc)).map(|group| group.range);
        Statement::new(text, imports, spec, range)
    });
    let mut statements: Vec<Statement> = documented.collect();
    for read in markers.markers() {
        let owner = match read.owner {
            Owner::Type(at) | Owner::Field(at) => at,
            Owner::Package | Owner::Nothing(_) => continue,
        };
        let number = specs.partition_point(|spec| spec.range.start <= owner);
        let Some(statement) = number.checked_sub(1).and_then(|at| statements.get_mut(at)) else { continue };
        let is_of_type = read.owner.target() == Some(Target::Type);
        let marker = read.parsed.as_deref().map(|parsed| parsed.marker.name);
        if is_of_type || marker == Some("kubebuilder:validation:Schemaless") {
            (statement.relative_field(owner), read.range.of(text)).hash(&mut statement.outline);
        }
        statement.from(read.range.start);
        (is_of_type, statement.relative(owner), read.from_godoc).hash(&mut statement.hasher);
        (statement.relative(read.range.start), read.range.of(text)).hash(&mut statement.hasher);
    }
    statements.into_iter().map(|statement| (statement.spec, statement.content())).collect()
}

/// A declaration of which is noted what it says.
struct Statement {
    /// The start of its spec.
    spec: u32,
    start: u32,
    hasher: FoldHasher<'static>,
    outline: FoldHasher<'static>,
    /// Where its fields begin.
    fields: Vec<u32>,
}

impl Statement {
    fn new(text: &str, imports: &[Import], spec: &TypeSpec, doc: Option<TextRange>) -> Self {
        let hasher = || FixedState::default().build_hasher();
        let (hasher, outline) = (hasher(), hasher());
        let start = spec.range.start;
        let mut statement = Self { spec: start, start, hasher, outline, fields: Vec::new() };
        spec.range.of(text).hash(&mut statement.hasher);
        statement.outline_of(text, spec);
        if let Some(doc) = doc {
            statement.from(doc.start);
            (statement.relative(doc.start), doc.of(text)).hash(&mut statement.hasher);
        }
        let mut qualifiers: Vec<&str> = Vec::new();
        each_name(spec, &mut |ty| {
            if let TypeKind::Qualified { package, .. } = &ty.kind {
                qualifiers.push(package.of(text));
            }
        });
        qualifiers.sort_unstable();
        qualifiers.dedup();
        let mut paths: Vec<&str> = Vec::new();
        for qualifier in qualifiers {
            let named = imports.iter().find(|import| import.alias.as_deref() == Some(qualifier));
            match named {
                Some(import) => paths.push(&import.path),
                // Any of them may have the name.
                None => paths.extend(imports.iter().filter(|it| it.alias.is_none()).map(|it| &*it.path)),
            }
        }
        let dots = imports.iter().filter(|import| import.alias.as_deref() == Some("."));
        paths.extend(dots.map(|import| &*import.path));
        paths.hash(&mut statement.hasher);
        paths.hash(&mut statement.outline);
        statement
    }

    fn outline_of(&mut self, text: &str, spec: &TypeSpec) {
        spec.name.of(text).hash(&mut self.outline);
        spec.alias.is_some().hash(&mut self.outline);
        let TypeKind::Struct(fields) = &spec.ty.kind else {
            return spec.ty.range.of(text).hash(&mut self.outline);
        };
        for field in &fields.list {
            field.names.iter().for_each(|name| name.of(text).hash(&mut self.outline));
            (field.ty.range.of(text), field.tag.map(|tag| tag.of(text))).hash(&mut self.outline);
            self.fields.push(field.range.start);
        }
    }

    /// The number of a field, where one begins.
    fn relative_field(&self, offset: u32) -> usize {
        self.fields.partition_point(|start| *start < offset)
    }

    /// The declaration begins at an offset at the latest.
    fn from(&mut self, offset: u32) {
        self.start = self.start.min(offset);
    }

    fn relative(&self, offset: u32) -> u32 {
        offset.wrapping_sub(self.spec)
    }

    fn content(mut self) -> Content {
        let outline = self.outline.finish();
        // Where something else in the file does not parse, the same text may be read as other fields.
        outline.hash(&mut self.hasher);
        Content { hash: self.hasher.finish(), outline, start: self.start }
    }
}

/// Calls `found` with each name of a type in a declaration. What it nests is bounded by the reader of Go.
pub fn each_name<'t>(spec: &'t TypeSpec, found: &mut impl FnMut(&'t Type)) {
    let mut open = vec![&spec.ty];
    while let Some(ty) = open.pop() {
        match &ty.kind {
            TypeKind::Name | TypeKind::Qualified { .. } => found(ty),
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) | TypeKind::Paren(inner) => open.push(inner),
            TypeKind::Array { elem, .. } => open.push(elem),
            TypeKind::Map { key, value } => open.extend([&**key, &**value]),
            TypeKind::Struct(fields) => open.extend(fields.list.iter().map(|field| &field.ty)),
            TypeKind::Instance { generic, args } => {
                open.push(generic);
                open.extend(args);
            }
            _ => {}
        }
    }
}

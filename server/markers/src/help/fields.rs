//! Fields of types by the names that they have in JSON.

use crdls_go_source::{Field, Type, TypeKind};
use crdls_text::TextRange;

use crate::program::{Program, TypeAt};

/// A field under the name that it has in JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonField<'p> {
    /// The type that has it.
    pub(super) at: TypeAt<'p>,
    pub(super) field: &'p Field,
    /// The name in the tag.
    pub(super) name_range: TextRange,
}

impl<'p> JsonField<'p> {
    pub(super) fn name(&self) -> &'p str {
        self.name_range.of(&self.at.file.text)
    }
}

/// How deep embedded types are followed.
const MAX_DEPTH: u32 = 8;

/// The fields of a type, those of embedded types among them.
pub(super) fn fields_of<'p>(program: &'p Program, at: TypeAt<'p>) -> Vec<JsonField<'p>> {
    let mut found = Vec::new();
    collect(program, at, 0, &mut found);
    found
}

fn collect<'p>(program: &'p Program, at: TypeAt<'p>, depth: u32, found: &mut Vec<JsonField<'p>>) {
    if depth > MAX_DEPTH {
        return;
    }
    let TypeKind::Struct(fields) = &at.spec.ty.kind else {
        // `type A B` has the fields of B.
        if let Some(inner) = program.declared(at, &at.spec.ty) {
            collect(program, inner, depth + 1, found);
        }
        return;
    };
    for field in &fields.list {
        let Some(entry) = field.json(&at.file.text) else { continue };
        let options = entry.options();
        let Some(name) = options.first() else { continue };
        let is_inline = name.text.is_empty() || options.iter().skip(1).any(|option| option.text == "inline");
        if is_inline {
            if let Some(inner) = named_type(program, at, &field.ty) {
                collect(program, inner, depth + 1, found);
            }
        } else if name.text != "-" {
            found.push(JsonField { at, field, name_range: name.range });
        }
    }
}

/// The declared type behind pointers and lists.
pub(super) fn named_type<'p>(program: &'p Program, at: TypeAt<'p>, ty: &'p Type) -> Option<TypeAt<'p>> {
    let mut ty = ty;
    loop {
        match &ty.kind {
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) | TypeKind::Paren(inner) => ty = inner,
            TypeKind::Array { elem, .. } => ty = elem,
            TypeKind::Map { value, .. } => ty = value,
            _ => break,
        }
    }
    let inner = program.declared(at, ty)?;
    // A named list leads to what it is a list of.
    let is_list = matches!(inner.spec.ty.kind, TypeKind::Slice(_) | TypeKind::Map { .. });
    let below = is_list.then(|| named_type(program, inner, &inner.spec.ty)).flatten();
    below.or(Some(inner))
}

/// The field at the end of a JSONPath of names, such as `.status.phase`; what is in brackets says which item is meant.
pub(super) fn by_path<'p>(program: &'p Program, root: TypeAt<'p>, path: &str) -> Option<JsonField<'p>> {
    let mut at = root;
    let mut found = None;
    for name in names_in(path).take(32) {
        let field = fields_of(program, at).into_iter().find(|field| field.name() == name)?;
        found = Some(field);
        match named_type(program, field.at, &field.field.ty) {
            Some(inner) => at = inner,
            None => return found,
        }
    }
    found
}

/// The names between the dots of a JSONPath, without what is in brackets.
fn names_in(path: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    let parts = path.split(move |c| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '.' && depth == 0
    });
    parts.filter_map(|part| part.split('[').next()).filter(|name| !name.is_empty())
}

//! Constants with the type and the expression that they have or inherit.

use crdls_text::TextRange;

use super::{DeclKind, File, Type, Value, ValueSpec};

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant<'f> {
    /// The name.
    pub name: TextRange,
    /// The type, also if it is inherited from the spec above.
    pub ty: Option<&'f Type>,
    /// The expression, also if it is inherited.
    pub value: Option<&'f Value>,
    /// The spec that declares the constant.
    pub spec: &'f ValueSpec,
    /// How many specs of its group are before it: `iota`.
    pub iota: u32,
}

impl File {
    /// The constants. In a group, a spec without expressions repeats type and expressions of the one before it.
    pub fn constants(&self) -> impl Iterator<Item = Constant<'_>> {
        self.decls.iter().flat_map(|decl| {
            let list = match &decl.kind {
                DeclKind::Const(specs) => specs.list.as_slice(),
                _ => &[],
            };
            let mut source: Option<&ValueSpec> = None;
            list.iter().zip(0u32..).flat_map(move |(spec, iota)| {
                if !spec.values.is_empty() || spec.ty.is_some() {
                    source = Some(spec);
                }
                let source = source;
                spec.names.iter().enumerate().map(move |(index, name)| Constant {
                    name: *name,
                    ty: source.and_then(|source| source.ty.as_ref()),
                    value: source.and_then(|source| source.values.get(index)),
                    spec,
                    iota,
                })
            })
        })
    }
}

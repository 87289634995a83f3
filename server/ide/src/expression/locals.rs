//! The variables that macros declare: `x` in `self.items.all(x, x > 0)`.

use crdls_cel::checker::LocalVariable;
use crdls_cel::syntax::NodeKind;
use crdls_report::Config;
use crdls_text::TextRange;

use super::{Expression, at};
use crate::File;

/// A variable of a macro, and where its expression names it.
#[derive(Clone, Debug)]
pub(crate) struct LocalUses {
    pub(crate) name: String,
    /// The place at which it was asked for, in the file.
    pub(crate) here: TextRange,
    /// Where the macro declares it, in the file.
    pub(crate) declaration: TextRange,
    /// All places in the order of the text, in the file; the first is the declaration.
    pub(crate) all: Vec<TextRange>,
    /// How many errors the expression has.
    pub(crate) errors: usize,
    /// All names of variables that are used where it can be named.
    names: Vec<String>,
}

impl LocalUses {
    /// Whether another variable of that name is declared or used where this one can be named.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.names.iter().any(|other| other == name)
    }
}

/// The variable of a macro that is named at an offset of a file.
pub(crate) fn local_at(file: &File, offset: u32, config: &Config) -> Option<LocalUses> {
    let expression = at(file, offset, config)?;
    if !expression.range.touches(offset) {
        return None;
    }
    let place = expression.inside(offset);
    let text = expression.text.text();
    let here = expression.variables().find(|name| name.touches(place))?;
    let local = expression.local(here.of(text), here.start)?;
    let is_same = |name: &TextRange| {
        name.of(text) == &*local.name
            && expression.local(&local.name, name.start).map(|l| l.scope) == Some(local.scope)
    };
    let source = |name: TextRange| expression.text.source_range(name);
    let mut all: Vec<_> = expression.variables().filter(is_same).map(source).collect();
    all.sort();
    let in_scope = expression.variables().filter(|name| local.scope.covers(*name));
    Some(LocalUses {
        name: local.name.to_string(),
        here: source(here),
        declaration: *all.first()?,
        all,
        errors: expression.syntax_errors + expression.checked.errors.len(),
        names: in_scope.map(|name| name.of(text).to_owned()).collect(),
    })
}

impl Expression<'_> {
    /// The names of variables, as they are in the expression.
    fn variables(&self) -> impl Iterator<Item = TextRange> {
        self.tree.ids().filter_map(|id| match self.tree.node(id).kind {
            NodeKind::Ident { dot: None, name } => Some(name),
            _ => None,
        })
    }

    /// The variable of a macro that a name at an offset of the expression means.
    pub(super) fn local(&self, name: &str, offset: u32) -> Option<&LocalVariable> {
        self.checked.locals_at(offset).filter(|local| *local.name == *name).last()
    }
}

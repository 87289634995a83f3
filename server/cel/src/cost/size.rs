//! How large the value of an expression can be.

use crate::ast::{ExprId, ExprKind, Literal};
use crate::types::{Kind, Type, is_optional};

use super::node::Node;
use super::{Coster, Path, Size};

/// The sizes of the keys and values in a list or map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntrySize {
    pub container: Kind,
    pub key: Size,
    pub value: Size,
}

impl EntrySize {
    pub(super) fn union(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        let (a, b) = (a?, b?);
        Some(Self { container: a.container, key: a.key.union(b.key), value: a.value.union(b.value) })
    }
}

impl<'c> Coster<'c> {
    /// coster.computeSize.
    pub(super) fn size(&mut self, id: ExprId) -> Option<Size> {
        if let Some(size) = self.known_size(id) {
            return Some(size);
        }
        if !self.follows_sizes() {
            return self.estimated_size(id, self.visible_path(id));
        }
        if let Some(size) = self.estimator.size(&self.node(id, self.path(id), None)) {
            self.set_size(id, Some(size));
            return Some(size);
        }
        if self.is_scalar(self.type_of(id)) {
            return Some(Size::fixed(1));
        }
        match self.ast.kind(id) {
            ExprKind::Ident(name) => self.local(name)?.size,
            _ => None,
        }
    }

    /// What was computed, or is written out.
    pub(super) fn known_size(&self, id: ExprId) -> Option<Size> {
        let computed = self.sizes.get(id.index()).copied().flatten();
        computed.or_else(|| written_size(self.ast.kind(id)))
    }

    /// What the estimator or the type says (sizeEstimate of edition 0.20, which keeps nothing of it).
    pub(super) fn estimated_size(&self, id: ExprId, path: Path) -> Option<Size> {
        let estimate = self.estimator.size(&self.node(id, path, None));
        estimate.or_else(|| self.is_scalar(self.type_of(id)).then_some(Size::fixed(1)))
    }

    /// The path as estimators see it: what a fold gathers leads nowhere.
    pub(super) fn visible_path(&self, id: ExprId) -> Path {
        let path = self.path(id);
        let gathered = |step: &crate::ast::Name| step == "@result" || step == "__result__";
        if self.paths.steps(path).first().is_some_and(gathered) { Path::EMPTY } else { path }
    }

    pub(super) fn size_or_unknown(&mut self, id: ExprId) -> Size {
        self.size(id).unwrap_or(Size::UNKNOWN)
    }

    pub(super) fn set_size(&mut self, id: ExprId, size: Option<Size>) {
        if let (Some(size), Some(slot)) = (size, self.sizes.get_mut(id.index())) {
            *slot = Some(size);
        }
    }

    /// coster.computeEntrySize.
    pub(super) fn entry_size(&self, id: ExprId) -> Option<EntrySize> {
        let known = self.entry_sizes.get(id.index()).copied().flatten();
        known.or_else(|| match self.ast.kind(id) {
            ExprKind::Ident(name) => self.local(name)?.entry_size,
            _ => None,
        })
    }

    pub(super) fn set_entry_size(&mut self, id: ExprId, size: Option<EntrySize>) {
        if let (Some(size), Some(slot)) = (size, self.entry_sizes.get_mut(id.index())) {
            *slot = Some(size);
        }
    }

    pub(super) fn copy_sizes(&mut self, to: ExprId, from: ExprId) {
        let size = self.size(from);
        self.set_size(to, size);
        let entry = self.entry_size(from);
        self.set_entry_size(to, entry);
    }

    /// Whether all values of the type are equally large.
    fn is_scalar(&self, t: &Type) -> bool {
        match t.kind() {
            Kind::Bool | Kind::Double | Kind::Duration | Kind::Int | Kind::Timestamp | Kind::Uint => true,
            Kind::Opaque => self.follows_sizes() && is_optional(t) && self.is_scalar(&t.parameter(0)),
            _ => false,
        }
    }

    /// An expression as an estimator sees it.
    pub(super) fn node(&self, id: ExprId, path: Path, computed_size: Option<Size>) -> Node<'_> {
        Node {
            path: self.paths.steps(path).iter().map(AsRef::as_ref).collect(),
            t: self.type_of(id).clone(),
            expr: Some(id),
            computed_size,
            checked: self.checked,
        }
    }
}

/// The size of what is written out (computeExprSize).
fn written_size(kind: &ExprKind) -> Option<Size> {
    let size = match kind {
        ExprKind::Literal(Literal::String(text)) => text.chars().count(),
        ExprKind::Literal(Literal::Bytes(bytes)) => bytes.len(),
        ExprKind::Literal(_) => 1,
        ExprKind::List { elements } => elements.len(),
        ExprKind::Map { entries } => entries.len(),
        _ => return None,
    };
    Some(Size::fixed(size as u64))
}

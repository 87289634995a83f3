//! Lists, maps and messages.

use crdls_text::TextRange;

use crate::ast::{ExprId, ExprKind, ListElement, MapEntry, Name, StructField};
use crate::syntax::{Element, Entry, Field, NodeId};

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn list(&mut self, id: NodeId, elements: &[Element]) -> ExprId {
        let mut out = Vec::with_capacity(elements.len());
        for element in elements {
            let value = self.expr(element.value);
            let optional = self.is_optional(element.optional);
            out.push(ListElement { value, optional });
        }
        self.push(id, self.tree.node(id).range.start, ExprKind::List { elements: out })
    }

    pub(super) fn map(&mut self, id: NodeId, entries: &[Entry]) -> ExprId {
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            let optional = self.is_optional(entry.optional);
            let (key, value) = (self.expr(entry.key), self.expr(entry.value));
            let at = entry.colon.map_or(self.tree.node(entry.value).range.start, |colon| colon.start);
            out.push(MapEntry { key, value, optional, at });
        }
        self.push(id, self.tree.node(id).range.start, ExprKind::Map { entries: out })
    }

    pub(super) fn message(
        &mut self,
        id: NodeId,
        absolute: bool,
        name: &[TextRange],
        open: TextRange,
        fields: &[Field],
    ) -> ExprId {
        let parts: Vec<_> = name.iter().map(|part| part.of(self.text)).collect();
        let type_name: Name = format!("{}{}", if absolute { "." } else { "" }, parts.join(".")).into();
        let mut out = Vec::with_capacity(fields.len());
        for field in fields {
            let optional = self.is_optional(field.optional);
            let value = self.expr(field.value);
            let Some(range) = field.name else { continue };
            let at = field.colon.map_or(range.end, |colon| colon.start);
            let name = self.field_name(range, range.start);
            out.push(StructField { name, range, value, optional, at });
        }
        self.push(id, open.start, ExprKind::Struct { type_name, fields: out })
    }

    fn is_optional(&mut self, question: Option<TextRange>) -> bool {
        question.is_some_and(|question| self.optional_allowed(question, question.start, "?"))
    }
}

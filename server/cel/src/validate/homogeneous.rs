//! Lists and maps of one type.

use crate::ast::{ExprId, ExprKind, ListElement, MapEntry};
use crate::checker::{CheckError, Checked};
use crate::types::Type;

/// Whose arguments may be lists of mixed types.
const EXEMPT: &str = "format";

pub(super) fn check(checked: &Checked, errors: &mut Vec<CheckError>) {
    let ast = &checked.ast;
    let mut next = vec![ast.root];
    while let Some(id) = next.pop() {
        match ast.kind(id) {
            ExprKind::Call { function, .. } if function == EXEMPT => continue,
            ExprKind::List { elements } => list(checked, elements, errors),
            ExprKind::Map { entries } => map(checked, entries, errors),
            _ => {}
        }
        ast.kind(id).for_each_child(|child| next.push(child));
    }
}

fn list(checked: &Checked, elements: &[ListElement], errors: &mut Vec<CheckError>) {
    let mut types = elements.iter().map(|e| (e.value, element_type(checked, e.value, e.optional)));
    let Some((_, first)) = types.next() else { return };
    if let Some((id, other)) = types.find(|(_, t)| !first.is_exact(t)) {
        errors.push(CheckError::mismatch(&checked.ast, id, &first, &other));
    }
}

fn map(checked: &Checked, entries: &[MapEntry], errors: &mut Vec<CheckError>) {
    let typed = |e: &MapEntry| {
        let value = element_type(checked, e.value, e.optional);
        (e.key, checked.type_of(e.key).clone(), e.value, value)
    };
    let mut types = entries.iter().map(typed);
    let Some((_, first_key, _, first_value)) = types.next() else { return };
    for (key, key_type, value, value_type) in types {
        if !first_key.is_exact(&key_type) {
            errors.push(CheckError::mismatch(&checked.ast, key, &first_key, &key_type));
        }
        if !first_value.is_exact(&value_type) {
            errors.push(CheckError::mismatch(&checked.ast, value, &first_value, &value_type));
        }
    }
}

fn element_type(checked: &Checked, id: ExprId, optional: bool) -> Type {
    let t = checked.type_of(id);
    if optional { t.parameter(0) } else { t.clone() }
}

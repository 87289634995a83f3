//! `sortBy` (ext/lists.go): binds the list, maps it to keys, sorts by them.

use crate::ast::{ExprId, ExprKind, Name, functions};

use super::Wrong;
use super::expansion::Expansion;
use super::{fold, optional};

const INPUT: Name = Name::Borrowed("@__sortBy_input__");

pub(super) fn sort_by(x: &mut Expansion, target: ExprId, args: &[ExprId]) -> Result<ExprId, Wrong> {
    let sortable = matches!(
        x.kind(target),
        ExprKind::List { .. }
            | ExprKind::Select { .. }
            | ExprKind::Ident(_)
            | ExprKind::Comprehension(_)
            | ExprKind::Call { .. }
    );
    if !sortable {
        let message =
            "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
        return Err(Wrong::new(target, message));
    }
    let input = x.ident(&INPUT);
    let keys = fold::map(x, input, args)?;
    let input = x.ident(&INPUT);
    let sorted = x.method(functions::SORT_BY_KEYS, input, &[keys]);
    Ok(optional::bind(x, INPUT, target, sorted))
}

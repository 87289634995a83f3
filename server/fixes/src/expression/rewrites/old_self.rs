//! `oldSelf` where it may be absent.

use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_rules::{OPTIONAL_METHODS, RefusalCause};
use crdls_text::TextRange;

use super::broken::BrokenExpression;
use super::rewrite::Rewrite;

/// With `optionalOldSelf` a rule compares with what may not be there: where it is not, the rule holds.
pub(super) fn guarded(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let of_types = matches!(look.problems, RefusalCause::Types(_));
    if !look.aim.terms.optional_old_self || !of_types || look.text.contains("oldSelf.hasValue()") {
        return Vec::new();
    }
    let uses: Vec<NodeId> = look.tree.ids().filter(|id| is_old_self(look, *id)).collect();
    let unwrapped = |id: &NodeId| {
        let parent = look.parent(*id).map(|parent| look.kind(parent));
        matches!(parent, Some(NodeKind::Call { target: Some(target), name, .. })
            if target == id && OPTIONAL_METHODS.contains(&look.of(*name)))
    };
    if uses.is_empty() || uses.iter().any(unwrapped) {
        return Vec::new();
    }
    let root = look.range(look.tree.root);
    let is_open = matches!(look.kind(look.tree.root), NodeKind::Ternary { .. });
    let (before, behind) =
        if is_open { ("!oldSelf.hasValue() || (", ")") } else { ("!oldSelf.hasValue() || ", "") };
    let values = uses.into_iter().map(|id| (TextRange::empty(look.range(id).end), ".value()".to_owned()));
    let mut places = vec![(TextRange::empty(root.start), before.to_owned())];
    places.extend(values);
    if !behind.is_empty() {
        places.push((TextRange::empty(root.end), behind.to_owned()));
    }
    vec![Rewrite::new("guard with `!oldSelf.hasValue() || …`", Rewrite::all(look.text, places).edits)]
}

fn is_old_self(look: &BrokenExpression<'_>, id: NodeId) -> bool {
    matches!(look.kind(id), NodeKind::Ident { name, .. } if look.of(*name) == "oldSelf")
}

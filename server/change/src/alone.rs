//! CRDs that differ in one difference: the old one with it, and the new one without it.
//!
//! Several changes may refuse or lose the same object. A change has the effect where it alone causes it, or where nothing
//! else does. Must not know what an effect is.

use crdls_schema::model::{Crd, Object};
use crdls_schema::{FieldPath, PathStep};

use crate::code::{ENUM, RULE, RULE_MESSAGE, What};
use crate::difference::{Difference, Side};
use crate::schemas::has_other_type;

/// The old CRD with a difference; `None` where it is not one of a schema.
pub(crate) fn with(difference: &Difference<'_>, [old, new]: [Crd<'_>; 2]) -> Option<Object> {
    let site = &difference.site;
    let [old_side, new_side] = sides(difference);
    made(old.object(), new.object(), [old_side, new_side], [&site.old_path, &site.new_path])
}

/// The new CRD without a difference; `None` where it is not one of a schema.
pub(crate) fn without(difference: &Difference<'_>, [old, new]: [Crd<'_>; 2]) -> Option<Object> {
    let site = &difference.site;
    let [old_side, new_side] = sides(difference);
    made(new.object(), old.object(), [new_side, old_side], [&site.new_path, &site.old_path])
}

/// What of each manifest the difference is about; `None` where that has nothing.
fn sides(difference: &Difference<'_>) -> [Option<FieldPath>; 2] {
    let code = difference.code;
    if let ("type", [Some(old), Some(new)]) = (code.part.name, difference.schemas)
        && has_other_type(old, new)
    {
        return [&difference.site.old_path, &difference.site.new_path].map(|path| Some(path.clone()));
    }
    let path = |side: &Option<Side>| {
        let path = side.as_ref()?.path.clone();
        let is_rule = [RULE.name, RULE_MESSAGE.name].contains(&code.part.name);
        if is_rule { path.parent() } else { Some(path) }
    };
    let [old, new] = [path(&difference.old), path(&difference.new)];
    match code.what {
        What::ValueRemoved if code.part.name == ENUM.name => [old, None],
        What::ValueAdded if code.part.name == ENUM.name => [None, new],
        _ => [old, new],
    }
}

/// A manifest with a piece of another one in place of its own.
fn made(
    base: &Object,
    other: &Object,
    [own, its]: [Option<FieldPath>; 2],
    [base_site, other_site]: [&FieldPath; 2],
) -> Option<Object> {
    let mut made = base.clone();
    let piece = match &its {
        Some(path) => Some(other.piece(path.steps())?),
        None => None,
    };
    if let Some(own) = own {
        return made.put(own.steps(), piece).then_some(made);
    }
    let path = its?;
    let mut below = path.steps().strip_prefix(other_site.steps())?.to_vec();
    if let Some(PathStep::Index(at)) = below.last_mut() {
        *at = usize::MAX;
    }
    let target = base_site.with_all(&below);
    let (around, its_around) = (target.parent()?, path.parent()?);
    if made.piece(around.steps()).is_none() {
        let empty = other.piece(its_around.steps())?.emptied()?;
        made.put(around.steps(), Some(empty));
    }
    made.put(target.steps(), piece).then_some(made)
}

//! CRDs that differ in one difference: the old one with it, and the new one without it.
//!
//! Several changes may refuse or lose the same object. A change has the effect where it alone causes it, or where nothing
//! else does. Must not know what an effect is.

use crdls_manifest::model::{Crd, Object, Piece};
use crdls_report::{FieldPath, PathStep};

use crate::code::{ENUM, RULE, RULE_MESSAGE, What};
use crate::difference::{Difference, Side};
use crate::schemas::has_other_type;

/// The CRDs of both sides, copied once, in which a difference is exchanged for as long as somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Exchanged {
    old: Option<Object>,
    new: Option<Object>,
}

impl Exchanged {
    /// Asks the old CRD with a difference; `None` where the difference is not one of a schema.
    pub(crate) fn with<T>(
        &mut self,
        difference: &Difference<'_>,
        [old, new]: [Crd<'_>; 2],
        ask: impl FnOnce(&Object) -> T,
    ) -> Option<T> {
        let (site, [own, its]) = (&difference.site, sides(difference));
        asked(&mut self.old, [old, new], [own, its], [&site.old_path, &site.new_path], ask)
    }

    /// Asks the new CRD without a difference; `None` where the difference is not one of a schema.
    pub(crate) fn without<T>(
        &mut self,
        difference: &Difference<'_>,
        [old, new]: [Crd<'_>; 2],
        ask: impl FnOnce(&Object) -> T,
    ) -> Option<T> {
        let (site, [its, own]) = (&difference.site, sides(difference));
        asked(&mut self.new, [new, old], [own, its], [&site.new_path, &site.old_path], ask)
    }
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

/// Asks the copy of a manifest that has a piece of another one for its own, and gives it its own back.
fn asked<T>(
    copy: &mut Option<Object>,
    [own, other]: [Crd<'_>; 2],
    sides: [Option<FieldPath>; 2],
    sites: [&FieldPath; 2],
    ask: impl FnOnce(&Object) -> T,
) -> Option<T> {
    let base = copy.get_or_insert_with(|| own.object().clone());
    let mut before = Vec::new();
    let result = exchange(base, other.object(), sides, sites, &mut before).map(|()| ask(base));
    for (path, piece) in before.into_iter().rev() {
        base.put(path.steps(), piece);
    }
    result
}

/// The earlier pieces of some paths.
type Before = Vec<(FieldPath, Option<Piece>)>;

/// Gives a manifest a piece of another one for its own.
fn exchange(
    base: &mut Object,
    other: &Object,
    [own, its]: [Option<FieldPath>; 2],
    [base_site, other_site]: [&FieldPath; 2],
    before: &mut Before,
) -> Option<()> {
    let piece = match &its {
        Some(path) => Some(other.piece(path.steps())?),
        None => None,
    };
    if let Some(own) = own {
        return put(base, own, piece, before);
    }
    let path = its?;
    let mut below = path.steps().strip_prefix(other_site.steps())?.to_vec();
    if let Some(PathStep::Index(at)) = below.last_mut() {
        *at = usize::MAX;
    }
    let target = base_site.with_all(&below);
    let (around, its_around) = (target.parent()?, path.parent()?);
    if base.piece(around.steps()).is_none() {
        let empty = other.piece(its_around.steps())?.emptied()?;
        put(base, around, Some(empty), before);
    }
    put(base, target, piece, before)
}

/// Writes or removes a piece and notes what was there; `None` where nothing is written around it.
fn put(base: &mut Object, path: FieldPath, piece: Option<Piece>, before: &mut Before) -> Option<()> {
    let there = base.piece(path.steps());
    let is_item = matches!(path.steps().last(), Some(PathStep::Index(_)));
    // Items move where one comes or goes: the list is put back as a whole.
    let noted = match is_item && there.is_some() != piece.is_some() {
        true => path.parent().map(|list| {
            let piece = base.piece(list.steps());
            (list, piece)
        }),
        false => Some((path.clone(), there)),
    };
    let is_put = base.put(path.steps(), piece);
    before.extend(noted.filter(|_| is_put));
    is_put.then_some(())
}

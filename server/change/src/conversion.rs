//! A CRD that converts otherwise than before: what clients see, and what objects lose where nothing but the version is
//! changed any more.
//!
//! Must not know how a webhook converts.

use crdls_crd::conversion::{Effort, losses};
use crdls_manifest::fields::Field;
use crdls_manifest::model::Crd;
use crdls_values::{Json, JsonValue};
use crdls_witness::VersionJudge;

use crate::class::Class;
use crate::code::{CONVERSION, What};
use crate::definition;
use crate::difference::{Difference, Side};
use crate::proof::{Action, NO_OBJECT, Proof, Witness};
use crate::trial::Configs;

/// What a search for an object that loses something may cost.
const EFFORT: Effort = Effort { objects: 2_000 };

/// That the strategy, the webhook or the review versions are others; `None` where the server converts as before, also
/// where only one side names the default strategy.
pub(crate) fn difference<'m>(old: Crd<'m>, new: Crd<'m>) -> Option<Difference<'m>> {
    let strategies = [old, new].map(|crd| crd.spec().webhook_conversion());
    if strategies[0] == strategies[1] {
        return None;
    }
    let differ = strategies[0].is_none() != strategies[1].is_none();
    let side = |crd: Crd<'_>| {
        let side = definition::side(crd.spec().object(), Field::Conversion, &definition::path(&["spec"]))?;
        let strategy = if crd.spec().webhook_conversion().is_some() { "Webhook" } else { "None" };
        let value = differ.then(|| Json { value: JsonValue::Str(strategy.into()), range: side.range });
        Some(Side { value, ..side })
    };
    let sides = [old, new].map(side);
    let what = match &sides {
        [None, _] => What::Added,
        [_, None] => What::Removed,
        _ => What::Changed,
    };
    Some(definition::difference(&CONVERSION, what, sides))
}

/// The class of such a difference: `lost` where an object shows that its versions do not keep all of it without a webhook.
pub(crate) fn class([old, new]: [Crd<'_>; 2], configs: &Configs) -> (Class, Proof) {
    if new.spec().webhook_conversion().is_some() {
        return (Class::Readers, Proof::Evident("the webhook converts otherwise than before"));
    }
    let losses = losses(new, &configs.old, EFFORT);
    if losses.is_empty() {
        return (Class::Readers, Proof::Evident("the versions keep the same fields"));
    }
    let shown = losses.into_iter().find(|loss| {
        let name = new.versions().nth(loss.from).map(|version| version.name());
        let served = old.versions().find(|version| Some(version.name()) == name && version.served());
        let accepts = |version| {
            let mut judge = VersionJudge::new(old, version, &configs.old);
            judge.accept(&loss.object).is_ok()
        };
        served.is_some_and(accepts)
    });
    let proof = shown.map(|loss| {
        let (lost, stored) = (Some(loss.field.path), Some(loss.read));
        Proof::Witness(Box::new(Witness { lost, stored, ..Witness::of(&loss.object, Action::Convert) }))
    });
    (Class::Lost, proof.unwrap_or_else(|| Proof::Unproven(NO_OBJECT.to_owned())))
}

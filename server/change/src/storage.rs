//! Objects are stored in another version than before: what they lose on the way through it.
//!
//! With the conversion strategy `None` the server writes an object with the version's name changed, and reads it by the
//! schema of that version (`crdConversionRESTOptionsGetter.GetRESTOptions` of k8s.io/apiextensions-apiserver,
//! pkg/apiserver/customresource_handler.go).

use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Version};
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_values::{Json, JsonValue};
use crdls_witness::{Wanted, Wants};

use crate::class::Class;
use crate::code::{STORAGE, What};
use crate::definition::{self, VersionPair};
use crate::difference::{Difference, Side};
use crate::proof::{Action, Proof, Witness};
use crate::trial::{Effort, Trial};
use crate::{candidates, schemas};

/// The version that objects are stored in, and its number; `None` where none is.
fn storage(crd: Crd<'_>) -> Option<(usize, Version<'_>)> {
    crd.versions().enumerate().find(|(_, version)| version.storage())
}

/// That objects are stored in another version than before, or by another schema of one that nobody is served; `None` where
/// nothing changed, or a webhook converts.
pub(crate) fn moved<'m>(old: Crd<'m>, new: Crd<'m>) -> Option<Difference<'m>> {
    let (before, after) = (storage(old)?, storage(new)?);
    let converts = |crd: Crd<'_>| crd.spec().webhook_conversion().is_some();
    // What is lost in a version that is served is a change of it.
    let same = before.1.name() == after.1.name();
    if same && (after.1.served() || before.1.schema() == after.1.schema()) || converts(old) || converts(new) {
        return None;
    }
    let side = |(number, version): (usize, Version<'_>)| {
        let range = version.span(Field::Storage)?.value;
        let value = Json { value: JsonValue::Str(version.name().into()), range };
        let path = definition::version_path(number).child("storage");
        Some(Side { range, path, value: Some(value) })
    };
    Some(definition::difference(&STORAGE, What::Changed, [side(before), side(after)]))
}

/// What objects of a version lose on their way through the version that the new side stores; `None` where nothing was
/// found.
pub(crate) fn class<'m>(
    pair: VersionPair<'m>,
    new: Crd<'m>,
    trial: &mut Trial<'m>,
    minor: Minor,
) -> Option<(Class, Proof)> {
    let (_, storage) = storage(new)?;
    let nowhere = [FieldPath::default(), FieldPath::default()];
    let differences = schemas::differences(pair.old.1.schema()?, storage.schema()?, nowhere, minor);
    let gone = differences.iter().filter(|difference| difference.code.what == What::Removed);
    let wants = gone.map(|difference| Wants::from([(difference.site.value.clone(), Wanted::Present)]));
    let wants: Vec<_> = wants.filter(|wants| wants.keys().all(|path| !path.is_empty())).collect();
    let found =
        [(Effort::Little, candidates::MOST), (Effort::Much, 1)].into_iter().find_map(|(effort, most)| {
            wants.iter().take(most).find_map(|wants| {
                let accepted = trial.object(wants.clone(), effort)?;
                let lost = trial.lost(&accepted.stored).into_iter().next()?;
                Some(Witness { lost: Some(lost), ..Witness::of(&accepted.stored, Action::Read) })
            })
        });
    found.map(|witness| (Class::Lost, Proof::Witness(Box::new(witness))))
}

//! What differs between two CRDs outside of their schemas, and what the server says of the update of the CRD.

use crdls_crd::validate::validate;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Object, Version};
use crdls_report::{Config, FieldPath, Finding};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Wanted, Wants};
use crdls_yaml::Node;

use crate::class::Class;
use crate::code::{
    COLUMNS, DEPRECATED, Effect, GROUP, NAMES, Part, SCALE, SCHEMA, SCOPE, SELECTABLE, SERVED, STATUS,
    STORAGE, UNKNOWN_FIELDS, VERSION, What,
};
use crate::difference::{Difference, Polarity, Side, Site, Subject, json_of};
use crate::proof::{Action, NO_OBJECT, Proof, Witness};
use crate::trial::{Configs, Effort, Trial};

/// What the server refuses the update of a CRD for.
pub(crate) fn refusals(new: Crd<'_>, old: Crd<'_>, root: Node<'_>, config: &Config) -> Vec<Finding> {
    validate(new, Some(old), root.into(), config).into_iter().filter(Finding::refuses).collect()
}

/// A path of the manifest.
pub(crate) fn path(names: &[&str]) -> FieldPath {
    FieldPath::of_names(names)
}

/// The path of a version.
pub(crate) fn version_path(number: usize) -> FieldPath {
    path(&["spec", "versions"]).item(number)
}

/// A difference of a whole CRD or version.
pub(crate) fn difference<'m>(part: &'static Part, what: What, sides: [Option<Side>; 2]) -> Difference<'m> {
    let nowhere = FieldPath::default();
    let of = |side: &Option<Side>| side.as_ref().map_or(nowhere.clone(), |side| side.path.clone());
    let site = Site {
        old_path: of(&sides[0]),
        new_path: of(&sides[1]),
        value: nowhere.clone(),
        owner: [None, None],
        owner_value: nowhere.clone(),
        polarity: Polarity::Same,
        in_clause: false,
    };
    Difference::new(part, what, &site, Subject::Definition, sides, [None, None])
}

/// A field of an object of the manifest; `None` where it is not written.
pub(crate) fn side(object: &Object, field: Field, path: &FieldPath) -> Option<Side> {
    let field = object.get(field)?;
    let range = field.span.value;
    Some(Side { range, path: path.child(field.id().name()), value: json_of(&field.value, range) })
}

/// A field that both sides may have.
fn compared<'m>(
    part: &'static Part,
    field: Field,
    [old, new]: [(&Object, &FieldPath); 2],
) -> Option<Difference<'m>> {
    // What is written without effect is as if it were not.
    let in_effect = [old.0, new.0].map(|object| object.get(field).filter(|field| !field.is_zero()));
    let what = match (in_effect[0], in_effect[1]) {
        (a, b) if a == b => return None,
        (None, _) => What::Added,
        (_, None) => What::Removed,
        _ => What::Changed,
    };
    Some(difference(part, what, [side(old.0, field, old.1), side(new.0, field, new.1)]))
}

/// What differs in the spec, versions aside.
pub(crate) fn of_spec<'m>(old: Crd<'m>, new: Crd<'m>) -> Vec<Difference<'m>> {
    let spec = path(&["spec"]);
    let names = spec.child("names");
    let sides = [(old.spec().object(), &spec), (new.spec().object(), &spec)];
    let mut found: Vec<_> =
        [(&GROUP, Field::Group), (&SCOPE, Field::Scope), (&UNKNOWN_FIELDS, Field::PreserveUnknownFields)]
            .into_iter()
            .filter_map(|(part, field)| compared(part, field, sides))
            .collect();
    let sides = [(old.spec().names().object(), &names), (new.spec().names().object(), &names)];
    let fields =
        [Field::Plural, Field::Kind, Field::Singular, Field::ListKind, Field::ShortNames, Field::Categories];
    found.extend(fields.into_iter().filter_map(|field| compared(&NAMES, field, sides)));
    found
}

/// A version of both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VersionPair<'m> {
    /// The number and the version on each side.
    pub old: (usize, Version<'m>),
    pub new: (usize, Version<'m>),
}

/// What differs in a version, its schema aside.
pub(crate) fn of_version<'m>(pair: VersionPair<'m>) -> Vec<Difference<'m>> {
    let (old_path, new_path) = (version_path(pair.old.0), version_path(pair.new.0));
    let (old, new) = (pair.old.1, pair.new.1);
    let sides = [(old.object(), &old_path), (new.object(), &new_path)];
    let fields = [
        (&SERVED, Field::Served),
        (&STORAGE, Field::Storage),
        (&DEPRECATED, Field::Deprecated),
        (&COLUMNS, Field::AdditionalPrinterColumns),
        (&SELECTABLE, Field::SelectableFields),
    ];
    let mut found: Vec<_> =
        fields.into_iter().filter_map(|(part, field)| compared(part, field, sides)).collect();
    if old.schema().is_none() != new.schema().is_none() {
        found.extend(compared(&SCHEMA, Field::Schema, sides));
    }
    let subresources = |version: Version<'m>, at: &FieldPath, field: Field| {
        let subresources = version.subresources()?;
        let span = subresources.span(field).filter(|_| subresources.has(field))?;
        Some(Side { range: span.key, path: at.child("subresources").child(field.name()), value: None })
    };
    for (part, field) in [(&STATUS, Field::Status), (&SCALE, Field::Scale)] {
        let sides = [subresources(old, &old_path, field), subresources(new, &new_path, field)];
        let what = match &sides {
            [None, Some(_)] => What::Added,
            [Some(_), None] => What::Removed,
            [Some(_), Some(_)] if field == Field::Scale => {
                let scale = |version: Version<'m>| version.subresources().and_then(|sub| sub.scale());
                if scale(old) == scale(new) {
                    continue;
                }
                What::Changed
            }
            _ => continue,
        };
        found.push(difference(part, what, sides));
    }
    found
}

/// The class of a difference outside of schemas, with its proof. `trial` is of the version, where it is in one.
pub(crate) fn class(difference: &Difference<'_>, trial: Option<&mut Trial<'_>>) -> (Class, Proof) {
    let any =
        |trial: Option<&mut Trial<'_>>, wants| trial.and_then(|trial| trial.object(wants, Effort::Much));
    let name = difference.code.part.name;
    let gone = |object: Json, action: Action, sentence: &str| {
        let witness = Witness { findings: vec![sentence.to_owned()], ..Witness::of(&object, action) };
        Proof::Witness(Box::new(witness))
    };
    match (name, difference.code.what) {
        ("served", What::Removed) => match any(trial, Wants::new()) {
            Some(accepted) => (Class::Tightened, gone(accepted.object, Action::Create, NOT_FOUND)),
            None => (Class::Tightened, Proof::Unproven(NO_OBJECT.to_owned())),
        },
        ("status-subresource", What::Added) => status_added(trial),
        ("status-subresource" | "scale-subresource", What::Removed) => match any(trial, Wants::new()) {
            Some(accepted) => (Class::Tightened, gone(accepted.object, Action::Update, NOT_FOUND)),
            None => (Class::Tightened, Proof::Unproven(NO_OBJECT.to_owned())),
        },
        ("unknown-fields", What::Removed) => unknown_fields_removed(trial),
        _ => match difference.effect {
            Effect::Readers | Effect::Shows => (Class::Readers, Proof::Evident("")),
            Effect::Loosens | Effect::Either => (Class::Loosened, Proof::Evident("")),
            Effect::Tightens | Effect::Nothing => (Class::Internal, Proof::Evident("")),
        },
    }
}

const NOT_FOUND: &str = "the server could not find the requested resource";

/// A new object that has a status loses it.
fn status_added(trial: Option<&mut Trial<'_>>) -> (Class, Proof) {
    let wants = Wants::from([(path(&["status"]), Wanted::Present)]);
    let shown = trial.and_then(|trial| {
        let accepted = trial.object(wants, Effort::Much)?;
        let lost = trial.dropped_on_creation(&accepted)?;
        Some(Witness { lost: Some(lost), ..Witness::of(&accepted.object, Action::Create) })
    });
    match shown {
        Some(witness) => (Class::Lost, Proof::Witness(Box::new(witness))),
        None => (Class::Loosened, Proof::Evident("")),
    }
}

fn unknown_fields_removed(trial: Option<&mut Trial<'_>>) -> (Class, Proof) {
    let value = Json::unplaced(JsonValue::Str("value".into()));
    let wants = Wants::from([(path(&["unknown"]), Wanted::Value(value))]);
    let shown = trial.and_then(|trial| {
        let accepted = trial.object(wants, Effort::Much)?;
        let lost = trial.lost(&accepted.stored).into_iter().next()?;
        Some(Witness { lost: Some(lost), ..Witness::of(&accepted.stored, Action::Read) })
    });
    match shown {
        Some(witness) => (Class::Lost, Proof::Witness(Box::new(witness))),
        None => (Class::Lost, Proof::Unproven(NO_OBJECT.to_owned())),
    }
}

/// A version that only one side has.
pub(crate) fn one_sided<'m>(version: Version<'m>, number: usize, is_new: bool) -> Difference<'m> {
    let side = Side {
        range: version.span(Field::Name).map_or(version.range(), |span| span.value),
        path: version_path(number),
        value: Some(Json { value: JsonValue::Str(version.name().into()), range: version.range() }),
    };
    match is_new {
        true => difference(&VERSION, What::Added, [None, Some(side)]),
        false => difference(&VERSION, What::Removed, [Some(side), None]),
    }
}

/// The class of a version that is removed. Where the server refuses that, the change gets another class.
pub(crate) fn version_removed(old: Crd<'_>, version: Version<'_>, configs: &Configs) -> (Class, Proof) {
    let is_named = |names: Vec<&str>| names.contains(&version.name());
    let is_stored = old.stored_versions().map_or(version.storage(), is_named);
    let class = if is_stored { Class::Lost } else { Class::Tightened };
    match version.served() {
        false if is_stored => (class, Proof::Unproven("the version is not served".to_owned())),
        false => (Class::Internal, Proof::Evident("the version was neither served nor stored")),
        true => (class, not_found(old, version, configs)),
    }
}

/// The class of a CRD that is removed.
pub(crate) fn crd_removed(old: Crd<'_>, configs: &Configs) -> (Class, Proof) {
    let mut served: Vec<_> = old.versions().filter(|version| version.served()).collect();
    served.sort_by_key(|version| !version.storage());
    let shown = served.first().map(|version| not_found(old, *version, configs));
    (Class::Lost, shown.unwrap_or_else(|| Proof::Unproven("no version is served".to_owned())))
}

/// An object of a version that the server no longer knows.
fn not_found(old: Crd<'_>, version: Version<'_>, configs: &Configs) -> Proof {
    let of = (old, version);
    match Trial::new(of, of, configs).object(Wants::new(), Effort::Much) {
        Some(accepted) => {
            let findings = vec![NOT_FOUND.to_owned()];
            let witness = Witness { findings, ..Witness::of(&accepted.object, Action::Create) };
            Proof::Witness(Box::new(witness))
        }
        None => Proof::Unproven(NO_OBJECT.to_owned()),
    }
}

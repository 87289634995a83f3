//! Fields that are lost between the versions of a CRD that no webhook converts, each with an object that loses it.

use crate::advice::Input;
use crate::advice::walk::versions::is_deprecated;
use crate::conversion::{Effort, Loss, LossyField, LossyPart, losses};
use crdls_schema::fields::Field;
use crdls_schema::model::Version;
use crdls_schema::{Config, FieldValidation, Finding, WitnessObject, code};

code!(
    LOSSY_CONVERSION,
    "lossy-conversion",
    Warning,
    advice,
    "a field is lost between versions, and the conversion strategy is None"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    if input.patch || may_convert(input) {
        return Vec::new();
    }
    // What the API does with unknown fields unless a client asks for more: it drops them.
    let config = Config { field_validation: FieldValidation::Ignore, advice: false, ..input.config.clone() };
    let versions: Vec<_> = input.crd.versions().collect();
    let mut found: Vec<Lost<'_>> = Vec::new();
    for loss in losses(input.crd, &config, Effort::ADVICE) {
        let (Some(from), Some(to)) = (versions.get(loss.from), versions.get(loss.to)) else { continue };
        // Nobody adds to a deprecated version; what its own schema names is reported all the same.
        if is_deprecated(*to) && !to.storage()
            || is_deprecated(*from) && !from.storage() && loss.field.part == LossyPart::Unknown
        {
            continue;
        }
        match found.iter_mut().find(|lost| lost.loss.field.manifest == loss.field.manifest) {
            Some(lost) => lost.to.push(*to),
            None => found.push(Lost { from: *from, to: vec![*to], loss }),
        }
    }
    found.iter().map(Lost::finding).collect()
}

/// Whether there is a webhook, or one that is added later: controller-gen writes CRDs without theirs, and
/// cert-manager writes into one.
fn may_convert(input: &Input<'_>) -> bool {
    match input.crd.spec().conversion() {
        Some(conversion) => conversion.strategy() != "None",
        None => input.crd.metadata().annotations().any(|(entry, _)| {
            entry.name.starts_with("controller-gen.kubebuilder.io/")
                || entry.name.starts_with("cert-manager.io/")
        }),
    }
}

/// A field that is lost, with all versions that do not have it.
struct Lost<'m> {
    from: Version<'m>,
    to: Vec<Version<'m>>,
    loss: Loss,
}

impl Lost<'_> {
    fn finding(&self) -> Finding {
        let LossyField { part, manifest, key, .. } = &self.loss.field;
        let field = self.loss.field.shown();
        let what = match part {
            LossyPart::Property => format!("`{field}`"),
            LossyPart::Entries => format!("every entry `{field}`"),
            LossyPart::Unknown => {
                let of = field.strip_suffix(".*").unwrap_or(&field);
                format!("each field that `x-kubernetes-preserve-unknown-fields` keeps in `{of}`")
            }
        };
        let verb = if self.to.len() == 1 { "does" } else { "do" };
        let (from, names) = (self.from.name(), self.names("or"));
        let object = self.loss.object.to_json();
        let (message, why, witness) = if self.from.storage() {
            (
                format!("{what} is lost when an object is written as {names}, which {verb} not define it"),
                "the strategy `None` only changes `apiVersion`: an object that is read in a version has no other fields than those of its schema, and each write in it, also of `status`, removes the others from storage",
                WitnessObject { object: self.loss.read.to_json(), old: Some(object) },
            )
        } else {
            (
                format!("{what} of `{from}` is not stored: the storage version {names} {verb} not define it"),
                "the strategy `None` only changes `apiVersion`: the server silently drops the fields that the schema of the storage version does not define",
                WitnessObject { object, old: None },
            )
        };
        let finding = Finding::new(&LOSSY_CONVERSION, *key, manifest.clone(), message)
            .why(why)
            .help(format!("add the field to {}, or convert with a webhook", self.names("and")))
            .shown_by(witness);
        let place =
            |version: &Version<'_>| Some((version.span(Field::Name)?.value, version.name().to_owned()));
        self.to.iter().filter_map(place).fold(finding, |finding, (range, name)| {
            finding.related(range, format!("`{name}` does not define it"))
        })
    }

    /// The versions that do not have the field, the last one after `word`.
    fn names(&self, word: &str) -> String {
        let names: Vec<_> = self.to.iter().map(|version| format!("`{}`", version.name())).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} {word} {last}", others.join(", ")),
            _ => names.concat(),
        }
    }
}

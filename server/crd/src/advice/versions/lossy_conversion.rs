//! Fields that are lost between the versions of a CRD that no webhook converts, each with an object that loses it.

use crate::advice::Input;
use crate::advice::walk::versions::is_deprecated;
use crate::conversion::{Effort, Loss, LossyField, LossyPart, losses};
use crdls_manifest::fields::Field;
use crdls_manifest::model::Version;
use crdls_report::{Advice, Config, FieldValidation, Finding, WitnessObject, code};

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
    let config =
        Config { field_validation: FieldValidation::Ignore, advice: Advice::Nothing, ..input.config.clone() };
    let (crd, _) = input.as_applied();
    let versions: Vec<_> = crd.versions().collect();
    let mut found: Vec<Lost<'_>> = Vec::new();
    for loss in losses(crd, &config, Effort::ADVICE) {
        let (Some(from), Some(to)) = (versions.get(loss.from), versions.get(loss.to)) else { continue };
        // Nobody adds to a deprecated version; what its own schema names is reported all the same.
        if is_deprecated(*to) && !to.storage()
            || is_deprecated(*from) && !from.storage() && loss.field.part == LossyPart::Unknown
        {
            continue;
        }
        match found.iter_mut().find(|lost| (lost.first.from, lost.first.to) == (loss.from, loss.to)) {
            Some(lost) => lost.add(loss),
            None => found.push(Lost { from: *from, to: *to, first: loss, others: Vec::new() }),
        }
    }
    found.iter().map(Lost::finding).collect()
}

/// Whether there is a webhook, or one that is added later: controller-gen writes CRDs without theirs, and
/// cert-manager writes into one. Nothing is added to what kustomizations apply.
fn may_convert(input: &Input<'_>) -> bool {
    let (crd, is_built) = input.as_applied();
    match crd.spec().conversion() {
        Some(conversion) => conversion.strategy() != "None",
        None if is_built => false,
        None => input.crd.metadata().annotations().any(|(entry, _)| {
            entry.name.starts_with("controller-gen.kubebuilder.io/")
                || entry.name.starts_with("cert-manager.io/")
        }),
    }
}

/// What is lost between two versions: the first field of the text, and the others.
struct Lost<'m> {
    from: Version<'m>,
    to: Version<'m>,
    first: Loss,
    others: Vec<Loss>,
}

/// So many other fields are linked.
const MOST_LINKED: usize = 20;

impl Lost<'_> {
    fn add(&mut self, mut loss: Loss) {
        if loss.field.key.start < self.first.field.key.start {
            std::mem::swap(&mut loss, &mut self.first);
        }
        self.others.push(loss);
    }

    fn finding(&self) -> Finding {
        let LossyField { manifest, key, .. } = &self.first.field;
        let (from, to) = (self.from.name(), self.to.name());
        let what = described(&self.first.field);
        let (what, is, them) = match self.others.len() {
            0 => (what, "is", "it"),
            1 => (format!("{what} and one other field"), "are", "them"),
            more => (format!("{what} and {more} other fields"), "are", "them"),
        };
        let object = self.first.object.to_json();
        let (message, why, witness) = if self.from.storage() {
            (
                format!(
                    "{what} {is} silently dropped when an object is written as `{to}`, which does not declare {them}"
                ),
                "`strategy: None` converts by changing `apiVersion` and pruning: reading an object in another version drops this field, and the next write (even of `status`) removes it from storage",
                WitnessObject { object: self.first.read.to_json(), old: Some(object) },
            )
        } else {
            (
                format!(
                    "{what} (`{from}`) {is} silently dropped when stored: storage version `{to}` does not declare {them}"
                ),
                "`strategy: None` converts by changing `apiVersion` and pruning",
                WitnessObject { object, old: None },
            )
        };
        let fields = if self.others.is_empty() { "the field" } else { "the fields" };
        let mut finding = Finding::new(&LOSSY_CONVERSION, *key, manifest.clone(), message)
            .why(why)
            .help(format!("add {fields} to `{to}`, or convert with a webhook"))
            .shown_by(witness);
        if let Some(span) = self.to.span(Field::Name) {
            finding = finding.related(span.value, format!("`{to}` does not declare {them}"));
        }
        let mut others: Vec<_> = self.others.iter().collect();
        others.sort_by_key(|loss| loss.field.key.start);
        others.into_iter().take(MOST_LINKED).fold(finding, |finding, loss| {
            finding.related(loss.field.key, format!("also {}", described(&loss.field)))
        })
    }
}

/// A lost field, as a sentence names it.
fn described(field: &LossyField) -> String {
    let shown = field.shown();
    match field.part {
        LossyPart::Property => format!("`{shown}`"),
        LossyPart::Entries => format!("every entry `{shown}`"),
        LossyPart::Unknown => {
            let of = shown.strip_suffix(".*").unwrap_or(&shown);
            format!("each field that `x-kubernetes-preserve-unknown-fields` keeps in `{of}`")
        }
    }
}

//! A name that another CRD of the group claims too.
//!
//! From `calculateNamesAndConditions` of k8s.io/apiextensions-apiserver v0.37.2
//! (pkg/controller/status/naming_controller.go): the server takes a CRD that claims a name of another, and
//! does not serve it.

use crdls_text::TextRange;

use super::Input;
use crate::claims::{Claim, claims};
use crate::fields::Field;
use crate::instance::{Index, Known};
use crate::path::Path;
use crate::{Finding, Related, rule};

rule!(CLAIMED_NAME, "claimed-name", Warning, advice, "two CRDs of a group claim one name");

pub(super) fn find(input: &Input<'_>) -> Vec<Finding> {
    // An update has the names of what it replaces.
    let Some(index) = input.source.crds.filter(|_| input.source.old.is_none()) else { return Vec::new() };
    let mut found: Vec<_> = twin(input, index).into_iter().collect();
    let (own, group) = (input.crd.metadata().name(), input.crd.spec().group());
    for claim in claims(input.crd) {
        let mut claimants = index.claimants(group, claim.pool, &claim.name);
        if let Some(other) = claimants.find(|known| known.header().metadata().name() != own) {
            found.push(claimed(&claim, other, input));
        }
    }
    found
}

fn claimed(claim: &Claim<'_>, other: &Known, input: &Input<'_>) -> Finding {
    let theirs =
        claims(other.header()).into_iter().find(|its| (its.pool, &its.name) == (claim.pool, &claim.name));
    let what = theirs.as_ref().map_or("name", Claim::what);
    let spec = Path::EMPTY.child("spec");
    let names = spec.child("names");
    let field = names.child(claim.field.name());
    let path = claim.index.map_or(field, |index| field.index(index));
    let message = format!("`{}` is the {what} of `{}` too", claim.name, other.header().metadata().name());
    let mut finding = Finding::new(&CLAIMED_NAME, claim.range, &path, message)
        .why("the names of a group are shared: the cluster does not serve a CRD that claims one of another (condition `NamesAccepted` is False)")
        .help(format!("choose another {}", claim.what()));
    finding.related.extend(theirs.map(|theirs| here(other, theirs.range, "it is claimed here", input)));
    finding
}

/// The same CRD once more beside this one, with something else in it.
fn twin(input: &Input<'_>, index: &Index) -> Option<Finding> {
    let (crd, spec) = (input.crd, input.crd.spec());
    let name = crd.metadata().name();
    let of_plural = claims(crd).into_iter().find(|claim| claim.field == Field::Plural)?;
    let mut claimants = index.claimants(spec.group(), of_plural.pool, &of_plural.name);
    let other = claimants.find(|known| {
        let theirs = known.header().metadata();
        let itself = *known.source == *input.source.file && theirs.range() == crd.metadata().range();
        let same = !itself && theirs.name() == name && is_beside(input.source.file, &known.source);
        // To be asked last: the other is decoded for it.
        same && known.crd().spec() != spec
    })?;
    let (own, at) =
        (crd.metadata().span(Field::Name)?.value, other.header().metadata().span(Field::Name)?.value);
    let metadata = Path::EMPTY.child("metadata");
    let message = format!("`{name}` is defined twice, and differently");
    let mut finding = Finding::new(&CLAIMED_NAME, own, &metadata.child("name"), message)
        .why("they are one object: whichever is applied last replaces the other")
        .help("keep one of the two");
    finding.related.push(here(other, at, "the other is here", input));
    Some(finding)
}

/// Whether two files stand in one folder, and so are applied together.
fn is_beside(file: &str, other: &str) -> bool {
    let folder = |path| str::rsplit_once(path, '/').map(|(folder, _)| folder);
    folder(file) == folder(other)
}

fn here(known: &Known, range: TextRange, message: &str, input: &Input<'_>) -> Related {
    let elsewhere = *known.source != *input.source.file;
    Related { file: elsewhere.then(|| known.source.to_string()), range, message: message.to_owned() }
}

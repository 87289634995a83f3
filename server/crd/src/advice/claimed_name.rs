//! A name that another CRD of the group claims too.
//!
//! From `calculateNamesAndConditions` of k8s.io/apiextensions-apiserver
//! (pkg/controller/status/naming_controller.go): the server takes a CRD that claims a name of another, and
//! does not serve it. It is seen once all CRDs are known, and of them their headers alone.

use crdls_text::TextRange;

use crdls_manifest::fields::Field;
use crdls_report::{Finding, Path, Related, code};
use crdls_resource::claims::{Claim, Pool, claims};
use crdls_resource::{Index, IndexedCrd};

code!(CLAIMED_NAME, "conflicting-names", Warning, advice, "two CRDs of a group use the same name");

/// What is to be said of the CRDs of a file beside others, each with the number of its document.
pub fn claimed(index: &Index, file: &str) -> Vec<(usize, Finding)> {
    index.of_source(file).filter(|known| known.is_current()).flat_map(|known| of_crd(known, index)).collect()
}

/// What a CRD wants for itself. Where it is what it was, an edit of the CRD is no news to those with other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The CRD's `metadata.name`; empty where it has none.
    pub name: String,
    /// The group whose names it shares.
    pub group: String,
    names: Vec<(Pool, String)>,
}

/// What the CRDs of a file want.
pub fn wanted(index: &Index, file: &str) -> Vec<Wanted> {
    let of_one = |known: &IndexedCrd| Wanted {
        name: known.name().to_owned(),
        group: known.header().spec().group().to_owned(),
        names: claims(known.header())
            .into_iter()
            .map(|claim| (claim.pool, claim.name.into_owned()))
            .collect(),
    };
    index.of_source(file).map(of_one).collect()
}

fn of_crd(own: &IndexedCrd, index: &Index) -> Vec<(usize, Finding)> {
    let mut found: Vec<_> = twin(own, index).into_iter().collect();
    let group = own.header().spec().group();
    let claims = if has_its_name(own) { claims(own.header()) } else { Vec::new() };
    for claim in claims {
        let named = (claim.pool, &*claim.name);
        // Both are meant for one cluster if each is the first of its name for the other: one of a former release, or of
        // another channel, is not.
        let is_first = |other: &&IndexedCrd| {
            let first = index.claimants(group, named, &other.source, |name| name == own.name());
            first.into_iter().any(|first| std::ptr::eq(first, own))
        };
        let others = index.claimants(group, named, &own.source, |name| name != own.name());
        let other = others.into_iter().filter(|other| has_its_name(other)).find(is_first);
        found.extend(other.map(|other| by_both(&claim, own, other)));
    }
    let in_document = |mut finding: Finding| {
        finding.path = std::mem::take(&mut finding.path).below(&own.prefix());
        (own.number(), finding)
    };
    found.into_iter().map(in_document).collect()
}

/// Whether a CRD has the name that its plural and group make. Any other, as that of a template, is refused for it, and
/// takes no name of others.
fn has_its_name(known: &IndexedCrd) -> bool {
    let spec = known.header().spec();
    known.name().strip_suffix(spec.group()).and_then(|rest| rest.strip_suffix('.'))
        == Some(spec.names().plural())
}

fn by_both(claim: &Claim<'_>, own: &IndexedCrd, other: &IndexedCrd) -> Finding {
    let theirs =
        claims(other.header()).into_iter().find(|its| (its.pool, &its.name) == (claim.pool, &claim.name));
    let what = theirs.as_ref().map_or("name", Claim::what);
    let spec = Path::EMPTY.child("spec");
    let names = spec.child("names");
    let field = names.child(claim.field.name());
    let path = claim.index.map_or(field, |index| field.index(index));
    let of = match other.name() {
        "" => "another CRD".to_owned(),
        name => format!("`{name}`"),
    };
    let of_own = if own.name().is_empty() { String::new() } else { format!(" of `{}`", own.name()) };
    let message = format!("{}{of_own} is `{}`, which is also the {what} of {of}", path.subject(), claim.name);
    let mut finding = Finding::new(&CLAIMED_NAME, claim.range, &path, message)
        .why("names must be unique within a group: the API server will not serve the second CRD (condition `NamesAccepted` is False)")
        .help(format!("choose another {}", claim.what()));
    finding.related.extend(theirs.map(|theirs| here(own, other, theirs.range, "the other name is here")));
    finding
}

/// The same CRD once more in this file, or beside it where both files have nothing else, with something else in it. A
/// file of several CRDs is a bundle of them, often of another release or channel.
fn twin(own: &IndexedCrd, index: &Index) -> Option<Finding> {
    let other = index.copies(own).find(|other| {
        let is_alone = |known: &IndexedCrd| index.of_source(&known.source).nth(1).is_none();
        let is_together = own.source == other.source
            || is_beside(&own.source, &other.source) && is_alone(own) && is_alone(other);
        let same = !std::ptr::eq(own, *other) && is_together;
        // To be asked last: both are decoded for it.
        same && !other.is_same(own)
    })?;
    let at = |known: &IndexedCrd| Some(known.header().metadata().span(Field::Name)?.value);
    let metadata = Path::EMPTY.child("metadata");
    let path = metadata.child("name");
    let message = format!("`{}` is defined twice, with different contents", own.name());
    let mut finding = Finding::new(&CLAIMED_NAME, at(own)?, &path, message)
        .why("both are the same object, so the one that is applied last replaces the other")
        .help("keep one of the two CRDs");
    finding.related.push(here(own, other, at(other)?, "the other CRD is here"));
    Some(finding)
}

/// Whether two files stand in one folder, and so are applied together.
fn is_beside(file: &str, other: &str) -> bool {
    let folder = |path| str::rsplit_once(path, '/').map(|(folder, _)| folder);
    folder(file) == folder(other)
}

fn here(own: &IndexedCrd, other: &IndexedCrd, range: TextRange, message: &str) -> Related {
    let elsewhere = other.source != own.source;
    Related { file: elsewhere.then(|| other.source.to_string()), range, message: message.to_owned() }
}

//! Breaking changes of CRDs, each shown by an object that both CRDs validate.
//!
//! ```text
//! two CRDs ──► differences (schemas, definition) ──► candidates ──► objects on both sides (trial) ──► class and proof
//! ```
//!
//! `schemas` and `definition` find what differs; `candidates` says what to want of an object for each difference; `trial`
//! makes the object and runs it by the server's stages on both sides; `proof` decides the class. A difference is
//! breaking only where an object shows it. Knows CRDs and the judge of custom resources; must not know files, revisions
//! or terminals.
//!
//! In detail: a row of `code` names the change and says whether it can tighten, loosen or be observed by clients.
//! For each difference, `candidates` asks for boundary values that the old schema accepts and the new one rejects,
//! the node without a newly required field, or a value that violates a new rule. `trial` makes the smallest such
//! object that the old CRD accepts and stores. `proof` asks the new CRD whether it reads all of the stored object
//! (otherwise `lost`), accepts updates that leave the value as it is (otherwise `frozen`; `edits` changes each
//! neighboring value once), and accepts the object (otherwise `tightened`). Only findings at the changed node
//! count, and only those that the server reports at once.
//!
//! If another difference concerns the same node, `alone` makes two more CRDs: the old one with only this
//! difference, and the new one without it. The object is a witness only if the first shows the effect or the
//! second does not. Some changes are harmless by an argument (`harmless`, `implied`, `disjoint`), or because the
//! old CRD has no value there (`empty`). A change without a witness is unproven. The number of objects per version
//! is bounded. `tests/tests/changes` compares with crdify and crd-schema-checker, and has the server's code
//! confirm each witness over the histories of public projects.

mod alike;
mod alone;
mod candidates;
mod cause;
mod class;
mod code;
mod conversion;
mod definition;
mod difference;
mod disjoint;
mod edits;
mod empty;
mod harmless;
mod ignored;
mod implied;
mod message;
mod near;
mod node_values;
mod proof;
mod schemas;
mod storage;
mod trial;

use std::collections::{BTreeMap, BTreeSet};

use crdls_manifest::fields::Field;
use crdls_manifest::model::Crd;
use crdls_report::{Config, FieldPath, Finding};
use crdls_resource::{Index, IndexedCrd, Shared};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};
use crdls_yaml::{Document, Node, Tree};

use alike::Searched;
pub use class::Class;
pub use code::{ChangeCode, Effect, Part, What};
use definition::VersionPair;
pub use difference::Side;
use difference::{Difference, Subject};
pub use ignored::IgnoredChange;
pub use near::nearest;
use proof::sentence;
pub use proof::{Action, Proof, Witness};
use trial::{Accepted, Configs, Trial};

/// A CRD that is compared.
#[derive(Clone, Copy, Debug)]
pub struct Definition<'m> {
    /// The decoded manifest.
    pub crd: Crd<'m>,
    /// The object in its document, by which the ranges of the server's findings are found.
    pub root: Node<'m>,
}

impl<'m> Definition<'m> {
    /// A CRD of a text. `tree`: of the text, or of the document in it.
    pub fn of(known: &'m IndexedCrd, tree: &'m Tree) -> Option<Self> {
        Some(Self { crd: known.crd(), root: known.node(known.text().0, tree)? })
    }
}

/// The CRDs of a text that clusters take, by name; of two with one name the first counts.
pub fn crds_by_name(text: impl Into<Shared>, tree: &Tree, config: &Config) -> BTreeMap<String, IndexedCrd> {
    let mut by_name = BTreeMap::new();
    for known in Index::found("", 0, text, tree, config) {
        let is_damaged = tree.documents().get(known.number()).is_none_or(Document::is_damaged);
        if known.is_current() && !known.name().is_empty() && !is_damaged {
            by_name.entry(known.name().to_owned()).or_insert(known);
        }
    }
    by_name
}

/// One change between two CRDs.
#[derive(Clone, Debug)]
pub struct Change {
    /// The name of the CRD.
    pub crd: String,
    /// The version that it is in; `None` for one outside of versions.
    pub version: Option<String>,
    /// The field: in the new manifest where that has it, otherwise in the old one.
    pub path: FieldPath,
    /// The field of objects that it is about (`spec.items[0].name`); empty for the whole object or CRD.
    pub field: String,
    /// The code of the change.
    pub code: ChangeCode,
    /// What it does.
    pub class: Class,
    /// How that is known.
    pub proof: Proof,
    /// What changed, in one sentence without a final stop.
    pub message: String,
    /// What the old manifest has; `None` where it has nothing.
    pub old: Option<Side>,
    /// What the new manifest has; `None` where it has nothing.
    pub new: Option<Side>,
    /// The bytes of the new file's text that show it: what the new manifest has, otherwise what is nearest around it. `None`
    /// where there is no new manifest.
    pub shown_at: Option<TextRange>,
    /// The same number for changes of a CRD that have one cause: the same change of fields of the same name.
    pub cause: u64,
}

impl Change {
    /// Whether an object shows that it breaks something.
    pub const fn is_breaking(&self) -> bool {
        self.class.is_breaking() && !self.is_unproven()
    }

    /// The object that shows it, where one does.
    pub fn witness(&self) -> Option<&Witness> {
        match &self.proof {
            Proof::Witness(witness) => Some(witness),
            Proof::Evident(_) | Proof::Unproven(_) => None,
        }
    }

    /// Whether it may break something that no object shows.
    pub const fn is_unproven(&self) -> bool {
        matches!(self.proof, Proof::Unproven(_))
    }
}

/// A custom resource that the old CRD accepts and the new one does not.
#[derive(Clone, Debug)]
pub struct RefusedObject {
    /// The number of the object among the given ones.
    pub number: usize,
    /// The server's sentences.
    pub findings: Vec<String>,
}

/// Two CRDs compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// All changes, in the order of the manifest.
    pub changes: Vec<Change>,
    /// How many of the given objects the old CRD accepts.
    pub checked: usize,
    /// The objects that the new CRD rejects.
    pub refused: Vec<RefusedObject>,
}

/// Compares two CRDs of a name. `objects`: custom resources, of which those of the kind are tried.
pub fn compare(old: Definition<'_>, new: Definition<'_>, objects: &[Json], config: &Config) -> Comparison {
    compared(old, new, objects, config, usize::MAX)
}

/// The changes between two CRDs of a name, as [`compare`] has them, but that objects are searched for `most` changes of
/// schemas only: the others have the class that follows from what changed.
pub fn classify(old: Definition<'_>, new: Definition<'_>, most: usize, config: &Config) -> Vec<Change> {
    compared(old, new, &[], config, most).changes
}

fn compared(
    old: Definition<'_>,
    new: Definition<'_>,
    objects: &[Json],
    config: &Config,
    searches: usize,
) -> Comparison {
    let configs = &Configs::of(config);
    let found = Comparison::default();
    let mut compared = Compared { old, new, config, configs, searches, searched: Vec::new(), found };
    compared.spec();
    let pairs = compared.pairs();
    for pair in pairs {
        compared.version(pair, objects);
    }
    compared.one_sided();
    compared.refusals();
    compared.found.changes.sort_by(|a, b| a.path.cmp(&b.path));
    compared.found
}

/// What differs in a CRD that a side may not have; nothing where none has it.
pub fn compare_sides(
    old: Option<Definition<'_>>,
    new: Option<Definition<'_>>,
    objects: &[Json],
    config: &Config,
) -> Comparison {
    let only = |change: Change| Comparison { changes: vec![change], ..Comparison::default() };
    match (old, new) {
        (Some(old), Some(new)) => compare(old, new, objects, config),
        (Some(old), None) => only(removed(old.crd, config)),
        (None, Some(new)) => only(added(new.crd)),
        (None, None) => Comparison::default(),
    }
}

/// What becomes of objects of one version of a CRD in another one without a webhook: what they lose there, and what the
/// other version refuses them for. The CRD stores objects in the first version, see `set_storage_version`; what another
/// storage version loses is between the two and that one. Empty where the CRD has not both versions.
pub fn between(crd: Definition<'_>, from: &str, to: &str, config: &Config) -> Vec<Change> {
    let configs = &Configs::of(config);
    let named = |name: &str| crd.crd.versions().enumerate().find(|(_, version)| version.name() == name);
    let (Some(old), Some(new)) = (named(from), named(to)) else { return Vec::new() };
    let pair = VersionPair { old, new };
    let found = Comparison::default();
    let searched = Vec::new();
    let mut compared =
        Compared { old: crd, new: crd, config, configs, searches: usize::MAX, searched, found };
    let mut trial = compared.trial(pair);
    compared.schemas(pair, &mut trial, &[]);
    compared.found.changes.retain(|change| change.class.is_breaking());
    compared.found.changes
}

/// The change that a CRD is gone.
pub fn removed(old: Crd<'_>, config: &Config) -> Change {
    let difference = definition::difference(&code::CRD, What::Removed, [Some(whole(old)), None]);
    change(old.metadata().name(), None, &difference, definition::crd_removed(old, &Configs::of(config)))
}

/// The change that a CRD is new.
pub fn added(new: Crd<'_>) -> Change {
    let difference = definition::difference(&code::CRD, What::Added, [None, Some(whole(new))]);
    change(new.metadata().name(), None, &difference, (Class::Loosened, Proof::Evident("")))
}

fn whole(crd: Crd<'_>) -> Side {
    let range = crd.metadata().span(Field::Name).map_or(crd.range(), |span| span.value);
    let value = Json { value: JsonValue::Str(crd.metadata().name().into()), range };
    Side { range, path: definition::path(&["metadata", "name"]), value: Some(value) }
}

fn change(
    crd: &str,
    version: Option<&str>,
    difference: &Difference<'_>,
    (class, proof): (Class, Proof),
) -> Change {
    Change {
        crd: crd.to_owned(),
        version: version.map(str::to_owned),
        path: difference.path().clone(),
        field: difference.site.value.to_string(),
        code: difference.code,
        class,
        proof,
        message: message::of(difference),
        old: difference.old.clone(),
        new: difference.new.clone(),
        shown_at: difference.new.as_ref().map(|side| side.range),
        cause: cause::of(difference),
    }
}

/// So many objects are judged in searches for the changes of a version, or more where there are many of them.
const OBJECTS: usize = 12_000;

/// Whether both sides serve a version; what does not say so is a draft.
fn served(pair: VersionPair<'_>) -> bool {
    [pair.old.1, pair.new.1].iter().all(|version| version.served() || !version.has(Field::Served))
}

/// The class of a change of a version that is not served on both sides.
const fn unserved() -> (Class, Proof) {
    (Class::Internal, Proof::Evident("the version is not served on both sides"))
}

struct Compared<'m> {
    old: Definition<'m>,
    new: Definition<'m>,
    config: &'m Config,
    configs: &'m Configs,
    /// For how many more changes of schemas objects may be searched.
    searches: usize,
    /// The earlier versions in which objects were searched.
    searched: Vec<Searched<'m>>,
    found: Comparison,
}

impl<'m> Compared<'m> {
    fn add(&mut self, version: Option<&str>, difference: &Difference<'_>, class: (Class, Proof)) {
        let name = self.new.crd.metadata().name();
        let mut change = change(name, version, difference, class);
        let path = self.in_new(version, difference);
        change.shown_at = change.shown_at.or_else(|| Some(nearest(self.new.root, path.steps())));
        self.found.changes.push(change);
    }

    /// The path in the new manifest of what is around a difference of which it has nothing.
    fn in_new(&self, version: Option<&str>, difference: &Difference<'_>) -> FieldPath {
        if !matches!(difference.subject, Subject::Definition) {
            return difference.site.new_path.clone();
        }
        let path = difference.path();
        let mut versions = self.new.crd.versions();
        match versions.position(|its| Some(its.name()) == version) {
            Some(number) => path.in_version(number),
            None if version.is_some() => path.versions().unwrap_or_default(),
            None => path.clone(),
        }
    }

    fn trial(&self, pair: VersionPair<'m>) -> Trial<'m> {
        Trial::new((self.old.crd, pair.old.1), (self.new.crd, pair.new.1), self.configs)
    }

    /// The versions that both sides have; of two with one name the first.
    fn pairs(&self) -> Vec<VersionPair<'m>> {
        let mut before = BTreeMap::new();
        for (number, version) in self.old.crd.versions().enumerate() {
            before.entry(version.name()).or_insert((number, version));
        }
        let mut seen = BTreeSet::new();
        let new = self.new.crd.versions().enumerate().filter(|(_, version)| seen.insert(version.name()));
        new.filter_map(|new| Some(VersionPair { old: *before.get(new.1.name())?, new })).collect()
    }

    fn spec(&mut self) {
        let mut pairs: Vec<_> = self.pairs().into_iter().filter(|pair| served(*pair)).collect();
        pairs.sort_by_key(|pair| !pair.old.1.storage());
        let mut trial = pairs.first().map(|pair| self.trial(*pair));
        let conversion = conversion::difference(self.old.crd, self.new.crd);
        for difference in definition::of_spec(self.old.crd, self.new.crd).into_iter().chain(conversion) {
            let class = match difference.code.part.name == code::CONVERSION.name {
                true => conversion::class([self.old.crd, self.new.crd], self.configs),
                false => definition::class(&difference, trial.as_mut()),
            };
            self.add(None, &difference, class);
        }
    }

    fn version(&mut self, pair: VersionPair<'m>, objects: &[Json]) {
        let name = pair.new.1.name();
        let mut trial = self.trial(pair);
        let is_served = served(pair);
        for difference in definition::of_version(pair) {
            let class = match is_served || difference.code.part.name == code::SERVED.name {
                true => definition::class(&difference, Some(&mut trial)),
                false => unserved(),
            };
            self.add(Some(name), &difference, class);
        }
        if is_served
            && let Some(moved) = storage::moved(self.old.crd, self.new.crd)
            && let Some(class) = storage::class(pair, self.new.crd, &mut trial, self.config.kubernetes)
        {
            self.add(Some(name), &moved, class);
        }
        let accepted = if is_served { self.objects(name, &mut trial, objects) } else { Vec::new() };
        self.schemas(pair, &mut trial, &accepted);
    }

    /// What differs between the schemas of two versions.
    fn schemas(&mut self, pair: VersionPair<'m>, trial: &mut Trial<'m>, accepted: &[Accepted]) {
        let differences = match (pair.old.1.schema(), pair.new.1.schema()) {
            (Some(old), Some(new)) => {
                let paths = [pair.old.0, pair.new.0]
                    .map(|number| definition::version_path(number).child("schema").child("openAPIV3Schema"));
                schemas::differences(old, new, paths, self.config.kubernetes)
            }
            _ => Vec::new(),
        };
        if !served(pair) {
            differences
                .iter()
                .for_each(|difference| self.add(Some(pair.new.1.name()), difference, unserved()));
            return;
        }
        let classes = self.classes(pair, &differences, trial, accepted);
        for (difference, class) in differences.iter().zip(classes) {
            self.add(Some(pair.new.1.name()), difference, class);
        }
    }

    /// The class of each difference between the schemas of two versions.
    fn classes(
        &mut self,
        pair: VersionPair<'m>,
        differences: &[Difference<'m>],
        trial: &mut Trial<'m>,
        accepted: &[Accepted],
    ) -> Vec<(Class, Proof)> {
        // Where nothing else decides, versions with equal schemas have the same classes.
        let is_alone = accepted.is_empty() && !trial.has_searched() && self.searches > differences.len();
        let api_version = format!("{}/{}", self.old.crd.spec().group(), pair.old.1.name());
        let mut known = self.searched.iter().filter(|_| is_alone);
        let same =
            |searched: &Searched<'m>| Some((searched.classes_in(pair, &api_version)?, searched.searches));
        if let Some((classes, searches)) = known.find_map(same) {
            self.searches -= searches;
            return classes;
        }
        let before = self.searches;
        let share = trial::OBJECTS_OF_ONE.max(OBJECTS / differences.len().max(1));
        let class = |difference: &Difference<'m>| {
            trial.allow(share);
            match proof::certain(difference, pair.old.1.schema()) {
                Some(certain) => certain,
                None if self.searches == 0 => proof::likely(difference),
                None => {
                    self.searches -= 1;
                    proof::of(difference, differences, trial, accepted)
                }
            }
        };
        let classes: Vec<_> = differences.iter().map(class).collect();
        if is_alone {
            let (searches, reads_differ) = (before - self.searches, trial.reads_differ());
            self.searched.push(Searched { pair, classes: classes.clone(), searches, reads_differ });
        }
        classes
    }

    /// The objects of a version that the old side accepts; those that the new one refuses are noted.
    fn objects(&mut self, version: &str, trial: &mut Trial<'m>, objects: &[Json]) -> Vec<Accepted> {
        let spec = self.old.crd.spec();
        let (api_version, kind) = (format!("{}/{version}", spec.group()), spec.names().kind());
        let is_of =
            |object: &Json, name: &str, text: &str| object.get(name).and_then(Json::as_str) == Some(text);
        let mut accepted = Vec::new();
        for (number, object) in objects.iter().enumerate() {
            if !is_of(object, "apiVersion", &api_version) || !is_of(object, "kind", kind) {
                continue;
            }
            let strict = trial.accept(object);
            let is_strict = strict.is_some();
            let Some(found) = strict.or_else(|| trial.accept_with_unknown(object)) else { continue };
            self.found.checked += 1;
            let findings = trial.refused(&found);
            if !findings.is_empty() {
                let findings = findings.iter().map(sentence).collect();
                self.found.refused.push(RefusedObject { number, findings });
                accepted.extend(is_strict.then_some(found));
            }
        }
        accepted
    }

    fn one_sided(&mut self) {
        let has = |crd: Crd<'m>, name: &str| crd.versions().any(|version| version.name() == name);
        for (number, version) in self.old.crd.versions().enumerate() {
            if !has(self.new.crd, version.name()) {
                let difference = definition::one_sided(version, number, false);
                let class = definition::version_removed(self.old.crd, version, self.configs);
                self.add(Some(version.name()), &difference, class);
            }
        }
        for (number, version) in self.new.crd.versions().enumerate() {
            if !has(self.old.crd, version.name()) {
                let difference = definition::one_sided(version, number, true);
                self.add(Some(version.name()), &difference, (Class::Loosened, Proof::Evident("")));
            }
        }
    }

    /// What the server refuses the update of the CRD for: it gives its class to the change that it is about.
    fn refusals(&mut self) {
        for finding in definition::refusals(self.new.crd, self.old.crd, self.new.root, self.config) {
            let witness = Witness::of_definition(sentence(&finding));
            let is_about =
                |change: &&mut Change| change.path == finding.path || is_removed_version(change, &finding);
            match self.found.changes.iter_mut().find(is_about) {
                Some(change) => {
                    change.class = Class::Refused;
                    change.proof = Proof::Witness(Box::new(witness));
                }
                None => self.refused(&finding, witness),
            }
        }
    }

    fn refused(&mut self, finding: &Finding, witness: Witness) {
        let side = Side { range: finding.range, path: finding.path.clone(), value: None };
        let difference = definition::difference(&code::CRD, What::Refused, [None, Some(side)]);
        let mut change = change(
            self.new.crd.metadata().name(),
            None,
            &difference,
            (Class::Refused, Proof::Witness(Box::new(witness))),
        );
        change.message = finding.message.clone();
        self.found.changes.push(change);
    }
}

/// A stored version that is gone is reported where the versions are.
fn is_removed_version(change: &Change, finding: &Finding) -> bool {
    change.code.part.name == code::VERSION.name
        && change.code.what == What::Removed
        && finding.code.name == "removed-stored-version"
        && finding.server.as_ref().and_then(|server| server.bad.clone())
            == change.version.as_ref().map(|name| format!("{name:?}"))
}

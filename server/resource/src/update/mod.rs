//! A custom resource that replaces a stored one, through all stages.
//!
//! Mirrors `Update` of k8s.io/apiserver (pkg/registry/generic/registry/store.go) and `UpdateResource`
//! (pkg/endpoints/handlers/update.go), with the strategies of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/{strategy,status_strategy,etcd}.go). What the server has of the stored object and a file
//! has not (uid, resourceVersion, timestamps) is taken as the same in both.
//!
//! An update runs the stages of a creation with the old object at hand. `stored` reads the old object as the
//! server reads it from storage, `prepare` copies into the new object what a write cannot change, and `refusal`
//! decides which updates the server rejects before validation. Then each stage validates the new object with the
//! old one for comparison:
//!
//! - `correlation` walks both objects together, lazily. Members are matched by name, items of lists of type `map`
//!   by their keys, other items not at all. Whether a node is unchanged is computed once, so all comparisons take
//!   linear time. The root never counts as unchanged, because `metadata` has no schema.
//! - The schema's validator carries the correlated node. If a node fails and is unchanged, its errors are forgiven
//!   and collected for `ratcheted-error`. Errors in `allOf`, `anyOf`, `oneOf` and `not` belong to the enclosing
//!   node.
//! - Rules get the old value by the same correlation. If a rule without `oldSelf` fails on an unchanged node, the
//!   error becomes a warning.
//! - Duplicates in lists are checked only if the lists of the old object have none. Embedded resources and scale
//!   are validated as on creation.
//!
//! If the old object has an error too and the server does not forgive it, the finding names the node that changed.
//! `tests/tests/custom_resource_updates.rs` compares with the server's answers to 3,036 updates;
//! `tests/src/probe/updates.rs` generates random ones.

pub(crate) mod owners;
mod prepare;
pub(crate) mod refusal;
pub(crate) mod results;
mod scale;
mod stored;

use super::correlation::Correlated;
use super::index::ServedVersion;
use super::judge::{self, Judge, Past, Replaced};
use super::read::{self, Resource};
use super::structural::Structural;
use super::warnings;
use crate::codes::FAILED_RULE;
use crdls_manifest::model::{Metadata, Version};
use crdls_minors::Difference;
use crdls_report::{Config, FieldError, Finding, Path, Report, Unit};
use crdls_values::Json;
pub use refusal::{IMPOSSIBLE_UPDATE, Refusal, missing};
pub use results::RATCHETED_ERROR;
use stored::Stored;

/// A part of an object that has an endpoint of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subresource {
    /// `status`: nothing else is written.
    Status,
    /// `scale`: an object of `autoscaling/v1` is sent, of which the number of replicas is written.
    Scale,
}

impl Subresource {
    /// The name of the subresource in a URL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Scale => "scale",
        }
    }
}

/// What is replaced, and which part of it is written.
#[derive(Clone, Copy, Debug)]
pub struct Update<'u> {
    /// The object as it is stored; what of its metadata only the server knows may be missing.
    pub old: &'u Json,
    /// Nothing for the object itself.
    pub subresource: Option<Subresource>,
}

/// A stored object as a version reads it; why not, where no cluster can have stored it.
#[derive(Debug)]
pub struct StoredObject(Result<Stored, String>);

impl StoredObject {
    /// The object; `None` where no cluster can have stored it.
    pub fn object(self) -> Option<Json> {
        self.0.ok().map(|stored| stored.object)
    }
}

/// What the server makes of an update.
#[derive(Clone, Debug, Default)]
pub struct Updated {
    /// Everything to report of the new object: the server's findings, and what it forgives.
    pub findings: Vec<Finding>,
    /// The object that the server answers with where nothing refuses it: what is stored, or the `Scale`. Nothing where
    /// it does not come to that.
    pub object: Option<Json>,
    /// The stored object as the server reads it; nothing where it does not come to that.
    pub old: Option<Json>,
    /// The generation before and after.
    pub generation: [i64; 2],
    /// The object is being deleted and has no finalizer left: it is deleted in place of being written.
    pub deleted: bool,
    /// Nothing is written: the object is stored like that already.
    pub unchanged: bool,
    /// Why the server does not come to the validation.
    pub refusal: Option<Refusal>,
}

impl Updated {
    /// The status code of the server's answer.
    pub fn code(&self) -> u16 {
        let refused = |finding: &Finding| {
            finding.server.as_ref().is_some_and(|server| !server.shadowed && server.kind.refuses())
        };
        match &self.refusal {
            Some(refusal) => refusal.code,
            None if self.findings.iter().any(refused) => 422,
            None => 200,
        }
    }
}

/// Judges a custom resource of a file that replaces a stored one.
pub fn judge_update(
    unit: Unit<'_>,
    update: Update<'_>,
    file: &str,
    by: ServedVersion<'_>,
    config: &Config,
) -> Updated {
    let report = judge::report_on(file, by, config);
    Judge::new(by.indexed.crd(), by.version, config).update(unit, update, report)
}

impl Judge<'_> {
    /// Judges a resource that replaces a stored one. `report` is empty and knows where the schema is written.
    pub fn update(&mut self, unit: Unit<'_>, update: Update<'_>, mut report: Report) -> Updated {
        let not_found = self.not_found(update.subresource);
        if let Some(refusal) = not_found.or_else(|| self.other_type(unit, update.subresource)) {
            return refusal.whole(unit);
        }
        warnings::deprecation(self.crd, self.version, &mut report);
        let old = match stored::read(update.old, self.crd, self.version) {
            Ok(old) => old,
            Err(why) => return Refusal::unreadable(&why).whole(unit),
        };
        if update.subresource == Some(Subresource::Scale) {
            return self.scale(unit, &old, update.old, report);
        }
        let mut new = read::read(unit, self.version, self.preserves(), self.config);
        if new.undecodable {
            return results::undecodable(new.findings, report, unit, old);
        }
        let by_status = update.subresource == Some(Subresource::Status);
        let (refusal, generation) = self.prepare(&mut new, &old, by_status, &mut report);
        let findings = std::mem::take(&mut new.findings);
        let mut updated = self.judged(&new, &old, by_status, unit, report);
        self.settle(&mut updated, generation, &new.object, update.old);
        updated.findings.splice(..0, findings);
        updated.object = Some(self.answer(new.object, &updated));
        updated.old = Some(old.object);
        results::leave_out_generation(&mut updated, update.old);
        refusal.into_iter().for_each(|refusal| refusal.before(&mut updated, unit));
        updated
    }

    /// Finds the refusals of an update of an object or its status, as [`Judge::update`] does, without all else: what warns,
    /// what is forgiven, what the old object has to do with it and the objects.
    pub fn update_refusals(
        &mut self,
        unit: Unit<'_>,
        old: &StoredObject,
        by_status: bool,
        mut report: Report,
    ) -> Updated {
        let subresource = by_status.then_some(Subresource::Status);
        let not_found = self.not_found(subresource);
        if let Some(refusal) = not_found.or_else(|| self.other_type(unit, subresource)) {
            return refusal.whole(unit);
        }
        let old = match &old.0 {
            Ok(old) => old,
            Err(why) => return Refusal::unreadable(why).whole(unit),
        };
        let mut new = read::read(unit, self.version, self.preserves(), self.config);
        let mut findings = std::mem::take(&mut new.findings);
        if new.undecodable {
            return Updated { findings, ..Refusal::undecodable().whole(unit) };
        }
        let (refusal, _) = self.prepare(&mut new, old, by_status, &mut report);
        self.validated(&new, old, by_status, &mut report);
        self.validator.forget_forgiven();
        report.errors.retain(|error| error.kind.refuses());
        findings.append(&mut crdls_report::findings(report, unit, 1));
        let mut updated = Updated { findings, ..Updated::default() };
        refusal.into_iter().for_each(|refusal| refusal.before(&mut updated, unit));
        updated
    }

    /// Reads an object that is stored in a version, for one update after the other.
    pub fn read_stored_in(&self, stored_in: Version<'_>, stored: &Json) -> StoredObject {
        StoredObject(stored::read_from(stored, self.crd, stored_in, self.version))
    }

    fn preserves(&self) -> bool {
        self.crd.spec().preserve_unknown_fields()
    }

    /// Makes a new object ready for validation: why it is refused all the same, and the generation before and after.
    fn prepare(
        &self,
        new: &mut Resource,
        old: &Stored,
        by_status: bool,
        report: &mut Report,
    ) -> (Option<Refusal>, [i64; 2]) {
        if self.crd.spec().scope() == "Cluster" {
            prepare::without_namespace(&mut new.metadata, &mut new.object);
        }
        owners::dedup(new, report);
        let refusal =
            Refusal::of_unknown(&new.findings, self.config).or_else(|| refusal::mismatch(new, old, self.crd));
        (refusal, prepare::update(new, old, by_status, self.version))
    }

    /// Tells the generation, and whether an object that was judged is written at all. `raw`: the stored object as it is.
    fn settle(&self, updated: &mut Updated, generation: [i64; 2], new: &Json, raw: &Json) {
        updated.generation = generation;
        updated.unchanged = !updated.deleted
            && generation[0] == generation[1]
            && results::unchanged(new, raw, self.crd, self.version);
    }

    /// What the server answers with: what was stored, read again. Where a version is stored in another, that loses what
    /// the other does not know.
    fn answer(&self, written: Json, updated: &Updated) -> Json {
        if self.version.storage() || updated.deleted || updated.code() != 200 {
            return written;
        }
        stored::read(&written, self.crd, self.version).map_or(written, |stored| stored.object)
    }

    /// What validation makes of an object that is ready to be stored.
    fn judged(
        &mut self,
        new: &Resource,
        old: &Stored,
        by_status: bool,
        unit: Unit<'_>,
        mut report: Report,
    ) -> Updated {
        let [metadata, old_metadata] = [&new.metadata, &old.metadata].map(Metadata::new);
        self.validated(new, old, by_status, &mut report);
        let refused = report.errors.iter().any(|error| error.kind.refuses());
        if refused {
            self.note_kept(&mut report, old, by_status);
        } else if !by_status {
            warnings::finalizers(metadata, Some(old_metadata), &mut report);
        }
        results::warn_once(&mut report);
        let base = if by_status { Path::EMPTY.child("status") } else { Path::EMPTY };
        let (schema_file, kubernetes) = (report.schema_file.clone(), report.kubernetes);
        let mut forgiven = Report { schema_file, kubernetes, ..Report::default() };
        self.validator.raise_forgiven(&base, &mut forgiven);
        let mut findings = crdls_report::findings(report, unit, 1);
        findings.extend(results::ratcheted(forgiven, unit));
        let deleted = !refused && prepare::is_deleted(metadata, old_metadata);
        Updated { findings, deleted, ..Updated::default() }
    }

    /// Runs all stages of validation.
    fn validated(&mut self, new: &Resource, old: &Stored, by_status: bool, report: &mut Report) {
        let schema = Structural::of_version(self.version.schema());
        let correlated = Correlated::new(&new.object, &old.object, schema);
        let [metadata, old_metadata] = [&new.metadata, &old.metadata].map(Metadata::new);
        let ratchets = !by_status || self.config.kubernetes.has(Difference::RatchetsStatus);
        let correlated = ratchets.then_some(&correlated);
        let past = Replaced { object: &old.object, metadata: old_metadata, correlated, by_status };
        self.validate(&new.object, Past::Replaced(past), metadata, report);
    }

    /// Notes which errors the stored object has by itself: it is judged as far as those come from.
    fn note_kept(&mut self, report: &mut Report, old: &Stored, by_status: bool) {
        let of_rules = |error: &FieldError| *error.code == FAILED_RULE;
        let mut kept = report.errors.iter().filter(|error| error.ratchets_at.is_some()).peekable();
        if kept.peek().is_none() {
            return;
        }
        let runs_rules = kept.any(of_rules);
        let mut of_old = Report { kubernetes: report.kubernetes, ..Report::default() };
        let correlated = Correlated::new(&old.object, &old.object, Structural::of_version(None));
        let metadata = Metadata::new(&old.metadata);
        let past = Replaced { object: &old.object, metadata, correlated: Some(&correlated), by_status };
        self.schema(&old.object, Some(past), &mut of_old);
        if runs_rules {
            self.rules(&old.object, Past::Replaced(past), &mut of_old);
        }
        results::note_kept(report, &of_old);
    }
}

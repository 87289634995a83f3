//! Objects that a version of a CRD accepts: created, their status written, and read again, by the server's stages.
//!
//! Must not know what an object is to show.

use std::borrow::Cow;
use std::cell::Cell;

use crdls_manifest::model::{Crd, Version};
use crdls_report::{Config, Finding, Report};
use crdls_resource::update::{StoredObject, Subresource, Update, Updated};
use crdls_resource::{Judge, Verdict};
use crdls_values::{Json, JsonValue};

/// A version, and what judges its objects.
#[derive(Debug)]
pub struct VersionJudge<'m> {
    /// The CRD that the version is of.
    pub crd: Crd<'m>,
    /// The version.
    pub version: Version<'m>,
    /// What judges its objects.
    pub judge: Judge<'m>,
    /// What it judges by.
    pub config: &'m Config,
    has_read_stored: Cell<bool>,
}

/// An object that a version accepts.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The object as it is sent.
    pub object: Json,
    /// The object as it is stored and read again.
    pub stored: Json,
    /// What was created before its status was written; `None` where no status was.
    pub created: Option<Json>,
}

impl<'m> VersionJudge<'m> {
    /// A judge of the objects of a version.
    pub fn new(crd: Crd<'m>, version: Version<'m>, config: &'m Config) -> Self {
        let judge = Judge::new(crd, version, config);
        Self { crd, version, judge, config, has_read_stored: Cell::new(false) }
    }

    /// An object as a client of the version sends it.
    pub fn sent<'o>(&self, object: &'o Json) -> Cow<'o, Json> {
        let api_version = format!("{}/{}", self.crd.spec().group(), self.version.name());
        if object.get("apiVersion").and_then(Json::as_str) == Some(&*api_version) {
            return Cow::Borrowed(object);
        }
        let mut object = object.clone();
        object.set("apiVersion", |range| Json { value: JsonValue::Str(api_version.into()), range });
        Cow::Owned(object)
    }

    /// What the server makes of a new object.
    pub fn create(&mut self, object: &Json) -> Verdict {
        self.judge.judge(object.into(), None)
    }

    /// What the server makes of an update.
    pub fn update(&mut self, new: &Json, old: &Json, subresource: Option<Subresource>) -> Updated {
        let report = Report { kubernetes: self.config.kubernetes, ..Report::default() };
        self.judge.update(new.into(), Update { old, subresource }, report)
    }

    /// A stored object as it is read for updates. Where a webhook converts, it is taken to lose nothing, as if objects were
    /// stored in this version; those that were stored in it before are not converted at all.
    pub fn read_stored(&self, stored: &Json) -> StoredObject {
        self.has_read_stored.set(true);
        let converts = self.crd.spec().webhook_conversion().is_some();
        let storage = self.crd.versions().find(|version| version.storage() && !converts);
        self.judge.read_stored_in(storage.unwrap_or(self.version), stored)
    }

    /// Whether it has read a stored object.
    pub const fn has_read_stored(&self) -> bool {
        self.has_read_stored.get()
    }

    /// Finds the refusals of an update of an object or its status, see [`Judge::update_refusals`].
    pub fn update_refusals(&mut self, new: &Json, old: &StoredObject, by_status: bool) -> Updated {
        let report = Report { kubernetes: self.config.kubernetes, ..Report::default() };
        self.judge.update_refusals(new.into(), old, by_status, report)
    }

    /// What is read of a stored object; `None` where it cannot be.
    pub fn read(&self, stored: &Json) -> Option<Json> {
        self.read_stored(stored).object()
    }

    /// Creates an object and writes its status, where that is a subresource; the refusals where the server does not
    /// accept it.
    pub fn accept(&mut self, object: &Json) -> Result<Accepted, Vec<Finding>> {
        let verdict = self.create(object);
        let refused = refusals(verdict.findings);
        let (Some(created), true) = (verdict.object, refused.is_empty()) else { return Err(refused) };
        let read = |stored: &Json| self.read(stored).ok_or_else(Vec::new);
        if !self.version.has_status() || object.get("status").is_none_or(Json::is_null) {
            let stored = read(&created)?;
            return Ok(Accepted { object: object.clone(), stored, created: None });
        }
        let updated = self.update(object, &created, Some(Subresource::Status));
        if updated.code() != 200 {
            return Err(refusals(updated.findings));
        }
        let stored = updated.object.as_ref().and_then(|object| self.read(object)).ok_or_else(Vec::new)?;
        Ok(Accepted { object: object.clone(), stored, created: Some(created) })
    }
}

/// What the server refuses an object for, of all findings of it.
pub fn refusals(findings: Vec<Finding>) -> Vec<Finding> {
    findings.into_iter().filter(Finding::refuses).collect()
}

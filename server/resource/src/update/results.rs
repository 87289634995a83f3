//! What an update comes to: findings with what forgives them or brings them back, and whether anything is written.

use std::collections::HashSet;

use super::Updated;
use super::refusal::Refusal;
use super::stored::{self, Stored};
use crate::past::{brought_back, unchanged as only_unchanged};
use crate::read::prune;
use crate::structural::Structural;
use crdls_manifest::model::{Crd, Version};
use crdls_report::{ErrorType, FieldError, Finding, Report, Unit, code};
use crdls_values::Json;

code!(
    RATCHETED_ERROR,
    "ratcheted-error",
    Information,
    advice,
    "an error that the server forgives because the value did not change"
);

/// Notes on errors that the stored object has too that a change brought them back.
pub fn note_kept(report: &mut Report, of_old: &Report) {
    let key = |error: &FieldError| (error.kind, error.field.clone(), error.detail.clone());
    let before: HashSet<_> = of_old.errors.iter().map(key).collect();
    for error in &mut report.errors {
        if let Some(node) = error.ratchets_at.as_ref().filter(|_| before.contains(&key(error))) {
            error.past = Some(brought_back(node));
        }
    }
}

/// Keeps the first of equal warnings: the server sends each once.
pub fn warn_once(report: &mut Report) {
    let mut sent = HashSet::new();
    report.errors.retain(|error| error.kind != ErrorType::Warning || sent.insert(error.detail.clone()));
}

/// The findings on what the server forgives.
pub fn ratcheted(mut forgiven: Report, unit: Unit<'_>) -> impl Iterator<Item = Finding> {
    for error in &mut forgiven.errors {
        error.past = error.ratchets_at.as_ref().map(only_unchanged);
        (error.why, error.help) = (None, None);
    }
    crdls_report::findings(forgiven, unit, 1).into_iter().map(|finding| Finding {
        code: &RATCHETED_ERROR,
        severity: RATCHETED_ERROR.severity,
        server: None,
        fixes: Vec::new(),
        ..finding
    })
}

/// The result for a new object that cannot be decoded.
pub fn undecodable(mut findings: Vec<Finding>, report: Report, unit: Unit<'_>, old: Stored) -> Updated {
    let mut others = crdls_report::findings(report, unit, 1);
    others.iter_mut().for_each(Finding::shadow);
    findings.append(&mut others);
    Updated { findings, old: Some(old.object), ..Refusal::undecodable().whole(unit) }
}

/// Whether an object is stored like that already. What the server fills in is not compared, nor what it writes anew with
/// each write.
pub fn unchanged(new: &Json, old: &Json, crd: Crd<'_>, version: Version<'_>) -> bool {
    let storage = crd.versions().find(|version| version.storage()).unwrap_or(version);
    let preserves = crd.spec().preserve_unknown_fields();
    let mut written = new.clone();
    prune(&mut written, Structural::of_version(storage.schema()), preserves, &mut |_, _, _| {});
    let [written, before] = [written, old.clone()].map(|mut object| {
        stored::name(&mut object, crd, storage);
        let metadata = object.get_mut("metadata");
        let namespace = (crd.spec().scope() == "Cluster").then_some("namespace");
        let filled_in = FILLED_IN.into_iter().chain(namespace);
        metadata.into_iter().for_each(|metadata| filled_in.clone().for_each(|name| metadata.remove(name)));
        object
    });
    written == before
}

/// Takes the generation out of the objects again where the stored one is written without: then it is not known.
pub fn leave_out_generation(updated: &mut Updated, old: &Json) {
    let written = old.get("metadata").and_then(|metadata| metadata.get("generation"));
    if written.is_none() {
        for object in [&mut updated.object, &mut updated.old].into_iter().flatten() {
            let metadata = object.get_mut("metadata");
            metadata.into_iter().for_each(|metadata| metadata.remove("generation"));
        }
    }
}

const FILLED_IN: [&str; 6] =
    ["creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"];

//! `crdls versions --remove`: the steps, what must hold before each, and what the server refuses if one is left out.
//!
//! Must not know how the steps are found.

use std::fmt::Write as _;

use crdls_ide::{Removal, RemovalAction, RemovalStep, removal};
use crdls_minors::{Difference, Minor};
use crdls_resource::IndexedCrd;
use serde_json::{Value, json};

use super::{Crds, no_version, object};
use crate::cli::args::Format;
use crate::cli::outcome::{Ended, Outcome, print, trouble};
use crate::render::{Source, one_line, unified};

/// Prints the steps for each CRD that has the version.
pub(super) fn run(crds: &Crds<'_>, version: &str, format: Format) -> Ended {
    let found = crds.with_version(version);
    if found.is_empty() {
        return Err(no_version(crds, version).into());
    }
    let (mut outcome, mut plans) = (Outcome::Clean, Vec::new());
    for known in found {
        let Some(source) = crds.source(known) else { continue };
        let name = known.crd().metadata().name();
        let plan = object(source, known).map(|crd| removal(source.file(), crd, version, crds.config));
        match plan.unwrap_or_else(|| Err("the manifest is not whole".to_owned())) {
            Ok(removal) => {
                plans.push(Plan { known, source, version, removal, minor: crds.config.kubernetes })
            }
            Err(why) => {
                outcome = Outcome::Errors;
                let _ =
                    trouble(format_args!("`{version}` of {name} ({}) cannot be removed: {why}", source.name));
            }
        }
    }
    Ok(outcome.max(match format {
        Format::Json => print([format!("{}\n", plans.iter().map(Plan::json).collect::<Value>())]),
        _ => print([plans.iter().map(Plan::text).collect::<Vec<_>>().join("\n")]),
    }))
}

/// The removal of a version from a CRD.
struct Plan<'p> {
    known: &'p IndexedCrd,
    source: &'p Source,
    version: &'p str,
    removal: Removal,
    minor: Minor,
}

/// What must hold before a step, and what is done.
struct Instruction {
    title: String,
    before: Vec<String>,
    /// A diff of the manifest, an object to apply, or a command; each under its heading.
    parts: Vec<(&'static str, String)>,
}

impl Plan<'_> {
    fn text(&self) -> String {
        let name = one_line(self.known.crd().metadata().name()).into_owned();
        let mut out = format!("{name} ({}): remove {}\n", self.source.name, self.version);
        if self.known.crd().stored_versions().is_none() {
            let _ = writeln!(
                out,
                "The manifest has no `status.storedVersions`: objects are assumed to be stored in {}.",
                self.removal.stored.join(" and ")
            );
        }
        for (at, (step, instruction)) in self.instructions().into_iter().enumerate() {
            let _ = writeln!(out, "\n{}. {}", at + 1, instruction.title);
            for before in &instruction.before {
                let _ = writeln!(out, "   before: {before}");
            }
            for (heading, text) in &instruction.parts {
                let _ = writeln!(out, "   {heading}:");
                for line in text.lines() {
                    let _ = writeln!(out, "{}", format!("     {line}").trim_end());
                }
            }
            if let Some(consequence) = self.left_out(step) {
                let _ = writeln!(out, "   if left out: {consequence}");
            }
        }
        out
    }

    fn json(&self) -> Value {
        let step = |(step, instruction): (&RemovalStep, Instruction)| {
            let parts = instruction.parts.into_iter().map(|(kind, text)| json!({"kind": kind, "text": text}));
            let refused = step.left_out.as_ref();
            json!({
                "title": instruction.title, "before": instruction.before, "parts": parts.collect::<Value>(),
                "storedVersions": step.stored,
                "ifLeftOut": {
                    "text": self.left_out(step),
                    "refusedStep": refused.map(|refused| refused.step + 1),
                    "server": refused.map(|refused| &refused.sentences),
                },
            })
        };
        json!({
            "name": self.known.crd().metadata().name(), "file": &*self.source.name, "version": self.version,
            "successor": self.removal.successor, "storedVersions": self.removal.stored,
            "steps": self.instructions().into_iter().map(step).collect::<Value>(),
        })
    }

    fn instructions(&self) -> Vec<(&RemovalStep, Instruction)> {
        let mut before = self.source.file().text();
        let mut found = Vec::new();
        for step in &self.removal.steps {
            found.push((step, self.instruction(step, before)));
            before = &step.text;
        }
        found
    }

    fn instruction(&self, step: &RemovalStep, text: &str) -> Instruction {
        let (old, new) = (self.version, &*self.removal.successor);
        let manifest = || vec![("manifest", unified(&self.source.name, text, &step.text))];
        match step.action {
            RemovalAction::Store => Instruction {
                title: format!("Store objects as {new}"),
                before: vec![
                    format!("an earlier release serves {new}, so that objects can be read after a rollback"),
                    match self.removal.has_webhook {
                        true => format!("the conversion webhook converts between {old} and {new} without losing data"),
                        false => format!("{new} has all fields of {old}: `crdls check` reports no lossy-conversion"),
                    },
                ],
                parts: manifest(),
            },
            RemovalAction::Unserve => Instruction {
                title: format!("Stop serving {old}, in a release of its own"),
                before: vec![format!("no client uses {old}; an earlier release has `deprecated: true`, which warns them")],
                parts: manifest(),
            },
            RemovalAction::Rewrite => Instruction {
                title: format!("Write all objects again in each cluster, so that they are stored as {new}"),
                before: vec![format!("the cluster has the CRD with `storage: true` at {new}")],
                parts: self.rewrite(),
            },
            RemovalAction::Forget => Instruction {
                title: format!("Remove {old} from `status.storedVersions` in each cluster"),
                before: vec![
                    "all objects were written again (the StorageVersionMigration has the condition `Succeeded`)".to_owned(),
                ],
                parts: vec![("command", self.forget(&step.stored))],
            },
            RemovalAction::Remove => Instruction {
                title: format!("Remove {old} from the manifest, one release later"),
                before: vec![format!("`status.storedVersions` does not name {old} in any cluster that gets the release")],
                parts: manifest(),
            },
        }
    }

    fn names(&self) -> (&str, &str) {
        let spec = self.known.crd().spec();
        (spec.group(), spec.names().plural())
    }

    /// What writes all objects again: the object for the cluster's controller, and the command that does the same.
    fn rewrite(&self) -> Vec<(&'static str, String)> {
        let (group, plural) = self.names();
        let new = &self.removal.successor;
        let (api, resource, note) = if self.minor.has(Difference::MigratesStorage) {
            ("v1", String::new(), "")
        } else if self.minor.has(Difference::MigratesStorageInBeta) {
            ("v1beta1", String::new(), "# A beta API: off unless the API server enables it.\n")
        } else {
            let note = "# An alpha API: off unless the API server enables it, with the feature gate StorageVersionMigrator.\n";
            ("v1alpha1", format!("    version: {new}\n"), note)
        };
        let migration = format!(
            "{note}apiVersion: storagemigration.k8s.io/{api}\nkind: StorageVersionMigration\nmetadata:\n  name: {plural}.{group}\nspec:\n  resource:\n    group: {group}\n{resource}    resource: {plural}\n"
        );
        let command = format!(
            "kubectl get {plural}.{new}.{group} --all-namespaces --output json | kubectl replace --filename -"
        );
        vec![("apply", migration), ("or run", command)]
    }

    fn forget(&self, stored: &[String]) -> String {
        let patch = json!({"status": {"storedVersions": stored}});
        let name = self.known.crd().metadata().name();
        format!(
            "kubectl patch customresourcedefinition {name} --subresource=status --type=merge --patch '{patch}'"
        )
    }

    /// What comes of a step that is left out; `None` for the last one.
    fn left_out(&self, step: &RemovalStep) -> Option<String> {
        if let Some(refused) = &step.left_out {
            let sentences = refused.sentences.join("; ");
            return Some(format!("the server rejects step {}: {sentences}", refused.step + 1));
        }
        let ((group, _), old) = (self.names(), self.version);
        match step.action {
            RemovalAction::Remove => None,
            RemovalAction::Rewrite => Some(format!(
                "the server rejects nothing, and cannot read objects that are stored as {old}: request to convert CR from an invalid group/version: {group}/{old}"
            )),
            RemovalAction::Unserve => {
                Some(format!("the server rejects nothing; clients of {old} fail only when it is removed"))
            }
            RemovalAction::Store | RemovalAction::Forget => Some("the server rejects nothing".to_owned()),
        }
    }
}

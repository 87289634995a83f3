//! Fixes of breaking changes of CRDs: what was there comes back, or the change is made so that it breaks less.
//!
//! [`BY_CODE`] leads from a change to what can be done about it besides undoing it. Each fix is proven: with it, the CRDs
//! are compared again, and the text is checked. Must not know where the old text comes from.

mod old_text;
mod restore;
mod rule;
mod version;

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_change::{Change, Class, Definition, compare};
use crdls_manifest::decode::Decoded;
use crdls_manifest::model::{Crd, OrBool, Schema};
use crdls_report::{Config, FieldPath, Finding, Fix, PathStep};

use super::edit_set::EditSet;
use super::proof::adds_errors;
use super::request::fix;
use super::resolved_path::ResolvedPath;
use super::value::Value;
use crate::diagnostics::check_document;
use crate::{File, FileContext, FileFinding};

/// A CRD of a file, and what it was before.
#[derive(Clone, Copy, Debug)]
pub struct ChangedCrd<'a> {
    /// The file that has it now.
    pub file: &'a File,
    /// The number of its document.
    pub document: usize,
    /// Before.
    pub old: Definition<'a>,
    /// Now.
    pub new: Definition<'a>,
}

type MakeFix = fn(&ChangedCrd<'_>, &Change, &Config) -> Option<Fix>;

/// What can be done about a change besides undoing it, by its code.
const BY_CODE: &[(&str, &[MakeFix])] = &[
    ("property-removed", &[restore::deprecated]),
    ("required-added", &[default]),
    ("rule-added", &[rule::with_optional_old_self, rule::on_updates]),
    ("rule-changed", &[rule::with_optional_old_self, rule::on_updates]),
    ("version-removed", &[restore::deprecated]),
];

/// The most bytes that are checked to prove the fixes of a change.
const BUDGET: u64 = 16 << 20;

impl<'a> ChangedCrd<'a> {
    /// The fixes of one of the changes between the two, the best first, each proven. `changes` are all of them, and
    /// `findings` what is found in the file with the same context and configuration. Empty for a change that does not
    /// break anything.
    pub fn fixes(
        &self,
        change: &Change,
        changes: &[Change],
        findings: &[FileFinding],
        context: FileContext<'_>,
        config: &Config,
    ) -> Vec<Fix> {
        if !change.is_breaking() {
            return Vec::new();
        }
        let own = BY_CODE.iter().find(|(code, _)| *code == change.code.name()).map(|(_, makes)| *makes);
        let all: [&[MakeFix]; 3] = [&[restore::undone], own.unwrap_or_default(), &[version::kept]];
        let bytes = u64::from(self.file.range().len()).max(1);
        let fixes = all.into_iter().flatten().filter_map(|make| make(self, change, config));
        let before: Vec<_> = self.of_document(findings).collect();
        let is_proven = |fix: &Fix| self.is_better(fix, change, changes, &before, context, config);
        fixes.take((BUDGET / bytes) as usize).filter(is_proven).collect()
    }

    fn of_document<'f>(&self, findings: &'f [FileFinding]) -> impl Iterator<Item = &'f Finding> {
        let number = self.document;
        findings.iter().filter(move |found| found.document == number).map(|found| &*found.finding)
    }

    /// Whether with a fix the change is no longer breaking, or in a class that breaks less, and nothing else becomes
    /// worse.
    fn is_better(
        &self,
        fix: &Fix,
        change: &Change,
        changes: &[Change],
        before: &[&Finding],
        context: FileContext<'_>,
        config: &Config,
    ) -> bool {
        let mut edits = EditSet::of(self.file.text());
        let Some(file) = edits.add(fix).then(|| edits.edited(self.file)).flatten() else { return false };
        if !file.parses() || adds_errors(before, &check_document(&file, self.document, context, config)) {
            return false;
        }
        let is_it = |decoded: &Arc<Decoded>| {
            Crd::new(&decoded.object).metadata().name() == self.new.crd.metadata().name()
        };
        let decoded = |root| Some((root, file.decoded(root, config).filter(is_it)?));
        let Some((root, decoded)) = file.crds_of(self.document).find_map(decoded) else { return false };
        let new = Definition { crd: Crd::new(&decoded.object), root };
        let after = compare(self.old, new, &[], config).changes;
        let (was, is) = (breaking(changes), breaking(&after));
        let none = Vec::new();
        let is_no_worse = |(key, classes): (&ChangeKey<'_>, &Vec<Class>)| {
            let known = was.get(key).unwrap_or(&none);
            classes.len() <= known.len() && classes.iter().zip(known).all(|(now, then)| now >= then)
        };
        let key = ChangeKey::of(change);
        is.iter().all(is_no_worse) && is.get(&key) != was.get(&key)
    }

    /// A path of the old manifest in the new one, where a version may have another number.
    pub fn in_new(&self, path: &FieldPath, version: Option<&str>) -> FieldPath {
        let number = |definition: Definition<'_>| {
            definition.crd.versions().position(|its| Some(its.name()) == version)
        };
        let (old, new) = (number(self.old), number(self.new));
        let is_in_version = old.is_some() && path.version().map(|(number, _)| number) == old;
        match new.filter(|_| is_in_version) {
            Some(number) => path.in_version(number),
            None => path.clone(),
        }
    }
}

/// By what a change is known again after an edit.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChangeKey<'c> {
    version: Option<&'c str>,
    code: &'static str,
    field: &'c str,
}

impl<'c> ChangeKey<'c> {
    fn of(change: &'c Change) -> Self {
        Self { version: change.version.as_deref(), code: change.code.name(), field: &change.field }
    }
}

/// The classes of the breaking changes, the worst first.
fn breaking(changes: &[Change]) -> BTreeMap<ChangeKey<'_>, Vec<Class>> {
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for change in changes.iter().filter(|change| change.is_breaking()) {
        found.entry(ChangeKey::of(change)).or_default().push(change.class);
    }
    found.values_mut().for_each(|classes| classes.sort());
    found
}

/// A default for a field that is now required.
fn default(crd: &ChangedCrd<'_>, change: &Change, config: &Config) -> Option<Fix> {
    let target = ResolvedPath::find(crd.new.root, &change.new.as_ref()?.path)?;
    let (name, owner) = (target.text()?, target.above(2)?);
    let property = owner.down("properties").down(&name);
    let root = crd.new.crd.versions().find(|version| Some(version.name()) == change.version.as_deref())?;
    let steps = change.path.version()?.1;
    let steps = steps.get(2..steps.len().checked_sub(2)?)?;
    let schema = schema_at(root.schema()?, steps)?.find_property(&name)?.schema;
    let value = Value::of_json(&crdls_witness::example(schema, &name, config.kubernetes));
    let edit = property.is_found().then(|| property.down("default").set(&value)).flatten()?;
    fix(format!("give `{name}` the default `{}`", value.flow(false)), vec![edit])
}

/// The schema that steps of a manifest lead to.
fn schema_at<'m>(schema: Schema<'m>, steps: &[PathStep]) -> Option<Schema<'m>> {
    let (step, rest) = match steps.split_first() {
        Some((step, rest)) => (step.member()?, rest),
        None => return Some(schema),
    };
    match step {
        "properties" => {
            let (name, rest) = rest.split_first()?;
            schema_at(schema.find_property(name.member()?)?.schema, rest)
        }
        "items" => schema_at(schema.item_schema()?, rest),
        "additionalProperties" => match schema.additional_properties()? {
            OrBool::Schema(schema) => schema_at(schema, rest),
            OrBool::Bool(_) => None,
        },
        _ => None,
    }
}

//! What is found in kustomizations, and what the API server reports of the objects that they build.

use std::collections::BTreeMap;

use crdls_crd::validate::validate;
use crdls_kustomize::{Object, Origin, Problem, ProblemKind, Session, Step, WrittenAt};
use crdls_resource::{Index, JudgingCrd, judge};
use crdls_schema::decode::decode;
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::model::Crd;
use crdls_schema::{Config, FieldPath, Finding, Path, PathStep, Unit};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use super::builds::{Kustomizations, is_crd};
use super::wording::{finding, times_included};

/// What is found by kustomizations.
#[derive(Debug, Default)]
pub struct KustomizationFindings {
    /// Problems of builds, and what is wrong with built objects because of a patch or a transformer, each with its file. A
    /// position that several kustomizations include is reported once.
    pub found: Vec<(String, Finding)>,
    /// The objects of files that kustomizations include.
    used: BTreeMap<String, BTreeMap<TextRange, UsedObject>>,
}

/// An object of a file that kustomizations include.
#[derive(Debug, Default)]
struct UsedObject {
    /// A kustomization applies it as it is written, or was not evaluated.
    is_as_written: bool,
    /// What is reported of it in its own file as it is built.
    found: Vec<Finding>,
}

impl KustomizationFindings {
    /// Whether a finding of a file is to be reported. What the server reports of an object as it is written is not if each
    /// kustomization that includes the object changes that.
    pub fn keeps(&self, path: &str, finding: &Finding) -> bool {
        let Some(used) = self.used.get(path).filter(|_| finding.refuses()) else { return true };
        let mut around = used.iter().filter(|(range, _)| range.covers(finding.range));
        around.all(|(_, object)| object.reports(finding))
    }

    /// What the server reports in a file of objects as they are built.
    pub fn of_built(&self, path: &str) -> impl Iterator<Item = &Finding> {
        self.used.get(path).into_iter().flat_map(BTreeMap::values).flat_map(|object| &object.found)
    }
}

impl UsedObject {
    fn reports(&self, finding: &Finding) -> bool {
        self.is_as_written || self.found.iter().any(|found| is_also_built(finding, found))
    }
}

/// Whether two findings of a file are one: as it is written and as it is built.
pub fn is_also_built(written: &Finding, built: &Finding) -> bool {
    let is_at = written.path.steps().ends_with(built.path.steps())
        || written.range.covers(built.range)
        || built.range.covers(written.range);
    written.code == built.code && is_at
}

impl Kustomizations<'_> {
    /// What is found in the kustomizations and in the files that they name; of those that include a file or folder that is
    /// `wanted`, by its path.
    pub fn findings(
        mut self,
        wanted: &dyn Fn(&str) -> bool,
        crds: &Index,
        config: &Config,
    ) -> KustomizationFindings {
        let mut all = KustomizationFindings::default();
        let mut problems: BTreeMap<(Origin, ProblemKind), (Problem, usize)> = BTreeMap::new();
        let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
        let mut of_objects: BTreeMap<(Origin, &'static str), (Finding, usize)> = BTreeMap::new();
        for root in self.roots.clone() {
            if !self.includes(&root, wanted) {
                continue;
            }
            let build = self.build(&root);
            let is_evaluated = build.is_evaluated() && !build.fails();
            for object in &build.objects {
                let file = self.session.source(object.file());
                let Some(path) = file.map(|file| file.path.clone()) else { continue };
                let used = all.used.entry(path).or_default().entry(object.node.origin.range).or_default();
                let written = self.session.as_written(object);
                if !is_evaluated || written.is_none_or(|written| object.node.is_copy_of(written)) {
                    used.is_as_written = true;
                    continue;
                }
                let Some(found) = judged(&self.session, object, crds, config) else {
                    used.is_as_written = true;
                    continue;
                };
                for (at, finding) in found {
                    if at.origin.file == object.file() {
                        used.found.push(in_file(finding, &root));
                        continue;
                    }
                    let (_, times) = of_objects
                        .entry((at.origin, finding.code.name))
                        .or_insert_with(|| (in_patch(&self.session, object, at, finding), 0));
                    *times += 1;
                }
            }
            let mut taken_part = build.kustomizations.clone();
            taken_part.sort_unstable();
            taken_part.dedup();
            taken_part.into_iter().for_each(|file| *uses.entry(file).or_default() += 1);
            for problem in &build.problems {
                let key = (problem.at, problem.kind);
                problems.entry(key).or_insert_with(|| (problem.clone(), 0)).1 += 1;
            }
        }
        let reported = problems.into_values().filter(|(problem, times)| match problem.kind {
            // A component may patch what only some of its users have.
            ProblemKind::EmptyTarget => uses.get(&problem.at.file).is_none_or(|uses| uses == times),
            kind => kind.is_failure(),
        });
        let problems = reported.filter_map(|(problem, times)| finding(&self.session, &problem, times));
        let of_objects = of_objects.into_iter().filter_map(|((origin, _), (finding, times))| {
            let path = self.session.source(origin.file)?.path.clone();
            Some((path, times_included(finding, times)))
        });
        all.found = problems.chain(of_objects).collect();
        all
    }
}

/// A finding in the file of an object, which it does not have as it is written.
fn in_file(finding: Finding, root: &str) -> Finding {
    finding.why(format!("the kustomization in `{root}` changes the object"))
}

/// A finding at what wrote a value into an object, or removed it.
fn in_patch(session: &Session<'_>, object: &Object, at: WrittenAt, finding: Finding) -> Finding {
    let does = if at.is_removed { "removes the field from" } else { "writes the value into" };
    let base = session.source(object.file()).map(|source| source.path.as_str()).unwrap_or_default();
    let (kind, name) = (&object.id.gvk.kind, &object.id.name);
    finding.why(format!("this {does} the {kind} `{name}` of {base}"))
}

/// What the API server reports of a built CRD or custom resource, each where it was written last. `None` if it is not
/// judged.
fn judged(
    session: &Session<'_>,
    object: &Object,
    crds: &Index,
    config: &Config,
) -> Option<Vec<(WrittenAt, Finding)>> {
    let value = object.value().ok()?;
    let found = if is_crd(object) {
        judged_crd(&value, config)
    } else {
        let gvk = &object.id.gvk;
        let file = session.source(object.file())?;
        let JudgingCrd::Version(by) = crds.judge_type(&gvk.api_version(), &gvk.kind, &file.path) else {
            return None;
        };
        if is_template(&value) {
            return None;
        }
        judge(Unit::Made(&value), "", by, config).findings
    };
    let placed = found.into_iter().filter(Finding::refuses).map(|mut finding| {
        let written = object.written(steps(&finding.path));
        finding.range = written.origin.range;
        finding.related.retain(|related| related.file.is_some());
        (written, finding)
    });
    Some(placed.collect())
}

/// A path as builds have it.
pub(super) fn steps(path: &FieldPath) -> impl Iterator<Item = Step<'_>> {
    path.steps().iter().map(|step| match step {
        PathStep::Name(name) | PathStep::Key(name) => Step::Name(name),
        PathStep::Index(at) => Step::Item(*at),
    })
}

fn judged_crd(value: &Json, config: &Config) -> Vec<Finding> {
    let decoded = decode(Unit::Made(value), &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config);
    let mut found = validate(Crd::new(&decoded.object), None, Unit::Made(value), config);
    // What could not be decoded is not there.
    let undecoded: Vec<_> = decoded.findings.iter().filter(|finding| finding.refuses()).collect();
    found.retain(|finding| !undecoded.iter().any(|cause| finding.path.starts_with(cause.path.steps())));
    found.extend(decoded.findings);
    found
}

/// Whether a text has a placeholder that another program replaces.
fn is_template(value: &Json) -> bool {
    match &value.value {
        JsonValue::Str(text) => ["${", "{{", "$("].iter().any(|opening| text.contains(opening)),
        JsonValue::List(items) => items.iter().any(is_template),
        JsonValue::Map(members) => members.iter().any(|member| is_template(&member.value)),
        _ => false,
    }
}

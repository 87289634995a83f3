//! What is found in kustomizations, and what the API server reports of the objects that they build.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crdls_kustomize::{Object, Origin, Problem, ProblemKind, Session, Step, WrittenAt};
use crdls_report::{Config, FieldPath, Finding, PathStep, Unit};
use crdls_resource::{Index, JudgingCrd, ServedVersion, dropped_namespace, judge};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use super::builds::{Kustomizations, is_crd};
use super::checked_crd::CheckedCrds;
use super::replaced;
use super::wording::{all_of, finding, times_included};
use crate::form::is_by_name_or_type;

/// What is found by kustomizations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KustomizationFindings {
    /// Problems of builds, and what is wrong with built objects because of a patch or a transformer, each with its file. A
    /// position that several kustomizations include is reported once.
    pub found: Vec<(String, Finding)>,
    /// The objects of files that kustomizations include.
    used: BTreeMap<String, BTreeMap<TextRange, UsedObject>>,
    /// Files of components without users. They are validated only through these.
    of_unused_components: HashSet<String>,
}

/// An object of a file that kustomizations include.
#[derive(Clone, Debug, Default, PartialEq)]
struct UsedObject {
    /// A kustomization applies it as it is written, or was not evaluated.
    is_as_written: bool,
    /// What is reported of it in its own file as it is built.
    found: Vec<Finding>,
}

impl KustomizationFindings {
    /// Whether a finding of a file is to be reported. What the server reports of an object as it is written is not if each
    /// kustomization that includes the object changes that, or if those that will are not known.
    pub fn keeps(&self, path: &str, finding: &Finding) -> bool {
        if self.of_unused_components.contains(path) {
            return !finding.refuses() || is_by_name_or_type(finding);
        }
        let Some(used) = self.used.get(path).filter(|_| finding.refuses()) else { return true };
        let mut around = used.iter().filter(|(range, _)| range.covers(finding.range));
        around.all(|(_, object)| object.reports(finding))
    }

    /// Whether nothing about a file differs in two states.
    pub fn is_same_of(&self, other: &Self, path: &str) -> bool {
        let found =
            |all: &'_ Self| all.found.iter().filter(|(file, _)| file == path).cloned().collect::<Vec<_>>();
        let is_alone = |all: &Self| all.of_unused_components.contains(path);
        self.used.get(path) == other.used.get(path)
            && found(self) == found(other)
            && is_alone(self) == is_alone(other)
    }

    /// Whether nothing is found in a file.
    pub fn has_none_of(&self, path: &str) -> bool {
        self.of_file(path).chain(self.of_built(path)).next().is_none()
    }

    /// The findings in a file, without those that the server reports there of objects as they are built.
    pub fn of_file(&self, path: &str) -> impl Iterator<Item = &Finding> {
        self.found.iter().filter(move |(file, _)| file == path).map(|(_, finding)| finding)
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
    /// `wanted`, by its path. `named`: what the index calls a file.
    pub fn findings(
        &mut self,
        wanted: &dyn Fn(&str) -> bool,
        crds: &Index,
        config: &Config,
        named: &dyn Fn(&str) -> String,
    ) -> KustomizationFindings {
        let of_unused_components = self.of_unused_components();
        let mut all = KustomizationFindings { of_unused_components, ..KustomizationFindings::default() };
        let mut problems: BTreeMap<(Origin, ProblemKind), (Problem, usize)> = BTreeMap::new();
        let mut selecting: BTreeSet<Origin> = BTreeSet::new();
        let mut of_objects: BTreeMap<(Origin, &'static str), (Finding, BTreeSet<String>)> = BTreeMap::new();
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
                let file = named(&path_of(&self.session, object));
                let Some(found) = judged(object, &file, crds, config, &mut self.checked) else {
                    used.is_as_written = true;
                    continue;
                };
                for (at, finding) in found {
                    if at.origin.file == object.file() {
                        used.found.push(in_file(finding, &root));
                        continue;
                    }
                    let (_, by) = of_objects
                        .entry((at.origin, finding.code.name))
                        .or_insert_with(|| (in_patch(&self.session, object, at, finding), BTreeSet::new()));
                    by.insert(root.clone());
                }
            }
            selecting.extend(&build.selecting);
            // What is not evaluated does not matter where nothing is validated.
            let validates = build.objects.iter().any(Object::is_custom);
            for problem in build.problems.iter().filter(|problem| validates || !is_left_open(problem)) {
                let key = (problem.at, problem.kind);
                problems.entry(key).or_insert_with(|| (problem.clone(), 0)).1 += 1;
            }
        }
        let of: Vec<String> = self.folders.iter().filter(|folder| wanted(folder)).cloned().collect();
        for problem in self.session.unlisted_crds(&of, &self.folders) {
            // A patch for a CRD that is not listed says more.
            let fails = problems.values().any(|(known, _)| {
                known.kind == ProblemKind::NoMatch
                    && known.correction.is_some()
                    && known.correction == problem.correction
            });
            if !fails {
                problems.insert((problem.at, problem.kind), (problem, 1));
            }
        }
        let restricted = problems.keys().filter(|(_, kind)| *kind == ProblemKind::LoadRestriction).count();
        let mut is_first = true;
        let mut left_open = BTreeSet::new();
        let reported = problems.into_values().filter(|(problem, _)| match problem.kind {
            // A component may patch what only some of its users have.
            ProblemKind::EmptyTarget => !selecting
                .iter()
                .any(|target| target.file == problem.at.file && target.range.covers(problem.at.range)),
            ProblemKind::LoadRestriction => std::mem::take(&mut is_first),
            _ if is_left_open(problem) => left_open.insert(problem.at.file),
            _ => true,
        });
        let problems = reported.filter_map(|(problem, times)| {
            let (path, found) = finding(&self.session, &problem, times, named)?;
            Some(match problem.kind {
                ProblemKind::LoadRestriction => (path, all_of(found, restricted)),
                _ => (path, found),
            })
        });
        let of_objects = of_objects.into_iter().filter_map(|((origin, _), (finding, by))| {
            let path = self.session.source(origin.file)?.path.clone();
            Some((path, times_included(finding, by.len())))
        });
        all.found = problems.chain(of_objects).collect();
        all
    }
}

/// Whether something is not evaluated.
const fn is_left_open(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::NotEvaluated | ProblemKind::LeftOut)
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

fn path_of(session: &Session<'_>, object: &Object) -> String {
    session.source(object.file()).map(|source| source.path.clone()).unwrap_or_default()
}

/// What the API server reports of a built CRD or custom resource, each where it was written last. `None` if it is not
/// judged.
fn judged(
    object: &Object,
    file: &str,
    crds: &Index,
    config: &Config,
    checked: &mut CheckedCrds,
) -> Option<Vec<(WrittenAt, Finding)>> {
    let mut advice = Vec::new();
    let found = if is_crd(object) {
        checked.of(object, config)?.findings(config).to_vec()
    } else {
        let value = object.value().ok()?;
        let gvk = &object.id.gvk;
        let JudgingCrd::Version(by) = crds.judge_type(&gvk.api_version(), &gvk.kind, file) else {
            return None;
        };
        if is_template(&value) {
            return None;
        }
        advice = by.version.schema().map_or_else(Vec::new, |schema| replaced::lists(object, schema));
        advice.extend(namespace(object, by));
        judge(Unit::Made(&value), "", by, config).findings
    };
    let is_meant = |finding: &Finding| finding.refuses() && !replaced::has_directive(object, &finding.path);
    let placed = found.into_iter().filter(is_meant).map(|mut finding| {
        let written = object.written(steps(&finding.path));
        finding.range = written.origin.range;
        finding.related.retain(|related| related.file.is_some());
        (written, finding)
    });
    let advice =
        advice.into_iter().map(|(origin, finding)| (WrittenAt { origin, is_removed: false }, finding));
    Some(placed.chain(advice).collect())
}

/// The namespace that a kustomization gives to an object of a cluster-scoped kind.
fn namespace(object: &Object, by: ServedVersion<'_>) -> Option<(Origin, Finding)> {
    let namespace = object.node.get("metadata")?.get("namespace")?;
    let finding = dropped_namespace(namespace.text(), namespace.origin.range, by)?;
    Some((namespace.origin, finding.help("kustomize does not know the scope of custom resources: remove the field, or build the object in another kustomization")))
}

/// A path as builds have it.
pub(super) fn steps(path: &FieldPath) -> impl Iterator<Item = Step<'_>> {
    path.steps().iter().map(|step| match step {
        PathStep::Name(name) | PathStep::Key(name) => Step::Name(name),
        PathStep::Index(at) => Step::Item(*at),
    })
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

//! What is wrong with kustomizations: what makes `kustomize build` fail, patches that it silently drops, and values that
//! make a custom resource invalid.
//!
//! Knows how a problem of a build is worded; must not know how a build is made, nor where files come from.

use std::collections::BTreeMap;

use crdls_kustomize::{Files, Object, Origin, Problem, ProblemKind, Session, Step};
use crdls_resource::{Index, JudgingCrd, judge};
use crdls_schema::{Config, FieldPath, Finding, Fix, PathStep, Related, Unit, code};
use crdls_values::{Json, JsonValue};

code!(KUSTOMIZE_ERROR, "kustomize-error", Error, advice, "kustomize cannot build the kustomization");

code!(EMPTY_TARGET, "empty-target", Warning, advice, "the target of a patch selects no resource");

/// What is found in the kustomizations of some folders and in the files that they name, each with its file: problems of
/// the builds, and what the API server reports of built custom resources because of a patch or a transformer. A file that
/// several kustomizations include is reported once.
pub fn kustomizations(
    files: &dyn Files,
    folders: &[String],
    crds: Option<&Index>,
    config: &Config,
) -> Vec<(String, Finding)> {
    let mut session = Session::new(files);
    let roots = session.roots(folders);
    let mut found: BTreeMap<(Origin, ProblemKind), (Problem, usize)> = BTreeMap::new();
    let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_objects: BTreeMap<(Origin, &'static str), Finding> = BTreeMap::new();
    for root in &roots {
        let build = session.build(root);
        if let Some(crds) = crds.filter(|_| build.is_evaluated() && !build.fails()) {
            for object in &build.objects {
                for (origin, finding) in judged(&session, object, crds, config) {
                    of_objects.entry((origin, finding.code.name)).or_insert(finding);
                }
            }
        }
        let mut taken_part = build.kustomizations;
        taken_part.sort_unstable();
        taken_part.dedup();
        taken_part.into_iter().for_each(|file| *uses.entry(file).or_default() += 1);
        for problem in build.problems {
            let key = (problem.at, problem.kind);
            found.entry(key).or_insert_with(|| (problem, 0)).1 += 1;
        }
    }
    let reported = found.into_values().filter(|(problem, times)| match problem.kind {
        // A component may patch what only some of its users have.
        ProblemKind::EmptyTarget => uses.get(&problem.at.file).is_none_or(|uses| uses == times),
        kind => kind.is_failure(),
    });
    let problems = reported.filter_map(|(problem, times)| finding(&session, &problem, times));
    let of_objects = of_objects
        .into_iter()
        .filter_map(|((origin, _), finding)| Some((session.source(origin.file)?.path.clone(), finding)));
    problems.chain(of_objects).collect()
}

/// What the API server reports of a built custom resource at places that are not in the file of the object: what is in
/// the file is reported there.
fn judged(session: &Session<'_>, object: &Object, crds: &Index, config: &Config) -> Vec<(Origin, Finding)> {
    let gvk = &object.id.gvk;
    let JudgingCrd::Version(by) = crds.judge_type(&gvk.api_version(), &gvk.kind, "") else {
        return Vec::new();
    };
    let Ok(value) = object.value() else { return Vec::new() };
    if is_template(&value) {
        return Vec::new();
    }
    let verdict = judge(Unit::Made(&value), "", by, config);
    let mut found = Vec::new();
    for mut finding in verdict.findings.into_iter().filter(Finding::refuses) {
        let steps = finding.path.steps().iter().map(|step| match step {
            PathStep::Name(name) | PathStep::Key(name) => Step::Name(name),
            PathStep::Index(at) => Step::Item(*at),
        });
        let written = object.written(steps);
        if written.origin.file == object.file() {
            continue;
        }
        finding.range = written.origin.range;
        finding.related.retain(|related| related.file.is_some());
        let does = if written.is_removed { "removes the field from" } else { "writes the value into" };
        let base = session.source(object.file()).map(|source| source.path.as_str()).unwrap_or_default();
        let name = &object.id.name;
        found.push((written.origin, finding.why(format!("this {does} the {} `{name}` of {base}", gvk.kind))));
    }
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

fn finding(session: &Session<'_>, problem: &Problem, times: usize) -> Option<(String, Finding)> {
    let source = session.source(problem.at.file)?;
    let text = problem.at.range.of(&source.text);
    let code = match problem.kind {
        ProblemKind::EmptyTarget => &EMPTY_TARGET,
        _ => &KUSTOMIZE_ERROR,
    };
    let mut finding = Finding::new(code, problem.at.range, FieldPath::default(), headline(problem, text));
    if problem.kind == ProblemKind::EmptyTarget {
        finding = finding.why("kustomize silently drops a patch whose target selects no resource");
    } else {
        finding = finding.why(format!("`kustomize build` fails: {}", problem.message.trim_end()));
    }
    if times > 1 {
        finding = finding.why(format!("{times} kustomizations include it"));
    }
    finding = match &problem.suggestion {
        Some(word) => {
            finding.help(format!("did you mean `{word}`?")).fix(Fix::respell(problem.at.range, text, word))
        }
        None => match help(problem.kind) {
            Some(help) => finding.help(help),
            None => finding,
        },
    };
    for (origin, message) in &problem.related {
        let Some(other) = session.source(origin.file) else { continue };
        let file = (origin.file != problem.at.file).then(|| other.path.clone());
        finding.related.push(Related { file, range: origin.range, message: message.clone() });
    }
    Some((source.path.clone(), finding))
}

/// What is wrong, by the text that has to change.
fn headline(problem: &Problem, text: &str) -> String {
    let text = text.lines().next().unwrap_or_default().trim_matches(['"', '\'']);
    match problem.kind {
        ProblemKind::MissingPath => format!("there is no file or folder `{text}`"),
        ProblemKind::NoKustomization => format!("`{text}` is a folder without a kustomization"),
        ProblemKind::SeveralKustomizations => "the folder has several kustomizations".to_owned(),
        ProblemKind::Empty => "the kustomization is empty".to_owned(),
        ProblemKind::UnknownField => format!("kustomizations have no field `{text}`"),
        ProblemKind::InvalidField => format!("kustomize does not accept `{text}` here"),
        ProblemKind::Unreadable => "kustomize cannot read the resource".to_owned(),
        ProblemKind::DuplicateId => format!("two resources of the build have one id: `{text}`"),
        ProblemKind::Component if problem.message.contains("!=") => {
            format!("`{text}` is a component: list it under `components`")
        }
        ProblemKind::Component => format!("`{text}` is not a component: list it under `resources`"),
        ProblemKind::Cycle => format!("`{text}` includes this kustomization"),
        ProblemKind::NoMatch => format!("the patch is for a resource that the build does not have: `{text}`"),
        ProblemKind::EmptyTarget => format!("the target selects no resource of the build: `{text}`"),
        ProblemKind::InvalidPatch => "the patch cannot be applied".to_owned(),
        ProblemKind::Conflict => format!("the patch does not fit the resource: `{text}`"),
        ProblemKind::Replacement => format!("the replacement cannot be made: `{text}`"),
        ProblemKind::Variable => "the variable has no value".to_owned(),
        ProblemKind::Reference => "the reference is ambiguous: several resources had this name".to_owned(),
        ProblemKind::Invalid => format!("kustomize reads the resource and cannot write it: `{text}`"),
        ProblemKind::NotEvaluated | ProblemKind::LoadRestriction | ProblemKind::Deprecated => {
            problem.message.clone()
        }
    }
}

/// What to do, where no word is suggested.
const fn help(kind: ProblemKind) -> Option<&'static str> {
    Some(match kind {
        ProblemKind::MissingPath => {
            "correct the path, which is relative to the kustomization, or remove the entry"
        }
        ProblemKind::NoKustomization => "add a kustomization.yaml to the folder, or list its files",
        ProblemKind::SeveralKustomizations => {
            "keep one of kustomization.yaml, kustomization.yml and Kustomization"
        }
        ProblemKind::DuplicateId => "list the resource once, or rename one of the two",
        ProblemKind::NoMatch => "add the resource to `resources`, or correct the id in the patch",
        ProblemKind::EmptyTarget => "correct the target; its fields are anchored regular expressions",
        _ => return None,
    })
}

//! Problems of builds as findings.
//!
//! Knows how a problem is worded; must not know how a build is made.

use crdls_kustomize::{Problem, ProblemKind, Session};
use crdls_schema::{FieldPath, Finding, Fix, Related};

use super::{EMPTY_TARGET, KUSTOMIZE_ERROR};

/// A problem that so many kustomizations have, and its file.
pub(super) fn finding(session: &Session<'_>, problem: &Problem, times: usize) -> Option<(String, Finding)> {
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
    finding = times_included(finding, times);
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

/// Adds how many kustomizations have it.
pub(super) fn times_included(finding: Finding, times: usize) -> Finding {
    match times {
        0 | 1 => finding,
        _ => finding.why(format!("{times} kustomizations include it")),
    }
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
